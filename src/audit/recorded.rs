//! A finished run as its record has it, with each seat's answer read again.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::event::{Reading, Run, SeatResult};
use crate::reader::{self, Form, RankingForm};
use crate::store::StoreError;
use crate::store::runs::Stored;
use crate::vote::{NonVote, NonVoteGroup, NonVoteKind, Outcome, Rule, Strategy, Voter};

/// A finished run.
#[derive(Debug, Clone)]
pub struct Recorded {
    pub run: Run,
    /// The result document as it stands in the record.
    pub document: Value,
    pub plan: Value,
    /// As the plan has it.
    pub rule: Rule,
    /// As the plan has it.
    pub roster: Vec<Voter>,
    /// What is stored as each seat's answer, in the roster's order.
    pub answers: Vec<Option<String>>,
    /// What is stored as each seat's ranking of the others' answers, in the same order.
    pub rankings: Vec<Option<String>>,
}

impl Recorded {
    /// Reads a finished run from its record.
    ///
    /// # Errors
    /// It never finished, or a part of it can't be read.
    pub fn read(stored: &Stored) -> Result<Self, StoreError> {
        let (plan, document) = (stored.plan()?, stored.result()?);
        let run: Run = typed(stored, "run.json", &document)?;
        let rule: Rule = typed(stored, "plan.json", &plan["rule"])?;
        let roster: Vec<Voter> = typed(stored, "plan.json", &plan["roster"])?;
        let kept = |file: &str| {
            let of_seat = |voter: &Voter| match stored.read(&format!("seats/{}/{file}", voter.id)) {
                Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
                Err(StoreError::RunIncomplete { .. }) => Ok(None),
                Err(error) => Err(error),
            };
            roster.iter().map(of_seat).collect::<Result<Vec<_>, StoreError>>()
        };
        let (answers, rankings) = (kept("answer.md")?, kept("ranking.md")?);
        Ok(Self { run, document, plan, rule, roster, answers, rankings })
    }

    /// The seat of the result with this id.
    #[must_use]
    pub fn seat(&self, id: &str) -> Option<&SeatResult> {
        self.run.seats.iter().find(|seat| seat.id == id)
    }

    /// What the plan says of the seat with this id; null where it says nothing.
    #[must_use]
    pub fn planned(&self, id: &str) -> &Value {
        self.plan["seats"].as_array().into_iter().flatten().find(|seat| seat["id"] == id).unwrap_or(&Value::Null)
    }

    /// The outcome of each seat, in the roster's order. Where it came of reading an answer, the stored answer is read
    /// again; everything else (failures, voided votes, checks) is as it was recorded.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        let seats = self.roster.iter().zip(&self.answers).zip(&self.rankings);
        let outcome = |((voter, answer), ranking): ((&Voter, &Option<String>), &Option<String>)| {
            let mut outcome = self.outcome(voter, answer.as_deref());
            if let Outcome::Ballot(ballot) = &mut outcome
                && self.rule.strategy == Strategy::Rank
            {
                ballot.ranking = self.ranking(voter, ranking.as_deref());
            }
            outcome
        };
        seats.map(outcome).collect()
    }

    /// The ranking that the stored answer of the seat's second turn reads as; empty where it is none.
    fn ranking(&self, voter: &Voter, answer: Option<&str>) -> Vec<String> {
        let turn = self.seat(&voter.id).and_then(|seat| seat.ranking.as_ref());
        let Some((turn, reading, answer)) = turn.and_then(|turn| Some((turn, turn.reading.as_ref()?, answer?))) else {
            return vec![];
        };
        let form = RankingForm { shown: &turn.shown, seal: &reading.seal, is_reask: reading.reask, cut: reading.cut };
        reader::read_ranking(answer, &form).unwrap_or_default()
    }

    fn outcome(&self, voter: &Voter, answer: Option<&str>) -> Outcome {
        let lost = |detail: &str| Outcome::NonVote(NonVote::new(NonVoteKind::OtherFailure, detail));
        let Some(seat) = self.seat(&voter.id) else { return lost("the result has no such seat") };
        let is_void = |non_vote: &NonVote| non_vote.kind.group() == NonVoteGroup::Voided;
        match (&seat.reading, &seat.non_vote) {
            (Some(reading), non_vote) if !non_vote.as_ref().is_some_and(is_void) => match answer {
                Some(answer) => self.read_again(voter, reading, answer),
                None => lost("the answer is not in the record"),
            },
            (_, Some(non_vote)) => Outcome::NonVote(non_vote.clone()),
            _ => match &seat.ballot {
                Some(ballot) => Outcome::Ballot(ballot.ballot()),
                None if seat.passed => Outcome::Passed,
                None => lost("the result says nothing of this seat"),
            },
        }
    }

    fn read_again(&self, voter: &Voter, reading: &Reading, answer: &str) -> Outcome {
        let form = &self.plan["form"];
        reader::read(
            answer,
            &Form {
                options: &self.rule.options,
                seal: &reading.seal,
                // What the plan does not say is taken for the stricter case.
                pass_needs_seal: form["seal"] != "optional",
                sealed_only: reading.reask,
                material_has_verdict: self.planned(&voter.id)["work"]["shows_verdict"] != false,
                asks_dealbreaker: form["dealbreaker"] != false,
                cut: reading.cut,
                ranked: self.rule.strategy == Strategy::Borda,
            },
        )
    }
}

fn typed<T: DeserializeOwned>(stored: &Stored, file: &str, value: &Value) -> Result<T, StoreError> {
    serde_json::from_value(value.clone())
        .map_err(|error| StoreError::RunBroken { path: stored.folder.join(file), cause: error.to_string() })
}
