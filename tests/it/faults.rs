//! Everything that an agent can do wrong, met by a run of `venire ask`: no failure becomes a vote,
//! none takes the run down, and nothing is left behind.

mod ending;
mod failing;
mod printing;
mod reading;
mod table;
mod touching;

use serde_json::Value;

use crate::world::{Outcome, World};

/// A panel of one seat for each agent, which bears its agent's name. Agents that are no command line
/// with a definition of its own are plain text over standard input.
fn panel(world: &World, agents: &[&str], quorum: usize) -> String {
    let seats: String = agents.iter().map(|agent| format!("  - {{ id: {agent}, agent: {agent} }}\n")).collect();
    let own = agents.iter().filter(|agent| !["codex", "claude", "gemini"].contains(agent));
    let definitions: String = own.map(|agent| world.definition(agent)).collect();
    let definitions = if definitions.is_empty() { definitions } else { format!("agents:\n{definitions}") };
    world.panel(
        "faults",
        &format!(
            "name: faults\nquestion: Is this change safe to ship?\noptions:\n\
             \x20 - {{ label: SHIP, effect: pass }}\n  - {{ label: HOLD, effect: block }}\n\
             strategy: majority\nquorum: {quorum}\ndiscount_correlated: false\nseal: optional\nreask: 0\n\
             retry: {{ attempts: 1 }}\nseats:\n{seats}{definitions}"
        ),
    )
}

/// The arguments that ask such a panel for the result document.
fn question(panel: &str) -> Vec<&str> {
    vec!["ask", "-p", panel, "--format", "json"]
}

/// Asks a panel of one agent.
fn asked(world: &World, agent: &str, extra: &[&str]) -> Outcome {
    let panel = panel(world, &[agent], 1);
    world.venire(&[question(&panel).as_slice(), extra].concat())
}

/// A seat of the result document.
#[track_caller]
fn seat(outcome: &Outcome, id: &str) -> Value {
    let document = outcome.json();
    let found = document["seats"].as_array().and_then(|seats| seats.iter().find(|seat| seat["id"] == id).cloned());
    found.unwrap_or_else(|| panic!("no seat {id} in {document:#}"))
}

/// The run reached its decision for SHIP with this seat's ballot.
#[track_caller]
fn assert_ships(outcome: &Outcome, id: &str) {
    assert_eq!(seat(outcome, id)["ballot"]["option"], "SHIP", "{}", outcome.screen());
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
}

/// The seat has no vote, for one of some reasons, and a panel of its own is inquorate.
#[track_caller]
fn assert_no_vote(outcome: &Outcome, id: &str, kinds: &[&str]) {
    let seat = seat(outcome, id);
    assert!(seat["ballot"].is_null(), "{seat:#}");
    let kind = seat["non_vote"]["kind"].as_str().unwrap_or_default();
    assert!(kinds.contains(&kind), "{kind} is none of {kinds:?}: {seat:#}");
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
}

/// The run says something about how the seat's vote came about.
#[track_caller]
fn assert_remarked(outcome: &Outcome, id: &str) {
    let seat = seat(outcome, id);
    let noted = seat["notes"].as_array().is_some_and(|notes| !notes.is_empty());
    assert!(noted, "a vote that came about in an odd way is remarked on: {seat:#}");
}
