//! git, called as a program.
//!
//! The caller's `GIT_*` variables are kept, since a hook's index is not the default one; taken away are
//! only those that would alter what a diff shows. Every call runs in the caller's working folder, where
//! relative variables such as `GIT_DIR=.git` mean what git meant by them. No call starts a hook or a
//! file-system monitor, takes a lock that it could do without, or follows a replacement of an object: what
//! is read is what would be pushed. A command that fails is an error, never "nothing there".

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{StoreError, content, file, quote};
use crate::invocation::{Invocation, Stop};

/// Options before the command. The null device as the folder of hooks holds none. A split index would put
/// the shared part of a private copy into the repository.
const ALWAYS: [&str; 11] = [
    "--no-pager",
    "--no-replace-objects",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=true",
    "-c",
    "core.splitIndex=false",
];

/// Variables that alter how a diff is written or how paths are read.
const REMOVED: [&str; 7] = [
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_ATTR_SOURCE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
];

/// The most that is kept of what git says beside its answer, in bytes.
const MESSAGES: usize = 64 << 10;

const EMPTY_TREE_SHA1: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const EMPTY_TREE_SHA256: &str = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/// A repository as it is seen from a working folder.
#[derive(Clone)]
pub struct Repository {
    program: PathBuf,
    cwd: PathBuf,
    env: Vec<(OsString, OsString)>,
    root: Option<PathBuf>,
    empty_tree: &'static str,
}

/// Without the environment, which may hold secrets.
impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repository").field("cwd", &self.cwd).field("root", &self.root).finish_non_exhaustive()
    }
}

/// How the work tree and the index stand to HEAD: numbers of paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Status {
    /// In the index otherwise than in HEAD.
    pub staged: usize,
    /// In the work tree otherwise than in the index.
    pub changed: usize,
    /// Neither in the index nor ignored; a folder of them counts once.
    pub untracked: usize,
    /// In conflict.
    pub unmerged: usize,
}

impl Status {
    #[must_use]
    pub fn is_clean(&self) -> bool {
        *self == Self::default()
    }
}

impl Repository {
    /// The repository that `cwd` is in, if it is in one. `env` is the whole environment that git gets.
    ///
    /// # Errors
    /// git is missing, or refuses the repository (an owner that it does not trust, a damaged one).
    pub fn discover(cwd: &Path, env: &[(OsString, OsString)]) -> Result<Option<Self>, StoreError> {
        let mut env: Vec<_> =
            env.iter().filter(|(name, _)| !REMOVED.iter().any(|removed| name == removed)).cloned().collect();
        let program = program(&env)?;
        set(&mut env, "GIT_OPTIONAL_LOCKS", "0");
        set(&mut env, "GIT_TERMINAL_PROMPT", "0");
        // Messages in English: the one about a missing repository is told from the others by its words.
        set(&mut env, "LC_ALL", "C.UTF-8");
        let mut repository = Self { program, cwd: cwd.to_owned(), env, root: None, empty_tree: EMPTY_TREE_SHA1 };
        let found = match repository.run(&["rev-parse", "--is-inside-work-tree", "--show-object-format"]) {
            Ok(found) => String::from_utf8_lossy(&found).into_owned(),
            Err(StoreError::Git { message, .. }) if message.contains("not a git repository (or any") => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if found.lines().any(|line| line == "sha256") {
            repository.empty_tree = EMPTY_TREE_SHA256;
        }
        if found.lines().next() == Some("true") {
            repository.root = Some(path(&repository.run(&["rev-parse", "--show-toplevel"])?));
        }
        Ok(Some(repository))
    }

    /// The top folder of the work tree; `None` in a bare repository and inside the git folder.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Whether objects are named by SHA-256 here, and not by SHA-1.
    pub(super) fn names_by_sha256(&self) -> bool {
        self.empty_tree == EMPTY_TREE_SHA256
    }

    /// The tree without any file, which the first commit is compared with.
    #[must_use]
    pub fn empty_tree(&self) -> &'static str {
        self.empty_tree
    }

