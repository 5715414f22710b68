//! The values of a line: words and exact numbers, taken from the text as it is written.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_traits::One;
use serde_json::value::RawValue;

use super::Fault;
use crate::vote::{Exact, ratio};

/// The longest number that is read, in characters.
const LONGEST_NUMBER: usize = 64;

/// A value of a line, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub key: &'static str,
    pub text: &'a str,
    line: &'a str,
}

impl<'a> Given<'a> {
    /// `raw` is a part of `line`.
    pub(super) fn new(key: &'static str, raw: &'a RawValue, line: &'a str) -> Self {
        Self { key, text: raw.get(), line }
    }

    /// From 1, in characters. Counted only where something is wrong.
    pub(super) fn column(&self) -> usize {
        column(self.line, (self.text.as_ptr() as usize).saturating_sub(self.line.as_ptr() as usize))
    }

    pub(super) fn fault(&self, help: impl Into<String>) -> Fault {
        let shown: String = self.text.chars().take(60).collect();
        Fault::new("V-BALLOT-VALUE", self.column(), format!("{shown} is no value of `{}`", self.key), help)
    }

    /// The text of a JSON string; `None` for anything else.
    pub(super) fn string(&self) -> Option<Cow<'a, str>> {
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') {
            serde_json::from_str(self.text).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    /// A name: a string that is not blank, or a number as it is written.
    pub(super) fn name(&self) -> Result<Cow<'a, str>, Fault> {
        let name = match self.text.as_bytes().first() {
            Some(b'"') => self.string(),
            Some(b'0'..=b'9' | b'-') => Some(Cow::Borrowed(self.text)),
            _ => None,
        };
        let help = || format!("write a name: {{\"{}\": \"a\"}}", self.key);
        name.filter(|name| !name.trim().is_empty()).ok_or_else(|| self.fault(help()))
    }

    /// A JSON number, exactly; `None` for anything else, and for numbers too long to be meant.
    pub(super) fn number(&self) -> Option<Exact> {
        number(self.text)
    }
}

/// The column of the character at this byte.
pub(super) fn column(line: &str, byte: usize) -> usize {
    line.get(..byte).map_or(byte, |before| before.chars().count()) + 1
}

fn number(text: &str) -> Option<Exact> {
    if text.len() > LONGEST_NUMBER {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok().filter(|e| e.unsigned_abs() <= 400)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let scale = exponent - i32::try_from(fraction.len()).ok()?;
    // Nearly all numbers are short, and a million of them are read.
    if let (Ok(digits), Some(power)) = (digits.parse::<i64>(), 10_i64.checked_pow(scale.unsigned_abs()))
        && scale <= 0
    {
        return Some(ratio(digits, power));
    }
    let digits: BigInt = digits.parse().ok()?;
    let power = Exact::from_integer(BigInt::from(10).pow(scale.unsigned_abs()));
    let digits = Exact::from_integer(digits);
    Some(if scale < 0 { digits / power } else { digits * power })
}

/// Whether the number lies from 0 to 1.
pub(super) fn is_part(number: &Exact) -> bool {
    !number.is_negative() && *number <= Exact::one()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_is_written() {
        for (text, above, below) in
            [("0.85", 17, 20), ("2", 2, 1), ("-1.5", -3, 2), ("1e-2", 1, 100), ("0.5E+1", 5, 1), ("-0.50", -1, 2)]
        {
            assert_eq!(number(text), Some(ratio(above, below)), "{text}");
        }
        for wrong in ["", "x", "\"1\"", "1e999999999", "1e", "null", &"9".repeat(65)] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
