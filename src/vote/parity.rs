//! The proposer of `parity-pair` (README, "Strategies").

use super::Voter;

/// The place of the proposer: the seat that is marked, else the heaviest of the seats that are no parity seats,
/// else the heaviest of all. Of equally heavy ones the first.
#[must_use]
pub fn proposer(roster: &[Voter]) -> Option<usize> {
    proposer_of(&roster.iter().collect::<Vec<_>>())
}

pub(super) fn proposer_of(roster: &[&Voter]) -> Option<usize> {
    let marked = roster.iter().position(|voter| voter.is_eligible() && voter.proposer);
    marked.or_else(|| heaviest(roster).first().copied())
}

/// The heaviest seats among which the proposer is the first, where none is marked.
pub(super) fn heaviest(roster: &[&Voter]) -> Vec<usize> {
    let of = |parity: bool| -> Vec<(usize, &Voter)> {
        let seats = roster.iter().enumerate().filter(|(_, voter)| voter.is_eligible() && voter.parity == parity);
        seats.map(|(place, voter)| (place, *voter)).collect()
    };
    let others = of(false);
    let among = if others.is_empty() { of(true) } else { others };
    let greatest = among.iter().map(|(_, voter)| &voter.weight).max();
    among.iter().filter(|(_, voter)| Some(&voter.weight) == greatest).map(|(place, _)| *place).collect()
}
