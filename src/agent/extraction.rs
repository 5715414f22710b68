//! Reads an agent's output while it comes, in bounded memory.
//!
//! What is seen does not depend on how the output is cut into chunks: once a failure that ends the seat,
//! or a tripwire, has shown, nothing that comes later is read any more.

use serde_json::Value;

use super::buffers::{HeadTail, Lines};
use super::definition::{Definition, Format, Take, Tripwire};
use super::refusal::fits;
use super::verdict;
use crate::invocation::{Ending, Stream, Watch};
use crate::text::sanitise;
use crate::vote::NonVote;

/// The longest line or document that is read, in bytes.
const LONGEST_RECORD: usize = 4 << 20;
/// The most that is kept of an answer, in bytes.
const LONGEST_ANSWER: usize = 1 << 20;
/// The most that is kept of standard error, and of what is no record on standard output, in bytes.
const LONGEST_NOISE: usize = 64 << 10;
/// The most that is kept of an error text, in bytes.
const LONGEST_ERROR: usize = 16 << 10;
/// Calls of tools that are remembered until it shows whether they were done.
const OPEN_CALLS: usize = 256;

/// An agent's output, as far as it has come.
#[derive(Debug)]
pub struct Extraction {
    pub(super) definition: Definition,
    /// The lineage that was seated, and the user's table of models.
    pub(super) seated: Option<(String, Vec<(String, String)>)>,
    stdout: Lines,
    stderr_lines: Lines,
    document: Vec<u8>,
    pub(super) oversized: bool,
    pub(super) anything_printed: bool,
    /// Of the agent's answer.
    pub(super) answer: HeadTail,
    pub(super) stderr: HeadTail,
    /// Standard output that is no record.
    pub(super) noise: HeadTail,
    pub(super) succeeded: bool,
    /// A success record came, though it may lack an answer.
    pub(super) success_seen: bool,
    pub(super) error: Option<String>,
    /// Which rules have shown in a record, and with what words.
    pub(super) shown: Vec<Option<String>>,
    /// The rule that ended the reading.
    pub(super) early: Option<(usize, String)>,
    pub(super) tripped: Option<String>,
    open_calls: Vec<(usize, String, String)>,
    pub(super) model: Option<String>,
    pub(super) usage: Option<Value>,
    pub(super) cost: Option<Value>,
}

/// What came to light with a piece of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    pub watch: Watch,
    /// What the agent says it is doing, on one line.
    pub activity: Option<String>,
}

/// What an agent's run came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    Answer(Answer),
    NonVote(NonVote),
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub text: String,
    /// The middle was left out, because the answer is longer than 1 MiB.
    pub cut: bool,
    /// The model that the agent says it used.
    pub model: Option<String>,
    pub usage: Option<Value>,
    pub cost: Option<Value>,
    /// `answered, then exited with status 1` …
    pub notes: Vec<String>,
}

