//! From outcomes to the decision document.

use std::borrow::Borrow;

use super::confidence::stances;
use super::count::{Count, CountedSeat, Stand};
use super::dissent::dissent;
use super::poll::Poll;
use super::rank::leaderboard;
use super::verdict::{Verdict, tie_for_moderator, verdict};
use super::weight::voices;
use super::{
    Decision, Effect, Exact, Lot, Outcome, Reason, Rule, Shown, Status, StopReason, Voter, margin, ratio, what_if,
};

/// Counts the vote. `margin` and `what_if` stay empty; [`decide_with_outlook`] fills them in.
///
/// `outcomes` are in the order of `roster`, one for each seat. A seat without one did not vote, and a
/// ballot for something that is no option of the panel is counted as the non-vote `off_list`.
#[must_use]
pub fn decide<O: Borrow<Outcome>>(rule: &Rule, roster: &[Voter], outcomes: &[O]) -> Decision {
    let count = Count::new(rule, roster, outcomes);
    let poll = Poll::new(&count);
    decision(&count, &poll, roster, outcomes)
}

/// The options between which the moderator's seat is to choose, in the panel's order; empty where there is no tie, or
/// none that it is asked to break. `outcomes` are as for [`decide`], those of the moderator left out of account.
#[must_use]
pub fn tie(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Vec<String> {
    let count = Count::new(rule, roster, outcomes);
    let label = |option: usize| rule.options.get(option).map(|option| option.label.clone());
    tie_for_moderator(&Poll::new(&count)).into_iter().filter_map(label).collect()
}

/// Counts the vote, and says how firm the decision is: how many seats would have had to vote otherwise, and what
/// the missing ones could have made of it.
#[must_use]
pub fn decide_with_outlook(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Decision {
    let count = Count::new(rule, roster, outcomes);
    let poll = Poll::new(&count);
    Decision {
        margin: margin::margin(&count, &poll),
        what_if: what_if::what_if(rule, roster, outcomes, &count),
        ..decision(&count, &poll, roster, outcomes)
    }
}

fn decision<O: Borrow<Outcome>>(count: &Count, poll: &Poll, roster: &[Voter], outcomes: &[O]) -> Decision {
    let Verdict { status, option, effect, reason } = verdict(poll);
    let rule = count.rule;
    let label = |option: usize| rule.options.get(option).map(|option| option.label.clone());
    let share = option.map(|option| poll.share(option));
    Decision {
        status,
        option: option.and_then(label),
        effect,
        reason,
        stop_reason: stop_reason(status, effect),
        tally: count.tally(),
        quorum: poll.quorum,
        effective_voices: Shown::from(&voices(count.seats.iter().map(|seat| (seat.voter, &seat.weight)))),
        confidence: stances(count),
        strength: share.as_ref().map(Shown::from),
        strong: share.as_ref().is_some_and(|share| *share >= ratio(2, 3)),
        lot: (reason == Reason::DrawnByLot)
            .then(|| Lot { seed: rule.seed.clone(), among: poll.leaders().into_iter().filter_map(label).collect() }),
        leaderboard: leaderboard(count),
        margin: None,
        what_if: vec![],
        vetoed_by: vetoed_by(count, status, option, reason),
        dealbreakers: dealbreakers(roster, outcomes),
        dissent: dissent(count, option, !tie_for_moderator(poll).is_empty()),
        requires_human_review: share.is_some_and(|share: Exact| share < rule.human_review_below),
    }
}

/// The seats whose veto decided: by their ballots, or by their dealbreakers.
fn vetoed_by(count: &Count, status: Status, option: Option<usize>, reason: Reason) -> Vec<String> {
    let decided = |seat: &&CountedSeat| match (&seat.stand, reason) {
        (Stand::Voted { cast, .. }, Reason::Vetoed) => Some(cast.option) == option,
        (Stand::Voted { ballot, .. }, Reason::Dealbreaker) => status == Status::Vetoed && ballot.dealbreaker,
        _ => false,
    };
    count.seats.iter().filter(|seat| seat.voter.veto).filter(decided).map(|seat| seat.voter.id.clone()).collect()
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
fn dealbreakers<O: Borrow<Outcome>>(roster: &[Voter], outcomes: &[O]) -> Vec<String> {
    let seats = roster.iter().zip(outcomes);
    seats
        .filter(|(_, outcome)| matches!((*outcome).borrow(), Outcome::Ballot(ballot) if ballot.dealbreaker))
        .map(|(voter, _)| voter.id.clone())
        .collect()
}
