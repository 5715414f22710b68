//! `venire runs tally`, `explain` and `audit`: what a record says, and that none can be changed unseen.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::told;
use crate::world::{Script, World, ballot};

/// Three vendors, with an owner.
const PANEL: &str = "name: owned
question: Is this change safe to ship?
owner: release captain
options:
  - { label: SHIP, effect: pass }
  - { label: HOLD, effect: block }
strategy: majority
quorum: 2
retry: { attempts: 1 }
reask: 1
limits: { concurrency: 1 }
seats:
  - { id: advocate, agent: codex, stance: for }
  - { id: critic, agent: claude, stance: against }
  - { id: assessor, agent: gemini, role: release manager }
";

/// A world with one finished run: two seats vote SHIP, one of them after it was asked again, and one votes HOLD.
fn finished() -> World {
    let world = World::with_repository();
    world.panel("owned", PANEL);
    world.agent("codex", Script::new().answer("I would go with it.").next_call().answer(&ballot("SHIP")));
    world.agent("claude", Script::voting("HOLD"));
    world.agent("gemini", Script::voting("SHIP"));
    let outcome = world.venire(&["ask", "-q", "-p", "owned", "-f", "a.txt"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    world
}

/// The folder of the only run.
fn record(world: &World) -> PathBuf {
    fs::read_dir(world.path("state/venire/runs")).unwrap().next().unwrap().unwrap().path()
}

/// Changes a document of the record.
fn change(world: &World, file: &str, edit: impl FnOnce(&mut Value)) {
    let path = record(world).join(file);
    let mut document: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    edit(&mut document);
    fs::write(path, format!("{document:#}\n")).unwrap();
}

fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "no {from:?} in {text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// The reasons of the checks that failed, each behind the name of its check.
fn failures(world: &World) -> Vec<String> {
    let outcome = world.venire(&["runs", "audit", "--format", "json"]);
    let document = outcome.json();
    let checks = document["checks"].as_array().unwrap().iter().filter(|check| check["passed"] == false);
    let failures: Vec<String> = checks
        .flat_map(|check| check["reasons"].as_array().unwrap().iter().map(move |reason| (check, reason)))
        .map(|(check, reason)| format!("{}: {}", check["check"].as_str().unwrap(), reason.as_str().unwrap()))
        .collect();
    assert_eq!(outcome.status, Some(i32::from(!failures.is_empty())), "{}", outcome.screen());
    assert_eq!(document["passed"], failures.is_empty());
    failures
}

#[track_caller]
fn assert_told(failures: &[String], sentence: &str) {
    assert!(failures.iter().any(|failure| failure == sentence), "{sentence:?} is not in {failures:#?}");
}

#[test]
fn an_untouched_record_passes() {
    let world = finished();
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "audit"])), @"
    status 0
    --- stdout
    pass  the rule was written down before the first seat started
    pass  the rule and the roster are the ones that were written down
    pass  the panel is the one that was planned with
    pass  the prompts and the material are those of the plan
    pass  the answers of the result are the stored ones
    pass  the ballots follow from the stored answers
    pass  the decision follows from the ballots
    pass  the dissent is complete
    pass  no two seats are the same voice
    pass  the judge is no seat of the roster
    pass  somebody answers for the decision
    pass  the record is for its owner only
    pass  no file was changed after the run

    [RUN]: all 13 checks passed
    --- stderr
    ");
    assert_eq!(failures(&world), Vec::<String>::new());
}

#[test]
fn a_ballot_that_was_changed_is_told() {
    let world = finished();
    change(&world, "run.json", |run| run["seats"][1]["ballot"]["option"] = json!("SHIP"));
    let failures = failures(&world);
    assert_told(
        &failures,
        "the ballots follow from the stored answers: critic: run.json says a vote for SHIP, and its stored answer reads as a vote for HOLD.",
    );
    assert_told(&failures, "no file was changed after the run: run.json was changed.");
}

