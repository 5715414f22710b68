//! The count: a bar for each option, the seats that did not vote, the quorum, the weights.

use super::page::Page;
use super::screen::{Ink, Screen};
use super::{leaderboard, voices, words};
use crate::event::Run;
use crate::vote::OptionTally;

/// The longest bar, in columns.
const LONGEST_BAR: usize = 30;
/// A bar shorter than this says nothing and is left out.
const SHORTEST_BAR: usize = 5;

pub(super) fn add(page: &mut Page, run: &Run) {
    if let Some(board) = &run.decision.leaderboard {
        leaderboard::add(page, board);
        return below(page, run);
    }
    page.heading("Tally");
    let options = &run.decision.tally.options;
    let labels: Vec<String> = options.iter().map(|tally| page.screen.cut(&tally.option, page.width() / 3)).collect();
    let columns = labels.iter().map(|label| console::measure_text_width(label)).max().unwrap_or(0);
    let facts: Vec<String> = options.iter().map(facts).collect();
    let widest = facts.iter().map(String::len).max().unwrap_or(0);
    let bar = page.width().saturating_sub(columns + widest + 6).min(LONGEST_BAR);
    for ((tally, label), facts) in options.iter().zip(&labels).zip(&facts) {
        let ink = Ink::of(voices::effect(run, &tally.option));
        let blanks = " ".repeat(columns - console::measure_text_width(label) + 2);
        if bar < SHORTEST_BAR {
            page.item(2, (ink, label), facts);
            continue;
        }
        let (filled, empty) = bar_parts(page.screen, tally.share.decimal, bar, tally.ballots > 0);
        let parts = [
            (Ink::Plain, "  ".to_owned()),
            (ink, label.clone()),
            (Ink::Plain, blanks),
            (ink, filled),
            (Ink::Faint, empty),
            (Ink::Plain, format!("  {facts}")),
        ];
        page.line(&parts);
    }
    below(page, run);
}

fn below(page: &mut Page, run: &Run) {
    if let Some(sentence) = words::non_votes(&run.decision) {
        page.text(2, Ink::Plain, &sentence);
    }
    let (met, sentence) = words::quorum(run.decision.quorum);
    page.text(2, if met { Ink::Plain } else { Ink::Warning }, &sentence);
    for sentence in further(run) {
        page.text(2, Ink::Plain, &sentence);
    }
}

/// What else is said of the count: weights, voices, confidence.
pub(super) fn further(run: &Run) -> Vec<String> {
    [discount(run), words::voices(&run.decision), words::confidences(&run.decision)].into_iter().flatten().collect()
}

/// `3 ballots  3/5  60 %`, with the weight where it differs from the number of ballots.
fn facts(tally: &OptionTally) -> String {
    let weight = match &tally.weight.exact {
        weight if *weight == tally.ballots.to_string() => String::new(),
        weight => format!(", weight {weight}"),
    };
    let noun = if tally.ballots == 1 { "ballot " } else { "ballots" };
    let score = match (&tally.score, &tally.share_of_scores) {
        (Some(score), Some(of_scores)) => {
            format!(", score {} ({} of all scores)", score.exact, words::percent(of_scores.decimal))
        }
        (Some(score), None) => format!(", score {}", score.exact),
        (None, _) => String::new(),
    };
    format!("{} {noun}{weight}{score}  {}", tally.ballots, words::share(&tally.share))
}

/// `lineage weights: a 1/3, b 1/3, c 1/3 (anthropic)`, where seats of one lineage share their weight.
fn discount(run: &Run) -> Option<String> {
    let mut groups: Vec<(&str, Vec<String>)> = vec![];
    for seat in run
        .seats
        .iter()
        .filter(|seat| !seat.advisory && !seat.moderator && seat.weight.exact != seat.effective_weight.exact)
    {
        let Some(lineage) = seat.lineage.as_deref() else { continue };
        let entry = format!("{} {}", seat.id, seat.effective_weight.exact);
        match groups.iter_mut().find(|(name, _)| *name == lineage) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((lineage, vec![entry])),
        }
    }
    let shown: Vec<String> =
        groups.iter().map(|(lineage, entries)| format!("{} ({lineage})", entries.join(", "))).collect();
    (!shown.is_empty()).then(|| format!("lineage weights: {}", shown.join("; ")))
}

/// The filled and the empty part of a bar. A share above nothing fills at least one column, and only
/// the whole fills all.
fn bar_parts(screen: &Screen, share: f64, width: usize, any: bool) -> (String, String) {
    let columns = (share.clamp(0.0, 1.0) * width as f64).round() as usize;
    let least = usize::from(any);
    let most = if share < 1.0 { width.saturating_sub(1) } else { width };
    let filled = columns.max(least).min(most);
    (screen.either("█", "#").repeat(filled), screen.either("░", ".").repeat(width - filled))
}
