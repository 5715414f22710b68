//! How a seat's turn ended.

use std::time::Duration;

use super::task::Task;
use crate::event::{RankingTurn, Reading, SeatResult, Strength};
use crate::vote::Outcome;

/// How a seat's turn ended.
pub(super) struct TurnEnd {
    pub outcome: Outcome,
    pub answer: Option<String>,
    /// How the answer was read, where the outcome came of reading it.
    pub reading: Option<Reading>,
    pub elapsed: Duration,
    /// Calls made for the seat, those of earlier turns included.
    pub attempts: u32,
    pub usage: Option<serde_json::Value>,
    pub cost: Option<serde_json::Value>,
    pub model_answered: Option<String>,
    pub notes: Vec<String>,
    /// How strongly the seat was kept from writing, where it ran at all.
    pub strength: Option<Strength>,
    /// What an earlier run has of the seat, where that is taken over.
    pub taken: Option<Box<SeatResult>>,
    /// The seat's second turn, once it has had one.
    pub ranking: Option<RankingTurn>,
}

impl TurnEnd {
    pub(super) fn bare(outcome: Outcome) -> Self {
        Self {
            outcome,
            answer: None,
            reading: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            usage: None,
            cost: None,
            model_answered: None,
            notes: vec![],
            strength: None,
            taken: None,
            ranking: None,
        }
    }

    /// The end of a turn that the seat had in an earlier run.
    pub(super) fn taken_over(result: &SeatResult) -> Self {
        Self {
            answer: result.answer.clone(),
            attempts: result.attempts,
            taken: Some(Box::new(result.clone())),
            ..Self::bare(result.outcome())
        }
    }
}

impl TurnEnd {
    /// The end of a turn with this task: that of a ranking is told apart from that of a ballot.
    pub(super) fn of(mut self, task: Task) -> Self {
        if let Task::Ranking { shown, .. } = task {
            self.ranking = Some(RankingTurn {
                shown,
                non_vote: match &self.outcome {
                    Outcome::NonVote(non_vote) => Some(non_vote.clone()),
                    _ => None,
                },
                answer: self.answer.take(),
                reading: self.reading.take(),
                elapsed_ms: u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
                usage: self.usage.take(),
                cost: self.cost.take(),
            });
        }
        self
    }
}
