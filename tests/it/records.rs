//! Faults of records: none changes a decision, and none goes unsaid.

use std::fs;
use std::path::Path;

use nix::sys::signal::Signal;

use crate::world::{Input, Script, Step, World, fingerprint};

/// A panel of two checks, one of which takes as long as it is told.
fn panel(world: &World, seconds: &str) -> String {
    world.panel(
        "checks",
        &format!(
            "name: checks\nquestion: Is it clean?\noptions:\n  - {{ label: SHIP, effect: pass }}\n\
             \x20 - {{ label: HOLD, effect: block }}\nstrategy: majority\nquorum: 2\nseats:\n\
             \x20 - {{ id: quick, check: [\"true\"], counts: true }}\n\
             \x20 - {{ id: slow, check: [sleep, \"{seconds}\"], counts: true }}\n"
        ),
    )
}

fn state(world: &World) -> std::path::PathBuf {
    world.path("state/venire")
}

#[test]
fn a_killed_run_is_found_and_shown_with_what_there_is() {
    let world = World::with_repository();
    let panel = panel(&world, "60");
    let mut running = world.run(&["ask", "-p", &panel]).start();
    let runs = state(&world).join("runs");
    let told = |word: &str| {
        let folders = fs::read_dir(&runs).into_iter().flatten().flatten();
        folders
            .into_iter()
            .any(|run| fs::read_to_string(run.path().join("events.jsonl")).is_ok_and(|t| t.contains(word)))
    };
    running.until("the quick check is over", || told("seat_finished"));
    let going_on = world.venire(&["runs", "list"]).stdout;
    assert!(going_on.contains("running"), "{going_on}");
    running.signal(Signal::SIGKILL);
    assert_eq!(running.outcome().signal, Some(9));

    let listed = world.venire(&["runs", "list"]).stdout;
    assert!(listed.contains("never finished") && listed.contains("Is it clean?"), "{listed}");
    let shown = world.venire(&["runs", "show"]);
    assert_eq!(shown.status, Some(0), "{}", shown.screen());
    for text in ["never finished", "Is it clean?", "quick: SHIP: the check passed", "slow: no answer by then"] {
        assert!(shown.stdout.contains(text), "no `{text}` in {}", shown.screen());
    }
    let document = world.venire(&["runs", "show", "--format", "json"]).json();
    assert_eq!(document["status"], "never finished");
    assert_eq!(document["seats"][0]["ballot"]["option"], "SHIP");
    assert_eq!(document["plan"]["question"], "Is it clean?");
    assert!(world.venire(&["runs", "show", "--format", "jsonl"]).stdout.contains("run_started"));
}

#[test]
fn a_run_without_a_state_folder_goes_on_and_says_so() {
    let world = World::with_repository();
    let panel = panel(&world, "0");
    fs::write(state(&world), "a file where the folder should be").unwrap();
    let outcome = world.venire(&["ask", "-p", &panel]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stderr.contains("no record is kept of this run"), "{}", outcome.stderr);
}

#[test]
fn a_record_that_can_not_be_filled_changes_no_decision() {
    let world = World::with_repository();
    let panel = panel(&world, "0");
    // No file may grow beyond 1 KiB; with the signal ignored, writing more fails as on a full disk.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" ask -p \"$1\"";
    let shell = which::which("sh").unwrap();
    let outcome = world.program(Path::new(&shell), &["-c", limited, env!("CARGO_BIN_EXE_venire"), &panel]).outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stdout.contains("SHIP"), "{}", outcome.screen());
    assert!(outcome.stderr.contains("the record of this run is not whole"), "{}", outcome.stderr);
}

#[test]
fn two_runs_at_once_keep_a_record_each() {
    let world = World::with_repository();
    let panel = panel(&world, "1");
    let before = fingerprint(&world.repository());
    let arguments = ["ask", "-p", &panel, "--format", "json"];
    let (one, other) = (world.run(&arguments).start(), world.run(&arguments).start());
    let (one, other) = (one.outcome().json(), other.outcome().json());
    for run in [&one, &other] {
        assert_eq!(run["decision"]["option"], "SHIP", "{run:#}");
    }
    assert_ne!(one["id"], other["id"]);
    let listed = world.venire(&["runs", "list"]).stdout;
    for run in [&one, &other] {
        assert!(listed.contains(run["id"].as_str().unwrap()), "{listed}");
    }
    assert_eq!(fingerprint(&world.repository()), before);
}

