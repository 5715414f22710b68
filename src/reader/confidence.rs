//! A confidence as it is written, exactly (README, "Confidence").

use num_traits::{One, Zero};
use unicode_normalization::UnicodeNormalization;

use super::claim::shortened;
use super::word;
use crate::vote::{Exact, decimal, ratio};

#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Confidence {
    /// Between 0 and 1; `None` where it can't be used.
    pub value: Option<Exact>,
    pub reason: Option<String>,
}

/// A number of a text.
struct Number {
    value: Option<Exact>,
    /// The written form had a fraction: `0.85`, not `9`.
    fractional: bool,
    rest: usize,
}

/// The first number or word of `line`; `None` where it has neither. Numbers that can't be used
/// (no scale, out of range, a wide range) are a confidence without a value.
pub(super) fn of(line: &str) -> Option<Confidence> {
    let line: String = line.chars().take(600).collect::<String>().nfkc().collect();
    if is_placeholder(&line) {
        return None;
    }
    let line = without_scale(&line);
    let at = line.find(|c: char| c.is_ascii_digit());
    let word = level(line);
    match (at, word) {
        (Some(at), None) => Some(number(line, at)),
        (None, Some((value, end))) => Some(Confidence { value, reason: reason(line, end) }),
        (Some(at), Some((value, end))) if end <= at => {
            // "High (8/10)" gives the number too; the number says more.
            let gap = line.get(end..at).unwrap_or_default();
            let scale = line.get(at..).unwrap_or_default().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            let near = gap.len() <= 4
                && !gap.chars().any(char::is_alphanumeric)
                && (!gap.contains(',') || scale.trim_start().starts_with(['/', '%']));
            let exact = number(line, at);
            Some(if near && exact.value.is_some() { exact } else { Confidence { value, reason: reason(line, end) } })
        }
        (Some(at), Some(_)) => Some(number(line, at)),
        (None, None) => None,
    }
}

/// `X/10`, `[score]`, `N/10`: the form's own words.
pub(super) fn is_placeholder(line: &str) -> bool {
    let first = word::words(line).into_iter().next().map(|word| word.folded).unwrap_or_default();
    let bracket = line.trim_start().starts_with(['[', '<']) && !line.chars().take(4).any(char::is_numeric);
    (matches!(first.as_str(), "x" | "n" | "?" | "xx" | "nn" | "score") && line.contains('/')) || bracket
}

/// The line without a bracket at its start that only says the scale: `(0-10): 8`.
fn without_scale(line: &str) -> &str {
    let trimmed = line.trim_start();
    match trimmed.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((scale, rest))
            if ["0-", "1-", "0–", "1–", "0 ", "1 ", "0.", "out of", "of ", "scale", "on a", "/"]
                .iter()
                .any(|start| scale.starts_with(start)) =>
        {
            rest
        }
        _ => trimmed,
    }
}

fn level(line: &str) -> Option<(Option<Exact>, usize)> {
    let words = word::words(line);
    let at = words.iter().position(|word| value_of(&word.folded).is_some())?;
    let glued = (at > 0 && word::is_glue(word::gap(line, &words, at - 1)))
        || (at + 1 < words.len() && matches!(word::gap(line, &words, at), "-" | "/" | "–"))
        || words.get(at + 1).is_some_and(|word| {
            matches!(word.folded.as_str(), "to" | "or")
                && words.get(at + 2).is_some_and(|next| value_of(&next.folded).is_some())
        });
    let denied = words.iter().take(at).any(|word| {
        matches!(word.folded.as_str(), "not" | "no" | "isn't" | "nicht" | "pas" | "less" | "without" | "never")
    });
    let value = words.get(at).and_then(|word| value_of(&word.folded)).filter(|_| !glued && !denied);
    Some((value, words.get(at)?.end))
}

fn value_of(word: &str) -> Option<Exact> {
    match word {
        "high" | "hoch" | "hohe" | "élevée" | "élevé" | "haute" | "alta" | "alto" => Some(ratio(1, 1)),
        "medium" | "mittel" | "mittlere" | "moyenne" | "moyen" | "media" | "medio" => Some(ratio(3, 4)),
        "low" | "niedrig" | "gering" | "faible" | "basse" | "baja" | "bajo" => Some(ratio(1, 2)),
        _ => None,
    }
}

fn number(line: &str, at: usize) -> Confidence {
    let before = line.get(..at).unwrap_or_default();
    let bare = before.trim_end_matches('.');
    // A minus, a word that the digits are part of ("v2"), money.
    let signed = before.ends_with(['-', '−']) && !before.trim_end_matches(['-', '−']).ends_with(char::is_whitespace)
        || before.ends_with(['−', '$', '#', '^'])
        || (before.ends_with('-'));
    let part = bare.ends_with(|c: char| c.is_alphabetic() || c == '_');
    let start = if before.ends_with('.') && !part { at - 1 } else { at };
    let Some(rest) = line.get(start..) else { return Confidence::default() };
    let (value, length) = scaled(rest);
    let value = value.filter(|value| !signed && !part && !value.is_negative() && *value <= Exact::one());
    Confidence { value, reason: reason(line, start + length) }
}