    /// The folder of the repository's hooks, `core.hooksPath` included.
    ///
    /// # Errors
    /// git fails.
    pub fn hooks_dir(&self) -> Result<PathBuf, StoreError> {
        let mut command = Command::new(&self.program);
        command.args(["rev-parse", "--git-path", "hooks"]);
        Ok(self.cwd.join(path(&self.output(command)?)))
    }

    /// The commit that HEAD names; `None` before the first commit.
    ///
    /// # Errors
    /// git fails.
    pub fn head(&self) -> Result<Option<String>, StoreError> {
        self.answer(&["rev-parse", "--verify", "--quiet", "HEAD"])
    }

    /// The commit that `revision` names.
    ///
    /// # Errors
    /// It names none.
    pub fn commit(&self, revision: &str) -> Result<String, StoreError> {
        let unknown = |message| StoreError::Revision { revision: revision.to_owned(), message };
        if revision.is_empty() || revision.starts_with('-') {
            return Err(unknown(String::new()));
        }
        match self.line(&["rev-parse", "--verify", &format!("{revision}^{{commit}}")]) {
            Err(StoreError::Git { message, .. }) => Err(unknown(message)),
            other => other,
        }
    }

    /// The best common ancestor of `one` and of all `others` merged; `None` if there is none.
    ///
    /// # Errors
    /// git fails.
    pub fn merge_base(&self, one: &str, others: &[String]) -> Result<Option<String>, StoreError> {
        let mut args = vec!["merge-base", one];
        args.extend(others.iter().map(String::as_str));
        self.answer(&args)
    }

    /// How the work tree and the index stand to HEAD.
    ///
    /// # Errors
    /// git fails, or there is no work tree.
    pub fn status(&self) -> Result<Status, StoreError> {
        self.need_work_tree("status")?;
        let listed = self.run(&[
            "status",
            "--porcelain=v2",
            "-z",
            "--untracked-files=normal",
            "--ignore-submodules=none",
            "--no-renames",
        ])?;
        let mut status = Status::default();
        for entry in listed.split(|byte| *byte == 0) {
            match entry {
                [b'1' | b'2', b' ', staged, changed, ..] => {
                    status.staged += usize::from(*staged != b'.');
                    status.changed += usize::from(*changed != b'.');
                }
                [b'u', ..] => status.unmerged += 1,
                [b'?', ..] => status.untracked += 1,
                _ => {}
            }
        }
        Ok(status)
    }

