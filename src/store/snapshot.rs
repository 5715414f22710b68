//! The content under review, and copies of it that seats get as trees of their own.
//!
//! A copy is a repository by itself. Its files and its index are the content, its HEAD is the commit that
//! the content is compared with, its objects are read where they are. So nothing is written into the
//! user's repository, as a registered worktree would, and nothing of it is run: no hook, no filter. Each
//! file holds exactly the bytes that git has.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use super::git::{Repository, os_path};
use super::{StoreError, file};
use crate::invocation::Invocation;

/// Attributes of a copy, which go before those of its content: bytes are written as they are stored.
const AS_STORED: &str = "* -text -ident -filter !eol !working-tree-encoding\n";

/// Processes of git that write the files of one copy, where there are many. Soon after other copies were
/// removed ext4 is slow to make files, and two take a quarter of the time of one.
const WORKERS: usize = 2;

/// As many links as Linux follows in one path.
const MOST_LINKS: usize = 40;

/// The content under review, fixed: whatever happens to the work tree and the index, it stays.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The repository with every object of the content.
    pub(super) view: Repository,
    /// The commit that the content is compared with; `None` if there is none.
    pub(super) base: Option<String>,
    pub(super) tree: String,
}

/// What a path in a snapshot leads to, symbolic links followed as a copy's would be.
#[derive(Debug, PartialEq, Eq)]
pub enum Led {
    /// A regular file: its path from the root, and its content.
    File(PathBuf, Vec<u8>),
    /// Out of the copy, to this absolute path.
    Outside(PathBuf),
    /// To no file.
    Nowhere,
}

impl Repository {
    /// The work tree as it is: tracked files, and untracked ones that are not ignored. Unlike
    /// [`Repository::work_tree`] it runs no filter: a file that was changed goes in as it lies.
    ///
    /// # Errors
    /// git fails (a file that can't be read), or there is no work tree.
    pub fn snapshot(&self, private: &Path) -> Result<Snapshot, StoreError> {
        self.need_work_tree("files")?;
        let view = self.beside(private)?.0.with_variable("VENIRE_NO_FILTER", "");
        let tree = view.all_added(&self.without_filters()?)?;
        Ok(Snapshot { base: self.head()?, tree, view })
    }

    /// Options that take away the programs of every filter that is configured.
    fn without_filters(&self) -> Result<Vec<String>, StoreError> {
        let keys = self.answer(&["config", "--null", "--name-only", "--get-regexp", "^filter[.]"])?;
        // A filter's name may hold anything, `=` as well, which `-c` would misread.
        let option = |key: &str| format!("--config-env={key}=VENIRE_NO_FILTER");
        Ok(keys.unwrap_or_default().split('\0').filter(|key| !key.is_empty()).map(option).collect())
    }
}

impl Snapshot {
    /// The tree, by its object's name.
    #[must_use]
    pub fn tree(&self) -> &str {
        &self.tree
    }

    /// Makes the folder of a copy: a repository that has everything but the files.
    ///
    /// # Errors
    /// It can't be written, or git fails.
    pub fn prepared(&self, folder: &Path) -> Result<Repository, StoreError> {
        let git = folder.join(".git");
        for part in ["refs", "objects", "info"] {
            file::create_private(&git.join(part))?;
        }
        let format = if self.view.names_by_sha256() { (1, "[extensions]\n\tobjectFormat = sha256\n") } else { (0, "") };
        let config = format!("[core]\n\trepositoryFormatVersion = {}\n\tbare = false\n{}", format.0, format.1);
        let head = self.base.as_deref().map_or("ref: refs/heads/main\n".to_owned(), |base| format!("{base}\n"));
        for (name, text) in [("config", config.as_str()), ("HEAD", &head), ("info/attributes", AS_STORED)] {
            let path = git.join(name);
            fs::write(&path, text).map_err(StoreError::io("write", path))?;
        }
        // What is ignored without a word in the content, and where a shallow history ends.
        for name in ["info/exclude", "shallow"] {
            let from = self.view.git_path(name)?;
            match fs::copy(&from, git.join(name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(StoreError::io("copy", from)(error));
                }
                _ => {}
            }
        }
        self.view.lend_objects(&git.join("objects"))?;
        Ok(self.view.own(folder))
    }

    /// What fills a prepared copy with its files and its index. Its output may be kept in `spool`.
    #[must_use]
    pub fn filling(&self, copy: &Repository, spool: PathBuf, timeout: Duration) -> Invocation {
        // The user's settings could name filters, and the system's could give attributes.
        let strict = [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_ATTR_NOSYSTEM", "1")];
        let copy = strict.into_iter().fold(copy.clone(), |copy, (name, value)| copy.with_variable(name, value));
        let workers = format!("checkout.workers={WORKERS}");
        let args = ["-c", &workers, "read-tree", "-m", "-u", "--no-recurse-submodules", &self.tree];
        copy.invocation(&args, spool, timeout)
    }

    /// What `path`, from the root, leads to in a copy that lies at `folder`.
    ///
    /// # Errors
    /// git fails.
    pub fn lead(&self, path: &Path, folder: &Path) -> Result<Led, StoreError> {
        let mut at = PathBuf::new();
        let mut ahead: VecDeque<OsString> = steps(path);
        let mut links = 0;
        while let Some(step) = ahead.pop_front() {
            if step == ".." {
                if !at.pop() {
                    let above = folder.parent().unwrap_or(folder);
                    return Ok(Led::Outside(above.iter().chain(ahead.iter().map(OsString::as_os_str)).collect()));
                }
                continue;
            }
            at.push(step);
            match self.entry(&at)? {
                Some((Kind::Folder, _)) => {}
                Some((Kind::File, object)) if ahead.is_empty() => {
                    return Ok(Led::File(at, self.view.run(&["cat-file", "blob", &object])?));
                }
                Some((Kind::Link, object)) if links < MOST_LINKS => {
                    links += 1;
                    let target = os_path(&self.view.run(&["cat-file", "blob", &object])?);
                    if target.is_absolute() {
                        return Ok(Led::Outside(target.iter().chain(ahead.iter().map(OsString::as_os_str)).collect()));
                    }
                    at.pop();
                    let mut next = steps(&target);
                    next.append(&mut ahead);
                    ahead = next;
                }
                _ => return Ok(Led::Nowhere),
            }
        }
        Ok(Led::Nowhere)
    }

    /// The kind and the object of the entry at `path`.
    fn entry(&self, path: &Path) -> Result<Option<(Kind, String)>, StoreError> {
        let args = ["ls-tree", "--full-tree", "-z", &self.tree, "--"].map(OsStr::new);
        let listed = self.view.run(&[args.as_slice(), &[path.as_os_str()]].concat())?;
        let listed = String::from_utf8_lossy(&listed);
        let mut fields = listed.split(['\t', '\0']).next().unwrap_or_default().split(' ');
        let (mode, object) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or_default());
        let kind = match mode {
            "040000" => Kind::Folder,
            "120000" => Kind::Link,
            mode if mode.starts_with("100") => Kind::File,
            _ => return Ok(None),
        };
        Ok(Some((kind, object.to_owned())))
    }
}

enum Kind {
    Folder,
    File,
    Link,
}

/// The steps of a relative path.
fn steps(path: &Path) -> VecDeque<OsString> {
    let steps = path.components().filter(|step| matches!(step, Component::Normal(_) | Component::ParentDir));
    steps.map(|step| step.as_os_str().to_owned()).collect()
}
