//! The exit status: an API, kept in one place (README, "Exit status").

use crate::event::StopCause;
use crate::plan::Command;
use crate::vote::{Decision, Effect, Status};

/// What venire ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitStatus {
    /// `gate`: pass, nothing to review, or `--advisory`. `ask`: a decision was reached. Others: yes or done.
    Yes = 0,
    /// `gate`: the decision's effect is block or revise. Others: no.
    No = 1,
    /// A bad flag, a bad panel, an untrusted panel.
    Usage = 2,
    /// Enough seats voted and there is no decision, or a human is to decide.
    Undecided = 3,
    /// Too few usable answers, or not able to run.
    Unable = 4,
    /// A fault of venire's own.
    Fault = 70,
    /// Ctrl-C.
    Interrupted = 130,
    /// SIGTERM or SIGHUP.
    Terminated = 143,
}

/// The status of a finished run.
#[must_use]
pub fn exit_status(command: Command, decision: &Decision, stopped: Option<StopCause>, advisory: bool) -> ExitStatus {
    match stopped {
        Some(StopCause::Interrupt) => return ExitStatus::Interrupted,
        Some(StopCause::Terminate) => return ExitStatus::Terminated,
        Some(StopCause::SinkFailed) => return ExitStatus::Unable,
        Some(StopCause::Budget | StopCause::CheckFailed | StopCause::Settled | StopCause::Grace) | None => {}
    }
    if advisory {
        return ExitStatus::Yes;
    }
    match (decision.status, command, decision.effect) {
        (Status::Inquorate, ..) => ExitStatus::Unable,
        (Status::Undecided | Status::Escalated, ..) => ExitStatus::Undecided,
        (Status::NotSought, ..) if decision.quorum.answered >= decision.quorum.needed => ExitStatus::Yes,
        (Status::NotSought, ..) => ExitStatus::Unable,
        (Status::Decided | Status::Vetoed, Command::Ask, _) | (Status::Decided, Command::Gate, Some(Effect::Pass)) => {
            ExitStatus::Yes
        }
        (Status::Decided | Status::Vetoed, Command::Gate, Some(Effect::Block | Effect::Revise)) => ExitStatus::No,
        (Status::Decided | Status::Vetoed, Command::Gate, _) => ExitStatus::Undecided,
    }
}
