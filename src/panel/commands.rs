//! What a panel would run, in words.

use super::{Panel, Work};
use crate::document::{Node, Value};
use crate::text::sanitise;

/// The keys of a definition that decide what an agent may do and see.
const GUARDS: [&str; 10] =
    ["read_only", "isolation", "sandbox", "writes", "env", "files", "links", "home", "cwd", "reads"];

/// Every program that the panel itself names (checks, and the agents that it defines), one line each:
/// what a user is shown before trusting a panel that was found in a repository. Empty where the panel
/// names no program.
#[must_use]
pub fn commands(panel: &Panel) -> Vec<String> {
    let checks = panel.seats.iter().filter_map(|seat| match &seat.work {
        Work::Check { command, writes, .. } => {
            let writes = if writes.is_empty() { String::new() } else { format!(" (may write {})", writes.join(", ")) };
            Some(format!("seat {}: {}{writes}", seat.id, line(command)))
        }
        _ => None,
    });
    let agents = panel.agents.iter().map(|(name, node)| {
        let mut words = texts(node.get("command"));
        words.extend(texts(node.get("args")));
        let others: Vec<&str> = GUARDS.into_iter().filter(|key| node.get(key).is_some()).collect();
        let also = if others.is_empty() { String::new() } else { format!(" (also sets {})", others.join(", ")) };
        let run = if words.is_empty() { "changes how a known agent is run".into() } else { line(&words) };
        format!("agent {name}: {run}{also}")
    });
    checks.chain(agents).map(|line| sanitise::line(&line)).collect()
}

/// Every word of the checks' command lines, where a file that they run could be named.
#[must_use]
pub fn check_words(panel: &Panel) -> Vec<String> {
    let checks = panel.seats.iter().filter_map(|seat| match &seat.work {
        Work::Check { command, .. } => Some(command.clone()),
        _ => None,
    });
    checks.flatten().collect()
}

/// Every text of the agents that the panel defines, likewise.
#[must_use]
pub fn agent_words(panel: &Panel) -> Vec<String> {
    panel.agents.iter().flat_map(|(_, node)| texts(Some(node))).collect()
}

fn line(command: &[String]) -> String {
    let quoted =
        command.iter().map(|word| shlex::try_quote(word).map_or_else(|_| word.clone(), |word| word.into_owned()));
    quoted.collect::<Vec<_>>().join(" ")
}

fn texts(node: Option<&Node>) -> Vec<String> {
    match node.map(|node| &node.value) {
        Some(Value::Text(text)) => vec![text.clone()],
        Some(Value::List(items)) => items.iter().flat_map(|item| texts(Some(item))).collect(),
        Some(Value::Map(entries)) => entries.iter().flat_map(|entry| texts(Some(&entry.node))).collect(),
        _ => vec![],
    }
}
