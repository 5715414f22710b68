//! Who or what answers for a seat: an agent, a check or a rubric.

use super::seats::AgentNames;
use super::words::{filled, filled_list};
use super::{AgentName, Work};
use crate::document::{Diagnostic, Fields, Node, Value, quoted};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Agent,
    Check,
    Rubric,
}

/// The key that makes a seat of this kind, and what messages call it.
const KINDS: [(&str, Kind, &str); 3] = [
    ("agent", Kind::Agent, "an agent's seat"),
    ("check", Kind::Check, "a check"),
    ("rubric_check", Kind::Rubric, "a rubric seat"),
];

/// Keys that mean something on some kinds of seats only.
const SPECIAL: [(&str, &[Kind]); 11] = [
    ("model", &[Kind::Agent]),
    ("effort", &[Kind::Agent]),
    ("fallback", &[Kind::Agent]),
    ("stance", &[Kind::Agent]),
    ("stance_prompt", &[Kind::Agent]),
    ("role", &[Kind::Agent]),
    ("rubric", &[Kind::Agent]),
    ("evidence", &[Kind::Agent]),
    ("timeout", &[Kind::Agent, Kind::Check]),
    ("writes", &[Kind::Check]),
    ("counts", &[Kind::Check]),
];

/// What kind of seat this is. None, or more than one, is an error.
pub(super) fn kind(fields: &mut Fields<'_>) -> Option<Kind> {
    let given: Vec<(&str, Kind, &Node)> =
        KINDS.iter().filter_map(|(key, kind, _)| Some((*key, *kind, fields.node(key)?))).collect();
    match given.as_slice() {
        [(_, kind, _)] => Some(*kind),
        [] => {
            let is_map = fields.entries().iter().any(|entry| entry.key == "id");
            if is_map {
                let nobody = Diagnostic::error("V-PANEL-SEAT-WORK", "nobody sits on this seat")
                    .at(fields.place(), "expected `agent`, `check` or `rubric_check`");
                fields.found.push(nobody);
            }
            None
        }
        [(first, ..), (second, _, node), ..] => {
            fields.found.push(
                Diagnostic::error("V-PANEL-SEAT-WORK", format!("a seat has `{first}` or `{second}`, not both"))
                    .at(&node.place, format!("`{first}` is given too"))
                    .help(format!("take one away; over an extended panel's seat, say `{first}: null`")),
            );
            None
        }
    }
}

/// Reports keys that make no sense on a seat of this kind.
pub(super) fn reject_strangers(fields: &mut Fields<'_>, kind: Option<Kind>) {
    let Some((key_of_kind, _, name)) = KINDS.iter().find(|(_, of, _)| Some(*of) == kind) else { return };
    for (key, kinds) in SPECIAL {
        if let Some(node) = fields.node(key)
            && !kind.is_some_and(|kind| kinds.contains(&kind))
        {
            fields.found.push(
                Diagnostic::error("V-PANEL-SEAT-KEY", format!("`{key}` makes no sense on {name}"))
                    .at(&node.place, format!("this seat has `{key_of_kind}`"))
                    .help(format!("take `{key}` away")),
            );
        }
    }
}

/// Reads the keys of all kinds and returns the work of this one.
pub(super) fn work(fields: &mut Fields<'_>, kind: Option<Kind>, agents: &AgentNames<'_>) -> Option<Work> {
    let agent = agent(fields, agents);
    let effort = filled(fields, "effort");
    let fallback = fallback(fields, agents);
    let command = command(fields);
    let writes = writes(fields);
    let counts = fields.flag("counts").unwrap_or(false);
    let requires = requires(fields);
    Some(match kind? {
        Kind::Agent => Work::Agent { agent: agent?, effort, fallback },
        Kind::Check => Work::Check { command: command?, writes, counts },
        Kind::Rubric => Work::Rubric { requires: requires? },
    })
}

