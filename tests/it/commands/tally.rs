//! `venire tally`: ballots from elsewhere, counted.

use std::fs;

use serde_json::Value;

use super::told;
use crate::world::{Input, Outcome, World};

/// Runs `venire tally` over these lines, with these arguments.
fn tally(lines: &str, arguments: &[&str]) -> Outcome {
    let world = World::new();
    fs::write(world.repository().join("votes.jsonl"), lines).unwrap();
    world.venire(&[&["tally", "votes.jsonl"], arguments].concat())
}

const TWO_ITEMS: &str = r#"{"item": "one", "seat": "a", "vote": "SHIP", "confidence": "8/10", "lineage": "openai"}
{"item": "one", "seat": "b", "vote": "ship"}

{"item": "one", "seat": "c", "vote": "HOLD", "confidence": 0.5}
{"item": 2, "seat": "a", "vote": "HOLD"}
{"item": 2, "seat": "b", "non_vote": "timed_out"}
"#;

#[test]
fn each_item_has_a_line_in_the_order_of_the_items() {
    let world = World::new();
    insta::assert_snapshot!(told(&world, &tally(TWO_ITEMS, &["--roster", "3"])), @"
    status 1
    --- stdout
    one  SHIP by majority: 2 of 3 (66.7 %).
    2  No decision: only 1 of 3 seats answered; the quorum is 2.
    --- stderr
    ");
    let quorum = tally(TWO_ITEMS, &["--roster", "3", "--quorum", "1", "--format", "jsonl"]);
    assert_eq!(quorum.status, Some(1), "{}", quorum.screen());
    let lines: Vec<Value> = quorum.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["item"], &lines[1]["item"]), (&"one".into(), &"2".into()));
    assert_eq!(lines[0]["decision"]["dissent"]["positions"][0]["seats"][0]["confidence"]["exact"], "1/2");
    assert_eq!(lines[1]["decision"]["reason"], "incomplete");
    assert_eq!(
        lines[1]["decision"]["tally"]["non_votes"]["kinds"],
        serde_json::json!({"other_failure": 1, "timed_out": 1})
    );
}

#[test]
fn a_seat_without_a_line_stays_in_the_count() {
    let lines = "{\"seat\": \"a\", \"vote\": \"SHIP\"}\n{\"seat\": \"b\", \"vote\": \"SHIP\"}\n";
    assert_eq!(tally(lines, &["--roster", "3"]).stdout, "SHIP by majority: 2 of 3 (66.7 %).\n");
    let four = tally(lines, &["--roster", "4", "--quorum", "2"]);
    assert_eq!(four.status, Some(1));
    assert_eq!(four.stdout, "No decision: every ballot says SHIP, but 2 of 4 seats cast none.\n");
}

#[test]
fn the_document_names_the_rule_and_counts_the_items() {
    let document = tally(TWO_ITEMS, &["--roster", "3", "--format", "json"]).json();
    assert_eq!(document["schema"], "venire.tally/1");
    assert_eq!((&document["rule"]["strategy"], &document["roster"]), (&"majority".into(), &3.into()));
    assert_eq!(document["items"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["items"][0]["decision"]["effective_voices"]["exact"], "3");
    assert_eq!(document["counts"], serde_json::json!({"items": 2, "decided": 1, "undecided": 1}));
}

#[test]
fn the_rule_is_given_in_the_words_of_a_panel() {
    let lines = r#"{"seat": "a", "vote": "A>B", "lineage": "x"}
{"seat": "b", "vote": "A>B", "lineage": "x"}
{"seat": "c", "vote": "B>A", "lineage": "y"}
{"seat": "d", "vote": "B>A", "lineage": "z"}
{"seat": "e", "vote": "A>B", "lineage": "x"}
"#;
    let options = ["--roster", "5", "--option", "A>B", "--option", "B>A"];
    let with = |more: &[&str]| tally(lines, &[&options, more].concat()).stdout;
    assert_eq!(with(&[]), "A>B by majority: 3 of 5 (60 %).\n");
    assert_eq!(with(&["--discount-correlated"]), "B>A by majority: 2 of 5 seats with 2/3 of the weight (66.7 %).\n");
    assert!(with(&["--strategy", "supermajority"]).starts_with("No decision: the ballots are split"));
    assert_eq!(with(&["--strategy", "supermajority", "--threshold", "60%"]), "A>B by supermajority: 3 of 5 (60 %).\n");
    assert_eq!(with(&["--strategy", "plurality"]), "A>B by plurality: 3 of 5 (60 %).\n");
    let passing =
        tally(lines, &["--roster", "5", "--option", "A>B=pass", "--option", "B>A=block", "--min-lineages", "2"]);
    assert_eq!(passing.stdout, "No decision: A>B won the count, but too few lineages stand behind it.\n");
    let tie = "{\"seat\": \"a\", \"vote\": \"SHIP\"}\n{\"seat\": \"b\", \"vote\": \"HOLD\"}\n";
    let broken = tally(tie, &["--roster", "2", "--tiebreak", "safety", "--safety-order", "HOLD,SHIP"]);
    assert_eq!((broken.status, broken.stdout.starts_with("HOLD by the panel's order of safety")), (Some(0), true));
}

#[test]
fn standard_input_is_read_where_it_is_asked_for() {
    let world = World::new();
    let lines = b"\xef\xbb\xbf{\"seat\": \"a\", \"vote\": \"SHIP\"}\r\n{\"seat\": \"b\", \"vote\": \"SHIP\"}".to_vec();
    let outcome = world.run(&["tally", "-", "--roster", "2"]).input(Input::Text(lines)).outcome();
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "SHIP by majority: 2 of 2 (100 %).\n"));
    let wrong = world.run(&["tally", "-", "--roster", "2"]).input(Input::Text(b"{}".to_vec())).outcome();
    assert!(wrong.stderr.starts_with("venire: standard input:1:1: this line names no seat"), "{}", wrong.stderr);
}

