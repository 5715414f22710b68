//! Context items: what a panel is shown beside the question, each with a name that a seat's `evidence`
//! can ask for.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::content::{Content, PIECE, Spool, pieces};
use super::{StoreError, digest, quote};

/// A piece of material for the seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Unique within a run: the path as it was given or matched, `stdin`, or a name of the user's choice.
    pub name: String,
    /// What the brief calls it, quoted as git quotes names.
    pub label: String,
    pub content: Content,
}

/// Collects the items of a run.
#[derive(Debug)]
pub struct Context<'a> {
    /// What paths count from.
    cwd: &'a Path,
    /// Where copies of large items go.
    private: &'a Path,
    items: Vec<Item>,
    /// Files that are already among the items.
    files: BTreeSet<PathBuf>,
}

impl<'a> Context<'a> {
    #[must_use]
    pub fn new(cwd: &'a Path, private: &'a Path) -> Self {
        Self { cwd, private, items: vec![], files: BTreeSet::new() }
    }

    /// Adds the files that `given` names: a path, or a pattern where no file is called so. Matches come in
    /// the order of their names; a file that is already there is not added twice. A binary file is refused
    /// when its path was given, and named with size and digest when a pattern matched it.
    ///
    /// # Errors
    /// No such file, a folder, a binary, nothing matched, a bad pattern, or a file that can't be read.
    pub fn add_files(&mut self, given: &str) -> Result<(), StoreError> {
        let path = self.cwd.join(given);
        let is_pattern = given.contains(['*', '?', '[']) && fs::symlink_metadata(&path).is_err();
        if !is_pattern {
            return self.add_file(given.to_owned(), &path, false);
        }
        let matches = self.matches(given)?;
        if matches.is_empty() {
            return Err(StoreError::ContextNoMatch { pattern: given.to_owned(), folder: self.cwd.to_owned() });
        }
        for path in matches {
            let name = path.strip_prefix(self.cwd).unwrap_or(&path);
            self.add_file(name.to_string_lossy().into_owned(), &path, true)?;
        }
        Ok(())
    }

