//! Each rule of counting, from a panel's file to the exit status.

use serde_json::Value;

use crate::world::{Outcome, Script, World, ballot};

/// Codex, Claude and Gemini answer so; `keys` are the panel's beside its seats.
fn asked(command: &str, keys: &str, seats: &str, answers: [&str; 3]) -> (World, Outcome) {
    let world = World::with_repository();
    world.panel("mine", &format!("question: Is it safe?\nreask: 0\n{keys}\nseats:\n{seats}"));
    for (agent, answer) in ["codex", "claude", "gemini"].into_iter().zip(answers) {
        let answer = if answer.contains('\n') { answer.to_owned() } else { ballot(answer) };
        world.agent(agent, Script::new().answer(&answer));
    }
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&[command, "-p", "mine", "--format", "json"]);
    (world, outcome)
}

const SEATS: &str = "  - { id: a, agent: codex }\n  - { id: b, agent: claude }\n  - { id: c, agent: gemini }\n";

/// A ballot with so much confidence.
fn sure(option: &str, confidence: &str) -> String {
    ballot(option).replace("8/10", confidence)
}

/// A ballot that ranks.
fn ranking(options: &[&str]) -> String {
    let list: String = (1..).zip(options).map(|(place, option)| format!("{place}. {option}\n")).collect();
    ballot("LIST").replace("LIST - small and covered by tests.\n", &list)
}

/// Exit status, option and reason.
fn told(outcome: &Outcome) -> (Option<i32>, String, String) {
    let decision = &outcome.json()["decision"];
    let word = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    (outcome.status, word(&decision["option"]), word(&decision["reason"]))
}

fn codes(outcome: &Outcome) -> Vec<String> {
    let warnings = outcome.json()["warnings"].as_array().unwrap().clone();
    warnings.iter().map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
}

fn is(status: i32, option: &str, reason: &str) -> (Option<i32>, String, String) {
    (Some(status), option.to_owned(), reason.to_owned())
}

#[test]
fn weights_count_where_the_strategy_uses_them() {
    let seats = SEATS.replace("agent: claude", "agent: claude, weight: 2.5");
    let answers = ["SHIP", "HOLD", "SHIP"];
    let (_, weighted) = asked("gate", "strategy: weighted", &seats, answers);
    assert_eq!(told(&weighted), is(1, "HOLD", "weighted"));
    assert_eq!(weighted.json()["decision"]["strength"]["exact"], "5/9");
    assert_eq!(weighted.json()["seats"][1]["weight"]["exact"], "5/2");
    let (_, threshold) = asked("gate", "strategy: weighted\nthreshold: 60%", &seats, answers);
    assert_eq!(told(&threshold), is(3, "none", "split"));
    let (_, majority) = asked("gate", "strategy: majority", &seats, answers);
    assert_eq!(told(&majority), is(0, "SHIP", "majority"));
}

#[test]
fn a_hesitant_panel_makes_no_consensus_and_may_share_its_scores() {
    let answers = [sure("SHIP", "5/10"), sure("SHIP", "6/10"), sure("HOLD", "2/10")];
    let answers = [answers[0].as_str(), answers[1].as_str(), answers[2].as_str()];
    let (_, panel) = asked("gate", "strategy: confidence-weighted", SEATS, answers);
    assert_eq!(told(&panel), is(3, "none", "split"));
    let tally = &panel.json()["decision"]["tally"]["options"][0];
    assert_eq!((&tally["score"]["exact"], &tally["share_of_scores"]["exact"]), (&"11/10".into(), &"11/13".into()));
    let (world, scores) = asked("gate", "strategy: confidence-weighted\nshare_of: scores", SEATS, answers);
    assert_eq!(told(&scores), is(0, "SHIP", "confidence_weighted"));
    let shown = world.venire(&["gate", "-p", "mine"]).stdout;
    assert!(shown.contains("SHIP by weight and confidence: score 11/10 (84.6 %), 2 of 3 seats."), "{shown}");
    assert!(shown.contains("score 11/10 (84.6 % of all scores)"), "{shown}");
}

