//! The private folder of a run, gone when the run is.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::TempDir;

use super::StoreError;

/// What the name of such a folder begins with.
pub(super) const PREFIX: &str = "venire-";

/// A new folder for one run, readable by the owner only, under a name that nobody can guess. It is removed
/// with everything in it when this value is closed or dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A new one below `parent`, the system's folder for temporary files.
    ///
    /// # Errors
    /// It can't be made.
    pub fn new(parent: &Path) -> Result<Self, StoreError> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(12);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(parent).map_err(StoreError::io("make a private folder in", parent))?;
        Ok(Self { folder })
    }

    /// Removes it now.
    ///
    /// # Errors
    /// Something of it is left.
    pub fn close(self) -> Result<(), StoreError> {
        self.remove().map_err(StoreError::io("remove", self.path()))
    }

    fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(self.path()).or_else(|_| {
            // What a check wrote may be closed even to its owner.
            open_folders(self.path());
            fs::remove_dir_all(self.path())
        })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A folder in it, made if it is missing: `name` is a plain name such as `context`.
    ///
    /// # Errors
    /// It can't be made.
    pub fn folder(&self, name: &str) -> Result<PathBuf, StoreError> {
        let folder = self.path().join(plain(name));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(StoreError::io("make the folder", &folder)(error))
            }
            _ => Ok(folder),
        }
    }

    /// The folder of the seat that has this number on the roster.
    ///
    /// # Errors
    /// It can't be made.
    pub fn seat(&self, number: usize, id: &str) -> Result<PathBuf, StoreError> {
        self.folder(&format!("seat-{number:03}-{id}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Whoever wants to know whether it is gone closes it.
        if self.path().exists() {
            let _ = self.remove();
        }
    }
}

/// Lets the owner into every folder below, as far as that goes.
fn open_folders(folder: &Path) {
    #[cfg(unix)]
    let _ = fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_folders(&entry.path());
        }
    }
}

/// `name` as a name of a file: whatever could lead elsewhere becomes a hyphen.
pub(super) fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' })
        .take(80)
        .collect();
    if plain.starts_with('.') { plain.replacen('.', "-", 1) } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_below_and_goes_with_it() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(parent.path()).unwrap();
        let seat = scratch.seat(3, "../../critic").unwrap();
        assert_eq!(seat, scratch.path().join("seat-003-..-..-critic"));
        assert_eq!(scratch.folder("..").unwrap(), scratch.path().join("-."));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(scratch.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        drop(scratch);
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
