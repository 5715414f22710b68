//! The seats of one item, and their count.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;

use num_traits::One;

use super::{Fault, Line};
use crate::vote::{Decision, Exact, NonVote, NonVoteKind, Outcome, Rule, SeatKind, Stance, Voter, decide, sentence};

/// The longest key of an item or of a vote, in bytes. What is larger is seldom the same.
const LONGEST_KEY: usize = 4096;

/// How many different votes are kept to be shared by the seats that cast them.
const MOST_VOTES: usize = 4096;

/// What was gathered about one item.
#[derive(Debug, Default)]
pub struct Item {
    pub name: Option<String>,
    voters: Vec<Voter>,
    /// In the order of `voters`. A seat's vote is nearly always another one's too.
    outcomes: Vec<Rc<Outcome>>,
    /// The number of each seat's line.
    lines: Vec<usize>,
    /// What was voted so far, also on earlier items, by its words.
    votes: HashMap<String, Rc<Outcome>>,
    /// The words of one vote.
    words: String,
    /// The seats' names, by their hashes.
    names: HashSet<u64>,
    hasher: RandomState,
    key: String,
    /// Whether the confidences are part of the key.
    is_with_confidence: bool,
}

impl Item {
    /// An item without seats. Confidences can be left out of its key where nothing that is printed depends on them.
    #[must_use]
    pub fn new(is_with_confidence: bool) -> Self {
        Self { is_with_confidence, ..Self::default() }
    }

    /// Empties the item for the next one.
    pub fn reopen(&mut self, name: Option<String>) {
        self.name = name;
        self.voters.clear();
        self.outcomes.clear();
        self.lines.clear();
        self.names.clear();
        self.key.clear();
    }

    /// Adds the line with this number, about this item. `roster` is the number of seats that could vote.
    ///
    /// # Errors
    /// The seat has a line already, or there are more seats than the roster has.
    pub fn add(&mut self, line: Line<'_>, number: usize, roster: usize) -> Result<(), Fault> {
        if !self.names.insert(self.hasher.hash_one(line.seat.as_ref()))
            && let Some(earlier) = self.voters.iter().position(|voter| voter.id == line.seat)
        {
            let earlier = self.lines.get(earlier).copied().unwrap_or_default();
            return Err(Fault::new(
                "V-BALLOT-TWICE",
                line.seat_column(),
                format!("the seat \"{}\" votes twice{}, first in line {earlier}", line.seat, self.about()),
                "a seat has one line; take out the one that does not hold",
            ));
        }
        if self.voters.len() == roster {
            return Err(Fault::new(
                "V-BALLOT-SEAT",
                line.seat_column(),
                format!("the seat \"{}\" is one more than the roster has{}", line.seat, self.about()),
                format!("the roster has {}: give the true number with --roster", sentence::seats(roster)),
            ));
        }
        if self.key.len() <= LONGEST_KEY {
            line.write_key(&mut self.key, self.is_with_confidence);
        }
        self.words.clear();
        line.write_vote(&mut self.words);
        let outcome = self.shared(line.outcome);
        self.outcomes.push(outcome);
        let weight = line.weight.unwrap_or_else(Exact::one);
        self.voters.push(voter(line.seat.into_owned(), line.lineage.map(Cow::into_owned), weight));
        self.lines.push(number);
        Ok(())
    }

    /// The outcome of these words, shared with all that have the same.
    fn shared(&mut self, outcome: Outcome) -> Rc<Outcome> {
        if let Some(known) = self.votes.get(self.words.as_str()) {
            return Rc::clone(known);
        }
        let outcome = Rc::new(outcome);
        if self.votes.len() < MOST_VOTES && self.words.len() <= LONGEST_KEY {
            self.votes.insert(self.words.clone(), Rc::clone(&outcome));
        }
        outcome
    }

    /// What was gathered, but of which item: under one rule and roster, items with the same key come to the same
    /// decision. `None` for an item with many seats.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        (self.key.len() <= LONGEST_KEY).then_some(&self.key)
    }

    /// Counts the item. Seats of the roster without a line are missing and stay in the total.
    ///
    /// # Errors
    /// A seat without a line, where weights count: nobody knows what it weighs.
    pub fn count(&mut self, rule: &Rule, roster: usize) -> Result<Decision, Fault> {
        let missing = roster.saturating_sub(self.voters.len());
        if missing > 0 && rule.strategy.uses_base_weights() {
            let have = if missing == 1 { "has" } else { "have" };
            return Err(Fault::new(
                "V-BALLOT-SEAT",
                1,
                format!("{missing} of {} {have} no line{}", sentence::seats(roster), self.about()),
                r#"where weights count, each seat needs a line: {"seat": "c", "weight": 2, "non_vote": "timed_out"}"#,
            ));
        }
        let no_line = Rc::new(Outcome::NonVote(NonVote::new(NonVoteKind::OtherFailure, "no line")));
        for number in self.voters.len()..roster {
            self.voters.push(voter(format!("seat {} without a line", number + 1), None, Exact::one()));
            self.outcomes.push(Rc::clone(&no_line));
        }
        Ok(decide(rule, &self.voters, &self.outcomes))
    }

    fn about(&self) -> String {
        self.name.as_ref().map_or_else(String::new, |item| format!(" on the item \"{item}\""))
    }
}

/// An agent that is in the count.
fn voter(id: String, lineage: Option<String>, weight: Exact) -> Voter {
    Voter {
        id,
        kind: SeatKind::Agent,
        lineage,
        weight,
        veto: false,
        advisory: false,
        counts: true,
        stance: Stance::Neutral,
        parity: false,
        proposer: false,
        moderator: false,
    }
}
