//! Time spans as people write them: `30s`, `5m`, `1h 30m`.

use std::time::Duration;

/// Reads a span such as `250ms`, `30s`, `5m` or `1h 30m`. Bare numbers have no unit and are refused,
/// as are negative and empty spans.
///
/// # Errors
/// A sentence that says what is wrong and what is understood.
pub fn parse(text: &str) -> Result<Duration, String> {
    let expected = "expected a time span such as `30s`, `5m` or `1h 30m`";
    let trimmed = text.trim();
    if trimmed.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(format!("`{trimmed}` has no unit; {expected}"));
    }
    let span: jiff::SignedDuration =
        trimmed.parse().map_err(|_| format!("`{trimmed}` is not a time span; {expected}"))?;
    if span <= jiff::SignedDuration::ZERO {
        return Err(format!("`{trimmed}` is not above zero; {expected}"));
    }
    Duration::try_from(span).map_err(|_| format!("`{trimmed}` is out of range; {expected}"))
}

/// Writes a span as briefly as it can be read: `0.4s`, `12s`, `5m`, `1m 30s`, `2h 5m`.
#[must_use]
pub fn show(span: Duration) -> String {
    let whole = span.as_secs();
    if whole < 10 {
        let tenths = span.as_millis() / 100;
        return match (tenths / 10, tenths % 10) {
            (seconds, 0) => format!("{seconds}s"),
            (seconds, tenth) => format!("{seconds}.{tenth}s"),
        };
    }
    let (hours, minutes, seconds) = (whole / 3600, whole % 3600 / 60, whole % 60);
    match (hours, minutes, seconds) {
        (0, 0, s) => format!("{s}s"),
        (0, m, 0) => format!("{m}m"),
        (0, m, s) => format!("{m}m {s}s"),
        (h, 0, _) => format!("{h}h"),
        (h, m, _) => format!("{h}h {m}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_written() {
        assert_eq!(parse("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse("1h 30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse("250ms"), Ok(Duration::from_millis(250)));
        for wrong in ["", "30", "-5s", "0s", "soon", "5 parsecs"] {
            assert!(parse(wrong).is_err(), "{wrong:?} must be refused");
        }
    }

    #[test]
    fn spans_are_shown_briefly() {
        let shown = [400, 9_000, 12_000, 90_000, 300_000, 7_500_000].map(|millis| show(Duration::from_millis(millis)));
        assert_eq!(shown, ["0.4s", "9s", "12s", "1m 30s", "5m", "2h 5m"]);
    }
}
