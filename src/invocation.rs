//! Layer 1: what to run, and what came back. Data only; `process` runs it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

/// A program to be run for a seat: everything that `process` needs, and nothing inherited but what is named.
#[derive(Debug, Clone, PartialEq)]
pub struct Invocation {
    /// Absolute path.
    pub program: PathBuf,
    /// Without the program's own name.
    pub args: Vec<OsString>,
    /// The whole environment of the child.
    pub env: Vec<(OsString, OsString)>,
    pub cwd: PathBuf,
    /// Opened as standard input; `None` is the null device.
    pub stdin: Option<PathBuf>,
    /// From the start to the first signal.
    pub timeout: Duration,
    pub stop: Stop,
    /// The most that is kept of each output stream, in bytes: half from the start, half from the end.
    pub keep: usize,
    /// A private folder in which long output may be kept while the program runs.
    pub spool: PathBuf,
    /// What the child may write; `None` leaves it to the agent's own means.
    pub confinement: Option<Confinement>,
}

/// How a program is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    pub signal: StopSignal,
    /// Between the signal and the kill.
    pub grace: Duration,
}

impl Default for Stop {
    fn default() -> Self {
        Self { signal: StopSignal::Term, grace: Duration::from_secs(2) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopSignal {
    Term,
    Int,
    Kill,
}

/// Whether seats are held read-only by the kernel, beside the agents' own means (README, "Read-only").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxMode {
    /// Where the kernel can.
    #[default]
    Auto,
    /// Nobody is seated without.
    Require,
    Off,
}

/// The folders and files that a confined program may write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Confinement {
    pub writes: Vec<PathBuf>,
}

/// Which stream a piece of output came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// What the watcher of a running program wants done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// Go on.
    Continue,
    /// The answer is whole; what is left is the program's own leaving, for which it gets the grace only.
    Answered,
    /// A failure that can't be mended has shown: end the program now.
    End,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    /// It never started.
    SpawnFailed(String),
    /// The kernel layer that was asked for could not be set up; it never started.
    SandboxFailed(String),
    /// Its own time limit passed.
    TimedOut,
    /// The run ended first: budget, grace or settled.
    Cut,
    /// The user interrupted the run.
    Cancelled,
    /// The watcher asked for the end, after a failure.
    Ended,
    /// The watcher said that the answer was whole, and the program did not leave by itself.
    AnsweredThenKilled,
}

/// One captured stream. Small output is kept in memory; what is longer lies in a file, so that a flood
/// costs disk and no memory. What is kept is bounded: from the start and from the end, with a line
/// between that says how much was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    Memory(Vec<u8>),
    File(PathBuf),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    pub kept: Kept,
    /// Bytes left out between head and tail.
    pub cut: u64,
}

impl Default for Captured {
    fn default() -> Self {
        Self { kept: Kept::Memory(vec![]), cut: 0 }
    }
}

/// What came back from a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    pub stdout: Captured,
    pub stderr: Captured,
    pub ending: Ending,
    pub elapsed: Duration,
    /// Processes that had to be ended after their leader had gone.
    pub strays: usize,
}
