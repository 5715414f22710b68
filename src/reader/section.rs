//! The fields of a ballot beside its verdict. They never make an answer a vote or undo one.

use super::claim::shortened;
use super::confidence::{self, Confidence};
use super::field::{self, Field};
use super::page::{Line, LineKind};
use super::word;

#[derive(Debug, Default)]
pub(super) struct Fields {
    pub confidence: Confidence,
    pub takeaways: Vec<String>,
    pub risks: Vec<String>,
    pub evidence: Vec<String>,
    /// `None` where the answer says nothing about it.
    pub dealbreaker: Option<bool>,
}

impl Fields {
    /// These fields, and where they are empty the other ones.
    pub(super) fn or(self, other: Self) -> Self {
        let list = |own: Vec<String>, other| if own.is_empty() { other } else { own };
        Self {
            confidence: if self.confidence.value.is_some() { self.confidence } else { other.confidence },
            takeaways: list(self.takeaways, other.takeaways),
            risks: list(self.risks, other.risks),
            evidence: list(self.evidence, other.evidence),
            dealbreaker: self.dealbreaker.or(other.dealbreaker),
        }
    }
}

pub(super) fn fields(lines: &[Line], seal: &str) -> Fields {
    let mut fields = Fields::default();
    let mut seen = false;
    for (at, line) in lines.iter().enumerate() {
        if !field::may_open(lines, at) {
            continue;
        }
        for entry in field::entries(line, seal) {
            let below = || field::section(lines, at, seal);
            match entry.field {
                Field::Confidence if !seen => {
                    seen = !entry.rest.is_empty() || !below().is_empty();
                    fields.confidence = given(&entry.rest, below());
                }
                Field::Takeaways if fields.takeaways.is_empty() => fields.takeaways = items(&entry.rest, below()),
                Field::Risks if fields.risks.is_empty() => fields.risks = items(&entry.rest, below()),
                Field::Evidence if fields.evidence.is_empty() => fields.evidence = items(&entry.rest, below()),
                Field::Dealbreaker => {
                    let text =
                        if entry.rest.is_empty() { below().first().map_or("", |line| &line.text) } else { &entry.rest };
                    fields.dealbreaker = match (fields.dealbreaker, is_dealbreaker(text)) {
                        (Some(true), _) => Some(true),
                        (before, now) => now.or(before),
                    };
                }
                _ => {}
            }
        }
    }
    fields
}

/// The confidence of a section: its first line that is no example.
fn given(rest: &str, below: &[Line]) -> Confidence {
    let lines = std::iter::once(rest).chain(below.iter().take(5).map(|line| line.text.as_str()));
    for line in lines.filter(|line| !line.is_empty()) {
        let first = word::words(line).into_iter().next().map(|word| word.folded).unwrap_or_default();
        if matches!(first.as_str(), "example" | "e" | "beispiel" | "exemple" | "ejemplo") {
            continue;
        }
        match confidence::of(line) {
            Some(confidence) => return confidence,
            None if confidence::is_placeholder(line) => return Confidence::default(),
            None => {}
        }
    }
    Confidence::default()
}

/// Bullets that people type and that Markdown does not know.
const BULLETS: [char; 7] = ['•', '・', '‣', '●', '▪', '◦', '·'];

/// The top-level items of a section: those of its outermost list; else the typed bullets; else what
/// stands on the field's own line, apart by semicolons.
fn items(rest: &str, below: &[Line]) -> Vec<String> {
    let below = below.split(|line| line.kind == LineKind::Rule).find(|lines| !lines.is_empty()).unwrap_or_default();
    let top = below.iter().filter(|line| line.opens_item).map(|line| line.depth).min();
    let mut items: Vec<String> = vec![];
    let mut block = None;
    for line in below {
        let bullet = line.at_margin && line.text.starts_with(BULLETS);
        if bullet || (line.opens_item && Some(line.depth) == top) {
            items.push(line.text.trim_start_matches(BULLETS).trim().to_owned());
            block = Some(line.block);
        } else if block == Some(line.block)
            && let Some(item) = items.last_mut()
        {
            item.push(' ');
            item.push_str(&line.text);
        } else if line.opens_item {
            block = None;
        }
    }
    if items.is_empty() && below.is_empty() {
        items = rest.split(';').map(|item| item.trim().to_owned()).collect();
    }
    items.iter().map(|item| shortened(item)).filter(|item| !says_none(item)).collect()
}

fn says_none(item: &str) -> bool {
    let phrase = word::words(item).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ");
    matches!(
        phrase.as_str(),
        "" | "none"
            | "n a"
            | "na"
            | "keine"
            | "aucun"
            | "aucune"
            | "ninguno"
            | "ninguna"
            | "none found"
            | "none identified"
            | "3 to 5 bullets"
            | "3 5 bullets"
    )
}

/// Whether a dealbreaker is named. Words that are neither a yes nor a no name one.
fn is_dealbreaker(text: &str) -> Option<bool> {
    let words = word::words(text);
    let list: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    match list.as_slice() {
        [] => None,
        ["yes", "no"] | ["no", "yes"] | ["yes", "or", "no"] => None,
        [
            "no" | "none" | "nein" | "non" | "not" | "false" | "nothing" | "keine" | "keiner" | "keines" | "aucun"
            | "ninguno" | "na" | "nope",
            ..,
        ]
        | ["n", "a", ..]
        | ["there", "is" | "are", "no" | "none", ..] => Some(false),
        _ => Some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::is_dealbreaker;

    #[test]
    fn a_dealbreaker_is_a_yes_or_its_name() {
        for (text, dealbreaker) in [
            ("no", Some(false)),
            ("**No.**", Some(false)),
            ("None", Some(false)),
            ("N/A", Some(false)),
            ("yes - data loss", Some(true)),
            ("The index is dropped first.", Some(true)),
            ("yes | no", None),
            ("", None),
        ] {
            assert_eq!(is_dealbreaker(text), dealbreaker, "{text:?}");
        }
    }
}