/// `agent`, with the model under `model` or behind a colon.
fn agent(fields: &mut Fields<'_>, agents: &AgentNames<'_>) -> Option<AgentName> {
    let node = fields.node("agent");
    let model_node = fields.node("model");
    let model = filled(fields, "model");
    let mut name = agents.name(node?, fields.found)?;
    match (&name.model, model, model_node) {
        (Some(first), Some(second), Some(place)) if *first != second => fields.found.push(
            Diagnostic::error(
                "V-PANEL-SEAT-KEY",
                format!("two models for one seat: {} and {}", quoted(first), quoted(&second)),
            )
            .at(&place.place, format!("`agent` says {}", quoted(first))),
        ),
        (None, model, _) => name.model = model,
        _ => {}
    }
    Some(name)
}

fn fallback(fields: &mut Fields<'_>, agents: &AgentNames<'_>) -> Vec<AgentName> {
    let Some(node) = fields.node("fallback") else { return vec![] };
    match &node.value {
        Value::List(items) => items.iter().filter_map(|item| agents.name(item, fields.found)).collect(),
        _ => agents.name(node, fields.found).into_iter().collect(),
    }
}

/// `check`: a list of arguments, or a text that is split as a shell splits words. No shell runs it.
fn command(fields: &mut Fields<'_>) -> Option<Vec<String>> {
    let node = fields.node("check")?;
    let command = match &node.value {
        Value::Text(text) => {
            let words = shlex::split(text);
            if words.is_none() {
                fields.found.push(
                    Diagnostic::error("V-PANEL-CHECK", "a quotation mark in `check` is never closed")
                        .at(&node.place, "can't be split into words")
                        .help("write the command as a list: `check: [cargo, test]`"),
                );
            }
            words?
        }
        _ => fields.texts("check")?,
    };
    if command.first().is_none_or(|program| program.trim().is_empty()) {
        fields.found.push(
            Diagnostic::error("V-PANEL-CHECK", "`check` names no program")
                .at(&node.place, "expected a program and its arguments"),
        );
        return None;
    }
    Some(command)
}

/// `writes`: paths below the tree.
fn writes(fields: &mut Fields<'_>) -> Vec<String> {
    let Some(node) = fields.node("writes") else { return vec![] };
    let place = node.place.clone();
    let paths = filled_list(fields, "writes").unwrap_or_default();
    for path in &paths {
        let parts: Vec<&str> = path.split(['/', '\\']).collect();
        let has_drive = path.as_bytes().get(1) == Some(&b':');
        let whole_tree = parts.iter().all(|part| matches!(*part, "" | "."));
        if path.starts_with(['/', '\\', '~']) || has_drive || whole_tree || parts.contains(&"..") {
            fields.found.push(
                Diagnostic::error("V-PANEL-WRITES", format!("{} is not a path below the tree", quoted(path)))
                    .at(&place, "expected relative paths without `..`, such as `target`"),
            );
        }
        if parts.iter().any(|part| part.eq_ignore_ascii_case(".git")) {
            fields.found.push(
                Diagnostic::error("V-PANEL-WRITES", "a check can't be allowed to write to `.git`")
                    .at(&place, "the repository itself is never writable"),
            );
        }
    }
    paths
}

/// `rubric_check`: the context items that must be present.
fn requires(fields: &mut Fields<'_>) -> Option<Vec<String>> {
    let node = fields.node("rubric_check")?;
    let mut inner = Fields::open(node, "`rubric_check`", fields.found);
    let requires = filled_list(&mut inner, "requires").unwrap_or_default();
    if requires.is_empty() && matches!(node.value, Value::Map(_)) {
        let nothing = Diagnostic::error("V-PANEL-CHECK", "`rubric_check` requires nothing")
            .at(inner.place(), "expected `requires` with names of context items")
            .help("write `rubric_check: { requires: [timeline] }`");
        inner.found.push(nothing);
    }
    inner.close();
    (!requires.is_empty()).then_some(requires)
}
