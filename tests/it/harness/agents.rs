//! Fake agents and the world held to their word.

use std::path::Path;
use std::time::Duration;

use nix::sys::signal::Signal;

use crate::world::{Input, Run, Script, Step, World, fingerprint};

/// Runs a fake agent as a seat would.
fn called(world: &World, name: &str, arguments: &[&str], prompt: &str) -> Run {
    let program = world.path("bin").join(name);
    world.program(&program, arguments).input(Input::Text(prompt.as_bytes().to_vec()))
}

#[test]
fn an_agent_tells_what_it_saw_and_answers_with_the_seal_of_its_prompt() {
    let world = World::new();
    world.agent("reader", Script::new().answer("## Verdict {seal}\nSHIP"));
    let prompt = "## Verdict qwerty\ndecoy\n\n  ## Verdict abcdef\nLABEL";
    let outcome = called(&world, "reader", &["--flag", "value"], prompt).env("EXTRA", "1").outcome();
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "## Verdict abcdef\nSHIP\n"));
    let seen = &world.seen("reader")[0];
    assert_eq!(seen.argv[1..], ["--flag", "value"]);
    assert_eq!((seen.input.as_str(), seen.input_length), (prompt, Some(prompt.len() as u64)));
    assert_eq!(seen.environment.get("EXTRA").map(String::as_str), Some("1"));
    assert_eq!((seen.folder.clone(), seen.terminals, seen.finished), (world.repository(), [false; 3], true));
}

#[test]
fn an_agent_answers_in_the_format_of_its_command_line() {
    let world = World::new();
    for name in ["codex", "claude", "gemini"] {
        world.agent(name, Script::new().answer("yes"));
    }
    let printed = |name: &str, arguments: &[&str]| called(&world, name, arguments, "").outcome().stdout;
    let codex = printed("codex", &["exec", "--json", "-"]);
    assert!(codex.contains(r#""type":"agent_message","text":"yes""#) && codex.contains("turn.completed"), "{codex}");
    let claude = printed("claude", &["-p", "--output-format", "stream-json", "--tools", "Read,Grep"]);
    assert!(claude.contains(r#""tools":["Read","Grep"]"#) && claude.contains(r#""result":"yes""#), "{claude}");
    let gemini = printed("gemini", &["-o", "stream-json"]);
    assert!(gemini.contains(r#""content":"y""#) && gemini.contains(r#""status":"success""#), "{gemini}");
    assert_eq!(printed("claude", &["-p"]), "yes\n");
    assert_eq!(printed("claude", &["--version"]), "2.1.197 (Claude Code)\n");
    assert_eq!(world.seen("claude").len(), 2, "asking for the version is no call");
}

#[test]
fn an_agent_answers_by_the_number_of_the_call_and_by_the_prompt() {
    let world = World::new();
    let critic = Script::new().say("against");
    world.agent("many", Script::new().say("first").next_call().say("later").when("critic", &critic));
    let said = |prompt: &str| called(&world, "many", &[], prompt).outcome().stdout;
    assert_eq!([said(""), said(""), said("you are the critic"), said("")], ["first", "later", "against", "later"]);
}

#[test]
fn helpers_outlive_their_agent_and_are_found_by_the_marker() {
    let world = World::new();
    let leaves = Script::new()
        .step(Step::IgnoreSignals)
        .step(Step::Daemon { milliseconds: 60_000 })
        .step(Step::CloseOutput)
        .say("lost");
    world.agent("parent", leaves);
    let outcome = called(&world, "parent", &[], "").outcome();
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""));
    let survivors = world.survivors();
    assert_eq!(survivors.len(), 1, "{survivors:?}");
    world.end_survivors();
    world.assert_nothing_survives();
}

#[test]
fn a_grandchild_holds_the_pipe_of_its_agent() {
    let world = World::new();
    world.agent("parent", Script::new().step(Step::Grandchild { milliseconds: 2000 }).say("answered"));
    let before = std::time::Instant::now();
    let outcome = called(&world, "parent", &[], "").outcome();
    assert_eq!(outcome.stdout, "answered");
    assert!(outcome.elapsed < Duration::from_millis(1500) && before.elapsed() >= Duration::from_millis(1900));
}

#[test]
fn an_agent_that_ignores_term_dies_by_kill_only() {
    let world = World::new();
    let ready = world.path("tmp/ready");
    let script = Script::new().step(Step::IgnoreSignals).write_file(&ready, "").sleep(60_000);
    world.agent("stubborn", script);
    let mut running = called(&world, "stubborn", &[], "").start();
    running.until("it ignores signals", || ready.exists());
    running.signal(Signal::SIGTERM);
    std::thread::sleep(Duration::from_millis(200));
    running.signal(Signal::SIGKILL);
    assert_eq!(running.outcome().signal, Some(9));
}

#[test]
fn a_step_that_fails_is_told_and_does_not_end_the_agent() {
    let world = World::new();
    let script = Script::new()
        .write_file("/proc/no/such/place", "x")
        .step(Step::Run { command: vec!["true".into()] })
        .step(Step::ReadTerminal)
        .exit(7);
    world.agent("tries", script);
    assert_eq!(called(&world, "tries", &[], "").outcome().status, Some(7));
    let attempts = &world.seen("tries")[0].attempts;
    assert_eq!(attempts.len(), 3);
    assert!(attempts[0].error.is_some() && attempts[1].error.is_none());
}

#[test]
fn a_fingerprint_tells_content_mode_and_git_apart() {
    let world = World::with_repository();
    let before = fingerprint(&world.repository());
    assert_eq!(before, fingerprint(&world.repository()));
    std::fs::set_permissions(world.repository().join("a.txt"), std::os::unix::fs::PermissionsExt::from_mode(0o600))
        .unwrap();
    assert_ne!(before, fingerprint(&world.repository()));
    let before = fingerprint(&world.repository());
    world.git(&["tag", "mark"]);
    assert_ne!(before, fingerprint(&world.repository()));
}

#[test]
fn a_run_that_hangs_is_killed_and_fails_the_test() {
    let world = World::new();
    let hangs = world.program(Path::new("/bin/sh"), &["-c", "sleep 30"]).limit(Duration::from_millis(300));
    let before = std::time::Instant::now();
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hangs.outcome()));
    assert!(failed.is_err() && before.elapsed() < Duration::from_secs(20));
}
