//! The one file that reads the environment of this process.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

/// What the process was started with.
#[derive(Debug, Clone)]
pub(super) struct Environment {
    pub variables: Vec<(OsString, OsString)>,
    /// Without the program's own name.
    pub arguments: Vec<String>,
    /// `None` when the working folder is gone or can't be seen.
    pub cwd: Option<PathBuf>,
    pub temporary: PathBuf,
    pub stdout_is_terminal: bool,
    pub stderr_is_terminal: bool,
}

impl Environment {
    pub(super) fn of_this_process() -> Self {
        Self {
            variables: std::env::vars_os().collect(),
            arguments: std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
            cwd: std::env::current_dir().ok(),
            temporary: std::env::temp_dir(),
            stdout_is_terminal: std::io::stdout().is_terminal(),
            stderr_is_terminal: std::io::stderr().is_terminal(),
        }
    }

    /// The value of a variable; the last one wins, as in a shell.
    pub(super) fn get(&self, name: &str) -> Option<OsString> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Whether a variable is there and not empty.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }
}
