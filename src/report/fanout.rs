//! Hands the events of a run to everything that shows or records them.

use std::io;
use std::time::Duration;

use crate::event::Envelope;

/// Takes the events of a run in their order.
pub trait Sink {
    /// Takes the next event.
    ///
    /// # Errors
    /// When the event could not be written. The sink is not called again.
    fn on(&mut self, envelope: &Envelope) -> io::Result<()>;

    /// Time has passed without an event; `elapsed` is measured from the start of the run. Displays
    /// that count seconds redraw themselves; all others do nothing.
    ///
    /// # Errors
    /// As [`Sink::on`].
    fn tick(&mut self, elapsed: Duration) -> io::Result<()> {
        let _ = elapsed;
        Ok(())
    }

    /// Whether the run is pointless when this sink fails. Progress may vanish, the result may not.
    fn carries_result(&self) -> bool {
        false
    }
}

/// The output of the result could not be written: its reader is gone, or the disk is full.
#[derive(Debug, thiserror::Error)]
#[error("the result could not be written: {0}")]
pub struct SinkError(#[from] io::Error);

impl SinkError {
    /// The stable code of this kind of error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "V-OUTPUT-FAILED"
    }

    /// What the system said.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.0.kind()
    }
}

/// Hands each event to every sink in turn. A sink that fails is dropped and the others go on.
pub struct Fanout {
    sinks: Vec<Box<dyn Sink>>,
    reported: bool,
}

impl Fanout {
    #[must_use]
    pub fn new(sinks: Vec<Box<dyn Sink>>) -> Self {
        Self { sinks, reported: false }
    }

    /// Hands the event on.
    ///
    /// # Errors
    /// The first failure of a sink that carries the result, once, so that the run can be stopped.
    pub fn on(&mut self, envelope: &Envelope) -> Result<(), SinkError> {
        self.each(|sink| sink.on(envelope))
    }

    /// Says that time has passed; see [`Sink::tick`]. The caller drives it, about ten times a second
    /// on a terminal and once a second elsewhere.
    ///
    /// # Errors
    /// As [`Fanout::on`].
    pub fn tick(&mut self, elapsed: Duration) -> Result<(), SinkError> {
        self.each(|sink| sink.tick(elapsed))
    }

    fn each(&mut self, mut hand: impl FnMut(&mut dyn Sink) -> io::Result<()>) -> Result<(), SinkError> {
        let mut failure = None;
        self.sinks.retain_mut(|sink| match hand(sink.as_mut()) {
            Ok(()) => true,
            Err(error) => {
                if sink.carries_result() && failure.is_none() {
                    failure = Some(error);
                }
                false
            }
        });
        match failure {
            Some(error) if !std::mem::replace(&mut self.reported, true) => Err(error.into()),
            _ => Ok(()),
        }
    }
}
