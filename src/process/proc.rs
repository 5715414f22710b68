//! What the kernel tells about processes (Linux, `/proc`).

use std::fs::{self, File};
use std::io::{self, Read};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// A process at the moment of a look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) session: i32,
    pub(super) zombie: bool,
    /// In ticks since the system started.
    started: u64,
}

impl Process {
    /// `None` when there is no such process any more.
    pub(super) fn look(pid: i32) -> Option<Self> {
        let stat = text(&format!("/proc/{pid}/stat")).ok()?;
        // The name stands in brackets and may contain anything, brackets and spaces too.
        let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
        Some(Self {
            pid,
            session: fields.get(3)?.parse().ok()?,
            zombie: matches!(*fields.first()?, "Z" | "X" | "x"),
            started: fields.get(19)?.parse().ok()?,
        })
    }

    /// Tells this process from a later one with the same number.
    pub(super) const fn identity(&self) -> (i32, u64) {
        (self.pid, self.started)
    }

    /// Kills this process, and never another that got its number since the look.
    pub(super) fn kill(&self) {
        let Some(pid) = Pid::from_raw(self.pid) else { return };
        let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return };
        if Self::look(self.pid).is_some_and(|now| now.started == self.started) {
            let _ = pidfd_send_signal(handle, Signal::KILL);
        }
    }
}

/// What a file of the kernel's says. Such a file does not know its length, and each look at it costs.
pub(super) fn text(path: &str) -> io::Result<String> {
    let mut text = String::with_capacity(4096);
    File::open(path)?.take(u64::MAX).read_to_string(&mut text)?;
    Ok(text)
}

/// The children of this process, whichever thread they hang on.
pub(super) fn children() -> Vec<i32> {
    children_in("/proc/self/task")
}

fn children_in(tasks: &str) -> Vec<i32> {
    let mut found = Vec::new();
    for task in fs::read_dir(tasks).into_iter().flatten().flatten() {
        let listed = text(&format!("{}/children", task.path().display())).unwrap_or_default();
        found.extend(listed.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
    }
    found
}

/// Everything below a process that is alive at this moment.
pub(super) fn descendants(root: i32) -> Vec<Process> {
    let mut found: Vec<Process> = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        for child in children_in(&format!("/proc/{pid}/task")) {
            if let Some(process) = Process::look(child)
                && !found.iter().any(|known| known.pid == child)
            {
                found.push(process);
                open.push(child);
            }
        }
    }
    found
}

/// Every process that can be seen.
pub(super) fn all() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter_map(Process::look).collect()
}

/// Whether a process was started with a variable, seen as `NAME=value`, that this holds for. `None` while the
/// kernel has no environment for it, which is the case for a moment when it changes its program.
pub(super) fn has_variable(pid: i32, holds: impl Fn(&[u8]) -> bool) -> Option<bool> {
    match fs::read(format!("/proc/{pid}/environ")) {
        Ok(environment) if environment.is_empty() => None,
        Ok(environment) => Some(environment.split(|byte| *byte == 0).any(holds)),
        // Another user's, or gone.
        Err(_) => Some(false),
    }
}
