//! Deterministic seats: from an exit status, or from the list of context items, to an outcome.

use crate::invocation::Ending;
use crate::text::{duration, sanitise};
use crate::vote::{Ballot, Choice, Effect, NonVote, NonVoteKind, Outcome};

use super::Checked;

/// What a check's ending means (README, "Check seats"): the change under review can influence what a
/// check runs, so exit status 0 is a vote only where the panel says that it counts.
pub(super) fn check_outcome(
    checked: &Checked,
    counts: bool,
    options: &[Choice],
    timeout: std::time::Duration,
) -> Outcome {
    let non_vote = |kind, detail: String| Outcome::NonVote(NonVote::new(kind, detail));
    match &checked.ending {
        Ending::Exited(0) if counts => cast(options, &[Effect::Pass], "the check passed", vec![]),
        Ending::Exited(0) => Outcome::Passed,
        Ending::Exited(status) => {
            let tail: Vec<String> = checked.tail.lines().map(sanitise::line).filter(|line| !line.is_empty()).collect();
            let reason = tail.last().map_or(String::new(), |line| format!(": {line}"));
            cast(options, &[Effect::Block], &format!("the check ended with status {status}{reason}"), tail)
        }
        Ending::Signalled(signal) => non_vote(NonVoteKind::Crashed, format!("the check died of signal {signal}")),
        Ending::SpawnFailed(cause) => non_vote(NonVoteKind::SpawnFailed, cause.clone()),
        Ending::SandboxFailed(cause) => non_vote(NonVoteKind::SandboxFailed, cause.clone()),
        Ending::TimedOut => non_vote(NonVoteKind::TimedOut, format!("no end within {}", duration::show(timeout))),
        Ending::Cut => non_vote(NonVoteKind::Cut, "the run ended first".to_owned()),
        Ending::Cancelled => non_vote(NonVoteKind::Cancelled, "the run was interrupted".to_owned()),
        Ending::Ended | Ending::AnsweredThenKilled => {
            non_vote(NonVoteKind::OtherFailure, "the check was ended".to_owned())
        }
    }
}

/// A rubric seat accepts when everything that it requires is there, and otherwise asks for a revision.
pub(super) fn rubric_outcome(missing: &[String], options: &[Choice]) -> Outcome {
    if missing.is_empty() {
        return cast(options, &[Effect::Pass], "all required evidence is there", vec![]);
    }
    let named = format!("missing evidence: {}", missing.join(", "));
    let mut outcome = cast(options, &[Effect::Revise, Effect::Block], &named, vec![]);
    if let Outcome::Ballot(ballot) = &mut outcome {
        ballot.risks.push(named);
    }
    outcome
}

/// A ballot for the first option that has the first of `effects` that any option has. No model wrote
/// it, so it counts as sealed.
fn cast(options: &[Choice], effects: &[Effect], summary: &str, evidence: Vec<String>) -> Outcome {
    let option = effects.iter().find_map(|effect| options.iter().find(|option| option.effect == Some(*effect)));
    match option {
        Some(option) => {
            Outcome::Ballot(Ballot { sealed: true, evidence, ..Ballot::bare(Some(option.label.clone()), summary) })
        }
        None => Outcome::NonVote(NonVote::new(
            NonVoteKind::OffList,
            format!("{summary}, and the panel has no option with the effect `{}`", effects[0].word()),
        )),
    }
}
