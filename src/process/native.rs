//! Starts a program by `posix_spawn` (Linux): without a copy of the address space, and with a handle
//! on the process that can't be mistaken for another's.

use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::OnceLock;

use nix::libc;
use nix::spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawn};
use nix::sys::signal::{SigSet, Signal};
use rustix::process::{Pid, PidfdFlags, Signal as Kill, WaitOptions, kill_process_group, pidfd_open, waitpid};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use super::failure::StartError;
use super::leader::Handle;
use super::proc;
use super::start::ChildEnds;
use crate::invocation::Invocation;

/// Signals that a program must not find ignored, whatever venire or the shell above it ignores.
const DEFAULT_SIGNALS: [Signal; 7] = [
    Signal::SIGPIPE,
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
    Signal::SIGTERM,
    Signal::SIGCHLD,
    Signal::SIGTSTP,
];

/// Descriptors beyond the first three that our own parent left open and that would pass on to programs.
/// Everything that this process opens itself closes at the start of a program.
static INHERITED: OnceLock<Vec<RawFd>> = OnceLock::new();

/// Notes what must not pass on. To be called before other threads open descriptors.
pub(super) fn note_inherited() {
    INHERITED.get_or_init(|| {
        let descriptors = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        let numbers = descriptors.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter(|descriptor| *descriptor > 2 && passes_on(*descriptor)).collect()
    });
}

fn passes_on(descriptor: RawFd) -> bool {
    let info = proc::text(&format!("/proc/self/fdinfo/{descriptor}")).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.and_then(|flags| i32::from_str_radix(flags.trim(), 8).ok()).is_some_and(|flags| flags & libc::O_CLOEXEC == 0)
}

/// Starts the program in the calling thread's folder, as the leader of a session.
pub(super) fn spawn(invocation: &Invocation, mark: &str, ends: ChildEnds) -> Result<(Pid, Handle), StartError> {
    let (program, arguments, environment) = strings(invocation, mark).map_err(StartError::Program)?;
    let (actions, attributes) = settings(&ends).map_err(|error| StartError::Resources(error.into()))?;
    let pid = posix_spawn(program.as_c_str(), &actions, &attributes, &arguments, &environment)
        .map_err(|error| StartError::Program(error.into()))?;
    let pid = Pid::from_raw(pid.as_raw()).ok_or_else(|| StartError::Program(io::ErrorKind::Other.into()))?;
    match handle(pid) {
        Ok(handle) => Ok((pid, handle)),
        Err(error) => {
            let _ = kill_process_group(pid, Kill::KILL);
            let _ = waitpid(Some(pid), WaitOptions::empty());
            Err(StartError::Resources(error))
        }
    }
}

fn handle(pid: Pid) -> io::Result<Handle> {
    let pidfd = pidfd_open(pid, PidfdFlags::NONBLOCK)?;
    #[expect(
        deprecated,
        reason = "the new form is `unsafe`, for handles that lie about their descriptor; ours is owned"
    )]
    let watched = AsyncFd::with_interest(pidfd, Interest::READABLE)?;
    Ok(Handle::Pidfd(watched))
}

type Strings = (CString, Vec<CString>, Vec<CString>);

fn strings(invocation: &Invocation, mark: &str) -> io::Result<Strings> {
    let program = CString::new(invocation.program.as_os_str().as_bytes())?;
    let mut arguments = vec![program.clone()];
    for argument in &invocation.args {
        arguments.push(CString::new(argument.as_bytes())?);
    }
    let mut environment = Vec::with_capacity(invocation.env.len() + 1);
    for (name, value) in super::start::environment(invocation, mark) {
        environment.push(CString::new([name.as_bytes(), b"=", OsStr::as_bytes(value)].concat())?);
    }
    Ok((program, arguments, environment))
}

fn settings(ends: &ChildEnds) -> nix::Result<(PosixSpawnFileActions, PosixSpawnAttr)> {
    let mut actions = PosixSpawnFileActions::init()?;
    actions.add_dup2(ends.stdin.as_raw_fd(), 0)?;
    actions.add_dup2(ends.stdout.as_raw_fd(), 1)?;
    actions.add_dup2(ends.stderr.as_raw_fd(), 2)?;
    for descriptor in INHERITED.get().into_iter().flatten() {
        // The C library refuses numbers above the present limit; such a one stays open.
        let _ = actions.add_close(*descriptor);
    }
    let mut attributes = PosixSpawnAttr::init()?;
    let session = PosixSpawnFlags::from_bits_retain(libc::c_int::from(libc::POSIX_SPAWN_SETSID));
    attributes.set_flags(session | PosixSpawnFlags::POSIX_SPAWN_SETSIGMASK | PosixSpawnFlags::POSIX_SPAWN_SETSIGDEF)?;
    attributes.set_sigmask(&SigSet::empty())?;
    attributes.set_sigdefault(&DEFAULT_SIGNALS.into_iter().collect())?;
    Ok((actions, attributes))
}
