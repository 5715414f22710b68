//! Text that came from an agent or a file, made safe for a terminal.
//!
//! Escape sequences could move the cursor, retitle the window or hide text; bidirectional and
//! zero-width characters could make a HOLD look like a SHIP; a variation selector makes a character
//! wider than it was measured, so that the terminal would break a line where nobody meant it to, and what
//! follows would stand where only venire writes. None of them reaches a screen.

/// `text` without control characters (newline and tab stay), without escape sequences, and without
/// bidirectional and zero-width characters and variation selectors. Carriage returns of CRLF are folded
/// into the newline.
#[must_use]
pub fn lines(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~')) {
        return text.to_owned();
    }
    let text = console::strip_ansi_codes(text);
    text.chars().filter(|c| matches!(c, '\n' | '\t') || is_plain(*c)).collect()
}

/// As [`lines`], on one line: newlines and tabs become blanks, runs of blanks one.
#[must_use]
pub fn line(text: &str) -> String {
    lines(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As [`line`], cut to `width` columns, with `…` where something was cut.
#[must_use]
pub fn line_to(text: &str, width: usize) -> String {
    console::truncate_str(&line(text), width, "…").into_owned()
}

/// Whether a character takes part in no word that is seen: soft hyphens, fillers and the like. They may
/// stand in what is shown, but not in what is compared.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{61c}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_survives() {
        let hostile = "\u{1b}[31mRED\u{1b}[0m \u{1b}]0;title\u{7} tail\r\nline2\u{8} \u{202e}end\u{200b}";
        assert_eq!(lines(hostile), "RED  tail\nline2 end");
        assert_eq!(line("2\u{fe0f}\u{20e3} ✔\u{fe0f}"), "2\u{20e3} ✔");
        assert_eq!(line("a\n\tb  c"), "a b c");
        assert_eq!(line_to("abcdef", 4), "abc…");
    }
}
