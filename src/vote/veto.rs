//! Vetoes and dealbreakers (README, "Vetoes"): what single seats can stop.
//!
//! A veto is not part of the count: seats that are heard but not counted can hold one. It only ever stops.

use super::Dealbreakers;
use super::poll::Poll;

/// What seats with a veto decided, past the rule and the quorum.
pub(super) enum Stop {
    /// A ballot for the option at this place, whose effect is no pass.
    Vetoed(usize),
    /// A dealbreaker that counts as a veto. The ballots name no option that stops.
    DealbreakerVeto,
    /// A dealbreaker that asks for a human.
    DealbreakerEscalates,
}

/// What seats with a veto decided. Ballots go before dealbreakers; of several, the safest option decides.
pub(super) fn stop(poll: &Poll) -> Option<Stop> {
    let cast = poll.vetoes.iter().enumerate().filter(|(_, ballots)| **ballots > 0).map(|(option, _)| option);
    if let Some(option) = poll.rule.safest(cast.filter(|option| poll.stops(*option))) {
        return Some(Stop::Vetoed(option));
    }
    match poll.rule.dealbreakers {
        _ if poll.dealbreakers == 0 => None,
        Dealbreakers::Report => None,
        Dealbreakers::Escalate => Some(Stop::DealbreakerEscalates),
        Dealbreakers::Veto => Some(Stop::DealbreakerVeto),
    }
}
