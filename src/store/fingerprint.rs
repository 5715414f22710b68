//! The proof that nothing changed the tree under review (README, "Read-only"): taken before the first
//! seat and after the last, and compared.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use super::clock::{Clock, Seen};
use super::git::{Repository, os_path};
use super::{StoreError, digest, quote};

/// Files that one thread looks at. More than that are shared out.
const SHARE: usize = 512;
/// The most threads that read at once: more would only wait for the same disk.
const READERS: usize = 8;

/// What a repository looked like at one moment: HEAD, refs, index, configuration and hooks; the files of
/// the work tree that are not ignored, by content and mode; ignored files and what lies in submodules,
/// by size, mode and time.
#[derive(Debug, Clone)]
pub struct Fingerprint {
    entries: BTreeMap<String, Entry>,
    content: String,
    places: Places,
}

/// A path or a ref.
#[derive(Debug, Clone)]
struct Entry {
    /// What is compared.
    is: String,
    /// Where the system's own times prove that the content is still the same.
    seen: Option<Seen>,
}

/// Where git keeps its own. Whatever could move it is itself looked at.
#[derive(Debug, Clone)]
struct Places {
    /// From the working folder to the root of the work tree.
    upward: String,
    /// By their names, as they are told.
    own: Vec<(String, PathBuf)>,
    hooks: PathBuf,
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
        let is_gone = |name: &&String| !later.entries.contains_key(*name);
        let is_other = |(name, now): &(&String, &Entry)| self.entries.get(*name).is_none_or(|then| then.is != now.is);
        let gone = self.entries.keys().filter(is_gone);
        let other = later.entries.iter().filter(is_other).map(|(name, _)| name);
        let mut names: Vec<_> = gone.chain(other).cloned().collect();
        names.sort();
        names
    }
}

impl Repository {
    /// The fingerprint of this moment. Below `writes` (paths from the root) ignored files may change freely.
    /// A file that was the same at an `earlier` moment, by all that the system tells of it, is not read again.
    ///
    /// # Errors
    /// git fails, or there is no work tree.
    pub fn fingerprint(&self, writes: &[PathBuf], earlier: Option<&Fingerprint>) -> Result<Fingerprint, StoreError> {
        self.need_work_tree("files")?;
        let root = self.root().unwrap_or(Path::new("."));
        let places = match earlier {
            Some(earlier) => earlier.places.clone(),
            None => self.places()?,
        };
        // Taken before anything is looked at: what changes from now on is not old.
        let clock = Clock::of(root);
        let list = |which: &[&str]| self.list_files(&places.upward, which);
        let (refs, index, named, ignored) = thread::scope(|scope| {
            let refs = scope.spawn(|| self.run(&["for-each-ref", "--format=%(refname) %(objectname) %(symref)"]));
            // By its entries and their flags: its bytes change whenever somebody looks at the status.
            let index = scope.spawn(|| list(&["--stage", "-v"]));
            let ignored = scope.spawn(|| list(&["--others", "--ignored", "--exclude-standard"]));
            let named = list(&["--cached", "--others", "--exclude-standard"]);
            (joined(refs), joined(index), named, joined(ignored))
        });
        let mut entries = own_entries(&places, &refs?, &index?);
        let look = Look { root, clock: &clock, earlier };
        let mut files = look.at_all(&paths(&named?));
        let content = content_digest(entries.get(".git/index"), &files);
        entries.append(&mut files);
        for path in paths(&ignored?).iter().filter(|path| !writes.iter().any(|free| path.starts_with(free))) {
            below(root, path, &mut entries);
        }
        Ok(Fingerprint { entries, content, places })
    }

    fn places(&self) -> Result<Places, StoreError> {
        let names = ["HEAD", "config", "config.worktree", "info/exclude", "info/attributes"];
        let (asked, hooks) = thread::scope(|scope| {
            let hooks = scope.spawn(|| self.hooks_dir());
            let mut args = vec!["rev-parse", "--show-cdup"];
            args.extend(names.iter().flat_map(|name| ["--git-path", name]));
            (self.run(&args), joined(hooks))
        });
        let asked = asked?;
        let lines: Vec<&[u8]> = asked.strip_suffix(b"\n").unwrap_or(&asked).split(|byte| *byte == b'\n').collect();
        let (upward, own) = match lines.as_slice() {
            [upward, own @ ..] if own.len() == names.len() => {
                (String::from_utf8_lossy(upward).into_owned(), own.iter().map(|place| self.place(place)).collect())
            }
            // A folder's name has a line end in it.
            _ => {
                let own: Result<Vec<_>, _> = names.iter().map(|name| self.git_path(name)).collect();
                (self.line(&["rev-parse", "--show-cdup"])?, own?)
            }
        };
        let named = names.iter().map(|name| format!(".git/{name}"));
        Ok(Places { upward, own: named.zip(own).collect(), hooks: hooks? })
    }

