//! Where a program lies.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The absolute path of an executable file: of `program` itself where it has a slash (relative to
/// `cwd`), otherwise of the first match in `path`, a list as in the variable `PATH`.
///
/// Entries of `path` that are empty or relative are passed over: they would mean the current folder,
/// and the tree under review must not bring its own agents.
pub fn find(program: &str, path: Option<&OsStr>, cwd: &Path) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    if program.contains('/') {
        return which::which_in_global(cwd.join(program), None::<&OsStr>).ok()?.next();
    }
    let absolute = env::join_paths(env::split_paths(path?).filter(|entry| entry.is_absolute())).ok()?;
    which::which_in_global(program, Some(absolute)).ok()?.next()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn file(path: &Path, mode: u32) {
        fs::write(path, "").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn the_first_executable_on_the_path_is_found() {
        let root = tempfile::tempdir().unwrap();
        let (one, two) = (root.path().join("one"), root.path().join("two"));
        for folder in [&one, &two] {
            fs::create_dir(folder).unwrap();
        }
        file(&one.join("agent"), 0o644);
        file(&two.join("agent"), 0o755);
        fs::create_dir(one.join("other")).unwrap();
        let path = env::join_paths([&one, &two]).unwrap();
        assert_eq!(find("agent", Some(&path), root.path()), Some(two.join("agent")));
        assert_eq!(find("other", Some(&path), root.path()), None, "a folder is no program");
        assert_eq!(find("absent", Some(&path), root.path()), None);
        assert_eq!(find("", Some(&path), root.path()), None);
        assert_eq!(find("agent", None, root.path()), None);
    }

    #[test]
    fn the_current_folder_is_never_searched() {
        let root = tempfile::tempdir().unwrap();
        file(&root.path().join("agent"), 0o755);
        for path in ["", ":", "/nonexistent:", ".", "./", ":/nonexistent"] {
            assert_eq!(find("agent", Some(OsStr::new(path)), root.path()), None, "{path:?}");
        }
    }

    #[test]
    fn a_path_with_a_slash_is_relative_to_the_given_folder() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("agent");
        file(&program, 0o755);
        file(&root.path().join("text"), 0o644);
        assert_eq!(find(program.to_str().unwrap(), None, Path::new("/")), Some(program.clone()));
        let found = find("./agent", None, root.path()).unwrap();
        assert!(found.is_absolute());
        assert_eq!(fs::canonicalize(found).unwrap(), fs::canonicalize(program).unwrap());
        assert_eq!(find("./text", None, root.path()), None);
    }
}
