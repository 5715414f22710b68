//! A re-count of stored answers as text. Its first and its last lines say that it is not the run's decision.

use super::page::Page;
use super::screen::{Ink, Screen};
use super::{dissent, tally, words};
use crate::event::Run;
use crate::vote::{Decision, Status};

/// A re-count as text: `run` with the new decision, the rule in words, what it was changed by, and the decision that
/// is on record.
#[must_use]
pub fn recount(run: &Run, rule: &str, changes: &[String], recorded: &Decision, screen: &Screen) -> String {
    let mut page = Page::new(screen);
    page.item(0, (Ink::Warning, "Re-count, not a decision:"), &format!("the stored answers of the run {}.", run.id));
    let question = run.question.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    page.text(2, Ink::Plain, &page.screen.cut(question, page.width() - 2));
    let by = if changes.is_empty() { "as recorded".to_owned() } else { format!("changed by {}", changes.join(" ")) };
    page.text(2, Ink::Plain, &format!("{rule} ({by})"));
    if run.decision.status != Status::NotSought {
        tally::add(&mut page, run);
    }
    page.heading("Re-count");
    decision(&mut page, run, &run.decision);
    page.heading("On record");
    decision(&mut page, run, recorded);
    dissent::add(&mut page, run, false);
    page.gap();
    page.text(0, Ink::Faint, "A re-count changes neither the decision nor the record.");
    page.finish()
}

fn decision(page: &mut Page, run: &Run, decision: &Decision) {
    let effect = decision.option.as_ref().and_then(|option| run.options.iter().find(|one| one.label == *option));
    let sentence = words::decision(decision);
    match decision.option.as_deref().and_then(|label| Some((label, sentence.strip_prefix(label)?))) {
        Some((label, rest)) => page.item(2, (Ink::of(effect.and_then(|option| option.effect)), label), rest),
        None => page.text(2, Ink::Strong, &sentence),
    }
}
