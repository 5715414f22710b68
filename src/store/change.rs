//! Changes, taken exactly as git has them.
//!
//! Every change is a comparison of two trees: what is staged, or in the work tree, is first written as a
//! tree into a private object store, so that the list of files, the diff and the tree that a receipt
//! names are of the same moment. Neither configuration nor attributes alter or hide any of it: every
//! option that they could set is given.

use std::path::{Path, PathBuf};

use super::git::Repository;
use super::patch::Patch;
use super::snapshot::Snapshot;
use super::{StoreError, content::Content, file, quote};

/// Before `diff-tree`: settings that have no option.
const SETTINGS: [&str; 4] = ["-c", "core.attributesFile=/dev/null", "-c", "diff.suppressBlankEmpty=false"];

/// What a comparison looks at, for the list of files and for the diff alike.
const COMPARED: [&str; 8] = [
    "-r",
    "--find-renames=50%",
    "-l1000",
    "--ignore-submodules=none",
    "--no-relative",
    "-O/dev/null",
    "--no-abbrev",
    "--end-of-options",
];

/// How the diff is written.
const WRITTEN: [&str; 15] = [
    "-p",
    "--text",
    "--no-ext-diff",
    "--no-textconv",
    "--full-index",
    "--no-color",
    "--no-color-moved",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--unified=3",
    "--inter-hunk-context=0",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--submodule=short",
    "--ws-error-highlight=none",
];

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileStatus {
    Added,
    Deleted,
    /// In content or mode.
    Modified,
    Renamed,
    /// From a file to a symbolic link, for example.
    TypeChanged,
}

/// A file that a change touches. Paths count from the root, quoted as git quotes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    pub path: String,
    /// The path before a rename.
    pub previous: Option<String>,
    pub status: FileStatus,
}

/// A change under review.
#[derive(Debug, Clone)]
pub struct Change {
    /// What a report calls it: `staged changes`, `main..feature`.
    pub description: String,
    /// What the seats see.
    pub diff: Content,
    pub files: Vec<ChangedFile>,
    /// Paths whose hunks the diff does not show because they hold NUL bytes.
    pub unshown: Vec<String>,
    /// The commit that the diff starts from; `None` if it starts from nothing.
    pub base: Option<String>,
    /// The commit whose panel judges (README, "A change does not choose its judge"): HEAD, or the merge
    /// base of a range; `None` if there is none yet.
    pub panel_base: Option<String>,
    /// The tree that the change leads to.
    pub tree: String,
    /// The private object store that holds what the repository's own does not: see [`Change::view`].
    pub objects: Option<PathBuf>,
    view: Repository,
}

impl Change {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The commit, or the empty tree, in which the panel that judges is looked up.
    #[must_use]
    pub fn panel_revision(&self) -> &str {
        self.panel_base.as_deref().unwrap_or(self.view.empty_tree())
    }

    /// The repository with every object of this change, staged ones included.
    #[must_use]
    pub fn view(&self) -> &Repository {
        &self.view
    }

    /// The content that the change leads to.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { view: self.view.clone(), base: self.base.clone(), tree: self.tree.clone() }
    }
}

/// The two ends of a comparison, and the name of the whole.
pub(super) struct Ends {
    pub(super) description: String,
    pub(super) base: Option<String>,
    pub(super) panel_base: Option<String>,
    pub(super) tree: String,
    pub(super) objects: Option<PathBuf>,
}

impl Repository {
    /// The index against HEAD, or against nothing before the first commit. Files go below `private`.
    ///
    /// # Errors
    /// git fails (an index with conflicts can't be written as a tree), or there is no work tree.
    pub fn staged(&self, private: &Path) -> Result<Change, StoreError> {
        self.need_work_tree("index")?;
        let (beside, objects) = self.beside(private)?;
        let base = self.head()?;
        let tree = beside.line(&["write-tree"])?;
        let description = "staged changes".to_owned();
        beside.compared(Ends { description, panel_base: base.clone(), base, tree, objects: Some(objects) }, private)
    }

    /// The work tree as it stands against HEAD: what is staged, what is changed, and files that are neither
    /// tracked nor ignored, as additions. The tree is what `git add --all` would stage: submodules count by
    /// their commit, and filters that the user has configured (Git LFS, for example) run as they do then.
    ///
    /// # Errors
    /// git fails (a file that can't be read), or there is no work tree.
    pub fn work_tree(&self, private: &Path) -> Result<Change, StoreError> {
        let head = self.head()?;
        self.work_tree_since(head.clone(), head, "changes in the work tree".to_owned(), private)
    }

    fn work_tree_since(
        &self,
        base: Option<String>,
        panel_base: Option<String>,
        description: String,
        private: &Path,
    ) -> Result<Change, StoreError> {
        self.need_work_tree("changes")?;
        let (beside, objects) = self.beside(private)?;
        let tree = beside.all_added(&[])?;
        beside.compared(Ends { description, base, panel_base, tree, objects: Some(objects) }, private)
    }

