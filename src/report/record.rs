//! The record sink: fills a run's folder while the run goes on (README, "Records").
//!
//! A record that can't be kept never stops a run: the first failure is remembered, told at the end, and
//! the vote goes on.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use super::Sink;
use crate::event::{Envelope, Event, Run, SeatResult};
use crate::invocation::{Captured, Kept};
use crate::store::StoreError;
use crate::store::record::Record;

/// A record shared by those who fill it: the events on one side, the calls' raw files on the other.
#[derive(Clone)]
pub struct Keeper(Rc<RefCell<Filled>>);

struct Filled {
    record: Record,
    failure: Option<StoreError>,
}

impl Keeper {
    #[must_use]
    pub fn new(record: Record) -> Self {
        Self(Rc::new(RefCell::new(Filled { record, failure: None })))
    }

    /// The run's folder.
    #[must_use]
    pub fn folder(&self) -> std::path::PathBuf {
        self.0.borrow().record.folder().to_owned()
    }

    /// What went wrong first, if anything did.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.0.borrow().failure.as_ref().map(|error| format!("{error}. {}", error.remedy()))
    }

    /// Keeps a file of the record.
    pub fn keep(&self, name: &str, content: &[u8]) {
        self.attempt(|record| record.write_whole(name, content));
    }

    /// Keeps a copy of a file.
    pub fn keep_copy(&self, name: &str, from: &Path) {
        self.attempt(|record| record.copy_whole(name, from));
    }

    /// Keeps what a call was told: the standing part, which is the same for all of a seat's calls, and the prompt.
    pub fn keep_told(&self, seat: &str, number: u32, standing: &str, prompt: &Path) {
        if number == 1 {
            self.keep(&format!("seats/{seat}/standing.md"), standing.as_bytes());
        }
        self.keep_copy(&format!("seats/{seat}/{number}.prompt.md"), prompt);
    }

    /// Keeps what a call or a check printed.
    pub fn keep_output(&self, seat: &str, number: u32, stdout: &Captured, stderr: &Captured) {
        self.keep_stream(&format!("seats/{seat}/{number}.stdout"), stdout);
        self.keep_stream(&format!("seats/{seat}/{number}.stderr"), stderr);
    }

    fn keep_stream(&self, name: &str, captured: &Captured) {
        match &captured.kept {
            Kept::Memory(bytes) if bytes.is_empty() => {}
            Kept::Memory(bytes) => self.keep(name, bytes),
            Kept::File(path) => self.attempt(|record| record.copy_whole(name, path)),
        }
    }

    fn keep_seat(&self, seat: &SeatResult) {
        if let Some(answer) = &seat.answer {
            self.keep(&format!("seats/{}/answer.md", seat.id), answer.as_bytes());
        }
        if let Some(answer) = seat.ranking.as_ref().and_then(|turn| turn.answer.as_ref()) {
            self.keep(&format!("seats/{}/ranking.md", seat.id), answer.as_bytes());
        }
        if let Ok(text) = serde_json::to_vec_pretty(seat) {
            self.keep(&format!("seats/{}/ballot.json", seat.id), &text);
        }
    }

    fn keep_result(&self, run: &Run) {
        self.keep("run.json", super::json(run).as_bytes());
        self.attempt(|record| record.close());
    }

    fn attempt(&self, work: impl FnOnce(&mut Record) -> Result<(), StoreError>) {
        let mut kept = self.0.borrow_mut();
        if let Err(error) = work(&mut kept.record) {
            kept.failure.get_or_insert(error);
        }
    }
}

impl Sink for Keeper {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        match &envelope.event {
            Event::SeatActive { .. } => return Ok(()),
            Event::SeatFinished(seat) | Event::SeatRanked(seat) => self.keep_seat(seat),
            Event::RunFinished(run) => self.keep_result(run),
            _ => {}
        }
        // The result stands in its own file; the list of events only says that it came.
        if !matches!(envelope.event, Event::RunFinished(_)) {
            let line = serde_json::to_string(envelope).map_err(io::Error::other)?;
            self.attempt(|record| record.append_event(&line));
        }
        Ok(())
    }
}
