//! Content that seats are shown: text of any size, with its length and digest. What is small stays in
//! memory; what is larger lies in a private file and is read in pieces, so that a large diff costs disk
//! and no memory.
//!
//! Content is always UTF-8. Bytes that are not are replaced as `String::from_utf8_lossy` does, and a
//! byte order mark at the start is dropped; the digest is that of the text which remains, the one seen.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{StoreError, digest};

/// The most that is kept in memory, in bytes.
pub const IN_MEMORY: usize = 256 * 1024;

/// The size of the pieces in which content is handed on, in bytes.
pub const PIECE: usize = 64 * 1024;

/// A text with its size and digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    kept: Kept,
    bytes: u64,
    characters: u64,
    digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kept {
    Memory(String),
    File(PathBuf),
}

impl Content {
    /// A text that is at hand.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            bytes: text.len() as u64,
            characters: text.chars().count() as u64,
            digest: digest::of(text.as_bytes()),
            kept: Kept::Memory(text),
        }
    }

    /// Everything from `source`. Beyond [`IN_MEMORY`] it goes to a new file in the folder `private`.
    ///
    /// # Errors
    /// The source (called `name` in the message) can't be read, or the copy can't be written.
    pub fn read_from(source: &mut dyn Read, name: &Path, private: &Path) -> Result<Self, StoreError> {
        let mut spool = Spool::new(private);
        pieces(source, &mut |piece| spool.push(piece)).map_err(|error| error.of("read", name))?;
        spool.finish()
    }

    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    #[must_use]
    pub fn characters(&self) -> u64 {
        self.characters
    }

    /// SHA-256 in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The file that holds it, if it is not in memory.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match &self.kept {
            Kept::Memory(_) => None,
            Kept::File(path) => Some(path),
        }
    }

    /// Hands the content on in pieces of at most [`PIECE`] bytes. A character may lie across two pieces.
    ///
    /// # Errors
    /// The file that holds it can't be read.
    pub fn chunks(&self, each: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        let mut each = |piece: &[u8]| {
            each(piece);
            Ok(())
        };
        match &self.kept {
            Kept::Memory(text) => text.as_bytes().chunks(PIECE).try_for_each(each),
            Kept::File(path) => {
                let mut file = File::open(path).map_err(StoreError::io("read", path))?;
                pieces(&mut file, &mut each).map_err(|error| error.of("read", path))
            }
        }
    }

    /// Writes the content out.
    ///
    /// # Errors
    /// It can't be read, or `out` refuses it.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<(), StoreError> {
        let mut refused = Ok(());
        self.chunks(&mut |piece| {
            if refused.is_ok() {
                refused = out.write_all(piece);
            }
        })?;
        refused.map_err(StoreError::io("write", "the content"))
    }

    /// The whole text, in memory whatever its size: for what is known to be small, and for tests.
    ///
    /// # Errors
    /// The file that holds it can't be read.
    pub fn to_text(&self) -> Result<String, StoreError> {
        let mut all = vec![];
        self.chunks(&mut |piece| all.extend_from_slice(piece))?;
        Ok(String::from_utf8_lossy(&all).into_owned())
    }

    pub(super) fn reader(&self) -> Result<Box<dyn io::BufRead + '_>, StoreError> {
        Ok(match &self.kept {
            Kept::Memory(text) => Box::new(text.as_bytes()),
            Kept::File(path) => {
                Box::new(io::BufReader::with_capacity(PIECE, File::open(path).map_err(StoreError::io("read", path))?))
            }
        })
    }
}

/// Either side of a copy that failed.
#[derive(Debug)]
pub(super) enum CopyError {
    Read(io::Error),
    Taken(StoreError),
}

impl CopyError {
    /// The error of the layer; `path` names what could not be read.
    pub(super) fn of(self, doing: &'static str, path: &Path) -> StoreError {
        match self {
            Self::Read(cause) => StoreError::io(doing, path)(cause),
            Self::Taken(error) => error,
        }
    }
}

/// Reads `source` to its end in pieces of [`PIECE`] bytes.
pub(super) fn pieces(
    source: &mut dyn Read,
    each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
) -> Result<(), CopyError> {
    let mut buffer = vec![0; PIECE];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => each(&buffer[..read]).map_err(CopyError::Taken)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(CopyError::Read(error)),
        }
    }
}

/// Turns bytes that come in pieces into text, as `String::from_utf8_lossy` would turn the whole.
#[derive(Debug, Default)]
pub(super) struct Lossy {
    /// The start of a character whose rest has not come yet: at most 3 bytes.
    pending: Vec<u8>,
}

impl Lossy {
    /// Takes the next piece and hands on the text that is certain by now.
    pub(super) fn push(
        &mut self,
        piece: &[u8],
        each: &mut dyn FnMut(&str) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.pending.is_empty() {
            self.pending = decode(piece, each)?.to_vec();
        } else {
            let mut joined = std::mem::take(&mut self.pending);
            joined.extend_from_slice(piece);
            self.pending = decode(&joined, each)?.to_vec();
        }
        Ok(())
    }

