//! A tree for each seat: what its copy holds, what it costs to change it, and that nothing of it is left.

mod content;
mod leaving;
mod trusting;
mod writing;

use std::path::Path;

use serde_json::Value;

use crate::world::{Outcome, Script, Step, World, ballot};

/// A panel of agents that are started in the tree, two of whom make a quorum where there are more.
fn panel(world: &World, agents: &[&str]) -> String {
    let seats: String = agents.iter().map(|agent| format!("  - {{ id: {agent}, agent: {agent} }}\n")).collect();
    let program = |agent: &str| world.path("bin").join(agent);
    let definitions: String = agents
        .iter()
        .map(|agent| format!("  {agent}: {{ command: [{:?}], cwd: tree }}\n", program(agent).to_string_lossy()))
        .collect();
    world.panel(
        "isolated",
        &format!(
            "name: isolated\nquestion: Is this change safe to ship?\nisolate: worktree\nquorum: {}\nreask: 0\n\
             retry: {{ attempts: 1 }}\nseats:\n{seats}agents:\n{definitions}",
            agents.len().min(2)
        ),
    )
}

/// An agent that runs a line of shell in its tree, then votes SHIP.
fn running(line: &str) -> Script {
    Script::new().step(Step::Run { command: ["sh", "-c", line].map(str::to_owned).to_vec() }).answer(&ballot("SHIP"))
}

/// Runs `ask` or `gate` with a panel, for the document.
fn run(world: &World, command: &str, panel: &str, more: &[&str]) -> Outcome {
    world.venire(&[&[command, "-p", panel, "--format", "json", "--quiet"], more].concat())
}

#[track_caller]
fn seat(outcome: &Outcome, id: &str) -> Value {
    let document = outcome.json();
    let found = document["seats"].as_array().unwrap().iter().find(|seat| seat["id"] == id).cloned();
    found.unwrap_or_else(|| panic!("no seat {id} in {document:#}"))
}

/// What an agent's line of shell printed.
#[track_caller]
fn printed(world: &World, agent: &str) -> String {
    let attempt = &world.seen(agent)[0].attempts[0];
    assert_eq!(attempt.error, None);
    attempt.output.clone()
}

/// Nothing is left where temporary files go.
#[track_caller]
fn assert_nothing_left(world: &World) {
    let left: Vec<_> = std::fs::read_dir(world.path("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Puts a git before the real one that first does what a line of shell says, with its arguments as `$*`.
fn git_that(world: &World, line: &str) {
    use std::os::unix::fs::PermissionsExt;
    let real = which::which("git").unwrap();
    let path = world.path("bin/git");
    std::fs::write(&path, format!("#!/bin/sh\n{line}\nexec {real:?} \"$@\"\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Something that leaves a mark when it is run, as a filter would be.
fn marking(mark: &Path) -> String {
    format!("touch {mark:?}; cat")
}
