//! The record of a run: a folder for the owner only, filled while the run goes on (README, "Records").
//!
//! Secrets are masked in everything that is stored. Files are written whole: whoever reads the folder, even
//! after a crash, finds either all of a file or none of it; only the list of events grows, line by line.
//! A failure is a value for a warning, and the run goes on. While its run lives the list of events is
//! locked, which tells a run that is going on from one that never finished.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};

use super::content::{Lossy, pieces};
use super::digest::Running;
use super::{StoreError, file};
use crate::text::secrets::Secrets;

pub(super) const EVENTS: &str = "events.jsonl";

/// The digests of the other files, in the form of `sha256sum`.
pub(super) const DIGESTS: &str = "SHA256SUMS";

/// How much is masked at a time, in bytes.
const WINDOW: usize = 64 * 1024;

/// A run of characters without any end that is longer than this is no secret, in bytes.
const ENDLESS: usize = 1024 * 1024;

/// The folder of the runs below the state folder.
#[must_use]
pub fn runs_folder(state: &Path) -> PathBuf {
    state.join("runs")
}

/// An id for a run that starts at `now`: date and time (UTC), the fraction of the second as two letters,
/// four random letters. Ids in the order of their letters are in the order of time.
///
/// # Errors
/// The system has no random numbers.
pub fn id(now: jiff::Timestamp) -> Result<String, StoreError> {
    let mut random = [0_u8; 4];
    getrandom::fill(&mut random).map_err(|error| {
        StoreError::io("read random numbers for", "a run's id")(io::Error::other(error.to_string()))
    })?;
    let fraction = now.subsec_nanosecond().unsigned_abs() / (1_000_000_000 / (26 * 26) + 1);
    let letter = |number: u32| char::from(b'a' + u8::try_from(number % 26).unwrap_or(0));
    let letters: String = [fraction / 26, fraction].into_iter().chain(random.map(u32::from)).map(letter).collect();
    Ok(format!("{}-{letters}", now.strftime("%Y%m%d-%H%M%S")))
}

/// A run's folder that is being filled.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
    secrets: Secrets,
    events: File,
    /// The folders in it that are made already.
    made: RefCell<BTreeSet<OsString>>,
    /// The digest of each file that is written.
    digests: RefCell<BTreeMap<String, String>>,
    /// That of the events so far.
    events_digest: Running,
}

