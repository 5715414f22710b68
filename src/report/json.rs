//! The result as one JSON document (README, "The result document"), and the events as JSON lines.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::Sink;
use crate::event::{Envelope, Event, Run};
use crate::text::sanitise;

/// The run as one indented JSON document with a newline at the end. Strings carry no escape
/// sequences, no control characters but newline and tab, and no invisible characters, so that a
/// program may print what it reads; the bytes as the agent wrote them are in the record.
#[must_use]
pub fn json(run: &Run) -> String {
    format!("{:#}\n", cleaned(value(run)))
}

/// Writes each event as one line of JSON, at once. [`Event::SeatActive`] is left out, so `seq` may
/// have gaps.
pub struct JsonLines(Box<dyn Write>);

impl JsonLines {
    #[must_use]
    pub fn new(out: Box<dyn Write>) -> Self {
        Self(out)
    }
}

impl Sink for JsonLines {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        if matches!(envelope.event, Event::SeatActive { .. }) {
            return Ok(());
        }
        let line = format!("{}\n", cleaned(value(envelope)));
        self.0.write_all(line.as_bytes())?;
        self.0.flush()
    }

    fn carries_result(&self) -> bool {
        true
    }
}

fn value(document: &impl Serialize) -> Value {
    serde_json::to_value(document).expect("the documents have string keys and no failing serializer")
}

/// The value with every string and key sanitised. Keys count too: usage and cost are the agent's own objects.
#[must_use]
pub fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(sanitise::lines(&text)),
        Value::Array(items) => items.into_iter().map(cleaned).collect(),
        Value::Object(entries) => {
            entries.into_iter().map(|(key, value)| (sanitise::lines(&key), cleaned(value))).collect()
        }
        other => other,
    }
}
