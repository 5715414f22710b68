//! The lines that open a part of the ballot: a heading, `Field: …`, or a bold word on its own.

use super::page::{Line, LineKind};
use super::vocabulary as known;
use super::word::{self, Word};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Verdict,
    Confidence,
    Takeaways,
    Risks,
    Evidence,
    Dealbreaker,
    /// A part that the ballot does not need, known only so that it bounds the others.
    Other,
}

/// A line that opens a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub field: Field,
    /// The text after the field's word, without the seal.
    pub rest: String,
    pub sealed: bool,
    /// Marked as the one on the whole.
    pub overall: bool,
}

/// Every field that `line` opens: one, or several apart by bars (`STANCE: x | CONFIDENCE: high`).
pub(super) fn entries(line: &Line, seal: &str) -> Vec<Entry> {
    if line.kind == LineKind::Rule || line.disowned || line.starts_in_code {
        return vec![];
    }
    let heading = line.kind == LineKind::Heading;
    let segments: Vec<&str> = line.text.split('|').collect();
    if (2..=12).contains(&segments.len()) {
        let found: Vec<Option<Entry>> = segments.iter().map(|text| entry(text, false, 0, seal, true)).collect();
        let fields = found.iter().flatten().count();
        if fields > 1 && found.first().is_some_and(Option::is_some) {
            let sealed = !seal.is_empty() && words_hold(&line.text, seal);
            return found.into_iter().flatten().map(|entry| Entry { sealed, ..entry }).collect();
        }
    }
    entry(&line.text, heading, line.bold, seal, false).into_iter().collect()
}

fn words_hold(text: &str, seal: &str) -> bool {
    word::words(text).iter().any(|word| word.folded.eq_ignore_ascii_case(seal))
}

/// The field that `text` opens. In a heading the word alone does; elsewhere a colon, a dash, the end
/// of the line or the end of the emphasis must follow.
pub(super) fn entry(text: &str, heading: bool, bold: usize, seal: &str, barred: bool) -> Option<Entry> {
    // A field's word stands near the start; a long line is not searched.
    let head = text.char_indices().nth(300).and_then(|(at, _)| text.get(..at)).unwrap_or(text);
    let words = word::words(head);
    let before = head.get(..words.first()?.start)?;
    if before.contains(['"', '\'', '“', '”', '«', '»', '‘', '’', '„', '+', '>', '@', '`', '/', '\\', '$', '='])
    {
        return None;
    }
    let (field, first, mut after) = opening(head, &words, barred)?;
    let lead = words.get(..first)?;
    let mut overall = lead.iter().any(|word| known::OVERALL.contains(&word.folded.as_str()));
    let mut sealed = false;
    while let Some(word) = words.get(after) {
        let gap = word::gap(head, &words, after - 1);
        if !seal.is_empty() && word.folded.eq_ignore_ascii_case(seal) {
            sealed = true;
        } else if word.folded == "seal"
            && words.get(after + 1).is_some_and(|next| next.folded.eq_ignore_ascii_case(seal))
        {
        } else if !gap.contains([':', '：', '—', '-', '–', '=', '|']) && known::OVERALL.contains(&word.folded.as_str())
        {
            overall = true;
        } else {
            break;
        }
        after += 1;
    }
    let compound = words.get(after).is_some_and(|word| known::COMPOUNDS.contains(&word.folded.as_str()))
        && word::gap(head, &words, after - 1).trim().is_empty();
    let field = if compound && !sealed { Field::Other } else { field };
    let end = words.get(after - 1).map_or(0, |word| word.end);
    let rest = text.get(end..).unwrap_or_default();
    let copula = words.get(after).filter(|word| matches!(word.folded.as_str(), "is" | "ist" | "est" | "es"));
    let (rest, linked) = match copula {
        Some(word) if field == Field::Verdict => (text.get(word.end..).unwrap_or_default(), true),
        _ => (rest, false),
    };
    let separated = linked
        || separator(rest)
        || (before.ends_with('[') && rest.starts_with(']'))
        || rest.chars().all(|c| !c.is_alphanumeric())
        || (bold > 0 && bold.abs_diff(end) <= 2);
    if !heading && !separated {
        return None;
    }
    let (rest, seal_later) = without_seal(rest, seal);
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ":：-–—=*_#).]>→|\u{ff0d}".contains(c)).trim();
    Some(Entry { field, rest: rest.to_owned(), sealed: sealed || (field == Field::Verdict && seal_later), overall })
}

/// The field's words: its kind, its first word and the word after its last.
fn opening(text: &str, words: &[Word], barred: bool) -> Option<(Field, usize, usize)> {
    let mut at = numbering(text, words);
    let mut modifiers = 0;
    loop {
        if let Some((field, length)) = phrase(words, at, barred) {
            let glued = words.len() > at + length && word::is_glue(word::gap(text, words, at + length - 1));
            return (!glued).then_some((field, at, at + length));
        }
        let word = words.get(at)?;
        let gap = word::gap(text, words, at);
        let plain = gap.chars().all(|c| c.is_whitespace() || matches!(c, '*' | '_' | '-'));
        if !known::MODIFIERS.contains(&word.folded.as_str()) || !plain || modifiers == 4 {
            return None;
        }
        modifiers += 1;
        at += 1;
    }
}

