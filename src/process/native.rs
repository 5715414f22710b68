//! Starts a program by `posix_spawn` (Linux): without a copy of the address space, and with a handle
//! on the process that can't be mistaken for another's.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;

use nix::libc;
use nix::spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawn};
use nix::sys::signal::{SigSet, Signal};
use rustix::process::{Pid, PidfdFlags, Signal as Kill, WaitOptions, kill_process_group, pidfd_open, waitpid};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use super::failure::StartError;
use super::leader::Handle;
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
    Ok(Handle::Pidfd(AsyncFd::register_with_interest(pidfd, Interest::READABLE)?))
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
    let mut attributes = PosixSpawnAttr::init()?;
    let session = PosixSpawnFlags::from_bits_retain(libc::c_int::from(libc::POSIX_SPAWN_SETSID));
    attributes.set_flags(session | PosixSpawnFlags::POSIX_SPAWN_SETSIGMASK | PosixSpawnFlags::POSIX_SPAWN_SETSIGDEF)?;
    attributes.set_sigmask(&SigSet::empty())?;
    attributes.set_sigdefault(&DEFAULT_SIGNALS.into_iter().collect())?;
    Ok((actions, attributes))
}
