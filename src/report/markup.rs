//! Foreign text inside markdown. Escaped on one line or fenced over several, it can be neither a
//! heading, a link, an image, HTML nor a mention of somebody.

use textwrap::{Options, WordSplitter};

use crate::text::sanitise;

/// The width at which fenced prose is wrapped: pages don't wrap what is fenced.
const FENCED_WIDTH: usize = 100;

/// `text` on one line, with every character that markdown could act on escaped.
pub(super) fn escaped(text: &str) -> String {
    let text = sanitise::line(text);
    let mut safe = String::with_capacity(text.len() + text.len() / 8);
    for (place, c) in text.char_indices() {
        match c {
            // A mention is found after the markdown is read, so a backslash does not stop it.
            '@' => safe.push_str("@&#8203;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' | '$' | '^'
            | ':' | '=' | '+' => {
                safe.push('\\');
                safe.push(c);
            }
            '-' if place == 0 => safe.push_str("\\-"),
            '.' | ')' if starts_list(&text[..place]) || text[..place].to_ascii_lowercase().ends_with("www") => {
                safe.push('\\');
                safe.push(c);
            }
            _ => safe.push(c),
        }
    }
    safe
}

/// `text` in bold, escaped.
pub(super) fn strong(text: &str) -> String {
    format!("**{}**", escaped(text))
}

/// Several lines of prose inside a fence that is longer than any run of backticks in it, indented by
/// `indent` columns so that it can stand in a list.
pub(super) fn fenced(text: &str, indent: usize) -> String {
    let clean = sanitise::lines(text).replace('\t', "    ");
    let longest = clean.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let margin = " ".repeat(indent);
    let options = Options::new(FENCED_WIDTH).word_splitter(WordSplitter::NoHyphenation);
    let mut block = format!("{margin}{fence}text\n");
    for line in clean.trim_matches('\n').lines().flat_map(|line| textwrap::wrap(line, &options)) {
        block.push_str(format!("{margin}{line}").trim_end());
        block.push('\n');
    }
    block + &format!("{margin}{fence}\n")
}

/// Whether a point or a bracket after `before` makes a numbered list of the line.
fn starts_list(before: &str) -> bool {
    !before.is_empty() && before.len() < 10 && before.bytes().all(|byte| byte.is_ascii_digit())
}
