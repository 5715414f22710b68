//! Where panels come from: `.venire/panels/` of the repository, from the working folder upward to its
//! root; the user's configuration folder; the built-in ones (README, "Where panels are found").
//!
//! A [`Library`] reads the repository's part from the disk, or from a revision: under `gate` a change does
//! not choose its judge.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::git::Repository;
use super::{StoreError, file};
use crate::document::Source;
use crate::text::nearest::nearest;

/// The most that a panel, an agent definition or the configuration may have, in bytes.
const MOST: u64 = 1024 * 1024;

const IN_REPOSITORY: &str = ".venire/panels";
const EXTENSIONS: [&str; 2] = ["yaml", "yml"];

/// Where a panel comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file of the repository under review, of another work tree of it, or of another repository: what
    /// it wants to run needs trust.
    Repository(PathBuf),
    /// A file in the user's configuration folder.
    User(PathBuf),
    BuiltIn,
    /// A file elsewhere, given by its path.
    File(PathBuf),
}

impl Origin {
    /// The file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Repository(path) | Self::User(path) | Self::File(path) => Some(path),
            Self::BuiltIn => None,
        }
    }

    /// Whether commands from there run only after `venire trust`.
    #[must_use]
    pub fn needs_trust(&self) -> bool {
        matches!(self, Self::Repository(_))
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.path() {
            Some(path) => write!(f, "{}", path.display()),
            None => f.write_str("built-in"),
        }
    }
}

/// A panel's text and where it was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The name, or the path as it was given.
    pub name: String,
    pub source: Arc<Source>,
    pub origin: Origin,
    /// Panels of the same name that this one comes before.
    pub hides: Vec<Origin>,
}

/// A name that can be given to `--panel`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub name: String,
    pub origin: Origin,
    pub hides: Vec<Origin>,
}

/// Everywhere that panels are looked for.
#[derive(Debug, Clone)]
pub struct Library<'a> {
    cwd: PathBuf,
    root: Option<PathBuf>,
    config: &'a Path,
    built_in: &'a [(&'a str, &'a str)],
    /// Where the repository's files are read; `None` for the disk.
    revision: Option<(&'a Repository, &'a str)>,
}

impl<'a> Library<'a> {
    /// The library as it is seen from the working folder `cwd`. `root` is the repository's, if there is
    /// one; without, only `cwd` itself is searched. `built_in` are names and texts.
    #[must_use]
    pub fn new(cwd: &Path, root: Option<&Path>, config: &'a Path, built_in: &'a [(&'a str, &'a str)]) -> Self {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self { cwd: real(cwd), root: root.map(real), config, built_in, revision: None }
    }

    /// The same library with the repository's files as they are in a commit or tree.
    #[must_use]
    pub fn at(&self, repository: &'a Repository, revision: &'a str) -> Self {
        Self { revision: Some((repository, revision)), ..self.clone() }
    }

    /// The panel of this name or at this path. What holds a slash or ends in `.yaml` or `.yml` is a path;
    /// so is anything else that is no panel's name but names a file.
    ///
    /// # Errors
    /// There is none, or it can't be read as text.
    pub fn find(&self, name: &str) -> Result<Found, StoreError> {
        self.find_beyond(name, &self.cwd, 0)
    }

    /// As [`Library::find`], with paths that count from `folder`, and names that are looked for below
    /// `level` of the search path only (see [`level`]).
    pub(super) fn find_beyond(&self, name: &str, folder: &Path, from: usize) -> Result<Found, StoreError> {
        if is_path(name) {
            return self.at_path(name, folder)?.ok_or_else(|| StoreError::PanelMissing { path: folder.join(name) });
        }
        let mut origins = vec![];
        let mut first = None;
        for origin in self.candidates(name).into_iter().filter(|origin| level(origin) >= from) {
            if let Some(source) = self.source(name, &origin)? {
                first.get_or_insert(source);
                origins.push(origin);
            }
        }
        if let Some(source) = first {
            let origin = origins.remove(0);
            return Ok(Found { name: name.to_owned(), source, origin, hides: origins });
        }
        if let Some(found) = self.at_path(name, folder)? {
            return Ok(found);
        }
        let known: Vec<String> = self.list()?.into_iter().map(|listed| listed.name).collect();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Err(StoreError::PanelUnknown { name: name.to_owned(), nearest, known })
    }

