//! Trust: which files of repositories may name programs to run (README, "Trust").
//!
//! `trust.json` in the configuration folder holds a SHA-256 for each trusted file. A file whose content is
//! another one is not trusted, whoever changed it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{StoreError, digest, file, quote};

/// The list of trusted files.
#[derive(Debug, Clone)]
pub struct Trust {
    folder: PathBuf,
}

/// A trusted file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trusted {
    /// Absolute; quoted as git does where it needs it.
    pub path: String,
    /// SHA-256 of the content that is trusted.
    pub digest: String,
}

/// How a file stands to what is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Trusted,
    /// It is trusted with another content.
    Changed,
    /// It was never trusted, or trust was taken back.
    New,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Listed {
    files: BTreeMap<String, String>,
}

impl Trust {
    /// The list in the configuration folder, which need not exist.
    #[must_use]
    pub fn in_folder(config: &Path) -> Self {
        Self { folder: config.to_owned() }
    }

    /// Whether the file at `path` is trusted with this content.
    ///
    /// # Errors
    /// The list can't be read.
    pub fn is_trusted(&self, path: &Path, content: &[u8]) -> Result<bool, StoreError> {
        Ok(self.standing(path, content)? == Standing::Trusted)
    }

    /// How the file at `path` with this content stands to what is trusted.
    ///
    /// # Errors
    /// The list can't be read.
    pub fn standing(&self, path: &Path, content: &[u8]) -> Result<Standing, StoreError> {
        Ok(match self.read()?.files.get(&key(path)) {
            None => Standing::New,
            Some(trusted) if *trusted == digest::of(content) => Standing::Trusted,
            Some(_) => Standing::Changed,
        })
    }

    /// Trusts files with their content, as the user was shown it. A file that was trusted with another
    /// content no longer is with that one.
    ///
    /// # Errors
    /// The list can't be read or written.
    pub fn trust<'a>(&self, files: impl IntoIterator<Item = (&'a Path, &'a [u8])>) -> Result<(), StoreError> {
        self.change(|listed| {
            listed.files.extend(files.into_iter().map(|(path, content)| (key(path), digest::of(content))));
        })
    }

    /// Takes trust back from a file; whether it was trusted.
    ///
    /// # Errors
    /// The list can't be read or written.
    pub fn revoke(&self, path: &Path) -> Result<bool, StoreError> {
        let mut was_trusted = false;
        self.change(|listed| was_trusted = listed.files.remove(&key(path)).is_some())?;
        Ok(was_trusted)
    }

    /// All trusted files, by path.
    ///
    /// # Errors
    /// The list can't be read.
    pub fn list(&self) -> Result<Vec<Trusted>, StoreError> {
        Ok(self.read()?.files.into_iter().map(|(path, digest)| Trusted { path, digest }).collect())
    }

    fn path(&self) -> PathBuf {
        self.folder.join("trust.json")
    }

    fn read(&self) -> Result<Listed, StoreError> {
        let path = self.path();
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| StoreError::TrustBroken { path, cause: error.to_string() }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Listed::default()),
            Err(error) => Err(StoreError::io("read", path)(error)),
        }
    }

    /// Reads, changes and writes the list under a lock, so that nothing another process revokes comes back.
    fn change(&self, edit: impl FnOnce(&mut Listed)) -> Result<(), StoreError> {
        file::create_private(&self.folder)?;
        let lock = self.folder.join("trust.lock");
        let held = File::create(&lock).and_then(|file| file.lock().map(|()| file));
        let held = held.map_err(StoreError::io("lock", &lock))?;
        let mut listed = self.read()?;
        edit(&mut listed);
        let path = self.path();
        file::write_whole(&path, |out| {
            serde_json::to_writer_pretty(out, &listed).map_err(|error| StoreError::io("write", &path)(error.into()))
        })?;
        drop(held);
        Ok(())
    }
}

/// One name for a file, whichever way leads to it.
fn key(path: &Path) -> String {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    quote::quoted_name(real.as_os_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_is_in_the_content_and_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let panel = folder.path().join("panel.yaml");
        fs::write(&panel, "seats: [codex]").unwrap();
        let trust = Trust::in_folder(&folder.path().join("config"));
        assert!(!trust.is_trusted(&panel, b"seats: [codex]").unwrap());

        trust.trust([(panel.as_path(), &b"seats: [codex]"[..])]).unwrap();
        assert!(trust.is_trusted(&folder.path().join("./panel.yaml"), b"seats: [codex]").unwrap());
        assert!(!trust.is_trusted(&panel, b"seats: [claude]").unwrap(), "a changed file is not trusted");
        assert!(!trust.is_trusted(&folder.path().join("other.yaml"), b"seats: [codex]").unwrap());
        assert_eq!(trust.list().unwrap().len(), 1);

        assert!(trust.revoke(&panel).unwrap());
        assert!(!trust.revoke(&panel).unwrap());
        assert!(!trust.is_trusted(&panel, b"seats: [codex]").unwrap());
    }

    #[test]
    fn a_broken_list_trusts_nothing_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("trust.json"), "{\"files\": 1}").unwrap();
        let trust = Trust::in_folder(folder.path());
        assert_eq!(trust.is_trusted(Path::new("/x"), b"").unwrap_err().code(), "V-TRUST-BROKEN");
    }

    #[cfg(unix)]
    #[test]
    fn the_list_is_for_the_owner_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        Trust::in_folder(folder.path()).trust([(Path::new("/x"), &b""[..])]).unwrap();
        let mode = fs::metadata(folder.path().join("trust.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
