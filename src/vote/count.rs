//! The count: where each seat stands, and how the weight is spread over the options.
//!
//! Every seat of the roster is in it, whatever became of it, and every eligible seat's weight is in the
//! total: a seat that fails makes a decision harder, never easier.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use num_traits::{One, Zero};

use super::merit::Cast;
use super::{
    Ballot, Exact, NonVote, NonVoteKind, NonVoteTally, OptionTally, Outcome, Quorum, Rule, Strategy, Tally, Voter,
    effective_weights,
};

/// Where a seat stands.
pub(super) enum Stand<'a> {
    /// It voted.
    Voted { cast: Cast, ballot: &'a Ballot },
    /// It answered in prose, where no option was asked for.
    Spoke(&'a Ballot),
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
    /// The seat's vote.
    pub fn cast(&self) -> Option<&Cast> {
        match &self.stand {
            Stand::Voted { cast, .. } => Some(cast),
            _ => None,
        }
    }

    /// The place of the option that the seat voted for.
    pub fn option(&self) -> Option<usize> {
        self.cast().map(|cast| cast.option)
    }

    /// Whether the seat counts for the quorum.
    fn answered(&self) -> bool {
        match &self.stand {
            Stand::Voted { .. } | Stand::Spoke(_) => true,
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
    pub total: Exact,
    /// The weight of the ballots for each option, in the panel's order.
    weights: Vec<Exact>,
    /// What the rule compares, for each option: the weights again, or scores.
    pub merits: Vec<Exact>,
}

impl<'a> Count<'a> {
    pub fn new<O: Borrow<Outcome>>(rule: &'a Rule, roster: &'a [Voter], outcomes: &'a [O]) -> Self {
        let mut weights = vec![Exact::zero(); rule.options.len()];
        let mut merits = weights.clone();
        let mut total = Exact::zero();
        let mut seats = Vec::with_capacity(roster.len());
        for (index, (voter, weight)) in roster.iter().zip(effective_weights(rule, roster)).enumerate() {
            let seat = CountedSeat { voter, weight, stand: stand(rule, outcomes.get(index).map(Borrow::borrow)) };
            total += &seat.weight;
            if let Some(cast) = seat.cast()
                && let Some(sum) = weights.get_mut(cast.option)
            {
                *sum += &seat.weight;
                cast.add_to(&mut merits, rule, &seat.weight);
            }
            seats.push(seat);
        }
        Self { rule, seats, total, weights, merits }
    }

    pub fn eligible(&self) -> impl Iterator<Item = &CountedSeat<'a>> {
        self.seats.iter().filter(|seat| seat.voter.is_eligible())
    }

    /// The weight of the eligible seats that cast no option.
    pub fn missing_weight(&self) -> Exact {
        &self.total - self.weights.iter().sum::<Exact>()
    }

    /// The weight of the ballots for an option.
    fn weight(&self, option: usize) -> Exact {
        self.weights.get(option).cloned().unwrap_or_else(Exact::zero)
    }

    /// An option's weight divided by that of all eligible seats; 0 where there is none.
    fn share(&self, option: usize) -> Exact {
        if self.total.is_zero() { Exact::zero() } else { self.weight(option) / &self.total }
    }

    /// How many eligible seats cast ballots for each option.
    pub fn ballots(&self) -> Vec<usize> {
        let mut ballots = vec![0; self.rule.options.len()];
        for option in self.eligible().filter_map(CountedSeat::option) {
            ballots.get_mut(option).into_iter().for_each(|number| *number += 1);
        }
        ballots
    }

    pub fn quorum(&self) -> Quorum {
        Quorum {
            needed: self.rule.quorum,
            answered: self.eligible().filter(|seat| seat.answered()).count(),
            eligible: self.eligible().count(),
        }
    }

    pub fn tally(&self) -> Tally {
        let ballots = self.ballots();
        let has_scores = matches!(self.rule.strategy, Strategy::ConfidenceWeighted | Strategy::Borda);
        let all: Exact = self.merits.iter().sum();
        let of_scores = self.rule.strategy == Strategy::ConfidenceWeighted && !all.is_zero();
        let options = self.rule.options.iter().zip(ballots).zip(&self.merits).enumerate();
        let options = options.map(|(option, ((choice, ballots), merit))| OptionTally {
            option: choice.label.clone(),
            ballots,
            weight: (&self.weight(option)).into(),
            share: (&self.share(option)).into(),
            score: has_scores.then(|| merit.into()),
            share_of_scores: of_scores.then(|| (&(merit / &all)).into()),
        });
        let options = options.collect();
        let mut kinds = BTreeMap::new();
        for seat in self.eligible() {
            if let Stand::Missing(non_vote) = &seat.stand {
                *kinds.entry(non_vote.kind).or_insert(0) += 1;
            }
        }
        Tally { options, non_votes: NonVoteTally { kinds, weight: (&self.missing_weight()).into() } }
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
    if !rule.strategy.has_options() {
        return Stand::Spoke(ballot);
    }
    cast(rule, ballot).map_or_else(Stand::Missing, |cast| Stand::Voted { cast, ballot })
}

/// The ballot as a vote, or why it is none.
fn cast(rule: &Rule, ballot: &Ballot) -> Result<Cast, NonVote> {
    let Some(label) = &ballot.option else {
        return Err(NonVote::new(NonVoteKind::Unparsed, "The ballot names no option."));
    };
    let place = |label: &String| {
        rule.position(label).ok_or_else(|| {
            let detail = format!("The ballot is for {label:?}, which is no option of the panel.");
            NonVote::new(NonVoteKind::OffList, detail)
        })
    };
    let option = place(label)?;
    let mut ranking = vec![];
    if rule.strategy == Strategy::Borda {
        ranking = ballot.ranking.iter().map(place).collect::<Result<Vec<usize>, NonVote>>()?;
        let repeats =
            ranking.iter().enumerate().any(|(at, option)| ranking.iter().take(at).any(|other| other == option));
        if repeats || ranking.first().is_some_and(|first| *first != option) {
            let detail = "The ballot's ranking names an option twice, or another one first than it votes for.";
            return Err(NonVote::new(NonVoteKind::VoidRanking, detail));
        }
        if ranking.is_empty() {
            ranking.push(option);
        }
    }
    let given = ballot.confidence.as_ref().filter(|given| !given.is_negative() && **given <= Exact::one());
    let confidence = given.filter(|_| rule.strategy == Strategy::ConfidenceWeighted).cloned();
    Ok(Cast { option, ranking, confidence })
}
