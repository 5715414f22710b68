//! What did not win, in the seats' own words (README, "Dissent").

use super::count::{Count, Stand};
use super::{Ballot, Dissent, DissentingSeat, MissingSeat, Position, Voter};

/// Every position but the winning one, and every seat without a vote. Seats that are heard but not counted
/// are in it: a reader of a pass should see that one of them spoke against it.
///
/// A moderator that no tie needed is not missing.
pub(super) fn dissent(count: &Count, winner: Option<usize>, is_tied: bool) -> Dissent {
    let positions = (0..count.rule.options.len()).filter(|option| Some(*option) != winner).filter_map(|option| {
        let seats: Vec<DissentingSeat> = count
            .seats
            .iter()
            .filter_map(|seat| match &seat.stand {
                Stand::Voted { cast, ballot } if cast.option == option => Some(words(seat.voter, ballot)),
                _ => None,
            })
            .collect();
        let label = count.rule.options.get(option)?.label.clone();
        (!seats.is_empty()).then_some(Position { option: label, seats })
    });
    let missing = count.seats.iter().filter_map(|seat| match &seat.stand {
        Stand::Missing(_) if seat.voter.moderator && !is_tied => None,
        Stand::Missing(non_vote) => Some(MissingSeat { seat: seat.voter.id.clone(), non_vote: non_vote.clone() }),
        _ => None,
    });
    Dissent { positions: positions.collect(), missing: missing.collect() }
}

fn words(voter: &Voter, ballot: &Ballot) -> DissentingSeat {
    DissentingSeat {
        seat: voter.id.clone(),
        summary: ballot.summary.clone(),
        takeaways: ballot.takeaways.clone(),
        risks: ballot.risks.clone(),
        evidence: ballot.evidence.clone(),
        confidence: ballot.confidence.as_ref().map(Into::into),
        dealbreaker: ballot.dealbreaker,
    }
}
