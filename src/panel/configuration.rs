//! The user's `config.yaml`: what holds for every run on this machine (README, "Configuration").

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::document::{Diagnostic, Fields, Node, Severity, Source, Value, parse};
use crate::invocation::SandboxMode;

/// When colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourChoice {
    Auto,
    Always,
    Never,
}

/// The user's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration {
    /// The panel of `ask` and `gate` where none is named.
    pub default_panel: Option<String>,
    /// Whether the kernel holds seats read-only.
    pub sandbox: SandboxMode,
    /// Each seat's time limit, where neither panel nor command line sets one.
    pub timeout: Option<Duration>,
    /// The whole run's time limit, likewise.
    pub budget: Option<Duration>,
    /// Calls of an agent at once, by agent.
    pub concurrency: Vec<(String, usize)>,
    /// The beginning of a model's name → its vendor.
    pub lineages: Vec<(String, String)>,
    pub color: Option<ColourChoice>,
}

/// Reads the configuration. An empty file sets nothing.
///
/// # Errors
/// Everything that is wrong with it, at once.
pub fn configuration(source: &Arc<Source>) -> Result<Configuration, Vec<Diagnostic>> {
    let root = parse(source).map_err(|diagnostic| vec![*diagnostic])?;
    let mut found = vec![];
    let mut read = Configuration::default();
    if root.value != Value::Null {
        let mut fields = Fields::open(&root, "the configuration", &mut found);
        read.default_panel = fields.text("default_panel");
        read.color = fields.word(
            "color",
            &[("auto", ColourChoice::Auto), ("always", ColourChoice::Always), ("never", ColourChoice::Never)],
        );
        read.sandbox = fields
            .word(
                "sandbox",
                &[("auto", SandboxMode::Auto), ("require", SandboxMode::Require), ("off", SandboxMode::Off)],
            )
            .unwrap_or_default();
        let (limits, concurrency, lineages) =
            (fields.node("limits"), fields.node("concurrency"), fields.node("lineages"));
        read_limits(limits, &mut read, fields.found);
        read.concurrency =
            pairs(concurrency, "a whole number of calls at once, 1 or more", fields.found, |value| match value {
                Value::Number(text) => text.parse().ok().filter(|number| *number > 0),
                _ => None,
            });
        read.lineages = pairs(lineages, "the name of a vendor", fields.found, |value| match value {
            Value::Text(vendor) if !vendor.trim().is_empty() => Some(vendor.clone()),
            _ => None,
        });
        fields.close();
    }
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) { Err(found) } else { Ok(read) }
}

fn read_limits(node: Option<&Node>, read: &mut Configuration, found: &mut Vec<Diagnostic>) {
    let Some(node) = node else { return };
    let mut fields = Fields::open(node, "`limits`", found);
    read.timeout = fields.duration("timeout");
    read.budget = fields.duration("budget");
    fields.close();
}

/// A map whose keys are free.
fn pairs<T>(
    node: Option<&Node>,
    expected: &str,
    found: &mut Vec<Diagnostic>,
    read: impl Fn(&Value) -> Option<T>,
) -> Vec<(String, T)> {
    let Some(node) = node else { return vec![] };
    let Value::Map(entries) = &node.value else {
        let message = "this must be a map";
        found.push(Diagnostic::error("V-YAML-TYPE", message).at(&node.place, format!("this is {}", node.kind())));
        return vec![];
    };
    let mut pairs = vec![];
    for entry in entries {
        match read(&entry.node.value) {
            Some(value) => pairs.push((entry.key.clone(), value)),
            None => found.push(
                Diagnostic::error("V-YAML-VALUE", format!("`{}` must be {expected}", entry.key))
                    .at(&entry.node.place, format!("this is {}", entry.node.kind())),
            ),
        }
    }
    pairs
}

/// The JSON Schema of the configuration, for editors.
#[must_use]
pub fn configuration_schema() -> Json {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "venire configuration",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "default_panel": { "type": "string", "description": "The panel of `ask` and `gate` where none is named." },
            "color": { "enum": ["auto", "always", "never"], "description": "When colours are used." },
            "sandbox": { "enum": ["auto", "require", "off"], "description": "Whether the kernel holds seats read-only: where it can, always, or not at all." },
            "limits": {
                "type": "object",
                "additionalProperties": false,
                "description": "Limits where neither the panel nor the command line sets one.",
                "properties": {
                    "timeout": { "type": "string", "description": "Each seat's time limit: 5m." },
                    "budget": { "type": "string", "description": "The whole run's time limit: 10m." },
                },
            },
            "concurrency": {
                "type": "object",
                "additionalProperties": { "type": "integer", "minimum": 1 },
                "description": "Calls of an agent at once, by agent: { gemini: 1 }.",
            },
            "lineages": {
                "type": "object",
                "additionalProperties": { "type": "string" },
                "description": "The beginning of a model's name, and its vendor: { mistral-: mistral }.",
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Configuration, Vec<String>> {
        let found = configuration(&Source::new("config.yaml", text));
        found.map_err(|found| found.into_iter().map(|diagnostic| diagnostic.message).collect())
    }

    #[test]
    fn every_key_is_read() {
        let text = "default_panel: security\ncolor: never\nsandbox: require\nlimits: { timeout: 2m, budget: 5m }\n\
                    concurrency: { gemini: 1 }\nlineages: { grok-: xai }\n";
        assert_eq!(
            read(text),
            Ok(Configuration {
                default_panel: Some("security".into()),
                sandbox: SandboxMode::Require,
                timeout: Some(Duration::from_secs(120)),
                budget: Some(Duration::from_secs(300)),
                concurrency: vec![("gemini".into(), 1)],
                lineages: vec![("grok-".into(), "xai".into())],
                color: Some(ColourChoice::Never),
            })
        );
        assert_eq!(read("# nothing yet\n"), Ok(Configuration::default()));
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let found = read("defualt_panel: x\ncolor: blue\nconcurrency: { gemini: 0 }\nlimits: soon\n").unwrap_err();
        assert_eq!(found.len(), 4, "{found:?}");
    }
}
