//! How labels are compared: after Unicode normalisation, case folding and trimming of punctuation
//! and markdown. Two labels that fold to the same text are the same label.

use unicode_normalization::UnicodeNormalization;

/// The form under which two labels are compared. Compatibility normalisation (NFKC) makes full-width
/// letters plain; case is folded; surrounding punctuation, symbols and markdown marks are dropped;
/// runs of blanks and underscores become one blank. Hyphens inside a label are kept: `SHIP-IT` is not `SHIP`.
#[must_use]
pub fn fold(label: &str) -> String {
    let normal: String = label.nfkc().flat_map(char::to_lowercase).nfkc().collect();
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

#[cfg(test)]
mod tests {
    use super::fold;

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
}
