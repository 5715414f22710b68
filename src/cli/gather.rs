//! From settings and arguments to a plan: what `ask`, `gate` and `plan` have in common.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use super::args::{RunArgs, Sandbox};
use super::copies::{self, Copies};
use super::entrusted;
use super::failure::Failure;
use super::material::{self, Material};
use super::seating::{self, Seated};
use super::settings::Settings;
use crate::event::{PanelIdentity, Strength};
use crate::invocation::SandboxMode;
use crate::panel;
use crate::plan::{self, Command, Inputs, Options, Plan, Work};
use crate::sandbox::{self, Support};
use crate::store::ongoing::Ongoing;
use crate::store::scratch::Scratch;
use crate::store::versions::Versions;
use crate::store::{digest, record};

/// A plan, and what the host needs to carry it out.
#[derive(Debug)]
pub(super) struct Gathered {
    pub plan: Plan,
    pub material: Material,
    /// Copies of the tree, where seats get them.
    pub copies: Option<Copies>,
    pub scratch: Scratch,
    /// Says that this run goes on, and where its private folder is: whoever kills it leaves the folder to the next.
    pub ongoing: Option<Ongoing>,
    /// The panel after all its layers.
    pub effective: String,
}

/// What a run is called, and its private folder.
#[derive(Debug)]
pub(super) struct Place {
    id: String,
    scratch: Scratch,
    ongoing: Option<Ongoing>,
}

impl Place {
    /// For a plan, which leaves nothing anywhere.
    ///
    /// # Errors
    /// The folder can't be made.
    pub fn of_plan(settings: &Settings) -> Result<Self, Failure> {
        let id = record::id(jiff::Timestamp::now())?;
        Ok(Self { id, scratch: Scratch::new(&settings.environment.temporary)?, ongoing: None })
    }

    /// For a run, which is announced before it waits for anything.
    ///
    /// # Errors
    /// The folder can't be made.
    pub fn of_run(settings: &Settings) -> Result<Self, Failure> {
        let place = Self::of_plan(settings)?;
        // Without it the run goes on; a record that can't be kept says what is wrong with the folder.
        let ongoing = Ongoing::enter(&settings.folders.state, &place.id, place.scratch.path());
        Ok(Self { ongoing: ongoing.ok().flatten(), ..place })
    }
}

/// What came of gathering.
#[derive(Debug)]
pub(super) enum Outcome {
    Planned(Box<Gathered>),
    /// `gate`, and nothing is changed; the sentences say so.
    NothingToReview(Vec<String>),
}

/// Gathers everything and makes the plan. Nobody is asked and nothing is spent.
///
/// # Errors
/// Everything that can be found wrong before a run.
pub(super) fn gather(settings: &Settings, args: &RunArgs, command: Command, place: Place) -> Result<Outcome, Failure> {
    let args = &without_mistaken_range(args);
    refuse_input_twice(args)?;
    let Place { id, scratch, ongoing } = place;
    let mut material = material::gather(settings, args, command, &scratch)?;
    if material.is_nothing_to_review(command) {
        // A misspelt panel must not wait for the first change to be found.
        if let Some(name) = &args.panel {
            settings.library().find(name)?;
        }
        let mut sentences = std::mem::take(&mut material.remarks);
        sentences.push("nothing to review: nobody was asked".to_owned());
        return Ok(Outcome::NothingToReview(sentences));
    }
    let seated = seating::seat(settings, args, command, &material.changes)?;
    let copies = copies::wanted(settings, args, &seated, &material.changes, &scratch)?;
    entrusted::refuse_untrusted(settings, &seated.chain, &seated.loaded.panel, copies.as_ref())?;
    refuse_missing(args, command, &seated)?;
    refuse_images(args, &seated)?;
    let sandbox = sandbox_mode(settings, args, &seated)?;
    let effective = panel::effective_yaml(&seated.loaded.effective);
    let options = Options {
        command,
        question: args.question.as_deref().map(|given| question(settings, given)).transpose()?,
        run_all: args.run_all,
        advisory: args.advisory,
        judge: args.judge.as_deref().map(judge).transpose()?,
        synthesize: args.synthesize,
        sandbox,
        tree: settings.root.as_ref().map(|root| root.display().to_string()),
        copies: copies.as_ref().map(|copies| copies.folder().to_owned()),
    };
    let inputs = Inputs {
        id,
        panel: &seated.loaded.panel,
        identity: PanelIdentity {
            name: seated.loaded.panel.name.clone(),
            source: seated.source.clone(),
            digest: digest::of(effective.as_bytes()),
        },
        options: &options,
        definitions: &seated.definitions,
        programs: &seated.programs,
        configuration: &settings.configuration,
        items: material.items.clone(),
    };
    let mut plan = plan::make(inputs)?;
    note_versions(&mut plan, &Versions::load(&settings.folders.state));
    plan.warnings.splice(0..0, seated.warnings.iter().cloned().chain(std::mem::take(&mut material.warnings)));
    Ok(Outcome::Planned(Box::new(Gathered { plan, material, copies, scratch, ongoing, effective })))
}

/// What `venire agents` has seen of the programs. Nobody is asked on the way of a run.
fn note_versions(plan: &mut Plan, versions: &Versions) {
    let mut known: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
    for seat in &mut plan.seats {
        if let Work::Agent { candidates, .. } = &mut seat.work {
            for candidate in candidates {
                let version = known
                    .entry(candidate.program.clone())
                    .or_insert_with_key(|program| versions.of(program).map(str::to_owned));
                candidate.version.clone_from(version);
            }
        }
    }
}

