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
}

impl Signals {
    /// Needs a tokio runtime.
    ///
    /// # Errors
    /// The system refused a handler.
    pub fn listen() -> io::Result<Self> {
        let ignored = ignored();
        let listener = |kind: SignalKind| {
            let bit = 1u64 << (kind.as_raw_value() - 1);
            if ignored & bit == 0 { unix::signal(kind).map(Some) } else { Ok(None) }
        };
        Ok(Self {
            interrupt: listener(SignalKind::interrupt())?,
            terminate: listener(SignalKind::terminate())?,
            hang_up: listener(SignalKind::hangup())?,
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
