//! The runs that are going on: a file each in the state folder, locked while its run lives and gone with it.
//!
//! A run that was killed leaves its file behind, unlocked. The next one finds it there, ends the programs that the
//! killed one has left running and removes its private folder (README, "What a killed run leaves").

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{StoreError, file};
use crate::process::Identity;

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    run: String,
    process: Identity,
    /// The run's private folder.
    scratch: PathBuf,
}

/// This run, which is going on until the value is dropped.
#[derive(Debug)]
pub struct Ongoing {
    path: PathBuf,
    _lock: File,
}

/// A run that was killed, and what was done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Killed {
    pub run: String,
    /// The processes that it had left running, and that were ended.
    pub ended: usize,
}

impl Ongoing {
    /// Says that a run goes on. `None` on systems where nothing that it could leave would be found.
    ///
    /// # Errors
    /// The state folder can't be written.
    pub fn enter(state: &Path, run: &str, scratch: &Path) -> Result<Option<Self>, StoreError> {
        let Some(process) = Identity::of_this_process() else { return Ok(None) };
        let folder = folder(state);
        file::create_private(&folder)?;
        let path = folder.join(run);
        let failed = || StoreError::io("write", &path);
        let entry = Entry { run: run.to_owned(), process, scratch: scratch.to_owned() };
        let mut temporary = tempfile::Builder::new().prefix(".venire-").tempfile_in(&folder).map_err(failed())?;
        let text = serde_json::to_vec(&entry).unwrap_or_default();
        temporary.write_all(&text).map_err(failed())?;
        // Before it has its name. Where there are no locks, nobody will take it for a killed one.
        let _ = temporary.as_file().try_lock();
        let lock = temporary.persist(&path).map_err(|error| failed()(error.error))?;
        Ok(Some(Self { path, _lock: lock }))
    }
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        // The lock goes after the name, so that nobody finds it unlocked.
        let _ = fs::remove_file(&self.path);
    }
}

/// Finds the runs that were killed, ends what they have left running, and removes their private folders. Runs of
/// other machines and containers are left alone, and so is what can't be read.
#[must_use]
pub fn end_killed(state: &Path) -> Vec<Killed> {
    let entries = fs::read_dir(folder(state)).into_iter().flatten().flatten();
    let mut killed: Vec<Killed> = entries.filter_map(|entry| ended(&entry.path())).collect();
    killed.sort_by(|one, other| one.run.cmp(&other.run));
    killed
}

fn ended(path: &Path) -> Option<Killed> {
    let file = File::open(path).ok()?;
    // Held until all is done: of several that look at the same time, one does it.
    file.try_lock().ok()?;
    if !is_same(&file, path) {
        return None;
    }
    let entry: Entry = serde_json::from_reader(&file).ok()?;
    let ended = entry.process.end_what_is_left()?;
    if is_scratch(&entry.scratch) {
        let _ = fs::remove_dir_all(&entry.scratch);
    }
    fs::remove_file(path).ok()?;
    Some(Killed { run: entry.run, ended })
}

/// Whether the file still has its name: its run may have come to its end just now.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Nothing but a private folder of venire's is ever removed, whatever the file says.
fn is_scratch(folder: &Path) -> bool {
    let is_named = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(super::scratch::PREFIX));
    folder.is_absolute() && is_named && fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir())
}

fn folder(state: &Path) -> PathBuf {
    state.join("running")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn a_run_that_goes_on_or_has_ended_is_no_killed_one() {
        let state = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(state.path()).unwrap();
        let ongoing = Ongoing::enter(state.path(), "one", scratch.path()).unwrap();
        assert_eq!(end_killed(state.path()), []);
        assert!(scratch.path().exists());
        drop(ongoing);
        assert_eq!(fs::read_dir(folder(state.path())).unwrap().count(), 0);
        assert_eq!(end_killed(state.path()), []);
    }

    #[test]
    fn a_file_without_its_lock_ends_nothing_while_its_process_lives() {
        let state = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(state.path()).unwrap();
        let ongoing = Ongoing::enter(state.path(), "one", scratch.path()).unwrap().unwrap();
        let text = fs::read(&ongoing.path).unwrap();
        fs::write(folder(state.path()).join("two"), text).unwrap();
        assert_eq!(end_killed(state.path()), [], "its process is this one");
        assert!(scratch.path().exists());
    }

    #[test]
    fn of_a_run_before_the_machine_was_started_nothing_can_be_left() {
        let state = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(state.path()).unwrap();
        let entry = |machine: Option<&str>, scratch: &Path| {
            let mut process = serde_json::to_value(Identity::of_this_process().unwrap()).unwrap();
            process["boot"] = "another".into();
            machine.into_iter().for_each(|machine| process["machine"] = machine.into());
            serde_json::json!({ "run": "one", "process": process, "scratch": scratch }).to_string()
        };
        file::create_private(&folder(state.path())).unwrap();
        let path = folder(state.path()).join("one");
        fs::write(&path, entry(Some("elsewhere"), scratch.path())).unwrap();
        assert_eq!(end_killed(state.path()), [], "another machine looks after its own");
        fs::write(&path, entry(None, state.path())).unwrap();
        assert_eq!(end_killed(state.path()), [Killed { run: "one".to_owned(), ended: 0 }]);
        assert!(state.path().exists(), "no private folder of venire's");
        fs::write(&path, entry(None, scratch.path())).unwrap();
        assert_eq!(end_killed(state.path()).len(), 1);
        assert!(!scratch.path().exists() && !path.exists());
    }
}
