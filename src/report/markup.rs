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
            | '=' | '+' => safe.extend(['\\', c]),
            // Before a blank a colon is neither part of an address nor of a shortcode.
            ':' if !text[place + 1..].starts_with(' ') && place + 1 < text.len() => safe.push_str("\\:"),
            '-' if place == 0 => safe.push_str("\\-"),
            '.' | ')' if starts_list(&text[..place]) || follows_www(&text.as_bytes()[..place]) => {
                safe.extend(['\\', c]);
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

fn follows_www(before: &[u8]) -> bool {
    before.last_chunk::<3>().is_some_and(|last| last.eq_ignore_ascii_case(b"www"))
}

/// Whether a point or a bracket after `before` makes a numbered list of the line.
fn starts_list(before: &str) -> bool {
    !before.is_empty() && before.len() < 10 && before.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_sentences_stay_readable() {
        assert_eq!(
            escaped("The way back (0042) isn't tested, see a-b.rs, 3.5 s."),
            "The way back (0042) isn't tested, see a-b.rs, 3.5 s."
        );
    }

    #[test]
    fn what_markdown_acts_on_is_escaped() {
        assert_eq!(escaped("# *a* `b`\n> c"), r"\# \*a\* \`b\` \> c");
        assert_eq!(escaped("1. x"), r"1\. x");
        assert_eq!(escaped("- x"), r"\- x");
        assert_eq!(escaped("see www.x.y"), r"see www\.x.y");
        assert_eq!(escaped("so: http://x :tada:"), r"so: http\://x \:tada:");
        assert_eq!(escaped("@all"), "@&#8203;all");
    }

    #[test]
    fn a_fence_is_longer_than_any_inside() {
        assert_eq!(fenced("a\n````\n# b", 2), "  `````text\n  a\n  ````\n  # b\n  `````\n");
    }
}
