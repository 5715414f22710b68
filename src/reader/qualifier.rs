//! What the words around a label do to it: negations, conditions and contradictions.

use super::label::Mention;
use super::sentence::{REACH, Sentence, is_dash};
use super::vocabulary::{CONDITIONS, HARMLESS_AFTER_IF, NEGATIONS, STRONG_CONDITIONS};
use super::word;

impl Sentence<'_> {
    /// Whether the words from `at` on, which follow a label after `gap`, put it under a condition.
    /// After a dash or a full stop a whole reason follows, which may well begin with "with" or "only".
    pub(super) fn is_conditional(&self, at: usize, gap: &str) -> bool {
        let (next, second) = (self.word(at), self.word(at + 1));
        let reason = gap.contains([':', '.', '\n']) || is_dash(gap);
        let condition = match next {
            "only" => {
                !reason || matches!(second, "if" | "after" | "once" | "when" | "with" | "behind" | "under" | "until")
            }
            "after" => !(reason && second.ends_with("ing")),
            "if" | "once" | "unless" | "provided" | "providing" | "conditional" | "conditionally" | "pending"
            | "assuming" | "contingent" | "subject" | "wenn" | "falls" | "sobald" | "sofern" | "si" | "iff"
            | "vorbehaltlich" | "until" => true,
            other => !reason && CONDITIONS.contains(&other),
        };
        condition && !self.is_harmless(at) && !(next == "if" && HARMLESS_AFTER_IF.contains(&second))
    }

    /// "with confidence", "without reservations": no condition.
    pub(super) fn is_harmless(&self, at: usize) -> bool {
        match self.word(at) {
            "with" => matches!(self.word(at + 1), "confidence" | "high" | "full" | "great" | "no" | "very"),
            "without" => matches!(
                self.word(at + 1),
                "reservation" | "reservations" | "hesitation" | "delay" | "changes" | "conditions" | "caveats"
            ),
            "as" => true,
            _ => false,
        }
    }

    /// What a label that says "wait" may be followed by without becoming a condition.
    pub(super) fn is_waited_for(&self, next: &str) -> bool {
        matches!(next, "until" | "pending" | "after" | "with" | "without" | "when" | "following")
    }

    pub(super) fn is_denied_after(&self, at: usize) -> bool {
        let next = self.word(at);
        let alone = at + 1 == self.words.len() || self.gap(at).contains([',', '.', ';', '!', '—', ':']);
        let denial = matches!(
            next,
            "no" | "not" | "never" | "nope" | "nein" | "non" | "false" | "nicht" | "denied" | "rejected" | "negative"
        );
        let phrase = matches!(next, "not" | "nicht" | "never" | "is" | "isn't")
            && matches!(
                self.word(at + 1),
                "yet"
                    | "now"
                    | "ready"
                    | "recommended"
                    | "safe"
                    | "possible"
                    | "acceptable"
                    | "advised"
                    | "approved"
                    | "möglich"
                    | "empfohlen"
                    | "not"
            );
        (denial && alone) || phrase
    }

    pub(super) fn is_strongly_conditional(&self, mention: Mention) -> bool {
        // "SHIP, but fix the typo first."
        if self.words.len() > mention.after + 1 && self.words.last().is_some_and(|word| word.folded == "first") {
            return true;
        }
        let tail = self.phrase(mention.after);
        STRONG_CONDITIONS.iter().any(|condition| {
            tail.match_indices(condition).any(|(at, _)| at == 0 || tail.as_bytes().get(at - 1) == Some(&b' '))
        }) || self.words.iter().enumerate().skip(mention.after + 1).any(|(at, word)| {
            let comma = self.gap(at - 1).contains(',');
            comma
                && matches!(
                    word.folded.as_str(),
                    "if" | "once" | "provided" | "unless" | "assuming" | "pending" | "sobald" | "sofern"
                )
                && !HARMLESS_AFTER_IF.contains(&self.word(at + 1))
        })
    }

    /// `SHIP (conditional)`, `SHIP (after the fix)`.
    pub(super) fn is_bracketed_condition(&self, gap: &str, mention: Mention, waits: bool) -> bool {
        if waits || !gap.contains(['(', '[']) {
            return false;
        }
        let start = self.words.get(mention.after).map_or(self.text.len(), |word| word.start);
        let inside = self.text.get(start..).and_then(|rest| rest.split([')', ']']).next()).unwrap_or_default();
        word::words(inside).iter().any(|word| {
            CONDITIONS.contains(&word.folded.as_str())
                || matches!(word.folded.as_str(), "caveats" | "fixes" | "nits" | "changes" | "reservations")
        }) && !inside.contains("confidence")
    }

    /// Whether the words from `from` on say not to take the option ("SHIP - do not ship this").
    pub(super) fn denies(&self, option: usize, from: usize) -> bool {
        self.mentions.iter().filter(|mention| mention.option == option && mention.first >= from && !mention.glued).any(
            |mention| {
                let before = mention.first.checked_sub(1).map_or("", |at| self.word(at));
                let two = mention.first.checked_sub(2).map_or("", |at| self.word(at));
                let auxiliary = matches!(two, "do" | "should" | "must" | "can" | "will" | "would");
                matches!(
                    before,
                    "don't" | "never" | "cannot" | "can't" | "won't" | "shouldn't" | "mustn't" | "wouldn't"
                ) || (before == "not" && (mention.exact || auxiliary))
            },
        )
    }

    pub(super) fn is_in_label(&self, at: usize) -> bool {
        self.mentions.iter().any(|mention| (mention.first..mention.after).contains(&at))
    }

    /// A negation before the mention with nothing between that starts anew, or one after it that
    /// belongs to no other mention.
    pub(super) fn is_denied(&self, nth: usize, mention: &Mention) -> bool {
        for at in (0..mention.first).rev().take(REACH) {
            let word = self.word(at);
            let anew = self.gap(at).contains([';', ':', '—', '→']) || self.gap(at).contains(" - ");
            if anew || matches!(word, "but" | "so" | "therefore" | "hence" | "thus" | "however") {
                break;
            }
            if NEGATIONS.contains(&word) && !self.is_in_label(at) {
                return true;
            }
        }
        let next = self.mentions.get(nth + 1).map_or(self.words.len() + 8, |next| next.first);
        for at in (mention.after..self.words.len()).take(REACH) {
            let word = self.word(at);
            if self.is_in_label(at)
                || matches!(word, "but" | "because" | "since" | "so" | "despite")
                || self.gap(at - 1).contains([';', ':', '—'])
                || self.gap(at - 1).contains(" - ")
            {
                break;
            }
            if NEGATIONS.contains(&word) && next > at + 4 {
                return true;
            }
        }
        false
    }
}
