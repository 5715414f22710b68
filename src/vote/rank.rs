//! The second round of `rank`: each seat ranks the answers of the others (README, "Rank").
//!
//! A seat's answer is compared by what the others make of it, never by the seat itself. A ranking counts when it is
//! strict and names every answer but the voter's own.

use num_bigint::BigInt;
use num_traits::Zero;
use sha2::{Digest, Sha256};

use super::count::{Count, CountedSeat, Stand};
use super::{Choice, Exact, Leaderboard, RankedAnswer, Shown, Strategy, ratio};
use crate::text::letters;

/// Fewer answers than this can't be ranked: each voter needs two that are not its own.
const LEAST_ANSWERS: usize = 3;

/// How the rankings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranked {
    TooFewAnswers,
    /// Fewer than the quorum.
    TooFewRankings,
    /// One answer has the most points.
    Best,
    /// Several have the most.
    Tied,
}

/// The order in which the answers of these seats are shown to a voter: it is drawn anew for each voter, and can be
/// drawn again by anybody who knows the seed. The answer whose SHA-256 of seed, voter and seat is the smallest comes
/// first.
#[must_use]
pub fn order(seed: &str, voter: &str, mut seats: Vec<String>) -> Vec<String> {
    seats.sort_by_cached_key(|seat| Sha256::digest(format!("{seed}\n{voter}\n{seat}")).to_vec());
    seats
}

/// The names under which answers are shown and ranked: "Answer A", "Answer B" …
#[must_use]
pub fn answer_labels(count: usize) -> Vec<Choice> {
    let label = |place| Choice { label: format!("Answer {}", letters::of(place)), effect: None, meaning: None };
    (0..count).map(label).collect()
}

/// The places of those who answered, and the rankings that count, each with its voter's place.
struct Round<'a> {
    count: &'a Count<'a>,
    answers: Vec<usize>,
    rankings: Vec<(usize, &'a [String])>,
}

impl<'a> Round<'a> {
    fn of(count: &'a Count<'a>) -> Self {
        let spoke = |(place, seat): (usize, &'a CountedSeat<'a>)| match &seat.stand {
            Stand::Spoke(ballot) if seat.voter.is_eligible() => Some((place, ballot.ranking.as_slice())),
            _ => None,
        };
        let spoken: Vec<(usize, &[String])> = count.seats.iter().enumerate().filter_map(spoke).collect();
        let answers: Vec<usize> = spoken.iter().map(|(place, _)| *place).collect();
        let mut round = Self { count, answers, rankings: vec![] };
        round.rankings = spoken.into_iter().filter(|(voter, ranking)| round.is_whole(*voter, ranking)).collect();
        round
    }

    /// Whether a ranking is strict, of seats of the roster, and leaves out no answer but the voter's own.
    fn is_whole(&self, voter: usize, ranking: &[String]) -> bool {
        let is_first = |at: usize, id: &String| !ranking.iter().take(at).any(|other| other == id);
        let is_seat = |id: &String| self.count.seats.iter().any(|seat| seat.voter.id == *id) && self.id(voter) != id;
        ranking.iter().enumerate().all(|(at, id)| is_first(at, id) && is_seat(id))
            && self.answers.iter().all(|answer| *answer == voter || ranking.iter().any(|id| id == self.id(*answer)))
    }

    fn id(&self, place: usize) -> &'a str {
        self.count.seats.get(place).map_or("", |seat| &seat.voter.id)
    }

    /// The answer as the others ranked it, with its points for comparing.
    fn ranked(&self, answer: usize) -> (Option<Exact>, RankedAnswer) {
        let id = self.id(answer);
        let (mut points, mut ranks, mut weights, mut ranked_by) = (Exact::zero(), Exact::zero(), Exact::zero(), 0);
        for (voter, ranking) in &self.rankings {
            let (Some(place), Some(seat)) =
                (ranking.iter().position(|other| other == id), self.count.seats.get(*voter))
            else {
                continue;
            };
            let below = ranking.len().saturating_sub(1 + place);
            points += &seat.weight * part(below, ranking.len().saturating_sub(1));
            ranks += &seat.weight * part(place + 1, 1);
            weights += &seat.weight;
            ranked_by += 1;
        }
        let mean = |sum: Exact| (!weights.is_zero()).then(|| sum / &weights);
        let (points, rank) = (mean(points), mean(ranks));
        let shown = |mean: &Option<Exact>| mean.as_ref().map(Shown::from);
        let answer = RankedAnswer { seat: id.to_owned(), points: shown(&points), mean_rank: shown(&rank), ranked_by };
        (points, answer)
    }

    /// The answers from the most points down; equal ones in the roster's order.
    fn standings(&self) -> Vec<(Option<Exact>, RankedAnswer)> {
        let mut standings: Vec<_> = self.answers.iter().map(|answer| self.ranked(*answer)).collect();
        standings.sort_by(|(one, _), (other, _)| other.cmp(one));
        standings
    }
}

