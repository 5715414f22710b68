//! What one sentence of a verdict says about the options.
//!
//! Careful by design: a negation, a condition, a doubt or a longer word around a label is never a
//! vote for it, and never one for another option.

use super::label::{Labels, Mention};
use super::vocabulary::{CONDITIONS, DOUBTS, INTRODUCTIONS, NEGATIONS, OBJECTS, REASONS, STRONG_CONDITIONS};
use super::word::{self, Word};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reading {
    /// No option is named, nor anything like one.
    Nothing,
    /// A short text that looks like a label but is no option.
    Unknown,
    /// The sentence opens with the label and sets it apart; the rest is its reason.
    Declared { option: usize, reason: String },
    /// The sentence names one option and asserts it.
    Asserted { option: usize },
    /// An option is named and denied.
    Denied { option: usize },
    /// An option is named, under a condition or with doubt, or as a part of a longer word.
    Qualified,
    /// Options are named with equal claim.
    Several,
    /// The form itself.
    Echo,
}

/// Text of the form that no answer keeps.
const PLACEHOLDERS: [&str; 8] = [
    "one sentence that sums up",
    "one clear sentence",
    "brief justification",
    "your verdict here",
    "one free sentence",
    "one sentence summary",
    "insert verdict",
    "one of the options",
];

/// How many characters of a sentence are looked at, and how many options it may name before it is
/// taken for a list: what keeps the reader linear.
const LONGEST: usize = 4000;
const MENTIONS: usize = 16;
/// How far a negation reaches, in words.
pub(super) const REACH: usize = 40;

pub(super) struct Sentence<'t> {
    pub text: &'t str,
    pub words: Vec<Word>,
    pub mentions: Vec<Mention>,
    pub labels: &'t Labels,
}

/// Reads one sentence.
pub(super) fn reading(text: &str, labels: &Labels) -> Reading {
    let text = text.char_indices().nth(LONGEST).and_then(|(at, _)| text.get(..at)).unwrap_or(text);
    let words = word::words(text);
    let mentions = labels.mentions(text, &words);
    if mentions.len() > MENTIONS {
        return Reading::Several;
    }
    let sentence = Sentence { text, words, mentions, labels };
    let phrase = sentence.phrase(0);
    if PLACEHOLDERS.iter().any(|form| phrase.contains(form)) || sentence.is_bracketed_form() {
        return Reading::Echo;
    }
    sentence.list().or_else(|| sentence.opening()).unwrap_or_else(|| sentence.assertion())
}

/// Whether a later sentence puts the one before it under a condition ("Only after the fix.").
pub(super) fn is_afterthought(text: &str) -> bool {
    let phrase = format!("{} ", word::words(text).iter().map(|w| w.folded.as_str()).collect::<Vec<_>>().join(" "));
    let phrase = phrase.trim_start_matches("but ").trim_start_matches("and ").trim_start_matches("though ");
    phrase.starts_with("only ")
        || phrase.starts_with("conditional")
        || STRONG_CONDITIONS.iter().any(|c| phrase.starts_with(c))
}

/// Whether a later sentence takes back a verdict for `option`: it denies the option in so many words,
/// or it corrects itself and names another one.
pub(super) fn takes_back(text: &str, option: usize, labels: &Labels) -> bool {
    let words = word::words(text);
    let mentions = labels.mentions(text, &words);
    let sentence = Sentence { text, words, mentions, labels };
    let corrects = sentence.words.iter().any(|word| {
        matches!(word.folded.as_str(), "actually" | "correction" | "kidding" | "scratch" | "instead" | "reconsidering")
    });
    let other = sentence.mentions.iter().any(|mention| mention.option != option && mention.exact);
    sentence.denies(option, 0) || (corrects && other)
}

/// Whether what stands between two words sets the second apart.
fn is_separator(gap: &str) -> bool {
    gap.contains(['.', ':', ';', '!', '(', '[', '\n', '|', '=', '→', '…', '。', '：', '！', '；', '（', '>'])
        || is_dash(gap)
}

pub(super) fn is_dash(gap: &str) -> bool {
    gap.contains(['—', '–']) || gap.contains(" -") || gap.contains("- ")
}

