//! Which version of an agent is installed, and whether its definition holds for it.

use super::definition::Version;

impl Version {
    /// The version in what the agent printed, if there is one.
    #[must_use]
    pub fn found<'t>(&self, printed: &'t str) -> Option<&'t str> {
        let captures = self.pattern.captures(printed)?;
        captures.get(1).or_else(|| captures.get(0)).map(|found| found.as_str())
    }

    /// Whether a version is one that the definition holds for. `needs` is `>=2.1`, or the start of a
    /// version such as `2.1`; where it says nothing, every version is.
    #[must_use]
    pub fn holds_for(&self, found: &str) -> bool {
        let Some(needs) = self.needs.as_deref().map(str::trim) else { return true };
        match needs.strip_prefix(">=") {
            Some(least) => numbers(found) >= numbers(least),
            None => numbers(found).starts_with(&numbers(needs)),
        }
    }
}

fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map_while(|part| part.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_and_compared_by_number() {
        let version = |needs: Option<&str>| Version {
            args: vec![],
            pattern: regex_lite::Regex::new(r"(\d+\.\d+\.\d+)").expect("a pattern"),
            needs: needs.map(str::to_owned),
        };
        assert_eq!(version(None).found("codex-cli 0.171.0\n"), Some("0.171.0"));
        assert_eq!(version(None).found("none"), None);
        assert!(version(Some(">=2.1")).holds_for("2.10.0") && version(None).holds_for("0.1"));
        assert!(!version(Some(">=2.1")).holds_for("2.0.9") && !version(Some(">=2.1")).holds_for("beta"));
        assert!(version(Some("2.1")).holds_for("2.1.197") && !version(Some("2.1")).holds_for("2.2.0"));
    }
}
