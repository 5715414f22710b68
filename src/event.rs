//! Layer 2: everything that can happen in a run.
//!
//! The engine emits [`Envelope`]s in one order; every display, the record and a replay are consumers
//! of the same sequence. The last event of a run carries the whole result ([`Run`]).

mod result;

pub use result::*;

use serde::{Deserialize, Serialize};

/// An event with its place in the run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Envelope {
    /// 0, 1, 2 … without gaps.
    pub seq: u64,
    /// Since the run started, in milliseconds of the monotonic clock. Printed as `at_ms`, because the
    /// events of a seat and of a run carry an `elapsed_ms` of their own in the same object.
    #[serde(rename = "at_ms")]
    pub elapsed_ms: u64,
    #[serde(flatten)]
    pub event: Event,
}

/// Something that happened. Events are past tense; what a seat is doing right now is [`Event::SeatActive`],
/// which displays may drop.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The rule is written down; the first seat has not started yet.
    RunStarted {
        id: String,
        panel: String,
        question: String,
        /// The digest of rule and roster, as the plan has it.
        rule_digest: String,
        seats: Vec<SeatIntroduction>,
        calls: usize,
    },
    SeatStarted {
        seat: String,
        attempt: u32,
    },
    /// What the agent says it is doing.
    SeatActive {
        seat: String,
        activity: String,
    },
    /// The call failed in a way that may pass, and is made again after a pause.
    SeatRetrying {
        seat: String,
        cause: crate::vote::NonVote,
        delay_ms: u64,
    },
    /// The agent failed; another model of the same lineage takes the seat.
    SeatFellBack {
        seat: String,
        cause: crate::vote::NonVote,
        to: String,
    },
    /// The answer was no vote and is asked for once more.
    SeatReasked {
        seat: String,
        cause: crate::vote::NonVote,
    },
    /// The seat's outcome is final.
    SeatFinished(Box<SeatResult>),
    /// What the seats answered calls for a further round, in which these seats are asked.
    RoundStarted {
        round: Round,
        seats: Vec<String>,
    },
    /// The seat's second turn is over, and its outcome is final.
    SeatRanked(Box<SeatResult>),
    JudgeStarted {
        judge: String,
    },
    JudgeFinished {
        failed: bool,
    },
    Warned(Warning),
    /// The run ends before every seat has answered.
    RunStopping {
        why: StopCause,
    },
    RunFinished(Box<Run>),
}

/// A seat as it is announced before it starts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatIntroduction {
    pub id: String,
    /// The agent, or `check`, or `rubric`.
    pub agent: String,
    pub model: Option<String>,
    pub stance: crate::vote::Stance,
    pub role: Option<String>,
}

/// A further round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The moderator breaks a tie.
    Tiebreak,
    /// Each seat ranks the answers of the others.
    Ranking,
}

/// Why a run ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopCause {
    /// The run's time budget is spent.
    Budget,
    /// A check with a veto failed before any agent was asked.
    CheckFailed,
    /// No seat that was still open could have changed the result.
    Settled,
    /// The quorum was met, and the grace after it is over.
    Grace,
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM or SIGHUP.
    Terminate,
    /// A sink could not go on: the reader of the output is gone.
    SinkFailed,
}

impl StopCause {
    /// Whether only the round has ended: what follows a round still takes place.
    #[must_use]
    pub fn ends_round_only(self) -> bool {
        matches!(self, Self::Settled | Self::Grace)
    }
}
