//! Starts a program as tokio's child in a session of its own: for systems other than Linux, and for
//! places where a thread may not have a working folder of its own.
//!
//! The runtime reaps such a leader as soon as its exit is noticed, so the group is named for a moment
//! after that by a number that is free again. Numbers are given out in turn, so a reuse in that moment
//! does not happen in practice; the native spawner has no such moment.

use std::fs;
use std::process::Stdio;

use process_wrap::tokio::{CommandWrap, ProcessSession};
use rustix::process::Pid;
use tokio::process::Command;

use super::failure::StartError;
use super::leader::Handle;
use super::start::{ChildEnds, environment};
use crate::invocation::Invocation;

/// Starts the program in its folder, as the leader of a session. Needs the runtime's context.
pub(super) fn spawn(invocation: &Invocation, mark: &str, ends: ChildEnds) -> Result<(Pid, Handle), StartError> {
    // A folder that is missing would be reported as a missing program.
    fs::read_dir(&invocation.cwd).map_err(StartError::Folder)?;
    let mut command = Command::new(&invocation.program);
    command
        .args(&invocation.args)
        .env_clear()
        .envs(environment(invocation, mark))
        .current_dir(&invocation.cwd)
        .stdin(Stdio::from(ends.stdin))
        .stdout(Stdio::from(ends.stdout))
        .stderr(Stdio::from(ends.stderr));
    let mut command = CommandWrap::from(command);
    command.wrap(ProcessSession);
    // The wrapper's own child waits for the whole group; the inner one for the leader alone.
    let child = command.spawn().map_err(StartError::Program)?.into_inner();
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| StartError::Program(std::io::ErrorKind::Other.into()))?;
    Ok((pid, Handle::Child(child)))
}
