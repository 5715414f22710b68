//! What a fake agent does: the words of its script, shared with the tests that write it.
//!
//! The script is a JSON file beside the program (`codex.json` for `codex`), so that a seat's cleared
//! environment can't hide it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The whole of a fake agent's behaviour.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Script {
    /// The command line interface that it stands in for: `codex`, `claude`, `gemini`, or `plain`.
    pub style: String,
    /// What `--version` prints.
    pub version: String,
    /// What the sign-in probes (`login status`, `auth status`) answer.
    pub signed_in: bool,
    /// Whether standard input is read to its end before the first step.
    pub reads_input: bool,
    /// The tools that a claude-like init record lists; `None` for those that `--tools` asks for.
    pub tools: Option<Vec<String>>,
    /// Where it writes what it saw, `None` to write nothing. It must be writable from inside a sandbox.
    pub seen_folder: Option<PathBuf>,
    /// Steps for a prompt that contains a text; the first that matches is taken before `calls`.
    pub rules: Vec<Rule>,
    /// The steps of the first call, the second, and so on; the last one serves all later calls.
    pub calls: Vec<Vec<Step>>,
}

/// Steps for the prompts that contain a text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Rule {
    pub contains: String,
    pub steps: Vec<Step>,
}

/// One thing that a fake agent does. `{seal}` in a text stands for the seal found in the prompt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step {
    /// Answer in the format that the command line asks for, with the records of a success.
    Answer {
        text: String,
    },
    /// Print text as it is on standard output.
    Say {
        text: String,
    },
    /// Print text as it is on standard error.
    SayError {
        text: String,
    },
    /// Print bytes as they are on standard output, flushed at once.
    Bytes {
        bytes: Vec<u8>,
    },
    /// Print one JSON record as a line on standard output.
    Record {
        record: Value,
    },
    Sleep {
        milliseconds: u64,
    },
    /// Wait until a file exists: an order of events without sleeping.
    WaitFor {
        path: PathBuf,
    },
    /// Write many bytes of filler in lines.
    Flood {
        bytes: u64,
        to_error: bool,
    },
    /// Take no notice of TERM, INT and HUP from here on; helpers that it leaves take none either.
    IgnoreSignals,
    /// Leave a child that lives on for a time and holds both output pipes.
    Grandchild {
        milliseconds: u64,
    },
    /// The same in a session of its own, out of reach of a signal to the group.
    OwnSession {
        milliseconds: u64,
    },
    /// Leave a daemon: forked twice, its own session, no pipe held.
    Daemon {
        milliseconds: u64,
    },
    CloseOutput,
    /// Try to write a file; what came of it is in the record.
    WriteFile {
        path: PathBuf,
        text: String,
    },
    /// Try to change a file's mode.
    ChangeMode {
        path: PathBuf,
        mode: u32,
    },
    /// Try to run a command and wait for it.
    Run {
        command: Vec<String>,
    },
    /// Open `/dev/tty` and read a line from it.
    ReadTerminal,
    Exit {
        status: u8,
    },
    /// Die by a signal: `KILL`, `TERM`, `ABRT`, `SEGV`.
    Die {
        signal: String,
    },
}

/// What one call of a fake agent saw and did.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Seen {
    pub call: u32,
    pub argv: Vec<String>,
    pub folder: PathBuf,
    pub environment: BTreeMap<String, String>,
    /// Files that an argument or a variable names, with their text.
    pub files: BTreeMap<String, String>,
    /// Whether standard input, output and error are terminals.
    pub terminals: [bool; 3],
    /// Whether `/dev/tty` could be opened.
    pub has_terminal: bool,
    pub process: u32,
    pub parent: u32,
    pub group: u32,
    pub session: u32,
    /// Length of standard input; `None` until its end was seen.
    pub input_length: Option<u64>,
    pub input_digest: String,
    /// The first mebibyte of standard input.
    pub input: String,
    pub seal: Option<String>,
    /// What came of the steps that can fail.
    pub attempts: Vec<Attempt>,
    /// Whether the last step was reached.
    pub finished: bool,
}

/// What came of a step that can fail.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attempt {
    pub step: Step,
    /// What it read or printed.
    pub output: String,
    pub error: Option<String>,
}
