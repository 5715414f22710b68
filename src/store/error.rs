//! What can go wrong with files and git: what happened, where, and what to do next.

use std::io;
use std::path::PathBuf;

use crate::document::Diagnostic;

/// An error of this layer. `Display` says what happened and where; [`StoreError::remedy`] what to do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("can't {doing} {}: {cause}", .path.display())]
    Io { doing: &'static str, path: PathBuf, cause: io::Error },
    #[error("neither {variable} nor a home folder is known")]
    NoHome { variable: &'static str },

    #[error("git is not on the PATH")]
    GitMissing,
    #[error("`git {command}` failed ({}): {message}", ended(*.status))]
    Git { command: String, status: Option<i32>, message: String },
    #[error("this repository has no work tree here, so it has no {what}")]
    NoWorkTree { what: &'static str },
    #[error("`{revision}` is not a commit of this repository{}", said(.message))]
    Revision { revision: String, message: String },
    #[error("`{left}` and `{right}` have no common ancestor")]
    NoMergeBase { left: String, right: String },
    #[error("line {number} of what git's pre-push hook was given is not understood: {line:?}")]
    PushLine { number: usize, line: String },

    #[error("no such file: {}", .path.display())]
    ContextMissing { path: PathBuf },
    #[error("{} is a folder", .path.display())]
    ContextFolder { path: PathBuf },
    #[error("{} is binary: it holds NUL bytes", .path.display())]
    ContextBinary { path: PathBuf },
    #[error("`{pattern}` is not a pattern: {cause}")]
    ContextPattern { pattern: String, cause: String },
    #[error("nothing matches `{pattern}` below {}", .folder.display())]
    ContextNoMatch { pattern: String, folder: PathBuf },
    #[error("`{given}` does not have the form NAME=PATH")]
    ContextName { given: String },
    #[error("two context items are called `{name}`")]
    ContextTwice { name: String },

    #[error("there is no panel `{name}`{}", meant(.nearest))]
    PanelUnknown { name: String, nearest: Option<String>, known: Vec<String> },
    #[error("there is no panel file {}", .path.display())]
    PanelMissing { path: PathBuf },
    #[error("the panel `{name}` is only in the change under review ({})", .path.display())]
    PanelOnlyInChange { name: String, path: PathBuf },
    #[error("panels extend each other in a circle: {}", .chain.join(" → "))]
    PanelCycle { chain: Vec<String> },
    #[error("{} is in the repository and extends `{extends}`, a file outside it", .path.display())]
    PanelExtendsOutside { path: PathBuf, extends: String },
    #[error("{file} is not UTF-8 text (byte {at})")]
    NotText { file: String, at: usize },
    #[error("{file} is too large: {bytes} bytes, at most {most}")]
    TooLarge { file: String, bytes: u64, most: u64 },
    #[error("{}", .0.message)]
    Document(Box<Diagnostic>),

    #[error("{} can't be read as a list of trusted files: {cause}", .path.display())]
    TrustBroken { path: PathBuf, cause: String },

    #[error("there is no run `{given}` in {}", .folder.display())]
    RunUnknown { given: String, folder: PathBuf },
    #[error("`{given}` fits several runs: {}", .fitting.join(", "))]
    RunAmbiguous { given: String, fitting: Vec<String> },
    #[error("the run {id} has no {file}")]
    RunIncomplete { id: String, file: String },
    #[error("the run {id} is going on")]
    RunAlive { id: String },
    #[error("{} is not what a record holds: {cause}", .path.display())]
    RunBroken { path: PathBuf, cause: String },
    #[error("`{name}` is not a name of a file in a record")]
    RecordName { name: String },
}

fn ended(status: Option<i32>) -> String {
    status.map_or_else(|| "ended by a signal".to_owned(), |status| format!("exit status {status}"))
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}

fn meant(word: &Option<String>) -> String {
    word.as_ref().map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

impl StoreError {
    /// An input or output error, with what was being done.
    pub(super) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |cause| Self::Io { doing, path, cause }
    }

    /// Stable, explained in the README: `V-GIT-FAILED`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => "V-STORE-IO",
            Self::NoHome { .. } => "V-STORE-NO-HOME",
            Self::GitMissing => "V-GIT-MISSING",
            Self::Git { .. } => "V-GIT-FAILED",
            Self::NoWorkTree { .. } => "V-GIT-NO-WORK-TREE",
            Self::Revision { .. } => "V-GIT-REVISION",
            Self::NoMergeBase { .. } => "V-GIT-NO-MERGE-BASE",
            Self::PushLine { .. } => "V-GIT-PUSH-LINE",
            Self::ContextMissing { .. } => "V-CONTEXT-MISSING",
            Self::ContextFolder { .. } => "V-CONTEXT-FOLDER",
            Self::ContextBinary { .. } => "V-CONTEXT-BINARY",
            Self::ContextPattern { .. } => "V-CONTEXT-PATTERN",
            Self::ContextNoMatch { .. } => "V-CONTEXT-NO-MATCH",
            Self::ContextName { .. } => "V-CONTEXT-NAME",
            Self::ContextTwice { .. } => "V-CONTEXT-TWICE",
            Self::PanelUnknown { .. } => "V-PANEL-UNKNOWN",
            Self::PanelMissing { .. } => "V-PANEL-MISSING",
            Self::PanelOnlyInChange { .. } => "V-PANEL-ONLY-IN-CHANGE",
            Self::PanelCycle { .. } => "V-PANEL-CYCLE",
            Self::PanelExtendsOutside { .. } => "V-PANEL-EXTENDS-OUTSIDE",
            Self::NotText { .. } => "V-STORE-NOT-TEXT",
            Self::TooLarge { .. } => "V-STORE-TOO-LARGE",
            Self::Document(diagnostic) => diagnostic.code,
            Self::TrustBroken { .. } => "V-TRUST-BROKEN",
            Self::RunUnknown { .. } => "V-RUN-UNKNOWN",
            Self::RunAmbiguous { .. } => "V-RUN-AMBIGUOUS",
            Self::RunIncomplete { .. } => "V-RUN-INCOMPLETE",
            Self::RunAlive { .. } => "V-RUN-ALIVE",
            Self::RunBroken { .. } => "V-RUN-BROKEN",
            Self::RecordName { .. } => "V-RECORD-NAME",
        }
    }

    /// What to do next, as a whole sentence.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self {
            Self::Io { cause, .. } if cause.kind() == io::ErrorKind::PermissionDenied => {
                "Check who may read and write there.".to_owned()
            }
            Self::Io { cause, .. } if cause.kind() == io::ErrorKind::StorageFull => {
                "Free some space there; `venire runs prune --older-than 30d` removes old records.".to_owned()
            }
            Self::Io { .. } => "Check that the place exists and can be used.".to_owned(),
            Self::NoHome { variable } => format!("Set HOME or {variable} to an absolute path."),
            Self::GitMissing => "Install git, or put the folder that has it on the PATH (absolute, not relative).".to_owned(),
            Self::Git { .. } => "Nothing was reviewed. Run the command by hand to see more.".to_owned(),
            Self::NoWorkTree { .. } => "Run it in a checkout, or name a range: `--diff A..B`.".to_owned(),
            Self::Revision { .. } => "`git log --oneline` and `git branch --all` list what there is; a shallow clone may need `git fetch --unshallow`.".to_owned(),
            Self::NoMergeBase { .. } => "Use two dots to compare them as they are, or fetch more history (`git fetch --unshallow`).".to_owned(),
            Self::PushLine { .. } => "Each line must be `<local ref> <local id> <remote ref> <remote id>`, as git writes it.".to_owned(),
            Self::ContextMissing { .. } => "Check the spelling; paths count from the working folder.".to_owned(),
            Self::ContextFolder { path } => format!("Name its files: `{}`.", path.join("**/*").display()),
            Self::ContextBinary { .. } => "Give a text file, or the binary's description.".to_owned(),
            Self::ContextPattern { .. } => "`*` and `?` stay inside a folder, `**` crosses folders, `[…]` is a set.".to_owned(),
            Self::ContextNoMatch { .. } => "Check the pattern; names that start with a dot are matched only by a pattern with that dot.".to_owned(),
            Self::ContextName { .. } => "For example `--context threat-model=docs/threats.md`.".to_owned(),
            Self::ContextTwice { name } => format!("Give one of them another name: `--context OTHER=PATH` instead of `{name}`."),
            Self::PanelUnknown { known, .. } if known.is_empty() => "`venire panel new` writes a starting point.".to_owned(),
            Self::PanelUnknown { known, .. } => format!("The panels are {}; a file is given by its path.", known.join(", ")),
            Self::PanelMissing { .. } => "Check the spelling; paths count from the working folder. `venire panel list` shows the names.".to_owned(),
            Self::PanelOnlyInChange { .. } => "A change does not choose its judge. `--panel-from-change` uses the panel all the same.".to_owned(),
            Self::PanelCycle { .. } => "Remove one `extends`.".to_owned(),
            Self::PanelExtendsOutside { .. } => "Extend a panel by its name, or a file of the repository.".to_owned(),
            Self::NotText { .. } => "Save the file as UTF-8.".to_owned(),
            Self::TooLarge { .. } => "Make it smaller, or name another file.".to_owned(),
            Self::Document(diagnostic) => diagnostic.help.join(" "),
            Self::TrustBroken { path, .. } => format!("Remove {} and trust the files again.", path.display()),
            Self::RunUnknown { .. } => "`venire runs list` shows the runs there are.".to_owned(),
            Self::RunAmbiguous { .. } => "Give more of its id.".to_owned(),
            Self::RunIncomplete { .. } => "It was cut short; its record holds what was answered until then. `venire runs resume` goes on with it.".to_owned(),
            Self::RunAlive { .. } => "Wait for its end, or interrupt it.".to_owned(),
            Self::RunBroken { .. } => "The record was changed or damaged; run the question again.".to_owned(),
            Self::RecordName { .. } => "This is a fault of venire's own.".to_owned(),
        }
    }

    /// Whether the caller asked for something that can't be (exit status 2), rather than that something
    /// could not be done (exit status 4).
    #[must_use]
    pub fn is_usage(&self) -> bool {
        !matches!(
            self,
            Self::Io { .. }
                | Self::NoHome { .. }
                | Self::GitMissing
                | Self::Git { .. }
                | Self::Revision { .. }
                | Self::NoMergeBase { .. }
                | Self::PushLine { .. }
                | Self::TrustBroken { .. }
                | Self::RunIncomplete { .. }
                | Self::RunAlive { .. }
                | Self::RunBroken { .. }
                | Self::RecordName { .. }
        )
    }
}