#[test]
fn every_malformed_line_is_an_error_with_its_place_and_what_to_write() {
    let good = r#"{"item": "i", "seat": "a", "vote": "SHIP"}"#;
    let mut told = vec![];
    for bad in [
        "vote a SHIP",
        r#"["i", "b", "SHIP"]"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP""#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP"} {}"#,
        r#"{"item": "i", "seat": "b", "vot": "SHIP"}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "vote": "HOLD"}"#,
        r#"{"item": "i", "vote": "SHIP"}"#,
        r#"{"item": "i", "seat": " ", "vote": "SHIP"}"#,
        r#"{"item": ["i"], "seat": "b", "vote": "SHIP"}"#,
        r#"{"item": "i", "seat": "b"}"#,
        r#"{"item": "i", "seat": "b", "vote": null}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHPI"}"#,
        r#"{"item": "i", "seat": "b", "vote": true}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "non_vote": "cut"}"#,
        r#"{"item": "i", "seat": "b", "non_vote": "timedout"}"#,
        r#"{"item": "i", "seat": "b", "non_vote": "cut", "confidence": 1}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "confidence": 8}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "confidence": "sure"}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "weight": 0}"#,
        r#"{"item": "i", "seat": "b", "vote": "SHIP", "weight": 0.0001}"#,
        r#"{"item": "i", "seat": "a", "vote": "HOLD"}"#,
        r#"{"seat": "b", "vote": "SHIP"}"#,
        "\"\u{fffd}ü\" {\"item\"",
    ] {
        let outcome = tally(&format!("{good}\n{bad}\n"), &["--roster", "3"]);
        assert_eq!(outcome.status, Some(2), "{bad}: {}", outcome.screen());
        told.push(format!("{bad}\n{}", outcome.stderr));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    vote a SHIP
    venire: votes.jsonl:2:1: this line is no JSON object [V-BALLOT-SYNTAX]
      → write one object a line: {"seat": "a", "vote": "SHIP"}

    ["i", "b", "SHIP"]
    venire: votes.jsonl:2:1: this line is no JSON object [V-BALLOT-SYNTAX]
      → write one object a line: {"seat": "a", "vote": "SHIP"}

    {"item": "i", "seat": "b", "vote": "SHIP"
    venire: votes.jsonl:2:41: this is no JSON: EOF while parsing an object [V-BALLOT-SYNTAX]
      → write one object a line: {"seat": "a", "vote": "SHIP"}

    {"item": "i", "seat": "b", "vote": "SHIP"} {}
    venire: votes.jsonl:2:44: this is no JSON: trailing characters [V-BALLOT-SYNTAX]
      → write one object a line: {"seat": "a", "vote": "SHIP"}

    {"item": "i", "seat": "b", "vot": "SHIP"}
    venire: votes.jsonl:2:28: `vot` is no key of a ballot [V-BALLOT-KEY]
      → did you mean `vote`? the keys are item, seat, vote, non_vote, confidence, weight, lineage

    {"item": "i", "seat": "b", "vote": "SHIP", "vote": "HOLD"}
    venire: votes.jsonl:2:44: `vote` stands twice in this line [V-BALLOT-KEY]
      → take one of them out

    {"item": "i", "vote": "SHIP"}
    venire: votes.jsonl:2:1: this line names no seat [V-BALLOT-KEY]
      → write one object a line: {"seat": "a", "vote": "SHIP"}

    {"item": "i", "seat": " ", "vote": "SHIP"}
    venire: votes.jsonl:2:23: " " is no value of `seat` [V-BALLOT-VALUE]
      → write a name: {"seat": "a"}

    {"item": ["i"], "seat": "b", "vote": "SHIP"}
    venire: votes.jsonl:2:10: ["i"] is no value of `item` [V-BALLOT-VALUE]
      → write a name: {"item": "a"}

    {"item": "i", "seat": "b"}
    venire: votes.jsonl:2:1: this line has neither a `vote` nor a `non_vote` [V-BALLOT-KEY]
      → write "vote": "SHIP", or why there is none: "non_vote": "timed_out"

    {"item": "i", "seat": "b", "vote": null}
    venire: votes.jsonl:2:1: this line has neither a `vote` nor a `non_vote` [V-BALLOT-KEY]
      → write "vote": "SHIP", or why there is none: "non_vote": "timed_out"

    {"item": "i", "seat": "b", "vote": "SHPI"}
    venire: votes.jsonl:2:36: "SHPI" is no value of `vote` [V-BALLOT-VALUE]
      → the options are SHIP, HOLD, and ABSTAIN; a vote for anything else is "non_vote": "off_list"

    {"item": "i", "seat": "b", "vote": true}
    venire: votes.jsonl:2:36: true is no value of `vote` [V-BALLOT-VALUE]
      → the options are SHIP, HOLD, and ABSTAIN; a vote for anything else is "non_vote": "off_list"

    {"item": "i", "seat": "b", "vote": "SHIP", "non_vote": "cut"}
    venire: votes.jsonl:2:56: this line has both a `vote` and a `non_vote` [V-BALLOT-KEY]
      → a seat has one or the other

    {"item": "i", "seat": "b", "non_vote": "timedout"}
    venire: votes.jsonl:2:40: "timedout" is no value of `non_vote` [V-BALLOT-VALUE]
      → did you mean "timed_out"? the kinds are abstained, refused, empty, unparsed, off_list, conflicting, truncated, echoed, blind, void_ranking, not_installed, not_signed_in, quota, rate_limited, model_unavailable, overloaded, network, untrusted_directory, prompt_too_large, output_too_large, no_success_record, crashed, spawn_failed, other_failure, skipped, timed_out, cut, cancelled, call_limit, sandbox_failed, tripwire, wrong_lineage, tainted

    {"item": "i", "seat": "b", "non_vote": "cut", "confidence": 1}
    venire: votes.jsonl:2:61: 1 is no value of `confidence` [V-BALLOT-VALUE]
      → take it out: a seat that did not vote has no confidence

    {"item": "i", "seat": "b", "vote": "SHIP", "confidence": 8}
    venire: votes.jsonl:2:58: 8 is no value of `confidence` [V-BALLOT-VALUE]
      → write a number from 0 to 1, or a text with its scale: 0.8, "8/10", "80%", "high"

    {"item": "i", "seat": "b", "vote": "SHIP", "confidence": "sure"}
    venire: votes.jsonl:2:58: "sure" is no value of `confidence` [V-BALLOT-VALUE]
      → write a number from 0 to 1, or a text with its scale: 0.8, "8/10", "80%", "high"

    {"item": "i", "seat": "b", "vote": "SHIP", "weight": 0}
    venire: votes.jsonl:2:54: 0 is no value of `weight` [V-BALLOT-VALUE]
      → write a number above 0 and at most 1000, with at most 3 decimals

    {"item": "i", "seat": "b", "vote": "SHIP", "weight": 0.0001}
    venire: votes.jsonl:2:54: 0.0001 is no value of `weight` [V-BALLOT-VALUE]
      → write a number above 0 and at most 1000, with at most 3 decimals

    {"item": "i", "seat": "a", "vote": "HOLD"}
    venire: votes.jsonl:2:23: the seat "a" votes twice on the item "i", first in line 1 [V-BALLOT-TWICE]
      → a seat has one line; take out the one that does not hold

    {"seat": "b", "vote": "SHIP"}
    venire: votes.jsonl:2:1: this line names no item, and those before do [V-BALLOT-ITEM]
      → write "item" in every line, or in none

    "�ü" {"item"
    venire: votes.jsonl:2:1: this line is no JSON object [V-BALLOT-SYNTAX]
      → write one object a line: {"seat": "a", "vote": "SHIP"}
    "#);
}

#[test]
fn lines_that_are_no_text_or_have_no_end_are_errors() {
    let world = World::new();
    let run = |bytes: Vec<u8>| world.run(&["tally", "-", "--roster", "2"]).input(Input::Text(bytes)).outcome();
    let latin = run(b"{\"seat\": \"a\xff\"}".to_vec());
    assert!(latin.stderr.contains("standard input:1:12: this line is not UTF-8"), "{}", latin.stderr);
    let endless = run(vec![b'{'; 3 << 20]);
    assert!(endless.stderr.contains("longer than 1 MiB"), "{}", endless.stderr);
    let deep = run("{\"seat\": ".bytes().chain(std::iter::repeat_n(b'[', 500_000)).collect());
    assert_eq!(deep.status, Some(2), "{}", deep.screen());
    let empty = run(b"\n \n".to_vec());
    assert!(empty.stderr.contains("there is no ballot in standard input"), "{}", empty.stderr);
    assert_eq!(world.venire(&["tally", "none.jsonl", "--roster", "2"]).status, Some(4));
}

#[test]
fn an_item_that_comes_back_is_an_error_after_what_was_counted() {
    let lines = r#"{"item": "i", "seat": "a", "vote": "SHIP"}
{"item": "j", "seat": "a", "vote": "SHIP"}
{"item": "i", "seat": "b", "vote": "SHIP"}
"#;
    let outcome = tally(lines, &["--roster", "1"]);
    assert_eq!(outcome.status, Some(2));
    assert_eq!(outcome.stdout, "i  SHIP by majority: 1 of 1 (100 %).\nj  SHIP by majority: 1 of 1 (100 %).\n");
    assert!(outcome.stderr.contains("votes.jsonl:3:10: the item \"i\" comes back"), "{}", outcome.stderr);
}

#[test]
fn more_seats_than_the_roster_and_a_rule_that_can_not_be_are_errors() {
    for (arguments, told) in [
        (&["--roster", "1"][..], "votes.jsonl:2:25: the seat \"b\" is one more than the roster has"),
        (&["--roster", "0"], "V-TALLY-ROSTER"),
        (&["--roster", "99999999999"], "V-TALLY-ROSTER"),
        (&["--roster", "3", "--quorum", "4"], "V-TALLY-ROSTER"),
        (&["--roster", "3", "--min-lineages", "4"], "V-TALLY-ROSTER"),
        (&["--roster", "3", "--strategy", "all-voices"], "V-TALLY-STRATEGY"),
        (&["--roster", "3", "--strategy", "majorty"], "did you mean `majority`?"),
        (&["--roster", "3", "--threshold", "2/3"], "V-PANEL-THRESHOLD"),
        (&["--roster", "3", "--option", "SHIP"], "V-PANEL-OPTIONS"),
        (&["--roster", "3", "--option", "SHIP=pas", "--option", "HOLD"], "did you mean `pass`?"),
    ] {
        let outcome = tally(TWO_ITEMS, arguments);
        assert_eq!(outcome.status, Some(2), "{arguments:?}: {}", outcome.screen());
        assert!(outcome.stderr.contains(told), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn items_with_the_same_ballots_come_to_the_same_decision_each_under_its_name() {
    let votes = [["SHIP", "HOLD"], ["SHIP", "SHIP"], ["SHIP", "HOLD"], ["SHIP", "SHIP"]];
    let lines: String = votes
        .iter()
        .enumerate()
        .flat_map(|(item, votes)| {
            let confidence = item * 25;
            votes.iter().enumerate().map(move |(seat, vote)| {
                format!("{{\"item\":{item},\"seat\":{seat},\"vote\":\"{vote}\",\"confidence\":\"{confidence}%\"}}\n")
            })
        })
        .collect();
    let all = "0  No decision: tie between SHIP and HOLD.\n1  SHIP by majority: 2 of 2 (100 %).\n\
               2  No decision: tie between SHIP and HOLD.\n3  SHIP by majority: 2 of 2 (100 %).\n";
    assert_eq!(tally(&lines, &["--roster", "2"]).stdout, all);
    let documents = tally(&lines, &["--roster", "2", "--format", "jsonl"]).stdout;
    let third: Value = serde_json::from_str(documents.lines().nth(2).unwrap()).unwrap();
    assert_eq!(third["item"], "2");
    assert_eq!(third["decision"]["dissent"]["positions"][0]["seats"][0]["confidence"]["exact"], "1/2");
}

#[test]
fn memory_goes_with_the_seats_of_an_item_and_not_with_the_items() {
    let world = World::new();
    let lines: String = (0..40_000)
        .flat_map(|item| [("a", "SHIP"), ("b", "HOLD")].map(|seat| (item, seat)))
        .map(|(item, (seat, vote))| {
            format!("{{\"item\":{item},\"seat\":\"{seat}\",\"vote\":\"{vote}\",\"confidence\":0.{item}}}\n")
        })
        .collect();
    let run = world.run(&["tally", "-", "--roster", "2"]).input(Input::Text(lines.into_bytes()));
    let outcome = run.limit(std::time::Duration::from_secs(300)).outcome();
    assert_eq!((outcome.status, outcome.stdout.lines().count()), (Some(1), 40_000), "{}", outcome.stderr);
    // The ballots of all items would take some 70 MB.
    assert!(outcome.peak_memory < 40 << 20, "{} bytes", outcome.peak_memory);
}