    /// The tree of all that `git add --all` would stage under these options. Meant for a repository that lies
    /// beside the real one. The second command has them as well: it looks again at files that were changed
    /// in the same moment as the index.
    pub(super) fn all_added(&self, options: &[String]) -> Result<String, StoreError> {
        let add = ["-c", "advice.addEmbeddedRepo=false", "-c", "add.ignoreErrors=false", "add", "--all"];
        self.run(&options.iter().map(String::as_str).chain(add).collect::<Vec<_>>())?;
        self.line(&options.iter().map(String::as_str).chain(["write-tree"]).collect::<Vec<_>>())
    }

    /// `A..B`, what leads from A to B; `A...B`, what B has since it left A; `A`, the work tree since A. An
    /// end that is left out is HEAD. The panel's base is the merge base, and A itself where there is none.
    ///
    /// # Errors
    /// An end is no commit, the ends of `A...B` have no common ancestor, or git fails.
    pub fn range(&self, range: &str, private: &Path) -> Result<Change, StoreError> {
        let end = |name: &str| self.commit(if name.is_empty() { "HEAD" } else { name });
        let Some((left, right)) = range.split_once("...").or_else(|| range.split_once("..")) else {
            let base = self.commit(range)?;
            let panel_base = match self.head()? {
                Some(head) => self.merge_base(&base, &[head])?.or_else(|| Some(base.clone())),
                None => Some(base.clone()),
            };
            let description = format!("changes in the work tree since {range}");
            return self.work_tree_since(Some(base), panel_base, description, private);
        };
        let (from, to) = (end(left)?, end(right)?);
        let merge_base = self.merge_base(&from, std::slice::from_ref(&to))?;
        let base = match &merge_base {
            Some(base) if range.contains("...") => base.clone(),
            None if range.contains("...") => {
                return Err(StoreError::NoMergeBase { left: left.to_owned(), right: right.to_owned() });
            }
            _ => from.clone(),
        };
        let ends = Ends {
            description: range.to_owned(),
            base: Some(base),
            panel_base: merge_base.or(Some(from)),
            tree: self.tree_of(&to)?,
            objects: None,
        };
        self.compared(ends, private)
    }

    pub(super) fn tree_of(&self, commit: &str) -> Result<String, StoreError> {
        self.line(&["rev-parse", "--verify", &format!("{commit}^{{tree}}")])
    }

    /// Compares two trees; the diff may go to a file in a new folder below `private`.
    pub(super) fn compared(&self, ends: Ends, private: &Path) -> Result<Change, StoreError> {
        let from = ends.base.as_deref().unwrap_or(self.empty_tree());
        let args = |written: &[&'static str]| {
            let start = SETTINGS.into_iter().chain(["diff-tree"]).chain(written.iter().copied());
            start.chain(COMPARED).chain([from, ends.tree.as_str()]).map(str::to_owned).collect::<Vec<_>>()
        };
        // Attributes come from a tree without any, and not from the system.
        let variables = [("GIT_ATTR_SOURCE", self.empty_tree()), ("GIT_ATTR_NOSYSTEM", "1")];
        let mut listed = vec![];
        self.stream(&args(&["--raw", "-z"]), &variables, &mut |piece| {
            listed.extend_from_slice(piece);
            Ok(())
        })?;
        let folder = file::folder_in(private, "diff-")?;
        let mut patch = Patch::new(&folder);
        self.stream(&args(&WRITTEN), &variables, &mut |piece| patch.push(piece))?;
        let (diff, unshown) = patch.finish(self, &folder)?;
        Ok(Change {
            description: ends.description,
            diff,
            files: changed_files(&listed),
            unshown,
            base: ends.base,
            panel_base: ends.panel_base,
            tree: ends.tree,
            objects: ends.objects,
            view: self.clone(),
        })
    }
}

/// Reads `diff-tree --raw -z`: `:modes objects status`, a path, and for a rename the path after it.
fn changed_files(listed: &[u8]) -> Vec<ChangedFile> {
    let mut fields = listed.split(|byte| *byte == 0);
    let mut files = vec![];
    while let (Some(entry), Some(first)) = (fields.next(), fields.next()) {
        let letter = entry.rsplit(|byte| *byte == b' ').next().and_then(|status| status.first());
        let status = match letter {
            Some(b'A') => FileStatus::Added,
            Some(b'D') => FileStatus::Deleted,
            Some(b'R') => FileStatus::Renamed,
            Some(b'T') => FileStatus::TypeChanged,
            _ => FileStatus::Modified,
        };
        let first = quote::quoted(first);
        let (path, previous) = match (status, fields.clone().next()) {
            (FileStatus::Renamed, Some(second)) => {
                fields.next();
                (quote::quoted(second), Some(first))
            }
            _ => (first, None),
        };
        files.push(ChangedFile { path, previous, status });
    }
    files
}
