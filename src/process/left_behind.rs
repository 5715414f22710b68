//! What a venire that was killed has left running (Linux).
//!
//! Nothing can be done at the moment of a `kill -9`: the kernel's own means, a signal at the parent's
//! death, is set by the child itself and hangs on the thread that started it, which is gone by then. So
//! a later venire does it. It ends what carries the killed one's mark in its environment, all that is in
//! a session with such a process (a seat's session holds nothing else), and all below.
//!
//! The mark is drawn by lot for each process of venire, so that it names no other, on this machine or
//! any other. A helper that cleared its environment and left the session is not found.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::proc::{Process, all, descendants, has_variable};
use super::start::own_mark;
use super::strays::{LOOKS, MARK, own_session};

/// The longest that dying processes are waited for.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(2);

/// Which process of venire it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    mark: String,
    /// The machine's name.
    machine: String,
    /// Names the time since the machine was started.
    boot: String,
    /// Names the view of processes that numbers count in: a container has its own.
    view: String,
    process: i32,
    /// In ticks since the system started.
    started: u64,
}

impl Identity {
    /// Of the process that asks. `None` where the system does not tell.
    #[must_use]
    pub fn of_this_process() -> Option<Self> {
        let own = Process::look(i32::try_from(std::process::id()).ok()?)?;
        let read = |path: &str| Some(fs::read_to_string(path).ok()?.trim().to_owned());
        Some(Self {
            mark: own_mark().to_owned(),
            machine: read("/proc/sys/kernel/hostname")?,
            boot: read("/proc/sys/kernel/random/boot_id")?,
            view: fs::read_link("/proc/self/ns/pid").ok()?.display().to_string(),
            process: own.pid,
            started: own.identity().1,
        })
    }

    /// Ends everything that this process of venire has left running, and gives how many processes that
    /// were. `None` where it is alive, or where another machine or container would have to look.
    #[must_use]
    pub fn end_what_is_left(&self) -> Option<usize> {
        let own = Self::of_this_process()?;
        if self.machine != own.machine {
            return None;
        }
        if self.boot != own.boot {
            return Some(0);
        }
        let is_alive = Process::look(self.process)
            .is_some_and(|found| found.identity() == (self.process, self.started) && !found.zombie);
        if self.view != own.view || is_alive {
            return None;
        }
        Some(self.ended())
    }

    fn ended(&self) -> usize {
        let begun = Instant::now();
        let mut ended = BTreeSet::new();
        let mut looks = 0;
        loop {
            let (left, unclear) = self.left();
            for process in &left {
                process.kill();
                ended.insert(process.identity());
            }
            looks += usize::from(unclear && left.is_empty());
            if (left.is_empty() && (!unclear || looks >= LOOKS)) || begun.elapsed() > PATIENCE {
                return ended.len();
            }
            thread::sleep(PAUSE);
        }
    }

    /// What is alive of it, and whether some process can't be told yet.
    fn left(&self) -> (Vec<Process>, bool) {
        let begins = format!("{MARK}={}.", self.mark);
        let is_marked =
            |process: &Process| has_variable(process.pid, |variable| variable.starts_with(begins.as_bytes()));
        let later: Vec<Process> =
            all().into_iter().filter(|process| !process.zombie && process.identity().1 >= self.started).collect();
        let looked: Vec<(Process, Option<bool>)> =
            later.into_iter().map(|process| (process, is_marked(&process))).collect();
        let sessions: BTreeSet<i32> = looked
            .iter()
            .filter(|(_, marked)| *marked == Some(true))
            .map(|(process, _)| process.session)
            .filter(|session| *session != 0 && *session != own_session())
            .collect();
        let unclear = looked.iter().any(|(_, marked)| marked.is_none());
        let mut left: Vec<Process> = vec![];
        for (process, marked) in looked {
            if marked == Some(true) || sessions.contains(&process.session) {
                left.extend(descendants(process.pid));
                left.push(process);
            }
        }
        (left, unclear)
    }
}
