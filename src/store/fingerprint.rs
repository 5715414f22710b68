//! The proof that nothing changed the tree under review (README, "Read-only"): taken before the first
//! seat and after the last, and compared.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};

use super::git::{Repository, os_path};
use super::{StoreError, content, digest, quote};

/// What a repository looked like at one moment: HEAD, refs, index, configuration and hooks; the files of
/// the work tree that are not ignored, by content and mode; ignored files and what lies in submodules,
/// by size, mode and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    entries: BTreeMap<String, String>,
    content: String,
}

impl Fingerprint {
    /// SHA-256 of what a seat could have read there as content under review: the index, and the files that are not
    /// ignored, by content and mode. Neither refs nor what is built count.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// What differs between this moment and a later one: paths from the root, quoted as git quotes them;
    /// names of refs; what is git's own below `.git/`. The user's own edits in the meantime count too.
    #[must_use]
    pub fn differences(&self, later: &Self) -> Vec<String> {
        let gone = self.entries.keys().filter(|name| !later.entries.contains_key(*name));
        let is_other = |(name, value): &(&String, &String)| self.entries.get(*name) != Some(*value);
        let other = later.entries.iter().filter(is_other).map(|(name, _)| name);
        let mut names: Vec<_> = gone.chain(other).cloned().collect();
        names.sort();
        names
    }
}

impl Repository {
    /// The fingerprint of this moment. Below `writes` (paths from the root) ignored files may change freely.
    ///
    /// # Errors
    /// git fails, or there is no work tree.
    pub fn fingerprint(&self, writes: &[PathBuf]) -> Result<Fingerprint, StoreError> {
        self.need_work_tree("files")?;
        let mut entries = self.own_entries()?;
        let root = self.root().unwrap_or(Path::new("."));
        let mut files = BTreeMap::new();
        for path in self.listed(&["--cached", "--others", "--exclude-standard"])? {
            if let Ok(about) = fs::symlink_metadata(root.join(&path))
                && about.is_dir()
            {
                // A submodule, or a repository inside this one.
                below(root, &path, &mut files);
            } else {
                files.insert(quote::quoted_name(path.as_os_str()), by_content(&root.join(&path)));
            }
        }
        let content = content_digest(entries.get(".git/index"), &files);
        entries.append(&mut files);
        for path in self.listed(&["--others", "--ignored", "--exclude-standard"])? {
            if !writes.iter().any(|free| path.starts_with(free)) {
                below(root, &path, &mut entries);
            }
        }
        Ok(Fingerprint { entries, content })
    }

    /// HEAD, refs, index, configuration and hooks.
    fn own_entries(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut entries = BTreeMap::new();
        let refs = self.run(&["for-each-ref", "--format=%(refname) %(objectname) %(symref)"])?;
        for line in String::from_utf8_lossy(&refs).lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            entries.insert(name.to_owned(), value.to_owned());
        }
        // By its entries and their flags: its bytes change whenever somebody looks at the status.
        let index = self.list_files(&["--stage", "-v"])?;
        entries.insert(".git/index".to_owned(), digest::of(&index));
        for name in ["HEAD", "config", "config.worktree", "info/exclude", "info/attributes"] {
            entries.insert(format!(".git/{name}"), by_content(&self.git_path(name)?));
        }
        let hooks = self.hooks_dir()?;
        for entry in fs::read_dir(&hooks).into_iter().flatten().flatten() {
            let name = quote::quoted_name(&entry.file_name());
            entries.insert(format!(".git/hooks/{name}"), by_content(&entry.path()));
        }
        Ok(entries)
    }

    /// Paths of the whole work tree, from the root.
    fn listed(&self, which: &[&str]) -> Result<Vec<PathBuf>, StoreError> {
        let listed = self.list_files(which)?;
        Ok(listed.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(os_path).collect())
    }

    /// `git ls-files` for the whole work tree: by itself it stays below the working folder.
    fn list_files(&self, which: &[&str]) -> Result<Vec<u8>, StoreError> {
        let upward = self.line(&["rev-parse", "--show-cdup"])?;
        let mut args = vec!["ls-files", "-z", "--full-name"];
        args.extend(which);
        if !upward.is_empty() {
            args.extend(["--", upward.as_str()]);
        }
        self.run(&args)
    }
}

fn content_digest(index: Option<&String>, files: &BTreeMap<String, String>) -> String {
    let mut hash = digest::Running::default();
    hash.update(index.map_or("", String::as_str).as_bytes());
    for (name, value) in files {
        // A quoted name holds no line end.
        hash.update(format!("\n{name}\n{value}").as_bytes());
    }
    hash.finish().1
}

/// A file's mode and the digest of its content, a link's target.
fn by_content(path: &Path) -> String {
    let Ok(about) = fs::symlink_metadata(path) else { return "none".to_owned() };
    let content = if about.is_symlink() {
        fs::read_link(path).map(|target| quote::quoted_name(target.as_os_str())).ok()
    } else if about.is_file() {
        file_digest(path)
    } else {
        None
    };
    // What can't be read now and then neither tells nothing; its size and time still do.
    content.map_or_else(|| by_time(&about), |content| format!("{:o} {content}", mode(&about)))
}

fn file_digest(path: &Path) -> Option<String> {
    let mut hash = digest::Running::default();
    let mut file = File::open(path).ok()?;
    let mut each = |piece: &[u8]| {
        hash.update(piece);
        Ok(())
    };
    content::pieces(&mut file, &mut each).ok()?;
    Some(hash.finish().1)
}

/// Enters a file, or a folder and everything below it, by size, mode and time.
fn below(root: &Path, path: &Path, entries: &mut BTreeMap<String, String>) {
    let full = root.join(path);
    let Ok(about) = fs::symlink_metadata(&full) else { return };
    if !about.is_dir() {
        entries.insert(quote::quoted_name(path.as_os_str()), by_time(&about));
        return;
    }
    for entry in fs::read_dir(&full).into_iter().flatten().flatten() {
        below(root, &path.join(entry.file_name()), entries);
    }
}

fn by_time(about: &Metadata) -> String {
    format!("{:o} {} {:?}", mode(about), about.len(), about.modified().ok())
}

#[cfg(unix)]
fn mode(about: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(about)
}

#[cfg(not(unix))]
fn mode(about: &Metadata) -> u32 {
    u32::from(about.permissions().readonly())
}