    /// `git ls-files` for the whole work tree: by itself it stays below the working folder.
    fn list_files(&self, upward: &str, which: &[&str]) -> Result<Vec<u8>, StoreError> {
        let mut args = vec!["ls-files", "-z", "--full-name"];
        args.extend(which);
        if !upward.is_empty() {
            args.extend(["--", upward]);
        }
        self.run(&args)
    }
}

fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn paths(listed: &[u8]) -> Vec<PathBuf> {
    listed.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(os_path).collect()
}

/// HEAD, refs, index, configuration and hooks.
fn own_entries(places: &Places, refs: &[u8], index: &[u8]) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    for line in String::from_utf8_lossy(refs).lines() {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        entries.insert(name.to_owned(), Entry { is: value.to_owned(), seen: None });
    }
    entries.insert(".git/index".to_owned(), Entry { is: digest::of(index), seen: None });
    for (name, path) in &places.own {
        entries.insert(name.clone(), of_file(path));
    }
    for entry in fs::read_dir(&places.hooks).into_iter().flatten().flatten() {
        let name = quote::quoted_name(&entry.file_name());
        entries.insert(format!(".git/hooks/{name}"), of_file(&entry.path()));
    }
    entries
}

/// One look at the files of the work tree.
struct Look<'a> {
    root: &'a Path,
    clock: &'a Clock,
    earlier: Option<&'a Fingerprint>,
}

impl Look<'_> {
    fn at_all(&self, paths: &[PathBuf]) -> BTreeMap<String, Entry> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(READERS);
        let share = paths.len().div_ceil(threads).max(SHARE);
        thread::scope(|scope| {
            let mut shares = paths.chunks(share);
            let own = shares.next().unwrap_or_default();
            let others: Vec<_> = shares.map(|share| scope.spawn(|| self.at(share))).collect();
            let mut entries = self.at(own);
            for other in others {
                entries.append(&mut joined(other));
            }
            entries
        })
    }

    fn at(&self, paths: &[PathBuf]) -> BTreeMap<String, Entry> {
        let mut entries = BTreeMap::new();
        for path in paths {
            let full = self.root.join(path);
            let about = match fs::symlink_metadata(&full) {
                // A submodule, or a repository inside this one.
                Ok(about) if about.is_dir() => {
                    below(self.root, path, &mut entries);
                    continue;
                }
                about => about.ok(),
            };
            let name = quote::quoted_name(path.as_os_str());
            let seen = about.as_ref().and_then(|about| self.clock.seen(about));
            let before = self.earlier.and_then(|earlier| earlier.entries.get(&name));
            let entry = match (before, &about) {
                (Some(before), _) if seen.is_some() && before.seen == seen => before.clone(),
                (_, Some(about)) => {
                    let is = by_content(&full, about);
                    Entry { is, seen: seen.filter(|_| self.clock.is_old(about)) }
                }
                (_, None) => of_file(&full),
            };
            entries.insert(name, entry);
        }
        entries
    }
}

fn content_digest(index: Option<&Entry>, files: &BTreeMap<String, Entry>) -> String {
    let mut hash = digest::Running::default();
    hash.update(index.map_or("", |index| &index.is).as_bytes());
    for (name, Entry { is, .. }) in files {
        // A quoted name holds no line end.
        hash.update(format!("\n{name}\n{is}").as_bytes());
    }
    hash.finish().1
}

fn of_file(path: &Path) -> Entry {
    let about = fs::symlink_metadata(path);
    Entry { is: about.map_or_else(|_| "none".to_owned(), |about| by_content(path, &about)), seen: None }
}

/// A file's mode and the digest of its content, a link's target.
fn by_content(path: &Path, about: &Metadata) -> String {
    let content = if about.is_symlink() {
        fs::read_link(path).map(|target| quote::quoted_name(target.as_os_str())).ok()
    } else if about.is_file() {
        digest::of_file(path, about.len()).ok()
    } else {
        None
    };
    // What can't be read now and then neither tells nothing; its size and time still do.
    content.map_or_else(|| by_time(about), |content| format!("{:o} {content}", mode(about)))
}

/// Enters a file, or a folder and everything below it, by size, mode and time.
fn below(root: &Path, path: &Path, entries: &mut BTreeMap<String, Entry>) {
    let full = root.join(path);
    let Ok(about) = fs::symlink_metadata(&full) else { return };
    if !about.is_dir() {
        entries.insert(quote::quoted_name(path.as_os_str()), Entry { is: by_time(&about), seen: None });
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
