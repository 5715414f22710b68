//! The words of a line, with their places and with what stands between them.

use unicode_normalization::UnicodeNormalization;

/// One word: a run of letters and digits.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Plain letters (NFKC), as written.
    pub plain: String,
    /// Plain letters, case folded.
    pub folded: String,
    /// Bytes of the text.
    pub start: usize,
    pub end: usize,
}

/// The words of `text`, in order. An apostrophe inside a word is part of it. Letters that are written
/// without blanks between words (Chinese, Japanese) are words apart from Latin ones beside them.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = vec![];
    let mut start: Option<(usize, bool)> = None;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let letter = c.is_alphanumeric() || is_mark(c);
        let apostrophe = matches!(c, '\'' | '’' | 'ʼ')
            && start.is_some()
            && rest.peek().is_some_and(|(_, next)| next.is_alphabetic());
        let ideograph = is_ideograph(c);
        if let Some((from, was)) = start
            && ((!letter && !apostrophe) || (letter && was != ideograph))
        {
            words.push(word(text, from, at));
            start = None;
        }
        if letter && start.is_none() {
            start = Some((at, ideograph));
        }
    }
    if let Some((from, _)) = start {
        words.push(word(text, from, text.len()));
    }
    words
}

/// The text between the end of word `at` and the next word, or the end.
pub(super) fn gap<'t>(text: &'t str, words: &[Word], at: usize) -> &'t str {
    let from = words.get(at).map_or(text.len(), |word| word.end);
    let to = words.get(at + 1).map_or(text.len(), |word| word.start);
    text.get(from..to).unwrap_or_default()
}

/// Whether what stands between two words makes one longer word of them.
pub(super) fn is_glue(gap: &str) -> bool {
    gap.is_empty() || (gap.chars().count() == 1 && gap.chars().all(|c| "-‐‑–_.+&@\\'’~#".contains(c)))
}

fn word(text: &str, start: usize, end: usize) -> Word {
    let written = text.get(start..end).unwrap_or_default();
    // Nearly every word is one of these, and they are plain already.
    if written.is_ascii() {
        return Word { plain: written.to_owned(), folded: written.to_ascii_lowercase(), start, end };
    }
    let plain: String = written.nfkc().map(|c| if matches!(c, '’' | 'ʼ') { '\'' } else { c }).collect();
    let folded = plain.chars().flat_map(char::to_lowercase).nfkc().collect();
    Word { plain, folded, start, end }
}

/// Combining marks stay with the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fff}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_keep_their_places_and_lose_their_dress() {
        let found: Vec<String> = words("Ｄon’t SHIP-it 结论HOLD。").into_iter().map(|w| w.folded).collect();
        assert_eq!(found, ["don't", "ship", "it", "结论", "hold"]);
    }
}
