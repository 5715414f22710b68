//! What a turn asks of a seat, and how its answer is read.

use std::rc::Rc;

use crate::agent::Answer;
use crate::brief::{self, Part, UnsignedAnswer, Words};
use crate::plan::{Plan, SeatPlan, item_labels};
use crate::reader::{self, Form, RankingForm};
use crate::vote::{Ballot, Choice, NonVote, Outcome, answer_labels};

/// What a turn asks for.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A ballot.
    Ballot,
    /// A ballot that breaks a tie between these options, with what the tied sides said.
    Tiebreak { tied: Vec<Choice>, answers: Vec<UnsignedAnswer> },
    /// A ranking of the answers of these seats, in the order in which they are shown.
    Ranking { shown: Vec<String>, answers: Vec<Rc<str>> },
}

impl Task {
    /// The standing part of the brief; `own` is the seat's.
    pub fn standing(&self, own: &str) -> String {
        match self {
            Self::Ballot | Self::Tiebreak { .. } => own.to_owned(),
            Self::Ranking { .. } => brief::ranking_standing(),
        }
    }

    /// The prompt. `again` is an answer that could not be read, and why.
    pub fn prompt(
        &self,
        plan: &Plan,
        seat: &SeatPlan,
        items: &[usize],
        again: Option<&(String, NonVote)>,
        words: &Words,
    ) -> Vec<Part> {
        let labels = item_labels(items, &plan.items);
        let briefing = |options| seat.briefing(&plan.question, options, &labels, plan.shape);
        let once_more = |briefing: &brief::Briefing<'_>| {
            again.map(|(answer, cause)| brief::asked_again(briefing, words, answer, &cause.detail))
        };
        match self {
            Self::Ballot => {
                let briefing = briefing(&plan.rule.options);
                once_more(&briefing).unwrap_or_else(|| brief::prompt(&briefing, words))
            }
            Self::Tiebreak { tied, answers } => {
                let briefing = briefing(tied);
                once_more(&briefing).unwrap_or_else(|| brief::moderator_prompt(&briefing, answers, words))
            }
            Self::Ranking { answers, .. } => {
                let labels = answer_labels(answers.len());
                once_more(&brief::ranking_again(&seat.voter.id, &plan.question, &labels))
                    .unwrap_or_else(|| brief::ranking_prompt(&plan.question, answers, words))
            }
        }
    }

    /// Reads an answer.
    pub fn read(&self, plan: &Plan, items: &[usize], answer: &Answer, seal: &str, is_reask: bool) -> Outcome {
        if let Self::Ranking { shown, .. } = self {
            let form = RankingForm { shown, seal, is_reask, cut: answer.cut };
            return match reader::read_ranking(&answer.text, &form) {
                Ok(ranking) => Outcome::Ballot(Ballot { ranking, ..Ballot::bare(None, "") }),
                Err(non_vote) => Outcome::NonVote(non_vote),
            };
        }
        reader::read(
            &answer.text,
            &Form {
                options: &plan.rule.options,
                seal,
                pass_needs_seal: plan.pass_needs_seal,
                sealed_only: is_reask,
                // What a moderator is shown are verdicts.
                material_has_verdict: plan.shows_verdict(items) || matches!(self, Self::Tiebreak { .. }),
                asks_dealbreaker: plan.shape.dealbreaker,
                ranked: plan.shape.ranking.is_some(),
                cut: answer.cut,
            },
        )
    }
}
