//! The checks of an audit, and those of the rule.

use serde::Serialize;
use serde_json::Value;

use super::{Recorded, evidence, independence};
use crate::plan;
use crate::store::StoreError;
use crate::store::runs::Stored;
use crate::vote::Strategy;

/// One thing that must hold of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What must hold, as a sentence without its full stop.
    pub check: &'static str,
    pub passed: bool,
    /// Why it does not hold, each as a sentence of its own.
    pub reasons: Vec<String>,
    /// What could not be looked at, and why.
    pub notes: Vec<String>,
}

impl Check {
    pub(super) fn new(check: &'static str, reasons: Vec<String>) -> Self {
        Self { check, passed: reasons.is_empty(), reasons, notes: vec![] }
    }

    pub(super) fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }
}

/// Checks a record as somebody would who was not there.
///
/// # Errors
/// The run never finished, or a part of its record can't be read.
pub fn audit(stored: &Stored) -> Result<Vec<Check>, StoreError> {
    let recorded = Recorded::read(stored)?;
    let events = stored.events()?;
    let outcomes = recorded.outcomes();
    let mut checks = vec![
        Check::new("the rule was written down before the first seat started", order(&recorded, &events)),
        Check::new("the rule and the roster are the ones that were written down", rule(&recorded, &events)),
        evidence::panel(stored, &recorded),
        evidence::prompts(stored, &recorded)?,
        Check::new("the answers of the result are the stored ones", evidence::answers(stored, &recorded)?),
        Check::new("the ballots follow from the stored answers", evidence::ballots(stored, &recorded, &outcomes)),
        Check::new("the decision follows from the ballots", evidence::decision(&recorded, &outcomes)),
        Check::new("the dissent is complete", evidence::dissent(&recorded, &outcomes)),
        Check::new("no two seats are the same voice", independence::same_voices(&recorded)),
        Check::new("the judge is no seat of the roster", independence::judge(&recorded)),
        Check::new("somebody answers for the decision", owner(&recorded)),
        Check::new("the record is for its owner only", evidence::privacy(stored)?),
        Check::new("no file was changed after the run", evidence::files(stored)?),
    ];
    if recorded.rule.strategy == Strategy::Rank {
        let rankings = evidence::rankings(stored, &recorded, &outcomes)?;
        checks.push(Check::new("the rankings follow from the stored answers", rankings));
    }
    Ok(checks)
}

/// The first event announces the digest of the rule; no seat has started before it.
fn order(recorded: &Recorded, events: &[Value]) -> Vec<String> {
    let mut reasons = vec![];
    let place = |name: &str| events.iter().position(|event| event["event"] == name);
    match (place("run_started"), place("seat_started")) {
        (None, _) => reasons.push("events.jsonl does not say that the run started.".to_owned()),
        (Some(announced), Some(first)) if first < announced => {
            reasons.push("events.jsonl has a seat that started before the rule was announced.".to_owned());
        }
        (Some(announced), _) if events[announced]["rule_digest"].as_str().is_none_or(str::is_empty) => {
            reasons.push("events.jsonl announces the run without the digest of its rule.".to_owned());
        }
        _ => {}
    }
    let numbers: Vec<Option<u64>> = events.iter().map(|event| event["seq"].as_u64()).collect();
    if !numbers.is_sorted_by(|one, other| one.is_some() && one < other) {
        reasons.push("events.jsonl is not in the order of its numbers.".to_owned());
    }
    let started = |id: &str| events.iter().any(|event| event["event"] == "seat_started" && event["seat"] == id);
    let asked = recorded.run.seats.iter().filter(|seat| seat.taken_from.is_none());
    for seat in asked.filter(|seat| seat.attempts > 0 && !started(&seat.id)) {
        reasons.push(format!("{}: the result has an answer, and events.jsonl does not say that it started.", seat.id));
    }
    reasons
}

/// One digest of rule and roster in the plan, in the first event, in the result, and over what the plan says.
fn rule(recorded: &Recorded, events: &[Value]) -> Vec<String> {
    let mut reasons = vec![];
    let found = plan::rule_digest(&recorded.rule, &recorded.roster);
    let announced = events.iter().find(|event| event["event"] == "run_started").map(|event| &event["rule_digest"]);
    if recorded.plan["rule_digest"] != found.as_str() {
        reasons.push("The rule or the roster in plan.json is not the one that its digest was taken of.".to_owned());
    }
    if announced.is_none_or(|announced| *announced != found.as_str()) {
        reasons.push("The rule or the roster in plan.json is not the one that was announced first.".to_owned());
    }
    if recorded.run.rule_digest != found {
        reasons.push("The rule or the roster in plan.json is not the one that run.json names.".to_owned());
    }
    if recorded.run.options != recorded.rule.options {
        reasons.push("The options in run.json are not those of plan.json.".to_owned());
    }
    let planned: Vec<&String> = recorded.roster.iter().map(|voter| &voter.id).collect();
    let seated: Vec<&String> = recorded.run.seats.iter().map(|seat| &seat.id).collect();
    if planned != seated {
        reasons.push("The seats in run.json are not those of the roster in plan.json.".to_owned());
    }
    for voter in &recorded.roster {
        let Some(seat) = recorded.seat(&voter.id) else { continue };
        let standing = (&seat.lineage, &seat.weight.exact, seat.advisory, seat.veto, seat.moderator, seat.kind);
        let planned =
            (&voter.lineage, &voter.weight.to_string(), voter.advisory, voter.veto, voter.moderator, voter.kind);
        if standing != planned {
            reasons.push(format!("{}: run.json seats it otherwise than plan.json does.", voter.id));
        }
    }
    reasons
}

fn owner(recorded: &Recorded) -> Vec<String> {
    match recorded.run.owner.as_deref().map(str::trim) {
        None | Some("") => vec!["The panel names no `owner`.".to_owned()],
        _ if recorded.plan["owner"].as_str() != recorded.run.owner.as_deref() => {
            vec!["The owner in run.json is not the one in plan.json.".to_owned()]
        }
        _ => vec![],
    }
}
