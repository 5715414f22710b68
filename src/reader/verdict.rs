//! All verdicts of an answer made into one claim: sealed ones first; equal ones are one, different
//! ones are conflicting, except where each item of a list has its own and one is on the whole.

use super::claim::{self, Claim};
use super::field::{self, Entry, Field};
use super::label::Labels;
use super::page::{Line, LineKind, Page};
use super::ranking;
use super::word;

pub(super) struct Found {
    pub claim: Claim,
    pub sealed: bool,
}

struct Declaration {
    claim: Claim,
    sealed: bool,
    overall: bool,
    /// The line of the heading, or of the list item, of the thing that the verdict is on.
    item: Option<usize>,
}

/// The claim of the page's verdicts; `None` where it has none.
pub(super) fn of_page(page: &Page, seal: &str, labels: &Labels) -> Option<Found> {
    of_lines(&page.lines, seal, labels)
}

pub(super) fn of_lines(lines: &[Line], seal: &str, labels: &Labels) -> Option<Found> {
    let mut declarations = vec![];
    let mut home = None;
    for (at, line) in lines.iter().enumerate() {
        let entries = field::entries(line, seal);
        if line.kind == LineKind::Heading && entries.iter().all(|entry| entry.field == Field::Other) {
            home = (entries.is_empty() && is_item(&line.text)).then_some(at);
        }
        let Some(entry) =
            entries.into_iter().find(|entry| entry.field == Field::Verdict).filter(|_| field::may_open(lines, at))
        else {
            continue;
        };
        declarations.push(declaration(lines, at, entry, home, seal, labels));
    }
    let sealed = declarations.iter().any(|declaration| declaration.sealed);
    declarations.retain(|declaration| declaration.sealed == sealed);
    if declarations.is_empty() {
        return None;
    }
    Some(Found { claim: united(declarations), sealed })
}

fn declaration(
    lines: &[Line],
    at: usize,
    entry: Entry,
    home: Option<usize>,
    seal: &str,
    labels: &Labels,
) -> Declaration {
    let line = &lines[at];
    let mut sealed = entry.sealed;
    let section = field::section(lines, at, seal);
    let inline = line.kind == LineKind::Text && !entry.rest.is_empty();
    let mut paragraphs: Vec<Vec<String>> = vec![vec![value(&entry.rest)]];
    let mut block = inline.then_some(line.block);
    for (nth, below) in section.iter().enumerate() {
        if below.disowned || below.kind == LineKind::Rule {
            continue;
        }
        if inline && below.block != line.block {
            break;
        }
        let mut text = below.text.clone();
        if nth == 0 && !seal.is_empty() && entry.rest.is_empty() {
            (text, sealed) = sealed_label(&text, seal, sealed);
        }
        if block == Some(below.block) {
            paragraphs.last_mut().into_iter().for_each(|lines| lines.push(text.clone()));
        } else {
            block = Some(below.block);
            paragraphs.push(vec![text]);
        }
    }
    paragraphs.iter_mut().for_each(|lines| lines.retain(|line| !line.is_empty()));
    paragraphs.retain(|lines| !lines.is_empty());
    let item = match line.kind {
        LineKind::Heading if entry.overall => None,
        LineKind::Text if line.opens_item && line.depth > 1 => Some(at),
        _ => home,
    };
    let ranking = labels
        .ranked
        .then(|| ranking::of_section(&entry.rest, section, lines.get(at + 1 + section.len()), labels))
        .flatten();
    let claim = ranking.unwrap_or_else(|| claim::of_paragraphs(&paragraphs, labels));
    Declaration { claim, sealed, overall: entry.overall, item }
}

/// The label of "on the change: SHIP": what stands after the colon where a heading says what it is on.
fn value(rest: &str) -> String {
    let on = word::words(rest.get(..rest.len().min(40)).unwrap_or(rest)).first().is_some_and(|word| {
        matches!(word.folded.as_str(), "on" | "for" | "about" | "of" | "zu" | "für" | "sur" | "pour" | "sobre" | "para")
    });
    match rest.split_once([':', '—']) {
        Some((_, label)) if on => label.trim().to_owned(),
        _ => rest.to_owned(),
    }
}

/// A label line that carries the seal at its start: `kmwqzt SHIP - …`, `[kmwqzt] SHIP`.
fn sealed_label(text: &str, seal: &str, sealed: bool) -> (String, bool) {
    match word::words(text).first() {
        Some(word) if word.folded.eq_ignore_ascii_case(seal) => {
            let rest = text.get(word.end..).unwrap_or_default();
            (rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned(), true)
        }
        _ => (text.to_owned(), sealed),
    }
}

/// Whether a heading names one of several things under review.
fn is_item(heading: &str) -> bool {
    let words = word::words(heading);
    words.iter().any(|word| {
        word.folded.chars().any(char::is_numeric)
            || matches!(
                word.folded.as_str(),
                "item"
                    | "file"
                    | "part"
                    | "article"
                    | "section"
                    | "component"
                    | "finding"
                    | "commit"
                    | "change"
                    | "module"
                    | "pr"
                    | "patch"
                    | "task"
                    | "issue"
            )
    }) || heading.contains(['/', '_'])
        || heading.contains(".rs")
}

fn united(declarations: Vec<Declaration>) -> Claim {
    let all_items = |declarations: &[Declaration]| {
        let items: std::collections::BTreeSet<usize> = declarations.iter().filter_map(|d| d.item).collect();
        items.len() >= 2 && items.len() == declarations.len()
    };
    let (overall, others): (Vec<_>, Vec<_>) = declarations.into_iter().partition(|d| d.overall && d.item.is_none());
    if !overall.is_empty() && all_items(&others) {
        return one(overall.into_iter().map(|d| d.claim).collect());
    }
    one(overall.into_iter().chain(others).map(|d| d.claim).collect())
}

/// One claim of several. Those that name nothing give way to those that do; so does the form's echo.
fn one(claims: Vec<Claim>) -> Claim {
    let greatest = claims.iter().map(rank).max().unwrap_or(0);
    let mut claims = claims.into_iter().filter(|claim| rank(claim) == greatest);
    let Some(first) = claims.next() else { return Claim::Missing };
    let other = claims.find(|other| !first.agrees_with(other));
    match other.filter(|_| greatest > 1 && !matches!(first, Claim::Prose { .. })) {
        None => first,
        Some(other) => Claim::Conflicting { words: format!("{}; {}", words(&first), words(&other)) },
    }
}

/// How much a claim says. A foreign label in capitals is a verdict; other short words ("Add tests"
/// under a recommendation) are none where a verdict stands elsewhere.
fn rank(claim: &Claim) -> u8 {
    match claim {
        Claim::Missing => 0,
        Claim::Unlisted { words }
            if !word::words(words)
                .first()
                .is_some_and(|word| word.plain.len() > 2 && !word.plain.chars().any(char::is_lowercase)) =>
        {
            1
        }
        Claim::Unnamed { .. } => 1,
        Claim::Echoed => 2,
        _ => 3,
    }
}

fn words(claim: &Claim) -> &str {
    match claim {
        Claim::Vote { summary, .. } | Claim::Prose { summary } => summary,
        Claim::Abstained { words }
        | Claim::Refused { words }
        | Claim::OffList { words }
        | Claim::Unlisted { words }
        | Claim::Conflicting { words }
        | Claim::Unnamed { words } => words,
        Claim::Echoed | Claim::Missing => "",
    }
}
