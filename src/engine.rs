//! Layer 7: the engine conducts a plan.
//!
//! Seats run side by side and report privately to one dispatcher. The dispatcher alone owns the run's
//! state, puts everything into one order, numbers each event and emits it; it knows no display and no
//! file. The world is reached through [`Ports`] only, so that a whole run can be tested with a scripted
//! port and a paused clock.
//!
//! The decision is computed from the plan's copy of the rule. A seat that failed, was cut or was
//! cancelled stays in the count as what it is.

mod check;
mod conduct;
mod end;
mod exit;
mod proof;
mod result;
mod rounds;
mod synthesis;
mod task;
mod turn;

pub use conduct::{StopRequest, conduct};
pub use exit::{ExitStatus, exit_status};
pub use result::Start;

use std::time::Duration;

use tokio::sync::watch;

use crate::agent::Reply;
use crate::brief::{Part, Words};
use crate::event::Strength;
use crate::invocation::Ending;
use crate::plan::Candidate;
use crate::process::End;
use crate::vote::NonVote;

/// One call of an agent.
#[derive(Debug, Clone)]
pub struct Call {
    /// The seat's id; `judge` for the synthesis.
    pub seat: String,
    /// 1 for the seat's first call, then 2, 3 …
    pub number: u32,
    pub candidate: Candidate,
    pub standing: String,
    pub prompt: Vec<Part>,
    pub timeout: Duration,
    /// Bytes kept of each output stream.
    pub keep: usize,
}

/// What came of a call.
#[derive(Debug)]
pub struct Called {
    pub reply: Reply,
    /// How strongly the agent was kept from writing, where it ran at all.
    pub strength: Option<Strength>,
    /// What the user should know of how the call went.
    pub notes: Vec<String>,
}

/// One run of a check seat's command.
#[derive(Debug, Clone)]
pub struct CheckCall {
    pub seat: String,
    pub command: Vec<String>,
    pub writes: Vec<String>,
    pub timeout: Duration,
    pub keep: usize,
}

/// What came of a check.
#[derive(Debug, Clone)]
pub struct Checked {
    pub ending: Ending,
    /// The last lines of its output.
    pub tail: String,
    /// How strongly the check was kept from writing, where it ran at all.
    pub strength: Option<Strength>,
    pub notes: Vec<String>,
}

/// The engine's doors to the world.
pub trait Ports {
    /// Calls an agent. Never fails: what goes wrong is a non-vote.
    fn call(&self, call: Call, activity: &dyn Fn(String), end: watch::Receiver<End>) -> impl Future<Output = Called>;

    /// Runs a check.
    fn check(&self, call: CheckCall, end: watch::Receiver<End>) -> impl Future<Output = Checked>;

    /// Gives the seat, or the judge, a copy of the tree of its own. Called once, before its first call.
    ///
    /// # Errors
    /// The non-vote of a seat that can't have one.
    fn isolate(
        &self,
        seat: &str,
        timeout: Duration,
        end: watch::Receiver<End>,
    ) -> impl Future<Output = Result<(), NonVote>>;

    /// What has changed in the seat's own copy since it was made, by path.
    fn changes_in_copy(&self, seat: &str) -> impl Future<Output = Vec<String>>;

    /// Remembers what the tree under review looks like; false where there is nothing to compare.
    fn remember_tree(&self) -> bool;

    /// What has changed in the tree since it was remembered or last asked about, by path.
    fn changes_in_tree(&self) -> Vec<String>;

    /// Fresh random words for one prompt.
    fn words(&self) -> Words;

    /// The numbers below `count` in an order drawn by lot.
    fn shuffled(&self, count: usize) -> Vec<usize>;
}
