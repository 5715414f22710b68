//! Overrides for one run: `--set seats.critic.model=opus`, `--quorum 2`.

use std::ops::Range;
use std::sync::Arc;

use super::layers::{id_of, with_ids};
use crate::document::{Diagnostic, Entry, Node, Place, Source, Value, parse, quoted, without_duplicates};
use crate::text::nearest;

/// No key of a panel lies deeper; a deeper path is a mistake.
const DEEPEST: usize = 8;

/// One override of `--set` or of a flag with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// Keys with dots between them; a seat by its id: `seats.critic.model`.
    pub path: String,
    /// A YAML value. Nothing at all, or `null`, takes a value back to its default.
    pub value: String,
    /// What a message calls it, as it was typed: `--set seats.critic.model=opus`, `--quorum 2`.
    pub origin: String,
}

/// A key of a path, and where it stands in the override's text.
type Step = (String, Range<usize>);

/// Sets the value at the path; everything else stays.
pub(super) fn apply(root: &mut Node, one: &Override, found: &mut Vec<Diagnostic>) {
    let source = Source::new(one.origin.as_str(), format!("{}={}", one.path, one.value));
    let value = match parse(&Source::new(one.origin.as_str(), one.value.as_str())) {
        Ok(node) => without_duplicates(moved(node, &source, one.path.len() + 1), found),
        Err(mut error) => {
            if let Some(place) = &mut error.place {
                *place = moved_place(place, &source, one.path.len() + 1);
            }
            found.push(*error);
            return;
        }
    };
    let whole = Place { source: Arc::clone(&source), range: 0..one.path.len() };
    let error = |message: String| Diagnostic::error("V-PANEL-OVERRIDE", message);
    if let Some(id) = one.path.strip_prefix("seats.") {
        let Some((seat, steps)) = seat_at(root, id) else {
            let mut diagnostic = error(format!("there is no seat {}", quoted(id))).at(&whole, "no such seat");
            let ids: Vec<&str> = seats(root).iter().filter_map(id_of).collect();
            if let Some(meant) = nearest::nearest(id.split('.').next().unwrap_or(id), ids.iter().copied()) {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            found.push(diagnostic.help(format!("the seats are {}", ids.join(", "))));
            return;
        };
        match steps.as_slice() {
            [] => {
                found.push(error("a seat is overridden key by key".into()).at(&whole, "a key of the seat is missing"))
            }
            [(key, _)] if key == "id" => {
                found.push(error("the id of a seat can't be overridden".into()).at(&whole, "an id"));
            }
            steps => set(seat, steps, &source, value, found),
        }
        return;
    }
    let value = if one.path == "seats" { with_ids(value, found) } else { value };
    set(root, &steps(&one.path, 0), &source, value, found);
}

fn seats(root: &Node) -> &[Node] {
    match root.get("seats").map(|node| &node.value) {
        Some(Value::List(seats)) => seats,
        _ => &[],
    }
}

/// The seat that `rest` begins with, and the steps behind its id. Ids may have dots in them, so the
/// longest id that fits is taken.
fn seat_at<'a>(root: &'a mut Node, rest: &str) -> Option<(&'a mut Node, Vec<Step>)> {
    let Value::Map(entries) = &mut root.value else { return None };
    let Value::List(seats) = &mut entries.iter_mut().find(|entry| entry.key == "seats")?.node.value else {
        return None;
    };
    let behind = |seat: &Node| {
        let id = id_of(seat)?;
        let behind = rest.strip_prefix(id)?;
        (behind.is_empty() || behind.starts_with('.')).then(|| behind.trim_start_matches('.').len())
    };
    let (left, seat) = seats.iter_mut().filter_map(|seat| Some((behind(seat)?, seat))).min_by_key(|(left, _)| *left)?;
    let keys = rest.get(rest.len() - left..).unwrap_or("");
    let steps = if keys.is_empty() { vec![] } else { steps(keys, "seats.".len() + rest.len() - left) };
    Some((seat, steps))
}

fn steps(path: &str, mut at: usize) -> Vec<Step> {
    path.split('.')
        .map(|key| {
            let range = at..at + key.len();
            at = range.end + 1;
            (key.to_owned(), range)
        })
        .collect()
}

fn set(node: &mut Node, steps: &[Step], source: &Arc<Source>, value: Node, found: &mut Vec<Diagnostic>) {
    let place = |range: &Range<usize>| Place { source: Arc::clone(source), range: range.clone() };
    let Some(((key, range), rest)) = steps.split_first() else { return };
    let wrong = if key.trim().is_empty() {
        Some("a key path is keys with one dot between two of them")
    } else if steps.len() > DEEPEST {
        Some("no key of a panel lies as deep as this")
    } else {
        None
    };
    if let Some(message) = wrong {
        found.push(Diagnostic::error("V-PANEL-OVERRIDE", message).at(&place(range), "here"));
        return;
    }
    if node.value == Value::Null {
        node.value = Value::Map(vec![]);
        node.place = place(range);
    }
    let kind = node.kind();
    let Value::Map(entries) = &mut node.value else {
        found.push(
            Diagnostic::error(
                "V-PANEL-OVERRIDE",
                format!("there is no key {} to set: its holder is {kind}", quoted(key)),
            )
            .at(&place(range), "only maps have keys")
            .help("a list is replaced as a whole; a seat is named by its id, `seats.ID.key`"),
        );
        return;
    };
    let at = entries.iter().position(|entry| entry.key == *key).unwrap_or_else(|| {
        let nothing = Node { value: Value::Null, place: place(range) };
        entries.push(Entry { key: key.clone(), place: place(range), node: nothing });
        entries.len() - 1
    });
    let Some(entry) = entries.get_mut(at) else { return };
    if rest.is_empty() {
        entry.place = place(range);
        entry.node = value;
    } else {
        set(&mut entry.node, rest, source, value, found);
    }
}

/// `node` with its places `by` bytes further on in `source`.
fn moved(node: Node, source: &Arc<Source>, by: usize) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| moved(item, source, by)).collect()),
        Value::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|entry| Entry {
                    place: moved_place(&entry.place, source, by),
                    node: moved(entry.node, source, by),
                    key: entry.key,
                })
                .collect(),
        ),
        scalar => scalar,
    };
    Node { value, place: moved_place(&node.place, source, by) }
}

fn moved_place(place: &Place, source: &Arc<Source>, by: usize) -> Place {
    Place { source: Arc::clone(source), range: place.range.start + by..place.range.end + by }
}
