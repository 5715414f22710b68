//! Programs are started, read, limited and ended; nothing of them is left behind.
//!
//! Every test runs with each spawner of this system. The programs are small shell scripts.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::sync::watch;
use venire::invocation::{Captured, Ending, Invocation, Kept, Stop, StopSignal, Stream, Transcript, Watch};
use venire::process::{self, End, Spawner};

#[path = "process/confinement.rs"]
mod confinement;
#[path = "process/ending.rs"]
mod ending;
#[path = "process/signals.rs"]
mod signals;
#[path = "process/start.rs"]
mod start;
#[path = "process/strays.rs"]
mod strays;

const SPAWNERS: &[Spawner] = &[
    #[cfg(target_os = "linux")]
    Spawner::Native,
    Spawner::Portable,
];

/// A folder, and an invocation of a shell script in it. Scripts write the numbers of the processes
/// that must not outlive the run to the file `pids`.
struct World {
    folder: TempDir,
    spawner: Spawner,
    invocation: Invocation,
}

impl World {
    fn new(spawner: Spawner, script: &str) -> Self {
        process::prepare(80).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (cwd, spool) = (folder.path().join("cwd"), folder.path().join("spool"));
        fs::create_dir(&cwd).unwrap();
        fs::create_dir(&spool).unwrap();
        let invocation = Invocation {
            program: PathBuf::from("/bin/sh"),
            args: vec!["-c".into(), script.into()],
            env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            cwd,
            stdin: None,
            timeout: Duration::from_secs(20),
            stop: Stop { signal: StopSignal::Term, grace: Duration::from_millis(200) },
            keep: 1 << 20,
            spool,
            confinement: None,
        };
        Self { folder, spawner, invocation }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.invocation.cwd.join(name)
    }

    /// Runs to the end without a wish.
    fn run(&self) -> Transcript {
        self.run_watched(&mut |_, _| Watch::Continue)
    }

    fn run_watched(&self, watch: &mut dyn FnMut(Stream, &[u8]) -> Watch) -> Transcript {
        let (_conductor, end) = watch::channel(End::No);
        runtime().block_on(process::run_with(self.spawner, &self.invocation, watch, end))
    }

    /// Runs, and wants the end in these steps as soon as the program has printed something.
    fn run_until_printed(&self, steps: &[End]) -> Transcript {
        let (conductor, end) = watch::channel(End::No);
        let conductor = RefCell::new(conductor);
        let mut steps = steps.iter();
        let mut watch = |_: Stream, _: &[u8]| {
            if let Some(step) = steps.next() {
                conductor.borrow_mut().send_replace(*step);
            }
            Watch::Continue
        };
        runtime().block_on(process::run_with(self.spawner, &self.invocation, &mut watch, end))
    }

    /// Asserts that at least `count` processes were noted, and that none of them exists any more,
    /// not even unreaped.
    fn assert_gone(&self, count: usize) {
        let noted = fs::read_to_string(self.file("pids")).unwrap_or_default();
        assert!(noted.lines().count() >= count, "{:?}: too few processes were noted: {noted:?}", self.spawner);
        for pid in noted.lines() {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
            assert!(stat.is_err(), "{:?}: still there: {stat:?}", self.spawner);
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn bytes(captured: &Captured) -> Vec<u8> {
    match &captured.kept {
        Kept::Memory(bytes) => bytes.clone(),
        Kept::File(path) => fs::read(path).unwrap(),
    }
}

fn text(captured: &Captured) -> String {
    String::from_utf8(bytes(captured)).unwrap()
}

fn each_spawner(test: impl Fn(Spawner)) {
    for spawner in SPAWNERS {
        test(*spawner);
    }
}

fn executable(path: &Path, content: &[u8], mode: u32) -> PathBuf {
    fs::write(path, content).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    path.to_owned()
}

fn spawn_failure(transcript: &Transcript) -> &str {
    match &transcript.ending {
        Ending::SpawnFailed(message) => message,
        other => panic!("it should not have started: {other:?}"),
    }
}

fn within(limit: Duration, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    assert!(start.elapsed() < limit, "took {:?}", start.elapsed());
}

fn argument(text: &str) -> OsString {
    text.into()
}