    /// What is left when nothing more comes.
    pub(super) fn finish(self) -> &'static str {
        if self.pending.is_empty() { "" } else { "\u{fffd}" }
    }
}

/// Hands on the text in `bytes`, and returns the unfinished character at their end.
fn decode<'a>(
    mut bytes: &'a [u8],
    each: &mut dyn FnMut(&str) -> Result<(), StoreError>,
) -> Result<&'a [u8], StoreError> {
    loop {
        let error = match std::str::from_utf8(bytes) {
            Ok(text) => {
                each(text)?;
                return Ok(&[]);
            }
            Err(error) => error,
        };
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        each(std::str::from_utf8(valid).unwrap_or_default())?;
        let Some(wrong) = error.error_len() else { return Ok(rest) };
        each("\u{fffd}")?;
        bytes = &rest[wrong..];
    }
}

/// Collects content as it comes: in memory first, in a private file when it grows.
pub(super) struct Spool {
    private: PathBuf,
    lossy: Lossy,
    memory: String,
    file: Option<(PathBuf, io::BufWriter<File>)>,
    characters: u64,
    hash: digest::Running,
    begun: bool,
}

impl Spool {
    /// An empty one, whose file would lie in the folder `private`.
    pub(super) fn new(private: &Path) -> Self {
        Self {
            private: private.to_owned(),
            lossy: Lossy::default(),
            memory: String::new(),
            file: None,
            characters: 0,
            hash: digest::Running::default(),
            begun: false,
        }
    }

    /// Takes bytes, which may end within a character.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), StoreError> {
        let mut lossy = std::mem::take(&mut self.lossy);
        let taken = lossy.push(piece, &mut |text| self.push_text(text));
        self.lossy = lossy;
        taken
    }

    /// Takes text.
    pub(super) fn push_text(&mut self, text: &str) -> Result<(), StoreError> {
        if text.is_empty() {
            return Ok(());
        }
        let text = if self.begun { text } else { text.strip_prefix('\u{feff}').unwrap_or(text) };
        self.begun = true;
        self.characters += text.chars().count() as u64;
        self.hash.update(text.as_bytes());
        if self.file.is_none() && self.memory.len() + text.len() > IN_MEMORY {
            let file = tempfile::Builder::new().prefix("content-").tempfile_in(&self.private);
            let (file, path) = file
                .and_then(|file| file.keep().map_err(|error| error.error))
                .map_err(StoreError::io("make a file in", &self.private))?;
            let mut out = io::BufWriter::with_capacity(PIECE, file);
            out.write_all(std::mem::take(&mut self.memory).as_bytes()).map_err(StoreError::io("write", &path))?;
            self.file = Some((path, out));
        }
        match &mut self.file {
            Some((path, out)) => out.write_all(text.as_bytes()).map_err(StoreError::io("write", path.as_path())),
            None => {
                self.memory.push_str(text);
                Ok(())
            }
        }
    }

    /// The content, when everything has come.
    pub(super) fn finish(mut self) -> Result<Content, StoreError> {
        let rest = std::mem::take(&mut self.lossy).finish();
        self.push_text(rest)?;
        let kept = match self.file {
            Some((path, mut out)) => {
                out.flush().map_err(StoreError::io("write", &path))?;
                Kept::File(path)
            }
            None => Kept::Memory(self.memory),
        };
        let (bytes, digest) = self.hash.finish();
        Ok(Content { kept, bytes, characters: self.characters, digest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_pieces_is_the_text_of_the_whole() {
        let hostile = b"\xef\xbb\xbfa\xf0\x9f\x98\x80\xff\xe2\x82 b\xed\xa0\x80\xc3\xa9\xf0\x9f";
        let whole = String::from_utf8_lossy(hostile);
        let whole = whole.strip_prefix('\u{feff}').unwrap();
        for size in 1..=hostile.len() {
            let mut spool = Spool::new(Path::new("unused"));
            hostile.chunks(size).for_each(|piece| spool.push(piece).unwrap());
            assert_eq!(spool.finish().unwrap(), Content::text(whole), "pieces of {size}");
        }
    }

    #[test]
    fn large_content_goes_to_a_file_with_the_same_digest() {
        let private = tempfile::tempdir().unwrap();
        let text = "grün und blau\n".repeat(IN_MEMORY / 10);
        let content = Content::read_from(&mut text.as_bytes(), Path::new("x"), private.path()).unwrap();
        assert!(content.file().unwrap().starts_with(private.path()));
        let expected = Content::text(text.clone());
        assert_eq!((content.bytes(), content.characters()), (expected.bytes(), expected.characters()));
        assert_eq!(content.digest(), expected.digest());
        let mut out = vec![];
        content.write_to(&mut out).unwrap();
        assert_eq!(out, text.as_bytes());
    }
}
