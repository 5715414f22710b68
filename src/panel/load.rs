//! From texts to a checked panel.

use std::sync::Arc;

use super::{Override, Panel, layers, overrides, read, rules, warnings};
use crate::document::{Diagnostic, Node, Severity, Source, Value, parse, quoted};

/// What a panel is loaded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// `ask`: options need no effects.
    Ask,
    /// `gate`: every option has an effect, something is counted, and at least two seats vote.
    Gate,
    /// `panel check`: as `ask`, and warns about what `gate` would refuse.
    Lint,
}

/// A panel that passed every check.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    pub panel: Panel,
    /// The merged tree; each value's place names the layer that set it.
    pub effective: Node,
    pub warnings: Vec<Diagnostic>,
}

/// The name or path of the panel that this one extends, if any. The caller finds its text and asks again.
///
/// # Errors
/// A syntax error, or an `extends` that is no text.
pub fn extends_of(source: &Arc<Source>) -> Result<Option<String>, Box<Diagnostic>> {
    // Parsing is the dear part of a short run, and few panels extend another.
    if !source.text.contains("extends") {
        return Ok(None);
    }
    let root = parse(source)?;
    let Some(node) = root.get("extends") else { return Ok(None) };
    match &node.value {
        Value::Null => Ok(None),
        Value::Text(name) if !name.trim().is_empty() => Ok(Some(name.clone())),
        _ => Err(Box::new(
            Diagnostic::error("V-YAML-TYPE", "`extends` must be the name or the path of one panel")
                .at(&node.place, format!("this is {}", node.kind())),
        )),
    }
}

/// Merges the layers (nearest first), applies the overrides in their order, and checks the whole.
/// `known_agents` are the agents that a seat may name beside those that the panel defines itself.
///
/// # Errors
/// Every error and warning found, in the order of the texts; a syntax error stands for its whole layer.
pub fn load(
    layers: &[Arc<Source>],
    overrides: &[Override],
    known_agents: &[String],
    purpose: Purpose,
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut found = vec![];
    let trees: Vec<Option<Node>> = layers.iter().rev().map(|source| layers::layer(source, &mut found)).collect();
    // Without one of its layers a panel would be blamed for what that layer sets.
    let Some(trees) = trees.into_iter().collect::<Option<Vec<Node>>>() else { return Err(found) };
    let Some(mut effective) = trees.into_iter().reduce(layers::merged) else { return Err(vec![nothing()]) };
    for one in overrides {
        overrides::apply(&mut effective, one, &mut found);
    }
    let name = layers.first().map_or("panel", |source| stem(&source.name));
    let panel = read::panel(&effective, name, known_agents, &mut found);
    rules::check(&panel, &effective, purpose, &mut found);
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        in_order_of_texts(&mut found);
        return Err(found);
    }
    warnings::warn(&panel, &effective, &mut found);
    in_order_of_texts(&mut found);
    Ok(Loaded { panel, effective, warnings: found })
}

/// Sorts findings as a reader of the files meets them.
fn in_order_of_texts(found: &mut [Diagnostic]) {
    fn key(finding: &Diagnostic) -> Option<(&str, usize)> {
        finding.place.as_ref().map(|place| (place.source.name.as_str(), place.range.start))
    }
    found.sort_by(|one, other| key(one).cmp(&key(other)));
}

fn nothing() -> Diagnostic {
    Diagnostic::error("V-PANEL-EMPTY", "there is no panel to load")
}

/// What a panel without a name is called: its file's name without folder and ending.
fn stem(source_name: &str) -> &str {
    let file = source_name.rsplit(['/', '\\']).next().unwrap_or(source_name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Says that `layer` holds no panel.
pub(super) fn empty(source: &Arc<Source>, node: &Node) -> Diagnostic {
    Diagnostic::error(
        "V-PANEL-EMPTY",
        format!("{} is empty: there are no seats and no question in it", quoted(&source.name)),
    )
    .at(&node.place, "nothing here")
    .help("`venire panel new` writes a commented starting point")
}
