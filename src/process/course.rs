//! A program's course from its start to its end.
//!
//! Four things can happen at any time: the program prints, its leader exits, a deadline passes, the
//! conductor wants the end. Each moves the course from one phase to the next, never back, and each
//! phase but the first has a deadline of its own:
//!
//! ```text
//! Running ─▶ Answered ─▶ Stopping ─▶ Killed ─▶ Left
//! ```
//!
//! The first reason to end the program is the one that stands, with one exception: a failure that
//! shows after a whole answer takes the answer back.

use std::io::ErrorKind;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::unix::pipe::Receiver as Pipe;
use tokio::sync::watch::Receiver;
use tokio::task::coop::consume_budget;

use super::capture::Capture;
use super::leader::Leader;
use super::start::{Started, start};
use super::{End, Spawner};
use crate::invocation::{Captured, Ending, Invocation, Stop, StopSignal, Stream, Transcript, Watch};

/// How long output is waited for after the leader has gone: something below may hold the pipe.
const DRAIN: Duration = Duration::from_millis(500);
/// How long a killed leader may take to go; only one that hangs in the kernel takes longer.
const DEATH: Duration = Duration::from_secs(5);
/// The most that is read at once, in bytes.
const CHUNK: usize = 16 * 1024;
/// The most that is read of each stream after everything is dead, in bytes: what a pipe can hold.
const REST: usize = 1024 * 1024;

type Watcher<'a> = &'a mut dyn FnMut(Stream, &[u8]) -> Watch;

pub(super) async fn run(
    spawner: Spawner,
    invocation: Arc<Invocation>,
    watch: Watcher<'_>,
    mut end: Receiver<End>,
) -> Transcript {
    let began = Instant::now();
    let never = match *end.borrow_and_update() {
        End::No => None,
        End::Cut => Some(Ending::Cut),
        End::Cancelled | End::Now => Some(Ending::Cancelled),
    };
    if let Some(ending) = never {
        return unstarted(ending, began);
    }
    match start(spawner, &invocation).await {
        Ok(started) => Course::new(started, &invocation, began).run(watch, end).await,
        Err(error) => unstarted(error.ending(&invocation), began),
    }
}

fn unstarted(ending: Ending, began: Instant) -> Transcript {
    let (stdout, stderr) = (Captured::default(), Captured::default());
    Transcript { stdout, stderr, ending, elapsed: began.elapsed(), strays: 0 }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Running,
    /// The answer is whole; the program may leave by itself.
    Answered,
    /// The stop signal was sent.
    Stopping,
    Killed,
    /// The leader has exited.
    Left,
}

enum Happening {
    Wanted(End),
    Late,
    Exited,
    Printed,
}

struct Course {
    leader: Leader,
    stdout: Output,
    stderr: Output,
    stop: Stop,
    phase: Phase,
    /// When the phase is over.
    deadline: Instant,
    /// Why the program was made to end.
    reason: Option<Ending>,
    began: Instant,
}

impl Course {
    fn new(started: Started, invocation: &Invocation, began: Instant) -> Self {
        let Started { leader, stdout, stderr } = started;
        let (keep, spool) = (invocation.keep, invocation.spool.as_path());
        Self {
            leader,
            stdout: Output::new(Stream::Stdout, stdout, keep, spool),
            stderr: Output::new(Stream::Stderr, stderr, keep, spool),
            stop: invocation.stop,
            phase: Phase::Running,
            deadline: after(began, invocation.timeout),
            reason: None,
            began,
        }
    }

    async fn run(mut self, watch: Watcher<'_>, mut end: Receiver<End>) -> Transcript {
        let mut elapsed = None;
        while !self.is_over() {
            match self.next(&mut end).await {
                Happening::Wanted(end) => self.wanted(end),
                Happening::Late => self.late(),
                Happening::Exited => {
                    elapsed = Some(self.began.elapsed());
                    let wait = if self.phase == Phase::Killed { Duration::ZERO } else { DRAIN };
                    self.enter(Phase::Left, wait);
                }
                Happening::Printed => {
                    // Both in turn: a flood on one must not hide the other.
                    let wish = self.stdout.read(watch);
                    self.wished(wish);
                    let wish = self.stderr.read(watch);
                    self.wished(wish);
                    // A flood must not keep the runtime from its timers and the other seats.
                    consume_budget().await;
                }
            }
        }
        let (exit, strays) = self.leader.finish().await;
        self.stdout.read_rest(watch);
        self.stderr.read_rest(watch);
        Transcript {
            stdout: self.stdout.capture.finish(),
            stderr: self.stderr.capture.finish(),
            ending: self.reason.or(exit).unwrap_or(Ending::Signalled(0)),
            elapsed: elapsed.unwrap_or_else(|| self.began.elapsed()),
            strays,
        }
    }

