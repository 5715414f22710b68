//! Layer 5: running an agent's program: start it, feed it, drain it, limit it, end it.
//!
//! Invariants:
//!
//! - Every seat is the leader of a session of its own. A process group is not enough: a program that
//!   opens the terminal would stop for ever.
//! - The program gets the environment, the arguments and the standard input that its [`Invocation`]
//!   names, and nothing else. One variable is added, which tells whose an orphan is.
//! - Both outputs are drained all the time and kept within bounds (`capture`).
//! - Whatever way [`run`] ends, also by being dropped, nothing of the seat's process tree is left
//!   alive: `leader` owns the tree, `strays` finds what left its session.
//! - What a venire that was itself killed has left alive is ended by a later one (`left_behind`).
//! - A process is signalled only while its number can't have been given to another: the leader until
//!   it is reaped, others through a handle that was checked.
//!
//! Who owns what: `start` brings a [`Leader`](leader::Leader) to life by one of two spawners
//! (`native`, `portable`); `course` watches it to its end; `register` knows every leader of the
//! process, for [`end_everything`].

use std::fs::File;
use std::io;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::watch::Receiver;

use crate::invocation::{Invocation, Stream, Transcript, Watch};

mod capture;
mod course;
mod failure;
mod find;
mod leader;
#[cfg(target_os = "linux")]
mod left_behind;
#[cfg(not(target_os = "linux"))]
#[path = "process/left_behind_elsewhere.rs"]
mod left_behind;
#[cfg(target_os = "linux")]
mod native;
mod portable;
#[cfg(target_os = "linux")]
mod proc;
mod register;
mod signals;
mod start;
#[cfg(target_os = "linux")]
mod strays;
#[cfg(not(target_os = "linux"))]
#[path = "process/strays_elsewhere.rs"]
mod strays;

pub use find::find;
pub use left_behind::Identity;
pub use register::end_everything;
pub use signals::{Signal, Signals};

/// What the conductor of the run wants of a running program. Values only escalate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    No,
    /// The run has ended first: stop signal, grace, kill.
    Cut,
    /// The user has interrupted the run: stop signal, grace, kill.
    Cancelled,
    /// The user can't wait: kill at once.
    Now,
}

/// The means of starting a program. [`run`] takes the best that the system has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spawner {
    /// `posix_spawn` from a thread of the seat's own: no copy of the address space, a handle that
    /// can't be mistaken (Linux).
    #[cfg(target_os = "linux")]
    Native,
    /// tokio's child in a session of its own.
    Portable,
}

impl Spawner {
    /// The best of this system.
    pub const fn best() -> Self {
        #[cfg(target_os = "linux")]
        return Self::Native;
        #[cfg(not(target_os = "linux"))]
        Self::Portable
    }
}

/// The variable that every program is marked with which venire starts.
pub const MARK: &str = strays::MARK;

/// Descriptors that a seat needs while it starts and runs, generously.
const DESCRIPTORS_PER_SEAT: u64 = 8;
/// Descriptors of venire itself.
const DESCRIPTORS_OF_OURS: u64 = 64;

/// Makes room for `seats` programs at once. To be called once per process, before the runtime makes
/// threads: the descriptor table grows at once (with several threads each growth waits for the whole
/// kernel), the soft descriptor limit rises where the seats need it, descriptors that our parent left
/// open are kept from the programs, and orphans of seats come to this process (the last two on Linux).
///
/// # Errors
/// The system refused one of these. Programs can still be run; large panels or orphans may suffer.
pub fn prepare(seats: usize) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        native::note_inherited();
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    }
    let wanted = DESCRIPTORS_PER_SEAT.saturating_mul(seats as u64).saturating_add(DESCRIPTORS_OF_OURS);
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current.unwrap_or(u64::MAX);
    let allowed = current.max(wanted.min(limit.maximum.unwrap_or(u64::MAX)));
    if allowed > current {
        setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum: limit.maximum })?;
    }
    let highest = wanted.min(allowed.saturating_sub(1));
    drop(rustix::io::fcntl_dupfd_cloexec(File::open("/dev/null")?, i32::try_from(highest).unwrap_or(i32::MAX))?);
    Ok(())
}

/// Runs a program to its end, by the best spawner of this system.
///
/// `watch` sees every chunk of output as it comes and may ask for the end. `end` is watched all the
/// time: [`End::Cut`] and [`End::Cancelled`] give the stop signal, the grace and the kill;
/// [`End::Now`] kills at once. Dropping the future kills the program's whole process tree.
///
/// Failures are endings of the [`Transcript`], never errors. Needs a tokio runtime with I/O and time.
pub async fn run(
    invocation: Invocation,
    watch: &mut dyn FnMut(Stream, &[u8]) -> Watch,
    end: Receiver<End>,
) -> Transcript {
    course::run(Spawner::best(), Arc::new(invocation), watch, end).await
}

/// The same as [`run`] by a spawner of choice.
pub async fn run_with(
    spawner: Spawner,
    invocation: &Invocation,
    watch: &mut dyn FnMut(Stream, &[u8]) -> Watch,
    end: Receiver<End>,
) -> Transcript {
    course::run(spawner, Arc::new(invocation.clone()), watch, end).await
}
