//! The part of a definition that says how output is read: records, paths, failures, tripwires.

use regex_lite::Regex;

use super::definition::{AnswerRule, Done, ErrorRule, Format, Output, SuccessRule, Take, Tripwire};
use super::failures::FailureRule;
use super::record::{Path, Selection, Where};
use crate::document::{Diagnostic, Entry, Fields, Node, Value};
use crate::vote::NonVoteKind;

pub(super) fn output(node: &Node, found: &mut Vec<Diagnostic>) -> Output {
    let mut fields = Fields::open(node, "`output`", found);
    let format = fields
        .word("format", &[("text", Format::Text), ("json", Format::Json), ("json-lines", Format::JsonLines)])
        .unwrap_or_default();
    let output = Output {
        format,
        answer: fields.node("answer").and_then(|node| answer(node, fields.found)),
        success: fields.node("success").and_then(|node| success(node, fields.found)),
        error: each(fields.node("error")).filter_map(|node| error(node, fields.found)).collect(),
        usage: fields.node("usage").and_then(|node| selection(node, fields.found)),
        cost: fields.node("cost").and_then(|node| selection(node, fields.found)),
        model: fields.node("model").and_then(|node| selection(node, fields.found)),
        activity: each(fields.node("activity")).filter_map(|node| selection(node, fields.found)).collect(),
        noise: each(fields.node("noise")).filter_map(|node| pattern(node, fields.found)).collect(),
    };
    fields.close();
    output
}

/// The items of a list; one that is no list stands for a list of one.
fn each(node: Option<&Node>) -> impl Iterator<Item = &Node> {
    node.into_iter().flat_map(|node| match &node.value {
        Value::List(items) => items.iter().collect::<Vec<_>>(),
        _ => vec![node],
    })
}

fn answer(node: &Node, found: &mut Vec<Diagnostic>) -> Option<AnswerRule> {
    let mut fields = Fields::open(node, "`answer`", found);
    let records = records(&mut fields, "where");
    let path = needed_path(&mut fields, node);
    let take = fields
        .word("take", &[("first", Take::First), ("last", Take::Last), ("concat", Take::Concat)])
        .unwrap_or_default();
    let reset = fields.node("reset").map(|node| condition(node, fields.found));
    fields.close();
    Some(AnswerRule { selection: Selection { records, path: path?, keys: false }, take, reset })
}

fn success(node: &Node, found: &mut Vec<Diagnostic>) -> Option<SuccessRule> {
    let mut fields = Fields::open(node, "`success`", found);
    let rule = SuccessRule {
        records: records(&mut fields, "where"),
        nonzero: fields.node("nonzero").and_then(|node| path(node, fields.found)),
        absent: fields.node("absent").and_then(|node| path(node, fields.found)),
    };
    if rule.records.0.is_empty() && rule.nonzero.is_none() && rule.absent.is_none() {
        fields.found.push(
            Diagnostic::error("V-AGENT-OUTPUT", "`success` must name a condition")
                .at(&node.place, "else every record would be success"),
        );
    }
    fields.close();
    Some(rule)
}

fn error(node: &Node, found: &mut Vec<Diagnostic>) -> Option<ErrorRule> {
    let mut fields = Fields::open(node, "`error`", found);
    let records = records(&mut fields, "where");
    let path = needed_path(&mut fields, node);
    let on_stderr = fields.word("on", &[("stdout", false), ("stderr", true)]).unwrap_or(false);
    fields.close();
    Some(ErrorRule { selection: Selection { records, path: path?, keys: false }, on_stderr })
}

fn selection(node: &Node, found: &mut Vec<Diagnostic>) -> Option<Selection> {
    let mut fields = Fields::open(node, "a place in the output", found);
    let records = records(&mut fields, "where");
    let path = needed_path(&mut fields, node);
    let keys = fields.flag("keys").unwrap_or(false);
    fields.close();
    Some(Selection { records, path: path?, keys })
}

fn needed_path(fields: &mut Fields<'_>, node: &Node) -> Option<Path> {
    match fields.node("path") {
        Some(node) => path(node, fields.found),
        None => {
            fields.found.push(Diagnostic::error("V-AGENT-PATH", "a `path` is missing").at(&node.place, "here"));
            None
        }
    }
}

pub(super) fn path(node: &Node, found: &mut Vec<Diagnostic>) -> Option<Path> {
    let read = match &node.value {
        Value::Text(text) => Path::parse(text),
        _ => Err("a path is text such as `message.content`".to_owned()),
    };
    read.map_err(|message| found.push(Diagnostic::error("V-AGENT-PATH", message).at(&node.place, "this path"))).ok()
}

pub(super) fn pattern(node: &Node, found: &mut Vec<Diagnostic>) -> Option<Regex> {
    let read = match &node.value {
        Value::Text(text) | Value::Number(text) => Regex::new(text).map_err(|error| error.to_string()),
        _ => Err("text is expected".to_owned()),
    };
    read.map_err(|message| {
        found.push(
            Diagnostic::error("V-AGENT-PATTERN", format!("this is not a regular expression: {message}"))
                .at(&node.place, "this pattern"),
        );
    })
    .ok()
}

