//! Layer 10: the command line. Arguments become settings, settings become a plan, the engine conducts
//! it, and what comes out becomes an exit status.
//!
//! One file reads the environment (`environment`), one knows the exit of a failure (`failure`), one is
//! the engine's door to the machine (`host`); each command has a file of its own.

mod args;
mod cmd_agents;
mod cmd_completions;
mod cmd_lookback;
mod cmd_panel;
mod cmd_plan;
mod cmd_prune;
mod cmd_resume;
mod cmd_run;
mod cmd_runs;
mod cmd_tally;
mod cmd_trust;
mod complete;
mod copies;
mod entrusted;
mod environment;
mod failure;
mod gather;
mod host;
mod killed;
mod material;
mod probe;
mod rule;
mod seating;
mod settings;

pub use args::Cli;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::engine::ExitStatus;
use args::Command;
use environment::Environment;
use failure::Failure;
use settings::Settings;

/// Runs the command line of this process and says what it ends with.
#[must_use]
pub fn main() -> ExitCode {
    clap_complete::CompleteEnv::with_factory(Cli::command).complete();
    std::panic::set_hook(Box::new(fault));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is wrong usage.
            let status = if error.use_stderr() { ExitStatus::Usage } else { ExitStatus::Yes };
            let _ = error.print();
            return ExitCode::from(status as u8);
        }
    };
    let environment = Environment::of_this_process();
    let status = Settings::settle(&cli.global, environment).and_then(|settings| match cli.command {
        Command::Ask(args) => cmd_run::run(&settings, &args, crate::plan::Command::Ask),
        Command::Gate(args) => cmd_run::run(&settings, &args, crate::plan::Command::Gate),
        Command::Plan(args) => cmd_plan::run(&settings, &args),
        Command::Panel { command } => cmd_panel::run(&settings, &command),
        Command::Agents(args) => cmd_agents::run(&settings, &args),
        Command::Runs { command } => cmd_runs::run(&settings, &command),
        Command::Tally(args) => cmd_tally::run(&settings, &args),
        Command::Trust(args) => cmd_trust::run(&settings, &args),
        Command::Completions { shell } => cmd_completions::completions(shell),
        Command::Man => cmd_completions::man(),
    });
    let status = status.unwrap_or_else(|failure| failure.tell());
    // A helper that cut every tie to its seat has come to this process as its orphan.
    crate::process::end_everything();
    ExitCode::from(status as u8)
}

/// A fault of venire's own: no seat is left running, and the status is that of no decision.
#[expect(clippy::exit, clippy::print_stderr, reason = "with panic = abort the hook is the last that runs")]
fn fault(info: &std::panic::PanicHookInfo<'_>) {
    crate::process::end_everything();
    eprintln!("venire: a fault of venire's own, please report it: {info}");
    std::process::exit(i32::from(ExitStatus::Fault as u8));
}

/// Prints a text that is a command's whole answer. A reader that has seen enough is no failure.
fn answer(text: &str) -> Result<ExitStatus, Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::output(&error)),
        _ => Ok(ExitStatus::Yes),
    }
}
