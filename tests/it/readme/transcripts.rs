//! The README's transcripts, run in a sealed world: first without any agent, then with scripted ones.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use regex_lite::Regex;

use super::readme;
use crate::world::{Script, World};

/// From here on, the transcripts are of a machine with agents.
const WITH_AGENTS: &str = "### The first real panel";

/// The home folder that the transcripts show.
const HOME: &str = "/home/ann";

#[test]
fn the_transcripts_without_agents_are_true() {
    let readme = readme();
    let (without, _) = readme.split_at(readme.find(WITH_AGENTS).unwrap());
    transcribed(&world(), without);
}

#[test]
fn the_transcripts_with_agents_are_true() {
    let readme = readme();
    let (_, with) = readme.split_at(readme.find(WITH_AGENTS).unwrap());
    let world = world();
    let pro = "SHIP - the new line is read by nothing that relied on the old end of the file";
    world.agent("codex", vote(pro, 8, "the change is one line", "nothing parses a.txt by its length"));
    world.agent("gemini", vote("SHIP - small, and easy to take back", 7, "no test covers it", "a revert undoes it"));
    let contra = "HOLD - report.sh reads the first line only, so the second one is lost";
    world.agent("claude", vote(contra, 9, "the reader was found and read", "the second line never reaches the report"));
    transcribed(&world, with);
}

fn vote(verdict: &str, confidence: u8, reason: &str, takeaway: &str) -> Script {
    Script::new().answer(&format!(
        "## Verdict {{seal}}\n{verdict}\n## Analysis\nRead in full.\n## Confidence Score\n{confidence}/10 - {reason}\n\
         ## Key Takeaways\n- {takeaway}\n## Risks\n## Evidence\n- a.txt:2 - the new line\n"
    ))
}

/// A repository with one staged change, and a panel with two typing errors.
fn world() -> World {
    let world = World::with_repository();
    world.stage("a.txt", "one\ntwo\n");
    let typo = "strategy: majorty\nquorun: 2\nquestion: Is it right?\nseats: [codex, claude, gemini]\n";
    world.write("typo.yaml", typo);
    world.write("votes.jsonl", super::blocks(&readme(), "json").concat());
    world
}

/// Runs the transcripts of a part of the README in the world's repository.
fn transcribed(world: &World, part: &str) {
    fs::rename(world.repository(), world.path("README.in")).unwrap();
    std::os::unix::fs::symlink(world.path("README.in"), world.repository()).unwrap();
    fs::write(world.path("README.md"), normalised(part)).unwrap();
    let venire = world.path("venire");
    fs::write(&venire, sealed(world)).unwrap();
    fs::set_permissions(&venire, fs::Permissions::from_mode(0o755)).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("venire", venire).timeout(Duration::from_secs(60));
    cases.insert_var("[HOME]", world.path("home").display().to_string()).unwrap();
    cases.case(world.path("README.md")).run();
}

/// venire in the world's environment, and nothing of the environment of the test.
fn sealed(world: &World) -> String {
    let mut environment = world.environment();
    environment.remove("XDG_CONFIG_HOME");
    environment.remove("XDG_STATE_HOME");
    let variables: Vec<String> = environment.iter().map(|(name, value)| format!("'{name}={value}'")).collect();
    let program = Path::new(env!("CARGO_BIN_EXE_venire")).display().to_string();
    format!("#!/bin/sh\nexec env -i {} '{program}' \"$@\"\n", variables.join(" "))
}

/// The README with what differs from run to run and from machine to machine left open.
fn normalised(part: &str) -> String {
    let open = [
        // The blank line says that the output ends with a line end.
        (r"(?m)(```console\n(?:[^`].*\n|\n)+)```$", "$1\n```"),
        (r"\b\d{8}-\d{6}-[a-z]{6}\b", "[..]"),
        (r"\b\d+(\.\d+)?s\b", "[..]"),
        (r"(?m)^Read-only: .*$", "Read-only: [..]"),
        (r"prompt \d+ bytes, \d+ characters", "prompt [..] bytes, [..] characters"),
    ];
    let part = open.iter().fold(part.to_owned(), |part, (pattern, with)| {
        Regex::new(pattern).unwrap().replace_all(&part, *with).into_owned()
    });
    part.replace(&format!("{HOME}/project"), "[CWD]").replace(HOME, "[HOME]")
}