    /// Adds a file under a name: `NAME=PATH`.
    ///
    /// # Errors
    /// Another form, or as [`Context::add_files`].
    pub fn add_named(&mut self, given: &str) -> Result<(), StoreError> {
        match given.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() => {
                let content = self.read(&self.cwd.join(path), false)?;
                self.add(name.to_owned(), content)
            }
            _ => Err(StoreError::ContextName { given: given.to_owned() }),
        }
    }

    /// Adds everything that `source` has: standard input, when the user asked for it.
    ///
    /// # Errors
    /// It can't be read, or it is binary.
    pub fn add_reader(&mut self, name: &str, source: &mut dyn Read) -> Result<(), StoreError> {
        let path = Path::new(name);
        match read_text(source, path, self.private)? {
            Some(content) => self.add(name.to_owned(), content),
            None => Err(StoreError::ContextBinary { path: path.to_owned() }),
        }
    }

    /// Adds content that is at hand, such as a diff.
    ///
    /// # Errors
    /// The name is taken.
    pub fn add(&mut self, name: String, content: Content) -> Result<(), StoreError> {
        if self.items.iter().any(|item| item.name == name) {
            return Err(StoreError::ContextTwice { name });
        }
        let label = quote::quoted(name.as_bytes());
        self.items.push(Item { name, label, content });
        Ok(())
    }

    /// The items, in the order in which they were added.
    #[must_use]
    pub fn into_items(self) -> Vec<Item> {
        self.items
    }

    fn add_file(&mut self, name: String, path: &Path, matched: bool) -> Result<(), StoreError> {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if self.files.contains(&real) {
            return Ok(());
        }
        let content = self.read(path, matched)?;
        self.files.insert(real);
        self.add(name, content)
    }

    fn read(&self, path: &Path, describe_binary: bool) -> Result<Content, StoreError> {
        let about = fs::metadata(path).map_err(|cause| match cause.kind() {
            std::io::ErrorKind::NotFound => StoreError::ContextMissing { path: path.to_owned() },
            _ => StoreError::io("read", path)(cause),
        })?;
        if about.is_dir() {
            return Err(StoreError::ContextFolder { path: path.to_owned() });
        }
        let open = || File::open(path).map_err(StoreError::io("read", path));
        match read_text(&mut open()?, path, self.private)? {
            Some(content) => Ok(content),
            None if describe_binary => {
                let mut hash = digest::Running::default();
                pieces(&mut open()?, &mut |piece| {
                    hash.update(piece);
                    Ok(())
                })
                .map_err(|error| error.of("read", path))?;
                let (bytes, digest) = hash.finish();
                Ok(Content::text(format!("Content with NUL bytes, not shown: {bytes} bytes, SHA-256 {digest}\n")))
            }
            None => Err(StoreError::ContextBinary { path: path.to_owned() }),
        }
    }

    /// The files that a pattern matches, sorted. Hidden names are matched by a pattern with their dot only.
    fn matches(&self, pattern: &str) -> Result<Vec<PathBuf>, StoreError> {
        let wrong = |cause: &dyn std::fmt::Display| StoreError::ContextPattern {
            pattern: pattern.to_owned(),
            cause: cause.to_string(),
        };
        let options = glob::MatchOptions {
            case_sensitive: true,
            require_literal_separator: true,
            require_literal_leading_dot: true,
        };
        let folder = self
            .cwd
            .to_str()
            .map(glob::Pattern::escape)
            .ok_or_else(|| wrong(&"the working folder's name is not UTF-8"))?;
        let whole = if Path::new(pattern).is_absolute() { pattern.to_owned() } else { format!("{folder}/{pattern}") };
        let mut found = vec![];
        for path in glob::glob_with(&whole, options).map_err(|error| wrong(&error))? {
            let path = path.map_err(|error| {
                let path = error.path().to_owned();
                StoreError::io("read", path)(error.into())
            })?;
            if !path.is_dir() {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }
}

/// The text of `source`; `None` as soon as a NUL byte shows that it is binary.
fn read_text(source: &mut dyn Read, name: &Path, private: &Path) -> Result<Option<Content>, StoreError> {
    let mut spool = Spool::new(private);
    let mut buffer = vec![0; PIECE];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return spool.finish().map(Some),
            Ok(read) if buffer[..read].contains(&0) => return Ok(None),
            Ok(read) => spool.push(&buffer[..read])?,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(StoreError::io("read", name)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("b.txt", "two"), ("a.txt", "one"), ("[id].txt", "literal"), (".hidden.txt", "h")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::write(folder.path().join("logo.png"), b"\x89PNG\0\0").unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        folder
    }

    #[test]
    fn patterns_match_files_in_order_and_no_file_twice() {
        let (folder, private) = (folder(), tempfile::tempdir().unwrap());
        let mut context = Context::new(folder.path(), private.path());
        context.add_files("./a.txt").unwrap();
        context.add_files("[id].txt").unwrap();
        context.add_files("*").unwrap();
        context.add_named("threats=b.txt").unwrap();
        let names: Vec<_> = context.into_items().into_iter().map(|item| item.name).collect();
        assert_eq!(names, ["./a.txt", "[id].txt", "b.txt", "logo.png", "threats"]);
    }

    #[test]
    fn what_can_not_be_shown_is_refused_by_kind() {
        let (folder, private) = (folder(), tempfile::tempdir().unwrap());
        let mut context = Context::new(folder.path(), private.path());
        let mut code = |given| context.add_files(given).unwrap_err().code();
        assert_eq!(code("none.txt"), "V-CONTEXT-MISSING");
        assert_eq!(code("sub"), "V-CONTEXT-FOLDER");
        assert_eq!(code("logo.png"), "V-CONTEXT-BINARY");
        assert_eq!(code("*.rs"), "V-CONTEXT-NO-MATCH");
        assert_eq!(code("a***b"), "V-CONTEXT-PATTERN");
        assert_eq!(context.add_named("=x").unwrap_err().code(), "V-CONTEXT-NAME");
        context.add_reader("stdin", &mut &b"text"[..]).unwrap();
        assert_eq!(context.add_reader("stdin", &mut &b"text"[..]).unwrap_err().code(), "V-CONTEXT-TWICE");
    }

    #[test]
    fn a_matched_binary_is_named_with_its_digest() {
        let (folder, private) = (folder(), tempfile::tempdir().unwrap());
        let mut context = Context::new(folder.path(), private.path());
        context.add_files("*.png").unwrap();
        let text = context.into_items().remove(0).content.to_text().unwrap();
        let digest = digest::of(b"\x89PNG\0\0");
        assert_eq!(text, format!("Content with NUL bytes, not shown: 6 bytes, SHA-256 {digest}\n"));
    }
}
