//! The versions of agents' programs as they were last seen, so that a run can record them without asking anybody.
//!
//! A version is known by the program's path, size and time of change: another program has none until it is asked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{StoreError, digest, file};

/// The versions that are known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Versions(BTreeMap<String, Known>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    program: PathBuf,
    version: String,
}

impl Versions {
    /// Those of the state folder. What can't be read is not known.
    #[must_use]
    pub fn load(state: &Path) -> Self {
        let text = fs::read(path(state)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// The version of a program, if it is the one that was asked.
    #[must_use]
    pub fn of(&self, program: &Path) -> Option<&str> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&key(program)?).map(|known| known.version.as_str())
    }

    /// Notes what a program says; what it said before is forgotten.
    pub fn note(&mut self, program: &Path, version: Option<&str>) {
        self.0.retain(|_, known| known.program != program);
        if let (Some(key), Some(version)) = (key(program), version) {
            self.0.insert(key, Known { program: program.to_owned(), version: version.to_owned() });
        }
    }

    /// Keeps them in the state folder.
    ///
    /// # Errors
    /// It can't be written.
    pub fn save(&self, state: &Path) -> Result<(), StoreError> {
        file::create_private(state)?;
        let path = path(state);
        let text = format!("{:#}\n", serde_json::json!(self));
        file::write_whole(&path, |out| out.write_all(text.as_bytes()).map_err(StoreError::io("write", &path)))
    }
}

fn path(state: &Path) -> PathBuf {
    state.join("versions.json")
}

/// Which program it is: by the file that its links lead to. `None` where there is none.
fn key(program: &Path) -> Option<String> {
    let real = fs::canonicalize(program).ok()?;
    let about = fs::metadata(&real).ok()?;
    let changed = about.modified().ok()?;
    Some(digest::of(format!("{}\n{}\n{}\n{changed:?}", program.display(), real.display(), about.len()).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_known_of_the_program_that_was_asked_only() {
        let folder = tempfile::tempdir().unwrap();
        let (state, program) = (folder.path().join("state"), folder.path().join("agent"));
        fs::write(&program, "one").unwrap();
        let mut versions = Versions::load(&state);
        versions.note(&program, Some("1.0.0"));
        versions.note(&folder.path().join("absent"), Some("1.0.0"));
        versions.save(&state).unwrap();
        let loaded = Versions::load(&state);
        assert_eq!((loaded.of(&program), loaded.0.len()), (Some("1.0.0"), 1));
        fs::write(&program, "another").unwrap();
        assert_eq!(loaded.of(&program), None);
        let mut versions = loaded;
        versions.note(&program, None);
        assert_eq!(versions, Versions::default());
        fs::write(path(&state), "{").unwrap();
        assert_eq!(Versions::load(&state), Versions::default());
    }
}
