//! What was said against the decision, from the ballots themselves. Always printed, also when there
//! is none.

use super::page::Page;
use super::screen::Ink;
use super::voices::{self, Points};
use super::words;
use crate::event::Run;
use crate::vote::Status;

pub(super) fn add(page: &mut Page, run: &Run, verbose: bool) {
    page.heading("Dissent");
    if let Some(sentence) = preface(run) {
        page.text(2, Ink::Plain, sentence);
    }
    for position in &run.decision.dissent.positions {
        let ink = Ink::of(voices::effect(run, &position.option));
        let count = format!("{} of {}", position.seats.len(), words::seats(run.decision.quorum.eligible));
        page.facts(2, (ink, &position.option), &count);
        for seat in &position.seats {
            let confidence = words::confidence_or_none(seat.confidence.as_ref().map(|shown| shown.decimal));
            page.facts(4, (Ink::Strong, &seat.seat), &format!("confidence {confidence}"));
            page.text(6, Ink::Plain, &voices::brief(&seat.summary, verbose));
            let said = Points {
                takeaways: &seat.takeaways,
                risks: &seat.risks,
                evidence: &seat.evidence,
                dealbreaker: seat.dealbreaker,
            };
            voices::points(page, 6, &said, verbose);
        }
    }
    if let Some(missing) = missing(run) {
        page.item(2, (Ink::Faint, "did not vote:"), &missing);
    }
}

/// What has to be said before the positions, or instead of them.
pub(super) fn preface(run: &Run) -> Option<&'static str> {
    let dissent = &run.decision.dissent;
    let decided = run.decision.option.is_some();
    match (dissent.positions.is_empty(), dissent.missing.is_empty()) {
        (false, _) => (!decided).then_some("Nothing won, so every position stands."),
        (true, _) if run.decision.status == Status::NotSought => {
            Some("Nothing was counted; where the voices differ is for the reader to judge.")
        }
        (true, _) if run.decision.leaderboard.is_some() => {
            Some("No option was voted on; every answer stands above, however it was ranked.")
        }
        (true, true) => Some("No dissent."),
        (true, false) if decided => Some("No dissent among those who voted."),
        (true, false) => Some("No position was taken."),
    }
}

/// `gemini (timed_out), codex (rate_limited)`.
pub(super) fn missing(run: &Run) -> Option<String> {
    let entries: Vec<String> = run
        .decision
        .dissent
        .missing
        .iter()
        .map(|missing| format!("{} ({})", missing.seat, missing.non_vote.kind.word()))
        .collect();
    (!entries.is_empty()).then(|| entries.join(", "))
}
