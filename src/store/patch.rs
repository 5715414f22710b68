//! The text of a diff on its way from git to the seats.
//!
//! git is asked to treat every file as text, so that no attribute hides a change. Files with NUL bytes
//! would then stand raw in the diff; their hunks are replaced by a line that names path, size and digest.
//! A line of a hunk always starts with a blank, `+`, `-` or `\`, so a line that starts with `diff --git `
//! is always git's own: content can't forge the start of a file's section.

use std::io::{BufRead as _, Read as _};
use std::ops::Range;
use std::path::Path;

use super::content::{Content, Lossy, Spool, pieces};
use super::{StoreError, digest, git::Repository};

const SECTION: &[u8] = b"diff --git ";

/// A diff while it comes in.
pub(super) struct Patch {
    lossy: Lossy,
    spool: Spool,
    at: u64,
    /// The first bytes of the current line, as many as tell whether a section starts.
    line: Vec<u8>,
    section: Range<u64>,
    has_nul: bool,
    /// The sections that hold NUL bytes.
    binary: Vec<Range<u64>>,
}

impl Patch {
    pub(super) fn new(private: &Path) -> Self {
        Self {
            lossy: Lossy::default(),
            spool: Spool::new(private),
            at: 0,
            line: vec![],
            section: 0..0,
            has_nul: false,
            binary: vec![],
        }
    }

    /// Takes the next piece of git's output.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), StoreError> {
        let mut lossy = std::mem::take(&mut self.lossy);
        let taken = lossy.push(piece, &mut |text| self.text(text));
        self.lossy = lossy;
        taken
    }

    fn text(&mut self, text: &str) -> Result<(), StoreError> {
        for part in text.as_bytes().split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() < SECTION.len() {
                let missing = SECTION.len() - self.line.len();
                self.line.extend(part.iter().take(missing));
                if self.line == SECTION {
                    let start = self.at + part.len().min(missing) as u64 - SECTION.len() as u64;
                    self.close(start);
                }
            }
            self.has_nul |= part.contains(&0);
            self.at += part.len() as u64;
            if part.ends_with(b"\n") {
                self.line.clear();
            }
        }
        self.spool.push_text(text)
    }

    /// Ends the current section where the next one starts.
    fn close(&mut self, end: u64) {
        if std::mem::take(&mut self.has_nul) {
            self.binary.push(self.section.start..end);
        }
        self.section = end..end;
    }

    /// The diff as it is shown, and the paths whose content it does not show, quoted as git does.
    pub(super) fn finish(
        mut self,
        repository: &Repository,
        private: &Path,
    ) -> Result<(Content, Vec<String>), StoreError> {
        let rest = std::mem::take(&mut self.lossy).finish();
        self.text(rest)?;
        self.close(self.at);
        let diff = self.spool.finish()?;
        if self.binary.is_empty() {
            return Ok((diff, vec![]));
        }
        let shown = without_binary(&diff, &self.binary, repository, private)?;
        if let Some(file) = diff.file() {
            // The shown diff has taken its place; a copy that stays is removed with the private folder.
            let _ = std::fs::remove_file(file);
        }
        Ok(shown)
    }
}

fn without_binary(
    diff: &Content,
    binary: &[Range<u64>],
    repository: &Repository,
    private: &Path,
) -> Result<(Content, Vec<String>), StoreError> {
    let failed = || StoreError::io("read the diff in", private);
    let mut source = diff.reader()?;
    let mut shown = Spool::new(private);
    let mut paths = vec![];
    let mut at = 0;
    for section in binary {
        pieces(&mut source.by_ref().take(section.start - at), &mut |piece| shown.push(piece))
            .map_err(|error| error.of("read the diff in", private))?;
        let mut rest = source.by_ref().take(section.end - section.start);
        let mut header = Header::default();
        loop {
            let mut line = vec![];
            if rest.read_until(b'\n', &mut line).map_err(failed())? == 0 || line.starts_with(b"@@") {
                break;
            }
            shown.push(&line)?;
            header.read(&String::from_utf8_lossy(&line));
        }
        std::io::copy(&mut rest, &mut std::io::sink()).map_err(failed())?;
        shown.push_text(&header.instead(repository)?)?;
        paths.push(header.path);
        at = section.end;
    }
    pieces(&mut source, &mut |piece| shown.push(piece)).map_err(|error| error.of("read the diff in", private))?;
    Ok((shown.finish()?, paths))
}

/// What the lines above a section's first hunk say.
#[derive(Default)]
struct Header {
    path: String,
    old: String,
    new: String,
}

impl Header {
    fn read(&mut self, line: &str) {
        // git ends an unquoted name that holds a blank with a tab.
        let line = line.trim_end_matches(['\n', '\t']);
        if let Some(objects) = line.strip_prefix("index ") {
            let objects = objects.split(' ').next().unwrap_or_default();
            let (old, new) = objects.split_once("..").unwrap_or_default();
            (self.old, self.new) = (old.to_owned(), new.to_owned());
        } else if let Some(name) = line.strip_prefix("--- ").or_else(|| line.strip_prefix("+++ "))
            && name != "/dev/null"
        {
            self.path = name.replacen("a/", "", 1);
            if line.starts_with("+++ ") {
                self.path = name.replacen("b/", "", 1);
            }
        }
    }

    /// The line that stands in place of the hunks.
    fn instead(&self, repository: &Repository) -> Result<String, StoreError> {
        let (old, new) = (blob(repository, &self.old)?, blob(repository, &self.new)?);
        Ok(format!("Content with NUL bytes, not shown: {}; old {old}; new {new}\n", self.path))
    }
}

/// Size and digest of a blob, `none` for the side that has no file.
fn blob(repository: &Repository, object: &str) -> Result<String, StoreError> {
    if object.bytes().all(|byte| byte == b'0') {
        return Ok("none".to_owned());
    }
    let mut hash = digest::Running::default();
    repository.stream(&["cat-file", "blob", object], &[], &mut |piece| {
        hash.update(piece);
        Ok(())
    })?;
    let (bytes, digest) = hash.finish();
    Ok(format!("{bytes} bytes, SHA-256 {digest}"))
}
