//! Who answers for a seat, and what it is shown.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::agent::Definition;
use crate::brief::{Briefing, ItemLabel, Shape};
use crate::event::{SeatIntroduction, Strength};
use crate::vote::{Choice, Exact, NonVote, SeatKind, Stance, Voter};

/// An agent that can answer for a seat: a definition, a model, a program on this machine.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub definition: Arc<Definition>,
    pub model: Option<String>,
    pub effort: Option<String>,
    /// Absolute path.
    pub program: PathBuf,
    /// The program's version, where it is known without asking.
    pub version: Option<String>,
    pub lineage: String,
}

impl Candidate {
    /// `claude`, `claude:opus`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.model {
            Some(model) => format!("{}:{model}", self.definition.name),
            None => self.definition.name.clone(),
        }
    }
}

/// What is done for a seat.
#[derive(Debug, Clone)]
pub enum Work {
    Agent {
        /// The seat's own agent, then its fallbacks.
        candidates: Vec<Candidate>,
        /// The standing part of the brief.
        standing: String,
        /// The numbers of the context items that the seat sees.
        items: Vec<usize>,
    },
    Check {
        command: Vec<String>,
        /// Relative to the tree.
        writes: Vec<String>,
    },
    /// Settled by the context items alone: which of the required ones are missing or blank.
    Rubric { missing: Vec<String> },
    /// The seat's agent is not installed. The seat stays in the count.
    Skipped(NonVote),
}

/// A seat, with everything that its turn needs.
#[derive(Debug, Clone)]
pub struct SeatPlan {
    pub voter: Voter,
    pub effective_weight: Exact,
    /// The agent's name, or `check`, or `rubric`.
    pub agent: String,
    pub model: Option<String>,
    pub stance: Stance,
    pub stance_prompt: Option<String>,
    pub role: Option<String>,
    pub rubric: Vec<String>,
    /// The folder that the seat's agent is offered for reading.
    pub tree: Option<String>,
    /// Whether the seat has a copy of the tree of its own.
    pub isolated: bool,
    pub strength: Strength,
    /// For all calls of the seat together.
    pub timeout: Duration,
    pub work: Work,
}

impl SeatPlan {
    #[must_use]
    pub fn kind(&self) -> SeatKind {
        self.voter.kind
    }

    /// What the seat's brief is made from; `items` are the context items that it sees.
    #[must_use]
    pub(crate) fn briefing<'a>(
        &'a self,
        question: &'a str,
        options: &'a [Choice],
        items: &'a [ItemLabel],
        shape: Shape,
    ) -> Briefing<'a> {
        Briefing {
            seat: &self.voter.id,
            stance: self.stance,
            stance_prompt: self.stance_prompt.as_deref(),
            role: self.role.as_deref(),
            rubric: &self.rubric,
            question,
            options,
            items,
            tree: self.tree.as_deref(),
            shape,
            moderates: self.voter.moderator,
        }
    }

    #[must_use]
    pub fn introduction(&self) -> SeatIntroduction {
        SeatIntroduction {
            id: self.voter.id.clone(),
            agent: self.agent.clone(),
            model: self.model.clone(),
            stance: self.stance,
            role: self.role.clone(),
        }
    }
}

/// Who writes the synthesis.
#[derive(Debug, Clone)]
pub struct JudgePlan {
    pub candidate: Candidate,
    pub timeout: Duration,
    /// Whether the judge has a copy of the tree of its own.
    pub isolated: bool,
}
