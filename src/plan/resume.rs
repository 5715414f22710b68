//! A run that goes on where another one ended: what it takes over, and whether it is about the same.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::event::{Run, SeatResult};
use crate::vote::NonVote;

/// What a run takes over from an earlier one.
#[derive(Debug, Clone)]
pub struct Resumed {
    /// The earlier run's id.
    pub run: String,
    /// The seats that had an answer, by id. They are not asked again.
    pub seats: BTreeMap<String, SeatResult>,
}

impl Resumed {
    /// Takes over, of the results of a run, those of the seats that are not asked again.
    #[must_use]
    pub fn of(run: &str, results: Vec<SeatResult>) -> Self {
        let kept = results.into_iter().filter(|result| !is_asked_again(result)).map(|mut result| {
            if result.ranking.take().is_some()
                && let Some(ballot) = &mut result.ballot
            {
                ballot.ranking.clear();
            }
            result.taken_from.get_or_insert_with(|| run.to_owned());
            (result.id.clone(), result)
        });
        Self { run: run.to_owned(), seats: kept.collect() }
    }
}

/// A seat is asked again where nobody has answered for it. What it has said stands, whatever it was: unless it was
/// said of the other seats' answers, which may be others now.
fn is_asked_again(result: &SeatResult) -> bool {
    result.moderator || is_unheard(result.non_vote.as_ref())
}

fn is_unheard(non_vote: Option<&NonVote>) -> bool {
    non_vote.is_some_and(|missing| missing.kind.is_asked_again())
}

/// Whether nobody is left to be asked: every seat has had its say, and its turn in the second round where there was
/// one. A moderator that no tie needed is not missed.
#[must_use]
pub fn is_whole(run: &Run) -> bool {
    run.seats.iter().all(|seat| {
        let is_missed = run.decision.dissent.missing.iter().any(|missing| missing.seat == seat.id);
        let has_spoken = !is_unheard(seat.non_vote.as_ref()) || (seat.moderator && !is_missed);
        has_spoken && !is_unheard(seat.ranking.as_ref().and_then(|turn| turn.non_vote.as_ref()))
    })
}

/// What of a run on record is no longer so, in words: the panel, the question, the material, the seats. Both are plan
/// documents. A ballot means something only under the rule and about the content that it was cast for.
#[must_use]
pub fn differences(recorded: &Value, now: &Value) -> Vec<String> {
    let differs = |pointer: &str| recorded.pointer(pointer) != now.pointer(pointer);
    let whole = [
        ("/schema", "the form of its plan"),
        ("/command", "the command"),
        ("/question", "the question"),
        ("/panel/digest", "the panel"),
        ("/rule", "the rule"),
    ];
    let mut found: Vec<String> =
        whole.iter().filter(|(pointer, _)| differs(pointer)).map(|(_, name)| (*name).to_owned()).collect();
    found.extend(
        changed(recorded, now, "items", "name", &["digest"]).into_iter().map(|name| format!("the item {name}")),
    );
    // A prompt differs where the panel, the question or an item does; named by itself it says something new.
    if found.is_empty() {
        let seats = changed(recorded, now, "seats", "id", &SEAT);
        found.extend(seats.into_iter().map(|id| format!("the seat {id}")));
    }
    found
}

/// What makes a seat's vote what it is.
const SEAT: [&str; 15] = [
    "kind",
    "agent",
    "model",
    "stance",
    "role",
    "lineage",
    "weight",
    "effective_weight",
    "veto",
    "advisory",
    "moderator",
    "counts",
    "work/prompt/digest",
    "work/check",
    "work/missing",
];

/// The names of the entries of a list that are not the same in both documents, by these of their values.
fn changed(recorded: &Value, now: &Value, list: &str, name: &str, values: &[&str]) -> Vec<String> {
    let entries = |document: &Value| -> Vec<(String, Value)> {
        let list = document[list].as_array().cloned().unwrap_or_default();
        list.into_iter().map(|entry| (entry[name].as_str().unwrap_or_default().to_owned(), entry)).collect()
    };
    let (before, after) = (entries(recorded), entries(now));
    let find = |among: &[(String, Value)], name: &str| among.iter().find(|(known, _)| known == name).cloned();
    let is_skipped = |entry: &Value| entry.pointer("/work/skipped").is_some();
    let same = |one: &Value, other: &Value| {
        values.iter().all(|value| {
            // An agent that is not installed gets no prompt; that says nothing about the panel.
            let untold = value.starts_with("work/") && (is_skipped(one) || is_skipped(other));
            untold || one.pointer(&format!("/{value}")) == other.pointer(&format!("/{value}"))
        })
    };
    let gone = before.iter().filter(|(name, entry)| !find(&after, name).is_some_and(|(_, now)| same(entry, &now)));
    let new = after.iter().filter(|(name, _)| find(&before, name).is_none());
    let mut names: Vec<String> = gone.chain(new).map(|(name, _)| name.clone()).collect();
    let order = |entries: &[(String, Value)]| entries.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names.is_empty() && order(&before) != order(&after) {
        names = order(&before);
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({
            "schema": "venire.plan/1", "id": "one", "command": "gate", "question": "Ship?",
            "panel": { "name": "p", "digest": "aa" }, "rule": { "quorum": 2 },
            "items": [{ "name": "diff", "digest": "11" }, { "name": "notes", "digest": "22" }],
            "seats": [
                { "id": "a", "agent": "codex", "weight": { "exact": "1" }, "work": { "prompt": { "digest": "33" } } },
                { "id": "b", "agent": "claude", "weight": { "exact": "1" }, "work": { "prompt": { "digest": "44" } } },
            ],
        })
    }

    fn after(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut now = document();
        change(&mut now);
        differences(&document(), &now)
    }

    #[test]
    fn what_makes_a_verdict_is_compared_and_named() {
        assert_eq!(after(|now| now["id"] = json!("two")), Vec::<String>::new());
        assert_eq!(after(|now| now["panel"]["digest"] = json!("bb")), ["the panel"]);
        assert_eq!(after(|now| now["question"] = json!("Hold?")), ["the question"]);
        assert_eq!(after(|now| now["rule"]["quorum"] = json!(1)), ["the rule"]);
        assert_eq!(after(|now| now["command"] = json!("ask")), ["the command"]);
        assert_eq!(after(|now| now["items"][0]["digest"] = json!("99")), ["the item diff"]);
        assert_eq!(after(|now| drop(now["items"].as_array_mut().unwrap().pop())), ["the item notes"]);
        assert_eq!(
            after(|now| now["items"].as_array_mut().unwrap().push(json!({ "name": "more" }))),
            ["the item more"]
        );
        assert_eq!(after(|now| now["items"].as_array_mut().unwrap().reverse()), ["the item diff", "the item notes"]);
        assert_eq!(after(|now| now["seats"][1]["work"]["prompt"]["digest"] = json!("99")), ["the seat b"]);
        assert_eq!(after(|now| now["seats"][0]["weight"]["exact"] = json!("2")), ["the seat a"]);
        assert_eq!(after(|now| now["seats"][0]["work"] = json!({ "skipped": {} })), Vec::<String>::new());
    }
}
