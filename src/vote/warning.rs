//! What weakens a panel or a result without being an error (README, "Independence").
//!
//! Each warning is a stable code and a sentence that says what is so and what to do about it.

use std::collections::BTreeSet;

use super::count::{Count, CountedSeat, Stand};
use super::{Effect, Exact, Outcome, Rule, Stance, Strategy, Voter, confidence, effective_weights, parity, sentence};

/// What is doubtful about the roster before anybody is asked.
#[must_use]
pub fn roster_warnings(rule: &Rule, roster: &[Voter]) -> Vec<(&'static str, String)> {
    let mut warnings = vec![];
    let eligible: Vec<&Voter> = roster.iter().filter(|voter| voter.is_eligible()).collect();
    let seats = eligible.len();
    let counts = rule.strategy != Strategy::AllVoices;

    let lineages: Vec<&String> = eligible.iter().filter_map(|voter| voter.lineage.as_ref()).collect();
    if let [lineage, _, ..] = lineages.as_slice()
        && lineages.iter().all(|other| other == lineage)
    {
        warnings.push((
            "V-WARN-ONE-LINEAGE",
            format!(
                "All {} agents are of one lineage, {lineage}: they tend to make the same mistakes. \
                 Seat an agent of another vendor.",
                lineages.len()
            ),
        ));
    }
    if rule.strategy.can_tie() && seats > 0 && seats.is_multiple_of(2) && rule.tiebreak.is_empty() {
        warnings.push((
            "V-WARN-EVEN-SEATS",
            format!(
                "{seats} seats count and no tiebreak is set: the vote can end in a tie. \
                 Add a seat or `tiebreak: [safety]`."
            ),
        ));
    }
    if counts && seats < 3 {
        warnings.push((
            "V-WARN-FEW-SEATS",
            format!("{seats} of {} seats count: with fewer than 3, one voice decides much. Add seats.", roster.len()),
        ));
    }
    if let Some(heavy) = outweighing(&effective_weights(rule, roster)).and_then(|seat| roster.get(seat)) {
        warnings.push((
            "V-WARN-HEAVY-SEAT",
            format!("The seat {:?} outweighs all the others together: it alone decides. Lower its weight.", heavy.id),
        ));
    }
    if seats > 0 && rule.quorum >= seats {
        warnings.push((
            "V-WARN-TIGHT-QUORUM",
            format!(
                "The quorum is {} of {seats} seats: one failing seat leaves no decision. \
                 Lower the quorum or add a seat.",
                rule.quorum
            ),
        ));
    }
    warnings.extend(one_sided(roster));
    warnings.extend(unmarked_proposer(rule, roster));
    warnings
}

/// The place of the weight that is greater than the sum of the others, where there are others.
fn outweighing(weights: &[Exact]) -> Option<usize> {
    let total: Exact = weights.iter().sum();
    weights.iter().position(|weight| *weight < total && weight + weight > total)
}

/// The seats that argue one side, where nobody argues the other.
fn one_sided(roster: &[Voter]) -> Option<(&'static str, String)> {
    let seated = |side: Stance| -> Vec<&str> {
        roster.iter().filter(|voter| voter.stance == side).map(|voter| voter.id.as_str()).collect()
    };
    let (lone, side, other) = match (seated(Stance::For), seated(Stance::Against)) {
        (pro, contra) if contra.is_empty() && !pro.is_empty() => (pro, "for", "against"),
        (pro, contra) if pro.is_empty() && !contra.is_empty() => (contra, "against", "for"),
        _ => return None,
    };
    Some((
        "V-WARN-ONE-SIDED",
        format!("{} argues {side} the proposal and no seat argues {other} it. Seat a counterpart.", lone.join(", ")),
    ))
}

/// The proposer of `parity-pair` that only the order of the seats makes one.
fn unmarked_proposer(rule: &Rule, roster: &[Voter]) -> Option<(&'static str, String)> {
    let voters: Vec<&Voter> = roster.iter().collect();
    if rule.strategy != Strategy::ParityPair || voters.iter().any(|voter| voter.is_eligible() && voter.proposer) {
        return None;
    }
    let heaviest = parity::heaviest(&voters);
    let names: Vec<String> = heaviest.iter().filter_map(|place| Some(roster.get(*place)?.id.clone())).collect();
    let first = names.first().filter(|_| names.len() > 1)?;
    Some((
        "V-WARN-PROPOSER",
        format!(
            "No seat is marked `proposer`, and {} weigh the same: {first} is the proposer because it comes first. \
             Mark the one that is meant.",
            sentence::list(&names)
        ),
    ))
}

/// What is doubtful about a result. `outcomes` are in the order of `roster`.
#[must_use]
pub fn result_warnings(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Vec<(&'static str, String)> {
    let count = Count::new(rule, roster, outcomes);
    let mut warnings = vec![];
    let heard = |seat: &&CountedSeat| matches!(seat.stand, Stand::Voted { .. } | Stand::Spoke(_));
    let seated: BTreeSet<&String> = count.eligible().filter_map(|seat| seat.voter.lineage.as_ref()).collect();
    let voted: BTreeSet<&String> =
        count.eligible().filter(heard).filter_map(|seat| seat.voter.lineage.as_ref()).collect();
    // A roster of one lineage is already warned of before the run.
    if seated.len() > 1
        && voted.len() == 1
        && let Some(lineage) = voted.first()
    {
        warnings.push((
            "V-WARN-ONE-LINEAGE-VOTED",
            format!(
                "Every agent's ballot comes from one lineage, {lineage}; no agent of another gave one. \
                 Agreement of one vendor's models is weak evidence: see why the others failed."
            ),
        ));
    }
    for seat in &count.seats {
        if let Stand::Voted { cast, ballot } = &seat.stand
            && ballot.dealbreaker
            && rule.effect_at(cast.option) == Some(Effect::Pass)
        {
            let label = rule.options.get(cast.option).map_or("", |option| &option.label);
            warnings.push((
                "V-WARN-DEALBREAKER-ON-PASS",
                format!(
                    "The seat {:?} voted {label} and named a dealbreaker: it contradicts itself. Read its answer.",
                    seat.voter.id
                ),
            ));
        }
    }
    warnings.extend(confidence::warnings(&count));
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vote::ratio;

    #[test]
    fn a_seat_outweighs_the_others_when_it_is_more_than_all_of_them() {
        let place = |weights: &[i64]| outweighing(&weights.iter().map(|w| ratio(*w, 10)).collect::<Vec<_>>());
        assert_eq!(place(&[2, 5, 2]), Some(1));
        assert_eq!(place(&[2, 4, 2]), None, "as much is not more");
        assert_eq!(place(&[5, 0]), None, "seats that do not count are no others");
        assert_eq!(place(&[]), None);
    }
}
