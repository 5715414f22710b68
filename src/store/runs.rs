//! Runs that are on record.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::StoreError;
use super::record::{EVENTS, inside, runs_folder};

/// What `venire runs list` shows of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    pub id: String,
    pub folder: PathBuf,
    /// RFC 3339; from the result, or from the plan of a run without one.
    pub started: Option<String>,
    pub question: Option<String>,
    /// The option that won.
    pub decision: Option<String>,
    pub status: RunStatus,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStatus {
    /// The status of its decision: `decided`, `undecided`, …
    Finished(String),
    Running,
    /// It has no result and is not going on: it was killed, or the machine stopped.
    NeverFinished,
    /// Its result can't be read.
    Broken(String),
}

/// A run on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub id: String,
    pub folder: PathBuf,
}

/// All runs, newest first. A state folder without any has none.
///
/// # Errors
/// The folder of the runs can't be read.
pub fn runs(state: &Path) -> Result<Vec<Stored>, StoreError> {
    let folder = runs_folder(state);
    let failed = || StoreError::io("read the folder", &folder);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(failed()(error)),
    };
    let mut runs = vec![];
    for entry in entries {
        let entry = entry.map_err(failed())?;
        if entry.file_type().is_ok_and(|kind| kind.is_dir())
            && let Ok(id) = entry.file_name().into_string()
        {
            runs.push(Stored { id, folder: entry.path() });
        }
    }
    runs.sort_by(|one, other| other.id.cmp(&one.id));
    Ok(runs)
}

/// The run whose id is, or starts with, `given`; `latest` is the newest.
///
/// # Errors
/// None or several fit, or the folder of the runs can't be read.
pub fn find(state: &Path, given: &str) -> Result<Stored, StoreError> {
    let all = runs(state)?;
    let unknown = || StoreError::RunUnknown { given: given.to_owned(), folder: runs_folder(state) };
    if given == "latest" {
        return all.into_iter().next().ok_or_else(unknown);
    }
    if let Some(exact) = all.iter().find(|run| run.id == given) {
        return Ok(exact.clone());
    }
    let fitting: Vec<_> = all.into_iter().filter(|run| !given.is_empty() && run.id.starts_with(given)).collect();
    match fitting.as_slice() {
        [] => Err(unknown()),
        [run] => Ok(run.clone()),
        several => {
            let fitting = several.iter().map(|run| run.id.clone()).collect();
            Err(StoreError::RunAmbiguous { given: given.to_owned(), fitting })
        }
    }
}

impl Stored {
    /// What a list shows of it. Never fails: what can't be read is said in its status.
    #[must_use]
    pub fn listed(&self) -> Listed {
        let (said, status) = match self.result() {
            Ok(result) => {
                let status = text(&result, "/decision/status").unwrap_or_default();
                (result, RunStatus::Finished(status))
            }
            Err(StoreError::RunIncomplete { .. }) => {
                let status = if self.is_running() { RunStatus::Running } else { RunStatus::NeverFinished };
                (self.plan().unwrap_or_default(), status)
            }
            Err(error) => (self.plan().unwrap_or_default(), RunStatus::Broken(error.to_string())),
        };
        Listed {
            id: self.id.clone(),
            folder: self.folder.clone(),
            started: text(&said, "/started"),
            question: text(&said, "/question"),
            decision: text(&said, "/decision/option"),
            status,
        }
    }

    /// What was written down before the first seat started.
    ///
    /// # Errors
    /// There is none, or it is damaged.
    pub fn plan(&self) -> Result<Value, StoreError> {
        self.document("plan.json")
    }

    /// The result document.
    ///
    /// # Errors
    /// There is none, because the run never finished, or it is damaged.
    pub fn result(&self) -> Result<Value, StoreError> {
        self.document("run.json")
    }

    /// The events, in their order. A last line that was cut short is passed over.
    ///
    /// # Errors
    /// There are none, or a line before the last is damaged.
    pub fn events(&self) -> Result<Vec<Value>, StoreError> {
        let text = self.read(EVENTS)?;
        let text = String::from_utf8_lossy(&text);
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole
            .lines()
            .enumerate()
            .map(|(number, line)| {
                serde_json::from_str(line).map_err(|error| StoreError::RunBroken {
                    path: self.folder.join(EVENTS),
                    cause: format!("line {}: {error}", number + 1),
                })
            })
            .collect()
    }

