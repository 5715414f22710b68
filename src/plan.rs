//! Layer 4: the plan. What a run will do, written down before the first seat starts: the roster, the
//! rule, who answers for each seat, what each seat is shown, and how many calls that makes.
//!
//! Everything that is decided later is decided from this copy; nothing that comes after the start
//! changes it.

mod document;
mod judge;
mod make;
mod resume;
mod seat;

pub use document::{document, first_prompt, rule_digest};
pub(crate) use make::item_labels;
pub use make::{Inputs, Options, make, missing_agents, rule};
pub use resume::{Resumed, differences, is_whole};
pub use seat::{Candidate, JudgePlan, SeatPlan, Work};

use std::time::Duration;

use serde::Serialize;

use crate::brief::Shape;
use crate::event::{PanelIdentity, SeatIntroduction, SeatResult, Warning};
use crate::invocation::SandboxMode;
use crate::panel::{Isolation, Retry, RoundEnd};
use crate::vote::{Rule, Strategy, Voter};

/// Which command a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    Ask,
    Gate,
}

impl Command {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Gate => "gate",
        }
    }
}

/// A context item as the plan knows it: everything but the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ItemPlan {
    pub name: String,
    pub label: String,
    pub bytes: u64,
    pub characters: u64,
    /// SHA-256 of what the seats see.
    pub digest: String,
    /// Whether the item itself holds text that could be read as a verdict.
    pub has_verdict: bool,
    /// Whether there is nothing in it but blanks.
    pub is_blank: bool,
}

/// The limits of a run, all settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunLimits {
    /// For the whole run; `None` leaves it to the seats' own.
    pub budget: Option<Duration>,
    /// Seats at once; `None` for all.
    pub concurrency: Option<usize>,
    /// Calls of agents, everything included.
    pub calls: Option<usize>,
    /// Bytes kept of each output stream.
    pub output: usize,
    /// When a round ends.
    pub stop: RoundEnd,
    /// What the other seats still get once the quorum is met.
    pub grace: Option<Duration>,
}

/// A run, before it starts.
#[derive(Debug, Clone)]
pub struct Plan {
    pub id: String,
    pub command: Command,
    pub question: String,
    pub owner: Option<String>,
    pub panel: PanelIdentity,
    pub rule: Rule,
    pub seats: Vec<SeatPlan>,
    pub judge: Option<JudgePlan>,
    pub items: Vec<ItemPlan>,
    /// Whether the question itself holds text that could be read as a verdict.
    pub question_has_verdict: bool,
    pub sandbox: SandboxMode,
    pub isolate: Isolation,
    pub limits: RunLimits,
    pub reask: u32,
    pub retry: Retry,
    /// Whether a ballot for a `pass` option needs the prompt's seal.
    pub pass_needs_seal: bool,
    pub shape: Shape,
    /// Go on to the agents although a check with a veto failed.
    pub run_all: bool,
    /// Print everything and end with status 0.
    pub advisory: bool,
    /// What is taken over from an earlier run.
    pub resumed: Option<Resumed>,
    pub warnings: Vec<Warning>,
}

impl Plan {
    /// The roster as the count sees it.
    #[must_use]
    pub fn roster(&self) -> Vec<Voter> {
        self.seats.iter().map(|seat| seat.voter.clone()).collect()
    }

    /// The digest of rule and roster; see [`rule_digest`].
    #[must_use]
    pub fn rule_digest(&self) -> String {
        rule_digest(&self.rule, self.seats.iter().map(|seat| &seat.voter))
    }

    /// Whether a seat that sees these items is shown text that could be read as a verdict.
    #[must_use]
    pub fn shows_verdict(&self, items: &[usize]) -> bool {
        let in_item = |number: &usize| self.items.get(*number).is_some_and(|item| item.has_verdict);
        self.question_has_verdict || items.iter().any(in_item)
    }

    /// What an earlier run has of this seat, where it is not asked again.
    #[must_use]
    pub fn taken_over(&self, seat: &SeatPlan) -> Option<&SeatResult> {
        self.resumed.as_ref()?.seats.get(&seat.voter.id)
    }

    /// The least calls of agents that the run makes when all goes well, the judge's included.
    #[must_use]
    pub fn least_calls(&self) -> usize {
        let is_called = |seat: &&SeatPlan| {
            matches!(seat.work, Work::Agent { .. }) && !seat.voter.moderator && self.taken_over(seat).is_none()
        };
        self.seats.iter().filter(is_called).count() + self.rankers().count() + usize::from(self.judge.is_some())
    }

    /// The seats that have a second turn: under `rank`, those that are in the count.
    fn rankers(&self) -> impl Iterator<Item = &SeatPlan> {
        let ranks = |seat: &&SeatPlan| self.rule.strategy == Strategy::Rank && seat.voter.is_eligible();
        self.seats.iter().filter(ranks).filter(|seat| matches!(seat.work, Work::Agent { .. }))
    }

    /// The most calls that retries, fallbacks and re-asks can make of it.
    #[must_use]
    pub fn most_calls(&self) -> usize {
        let attempts = usize::try_from(self.retry.attempts).unwrap_or(1);
        let reasks = usize::try_from(self.reask).unwrap_or(0);
        let in_turn = |seat: &SeatPlan| match &seat.work {
            Work::Agent { candidates, .. } => candidates.len() * attempts + reasks,
            _ => 0,
        };
        let asked = self.seats.iter().filter(|seat| self.taken_over(seat).is_none());
        let seats: usize = asked.chain(self.rankers()).map(in_turn).sum();
        let all = seats + if self.judge.is_some() { attempts } else { 0 };
        self.limits.calls.map_or(all, |most| most.min(all))
    }

    /// The seats as they are announced.
    #[must_use]
    pub fn introductions(&self) -> Vec<SeatIntroduction> {
        self.seats.iter().map(SeatPlan::introduction).collect()
    }
}
