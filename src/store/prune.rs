//! Old records: which of them may go, and how much room that makes.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::record::EVENTS;
use super::runs::Stored;

/// Which records stay. A record that any of these keeps is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Keep {
    /// So many of the newest.
    pub newest: Option<usize>,
    /// Those that are not older than this.
    pub younger: Option<Duration>,
}

impl Keep {
    /// The records that may go, of all runs, the newest first. Without a criterion there are none. What is no run of
    /// venire's, by its name and by what is in it, is never among them, nor a run that goes on.
    #[must_use]
    pub fn outdated(self, runs: Vec<Stored>, now: Timestamp) -> Vec<Stored> {
        if self == Self::default() {
            return vec![];
        }
        let is_old = |run: &Stored| {
            let Some(started) = run.started() else { return false };
            self.younger.is_none_or(|span| now.duration_since(started).unsigned_abs() > span && started < now)
        };
        runs.into_iter()
            .filter(|run| run.started().is_some() && run.folder.join(EVENTS).is_file())
            .skip(self.newest.unwrap_or(0))
            .filter(|run| is_old(run) && !run.is_running())
            .collect()
    }
}

impl Stored {
    /// When the run started, by its id; `None` for a folder with another name.
    #[must_use]
    pub fn started(&self) -> Option<Timestamp> {
        let (time, letters) = (self.id.get(..15)?, self.id.get(15..)?);
        let is_drawn = letters.len() > 1 && letters.starts_with('-');
        let at = DateTime::strptime("%Y%m%d-%H%M%S", time).ok().filter(|_| is_drawn)?;
        jiff::tz::Offset::UTC.to_timestamp(at).ok()
    }

    /// The room that the record takes, in bytes. A prompt that several seats got counts once.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let (mut bytes, mut seen, mut open) = (0, BTreeSet::new(), vec![self.folder.clone()]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(about) = entry.metadata() else { continue };
                if about.is_dir() {
                    open.push(entry.path());
                } else if seen.insert(file_identity(&about, entry.path())) {
                    bytes += about.len();
                }
            }
        }
        bytes
    }
}

#[cfg(unix)]
fn file_identity(about: &fs::Metadata, _: PathBuf) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (about.dev(), about.ino())
}

#[cfg(not(unix))]
fn file_identity(_: &fs::Metadata, path: PathBuf) -> PathBuf {
    path
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::super::runs::runs;
    use super::*;
    use crate::text::secrets::Secrets;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn old(keep: Keep) -> Vec<String> {
        let state = tempfile::tempdir().unwrap();
        let make = |id: &str| Record::create(state.path(), id, Secrets::default()).unwrap();
        for id in
            ["20261101-100000-aaaaaa", "20261120-100000-aaaaaa", "20261130-090000-aaaaaa", "20270101-100000-aaaaaa"]
        {
            make(id);
        }
        // A folder of another name, and one without a record in it.
        make("notes");
        fs::create_dir(state.path().join("runs/20261102-100000-aaaaaa")).unwrap();
        let _alive = make("20261103-100000-aaaaaa");
        let outdated = keep.outdated(runs(state.path()).unwrap(), "2026-11-30T10:00:00Z".parse().unwrap());
        outdated.into_iter().map(|run| run.id[..8].to_owned()).collect()
    }

    #[test]
    fn what_any_criterion_keeps_is_kept() {
        let newest = |count| Keep { newest: Some(count), younger: None };
        let younger = |days| Keep { newest: None, younger: Some(DAY * days) };
        assert_eq!(old(Keep::default()), Vec::<String>::new());
        assert_eq!(old(newest(0)), ["20270101", "20261130", "20261120", "20261101"]);
        assert_eq!(old(newest(2)), ["20261120", "20261101"]);
        assert_eq!(old(younger(5)), ["20261120", "20261101"], "one of the future is young: the clock was set back");
        assert_eq!(old(younger(20)), ["20261101"]);
        assert_eq!(old(Keep { newest: Some(3), younger: Some(DAY) }), ["20261101"], "20261120 is the third");
    }

    #[test]
    fn a_file_with_two_names_takes_its_room_once() {
        let state = tempfile::tempdir().unwrap();
        let record = Record::create(state.path(), "20261101-100000-aaaaaa", Secrets::default()).unwrap();
        record.write_whole("seats/a/1.prompt.md", &[b'x'; 1000]).unwrap();
        record.repeat("seats/b/1.prompt.md", "seats/a/1.prompt.md").unwrap();
        assert_eq!(runs(state.path()).unwrap()[0].bytes(), 1000);
    }
}
