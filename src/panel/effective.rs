//! A panel after all its layers, as YAML that says where each value comes from.

use crate::document::{Node, Value};
use crate::text::sanitise;

/// The merged panel, each value with a comment that names the layer that set it. It reads as the same
/// panel again.
#[must_use]
pub fn effective_yaml(effective: &Node) -> String {
    let mut out = String::new();
    block(effective, 0, &mut out);
    out
}

/// Writes a map's entries or a list's items, each on a line of its own.
fn block(node: &Node, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match &node.value {
        Value::Map(entries) if !entries.is_empty() => {
            for entry in entries {
                out.push_str(&format!("{indent}{}:", scalar(&entry.key)));
                value(&entry.node, depth + 1, out);
            }
        }
        Value::List(items) if !items.is_empty() => {
            for item in items {
                out.push_str(&format!("{indent}-"));
                value(item, depth + 1, out);
            }
        }
        _ => {
            out.push_str(&indent);
            out.push_str(&inline(node));
            out.push_str(&origin(node));
        }
    }
}

/// Writes a value behind its key or dash: on the same line where it has one line, else as a block.
fn value(node: &Node, depth: usize, out: &mut String) {
    if is_inline(node) {
        out.push_str(&format!(" {}{}", inline(node), origin(node)));
    } else if let Value::Map(_) = node.value
        && out.ends_with('-')
    {
        // `- id: critic`: the first key of an item stands behind the dash.
        let mut inner = String::new();
        block(node, depth, &mut inner);
        out.push(' ');
        out.push_str(inner.trim_start());
    } else {
        out.push('\n');
        block(node, depth, out);
    }
}

fn origin(node: &Node) -> String {
    format!("  # {}\n", sanitise::line_to(&node.place.source.name, 100))
}

/// Scalars, lists of scalars, and what is empty stand on one line.
fn is_inline(node: &Node) -> bool {
    match &node.value {
        Value::Map(entries) => entries.is_empty(),
        Value::List(items) => items.iter().all(|item| !matches!(item.value, Value::Map(_) | Value::List(_))),
        _ => true,
    }
}

fn inline(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(written) => written.clone(),
        Value::Text(text) => scalar(text),
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Map(_) => "{}".into(),
    }
}

/// A text as it must be written to stay a text: plain where no reader could take it for anything else,
/// else in double quotes.
fn scalar(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let is_word = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(&lower.as_str());
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || " -_./".contains(c))
        && !text.ends_with(' ');
    // `5m`, `1h 30m`, `8MiB`: none of these letters makes a number of it.
    let is_measure = text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_digit() || " smhBkKMGi".contains(c));
    if is_measure || (is_plain && !is_word) { text.to_owned() } else { yaml_text(text) }
}

/// `text` as a YAML value that is read as this text, whatever stands in it: in double quotes, with every
/// character escaped that a terminal or a YAML reader would not take as it is.
#[must_use]
pub fn yaml_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if !is_printable(c) => {
                let code = u32::from(c);
                out.push_str(&if code > 0xffff { format!("\\U{code:08x}") } else { format!("\\u{code:04x}") });
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn is_printable(c: char) -> bool {
    let mut buffer = [0; 4];
    let noncharacter = u32::from(c) & 0xfffe == 0xfffe;
    c == ' ' || (!noncharacter && !c.is_whitespace() && !sanitise::line(c.encode_utf8(&mut buffer)).is_empty())
}
