//! The sentences that every display shares: what was decided, why, and what became of a seat.

use std::time::Duration;

use crate::event::{Run, SeatResult, StopCause};
use crate::text::duration;
use crate::vote::{Decision, Effect, Exact, NonVote, OptionTally, Quorum, Reason, Shown, Status, ratio};

/// The decision in one sentence. Where an option won, the sentence starts with its label.
pub(super) fn decision(decision: &Decision) -> String {
    let options = &decision.tally.options;
    match (decision.status, &decision.option) {
        (Status::NotSought, _) => "No decision was sought: every answer stands for itself.".to_owned(),
        (Status::Inquorate, _) => {
            let Quorum { needed, answered, eligible } = decision.quorum;
            let only = if answered == 0 { "none".to_owned() } else { format!("only {answered}") };
            format!("No decision: {only} of {} answered; the quorum is {needed}.", seats(eligible))
        }
        (Status::Vetoed, Some(option)) => format!("{option} by veto of {}.", list(&decision.vetoed_by)),
        (Status::Vetoed, None) => format!("Blocked by a dealbreaker of {}.", list(&decision.vetoed_by)),
        (Status::Escalated, None) if decision.reason == Reason::Dealbreaker => {
            format!("No decision: a dealbreaker of {} sends it to a human.", list(&decision.dealbreakers))
        }
        (Status::Escalated, None) => format!("No decision: {} A human decides.", undecided(decision)),
        (Status::Escalated, Some(option)) if decision.reason == Reason::Vetoed => {
            format!("{option} by veto of {}. A human decides.", list(&decision.vetoed_by))
        }
        (Status::Escalated, Some(option)) => {
            format!("{option} {}: {}. A human decides.", manner(decision), support(option, decision))
        }
        (Status::Decided, Some(option)) if decision.reason == Reason::Safety => {
            let tied = leaders(options);
            format!("{option} by the panel's order of safety, which breaks the tie between {}.", list(&tied))
        }
        (Status::Decided, Some(option)) => {
            format!("{option} {}: {}.", manner(decision), support(option, decision))
        }
        (Status::Undecided | Status::Decided, _) => format!("No decision: {}", undecided(decision)),
    }
}

/// How the winning option won, to follow its label.
fn manner(decision: &Decision) -> &'static str {
    match decision.reason {
        Reason::Unanimous => "unanimously",
        Reason::Majority => "by majority",
        Reason::Supermajority => "by supermajority",
        Reason::Plurality => "by plurality",
        Reason::Safety => "by the panel's order of safety",
        Reason::Vetoed => "by veto",
        Reason::Dealbreaker => "by a dealbreaker",
        Reason::VetoMissing
        | Reason::Tie
        | Reason::Split
        | Reason::Incomplete
        | Reason::ShortOfThreshold
        | Reason::Open
        | Reason::TooFewLineages
        | Reason::NoBallots
        | Reason::Inquorate
        | Reason::NotSought => "by the rule of the panel",
    }
}

/// `3 of 5 (60 %)`, or with the weight where that is something else than the ballots.
fn support(option: &str, decision: &Decision) -> String {
    let eligible = decision.quorum.eligible;
    let Some(tally) = decision.tally.options.iter().find(|tally| tally.option == option) else {
        return format!("of {}", seats(eligible));
    };
    let share = decision.strength.as_ref().unwrap_or(&tally.share);
    let of_seats = format!("{} of {eligible}", tally.ballots);
    if share.exact == of(tally.ballots, eligible) {
        format!("{of_seats} ({})", percent(share.decimal))
    } else {
        format!("{of_seats} seats with {} of the weight ({})", share.exact, percent(share.decimal))
    }
}

