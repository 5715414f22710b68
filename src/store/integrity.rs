//! Whether a record is as it was written: the digests of its files, and who may read them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::record::DIGESTS;
use super::runs::Stored;
use super::{StoreError, digest};

impl Stored {
    /// Every file of the record but the list of digests itself, by name, with the digest of what is in it now.
    ///
    /// # Errors
    /// The folder or a file in it can't be read.
    pub fn digests(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut found = BTreeMap::new();
        for path in self.below()? {
            let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().into_owned();
            if path.is_file() && name != DIGESTS {
                let length = fs::metadata(&path).map_or(0, |about| about.len());
                found.insert(name, digest::of_file(&path, length).map_err(StoreError::io("read", &path))?);
            }
        }
        Ok(found)
    }

    /// The digests that were written down when the run finished, by name of file.
    ///
    /// # Errors
    /// There is no list of them, or it is damaged.
    pub fn listed_digests(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let list = String::from_utf8_lossy(&self.read(DIGESTS)?).into_owned();
        let entry = |line: &str| {
            let (digest, name) = line.split_once("  ").filter(|(digest, _)| digest.len() == 64)?;
            Some((name.to_owned(), digest.to_owned()))
        };
        let broken = |line: &str| StoreError::RunBroken {
            path: self.folder.join(DIGESTS),
            cause: format!("{line:?} is no digest and name"),
        };
        list.lines().map(|line| entry(line).ok_or_else(|| broken(line))).collect()
    }

    /// The files and folders of the record that others than their owner may read, write or enter; `.` is its own.
    ///
    /// # Errors
    /// The folder can't be read.
    pub fn open_to_others(&self) -> Result<Vec<String>, StoreError> {
        let mut open = vec![];
        for path in self.below()?.into_iter().chain([self.folder.clone()]) {
            let metadata = fs::symlink_metadata(&path).map_err(StoreError::io("read", &path))?;
            if is_open(&metadata) {
                let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().into_owned();
                open.push(if name.is_empty() { ".".to_owned() } else { name });
            }
        }
        open.sort();
        Ok(open)
    }

    /// Everything in the folder, at any depth. Links are not followed.
    fn below(&self) -> Result<Vec<PathBuf>, StoreError> {
        let (mut found, mut folders) = (vec![], vec![self.folder.clone()]);
        while let Some(folder) = folders.pop() {
            let failed = || StoreError::io("read the folder", &folder);
            for entry in fs::read_dir(&folder).map_err(failed())? {
                let entry = entry.map_err(failed())?;
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    folders.push(entry.path());
                }
                found.push(entry.path());
            }
        }
        Ok(found)
    }
}

#[cfg(unix)]
fn is_open(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0 && !metadata.is_symlink()
}

#[cfg(not(unix))]
fn is_open(_: &fs::Metadata) -> bool {
    false
}
