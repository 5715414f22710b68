//! The seats of one item, and their count.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Fault, Line};
use crate::vote::{self, Decision, NonVote, NonVoteKind, Outcome, Rule, SeatKind, Shown, Voter, decide, ratio};

/// What was gathered about one item.
#[derive(Debug, Default)]
pub struct Item {
    pub name: Option<String>,
    voters: Vec<Voter>,
    outcomes: Vec<Outcome>,
    /// The number of each seat's line.
    lines: HashMap<String, usize>,
}

/// An item that was counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    pub decision: Decision,
    /// How many independent voices of equal weight the seats amount to.
    pub voices: Shown,
}

impl Item {
    #[must_use]
    pub fn new(name: Option<String>) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds the line with this number, about this item. `seats` is the size of the roster.
    ///
    /// # Errors
    /// The seat has a line already, or there are more seats than the roster has.
    pub fn add(&mut self, line: Line<'_>, number: usize, seats: usize) -> Result<(), Fault> {
        let entry = match self.lines.entry(line.seat.into_owned()) {
            Entry::Occupied(earlier) => {
                return Err(Fault::new(
                    "V-BALLOT-TWICE",
                    line.seat_column,
                    format!("the seat \"{}\" votes twice{}; line {}", earlier.key(), about(&self.name), earlier.get()),
                    "a seat has one line; take out the one that does not hold",
                ));
            }
            Entry::Vacant(entry) => entry,
        };
        if self.voters.len() == seats {
            return Err(Fault::new(
                "V-BALLOT-SEAT",
                line.seat_column,
                format!("the seat \"{}\" is one more than the roster has{}", entry.key(), about(&self.name)),
                format!("the roster has {}: give the true number with --roster", vote::sentence::seats(seats)),
            ));
        }
        let weight = line.weight.unwrap_or_else(|| ratio(1, 1));
        self.voters.push(voter(entry.key().clone(), line.lineage.map(|lineage| lineage.into_owned()), weight));
        self.outcomes.push(line.outcome);
        entry.insert(number);
        Ok(())
    }

    /// Counts the item. Seats of the roster without a line are missing and stay in the total.
    ///
    /// # Errors
    /// A seat without a line, where weights count: nobody knows what it weighs.
    pub fn count(mut self, rule: &Rule, seats: usize) -> Result<Counted, Fault> {
        let missing = seats.saturating_sub(self.voters.len());
        if missing > 0 && rule.strategy.uses_base_weights() {
            return Err(Fault::new(
                "V-BALLOT-SEAT",
                1,
                format!("{} of {} have no line{}", missing, vote::sentence::seats(seats), about(&self.name)),
                r#"where weights count, each seat needs a line: {"seat": "c", "weight": 2, "non_vote": "timed_out"}"#,
            ));
        }
        for number in self.voters.len()..seats {
            self.voters.push(voter(format!("seat {} without a line", number + 1), None, ratio(1, 1)));
            self.outcomes.push(Outcome::NonVote(NonVote::new(NonVoteKind::OtherFailure, "no line")));
        }
        Ok(Counted {
            decision: decide(rule, &self.voters, &self.outcomes),
            voices: (&vote::effective_voices(rule, &self.voters)).into(),
        })
    }
}

fn voter(id: String, lineage: Option<String>, weight: vote::Exact) -> Voter {
    Voter { id, kind: SeatKind::Agent, lineage, weight, veto: false, advisory: false, counts: true }
}

fn about(item: &Option<String>) -> String {
    item.as_ref().map_or_else(String::new, |item| format!(" on the item \"{item}\""))
}
