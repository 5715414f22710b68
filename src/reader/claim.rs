//! What a verdict claims: one option, or one of the ways not to name one.

use super::label::Labels;
use super::page::Page;
use super::sentence::{self, Reading};
use crate::vote::{NonVote, NonVoteKind};

/// The greatest number of characters of a summary.
const SUMMARY: usize = 600;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Claim {
    /// A vote for the option of this index.
    Vote {
        option: usize,
        /// The whole order where the verdict ranks the options; else empty.
        ranking: Vec<usize>,
        summary: String,
    },
    /// The free sentence of a panel without options.
    Prose {
        summary: String,
    },
    Abstained {
        words: String,
    },
    Refused {
        words: String,
    },
    /// A verdict that is no option.
    OffList {
        words: String,
    },
    /// A short text that looks like a label of some other panel.
    Unlisted {
        words: String,
    },
    Conflicting {
        words: String,
    },
    Echoed,
    /// No option is named.
    Unnamed {
        words: String,
    },
    /// There is no verdict at all.
    Missing,
}

impl Claim {
    /// Whether two claims say the same.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Vote { option, ranking, .. }, Self::Vote { option: other, ranking: others, .. }) => {
                (option, ranking) == (other, others)
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// The non-vote that a claim without a vote amounts to.
    pub(super) fn into_non_vote(self, page: &Page) -> NonVote {
        let (kind, detail) = match self {
            Self::Abstained { words } => (NonVoteKind::Abstained, format!("The seat abstained: {words}")),
            Self::Refused { words } => (NonVoteKind::Refused, format!("The seat refused: {words}")),
            Self::OffList { words } | Self::Unlisted { words } => {
                (NonVoteKind::OffList, format!("The verdict is none of the options as it stands: {words}"))
            }
            Self::Conflicting { words } => {
                (NonVoteKind::Conflicting, format!("The answer gives different verdicts with equal claim: {words}"))
            }
            Self::Echoed => (NonVoteKind::Echoed, "The answer gives the form back without filling it in.".to_owned()),
            Self::Unnamed { words } => (NonVoteKind::Unparsed, format!("The verdict names no option: {words}")),
            Self::Missing | Self::Vote { .. } | Self::Prose { .. } => {
                (NonVoteKind::Unparsed, format!("The answer has no verdict; it begins: {}", page.opening()))
            }
        };
        NonVote::new(kind, detail)
    }
}

/// The claim of a verdict's text: paragraphs of lines.
pub(super) fn of_paragraphs(paragraphs: &[Vec<String>], labels: &Labels) -> Claim {
    let sentences: Vec<String> = paragraphs.iter().flat_map(|lines| sentences(lines, labels)).collect();
    if labels.options == 0 {
        let summary = shortened(paragraphs.iter().flatten().find(|line| !line.is_empty()).map_or("", |line| line));
        return match sentences.first().map(|first| sentence::reading(first, labels)) {
            None => Claim::Missing,
            Some(Reading::Declared { .. }) => Claim::Abstained { words: summary },
            Some(Reading::Echo) => Claim::Echoed,
            Some(_) => Claim::Prose { summary },
        };
    }
    let readings: Vec<Reading> = sentences.iter().map(|text| sentence::reading(text, labels)).collect();
    let words = shortened(&sentences.join(" ").chars().take(200).collect::<String>());
    let Some(first) = readings.iter().position(|reading| !matches!(reading, Reading::Nothing | Reading::Unknown))
    else {
        return if sentences.is_empty() {
            Claim::Missing
        } else if super::prose::is_refusal(&words) {
            Claim::Refused { words }
        } else if readings.first() == Some(&Reading::Unknown) {
            Claim::Unlisted { words }
        } else {
            Claim::Unnamed { words }
        };
    };
    let later = || readings.iter().skip(first + 1);
    let (option, reason, asserted) = match &readings[first] {
        Reading::Echo => {
            let filled_in = later().any(|reading| matches!(reading, Reading::Declared { .. }));
            return if filled_in { Claim::Conflicting { words } } else { Claim::Echoed };
        }
        Reading::Several => return Claim::Conflicting { words },
        Reading::Denied { option } => {
            let declared = later().find_map(|reading| match reading {
                Reading::Declared { option, reason } => Some((*option, reason.clone())),
                _ => None,
            });
            match declared {
                Some((other, _)) if other == *option => return Claim::Conflicting { words },
                Some((other, reason)) => (other, reason, false),
                None => return Claim::OffList { words },
            }
        }
        Reading::Declared { option, reason } => (*option, reason.clone(), false),
        Reading::Asserted { option } => (*option, sentences[first].clone(), true),
        Reading::Qualified | Reading::Nothing | Reading::Unknown => return Claim::OffList { words },
    };
    for (text, reading) in sentences.iter().zip(&readings).skip(first + 1) {
        match reading {
            Reading::Declared { option: other, .. } if *other != option => return Claim::Conflicting { words },
            Reading::Asserted { option: other } if asserted && *other != option => return Claim::Conflicting { words },
            Reading::Denied { option: other } if asserted && *other == option => return Claim::Conflicting { words },
            Reading::Several | Reading::Echo if asserted => return Claim::Conflicting { words },
            _ if option < labels.options && sentence::takes_back(text, option, labels) => {
                return Claim::Conflicting { words };
            }
            _ if sentence::is_afterthought(text) && !labels.is_waiting(option) => return Claim::OffList { words },
            _ => {}
        }
    }
    let next = sentences.get(first + 1).cloned().unwrap_or_default();
    let summary = shortened(if reason.is_empty() { &next } else { &reason });
    if option == labels.options {
        Claim::Abstained { words: summary }
    } else {
        Claim::Vote { option, ranking: vec![], summary }
    }
}

