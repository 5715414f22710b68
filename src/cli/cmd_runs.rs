//! `venire runs`: finished runs, from their records.

use serde_json::{Value, json};

use super::args::{Format, ListFormat, RunsCommand};
use super::failure::Failure;
use super::settings::Settings;
use crate::engine::ExitStatus;
use crate::report;
use crate::store::runs::{self, RunStatus, Stored};
use crate::text::sanitise;

pub(super) fn run(settings: &Settings, command: &RunsCommand) -> Result<ExitStatus, Failure> {
    match command {
        RunsCommand::List { format } => list(settings, *format),
        RunsCommand::Show { id, format, verbose } => {
            show(settings, &runs::find(&settings.folders.state, id)?, *format, *verbose)
        }
        RunsCommand::Schema => super::answer(&pretty(&report::run_schema())),
    }
}

fn list(settings: &Settings, format: ListFormat) -> Result<ExitStatus, Failure> {
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
    let document = stored.result()?;
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

pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
