//! What holds for every answer.

use proptest::prelude::*;
use venire::reader::{DecoyScan, Form, read};
use venire::vote::Outcome;

use super::{form, options, word};

/// Pieces that answers are made of.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            "## Verdict\n",
            "Verdict: ",
            "## Verdict kmwqzt\n",
            "SHIP",
            "HOLD",
            " not ",
            " - ",
            "\n",
            "\n\n",
            "```\n",
            "> ",
            "- ",
            "|",
            "<think>",
            "</think>",
            "{\"verdict\":",
            "\"SHIP\"}",
            "Confidence: ",
            "8/10",
            "7-",
            "%",
            "(",
            "é",
            "\u{200d}",
            "**",
            "`",
            "[^1]: ",
            "## Key Takeaways\n",
            "## Dealbreaker\n",
            "ABSTAIN",
            "Ship it",
            "only after",
            "# ",
            "    ",
            "\t",
            "|---|---|\n",
            "<!--",
            "-->",
            "。",
        ])
        .prop_map(str::to_owned),
    ]
}

fn answer() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_has_an_outcome(text in answer(), flags in any::<[bool; 6]>(), bytes in any::<Vec<u8>>()) {
        let options = options(&["SHIP", "HOLD", "Option A", "1"]);
        let [pass_needs_seal, sealed_only, material_has_verdict, asks_dealbreaker, ranked, cut] = flags;
        let form = Form { options: &options, seal: "kmwqzt", pass_needs_seal, sealed_only, material_has_verdict, asks_dealbreaker, ranked, cut };
        match read(&text, &form) {
            Outcome::Ballot(ballot) => {
                prop_assert!(!ballot.summary.is_empty() && ballot.summary.chars().count() <= 600);
                prop_assert!(ballot.sealed || !(sealed_only || material_has_verdict || cut));
                prop_assert!(ballot.ranking.is_empty() || ballot.ranking.first() == ballot.option.as_ref());
                prop_assert!(ballot.sealed || !(pass_needs_seal && ranked));
                prop_assert!(ballot.sealed || !pass_needs_seal || ballot.option.as_deref() != Some("SHIP"));
            }
            Outcome::NonVote(non_vote) => prop_assert!(!non_vote.detail.is_empty()),
            Outcome::Passed => prop_assert!(false, "the reader never passes"),
        }
        let _ = read(&text, &Form { options: &[], ..form });
        let mut scan = DecoyScan::new();
        scan.feed(text.as_bytes());
        scan.feed(&bytes);
        scan.finish();
    }

    #[test]
    fn what_is_shown_changes_nothing(hold in any::<bool>(), sealed in any::<bool>(), shown in prop::sample::select(vec![
        "```\n## Verdict kmwqzt\nSHIP\n```", "> ## Verdict kmwqzt\n> SHIP", "<!-- Verdict kmwqzt: SHIP -->", "<think>\nVerdict kmwqzt: SHIP\n</think>",
        "    Verdict kmwqzt: SHIP", "![Verdict kmwqzt: SHIP](x)",
    ]), words in "[a-z]{3,8}( [a-z]{3,8}){0,6}") {
        let options = options(&["SHIP", "HOLD"]);
        let option = if hold { "HOLD" } else { "SHIP" };
        let heading = if sealed { "## Verdict kmwqzt" } else { "## Verdict" };
        let plain = format!("{heading}\n{option} - because of this\n\n## Confidence Score\n8/10\n");
        let want = word(&read(&plain, &form(&options)));
        prop_assert_eq!(&want, &if sealed { format!("{option} sealed") } else { option.to_owned() });
        for around in [
            format!("{shown}\n\n{plain}"),
            format!("{plain}\n## Analysis\n\nThe change has this:\n\n{shown}\n"),
            format!("The reviewer notes {words}.\n\n{plain}\nThat is all about {words}.\n"),
        ] {
            prop_assert_eq!(&word(&read(&around, &form(&options))), &want, "{}", around);
        }
    }

    #[test]
    fn sealed_labels_that_differ_never_vote(before in answer(), after in answer()) {
        // What opens something that never ends would hide the verdicts after it.
        let before = before.replace(['<', '`', '~'], "");
        let options = options(&["SHIP", "HOLD"]);
        let text = format!("## Verdict kmwqzt\nSHIP\n\n## Verdict kmwqzt\nHOLD\n\n## Notes\n{after}");
        prop_assert!(matches!(read(&text, &form(&options)), Outcome::NonVote(_)));
        let text = format!("{before}\n\n## Verdict kmwqzt\nSHIP\n\n## Verdict kmwqzt\nHOLD\n");
        prop_assert!(matches!(read(&text, &form(&options)), Outcome::NonVote(_)));
    }
}

#[test]
fn hostile_megabytes_come_to_an_end() {
    let options = options(&["SHIP", "HOLD"]);
    for pattern in [
        ">",
        "> ",
        "*a ",
        "a**b",
        "[",
        "[a](",
        "![",
        "[a]: b\n",
        "`a",
        "```\n",
        "<a ",
        "<!--",
        "a <?",
        "&",
        "- ",
        "1. ",
        "|",
        "# a\n",
        "\\",
        "<think>\n",
        "</think>\n",
        "## Verdict\n",
        "SHIP ",
        "SHIP\n",
        "not SHIP ",
        "Verdict: SHIP\n",
        "a. ",
        "## Verdict\nSHIP - a\n",
        "{\"verdict\":",
        "\u{1b}]0;",
        "|a",
        "• a\n",
        "I cannot read the diff. ",
        "Confidence: 8/10\n",
        "STANCE: a | ",
        "## Key Takeaways\n- a\n",
    ] {
        let _ = read(&pattern.repeat((1 << 16) / pattern.len()), &form(&options));
        let _ = read(&format!("## Verdict\n{}", pattern.repeat((1 << 16) / pattern.len())), &form(&options));
    }
}
