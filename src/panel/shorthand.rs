//! Seats as strings: `codex`, `claude:opus`, `gemini/against`, `claude:opus/for`.

use std::sync::Arc;

use super::{AgentName, yaml_text};
use crate::document::{Diagnostic, Entry, Node, Source, Value, quoted};
use crate::text::nearest;

pub(super) const STANCES: [&str; 3] = ["for", "against", "neutral"];

/// The text of a panel that is made of `--seat` flags, so that it is read and checked as any other.
#[must_use]
pub fn from_seats(seats: &[String]) -> Arc<Source> {
    let mut text = String::from("name: seats\nseats:\n");
    for seat in seats {
        text.push_str(&format!("  - {}\n", yaml_text(seat)));
    }
    if seats.is_empty() {
        text.push_str("  []\n");
    }
    Source::new("--seat", text)
}

/// `claude`, `claude:opus`. `None` where agent or model is blank.
#[must_use]
pub fn agent_name(text: &str) -> Option<AgentName> {
    let (agent, model) = match text.split_once(':') {
        Some((agent, model)) => (agent.trim(), Some(model.trim())),
        None => (text.trim(), None),
    };
    let blank = agent.is_empty() || model.is_some_and(str::is_empty);
    (!blank).then(|| AgentName { agent: agent.to_owned(), model: model.map(str::to_owned) })
}

/// A seat that is a string, as the map that it stands for; `agent: claude:opus` as agent and model, so
/// that a later layer can set either. Other seats stay as they are.
pub(super) fn spelt_out(mut seat: Node, found: &mut Vec<Diagnostic>) -> Node {
    if let Value::Map(entries) = &mut seat.value {
        split_agent(entries);
    }
    let Value::Text(written) = &seat.value else { return seat };
    let (name, stance) = match split(written) {
        Ok(parts) => parts,
        Err(message) => {
            let meant = written.rsplit('/').next().and_then(|word| nearest::nearest(word, STANCES));
            let mut diagnostic = Diagnostic::error("V-PANEL-SEAT-SHORTHAND", message)
                .at(&seat.place, "expected agent, agent:model, agent/stance or agent:model/stance");
            if let Some(meant) = meant {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            found.push(diagnostic.help("the stances are `for`, `against` and `neutral`"));
            let agent = written.split([':', '/']).next().unwrap_or("").trim().to_owned();
            (AgentName { agent, model: None }, None)
        }
    };
    let place = seat.place;
    let entry = |key: &str, text: String| Entry {
        key: key.into(),
        place: place.clone(),
        node: Node { value: Value::Text(text), place: place.clone() },
    };
    let mut entries = vec![entry("agent", name.agent)];
    entries.extend(name.model.map(|model| entry("model", model)));
    entries.extend(stance.map(|stance| entry("stance", stance.to_owned())));
    Node { value: Value::Map(entries), place }
}

fn split_agent(entries: &mut Vec<Entry>) {
    if entries.iter().any(|entry| entry.key == "model") {
        return;
    }
    let Some(agent) = entries.iter_mut().find(|entry| entry.key == "agent") else { return };
    let Value::Text(written) = &agent.node.value else { return };
    let Some(AgentName { agent: name, model: Some(model) }) = agent_name(written) else { return };
    let place = agent.node.place.clone();
    agent.node.value = Value::Text(name);
    let node = Node { value: Value::Text(model), place: place.clone() };
    entries.push(Entry { key: "model".into(), place, node });
}

/// Models may have slashes in their names (`opencode:vendor/model`), so only a stance after the last
/// slash is a stance; a word that is nearly one is taken for a typing error.
fn split(written: &str) -> Result<(AgentName, Option<&str>), String> {
    let (front, last) = match written.rsplit_once('/') {
        Some((front, last)) => (front, Some(last.trim())),
        None => (written, None),
    };
    let stance = last.and_then(|last| STANCES.into_iter().find(|stance| *stance == last));
    let is_model = front.contains(':');
    let name = match (stance, last) {
        (None, Some(last)) if !is_model || nearest::nearest(last, STANCES).is_some() => {
            return Err(format!("{} is not a stance", quoted(last)));
        }
        (None, _) => written,
        (Some(_), _) => front,
    };
    let name = agent_name(name).ok_or_else(|| format!("{} names no agent or no model", quoted(written)))?;
    Ok((name, stance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(written: &str) -> Option<(String, Option<String>)> {
        split(written).ok().map(|(name, stance)| (name.to_string(), stance.map(str::to_owned)))
    }

    #[test]
    fn each_form_of_a_seat_is_read() {
        let forms = [
            ("codex", "codex", None),
            ("claude:opus", "claude:opus", None),
            ("gemini/against", "gemini", Some("against")),
            ("claude:opus/for", "claude:opus", Some("for")),
            ("opencode:vendor/model-4", "opencode:vendor/model-4", None),
            ("opencode:vendor/model-4/neutral", "opencode:vendor/model-4", Some("neutral")),
        ];
        for (written, name, stance) in forms {
            assert_eq!(parts(written), Some((name.into(), stance.map(str::to_owned))), "{written}");
        }
        for wrong in ["", ":", "codex:", ":opus", "/for", "codex/aginst", "claude:opus/aginst", "codex/x"] {
            assert_eq!(parts(wrong), None, "{wrong:?}");
        }
    }
}