/// The sentences of a paragraph. A line that is a verdict by its own form stands alone, unless the
/// line before it runs on into it.
fn sentences(lines: &[String], labels: &Labels) -> Vec<String> {
    let mut joined: Vec<String> = vec![];
    let (mut runs_on, mut after_label) = (false, true);
    for line in lines {
        let (bare, declares) = match sentence::reading(line, labels) {
            Reading::Declared { reason, .. } => (reason.is_empty(), line.contains([':', '—']) || line.contains(" - ")),
            _ => (false, false),
        };
        match joined.last_mut() {
            Some(last) if !after_label && (runs_on || !(bare || declares)) => {
                last.push(' ');
                last.push_str(line);
                after_label = false;
            }
            _ => {
                joined.push(line.clone());
                after_label = bare;
            }
        }
        runs_on = !(ends(line) || bare || declares);
    }
    joined.iter().flat_map(|text| split(text, labels)).collect()
}

fn ends(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', ':', ';', '。', '！', '？', ')', '*'])
}

/// Splits after every full stop that is no part of an option's label.
fn split(text: &str, labels: &Labels) -> Vec<String> {
    let unbroken = labels.unbroken(text);
    let within = |end: usize| {
        let before = unbroken.partition_point(|label| label.start < end);
        before.checked_sub(1).and_then(|last| unbroken.get(last)).is_some_and(|label| end < label.end)
    };
    let mut sentences = vec![];
    let mut start = 0;
    for end in stops(text).filter(|end| !within(*end)) {
        sentences.push(text.get(start..end).unwrap_or_default().trim().to_owned());
        start = end;
    }
    sentences.push(text.get(start..).unwrap_or_default().trim().to_owned());
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    sentences
}

/// The ends of a text's sentences but the last, in bytes: after a full stop that is followed by a blank, and
/// after every ideographic one.
pub(super) fn stops(text: &str) -> impl Iterator<Item = usize> {
    let next = text.chars().skip(1).map(Some).chain(std::iter::once(None));
    text.char_indices().zip(next).filter_map(|((at, c), next)| {
        let stop = matches!(c, '。' | '！' | '？' | '\n')
            || (matches!(c, '.' | '!' | '?') && next.is_none_or(char::is_whitespace));
        stop.then_some(at + c.len_utf8())
    })
}

/// `text` on one line, bounded.
pub(super) fn shortened(text: &str) -> String {
    let line = crate::text::sanitise::line(text);
    if line.chars().count() <= SUMMARY {
        return line;
    }
    line.chars().take(SUMMARY - 1).chain(['…']).collect()
}
