//! The store, with real git in temporary folders.

#![allow(clippy::unwrap_used, reason = "a test that can't set up its world has failed")]

mod changes;
mod fingerprints;
mod hostile;
mod panels;
mod pushes;
mod snapshots;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use venire::store::change::Change;
use venire::store::git::Repository;

/// A repository, a private folder and a home of its own; nothing of the machine's git configuration.
struct World {
    /// Removed with everything in it when the test ends.
    _folder: TempDir,
    repo: PathBuf,
    env: Vec<(OsString, OsString)>,
}

impl World {
    /// With an empty repository, whose branch is `main`.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let (repo, home) = (real.join("repo"), real.join("home"));
        for made in [&repo, &home, &real.join("private")] {
            std::fs::create_dir(made).unwrap();
        }
        let path = std::env::var_os("PATH").unwrap();
        let mut world = Self { _folder: folder, repo, env: vec![("PATH".into(), path)] };
        world.set("HOME", home.to_str().unwrap());
        world.set("GIT_CONFIG_NOSYSTEM", "1");
        world.set("GIT_CONFIG_GLOBAL", home.join("gitconfig").to_str().unwrap());
        for who in ["AUTHOR", "COMMITTER"] {
            world.set(&format!("GIT_{who}_NAME"), "Ann");
            world.set(&format!("GIT_{who}_EMAIL"), "ann@example.org");
        }
        world.git(&["init", "-q", "-b", "main"]);
        world
    }

    /// With one commit that holds `a.txt`.
    fn with_commit() -> Self {
        let world = Self::new();
        world.commit("a.txt", "one\ntwo\nthree\n");
        world
    }

    fn set(&mut self, name: &str, value: &str) {
        self.env.retain(|(known, _)| known != name);
        self.env.push((name.into(), value.into()));
    }

    fn git(&self, args: &[&str]) -> String {
        self.git_in(&self.repo, args)
    }

    fn git_in(&self, folder: &Path, args: &[&str]) -> String {
        let output =
            Command::new("git").args(args).current_dir(folder).env_clear().envs(self.env.clone()).output().unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    fn config(&self, settings: &[(&str, &str)]) {
        for (name, value) in settings {
            self.git(&["config", "--global", name, value]);
        }
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.repo.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    fn stage(&self, name: &str, content: impl AsRef<[u8]>) {
        self.write(name, content);
        self.git(&["--literal-pathspecs", "add", "-f", "--", name]);
    }

    /// Commits one file, and returns the commit.
    fn commit(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        self.stage(name, content);
        self.git(&["commit", "-q", "--no-verify", "-m", name]);
        self.git(&["rev-parse", "HEAD"])
    }

    fn private(&self) -> PathBuf {
        self.repo.with_file_name("private")
    }

    fn repository(&self) -> Repository {
        Repository::discover(&self.repo, &self.env).unwrap().unwrap()
    }

    fn staged(&self) -> Change {
        self.repository().staged(&self.private()).unwrap()
    }

    fn range(&self, range: &str) -> Change {
        self.repository().range(range, &self.private()).unwrap()
    }

    /// Everything in the git folder: names, sizes and content.
    fn git_folder(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut folders = vec![self.repo.join(".git")];
        let mut all = vec![];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { all.push((path.clone(), std::fs::read(path).unwrap())) }
            }
        }
        all.sort();
        all
    }
}

fn diff(change: &Change) -> String {
    change.diff.to_text().unwrap()
}

fn paths(change: &Change) -> Vec<&str> {
    change.files.iter().map(|file| file.path.as_str()).collect()
}