/// The entries of a map whose keys are free. Anything else is reported, and read as an empty map.
pub(super) fn entries<'n>(node: &'n Node, what: &str, found: &mut Vec<Diagnostic>) -> &'n [Entry] {
    if let Value::Map(entries) = &node.value {
        for (at, entry) in entries.iter().enumerate() {
            if entries.iter().take(at).any(|earlier| earlier.key == entry.key) {
                found.push(
                    Diagnostic::error("V-YAML-DUPLICATE-KEY", format!("the key `{}` stands twice", entry.key))
                        .at(&entry.place, "the second time")
                        .help("remove one of the two"),
                );
            }
        }
        return entries;
    }
    found.push(
        Diagnostic::error("V-YAML-TYPE", format!("{what} must be a map of keys and values"))
            .at(&node.place, format!("this is {}", node.kind())),
    );
    &[]
}

fn records(fields: &mut Fields<'_>, key: &'static str) -> Where {
    fields.node(key).map_or_else(Where::default, |node| condition(node, fields.found))
}

fn condition(node: &Node, found: &mut Vec<Diagnostic>) -> Where {
    let entries = entries(node, "a condition on a record", found);
    let mut conditions = vec![];
    for entry in entries {
        let path = Path::parse(&entry.key)
            .map_err(|message| found.push(Diagnostic::error("V-AGENT-PATH", message).at(&entry.place, "this path")));
        let wanted = match &entry.node.value {
            Value::List(items) => items.iter().map(json).collect(),
            _ => vec![json(&entry.node)],
        };
        if let Ok(path) = path {
            conditions.push((path, wanted));
        }
    }
    Where(conditions)
}

fn json(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Bool(value) => (*value).into(),
        Value::Number(written) => serde_json::from_str(written).unwrap_or_else(|_| written.as_str().into()),
        Value::Text(text) => text.as_str().into(),
        Value::Null | Value::List(_) | Value::Map(_) => serde_json::Value::Null,
    }
}

pub(super) fn failures(node: &Node, found: &mut Vec<Diagnostic>) -> Vec<FailureRule> {
    let kinds: Vec<(String, NonVoteKind)> = NonVoteKind::ALL.iter().map(|kind| (kind.word(), *kind)).collect();
    each(Some(node))
        .filter_map(|node| {
            let mut fields = Fields::open(node, "a failure", found);
            let written = fields.text("kind").unwrap_or_default();
            let kind = kinds.iter().find(|(word, _)| *word == written).map(|(_, kind)| *kind);
            if kind.is_none() {
                let words = kinds.iter().map(|(word, _)| word.as_str());
                let mut diagnostic = Diagnostic::error("V-AGENT-KIND", format!("`{written}` is not a kind of failure"))
                    .at(&node.place, "this failure");
                if let Some(meant) = crate::text::nearest::nearest(&written, words) {
                    diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
                }
                fields.found.push(diagnostic);
            }
            let records = fields.node("where").map(|node| condition(node, fields.found));
            let text = fields.node("text").and_then(|node| pattern(node, fields.found));
            let exit = fields.whole("exit").and_then(|exit| i32::try_from(exit).ok());
            let on_error_only = fields.word("on", &[("any", false), ("error", true)]).unwrap_or(false);
            let early = fields.flag("early").unwrap_or(false);
            let remedy = fields.text("remedy");
            if records.is_none() && text.is_none() && exit.is_none() {
                fields.found.push(
                    Diagnostic::error("V-AGENT-FAILURE", "a failure needs `where`, `text` or `exit`")
                        .at(&node.place, "nothing says when this failure is seen"),
                );
            }
            fields.close();
            Some(FailureRule { kind: kind?, records, text, exit, on_error_only, early, remedy })
        })
        .collect()
}

pub(super) fn tripwires(node: &Node, found: &mut Vec<Diagnostic>) -> Vec<Tripwire> {
    each(Some(node))
        .map(|node| {
            let mut fields = Fields::open(node, "a tripwire", found);
            let wire = Tripwire {
                records: records(&mut fields, "where"),
                path: fields.node("path").and_then(|node| path(node, fields.found)),
                only: fields.texts("only").unwrap_or_default(),
                done: fields.node("done").and_then(|node| done(node, fields.found)),
            };
            if wire.records.0.is_empty() {
                fields.found.push(
                    Diagnostic::error("V-AGENT-WATCH", "a tripwire needs `where`").at(&node.place, "this tripwire"),
                );
            }
            fields.close();
            wire
        })
        .collect()
}

fn done(node: &Node, found: &mut Vec<Diagnostic>) -> Option<Done> {
    let mut fields = Fields::open(node, "`done`", found);
    let records = records(&mut fields, "where");
    let id = fields.node("id").and_then(|node| path(node, fields.found));
    if id.is_none() {
        fields.found.push(Diagnostic::error("V-AGENT-PATH", "`done` needs `id`").at(&node.place, "here"));
    }
    fields.close();
    Some(Done { records, id: id? })
}