/// How many words at the start only number the line: `2.`, `(3)`, `IV)`, `Step 5:`.
fn numbering(text: &str, words: &[Word]) -> usize {
    let mut at = usize::from(words.first().is_some_and(|w| {
        matches!(
            w.folded.as_str(),
            "step" | "section" | "part" | "schritt" | "punkt" | "étape" | "sección" | "abschnitt"
        )
    }));
    let named = at;
    while let Some(word) = words.get(at).filter(|_| at < named + 4) {
        let number = word.folded.chars().all(char::is_numeric)
            || word.folded.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
            || (word.folded.len() == 1 && word.folded.is_ascii());
        let gap = word::gap(text, words, at);
        if !number || !gap.starts_with(['.', ')', ':', ' ', ']', '-', '、', '．']) || gap.contains('^') {
            break;
        }
        at += 1;
    }
    if at == named { 0 } else { at }
}

fn phrase(words: &[Word], at: usize, barred: bool) -> Option<(Field, usize)> {
    let rest = words.get(at..)?;
    if barred && rest.first().is_some_and(|word| word.folded == "stance") {
        return Some((Field::Verdict, 1));
    }
    [
        (Field::Verdict, known::VERDICT),
        (Field::Confidence, known::CONFIDENCE),
        (Field::Takeaways, known::TAKEAWAYS),
        (Field::Risks, known::RISKS),
        (Field::Evidence, known::EVIDENCE),
        (Field::Dealbreaker, known::DEALBREAKER),
        (Field::Other, known::OTHER),
    ]
    .into_iter()
    .find_map(|(field, phrases)| {
        phrases.iter().filter_map(|phrase| fits(rest, phrase)).max().map(|length| (field, length))
    })
}

fn fits(words: &[Word], phrase: &str) -> Option<usize> {
    // Hardly any does, and the first word tells.
    if !phrase.starts_with(&words.first()?.folded) {
        return None;
    }
    let mut length = 0;
    for want in phrase.split(' ') {
        if words.get(length)?.folded != want {
            return None;
        }
        length += 1;
    }
    Some(length)
}

fn separator(rest: &str) -> bool {
    let bare = rest.trim_start_matches(['*', '_', ')', ']', '>', '`']);
    let trimmed = bare.trim_start();
    let mut after = trimmed.chars();
    match after.next() {
        Some(':' | '：' | '=' | '→' | '—' | '–' | '|') => true,
        Some('-') => bare.len() > trimmed.len() || after.next().is_none_or(char::is_whitespace),
        Some('(' | '[') => {
            trimmed.split_once([')', ']']).is_some_and(|(inside, tail)| inside.len() < 60 && separator(tail))
        }
        _ => false,
    }
}

/// `rest` without the prompt's seal, and whether it was there.
fn without_seal(rest: &str, seal: &str) -> (String, bool) {
    if seal.is_empty() {
        return (rest.to_owned(), false);
    }
    let Some(word) = word::words(rest).into_iter().find(|word| word.folded.eq_ignore_ascii_case(seal)) else {
        return (rest.to_owned(), false);
    };
    let before = rest.get(..word.start).unwrap_or_default().trim_end_matches(['(', '[', '<', '#']);
    let before = before
        .strip_suffix("seal ")
        .or_else(|| before.strip_suffix("seal: "))
        .unwrap_or(before)
        .trim_end_matches(['(', '[', '<', '#']);
    let after = rest.get(word.end..).unwrap_or_default().trim_start_matches([')', ']', '>']);
    (format!("{before}{after}"), true)
}

/// The lines of a field after the one that opens it: up to the next heading or field, or for an item
/// of a list up to the next item of that list.
pub(super) fn section<'l>(lines: &'l [Line], at: usize, seal: &str) -> &'l [Line] {
    let start = at + 1;
    let Some(opener) = lines.get(at) else { return &[] };
    let in_list = opener.kind == LineKind::Text && opener.opens_item;
    let length = lines.iter().skip(start).take_while(|line| {
        line.kind != LineKind::Heading
            && !(in_list && (line.depth < opener.depth || (line.opens_item && line.depth <= opener.depth)))
            && entries(line, seal).is_empty()
    });
    lines.get(start..start + length.count()).unwrap_or_default()
}

/// Whether a line that runs on from the one before may open a field: not where the sentence before
/// goes on into it ("he gave the / verdict: ship").
pub(super) fn may_open(lines: &[Line], at: usize) -> bool {
    let (Some(line), Some(before)) = (lines.get(at), at.checked_sub(1).and_then(|at| lines.get(at))) else {
        return true;
    };
    if line.kind == LineKind::Heading
        || line.block != before.block
        || before.text.ends_with(['.', ':', '!', '?', ';', ')', '|', '。'])
    {
        return true;
    }
    let last = word::words(&before.text).pop().map(|word| word.folded).unwrap_or_default();
    let runs_on = matches!(
        last.as_str(),
        "the"
            | "a"
            | "an"
            | "not"
            | "no"
            | "his"
            | "her"
            | "their"
            | "this"
            | "that"
            | "of"
            | "with"
            | "says"
            | "reads"
            | "line"
            | "text"
            | "and"
            | "or"
            | "never"
    ) || last.ends_with("'s");
    let lower = line.text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase) && line.bold == 0;
    let long = before.text.chars().filter(|c| c.is_whitespace()).count() > 2;
    !(runs_on || (lower && long))
}
