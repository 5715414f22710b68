//! An agent, as its document defines it.

use std::ffi::OsString;
use std::path::{Path as FilePath, PathBuf};

use regex_lite::Regex;

use super::failures::FailureRule;
use super::lineage::Lineage;
use super::record::{Path, Selection, Where};
use super::template::Template;
use crate::event::Strength;
use crate::invocation::Stop;

/// How one agent CLI is run, kept from writing, and read.
#[derive(Debug, Clone)]
pub struct Definition {
    pub name: String,
    pub title: String,
    pub lineage: Lineage,
    /// Names tried in order on PATH.
    pub command: Vec<String>,
    pub install: Option<String>,
    /// The version that the definition was run against.
    pub tested: Option<String>,
    pub version: Option<Version>,
    pub sign_in: Option<SignInSigns>,
    /// The user's own configuration folder of the agent: `{config}`.
    pub config: Option<ConfigFolder>,
    /// Named values that are looked up on the machine: `{NAME}`.
    pub values: Vec<(String, Vec<Source>)>,
    pub args: Vec<Template>,
    pub read_only: Additions,
    /// What makes read-only hold.
    pub strength: Strength,
    pub watch: Vec<Tripwire>,
    pub isolation: Additions,
    /// What can't be switched off, in words.
    pub leaks: Vec<String>,
    pub files: Vec<File>,
    pub links: Vec<(Template, Template)>,
    pub home: Home,
    pub cwd: WorkingFolder,
    pub reads: Reads,
    pub model: Option<ModelSwitch>,
    pub effort: Option<EffortSwitch>,
    /// How the standing part of the brief is given apart from the prompt.
    pub system: Option<Additions>,
    pub image: Option<Vec<Template>>,
    pub prompt: Prompt,
    /// `None` takes the variable out.
    pub env: Vec<(String, Option<Template>)>,
    /// Arguments that are given where a variable is set; `{value}` is its value.
    pub pass: Vec<(String, Vec<Template>)>,
    /// Patterns of what a panel may never ask for.
    pub refuse: Vec<String>,
    pub sandbox: Sandbox,
    pub writes: Vec<Template>,
    /// Seats of this agent at once.
    pub concurrency: Option<usize>,
    pub output: Output,
    pub failures: Vec<FailureRule>,
    pub stop: Stop,
}

#[derive(Debug, Clone)]
pub struct Version {
    pub args: Vec<String>,
    /// Its first group is the version.
    pub pattern: Regex,
    pub needs: Option<String>,
}

/// What shows without a model call that the user is signed in.
#[derive(Debug, Clone)]
pub struct SignInSigns {
    pub env: Vec<String>,
    pub files: Vec<Template>,
    pub probe: Option<Probe>,
    pub remedy: Option<String>,
}

/// A command of the agent that says whether the user is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    pub args: Vec<String>,
    /// The exit status that means yes.
    pub exit: i32,
}

/// What the environment and the files say about the sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignIn {
    /// This variable or file is there.
    Seen(String),
    /// None of the known signs is there. The agent may still keep a key elsewhere (a keychain), which
    /// only its probe or a call can tell.
    NotSeen { remedy: Option<String> },
    /// The definition names no signs.
    Unknown,
}

/// Where the user's own configuration of the agent lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFolder {
    /// The variable that moves it.
    pub env: Option<String>,
    /// Appended to the variable's value.
    pub below: Option<String>,
    pub default: Template,
}

/// Where a named value may come from; the first that is there wins.
#[derive(Debug, Clone)]
pub enum Source {
    /// A place in a JSON file.
    File {
        file: Template,
        path: Path,
    },
    /// A variable that is set; the value is `is`, or else the variable's own.
    Env {
        name: String,
        is: Option<String>,
    },
    Fixed(String),
}

/// Arguments and variables that are added for one purpose.
#[derive(Debug, Clone, Default)]
pub struct Additions {
    pub args: Vec<Template>,
    pub env: Vec<(String, Option<Template>)>,
}

/// A sign in the agent's own output that its read-only did not take.
#[derive(Debug, Clone)]
pub struct Tripwire {
    pub records: Where,
    /// What is looked at; without it any such record trips.
    pub path: Option<Path>,
    /// The values that are allowed there.
    pub only: Vec<String>,
    /// Trips only when a later record, of the same id, says that it was done.
    pub done: Option<Done>,
}

#[derive(Debug, Clone)]
pub struct Done {
    pub records: Where,
    /// Where the id stands, in both records.
    pub id: Path,
}

/// A file that is written into the seat's scratch folders before the start.
#[derive(Debug, Clone)]
pub struct File {
    /// `{file:NAME}` is its path.
    pub name: String,
    pub path: Template,
    pub text: Template,
}

