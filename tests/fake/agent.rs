//! The scripted stand-in for an agent's command line.
//!
//! A test puts it on the PATH as `codex`, `claude`, `gemini` or any other name, with a script beside
//! it. It tells what it saw, then performs the script's steps. Nothing that happens to it is an
//! error of its own: a closed pipe or a sandbox is what it is there to meet.

mod answer;
mod helper;
mod script;
mod sight;

use std::fs;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use script::{Attempt, Script, Seen, Step};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    if helper::is_asked(&arguments) {
        return helper::run(&arguments);
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::from(99) };
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let script = fs::read(program.with_file_name(format!("{name}.json")))
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_slice::<Script>(&text).map_err(|error| error.to_string()));
    match script {
        Ok(script) => probe(&script, &arguments).unwrap_or_else(|| Call::new(&script, &name, arguments).run()),
        Err(error) => {
            print(&mut std::io::stderr(), format!("fake agent {name}: no script: {error}\n").as_bytes());
            ExitCode::from(99)
        }
    }
}

/// What is asked without a model call: the version, and whether somebody is signed in.
fn probe(script: &Script, arguments: &[String]) -> Option<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--version" | "-V"] => {
            print(&mut std::io::stdout(), format!("{}\n", script.version).as_bytes());
            Some(ExitCode::SUCCESS)
        }
        ["login" | "auth", "status", ..] => {
            let state = serde_json::json!({"loggedIn": script.signed_in});
            print(&mut std::io::stdout(), format!("{state}\n").as_bytes());
            Some(ExitCode::from(u8::from(!script.signed_in)))
        }
        _ => None,
    }
}

/// A closed pipe is no news to a fake agent.
fn print(stream: &mut impl Write, bytes: &[u8]) -> bool {
    stream.write_all(bytes).and_then(|()| stream.flush()).is_ok()
}

/// One call: the script, and what was seen and done so far.
struct Call<'a> {
    script: &'a Script,
    arguments: Vec<String>,
    log: sight::Log,
    seen: Seen,
}

impl<'a> Call<'a> {
    fn new(script: &'a Script, name: &str, arguments: Vec<String>) -> Self {
        let (log, call) = sight::Log::claimed(script.seen_folder.as_deref(), name);
        let seen = Seen { call, ..sight::first_look(&arguments) };
        log.write(&seen);
        Self { script, arguments, log, seen }
    }

    fn run(mut self) -> ExitCode {
        if self.script.reads_input {
            sight::read_input(&mut self.seen);
        }
        self.seen.seal = self.seen.seal.take().or_else(|| sight::seal(&self.seen));
        self.log.write(&self.seen);
        let status = self.steps().iter().find_map(|step| self.perform(step));
        self.seen.finished = true;
        self.log.write(&self.seen);
        status.unwrap_or(ExitCode::SUCCESS)
    }

    fn steps(&self) -> Vec<Step> {
        let asked = |text: &str| self.seen.input.contains(text) || self.seen.files.values().any(|f| f.contains(text));
        let rule = self.script.rules.iter().find(|rule| asked(&rule.contains)).map(|rule| &rule.steps);
        let turn = self.script.calls.get(self.seen.call as usize - 1).or(self.script.calls.last());
        rule.or(turn).cloned().unwrap_or_default()
    }

    /// Does one step; an exit status ends the call.
    fn perform(&mut self, step: &Step) -> Option<ExitCode> {
        match step {
            Step::Answer { text } => {
                let text = answer::rendered(self.script, &self.arguments, &self.seen.input, &self.sealed(text));
                print(&mut std::io::stdout(), text.as_bytes());
            }
            Step::Say { text } => _ = print(&mut std::io::stdout(), self.sealed(text).as_bytes()),
            Step::SayError { text } => _ = print(&mut std::io::stderr(), self.sealed(text).as_bytes()),
            Step::Bytes { bytes } => _ = print(&mut std::io::stdout(), bytes),
            Step::Record { record } => {
                let line = self.sealed_record(record);
                print(&mut std::io::stdout(), format!("{line}\n").as_bytes());
            }
            Step::Sleep { milliseconds } => std::thread::sleep(Duration::from_millis(*milliseconds)),
            Step::WaitFor { path } => {
                while !path.exists() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            Step::Flood { bytes, to_error: false } => flood(&mut std::io::stdout().lock(), *bytes),
            Step::Flood { bytes, to_error: true } => flood(&mut std::io::stderr().lock(), *bytes),
            Step::IgnoreSignals => helper::ignore_signals(),
            Step::Grandchild { milliseconds } => helper::leave("hold", *milliseconds),
            Step::OwnSession { milliseconds } => helper::leave("session", *milliseconds),
            Step::Daemon { milliseconds } => helper::leave("daemon", *milliseconds),
            Step::CloseOutput => helper::close_output(),
            Step::Exit { status } => return Some(ExitCode::from(*status)),
            Step::Die { signal } => helper::die(signal),
            Step::WriteFile { path, text } => self.note(step, fs::write(path, text).map(|()| String::new())),
            Step::ChangeMode { path, mode } => self.note(step, helper::change_mode(path, *mode)),
            Step::Run { command } => self.note(step, helper::output(command)),
            Step::ReadTerminal => {
                let line = fs::File::open("/dev/tty").and_then(|terminal| {
                    let mut line = String::new();
                    std::io::BufReader::new(terminal).read_line(&mut line).map(|_| line)
                });
                self.note(step, line);
            }
        }
        None
    }

    fn note(&mut self, step: &Step, result: std::io::Result<String>) {
        let (output, error) = match result {
            Ok(output) => (output, None),
            Err(error) => (String::new(), Some(error.to_string())),
        };
        self.seen.attempts.push(Attempt { step: step.clone(), output, error });
        self.log.write(&self.seen);
    }

    fn sealed(&self, text: &str) -> String {
        text.replace("{seal}", self.seen.seal.as_deref().unwrap_or(""))
    }

    fn sealed_record(&self, record: &serde_json::Value) -> String {
        self.sealed(&record.to_string())
    }
}

fn flood(stream: &mut impl Write, bytes: u64) {
    let line = [b"filler ".repeat(9), b"\n".to_vec()].concat();
    let block = line.repeat(1024);
    let mut left = bytes;
    while left > 0 {
        let size = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        if !print(stream, &block[..size]) {
            return;
        }
        left -= size as u64;
    }
}
