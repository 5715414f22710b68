//! File names as git quotes them in its output (`core.quotePath`): a name with control characters,
//! quotes, backslashes or bytes beyond ASCII is put in double quotes with escapes as in C. A name can
//! then neither break a line nor pass for another.

use std::ffi::OsStr;

/// `name` as git shows it: as it is, or in double quotes with C escapes.
#[must_use]
pub fn quoted(name: &[u8]) -> String {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if name.iter().all(plain) {
        return name.iter().map(|byte| char::from(*byte)).collect();
    }
    always_quoted(name)
}

/// As [`quoted`], for a name of the system.
#[must_use]
pub fn quoted_name(name: &OsStr) -> String {
    quoted(name.as_encoded_bytes())
}

/// In double quotes whether it needs them or not.
pub(super) fn always_quoted(name: &[u8]) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('"');
    for byte in name {
        match byte {
            0x07 => out.push_str("\\a"),
            0x08 => out.push_str("\\b"),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            0x0b => out.push_str("\\v"),
            0x0c => out.push_str("\\f"),
            b'\r' => out.push_str("\\r"),
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' => out.push(char::from(*byte)),
            other => out.push_str(&format!("\\{other:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_quoted_as_git_quotes_them() {
        assert_eq!(quoted(b"src/a b.rs"), "src/a b.rs");
        assert_eq!(quoted("é\n\"x\"\\\u{7f}".as_bytes()), r#""\303\251\n\"x\"\\\177""#);
        assert_eq!(quoted(b"\xff"), r#""\377""#);
    }
}
