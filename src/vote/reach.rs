//! How far a number of changed votes can reach: what lets the search for the margin start where a change is
//! possible at all.
//!
//! Sound, not sharp: it says that a result stands only where every figure that the votes could come to leaves it.
//! Where it can't tell, the search looks.

use num_traits::Zero;

use super::poll::Poll;
use super::strategy::is_enough;
use super::verdict::Verdict;
use super::{Effect, Exact, Reason, ShareOf, Strategy};

/// How much one seat's change can add to an option and take from it, for so many seats.
pub(super) struct Step {
    pub seats: usize,
    /// For each option, the most that a change adds; not below 0.
    pub gain: Vec<Exact>,
    /// For each option, the most that a change takes away; not below 0.
    pub loss: Vec<Exact>,
}

/// The sums of the greatest gains and losses, for each option: the n-th entry is for n seats.
pub(super) struct Reach {
    gains: Vec<Vec<Exact>>,
    losses: Vec<Vec<Exact>>,
    /// Whether single votes can decide, past all sums.
    past_sums: bool,
}

impl Reach {
    pub fn new(steps: &[Step], options: usize, past_sums: bool) -> Self {
        let sums = |part: fn(&Step) -> &Vec<Exact>| {
            (0..options)
                .map(|option| {
                    greatest_sums(steps.iter().filter_map(|step| Some((part(step).get(option)?, step.seats))))
                })
                .collect()
        };
        Self { gains: sums(|step| &step.gain), losses: sums(|step| &step.loss), past_sums }
    }

    /// Whether no `seats` changed votes, whichever they are, give another result.
    pub fn is_settled(&self, poll: &Poll, verdict: &Verdict, seats: usize) -> bool {
        if self.past_sums {
            return false;
        }
        if poll.quorum.answered < poll.quorum.needed || !poll.rule.strategy.has_options() {
            return true;
        }
        let by_scores = (poll.rule.strategy, poll.rule.share_of) == (Strategy::ConfidenceWeighted, ShareOf::Scores);
        if by_scores || poll.rule.strategy == Strategy::ParityPair {
            return false;
        }
        match (verdict.option, verdict.reason) {
            (Some(_), Reason::Safety | Reason::Moderator | Reason::DrawnByLot) => false,
            (Some(winner), _) => self.wins_still(poll, winner, seats),
            (None, Reason::Split | Reason::Incomplete | Reason::ShortOfThreshold | Reason::Tie) => {
                self.nobody_wins_yet(poll, seats)
            }
            _ => false,
        }
    }

    fn wins_still(&self, poll: &Poll, winner: usize, seats: usize) -> bool {
        let passes = poll.rule.effect_at(winner) == Some(Effect::Pass);
        let least = self.least(poll, winner, seats);
        let by_rule = match poll.rule.strategy {
            Strategy::Plurality | Strategy::Borda => {
                let missing = if passes { poll.missing_weight.clone() } else { Exact::zero() };
                least > self.strongest(poll, winner, seats) + missing
            }
            Strategy::Unanimous => false,
            _ => is_enough(poll, &least, &poll.whole()),
        };
        by_rule && (!passes || seats < poll.seats_to_lose_lineages(winner))
    }

    fn nobody_wins_yet(&self, poll: &Poll, seats: usize) -> bool {
        let wins = |option: usize| {
            let most = self.most(poll, option, seats);
            match poll.rule.strategy {
                Strategy::Plurality | Strategy::Borda => true,
                Strategy::Unanimous => most >= poll.whole(),
                _ => is_enough(poll, &most, &poll.whole()),
            }
        };
        let ahead = |option: usize| self.least(poll, option, seats) > self.strongest(poll, option, seats);
        let options = poll.merits.len();
        // Without a tiebreak a tie is as undecided as a split.
        !(0..options).any(wins) && (poll.rule.tiebreak.is_empty() || (0..options).any(ahead))
    }

    fn most(&self, poll: &Poll, option: usize, seats: usize) -> Exact {
        poll.merit(option) + sum_of(&self.gains, option, seats)
    }

    fn least(&self, poll: &Poll, option: usize, seats: usize) -> Exact {
        poll.merit(option) - sum_of(&self.losses, option, seats)
    }

    /// The most that any other option can come to.
    fn strongest(&self, poll: &Poll, option: usize, seats: usize) -> Exact {
        let rivals = (0..poll.merits.len()).filter(|other| *other != option);
        rivals.map(|other| self.most(poll, other, seats)).max().unwrap_or_else(Exact::zero)
    }
}

/// The sums of the n greatest numbers for n from 0 on, where each number comes as often as is said.
fn greatest_sums<'e>(numbers: impl Iterator<Item = (&'e Exact, usize)>) -> Vec<Exact> {
    let mut numbers: Vec<(&Exact, usize)> = numbers.collect();
    numbers.sort_by(|one, other| other.0.cmp(one.0));
    let mut sums = vec![Exact::zero()];
    for (number, times) in numbers {
        for _ in 0..times {
            let sum = sums.last().cloned().unwrap_or_else(Exact::zero) + number;
            sums.push(sum);
        }
    }
    sums
}

fn sum_of(sums: &[Vec<Exact>], option: usize, seats: usize) -> Exact {
    let of_option = sums.get(option);
    of_option.and_then(|sums| sums.get(seats).or_else(|| sums.last())).cloned().unwrap_or_else(Exact::zero)
}