/// Which configuration folder the agent gets.
#[derive(Debug, Clone, Default)]
pub struct Home {
    pub scratch: bool,
    /// Named values with which the user's own is needed after all.
    pub unless: Vec<(String, Vec<String>)>,
    /// What points the agent at the scratch folder.
    pub env: Vec<(String, Option<Template>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WorkingFolder {
    /// An empty private folder.
    #[default]
    Scratch,
    Tree,
}

/// How the tree under review is offered.
#[derive(Debug, Clone, Default)]
pub struct Reads {
    pub args: Vec<Template>,
    /// Given instead where no tree is offered.
    pub without: Vec<Template>,
}

#[derive(Debug, Clone)]
pub struct ModelSwitch {
    pub args: Vec<Template>,
    /// Where a seat names none.
    pub default: Option<String>,
}

#[derive(Debug, Clone)]
pub struct EffortSwitch {
    pub args: Vec<Template>,
    /// Empty: any.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Prompt {
    pub by: Delivery,
    /// The last arguments.
    pub args: Vec<Template>,
    /// In bytes.
    pub limit: Option<u64>,
    /// In characters.
    pub characters: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Delivery {
    #[default]
    Stdin,
    File,
    Argument,
}

/// Who holds the agent in the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sandbox {
    #[default]
    Landlock,
    /// The agent's own, which can't be set up inside another.
    Own,
}

#[derive(Debug, Clone, Default)]
pub struct Output {
    pub format: Format,
    pub answer: Option<AnswerRule>,
    pub success: Option<SuccessRule>,
    pub error: Vec<ErrorRule>,
    pub usage: Option<Selection>,
    pub cost: Option<Selection>,
    pub model: Option<Selection>,
    pub activity: Vec<Selection>,
    /// Lines of standard error that say nothing about a failure.
    pub noise: Vec<Regex>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Text,
    /// One document; a list is a list of records.
    Json,
    /// One record a line.
    JsonLines,
}

#[derive(Debug, Clone)]
pub struct AnswerRule {
    pub selection: Selection,
    pub take: Take,
    /// Records at which what was collected is dropped.
    pub reset: Option<Where>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Take {
    First,
    #[default]
    Last,
    Concat,
}

#[derive(Debug, Clone)]
pub struct SuccessRule {
    pub records: Where,
    /// A number there must not be 0 or missing.
    pub nonzero: Option<Path>,
    /// Nothing may stand there.
    pub absent: Option<Path>,
}

#[derive(Debug, Clone)]
pub struct ErrorRule {
    pub selection: Selection,
    /// The record is a JSON object at the end of standard error.
    pub on_stderr: bool,
}

impl Definition {
    /// Whether the tree under review is offered to this agent for reading.
    #[must_use]
    pub fn reads_tree(&self) -> bool {
        !self.reads.args.is_empty() || !self.reads.without.is_empty()
    }

    /// Whether this agent gets to see the tree at all: offered for reading, or as its working folder.
    #[must_use]
    pub fn sees_tree(&self) -> bool {
        self.reads_tree() || self.cwd == WorkingFolder::Tree
    }

    /// What the environment and the files say about the sign-in. Starts nothing.
    #[must_use]
    pub fn sign_in(&self, env: &dyn Fn(&str) -> Option<OsString>, exists: &dyn Fn(&FilePath) -> bool) -> SignIn {
        let Some(signs) = &self.sign_in else { return SignIn::Unknown };
        if let Some(name) = signs.env.iter().find(|name| env(name).is_some_and(|value| !value.is_empty())) {
            return SignIn::Seen(name.clone());
        }
        let config = self.config_folder(env);
        for file in &signs.files {
            let path = PathBuf::from(file.fill(&|name| match name {
                "config" => config.as_ref().map(|path| path.to_string_lossy().into_owned()),
                "user_home" => user_home(env),
                _ => None,
            }));
            if path.is_absolute() && exists(&path) {
                return SignIn::Seen(path.to_string_lossy().into_owned());
            }
        }
        SignIn::NotSeen { remedy: signs.remedy.clone() }
    }

    /// The user's own configuration folder of this agent.
    #[must_use]
    pub fn config_folder(&self, env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let config = self.config.as_ref()?;
        if let Some(moved) = config.env.as_deref().and_then(env).filter(|value| !value.is_empty()) {
            let moved = PathBuf::from(moved);
            return Some(config.below.as_ref().map_or_else(|| moved.clone(), |below| moved.join(below)));
        }
        let home = user_home(env)?;
        Some(PathBuf::from(config.default.fill(&|name| (name == "user_home").then(|| home.clone()))))
    }
}

pub(super) fn user_home(env: &dyn Fn(&str) -> Option<OsString>) -> Option<String> {
    env("HOME").or_else(|| env("USERPROFILE")).map(|home| home.to_string_lossy().into_owned())
}