    /// Every name, sorted, with where it comes from and what it hides.
    ///
    /// # Errors
    /// A folder can't be read.
    pub fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut names: BTreeMap<String, Vec<Origin>> = BTreeMap::new();
        let mut add = |name: String, origin| names.entry(name).or_default().push(origin);
        for folder in self.repository_folders() {
            for (name, path) in self.panels_in(&folder)? {
                add(name, Origin::Repository(path));
            }
        }
        for (name, path) in self.panels_in(&self.config.join("panels"))? {
            add(name, Origin::User(path));
        }
        for (name, _) in self.built_in {
            add((*name).to_owned(), Origin::BuiltIn);
        }
        let listed =
            names.into_iter().map(|(name, mut origins)| Listed { name, origin: origins.remove(0), hides: origins });
        Ok(listed.collect())
    }

    /// The user's agent definitions: `agents/*.yaml` in the configuration folder, by name.
    ///
    /// # Errors
    /// One of them can't be read as text.
    pub fn agents(&self) -> Result<Vec<Arc<Source>>, StoreError> {
        let files = self.panels_in(&self.config.join("agents"))?;
        files.into_iter().filter_map(|(_, path)| self.read(&path).transpose()).collect()
    }

    /// The user's `config.yaml`.
    ///
    /// # Errors
    /// It can't be read as text.
    pub fn configuration(&self) -> Result<Option<Arc<Source>>, StoreError> {
        self.read(&self.config.join("config.yaml"))
    }

    fn at_path(&self, given: &str, folder: &Path) -> Result<Option<Found>, StoreError> {
        let path = clean(&folder.join(given));
        let real = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let user = fs::canonicalize(self.config).unwrap_or_else(|_| self.config.to_owned());
        let root = self.root.as_deref();
        let origin = if real.starts_with(user) {
            Origin::User(path)
        } else if root.is_some_and(|root| path.starts_with(root)) {
            Origin::Repository(path)
        } else if root.is_some_and(|root| real.starts_with(root)) || is_in_a_repository(&real) {
            Origin::Repository(real)
        } else {
            Origin::File(path)
        };
        let source = self.source(given, &origin)?;
        Ok(source.map(|source| Found { name: given.to_owned(), source, origin, hides: vec![] }))
    }

    /// Every place where a panel of this name could be, in the order of the search path.
    fn candidates(&self, name: &str) -> Vec<Origin> {
        let in_folder = |folder: PathBuf| EXTENSIONS.map(|extension| folder.join(format!("{name}.{extension}")));
        let mut candidates: Vec<_> =
            self.repository_folders().into_iter().flat_map(in_folder).map(Origin::Repository).collect();
        candidates.extend(in_folder(self.config.join("panels")).map(Origin::User));
        candidates.push(Origin::BuiltIn);
        candidates
    }

    fn source(&self, name: &str, origin: &Origin) -> Result<Option<Arc<Source>>, StoreError> {
        match origin.path() {
            Some(path) => self.read(path),
            None => {
                let text = self.built_in.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
                Ok(text.map(|text| Source::new(format!("built-in panel \"{name}\""), text)))
            }
        }
    }

    /// The folders with panels, nearest first.
    fn repository_folders(&self) -> Vec<PathBuf> {
        let root = self.root.as_deref().unwrap_or(&self.cwd);
        let upward = self.cwd.ancestors().take_while(|folder| folder.starts_with(root));
        let mut folders: Vec<_> = upward.map(|folder| folder.join(IN_REPOSITORY)).collect();
        if folders.is_empty() {
            folders.push(root.join(IN_REPOSITORY));
        }
        folders
    }

    fn panels_in(&self, folder: &Path) -> Result<Vec<(String, PathBuf)>, StoreError> {
        let names = match self.in_revision(folder) {
            Some((repository, revision, relative)) => repository.names_in(revision, relative)?,
            None => names_on_disk(folder)?,
        };
        let mut panels: Vec<_> = names
            .into_iter()
            .filter_map(|file| {
                let (name, extension) = file.rsplit_once('.')?;
                let fits = EXTENSIONS.contains(&extension) && !name.is_empty();
                fits.then(|| (name.to_owned(), folder.join(&file)))
            })
            .collect();
        panels.sort();
        Ok(panels)
    }

    fn read(&self, path: &Path) -> Result<Option<Arc<Source>>, StoreError> {
        if let Some((repository, revision, relative)) = self.in_revision(path) {
            let Some(bytes) = repository.show(revision, relative)? else { return Ok(None) };
            let name = format!("{} at {:.12}", path.display(), revision);
            if bytes.len() as u64 > MOST {
                return Err(StoreError::TooLarge { file: name, bytes: bytes.len() as u64, most: MOST });
            }
            return Ok(Some(Source::new(name.clone(), file::text(name, bytes)?)));
        }
        if !path.is_file() {
            return Ok(None);
        }
        Ok(Some(Source::new(path.display().to_string(), file::read_text(path, MOST)?)))
    }

    /// Whether a path is read in a revision: its repository, the revision, and the path from the root.
    fn in_revision<'p>(&self, path: &'p Path) -> Option<(&'a Repository, &'a str, &'p Path)> {
        let (repository, revision) = self.revision?;
        if path.starts_with(self.config) {
            return None;
        }
        Some((repository, revision, path.strip_prefix(self.root.as_deref()?).ok()?))
    }
}

/// How far down the search path an origin stands.
pub(super) fn level(origin: &Origin) -> usize {
    match origin {
        Origin::Repository(_) => 0,
        Origin::User(_) | Origin::File(_) => 1,
        Origin::BuiltIn => 2,
    }
}

fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator)
        || EXTENSIONS.iter().any(|extension| name.ends_with(&format!(".{extension}")))
}

/// An absolute path without `.` and `..`, by its words alone.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

fn names_on_disk(folder: &Path) -> Result<Vec<String>, StoreError> {
    let failed = || StoreError::io("read the folder", folder);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(vec![]);
        }
        Err(error) => return Err(failed()(error)),
    };
    let mut names = vec![];
    for entry in entries {
        let entry = entry.map_err(failed())?;
        if entry.path().is_file()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    Ok(names)
}

/// Whether a file came with some repository: the one under review may have further work trees.
fn is_in_a_repository(path: &Path) -> bool {
    path.ancestors().skip(1).any(|folder| folder.join(".git").exists())
}
