//! Bytes as people write them.

use std::fmt::Write;

/// `bytes` as lower-case hexadecimal.
#[must_use]
pub fn of(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        // Writing to a string can't fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