/// How the rankings stand; too few answers under any other strategy.
pub(super) fn ranked(count: &Count) -> Ranked {
    if count.rule.strategy != Strategy::Rank {
        return Ranked::TooFewAnswers;
    }
    let round = Round::of(count);
    match round.standings().as_slice() {
        standings if standings.len() < LEAST_ANSWERS => Ranked::TooFewAnswers,
        _ if round.rankings.len() < count.rule.quorum.max(1) => Ranked::TooFewRankings,
        [(first, _), (second, _), ..] if first == second => Ranked::Tied,
        _ => Ranked::Best,
    }
}

/// The answers in their order, and how far the voters agree. `None` under any other strategy, and where there are too
/// few answers.
pub(super) fn leaderboard(count: &Count) -> Option<Leaderboard> {
    let round = (count.rule.strategy == Strategy::Rank).then(|| Round::of(count))?;
    if round.answers.len() < LEAST_ANSWERS {
        return None;
    }
    let agreement = |(_, one): &(usize, &[String])| -> Vec<Option<Shown>> {
        round.rankings.iter().map(|(_, other)| agreement(one, other).as_ref().map(Shown::from)).collect()
    };
    Some(Leaderboard {
        answers: round.standings().into_iter().map(|(_, answer)| answer).collect(),
        voters: round.rankings.iter().map(|(voter, _)| round.id(*voter).to_owned()).collect(),
        agreement: round.rankings.iter().map(agreement).collect(),
    })
}

/// Kendall's tau-b of two strict rankings over what both rank: of all pairs, those in the same order less those in the
/// other. (Without ties tau-b is tau: M. G. Kendall, "A new measure of rank correlation", Biometrika 30, 1938.)
fn agreement(one: &[String], other: &[String]) -> Option<Exact> {
    let places: Vec<usize> = one.iter().filter_map(|id| other.iter().position(|known| known == id)).collect();
    let (mut same, mut pairs) = (0, 0);
    for (at, place) in places.iter().enumerate() {
        for later in places.iter().skip(at + 1) {
            pairs += 1;
            same += usize::from(place < later);
        }
    }
    (pairs > 0).then(|| part(2 * same, pairs) - ratio(1, 1))
}

/// `number` of `whole`, which is not 0; all of it where it is.
fn part(number: usize, whole: usize) -> Exact {
    if whole == 0 { ratio(1, 1) } else { Exact::new(BigInt::from(number), BigInt::from(whole)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &str) -> Vec<String> {
        names.chars().map(String::from).collect()
    }

    #[test]
    fn agreement_is_taken_of_what_both_ranked() {
        let tau = |one, other| agreement(&ids(one), &ids(other));
        assert_eq!(tau("abcd", "abcd"), Some(ratio(1, 1)));
        assert_eq!(tau("abcd", "dcba"), Some(ratio(-1, 1)));
        assert_eq!(tau("abcd", "abdc"), Some(ratio(2, 3)));
        assert_eq!(tau("bcd", "acd"), Some(ratio(1, 1)), "only c and d are in both");
        assert_eq!(tau("bc", "ac"), None, "one answer has no order");
    }

    #[test]
    fn each_voter_sees_an_order_of_its_own_and_the_same_one_again() {
        let seats = || ids("abcdefgh");
        assert_eq!(order("run", "x", seats()), order("run", "x", ids("hgfedcba")));
        assert_ne!(order("run", "x", seats()), order("run", "y", seats()));
        assert_ne!(order("run", "x", seats()), order("other", "x", seats()));
    }
}
