//! `venire runs tally`, `explain` and `audit`: what a record says, offline. Nothing is written.

use serde_json::json;

use super::args::{ListFormat, RecountArgs};
use super::cmd_runs::pretty;
use super::failure::Failure;
use super::rule;
use super::settings::Settings;
use crate::audit::{self, Recorded};
use crate::document::{self, Node, Source, Value};
use crate::engine::ExitStatus;
use crate::panel::{self, Override, Panel, Purpose};
use crate::plan;
use crate::report;
use crate::store::StoreError;
use crate::store::runs::Stored;
use crate::text::sanitise;
use crate::vote::{Rule, Status, Strategy, Voter};

/// Counts the stored answers of a run again.
///
/// # Errors
/// A record that can't be read, or a rule that its panel can't have.
pub(super) fn tally(settings: &Settings, stored: &Stored, args: &RecountArgs) -> Result<ExitStatus, Failure> {
    let recorded = Recorded::read(stored)?;
    let overrides = rule::overrides(&args.rule);
    let changes = overrides.iter().map(|one| one.origin.clone()).collect();
    let (rule, roster) = if overrides.is_empty() {
        (recorded.rule.clone(), recorded.roster.clone())
    } else {
        changed(&recorded, &panel(stored, &overrides)?)
    };
    if (rule.strategy == Strategy::Rank) != (recorded.rule.strategy == Strategy::Rank) {
        let message = "under `rank` seats rank each other's answers, and only a run of its own asks them to";
        let remedy = "count it by the strategies whose ballots it has, or ask again";
        return Err(Failure::usage("V-TALLY-STRATEGY", message).remedy(remedy));
    }
    let recount = audit::recount(&recorded, rule, &roster, changes);
    let status = match recount.run.decision.status {
        Status::Decided | Status::Vetoed | Status::NotSought => ExitStatus::Yes,
        Status::Undecided | Status::Inquorate | Status::Escalated => ExitStatus::No,
    };
    let text = match args.format {
        ListFormat::Json => pretty(&recount.document()),
        ListFormat::Text => {
            let words = rule::words(&recount.rule);
            report::recount(&recount.run, &words, &recount.changes, &recount.recorded, &settings.screen)
        }
    };
    super::answer(&text).map(|_| status)
}

/// The recorded panel with other values in its rule.
fn panel(stored: &Stored, overrides: &[Override]) -> Result<Panel, Failure> {
    let text = String::from_utf8_lossy(&stored.read("panel.yaml")?).into_owned();
    let source = Source::new("the recorded panel", text);
    let node = document::parse(&source).map_err(StoreError::Document)?;
    // It was checked when it ran: whatever it names as an agent was known.
    let mut known = vec![];
    words(&node, &mut known);
    Ok(panel::load(&[source], overrides, &known, Purpose::Ask)?.panel)
}

/// Every text of a document up to a colon or a slash, which is how agents are named.
fn words(node: &Node, found: &mut Vec<String>) {
    match &node.value {
        Value::Text(text) => found.extend(text.split([':', '/']).next().map(str::to_owned)),
        Value::List(items) => items.iter().for_each(|item| words(item, found)),
        Value::Map(entries) => entries.iter().for_each(|entry| words(&entry.node, found)),
        _ => {}
    }
}

/// The rule of the changed panel over the recorded options, and the roster with the panel's weights where they count.
fn changed(recorded: &Recorded, panel: &Panel) -> (Rule, Vec<Voter>) {
    let eligible = recorded.roster.iter().filter(|voter| voter.is_eligible()).count();
    let options = recorded.rule.options.clone();
    let rule = Rule { options, ..plan::rule(panel, eligible, recorded.rule.gate, &recorded.rule.seed) };
    let mut roster = recorded.roster.clone();
    if rule.strategy.uses_base_weights() {
        for voter in &mut roster {
            if let Some(seat) = panel.seats.iter().find(|seat| seat.id == voter.id) {
                voter.weight = seat.weight.clone();
            }
        }
    }
    (rule, roster)
}

/// Says why a run's decision came out as it did.
///
/// # Errors
/// A record that can't be read.
pub(super) fn explain(settings: &Settings, stored: &Stored, format: ListFormat) -> Result<ExitStatus, Failure> {
    let recorded = Recorded::read(stored)?;
    let parts = audit::explain(&recorded);
    if format == ListFormat::Json {
        return super::answer(&pretty(&report::cleaned(json!({ "run": recorded.run.id, "parts": parts }))));
    }
    let mut text = format!("{}  {}\n", recorded.run.id, sanitise::line(&recorded.run.question));
    for part in &parts {
        text.push_str(&format!("\n{}\n", part.heading));
        for sentence in &part.sentences {
            let options = textwrap::Options::new(settings.screen.width).initial_indent("  ").subsequent_indent("    ");
            text.push_str(&textwrap::fill(&sanitise::line(sentence), options));
            text.push('\n');
        }
    }
    super::answer(&text)
}

/// Checks a run's record; status 1 where something does not hold.
///
/// # Errors
/// A record that can't be read.
pub(super) fn audit(stored: &Stored, format: ListFormat) -> Result<ExitStatus, Failure> {
    let checks = audit::audit(stored)?;
    let failed = checks.iter().filter(|check| !check.passed).count();
    let status = if failed == 0 { ExitStatus::Yes } else { ExitStatus::No };
    if format == ListFormat::Json {
        let document = json!({ "schema": "venire.audit/1", "run": stored.id, "passed": failed == 0, "checks": checks });
        return super::answer(&pretty(&report::cleaned(document))).map(|_| status);
    }
    let mut text = String::new();
    for check in &checks {
        text.push_str(&format!("{}  {}\n", if check.passed { "pass" } else { "FAIL" }, check.check));
        for line in check.reasons.iter().chain(&check.notes) {
            text.push_str(&format!("        {}\n", sanitise::line(line)));
        }
    }
    text.push_str(&match failed {
        0 => format!("\n{}: all {} checks passed\n", stored.id, checks.len()),
        _ => format!("\n{}: {failed} of {} checks failed\n", stored.id, checks.len()),
    });
    super::answer(&text).map(|_| status)
}
