//! The names that a shell can complete: panels, agents, runs. Whatever goes wrong, there is just
//! nothing to complete.

use clap_complete::CompletionCandidate;

use super::args::GlobalArgs;
use super::environment::Environment;
use super::seating::known_agents;
use super::settings::Settings;
use crate::store::runs;

fn settings() -> Option<Settings> {
    let args = GlobalArgs { directory: None, config: None, color: None };
    Settings::settle(&args, Environment::of_this_process()).ok()
}

pub(super) fn panels() -> Vec<CompletionCandidate> {
    let Some(settings) = settings() else { return vec![] };
    let listed = settings.library().list().unwrap_or_default();
    listed
        .into_iter()
        .map(|panel| CompletionCandidate::new(panel.name).help(Some(panel.origin.to_string().into())))
        .collect()
}

pub(super) fn agents() -> Vec<CompletionCandidate> {
    let Some(settings) = settings() else { return vec![] };
    let known = known_agents(&settings).unwrap_or_default();
    known
        .into_iter()
        .map(|(name, agent)| CompletionCandidate::new(name).help(Some(agent.title.clone().into())))
        .collect()
}

pub(super) fn runs() -> Vec<CompletionCandidate> {
    let Some(settings) = settings() else { return vec![] };
    let stored = runs::runs(&settings.folders.state).unwrap_or_default();
    stored.iter().map(|run| run.listed()).map(|run| CompletionCandidate::new(run.id)).collect()
}
