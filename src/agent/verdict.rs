//! What an agent's run came to: an answer, or one kind of failure.
//!
//! Where several kinds fit, what venire did comes first, then what the agent did, then what the answer is
//! (README, "Non-votes"). Success is a success record with an answer that is not blank; an exit status of 0
//! alone is never success.

use super::definition::Format;
use super::extraction::{Answer, Extraction, Reply};
use super::failures::{self, FailureRule};
use crate::invocation::Ending;
use crate::text::sanitise;
use crate::vote::{NonVote, NonVoteKind as Kind};

/// The most of an agent's own words that a report shows, in columns.
const WIDTH: usize = 400;

pub(super) fn reply(seen: &Extraction, ending: &Ending) -> Reply {
    if let Some(stopped) = never_ran(seen, ending) {
        return Reply::NonVote(stopped);
    }
    if let Some(tool) = &seen.tripped {
        return Reply::NonVote(
            NonVote::new(Kind::Tripwire, format!("{tool}, which a read-only seat must not have"))
                .with_remedy("see `venire agents`; the installed version may not know the read-only switches"),
        );
    }
    if *ending == Ending::Cancelled {
        return Reply::NonVote(NonVote::new(Kind::Cancelled, "interrupted before it had answered"));
    }
    if let Some((at, words)) = &seen.early
        && let Some(rule) = seen.definition.failures.get(*at)
    {
        return Reply::NonVote(failed(seen, rule, words));
    }
    if seen.is_answered() {
        return answered(seen, notes(ending));
    }
    match ending {
        Ending::TimedOut => Reply::NonVote(stopped(seen, Kind::TimedOut, "no answer within the time limit")),
        Ending::Cut => Reply::NonVote(stopped(seen, Kind::Cut, "the run ended before it had answered")),
        _ => finished(seen, ending),
    }
}

/// Endings at which the agent never came to run.
fn never_ran(seen: &Extraction, ending: &Ending) -> Option<NonVote> {
    match ending {
        Ending::SpawnFailed(why) => {
            let kind = if why.contains("No such file") || why.contains("os error 2)") {
                Kind::NotInstalled
            } else if why.contains("Argument list too long") {
                Kind::PromptTooLarge
            } else {
                Kind::SpawnFailed
            };
            Some(with_install(seen, NonVote::new(kind, sanitise::line_to(why, WIDTH))))
        }
        Ending::SandboxFailed(why) => Some(
            NonVote::new(Kind::SandboxFailed, sanitise::line_to(why, WIDTH))
                .with_remedy("the kernel layer needs Linux 6.12 or later with Landlock; `--sandbox auto` goes without where it is missing"),
        ),
        _ => None,
    }
}

fn with_install(seen: &Extraction, non_vote: NonVote) -> NonVote {
    match &seen.definition.install {
        Some(install) if non_vote.kind == Kind::NotInstalled => non_vote.with_remedy(format!("install it: {install}")),
        _ => non_vote,
    }
}

fn notes(ending: &Ending) -> Vec<String> {
    match ending {
        Ending::Exited(0) => vec![],
        Ending::Exited(status) => vec![format!("answered, then exited with status {status}")],
        Ending::Signalled(signal) => vec![format!("answered, then was ended by signal {signal}")],
        Ending::TimedOut => vec!["answered, then was killed at the time limit".to_owned()],
        Ending::Cut => vec!["answered, then was killed as the run ended".to_owned()],
        _ => vec!["answered, then was killed".to_owned()],
    }
}

fn answered(seen: &Extraction, notes: Vec<String>) -> Reply {
    if let Some((lineage, table)) = &seen.seated
        && let Some(model) = &seen.model
        && let Some(other) = model
            .split(", ")
            .filter_map(|model| seen.definition.lineage.of_model(model, table))
            .find(|vendor| vendor != lineage)
    {
        return Reply::NonVote(NonVote::new(
            Kind::WrongLineage,
            format!("seated as {lineage}, answered by {} of {other}", sanitise::line_to(model, 80)),
        ));
    }
    Reply::Answer(Answer {
        text: seen.answer.text(),
        cut: seen.answer.is_cut(),
        model: seen.model.as_ref().map(|model| sanitise::line_to(model, 120)),
        usage: seen.usage.clone(),
        cost: seen.cost.clone(),
        notes,
    })
}

fn stopped(seen: &Extraction, kind: Kind, what: &str) -> NonVote {
    match words(seen) {
        Some(words) => NonVote::new(kind, format!("{what}; the last it said: {words}")),
        None => NonVote::new(kind, what),
    }
}

/// The program ended by itself, or was ended after a failure, and there is no structured answer.
fn finished(seen: &Extraction, ending: &Ending) -> Reply {
    let status = match ending {
        Ending::Exited(status) => Some(*status),
        _ => None,
    };
    let text_format = seen.definition.output.format == Format::Text;
    let text = if text_format { seen.answer.text() } else { seen.noise.text() };
    if text_format && status == Some(0) && !seen.answer.is_blank() {
        return if failures::looks_like_an_error(&text) {
            Reply::NonVote(
                in_text(seen, &text, status)
                    .unwrap_or_else(|| NonVote::new(Kind::OtherFailure, sanitise::line_to(&text, WIDTH))),
            )
        } else {
            answered(seen, vec![])
        };
    }
    Reply::NonVote(
        in_records(seen, status)
            .or_else(|| in_text(seen, &seen.stderr.text(), status))
            .or_else(|| in_text(seen, &ends_of(&text), status))
            .or_else(|| by_status(seen, status))
            .unwrap_or_else(|| unexplained(seen, ending, status)),
    )
}

