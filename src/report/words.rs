//! The sentences that every display shares: what was decided, why, and what became of a seat.

use std::time::Duration;

use crate::event::{Run, SeatResult, StopCause};
use crate::text::duration;
pub(super) use crate::vote::sentence::{counted, decision, list, percent, seats, share};
use crate::vote::{Decision, Effect, NonVote, NonVoteKind, Quorum, Stance, StanceConfidence, Status, sentence};

/// What a gate does with the decision; `None` where no option has an effect.
pub(super) fn gate(run: &Run) -> Option<(bool, String)> {
    if run.decision.status == Status::NotSought || run.options.iter().all(|option| option.effect.is_none()) {
        return None;
    }
    let pass = run.decision.effect == Some(Effect::Pass);
    let status = run.exit_status;
    Some(match (run.command.as_str(), pass) {
        ("gate", true) if status == 0 => (true, "The gate says ship (exit status 0).".to_owned()),
        ("gate", false) if status == 0 => {
            (false, "The gate would say hold, but only advises (exit status 0).".to_owned())
        }
        ("gate", _) => (false, format!("The gate says hold (exit status {status}).")),
        (_, true) if status == 0 => (true, "A gate would say ship.".to_owned()),
        _ => (false, "A gate would say hold.".to_owned()),
    })
}

/// `quorum 2 of 3 met: 3 answered`, or what is missing.
pub(super) fn quorum(Quorum { needed, answered, eligible }: Quorum) -> (bool, String) {
    if answered >= needed {
        (true, format!("quorum {needed} of {eligible} met: {answered} answered"))
    } else {
        (false, format!("quorum not met: answered {answered} of {eligible}, needed {needed}"))
    }
}

/// `2 of 5 seats did not vote: timed_out 1, rate_limited 1`; `None` where all voted.
pub(super) fn non_votes(decision: &Decision) -> Option<String> {
    let kinds = &decision.tally.non_votes.kinds;
    let missing: usize = kinds.values().sum();
    if missing == 0 {
        return None;
    }
    let counts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{} {count}", kind.word())).collect();
    Some(format!("{missing} of {} did not vote: {}", seats(decision.quorum.eligible), counts.join(", ")))
}

/// How firm the decision is. Not said where a check kept the others from being asked: with another vote of its they
/// would have been.
pub(super) fn margin(run: &Run) -> Option<String> {
    let margin = run.decision.margin.as_ref().filter(|_| run.stopped != Some(StopCause::CheckFailed));
    margin.map(sentence::margin)
}

/// `effective voices: 2.2727 of 5 seats`, where the seats are not as many independent ones.
pub(super) fn voices(decision: &Decision) -> Option<String> {
    let voices = &decision.effective_voices;
    let eligible = decision.quorum.eligible;
    let fewer = voices.exact != eligible.to_string() && voices.decimal > 0.0;
    fewer.then(|| format!("effective voices: {} of {}", voices.decimal, seats(eligible)))
}

/// `confidence: neutral 7/10; argued for 8/10, against 9/10`, where seats that argue a side gave any.
pub(super) fn confidences(decision: &Decision) -> Option<String> {
    let mean = |of: &StanceConfidence| of.mean.as_ref().map(|mean| confidence(mean.decimal));
    let of = |stance| decision.confidence.iter().find(|of| of.stance == stance).and_then(mean);
    let argued: Vec<String> = [(Stance::For, "for"), (Stance::Against, "against")]
        .into_iter()
        .filter_map(|(stance, word)| Some(format!("{word} {}", of(stance)?)))
        .collect();
    let neutral =
        of(Stance::Neutral).map_or_else(|| "no neutral seat gave any".to_owned(), |mean| format!("neutral {mean}"));
    (!argued.is_empty()).then(|| format!("mean confidence: {neutral}; argued {}", argued.join(", ")))
}

/// Says so where all ballots for the winner come from one vendor, and nothing else backs it.
pub(super) fn one_vendor(run: &Run) -> Option<String> {
    let option = run.decision.option.as_ref()?;
    let backers: Vec<&SeatResult> = run
        .seats
        .iter()
        .filter(|seat| {
            !seat.advisory && seat.ballot.as_ref().is_some_and(|ballot| ballot.option.as_ref() == Some(option))
        })
        .collect();
    let lineage = backers.first()?.lineage.as_ref()?;
    let same = backers.len() > 1 && backers.iter().all(|seat| seat.lineage.as_ref() == Some(lineage));
    same.then(|| {
        format!(
            "All {} ballots for {option} come from one lineage, {lineage}: agreement inside one vendor.",
            backers.len()
        )
    })
}

