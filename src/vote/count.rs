//! The count: where each seat stands, and how the weight is spread over the options.
//!
//! Every seat of the roster is in it, whatever became of it, and every eligible seat's weight is in the
//! total: a seat that fails makes a decision harder, never easier.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::{
    Ballot, Exact, NonVote, NonVoteKind, NonVoteTally, OptionTally, Outcome, Quorum, Rule, Strategy, Tally, Voter,
    effective_weights,
};

/// Where a seat stands.
pub(super) enum Stand<'a> {
    /// It voted for the option at this place.
    Voted { option: usize, ballot: &'a Ballot },
    /// It answered in prose, where nothing else was asked for.
    Spoke,
    /// It did not vote.
    Missing(NonVote),
    /// A check that does not count had nothing to say against it.
    Passed,
}

pub(super) struct CountedSeat<'a> {
    pub voter: &'a Voter,
    pub weight: Exact,
    pub stand: Stand<'a>,
}

impl CountedSeat<'_> {
    /// The place of the option that the seat voted for.
    pub fn option(&self) -> Option<usize> {
        match self.stand {
            Stand::Voted { option, .. } => Some(option),
            _ => None,
        }
    }

    /// Whether the seat counts for the quorum.
    fn answered(&self) -> bool {
        match &self.stand {
            Stand::Voted { .. } | Stand::Spoke => true,
            Stand::Missing(non_vote) => non_vote.kind == NonVoteKind::Abstained,
            Stand::Passed => false,
        }
    }
}

pub(super) struct Count<'a> {
    pub rule: &'a Rule,
    /// In the roster's order.
    pub seats: Vec<CountedSeat<'a>>,
    /// The weight of all eligible seats.
    total: Exact,
    /// The weight of the ballots for each option, in the panel's order.
    weights: Vec<Exact>,
}

impl<'a> Count<'a> {
    pub fn new(rule: &'a Rule, roster: &'a [Voter], outcomes: &'a [Outcome]) -> Self {
        let mut weights = vec![Exact::zero(); rule.options.len()];
        let mut total = Exact::zero();
        let mut seats = Vec::with_capacity(roster.len());
        for (index, (voter, weight)) in roster.iter().zip(effective_weights(rule, roster)).enumerate() {
            let seat = CountedSeat { voter, weight, stand: stand(rule, outcomes.get(index)) };
            total += &seat.weight;
            if let Some(sum) = seat.option().and_then(|option| weights.get_mut(option)) {
                *sum += &seat.weight;
            }
            seats.push(seat);
        }
        Self { rule, seats, total, weights }
    }

    pub fn eligible(&self) -> impl Iterator<Item = &CountedSeat<'a>> {
        self.seats.iter().filter(|seat| seat.voter.is_eligible())
    }

    /// Whether an eligible seat has cast no option.
    pub fn is_missing_seats(&self) -> bool {
        self.eligible().any(|seat| seat.option().is_none())
    }

    /// The weight of the eligible seats that cast no option.
    pub fn missing_weight(&self) -> Exact {
        &self.total - self.weights.iter().sum::<Exact>()
    }

    /// The weight of the ballots for an option.
    pub fn weight(&self, option: usize) -> Exact {
        self.weights.get(option).cloned().unwrap_or_else(Exact::zero)
    }

    /// An option's weight divided by that of all eligible seats; 0 where there is none.
    pub fn share(&self, option: usize) -> Exact {
        if self.total.is_zero() { Exact::zero() } else { self.weight(option) / &self.total }
    }

    /// The options for which eligible seats cast ballots.
    pub fn cast(&self) -> Vec<usize> {
        (0..self.weights.len()).filter(|option| self.ballots(*option) > 0).collect()
    }

    /// The greatest weight of the options other than this one.
    pub fn strongest_rival(&self, option: usize) -> Exact {
        let rivals = self.weights.iter().enumerate().filter(|(other, _)| *other != option);
        rivals.map(|(_, weight)| weight.clone()).max().unwrap_or_else(Exact::zero)
    }

    fn ballots(&self, option: usize) -> usize {
        self.eligible().filter(|seat| seat.option() == Some(option)).count()
    }

    pub fn quorum(&self) -> Quorum {
        Quorum {
            needed: self.rule.quorum,
            answered: self.eligible().filter(|seat| seat.answered()).count(),
            eligible: self.eligible().count(),
        }
    }

    pub fn tally(&self) -> Tally {
        let options = self.rule.options.iter().enumerate().map(|(option, choice)| OptionTally {
            option: choice.label.clone(),
            ballots: self.ballots(option),
            weight: (&self.weight(option)).into(),
            share: (&self.share(option)).into(),
        });
        let mut kinds = BTreeMap::new();
        for seat in self.eligible() {
            if let Stand::Missing(non_vote) = &seat.stand {
                *kinds.entry(non_vote.kind).or_insert(0) += 1;
            }
        }
        Tally { options: options.collect(), non_votes: NonVoteTally { kinds, weight: (&self.missing_weight()).into() } }
    }
}

/// Where a seat with this outcome stands. A ballot that names no option of the panel is no vote.
fn stand<'a>(rule: &Rule, outcome: Option<&'a Outcome>) -> Stand<'a> {
    let ballot = match outcome {
        Some(Outcome::Ballot(ballot)) => ballot,
        Some(Outcome::NonVote(non_vote)) => return Stand::Missing(non_vote.clone()),
        Some(Outcome::Passed) => return Stand::Passed,
        None => return Stand::Missing(NonVote::new(NonVoteKind::OtherFailure, "No outcome came of this seat.")),
    };
    if rule.strategy == Strategy::AllVoices {
        return Stand::Spoke;
    }
    match &ballot.option {
        Some(label) => match rule.position(label) {
            Some(option) => Stand::Voted { option, ballot },
            None => Stand::Missing(NonVote::new(
                NonVoteKind::OffList,
                format!("The ballot is for {label:?}, which is no option of the panel."),
            )),
        },
        None => Stand::Missing(NonVote::new(NonVoteKind::Unparsed, "The ballot names no option.")),
    }
}
