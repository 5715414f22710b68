//! `venire ask` and `venire gate`.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use indicatif::ProgressDrawTarget;
use tokio::sync::mpsc;

use super::args::{Format, RunArgs};
use super::failure::Failure;
use super::gather::{self, Gathered, Outcome, Place};
use super::host::{DEPTH, Host};
use super::killed;
use super::settings::Settings;
use crate::engine::{self, ExitStatus, Start, StopRequest};
use crate::event::{Envelope, Run};
use crate::plan::{self, Command, Plan};
use crate::process::{self, Signal, Signals};
use crate::report::{self, Fanout, Keeper, Screen, Sink, SinkError};
use crate::store::record::Record;
use crate::store::runs::Stored;

/// How often displays are told that time has passed: on a terminal, and elsewhere.
const TICKS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Runs the command.
///
/// # Errors
/// Everything that keeps a run from starting, and a result that could not be written.
pub(super) fn run(settings: &Settings, args: &RunArgs, command: Command) -> Result<ExitStatus, Failure> {
    refuse_nested(settings)?;
    match gather::gather(settings, args, command, Place::of_run(settings)?)? {
        Outcome::NothingToReview(sentences) => nothing_to_review(&sentences),
        Outcome::Planned(gathered) => {
            for remark in &gathered.material.remarks {
                let _ = writeln!(std::io::stderr(), "venire: {remark}");
            }
            carry_out(settings, args, *gathered, None)
        }
    }
}

/// A seat can't start another run.
pub(super) fn refuse_nested(settings: &Settings) -> Result<(), Failure> {
    if settings.environment.is_set(DEPTH) {
        let message = "a seat of venire started venire again";
        return Err(Failure::usage("V-NESTED", message)
            .remedy("a panel does not call panels; put the question to the outer one"));
    }
    Ok(())
}

fn nothing_to_review(sentences: &[String]) -> Result<ExitStatus, Failure> {
    for sentence in sentences {
        let _ = writeln!(std::io::stderr(), "venire: {sentence}");
    }
    Ok(ExitStatus::Yes)
}

/// Conducts what was gathered and shows what comes of it. `earlier` is the run that it goes on from.
///
/// # Errors
/// The process can't be set up, or the result can't be written.
pub(super) fn carry_out(
    settings: &Settings,
    args: &RunArgs,
    mut gathered: Gathered,
    earlier: Option<&Stored>,
) -> Result<ExitStatus, Failure> {
    killed::end_what_is_left(settings);
    let plan = gathered.plan.clone();
    // Until the private folder is gone.
    let _ongoing = gathered.ongoing.take();
    let keeper = if args.no_record { None } else { keeper(settings, &plan, &gathered.effective) };
    if let (Some(keeper), Some(earlier)) = (&keeper, earlier) {
        keep_taken_over(keeper, &plan, earlier);
    }
    let out = Output::open(settings, args)?;
    let sinks = sinks(settings, args, keeper.as_ref(), &out)?;
    let mut host = Host::new(settings, args, gathered);
    host.keeper.clone_from(&keeper);
    let start = Start {
        started: jiff::Timestamp::now().to_string(),
        record: keeper.as_ref().map(|keeper| keeper.folder().display().to_string()),
    };
    let ticks = if live(settings, args) { TICKS.0 } else { TICKS.1 };
    let host = Rc::new(host);
    let conducted = conducted(plan, Rc::clone(&host), start, sinks, ticks);
    // Nobody else holds it once the run is over.
    if let Some(Err(error)) = Rc::into_inner(host).map(|host| host.scratch.close()) {
        let _ = writeln!(std::io::stderr(), "venire: the private folder of this run is left behind: {error}");
    }
    let (run, unwritten) = conducted?;
    if let Some(failure) = keeper.as_ref().and_then(Keeper::failure) {
        let _ = writeln!(std::io::stderr(), "venire: the record of this run is not whole: {failure}");
    }
    match unwritten {
        None => out.close()?,
        // A reader that has seen enough is no failure.
        Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        Some(error) => drop(Failure::unable(error.code(), error.to_string()).tell()),
    }
    Ok(status(&run))
}

/// The status that the engine settled on, as it stands in the document.
fn status(run: &Run) -> ExitStatus {
    let all = [
        ExitStatus::Yes,
        ExitStatus::No,
        ExitStatus::Usage,
        ExitStatus::Undecided,
        ExitStatus::Unable,
        ExitStatus::Interrupted,
        ExitStatus::Terminated,
    ];
    all.into_iter().find(|status| *status as u8 == run.exit_status).unwrap_or(ExitStatus::Fault)
}

/// The record, with the plan written down; without one the run goes on and says so.
fn keeper(settings: &Settings, plan: &Plan, effective: &str) -> Option<Keeper> {
    match Record::create(&settings.folders.state, &plan.id, settings.secrets()) {
        Ok(record) => {
            let keeper = Keeper::new(record);
            keeper.keep("panel.yaml", effective.as_bytes());
            let mut document = plan::document(plan);
            // So that it can be resumed.
            document["folder"] = settings.environment.cwd.as_ref().map(|cwd| cwd.display().to_string()).into();
            document["arguments"] = settings.environment.arguments.clone().into();
            if let Ok(text) = serde_json::to_vec_pretty(&document) {
                keeper.keep("plan.json", &text);
            }
            Some(keeper)
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "venire: no record is kept of this run: {error}. {}", error.remedy());
            None
        }
    }
}

/// What the calls of the seats left that are not asked again: the record is whole without the earlier one.
fn keep_taken_over(keeper: &Keeper, plan: &Plan, earlier: &Stored) {
    let taken = plan.resumed.iter().flat_map(|resumed| resumed.seats.keys());
    for (name, path) in taken.flat_map(|seat| earlier.files_of_calls(seat)) {
        keeper.keep_copy(&name, &path);
    }
}

