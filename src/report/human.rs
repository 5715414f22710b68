//! The result as text for people. The order is that of reading: who said what, the count, the
//! decision beside what speaks against trusting it, the dissent, and where all of it is kept.

use super::page::Page;
use super::screen::{Ink, Screen};
use super::{dissent, tally, voices, words};
use crate::event::{Run, Warning};
use crate::vote::Status;

/// Warnings of these codes stand at the top: what is under review touches what reviews it.
const TOP_WARNINGS: &str = "V-WARN-CHANGE-";
/// Warnings of these codes belong beside the decision.
const ONE_LINEAGE: &str = "V-WARN-ONE-LINEAGE";

/// The run as text, at most `screen.width` columns wide but for paths, with a newline at the end.
/// `verbose` shows every piece of evidence, long texts whole, and how each seat was run.
#[must_use]
pub fn human(run: &Run, screen: &Screen, verbose: bool) -> String {
    let mut page = Page::new(screen);
    header(&mut page, run);
    voices::add(&mut page, run, verbose);
    if run.decision.status != Status::NotSought {
        tally::add(&mut page, run);
    }
    decision(&mut page, run);
    dissent::add(&mut page, run, verbose);
    synthesis(&mut page, run);
    footer(&mut page, run, verbose);
    page.finish()
}

/// Whether the warning is about the change touching its own review.
pub(super) fn is_top(warning: &Warning) -> bool {
    warning.code.starts_with(TOP_WARNINGS)
}

/// What stands beside the decision: the consensus of a single vendor.
pub(super) fn beside_decision(run: &Run) -> Vec<String> {
    let warned = run.warnings.iter().filter(|warning| warning.code.starts_with(ONE_LINEAGE));
    let warned: Vec<String> = warned.map(|warning| warning.text.clone()).collect();
    if warned.is_empty() { words::one_vendor(run).into_iter().collect() } else { warned }
}

/// The warnings that have no better place.
pub(super) fn other_warnings(run: &Run) -> impl Iterator<Item = &Warning> {
    run.warnings.iter().filter(|warning| !is_top(warning) && !warning.code.starts_with(ONE_LINEAGE))
}

fn header(page: &mut Page, run: &Run) {
    let facts =
        format!("panel {}, {}, {}", run.panel.name, words::seats(run.seats.len()), words::elapsed(run.elapsed_ms));
    page.item(0, (Ink::Strong, &format!("venire {}:", run.command)), &facts);
    let question = run.question.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let question = page.screen.cut(question, page.width() - 2);
    page.text(2, Ink::Plain, &question);
    if let Some(earlier) = &run.resumed_from {
        page.text(2, Ink::Faint, &format!("goes on from the run {earlier}"));
    }
    if let Some(sentence) = words::ended_early(run) {
        page.item(0, (Ink::Warning, "Ended early:"), &sentence);
    }
    for warning in run.warnings.iter().filter(|warning| is_top(warning)) {
        page.item(0, (Ink::Warning, "Warning:"), &format!("{} [{}]", warning.text, warning.code));
    }
}

fn decision(page: &mut Page, run: &Run) {
    page.heading("Decision");
    let sentence = words::decision(&run.decision);
    let label = run.decision.option.as_deref().unwrap_or_default();
    match sentence.strip_prefix(label) {
        Some(rest) if !label.is_empty() => page.item(2, (Ink::of(run.decision.effect), label), rest),
        _ => page.text(2, Ink::Strong, &sentence),
    }
    if let Some((ships, sentence)) = words::gate(run) {
        page.text(2, if ships { Ink::Pass } else { Ink::Block }, &sentence);
    }
    if let Some(sentence) = words::margin(run) {
        page.text(2, Ink::Plain, &sentence);
    }
    for sentence in beside_decision(run) {
        page.item(2, (Ink::Warning, "One vendor:"), &sentence);
    }
    if run.decision.requires_human_review {
        page.item(2, (Ink::Warning, "Human review:"), "a human should look at this before it is relied upon.");
    }
    if !run.decision.dealbreakers.is_empty() {
        page.item(2, (Ink::Warning, "Dealbreaker:"), &format!("named by {}.", words::list(&run.decision.dealbreakers)));
    }
}

fn synthesis(page: &mut Page, run: &Run) {
    let Some(synthesis) = &run.synthesis else { return };
    page.heading("Synthesis");
    match (&synthesis.text, &synthesis.failed) {
        (Some(text), _) => {
            let label = format!("Written by the judge {}; it decides nothing.", synthesis.judge);
            page.text(2, Ink::Faint, &label);
            page.prose(2, text);
        }
        (None, Some(failed)) => {
            let what = format!("{}: {}", failed.kind.word(), failed.detail);
            page.item(2, (Ink::Warning, &format!("The judge {} failed:", synthesis.judge)), &what);
            if let Some(remedy) = &failed.remedy {
                page.item(2, (Ink::Strong, "remedy:"), remedy);
            }
        }
        (None, None) => page.text(2, Ink::Plain, &format!("The judge {} wrote nothing.", synthesis.judge)),
    }
}

fn footer(page: &mut Page, run: &Run, verbose: bool) {
    let warnings: Vec<&Warning> = other_warnings(run).collect();
    if !warnings.is_empty() {
        page.heading("Warnings");
        for warning in warnings {
            page.item(2, (Ink::Warning, page.screen.either("•", "-")), &format!("{} [{}]", warning.text, warning.code));
        }
    }
    page.gap();
    for line in voices::read_only(run) {
        page.item(0, (Ink::Faint, "Read-only:"), &line);
    }
    if verbose {
        let panel = format!("from {}, SHA-256 {}", run.panel.source, run.panel.digest);
        page.item(0, (Ink::Faint, "Run:"), &format!("{}, started {}", run.id, run.started));
        page.item(0, (Ink::Faint, "Panel:"), &panel);
    }
    match &run.record {
        // A path is not wrapped, so that it can be copied.
        Some(folder) => page.line(&[(Ink::Faint, "Record: ".to_owned()), (Ink::Plain, folder.clone())]),
        None => page.item(0, (Ink::Faint, "Record:"), "none was kept"),
    }
}
