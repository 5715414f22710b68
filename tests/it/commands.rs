//! Every command as its user sees it: status, standard output and standard error.

mod asking;
mod early;
mod help;
mod lookback;
mod missing;
mod output;
mod panels;
mod records;
mod resume;
mod rounds;
mod rules;
mod surroundings;
mod tally;
mod trust;
mod usage;

use crate::world::{Outcome, Script, World};

/// What a user sees of a command, with what varies from run to run replaced.
fn told(world: &World, outcome: &Outcome) -> String {
    let status = outcome.status.map_or("none".to_owned(), |status| status.to_string());
    let varies = [
        (r"\d+ bytes, \d+ characters", "[SIZE]"),
        (r"/tmp/venire-[0-9A-Za-z]+\b", "/tmp/[SCRATCH]"),
        (r"[0-9a-f]{64}", "[DIGEST]"),
    ];
    let text = format!("status {status}\n--- stdout\n{}--- stderr\n{}", outcome.stdout, outcome.stderr);
    let text = world.redacted(&text);
    varies.iter().fold(text, |text, (pattern, name)| {
        regex_lite::Regex::new(pattern).unwrap().replace_all(&text, *name).into_owned()
    })
}

/// Three vendors, one after the other, so that everything is told in one order.
const THREE: &str = "name: three
question: Is this change safe to ship?
options:
  - { label: SHIP, effect: pass }
  - { label: HOLD, effect: block }
strategy: majority
quorum: 2
retry: { attempts: 1 }
reask: 0
limits: { concurrency: 1 }
seats:
  - { id: advocate, agent: codex, stance: for }
  - { id: critic, agent: claude, stance: against }
  - { id: assessor, agent: gemini }
";

/// A repository, the panel `three` of the user's own, and its agents: two vote SHIP, one votes HOLD.
fn divided() -> World {
    let world = World::with_repository();
    world.panel("three", THREE);
    world.agent("codex", Script::voting("SHIP"));
    world.agent("claude", Script::voting("HOLD"));
    world.agent("gemini", Script::voting("SHIP"));
    world
}
