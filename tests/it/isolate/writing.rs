//! What it costs a seat to write.

use std::os::unix::fs::symlink;

use super::{assert_nothing_left, panel, run, running, seat};
use crate::world::{Script, World, fingerprint};

const CHECKS: &str = "name: checks\nquestion: Is it safe?\nisolate: worktree\nseats:\n";

#[test]
fn a_seat_that_writes_into_its_tree_loses_its_own_vote_and_nothing_else() {
    let world = World::with_repository();
    world.stage("a.txt", "two\n");
    world.agent("writes", running("echo x > written.txt; rm a.txt; git -c user.name=a -c user.email=b commit -qm x"));
    world.agent("first", running("cat a.txt"));
    world.agent("second", Script::voting("SHIP"));
    let before = fingerprint(&world.repository());
    let panel = panel(&world, &["first", "writes", "second"]);
    let outcome = run(&world, "gate", &panel, &["--sandbox", "off"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let tainted = seat(&outcome, "writes")["non_vote"].clone();
    assert_eq!(tainted["kind"], "tainted", "{tainted}");
    for path in ["written.txt", "a.txt", "HEAD"] {
        assert!(tainted["detail"].as_str().unwrap().contains(path), "{tainted}");
    }
    for other in ["first", "second"] {
        assert_eq!(seat(&outcome, other)["ballot"]["option"], "SHIP", "{}", outcome.screen());
    }
    assert!(!outcome.json()["warnings"].to_string().contains("V-WARN-CHANGE-TREE"));
    assert_eq!(fingerprint(&world.repository()), before);
    assert_nothing_left(&world);
}

#[test]
fn a_copy_is_no_more_writable_than_the_tree() {
    let world = World::with_repository();
    world.agent("writes", running("echo x > written.txt"));
    let panel = panel(&world, &["writes"]);
    let outcome = run(&world, "ask", &panel, &[]);
    let held = seat(&outcome, "writes")["read_only"]["strength"] == "kernel";
    let refused = world.seen("writes")[0].attempts[0].error.is_some();
    assert_eq!(refused, held);
    let vote = if held { "/ballot/option" } else { "/non_vote/kind" };
    let expected = if held { "SHIP" } else { "tainted" };
    assert_eq!(seat(&outcome, "writes").pointer(vote).unwrap(), expected);
}

#[test]
fn a_change_in_the_users_tree_is_told_all_the_same() {
    let world = World::with_repository();
    let real = world.repository().join("written.txt");
    world.agent("writes", running(&format!("echo x > {real:?}")));
    world.agent("other", Script::voting("SHIP"));
    let panel = panel(&world, &["writes", "other"]);
    let outcome = run(&world, "ask", &panel, &["--sandbox", "off"]);
    for id in ["writes", "other"] {
        let tainted = seat(&outcome, id)["non_vote"].clone();
        assert_eq!(tainted["kind"], "tainted", "{tainted}");
        assert!(!tainted["remedy"].as_str().unwrap().contains("--isolate"), "{tainted}");
    }
    assert!(outcome.json()["warnings"].to_string().contains("written.txt"));
}

#[test]
fn a_check_writes_where_it_may_and_no_link_of_the_change_leads_it_out() {
    let world = World::with_repository();
    world.write(".gitignore", "target\n");
    let private = world.path("private");
    std::fs::create_dir(&private).unwrap();
    symlink(&private, world.repository().join("out")).unwrap();
    world.commit("links");
    let panel = world.panel(
        "checks",
        &format!(
            "{CHECKS}  - {{ id: builds, check: \"sh -c 'echo x > target/deep/x'\", writes: [target/deep], counts: true }}\n\
             \x20 - {{ id: leads, check: \"sh -c 'echo x > out/x'\", writes: [out, out/new], counts: true }}\n"
        ),
    );
    let outcome = run(&world, "ask", &panel, &["--run-all"]);
    assert_eq!(seat(&outcome, "builds")["ballot"]["option"], "SHIP", "{}", outcome.screen());
    assert!(!world.repository().join("target").exists());
    if seat(&outcome, "leads")["read_only"]["strength"] == "kernel" {
        assert_eq!(seat(&outcome, "leads")["ballot"]["option"], "HOLD", "{}", outcome.screen());
        assert_eq!(std::fs::read_dir(&private).unwrap().count(), 0);
    }
    assert_nothing_left(&world);
}

#[test]
fn the_report_says_who_had_a_tree_of_its_own() {
    let world = World::with_repository();
    world.agent("looks", Script::voting("SHIP"));
    let panel = panel(&world, &["looks"]);
    let outcome = world.venire(&["ask", "-p", &panel, "--quiet"]);
    assert!(outcome.stdout.contains("each in a copy of its own, tree and copies checked"), "{}", outcome.stdout);
    let outcome = world.venire(&["ask", "-p", &panel, "--quiet", "--isolate", "none"]);
    assert!(!outcome.stdout.contains("copy of its own"), "{}", outcome.stdout);
}
