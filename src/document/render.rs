//! Diagnostics as they are printed.
//!
//! Files and their names are untrusted: nothing that steers a terminal gets out of here, and neither
//! a huge line nor a huge number of findings makes the output or the work unbounded.

use std::ops::Range;

use super::tree::BYTE_ORDER_MARK;
use super::{Diagnostic, Place, Severity};
use crate::text::sanitise;

/// What is printed of one file's findings; the rest is counted.
const MOST_SHOWN: usize = 100;
/// The longest message, label, help or file name, in columns.
const LONGEST_TEXT: usize = 400;
/// What is shown of a line behind the place, in bytes.
const LINE_TAIL: usize = 160;

/// The diagnostics as they are printed: file, line, column, snippet and help for each.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], colour: bool) -> String {
    use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let snippet = diagnostic.place.as_ref().map(|place| {
            let excerpt = Excerpt::of(place);
            Snippet::source(excerpt.text)
                .line_start(excerpt.line)
                .path(plain(&place.source.name))
                .annotation(AnnotationKind::Primary.span(excerpt.range).label(plain(&diagnostic.label)))
        });
        let mut group = level.primary_title(plain(&diagnostic.message)).id(diagnostic.code).elements(snippet);
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(plain(help)));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    if let Some(more @ 1..) = diagnostics.len().checked_sub(MOST_SHOWN) {
        out.push_str(&format!("… and {more} more\n\n"));
    }
    out
}

/// `text` in back quotes for a message, made safe and cut to what can be read at a glance.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("`{}`", sanitise::line_to(text, 60))
}

fn plain(text: &str) -> String {
    sanitise::line_to(text, LONGEST_TEXT)
}

/// The first line of a place, made safe character by character so that columns stay right.
struct Excerpt {
    text: String,
    /// The number of the line, from 1.
    line: usize,
    range: Range<usize>,
}

impl Excerpt {
    fn of(place: &Place) -> Self {
        let whole = place.source.text.as_str();
        let start = place.range.start.min(whole.len());
        let (before, behind) = whole.split_at_checked(start).unwrap_or(("", whole));
        let (line, _) = place.line_column();
        let head = before.rsplit('\n').next().unwrap_or(before);
        let rest = behind.split(['\r', '\n']).next().unwrap_or(behind);
        let marked = rest.get(..place.range.len().min(rest.len())).unwrap_or(rest);
        let tail = rest.get(marked.len()..).unwrap_or("");
        let mut shown = tail.len().min(LINE_TAIL);
        while !tail.is_char_boundary(shown) {
            shown -= 1;
        }
        let mut text = visible(head.trim_start_matches(BYTE_ORDER_MARK));
        let from = text.len();
        text.push_str(&visible(marked));
        let range = from..text.len();
        text.push_str(&visible(tail.get(..shown).unwrap_or("")));
        Self { text, line, range }
    }
}

/// Each character that is not plain becomes one that says so; tabs stay.
fn visible(text: &str) -> String {
    let mut buffer = [0; 4];
    text.chars()
        .map(|c| if sanitise::lines(c.encode_utf8(&mut buffer)).is_empty() { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Source;

    fn rendered(text: &str, range: Range<usize>) -> String {
        let place = Place { source: Source::new("p\u{1b}[31m.yaml", text), range };
        render(&[Diagnostic::error("V-X", "wrong \u{1b}]0;t\u{7}").at(&place, "here\u{202e}")], false)
    }

    #[test]
    fn no_place_makes_a_panic_or_steers_the_terminal() {
        let texts = ["", "a", "\u{feff}a: ü\r\nb: \u{1b}[2J\u{202e}日本\r\n", "\n", "ü", "a: \t日\n\n"];
        for text in texts {
            for start in 0..=text.len() + 2 {
                for end in start..=text.len() + 3 {
                    let shown = rendered(text, start..end);
                    let steering = shown.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
                    assert_eq!(steering, None, "{text:?} {start}..{end}\n{shown}");
                }
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        assert!(rendered("\u{feff}abc: 1\r\n", 3..6).contains("p.yaml:1:1"));
        assert!(rendered("\u{feff}abc: 1\r\nü: x\r\n", 15..16).contains("p.yaml:2:4"));
    }

    #[test]
    fn a_huge_line_is_cut() {
        let line = "x".repeat(1_000_000);
        assert!(rendered(&line, 0..3).len() < 2_000);
        assert_eq!(quoted(&line).chars().count(), 62);
    }
}
