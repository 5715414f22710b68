//! What a user trusts together: a repository's panel, what it extends there, and the files of the tree
//! that its commands name (README, "Trust").

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::copies::Copies;
use super::failure::Failure;
use super::host::shell_words;
use super::settings::Settings;
use crate::panel::{self, Panel};
use crate::process;
use crate::store::panels::Found;
use crate::store::snapshot::Led;
use crate::store::trust::{Standing, Trust};

/// The files by path, with their content.
pub(super) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// What must be trusted before the panel may run anything in the tree as it lies. Empty where no link of
/// its chain came with a repository, or where it runs no program of its own.
///
/// # Errors
/// A file that the panel would run can't be read.
pub(super) fn files(settings: &Settings, chain: &[Found], panel: &Panel) -> Result<Files, Failure> {
    let mut files = texts(chain, panel);
    if !files.is_empty() {
        files.extend(named_files(settings, &panel::check_words(panel), None)?);
        files.extend(named_files(settings, &panel::agent_words(panel), None)?);
    }
    Ok(files)
}

/// The same where seats have copies of the tree: checks run in them. The programs of agents are looked up
/// from the working folder, and what they name by a relative path may lie in their copy.
fn files_with(settings: &Settings, chain: &[Found], panel: &Panel, copies: &Copies) -> Result<Vec<Files>, Failure> {
    let texts = texts(chain, panel);
    if texts.is_empty() {
        return Ok(vec![]);
    }
    let (checks, agents) = (panel::check_words(panel), panel::agent_words(panel));
    Ok(vec![
        texts,
        named_files(settings, &checks, Some(copies))?,
        named_files(settings, &agents, Some(copies))?,
        named_files(settings, &agents, None)?,
    ])
}

/// The links of the chain that came with a repository, where the panel names a program at all.
fn texts(chain: &[Found], panel: &Panel) -> Files {
    let links = chain.iter().filter(|found| found.origin.needs_trust() && !panel::commands(panel).is_empty());
    links.filter_map(|found| Some((found.origin.path()?.to_owned(), found.source.text.as_bytes().to_vec()))).collect()
}

/// The files of the tree under review that some word names: as it stands now, or as seats get it in their
/// copies. A word counts whole and in its pieces, since `sh -c "scripts/lint.sh --all"` and
/// `--config=lint.toml` name files as well; one file too many costs a look, one too few runs what nobody
/// has read.
fn named_files(settings: &Settings, words: &[String], copies: Option<&Copies>) -> Result<Files, Failure> {
    let tree = settings.tree();
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let real_tree = real(&tree).unwrap_or_else(|| tree.clone());
    let search = settings.environment.get("PATH");
    let mut files = Files::new();
    let mut paths = vec![];
    for word in words {
        paths.extend(process::find(word, search.as_deref(), copies.map_or(&tree, Copies::folder)));
        let pieces = word.split(|letter: char| letter.is_whitespace() || "=:;,|&<>()'\"`".contains(letter));
        for piece in pieces.chain([word.as_str()]).filter(|piece| !piece.is_empty()) {
            let Some(copies) = copies.filter(|_| Path::new(piece).is_relative()) else {
                paths.extend([tree.join(piece), settings.cwd.join(piece)]);
                continue;
            };
            let below = settings.cwd.strip_prefix(&tree).unwrap_or(Path::new(""));
            for path in [PathBuf::from(piece), below.join(piece)] {
                match copies.snapshot().lead(&path, &copies.of("seat"))? {
                    Led::File(path, content) => drop(files.insert(real_tree.join(path), content)),
                    Led::Outside(path) => paths.push(path),
                    Led::Nowhere => {}
                }
            }
        }
    }
    for path in paths {
        let is_inside = path.starts_with(&tree) || real(&path).is_some_and(|path| path.starts_with(&real_tree));
        if path.is_file() && is_inside {
            let content = std::fs::read(&path).map_err(|error| {
                Failure::usage("V-TRUST-FILE", format!("{} can't be read: {error}", path.display()))
            })?;
            // One file has one name, whichever way led to it.
            files.insert(real(&path).unwrap_or(path), content);
        }
    }
    Ok(files)
}

/// Refuses a panel that would run what is not trusted as it is. Nothing is ever asked.
///
/// # Errors
/// It would: says what would run, and which files are new or changed.
pub(super) fn refuse_untrusted(
    settings: &Settings,
    chain: &[Found],
    panel: &Panel,
    copies: Option<&Copies>,
) -> Result<(), Failure> {
    let trust = Trust::in_folder(&settings.folders.config);
    let mut reasons = String::new();
    let mut untrusted = vec![];
    let all = match copies {
        None => vec![files(settings, chain, panel)?],
        Some(copies) => files_with(settings, chain, panel, copies)?,
    };
    for (path, content) in all.into_iter().flatten() {
        let shown = path.display().to_string();
        let what = match trust.standing(&path, &content)? {
            Standing::Trusted => continue,
            _ if untrusted.contains(&shown) => continue,
            Standing::New => "new",
            Standing::Changed => "changed since it was trusted",
        };
        reasons.push_str(&format!("\n    {shown}: {what}"));
        untrusted.push(shown);
    }
    if reasons.is_empty() {
        return Ok(());
    }
    let came = chain.iter().filter(|found| found.origin.needs_trust()).filter_map(|found| found.origin.path());
    let panels: Vec<String> = came.map(|path| path.display().to_string()).collect();
    let mut message = format!("{} came with the repository and wants to run programs:", panels.join(", "));
    for command in panel::commands(panel) {
        message.push_str(&format!("\n    {command}"));
    }
    message.push_str("\nNot trusted as they are now:");
    message.push_str(&reasons);
    Err(Failure::usage("V-TRUST", message)
        .remedy(format!("read them, and if you trust them: venire trust {}", shell_words(&untrusted))))
}
