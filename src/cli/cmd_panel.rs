//! `venire panel`: find, show, check and start panels.

use std::path::Path;

use super::args::PanelCommand;
use super::cmd_runs::pretty;
use super::failure::Failure;
use super::seating::{known_agents, setting};
use super::settings::{Settings, tell};
use crate::agent;
use crate::document::{self, Diagnostic, Severity};
use crate::engine::ExitStatus;
use crate::panel::{self, Override, Purpose};
use crate::text::sanitise;

pub(super) fn run(settings: &Settings, command: &PanelCommand) -> Result<ExitStatus, Failure> {
    match command {
        PanelCommand::List => list(settings),
        PanelCommand::Show { name, effective, set } => show(settings, name, *effective || !set.is_empty(), set),
        PanelCommand::Check { files } => check(settings, files),
        PanelCommand::New { name, output } => new(settings, name, output.as_deref()),
        PanelCommand::Schema { agent, config_file } => super::answer(&pretty(&match (agent, config_file) {
            (true, _) => agent::schema(),
            (_, true) => panel::configuration_schema(),
            _ => panel::schema(),
        })),
    }
}

fn list(settings: &Settings) -> Result<ExitStatus, Failure> {
    let listed = settings.library().list()?;
    let width = listed.iter().map(|panel| panel.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for panel in &listed {
        let trust = if panel.origin.needs_trust() { " (its commands need trust)" } else { "" };
        let hides = match panel.hides.as_slice() {
            [] => String::new(),
            hidden => format!("; hides {}", hidden.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        };
        text.push_str(&format!("{:<width$}  {}{trust}{hides}\n", panel.name, panel.origin));
        if let Some(description) = description(settings, &panel.name) {
            let line = format!("    {}", sanitise::line(&description));
            text.push_str(console::truncate_str(&line, settings.screen.width, "…").trim_end());
            text.push('\n');
        }
    }
    super::answer(&sanitise::lines(&text))
}

/// A panel's sentence about itself, where it can be read.
fn description(settings: &Settings, name: &str) -> Option<String> {
    let node = document::parse(&settings.library().find(name).ok()?.source).ok()?;
    match &node.get("description")?.value {
        document::Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn layers(settings: &Settings, name: &str) -> Result<Vec<std::sync::Arc<document::Source>>, Failure> {
    let library = settings.library();
    let chain = library.chain(&library.find(name)?, &panel::extends_of)?;
    Ok(chain.into_iter().map(|found| found.source).collect())
}

fn show(settings: &Settings, name: &str, effective: bool, set: &[String]) -> Result<ExitStatus, Failure> {
    let layers = layers(settings, name)?;
    if !effective {
        let text = layers.first().map_or("", |source| source.text.as_str());
        return super::answer(&sanitise::lines(text));
    }
    let known: Vec<String> = known_agents(settings)?.into_keys().collect();
    let overrides: Vec<Override> = set.iter().map(|set| setting(set)).collect::<Result<_, _>>()?;
    let loaded = panel::load(&layers, &overrides, &known, Purpose::Ask)?;
    tell(&loaded.warnings);
    super::answer(&panel::effective_yaml(&loaded.effective))
}

fn check(settings: &Settings, files: &[String]) -> Result<ExitStatus, Failure> {
    let known: Vec<String> = known_agents(settings)?.into_keys().collect();
    let mut status = ExitStatus::Yes;
    let mut told = String::new();
    for file in files {
        let found = match findings(settings, file, &known) {
            Ok(found) => found,
            // The others are checked all the same.
            Err(failure) => {
                told.push_str(&format!("{file}: not checked\n"));
                status = failure.tell();
                continue;
            }
        };
        let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        tell(&found);
        if errors > 0 && status == ExitStatus::Yes {
            status = ExitStatus::No;
        }
        let verdict = match (errors, found.len() - errors) {
            (0, 0) => "ok".to_owned(),
            (0, warnings) => format!("ok, {warnings} to look at"),
            (1, _) => "1 error".to_owned(),
            (errors, _) => format!("{errors} errors"),
        };
        told.push_str(&format!("{file}: {verdict}\n"));
    }
    super::answer(&sanitise::lines(&told)).map(|_| status)
}

/// Everything that is to be said about one panel.
fn findings(settings: &Settings, file: &str, known: &[String]) -> Result<Vec<Diagnostic>, Failure> {
    let layers = match layers(settings, file) {
        Ok(layers) => layers,
        // What is wrong with the text, as one that can't be parsed, is a finding like any other.
        Err(failure) if !failure.diagnostics.is_empty() => return Ok(failure.diagnostics),
        Err(failure) => return Err(failure),
    };
    Ok(match panel::load(&layers, &[], known, Purpose::Lint) {
        Ok(loaded) => {
            let mut found = loaded.warnings;
            for (name, node) in &loaded.panel.agents {
                let _ = agent::load(node, Some(name), &mut found);
            }
            found
        }
        Err(found) => found,
    })
}

fn new(settings: &Settings, name: &str, output: Option<&Path>) -> Result<ExitStatus, Failure> {
    let path = match output {
        Some(path) => settings.cwd.join(path),
        None => {
            settings.folders.create_config()?;
            settings.folders.config.join("panels").join(format!("{name}.yaml"))
        }
    };
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::usage("V-PANEL-EXISTS", format!("{} is there already", path.display()))
                .remedy("choose another name, or name another file with -o")
        }
        _ => Failure::unable("V-PANEL-NOT-WRITTEN", format!("{} can't be written: {error}", path.display())),
    };
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')) {
        return Err(Failure::usage("V-PANEL-NAME", format!("`{name}` is not a name for a panel"))
            .remedy("use letters, digits, `-` and `_`"));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = std::fs::File::options().write(true).create_new(true).open(&path).map_err(failed)?;
    std::io::Write::write_all(&mut file, panel::template(name).as_bytes()).map_err(failed)?;
    let next = match output {
        Some(_) => format!("venire panel check {0}, then venire ask -p {0}", path.display()),
        None => format!("edit it, then venire ask -p {name}"),
    };
    super::answer(&format!("{}\n{next}\n", path.display()))
}
