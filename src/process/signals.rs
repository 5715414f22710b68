//! Interrupts of venire itself.

use std::io;

use tokio::signal::unix::{self, SignalKind};

/// What the user, the terminal or the system sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The system, or `kill`.
    Terminate,
    /// The terminal was closed.
    HangUp,
}

/// Listens for interrupts from its making on. A signal that was ignored when venire started
/// (`nohup`, a background job of a script) stays ignored.
pub struct Signals {
    interrupt: Option<unix::Signal>,
    terminate: Option<unix::Signal>,
    hang_up: Option<unix::Signal>,
    /// Only where the end of children was ignored when venire started: the system then reaps them
    /// itself and their exit status is lost. Listening ends that.
    _children: Option<unix::Signal>,
}

impl Signals {
    /// Needs a tokio runtime.
    ///
    /// # Errors
    /// The system refused a handler.
    pub fn listen() -> io::Result<Self> {
        let ignored = ignored();
        let is_ignored = |kind: SignalKind| ignored & (1 << (kind.as_raw_value() - 1)) != 0;
        let listener = |kind: SignalKind| if is_ignored(kind) { Ok(None) } else { unix::signal(kind).map(Some) };
        let children = SignalKind::child();
        Ok(Self {
            interrupt: listener(SignalKind::interrupt())?,
            terminate: listener(SignalKind::terminate())?,
            hang_up: listener(SignalKind::hangup())?,
            _children: if is_ignored(children) { Some(unix::signal(children)?) } else { None },
        })
    }

    /// The next signal. Signals of one kind that come together may count as one.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            () = received(&mut self.interrupt) => Signal::Interrupt,
            () = received(&mut self.terminate) => Signal::Terminate,
            () = received(&mut self.hang_up) => Signal::HangUp,
        }
    }
}

async fn received(listener: &mut Option<unix::Signal>) {
    if let Some(listener) = listener
        && listener.recv().await.is_some()
    {
        return;
    }
    std::future::pending().await
}

/// The signals that this process ignores, one bit each from the lowest for signal 1.
/// Known on Linux only; elsewhere none is taken as ignored.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
