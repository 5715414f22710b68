//! The result document, schema `venire.run/1` (README, "The result document"): stable and versioned;
//! new fields may come, none changes its meaning within a version.

use serde::{Deserialize, Serialize};

use crate::vote::{Ballot, Choice, Decision, NonVote, NonVoteKind, Outcome, SeatKind, Shown, Stance};

/// The name and version of the document.
pub const SCHEMA: &str = "venire.run/1";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Run {
    pub schema: String,
    pub id: String,
    /// RFC 3339, UTC.
    pub started: String,
    pub elapsed_ms: u64,
    /// `ask` or `gate`.
    pub command: String,
    pub question: String,
    pub owner: Option<String>,
    pub panel: PanelIdentity,
    /// SHA-256 of rule and roster as they were written down before the first seat started.
    #[serde(default)]
    pub rule_digest: String,
    pub options: Vec<Choice>,
    pub seats: Vec<SeatResult>,
    pub decision: Decision,
    pub synthesis: Option<Synthesis>,
    pub warnings: Vec<Warning>,
    /// The run that this one goes on from: `venire runs resume`.
    #[serde(default)]
    pub resumed_from: Option<String>,
    /// The run's folder; `None` with `--no-record`.
    pub record: Option<String>,
    /// Set when the run ended before every seat had answered.
    pub stopped: Option<super::StopCause>,
    /// The exit status that the run ends with.
    pub exit_status: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PanelIdentity {
    pub name: String,
    /// The file it came from, or `built-in`, or `--seat`.
    pub source: String,
    /// SHA-256 of the effective panel.
    pub digest: String,
}

/// How strongly a seat was kept from writing, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// A kernel sandbox, the agent's own or venire's.
    Kernel,
    /// The agent's writing tools are removed.
    Agent,
    /// Nothing but the agent's word.
    Promise,
}

impl Strength {
    /// The word used in definitions and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Agent => "agent",
            Self::Promise => "promise",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReadOnly {
    pub strength: Strength,
    /// Whether the tree was compared before and after.
    pub tree_checked: bool,
    /// Whether the seat had a copy of the tree of its own, which was compared as well.
    #[serde(default)]
    pub isolated: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SeatResult {
    pub id: String,
    pub kind: SeatKind,
    /// The agent, or `check`, or `rubric`.
    pub agent: String,
    pub model: Option<String>,
    pub stance: Stance,
    pub role: Option<String>,
    pub lineage: Option<String>,
    pub weight: Shown,
    pub effective_weight: Shown,
    pub advisory: bool,
    pub veto: bool,
    /// Asked only to break a tie.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moderator: bool,
    pub read_only: ReadOnly,
    /// What of the repository and of the user's own settings can't be kept from this agent, in words.
    pub leaks: Vec<String>,
    /// Exactly one of `ballot`, `non_vote` and `passed: true` is set.
    pub ballot: Option<ShownBallot>,
    pub non_vote: Option<NonVote>,
    /// A check that does not count ended with exit status 0.
    pub passed: bool,
    /// The agent's final answer as it was read, with secrets masked.
    pub answer: Option<String>,
    /// How the answer was read, where the outcome came of reading it.
    #[serde(default)]
    pub reading: Option<Reading>,
    /// The seat's second turn, under `rank`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<RankingTurn>,
    pub elapsed_ms: u64,
    /// Calls made for this seat: retries, fallbacks and re-asks included.
    pub attempts: u32,
    pub usage: Option<serde_json::Value>,
    pub cost: Option<serde_json::Value>,
    /// The model that the agent says it used.
    pub model_answered: Option<String>,
    /// The run in which the seat was asked, where its outcome was taken over from there.
    #[serde(default)]
    pub taken_from: Option<String>,
    /// What the user should know of how this seat came to its outcome.
    pub notes: Vec<String>,
}

/// How a seat ranked the answers of the others. What came of it stands in the seat's ballot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RankingTurn {
    /// The seats whose answers it was shown, the one with the letter A first.
    pub shown: Vec<String>,
    /// Why there is no ranking.
    #[serde(default)]
    pub non_vote: Option<NonVote>,
    /// What it answered, with secrets masked.
    #[serde(default)]
    pub answer: Option<String>,
    #[serde(default)]
    pub reading: Option<Reading>,
    pub elapsed_ms: u64,
    #[serde(default)]
    pub usage: Option<serde_json::Value>,
    #[serde(default)]
    pub cost: Option<serde_json::Value>,
}

/// What an answer was read with: enough to read it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Reading {
    /// The call that the answer came of, from 1.
    pub call: u32,
    /// The seal of that call's prompt.
    pub seal: String,
    /// Whether the call asked once more, where only a sealed verdict counts.
    pub reask: bool,
    /// Whether the output was cut in the middle.
    pub cut: bool,
}