#[test]
fn a_confidence_that_is_missing_or_says_nothing_is_told() {
    let answers = [sure("SHIP", "9"), sure("HOLD", "9"), sure("SHIP", "9/10")];
    let answers = [answers[0].as_str(), answers[1].as_str(), answers[2].as_str()];
    let (_, missing) = asked("gate", "strategy: confidence-weighted", SEATS, answers);
    assert_eq!(told(&missing), is(3, "none", "split"));
    let scores: Vec<String> = (0..2)
        .map(|at| missing.json()["decision"]["tally"]["options"][at]["score"]["exact"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(scores, ["9/10", "1"], "a missing confidence is 0 for a pass and 1 against it");
    assert_eq!(codes(&missing), ["V-WARN-CONFIDENCE-MISSING"]);
    let (_, same) = asked("gate", "strategy: confidence-weighted", SEATS, ["SHIP", "SHIP", "HOLD"]);
    assert_eq!(codes(&same), ["V-WARN-CONFIDENCE-FLAT"]);
    let (_, majority) = asked("gate", "strategy: majority", SEATS, ["SHIP", "SHIP", "HOLD"]);
    assert!(codes(&majority).is_empty(), "where it does not count it is not warned of");
}

#[test]
fn a_parity_pair_agrees_with_the_proposer_or_a_human_decides() {
    let seats = "  - { id: a, agent: codex, proposer: true }\n  - { id: b, agent: claude, parity: true }\n  \
                 - { id: c, agent: gemini, parity: true }\n";
    let with = |answers| asked("gate", "strategy: parity-pair", seats, answers).1;
    assert_eq!(told(&with(["SHIP", "SHIP", "SHIP"])), is(0, "SHIP", "parity_pair"));
    assert_eq!(told(&with(["HOLD", "HOLD", "HOLD"])), is(1, "HOLD", "parity_pair"));
    let split = with(["SHIP", "SHIP", "HOLD"]);
    assert_eq!(told(&split), is(3, "none", "split"));
    assert_eq!(
        (&split.json()["decision"]["status"], &split.json()["decision"]["effect"]),
        (&"escalated".into(), &"escalate".into())
    );
    let unmarked = seats.replace(", proposer: true", "");
    let first = format!("{unmarked}  - {{ id: d, agent: \"claude:opus\" }}\n");
    let (_, doubtful) = asked("gate", "strategy: parity-pair", &first, ["SHIP", "SHIP", "SHIP"]);
    assert!(codes(&doubtful).contains(&"V-WARN-PROPOSER".to_owned()), "{:?}", codes(&doubtful));
    // The heaviest of the others proposes. Its weight does no more than that.
    let heavy = first.replace("claude:opus\"", "claude:opus\", weight: 3");
    let (world, heavy) = asked("gate", "strategy: parity-pair", &heavy, ["HOLD", "SHIP", "SHIP"]);
    assert_eq!(told(&heavy), is(0, "SHIP", "parity_pair"));
    assert_eq!(heavy.json()["seats"][3]["weight"]["exact"], "1");
    let plan: Value = world.venire(&["plan", "-p", "mine", "--format", "json"]).json();
    let proposers: Vec<&Value> = plan["seats"].as_array().unwrap().iter().map(|seat| &seat["proposer"]).collect();
    assert_eq!(proposers, [&Value::from(false), &false.into(), &false.into(), &true.into()]);
}

#[test]
fn ranked_ballots_find_the_option_that_most_can_live_with() {
    let options = "strategy: borda\noptions:\n  - { label: SHIP, effect: pass }\n  - { label: HOLD, effect: block }\n  \
                   - { label: REVISE, effect: revise }";
    let answers =
        [ranking(&["SHIP", "REVISE", "HOLD"]), ranking(&["HOLD", "REVISE", "SHIP"]), ranking(&["REVISE", "SHIP"])];
    let (world, outcome) = asked("gate", options, SEATS, [&answers[0], &answers[1], &answers[2]]);
    assert_eq!(told(&outcome), is(1, "REVISE", "borda"));
    let document = outcome.json();
    assert_eq!(document["decision"]["strength"]["exact"], "2/3");
    assert_eq!(document["seats"][2]["ballot"]["ranking"], serde_json::json!(["REVISE", "SHIP"]));
    assert_eq!(document["seats"][2]["ballot"]["sealed"], true);
    let prompt =
        std::fs::read_to_string(std::path::Path::new(document["record"].as_str().unwrap()).join("seats/a/1.prompt.md"));
    assert!(prompt.unwrap().contains("1. <the best option>"));
    // The same lists without the seal are no votes at a gate.
    let unsealed = answers.map(|answer| answer.replace(" {seal}", ""));
    let (_, outcome) = asked("gate", options, SEATS, [&unsealed[0], &unsealed[1], &unsealed[2]]);
    assert_eq!(told(&outcome), is(4, "none", "inquorate"));
    drop(world);
}

#[test]
fn a_tie_goes_to_a_human_or_is_drawn_by_a_lot_that_is_logged() {
    let answers = ["SHIP", "HOLD", "ABSTAIN"];
    let (_, human) = asked("gate", "tiebreak: [human]", SEATS, answers);
    assert_eq!(told(&human), is(3, "none", "human"));
    let options = "tiebreak: random\noptions:\n  - { label: HOLD, effect: block }\n  - { label: REVISE, effect: revise }\n  \
                   - { label: SHIP, effect: pass }";
    let (world, drawn) = asked("gate", options, SEATS, ["HOLD", "REVISE", "ABSTAIN"]);
    let document = drawn.json();
    let decision = &document["decision"];
    assert_eq!((drawn.status, &decision["reason"]), (Some(1), &"drawn_by_lot".into()));
    assert_eq!(decision["lot"]["seed"], document["id"]);
    assert_eq!(decision["lot"]["among"], serde_json::json!(["HOLD", "REVISE"]));
    let plan = std::path::Path::new(document["record"].as_str().unwrap()).join("plan.json");
    let plan: Value = serde_json::from_slice(&std::fs::read(plan).unwrap()).unwrap();
    assert_eq!(plan["rule"]["seed"], document["id"], "the seed is written down before the first seat starts");
    let shown = world.venire(&["runs", "show"]).stdout;
    assert!(shown.contains("drawn by lot from the tie between HOLD and REVISE."), "{shown}");
    // No lot passes a gate: the two that could be drawn are SHIP and HOLD, whatever the lot.
    let (_, pass) = asked("gate", "tiebreak: [random]", SEATS, answers);
    assert!([is(1, "HOLD", "drawn_by_lot"), is(3, "none", "tie")].contains(&told(&pass)), "{:?}", told(&pass));
}

#[test]
fn seats_that_argue_a_side_can_be_heard_and_not_counted() {
    let seats = "  - { id: a, agent: codex, stance: for }\n  - { id: b, agent: claude, stance: against }\n  \
                 - { id: c, agent: gemini }\n  - { id: d, agent: \"claude:opus\" }\n";
    let answers = ["SHIP", "HOLD", "SHIP"];
    let (world, outcome) = asked("gate", "stance_votes: advisory\nquorum: 2\nstrategy: plurality", seats, answers);
    let document = outcome.json();
    assert_eq!(document["decision"]["quorum"]["eligible"], 2);
    assert_eq!(document["seats"][0]["advisory"], true);
    assert_eq!(document["decision"]["confidence"][0]["stance"], "neutral");
    assert_eq!(document["decision"]["confidence"].as_array().unwrap().len(), 1, "only counted ballots are in it");
    drop(world);
    let (world, _) = asked("gate", "strategy: majority", seats, answers);
    let shown = world.venire(&["gate", "-p", "mine"]).stdout;
    assert!(shown.contains("mean confidence: neutral 8/10; argued for 8/10, against 8/10"), "{shown}");
    assert!(shown.contains("effective voices: 2.6667 of 4 seats"), "{shown}");
}

#[test]
fn what_the_missing_seats_could_have_made_of_it_is_in_the_document() {
    let (_, outcome) = asked("gate", "quorum: 2", SEATS, ["SHIP", "HOLD", "no verdict\nat all"]);
    let document = outcome.json();
    let what_if = &document["decision"]["what_if"];
    assert_eq!((&what_if[0]["voted"], &what_if[0]["result"]["option"]), (&"SHIP".into(), &"SHIP".into()));
    assert_eq!((&what_if[1]["voted"], &what_if[1]["result"]["effect"]), (&"HOLD".into(), &"block".into()));
    assert_eq!(document["decision"]["margin"]["seats"], 1, "two HOLD would be a majority");
}
