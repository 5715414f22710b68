//! `venire trust`: which files of a repository may name programs to run.

use std::path::{Path, PathBuf};

use super::args::TrustArgs;
use super::failure::Failure;
use super::settings::Settings;
use crate::engine::ExitStatus;
use crate::panel::{self, Purpose};
use crate::store::panels::Origin;
use crate::store::trust::Trust;

pub(super) fn run(settings: &Settings, args: &TrustArgs) -> Result<ExitStatus, Failure> {
    let trust = Trust::in_folder(&settings.folders.config);
    if args.list {
        let lines: String = trust.list()?.iter().map(|file| format!("{}  {}\n", file.digest, file.path)).collect();
        return super::answer(if lines.is_empty() { "nothing is trusted\n" } else { &lines });
    }
    let files = if args.files.is_empty() { panels_of_repository(settings)? } else { given(settings, &args.files) };
    if args.revoke {
        let mut told = String::new();
        for file in &files {
            let was = trust.revoke(file)?;
            told.push_str(&format!(
                "{}: {}\n",
                file.display(),
                if was { "no longer trusted" } else { "was not trusted" }
            ));
        }
        return super::answer(&told);
    }
    let mut read = vec![];
    let mut told = String::new();
    for file in &files {
        let content = std::fs::read(file)
            .map_err(|error| Failure::usage("V-TRUST-FILE", format!("{} can't be read: {error}", file.display())))?;
        told.push_str(&format!("trusted: {}\n", file.display()));
        for command in commands(settings, file)? {
            told.push_str(&format!("    may run: {command}\n"));
        }
        read.push((file.clone(), content));
    }
    trust.trust(read.iter().map(|(path, content)| (path.as_path(), content.as_slice())))?;
    told.push_str("Each file is trusted as it is now; when it changes, it must be trusted again.\n");
    super::answer(&told)
}

fn given(settings: &Settings, files: &[PathBuf]) -> Vec<PathBuf> {
    let absolute = |file: &PathBuf| {
        let path = settings.cwd.join(file);
        std::fs::canonicalize(&path).unwrap_or(path)
    };
    files.iter().map(absolute).collect()
}

fn panels_of_repository(settings: &Settings) -> Result<Vec<PathBuf>, Failure> {
    let listed = settings.library().list()?;
    let files: Vec<PathBuf> = listed
        .into_iter()
        .filter_map(|panel| match panel.origin {
            Origin::Repository(path) => Some(path),
            _ => None,
        })
        .collect();
    if files.is_empty() {
        return Err(Failure::usage("V-TRUST-NOTHING", "this repository has no panels of its own")
            .remedy("name the files: venire trust FILE…"));
    }
    Ok(files)
}

/// What the panel in this file would run.
fn commands(settings: &Settings, file: &Path) -> Result<Vec<String>, Failure> {
    let library = settings.library();
    let found = library.find(&file.display().to_string())?;
    let chain = library.chain(&found, &panel::extends_of)?;
    let layers: Vec<_> = chain.into_iter().map(|found| found.source).collect();
    let known: Vec<String> = super::seating::known_agents(settings)?.into_keys().collect();
    Ok(panel::commands(&panel::load(&layers, &[], &known, Purpose::Ask)?.panel))
}
