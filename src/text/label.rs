//! How labels are compared: after Unicode normalisation, case folding and trimming of punctuation
//! and markdown. Two labels that fold to the same text are the same label.

use pulldown_cmark::{Event, Options, Parser, Tag};
use unicode_normalization::UnicodeNormalization;

use super::sanitise;

/// The form under which two labels are compared. Compatibility normalisation (NFKC) makes full-width
/// letters plain; case is folded; surrounding punctuation, symbols and markdown marks are dropped;
/// runs of blanks and underscores become one blank. Hyphens inside a label are kept: `SHIP-IT` is not `SHIP`.
#[must_use]
pub fn fold(label: &str) -> String {
    let normal: String = if label.is_ascii() {
        label.to_ascii_lowercase()
    } else {
        label.nfkc().flat_map(char::to_lowercase).nfkc().collect()
    };
    let trimmed = normal.trim_matches(|c: char| !c.is_alphanumeric());
    let mut folded = String::with_capacity(trimmed.len());
    for c in trimmed.chars() {
        let blank = c.is_whitespace() || c == '_';
        if !blank {
            folded.push(c);
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded
}

/// What is left of `label` where an answer names it: Markdown takes tags, marks and numbering for its own,
/// and characters that nobody sees are dropped. A label of which something else is left could be named and
/// be read as another one. Nothing is left of one that an answer would quote or disown by naming it: a quote, a
/// heading, code, an unticked box, an added line.
#[must_use]
pub fn in_an_answer(label: &str) -> String {
    let seen: String = sanitise::lines(label).chars().filter(|c| !sanitise::is_unseen(*c)).collect();
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    let mut left = String::new();
    for (event, place) in Parser::new_ext(&seen, options).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Heading { .. } | Tag::CodeBlock(_))
            | Event::TaskListMarker(false) => {
                return String::new();
            }
            Event::Start(Tag::Item) if seen.get(place.start..).is_some_and(|item| item.starts_with('+')) => {
                return String::new();
            }
            Event::Text(text) | Event::Code(text) => left.push_str(&text),
            _ => {}
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::{fold, in_an_answer};

    #[test]
    fn decoration_is_no_part_of_a_label() {
        for written in ["SHIP", "**Ship**", "ship.", " SHIP\n\n", "\"SHIP\"", "`ship`", "ＳＨＩＰ", "✅ SHIP"] {
            assert_eq!(fold(written), "ship", "{written:?}");
        }
        assert_eq!(fold("REQUEST_CHANGES"), fold("request changes"));
    }

    #[test]
    fn longer_words_stay_other_labels() {
        for other in ["SHIP-IT", "ship-blocking", "SHIPS", "NOT SHIP"] {
            assert_ne!(fold(other), "ship", "{other:?}");
        }
    }

    #[test]
    fn what_markdown_takes_away_is_not_left_of_a_label() {
        for plain in ["SHIP", "NO-GO", "PASS (full)", "FAIL.*", "REQUEST_CHANGES", "R&D", "<3", "C#", "发布", "✅ SHIP"]
        {
            assert_eq!(in_an_answer(plain), plain);
        }
        for (label, left) in [
            ("SHIP<b>", "SHIP"),
            ("1. SHIP", "SHIP"),
            ("*SHIP* LATER", "SHIP LATER"),
            ("SH\u{ad}IP", "SHIP"),
            ("R&amp;D", "R&D"),
            ("[SHIP](x) IT", "SHIP IT"),
            ("- SHIP", "SHIP"),
            ("- [x] SHIP", "SHIP"),
            ("- [ ] SHIP", ""),
            ("+ SHIP", ""),
            ("> SHIP", ""),
            ("- > SHIP", ""),
            ("# SHIP", ""),
            ("-     SHIP", ""),
        ] {
            assert_eq!(in_an_answer(label), left);
        }
    }
}
