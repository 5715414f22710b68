//! The real command lines, as published and pinned in `tests/agents/package.json`, against models
//! that the tests write.
//!
//! They are looked for below `tests/agents/node_modules`, or in the folder that the variable
//! `VENIRE_TEST_AGENTS` names. Where one is missing its tests say `skipped: …` and pass; with
//! `VENIRE_REQUIRE_AGENTS=1`, as in `.ci/run`, they fail.

mod definitions;
mod direct;
mod failures;
mod hostile;
mod panel;
mod seats;
mod writes;

use std::env;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

use crate::model_server::ModelServer;
use crate::world::{Outcome, Run, World};

/// How many runs of one test go on at once: most of them only wait.
const WORKERS: usize = 4;

/// A world with one of the real command lines on its PATH, or `None` after saying that the test is
/// skipped. A skip is a failure where `VENIRE_REQUIRE_AGENTS` is `1`.
#[track_caller]
pub fn world_with(agent: &str) -> Option<World> {
    world_with_all(&[agent])
}

/// The same with several.
#[track_caller]
pub fn world_with_all(agents: &[&str]) -> Option<World> {
    let world = World::with_repository();
    world.link_tool("node");
    for agent in agents {
        let Some(program) = installed(agent) else {
            let folder = modules();
            assert!(
                env::var_os("VENIRE_REQUIRE_AGENTS").is_none_or(|value| value != "1"),
                "{agent} is not installed in {}: run `npm ci` in tests/agents",
                folder.display()
            );
            // Past the capture of the test runner, so that the skip is seen.
            let _ = writeln!(std::io::stderr(), "skipped: {agent} is not installed in {}", folder.display());
            return None;
        };
        symlink(program, world.path("bin").join(agent)).unwrap();
    }
    Some(world)
}

/// The model that each command line is asked to use: a name that it takes without a warning.
fn model(agent: &str) -> &'static str {
    match agent {
        "codex" => "gpt-6.2-sol",
        "claude" => "claude-sonnet-4-5",
        _ => "gemini-2.5-pro",
    }
}

/// The panel in which one agent sits alone. What `seat` says is added to its seat.
fn panel_of(agent: &str, model: &str, seat: &str) -> String {
    format!(
        "name: real\nquestion: Is this change safe to ship?\noptions:\n\
         \x20 - {{ label: SHIP, effect: pass }}\n  - {{ label: HOLD, effect: block }}\n\
         strategy: majority\nquorum: 1\nreask: 0\nretry: {{ attempts: 1 }}\nseats:\n\
         \x20 - {{ id: seat, agent: {agent}, model: {model}{seat} }}\n"
    )
}

/// A question to a panel of this agent alone, whose models are at an address.
fn question(world: &World, agent: &str, address: &str, extra: &[&str]) -> Run {
    let panel = world.panel("real", &panel_of(agent, model(agent), ""));
    at(address, world.run(&[["ask", "-p", &panel, "--format", "json"].as_slice(), extra].concat()))
}

/// A run whose agents find their models at an address.
fn at(address: &str, run: Run) -> Run {
    run.env("OPENAI_BASE_URL", &format!("{address}/v1"))
        .env("ANTHROPIC_BASE_URL", address)
        .env("GOOGLE_GEMINI_BASE_URL", address)
        .limit(Duration::from_secs(150))
}

fn asked(world: &World, agent: &str, server: &ModelServer, extra: &[&str]) -> Outcome {
    question(world, agent, &server.address(), extra).outcome()
}

fn seat(outcome: &Outcome) -> Value {
    outcome.json()["seats"][0].clone()
}

/// The last question that a model was asked.
fn last_prompt(server: &ModelServer) -> String {
    server.requests().last().map(|request| request.prompt()).unwrap_or_default()
}

/// Does the same with each of several things, some at once, and returns what came of them in their order.
fn each<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let open = Mutex::new(things.iter().enumerate());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some((number, thing)) = open.lock().unwrap().next() else { return };
                    let result = work(thing);
                    done.lock().unwrap().push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The program of a real agent, where it is installed.
fn installed(agent: &str) -> Option<PathBuf> {
    let name = match agent {
        // The package's own entry is made by an install script; the native program needs none.
        "claude" => format!("@anthropic-ai/claude-code-{}-{}/claude", platform(), architecture()),
        other => format!(".bin/{other}"),
    };
    modules().join(name).canonicalize().ok()
}

fn modules() -> PathBuf {
    env::var_os("VENIRE_TEST_AGENTS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/node_modules"), PathBuf::from)
}

fn platform() -> &'static str {
    if cfg!(target_os = "macos") { "darwin" } else { "linux" }
}

fn architecture() -> &'static str {
    if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" }
}
