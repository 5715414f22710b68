//! What agents may touch: not the tree, not a terminal, not the caller's environment.

use serde_json::Value;

use super::{asked, assert_no_vote, assert_ships, panel, question, seat};
use crate::world::{Script, Step, World, fingerprint};

/// An agent that writes into the tree and votes for the change.
fn writes(world: &World) -> Script {
    let target = world.repository().join("written.txt");
    Script::new().write_file(target, "by the agent").answer(&crate::world::ballot("SHIP"))
}

/// Whether venire holds the seat by the kernel here, as its own result says.
fn is_held_by_kernel(seat: &Value) -> bool {
    seat["read_only"]["strength"] == "kernel"
}

#[test]
fn an_agent_that_writes_into_the_tree_is_stopped_by_the_kernel_or_has_no_vote() {
    let world = World::with_repository();
    world.agent("writes", writes(&world));
    let before = fingerprint(&world.repository());
    let outcome = asked(&world, "writes", &[]);
    let seat = seat(&outcome, "writes");
    let attempt = &world.seen("writes")[0].attempts[0];
    if is_held_by_kernel(&seat) {
        assert!(attempt.error.is_some(), "the kernel let it write");
        assert_eq!(fingerprint(&world.repository()), before);
        assert_ships(&outcome, "writes");
    } else {
        assert_no_vote(&outcome, "writes", &["tainted"]);
    }
}

#[test]
fn an_agent_that_changed_the_tree_has_no_vote_and_the_change_is_named() {
    let world = World::with_repository();
    world.agent("writes", writes(&world));
    let outcome = asked(&world, "writes", &["--sandbox", "off"]);
    assert_no_vote(&outcome, "writes", &["tainted"]);
    assert!(outcome.screen().contains("written.txt"), "{}", outcome.screen());
    let remedy = seat(&outcome, "writes")["non_vote"]["remedy"].to_string();
    assert!(remedy.contains("--isolate worktree"), "{remedy}");
    assert!(world.repository().join("written.txt").exists(), "nothing is reverted for the user");
}

#[test]
fn a_changed_mode_is_seen_though_no_kernel_layer_guards_it() {
    let world = World::with_repository();
    let path = world.repository().join("a.txt");
    let script = Script::new().step(Step::ChangeMode { path, mode: 0o755 }).answer(&crate::world::ballot("SHIP"));
    world.agent("modes", script);
    assert_no_vote(&asked(&world, "modes", &[]), "modes", &["tainted"]);
}

#[test]
fn a_judge_that_changed_the_tree_has_written_nothing_and_the_votes_stand() {
    let world = World::with_repository();
    world.agent("votes", Script::voting("SHIP"));
    let target = world.repository().join("written.txt");
    world.agent("judges", Script::new().write_file(target, "by the judge").answer("A synthesis."));
    world.configure("agents/judges.yaml", "command: judges\noutput: { format: text }\n");
    let panel = panel(&world, &["votes"], 1);
    let arguments = [&question(&panel)[..], &["--judge", "judges", "--sandbox", "off"]].concat();
    let outcome = world.venire(&arguments);
    assert_ships(&outcome, "votes");
    let synthesis = &outcome.json()["synthesis"];
    assert_eq!((&synthesis["text"], &synthesis["failed"]["kind"]), (&Value::Null, &Value::from("tainted")));
    assert!(outcome.stderr.contains("V-WARN-CHANGE-TREE") && outcome.stderr.contains("written.txt"));
}

/// What a check may write is named by a panel, and what stands at that name is the change's to say.
#[test]
fn a_link_to_the_hooks_at_the_place_that_a_check_may_write_opens_nothing() {
    let world = World::with_repository();
    std::os::unix::fs::symlink(".git/hooks", world.repository().join("target")).unwrap();
    world.git(&["add", "target"]);
    let panel = world.panel(
        "checked",
        "question: Q?\nquorum: 1\nseats:\n  - { id: tests, check: [sh, -c, 'echo evil > target/pre-commit'], \
         writes: [target], veto: true, timeout: 10s }\n  - { id: other, check: [\"true\"], counts: true, timeout: 10s }\n",
    );
    let before = fingerprint(&world.repository());
    let outcome = world.venire(&["ask", "-p", &panel, "--format", "json"]);
    assert_eq!(fingerprint(&world.repository()), before);
    let non_vote = seat(&outcome, "tests")["non_vote"].clone();
    assert_eq!(non_vote["kind"], "sandbox_failed", "{}", outcome.screen());
    assert!(non_vote["detail"].as_str().unwrap().contains(".git/hooks"), "{non_vote}");
}

#[test]
fn an_agent_works_in_an_empty_folder_and_a_session_of_its_own_without_a_terminal() {
    let world = World::with_repository();
    world.agent("looks", Script::voting("SHIP").step(Step::ReadTerminal));
    let panel = panel(&world, &["looks"], 1);
    let outcome = world
        .run(&question(&panel))
        .env("GIT_DIR", ".git")
        .env("GIT_INDEX_FILE", ".git/index")
        .env("VENIRE_SOMETHING", "x")
        .outcome();
    assert_ships(&outcome, "looks");
    let seen = &world.seen("looks")[0];
    assert_eq!((seen.session, seen.group), (seen.process, seen.process), "a session of its own");
    assert_eq!((seen.terminals, seen.has_terminal), ([false; 3], false));
    assert!(!seen.folder.starts_with(world.repository()), "{:?}", seen.folder);
    let leaked: Vec<&String> = seen.environment.keys().filter(|name| name.starts_with("GIT_")).collect();
    assert!(leaked.is_empty() && !seen.environment.contains_key("VENIRE_SOMETHING"), "{leaked:?}");
}

#[test]
fn a_run_changes_nothing_in_the_tree() {
    let world = World::with_repository();
    for agent in ["codex", "claude", "gemini"] {
        world.agent(agent, Script::voting("SHIP"));
    }
    world.stage("a.txt", "two\n");
    let before = fingerprint(&world.repository());
    let panel = panel(&world, &["codex", "claude", "gemini"], 2);
    let outcome = world.venire(&[question(&panel).as_slice(), &["--staged"]].concat());
    assert_ships(&outcome, "claude");
    assert_eq!(fingerprint(&world.repository()), before);
}

#[test]
fn a_panel_inside_a_panel_is_refused() {
    let world = World::with_repository();
    let program = env!("CARGO_BIN_EXE_venire").to_owned();
    let panel = panel(&world, &["nests"], 1);
    let command = [vec![program], question(&panel).into_iter().map(str::to_owned).collect()].concat();
    world.agent("nests", Script::new().step(Step::Run { command }).answer(&crate::world::ballot("SHIP")));
    assert_ships(&world.venire(&question(&panel)), "nests");
    assert!(world.seen("nests")[0].attempts[0].error.is_some());
    assert_eq!(world.calls(), 1, "the inner run asked nobody");
}
