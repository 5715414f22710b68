//! The environment of a seat (README, "What a seat sees").

use std::ffi::OsString;

/// Variables by which agent CLIs mark what they start as part of their own session. A seat is a session
/// of its own, and some CLIs refuse to start inside another.
const SESSION_MARKERS: &[&str] = &[
    "AGENT",
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_EXECPATH",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "CODEX_INTERNAL_ORIGINATOR_OVERRIDE",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "OLDPWD",
    "OPENCODE",
    "PWD",
];

/// Variables about the terminal and its colours. A seat has none.
const TERMINAL: &[&str] = &["NO_COLOR", "TERM", "COLORTERM", "FORCE_COLOR", "CLICOLOR_FORCE"];

/// What is left of the caller's environment for a program that venire starts: nothing that points at a
/// git repository, nothing of an enclosing agent session, nothing of venire itself, and a plain terminal.
#[must_use]
pub fn scrubbed(env: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let mut kept: Vec<(OsString, OsString)> = env
        .iter()
        .filter(|(name, _)| {
            let begins = |word: &str| name.as_encoded_bytes().starts_with(word.as_bytes());
            let is_any = |words: &[&str]| words.iter().any(|word| name == word);
            !(begins("GIT_") || begins("VENIRE_") || is_any(SESSION_MARKERS) || is_any(TERMINAL))
        })
        .cloned()
        .collect();
    set(&mut kept, "NO_COLOR", "1");
    set(&mut kept, "TERM", "dumb");
    kept
}

/// Gives a variable its value, whether it was there or not.
pub(super) fn set(env: &mut Vec<(OsString, OsString)>, name: &str, value: impl Into<OsString>) {
    unset(env, name);
    env.push((OsString::from(name), value.into()));
}

/// Takes a variable out.
pub(super) fn unset(env: &mut Vec<(OsString, OsString)>, name: &str) {
    env.retain(|(known, _)| known != name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_an_enclosing_session_or_repository_is_left() {
        let given = [
            ("GIT_DIR", ".git"),
            ("VENIRE_DEPTH", "1"),
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_OAUTH_TOKEN", "t"),
            ("TERM", "xterm"),
            ("PATH", "/bin"),
            ("PWD", "/tree"),
        ]
        .map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let left = scrubbed(&given);
        let left: Vec<String> = left.iter().map(|(n, v)| format!("{}={}", n.display(), v.display())).collect();
        assert_eq!(left, ["CLAUDE_CODE_OAUTH_TOKEN=t", "PATH=/bin", "NO_COLOR=1", "TERM=dumb"]);
    }
}
