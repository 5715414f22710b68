//! What kind of failure an agent's own words are (README, "Non-votes").

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Value;

use super::record::Where;
use crate::vote::NonVoteKind;

/// One sign of a failure. All the conditions that are given must hold.
#[derive(Debug, Clone)]
pub struct FailureRule {
    pub kind: NonVoteKind,
    /// A record like this.
    pub records: Option<Where>,
    /// Words of the structured error, else of standard error, else of text output.
    pub text: Option<Regex>,
    pub exit: Option<i32>,
    /// The words count in the structured error only.
    pub on_error_only: bool,
    /// Ends the seat as soon as it shows.
    pub early: bool,
    pub remedy: Option<String>,
}

impl FailureRule {
    /// Whether a record, with the error text that it carries, shows this failure.
    #[must_use]
    pub fn shows_in_record(&self, record: &Value, error: Option<&str>) -> bool {
        match (&self.records, &self.text) {
            (None, None) => false,
            (Some(records), None) => records.matches(record),
            (None, Some(text)) => error.is_some_and(|error| text.is_match(error)),
            (Some(records), Some(text)) => records.matches(record) && error.is_some_and(|error| text.is_match(error)),
        }
    }

    /// Whether a text that is not part of a record shows this failure.
    #[must_use]
    pub fn shows_in_text(&self, text: &str) -> bool {
        self.records.is_none() && !self.on_error_only && self.text.as_ref().is_some_and(|known| known.is_match(text))
    }

    /// Whether the exit status, where one is asked for, is this one.
    #[must_use]
    pub fn allows_exit(&self, status: Option<i32>) -> bool {
        self.exit.is_none() || self.exit == status
    }
}

/// Words that mean the same in many CLIs; tried after a definition's own rules.
static COMMON: LazyLock<Vec<FailureRule>> = LazyLock::new(|| {
    use NonVoteKind as K;
    let table: &[(K, &str, &str)] = &[
        (
            K::NotInstalled,
            r"(?i)env: ['‘]?(node|python3?|bun|deno|ruby)['’]?: No such file|Missing optional dependency",
            "install the program that the message names",
        ),
        (
            K::Quota,
            r"(?i)insufficient_quota|quota exceeded|exceeded your (current|daily) quota|exhausted your .{0,20}quota|credit balance is too low|hit your .{0,20}limit|usage limit reached|billing hard limit",
            "wait until the plan's limit is renewed, or seat another agent",
        ),
        (
            K::NotSignedIn,
            r"(?i)not (logged|signed) in|please run /login|invalid api key|incorrect api key|api[ _-]key (is )?(not valid|missing|required|not found|not set)|no api key|missing api key|no key found|unauthorized|unauthenticated|authentication (failed|error|required)|authenticationerror|\b(status|code|error:?|http)( code)?:? 40[13]\b",
            "sign in to the agent's CLI, or set its key",
        ),
        (
            K::RateLimited,
            r"(?i)rate.?limit|too many requests|resource.?exhausted|\b(status|code|error:?|http)( code)?:? 429\b",
            "wait a little, or seat fewer of this agent at once",
        ),
        (
            K::ModelUnavailable,
            r"(?i)model.{0,60}(does not exist|not found|not supported|may not exist)|no such model|unknown model|model_not_found|ModelNotFound|is not found for API version",
            "name another model in the panel",
        ),
        (
            K::Overloaded,
            r"(?i)overloaded|high demand|service unavailable|internal server error|bad gateway|\b(status|code|error:?|http)( code)?:? 5\d\d\b",
            "try again later",
        ),
        (
            K::PromptTooLarge,
            r"(?i)prompt is too long|context.?(length|window) exceeded|input_too_large|maximum context length|exceeds the maximum length|Argument list too long|stdin input exceeds",
            "give the panel less material",
        ),
        (
            K::Network,
            r"(?i)ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|connection (refused|reset|failed)|fetch failed|failed to lookup address|could not resolve|unable to connect|network (error|is unreachable)|stream disconnected",
            "check the network connection and proxy",
        ),
        (
            K::UntrustedDirectory,
            r"(?i)not (running in|inside) a trusted (directory|folder)|untrusted (directory|folder)",
            "trust the folder in the agent's own settings",
        ),
        (
            K::OtherFailure,
            r"(?i)^(error: )?(unknown|unexpected|unrecognized) (option|argument|flag)s?\b",
            "the installed version does not know this switch: compare it with the tested one (`venire agents`)",
        ),
        (K::Truncated, r"(?i)max_output_tokens|output token (maximum|limit)", "ask for a shorter answer"),
    ];
    table
        .iter()
        .map(|(kind, pattern, remedy)| FailureRule {
            kind: *kind,
            records: None,
            text: Some(Regex::new(pattern).expect("the pattern is a constant")),
            exit: None,
            on_error_only: false,
            early: false,
            remedy: Some((*remedy).to_owned()),
        })
        .collect()
});