#[test]
fn an_answer_that_was_changed_is_told() {
    let world = finished();
    replace(&record(&world).join("seats/critic/answer.md"), "HOLD", "SHIP");
    let failures = failures(&world);
    assert_told(
        &failures,
        "the answers of the result are the stored ones: critic: the answer in run.json is not the one in seats/critic/answer.md.",
    );
    assert_told(
        &failures,
        "the ballots follow from the stored answers: critic: run.json says a vote for HOLD, and its stored answer reads as a vote for SHIP.",
    );
    assert_told(&failures, "no file was changed after the run: seats/critic/answer.md was changed.");
}

#[test]
fn raw_output_that_was_changed_added_or_removed_is_told() {
    let world = finished();
    let seats = record(&world).join("seats");
    replace(&seats.join("critic/1.stdout"), "HOLD", "SHIP");
    fs::remove_file(seats.join("assessor/1.stdout")).unwrap();
    fs::write(seats.join("assessor/2.stdout"), "more").unwrap();
    fs::set_permissions(seats.join("assessor/2.stdout"), fs::Permissions::from_mode(0o600)).unwrap();
    let unchanged = "no file was changed after the run";
    assert_eq!(
        failures(&world),
        [
            format!("{unchanged}: seats/assessor/1.stdout is gone."),
            format!("{unchanged}: seats/critic/1.stdout was changed."),
            format!("{unchanged}: seats/assessor/2.stdout was added."),
        ]
    );
}

#[test]
fn a_rule_that_was_changed_afterwards_is_told() {
    let world = finished();
    change(&world, "plan.json", |plan| plan["rule"]["strategy"] = json!("unanimous"));
    let failures = failures(&world);
    let rule = "the rule and the roster are the ones that were written down: The rule or the roster in plan.json";
    assert_told(&failures, &format!("{rule} is not the one that its digest was taken of."));
    assert_told(&failures, &format!("{rule} is not the one that was announced first."));
    assert_told(&failures, &format!("{rule} is not the one that run.json names."));
    assert!(failures.iter().any(|failure| failure.starts_with("the decision follows from the ballots: ")));
}

#[test]
fn a_rule_that_was_changed_with_its_digest_is_told_by_the_events() {
    let world = finished();
    change(&world, "plan.json", |plan| {
        plan["roster"][1]["advisory"] = json!(true);
        let rule: venire::vote::Rule = serde_json::from_value(plan["rule"].clone()).unwrap();
        let roster: Vec<venire::vote::Voter> = serde_json::from_value(plan["roster"].clone()).unwrap();
        plan["rule_digest"] = json!(venire::plan::rule_digest(&rule, &roster));
    });
    let failures = failures(&world);
    let rule = "the rule and the roster are the ones that were written down: ";
    assert!(!failures.iter().any(|failure| failure.contains("its digest was taken of")), "{failures:#?}");
    assert_told(
        &failures,
        &format!("{rule}The rule or the roster in plan.json is not the one that was announced first."),
    );
    assert_told(&failures, &format!("{rule}critic: run.json seats it otherwise than plan.json does."));
}