/// Error texts stand at the start or at the end of an output; what lies between may be anything.
fn ends_of(text: &str) -> String {
    const END: usize = 1000;
    if text.len() <= 2 * END {
        return text.to_owned();
    }
    let head = (0..=END).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let tail = (text.len() - END..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{}\n{}", &text[..head], &text[tail..])
}

fn rules(seen: &Extraction) -> impl Iterator<Item = &FailureRule> {
    seen.definition.failures.iter().chain(failures::common())
}

fn in_records(seen: &Extraction, status: Option<i32>) -> Option<NonVote> {
    let error = seen.error.as_deref();
    rules(seen).enumerate().filter(|(_, rule)| rule.allows_exit(status)).find_map(|(at, rule)| {
        let words = match &rule.records {
            Some(_) => seen.shown.get(at)?.as_deref()?,
            None => error.filter(|error| rule.text.as_ref().is_some_and(|text| text.is_match(error)))?,
        };
        Some(failed(seen, rule, words))
    })
}

fn in_text(seen: &Extraction, text: &str, status: Option<i32>) -> Option<NonVote> {
    rules(seen).filter(|rule| rule.allows_exit(status)).find_map(|rule| {
        let line = text.lines().rev().find(|line| rule.shows_in_text(line))?;
        Some(failed(seen, rule, line))
    })
}

fn by_status(seen: &Extraction, status: Option<i32>) -> Option<NonVote> {
    let rule = rules(seen)
        .find(|rule| rule.exit.is_some() && rule.exit == status && rule.records.is_none() && rule.text.is_none())?;
    Some(failed(seen, rule, ""))
}

fn failed(seen: &Extraction, rule: &FailureRule, shown: &str) -> NonVote {
    let detail = match sanitise::line_to(shown, WIDTH) {
        shown if shown.is_empty() => {
            words(seen).unwrap_or_else(|| format!("its output shows it: {}", rule.kind.word().replace('_', " ")))
        }
        shown => shown,
    };
    let non_vote = NonVote::new(rule.kind, detail);
    let sign_in = seen.definition.sign_in.as_ref().and_then(|signs| signs.remedy.clone());
    let remedy = match rule.kind {
        Kind::NotSignedIn => rule.remedy.clone().filter(|_| sign_in.is_none()).or(sign_in),
        _ => rule.remedy.clone(),
    };
    let non_vote = with_install(seen, non_vote);
    match remedy {
        Some(remedy) if non_vote.remedy.is_none() => non_vote.with_remedy(remedy),
        _ => non_vote,
    }
}

fn unexplained(seen: &Extraction, ending: &Ending, status: Option<i32>) -> NonVote {
    let words = words(seen);
    let said = |what: String| match &words {
        Some(words) => format!("{what}: {words}"),
        None => what,
    };
    if seen.oversized {
        return NonVote::new(Kind::OutputTooLarge, "a record of more than 4 MiB, which is not read");
    }
    match (ending, status) {
        (_, Some(0)) if seen.error.is_some() => {
            NonVote::new(Kind::OtherFailure, said("it reported an error".to_owned()))
        }
        (_, Some(0)) if seen.success_seen || !seen.anything_printed => {
            NonVote::new(Kind::Empty, said("it exited with status 0 and gave no answer".to_owned()))
        }
        (_, Some(0)) => NonVote::new(
            Kind::NoSuccessRecord,
            said("it exited with status 0, but nothing in its output says that it succeeded".to_owned()),
        ),
        (_, Some(127)) => with_install(seen, NonVote::new(Kind::NotInstalled, said("exit status 127".to_owned()))),
        (_, Some(status)) => NonVote::new(Kind::Crashed, said(format!("exit status {status}"))),
        (Ending::Signalled(signal), _) => NonVote::new(Kind::Crashed, said(format!("ended by signal {signal}"))),
        _ => NonVote::new(Kind::NoSuccessRecord, said("it was ended without an answer".to_owned())),
    }
}

/// The agent's own words for what went wrong: its structured error, else the last line of standard error
/// that speaks of one, else the last line of anything.
fn words(seen: &Extraction) -> Option<String> {
    const TELLING: &[&str] = &["error", "fail", "fatal", "cannot", "can't", "denied", "invalid", "not ", "no "];
    let stderr = seen.stderr.text();
    let noise = &seen.definition.output.noise;
    let lines = || {
        stderr
            .lines()
            .map(str::trim)
            .filter(|line| line.chars().any(char::is_alphanumeric) && !noise.iter().any(|known| known.is_match(line)))
    };
    let telling = || {
        lines().filter(|line| {
            let lower = line.to_lowercase();
            !lower.starts_with("warning")
                && !lower.starts_with("at ")
                && TELLING.iter().any(|word| lower.contains(word))
        })
    };
    let text = if seen.definition.output.format == Format::Text { seen.answer.text() } else { seen.noise.text() };
    seen.error
        .clone()
        .or_else(|| telling().next_back().or_else(|| lines().next_back()).map(str::to_owned))
        .or_else(|| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned))
        .map(|words| sanitise::line_to(&words, WIDTH))
        .filter(|words| !words.is_empty())
}
