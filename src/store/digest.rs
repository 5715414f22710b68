//! SHA-256, written as lower-case hexadecimal, so that anybody can check it with `sha256sum`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::text::hex;

/// How much of a file is read at once, in bytes.
const PIECE: u64 = 64 << 10;

/// The digest of `bytes`.
#[must_use]
pub fn of(bytes: &[u8]) -> String {
    let mut digest = Running::default();
    digest.update(bytes);
    digest.finish().1
}

/// The digest of a file's content. `length` is a guess, which saves room: the file may grow or shrink meanwhile.
///
/// # Errors
/// It can't be read.
pub fn of_file(path: &Path, length: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    // Most files end here, with one byte of room to see that they do.
    let mut first = Vec::with_capacity(usize::try_from(length.min(PIECE)).unwrap_or(0) + 1);
    Read::by_ref(&mut file).take(PIECE).read_to_end(&mut first)?;
    let mut digest = Running::default();
    digest.update(&first);
    if first.len() as u64 == PIECE {
        io::copy(&mut file, &mut digest)?;
    }
    Ok(digest.finish().1)
}

/// The length and the digest of what comes in pieces.
#[derive(Debug, Clone, Default)]
pub struct Running {
    hash: Sha256,
    bytes: u64,
}

impl Running {
    /// Takes the next piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.hash.update(piece);
        self.bytes += piece.len() as u64;
    }

    /// The number of bytes so far.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.bytes
    }

    /// The number of bytes and their digest.
    #[must_use]
    pub fn finish(self) -> (u64, String) {
        (self.bytes, hex::of(&self.hash.finalize()))
    }
}

impl Write for Running {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_sha256sum() {
        assert_eq!(of(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let mut pieces = Running::default();
        pieces.update(b"a");
        pieces.update(b"bc");
        assert_eq!(pieces.finish(), (3, of(b"abc")));
    }

    #[test]
    fn a_file_of_any_length_has_the_digest_of_its_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            let bytes = b"0123456789a".repeat(length / 11 + 1)[..length].to_vec();
            std::fs::write(file.path(), &bytes).unwrap();
            for guess in [0, length as u64, 1 << 40] {
                assert_eq!(of_file(file.path(), guess).unwrap(), of(&bytes), "{length} bytes, taken for {guess}");
            }
        }
    }
}