#[test]
fn the_next_run_ends_what_a_killed_one_has_left_running_and_says_so() {
    let world = World::with_repository();
    // Without its mark, and in the agent's session.
    let bare = ["env", "-i", &world.path("tools/sleep").to_string_lossy(), "61"].map(str::to_owned).to_vec();
    let everything = Script::new()
        .step(Step::Grandchild { milliseconds: 60_000 })
        .step(Step::OwnSession { milliseconds: 60_000 })
        .step(Step::Daemon { milliseconds: 60_000 })
        .step(Step::Run { command: bare });
    world.agent("left", everything);
    let agents = world.definition("left");
    let lingering = world.panel(
        "lingering",
        &format!("name: lingering\nquestion: Is it clean?\nseats: [left]\nstrategy: all-voices\nagents:\n{agents}"),
    );
    let mut running = world.run(&["ask", "-p", &lingering]).start();
    let left = || {
        world
            .survivors()
            .into_iter()
            .filter(|one| one.command.contains("/left") || one.command.ends_with("sleep 61"))
            .count()
    };
    running.until("the agent and its helpers run", || left() == 5);
    let scratch = || fs::read_dir(world.path("tmp")).unwrap().count();
    assert_eq!(scratch(), 1);
    running.signal(Signal::SIGKILL);
    assert_eq!(running.outcome().signal, Some(9));
    assert_eq!(left(), 5, "nobody is there to end them");

    let quick = panel(&world, "0");
    let other = world.run(&["ask", "-q", "-p", &quick]).env("VENIRE_DEPTH", "1").outcome();
    assert_eq!((other.status, left()), (Some(2), 5), "what runs inside a run may be what is left");
    let next = world.venire(&["ask", "-q", "-p", &quick]);
    assert_eq!(next.status, Some(0), "{}", next.screen());
    assert!(
        next.stderr.contains("was killed before it finished; 5 processes that it had left running were ended"),
        "{}",
        next.stderr
    );
    world.assert_nothing_survives();
    assert_eq!(scratch(), 0, "its private folder is gone as well");
    assert_eq!(fs::read_dir(state(&world).join("running")).unwrap().count(), 0);
    let again = world.venire(&["runs", "list"]);
    assert!(again.stdout.contains("never finished") && again.stderr.is_empty(), "said once: {}", again.screen());
}

#[test]
fn what_is_interrupted_before_anybody_was_asked_leaves_no_folder_for_good() {
    let world = World::with_repository();
    let quick = panel(&world, "0");
    let scratch = || fs::read_dir(world.path("tmp")).map_or(0, Iterator::count);
    let mut waiting = world.run(&["ask", "-q", "-p", &quick, "-"]).input(Input::Open).start();
    waiting.until("it waits for its question", || scratch() == 1);
    waiting.signal(Signal::SIGINT);
    assert_eq!(waiting.outcome().signal, Some(2));
    let next = world.venire(&["ask", "-q", "-p", &quick]);
    assert_eq!((next.status, scratch()), (Some(0), 0), "{}", next.screen());
}

#[test]
fn looking_at_the_list_of_runs_ends_nothing_of_a_run_that_goes_on() {
    let world = World::with_repository();
    let panel = panel(&world, "60");
    let mut running = world.run(&["ask", "-p", &panel]).start();
    let works = || world.survivors().iter().any(|one| one.command.ends_with("sleep 60"));
    running.until("the slow check runs", works);
    let listed = world.venire(&["runs", "list"]);
    assert!(listed.stdout.contains("running") && listed.stderr.is_empty(), "{}", listed.screen());
    assert!(works());
    running.signal(Signal::SIGTERM);
    assert_eq!(running.outcome().status, Some(143));
    let listed = world.venire(&["runs", "list"]);
    assert_eq!(listed.stderr, "", "a run that was ended in order is no killed one");
}
