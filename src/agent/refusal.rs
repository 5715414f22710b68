//! What a panel may not ask of an agent, because it could lift read-only.

use super::definition::Definition;

/// What lifts read-only in any agent that is known. Compared without regard to case.
const REFUSED_EVERYWHERE: &[&str] = &[
    "--yolo*",
    "yolo",
    "*dangerous*",
    "danger-full-access",
    "workspace-write",
    "--full-auto*",
    "*bypass*permission*",
    "*bypass*approval*",
    "*bypass*sandbox*",
    "bypasspermissions",
    "acceptedits",
    "auto_edit",
    "--allow-all*",
    "--auto-approve*",
];

impl Definition {
    /// The pattern by which an argument, a model, an effort or a value is refused because it would lift
    /// read-only; `None` where nothing speaks against it.
    #[must_use]
    pub fn refused_argument(&self, given: &str) -> Option<&str> {
        let given = given.to_lowercase();
        self.refuse
            .iter()
            .map(String::as_str)
            .chain(REFUSED_EVERYWHERE.iter().copied())
            .find(|pattern| fits(&pattern.to_lowercase(), &given))
    }
}

/// Whether `text` fits a pattern in which `*` stands for anything.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_anything() {
        assert!(fits("--dangerously-*", "--dangerously-skip-permissions"));
        assert!(fits("*bypass*permission*", "--bypass-all-permissions"));
        assert!(fits("yolo", "yolo") && !fits("yolo", "yolo2") && fits("*", "") && fits("a*a", "aa"));
        assert!(!fits("a*a", "a"));
    }
}
