//! What a panel says, after all its layers.

use std::time::Duration;

use crate::document::{Node, Place};
use crate::vote::{Choice, Dealbreakers, Exact, ShareOf, Stance, Strategy, Tiebreak};

/// What the judge goes by where seats go by their ids; no seat can have it.
pub const JUDGE: &str = "judge";

/// A checked panel. Everything that a file may leave out is an `Option` here; `plan` fills in what
/// depends on the command (`ask` or `gate`) and on the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub name: String,
    pub description: Option<String>,
    pub question: Option<String>,
    pub options: Vec<Choice>,
    pub strategy: Strategy,
    pub share_of: ShareOf,
    pub threshold: Option<Exact>,
    pub quorum: Option<usize>,
    pub min_lineages: Option<usize>,
    pub tiebreak: Vec<Tiebreak>,
    pub safety_order: Vec<String>,
    pub dealbreakers: Dealbreakers,
    pub discount_correlated: bool,
    pub human_review_below: Option<Exact>,
    pub allow_duplicates: bool,
    pub seats: Vec<Seat>,
    pub seal: Option<Seal>,
    pub isolate: Isolation,
    pub synthesis: Option<SynthesisRequest>,
    pub limits: Limits,
    /// How often an unreadable answer is asked for once more: 0 to 2.
    pub reask: u32,
    pub retry: Retry,
    pub owner: Option<String>,
    /// Definitions of further agents, still as they stand in the file.
    pub agents: Vec<(String, Node)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Seat {
    pub id: String,
    pub work: Work,
    pub stance: Stance,
    /// Replaces the built-in text of the stance.
    pub stance_prompt: Option<String>,
    pub role: Option<String>,
    pub rubric: Vec<String>,
    /// Base weight, in the file's exact decimal.
    pub weight: Exact,
    pub veto: bool,
    pub advisory: bool,
    /// Under `parity-pair`: the proposer's option needs this seat's ballot.
    pub parity: bool,
    /// Under `parity-pair`: its option is the one that is put to the parity seats.
    pub proposer: bool,
    /// Asked only to break a tie.
    pub moderator: bool,
    /// The context items that this seat sees, by name; `None` for all.
    pub evidence: Option<Vec<String>>,
    pub timeout: Option<Duration>,
    /// Where the seat stands, for messages that are found out later (an agent that is not installed).
    pub place: Place,
}

/// Who or what answers for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    Agent {
        agent: AgentName,
        effort: Option<String>,
        /// Tried in order when the agent fails in a way that may pass. Of the seat's own lineage.
        fallback: Vec<AgentName>,
    },
    /// A command, no model.
    Check {
        command: Vec<String>,
        /// Paths below the tree that the command must be able to write.
        writes: Vec<String>,
        /// Exit status 0 is a ballot for the first `pass` option.
        counts: bool,
    },
    /// Reads which context items are there.
    Rubric { requires: Vec<String> },
}

/// An agent, and a model of it: `claude`, `claude:opus`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AgentName {
    pub agent: String,
    pub model: Option<String>,
}

impl std::fmt::Display for AgentName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.model {
            Some(model) => write!(f, "{}:{model}", self.agent),
            None => f.write_str(&self.agent),
        }
    }
}

/// Whether a `pass` needs the prompt's seal (README, "Seals").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seal {
    Required,
    Optional,
}

/// Which tree seats see (README, "A tree for each seat").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// The tree under review itself.
    #[default]
    None,
    /// Each seat a copy of its own.
    Worktree,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynthesisRequest {
    pub judge: AgentName,
    /// Whether a judge that is a seat of the roster is refused.
    pub independent: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// For each seat.
    pub timeout: Option<Duration>,
    /// For the whole run.
    pub budget: Option<Duration>,
    /// Seats at once.
    pub concurrency: Option<usize>,
    /// Calls of agents, with retries, fallbacks, re-asks and the judge.
    pub calls: Option<usize>,
    /// The most that is kept of a stream, in bytes.
    pub output: Option<usize>,
    pub stop: RoundEnd,
    /// What the other seats still get once the quorum is met.
    pub grace: Option<Duration>,
}

/// When a round ends (README, "Early decision").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RoundEnd {
    /// When every seat has its outcome.
    #[default]
    All,
    /// As soon as nothing can change the result.
    Settled,
}

impl RoundEnd {
    /// The word used in panels.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Settled => "settled",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// Calls in all, the first included.
    pub attempts: u32,
    pub backoff: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 2, backoff: Duration::from_secs(2) }
    }
}
