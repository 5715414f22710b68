//! The stored answers counted again.

use serde::Serialize;
use serde_json::{Value, json};

use super::Recorded;
use crate::event::{Run, ShownBallot};
use crate::report;
use crate::vote::{Decision, Outcome, Rule, Voter, decide_with_outlook, effective_weights};

/// The name and version of the document.
const SCHEMA: &str = "venire.recount/1";

/// A re-count. It is not the run's decision, whatever comes of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recount {
    /// What the rule was changed by, as it was typed; empty where it is the recorded one.
    pub changes: Vec<String>,
    pub rule: Rule,
    /// The run as it would have ended: seats as they were read again, and the new decision.
    pub run: Run,
    /// What the run itself decided.
    pub recorded: Decision,
}

/// Reads the stored answers again and counts them by a rule.
#[must_use]
pub fn recount(recorded: &Recorded, rule: Rule, roster: &[Voter], changes: Vec<String>) -> Recount {
    let outcomes = recorded.outcomes();
    let mut run = recorded.run.clone();
    let weights = effective_weights(&rule, roster);
    for ((voter, outcome), weight) in roster.iter().zip(&outcomes).zip(&weights) {
        let Some(seat) = run.seats.iter_mut().find(|seat| seat.id == voter.id) else { continue };
        seat.ballot = match outcome {
            Outcome::Ballot(ballot) => Some(ShownBallot::from(ballot)),
            _ => None,
        };
        seat.non_vote = match outcome {
            Outcome::NonVote(non_vote) => Some(non_vote.clone()),
            _ => None,
        };
        seat.passed = *outcome == Outcome::Passed;
        seat.weight = (&voter.weight).into();
        seat.effective_weight = weight.into();
    }
    run.decision = decide_with_outlook(&rule, roster, &outcomes);
    Recount { changes, rule, run, recorded: recorded.run.decision.clone() }
}

impl Recount {
    /// The re-count as a document of its own, which can't be taken for a result.
    #[must_use]
    pub fn document(&self) -> Value {
        let seats = self.run.seats.iter().map(|seat| {
            json!({
                "id": seat.id, "lineage": seat.lineage, "weight": seat.weight,
                "effective_weight": seat.effective_weight, "advisory": seat.advisory, "veto": seat.veto,
                "ballot": seat.ballot, "non_vote": seat.non_vote, "passed": seat.passed,
            })
        });
        report::cleaned(json!({
            "schema": SCHEMA,
            "recount_of": self.run.id,
            "question": self.run.question,
            "changes": self.changes,
            "rule": self.rule,
            "seats": seats.collect::<Vec<_>>(),
            "decision": self.run.decision,
            "recorded": {
                "status": self.recorded.status, "option": self.recorded.option, "reason": self.recorded.reason,
            },
        }))
    }
}
