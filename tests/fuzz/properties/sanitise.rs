//! What holds for every text on its way to a screen.

use std::sync::LazyLock;

use serde_json::Value;
use venire::event::Run;
use venire::report::{Screen, human, json, markdown};
use venire::text::sanitise::{line, line_to, lines};

/// A finished run in which an agent, a panel or a change wrote every `§`.
static RUN: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("run.json")).expect("a result document"));

/// # Panics
/// When something that steers a terminal gets through.
pub fn hold(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    is_clean(&lines(&text), "\n\t");
    assert_eq!(lines(&lines(&text)), lines(&text), "cleaning again cleans more");
    if !text.chars().any(steers) {
        assert_eq!(lines(&text), *text, "plain text was changed");
    }
    is_clean(&line(&text), "");
    assert_eq!(line(&line(&text)), line(&text), "cleaning again cleans more");
    for width in [1, 2, 20] {
        let cut = line_to(&text, width);
        is_clean(&cut, "");
        assert!(columns(&cut) <= width, "{cut:?} is wider than {width}");
        assert_eq!(line_to(&cut, width), cut, "cutting again cuts more");
    }
    a_report_is_clean(&text);
}

/// Nothing but text, and of the control characters those that are allowed.
fn is_clean(text: &str, allowed: &str) {
    let steering = text.chars().find(|c| steers(*c) && !allowed.contains(*c));
    assert_eq!(steering, None, "in {text:?}");
}

/// Control characters, and those that turn, hide or widen text: bidirectional marks, zero-width characters,
/// variation selectors, tags.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(c, '\u{206a}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A run in which foreign words stand wherever they can is shown without anything that steers.
fn a_report_is_clean(text: &str) {
    let run: Run = serde_json::from_value(written(&RUN, text)).expect("a result document");
    for (width, unicode, verbose) in [(40, true, false), (80, false, true)] {
        let shown = human(&run, &Screen { width, colour: false, unicode }, verbose);
        is_clean(&shown, "\n");
        for line in shown.lines().filter(|line| !line.starts_with("Record: ")) {
            assert!(columns(line) <= width, "wider than {width}: {line:?}");
        }
    }
    is_clean(&markdown(&run), "\n");
    let document = json(&run);
    is_clean(&document, "\n");
    each_text(&serde_json::from_str(&document).expect("JSON"), &|text| is_clean(text, "\n\t"));
}

/// `value` with `text` in place of every `§`.
fn written(value: &Value, text: &str) -> Value {
    let put = |words: &str| if words == "§" { text.to_owned() } else { words.to_owned() };
    match value {
        Value::String(words) => Value::String(put(words)),
        Value::Array(items) => items.iter().map(|item| written(item, text)).collect(),
        Value::Object(entries) => entries.iter().map(|(key, value)| (put(key), written(value, text))).collect(),
        other => other.clone(),
    }
}

fn each_text(value: &Value, look: &dyn Fn(&str)) {
    match value {
        Value::String(words) => look(words),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, look)),
        Value::Object(entries) => entries.iter().for_each(|(key, value)| {
            look(key);
            each_text(value, look);
        }),
        _ => {}
    }
}

/// Columns on a terminal.
fn columns(text: &str) -> usize {
    console::measure_text_width(text)
}
