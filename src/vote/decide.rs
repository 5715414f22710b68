//! From outcomes to a decision, in this order: vetoes, dealbreakers, quorum, rule, tiebreak; then what a
//! pass needs besides winning, the ballots of the veto seats and enough lineages.

use std::collections::BTreeSet;

use super::count::Count;
use super::dissent::dissent;
use super::veto::{self, Stop};
use super::{
    Decision, Effect, Exact, Outcome, Reason, Rule, Shown, Status, StopReason, Strategy, Voter, ratio, strategy,
};

/// Counts the vote.
///
/// `outcomes` are in the order of `roster`, one for each seat. A seat without one did not vote, and a
/// ballot for something that is no option of the panel is counted as the non-vote `off_list`.
#[must_use]
pub fn decide(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Decision {
    let count = Count::new(rule, roster, outcomes);
    let Verdict { status, option, effect, reason, vetoed_by } = verdict(&count);
    let share = option.map(|option| count.share(option));
    Decision {
        status,
        option: option.and_then(|option| rule.options.get(option)).map(|option| option.label.clone()),
        effect,
        reason,
        stop_reason: stop_reason(status, effect),
        tally: count.tally(),
        quorum: count.quorum(),
        strength: share.as_ref().map(Shown::from),
        strong: share.as_ref().is_some_and(|share| *share >= ratio(2, 3)),
        vetoed_by,
        dealbreakers: dealbreakers(roster, outcomes),
        dissent: dissent(&count, option),
        requires_human_review: share.is_some_and(|share: Exact| share < rule.human_review_below),
    }
}

/// The decision's head: everything that the ballots decide, nothing that is only told.
pub(super) struct Verdict {
    pub status: Status,
    pub option: Option<usize>,
    pub effect: Option<Effect>,
    pub reason: Reason,
    pub vetoed_by: Vec<String>,
}

impl Verdict {
    /// No option won.
    fn without(status: Status, reason: Reason) -> Self {
        Self { status, option: None, effect: None, reason, vetoed_by: vec![] }
    }

    /// The option decides. One that asks for a human escalates, however it was reached.
    fn for_option(count: &Count, option: usize, status: Status, reason: Reason) -> Self {
        let effect = count.rule.effect_at(option);
        let status = if effect == Some(Effect::Escalate) { Status::Escalated } else { status };
        Self { status, option: Some(option), effect, reason, vetoed_by: vec![] }
    }
}

pub(super) fn verdict(count: &Count) -> Verdict {
    match veto::stop(count) {
        Some(Stop::Vetoed { option, by }) => {
            return Verdict { vetoed_by: by, ..Verdict::for_option(count, option, Status::Vetoed, Reason::Vetoed) };
        }
        Some(Stop::DealbreakerVeto { by }) => {
            let vetoed = Verdict::without(Status::Vetoed, Reason::Dealbreaker);
            return Verdict { effect: Some(Effect::Block), vetoed_by: by, ..vetoed };
        }
        Some(Stop::DealbreakerEscalates) => {
            let escalated = Verdict::without(Status::Escalated, Reason::Dealbreaker);
            return Verdict { effect: Some(Effect::Escalate), ..escalated };
        }
        None => {}
    }
    let quorum = count.quorum();
    if quorum.answered < quorum.needed {
        return Verdict::without(Status::Inquorate, Reason::Inquorate);
    }
    if count.rule.strategy == Strategy::AllVoices {
        return Verdict::without(Status::NotSought, Reason::NotSought);
    }
    match strategy::winner(count).and_then(|(option, reason)| passable(count, option).map(|()| (option, reason))) {
        Ok((option, reason)) => Verdict::for_option(count, option, Status::Decided, reason),
        Err(reason) => Verdict::without(Status::Undecided, reason),
    }
}

/// Whether a winning option may stand: a pass needs every veto seat's vote and enough lineages behind it.
fn passable(count: &Count, option: usize) -> Result<(), Reason> {
    if count.rule.effect_at(option) != Some(Effect::Pass) {
        return Ok(());
    }
    if veto::is_missing(count) {
        return Err(Reason::VetoMissing);
    }
    let backing = count.eligible().filter(|seat| seat.option() == Some(option));
    let lineages: BTreeSet<&String> = backing.filter_map(|seat| seat.voter.lineage.as_ref()).collect();
    // A panel without any model, such as one of checks, has no lineage and asks for none.
    if count.rule.min_lineages > 1 && lineages.len() < count.rule.min_lineages {
        return Err(Reason::TooFewLineages);
    }
    Ok(())
}

fn stop_reason(status: Status, effect: Option<Effect>) -> StopReason {
    match (status, effect) {
        (Status::Vetoed | Status::Inquorate, _) => StopReason::Blocked,
        (Status::Undecided | Status::Escalated | Status::NotSought, _) => StopReason::Escalated,
        (Status::Decided, Some(Effect::Pass)) => StopReason::Accepted,
        (Status::Decided, Some(Effect::Block | Effect::Revise)) => StopReason::NeedsRevision,
        (Status::Decided, Some(Effect::Escalate) | None) => StopReason::Escalated,
    }
}

/// Every seat that named a dealbreaker, counted or not.
fn dealbreakers(roster: &[Voter], outcomes: &[Outcome]) -> Vec<String> {
    let seats = roster.iter().zip(outcomes);
    seats
        .filter(|(_, outcome)| matches!(outcome, Outcome::Ballot(ballot) if ballot.dealbreaker))
        .map(|(voter, _)| voter.id.clone())
        .collect()
}
