//! `venire runs resume`: a run that was cut short is gone on with, and only about the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use nix::sys::signal::Signal;
use serde_json::Value;

use super::{THREE, divided};
use crate::world::{Input, Outcome, Script, World, ballot};

/// The gate of three over a staged change; the critic's agent fails.
fn cut_short() -> World {
    let world = divided();
    world.stage("a.txt", "two\n");
    world.agent("claude", Script::new().say_error("out of order\n").exit(1));
    let outcome = world.venire(&["gate", "-q", "-p", "three", "-f", "a.txt"]);
    assert_eq!(outcome.status, Some(0), "two of three\n{}", outcome.screen());
    world.agent("claude", Script::voting("HOLD"));
    world
}

fn resumed(world: &World) -> Outcome {
    world.venire(&["runs", "resume", "latest", "--format", "json"])
}

fn folders(world: &World) -> Vec<PathBuf> {
    let runs = fs::read_dir(world.path("state/venire/runs")).unwrap();
    let mut folders: Vec<PathBuf> = runs.map(|run| run.unwrap().path()).collect();
    folders.sort();
    folders
}

/// Every file below a folder, with its content.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut content(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

#[track_caller]
fn seat<'a>(run: &'a Value, id: &str) -> &'a Value {
    run["seats"].as_array().unwrap().iter().find(|seat| seat["id"] == id).unwrap()
}

/// Nobody was asked, and nothing was recorded.
#[track_caller]
fn assert_refused(world: &World, status: i32, words: &[&str]) {
    let (calls, runs) = (world.calls(), folders(world).len());
    let outcome = resumed(world);
    assert_eq!(outcome.status, Some(status), "{}", outcome.screen());
    for word in words {
        assert!(outcome.stderr.contains(word), "no `{word}` in {}", outcome.stderr);
    }
    assert_eq!((world.calls(), folders(world).len()), (calls, runs));
}

#[test]
fn only_the_seats_without_an_answer_are_asked_and_a_new_record_names_the_old_one() {
    let world = cut_short();
    let old = folders(&world)[0].clone();
    let (before, first) = (content(&old), old.file_name().unwrap().to_string_lossy().into_owned());
    let outcome = resumed(&world);
    assert_eq!(outcome.status, Some(0), "two ships, one hold\n{}", outcome.screen());
    let run = outcome.json();
    assert_eq!(run["resumed_from"], first.as_str());
    assert_eq!((run["command"].as_str(), run["decision"]["option"].as_str()), (Some("gate"), Some("SHIP")));
    assert_eq!(run["decision"]["quorum"]["answered"], 3);
    for id in ["advocate", "assessor"] {
        assert_eq!(seat(&run, id)["taken_from"], first.as_str());
        assert_eq!(seat(&run, id)["ballot"]["option"], "SHIP");
    }
    let critic = seat(&run, "critic");
    assert_eq!((critic["ballot"]["option"].as_str(), &critic["taken_from"]), (Some("HOLD"), &Value::Null));
    assert_eq!(["codex", "claude", "gemini"].map(|agent| world.seen(agent).len()), [1, 2, 1]);
    assert_eq!(content(&old), before, "the old record is as it was");

    let new = folders(&world)[1].clone();
    for id in ["advocate", "critic", "assessor"] {
        for file in ["1.prompt.md", "1.stdout", "answer.md", "ballot.json"] {
            assert!(new.join("seats").join(id).join(file).exists(), "{id}/{file}");
        }
    }
    let plan: Value = serde_json::from_slice(&fs::read(new.join("plan.json")).unwrap()).unwrap();
    assert_eq!((plan["resumed_from"].as_str(), plan["calls"]["least"].as_u64()), (Some(first.as_str()), Some(1)));
    let shown = world.venire(&["runs", "show"]).stdout;
    assert!(shown.contains(&format!("goes on from the run {first}")), "{shown}");
    assert_eq!(shown.matches("taken over from the run").count(), 2, "{shown}");
    assert!(world.venire(&["runs", "show", "--format", "markdown"]).stdout.contains("Goes on from the run"));
    assert_refused(&world, 2, &["V-RUN-WHOLE", "lacks nothing"]);
}

#[test]
fn a_killed_run_is_gone_on_with() {
    let world = divided();
    world.stage("a.txt", "two\n");
    world.agent("claude", Script::new().sleep(60_000));
    let mut running = world.run(&["gate", "-q", "-p", "three"]).start();
    let seen = world.seen_path("claude", 1);
    running.until("the critic works", || seen.exists());
    let runs = world.path("state/venire/runs");
    running.until("the advocate's ballot is on record", || {
        let mut records = std::fs::read_dir(&runs).unwrap();
        records.any(|record| record.unwrap().path().join("seats/advocate/ballot.json").exists())
    });
    assert_refused(&world, 4, &["V-RUN-ALIVE"]);
    running.signal(Signal::SIGKILL);
    assert_eq!(running.outcome().signal, Some(9));
    world.agent("claude", Script::voting("HOLD"));
    let outcome = resumed(&world);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stderr.contains("was killed before it finished; one process"), "{}", outcome.stderr);
    let run = outcome.json();
    assert!(seat(&run, "advocate")["taken_from"].is_string(), "it had answered before the critic was asked");
    assert!(seat(&run, "assessor")["taken_from"].is_null());
    assert_eq!(world.seen("codex").len(), 1);
    world.assert_nothing_survives();
}

