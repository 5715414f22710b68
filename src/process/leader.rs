//! The owner of a seat's process tree.

#[cfg(target_os = "linux")]
use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::tokio::ChildWrapper;
use rustix::process::{Pid, Signal, kill_process_group};
#[cfg(target_os = "linux")]
use rustix::process::{WaitId, WaitIdOptions, waitid};
#[cfg(target_os = "linux")]
use tokio::io::unix::AsyncFd;

use super::register::{self, Starting};
use super::strays::Sweep;
use crate::invocation::{Ending, StopSignal};

/// The longest that the end of a killed tree is waited for. Only a process that hangs in the kernel
/// takes longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two passes over dying processes.
const PAUSE: Duration = Duration::from_millis(1);

/// The leader of a seat's session, and with it the tree below. Dropped before [`finish`](Self::finish)
/// has returned, it kills and reaps the whole tree.
pub(super) struct Leader {
    pid: Pid,
    handle: Handle,
    sweep: Sweep,
    reaped: bool,
}

/// How the leader's exit is noticed.
pub(super) enum Handle {
    /// Readable once the leader has exited. It stays a zombie until it is reaped here, so that its
    /// number, and its group's, can't be reused before.
    #[cfg(target_os = "linux")]
    Pidfd(AsyncFd<OwnedFd>),
    /// Reaped by the runtime as soon as it is waited for.
    Child(Box<dyn ChildWrapper>),
}

impl Leader {
    /// Takes the tree over. `mark` is the value of the seat's mark in the environment; `starting`
    /// shows that the register knew of the start.
    pub(super) fn new(pid: Pid, handle: Handle, mark: &str, starting: &Starting) -> Self {
        register::enter(pid, starting);
        Self { pid, handle, sweep: Sweep::new(pid, mark), reaped: false }
    }

    /// Waits until the leader has exited. May be called, dropped and called again.
    pub(super) async fn exited(&mut self) {
        // An error can mean only that there is nothing to wait for.
        match &mut self.handle {
            #[cfg(target_os = "linux")]
            Handle::Pidfd(pidfd) => drop(pidfd.readable().await),
            Handle::Child(child) => drop(child.wait().await),
        }
    }

    /// Asks the seat's whole group to stop.
    pub(super) fn stop(&self, signal: StopSignal) {
        self.signal(match signal {
            StopSignal::Term => Signal::TERM,
            StopSignal::Int => Signal::INT,
            StopSignal::Kill => Signal::KILL,
        });
    }

    /// Kills the leader, its group, and everything below it.
    pub(super) fn kill(&mut self) {
        self.sweep.end_descendants();
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        let _ = kill_process_group(self.pid, signal);
    }

    /// Ends what the exited leader has left behind, and reaps it. Gives how the leader exited, and
    /// how many processes had to be ended after it.
    pub(super) async fn finish(&mut self) -> (Option<Ending>, usize) {
        let start = Instant::now();
        while !self.is_clean() && start.elapsed() < PATIENCE {
            tokio::time::sleep(PAUSE).await;
        }
        (self.reap().map(ending), self.sweep.ended())
    }

    /// One pass: everything below is killed while it is still ours to name, then the group.
    fn is_clean(&mut self) -> bool {
        let clean = self.sweep.is_clean();
        self.signal(Signal::KILL);
        clean
    }

    /// Whether the leader has exited, without reaping it where that can be helped.
    fn has_exited(&mut self) -> bool {
        match &mut self.handle {
            #[cfg(target_os = "linux")]
            Handle::Pidfd(_) => {
                let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                !matches!(waitid(WaitId::Pid(self.pid), look), Ok(None))
            }
            Handle::Child(child) => !matches!(child.try_wait(), Ok(None)),
        }
    }

    /// `None` when it has not exited yet.
    fn reap(&mut self) -> Option<ExitStatus> {
        let status = match &mut self.handle {
            #[cfg(target_os = "linux")]
            Handle::Pidfd(_) => exit_status(self.pid),
            Handle::Child(child) => child.try_wait().transpose(),
        };
        let status = status?;
        self.reaped = true;
        register::leave(self.pid);
        status.ok()
    }
}

/// Reaps a child that has exited.
#[cfg(target_os = "linux")]
fn exit_status(pid: Pid) -> Option<io::Result<ExitStatus>> {
    match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
        Ok(None) => None,
        Ok(Some(status)) => {
            // The two forms in which a raw wait status tells an exit and a signal.
            let exit = status.exit_status().map(|code| (code & 0xff) << 8);
            Some(Ok(ExitStatus::from_raw(exit.or(status.terminating_signal()).unwrap_or(0))))
        }
        Err(error) => Some(Err(error.into())),
    }
}

fn ending(status: ExitStatus) -> Ending {
    match status.code() {
        Some(code) => Ending::Exited(code),
        None => Ending::Signalled(status.signal().unwrap_or(0)),
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        self.kill();
        let start = Instant::now();
        // The leader is reaped last: until then its number names the seat's session.
        while !(self.has_exited() && self.is_clean()) && start.elapsed() < PATIENCE {
            thread::sleep(PAUSE);
        }
        if self.reap().is_none() {
            register::leave(self.pid);
        }
    }
}
