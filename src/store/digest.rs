//! SHA-256, written as lower-case hexadecimal, so that anybody can check it with `sha256sum`.

use sha2::{Digest, Sha256};

/// The digest of `bytes`.
#[must_use]
pub fn of(bytes: &[u8]) -> String {
    let mut digest = Running::default();
    digest.update(bytes);
    digest.finish().1
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

    /// The number of bytes and their digest.
    #[must_use]
    pub fn finish(self) -> (u64, String) {
        use std::fmt::Write as _;
        let hex = self.hash.finalize().iter().fold(String::with_capacity(64), |mut out, byte| {
            // Writing to a string can't fail.
            let _ = write!(out, "{byte:02x}");
            out
        });
        (self.bytes, hex)
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
}
