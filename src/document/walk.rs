//! A checked walk over a map: every key is either read or reported.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Diagnostic, Entry, Node, Place, Value, quoted};
use crate::text::{duration, nearest};

/// Reads the keys of one map and collects what is wrong with them. Keys that were not read are
/// unknown; keys that stand twice are duplicates. Nothing is lost when a value is wrong: the reader
/// gets `None` and the walk goes on.
pub struct Fields<'a> {
    /// What messages call this map: `a seat`, `the panel`.
    what: &'static str,
    entries: &'a [Entry],
    place: Place,
    known: Vec<&'static str>,
    pub found: &'a mut Vec<Diagnostic>,
}

impl<'a> Fields<'a> {
    /// Opens `node` as a map. Anything else is reported, and read as an empty map.
    pub fn open(node: &'a Node, what: &'static str, found: &'a mut Vec<Diagnostic>) -> Self {
        let entries = match &node.value {
            Value::Map(entries) => entries.as_slice(),
            _ => {
                found.push(
                    Diagnostic::error("V-YAML-TYPE", format!("{what} must be a map of keys and values"))
                        .at(&node.place, format!("this is {}", node.kind())),
                );
                &[]
            }
        };
        Self { what, entries, place: node.place.clone(), known: vec![], found }
    }

    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The entries as they stand.
    #[must_use]
    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// The value under `key`, if it is given and not null.
    pub fn node(&mut self, key: &'static str) -> Option<&'a Node> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.node)
            .filter(|node| node.value != Value::Null)
    }

    /// Reports a value of the wrong kind.
    pub fn wrong(&mut self, node: &Node, expected: &str) {
        let key = self
            .entries
            .iter()
            .find(|entry| entry.node.place == node.place)
            .map_or("this value", |entry| entry.key.as_str());
        self.found.push(
            Diagnostic::error("V-YAML-TYPE", format!("`{key}` must be {expected}"))
                .at(&node.place, format!("this is {}", node.kind())),
        );
    }

    /// Text. Numbers are taken as they are written; yes/no values are explained.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        let node = self.node(key)?;
        match &node.value {
            Value::Text(text) | Value::Number(text) => Some(text.clone()),
            Value::Bool(_) => {
                self.found.push(
                    Diagnostic::error("V-YAML-TYPE", format!("`{key}` must be text"))
                        .at(&node.place, "YAML reads this word as a yes/no value")
                        .help("put the word in quotes"),
                );
                None
            }
            _ => {
                self.wrong(node, "text");
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        self.wrong(node, "`true` or `false`");
        if let (Value::Text(word), Some(last)) = (&node.value, self.found.last_mut())
            && is_yes_or_no(word)
        {
            last.help.push("YAML reads this word as text; only `true` and `false` are yes/no values".into());
        }
        None
    }

    /// A whole number, 0 or more.
    pub fn whole(&mut self, key: &'static str) -> Option<u64> {
        let node = self.node(key)?;
        if let Value::Number(written) = &node.value
            && let Ok(number) = written.parse()
        {
            return Some(number);
        }
        self.wrong(node, "a whole number, 0 or more");
        None
    }

    /// A time span such as `5m`.
    pub fn duration(&mut self, key: &'static str) -> Option<Duration> {
        let node = self.node(key)?;
        let (Value::Text(text) | Value::Number(text)) = &node.value else {
            self.wrong(node, "a time span such as `30s` or `5m`");
            return None;
        };
        match duration::parse(text) {
            Ok(span) => Some(span),
            Err(message) => {
                self.found.push(
                    Diagnostic::error("V-YAML-VALUE", format!("`{key}`: {message}")).at(&node.place, "not a time span"),
                );
                None
            }
        }
    }

    /// One of `words`, by value.
    pub fn word<T: Copy>(&mut self, key: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let node = self.node(key)?;
        let written = match &node.value {
            Value::Text(text) | Value::Number(text) => text.as_str(),
            Value::Bool(_) => node.place.text().trim(),
            _ => {
                self.wrong(node, "one word");
                return None;
            }
        };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == written) {
            return Some(*value);
        }
        let allowed = words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let mut diagnostic =
            Diagnostic::error("V-YAML-VALUE", format!("{} is not a value of `{key}`", quoted(written)))
                .at(&node.place, format!("expected one of {allowed}"));
        if is_yes_or_no(written) {
            diagnostic = diagnostic.help(format!("`{key}` is not switched on or off; it is one of {allowed}"));
        }
        if let Some(meant) = nearest::nearest(written, words.iter().map(|(word, _)| *word)) {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        }
        self.found.push(diagnostic);
        None
    }

    /// A list of texts; a single text stands for a list of one.
    pub fn texts(&mut self, key: &'static str) -> Option<Vec<String>> {
        let node = self.node(key)?;
        match &node.value {
            Value::Text(text) => Some(vec![text.clone()]),
            Value::List(items) => Some(
                items
                    .iter()
                    .filter_map(|item| match &item.value {
                        Value::Text(text) | Value::Number(text) => Some(text.clone()),
                        Value::Bool(_) => Some(item.place.text().trim().to_owned()),
                        _ => {
                            self.found.push(
                                Diagnostic::error("V-YAML-TYPE", format!("`{key}` must be a list of texts"))
                                    .at(&item.place, format!("this is {}", item.kind())),
                            );
                            None
                        }
                    })
                    .collect(),
            ),
            _ => {
                self.wrong(node, "a list of texts");
                None
            }
        }
    }

    /// Reports every key that was not read, and every key that stands twice.
    pub fn close(self) {
        let mut seen = BTreeSet::new();
        for entry in self.entries {
            if !seen.insert(entry.key.as_str()) {
                self.found.push(duplicate(entry));
            } else if !self.known.contains(&entry.key.as_str()) {
                let message = format!("{} is not a key of {}", quoted(&entry.key), self.what);
                let mut diagnostic = Diagnostic::error("V-YAML-UNKNOWN-KEY", message).at(&entry.place, "unknown key");
                if entry.node.value == Value::Null && entry.key.contains(' ') {
                    diagnostic = diagnostic.help("between { and }, a text with a comma in it needs quotes");
                } else if let Some(meant) = nearest::nearest(&entry.key, self.known.iter().copied()) {
                    diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
                } else {
                    diagnostic = diagnostic.help(format!("the keys of {} are {}", self.what, self.known.join(", ")));
                }
                self.found.push(diagnostic);
            }
        }
    }
}

/// `node` without the second of two equal keys at any depth; each that is left out is reported.
#[must_use]
pub fn without_duplicates(node: Node, found: &mut Vec<Diagnostic>) -> Node {
    let value = match node.value {
        Value::Map(entries) => {
            let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
            let mut seen = BTreeSet::new();
            for entry in entries {
                if seen.insert(entry.key.clone()) {
                    kept.push(Entry { node: without_duplicates(entry.node, found), ..entry });
                } else {
                    found.push(duplicate(&entry));
                }
            }
            Value::Map(kept)
        }
        Value::List(items) => Value::List(items.into_iter().map(|item| without_duplicates(item, found)).collect()),
        scalar => scalar,
    };
    Node { value, place: node.place }
}

fn duplicate(entry: &Entry) -> Diagnostic {
    Diagnostic::error("V-YAML-DUPLICATE-KEY", format!("the key {} stands twice", quoted(&entry.key)))
        .at(&entry.place, "the second time")
        .help("remove one of the two")
}

/// Whether a person, or an older YAML, would read this word as yes or no.
fn is_yes_or_no(word: &str) -> bool {
    ["yes", "no", "on", "off", "true", "false", "y", "n"].contains(&word.to_ascii_lowercase().as_str())
}
