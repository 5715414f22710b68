//! The judge's turn. It sees the ballots without names and in an order drawn by lot, and changes nothing.

use tokio::time::Instant;

use super::end::TurnEnd;
use super::turn::{Shared, shown};
use super::{Call, Ports, proof};
use crate::agent::Reply;
use crate::brief::{UnsignedAnswer, judge_prompt, judge_standing};
use crate::event::{Run, Synthesis};
use crate::panel::JUDGE;
use crate::plan::JudgePlan;
use crate::vote::{Ballot, NonVote, NonVoteKind, Outcome, sentence};

/// The judge's text, or why there is none.
pub(super) async fn written<P: Ports>(
    shared: &Shared<P>,
    judge: &JudgePlan,
    run: &Run,
    ends: &[Option<TurnEnd>],
) -> Synthesis {
    let name = judge.candidate.name();
    let failed = |non_vote| Synthesis { judge: name.clone(), text: None, failed: Some(non_vote) };
    let answers = unsigned(shared, ends, |_| true);
    if answers.is_empty() {
        return failed(NonVote::new(NonVoteKind::Skipped, "no seat gave an answer to write about"));
    }
    if judge.isolated
        && let Err(non_vote) = shared.ports.isolate(JUDGE, judge.timeout, shared.end.clone()).await
    {
        return failed(non_vote);
    }
    let deadline = Instant::now() + judge.timeout;
    let mut number = 0;
    loop {
        number += 1;
        if !shared.take_call() {
            return failed(NonVote::new(
                NonVoteKind::CallLimit,
                "the run's calls were spent before the judge was asked",
            ));
        }
        let words = shared.ports.words();
        let call = Call {
            seat: JUDGE.to_owned(),
            number,
            candidate: judge.candidate.clone(),
            standing: judge_standing(),
            prompt: judge_prompt(&shared.plan.question, &sentence::decision(&run.decision), &answers, &words),
            timeout: deadline.saturating_duration_since(Instant::now()),
            keep: shared.plan.limits.output,
        };
        let called = shared.ports.call(call, &|_| (), shared.end.clone()).await;
        match called.reply {
            Reply::Answer(answer) => {
                let changed = if judge.isolated { shared.ports.changes_in_copy(JUDGE).await } else { vec![] };
                return match proof::copy_tainted(&changed) {
                    Some(tainted) => failed(tainted),
                    None => Synthesis { judge: name, text: Some(answer.text), failed: None },
                };
            }
            Reply::NonVote(cause) => {
                let again = cause.kind.may_pass() && number < shared.plan.retry.attempts;
                if !again || !shared.paused(shared.plan.retry.backoff, deadline).await {
                    return failed(cause);
                }
            }
        }
    }
}

/// The answers of the seats whose ballots are chosen, without names and in an order drawn by lot.
pub(super) fn unsigned<P: Ports>(
    shared: &Shared<P>,
    ends: &[Option<TurnEnd>],
    chosen: impl Fn(&Ballot) -> bool,
) -> Vec<UnsignedAnswer> {
    let voiced: Vec<UnsignedAnswer> = ends
        .iter()
        .flatten()
        .filter_map(|end| match &end.outcome {
            Outcome::Ballot(ballot) if chosen(ballot) => Some(UnsignedAnswer {
                vote: ballot.option.clone(),
                answer: shown(end.answer.as_ref().unwrap_or(&ballot.summary)),
            }),
            _ => None,
        })
        .collect();
    shared.ports.shuffled(voiced.len()).into_iter().filter_map(|index| voiced.get(index).cloned()).collect()
}