impl Record {
    /// Makes the folder of a new run below the state folder.
    ///
    /// # Errors
    /// It can't be made, or a run of this id exists.
    pub fn create(state: &Path, id: &str, secrets: Secrets) -> Result<Self, StoreError> {
        let runs = runs_folder(state);
        file::create_private(&runs)?;
        let folder = runs.join(id);
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(StoreError::io("make the folder", &folder))?;
        let path = folder.join(EVENTS);
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let events = options.open(&path).map_err(StoreError::io("write", &path))?;
        // Without locks (some network file systems) a run that goes on is taken for one that was cut short.
        let _ = events.try_lock();
        Ok(Self {
            folder,
            secrets,
            events,
            made: RefCell::default(),
            digests: RefCell::default(),
            events_digest: Running::default(),
        })
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file of the record, `run.json` or `seats/critic/answer.txt`, with secrets masked.
    ///
    /// # Errors
    /// It can't be written; an older one stays as it was.
    pub fn write_whole(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > WINDOW {
            return self.fill(name, &mut &*bytes, Path::new(name));
        }
        let text = String::from_utf8_lossy(bytes);
        let masked = self.secrets.mask(&text);
        self.put(name, |out, path| out.write_all(masked.as_bytes()).map_err(StoreError::io("write", path)))
    }

    /// Copies a file into the record, whatever its size, with secrets masked.
    ///
    /// # Errors
    /// It can't be read or written; an older copy stays as it was.
    pub fn copy_whole(&self, name: &str, from: &Path) -> Result<(), StoreError> {
        let mut source = File::open(from).map_err(StoreError::io("read", from))?;
        self.fill(name, &mut source, from)
    }

    /// Puts a file that the record already has under a second name: a prompt that several seats got takes
    /// its space once.
    ///
    /// # Errors
    /// It can't be linked or copied.
    pub fn repeat(&self, name: &str, existing: &str) -> Result<(), StoreError> {
        let (path, existing_path) = (self.place(name)?, self.place(existing)?);
        if fs::hard_link(&existing_path, &path).is_err() {
            return self.copy_whole(name, &existing_path);
        }
        let mut digests = self.digests.borrow_mut();
        if let Some(digest) = digests.get(existing).cloned() {
            digests.insert(name.to_owned(), digest);
        }
        Ok(())
    }

    /// Writes the list of the digests of all files, when the last one is written.
    ///
    /// # Errors
    /// It can't be written.
    pub fn close(&self) -> Result<(), StoreError> {
        let mut digests = self.digests.borrow().clone();
        digests.insert(EVENTS.to_owned(), self.events_digest.clone().finish().1);
        let list: String = digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
        let path = self.place(DIGESTS)?;
        file::write_whole(&path, |out| out.write_all(list.as_bytes()).map_err(StoreError::io("write", &path)))
    }

    /// Adds a line to the list of events, with secrets masked.
    ///
    /// # Errors
    /// It can't be written; then nothing of it is left.
    pub fn append_event(&mut self, line: &str) -> Result<(), StoreError> {
        let line = self.secrets.mask(line.trim_end()).into_owned() + "\n";
        let failed = || StoreError::io("write", self.folder.join(EVENTS));
        let before = self.events_digest.length();
        self.events.write_all(line.as_bytes()).map_err(|error| {
            // What can't be undone ends in a torn line, which readers pass over.
            let _ = self.events.set_len(before);
            let _ = self.events.seek(SeekFrom::Start(before));
            failed()(error)
        })?;
        self.events_digest.update(line.as_bytes());
        Ok(())
    }

    fn fill(&self, name: &str, source: &mut dyn Read, from: &Path) -> Result<(), StoreError> {
        self.put(name, |out, path| masked(&self.secrets, source, from, out, path))
    }

    /// Puts a file in place whole, and remembers its digest.
    fn put(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write, &Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.place(name)?;
        let mut digest = Running::default();
        file::write_whole(&path, |out| fill(&mut Digested { out, digest: &mut digest }, &path))?;
        self.digests.borrow_mut().insert(name.to_owned(), digest.finish().1);
        Ok(())
    }

    /// Where a file goes; the folder that it is in is made.
    fn place(&self, name: &str) -> Result<PathBuf, StoreError> {
        let path = self.folder.join(inside(name)?);
        let parent = path.parent().unwrap_or(&self.folder);
        let mut made = self.made.borrow_mut();
        if !made.contains(parent.as_os_str()) {
            file::create_private(parent)?;
            made.insert(parent.into());
        }
        Ok(path)
    }
}

/// Takes the digest of what is written.
struct Digested<'a> {
    out: &'a mut dyn Write,
    digest: &'a mut Running,
}

impl Write for Digested<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let written = self.out.write(piece)?;
        self.digest.update(piece.get(..written).unwrap_or(piece));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// `name` as a path that stays in the record's folder.
pub(super) fn inside(name: &str) -> Result<&Path, StoreError> {
    let relative = Path::new(name);
    let plain = relative.components().all(|component| matches!(component, Component::Normal(_)));
    if plain && !name.is_empty() { Ok(relative) } else { Err(StoreError::RecordName { name: name.to_owned() }) }
}

