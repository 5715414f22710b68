//! Vetoes and dealbreakers (README, "Vetoes"): what single seats can stop.
//!
//! A veto is not part of the count: seats that are heard but not counted can hold one. It only ever stops.

use super::count::{Count, CountedSeat, Stand};
use super::{Dealbreakers, Effect, SeatKind};

/// What seats with a veto decided, past the rule and the quorum.
pub(super) enum Stop {
    /// A ballot for this option, whose effect is no pass, by these seats.
    Vetoed { option: usize, by: Vec<String> },
    /// A dealbreaker that counts as a veto, by these seats. The ballots name no option that stops.
    DealbreakerVeto { by: Vec<String> },
    /// A dealbreaker that asks for a human.
    DealbreakerEscalates,
}

/// What seats with a veto decided. Ballots go before dealbreakers; of several, the safest option decides.
pub(super) fn stop(count: &Count) -> Option<Stop> {
    let vetoing = || vetoers(count).filter_map(|seat| seat.option().filter(|option| stops(count, *option)));
    if let Some(option) = count.rule.safest(vetoing()) {
        let by = vetoers(count).filter(|seat| seat.option() == Some(option)).map(id).collect();
        return Some(Stop::Vetoed { option, by });
    }
    let by: Vec<String> = vetoers(count)
        .filter(|seat| matches!(seat.stand, Stand::Voted { ballot, .. } if ballot.dealbreaker))
        .map(id)
        .collect();
    match count.rule.dealbreakers {
        _ if by.is_empty() => None,
        Dealbreakers::Report => None,
        Dealbreakers::Escalate => Some(Stop::DealbreakerEscalates),
        Dealbreakers::Veto => Some(Stop::DealbreakerVeto { by }),
    }
}

/// Whether a seat with a veto has not voted. An abstention is no vote; a check's `passed` is enough.
pub(super) fn is_missing(count: &Count) -> bool {
    vetoers(count).any(|seat| match seat.stand {
        Stand::Voted { .. } => false,
        Stand::Passed => seat.voter.kind != SeatKind::Check,
        Stand::Spoke | Stand::Missing(_) => true,
    })
}

fn vetoers<'c, 'a>(count: &'c Count<'a>) -> impl Iterator<Item = &'c CountedSeat<'a>> {
    count.seats.iter().filter(|seat| seat.voter.veto)
}

/// Whether a veto seat's ballot for the option is a veto: an option without an effect stops nothing.
fn stops(count: &Count, option: usize) -> bool {
    matches!(count.rule.effect_at(option), Some(Effect::Block | Effect::Revise | Effect::Escalate))
}

fn id(seat: &CountedSeat) -> String {
    seat.voter.id.clone()
}