/// A ballot as it is printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ShownBallot {
    pub option: Option<String>,
    /// Under `borda`, the options from the best down as far as they are ranked; under `rank`, the seats whose answers
    /// were ranked, the best first; else empty.
    #[serde(default)]
    pub ranking: Vec<String>,
    pub sealed: bool,
    pub summary: String,
    /// 0 to 1, or null where it was not given.
    pub confidence: Option<f64>,
    /// The same without rounding, as it is counted: `4/5`.
    #[serde(default)]
    pub confidence_exact: Option<String>,
    pub confidence_reason: Option<String>,
    pub takeaways: Vec<String>,
    pub risks: Vec<String>,
    pub evidence: Vec<String>,
    pub dealbreaker: bool,
}

impl From<&Ballot> for ShownBallot {
    fn from(ballot: &Ballot) -> Self {
        Self {
            option: ballot.option.clone(),
            ranking: ballot.ranking.clone(),
            sealed: ballot.sealed,
            summary: ballot.summary.clone(),
            confidence: ballot.confidence.as_ref().map(crate::vote::printed),
            confidence_exact: ballot.confidence.as_ref().map(ToString::to_string),
            confidence_reason: ballot.confidence_reason.clone(),
            takeaways: ballot.takeaways.clone(),
            risks: ballot.risks.clone(),
            evidence: ballot.evidence.clone(),
            dealbreaker: ballot.dealbreaker,
        }
    }
}

impl ShownBallot {
    /// The ballot that was printed so.
    #[must_use]
    pub fn ballot(&self) -> Ballot {
        Ballot {
            option: self.option.clone(),
            ranking: self.ranking.clone(),
            sealed: self.sealed,
            summary: self.summary.clone(),
            confidence: self.confidence_exact.as_ref().and_then(|exact| exact.parse().ok()),
            confidence_reason: self.confidence_reason.clone(),
            takeaways: self.takeaways.clone(),
            risks: self.risks.clone(),
            evidence: self.evidence.clone(),
            dealbreaker: self.dealbreaker,
        }
    }
}

impl SeatResult {
    /// What came of the seat, as it is counted.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match (&self.ballot, &self.non_vote) {
            (_, Some(missing)) => Outcome::NonVote(missing.clone()),
            (Some(ballot), None) => Outcome::Ballot(ballot.ballot()),
            (None, None) if self.passed => Outcome::Passed,
            (None, None) => {
                Outcome::NonVote(NonVote::new(NonVoteKind::OtherFailure, "the record of this seat has no outcome"))
            }
        }
    }
}

/// What the judge wrote, or why there is none. It never changes the decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Synthesis {
    pub judge: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<NonVote>,
}

/// Something that the reader of a result should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Warning {
    /// Stable: `V-WARN-ONE-LINEAGE`.
    pub code: String,
    pub text: String,
}

impl Warning {
    #[must_use]
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self { code: code.to_owned(), text: text.into() }
    }
}