impl Extraction {
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        Self {
            shown: vec![None; definition.failures.len()],
            definition: definition.clone(),
            seated: None,
            stdout: Lines::new(LONGEST_RECORD),
            stderr_lines: Lines::new(LONGEST_NOISE),
            document: vec![],
            oversized: false,
            anything_printed: false,
            answer: HeadTail::new(LONGEST_ANSWER),
            stderr: HeadTail::new(LONGEST_NOISE),
            noise: HeadTail::new(LONGEST_NOISE),
            succeeded: false,
            success_seen: false,
            error: None,
            early: None,
            tripped: None,
            open_calls: vec![],
            model: None,
            usage: None,
            cost: None,
        }
    }

    /// Says whom the seat was given to, so that an answer by another vendor's model is seen. `table` is
    /// the user's own: prefix of a model's name, vendor.
    #[must_use]
    pub fn seated(mut self, model: Option<&str>, table: &[(String, String)]) -> Self {
        self.seated = Some((self.definition.lineage(model, table), table.to_vec()));
        self
    }

    /// Takes a piece of output.
    pub fn feed(&mut self, stream: Stream, chunk: &[u8]) -> Sighting {
        let mut activity = None;
        if !self.is_over() {
            self.take(stream, chunk, &mut activity);
        }
        let watch = if self.is_over() {
            Watch::End
        } else if self.definition.output.format == Format::JsonLines && self.is_answered() {
            Watch::Answered
        } else {
            Watch::Continue
        };
        Sighting { watch, activity }
    }

    /// Says what the run came to.
    #[must_use]
    pub fn finish(mut self, ending: &Ending) -> Reply {
        if !self.is_over() {
            self.read_rest();
        }
        verdict::reply(&self, ending)
    }

    fn is_over(&self) -> bool {
        self.early.is_some() || self.tripped.is_some()
    }

    pub(super) fn is_answered(&self) -> bool {
        self.succeeded && !self.answer.is_blank()
    }

    fn take(&mut self, stream: Stream, chunk: &[u8], activity: &mut Option<String>) {
        if stream == Stream::Stderr {
            self.stderr.push(chunk);
            let mut lines = std::mem::replace(&mut self.stderr_lines, Lines::new(0));
            lines.feed(chunk, |line| self.read_stderr_line(line));
            self.stderr_lines = lines;
            return;
        }
        self.anything_printed |= !chunk.iter().all(u8::is_ascii_whitespace);
        match self.definition.output.format {
            Format::Text => self.answer.push(chunk),
            Format::Json if self.document.len() + chunk.len() > LONGEST_RECORD => {
                self.oversized = true;
                self.document = vec![];
            }
            Format::Json if self.oversized => {}
            Format::Json => self.document.extend_from_slice(chunk),
            Format::JsonLines => {
                let mut lines = std::mem::replace(&mut self.stdout, Lines::new(0));
                lines.feed(chunk, |line| self.read_line(line, activity));
                self.oversized |= lines.dropped;
                self.stdout = lines;
            }
        }
    }

    fn read_rest(&mut self) {
        if let Some(line) = self.stderr_lines.rest() {
            self.read_stderr_line(&line);
        }
        match self.definition.output.format {
            Format::Text => {}
            Format::JsonLines => {
                if let Some(line) = self.stdout.rest() {
                    self.read_line(&line, &mut None);
                }
            }
            Format::Json => self.read_document(),
        }
        self.read_stderr_object();
    }

    fn read_stderr_line(&mut self, line: &[u8]) {
        if self.is_over() {
            return;
        }
        let line = String::from_utf8_lossy(line);
        if let Some(at) = self.definition.failures.iter().position(|rule| rule.early && rule.shows_in_text(&line)) {
            self.early = Some((at, line.into_owned()));
        }
    }

    fn read_line(&mut self, line: &[u8], activity: &mut Option<String>) {
        if self.is_over() {
            return;
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(record) if record.is_object() => self.read_record(&record, activity),
            _ => {
                self.noise.push(line);
                self.noise.push(b"\n");
            }
        }
    }

    /// Skips what a CLI prints before its document.
    fn read_document(&mut self) {
        let document = std::mem::take(&mut self.document);
        let starts = std::iter::once(0)
            .chain(document.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
            .filter(|at| matches!(document.get(*at), Some(b'{' | b'[')));
        for start in starts.take(16) {
            let mut values = serde_json::Deserializer::from_slice(&document[start..]).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                self.noise.push(&document[..start]);
                match value {
                    Value::Array(records) => {
                        records.iter().for_each(|record| self.read_record(record, &mut None));
                    }
                    record => self.read_record(&record, &mut None),
                }
                return;
            }
        }
        self.noise.push(&document);
    }

    /// Some CLIs print a failure as a JSON object at the end of standard error.
    fn read_stderr_object(&mut self) {
        let definition = &self.definition;
        if !definition.output.error.iter().any(|rule| rule.on_stderr) || self.error.is_some() {
            return;
        }
        let text = self.stderr.text();
        let start = if text.starts_with('{') { Some(0) } else { text.rfind("\n{\n").map(|at| at + 1) };
        let record = start.and_then(|at| serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>().next());
        let Some(Ok(record)) = record else { return };
        let error =
            definition.output.error.iter().filter(|rule| rule.on_stderr).find_map(|rule| rule.selection.text(&record));
        if error.is_some() {
            self.read_failures(&record, error, false);
        }
    }

    fn read_record(&mut self, record: &Value, activity: &mut Option<String>) {
        if self.is_over() {
            return;
        }
        self.read_tripwires(record);
        let output = &self.definition.output;
        if let Some(rule) = &output.answer {
            if rule.reset.as_ref().is_some_and(|reset| reset.matches(record)) {
                self.answer.clear();
            }
            if let Some(text) = rule.selection.text(record) {
                match rule.take {
                    Take::First if !self.answer.is_blank() => {}
                    Take::Concat => self.answer.push(text.as_bytes()),
                    Take::First | Take::Last => {
                        self.answer.clear();
                        self.answer.push(text.as_bytes());
                    }
                }
            }
        }
        if let Some(selection) = &output.model
            && let Some(model) = selection.text(record)
        {
            self.model = Some(model);
        }
        if let Some(value) = output.usage.as_ref().and_then(|usage| usage.value(record)) {
            self.usage = Some(value);
        }
        if let Some(value) = output.cost.as_ref().and_then(|cost| cost.value(record)) {
            self.cost = Some(value);
        }
        if let Some(text) = output.activity.iter().find_map(|doing| doing.text(record)) {
            *activity = Some(sanitise::line_to(&text, 120)).filter(|text| !text.is_empty());
        }
        let error = output.error.iter().filter(|rule| !rule.on_stderr).find_map(|rule| rule.selection.text(record));
        let success = output.success.as_ref().is_some_and(|rule| {
            rule.records.matches(record)
                && rule.absent.as_ref().is_none_or(|path| path.values(record).iter().all(|value| value.is_null()))
                && rule.nonzero.as_ref().is_none_or(|path| {
                    path.values(record).iter().any(|value| value.as_f64().is_some_and(|number| number > 0.0))
                })
        });
        if error.is_some() {
            self.succeeded = false;
        } else if success {
            self.succeeded = true;
            self.success_seen = true;
        }
        // A record of success is read for its answer; the signs of failure in it count only where it has none.
        self.read_failures(record, error, success);
    }

    fn read_failures(&mut self, record: &Value, error: Option<String>, success: bool) {
        for (at, rule) in self.definition.failures.iter().enumerate() {
            if !rule.shows_in_record(record, error.as_deref()) {
                continue;
            }
            let words = error.clone().unwrap_or_default();
            if rule.early && !success && self.early.is_none() {
                self.early = Some((at, words.clone()));
            }
            // Words without a record are judged at the end, on the last error only: earlier ones were mended.
            if rule.records.is_some()
                && let Some(slot) = self.shown.get_mut(at)
            {
                *slot = Some(bounded(words));
            }
        }
        if let Some(error) = error {
            self.error = Some(bounded(error));
        }
    }

    fn read_tripwires(&mut self, record: &Value) {
        for (at, wire) in self.definition.watch.iter().enumerate() {
            if let Some(done) = &wire.done
                && done.records.matches(record)
                && let Some(id) = done.id.text(record)
                && let Some((_, _, tool)) = self.open_calls.iter().find(|(wired, open, _)| *wired == at && *open == id)
            {
                self.tripped = Some(format!("its own output shows that it used `{}`", sanitise::line_to(tool, 80)));
                return;
            }
            let Some(seen) = forbidden(wire, record) else { continue };
            match wire.done.as_ref() {
                None => {
                    self.tripped = Some(format!("its own output shows `{}`", sanitise::line_to(&seen, 80)));
                    return;
                }
                Some(done) => {
                    if let Some(id) = done.id.text(record)
                        && id.len() <= 1024
                        && self.open_calls.len() < OPEN_CALLS
                    {
                        self.open_calls.push((at, id, seen.chars().take(80).collect()));
                    }
                }
            }
        }
    }
}

/// What a record shows that the tripwire does not allow.
fn forbidden(wire: &Tripwire, record: &Value) -> Option<String> {
    if !wire.records.matches(record) {
        return None;
    }
    let Some(path) = &wire.path else {
        return Some(wire.records.0.iter().filter_map(|(path, _)| path.text(record)).collect::<Vec<_>>().join(" "));
    };
    path.values(record)
        .into_iter()
        .flat_map(|value| match value {
            Value::Array(items) => items.iter().collect::<Vec<_>>(),
            value => vec![value],
        })
        .filter(|value| !value.is_null())
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        .find(|seen| !wire.only.iter().any(|allowed| fits(allowed, seen)))
}

fn bounded(mut text: String) -> String {
    if text.len() > LONGEST_ERROR {
        let at = (0..=LONGEST_ERROR).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(at);
    }
    text
}