    /// A file of the record.
    ///
    /// # Errors
    /// It is not there, or can't be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, StoreError> {
        let path = self.folder.join(inside(name)?);
        fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => StoreError::RunIncomplete { id: self.id.clone(), file: name.to_owned() },
            _ => StoreError::io("read", path)(error),
        })
    }

    /// The files that a seat's calls have left in the record, by name in it.
    #[must_use]
    pub fn files_of_calls(&self, seat: &str) -> Vec<(String, PathBuf)> {
        let Ok(folder) = inside(seat).map(|seat| self.folder.join("seats").join(seat)) else { return vec![] };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        files
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                // What was made of them is written anew.
                let is_theirs = !matches!(name.as_str(), "answer.md" | "ballot.json") && !name.starts_with('.');
                is_theirs.then(|| (format!("seats/{seat}/{name}"), entry.path()))
            })
            .collect()
    }

    /// Removes the record.
    ///
    /// # Errors
    /// The run is going on, or the folder can't be removed.
    pub fn remove(self) -> Result<(), StoreError> {
        if self.is_running() {
            return Err(StoreError::RunAlive { id: self.id });
        }
        fs::remove_dir_all(&self.folder).map_err(StoreError::io("remove", &self.folder))
    }

    /// Whether the process that fills it is alive.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let events = File::open(self.folder.join(EVENTS));
        events.is_ok_and(|events| matches!(events.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    }

    fn document(&self, name: &str) -> Result<Value, StoreError> {
        let bytes = self.read(name)?;
        serde_json::from_slice(&bytes)
            .map_err(|error| StoreError::RunBroken { path: self.folder.join(name), cause: error.to_string() })
    }
}

fn text(document: &Value, pointer: &str) -> Option<String> {
    document.pointer(pointer).and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::*;
    use crate::text::secrets::Secrets;

    fn record(state: &Path, id: &str) -> Record {
        Record::create(state, id, Secrets::default()).unwrap()
    }

    #[test]
    fn runs_are_listed_newest_first_with_how_they_ended() {
        let state = tempfile::tempdir().unwrap();
        assert_eq!(runs(state.path()).unwrap(), []);
        let done = record(state.path(), "20261130-100000-aaaa");
        let result =
            br#"{"started":"2026-11-30T10:00:00Z","question":"Ship?","decision":{"option":"SHIP","status":"decided"}}"#;
        done.write_whole("run.json", result).unwrap();
        let killed = record(state.path(), "20261130-110000-bbbb");
        killed.write_whole("plan.json", br#"{"question":"And this?"}"#).unwrap();
        drop(killed);
        let _alive = record(state.path(), "20261130-120000-cccc");
        let alive = find(state.path(), "20261130-12").unwrap();
        assert_eq!(alive.remove().unwrap_err().code(), "V-RUN-ALIVE");
        record(state.path(), "20261130-130000-dddd").write_whole("run.json", b"{").unwrap();

        let listed: Vec<_> = runs(state.path()).unwrap().iter().map(Stored::listed).collect();
        assert!(matches!(listed[0].status, RunStatus::Broken(_)));
        assert_eq!(listed[1].status, RunStatus::Running);
        assert_eq!((&listed[2].status, listed[2].question.as_deref()), (&RunStatus::NeverFinished, Some("And this?")));
        assert_eq!(listed[3].status, RunStatus::Finished("decided".to_owned()));
        assert_eq!(listed[3].decision.as_deref(), Some("SHIP"));

        find(state.path(), "20261130-11").unwrap().remove().unwrap();
        assert_eq!(runs(state.path()).unwrap().len(), 3);
    }

    #[test]
    fn a_run_is_found_by_the_start_of_its_id() {
        let state = tempfile::tempdir().unwrap();
        for id in ["20261130-100000-aaaa", "20261130-100000-abbb", "20261201-100000-aaaa"] {
            record(state.path(), id);
        }
        let found = |given| find(state.path(), given).map(|run| run.id);
        assert_eq!(found("20261201").unwrap(), "20261201-100000-aaaa");
        assert_eq!(found("latest").unwrap(), "20261201-100000-aaaa");
        assert_eq!(found("20261130-100000-aaaa").unwrap(), "20261130-100000-aaaa");
        assert_eq!(found("20261130").unwrap_err().code(), "V-RUN-AMBIGUOUS");
        for given in ["", "..", "../runs", "x"] {
            assert_eq!(found(given).unwrap_err().code(), "V-RUN-UNKNOWN", "{given}");
        }
    }

    #[test]
    fn a_torn_last_event_is_passed_over() {
        let state = tempfile::tempdir().unwrap();
        let mut run = record(state.path(), "one");
        run.append_event(r#"{"seq":0}"#).unwrap();
        run.append_event(r#"{"seq":1}"#).unwrap();
        let path = run.folder().join(EVENTS);
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str(r#"{"seq"#);
        fs::write(&path, text).unwrap();
        assert_eq!(find(state.path(), "one").unwrap().events().unwrap().len(), 2);
    }
}
