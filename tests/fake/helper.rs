//! The processes that a fake agent leaves behind, and what it does to itself.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal};

/// The first argument of a fake agent that is a helper of another one.
const HELPER: &str = "--fake-agent-helper";

/// The last argument of a helper that takes no notice of TERM, INT and HUP.
const STUBBORN: &str = "stubborn";

/// Whether this process takes no notice of them; its helpers are told, as a started program begins
/// with no signal blocked.
static IGNORING: AtomicBool = AtomicBool::new(false);

/// Whether the program was started as a helper.
pub fn is_asked(arguments: &[String]) -> bool {
    arguments.first().is_some_and(|first| first == HELPER)
}

/// Lives for the time asked for; `session` and `daemon` leave the group first.
pub fn run(arguments: &[String]) -> ExitCode {
    let [_, manner, milliseconds, temper] = arguments else { return ExitCode::from(99) };
    let milliseconds: u64 = milliseconds.parse().unwrap_or(0);
    if temper == STUBBORN {
        ignore_signals();
    }
    if manner != "hold" {
        let _ = rustix::process::setsid();
    }
    if manner == "daemon" {
        leave_with("hold", milliseconds, true);
    } else {
        std::thread::sleep(Duration::from_millis(milliseconds));
    }
    ExitCode::SUCCESS
}

/// Starts a helper and does not wait for it. Its outputs are the agent's own.
pub fn leave(manner: &str, milliseconds: u64) {
    leave_with(manner, milliseconds, false);
}

fn leave_with(manner: &str, milliseconds: u64, silent: bool) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    let temper = if IGNORING.load(Ordering::Relaxed) { STUBBORN } else { "mild" };
    command.args([HELPER, manner, &milliseconds.to_string(), temper]).stdin(Stdio::null());
    if silent {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    if let Ok(mut child) = command.spawn()
        && manner == "daemon"
    {
        // The middle process of the double fork ends at once.
        let _ = child.wait();
    }
}

/// Takes no notice of TERM, INT and HUP from here on: blocked is as good as ignored.
pub fn ignore_signals() {
    IGNORING.store(true, Ordering::Relaxed);
    let signals: SigSet = [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP].into_iter().collect();
    let _ = signals.thread_block();
}

/// Lets go of standard output; what is printed later is lost.
pub fn close_output() {
    if let Ok(nothing) = std::fs::OpenOptions::new().write(true).open("/dev/null") {
        let _ = nix::unistd::dup2_stdout(nothing);
    }
}

pub fn die(signal: &str) {
    if let Ok(signal) = format!("SIG{signal}").parse::<Signal>() {
        let _ = nix::sys::signal::kill(nix::unistd::getpid(), signal);
        std::thread::sleep(Duration::from_secs(5));
    }
}

pub fn change_mode(path: &Path, mode: u32) -> std::io::Result<String> {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).map(|()| String::new())
}

/// What a command prints, with its status; an error where it can't be started or fails.
pub fn output(command: &[String]) -> std::io::Result<String> {
    let (program, arguments) = command.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(text) } else { Err(std::io::Error::other(format!("{}: {text}", output.status))) }
}