impl Sentence<'_> {
    /// The words from `at` on, with one blank between.
    pub(super) fn phrase(&self, at: usize) -> String {
        let words: Vec<&str> = self.words.iter().skip(at).map(|word| word.folded.as_str()).collect();
        words.join(" ")
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.folded)
    }

    pub(super) fn gap(&self, at: usize) -> &str {
        word::gap(self.text, &self.words, at)
    }

    /// `[one sentence]`, `LABEL - …`, `<option>`: the form's own words.
    fn is_bracketed_form(&self) -> bool {
        let text = self.text.trim();
        let label = matches!(self.words.first(), Some(word) if word.plain == "LABEL" || word.plain == "OPTION");
        label && self.mentions.iter().all(|mention| mention.first > 0)
            || (self.mentions.is_empty()
                && text.starts_with(['[', '<'])
                && text.ends_with([']', '>', ')'])
                && self.words.len() > 1)
    }

    /// Two or more options side by side at the start: the form's list, or two verdicts.
    fn list(&self) -> Option<Reading> {
        let first = self.mentions.first().filter(|mention| mention.first == 0)?;
        let mut listed = vec![first.option];
        let mut after = first.after;
        for next in self.mentions.iter().skip(1) {
            let between = self.text.get(self.words[after - 1].end..self.words[next.first].start).unwrap_or_default();
            let or = next.first == after + 1
                && matches!(
                    self.word(after),
                    "or" | "oder" | "ou" | "o" | "and" | "und" | "et" | "y" | "vs" | "versus"
                );
            if !or
                && (next.first != after
                    || between.chars().any(|c| !(c.is_whitespace() || "|/,*[]<>{}()&`'\"".contains(c))))
            {
                break;
            }
            if between.starts_with(" (") && !between.contains(['|', '/']) {
                break;
            }
            listed.push(next.option);
            after = next.after;
        }
        let different = listed.iter().any(|option| *option != listed[0]);
        let whole = (0..self.labels.options).all(|option| listed.contains(&option));
        different.then_some(if whole { Reading::Echo } else { Reading::Several })
    }

    /// The sentence opens with a label.
    fn opening(&self) -> Option<Reading> {
        let mention = *self.mentions.first()?;
        let led_in = self.words.iter().take(mention.first).all(|word| INTRODUCTIONS.contains(&word.folded.as_str()));
        if !led_in {
            return None;
        }
        if mention.glued {
            return Some(Reading::Qualified);
        }
        if mention.first > 0
            && !mention.exact
            && mention.option != self.labels.options
            && !self.votes_before(mention.first)
        {
            return None;
        }
        let gap = self.gap(mention.after - 1);
        let last = mention.after == self.words.len();
        let start = self.words.get(mention.first).map_or(0, |word| word.start);
        if gap.trim_start().starts_with('?')
            || self.text.get(..start).is_some_and(|before| before.ends_with(['!', '~', '¬']))
        {
            return Some(Reading::Qualified);
        }
        let symbol = gap.trim().chars().any(|c| !c.is_ascii() && !c.is_alphanumeric());
        let separated = last || is_separator(gap) || gap.contains(',') || symbol;
        if separated {
            return Some(self.declared(mention, gap));
        }
        let next = self.word(mention.after);
        if CONDITIONS.contains(&next) {
            let waits = self.labels.is_waiting(mention.option) && self.is_waited_for(next);
            return Some(if waits || self.is_harmless(mention.after) {
                self.declared(mention, gap)
            } else {
                Reading::Qualified
            });
        }
        if mention.option == self.labels.options {
            // "I abstain from style" is about style.
            let from_all =
                next != "from" || matches!(self.word(mention.after + 1), "voting" | "this" | "the" | "a" | "any");
            return Some(if from_all { self.declared(mention, gap) } else { Reading::Nothing });
        }
        if REASONS.contains(&next) {
            return Some(self.declared(mention, gap));
        }
        if OBJECTS.contains(&next) && !mention.inflected {
            let last = (mention.after..self.words.len())
                .find(|at| is_separator(self.gap(*at)) || at + 1 == self.words.len())?;
            let clause = self.words.get(mention.after..=last).unwrap_or_default();
            let waits = self.labels.is_waiting(mention.option);
            let mut clause = clause.iter().map(|word| word.folded.as_str()).take_while(|word| !REASONS.contains(word));
            let plain = !clause.any(|word| {
                let qualifies = NEGATIONS.contains(&word) || DOUBTS.contains(&word) || CONDITIONS.contains(&word);
                qualifies && !(waits && self.is_waited_for(word))
            });
            let clause = Mention { after: last + 1, ..mention };
            return Some(if plain { self.declared(clause, self.gap(last)) } else { Reading::Qualified });
        }
        mention.inflected.then_some(Reading::Qualified)
    }

    /// The reading of a label that is set apart from what follows.
    fn declared(&self, mention: Mention, gap: &str) -> Reading {
        let option = mention.option;
        let start = self.words.get(mention.after - 1).map_or(0, |word| word.end);
        let tail = self.text.get(start..).unwrap_or_default();
        let reason = tail
            .trim_start_matches(|c: char| {
                !c.is_alphanumeric() && !matches!(c, '`' | '"' | '“' | '$' | '~' | '#' | '@' | '/' | '(' | '[')
            })
            .trim();
        let reason = reason.trim_start_matches(['`', '"', '“', '/', '~', '#']).trim().to_owned();
        let declared = Reading::Declared { option, reason };
        if option == self.labels.options {
            return declared;
        }
        let mut at = mention.after;
        while matches!(self.word(at), "but" | "and" | "though" | "however" | "yet") {
            at += 1;
        }
        let next = self.word(at);
        if let Some(other) = self.mentions.iter().find(|other| other.first == mention.after)
            && other.option != option
        {
            let after = self.gap(other.after - 1);
            let alone = other.after == self.words.len()
                || after.contains(['.', ':', ';', ',', '!', '—', '–', '(', '\n'])
                || after.contains(" - ");
            if alone || gap.contains(['→', '>']) {
                return Reading::Several;
            }
        }
        let waits = self.labels.is_waiting(option);
        if !waits && self.is_denied_after(at) {
            return Reading::Denied { option };
        }
        let conditional = self.is_conditional(at, gap) && !(waits && self.is_waited_for(next));
        if conditional
            || (self.is_strongly_conditional(mention) && !waits)
            || self.is_bracketed_condition(gap, mention, waits)
        {
            return Reading::Qualified;
        }
        if self.denies(option, mention.after + 1) { Reading::Several } else { declared }
    }

    /// The sentence names options somewhere in the middle.
    fn assertion(&self) -> Reading {
        let mut claimed: Vec<usize> = vec![];
        let mut denied: Vec<usize> = vec![];
        let mut longer = false;
        for (nth, mention) in self.mentions.iter().enumerate() {
            if mention.glued {
                longer |= mention.exact;
            } else if self.is_denied(nth, mention) {
                denied.push(mention.option);
            } else if (mention.exact || self.votes_before(mention.first)) && !mention.inflected {
                claimed.push(mention.option);
            }
        }
        let Some(option) = claimed.first().copied() else {
            return match denied.first() {
                Some(option) => Reading::Denied { option: *option },
                None if longer => Reading::Qualified,
                None if self.is_label_like() => Reading::Unknown,
                None => Reading::Nothing,
            };
        };
        if claimed.iter().any(|other| *other != option) || denied.contains(&option) {
            return Reading::Several;
        }
        let after = self
            .mentions
            .iter()
            .filter(|mention| mention.option == option)
            .map(|mention| mention.after)
            .max()
            .unwrap_or(0);
        let rest = (after..self.words.len()).take_while(|at| {
            !matches!(self.word(*at), "because" | "since" | "despite" | "although" | "as") && !is_dash(self.gap(at - 1))
        });
        let doubted = self.text.contains('?')
            || (0..after).chain(rest).any(|at| {
                let own = self.word(at) == "would" && at > 0 && matches!(self.word(at - 1), "i" | "we");
                DOUBTS.contains(&self.word(at)) && !own && !self.is_in_label(at)
            })
            || STRONG_CONDITIONS.iter().any(|condition| self.phrase(0).contains(condition));
        if doubted { Reading::Qualified } else { Reading::Asserted { option } }
    }

    /// Whether the word before says that a vote follows.
    fn votes_before(&self, first: usize) -> bool {
        let named =
            first.checked_sub(1).is_some_and(|at| matches!(self.word(at), "option" | "choice" | "answer" | "label"));
        named
            || (1..=2).filter_map(|back| first.checked_sub(back)).any(|at| {
                matches!(
                    self.word(at),
                    "vote"
                        | "voting"
                        | "choose"
                        | "recommend"
                        | "recommends"
                        | "verdict"
                        | "pick"
                        | "select"
                        | "stimme"
                        | "empfehle"
                        | "recommande"
                        | "voto"
                        | "recomiendo"
                        | "decision"
                        | "recommendation"
                )
            })
    }

    /// A short text that looks like a label: few words before anything sets in.
    fn is_label_like(&self) -> bool {
        let set_apart = (0..self.words.len()).find(|at| {
            let gap = self.gap(*at);
            gap.contains(['.', ':', ';', ',', '!', '—', '–', '(', '\n']) || gap.contains(" - ")
        });
        let length = set_apart.map_or(self.words.len(), |at| at + 1);
        (1..=3).contains(&length)
            && !matches!(self.word(0), "see" | "siehe" | "voir" | "ver" | "as" | "this" | "the" | "a" | "my")
    }
}
