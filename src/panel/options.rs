//! The options of a panel (README, "Options and effects").

use std::collections::BTreeMap;

use super::words::{filled, word};
use crate::document::{Diagnostic, Fields, Node, Place, Value, quoted};
use crate::text::label::{fold, in_an_answer};
use crate::text::nearest;
use crate::vote::{Choice, Effect, Strategy};

const EFFECTS: [(&str, Effect); 4] =
    [("pass", Effect::Pass), ("block", Effect::Block), ("revise", Effect::Revise), ("escalate", Effect::Escalate)];

/// The longest label, in characters.
const LONGEST_LABEL: usize = 64;

/// Reads `options`. Where none are given they are SHIP and HOLD, but for `all-voices` and `rank`, which
/// count no option and so have none.
pub(super) fn options(panel: &mut Fields<'_>, strategy: Strategy) -> Vec<Choice> {
    let given = panel.node("options");
    let mut choices = vec![];
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    if let Some(node) = given {
        let Value::List(items) = &node.value else {
            panel.wrong(node, "a list of options, each a label or a map with `label`, `effect` and `meaning`");
            return defaults();
        };
        for item in items {
            let Some((choice, place)) = option(item, panel.found) else { continue };
            if let Some(problem) = unusable(&choice.label, &labels) {
                panel.found.push(Diagnostic::error("V-PANEL-LABEL", problem).at(&place, "this label"));
                continue;
            }
            labels.insert(fold(&choice.label), choice.label.clone());
            choices.push(choice);
        }
        if items.len() < 2 && strategy.has_options() {
            panel.found.push(
                Diagnostic::error("V-PANEL-OPTIONS", "a vote needs at least two options")
                    .at(&node.place, format!("{} here", items.len()))
                    .help("leave `options` out for SHIP and HOLD, or say `strategy: all-voices` to count nothing"),
            );
        }
    }
    match given {
        _ if !strategy.has_options() => vec![],
        None => defaults(),
        Some(_) => choices,
    }
}

fn defaults() -> Vec<Choice> {
    ["SHIP", "HOLD"].map(|label| Choice { label: label.into(), effect: default_effect(label), meaning: None }).to_vec()
}

fn default_effect(label: &str) -> Option<Effect> {
    match fold(label).as_str() {
        "ship" => Some(Effect::Pass),
        "hold" => Some(Effect::Block),
        _ => None,
    }
}

fn option(item: &Node, found: &mut Vec<Diagnostic>) -> Option<(Choice, Place)> {
    match &item.value {
        // `yes`, `no`, `true` and numbers are labels as they are written.
        Value::Text(label) | Value::Number(label) => Some((bare(label), item.place.clone())),
        Value::Bool(value) => {
            let written = item.place.text().trim();
            let is_word = written.eq_ignore_ascii_case("true") || written.eq_ignore_ascii_case("false");
            Some((bare(if is_word { written } else { truth(*value) }), item.place.clone()))
        }
        _ => {
            let mut fields = Fields::open(item, "an option", found);
            let place = fields.node("label").map_or_else(|| item.place.clone(), |node| node.place.clone());
            let label = filled(&mut fields, "label");
            let effect = word(&mut fields, "effect", &EFFECTS, &[]);
            let meaning = filled(&mut fields, "meaning");
            let is_map = matches!(item.value, Value::Map(_));
            if is_map && label.is_none() && item.get("label").is_none() {
                let missing = Diagnostic::error("V-PANEL-LABEL", "an option without a label")
                    .at(fields.place(), "expected `label`")
                    .help("write `- SHIP`, or `- { label: SHIP, effect: pass }`");
                fields.found.push(missing);
            }
            fields.close();
            let label = label?;
            let effect = effect.or_else(|| default_effect(&label));
            Some((Choice { label, effect, meaning }, place))
        }
    }
}

fn bare(label: &str) -> Choice {
    Choice { label: label.into(), effect: default_effect(label), meaning: None }
}

fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn unusable(label: &str, others: &BTreeMap<String, String>) -> Option<String> {
    let folded = fold(label);
    if folded.is_empty() {
        return Some(format!("the label {} has no letter and no digit", quoted(label)));
    }
    if label.chars().count() > LONGEST_LABEL || label.chars().any(char::is_control) {
        return Some(format!("the label {} is not one line of at most {LONGEST_LABEL} characters", quoted(label)));
    }
    if folded == "abstain" {
        return Some(format!("{} is always understood as an abstention and can't be an option", quoted(label)));
    }
    let left = in_an_answer(label);
    if fold(&left) != folded {
        return Some(format!(
            "the label {} would be read as {} in an answer, since Markdown or nobody sees the rest",
            quoted(label),
            quoted(&left)
        ));
    }
    let other = others.get(&folded)?;
    Some(format!(
        "the labels {} and {} are the same: case, punctuation and markdown make no difference in an answer",
        quoted(other),
        quoted(label)
    ))
}

/// Reads `safety_order`: labels of the panel, in the panel's spelling.
pub(super) fn safety_order(panel: &mut Fields<'_>, options: &[Choice]) -> Vec<String> {
    let Some(node) = panel.node("safety_order") else { return vec![] };
    let single = std::slice::from_ref(node);
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => single,
    };
    let written = panel.texts("safety_order").unwrap_or_default();
    let mut order: Vec<String> = vec![];
    for (text, item) in written.iter().zip(items) {
        let known = options.iter().find(|option| fold(&option.label) == fold(text));
        let problem = match known {
            Some(option) if order.contains(&option.label) => format!("{} stands twice in `safety_order`", quoted(text)),
            Some(option) => {
                order.push(option.label.clone());
                continue;
            }
            // Where nothing is voted on there are no options left to compare with.
            None if options.is_empty() => continue,
            None => format!("{} in `safety_order` is not an option", quoted(text)),
        };
        let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
        let mut diagnostic = Diagnostic::error("V-PANEL-SAFETY-ORDER", problem)
            .at(&item.place, format!("the options are {}", labels.join(", ")));
        if let Some(meant) = nearest::nearest(text, labels.iter().copied()).filter(|_| known.is_none()) {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        }
        panel.found.push(diagnostic);
    }
    order
}