/// Why a run ended early.
pub(super) fn stopped(why: StopCause) -> &'static str {
    match why {
        StopCause::Budget => "the run's time budget is spent",
        StopCause::Settled => "no seat that was still open could have changed the result",
        StopCause::Grace => "the quorum was met, and the grace after it is over",
        StopCause::CheckFailed => "a check with a veto failed before any agent was asked",
        StopCause::Interrupt => "interrupted (Ctrl-C)",
        StopCause::Terminate => "told to terminate",
        StopCause::SinkFailed => "the output could not be written",
    }
}

/// Why the run ended early, with the seats that were cut where the panel ends its rounds so.
pub(super) fn ended_early(run: &Run) -> Option<String> {
    let why = run.stopped?;
    let is_cut = |seat: &&SeatResult| seat.non_vote.as_ref().is_some_and(|missing| missing.kind == NonVoteKind::Cut);
    let cut: Vec<String> = run.seats.iter().filter(is_cut).map(|seat| seat.id.clone()).collect();
    Some(match why.ends_round_only() && !cut.is_empty() {
        true => format!("{}; cut: {}.", stopped(why), list(&cut)),
        false => format!("{}.", stopped(why)),
    })
}

/// What became of a seat, in a few words: `SHIP (8/10) in 12s`, `timed out after 5s`, `passed in 3s`.
pub(super) fn outcome(seat: &SeatResult) -> String {
    let elapsed = elapsed(seat.elapsed_ms);
    match (&seat.ballot, &seat.non_vote) {
        (Some(ballot), _) => match (&ballot.option, ballot.confidence) {
            (Some(option), Some(given)) => format!("{option} ({}) in {elapsed}", confidence(given)),
            (Some(option), None) => format!("{option} in {elapsed}"),
            (None, _) => format!("answered in {elapsed}"),
        },
        (None, Some(_)) if is_unasked(seat) => "not asked".to_owned(),
        (None, Some(non_vote)) => format!("{} after {elapsed}", spoken(non_vote)),
        (None, None) => format!("{} in {elapsed}", without_vote(seat)),
    }
}

/// What became of a seat's ranking: `ranked codex > gemini`, or why it has none.
pub(super) fn ranking(seat: &SeatResult) -> String {
    let ranking = seat.ballot.iter().flat_map(|ballot| &ballot.ranking).cloned().collect::<Vec<_>>();
    match seat.ranking.as_ref().and_then(|turn| turn.non_vote.as_ref()) {
        Some(missing) => format!("no ranking, {}: {}", spoken(missing), missing.detail),
        None => format!("ranked {}", ranking.join(" > ")),
    }
}

/// Whether the seat is a moderator that was never called.
pub(super) fn is_unasked(seat: &SeatResult) -> bool {
    let is_skipped = |missing: &NonVote| missing.kind == NonVoteKind::Skipped;
    seat.moderator && seat.non_vote.as_ref().is_some_and(is_skipped)
}

/// Where the seat was asked, if that was not in this run.
pub(super) fn taken_over(seat: &SeatResult) -> Option<String> {
    seat.taken_from.as_ref().map(|run| format!("taken over from the run {run}, not asked again"))
}

/// What is said of a seat that has neither a ballot nor a reason for having none. Only a check that
/// passed is one; anything else must not look like it.
pub(super) fn without_vote(seat: &SeatResult) -> &'static str {
    if seat.passed { "passed" } else { "no outcome" }
}

/// The kind of a non-vote in words: `timed out`.
pub(super) fn spoken(non_vote: &NonVote) -> String {
    non_vote.kind.word().replace('_', " ")
}

/// `8/10`, or `85 %` where tenths can't say it.
pub(super) fn confidence(value: f64) -> String {
    let tenths = value * 10.0;
    if (tenths - tenths.round()).abs() < 1e-6 { format!("{}/10", tenths.round()) } else { percent(value) }
}

/// As [`confidence`], or that there is none.
pub(super) fn confidence_or_none(value: Option<f64>) -> String {
    value.map_or_else(|| "not given".to_owned(), confidence)
}

/// Milliseconds as people read them.
pub(super) fn elapsed(millis: u64) -> String {
    duration::show(Duration::from_millis(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_is_printed_as_people_write_it() {
        let printed = [0.8, 0.85, 1.0, 0.0, 0.3333].map(confidence);
        assert_eq!(printed, ["8/10", "85 %", "10/10", "0/10", "33.3 %"]);
        assert_eq!(confidence_or_none(None), "not given");
    }
}
