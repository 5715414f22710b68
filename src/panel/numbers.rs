//! Exact numbers: fractions, weights, sizes. No floating point: what is written is what counts.

use num_traits::ToPrimitive;

use crate::document::{Diagnostic, Fields, Value, quoted};
use crate::vote::{Exact, decimal, ratio};

/// A share: `2/3`, `66%` or `0.66`, within the given bounds.
pub(super) fn share(
    fields: &mut Fields<'_>,
    key: &'static str,
    allowed: &str,
    fits: impl Fn(&Exact) -> bool,
) -> Option<Exact> {
    let node = fields.node(key)?;
    let (Value::Text(written) | Value::Number(written)) = &node.value else {
        fields.wrong(node, "a share such as `2/3`, `66%` or `0.66`");
        return None;
    };
    let share = fraction(written).filter(|share| fits(share));
    if share.is_none() {
        fields.found.push(
            Diagnostic::error("V-PANEL-THRESHOLD", format!("{} is not a value of `{key}`", quoted(written)))
                .at(&node.place, format!("expected a share {allowed}"))
                .help("a share is a fraction (`2/3`), a percentage (`66%`) or a decimal (`0.66`)"),
        );
    }
    share
}

fn fraction(written: &str) -> Option<Exact> {
    let written = written.trim();
    if let Some((above, below)) = written.split_once('/') {
        let whole = |text: &str| Some(text.trim()).filter(|text| !text.contains('.')).and_then(decimal);
        let (above, below) = (whole(above)?, whole(below)?);
        return (below != ratio(0, 1)).then(|| above / below);
    }
    match written.strip_suffix('%') {
        Some(percentage) => Some(decimal(percentage.trim_end())? / ratio(100, 1)),
        None => decimal(written),
    }
}

/// A base weight: above 0, at most 1000, at most 3 decimals. 1 where none is given.
pub(super) fn weight(fields: &mut Fields<'_>) -> Exact {
    let one = ratio(1, 1);
    let Some(node) = fields.node("weight") else { return one };
    let written = match &node.value {
        Value::Number(written) => written.as_str(),
        // Not a number, and infinity, are texts in the tree.
        Value::Text(written) if written.starts_with(['.', '-', '+']) => written.as_str(),
        _ => {
            fields.wrong(node, "a number above 0 and at most 1000");
            return one;
        }
    };
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.trim_end_matches('0').len());
    let weight = decimal(written).filter(|weight| *weight > ratio(0, 1) && *weight <= ratio(1000, 1));
    match weight {
        Some(weight) if decimals <= 3 => weight,
        _ => {
            fields.found.push(
                Diagnostic::error("V-PANEL-WEIGHT", format!("{} is not a weight", quoted(written)))
                    .at(&node.place, "expected a number above 0 and at most 1000, with at most 3 decimals"),
            );
            one
        }
    }
}

/// A whole number within bounds.
pub(super) fn whole(fields: &mut Fields<'_>, key: &'static str, least: u64, most: u64) -> Option<u64> {
    let place = fields.node(key)?.place.clone();
    let number = fields.whole(key)?;
    if (least..=most).contains(&number) {
        return Some(number);
    }
    let allowed = if most == MANY { format!("at least {least}") } else { format!("from {least} to {most}") };
    fields.found.push(
        Diagnostic::error("V-PANEL-RANGE", format!("{number} is out of range for `{key}`"))
            .at(&place, format!("expected a whole number {allowed}")),
    );
    None
}

/// The bound of numbers that have none of their own.
pub(super) const MANY: u64 = 1_000_000;

/// The most that a stream may be allowed to fill: it is kept in memory.
const LARGEST: u64 = 1 << 30;

/// A size such as `8MiB` or `1 MB`, in bytes, at most 1 GiB.
pub(super) fn size(fields: &mut Fields<'_>, key: &'static str) -> Option<usize> {
    let node = fields.node(key)?;
    let (Value::Text(written) | Value::Number(written)) = &node.value else {
        fields.wrong(node, "a size such as `8MiB`");
        return None;
    };
    let bytes = bytes(written);
    if bytes.is_none() {
        fields.found.push(
            Diagnostic::error("V-PANEL-RANGE", format!("{} is not a size", quoted(written)))
                .at(&node.place, "expected a size above 0 and at most 1GiB, such as `8MiB` or `500 kB`")
                .help("the units are B, kB, MB, GB (thousands) and KiB, MiB, GiB (1024s)"),
        );
    }
    bytes
}

fn bytes(written: &str) -> Option<usize> {
    let written = written.trim();
    let unit_at = written.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = written.split_at_checked(unit_at)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "b" => 1,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    let size = (decimal(number.trim_end())? * ratio(scale, 1)).floor().to_u64()?;
    usize::try_from(size).ok().filter(|_| (1..=LARGEST).contains(&size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact() {
        assert_eq!(fraction("2/3"), Some(ratio(2, 3)));
        assert_eq!(fraction(" 66.5 % "), Some(ratio(665, 1000)));
        assert_eq!(fraction("0.66"), Some(ratio(66, 100)));
        for wrong in ["", "%", "2/0", "2/", "1/2/3", "two thirds", "0.5/1", "-1/2", "1e-1"] {
            assert_eq!(fraction(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("8MiB"), Some(8 << 20));
        assert_eq!(bytes("1 MB"), Some(1_000_000));
        assert_eq!(bytes("1.5kb"), Some(1500));
        for wrong in ["", "8", "0B", "MiB", "2GiB", "99999999999999999999GB", "8 parsecs", "-1MB"] {
            assert_eq!(bytes(wrong), None, "{wrong:?}");
        }
    }
}