#[test]
fn a_run_that_was_resumed_in_vain_can_be_resumed_again() {
    let world = cut_short();
    world.agent("claude", Script::new().sleep(60_000));
    let running = world.run(&["runs", "resume", "latest", "-q"]).start();
    let mut running = running;
    let seen = world.seen_path("claude", 2);
    running.until("the critic works", || seen.exists());
    running.signal(Signal::SIGINT);
    assert_eq!(running.outcome().status, Some(130));
    world.agent("claude", Script::voting("HOLD"));
    let run = resumed(&world).json();
    let first = folders(&world)[0].file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(seat(&run, "advocate")["taken_from"], first.as_str(), "the run in which it was asked");
    assert_eq!((world.seen("codex").len(), world.seen("gemini").len()), (1, 1));
}

#[test]
fn what_a_seat_has_said_stands() {
    let world = cut_short();
    let said = |script: Script| {
        world.agent("claude", script);
        let first = world.venire(&["gate", "-q", "-p", "three", "-f", "a.txt", "--format", "json"]).json();
        (seat(&first, "critic")["non_vote"]["kind"].clone(), world.calls())
    };
    let abstains = ballot("ABSTAIN");
    for (text, kind) in [("It looks fine to me.", "unparsed"), (abstains.as_str(), "abstained")] {
        let (found, calls) = said(Script::new().answer(text));
        assert_eq!(found, kind);
        world.agent("claude", Script::voting("SHIP"));
        assert_refused(&world, 2, &["V-RUN-WHOLE"]);
        assert_eq!(world.calls(), calls);
    }
}

#[test]
fn what_failed_stays_failed_until_it_is_asked_and_never_helps_a_pass() {
    let world = cut_short();
    world.agent("gemini", Script::new().exit(1));
    world.agent("claude", Script::new().exit(1));
    assert_eq!(world.venire(&["gate", "-q", "-p", "three", "-f", "a.txt"]).status, Some(4));
    let again = resumed(&world);
    assert_eq!(again.status, Some(4), "one of three is no quorum, however often it is counted\n{}", again.screen());
    assert_eq!(world.seen("codex").len(), 2, "once for each of the two runs");
    world.agent("claude", Script::voting("HOLD"));
    assert_eq!(resumed(&world).status, Some(3), "one to one");
}

#[test]
fn a_verdict_never_goes_over_to_other_content() {
    let world = cut_short();
    let refused = |words: &[&str]| assert_refused(&world, 4, &[&["V-RUN-CHANGED"], words].concat());
    world.stage("a.txt", "three\n");
    refused(&["the item diff", "a.txt"]);
    world.stage("a.txt", "two\n");
    world.write("b.txt", "new\n");
    refused(&["the files of the tree"]);
    fs::remove_file(world.repository().join("b.txt")).unwrap();
    world.panel("three", &THREE.replace("quorum: 2", "quorum: 1"));
    refused(&["the panel", "the rule"]);
    world.panel("three", &THREE.replace("safe to ship?", "safe to ship now?"));
    refused(&["the question"]);
    world.panel("three", THREE);
    world.git(&["commit", "--quiet", "-m", "it went in all the same"]);
    refused(&["there is nothing to review"]);
    world.git(&["reset", "--quiet", "--soft", "HEAD~1"]);
    assert_eq!(resumed(&world).status, Some(0), "everything is as it was");
}

#[test]
fn what_came_from_standard_input_has_to_come_again() {
    let world = divided();
    world.agent("claude", Script::new().exit(1));
    let given = |text: &str| Input::Text(text.as_bytes().to_vec());
    let first = world.run(&["ask", "-q", "-p", "three", "--stdin"]).input(given("the notes\n")).outcome();
    assert_eq!(first.status, Some(0), "{}", first.screen());
    world.agent("claude", Script::voting("HOLD"));
    let again = |text: &str| world.run(&["runs", "resume", "latest", "-q"]).input(given(text)).outcome();
    let other = again("other notes\n");
    assert_eq!(other.status, Some(4), "{}", other.screen());
    assert!(other.stderr.contains("the item stdin"), "{}", other.stderr);
    assert_eq!(again("the notes\n").status, Some(0));
}

#[test]
fn it_goes_on_from_wherever_it_is_asked() {
    let world = cut_short();
    let outcome = world.run(&["runs", "resume", "latest", "-q", "--no-progress"]).folder(world.path("tmp")).outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stdout.starts_with("venire gate: panel three"), "{}", outcome.stdout);
    let (quick, calls) = (world.run(&["runs", "resume", "latest"]).env("VENIRE_DEPTH", "1"), world.calls());
    assert_eq!(quick.outcome().status, Some(2), "a seat starts no run");
    assert_eq!(world.calls(), calls);
}

#[test]
fn a_record_that_does_not_say_how_it_was_started_is_refused() {
    let world = cut_short();
    let plan = folders(&world)[0].join("plan.json");
    let mut document: Value = serde_json::from_slice(&fs::read(&plan).unwrap()).unwrap();
    document["arguments"] = serde_json::json!(["panel", "list"]);
    fs::write(&plan, document.to_string()).unwrap();
    assert_refused(&world, 4, &["V-RUN-BROKEN", "started by no command that asks a panel"]);
    document.as_object_mut().unwrap().remove("arguments");
    fs::write(&plan, document.to_string()).unwrap();
    assert_refused(&world, 4, &["V-RUN-BROKEN", "does not say how the run was started"]);
}
