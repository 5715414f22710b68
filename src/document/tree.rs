//! Text in, tree of nodes with places out.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, de};
use serde_yaml::Spanned;

use super::Diagnostic;

/// Stands at the start of files that some editors write; it is no part of the text.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text that nodes come from.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What a message calls it: a path, `built-in panel "offline"`, `--set`.
    pub name: String,
    pub text: String,
}

impl Source {
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }
}

/// A range of bytes in a source.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    pub source: Arc<Source>,
    pub range: Range<usize>,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.source.name, self.range)
    }
}

impl Place {
    /// The text at this place.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or("")
    }

    /// Line and column, both from 1; columns count characters. A byte order mark is no column.
    #[must_use]
    pub fn line_column(&self) -> (usize, usize) {
        let before = self.source.text.get(..self.range.start).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or(before).trim_start_matches(BYTE_ORDER_MARK);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

/// A value of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    /// As written.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; a key that was written twice is here twice.
    Map(Vec<Entry>),
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub value: Value,
    pub place: Place,
}

/// A key of a map, where the key stands, and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    pub place: Place,
    pub node: Node,
}

impl Node {
    /// What a message calls the kind of this value.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "a yes/no value",
            Value::Number(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }

    /// The value under `key`, if this is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Map(entries) = &self.value else { return None };
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }
}

/// Reads a source into its tree. An empty file is [`Value::Null`].
///
/// # Errors
/// The first syntax error, with its place.
pub fn parse(source: &Arc<Source>) -> Result<Node, Box<Diagnostic>> {
    let options = serde_yaml::options! {
        strict_booleans: true,
        duplicate_keys: serde_yaml::DuplicateKeyPolicy::PassThrough,
        non_finite_float_policy: serde_yaml::NonFiniteFloatPolicy::AsString,
        null_as_string: true,
        with_snippet: false,
        // What is nested is read by a function that calls itself, and nothing that venire reads needs many levels.
        budget: serde_yaml::budget! { max_nodes: 20_000, max_events: 100_000, max_depth: 32 },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: 20_000 },
    };
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(&source.text, options) {
        Ok(raw) => Ok(node(source, raw)),
        Err(error) => Err(Box::new(syntax_error(source, &error))),
    }
}

fn syntax_error(source: &Arc<Source>, error: &serde_yaml::Error) -> Diagnostic {
    let range = error.location().map_or(0..0, |location| range(source, &location));
    let place = Place { source: Arc::clone(source), range };
    let (line, _) = place.line_column();
    let indented_by_tab = source
        .text
        .lines()
        .nth(line.saturating_sub(1))
        .is_some_and(|text| text.trim_start_matches(' ').starts_with('\t'));
    let message = if indented_by_tab {
        "a tab in the indentation; YAML is indented by blanks only".to_owned()
    } else {
        format!("this is not valid YAML: {}", first_sentence(&error.to_string()))
    };
    Diagnostic::error("V-YAML-SYNTAX", message).at(&place, "here")
}

/// The library's message without its own place and its advice about program options.
fn first_sentence(message: &str) -> String {
    let line = message.lines().next().unwrap_or(message);
    let line = line.split_once(" (set ").map_or(line, |(before, _)| before);
    let line = line.split_once("; use from_").map_or(line, |(before, _)| before);
    let line = line.split_once(" at line ").map_or(line, |(before, _)| before);
    if line.starts_with("alias replay limit") {
        return "its aliases unfold into too much".to_owned();
    }
    if line.starts_with("budget breached: Depth") {
        return "it is nested too deeply".to_owned();
    }
    if line.starts_with("budget breached") {
        return "it has too many parts".to_owned();
    }
    line.trim_end_matches('.').to_owned()
}

/// The bytes of a location. Some locations of the library have a line and a column only.
fn range(source: &Source, location: &serde_yaml::Location) -> Range<usize> {
    let span = location.span();
    let bound = source.text.len();
    let (start, end) = match (span.byte_offset(), span.byte_len()) {
        (Some(start), Some(len)) => {
            let start = usize::try_from(start).unwrap_or(bound).min(bound);
            (start, start.saturating_add(usize::try_from(len).unwrap_or(0)).min(bound))
        }
        _ => {
            let start = offset(&source.text, location.line(), location.column());
            (start, start)
        }
    };
    if source.text.is_char_boundary(start) && source.text.is_char_boundary(end) { start..end } else { 0..0 }
}

/// The byte at a line and a column, both from 1.
fn offset(text: &str, line: u64, column: u64) -> usize {
    let before = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let rest = text.get(start..).unwrap_or("");
    let end_of_line = rest.find(['\r', '\n']).unwrap_or(rest.len());
    let within = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    start + rest.char_indices().map(|(at, _)| at).take_while(|at| *at < end_of_line).nth(within).unwrap_or(end_of_line)
}

fn node(source: &Arc<Source>, raw: Spanned<Raw>) -> Node {
    let place = Place { source: Arc::clone(source), range: range(source, &raw.referenced) };
    let defined = Place { source: Arc::clone(source), range: range(source, &raw.defined) };
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(value) => Value::Bool(value),
        Raw::Number(parsed) => {
            let written = defined.text().trim();
            Value::Number(if written.is_empty() { parsed } else { written.to_owned() })
        }
        Raw::Text(text) => Value::Text(text),
        Raw::List(items) => Value::List(items.into_iter().map(|item| node(source, item)).collect()),
        Raw::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, value)| Entry {
                    place: Place { source: Arc::clone(source), range: range(source, &key.referenced) },
                    key: key.value,
                    node: node(source, value),
                })
                .collect(),
        ),
    };
    Node { value, place }
}

/// The shape that the YAML library delivers.
enum Raw {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> de::Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }
    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }
    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(Self)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }
    fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }
    fn visit_u128<E>(self, value: u128) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }
    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = vec![];
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }
    fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = vec![];
        while let Some(key) = entries.next_key()? {
            map.push((key, entries.next_value()?));
        }
        Ok(Raw::Map(map))
    }
}