    /// The content of the regular file at `path` (from the root) in a commit or tree; `None` if there is no
    /// such file. A symbolic link is none.
    ///
    /// # Errors
    /// The revision is unknown, or git fails.
    pub fn show(&self, revision: &str, path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
        let listed = self.run(&[
            OsStr::new("ls-tree"),
            "--full-tree".as_ref(),
            "-z".as_ref(),
            revision.as_ref(),
            "--".as_ref(),
            path.as_os_str(),
        ])?;
        let listed = String::from_utf8_lossy(&listed);
        let mut fields = listed.split(['\t', '\0']).next().unwrap_or_default().split(' ');
        match (fields.next(), fields.next(), fields.next()) {
            (Some(mode), Some("blob"), Some(object)) if mode.starts_with("100") => {
                self.run(&["cat-file", "blob", object]).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The names of the regular files directly in the folder at `path` (from the root) in a commit or tree.
    ///
    /// # Errors
    /// The revision is unknown, or git fails.
    pub fn names_in(&self, revision: &str, path: &Path) -> Result<Vec<String>, StoreError> {
        let mut folder = path.as_os_str().to_owned();
        folder.push("/");
        let listed = self.run(&[
            OsStr::new("ls-tree"),
            "--full-tree".as_ref(),
            "-z".as_ref(),
            revision.as_ref(),
            "--".as_ref(),
            &folder,
        ])?;
        let entries = listed.split(|byte| *byte == 0).filter(|entry| entry.starts_with(b"100"));
        Ok(entries
            .filter_map(|entry| entry.iter().rposition(|byte| *byte == b'/').map(|at| &entry[at + 1..]))
            .filter_map(|name| String::from_utf8(name.to_vec()).ok())
            .collect())
    }

    pub(super) fn need_work_tree(&self, what: &'static str) -> Result<(), StoreError> {
        if self.root.is_some() { Ok(()) } else { Err(StoreError::NoWorkTree { what }) }
    }

    /// The same repository with an index and an object store of its own in a new folder below `private`:
    /// the index is a copy, new objects go to the private store, the others are read where they are. What
    /// is done through it leaves the repository untouched.
    pub(super) fn beside(&self, private: &Path) -> Result<(Self, PathBuf), StoreError> {
        let folder = file::folder_in(private, "index-")?;
        let objects = folder.join("objects");
        file::create_private(&objects)?;
        let (index, copy) = (self.git_path("index")?, folder.join("index"));
        match std::fs::copy(&index, &copy) {
            Ok(_) => {}
            // Before the first `git add` there is none.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::io("copy", index)(error)),
        }
        self.lend_objects(&objects)?;
        let mut beside = self.clone();
        set(&mut beside.env, "GIT_INDEX_FILE", copy);
        set(&mut beside.env, "GIT_OBJECT_DIRECTORY", &objects);
        Ok((beside, objects))
    }

    /// Lets the object store at `store` read the objects of this one where they are.
    pub(super) fn lend_objects(&self, store: &Path) -> Result<(), StoreError> {
        let inherited = self.env.iter().find(|(name, _)| name == "GIT_ALTERNATE_OBJECT_DIRECTORIES");
        let mut lent = vec![self.git_path("objects")?];
        lent.extend(
            inherited.into_iter().flat_map(|(_, list)| std::env::split_paths(list)).map(|at| self.cwd.join(at)),
        );
        let lines: String =
            lent.iter().map(|path| quote::always_quoted(path.as_os_str().as_encoded_bytes()) + "\n").collect();
        let info = store.join("info");
        file::create_private(&info)?;
        let list = info.join("alternates");
        std::fs::write(&list, lines).map_err(StoreError::io("write", list))
    }

    /// The repository whose top is `root`, a folder of venire's own: none of the caller's variables leads
    /// from it to another one.
    pub(super) fn own(&self, root: &Path) -> Self {
        let mut own = self.clone();
        let kept = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"];
        own.env.retain(|(name, _)| {
            let name = name.to_string_lossy();
            !name.starts_with("GIT_") || kept.contains(&name.as_ref())
        });
        set(&mut own.env, "GIT_OPTIONAL_LOCKS", "0");
        set(&mut own.env, "GIT_TERMINAL_PROMPT", "0");
        own.cwd = root.to_owned();
        own.root = Some(root.to_owned());
        own
    }

    /// What runs git with these arguments, for a caller that watches over it.
    pub(super) fn invocation(&self, args: &[&str], spool: PathBuf, timeout: Duration) -> Invocation {
        Invocation {
            program: self.program.clone(),
            args: ALWAYS.iter().chain(args).map(OsString::from).collect(),
            env: self.env.clone(),
            cwd: self.cwd.clone(),
            stdin: None,
            timeout,
            stop: Stop::default(),
            keep: MESSAGES,
            spool,
            confinement: None,
        }
    }

    /// Where a file of git's own lies, whatever the variables say.
    pub(super) fn git_path(&self, name: &str) -> Result<PathBuf, StoreError> {
        Ok(self.cwd.join(path(&self.run(&["rev-parse", "--git-path", name])?)))
    }

    /// The path that git means by what it printed.
    pub(super) fn place(&self, printed: &[u8]) -> PathBuf {
        self.cwd.join(os_path(printed))
    }

    /// The same repository, with one more variable for git.
    pub(super) fn with_variable(mut self, name: &str, value: &str) -> Self {
        set(&mut self.env, name, value);
        self
    }

    /// What a command prints.
    pub(super) fn run(&self, args: &[impl AsRef<OsStr>]) -> Result<Vec<u8>, StoreError> {
        self.output(self.command(args))
    }

    /// The one line that a command prints.
    pub(super) fn line(&self, args: &[&str]) -> Result<String, StoreError> {
        Ok(String::from_utf8_lossy(&self.run(args)?).trim_end().to_owned())
    }

    /// The one line that a command prints; `None` if it says no: exit status 1 and not a word.
    pub(super) fn answer(&self, args: &[&str]) -> Result<Option<String>, StoreError> {
        match self.line(args) {
            Ok(line) => Ok(Some(line)),
            Err(StoreError::Git { status: Some(1), message, .. }) if message.is_empty() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Hands on what a command prints, piece by piece, while it runs. `variables` are added for it alone.
    pub(super) fn stream(
        &self,
        args: &[impl AsRef<OsStr>],
        variables: &[(&str, &str)],
        each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut command = self.command(args);
        self.prepare(&mut command);
        command.envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = Running(command.spawn().map_err(StoreError::io("start", &self.program))?);
        let messages = child.0.stderr.take().map(|mut stderr| {
            std::thread::spawn(move || {
                let mut kept = vec![];
                // A message that can't be read is an empty message; the exit status decides.
                let _ = stderr.by_ref().take(MESSAGES as u64).read_to_end(&mut kept);
                let _ = std::io::copy(&mut stderr, &mut std::io::sink());
                kept
            })
        });
        if let Some(mut stdout) = child.0.stdout.take() {
            content::pieces(&mut stdout, each).map_err(|error| error.of("read what git prints in", &self.cwd))?;
        }
        let status = child.0.wait().map_err(StoreError::io("wait for", &self.program))?;
        let message = messages.and_then(|thread| thread.join().ok()).unwrap_or_default();
        if status.success() { Ok(()) } else { Err(failed(&command, status, &message)) }
    }

    fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(ALWAYS).args(args);
        command
    }

    fn prepare(&self, command: &mut Command) {
        command
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.cwd)
            .stdin(Stdio::null());
    }

    fn output(&self, mut command: Command) -> Result<Vec<u8>, StoreError> {
        self.prepare(&mut command);
        let output = command.output().map_err(StoreError::io("start", &self.program))?;
        if output.status.success() { Ok(output.stdout) } else { Err(failed(&command, output.status, &output.stderr)) }
    }
}

/// A child that does not outlive its caller.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only when it has already been waited for.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn failed(command: &Command, status: std::process::ExitStatus, message: &[u8]) -> StoreError {
    let shown: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let own = shown.iter().position(|arg| !ALWAYS.contains(&arg.as_ref())).unwrap_or(0);
    StoreError::Git {
        command: shown[own..].join(" "),
        status: status.code(),
        message: String::from_utf8_lossy(message).trim_end().to_owned(),
    }
}

/// git on the given PATH. A relative folder on it counts from the file system's root, never from the
/// working folder: a program of the tree under review is not git.
fn program(env: &[(OsString, OsString)]) -> Result<PathBuf, StoreError> {
    let path = env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value);
    which::which_in("git", path, "/").map_err(|_| StoreError::GitMissing)
}

fn set(env: &mut Vec<(OsString, OsString)>, name: &str, value: impl Into<OsString>) {
    env.retain(|(known, _)| known != name);
    env.push((name.into(), value.into()));
}

/// The path that a command printed, without the newline that ends it.
fn path(printed: &[u8]) -> PathBuf {
    let printed = printed.strip_suffix(b"\n").unwrap_or(printed);
    os_path(printed)
}

/// A path as git has it.
pub(super) fn os_path(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    return PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes));
    #[cfg(not(unix))]
    return PathBuf::from(String::from_utf8_lossy(bytes).into_owned());
}