/// No range has a blank in it: what follows `--diff` and has one is the question.
fn without_mistaken_range(args: &RunArgs) -> RunArgs {
    let mut args = args.clone();
    if args.question.is_none() && args.diff.as_deref().is_some_and(|range| range.contains(char::is_whitespace)) {
        args.question = args.diff.replace(String::new());
    }
    args
}

/// Standard input is one text: the question, what the seats see, or what git says of a push.
fn refuse_input_twice(args: &RunArgs) -> Result<(), Failure> {
    let asks = args.question.as_deref() == Some("-");
    let other = if args.stdin { "--stdin" } else { "--pre-push" };
    if asks && (args.stdin || args.pre_push) {
        let message = format!("the question `-` and `{other}` both read standard input");
        return Err(Failure::usage("V-STDIN-TWICE", message).remedy("put the question into a file: @FILE"));
    }
    Ok(())
}

/// A missing agent is found before anything is spent, and stops the run.
fn refuse_missing(args: &RunArgs, command: Command, seated: &Seated) -> Result<(), Failure> {
    let panel = &seated.loaded.panel;
    if command == Command::Gate && seated.source == "installed agents" && panel.seats.len() < 2 {
        return Err(Failure::unable(
            "V-GATE-TOO-FEW",
            "a gate needs at least two seats, and one agent is installed and signed in",
        )
        .remedy("`venire agents` says what is missing"));
    }
    let missing = plan::missing_agents(panel, &seated.programs);
    if missing.is_empty() || args.skip_missing {
        return Ok(());
    }
    let list = missing.iter().map(|(seat, agent)| format!("{agent} (seat {seat})")).collect::<Vec<_>>().join(", ");
    let mut failure = Failure::unable("V-AGENT-NOT-INSTALLED", format!("not installed: {list}"));
    for (_, agent) in &missing {
        if let Some(install) = seated.definitions.get(agent).and_then(|definition| definition.install.as_deref()) {
            let remedy = format!("{agent}: {install}");
            if !failure.remedies.contains(&remedy) {
                failure = failure.remedy(remedy);
            }
        }
    }
    Err(failure.remedy("or go on without: --skip-missing (the seats stay in the count)"))
}

/// The command line decides before the configuration.
fn sandbox_mode(settings: &Settings, args: &RunArgs, seated: &Seated) -> Result<SandboxMode, Failure> {
    let mode = match args.sandbox {
        Some(Sandbox::Auto) => SandboxMode::Auto,
        Some(Sandbox::Require) => SandboxMode::Require,
        Some(Sandbox::Off) => SandboxMode::Off,
        None => settings.configuration.sandbox,
    };
    if mode == SandboxMode::Require && sandbox::support() != Support::Full {
        let message = "the kernel of this machine can't hold seats read-only, and `sandbox: require` asks for it";
        return Err(Failure::unable("V-SANDBOX-MISSING", message)
            .remedy("Linux 6.12 or later with Landlock does; `--sandbox auto` relies on the agents' own means"));
    }
    let unheld = |definition: &&std::sync::Arc<crate::agent::Definition>| {
        definition.sandbox == crate::agent::Sandbox::Own && definition.strength != Strength::Kernel
    };
    let named = seated.programs.keys().filter_map(|name| seated.definitions.get(name));
    if mode == SandboxMode::Require
        && let Some(definition) = named.into_iter().find(unheld)
    {
        let message = format!("`{}` wants a sandbox of its own, which nobody has seen to hold", definition.name);
        return Err(Failure::unable("V-SANDBOX-MISSING", message)
            .remedy("say `sandbox: landlock` in its definition, or leave `--sandbox require` out"));
    }
    Ok(mode)
}

/// Images are for agents that can take them, and every seat sees the same.
fn refuse_images(args: &RunArgs, seated: &Seated) -> Result<(), Failure> {
    if args.image.is_empty() {
        return Ok(());
    }
    let blind = |seat: &panel::Seat| match &seat.work {
        panel::Work::Agent { agent, .. } => seated.definitions.get(&agent.agent).filter(|known| known.image.is_none()),
        _ => None,
    };
    let names: std::collections::BTreeSet<&str> =
        seated.loaded.panel.seats.iter().filter_map(blind).map(|definition| definition.name.as_str()).collect();
    if names.is_empty() {
        return Ok(());
    }
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    Err(Failure::usage("V-IMAGE-UNSUPPORTED", format!("these agents can't take an image: {names}")).remedy(
        "seat agents that can (`venire panel schema --agent` tells how a definition says so), or describe it in words",
    ))
}

/// `-` is standard input, `@FILE` a file.
fn question(settings: &Settings, given: &str) -> Result<String, Failure> {
    let unreadable = |what: &str, error: std::io::Error| {
        Failure::usage("V-QUESTION-UNREADABLE", format!("the question can't be read from {what}: {error}"))
            .remedy("a question that begins with `@` names a file; `-` is standard input")
    };
    if given == "-" {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text).map_err(|error| unreadable("standard input", error))?;
        return Ok(text);
    }
    match given.strip_prefix('@') {
        Some(path) => {
            let path = settings.cwd.join(path);
            let bytes = std::fs::read(&path).map_err(|error| unreadable(&path.display().to_string(), error))?;
            Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
        }
        None => Ok(given.to_owned()),
    }
}

fn judge(given: &str) -> Result<panel::AgentName, Failure> {
    panel::agent_name(given).ok_or_else(|| {
        Failure::usage("V-JUDGE-NAME", format!("`{given}` names no judge"))
            .remedy("--judge claude, or --judge claude:opus")
    })
}
