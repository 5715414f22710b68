//! `venire runs resume`: a run that was cut short, gone on with in a run of its own. Its record stays as it is.

use std::path::PathBuf;

use clap::Parser;
use serde_json::Value;

use super::args::{Cli, Command as Words, ResumeArgs, RunArgs};
use super::cmd_run;
use super::copies;
use super::environment::Environment;
use super::failure::Failure;
use super::gather::{self, Outcome, Place};
use super::host;
use super::killed;
use super::settings::Settings;
use crate::engine::ExitStatus;
use crate::event::{Run, SeatResult};
use crate::plan::{self, Command, Resumed};
use crate::store::StoreError;
use crate::store::runs::{self, Stored};

/// Asks the seats of the run that have no answer yet, and counts them with those that have.
///
/// # Errors
/// The run goes on or lacks nothing; what it was about is no longer so; and all that keeps a run from starting.
pub(super) fn run(settings: &Settings, args: &ResumeArgs) -> Result<ExitStatus, Failure> {
    cmd_run::refuse_nested(settings)?;
    let stored = runs::find(&settings.folders.state, &args.id)?;
    if stored.is_running() {
        return Err(StoreError::RunAlive { id: stored.id }.into());
    }
    killed::end_what_is_left(settings);
    let recorded = stored.plan()?;
    let resumed = taken_over(&stored, &recorded)?;
    let (settings, mut run, command) = started(settings, &stored, &recorded)?;
    run.show = args.show.clone();
    run.no_record = false;
    let mut gathered = match gather::gather(&settings, &run, command, Place::of_run(&settings)?)? {
        Outcome::NothingToReview(_) => return Err(changed(&stored, &["there is nothing to review".to_owned()])),
        Outcome::Planned(gathered) => *gathered,
    };
    // The lot of a tie is drawn from the name of the run that was begun, whoever goes on with it.
    if let Some(seed) = recorded["rule"]["seed"].as_str() {
        seed.clone_into(&mut gathered.plan.rule.seed);
    }
    let mut differences = plan::differences(&recorded, &plan::document(&gathered.plan));
    if differences.is_empty() && !resumed.seats.is_empty() {
        differences.extend(tree_differs(&settings, &stored));
    }
    if !differences.is_empty() {
        return Err(changed(&stored, &differences));
    }
    gathered.plan.resumed = Some(resumed);
    cmd_run::carry_out(&settings, &run, gathered, Some(&stored))
}

/// What the record has of the seats.
fn taken_over(stored: &Stored, recorded: &Value) -> Result<Resumed, Failure> {
    let broken = |file: &str, error: &dyn std::fmt::Display| {
        let path = stored.folder.join(file);
        StoreError::RunBroken { path, cause: error.to_string() }
    };
    let ids: Vec<&str> =
        recorded["seats"].as_array().into_iter().flatten().filter_map(|seat| seat["id"].as_str()).collect();
    let (results, is_whole) = match stored.result() {
        Ok(result) => {
            let run: Run = serde_json::from_value(result).map_err(|error| broken("run.json", &error))?;
            let is_whole = plan::is_whole(&run);
            (run.seats, is_whole)
        }
        Err(StoreError::RunIncomplete { .. }) => {
            let mut results: Vec<SeatResult> = vec![];
            for id in &ids {
                let file = format!("seats/{id}/ballot.json");
                match stored.read(&file) {
                    Ok(bytes) => {
                        results.push(serde_json::from_slice(&bytes).map_err(|error| broken(&file, &error))?);
                    }
                    Err(StoreError::RunIncomplete { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            (results, false)
        }
        Err(error) => return Err(error.into()),
    };
    if is_whole {
        let message = format!("the run {} lacks nothing: every seat has had its say", stored.id);
        return Err(Failure::usage("V-RUN-WHOLE", message)
            .remedy(format!("venire runs show {}", stored.id))
            .remedy("to hear all of them again, put the question again"));
    }
    Ok(Resumed::of(&stored.id, results))
}

/// How the run was started, and the settings of that place today.
fn started(settings: &Settings, stored: &Stored, recorded: &Value) -> Result<(Settings, RunArgs, Command), Failure> {
    let broken = |cause: &str| StoreError::RunBroken { path: stored.folder.join("plan.json"), cause: cause.to_owned() };
    let words = recorded["arguments"].as_array().ok_or_else(|| broken("it does not say how the run was started"))?;
    let arguments: Vec<String> = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let folder = recorded["folder"].as_str().map(PathBuf::from);
    let line = std::iter::once("venire").chain(arguments.iter().map(String::as_str));
    let mut cli = Cli::try_parse_from(line).map_err(|error| broken(&error.to_string()))?;
    cli.global.color = None;
    let environment = Environment { cwd: folder, arguments, ..settings.environment.clone() };
    let coloured = (console::colors_enabled(), console::colors_enabled_stderr());
    let mut then = Settings::settle(&cli.global, environment)?;
    then.screen = settings.screen;
    console::set_colors_enabled(coloured.0);
    console::set_colors_enabled_stderr(coloured.1);
    match cli.command {
        Words::Ask(args) => Ok((then, args, Command::Ask)),
        Words::Gate(args) => Ok((then, args, Command::Gate)),
        _ => Err(broken("it was started by no command that asks a panel").into()),
    }
}

/// Whether the seats that have answered could have read another tree than the next ones will.
fn tree_differs(settings: &Settings, stored: &Stored) -> Option<String> {
    let recorded: Option<Value> = stored.read(host::TREE).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let before = recorded.as_ref().and_then(|tree| tree["content"].as_str());
    let now = copies::fingerprint(settings.root.as_deref(), &settings.environment.variables, &[]);
    (before != now.as_ref().map(|(_, now)| now.content())).then(|| "the files of the tree".to_owned())
}

fn changed(stored: &Stored, differences: &[String]) -> Failure {
    let message = format!(
        "the run {} can't be resumed, for its verdict would belong to other content; no longer as recorded: {}",
        stored.id,
        differences.join(", ")
    );
    Failure::unable("V-RUN-CHANGED", message)
        .remedy("put the question again, or bring back what was reviewed")
        .remedy(format!("what was answered by then: venire runs show {}", stored.id))
}
