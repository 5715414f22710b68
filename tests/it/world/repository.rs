//! The repository of a world, and the proof that a tree was not changed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Run, World};

impl World {
    /// Runs git in the repository and returns what it printed; a failure fails the test.
    #[track_caller]
    pub fn git(&self, arguments: &[&str]) -> String {
        let outcome = self.git_run(arguments).outcome();
        assert_eq!(outcome.status, Some(0), "git {arguments:?}: {}", outcome.stderr);
        outcome.stdout.trim_end().to_owned()
    }

    /// A run of git that may fail.
    pub fn git_run(&self, arguments: &[&str]) -> Run {
        Run::new(self, &which::which("git").unwrap(), arguments)
    }

    /// Writes a file of the repository.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.repository().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a file and puts it into the index.
    #[track_caller]
    pub fn stage(&self, name: &str, text: impl AsRef<[u8]>) {
        self.write(name, text);
        self.git(&["add", "--", name]);
    }

    /// Commits everything there is.
    #[track_caller]
    pub fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--no-verify", "--message", message]);
    }

    /// Installs a hook that runs a shell command line with the program under test as `$VENIRE`, and
    /// leaves its status in `hook-status`.
    pub fn hook(&self, name: &str, command: &str) {
        let status = self.path("hook-status");
        let text = format!(
            "#!/bin/sh\nVENIRE={:?}\n{command}\nstatus=$?\necho $status > {:?}\nexit $status\n",
            env!("CARGO_BIN_EXE_venire"),
            status.to_string_lossy()
        );
        let path = self.repository().join(".git/hooks").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The status that the hook ended with, `None` where it did not run.
    pub fn hook_status(&self) -> Option<i32> {
        fs::read_to_string(self.path("hook-status")).ok()?.trim().parse().ok()
    }
}

/// Every file below a folder, `.git` and links included, with its kind, mode and a digest of its
/// content. Two equal fingerprints prove that nothing was changed.
pub fn fingerprint(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let content = if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            "folder".to_owned()
        } else if metadata.is_symlink() {
            format!("link to {}", fs::read_link(&path).unwrap().display())
        } else if metadata.is_file() {
            Sha256::digest(fs::read(&path).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect()
        } else {
            "special".to_owned()
        };
        let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        found.insert(name, format!("{:o} {content}", metadata.permissions().mode()));
    }
    found
}
