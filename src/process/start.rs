//! From an invocation to a running leader with its two output pipes.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use rustix::fs::{OFlags, fcntl_setfl};
use tokio::net::unix::pipe::Receiver;
use tokio::runtime::Handle as Runtime;
use tokio::sync::{Semaphore, oneshot};

use super::failure::StartError;
use super::leader::Leader;
use super::register::Starting;
use super::strays::MARK;
use super::{Spawner, portable};
use crate::invocation::Invocation;
use crate::sandbox;
use crate::text::hex;

/// A start calls few functions; the default stack of a thread would be address space for nothing.
const STACK: usize = 256 * 1024;

/// What the kernel keeps of an output that is not read yet, in bytes.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// Starts from threads of their own at once. A start waits for the kernel most of its time, and more
/// threads than this cost memory and win nothing.
static PLACES: Semaphore = Semaphore::const_new(8);

/// A program that runs.
pub(super) struct Started {
    pub(super) leader: Leader,
    pub(super) stdout: Receiver,
    pub(super) stderr: Receiver,
}

/// What becomes the program's standard input and outputs. Closed here once it has started.
pub(super) struct ChildEnds {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

/// Starts the program. Where it needs rules or a folder of its own, this is done from a thread that
/// exists for it alone, for both stay with the thread that took them.
pub(super) async fn start(spawner: Spawner, invocation: &Arc<Invocation>) -> Result<Started, StartError> {
    if !invocation.program.is_absolute() {
        return Err(StartError::Relative);
    }
    let starting = Starting::begin().ok_or(StartError::Closed)?;
    if invocation.confinement.is_none() && !needs_folder(spawner, &invocation.cwd) {
        return spawned(spawner, invocation, &starting);
    }
    // The semaphore is never closed.
    let _place = PLACES.acquire().await.map_err(|_| StartError::Closed)?;
    let (sender, receiver) = oneshot::channel();
    let runtime = Runtime::current();
    let order = Arc::clone(invocation);
    thread::Builder::new()
        .name("start".into())
        .stack_size(STACK)
        .spawn(move || {
            let _context = runtime.enter();
            if sender.is_closed() {
                return;
            }
            // Where the run was dropped meanwhile, the leader comes back and ends its tree here.
            drop(sender.send(spawned_apart(spawner, &order, &starting)));
        })
        .map_err(StartError::Resources)?;
    receiver.await.unwrap_or(Err(StartError::Closed))
}

/// Whether the calling thread's folder would have to change.
fn needs_folder(spawner: Spawner, cwd: &Path) -> bool {
    spawner != Spawner::Portable && env::current_dir().map_or(true, |current| current != cwd)
}

/// The part of a start that changes the calling thread for good.
fn spawned_apart(spawner: Spawner, invocation: &Invocation, starting: &Starting) -> Result<Started, StartError> {
    let spawner = with_folder(spawner, &invocation.cwd)?;
    if let Some(confinement) = &invocation.confinement {
        sandbox::restrict(confinement).map_err(StartError::Sandbox)?;
    }
    spawned(spawner, invocation, starting)
}

/// Gives the thread a working folder of its own and enters the seat's. Some containers forbid that;
/// the spawner then has to be one that needs no such thread.
#[cfg(target_os = "linux")]
fn with_folder(spawner: Spawner, cwd: &Path) -> Result<Spawner, StartError> {
    if spawner == Spawner::Portable || nix::sched::unshare(nix::sched::CloneFlags::CLONE_FS).is_err() {
        return Ok(Spawner::Portable);
    }
    env::set_current_dir(cwd).map_err(StartError::Folder)?;
    Ok(spawner)
}

#[cfg(not(target_os = "linux"))]
fn with_folder(spawner: Spawner, _cwd: &Path) -> Result<Spawner, StartError> {
    Ok(spawner)
}

fn spawned(spawner: Spawner, invocation: &Invocation, starting: &Starting) -> Result<Started, StartError> {
    let input = invocation.stdin.as_deref().unwrap_or(Path::new("/dev/null"));
    let stdin = File::open(input).map_err(StartError::Input)?.into();
    let (stdout, stdout_end) = output().map_err(StartError::Resources)?;
    let (stderr, stderr_end) = output().map_err(StartError::Resources)?;
    let ends = ChildEnds { stdin, stdout: stdout_end, stderr: stderr_end };
    let mark = mark();
    let (pid, handle) = match spawner {
        #[cfg(target_os = "linux")]
        Spawner::Native => super::native::spawn(invocation, &mark, ends)?,
        Spawner::Portable => portable::spawn(invocation, &mark, ends)?,
    };
    Ok(Started { leader: Leader::new(pid, handle, &mark, starting), stdout, stderr })
}

/// A pipe whose reading end never blocks.
fn output() -> io::Result<(Receiver, OwnedFd)> {
    // Neither end is open in any other program: one that starts at this moment would hold it.
    let (reader, writer) = io::pipe()?;
    fcntl_setfl(&reader, OFlags::NONBLOCK)?;
    // Some agents leave without waiting until a full pipe is read, and what did not fit is lost. Where
    // the system grants no larger one, the small one does.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&reader, PIPE);
    Ok((Receiver::from_owned_fd_unchecked(reader.into())?, writer.into()))
}

/// Different for every program that this process starts, and from those of every other process of venire.
fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}.{}", own_mark(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// What the marks of all programs begin with that this process starts: drawn by lot, so that it tells this
/// process from every other one, also from one that had its number before.
pub(super) fn own_mark() -> &'static str {
    static OWN: OnceLock<String> = OnceLock::new();
    OWN.get_or_init(|| {
        let mut random = [0_u8; 12];
        // A run that can't get random numbers ends before it starts anything.
        let _ = getrandom::fill(&mut random);
        format!("{}-{}", process::id(), hex::of(&random))
    })
}

/// The whole environment of the program: what the invocation gives, and the mark.
pub(super) fn environment<'a>(
    invocation: &'a Invocation,
    mark: &'a str,
) -> impl Iterator<Item = (&'a OsStr, &'a OsStr)> {
    let given = invocation.env.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
    given.filter(|(name, _)| *name != MARK).chain([(OsStr::new(MARK), OsStr::new(mark))])
}