#[test]
fn a_seat_that_started_before_the_rule_is_told() {
    let world = finished();
    let path = record(&world).join("events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.contains("seat_started")).unwrap();
    lines.swap(0, first);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let failures = failures(&world);
    let order = "the rule was written down before the first seat started: events.jsonl";
    assert_told(&failures, &format!("{order} has a seat that started before the rule was announced."));
    assert_told(&failures, &format!("{order} is not in the order of its numbers."));
}

#[test]
fn a_decision_and_a_dissent_that_were_changed_are_told() {
    let world = finished();
    change(&world, "run.json", |run| {
        run["decision"]["strength"] = json!({ "exact": "1", "decimal": 1.0 });
        run["decision"]["dissent"]["positions"] = json!([]);
    });
    let failures = failures(&world);
    assert_told(
        &failures,
        "the decision follows from the ballots: `strength` of the decision in run.json is not what the recorded rule makes of the ballots.",
    );
    assert_told(&failures, "the dissent is complete: critic: the dissent in run.json leaves it out.");
}

#[test]
fn material_a_prompt_a_seal_and_a_panel_that_were_changed_are_told() {
    let world = finished();
    let folder = record(&world);
    replace(&folder.join("seats/critic/1.prompt.md"), "\none\n", "\ntwo\n");
    replace(&folder.join("seats/assessor/1.prompt.md"), "# Question", "# Another question");
    replace(&folder.join("panel.yaml"), "quorum: 2", "quorum: 1");
    change(&world, "run.json", |run| run["seats"][0]["reading"]["seal"] = json!("bcdfgh"));
    let failures = failures(&world);
    let prompts = "the prompts and the material are those of the plan: seats";
    assert_told(
        &failures,
        &format!("{prompts}/critic/1.prompt.md: the material `a.txt` is not the one whose digest plan.json has."),
    );
    assert_told(&failures, &format!("{prompts}/assessor/1.prompt.md is not the prompt whose digest plan.json has."));
    assert_told(
        &failures,
        "the panel is the one that was planned with: panel.yaml is not the panel whose digest plan.json has.",
    );
    assert_told(
        &failures,
        "the answers of the result are the stored ones: advocate: the seal bcdfgh in run.json is not the one in seats/advocate/2.prompt.md.",
    );
}

#[test]
fn a_record_that_others_may_read_fails() {
    let world = finished();
    let folder = record(&world);
    fs::set_permissions(folder.join("run.json"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(folder.join("seats"), fs::Permissions::from_mode(0o755)).unwrap();
    let private = "the record is for its owner only";
    assert_eq!(
        failures(&world),
        [
            format!("{private}: run.json is open to others than its owner."),
            format!("{private}: seats is open to others than its owner."),
        ]
    );
}

#[test]
fn seats_that_are_one_voice_a_judge_that_sits_and_a_missing_owner_are_told() {
    let world = World::with_repository();
    let panel = PANEL.replace(
        "owner: release captain\n",
        "allow_duplicates: true\nsynthesis: { judge: gemini, independent: false }\n",
    );
    let panel = panel.replace(
        "  - { id: critic, agent: claude, stance: against }\n",
        "  - { id: twin, agent: codex, stance: for }\n",
    );
    world.panel("owned", &panel);
    world.agent("codex", Script::voting("SHIP"));
    world.agent("gemini", Script::voting("SHIP"));
    let outcome = world.venire(&["ask", "-q", "-p", "owned"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let failures = failures(&world);
    assert_told(&failures, "no two seats are the same voice: advocate and twin are the same voice twice.");
    assert_told(&failures, "the judge is no seat of the roster: The judge gemini is the seat assessor.");
    assert_told(&failures, "somebody answers for the decision: The panel names no `owner`.");
}

#[test]
fn failures_and_voided_votes_pass_an_audit_as_what_they_are() {
    let world = World::with_repository();
    world.panel("owned", PANEL);
    world.agent("codex", Script::new().say_error("boom\n").exit(3));
    world.agent("claude", Script::new().answer("I can't say."));
    world.agent("gemini", Script::voting("SHIP"));
    let outcome = world.venire(&["ask", "-q", "-p", "owned"]);
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
    assert_eq!(failures(&world), Vec::<String>::new());
    let told = world.venire(&["runs", "explain"]).stdout;
    assert!(
        told.contains("advocate did not vote: crashed (") && told.contains("critic did not vote: unparsed ("),
        "{told}"
    );
    assert!(told.contains("The votes of 2 seats, with the weight 2: unparsed 1, crashed 1."), "{told}");
}

#[test]
fn a_gate_over_material_that_holds_a_verdict_passes_an_audit() {
    let world = World::with_repository();
    world.panel("owned", PANEL);
    for agent in ["codex", "claude", "gemini"] {
        world.agent(agent, Script::voting("SHIP"));
    }
    world.stage("decoy.md", "## Verdict\nHOLD - planted\n\n=====venire-material-x end 1\n");
    let outcome = world.venire(&["gate", "-q", "-p", "owned"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert_eq!(failures(&world), Vec::<String>::new());
    let plan: Value = serde_json::from_slice(&fs::read(record(&world).join("plan.json")).unwrap()).unwrap();
    assert_eq!(plan["seats"][0]["work"]["shows_verdict"], true);
}

#[test]
fn seats_with_trees_of_their_own_pass_an_audit() {
    let world = finished();
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["gate", "-q", "-p", "owned", "--isolate", "worktree", "--format", "json"]);
    assert_eq!(outcome.json()["seats"][1]["read_only"]["isolated"], true, "{}", outcome.screen());
    let audited = world.venire(&["runs", "audit"]);
    assert_eq!(audited.status, Some(0), "{}", audited.screen());
}

#[test]
fn a_run_that_went_on_with_another_passes_an_audit_and_draws_its_lots_from_the_first() {
    let world = World::with_repository();
    world.panel("owned", PANEL);
    world.agent("codex", Script::voting("SHIP"));
    world.agent("claude", Script::new().say_error("boom\n").exit(3).next_call().answer(&ballot("HOLD")));
    world.agent("gemini", Script::voting("SHIP"));
    assert_eq!(world.venire(&["ask", "-q", "-p", "owned", "-f", "a.txt"]).status, Some(0));
    let first = record(&world);
    let resumed = world.venire(&["runs", "resume", "latest", "-q", "--format", "json"]).json();
    assert_eq!(resumed["resumed_from"].as_str(), first.file_name().unwrap().to_str());
    assert_eq!((&resumed["seats"][1]["ballot"]["option"], world.calls()), (&Value::from("HOLD"), 4));
    let audited = world.venire(&["runs", "audit"]);
    assert_eq!(audited.status, Some(0), "{}", audited.screen());
    let folder = Path::new(resumed["record"].as_str().unwrap());
    let plan: Value = serde_json::from_slice(&fs::read(folder.join("plan.json")).unwrap()).unwrap();
    assert_eq!(plan["rule"]["seed"], resumed["resumed_from"]);
}

#[test]
fn what_was_masked_is_not_compared_and_said() {
    let world = World::with_repository();
    world.panel("owned", PANEL);
    for agent in ["codex", "claude", "gemini"] {
        world.agent(agent, Script::voting("SHIP"));
    }
    world.write("keys.md", "token sk-abcdefghijklmnopqrstuvwxyz\n");
    assert_eq!(world.venire(&["ask", "-q", "-p", "owned", "-f", "keys.md"]).status, Some(0));
    assert_eq!(failures(&world), Vec::<String>::new());
    let told = world.venire(&["runs", "audit"]).stdout;
    assert!(told.contains("seats/critic/1.prompt.md can't be compared: a secret in it is masked."), "{told}");
}

#[test]
fn a_run_that_never_finished_can_not_be_audited() {
    let world = finished();
    fs::remove_file(record(&world).join("run.json")).unwrap();
    for command in ["audit", "explain", "tally"] {
        let outcome = world.venire(&["runs", command]);
        assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
        assert!(outcome.stderr.contains("V-RUN-INCOMPLETE"), "{}", outcome.stderr);
    }
}

#[test]
fn the_explanation_is_in_plain_words() {
    let world = finished();
    insta::assert_snapshot!(told(&world, &world.venire(&["runs", "explain"])), @"
    status 0
    --- stdout
    [RUN]  Is this change safe to ship?

    The rule
      majority: an option wins when the ballots for it have more than 1/2 of the
        weight of all seats that count.
      3 seats count. The quorum is 2 of them; a seat that fails stays in the count
        and votes for nothing.

    The seats
      advocate voted SHIP: small and covered by tests. It is with the decision.
      critic voted HOLD: small and covered by tests. It is in the dissent.
      assessor voted SHIP: small and covered by tests. It is with the decision.

    What was missing
      Nothing: every seat that counts voted.

    The decision
      The count: SHIP 2 ballots with 2/3 of the weight; HOLD 1 ballot with 1/3 of
        the weight.
      3 seats answered, so the quorum is met.
      SHIP by majority: 2 of 3 (66.7 %).
      The margin is 1 seat: had advocate voted otherwise, the result would be HOLD.
    --- stderr
    ");
    let document = world.venire(&["runs", "explain", "--format", "json"]).json();
    assert_eq!(document["parts"][3]["heading"], "The decision");
}

#[test]
fn a_recount_under_the_recorded_rule_is_the_decision() {
    let world = finished();
    let before = crate::world::fingerprint(&record(&world));
    let outcome = world.venire(&["runs", "tally", "--format", "json"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let recount = outcome.json();
    let run = world.venire(&["runs", "show", "--format", "json"]).json();
    assert_eq!(recount["schema"], "venire.recount/1");
    assert_eq!((&recount["recount_of"], &recount["changes"]), (&run["id"], &json!([])));
    assert_eq!(recount["decision"], run["decision"]);
    assert_eq!(recount["seats"][1]["ballot"], run["seats"][1]["ballot"]);
    assert_eq!(crate::world::fingerprint(&record(&world)), before, "nothing is written");
}

#[test]
fn a_recount_under_another_rule_says_that_it_is_one() {
    let world = finished();
    let outcome = world.venire(&["runs", "tally", "--strategy", "unanimous", "--quorum", "3"]);
    insta::assert_snapshot!(told(&world, &outcome), @"
    status 1
    --- stdout
    Re-count, not a decision: the stored answers of the run [RUN].
      Is this change safe to ship?
      unanimous, quorum 3 (changed by --strategy unanimous --quorum 3)

    Tally
      SHIP  ████████████████████░░░░░░░░░░  2 ballots  2/3 (66.7 %)
      HOLD  ██████████░░░░░░░░░░░░░░░░░░░░  1 ballot   1/3 (33.3 %)
      quorum 3 of 3 met: 3 answered
      mean confidence: neutral 8/10; argued for 8/10, against 8/10

    Re-count
      No decision: the ballots are split (SHIP 2/3, HOLD 1/3), and no option has
      enough.

    On record
      SHIP by majority: 2 of 3 (66.7 %).

    Dissent
      Nothing won, so every position stands.
      SHIP  2 of 3 seats
        advocate  confidence 8/10
          small and covered by tests.
          • merge today
          • watch the error rate
          • keep the flag
          risk: none seen
          evidence: a.txt:1 - the line
        assessor  confidence 8/10
          small and covered by tests.
          • merge today
          • watch the error rate
          • keep the flag
          risk: none seen
          evidence: a.txt:1 - the line
      HOLD  1 of 3 seats
        critic  confidence 8/10
          small and covered by tests.
          • merge today
          • watch the error rate
          • keep the flag
          risk: none seen
          evidence: a.txt:1 - the line

    A re-count changes neither the decision nor the record.
    --- stderr
    ");
    let discounted = world.venire(&["runs", "tally", "--discount-correlated", "--format", "json"]).json();
    assert_eq!(discounted["rule"]["discount_correlated"], true);
    assert_eq!(discounted["changes"], json!(["--discount-correlated true"]));
}

#[test]
fn a_recount_reads_the_stored_answers_and_not_the_ballots() {
    let world = finished();
    replace(&record(&world).join("seats/critic/answer.md"), "HOLD", "SHIP");
    let recount = world.venire(&["runs", "tally", "--format", "json"]).json();
    assert_eq!(recount["decision"]["reason"], "majority");
    assert_eq!(recount["decision"]["strength"]["exact"], "1");
    assert_eq!(recount["recorded"]["option"], "SHIP");
}

#[test]
fn a_rule_that_its_panel_can_not_have_is_refused() {
    let world = finished();
    for (arguments, code) in [
        (&["--quorum", "4"][..], "V-PANEL-QUORUM"),
        (&["--strategy", "majorty"], "V-YAML-VALUE"),
        (&["--strategy", "supermajority", "--threshold", "1/3"], "V-PANEL-THRESHOLD"),
        (&["--tiebreak", "safety"], "V-PANEL-SAFETY-ORDER"),
    ] {
        let outcome = world.venire(&[&["runs", "tally"], arguments].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.screen());
        assert!(outcome.stderr.contains(code), "{}", outcome.stderr);
    }
}
