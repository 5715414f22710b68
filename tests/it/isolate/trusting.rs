//! What a seat runs in its copy is what has to be trusted.

use std::os::unix::fs::symlink;

use crate::world::{Outcome, World};

const PANEL: &str = ".venire/panels/lint.yaml";

/// A repository whose panel runs two of its scripts, one through a link.
fn world() -> World {
    let world = World::with_repository();
    world.write(
        PANEL,
        "name: lint\nquestion: Is it clean?\nisolate: worktree\nseats:\n\
         \x20 - { id: lint, check: [sh, scripts/lint.sh], counts: true }\n\
         \x20 - { id: more, check: [sh, links/more.sh], counts: true }\n",
    );
    world.write("scripts/lint.sh", "exit 0\n");
    world.write("scripts/more.sh", "exit 0\n");
    symlink("scripts", world.repository().join("links")).unwrap();
    world.commit("panel");
    world
}

fn gate(world: &World) -> Outcome {
    world.venire(&["gate", "-p", "lint", "--quiet"])
}

#[track_caller]
fn assert_refused(outcome: &Outcome, says: &str) {
    assert_eq!(outcome.status, Some(2), "{}", outcome.screen());
    assert!(outcome.stderr.contains("V-TRUST") && outcome.stderr.contains(says), "{}", outcome.stderr);
}

#[track_caller]
fn trust(world: &World) {
    assert_eq!(world.venire(&["trust"]).status, Some(0));
}

#[test]
fn the_content_under_review_counts_and_not_what_lies_in_the_work_tree() {
    let world = world();
    world.stage("b.txt", "new\n");
    assert_refused(&gate(&world), "scripts/more.sh: new");
    trust(&world);
    assert_eq!(gate(&world).status, Some(0), "{}", gate(&world).screen());
    // Changed in the work tree only: the seats don't see it.
    world.write("scripts/lint.sh", "exit 1\n");
    assert_eq!(gate(&world).status, Some(0));
    assert_refused(&world.venire(&["gate", "-p", "lint", "--isolate", "none"]), "scripts/lint.sh: changed");
    // Changed in what is under review only: nobody has read it.
    for script in ["lint", "more"] {
        let file = format!("scripts/{script}.sh");
        world.write(&file, "exit 0\n");
        world.stage(&file, "exit 0 # evil\n");
        world.write(&file, "exit 0\n");
        assert_refused(&gate(&world), &format!("{file}: changed"));
        world.git(&["add", &file]);
        assert_eq!(gate(&world).status, Some(0), "{}", gate(&world).screen());
    }
}

#[test]
fn the_program_of_an_agent_counts_as_it_lies_where_it_is_looked_up() {
    let world = world();
    let agent = "agents:\n  mine: { command: [./scripts/mine.sh], cwd: tree, args: [scripts/lint.sh] }\n";
    world.write(
        PANEL,
        format!(
            "name: lint\nquestion: Is it clean?\nisolate: worktree\nseats:\n  - {{ id: mine, agent: mine }}\n{agent}"
        ),
    );
    world.write("scripts/mine.sh", "#!/bin/sh\necho SHIP\n");
    let ask = || world.venire(&["ask", "-p", "lint", "--staged", "--quiet"]);
    world.commit("agent");
    world.stage("b.txt", "new\n");
    trust(&world);
    assert!(!ask().stderr.contains("V-TRUST"), "{}", ask().stderr);
    world.write("scripts/mine.sh", "#!/bin/sh\nevil\n");
    assert_refused(&ask(), "scripts/mine.sh: changed");
    world.git(&["checkout", "--quiet", "--", "scripts/mine.sh"]);
    world.stage("scripts/lint.sh", "evil\n");
    world.write("scripts/lint.sh", "exit 0\n");
    assert_refused(&ask(), "scripts/lint.sh: changed");
}

#[test]
fn a_link_of_the_change_is_followed_to_what_it_leads_to() {
    let world = world();
    trust(&world);
    world.write("scripts/evil.sh", "exit 0\n");
    let lint = world.repository().join("scripts/lint.sh");
    std::fs::remove_file(&lint).unwrap();
    symlink("../scripts/./evil.sh", &lint).unwrap();
    world.git(&["add", "--all"]);
    // Back in the work tree, so that only the content under review has the link.
    std::fs::remove_file(&lint).unwrap();
    world.write("scripts/lint.sh", "exit 0\n");
    assert_refused(&gate(&world), "scripts/evil.sh: new");
    let away = world.repository().join("untracked.sh");
    world.write("untracked.sh", "exit 0\n");
    std::fs::remove_file(&lint).unwrap();
    symlink(&away, &lint).unwrap();
    world.git(&["add", "scripts/lint.sh"]);
    assert_refused(&gate(&world), "untracked.sh: new");
}
