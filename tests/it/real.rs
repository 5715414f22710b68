//! The real command lines, as published and pinned in `tests/agents/package.json`, against models
//! that the tests write.
//!
//! They are looked for below `tests/agents/node_modules`, or in the folder that the variable
//! `VENIRE_TEST_AGENTS` names. Where one is missing its tests say `skipped: …` and pass; with
//! `VENIRE_REQUIRE_AGENTS=1`, as in `.ci/run`, they fail.

mod direct;
mod seats;

use std::env;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::world::World;

/// A world with one of the real command lines on its PATH, or `None` after saying that the test is
/// skipped. A skip is a failure where `VENIRE_REQUIRE_AGENTS` is `1`.
#[track_caller]
pub fn world_with(agent: &str) -> Option<World> {
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
    let world = World::with_repository();
    symlink(program, world.path("bin").join(agent)).unwrap();
    world.link_tool("node");
    Some(world)
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
