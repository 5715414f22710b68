//! The processes of a world, found by its marker.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::World;

/// A process of a world that is still alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survivor {
    pub process: i32,
    pub command: String,
}

impl World {
    /// The processes of this world that are alive now: those that carry its marker in their
    /// environment or their arguments. The dead that wait to be reaped carry nothing.
    pub fn survivors(&self) -> Vec<Survivor> {
        let marker = self.marker();
        let mut found: Vec<Survivor> = fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter(|process| u32::try_from(*process).ok() != Some(std::process::id()))
            .filter_map(|process: i32| {
                let folder = Path::new("/proc").join(process.to_string());
                let command = fs::read(folder.join("cmdline")).ok()?;
                let marked = [command.clone(), fs::read(folder.join("environ")).unwrap_or_default()]
                    .iter()
                    .any(|bytes| String::from_utf8_lossy(bytes).contains(&marker));
                let command = String::from_utf8_lossy(&command).replace('\0', " ").trim().to_owned();
                marked.then_some(Survivor { process, command })
            })
            .collect();
        found.sort_by_key(|survivor| survivor.process);
        found
    }

    /// Fails if a process outlives the run.
    #[track_caller]
    pub fn assert_nothing_survives(&self) {
        let left = self.left_after_a_moment();
        assert!(left.is_empty(), "processes outlived the run: {left:#?}");
    }

    /// What is alive after the kernel had a moment to take away what was killed.
    pub fn left_after_a_moment(&self) -> Vec<Survivor> {
        let end = Instant::now() + Duration::from_millis(500);
        let mut left = self.survivors();
        while !left.is_empty() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
            left = self.survivors();
        }
        left
    }

    /// Kills what is left, so that no test leaves anything to the next.
    pub fn end_survivors(&self) {
        for survivor in self.survivors() {
            let _ = kill(Pid::from_raw(survivor.process), Signal::SIGKILL);
        }
    }
}