/// Whether the live display is shown: where standard error is a terminal whose cursor can be moved.
fn live(settings: &Settings, args: &RunArgs) -> bool {
    let environment = &settings.environment;
    let is_dumb = environment.get("TERM").is_some_and(|terminal| terminal == "dumb");
    environment.stderr_is_terminal && !is_dumb && !args.show.no_progress && !args.show.quiet
}

fn sinks(
    settings: &Settings,
    args: &RunArgs,
    keeper: Option<&Keeper>,
    out: &Output,
) -> Result<Vec<Box<dyn Sink>>, Failure> {
    let mut sinks: Vec<Box<dyn Sink>> = vec![];
    if let Some(keeper) = keeper {
        sinks.push(Box::new(keeper.clone()));
    }
    if live(settings, args) {
        let screen = Screen {
            width: usize::from(console::Term::stderr().size().1).max(40),
            colour: console::colors_enabled_stderr(),
            ..settings.screen
        };
        sinks.push(Box::new(report::Progress::new(ProgressDrawTarget::stderr(), screen)));
    } else if !args.show.quiet {
        sinks.push(Box::new(report::EventLines::new(Box::new(std::io::stderr()))));
    }
    let writer = out.writer()?;
    let screen = if args.show.output.is_some() {
        Screen { colour: false, width: 100, ..settings.screen }
    } else {
        settings.screen
    };
    sinks.push(match args.show.format {
        Format::Text => Box::new(report::Human::new(writer, screen, args.show.verbose)),
        Format::Markdown => Box::new(report::Markdown::new(writer)),
        Format::Json => Box::new(report::Json::new(writer)),
        Format::Jsonl => Box::new(report::JsonLines::new(writer)),
    });
    Ok(sinks)
}

/// Conducts the plan on a runtime of its own, with the signals of this process as its stops. Returns the
/// run, and why its result could not be written, if it could not.
fn conducted(
    plan: Plan,
    host: Rc<Host>,
    start: Start,
    sinks: Vec<Box<dyn Sink>>,
    every: Duration,
) -> Result<(Run, Option<SinkError>), Failure> {
    let unable = |what: &str, error: std::io::Error| Failure::unable("V-START-FAILED", format!("{what}: {error}"));
    process::prepare(plan.seats.len()).map_err(|error| unable("the process can't be set up", error))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| unable("the runtime can't be started", error))?;
    let fanout = RefCell::new(Fanout::new(sinks));
    let unwritten = RefCell::new(None);
    let began = Instant::now();
    let run: Result<Run, Failure> = runtime.block_on(async {
        let mut signals = Signals::listen().map_err(|error| unable("signals can't be listened to", error))?;
        let (stop, stops) = mpsc::unbounded_channel();
        let mut emit = |envelope: &Envelope| {
            let handed = fanout.borrow_mut().on(envelope);
            handed.map_err(|error| {
                let told = std::io::Error::new(error.kind(), error.to_string());
                unwritten.replace(Some(error));
                told
            })
        };
        let conducting = engine::conduct(Rc::new(plan), host, start, stops, &mut emit);
        tokio::pin!(conducting);
        let mut ticks = tokio::time::interval(every);
        loop {
            tokio::select! {
                run = &mut conducting => return Ok(run),
                signal = signals.next() => {
                    // The engine is gone only when the run is over.
                    let _ = stop.send(match signal {
                        Signal::Interrupt => StopRequest::Interrupt,
                        Signal::Terminate | Signal::HangUp => StopRequest::Terminate,
                    });
                }
                _ = ticks.tick() => {
                    let _ = fanout.borrow_mut().tick(began.elapsed());
                }
            }
        }
    });
    Ok((run?, unwritten.into_inner()))
}

/// Where the result goes.
enum Output {
    Standard,
    /// A file that appears whole, or not at all.
    Whole(tempfile::NamedTempFile, PathBuf),
    /// What is there already and is no plain file, such as a device or a pipe: written to, never replaced.
    Open(File, PathBuf),
}

impl Output {
    fn open(settings: &Settings, args: &RunArgs) -> Result<Self, Failure> {
        let Some(output) = &args.show.output else { return Ok(Self::Standard) };
        let path = settings.cwd.join(output);
        // A link is followed, as a shell's `>` would.
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        if std::fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            let file = File::options().write(true).open(&path).map_err(|error| cannot_write(&path, &error))?;
            return Ok(Self::Open(file, path));
        }
        let folder = path.parent().unwrap_or(Path::new("/"));
        if !folder.is_dir() {
            let message = format!("{} can't be written: there is no folder {}", path.display(), folder.display());
            return Err(Failure::unable("V-OUTPUT-FAILED", message).remedy("make the folder, or name another file"));
        }
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.prefix(".venire-").tempfile_in(folder).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self::Whole(file, path))
    }

    fn writer(&self) -> Result<Box<dyn Write>, Failure> {
        let (file, path) = match self {
            Self::Standard => return Ok(Box::new(std::io::stdout())),
            Self::Whole(file, path) => (file.as_file(), path),
            Self::Open(file, path) => (file, path),
        };
        let writer = file.try_clone().map_err(|error| cannot_write(path, &error))?;
        Ok(Box::new(writer))
    }

    /// The result is whole: the file takes its name.
    fn close(self) -> Result<(), Failure> {
        match self {
            Self::Standard | Self::Open(..) => Ok(()),
            Self::Whole(file, path) => file.persist(&path).map(drop).map_err(|error| cannot_write(&path, &error.error)),
        }
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::unable("V-OUTPUT-FAILED", format!("{} can't be written: {}", path.display(), error.kind()))
}
