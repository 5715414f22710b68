//! Sinks that write the result once, when the run has finished.

use std::io::{self, Write};

use super::{Screen, Sink, human, json, markdown};
use crate::event::{Envelope, Event};

/// Writes the result as one JSON document.
pub struct Json(Box<dyn Write>);

/// Writes the result as text for people.
pub struct Human {
    out: Box<dyn Write>,
    screen: Screen,
    verbose: bool,
}

/// Writes the result as markdown.
pub struct Markdown(Box<dyn Write>);

impl Json {
    #[must_use]
    pub fn new(out: Box<dyn Write>) -> Self {
        Self(out)
    }
}

impl Human {
    #[must_use]
    pub fn new(out: Box<dyn Write>, screen: Screen, verbose: bool) -> Self {
        Self { out, screen, verbose }
    }
}

impl Markdown {
    #[must_use]
    pub fn new(out: Box<dyn Write>) -> Self {
        Self(out)
    }
}

impl Sink for Json {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        match &envelope.event {
            Event::RunFinished(run) => write_whole(&mut self.0, &json(run)),
            _ => Ok(()),
        }
    }

    fn carries_result(&self) -> bool {
        true
    }
}

impl Sink for Human {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        match &envelope.event {
            Event::RunFinished(run) => write_whole(&mut self.out, &human(run, &self.screen, self.verbose)),
            _ => Ok(()),
        }
    }

    fn carries_result(&self) -> bool {
        true
    }
}

impl Sink for Markdown {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        match &envelope.event {
            Event::RunFinished(run) => write_whole(&mut self.0, &markdown(run)),
            _ => Ok(()),
        }
    }

    fn carries_result(&self) -> bool {
        true
    }
}

fn write_whole(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}
