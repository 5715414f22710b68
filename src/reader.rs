//! Layer 3: the reader, from an answer to a ballot (README, "How an answer is read").
//!
//! Total: every text gives a ballot or a named non-vote. Linear in the length, and never panics.
//!
//! The way of an answer: `clean` makes it plain text, `page` parses it as Markdown and leaves out
//! whatever does not speak for the author, `field` finds the lines that open a part of the ballot,
//! `claim` says which option a verdict's words name, `verdict` makes one claim of all verdicts,
//! `confidence` and `section` read the rest. `json` reads the other form of a ballot, and `prose`
//! knows refusals and blind answers. What is uncertain is never a vote.

mod answers;
mod claim;
mod clean;
mod confidence;
mod decoy;
mod field;
mod json;
mod label;
mod page;
mod prose;
mod qualifier;
mod ranking;
mod section;
mod sentence;
mod table;
mod verdict;
// One word list is easier to read in full lines than one word to a line.
#[rustfmt::skip]
mod vocabulary;
mod word;

pub use answers::{RankingForm, read_ranking};
pub use decoy::DecoyScan;

use crate::vote::{Ballot, Choice, Effect, Exact, NonVote, NonVoteKind, Outcome};
use claim::Claim;
use label::Labels;
use page::Page;

/// What the prompt asked for: the reader needs to know it to tell an answer from an echo.
#[derive(Debug, Clone, Copy)]
pub struct Form<'a> {
    /// Empty under `all-voices`: the verdict is one free sentence.
    pub options: &'a [Choice],
    /// The prompt's seal, compared without regard to case.
    pub seal: &'a str,
    /// Under `gate`, unless the panel says `seal: optional`: an unsealed verdict for an option with
    /// effect `pass` does not count.
    pub pass_needs_seal: bool,
    /// Re-asks and later rounds: only sealed verdicts count.
    pub sealed_only: bool,
    /// The material under review holds text that reads as a verdict: only sealed verdicts count.
    pub material_has_verdict: bool,
    /// The form asked for a dealbreaker: an answer that ends before it is truncated.
    pub asks_dealbreaker: bool,
    /// Under `borda`: the verdict is a numbered list of the options, best first.
    pub ranked: bool,
    /// The output was cut in the middle: only a sealed verdict counts.
    pub cut: bool,
}

/// Everything that an answer says, before the form's conditions are put to it.
struct Answer {
    claim: Claim,
    sealed: bool,
    fields: section::Fields,
    /// Whether the answer has the shape of the form, so that a missing part shows that it broke off.
    formed: bool,
}

/// The confidence that a text states, as it is read from a ballot (README, "Confidence"); `None` where it states none
/// that can be used.
#[must_use]
pub fn confidence(text: &str) -> Option<Exact> {
    confidence::of(text).and_then(|confidence| confidence.value)
}

/// The ballot or the non-vote that `answer` amounts to. Never [`Outcome::Passed`].
#[must_use]
pub fn read(answer: &str, form: &Form<'_>) -> Outcome {
    outcome(answer, form).map_or_else(Outcome::NonVote, Outcome::Ballot)
}

