//! Panels that came with a repository run nothing until the user has said so, and again after anything
//! that they run has changed.

use crate::world::{Outcome, World};

const PANEL: &str = ".venire/panels/lint.yaml";

/// A repository whose panel extends another one, and runs a script of the tree.
fn world() -> World {
    let world = World::with_repository();
    world.write(".venire/panels/base.yaml", "question: Is it clean?\noptions:\n  - { label: SHIP, effect: pass }\n  - { label: HOLD, effect: block }\nstrategy: majority\n");
    world.write(
        PANEL,
        "name: lint\nextends: base\nseats:\n  - { id: lint, check: [sh, scripts/lint.sh], counts: true }\n",
    );
    world.write("scripts/lint.sh", "exit 0\n");
    world.commit("panel");
    world
}

fn ask(world: &World) -> Outcome {
    world.venire(&["ask", "-p", "lint"])
}

#[track_caller]
fn assert_refused(outcome: &Outcome, says: &[&str]) {
    assert_eq!(outcome.status, Some(2), "{}", outcome.screen());
    for text in ["V-TRUST", "seat lint: sh scripts/lint.sh"].iter().chain(says) {
        assert!(outcome.stderr.contains(text), "no `{text}` in {}", outcome.stderr);
    }
}

#[track_caller]
fn trust(world: &World) -> Outcome {
    let outcome = world.venire(&["trust"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    outcome
}

#[test]
fn everything_that_a_panel_is_made_of_and_runs_is_trusted_together() {
    let world = world();
    assert_refused(&ask(&world), &["lint.yaml: new", "base.yaml: new", "scripts/lint.sh: new"]);
    let told = trust(&world).stdout;
    for file in ["lint.yaml", "base.yaml", "scripts/lint.sh", "may run: seat lint: sh scripts/lint.sh"] {
        assert!(told.contains(file), "{told}");
    }
    assert_eq!(ask(&world).status, Some(0));
    for file in [PANEL, ".venire/panels/base.yaml", "scripts/lint.sh"] {
        let before = std::fs::read_to_string(world.repository().join(file)).unwrap();
        world.write(file, format!("{before}# more\n"));
        let refused = ask(&world);
        assert_refused(&refused, &[&format!("{file}: changed")]);
        assert!(!refused.stderr.contains(": new"), "only what changed is named: {}", refused.stderr);
        trust(&world);
        assert_eq!(ask(&world).status, Some(0), "{file}");
    }
    let path = world.repository().join(PANEL);
    assert_eq!(world.venire(&["trust", "--revoke", path.to_str().unwrap()]).status, Some(0));
    assert_refused(&ask(&world), &["lint.yaml: new"]);
}

#[test]
fn under_gate_the_scripts_count_as_they_are_in_the_tree() {
    let world = world();
    world.write(
        PANEL,
        "name: lint\nextends: base\nseats:\n  - { id: lint, check: [sh, scripts/lint.sh], counts: true }\n  - { id: other, check: [\"true\"], counts: true }\n",
    );
    world.commit("two seats");
    trust(&world);
    world.stage("scripts/lint.sh", "exit 0 # whatever\n");
    assert_refused(&world.venire(&["gate", "-p", "lint"]), &["scripts/lint.sh: changed"]);
}

#[test]
fn a_panel_of_the_repository_needs_trust_whatever_way_leads_to_it() {
    let world = world();
    let text = "name: loose\nquestion: Is it clean?\noptions:\n  - { label: SHIP, effect: pass }\n  - { label: HOLD, effect: block }\nseats:\n  - { id: lint, check: [sh, scripts/lint.sh], counts: true }\n";
    world.write("loose.yaml", text);
    std::fs::create_dir(world.repository().join("below")).unwrap();
    let link = world.path("link");
    std::os::unix::fs::symlink(world.repository(), &link).unwrap();
    let linked = link.join("loose.yaml");
    let repository = link.to_str().unwrap();
    for arguments in [
        vec!["ask", "-p", "loose.yaml"],
        vec!["-C", "below", "ask", "-p", "../loose.yaml"],
        vec!["ask", "-p", linked.to_str().unwrap()],
        vec!["-C", repository, "ask", "-p", "loose.yaml"],
        vec!["-C", "below", "ask", "-p", "../.venire/panels/lint.yaml"],
    ] {
        assert_refused(&world.venire(&arguments), &[]);
    }
    world.git(&["worktree", "add", "--quiet", "../second"]);
    trust(&world);
    let second = world.path("second").join(PANEL);
    assert_refused(&world.venire(&["ask", "-p", second.to_str().unwrap()]), &[]);
    assert_eq!(world.venire(&["-C", repository, "ask", "-p", "lint"]).status, Some(0), "the same files by a link");
}

#[test]
fn what_the_refusal_says_to_do_is_enough() {
    let world = world();
    let extended = world.repository().join(PANEL);
    world.panel(
        "mine",
        &format!(
            "name: mine\nextends: {}\nseats:\n  - {{ id: mine, check: [sh, more.sh], counts: true }}\n",
            extended.display()
        ),
    );
    world.write("more.sh", "exit 0\n");
    let refused = world.venire(&["ask", "-p", "mine"]);
    assert_refused(&refused, &["more.sh: new", "lint.yaml: new"]);
    let (_, advised) = refused.stderr.split_once("venire trust ").unwrap();
    let files: Vec<&str> = advised.lines().next().unwrap().split(' ').collect();
    assert_eq!(world.venire(&[&["trust"], files.as_slice()].concat()).status, Some(0));
    assert_eq!(world.venire(&["ask", "-p", "mine"]).status, Some(0));
}
