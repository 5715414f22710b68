//! The result document, made from the plan and the ends of all turns.

use super::end::TurnEnd;
use crate::event::{ReadOnly, Run, SCHEMA, SeatResult, ShownBallot, StopCause, Warning};
use crate::plan::{Plan, SeatPlan, Work};
use crate::vote::{self, NonVote, NonVoteKind, Outcome, Shown};

/// What the run's result says of its start.
#[derive(Debug, Clone)]
pub struct Start {
    /// RFC 3339, UTC.
    pub started: String,
    /// The run's folder, if it has one.
    pub record: Option<String>,
}

/// A run whose seats have all had their turn.
pub(super) struct Progress<'a> {
    pub plan: &'a Plan,
    pub ends: &'a [Option<TurnEnd>],
    pub start: &'a Start,
    pub stopped: Option<StopCause>,
    /// Whether the tree was compared before and after.
    pub tree_checked: bool,
    /// What those comparisons found.
    pub tainted: &'a [Warning],
}

impl Progress<'_> {
    /// Counts, and puts everything into the document. A seat without an end (none should be) is cancelled.
    pub(super) fn run(&self) -> Run {
        let plan = self.plan;
        let lost = TurnEnd::bare(Outcome::NonVote(NonVote::new(NonVoteKind::Cancelled, "the seat never ended")));
        let ends: Vec<&TurnEnd> = self.ends.iter().map(|end| end.as_ref().unwrap_or(&lost)).collect();
        let outcomes: Vec<Outcome> = ends.iter().map(|end| end.outcome.clone()).collect();
        let roster = plan.roster();
        let mut warnings: Vec<Warning> = self.tainted.iter().chain(&plan.warnings).cloned().collect();
        let after = vote::result_warnings(&plan.rule, &roster, &outcomes);
        warnings.extend(after.into_iter().map(|(code, text)| Warning::new(code, text)));
        Run {
            schema: SCHEMA.to_owned(),
            id: plan.id.clone(),
            started: self.start.started.clone(),
            elapsed_ms: 0,
            command: plan.command.word().to_owned(),
            question: plan.question.clone(),
            owner: plan.owner.clone(),
            panel: plan.panel.clone(),
            rule_digest: plan.rule_digest(),
            options: plan.rule.options.clone(),
            seats: plan.seats.iter().zip(ends).map(|(seat, end)| seat_result(seat, end, self.tree_checked)).collect(),
            decision: vote::decide_with_outlook(&plan.rule, &roster, &outcomes),
            synthesis: None,
            warnings,
            resumed_from: plan.resumed.as_ref().map(|resumed| resumed.run.clone()),
            record: self.start.record.clone(),
            stopped: self.stopped,
            exit_status: 0,
        }
    }
}

/// One seat's part of the document.
pub(super) fn seat_result(seat: &SeatPlan, end: &TurnEnd, tree_checked: bool) -> SeatResult {
    let ballot = match &end.outcome {
        Outcome::Ballot(ballot) => Some(ShownBallot::from(ballot)),
        _ => None,
    };
    let non_vote = match &end.outcome {
        Outcome::NonVote(non_vote) => Some(non_vote.clone()),
        _ => None,
    };
    if let Some(taken) = &end.taken {
        let mut taken = SeatResult { ballot, non_vote, ranking: end.ranking.clone(), ..(**taken).clone() };
        taken.attempts = end.attempts;
        taken.notes.extend(end.notes.iter().cloned());
        return taken;
    }
    SeatResult {
        id: seat.voter.id.clone(),
        kind: seat.kind(),
        agent: seat.agent.clone(),
        model: seat.model.clone(),
        stance: seat.stance,
        role: seat.role.clone(),
        lineage: seat.voter.lineage.clone(),
        weight: Shown::from(&seat.voter.weight),
        effective_weight: Shown::from(&seat.effective_weight),
        advisory: seat.voter.advisory,
        veto: seat.voter.veto,
        moderator: seat.voter.moderator,
        read_only: ReadOnly {
            strength: end.strength.unwrap_or(seat.strength),
            tree_checked,
            isolated: seat.isolated && end.strength.is_some(),
        },
        leaks: match &seat.work {
            Work::Agent { candidates, .. } => {
                candidates.first().map(|own| own.definition.leaks.clone()).unwrap_or_default()
            }
            _ => vec![],
        },
        ballot,
        non_vote,
        passed: end.outcome == Outcome::Passed,
        answer: end.answer.clone(),
        reading: end.reading.clone(),
        ranking: end.ranking.clone(),
        elapsed_ms: u64::try_from(end.elapsed.as_millis()).unwrap_or(u64::MAX),
        attempts: end.attempts,
        usage: end.usage.clone(),
        cost: end.cost.clone(),
        model_answered: end.model_answered.clone(),
        taken_from: None,
        notes: end.notes.clone(),
    }
}
