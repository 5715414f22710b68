//! Exact numbers: weights, shares, thresholds, confidences.

use serde::{Deserialize, Serialize};

pub use super::fraction::Exact;

/// `numerator / denominator`. The denominator must not be zero.
#[must_use]
pub fn ratio(numerator: i64, denominator: i64) -> Exact {
    Exact::of_words(numerator, denominator)
}

/// A decimal number as written (`12`, `0.85`), exactly. `None` for anything else (signs, exponents,
/// words, more than 18 digits).
#[must_use]
pub fn decimal(text: &str) -> Option<Exact> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let written = !whole.is_empty() && (fraction.is_empty() != text.contains('.'));
    if !written || digits.len() > 18 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let scale = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    Some(ratio(digits.parse().ok()?, scale))
}

/// A number as it is printed: exactly, and as a decimal for people and for programs that plot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Shown {
    /// `3/5`.
    pub exact: String,
    /// `0.6`, rounded to 4 places; nothing is decided by it.
    pub decimal: f64,
}

impl Shown {
    pub(super) fn zero() -> Self {
        Self { exact: "0".to_owned(), decimal: 0.0 }
    }
}

impl From<&Exact> for Shown {
    fn from(number: &Exact) -> Self {
        Self { exact: number.to_string(), decimal: printed(number) }
    }
}

/// Exact numbers in a document: written as [`Shown`], read from its exact part.
pub mod shown {
    use super::{Exact, Shown};
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes a number.
    ///
    /// # Errors
    /// The document can't be written.
    pub fn serialize<S: Serializer>(number: &Exact, out: S) -> Result<S::Ok, S::Error> {
        Shown::from(number).serialize(out)
    }

    /// Reads a number.
    ///
    /// # Errors
    /// Its exact part is no fraction.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Exact, D::Error> {
        let Shown { exact, .. } = Shown::deserialize(from)?;
        exact.parse().map_err(|_| D::Error::custom(format!("`{exact}` is no fraction")))
    }

    /// A number that may be missing.
    pub mod option {
        use super::{Deserialize, Deserializer, Exact, Serialize, Serializer, Shown};

        /// Writes the number, or null.
        ///
        /// # Errors
        /// The document can't be written.
        pub fn serialize<S: Serializer>(number: &Option<Exact>, out: S) -> Result<S::Ok, S::Error> {
            number.as_ref().map(Shown::from).serialize(out)
        }

        /// Reads the number, or null.
        ///
        /// # Errors
        /// Its exact part is no fraction.
        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Exact>, D::Error> {
            #[derive(Deserialize)]
            struct Number(#[serde(with = "super")] Exact);
            Ok(Option::<Number>::deserialize(from)?.map(|Number(number)| number))
        }
    }
}

/// `number` rounded to 4 places, for print only.
#[must_use]
pub fn printed(number: &Exact) -> f64 {
    use num_traits::ToPrimitive;
    let words = number.words().and_then(|(numerator, denominator)| numerator.to_i32().zip(denominator.to_i32()));
    if let Some((numerator, denominator)) = words {
        return (f64::from(numerator) / f64::from(denominator) * 10_000.0).round() / 10_000.0;
    }
    let scaled = (number * ratio(10_000, 1)).round();
    scaled.to_f64().unwrap_or(0.0) / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_or_nothing() {
        assert_eq!(decimal("0.10"), Some(ratio(1, 10)));
        assert_eq!(decimal("12"), Some(ratio(12, 1)));
        assert_eq!(decimal("0.12345678901234567"), Some(ratio(12_345_678_901_234_567, 100_000_000_000_000_000)));
        assert_eq!(decimal("1.000000000000000000"), None, "19 digits are more than anybody means");
        for wrong in ["", ".", ".5", "5.", "-1", "1e3", "nan", "0x10", "1_000", "９"] {
            assert_eq!(decimal(wrong), None, "{wrong:?}");
        }
    }
}
