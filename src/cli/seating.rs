//! Who sits on the panel: the panel's texts, the agents that are known, their programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::args::RunArgs;
use super::failure::Failure;
use super::probe::is_signed_out;
use super::settings::{Settings, tell};
use crate::agent::{self, Definition};
use crate::document::{self, Diagnostic, Source};
use crate::event::{Strength, Warning};
use crate::panel::{self, Loaded, Override, Panel, Purpose};
use crate::plan::Command;
use crate::process;
use crate::store::change::Change;
use crate::store::extends::Standing;
use crate::store::panels::{Found, Origin};

/// Every agent known, by name.
pub(super) type Definitions = BTreeMap<String, Arc<Definition>>;

/// The built-in agents and those of the user's configuration folder, which come first.
///
/// # Errors
/// What is wrong with the user's definitions, all of it at once.
pub(super) fn known_agents(settings: &Settings) -> Result<Definitions, Failure> {
    let mut definitions = users_agents(settings)?;
    let names: Vec<&str> = agent::builtin().iter().map(|(name, _)| *name).collect();
    add_built_in(&mut definitions, &names)?;
    limit_calls(settings, &mut definitions);
    Ok(definitions)
}

/// The agents of the user's configuration folder.
fn users_agents(settings: &Settings) -> Result<Definitions, Failure> {
    let mut found = vec![];
    let mut definitions = Definitions::new();
    for source in settings.library().agents()? {
        let name = std::path::Path::new(&source.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let loaded = loaded(&source, name.as_deref(), &mut found);
        definitions.extend(loaded.map(|(name, definition)| (name, Arc::new(without_claim((*definition).clone())))));
    }
    errors(found)?;
    Ok(definitions)
}

/// Adds the built-in agents of these names that the user has not defined. Reading a definition takes
/// longer than starting an agent, so a run reads those only that it seats.
fn add_built_in(definitions: &mut Definitions, names: &[&str]) -> Result<(), Failure> {
    let mut found = vec![];
    for (name, text) in agent::builtin().iter().filter(|(name, _)| names.contains(name)) {
        if !definitions.contains_key(*name) {
            let source = Source::new(format!("built-in agent {name}"), *text);
            definitions.extend(loaded(&source, Some(name), &mut found));
        }
    }
    errors(found)
}

fn loaded(source: &Arc<Source>, name: Option<&str>, found: &mut Vec<Diagnostic>) -> Option<(String, Arc<Definition>)> {
    match document::parse(source) {
        Ok(node) => {
            let definition = agent::load(&node, name, found)?;
            Some((definition.name.clone(), Arc::new(definition)))
        }
        Err(diagnostic) => {
            found.push(*diagnostic);
            None
        }
    }
}

/// Only of the agents that come with venire was it seen that their own sandbox holds; another
/// definition's word for it is the agent's own means at best.
fn without_claim(mut definition: Definition) -> Definition {
    definition.strength = definition.strength.max(Strength::Agent);
    definition
}

/// Puts the configuration's limits on calls at once in place of the definitions' own.
fn limit_calls(settings: &Settings, definitions: &mut Definitions) {
    for (name, most) in &settings.configuration.concurrency {
        if let Some(definition) = definitions.get_mut(name) {
            Arc::make_mut(definition).concurrency = Some(*most);
        }
    }
}

fn errors(found: Vec<Diagnostic>) -> Result<(), Failure> {
    if found.iter().any(|diagnostic| diagnostic.severity == document::Severity::Error) {
        return Err(found.into());
    }
    tell(&found);
    Ok(())
}

/// A panel that is ready to be planned with.
#[derive(Debug)]
pub(super) struct Seated {
    pub loaded: Loaded,
    /// The panel's file and those that it extends.
    pub chain: Vec<Found>,
    /// Where the panel came from, as the result says it.
    pub source: String,
    /// Every agent known, those of the panel included.
    pub definitions: Definitions,
    /// The programs of the agents that the panel and the judge name, where they are installed.
    pub programs: BTreeMap<String, PathBuf>,
    pub warnings: Vec<Warning>,
}

/// Finds, checks and seats the panel that the arguments ask for. Whether it is trusted is another question.
///
/// # Errors
/// No such panel, a panel that is wrong, nobody to seat.
pub(super) fn seat(
    settings: &Settings,
    args: &RunArgs,
    command: Command,
    changes: &[Change],
) -> Result<Seated, Failure> {
    let mut definitions = users_agents(settings)?;
    let mut warnings = vec![];
    let named = args.panel.clone().or_else(|| settings.configuration.default_panel.clone());
    let (chain, layers, source): (Vec<Found>, Vec<Arc<Source>>, String) = match named {
        Some(name) if args.seat.is_empty() => {
            let chain = chain(settings, args, command, changes, &name, &mut warnings)?;
            let source = chain.first().map_or(String::new(), |found| found.origin.to_string());
            let layers = chain.iter().map(|found| Arc::clone(&found.source)).collect();
            (chain, layers, source)
        }
        _ if args.seat.is_empty() => {
            let seats = expanded(settings, args, &known_agents(settings)?)?;
            (vec![], vec![panel::from_seats(&seats)], "installed agents".to_owned())
        }
        _ => (vec![], vec![panel::from_seats(&args.seat)], "--seat".to_owned()),
    };
    let built_in = agent::builtin().iter().map(|(name, _)| (*name).to_owned());
    let known: BTreeSet<String> = built_in.chain(definitions.keys().cloned()).collect();
    let known: Vec<String> = known.into_iter().collect();
    let purpose = if command == Command::Gate { Purpose::Gate } else { Purpose::Ask };
    let loaded = panel::load(&layers, &overrides(args)?, &known, purpose)?;
    let mut found = vec![];
    for (name, node) in &loaded.panel.agents {
        if let Some(definition) = agent::load(node, Some(name), &mut found) {
            found.extend(agent::lifted_by_panel(name, node, &definition));
            definitions.insert(name.clone(), Arc::new(without_claim(definition)));
        }
    }
    let judge = args.judge.as_ref().map(|judge| judge.split(':').next().unwrap_or(judge).to_owned());
    let seated = seated_agents(&loaded.panel, judge);
    add_built_in(&mut definitions, &seated.iter().map(String::as_str).collect::<Vec<_>>())?;
    limit_calls(settings, &mut definitions);
    found.extend(refused_arguments(&loaded.panel, &definitions));
    errors(found)?;
    // What else the panel layer warns of, the plan finds in the roster.
    let of_panel =
        loaded.warnings.iter().filter(|warning| matches!(warning.code, "V-PANEL-SAME-VOICE" | "V-PANEL-NO-EFFECT"));
    warnings.extend(of_panel.map(|warning| Warning::new(warning.code, warning.message.clone())));
    let programs = programs(settings, seated, &definitions);
    Ok(Seated { loaded, chain, source, definitions, programs, warnings })
}

/// The panel and what it extends. Under `gate` a repository's panel is read from the base of the change.
fn chain(
    settings: &Settings,
    args: &RunArgs,
    command: Command,
    changes: &[Change],
    name: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Found>, Failure> {
    let library = settings.library();
    let from_base = changes.first().filter(|_| command == Command::Gate && !args.panel_from_change);
    let chain = match from_base {
        None => library.chain(&library.find(name)?, &panel::extends_of)?,
        Some(change) => {
            let (found, standing) = library.judge_of(change, name)?;
            warnings.extend(announcement(name, &standing));
            library.at(change.view(), change.panel_revision()).chain(&found, &panel::extends_of)?
        }
    };
    for found in chain.iter().filter(|found| matches!(found.origin, Origin::Repository(_)) && !found.hides.is_empty()) {
        let hidden = found.hides.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let text = format!("the panel `{}` of this repository hides another of its name: {hidden}", found.name);
        warnings.push(Warning::new("V-WARN-PANEL-HIDES", text));
    }
    Ok(chain)
}

fn announcement(name: &str, standing: &Standing) -> Option<Warning> {
    let text = match standing {
        Standing::Same => return None,
        Standing::DiffersInChange => {
            format!("the change under review alters the panel `{name}`; the panel of its base judges")
        }
        Standing::RemovedInChange => {
            format!("the change under review removes the panel `{name}`; the panel of its base judges")
        }
        Standing::OnlyInChange(path) => {
            format!(
                "the change under review brings a panel `{name}` ({}); it does not judge its own change",
                path.display()
            )
        }
    };
    Some(Warning::new("V-WARN-CHANGE-PANEL", text))
}

/// The seats of a panel without a name: every agent that is installed and signed in.
fn expanded(settings: &Settings, args: &RunArgs, definitions: &Definitions) -> Result<Vec<String>, Failure> {
    let mut seats = vec![];
    let mut skipped = vec![];
    for (name, definition) in definitions {
        let Some(program) = find_program(settings, definition) else {
            skipped.push(format!("{name}: not installed"));
            continue;
        };
        if is_signed_out(settings, definition, &program)? {
            skipped.push(format!("{name}: not signed in"));
        } else if seats.len() == args.max_seats {
            skipped.push(format!("{name}: more than {} seats (--max-seats)", args.max_seats));
        } else {
            seats.push(name.clone());
        }
    }
    use std::io::Write;
    for line in &skipped {
        let _ = writeln!(std::io::stderr(), "venire: skipped {line}");
    }
    if seats.is_empty() {
        return Err(Failure::unable("V-NOBODY-TO-SEAT", "no agent is installed and signed in, and no panel was named")
            .remedy("`venire agents` says what is missing")
            .remedy("without any agent, the deterministic panel works: venire ask --panel offline"));
    }
    Ok(seats)
}

/// The overrides of the command line, weakest first.
fn overrides(args: &RunArgs) -> Result<Vec<Override>, Failure> {
    let mut all = vec![];
    for set in &args.set {
        all.push(setting(set)?);
    }
    let mut add =
        |path: String, value: &str, origin: String| all.push(Override { path, value: value.to_owned(), origin });
    let named = [
        ("strategy", &args.strategy),
        ("threshold", &args.threshold),
        ("quorum", &args.quorum),
        ("isolate", &args.isolate),
    ];
    for (key, value) in named {
        if let Some(value) = value {
            add(key.to_owned(), value, format!("--{key} {value}"));
        }
    }
    for (key, pairs, example) in
        [("stance", &args.stance, "--stance critic=against"), ("model", &args.model, "--model critic=opus")]
    {
        for pair in pairs {
            let (seat, value) = halves(pair).ok_or_else(|| {
                let message = format!("--{key} {pair}: this does not have the form SEAT={}", key.to_uppercase());
                Failure::usage("V-OVERRIDE-FORM", message).remedy(format!("for example: {example}"))
            })?;
            add(format!("seats.{seat}.{key}"), value, format!("--{key} {pair}"));
        }
    }
    for (key, value) in [("timeout", &args.timeout), ("budget", &args.budget)] {
        if let Some(value) = value {
            add(format!("limits.{key}"), value, format!("--{key} {value}"));
        }
    }
    Ok(all)
}

/// One `--set PATH=VALUE`. Without a value nothing is set, least of all by chance: `null` takes a value away.
pub(super) fn setting(set: &str) -> Result<Override, Failure> {
    let (path, value) = halves(set).ok_or_else(|| {
        Failure::usage("V-OVERRIDE-FORM", format!("--set {set}: this does not have the form PATH=VALUE"))
            .remedy("for example: --set quorum=2, or --set seats.critic.model=opus")
    })?;
    Ok(Override { path: path.to_owned(), value: value.to_owned(), origin: format!("--set {set}") })
}

/// What stands before and after the first `=`, where something does.
fn halves(pair: &str) -> Option<(&str, &str)> {
    pair.split_once('=')
        .map(|(before, after)| (before.trim(), after))
        .filter(|(before, after)| !before.is_empty() && !after.trim().is_empty())
}

/// Models and efforts that would lift an agent's read-only.
fn refused_arguments(panel: &Panel, definitions: &Definitions) -> Vec<Diagnostic> {
    let mut found = vec![];
    for seat in &panel.seats {
        let panel::Work::Agent { agent, effort, fallback } = &seat.work else { continue };
        for name in std::iter::once(agent).chain(fallback) {
            let Some(definition) = definitions.get(&name.agent) else { continue };
            for given in name.model.iter().chain(effort) {
                if let Some(pattern) = definition.refused_argument(given) {
                    let message =
                        format!("`{given}` is refused for `{}`: it could lift read-only ({pattern})", name.agent);
                    let help = "a panel only reads; there is no mode of venire that writes";
                    found.push(Diagnostic::error("V-AGENT-REFUSED", message).at(&seat.place, "this seat").help(help));
                }
            }
        }
    }
    found
}

/// The program of an agent, on this machine.
pub(super) fn find_program(settings: &Settings, definition: &Definition) -> Option<PathBuf> {
    let path = settings.environment.get("PATH");
    definition.command.iter().find_map(|program| process::find(program, path.as_deref(), &settings.cwd))
}

/// The agents that the panel seats, falls back to, or has as judge.
fn seated_agents(panel: &Panel, judge: Option<String>) -> BTreeSet<String> {
    let seated = panel.seats.iter().flat_map(|seat| match &seat.work {
        panel::Work::Agent { agent, fallback, .. } => {
            std::iter::once(agent).chain(fallback).map(|name| name.agent.clone()).collect()
        }
        _ => vec![],
    });
    let judges = judge.into_iter().chain(panel.synthesis.iter().map(|request| request.judge.agent.clone()));
    seated.chain(judges).collect()
}

fn programs(settings: &Settings, agents: BTreeSet<String>, definitions: &Definitions) -> BTreeMap<String, PathBuf> {
    let program = |name: String| {
        let program = find_program(settings, definitions.get(&name)?)?;
        Some((name, program))
    };
    agents.into_iter().filter_map(program).collect()
}
