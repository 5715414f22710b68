//! What each seat weighs (README, "Independence"). Fixed by the rule and the roster before the first
//! seat starts: no outcome ever changes a weight.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use super::{Exact, Rule, Voter};

/// The weight of each seat in the count, in the roster's order: its base weight after the lineage
/// discount, and 0 for a seat that is not eligible. Their sum is what shares are taken of.
///
/// With `discount_correlated` the seats of a lineage weigh together as much as the heaviest of them.
/// Checks and rubric seats have no lineage and are never discounted.
#[must_use]
pub fn effective_weights(rule: &Rule, roster: &[Voter]) -> Vec<Exact> {
    let mut weights: Vec<Exact> = roster.iter().map(|voter| base_weight(rule, voter)).collect();
    if !rule.discount_correlated || !rule.strategy.uses_lineage_weights() {
        return weights;
    }
    // The weight of the heaviest seat, and of all.
    let mut lineages: BTreeMap<&str, (Exact, Exact)> = BTreeMap::new();
    for (voter, weight) in roster.iter().zip(&weights) {
        let Some(lineage) = &voter.lineage else { continue };
        let (greatest, sum) = lineages.entry(lineage).or_insert_with(|| (Exact::zero(), Exact::zero()));
        *sum += weight;
        if weight > greatest {
            *greatest = weight.clone();
        }
    }
    let lineages = lineages.into_iter().filter(|(_, (_, sum))| !sum.is_zero());
    let parts: BTreeMap<&str, Exact> = lineages.map(|(lineage, (greatest, sum))| (lineage, greatest / sum)).collect();
    for (voter, weight) in roster.iter().zip(&mut weights) {
        let Some(lineage) = &voter.lineage else { continue };
        if let Some(part) = parts.get(lineage.as_str()) {
            *weight *= part;
        }
    }
    weights
}

fn base_weight(rule: &Rule, voter: &Voter) -> Exact {
    if !voter.is_eligible() {
        Exact::zero()
    } else if rule.strategy.uses_base_weights() {
        voter.weight.clone()
    } else {
        Exact::one()
    }
}

/// How many independent voices of equal weight the panel amounts to: the inverse Simpson index of the
/// lineages' effective weights, (Σ w)² / Σ w². A seat without a lineage is a voice of its own. 0 when no
/// seat is eligible.
#[must_use]
pub fn effective_voices(rule: &Rule, roster: &[Voter]) -> Exact {
    let weights = effective_weights(rule, roster);
    voices(roster.iter().zip(&weights))
}

/// The same, of seats whose effective weights are known.
pub(super) fn voices<'v>(seats: impl Iterator<Item = (&'v Voter, &'v Exact)>) -> Exact {
    let mut lineages: BTreeMap<&str, Exact> = BTreeMap::new();
    let (mut sum, mut squares) = (Exact::zero(), Exact::zero());
    for (voter, weight) in seats {
        sum += weight;
        match &voter.lineage {
            Some(lineage) => *lineages.entry(lineage).or_insert_with(Exact::zero) += weight,
            None => squares += weight * weight,
        }
    }
    squares += lineages.values().map(|weight| weight * weight).sum::<Exact>();
    if squares.is_zero() { Exact::zero() } else { &sum * &sum / squares }
}
