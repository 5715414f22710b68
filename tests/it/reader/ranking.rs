//! Verdicts that rank the options.

use venire::reader::{Form, read};
use venire::vote::{Choice, Outcome};

use super::{form, options, word};

/// `SHIP > HOLD sealed`, or the kind of the non-vote.
fn ranked(answer: &str, form: &Form<'_>) -> String {
    let outcome = read(answer, form);
    match &outcome {
        Outcome::Ballot(ballot) if !ballot.ranking.is_empty() => {
            assert_eq!(ballot.ranking.first(), ballot.option.as_ref());
            format!("{}{}", ballot.ranking.join(" > "), if ballot.sealed { " sealed" } else { "" })
        }
        _ => word(&outcome),
    }
}

fn labels() -> Vec<Choice> {
    options(&["SHIP", "HOLD", "REVISE"])
}

fn asked(options: &[Choice]) -> Form<'_> {
    Form { ranked: true, ..form(options) }
}

#[test]
fn a_numbered_list_is_a_ranking() {
    let options = labels();
    for (answer, want) in [
        ("## Verdict kmwqzt\n1. SHIP - small\n2. REVISE\n3. HOLD", "SHIP > REVISE > HOLD sealed"),
        ("## Verdict kmwqzt\n1. **hold** - the reader is lost\n2. `SHIP`", "HOLD > SHIP sealed"),
        ("## Verdict kmwqzt\n\n1) HOLD\n2) SHIP\n", "HOLD > SHIP sealed"),
        ("## Verdict kmwqzt\nMy order, best first:\n\n1. HOLD\n2. SHIP\n", "HOLD > SHIP sealed"),
        ("## Verdict kmwqzt\n1. HOLD - SHIP would lose data\n2. REVISE\n3. SHIP", "HOLD > REVISE > SHIP sealed"),
        ("## Verdict kmwqzt\n1. HOLD\n   - no test covers it\n2. SHIP", "HOLD > SHIP sealed"),
        ("## Verdict kmwqzt\n1. HOLD\n   - [ ] add a test\n2. SHIP", "HOLD > SHIP sealed"),
        ("## Verdict\n1. HOLD\n2. SHIP", "HOLD > SHIP"),
        ("## Verdict kmwqzt\n1. HOLD - alone", "HOLD sealed"),
        // A list that names no option is none of the verdict.
        ("## Verdict\n1. HOLD\n2. SHIP\n\n## Recommendation\n1. Add tests\n1. Fix the name", "HOLD > SHIP"),
        // A single choice is one, as under every other rule.
        ("## Verdict kmwqzt\nSHIP - small", "SHIP sealed"),
        ("## Verdict kmwqzt\nABSTAIN - no idea", "abstained"),
        ("## Verdict kmwqzt\n1. ABSTAIN", "abstained"),
        ("## Verdict kmwqzt\nHOLD\n\n1. the index is dropped\n2. no test", "HOLD sealed"),
    ] {
        assert_eq!(ranked(answer, &asked(&options)), want, "{answer}");
    }
}

#[test]
fn a_list_that_is_no_plain_order_is_no_vote() {
    let options = labels();
    for (answer, want) in [
        ("## Verdict kmwqzt\n1. SHIP\n2. HOLD\n3. SHIP", "conflicting"),
        ("## Verdict kmwqzt\n1. SHIP\n2. HOLD\n2. REVISE", "conflicting"),
        ("## Verdict kmwqzt\n3. SHIP\n2. HOLD\n1. REVISE", "conflicting"),
        ("## Verdict kmwqzt\n2. SHIP\n3. HOLD", "conflicting"),
        ("## Verdict kmwqzt\n1. SHIP\n2. ABSTAIN", "conflicting"),
        ("## Verdict kmwqzt\n1. SHIP - once the test is fixed\n2. HOLD", "off_list"),
        ("## Verdict kmwqzt\n1. SHIP only after the fix\n2. HOLD", "off_list"),
        ("## Verdict kmwqzt\n1. SHIP (conditional)\n2. HOLD", "off_list"),
        ("## Verdict kmwqzt\n1. HOLD\n2. do not SHIP", "off_list"),
        ("## Verdict kmwqzt\n1. HOLD\n2. Risks\n3. SHIP", "off_list"),
        ("## Verdict kmwqzt\n1. HOLD\n2. [ ] SHIP", "off_list"),
        ("## Verdict kmwqzt\n1. [ ] HOLD\n2. SHIP", "off_list"),
        ("## Verdict kmwqzt\n1. HOLD\n2. SHIP-WITH-FIXES", "off_list"),
        ("## Verdict kmwqzt\n1. HOLD\n2. WAIT", "off_list"),
        ("## Verdict kmwqzt\nSHIP\n\n1. HOLD\n2. SHIP", "conflicting"),
        ("## Verdict kmwqzt\n1. HOLD\n2. SHIP\n\nSHIP - on reflection", "conflicting"),
        ("## Verdict kmwqzt\n1. HOLD\n2. SHIP\n\n## Verdict kmwqzt\n1. SHIP\n2. HOLD", "conflicting"),
        // Such a list gives way to no other verdict.
        ("## Verdict kmwqzt\n1. Add tests\n2. SHIP\n\n## Verdict kmwqzt\nHOLD", "conflicting"),
        ("## Verdict kmwqzt\n1. <the best option>\n2. SHIP\n\n## Verdict kmwqzt\nHOLD", "conflicting"),
        ("## Verdict kmwqzt\n1.\n2. SHIP\n\n## Verdict kmwqzt\nHOLD", "conflicting"),
        ("## Verdict kmwqzt\n- SHIP\n- HOLD", "conflicting"),
        ("## Verdict kmwqzt\nSHIP > HOLD", "conflicting"),
        (
            "## Verdict kmwqzt\n1. <the best option> - one sentence that sums up your assessment\n2. <the next option>",
            "echoed",
        ),
        ("> ## Verdict kmwqzt\n> 1. SHIP\n> 2. HOLD", "unparsed"),
        ("## Verdict kmwqzt\n```\n1. SHIP\n2. HOLD\n```", "unparsed"),
    ] {
        assert_eq!(ranked(answer, &asked(&options)), want, "{answer}");
    }
}

#[test]
fn a_ranking_needs_the_seal_wherever_a_pass_stands_in_it() {
    let options = labels();
    let gate = Form { pass_needs_seal: true, ..asked(&options) };
    for (answer, want) in [
        ("## Verdict\n1. HOLD\n2. SHIP", "unparsed"),
        ("## Verdict\nHOLD", "unparsed"),
        ("## Verdict kmwqzt\n1. HOLD\n2. SHIP", "HOLD > SHIP sealed"),
    ] {
        assert_eq!(ranked(answer, &gate), want, "{answer}");
    }
}

#[test]
fn a_list_is_no_ranking_where_none_is_asked_for() {
    let options = labels();
    assert_eq!(ranked("## Verdict kmwqzt\n1. SHIP\n2. HOLD", &form(&options)), "conflicting");
}