/// Why no option won, as the end of a sentence.
fn undecided(decision: &Decision) -> String {
    let cast: Vec<&OptionTally> = decision.tally.options.iter().filter(|tally| tally.ballots > 0).collect();
    let leader = leaders(&decision.tally.options).first().cloned().unwrap_or_default();
    match decision.reason {
        Reason::Tie => format!("tie between {}.", list(&leaders(&decision.tally.options))),
        Reason::Split => {
            let counts: Vec<String> =
                cast.iter().map(|tally| format!("{} {}", tally.option, tally.share.exact)).collect();
            format!("the ballots are split ({}), and no option has enough.", counts.join(", "))
        }
        Reason::Incomplete => {
            let missing = decision.quorum.eligible.saturating_sub(cast.iter().map(|tally| tally.ballots).sum());
            format!("every ballot says {leader}, but {missing} of {} cast none.", seats(decision.quorum.eligible))
        }
        Reason::ShortOfThreshold => format!("{leader} falls short of the threshold."),
        Reason::Open => format!("{leader} leads, but the missing seats could still have turned it."),
        Reason::TooFewLineages => format!("{leader} won the count, but too few lineages stand behind it."),
        Reason::NoBallots => "no seat voted for an option.".to_owned(),
        Reason::VetoMissing => format!("{leader} needs the ballot of every seat with a veto, and one is missing."),
        Reason::Inquorate => "too few seats answered.".to_owned(),
        Reason::Dealbreaker => format!("{} named a dealbreaker.", list(&decision.dealbreakers)),
        Reason::Vetoed => format!("{} vetoed.", list(&decision.vetoed_by)),
        Reason::NotSought => "none was sought.".to_owned(),
        Reason::Unanimous | Reason::Majority | Reason::Supermajority | Reason::Plurality | Reason::Safety => {
            "the rule reached none.".to_owned()
        }
    }
}

/// The options with the greatest share.
fn leaders(options: &[OptionTally]) -> Vec<String> {
    let share = |tally: &OptionTally| tally.share.exact.parse::<Exact>().ok();
    let greatest = options.iter().filter_map(share).max();
    let leading = options.iter().filter(|tally| tally.ballots > 0 && share(tally) == greatest);
    leading.map(|tally| tally.option.clone()).collect()
}

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
        StopCause::CheckFailed => "a check with a veto failed before any agent was asked",
        StopCause::Interrupt => "interrupted (Ctrl-C)",
        StopCause::Terminate => "told to terminate",
        StopCause::SinkFailed => "the output could not be written",
    }
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
        (None, Some(non_vote)) => format!("{} after {elapsed}", spoken(non_vote)),
        (None, None) => format!("{} in {elapsed}", without_vote(seat)),
    }
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

/// `60 %`, with one decimal where it is needed.
pub(super) fn percent(share: f64) -> String {
    let tenths = (share * 1000.0).round() / 10.0;
    format!("{tenths} %")
}

/// `3/5 (60 %)`; all and nothing need no fraction.
pub(super) fn share(share: &Shown) -> String {
    match share.exact.contains('/') {
        true => format!("{} ({})", share.exact, percent(share.decimal)),
        false => percent(share.decimal),
    }
}

/// Milliseconds as people read them.
pub(super) fn elapsed(millis: u64) -> String {
    duration::show(Duration::from_millis(millis))
}

/// `count` of the whole, as an exact fraction in lowest terms.
pub(super) fn of(count: usize, whole: usize) -> String {
    match (i64::try_from(count), i64::try_from(whole)) {
        (Ok(count), Ok(whole)) if whole > 0 => ratio(count, whole).to_string(),
        _ => String::new(),
    }
}

/// `1 seat`, `3 seats`.
pub(super) fn seats(count: usize) -> String {
    counted(count, "seat")
}

/// `1 ballot`, `3 ballots`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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

    #[test]
    fn shares_are_exact_and_rounded_for_the_eye() {
        let shown = [(3, 5), (2, 3), (1, 1), (0, 1)].map(|(part, whole)| share(&Shown::from(&ratio(part, whole))));
        assert_eq!(shown, ["3/5 (60 %)", "2/3 (66.7 %)", "100 %", "0 %"]);
    }

    #[test]
    fn lists_read_as_sentences() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([0, 1, 2, 3].map(|count| list(&names[..count])), ["nobody", "a", "a and b", "a, b and c"]);
    }
}
