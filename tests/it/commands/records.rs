//! The record of a run, and `venire runs`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::{divided, told};
use crate::world::{Script, World};

/// The folder of the only run in a world.
#[track_caller]
fn record(world: &World) -> PathBuf {
    let runs: Vec<_> = fs::read_dir(world.path("state/venire/runs")).unwrap().map(|run| run.unwrap().path()).collect();
    assert_eq!(runs.len(), 1, "{runs:?}");
    runs[0].clone()
}

/// Every file and folder below a folder.
fn below(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        found.push(path);
    }
    found.sort();
    found
}

#[test]
fn a_record_holds_everything_and_is_for_its_owner_only() {
    let world = divided();
    assert_eq!(world.venire(&["ask", "-q", "-p", "three", "-f", "a.txt"]).status, Some(0));
    let folder = record(&world);
    let files: Vec<String> =
        below(&folder).iter().map(|path| path.strip_prefix(&folder).unwrap().display().to_string()).collect();
    insta::assert_snapshot!(files.join("\n"), @"

    SHA256SUMS
    events.jsonl
    panel.yaml
    plan.json
    run.json
    seats
    seats/advocate
    seats/advocate/1.prompt.md
    seats/advocate/1.stdout
    seats/advocate/answer.md
    seats/advocate/ballot.json
    seats/advocate/standing.md
    seats/assessor
    seats/assessor/1.prompt.md
    seats/assessor/1.stdout
    seats/assessor/answer.md
    seats/assessor/ballot.json
    seats/assessor/standing.md
    seats/critic
    seats/critic/1.prompt.md
    seats/critic/1.stdout
    seats/critic/answer.md
    seats/critic/ballot.json
    seats/critic/standing.md
    tree.json
    ");
    for path in below(&folder) {
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}: {mode:o}", path.display());
    }
}

#[test]
fn the_plan_is_written_before_the_first_seat_starts() {
    let world = divided();
    let go = world.path("tmp/go");
    world.agent("codex", Script::new().wait_for(&go).answer(&crate::world::ballot("SHIP")));
    let mut running = world.run(&["ask", "-q", "-p", "three"]).start();
    let seen = world.seen_path("codex", 1);
    running.until("the first seat has started", || seen.exists());
    let plan: serde_json::Value = serde_json::from_slice(&fs::read(record(&world).join("plan.json")).unwrap()).unwrap();
    assert_eq!(plan["seats"].as_array().map(Vec::len), Some(3));
    assert!(!record(&world).join("run.json").exists());
    let listed = world.venire(&["runs", "list"]);
    assert!(listed.stdout.contains("running"), "{}", listed.screen());
    fs::write(&go, "").unwrap();
    assert_eq!(running.outcome().status, Some(0));
    assert!(record(&world).join("run.json").exists());
}

#[test]
fn a_secret_that_an_agent_prints_is_in_no_file_and_in_no_result() {
    let world = divided();
    let secret = "gm-verysecret-0123456789";
    let says = format!("{}\nThe key is {secret}.\n", crate::world::ballot("SHIP"));
    world.agent("gemini", Script::new().say_error(&format!("key={secret}\n")).answer(&says));
    let run = world.run(&["ask", "-p", "three", "--format", "json"]).env("GEMINI_API_KEY", secret);
    let outcome = run.outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(!outcome.screen().contains(secret), "{}", outcome.screen());
    for path in below(&record(&world)).into_iter().filter(|path| path.is_file()) {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(!text.contains(secret), "{}", path.display());
    }
}

#[test]
fn finished_runs_are_listed_and_shown_again_as_they_were() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "list"])), @"
    status 0
    --- stdout
    no runs yet
    --- stderr
    ");
    let first = world.venire(&["ask", "-q", "-p", "three"]);
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "list"])), @"
    status 0
    --- stdout
    [RUN]  SHIP              Is this change safe to ship?
    --- stderr
    ");
    assert_eq!(world.venire(&["runs", "show"]).stdout, first.stdout);
    let document = world.venire(&["runs", "show", "latest", "--format", "json"]).json();
    assert_eq!(document["decision"]["option"], "SHIP");
    let id = document["id"].as_str().unwrap();
    assert_eq!(world.venire(&["runs", "show", &id[..20]]).stdout, first.stdout);
    let lines = world.venire(&["runs", "show", "--format", "jsonl"]).stdout;
    assert!(lines.lines().count() > 5 && lines.lines().all(|line| line.starts_with('{')), "{lines}");
    assert!(world.venire(&["runs", "show", "--format", "markdown"]).stdout.starts_with("## SHIP"));
    let listed = world.venire(&["runs", "list", "--format", "json"]).json();
    assert_eq!(listed[0]["id"].as_str(), Some(id));
}

#[test]
fn a_run_that_was_killed_is_told_from_one_that_goes_on() {
    let world = divided();
    world.agent("codex", Script::new().sleep(60_000));
    let mut running = world.run(&["ask", "-q", "-p", "three"]).start();
    let seen = world.seen_path("codex", 1);
    running.until("the first seat has started", || seen.exists());
    running.signal(nix::sys::signal::Signal::SIGKILL);
    // Its agent holds the outputs until the world ends, so the run's own end is all that is waited for.
    let listed = || world.venire(&["runs", "list"]).stdout;
    let began = std::time::Instant::now();
    while listed().contains("running") && began.elapsed().as_secs() < 5 {}
    assert!(listed().contains("never finished"), "{}", listed());
    world.end_survivors();
    assert_eq!(running.outcome().signal, Some(9));
}

