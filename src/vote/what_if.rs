//! What the seats that are missing could have made of it.

use num_traits::One;

use super::count::{Count, CountedSeat};
use super::poll::Poll;
use super::verdict::{tie_for_moderator, verdict};
use super::{Ballot, Effect, Exact, Outcome, Rule, SeatKind, Voter};

/// The decision if every missing seat had voted, sure of itself, for each option in turn; empty where nobody is
/// missing. A check that does not count passes where the option passes.
pub(super) fn what_if(rule: &Rule, roster: &[Voter], outcomes: &[Outcome], count: &Count) -> Vec<super::WhatIf> {
    let is_tied = !tie_for_moderator(&Poll::new(count)).is_empty();
    let missing: Vec<bool> = count.seats.iter().map(|seat| is_missing(seat, is_tied)).collect();
    if !rule.strategy.has_options() || !missing.contains(&true) {
        return vec![];
    }
    let given = |option: usize, voter: &Voter| {
        let label = rule.options.get(option).map(|option| option.label.clone());
        if voter.kind == SeatKind::Check && !voter.counts && rule.effect_at(option) == Some(Effect::Pass) {
            return Outcome::Passed;
        }
        Outcome::Ballot(Ballot { confidence: Some(Exact::one()), ..Ballot::bare(label, "") })
    };
    let result = |option: usize| {
        let seats = roster.iter().zip(&missing).enumerate();
        let outcomes: Vec<Outcome> = seats
            .filter_map(
                |(place, (voter, missing))| {
                    if *missing { Some(given(option, voter)) } else { outcomes.get(place).cloned() }
                },
            )
            .collect();
        let count = Count::new(rule, roster, &outcomes);
        verdict(&Poll::new(&count)).outlook(rule)
    };
    let options = rule.options.iter().enumerate();
    options.map(|(option, choice)| super::WhatIf { voted: choice.label.clone(), result: result(option) }).collect()
}

/// Whether the seat's vote is wanted, by the count, by its veto or to break a tie, and there is none.
fn is_missing(seat: &CountedSeat, is_tied: bool) -> bool {
    (seat.voter.is_eligible() || seat.voter.veto || seat.voter.moderator && is_tied)
        && matches!(seat.stand, super::count::Stand::Missing(_))
}
