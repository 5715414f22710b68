//! Lines of ballots: whatever stands in one, it is a vote, a blank, or a fault with a place in it.

use proptest::prelude::*;
use venire::ballots::line;
use venire::vote::{Choice, Dealbreakers, Effect, Outcome, Rule, ratio};

fn rule() -> Rule {
    let choice = |label: &str, effect| Choice { label: label.to_owned(), effect: Some(effect), meaning: None };
    let read = serde_json::json!({
        "options": [choice("SHIP", Effect::Pass), choice("HOLD", Effect::Block)],
        "strategy": "majority", "threshold": null, "share_of": "panel", "seed": "", "quorum": 1, "min_lineages": 0, "tiebreak": [],
        "safety_order": [], "dealbreakers": Dealbreakers::Report, "discount_correlated": false,
        "human_review_below": { "exact": ratio(51, 100).to_string(), "decimal": 0.51 }, "gate": false,
    });
    serde_json::from_value(read).unwrap()
}

#[track_caller]
fn assert_total(text: &str) {
    if let Err(fault) = line(text, &rule()) {
        let columns = text.chars().count();
        assert!((1..=columns + 1).contains(&fault.column), "column {} of {columns}: {text:?}", fault.column);
        assert!(!fault.help.is_empty() && !fault.message.is_empty(), "{fault:?}");
    }
}

/// Pieces that lines are made of, and some that they are not.
fn pieces() -> impl proptest::strategy::Strategy<Value = String> {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\ud800",
        "\u{feff}",
        "ü",
        "null",
        "true",
        "-",
        "1e400",
        "0.5",
        "8",
        "\"seat\"",
        "\"vote\"",
        "\"non_vote\"",
        "\"item\"",
        "\"confidence\"",
        "\"weight\"",
        "\"lineage\"",
        "\"SHIP\"",
        "\"ABSTAIN\"",
        "\"8/10\"",
        "\"cut\"",
        " ",
        "\n",
        "\r",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..24).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn any_text_is_understood_or_refused(text in any::<String>()) {
        assert_total(&text);
    }

    #[test]
    fn any_mixture_of_pieces_is_understood_or_refused(text in pieces()) {
        assert_total(&text);
    }

    #[test]
    fn a_confidence_is_read_exactly_as_it_is_written(tenths in 0_i64..=10_000) {
        let text = format!("{{\"seat\": \"a\", \"vote\": \"HOLD\", \"confidence\": {}.{:04}}}", tenths / 10_000, tenths % 10_000);
        let read = line(&text, &rule()).unwrap().unwrap();
        let Outcome::Ballot(ballot) = read.outcome else { panic!("a ballot") };
        prop_assert_eq!(ballot.confidence, Some(ratio(tenths, 10_000)));
    }
}
