//! What a panel may not ask of an agent, because it could lift read-only.

use super::definition::Definition;
use crate::document::{Diagnostic, Node, Value};

/// What lifts read-only in any agent that is known. Compared without regard to case.
const REFUSED_EVERYWHERE: &[&str] = &[
    "--yolo*",
    "yolo",
    "*dangerous*",
    "danger-full-access",
    "workspace-write",
    "--full-auto*",
    "*bypass*permission*",
    "*bypass*approval*",
    "*bypass*sandbox*",
    "bypasspermissions",
    "acceptedits",
    "auto_edit",
    "--allow-all*",
    "--auto-approve*",
];

impl Definition {
    /// The pattern by which an argument, a model, an effort or a value is refused because it would lift
    /// read-only; `None` where nothing speaks against it.
    #[must_use]
    pub fn refused_argument(&self, given: &str) -> Option<&str> {
        let given = given.to_lowercase();
        self.refuse
            .iter()
            .map(String::as_str)
            .chain(REFUSED_EVERYWHERE.iter().copied())
            .find(|pattern| fits(&pattern.to_lowercase(), &given))
    }
}

/// What a panel's own definition of an agent says that could lift read-only, wherever it stands: a
/// panel can't take an agent's guards off by describing the agent anew.
#[must_use]
pub fn lifted_by_panel(name: &str, node: &Node, definition: &Definition) -> Vec<Diagnostic> {
    let mut found = vec![];
    let refused = |what: &str, node: &Node| {
        let message = format!("the agent `{name}`: {what} is refused in a panel, since it could lift read-only");
        let help = "a panel only reads; a definition in your own configuration folder answers for itself";
        Diagnostic::error("V-AGENT-REFUSED", message).at(&node.place, "refused").help(help)
    };
    if let Some(sandbox) = node.get("sandbox").filter(|value| value.value == Value::Text("own".to_owned())) {
        found.push(refused("`sandbox: own`", sandbox));
    }
    each_text(node, &mut |text, node| {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, '=' | ',' | '"' | '\''));
        let fits = std::iter::once(text).chain(words).any(|word| definition.refused_argument(word).is_some());
        if fits {
            found.push(refused(&format!("`{text}`"), node));
        }
    });
    found
}

/// Every text of a definition that can come to the agent; what is only said or looked for is left out.
fn each_text<'a>(node: &'a Node, visit: &mut impl FnMut(&'a str, &'a Node)) {
    const SAID: [&str; 9] = ["title", "name", "install", "tested", "failures", "refuse", "leaks", "output", "version"];
    match &node.value {
        Value::Text(text) => visit(text, node),
        Value::List(items) => items.iter().for_each(|item| each_text(item, visit)),
        Value::Map(entries) => {
            for entry in entries.iter().filter(|entry| !SAID.contains(&entry.key.as_str())) {
                each_text(&entry.node, visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether `text` fits a pattern in which `*` stands for anything.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::{fits, lifted_by_panel};
    use crate::document::{Source, parse};

    /// What is refused of a panel's definition of `mine`.
    fn refused(yaml: &str) -> Vec<String> {
        let node = parse(&Source::new("panel.yaml", yaml)).expect("valid YAML");
        let mut found = vec![];
        let definition = crate::agent::load(&node, Some("mine"), &mut found).expect("a valid definition");
        assert_eq!(found, vec![]);
        lifted_by_panel("mine", &node, &definition).into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn a_panel_can_not_describe_the_guards_away() {
        for yaml in [
            "command: [gemini]\nargs: [--yolo]",
            "command: [claude]\nargs: [-p, --permission-mode=acceptEdits]",
            "command: [codex]\nargs: [exec, --sandbox, danger-full-access]",
            "command: [sh]\nargs: [-c, \"codex exec --dangerously-bypass-approvals-and-sandbox -\"]",
            "command: [x]\nenv: { MODE: yolo }",
            "command: [x]\nsandbox: own",
        ] {
            assert_eq!(refused(yaml).len(), 1, "{yaml}");
        }
        let plain = "command: [x]\nargs: [--json]\nenv: { A: b }\noutput: { format: text }\n\
                     failures: [{ kind: refused, text: \"--yolo\" }]";
        assert_eq!(refused(plain), Vec::<String>::new());
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(fits("--dangerously-*", "--dangerously-skip-permissions"));
        assert!(fits("*bypass*permission*", "--bypass-all-permissions"));
        assert!(fits("yolo", "yolo") && !fits("yolo", "yolo2") && fits("*", "") && fits("a*a", "aa"));
        assert!(!fits("a*a", "a"));
    }
}
