//! Where a text names an option of the panel, or says `ABSTAIN`.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::word::{self, Word};
use crate::vote::{Choice, Effect};

/// Forms of "abstain"; the first is the option's label.
const ABSTAIN: [&str; 12] = [
    "abstain",
    "abstained",
    "abstains",
    "abstaining",
    "abstention",
    "enthaltung",
    "enthalte",
    "abstención",
    "abstengo",
    "abstiens",
    "abstención",
    "abstenir",
];

/// Words that a bare label can only be told from by its place: a number, a letter, yes and no.
const WEAK: [&str; 10] = ["yes", "no", "ja", "nein", "oui", "non", "si", "sí", "true", "false"];

/// Labels that say "wait" by themselves: "HOLD until …" is a HOLD.
const WAITING: [&str; 12] =
    ["hold", "wait", "block", "stop", "defer", "pause", "reject", "revise", "no", "delay", "postpone", "fail"];

/// The options of a panel as words.
#[derive(Debug)]
pub(super) struct Labels {
    labels: Vec<Label>,
    /// How many options there are; the index of `ABSTAIN`.
    pub options: usize,
    /// Whether there are any and the verdict is to rank them.
    pub ranked: bool,
}

#[derive(Debug)]
struct Label {
    option: usize,
    plain: Vec<String>,
    folded: Vec<String>,
    fold: String,
    /// Words that are an inflection of this label and of no other.
    inflections: Vec<String>,
    has_upper: bool,
    weak: bool,
    waiting: bool,
    /// Whether a full stop within it would end a sentence.
    stops: bool,
}

/// An option named in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    pub option: usize,
    /// Its words, from the first to one after the last.
    pub first: usize,
    pub after: usize,
    /// Whether it is written as in the panel, and not a word of common speech.
    pub exact: bool,
    /// Whether it is part of a longer word.
    pub glued: bool,
    pub inflected: bool,
}

impl Labels {
    pub(super) fn new(options: &[Choice], ranked: bool) -> Self {
        let mut labels: Vec<Label> =
            options.iter().enumerate().map(|(option, choice)| Label::new(option, choice)).collect();
        let taken: Vec<Vec<String>> =
            labels.iter().map(|label| label.inflections.iter().chain(&label.folded).cloned().collect()).collect();
        for (at, label) in labels.iter_mut().enumerate() {
            label
                .inflections
                .retain(|form| !taken.iter().enumerate().any(|(other, words)| other != at && words.contains(form)));
        }
        labels.extend(ABSTAIN.iter().map(|form| Label::of_words(options.len(), form)));
        Self { labels, options: options.len(), ranked: ranked && !options.is_empty() }
    }

    /// Whether the option says "wait": by its effect, or by its word.
    pub(super) fn is_waiting(&self, option: usize) -> bool {
        self.labels.iter().any(|label| label.option == option && label.waiting)
    }

    /// Every option that the text names, longest label first at each place.
    pub(super) fn mentions(&self, text: &str, words: &[Word]) -> Vec<Mention> {
        let mut mentions = vec![];
        let mut at = 0;
        while at < words.len() {
            match self.at(text, words, at) {
                Some(mention) => {
                    at = mention.after;
                    mentions.push(mention);
                }
                None => at += 1,
            }
        }
        mentions
    }

    /// Where the text names an option that holds a full stop of its own, in bytes and in order.
    pub(super) fn unbroken(&self, text: &str) -> Vec<Range<usize>> {
        let stops = |option: usize| self.labels.iter().any(|label| label.option == option && label.stops);
        if !(0..self.options).any(stops) {
            return vec![];
        }
        let words = word::words(text);
        let named = self.mentions(text, &words).into_iter().filter(|mention| stops(mention.option));
        named.map(|mention| words[mention.first].start..words[mention.after - 1].end).collect()
    }

    fn at(&self, text: &str, words: &[Word], at: usize) -> Option<Mention> {
        let rest = words.get(at..)?;
        let fits = |label: &&Label| {
            label.folded.len() <= rest.len()
                && !label.folded.is_empty()
                && label.folded.iter().zip(rest).all(|(want, word)| *want == word.folded)
        };
        let longest = self.labels.iter().filter(fits).map(|label| label.folded.len()).max();
        let label = match longest {
            Some(length) => {
                let mut same = self.labels.iter().filter(fits).filter(|label| label.folded.len() == length);
                let first = same.next()?;
                let written =
                    rest.get(length - 1).and_then(|last| text.get(rest[0].start..last.end)).unwrap_or_default();
                let fold = crate::text::label::fold(written);
                std::iter::once(first).chain(same).find(|label| label.fold == fold).unwrap_or(first)
            }
            None => self.labels.iter().find(|label| label.inflections.contains(&rest[0].folded))?,
        };
        let length = longest.unwrap_or(1);
        let after = at + length;
        let glued = (at > 0 && word::is_glue(word::gap(text, words, at - 1)))
            || (after < words.len() && word::is_glue(word::gap(text, words, after - 1)));
        let as_written = label.plain.iter().zip(rest).all(|(want, word)| *want == word.plain);
        let exact = longest.is_some() && as_written && label.has_upper && !label.weak;
        Some(Mention { option: label.option, first: at, after, exact, glued, inflected: longest.is_none() })
    }
}

impl Label {
    fn new(option: usize, choice: &Choice) -> Self {
        let mut label = Self::of_words(option, &choice.label);
        if let [word] = label.folded.as_slice()
            && word.len() >= 4
            && word.bytes().all(|b| b.is_ascii_lowercase())
        {
            label.inflections = inflections(word);
        }
        label.waiting |= choice.effect.is_some_and(|effect| effect != Effect::Pass);
        label
    }

    fn of_words(option: usize, written: &str) -> Self {
        let words = word::words(written);
        let plain: Vec<String> = words.iter().map(|word| word.plain.clone()).collect();
        let folded: Vec<String> = words.into_iter().map(|word| word.folded).collect();
        let single = folded.len() == 1;
        let weak = folded.iter().all(|word| word.chars().all(char::is_numeric))
            || (single && folded.iter().any(|word| word.chars().count() == 1 || WEAK.contains(&word.as_str())));
        // Scripts without capitals have no form that only a label has, but are no common speech of the tool's languages.
        let has_upper = written.nfkc().any(|c| c.is_uppercase()) || !written.nfkc().any(char::is_lowercase);
        let waiting = folded.first().is_some_and(|word| WAITING.contains(&word.as_str()));
        Self {
            option,
            plain,
            fold: crate::text::label::fold(written),
            folded,
            inflections: vec![],
            has_upper,
            weak,
            waiting,
            stops: super::claim::stops(written).next().is_some(),
        }
    }
}

/// The past forms of a regular English verb.
fn inflections(verb: &str) -> Vec<String> {
    let mut forms = vec![];
    if verb.ends_with('e') {
        forms.push(format!("{verb}d"));
    } else if let Some(stem) = verb.strip_suffix('y') {
        forms.push(format!("{stem}ied"));
    } else {
        forms.push(format!("{verb}ed"));
        if let Some(last) = verb.chars().last() {
            forms.push(format!("{verb}{last}ed"));
        }
    }
    forms
}
