//! Masking of secrets in what is stored: values of variables whose names look like keys or tokens,
//! and texts in the known shapes of keys.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// What stands in place of a secret.
pub const MASK: &str = "[masked]";

static SHAPES: LazyLock<regex_lite::Regex> = LazyLock::new(|| {
    regex_lite::Regex::new(concat!(
        r"\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}",
        r"|AIza[A-Za-z0-9_-]{30,}|xox[abprs]-[A-Za-z0-9-]{10,}|A[KS]IA[A-Z0-9]{16}",
        r"|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})"
    ))
    .expect("the pattern is a constant")
});

/// What the texts in [`SHAPES`] begin with.
static BEGINNINGS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let beginnings =
        ["sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "AIza", "xox", "AKIA", "ASIA", "eyJ"];
    // Of the kinds of search this is the one that looks at many bytes at once.
    let search = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(beginnings);
    search.expect("a few short constant words")
});

/// Whether a variable of this name carries a secret by the look of its name.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    upper
        .split('_')
        .any(|part| matches!(part, "KEY" | "APIKEY" | "TOKEN" | "SECRET" | "PASSWORD" | "PASSWD" | "CREDENTIALS"))
}

/// What must not be stored: the values of a run's secret variables.
#[derive(Debug, Clone, Default)]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// The secrets among `variables`: values of at least 8 characters whose names look like keys or tokens.
    /// Shorter values are too common in ordinary text to be masked.
    #[must_use]
    pub fn among<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut values: Vec<String> = variables
            .into_iter()
            .filter(|(name, value)| is_secret_name(name) && value.len() >= 8)
            .map(|(_, value)| value.to_owned())
            .collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self(values)
    }

    /// `text` with every known secret and every text in the shape of a key replaced.
    #[must_use]
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        // The pattern is slow and hardly ever needed; how each shape begins is found fast.
        let mut masked = if BEGINNINGS.is_match(text) { SHAPES.replace_all(text, MASK) } else { Cow::Borrowed(text) };
        for value in &self.0 {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), MASK));
            }
        }
        masked
    }

    /// How much of `text`, the start of something longer, can be masked by itself: no secret lies across
    /// that place, whatever follows. 0 when no such place is there yet.
    #[must_use]
    pub fn boundary(&self, text: &str) -> usize {
        let longest = self.0.first().map_or(0, String::len);
        let floor = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let mut end = floor(text.len().saturating_sub(longest));
        loop {
            // A text in the shape of a key holds none of the characters after which this cuts.
            let before = text[..end].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_-.".contains(c)).len();
            let near = floor(before.saturating_sub(longest));
            let across = self.0.iter().flat_map(|value| {
                let places = text[near..].match_indices(value.as_str());
                places
                    .map(|(at, _)| near + at)
                    .take_while(move |at| *at < before)
                    .filter(|at| at + value.len() > before)
            });
            match across.min() {
                Some(start) => end = start,
                None => return before,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        let secrets =
            Secrets::among([("GEMINI_API_KEY", "fake-key-12345"), ("HOME", "/home/someone"), ("X_TOKEN", "ab")]);
        let masked = secrets.mask("key fake-key-12345, home /home/someone, sk-ant-api03-abcdefghijklmnop, ab");
        assert_eq!(masked, "key [masked], home /home/someone, [masked], ab");
    }

    #[test]
    fn a_text_cut_at_its_boundaries_is_masked_as_the_whole() {
        let secrets = Secrets::among([("A_TOKEN", "two words"), ("B_TOKEN", "words again"), ("C_KEY", "ünïcödé!")]);
        let text = "x two words again, sk-ant-api03-abcdefghijklmnop; ünïcödé! two words\ntwo words again. ".repeat(3);
        let whole = secrets.mask(&text);
        for size in 1..60 {
            let (mut masked, mut buffer) = (String::new(), String::new());
            for c in text.chars() {
                buffer.push(c);
                if buffer.len() >= size {
                    let cut = secrets.boundary(&buffer);
                    masked.push_str(&secrets.mask(&buffer[..cut]));
                    buffer.drain(..cut);
                }
            }
            masked.push_str(&secrets.mask(&buffer));
            assert_eq!(masked, whole, "pieces of {size}");
        }
    }
}
