//! Processes of a seat that left its session (Linux).
//!
//! A program can start helpers in sessions of their own, which a signal to the group does not reach.
//! venire is the reaper of its orphans (`prepare`), so whatever a seat leaves behind becomes a child
//! of this process sooner or later, and stays a zombie until it is reaped here: its number can't be
//! given to another meanwhile. An orphan is a seat's when it is in the seat's session, was seen below
//! the seat before, or carries the seat's mark in its environment.
//!
//! Never waits for just any child: other parts of the process have children too.

use std::collections::BTreeSet;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::proc::{Process, children, descendants, has_variable};
use super::register;

/// The variable that tells whose an orphan is.
pub(super) const MARK: &str = "VENIRE_SEAT";

/// How often a process whose environment can't be read yet (it is between two programs) is looked
/// at again.
pub(super) const LOOKS: usize = 4;

/// Ends what is left of one seat. The leader must not have been reaped.
pub(super) struct Sweep {
    leader: i32,
    /// `VENIRE_SEAT=…`, as it stands in the environment.
    mark: Vec<u8>,
    /// Processes that were seen below the seat, by number and start.
    known: BTreeSet<(i32, u64)>,
    ended: BTreeSet<(i32, u64)>,
    looks: usize,
}

impl Sweep {
    pub(super) fn new(leader: Pid, mark: &str) -> Self {
        let mark = format!("{MARK}={mark}").into_bytes();
        Self { leader: leader.as_raw_pid(), mark, known: BTreeSet::new(), ended: BTreeSet::new(), looks: 0 }
    }

    /// Kills everything below the leader, whatever its session. For use while the leader lives; what
    /// dies here was running together with it and is no stray.
    pub(super) fn end_descendants(&mut self) {
        for process in descendants(self.leader) {
            self.known.insert(process.identity());
            process.kill();
        }
    }

    /// One pass over the orphans: kills those of this seat, and reaps those that have died. True
    /// when there were none alive. A pass makes new orphans of the children of what it kills, so it
    /// is to be repeated until it is true.
    pub(super) fn is_clean(&mut self) -> bool {
        let (mut clean, mut unclear) = (true, false);
        for process in register::without_leaders(children()).into_iter().filter_map(Process::look) {
            match self.owns(&process) {
                Some(true) => {}
                Some(false) => continue,
                None => {
                    unclear = true;
                    continue;
                }
            }
            if !process.zombie {
                clean = false;
                for below in descendants(process.pid) {
                    self.known.insert(below.identity());
                }
                // A child of ours can't be confused with another before it is reaped.
                process.kill();
                self.ended.insert(process.identity());
            }
            self.known.insert(process.identity());
            reap(process.pid);
        }
        if unclear && self.looks < LOOKS {
            self.looks += 1;
            clean = false;
        }
        clean
    }

    /// How many orphans were alive and had to be killed.
    pub(super) fn ended(&self) -> usize {
        self.ended.len()
    }

    /// Whether an orphan is this seat's; `None` where it can't be told yet.
    fn owns(&self, process: &Process) -> Option<bool> {
        if process.session == self.leader || self.known.contains(&process.identity()) {
            return Some(true);
        }
        if process.zombie || process.session == own_session() {
            return Some(false);
        }
        has_variable(process.pid, |variable| variable == self.mark)
    }
}

/// Kills every child of this process that is in another session, with all below it. True when there
/// was one alive.
pub(super) fn end_all_children_of_other_sessions() -> bool {
    let own = own_session();
    let mut alive = false;
    for process in children().into_iter().filter_map(Process::look) {
        if process.session == own || process.zombie {
            continue;
        }
        alive = true;
        for below in descendants(process.pid) {
            below.kill();
        }
        process.kill();
    }
    alive
}

/// 0 where the leader of this session is outside of this process's view, as in a container that was
/// entered without a session of its own.
pub(super) fn own_session() -> i32 {
    nix::unistd::getsid(None).map_or(0, nix::unistd::Pid::as_raw)
}

fn reap(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
    }
}
