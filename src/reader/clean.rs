//! An answer made plain: escapes, controls and wrappers taken off. Nothing that is said is cut out.

use crate::text::sanitise;

/// Tags that models put around a whole answer; on a line of their own they mean nothing.
const WRAPPERS: [&str; 9] =
    ["answer", "response", "output", "result", "final", "final_answer", "review", "ballot", "assistant"];

/// `answer` without byte order mark, escape sequences, control and invisible characters, with plain
/// line ends, and with a blank line where a tag would otherwise hide the Markdown after it.
pub(super) fn text(answer: &str) -> String {
    let breaks: String = answer
        .replace("\r\n", "\n")
        .chars()
        .map(|c| if matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}') { '\n' } else { c })
        .collect();
    let plain: String = sanitise::lines(&breaks).chars().filter(|c| !sanitise::is_unseen(*c)).collect();
    let mut text = String::with_capacity(plain.len() + 16);
    for line in plain.lines() {
        apart(line, &mut text);
    }
    text
}

/// Adds `line`; the end of a thinking block and a wrapping tag stand apart from what follows.
fn apart(line: &str, text: &mut String) {
    let trimmed = line.trim();
    let tag = trimmed.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    let Some((name, after)) = tag.filter(|_| trimmed.starts_with('<') || trimmed.ends_with('>')) else {
        text.push_str(line);
        text.push('\n');
        if closes_thinking(trimmed) {
            text.push('\n');
        }
        return;
    };
    let name = name.trim();
    let bare = name.trim_start_matches('/').to_ascii_lowercase();
    if after.trim().is_empty() && WRAPPERS.contains(&bare.as_str()) {
        text.push('\n');
    } else if name.starts_with('/') && super::page::is_thinking(&bare) {
        text.push_str("</");
        text.push_str(&bare);
        text.push_str(">\n\n");
        text.push_str(after);
        text.push('\n');
    } else {
        text.push_str(line);
        text.push('\n');
        if closes_thinking(trimmed) {
            text.push('\n');
        }
    }
}

fn closes_thinking(line: &str) -> bool {
    line.strip_suffix('>')
        .and_then(|rest| rest.rsplit_once("</"))
        .is_some_and(|(_, name)| super::page::is_thinking(&name.trim().to_ascii_lowercase()))
}

/// The text inside one code fence around the whole answer, or the text itself. One line may lead in.
pub(super) fn unwrapped(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut spoken = lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(at, _)| at);
    let (Some(first), Some(last)) = (spoken.next(), lines.iter().rposition(|line| !line.trim().is_empty())) else {
        return text.to_owned();
    };
    let open = match fence(lines[first]) {
        Some(_) => first,
        None if is_lead_in(lines[first]) => spoken.next().unwrap_or(last),
        None => return text.to_owned(),
    };
    let (Some((mark, info)), Some((end, ""))) = (fence(lines[open]), fence(lines[last])) else {
        return text.to_owned();
    };
    let markdown = matches!(info.to_ascii_lowercase().as_str(), "markdown" | "md");
    let plain = matches!(info.to_ascii_lowercase().as_str(), "" | "text" | "txt" | "plaintext" | "plain");
    let inside = lines.get(open + 1..last).unwrap_or_default();
    let inner: Vec<&str> = inside.iter().filter_map(|line| fence(line)).map(|(_, info)| info).collect();
    let nested = inner.chunks(2).all(|pair| matches!(pair, [info, ""] if !info.is_empty()));
    let closes = open < last && end.starts_with(mark);
    if closes && ((inner.is_empty() && (plain || markdown)) || (markdown && nested)) {
        return inside.join("\n") + "\n";
    }
    text.to_owned()
}

/// The fence that `line` is, as its marks and its info word.
fn fence(line: &str) -> Option<(&str, &str)> {
    let trimmed = line.trim_start();
    if line.len() - trimmed.len() > 3 {
        return None;
    }
    let mark = trimmed.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = trimmed.trim_start_matches(mark);
    let marks = &trimmed[..trimmed.len() - info.len()];
    (marks.len() >= 3 && !info.contains('`')).then(|| (marks, info.trim()))
}

/// Whether `line` hands over the author's own answer ("Here is my review:"), not somebody's text.
pub(super) fn is_lead_in(line: &str) -> bool {
    let line = line.to_lowercase();
    let own =
        ["my ", "review", "answer", "ballot", "response", "assessment", "requested", "sure", "meine", "voici", "aquí"];
    let others = [
        "diff", "adds", "sample", "example", "file", "says", "contains", "planted", "quote", "text", "change", "readme",
    ];
    line.len() <= 120 && own.iter().any(|word| line.contains(word)) && !others.iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fence_around_everything_is_taken_off() {
        assert_eq!(unwrapped("```markdown\nA\n```\n"), "A\n");
        assert_eq!(unwrapped("Here is my review:\n\n```\nA\n```"), "A\n");
        assert_eq!(unwrapped("```md\nA\n```rust\nx\n```\nB\n```"), "A\n```rust\nx\n```\nB\n");
        for whole in
            ["```\nA\n```\nB\n```\nC\n```", "```rust\nA\n```", "The diff adds:\n```\nA\n```", "```md\nA\n```\nB"]
        {
            assert_eq!(unwrapped(whole), whole);
        }
    }

    #[test]
    fn line_ends_and_invisible_characters_carry_no_meaning() {
        assert_eq!(text("\u{feff}a\r\nb\u{200d}c\u{1b}[1md\u{1b}[0m\re\u{ad}f"), "a\nbcd\nef\n");
    }
}
