//! What a ballot gives to the options: the numbers that the panel's rule compares.

use num_traits::{One, Zero};

use super::{Effect, Exact, Rule, Strategy, ratio};

/// A vote as the rule sees it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cast {
    /// The place of the option that is voted for.
    pub option: usize,
    /// Under `borda`, the ranked options, `option` first. Empty elsewhere.
    pub ranking: Vec<usize>,
    /// Under `confidence-weighted`, what was given; `None` where it is missing, and elsewhere.
    pub confidence: Option<Exact>,
}

impl Cast {
    /// Adds to `merits`, one number for each option, what a seat of this weight gives by this vote.
    pub fn add_to(&self, merits: &mut [Exact], rule: &Rule, weight: &Exact) {
        match rule.strategy {
            Strategy::Borda => {
                for (merit, points) in merits.iter_mut().zip(self.points(rule.options.len())) {
                    *merit += weight * points;
                }
            }
            Strategy::ConfidenceWeighted => {
                if let Some(merit) = merits.get_mut(self.option) {
                    *merit += weight * self.counted_confidence(rule);
                }
            }
            _ => {
                if let Some(merit) = merits.get_mut(self.option) {
                    *merit += weight;
                }
            }
        }
    }

    /// A missing confidence counts nothing for a pass and in full against it: garbling a number never helps.
    fn counted_confidence(&self, rule: &Rule) -> Exact {
        let passes = rule.effect_at(self.option) == Some(Effect::Pass);
        let missing = || if passes { Exact::zero() } else { Exact::one() };
        self.confidence.clone().unwrap_or_else(missing)
    }

    /// The points of each option, between 0 and 1. Of `options` options the i-th, from 0, gets what is left below
    /// it; those that are not ranked share the places that are left.
    fn points(&self, options: usize) -> Vec<Exact> {
        let part = |halves: usize| match (i64::try_from(halves), i64::try_from(options)) {
            (Ok(halves), Ok(options)) if options > 1 => ratio(halves, 2 * (options - 1)),
            _ => Exact::one(),
        };
        let left = options.saturating_sub(self.ranking.len());
        let mut points = vec![part(left.saturating_sub(1)); options];
        for (place, option) in self.ranking.iter().enumerate() {
            if let Some(points) = points.get_mut(*option) {
                *points = part(2 * options.saturating_sub(1 + place));
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_points_and_what_is_not_ranked_shares_the_rest() {
        let points = |ranking: &[usize], options| {
            let option = ranking[0];
            Cast { option, ranking: ranking.to_vec(), confidence: None }.points(options)
        };
        let third = |numbers: [i64; 4]| numbers.map(|number| ratio(number, 6)).to_vec();
        assert_eq!(points(&[1, 0, 3, 2], 4), third([4, 6, 0, 2]));
        assert_eq!(points(&[1, 0], 4), third([4, 6, 1, 1]));
        assert_eq!(points(&[1], 4), third([2, 6, 2, 2]));
        assert_eq!(points(&[1], 2), [ratio(0, 1), ratio(1, 1)]);
        assert_eq!(points(&[0], 1), [ratio(1, 1)]);
    }
}
