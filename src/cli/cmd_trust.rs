//! `venire trust`: which files of a repository may name programs to run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::TrustArgs;
use super::entrusted::{self, Files};
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
    let mut all = Files::new();
    let mut told = String::new();
    for file in &files {
        let (covered, commands) = covered(settings, file)?;
        for path in covered.keys().filter(|path| !all.contains_key(*path)) {
            told.push_str(&format!("trusted: {}\n", path.display()));
        }
        all.extend(covered);
        for command in commands {
            told.push_str(&format!("    may run: {command}\n"));
        }
    }
    trust.trust(all.iter().map(|(path, content)| (path.as_path(), content.as_slice())))?;
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

/// The file with all that is trusted along with it where it is a panel, and what that would run. A file
/// that is no panel, such as a script, is trusted alone.
fn covered(settings: &Settings, file: &Path) -> Result<(Files, Vec<String>), Failure> {
    let content = std::fs::read(file)
        .map_err(|error| Failure::usage("V-TRUST-FILE", format!("{} can't be read: {error}", file.display())))?;
    let alone = Files::from([(file.to_owned(), content)]);
    if !file.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
        return Ok((alone, vec![]));
    }
    let library = settings.library();
    let found = library.find(&file.display().to_string())?;
    // Files of other formats end in `.yaml` as well, and a layer that panels extend need not be one by
    // itself. Each is trusted as a text then.
    let Ok(chain) = library.chain(&found, &panel::extends_of) else { return Ok((alone, vec![])) };
    let layers: Vec<_> = chain.iter().map(|found| Arc::clone(&found.source)).collect();
    let known: Vec<String> = super::seating::known_agents(settings)?.into_keys().collect();
    let Ok(loaded) = panel::load(&layers, &[], &known, Purpose::Ask) else { return Ok((alone, vec![])) };
    let mut files = entrusted::files(settings, &chain, &loaded.panel)?;
    files.extend(alone);
    Ok((files, panel::commands(&loaded.panel)))
}