/// The rules that hold for every agent.
pub(super) fn common() -> &'static [FailureRule] {
    &COMMON
}

static LOOKS_LIKE_AN_ERROR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W{0,3}(?:(?:api |fatal |unexpected |critical |\w*)error\b[^\n]{0,40}?:|error \d{3}|invalid (?:api )?key|not (?:logged|signed) in|incorrect api key|rate limit (?:reached|exceeded)|you(?:'|’)ve (?:hit|reached) your|quota exceeded|usage limit|too many requests|unauthorized|failed to authenticate|please run /login|(?:api|service|server) (?:is )?(?:unavailable|overloaded)|there's an issue with the selected model)",
    )
    .expect("the pattern is a constant")
});

/// The most that a CLI's error text takes when it stands in the place of an answer, in bytes.
const LONGEST_ERROR: usize = 600;

/// Whether a text that came with exit status 0 is an error of the CLI and no answer: it is short, and it
/// starts as errors start. A review that talks about rate limits is neither.
#[must_use]
pub(super) fn looks_like_an_error(text: &str) -> bool {
    let text = text.trim();
    text.len() <= LONGEST_ERROR && text.lines().count() <= 6 && LOOKS_LIKE_AN_ERROR.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<NonVoteKind> {
        common().iter().find(|rule| rule.shows_in_text(text)).map(|rule| rule.kind)
    }

    #[test]
    fn common_words_have_their_kind() {
        use NonVoteKind as K;
        let table = [
            ("Invalid API key · Please run /login", K::NotSignedIn),
            ("API Error: Rate limit reached", K::RateLimited),
            ("/usr/bin/env: ‘node’: No such file or directory", K::NotInstalled),
            ("Error code: 401 - nope", K::NotSignedIn),
            ("litellm.RateLimitError: status code: 429", K::RateLimited),
            ("You exceeded your current quota", K::Quota),
            ("connect ECONNREFUSED 127.0.0.1:1", K::Network),
            ("Attempt 1 failed with status 429. Retrying with backoff...", K::RateLimited),
        ];
        for (text, expected) in table {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
        assert_eq!(kind("UnknownError: unexpected server error (ref err_1)"), None);
        assert_eq!(kind("port 4290 is in use, 401 files read"), None);
    }

    #[test]
    fn talk_about_errors_is_not_an_error() {
        assert!(looks_like_an_error("API Error: Rate limit reached"));
        assert!(looks_like_an_error("Invalid API key · Please run /login"));
        assert!(!looks_like_an_error("## Verdict\nSHIP - the rate limit is handled, 401 is retried."));
        assert!(!looks_like_an_error("Error handling is sound and the rate limit holds.\n\nVerdict: SHIP"));
        assert!(!looks_like_an_error(&format!("Error: {}", "x".repeat(700))));
    }
}
