//! `venire runs`: finished runs, from their records.

use serde_json::{Value, json};

use super::args::{Format, ListFormat, RunsCommand};
use super::cmd_lookback;
use super::cmd_prune;
use super::cmd_resume;
use super::failure::Failure;
use super::killed;
use super::settings::Settings;
use crate::engine::ExitStatus;
use crate::report;
use crate::store::StoreError;
use crate::store::runs::{self, RunStatus, Stored};
use crate::text::sanitise;

pub(super) fn run(settings: &Settings, command: &RunsCommand) -> Result<ExitStatus, Failure> {
    match command {
        RunsCommand::List { format } => list(settings, *format),
        RunsCommand::Show { id, format, verbose } => {
            show(settings, &runs::find(&settings.folders.state, id)?, *format, *verbose)
        }
        RunsCommand::Tally(args) => {
            cmd_lookback::tally(settings, &runs::find(&settings.folders.state, &args.id)?, args)
        }
        RunsCommand::Explain { id, format } => {
            cmd_lookback::explain(settings, &runs::find(&settings.folders.state, id)?, *format)
        }
        RunsCommand::Audit { id, format } => cmd_lookback::audit(&runs::find(&settings.folders.state, id)?, *format),
        RunsCommand::Resume(args) => cmd_resume::run(settings, args),
        RunsCommand::Prune(args) => cmd_prune::run(settings, args),
        RunsCommand::Schema => super::answer(&pretty(&report::run_schema())),
    }
}

fn list(settings: &Settings, format: ListFormat) -> Result<ExitStatus, Failure> {
    killed::end_what_is_left(settings);
    let listed: Vec<_> = runs::runs(&settings.folders.state)?.iter().map(Stored::listed).collect();
    if format == ListFormat::Json {
        let rows: Vec<Value> = listed
            .iter()
            .map(|run| json!({ "id": run.id, "started": run.started, "question": run.question, "status": word(&run.status), "decision": run.decision }))
            .collect();
        return super::answer(&pretty(&Value::from(rows)));
    }
    if listed.is_empty() {
        return super::answer("no runs yet\n");
    }
    let mut text = String::new();
    for run in &listed {
        let question = run.question.as_deref().unwrap_or("");
        let outcome = run.decision.clone().unwrap_or_else(|| word(&run.status));
        let line = format!("{}  {:<16}  {}", run.id, sanitise::line(&outcome), sanitise::line(question));
        text.push_str(console::truncate_str(&line, settings.screen.width, "…").trim_end());
        text.push('\n');
    }
    super::answer(&text)
}

fn word(status: &RunStatus) -> String {
    match status {
        RunStatus::Finished(decision) => decision.clone(),
        RunStatus::Running => "running".to_owned(),
        RunStatus::NeverFinished => "never finished".to_owned(),
        RunStatus::Broken(cause) => format!("damaged: {cause}"),
    }
}

fn show(settings: &Settings, stored: &Stored, format: Format, verbose: bool) -> Result<ExitStatus, Failure> {
    if format == Format::Jsonl {
        let events = stored.events()?;
        let lines: String = events.iter().map(|event| format!("{event}\n")).collect();
        return super::answer(&lines);
    }
    let document = match stored.result() {
        Err(StoreError::RunIncomplete { .. }) => return unfinished(settings, stored, format),
        other => other?,
    };
    match format {
        Format::Json => super::answer(&pretty(&document)),
        _ => {
            let run: crate::event::Run = serde_json::from_value(document).map_err(|error| {
                Failure::unable(
                    "V-RUN-BROKEN",
                    format!("the result of run {} can't be read: {error}", stored.listed().id),
                )
            })?;
            super::answer(&match format {
                Format::Markdown => report::markdown(&run),
                _ => report::human(&run, &settings.screen, verbose),
            })
        }
    }
}

/// What there is of a run without a result: what was planned, and what each seat had said by then.
fn unfinished(settings: &Settings, stored: &Stored, format: Format) -> Result<ExitStatus, Failure> {
    let listed = stored.listed();
    let plan = stored.plan().ok();
    // A run that was ended before its first event has no seat to tell of.
    let events = stored.events().unwrap_or_default();
    let finished: Vec<&Value> = events.iter().filter(|event| event["event"] == "seat_finished").collect();
    if format == Format::Json {
        return super::answer(&pretty(&json!({
            "id": listed.id, "status": word(&listed.status), "plan": plan, "seats": finished,
        })));
    }
    let mut text = format!("{}  {}\n", listed.id, word(&listed.status));
    if let Some(question) = &listed.question {
        text.push_str(&format!("{}\n", sanitise::line(question)));
    }
    let ids = plan.iter().flat_map(|plan| plan["seats"].as_array().into_iter().flatten());
    for id in ids.filter_map(|seat| seat["id"].as_str()) {
        let said = match finished.iter().find(|event| event["id"] == id) {
            Some(seat) => outcome(seat),
            None => "no answer by then".to_owned(),
        };
        let line = sanitise::line(&format!("  {id}: {said}"));
        text.push_str(console::truncate_str(&line, settings.screen.width, "…").trim_end());
        text.push('\n');
    }
    text.push_str(&format!("No decision was reached. What was kept is in {}\n", stored.folder.display()));
    super::answer(&text)
}

/// A finished seat in one line.
fn outcome(seat: &Value) -> String {
    let of = |pointer: &str| seat.pointer(pointer).and_then(Value::as_str);
    if seat["passed"] == true {
        return "the check passed".to_owned();
    }
    match (of("/ballot/option"), of("/ballot/summary"), of("/non_vote/detail")) {
        (_, _, Some(detail)) => format!("no vote: {detail}"),
        (option, summary, _) => [option, summary].into_iter().flatten().collect::<Vec<_>>().join(": "),
    }
}

pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