    async fn next(&mut self, end: &mut Receiver<End>) -> Happening {
        tokio::select! {
            biased;
            end = wanted(end) => Happening::Wanted(end),
            // Before the deadline: a leader that has gone by itself was not too late.
            () = self.leader.exited(), if self.phase < Phase::Left => Happening::Exited,
            () = tokio::time::sleep_until(self.deadline.into()) => Happening::Late,
            () = self.stdout.readable() => Happening::Printed,
            () = self.stderr.readable() => Happening::Printed,
        }
    }

    fn is_over(&self) -> bool {
        let drained = self.stdout.pipe.is_none() && self.stderr.pipe.is_none();
        // A killed leader that does not go is given up.
        let given_up = self.phase >= Phase::Killed && Instant::now() >= self.deadline;
        (self.phase == Phase::Left && drained) || given_up
    }

    fn wanted(&mut self, end: End) {
        let reason = match end {
            End::No => return,
            End::Cut => Ending::Cut,
            End::Cancelled | End::Now => Ending::Cancelled,
        };
        match self.phase {
            Phase::Running => self.end(reason),
            Phase::Answered => self.end(Ending::AnsweredThenKilled),
            Phase::Stopping | Phase::Killed | Phase::Left => {}
        }
        if end == End::Now {
            match self.phase {
                Phase::Left => self.deadline = Instant::now(),
                Phase::Killed => {}
                Phase::Running | Phase::Answered | Phase::Stopping => self.kill(),
            }
        }
    }

    fn late(&mut self) {
        match self.phase {
            Phase::Running => self.end(Ending::TimedOut),
            Phase::Answered => self.end(Ending::AnsweredThenKilled),
            Phase::Stopping => self.kill(),
            Phase::Killed | Phase::Left => {}
        }
    }

    fn wished(&mut self, wish: Watch) {
        match wish {
            Watch::Continue => {}
            Watch::Answered => {
                if self.phase == Phase::Running {
                    self.enter(Phase::Answered, self.stop.grace);
                }
            }
            Watch::End => {
                if self.phase < Phase::Stopping {
                    self.end(Ending::Ended);
                } else if self.reason == Some(Ending::AnsweredThenKilled) {
                    self.reason = Some(Ending::Ended);
                }
            }
        }
    }

    /// The stop signal and its grace.
    fn end(&mut self, reason: Ending) {
        self.reason = Some(reason);
        if self.stop.signal == StopSignal::Kill {
            self.kill();
        } else {
            self.leader.stop(self.stop.signal);
            self.enter(Phase::Stopping, self.stop.grace);
        }
    }

    fn kill(&mut self) {
        self.leader.kill();
        self.enter(Phase::Killed, DEATH);
    }

    fn enter(&mut self, phase: Phase, length: Duration) {
        self.phase = phase;
        self.deadline = after(Instant::now(), length);
    }
}

/// The moment `length` after `start`; a length beyond all reckoning is a hundred years.
fn after(start: Instant, length: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 86_400);
    start + length.min(CENTURY)
}

/// The next change of what the conductor wants; never, once nobody can want anything any more.
async fn wanted(end: &mut Receiver<End>) -> End {
    if end.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
    *end.borrow_and_update()
}

/// One output of the program.
struct Output {
    stream: Stream,
    /// `None` at its end.
    pipe: Option<Pipe>,
    capture: Capture,
}

impl Output {
    fn new(stream: Stream, pipe: Pipe, keep: usize, spool: &Path) -> Self {
        let name = match stream {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        };
        Self { stream, pipe: Some(pipe), capture: Capture::new(name, spool, keep) }
    }

    async fn readable(&self) {
        match &self.pipe {
            // An error shows again when it is read.
            Some(pipe) => drop(pipe.readable().await),
            None => std::future::pending().await,
        }
    }

    fn read(&mut self, watch: Watcher<'_>) -> Watch {
        let mut buffer = [0; CHUNK];
        let Some(pipe) = &self.pipe else { return Watch::Continue };
        match pipe.try_read(&mut buffer) {
            Ok(0) => self.pipe = None,
            Ok(length) => return self.taken(buffer.get(..length).unwrap_or_default(), watch),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.pipe = None,
        }
        Watch::Continue
    }

    /// Everything that is still in the pipe once its writers are dead. Read past the runtime, which
    /// has not heard of it yet.
    fn read_rest(&mut self, watch: Watcher<'_>) {
        let Some(pipe) = self.pipe.take() else { return };
        let mut buffer = [0; CHUNK];
        let mut rest = REST;
        while rest > 0 {
            match rustix::io::read(pipe.as_fd(), &mut buffer) {
                Ok(0) | Err(_) => return,
                Ok(length) => {
                    rest = rest.saturating_sub(length);
                    // The program has ended; nothing can be wished any more.
                    self.taken(buffer.get(..length).unwrap_or_default(), watch);
                }
            }
        }
    }

    fn taken(&mut self, bytes: &[u8], watch: Watcher<'_>) -> Watch {
        self.capture.push(bytes);
        watch(self.stream, bytes)
    }
}