fn outcome(answer: &str, form: &Form<'_>) -> Result<Ballot, NonVote> {
    let text = clean::text(answer);
    if text.trim().is_empty() {
        return Err(NonVote::new(NonVoteKind::Empty, "The answer is empty."));
    }
    let text = clean::unwrapped(&text);
    let page = Page::of(&text, form.seal);
    let labels = Labels::new(form.options, form.ranked);
    let answer = match said(&page, form, &labels) {
        Ok(answer) => answer,
        Err(_) if form.cut => return Err(cut()),
        Err(non_vote) => return Err(non_vote),
    };
    let voted = matches!(answer.claim, Claim::Vote { .. } | Claim::Prose { .. });
    if form.cut && !(voted && answer.sealed) {
        return Err(cut());
    }
    if prose::is_blind(&page, voted, answer.fields.confidence.value.as_ref()) {
        return Err(NonVote::new(
            NonVoteKind::Blind,
            format!("The seat says that it could not see what it was to judge: {}", page.opening()),
        ));
    }
    let (option, ranking, summary) = match answer.claim {
        Claim::Vote { option, ranking, summary } => (Some(option), ranking, summary),
        Claim::Prose { summary } => (None, vec![], summary),
        other => return Err(other.into_non_vote(&page)),
    };
    counted(form, option, answer.sealed)?;
    if form.asks_dealbreaker && answer.formed && answer.fields.dealbreaker.is_none() {
        return Err(NonVote::new(
            NonVoteKind::Truncated,
            "The answer ends before it says whether there is a dealbreaker.",
        ));
    }
    let label = |option: usize| form.options.get(option).map(|option| option.label.clone());
    let ranking = ranking.into_iter().filter_map(label).collect();
    let label = option.and_then(label);
    let summary = if summary.is_empty() { label.clone().unwrap_or_default() } else { summary };
    Ok(Ballot {
        option: label,
        ranking,
        sealed: answer.sealed,
        summary,
        confidence: answer.fields.confidence.value,
        confidence_reason: answer.fields.confidence.reason,
        takeaways: answer.fields.takeaways,
        risks: answer.fields.risks,
        evidence: answer.fields.evidence,
        dealbreaker: answer.fields.dealbreaker.unwrap_or(false),
    })
}

/// What the answer says: as Markdown, else as JSON, else as a table of fields.
fn said(page: &Page, form: &Form<'_>, labels: &Labels) -> Result<Answer, NonVote> {
    let found = verdict::of_page(page, form.seal, labels);
    let fields = section::fields(&page.lines, form.seal);
    if let Some(found) = found {
        return Ok(Answer { claim: found.claim, sealed: found.sealed, fields, formed: true });
    }
    if let Some(object) = json::ballot(page) {
        return object.map(|object| {
            let sealed = object
                .seal
                .as_deref()
                .is_some_and(|seal| !form.seal.is_empty() && seal.trim().eq_ignore_ascii_case(form.seal));
            Answer { claim: object.claim(labels), sealed, fields: object.fields, formed: false }
        });
    }
    if let Some(lines) = table::field_lines(page, form.seal)
        && let Some(found) = verdict::of_lines(&lines, form.seal, labels)
    {
        let fields = section::fields(&lines, form.seal).or(fields);
        return Ok(Answer { claim: found.claim, sealed: found.sealed, fields, formed: true });
    }
    let claim = prose::claim(page, labels);
    Ok(Answer { claim, sealed: false, fields, formed: false })
}

/// Whether a verdict counts that carries the seal or not.
fn counted(form: &Form<'_>, option: Option<usize>, sealed: bool) -> Result<(), NonVote> {
    let Some(option) = option else { return Ok(()) };
    // A ranking gives a pass points from any place.
    let passes = form.options.get(option).is_some_and(|option| option.effect == Some(Effect::Pass)) || form.ranked;
    if sealed {
        Ok(())
    } else if form.material_has_verdict {
        Err(NonVote::new(
            NonVoteKind::Conflicting,
            "The material under review itself holds text that reads as a verdict, and the answer's verdict does not carry the seal of its prompt.",
        ))
    } else if form.sealed_only {
        Err(NonVote::new(
            NonVoteKind::Unparsed,
            "The verdict does not carry the seal of its prompt; here only a sealed verdict counts.",
        ))
    } else if form.pass_needs_seal && passes {
        Err(NonVote::new(
            NonVoteKind::Unparsed,
            "The verdict is for an option that lets the change pass, and the seal of its prompt is missing.",
        ))
    } else {
        Ok(())
    }
}

fn cut() -> NonVote {
    NonVote::new(
        NonVoteKind::OutputTooLarge,
        "The output was too long and was cut in the middle, and no sealed verdict is left.",
    )
}
