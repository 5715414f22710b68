//! From an answer to a ballot: a corpus of answers, tables of hostile and sloppy ones, and properties.

mod corpus;
mod dress;
mod numbers_and_lists;
mod planted;
mod properties;
mod ranking;
mod sealed;
mod wording;

use venire::reader::{Form, read};
use venire::vote::{Choice, Effect, Outcome};

/// The seal of every form in these tests.
const SEAL: &str = "kmwqzt";

/// Options with the effects that their words suggest.
fn options(labels: &[&str]) -> Vec<Choice> {
    let effect = |label: &str| match label {
        "SHIP" | "APPROVE" | "PASS" | "READY" | "YES" | "GO" => Some(Effect::Pass),
        "HOLD" | "REJECT" | "FAIL" | "NOT READY" | "NO" | "NO-GO" | "REQUEST_CHANGES" => Some(Effect::Block),
        _ => None,
    };
    labels.iter().map(|label| Choice { label: (*label).to_owned(), effect: effect(label), meaning: None }).collect()
}

/// A form that asks for no more than a verdict.
fn form(options: &[Choice]) -> Form<'_> {
    Form {
        options,
        seal: SEAL,
        pass_needs_seal: false,
        sealed_only: false,
        material_has_verdict: false,
        asks_dealbreaker: false,
        ranked: false,
        cut: false,
    }
}

/// The outcome in a word: `SHIP`, `SHIP sealed`, or the kind of the non-vote.
fn word(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ballot(ballot) => {
            let option = ballot.option.as_deref().unwrap_or("prose");
            if ballot.sealed { format!("{option} sealed") } else { option.to_owned() }
        }
        Outcome::NonVote(non_vote) => non_vote.kind.word(),
        Outcome::Passed => "passed".to_owned(),
    }
}

/// Checks a table of answers, all of them, so that a failure shows everything that changed.
/// Where several outcomes are as good, they stand apart by a bar.
fn check(labels: &[&str], table: &[(&str, &str)]) {
    let options = options(labels);
    let wrong: Vec<String> = table
        .iter()
        .map(|(answer, want)| (answer, want, word(&read(answer, &form(&options)))))
        .filter(|(_, want, got)| !want.split(" | ").any(|want| want == got))
        .map(|(answer, want, got)| format!("wanted {want}, got {got}:\n{answer}\n"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} are misread:\n\n{}", wrong.len(), table.len(), wrong.join("\n"));
}
