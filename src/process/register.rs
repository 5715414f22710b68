//! Every leader of this process, so that all can be ended at once, also from a panic hook.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::strays;

static LEADERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
/// Starts under way: programs that may exist and are not registered yet.
static STARTING: AtomicUsize = AtomicUsize::new(0);
static CLOSED: AtomicBool = AtomicBool::new(false);

/// The longest that [`end_everything`] works for.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(1);

/// Held from before a program can exist until its leader is registered.
pub(super) struct Starting(());

impl Starting {
    /// `None` once [`end_everything`] was called.
    pub(super) fn begin() -> Option<Self> {
        STARTING.fetch_add(1, Ordering::SeqCst);
        let starting = Self(());
        (!CLOSED.load(Ordering::SeqCst)).then_some(starting)
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        STARTING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// `_starting` proves that the start was announced before the program could exist.
pub(super) fn enter(leader: Pid, _starting: &Starting) {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner).insert(leader.as_raw_pid());
}

pub(super) fn leave(leader: Pid) {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner).remove(&leader.as_raw_pid());
}

/// Those of `processes` that are no leaders at this moment: leaders are never strays.
#[cfg(target_os = "linux")]
pub(super) fn without_leaders(mut processes: Vec<i32>) -> Vec<i32> {
    let leaders = LEADERS.lock().unwrap_or_else(PoisonError::into_inner);
    processes.retain(|process| !leaders.contains(process));
    processes
}

/// Kills every running seat with all that it started, and every orphan of earlier seats. Nothing
/// can be started afterwards: this is for the panic hook, the second interrupt, and the very end of
/// the process. Works without the runtime and takes no lock that it could wait for.
pub fn end_everything() {
    CLOSED.store(true, Ordering::SeqCst);
    let start = Instant::now();
    loop {
        let starting = STARTING.load(Ordering::SeqCst) > 0;
        if let Ok(leaders) = LEADERS.try_lock() {
            for pid in leaders.iter().filter_map(|leader| Pid::from_raw(*leader)) {
                let _ = kill_process_group(pid, Signal::KILL);
            }
        }
        let alive = strays::end_all_children_of_other_sessions();
        if (!starting && !alive) || start.elapsed() > PATIENCE {
            return;
        }
        thread::sleep(PAUSE);
    }
}
