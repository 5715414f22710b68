//! The sealed world of one test: a home, configuration, state and temporary folder, a PATH with
//! nothing on it but what the test put there, and a git identity, all in one folder that goes when
//! the test ends.
//!
//! The folder's name is the world's marker: it stands in the environment or the arguments of every
//! process that was started in it, so that survivors are found, and ended.

#![allow(dead_code, reason = "each test takes what it needs of the world")]

mod agent;
mod processes;
mod repository;
mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

#[path = "../fake/script.rs"]
pub mod script;

pub use agent::ballot;
pub use repository::fingerprint;
pub use run::{Input, Outcome, Run, Running};
pub use script::{Script, Step};

/// Programs from the machine's own PATH that tests, hooks and scripts need.
const TOOLS: [&str; 14] = [
    "git", "sh", "bash", "env", "cat", "true", "false", "sleep", "printf", "dirname", "basename", "mkdir", "touch",
    "rm",
];

/// A sealed world.
pub struct World {
    folder: TempDir,
    /// Where fake agents tell what they saw: in shared memory, which a seat's sandbox lets them write.
    seen: TempDir,
}

impl World {
    /// An empty world: no agent, no repository, no configuration.
    pub fn new() -> Self {
        let named = |parent: &Path| tempfile::Builder::new().prefix("venire-world-").tempdir_in(parent).unwrap();
        let memory = Path::new("/dev/shm");
        let parent = fs::canonicalize(std::env::temp_dir()).unwrap();
        let folder = named(&parent);
        let seen = named(if memory.is_dir() { memory } else { &parent });
        let world = Self { folder, seen };
        for part in ["home", "config", "state", "tmp", "bin", "tools", "repository"] {
            fs::create_dir(world.path(part)).unwrap();
        }
        for tool in TOOLS {
            world.link_tool(tool);
        }
        fs::write(
            world.path("gitconfig"),
            "[user]\n\tname = Test\n\temail = test@example.invalid\n[init]\n\tdefaultBranch = main\n\
             [advice]\n\tdetachedHead = false\n[core]\n\tautocrlf = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
        )
        .unwrap();
        world
    }

    /// A world whose repository has one commit with one file, `a.txt`.
    pub fn with_repository() -> Self {
        let world = Self::new();
        world.git(&["init", "--quiet"]);
        world.write("a.txt", "one\n");
        world.commit("first");
        world
    }

    /// A path in the world's folder.
    pub fn path(&self, part: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(part)
    }

    /// The tree under review, and the folder that commands run in.
    pub fn repository(&self) -> PathBuf {
        self.path("repository")
    }

    /// The text that marks every process of this world.
    pub fn marker(&self) -> String {
        self.folder.path().file_name().unwrap().to_string_lossy().into_owned()
    }

    /// Puts a program of this machine on the world's PATH. One that is not installed is left out.
    pub fn link_tool(&self, name: &str) {
        if let Ok(program) = which::which(name) {
            std::os::unix::fs::symlink(program, self.path("tools").join(name)).unwrap();
        }
    }

    /// Writes a file of the user's configuration folder, such as `config.yaml` or `panels/mine.yaml`.
    pub fn configure(&self, name: &str, text: &str) {
        write_with_parents(&self.path("config/venire").join(name), text);
    }

    /// Writes a panel of the user's own, where no trust is needed, and returns its path.
    pub fn panel(&self, name: &str, text: &str) -> String {
        let file = format!("panels/{name}.yaml");
        self.configure(&file, text);
        self.path("config/venire").join(file).to_string_lossy().into_owned()
    }

    /// The whole environment of a command in this world.
    pub fn environment(&self) -> BTreeMap<String, String> {
        let place = |part: &str| self.path(part).to_string_lossy().into_owned();
        let path = format!("{}:{}", place("bin"), place("tools"));
        [
            ("HOME", place("home")),
            ("XDG_CONFIG_HOME", place("config")),
            ("XDG_STATE_HOME", place("state")),
            ("TMPDIR", place("tmp")),
            ("PATH", path),
            ("LANG", "C.UTF-8".to_owned()),
            ("TERM", "dumb".to_owned()),
            ("GIT_CONFIG_GLOBAL", place("gitconfig")),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z".to_owned()),
            ("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z".to_owned()),
            // Each of these is enough for the built-in agents to be called signed in.
            ("CODEX_API_KEY", "sk-test-codex".to_owned()),
            ("ANTHROPIC_API_KEY", "sk-ant-test".to_owned()),
            ("GEMINI_API_KEY", "test-gemini".to_owned()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }

    /// Runs venire in the repository and waits for its end.
    pub fn venire(&self, arguments: &[&str]) -> Outcome {
        self.run(arguments).outcome()
    }

    /// A run of venire that can be changed before it starts.
    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::new(self, Path::new(env!("CARGO_BIN_EXE_venire")), arguments)
    }

    /// A run of any program in this world.
    pub fn program(&self, program: &Path, arguments: &[&str]) -> Run {
        Run::new(self, program, arguments)
    }

    /// Text with what varies from run to run replaced: folders, run names, times, versions.
    pub fn redacted(&self, text: &str) -> String {
        let text = text.replace(&self.folder.path().to_string_lossy().into_owned(), "[WORLD]");
        REDACTIONS.iter().fold(text, |text, (pattern, name)| {
            regex_lite::Regex::new(pattern).unwrap().replace_all(&text, *name).into_owned()
        })
    }
}

/// What differs between two runs of the same thing, and the name that stands for it in a snapshot.
const REDACTIONS: [(&str, &str); 4] = [
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", "[TIME]"),
    (r"\b\d{8}T?-?\d{6}Z?-[0-9a-z]+\b", "[RUN]"),
    (r"\b\d+(\.\d+)? ?(ms|s)\b", "[ELAPSED]"),
    (r"\bvenire \d+\.\d+\.\d+\b", "venire [VERSION]"),
];

impl Drop for World {
    fn drop(&mut self) {
        self.end_survivors();
    }
}

fn write_with_parents(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