#[test]
fn without_a_record_nothing_is_kept() {
    let world = divided();
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--no-record"]);
    assert_eq!(outcome.status, Some(0));
    assert!(outcome.stdout.contains("Record: none was kept"), "{}", outcome.stdout);
    assert!(!world.path("state/venire/runs").exists());
}

#[test]
fn a_state_folder_that_can_not_be_written_costs_the_record_only() {
    let world = divided();
    let run = world.run(&["ask", "-p", "three", "--format", "json"]).env("XDG_STATE_HOME", "/proc/none");
    let outcome = run.outcome();
    assert_eq!((outcome.status, outcome.json()["record"].as_str()), (Some(0), None), "{}", outcome.screen());
    let first = outcome.stderr.lines().next().unwrap();
    insta::assert_snapshot!(world.redacted(first), @"venire: no record is kept of this run: can't make the folder /proc/none/venire/runs: No such file or directory (os error 2). Check that the place exists and can be used.");
}

#[test]
fn old_records_are_removed_on_request_only_and_it_is_said_which() {
    let world = divided();
    let runs = || {
        let entries = fs::read_dir(world.path("state/venire/runs")).unwrap();
        let mut ids: Vec<String> = entries.map(|run| run.unwrap().file_name().into_string().unwrap()).collect();
        ids.sort();
        ids
    };
    for _ in 0..3 {
        assert_eq!(world.venire(&["ask", "-q", "-p", "three"]).status, Some(0));
    }
    let all = runs();
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "prune"])), @"
    status 2
    --- stdout
    --- stderr
    venire: nothing says which records may go [V-PRUNE-WHAT]
      → --older-than 30d, or --keep 100, or both; --dry-run shows what would go
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "prune", "--older-than", "soon"])), @"
    status 2
    --- stdout
    --- stderr
    venire: --older-than soon: `soon` is not a time span; expected a time span such as `[ELAPSED]`, `5m` or `1h 30m` [V-PRUNE-AGE]
      → for example: 12h, 30d, 8w
    ");
    let dry = world.venire(&["runs", "prune", "--keep", "1", "--dry-run"]);
    assert!(dry.stdout.contains(&all[0]) && dry.stdout.contains("2 runs would be removed"), "{}", dry.screen());
    let young = world.venire(&["runs", "prune", "--older-than", "1d"]);
    assert_eq!((young.status, young.stdout.as_str()), (Some(0), "0 runs removed, 0 bytes\n"));
    assert_eq!(runs(), all);

    let go = world.path("tmp/go");
    world.agent("codex", Script::new().wait_for(&go).answer(&crate::world::ballot("SHIP")));
    let mut running = world.run(&["ask", "-q", "-p", "three"]).start();
    let seen = world.seen_path("codex", 4);
    running.until("the first seat has started", || seen.exists());
    let size: u64 = below(&world.path("state/venire/runs").join(&all[0]))
        .iter()
        .filter(|path| path.is_file())
        .map(|path| fs::metadata(path).unwrap().len())
        .sum();
    let removed = world.venire(&["runs", "prune", "--keep", "2"]);
    assert!(removed.stdout.contains(&format!("{}  {size} bytes\n", all[0])), "{size}: {}", removed.screen());
    assert!(removed.stdout.contains("2 runs removed"), "{}", removed.screen());
    assert_eq!(runs()[0], all[2]);
    world.venire(&["runs", "prune", "--keep", "0"]);
    assert_eq!(runs().len(), 1, "the one that goes on is left");
    fs::write(&go, "").unwrap();
    assert_eq!(running.outcome().status, Some(0));
    assert_eq!(world.venire(&["runs", "show"]).status, Some(0));
}

#[test]
fn a_record_holds_the_versions_that_were_seen_last_and_asks_nobody_for_them() {
    let world = divided();
    let versions = || {
        let plan: serde_json::Value = world.venire(&["plan", "-p", "three", "--format", "json"]).json();
        let seats = plan["seats"].as_array().unwrap().clone();
        seats.iter().map(|seat| seat["work"]["candidates"][0]["version"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(versions(), [(); 3].map(|()| serde_json::Value::Null));
    assert_eq!(world.venire(&["agents"]).status, Some(0));
    assert_eq!(versions(), ["0.171.0", "2.1.197", "0.61.0"]);
    assert_eq!(world.venire(&["ask", "-q", "-p", "three"]).status, Some(0));
    let plan: serde_json::Value = serde_json::from_slice(&fs::read(record(&world).join("plan.json")).unwrap()).unwrap();
    assert_eq!(plan["seats"][1]["work"]["candidates"][0]["version"], "2.1.197");
    let mode = fs::metadata(world.path("state/venire/versions.json")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    // Another program under the same name.
    let codex = world.path("bin/codex");
    fs::remove_file(&codex).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_fake-agent"), &codex).unwrap();
    assert_eq!(versions()[0], serde_json::Value::Null);
}