/// Copies `source` with secrets masked, in windows that no secret lies across.
fn masked(
    secrets: &Secrets,
    source: &mut dyn Read,
    from: &Path,
    out: &mut dyn Write,
    path: &Path,
) -> Result<(), StoreError> {
    let mut write = |text: &str| out.write_all(secrets.mask(text).as_bytes()).map_err(StoreError::io("write", path));
    let (mut lossy, mut buffer) = (Lossy::default(), String::new());
    pieces(source, &mut |piece| {
        lossy.push(piece, &mut |text| {
            buffer.push_str(text);
            Ok(())
        })?;
        if buffer.len() < WINDOW {
            return Ok(());
        }
        let mut cut = secrets.boundary(&buffer);
        if cut == 0 && buffer.len() > ENDLESS {
            let far = buffer.len() - WINDOW;
            cut = (0..=far).rev().find(|at| buffer.is_char_boundary(*at)).unwrap_or(0);
        }
        write(&buffer[..cut])?;
        buffer.drain(..cut);
        Ok(())
    })
    .map_err(|error| error.of("read", from))?;
    buffer.push_str(lossy.finish());
    write(&buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Secrets {
        Secrets::among([("API_TOKEN", "correct horse battery staple")])
    }

    #[test]
    fn ids_are_in_the_order_of_time_and_differ() {
        let at = |text: &str| id(text.parse().unwrap()).unwrap();
        let early = at("2026-11-30T23:10:05.001Z");
        assert!(early.starts_with("20261130-231005-aa"), "{early}");
        assert!(early < at("2026-11-30T23:10:05.900Z"));
        assert!(at("2026-11-30T23:10:05.999999999Z") < at("2026-11-30T23:10:06Z"));
        assert_ne!(at("2026-11-30T23:10:05Z"), at("2026-11-30T23:10:05Z"));
    }

    #[test]
    fn a_secret_across_a_window_is_masked() {
        let state = tempfile::tempdir().unwrap();
        let record = Record::create(state.path(), "one", secrets()).unwrap();
        let from = state.path().join("flood");
        for shift in 0..40 {
            let text = format!(
                "{} correct horse battery staple sk-abcdefghijklmnopqrstuvwxyz end",
                "x y".repeat((WINDOW - shift) / 3)
            );
            fs::write(&from, &text).unwrap();
            record.copy_whole("seats/a/stdout", &from).unwrap();
            let kept = fs::read_to_string(record.folder().join("seats/a/stdout")).unwrap();
            assert!(kept.ends_with("y [masked] [masked] end"), "shift {shift}: {}", &kept[kept.len() - 80..]);
        }
    }

    #[test]
    fn text_without_any_end_costs_bounded_memory_and_is_kept() {
        let state = tempfile::tempdir().unwrap();
        let record = Record::create(state.path(), "one", secrets()).unwrap();
        let endless = "a".repeat(3 * ENDLESS);
        record.write_whole("stdout", endless.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(record.folder().join("stdout")).unwrap(), endless);
    }

    #[test]
    fn nothing_half_written_is_left() {
        let state = tempfile::tempdir().unwrap();
        let record = Record::create(state.path(), "one", secrets()).unwrap();
        record.write_whole("run.json", b"{}").unwrap();
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        assert!(record.fill("run.json", &mut Broken, Path::new("x")).is_err());
        assert_eq!(fs::read(record.folder().join("run.json")).unwrap(), b"{}");
        assert_eq!(fs::read_dir(record.folder()).unwrap().count(), 2, "run.json and the events");
    }

    #[test]
    fn names_stay_in_the_record() {
        let state = tempfile::tempdir().unwrap();
        let record = Record::create(state.path(), "one", secrets()).unwrap();
        for name in ["../x", "/x", "", "a/../../x"] {
            assert_eq!(record.write_whole(name, b"").unwrap_err().code(), "V-RECORD-NAME", "{name}");
        }
    }

    #[test]
    fn a_state_folder_that_can_not_be_used_is_a_value() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        fs::write(&state, "a file").unwrap();
        assert_eq!(Record::create(&state, "one", secrets()).unwrap_err().code(), "V-STORE-IO");
    }

    #[cfg(unix)]
    #[test]
    fn everything_is_for_the_owner_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let state = tempfile::tempdir().unwrap();
        let mut record = Record::create(&state.path().join("venire"), "one", secrets()).unwrap();
        record.append_event("{}").unwrap();
        record.write_whole("seats/a/answer", b"x").unwrap();
        record.repeat("seats/b", "seats/a/answer").unwrap();
        for (name, mode) in
            [("", 0o700), ("seats", 0o700), (EVENTS, 0o600), ("seats/a/answer", 0o600), ("seats/b", 0o600)]
        {
            let found = fs::metadata(record.folder().join(name)).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode, "{name}");
        }
    }
}
