//! Why a program did not start, in words that name the program, the cause and the remedy.

use std::io;
use std::path::Path;

use rustix::io::Errno;

use crate::invocation::{Ending, Invocation};
use crate::sandbox::SandboxError;

/// The longest single argument or variable that Linux takes, in bytes, with its closing zero byte.
const ONE_ARGUMENT: usize = 128 * 1024;

/// The step of a start that failed.
#[derive(Debug)]
pub(super) enum StartError {
    /// The program's path is not absolute.
    Relative,
    /// The file for standard input.
    Input(io::Error),
    /// Pipes, handles, threads.
    Resources(io::Error),
    Folder(io::Error),
    Sandbox(SandboxError),
    /// The program itself.
    Program(io::Error),
    /// [`end_everything`](super::end_everything) was called.
    Closed,
}

impl StartError {
    pub(super) fn ending(&self, invocation: &Invocation) -> Ending {
        let program = invocation.program.display();
        let text = match self {
            Self::Relative => format!("{program} is not an absolute path; a program is never looked for at its start"),
            Self::Input(error) => {
                let input = invocation.stdin.as_deref().unwrap_or(Path::new("/dev/null"));
                format!("the standard input {} can't be opened for {program}: {error}", input.display())
            }
            Self::Resources(error) => format!("{program} can't be started: {}", shortage(error)),
            Self::Folder(error) => format!(
                "the working folder {} can't be entered for {program}: {error}; does it exist?",
                invocation.cwd.display()
            ),
            Self::Sandbox(error) => return Ending::SandboxFailed(format!("{program} was not started: {error}")),
            Self::Program(error) => format!("{program} can't be started: {}", refusal(error, invocation)),
            Self::Closed => format!("{program} was not started: venire is ending"),
        };
        Ending::SpawnFailed(text)
    }
}

fn errno(error: &io::Error) -> Option<Errno> {
    error.raw_os_error().map(Errno::from_raw_os_error)
}

/// What the system has run out of.
fn shortage(error: &io::Error) -> String {
    match errno(error) {
        Some(Errno::AGAIN) => {
            "the limit of processes is reached; run fewer seats at once, or raise it (`ulimit -u`)".into()
        }
        Some(Errno::MFILE | Errno::NFILE) => {
            "the limit of open files is reached; run fewer seats at once, or raise it (`ulimit -n`)".into()
        }
        Some(Errno::NOMEM) => "memory is short; run fewer seats at once".into(),
        _ => error.to_string(),
    }
}

fn refusal(error: &io::Error, invocation: &Invocation) -> String {
    match errno(error) {
        Some(Errno::NOENT) if invocation.program.exists() => {
            "the interpreter that its first line names, or its loader, is not installed".into()
        }
        Some(Errno::NOENT) => "there is no such file; is the agent installed?".into(),
        Some(Errno::ACCESS) if invocation.program.is_dir() => "it is a folder".into(),
        Some(Errno::ACCESS) => {
            "permission denied; make the file executable (`chmod +x`), and every folder above it accessible".into()
        }
        Some(Errno::NOEXEC) => {
            "it is not a program for this system; a script needs a first line such as `#!/bin/sh`".into()
        }
        Some(Errno::TXTBSY) => "its file is being written at this moment; try again when that has ended".into(),
        Some(Errno::TOOBIG) => too_big(invocation),
        _ if error.kind() == io::ErrorKind::InvalidInput => "an argument or a variable contains a zero byte".into(),
        _ => shortage(error),
    }
}

fn too_big(invocation: &Invocation) -> String {
    const REMEDY: &str = "hand long text by standard input or as a file";
    let argument = invocation.args.iter().position(|argument| argument.len() >= ONE_ARGUMENT);
    let variable = invocation.env.iter().find(|(name, value)| name.len() + value.len() + 1 >= ONE_ARGUMENT);
    if let Some(index) = argument {
        let size = invocation.args.get(index).map_or(0, |argument| argument.len());
        return format!(
            "argument {} has {size} bytes, and the system takes at most {ONE_ARGUMENT} (128 KiB) in one argument; {REMEDY}",
            index + 1
        );
    }
    if let Some((name, value)) = variable {
        return format!(
            "the variable {} has {} bytes, and the system takes at most {ONE_ARGUMENT} (128 KiB) in one variable; {REMEDY}",
            name.display(),
            value.len()
        );
    }
    let arguments: usize = invocation.args.iter().map(|argument| argument.len() + 1).sum();
    let variables: usize = invocation.env.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
    format!(
        "its arguments ({arguments} bytes) and its environment ({variables} bytes) are together above the system's \
         limit, a quarter of the stack limit (2 MiB as a rule); {REMEDY}"
    )
}