/// The value at the start of `text`, as a part of 1, and its length.
fn scaled(text: &str) -> (Option<Exact>, usize) {
    let first = digits(text);
    let (low, after) = unit(text, first.rest);
    let mut at = after;
    let dash = text.get(after..).map(str::trim_start).unwrap_or_default();
    let range = ["-", "–", "—", "‑", "to ", "bis ", "à ", "a "].into_iter().find_map(|mark| dash.strip_prefix(mark));
    if let Some(rest) = range.map(str::trim_start).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        let start = text.len() - rest.len();
        let second = digits(rest);
        let (high, after) = unit(rest, second.rest);
        if high.is_some() || second.fractional {
            at = start + after;
            let scale = high.unwrap_or_else(|| ratio(1, 1));
            let scaled_low = first.value.map(|value| value / low.clone().unwrap_or_else(|| scale.clone()));
            let scaled_high = second.value.map(|value| value / scale);
            let mean = scaled_low.zip(scaled_high).and_then(|(low, high)| {
                let wide = (&high - &low).abs() > ratio(2, 10);
                (!wide && high <= Exact::one() && low <= Exact::one()).then(|| (low + high) / ratio(2, 1))
            });
            return (mean, at);
        }
    }
    let value = match low {
        Some(scale) => first.value.map(|value| value / scale),
        None if first.fractional => first.value,
        None => None,
    };
    (value, at)
}

/// A decimal number with a point or a comma.
fn digits(text: &str) -> Number {
    let whole = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let tail = text.get(whole..).unwrap_or_default();
    let fraction =
        tail.strip_prefix(['.', ',']).map_or(0, |rest| rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let end = if fraction > 0 { whole + 1 + fraction } else { whole };
    let written = text.get(..end).unwrap_or_default().replace(',', ".");
    let written = if written.starts_with('.') { format!("0{written}") } else { written };
    Number { value: decimal(&written), fractional: fraction > 0, rest: end }
}

/// The scale written after a number: `/10`, `out of 10`, `%`; and where it ends.
fn unit(text: &str, at: usize) -> (Option<Exact>, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '+'));
    let marks = ["/", "⁄", "∕", "out of", "of", "von", "sur", "de", "sobre"];
    for mark in marks {
        let Some(scale) = trimmed
            .strip_prefix(mark)
            .map(|rest| rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_')))
        else {
            continue;
        };
        if scale.starts_with(|c: char| c.is_ascii_digit()) {
            let number = digits(scale);
            let fits = number.value.filter(|value| !value.is_zero() && *value <= ratio(1000, 1));
            return (Some(fits.unwrap_or_else(|| ratio(1, 1_000_000_000))), text.len() - scale.len() + number.rest);
        }
    }
    for mark in ["%", "percent", "per cent", "prozent", "pour cent", "por ciento", "Prozent", "Percent"] {
        if let Some(rest) = trimmed.strip_prefix(mark) {
            return (Some(ratio(100, 1)), text.len() - rest.len());
        }
    }
    (None, at)
}

fn reason(line: &str, from: usize) -> Option<String> {
    let rest =
        line.get(from..)?.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '`' | '"' | '“')).trim();
    (!rest.is_empty()).then(|| shortened(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_is_read_exactly_or_is_missing() {
        for (line, value) in [
            ("8/10", Some((4, 5))),
            ("8 / 10 - fine", Some((4, 5))),
            ("**8**/10", Some((4, 5))),
            ("8 out of 10", Some((4, 5))),
            ("8 von 10", Some((4, 5))),
            ("85 %", Some((17, 20))),
            ("85% sure", Some((17, 20))),
            ("85 percent", Some((17, 20))),
            ("0.85", Some((17, 20))),
            ("0,85", Some((17, 20))),
            (".85", Some((17, 20))),
            ("8,5/10", Some((17, 20))),
            ("1.0", Some((1, 1))),
            ("98/100", Some((49, 50))),
            ("4/5", Some((4, 5))),
            ("８／１０ － 差", Some((4, 5))),
            ("8⁄10", Some((4, 5))),
            ("~8/10", Some((4, 5))),
            ("7-8/10", Some((3, 4))),
            ("7–8 / 10", Some((3, 4))),
            ("7/10 to 8/10", Some((3, 4))),
            ("70-80%", Some((3, 4))),
            ("0.7-0.8", Some((3, 4))),
            ("8-7/10", Some((3, 4))),
            ("5-8/10", None),
            ("high", Some((1, 1))),
            ("HIGH - all tests run", Some((1, 1))),
            ("Medium.", Some((3, 4))),
            ("low, 3 of 9 paths seen", Some((1, 2))),
            ("High (8/10)", Some((4, 5))),
            ("medium-high", None),
            ("medium to high", None),
            ("not high", None),
            ("9", None),
            ("90", None),
            ("8.5", None),
            ("11/10", None),
            ("110%", None),
            ("-8/10", None),
            ("8/0", None),
            ("X/10", None),
            ("[X/10]", None),
            ("(0-10): 8", None),
            ("(0-1): 0.8", Some((4, 5))),
            ("v2/10", None),
            ("fairly sure", None),
            ("8/99999999999999999999999", None),
            ("99999999999999999999999/10", None),
        ] {
            let value = value.map(|(numerator, denominator)| ratio(numerator, denominator));
            assert_eq!(of(line).and_then(|confidence| confidence.value), value, "{line:?}");
        }
        assert_eq!(of("9/10 - few tests").and_then(|confidence| confidence.reason).as_deref(), Some("few tests"));
    }
}
