//! One run of a program in a world: what it gets, how long it may take, what came of it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::World;

/// How long a run may take before it is killed and the test fails.
const LIMIT: Duration = Duration::from_secs(60);

/// How long the outputs may stay open after the program's end. Longer means that a process that the
/// program left behind holds them.
const DRAIN: Duration = Duration::from_secs(5);

/// What standard input is.
pub enum Input {
    Nothing,
    Text(Vec<u8>),
    /// A pipe that is never written and never closed.
    Open,
}

/// A program about to be run.
pub struct Run {
    program: PathBuf,
    arguments: Vec<String>,
    environment: BTreeMap<String, String>,
    folder: PathBuf,
    input: Input,
    limit: Duration,
}

/// A program that runs.
pub struct Running {
    child: Child,
    started: Instant,
    limit: Duration,
    peak_memory: u64,
    stdout: Stream,
    stderr: Stream,
    /// Held so that an open input stays open.
    _input: Option<ChildStdin>,
}

/// What came of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The exit status, `None` where a signal ended it.
    pub status: Option<i32>,
    pub signal: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub stdout_bytes: Vec<u8>,
    pub elapsed: Duration,
    /// The program's own peak memory in bytes, children not counted.
    pub peak_memory: u64,
}

impl Run {
    pub(super) fn new(world: &World, program: &Path, arguments: &[&str]) -> Self {
        Self {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment: world.environment(),
            folder: world.repository(),
            input: Input::Nothing,
            limit: LIMIT,
        }
    }

    pub fn input(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn without_env(mut self, name: &str) -> Self {
        self.environment.remove(name);
        self
    }

    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = folder.into();
        self
    }

    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    #[track_caller]
    pub fn start(self) -> Running {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().envs(&self.environment).current_dir(&self.folder);
        command.stdin(if matches!(self.input, Input::Nothing) { Stdio::null() } else { Stdio::piped() });
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take();
        if let Input::Text(text) = self.input {
            let mut pipe = input.take().unwrap();
            std::thread::spawn(move || pipe.write_all(&text));
        }
        Running {
            started: Instant::now(),
            limit: self.limit,
            peak_memory: 0,
            stdout: Stream::reading(child.stdout.take().unwrap()),
            stderr: Stream::reading(child.stderr.take().unwrap()),
            child,
            _input: input,
        }
    }

    #[track_caller]
    pub fn outcome(self) -> Outcome {
        self.start().outcome()
    }
}

impl Running {
    /// Sends a signal to the program alone, not to its group.
    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().cast_signed()), signal).unwrap();
    }

    /// Waits until something holds; fails where the limit comes first or the program ends before.
    #[track_caller]
    pub fn until(&mut self, what: &str, holds: impl Fn() -> bool) {
        while !holds() {
            assert!(self.child.try_wait().unwrap().is_none(), "the program ended before: {what}");
            assert!(self.started.elapsed() < self.limit, "the limit came before: {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    pub fn outcome(mut self) -> Outcome {
        let status = loop {
            self.peak_memory = self.peak_memory.max(peak_memory(self.child.id()));
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if self.started.elapsed() > self.limit {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
                let told = format!("{}\n{}", self.stdout.text(), self.stderr.text());
                panic!("still running after {:?}\n{told}", self.limit);
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let elapsed = self.started.elapsed();
        let stdout_bytes = self.stdout.whole();
        if let Ok(document) = serde_json::from_slice::<serde_json::Value>(&stdout_bytes)
            && document["schema"] == venire::event::SCHEMA
        {
            crate::schema::assert_is_result(&document);
        }
        self.stderr.whole();
        Outcome {
            status: status.code(),
            signal: status.signal(),
            stdout: self.stdout.text(),
            stderr: self.stderr.text(),
            stdout_bytes,
            elapsed,
            peak_memory: self.peak_memory,
        }
    }
}

impl Outcome {
    /// The result document that `--format json` prints.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.stdout_bytes)
            .unwrap_or_else(|error| panic!("no JSON document: {error}\n{}\n{}", self.stdout, self.stderr))
    }

    /// Everything on the screen.
    pub fn screen(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

/// An output of the program, read by a thread as it comes.
struct Stream {
    bytes: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl Stream {
    fn reading(mut pipe: impl Read + Send + 'static) -> Self {
        let (sender, ended) = channel();
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bytes);
        std::thread::spawn(move || {
            let mut chunk = vec![0; 1 << 16];
            while let Ok(count @ 1..) = pipe.read(&mut chunk) {
                kept.lock().unwrap().extend_from_slice(&chunk[..count]);
            }
            sender.send(())
        });
        Self { bytes, ended }
    }

    /// What has come so far.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes.lock().unwrap()).into_owned()
    }

    #[track_caller]
    fn whole(&self) -> Vec<u8> {
        self.ended.recv_timeout(DRAIN).expect("a process that the program left behind holds its output");
        self.bytes.lock().unwrap().clone()
    }
}

/// The peak of a process's resident memory so far; 0 where it can't be told.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
