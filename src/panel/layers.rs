//! Layers: one text read into a tree that can be merged, and the merge.
//!
//! Maps merge, lists replace, `seats` merge by id (README, "Panels"). So that they can, every seat of a
//! layer is a map with an id here, also where the file has a string or no id.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::load::empty;
use super::shorthand;
use crate::document::{Diagnostic, Entry, Node, Source, Value, parse, quoted, without_duplicates};

/// The tree of one text. `None` after a syntax error or where there is no panel in the text.
pub(super) fn layer(source: &Arc<Source>, found: &mut Vec<Diagnostic>) -> Option<Node> {
    let node = match parse(source) {
        Ok(node) => node,
        Err(error) => {
            found.push(*error);
            return None;
        }
    };
    if node.value == Value::Null {
        found.push(empty(source, &node));
        return None;
    }
    let mut node = without_duplicates(node, found);
    match &mut node.value {
        Value::Map(entries) => {
            // `extends` is spent: what it names is another layer by now.
            entries.retain(|entry| entry.key != "extends");
            if let Some(seats) = entries.iter_mut().find(|entry| entry.key == "seats") {
                seats.node = with_ids(seats.node.clone(), found);
            }
            Some(node)
        }
        _ => {
            found.push(
                Diagnostic::error("V-YAML-TYPE", "a panel must be a map of keys and values")
                    .at(&node.place, format!("this is {}", node.kind())),
            );
            None
        }
    }
}

/// `over` laid upon `base`. The name is never inherited: a panel must not go by the name of the one that
/// it changes.
pub(super) fn merged(mut base: Node, over: Node) -> Node {
    if let Value::Map(entries) = &mut base.value {
        entries.retain(|entry| entry.key != "name");
    }
    merged_at(base, over, true)
}

fn merged_at(base: Node, over: Node, top: bool) -> Node {
    match (base.value, over.value) {
        (Value::Map(mut entries), Value::Map(news)) => {
            for new in news {
                match entries.iter_mut().find(|entry| entry.key == new.key) {
                    Some(old) => {
                        let below =
                            std::mem::replace(&mut old.node, Node { value: Value::Null, place: new.place.clone() });
                        let seats = top && new.key == "seats";
                        old.node =
                            if seats { merged_seats(below, new.node) } else { merged_at(below, new.node, false) };
                        old.place = new.place;
                    }
                    None => entries.push(new),
                }
            }
            Node { value: Value::Map(entries), place: over.place }
        }
        (_, value) => Node { value, place: over.place },
    }
}

fn merged_seats(base: Node, over: Node) -> Node {
    match (base.value, over.value) {
        (Value::List(mut seats), Value::List(news)) => {
            for new in news {
                let same = id_of(&new).and_then(|id| {
                    seats.iter_mut().find(|seat| id_of(seat).is_some_and(|other| other.eq_ignore_ascii_case(id)))
                });
                match same {
                    Some(seat) => *seat = merged_at(seat.clone(), new, false),
                    None => seats.push(new),
                }
            }
            Node { value: Value::List(seats), place: over.place }
        }
        (_, value) => Node { value, place: over.place },
    }
}

/// The id of a seat after [`with_ids`].
pub(super) fn id_of(seat: &Node) -> Option<&str> {
    match &seat.get("id")?.value {
        Value::Text(id) => Some(id),
        _ => None,
    }
}

/// The list of seats with each seat a map that has an id. Ids that are not given come from the agent and
/// are made unique; a given id that stands twice is an error. Ids name files, so case makes no difference.
pub(super) fn with_ids(list: Node, found: &mut Vec<Diagnostic>) -> Node {
    let Value::List(seats) = list.value else { return list };
    let mut seats: Vec<Node> = seats.into_iter().map(|seat| shorthand::spelt_out(seat, found)).collect();
    let mut taken = BTreeSet::new();
    for seat in &mut seats {
        let Some((id, place)) = given_id(seat) else { continue };
        if !taken.insert(id.to_ascii_lowercase()) {
            found.push(
                Diagnostic::error("V-PANEL-DUPLICATE-SEAT", format!("two seats have the id {}", quoted(&id)))
                    .at(&place, "a duplicate: the second seat with this id")
                    .help("ids name the seats in the tally and in the record, so each must be unique"),
            );
        }
    }
    for seat in &mut seats {
        if !matches!(seat.value, Value::Map(_)) || seat.get("id").is_some_and(|id| id.value != Value::Null) {
            continue;
        }
        let base = base_id(seat);
        let id = std::iter::once(base.clone())
            .chain((2_usize..).map(|number| format!("{base}-{number}")))
            .find(|id| taken.insert(id.to_ascii_lowercase()))
            .unwrap_or(base);
        let place = seat.place.clone();
        let entry = Entry { key: "id".into(), place: place.clone(), node: Node { value: Value::Text(id), place } };
        if let Value::Map(entries) = &mut seat.value {
            entries.retain(|entry| entry.key != "id");
            entries.insert(0, entry);
        }
    }
    Node { value: Value::List(seats), place: list.place }
}

/// The id that the file gives, as text. Numbers are taken as they are written.
fn given_id(seat: &mut Node) -> Option<(String, crate::document::Place)> {
    let Value::Map(entries) = &mut seat.value else { return None };
    let node = &mut entries.iter_mut().find(|entry| entry.key == "id")?.node;
    if let Value::Number(written) = &node.value {
        node.value = Value::Text(written.clone());
    }
    match &node.value {
        Value::Text(id) => Some((id.clone(), node.place.clone())),
        _ => None,
    }
}

/// What a seat without an id is called.
fn base_id(seat: &Node) -> String {
    let work = ["agent", "check", "rubric_check"].into_iter().find_map(|key| Some((key, seat.get(key)?)));
    match work {
        Some(("agent", Node { value: Value::Text(name), .. })) => {
            let agent = name.split(':').next().unwrap_or(name);
            let id: String = agent
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' })
                .take(48)
                .collect();
            if id.starts_with(|c: char| c.is_ascii_alphanumeric()) { id } else { format!("seat{id}") }
        }
        Some(("check", _)) => "check".into(),
        Some(("rubric_check", _)) => "rubric".into(),
        _ => "seat".into(),
    }
}
