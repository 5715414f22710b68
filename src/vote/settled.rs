//! When the seats that are still open can change nothing (README, "Early decision").
//!
//! A round can be completed in more ways than can be counted. But each outcome moves the count in one
//! direction only, so the completions that could change the result are the extreme ones: nobody else
//! votes, or all others vote for one option, each with and without the outcomes that may still be voided.
//! If option and status are the same in all of these, they are in every completion. Only a tie lies
//! between the extremes: where a tiebreak could act on one, nothing is settled.

use num_traits::Zero;

use super::count::Count;
use super::poll::Poll;
use super::verdict::{Verdict, verdict};
use super::{
    Ballot, Dealbreakers, Exact, NonVote, NonVoteKind, Outcome, Reason, Rule, Strategy, Voter, effective_weights,
};

/// What is known of a seat while its round goes on.
#[derive(Debug, Clone, Copy)]
pub enum Known<'a> {
    /// Its outcome is not final: it waits, runs, is tried again or asked once more.
    Open,
    Final {
        outcome: &'a Outcome,
        /// The outcome may still be voided, because the seat could have changed the tree that it was only
        /// to read.
        may_be_tainted: bool,
    },
}

/// Whether no completion of the open seats could change option or status of the decision. Every outcome is
/// thought possible for an open seat, and of those that may be tainted any could be.
///
/// `known` is in the order of `roster`. A few counts are made, whatever the number of seats. False under a
/// strategy whose results don't all lie between extremes, and where nothing but a tiebreak is in doubt.
#[must_use]
pub fn settled(rule: &Rule, roster: &[Voter], known: &[Known<'_>]) -> bool {
    if !can_settle(rule.strategy) {
        return false;
    }
    let round = Round { rule, roster, known };
    let result = round.verdict(&missing(), Voided::None);
    let stays = |open: &Outcome, voided| {
        let other = round.verdict(open, voided);
        (other.status, other.option) == (result.status, result.option)
    };
    let for_option = |option: usize| {
        let label = rule.options.get(option).map(|choice| choice.label.clone());
        let ballot = Outcome::Ballot(Ballot::bare(label.clone(), ""));
        let dealbreaker = Outcome::Ballot(Ballot { dealbreaker: true, ..Ballot::bare(label, "") });
        stays(&ballot, Voided::None)
            && stays(&ballot, Voided::AllBut(option))
            && (rule.dealbreakers == Dealbreakers::Report || stays(&dealbreaker, Voided::None))
    };
    let rule_was_asked = !matches!(result.reason, Reason::Vetoed | Reason::Dealbreaker | Reason::Inquorate);
    stays(&missing(), Voided::All)
        && (0..rule.options.len()).all(for_option)
        && !(rule_was_asked && !rule.tiebreak.is_empty() && round.could_tie())
}

/// Whether all results of a strategy lie between the extremes that are looked at.
#[must_use]
pub fn can_settle(strategy: Strategy) -> bool {
    matches!(
        strategy,
        Strategy::Unanimous | Strategy::Majority | Strategy::Supermajority | Strategy::Plurality | Strategy::Weighted
    )
}

/// Whether the quorum is met by the outcomes that are final.
#[must_use]
pub fn quorum_met(rule: &Rule, roster: &[Voter], known: &[Known<'_>]) -> bool {
    let outcomes = Round { rule, roster, known }.completed(&missing(), Voided::None);
    let quorum = Count::new(rule, roster, &outcomes).quorum();
    quorum.answered >= quorum.needed
}

/// Which of the outcomes that may be tainted are.
#[derive(Clone, Copy)]
enum Voided {
    None,
    All,
    /// All but the ballots for the option at this place.
    AllBut(usize),
}

struct Round<'a> {
    rule: &'a Rule,
    roster: &'a [Voter],
    known: &'a [Known<'a>],
}

impl Round<'_> {
    fn verdict(&self, open: &Outcome, voided: Voided) -> Verdict {
        let outcomes = self.completed(open, voided);
        verdict(&Poll::new(&Count::new(self.rule, self.roster, &outcomes)))
    }

    /// The outcomes of all seats, the open ones with this one.
    fn completed(&self, open: &Outcome, voided: Voided) -> Vec<Outcome> {
        let of_seat = |seat: usize| match self.known.get(seat) {
            Some(Known::Final { outcome, may_be_tainted }) => {
                let spared = match voided {
                    Voided::None => true,
                    Voided::All => false,
                    Voided::AllBut(option) => self.option(outcome) == Some(option),
                };
                if *may_be_tainted && !spared { missing() } else { without_words(outcome) }
            }
            Some(Known::Open) | None => open.clone(),
        };
        (0..self.roster.len()).map(of_seat).collect()
    }

    fn option(&self, outcome: &Outcome) -> Option<usize> {
        match outcome {
            Outcome::Ballot(ballot) => self.rule.position(ballot.option.as_deref()?),
            Outcome::NonVote(_) | Outcome::Passed => None,
        }
    }

    /// Whether two options could be equal at the top. The weight of the open seats is taken as if it could be
    /// parted at will, so a tie may be feared where there is none, and never the other way round.
    fn could_tie(&self) -> bool {
        let mut options: Vec<(Exact, Exact)> =
            self.rule.options.iter().map(|_| (Exact::zero(), Exact::zero())).collect();
        let mut open = Exact::zero();
        let mut is_certain = true;
        for (seat, weight) in effective_weights(self.rule, self.roster).into_iter().enumerate() {
            let Some(Known::Final { outcome, may_be_tainted }) = self.known.get(seat) else {
                is_certain &= weight.is_zero();
                open += weight;
                continue;
            };
            let Some((certain, known)) = self.option(outcome).and_then(|option| options.get_mut(option)) else {
                continue;
            };
            *known += &weight;
            if *may_be_tainted {
                is_certain &= weight.is_zero();
            } else {
                *certain += weight;
            }
        }
        let meet = |one: &Exact, other: &Exact| {
            let highest = one.min(other) + &open;
            !highest.is_zero() && options.iter().all(|(certain, _)| *certain <= highest)
        };
        let pairs = |one: usize| options.iter().skip(one + 1);
        !is_certain
            && options.iter().enumerate().any(|(one, (_, known))| pairs(one).any(|(_, other)| meet(known, other)))
    }
}

fn missing() -> Outcome {
    Outcome::NonVote(NonVote::new(NonVoteKind::Cut, ""))
}

/// The outcome as far as it is counted.
fn without_words(outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Ballot(ballot) => {
            let bare = Ballot::bare(ballot.option.clone(), "");
            Outcome::Ballot(Ballot { confidence: ballot.confidence.clone(), dealbreaker: ballot.dealbreaker, ..bare })
        }
        Outcome::NonVote(non_vote) => Outcome::NonVote(NonVote::new(non_vote.kind, "")),
        Outcome::Passed => Outcome::Passed,
    }
}
