//! The chain of evidence: panel, prompts, answers, ballots, decision, dissent, and the files themselves.

use serde::Serialize;
use serde_json::Value;

use super::{Check, Recorded};
use crate::brief::{self, Piece};
use crate::event::{Reading, ShownBallot};
use crate::report;
use crate::store::StoreError;
use crate::store::digest::{self, Running};
use crate::store::runs::Stored;
use crate::text::secrets::MASK;
use crate::vote::{self, Decision, NonVoteGroup, Outcome, SeatKind, Voter, decide};

const PROMPTS: &str = "the prompts and the material are those of the plan";

/// What stands in a decision beside what decides: the dissent has a check of its own, the others only tell how it
/// could have been.
const BESIDE: [&str; 3] = ["dissent", "margin", "what_if"];

/// The panel is the one whose digest plan and result have.
pub(super) fn panel(stored: &Stored, recorded: &Recorded) -> Check {
    let check = "the panel is the one that was planned with";
    let Ok(panel) = stored.read("panel.yaml") else {
        return Check::new(check, vec!["panel.yaml is not there.".to_owned()]);
    };
    let mut reasons = vec![];
    let planned = recorded.plan["panel"]["digest"].as_str().unwrap_or_default();
    if planned != recorded.run.panel.digest {
        reasons.push("run.json and plan.json name different panels.".to_owned());
    }
    if is_masked(&panel) {
        return Check::new(check, reasons).with_notes(vec![masked("panel.yaml")]);
    }
    if digest::of(&panel) != planned {
        reasons.push("panel.yaml is not the panel whose digest plan.json has.".to_owned());
    }
    Check::new(check, reasons)
}

/// Each first prompt, with seal and boundary blanked, is the one whose digest the plan has, and so is the material.
pub(super) fn prompts(stored: &Stored, recorded: &Recorded) -> Result<Check, StoreError> {
    let (mut reasons, mut notes) = (vec![], vec![]);
    // What a moderator is told holds the answers of others, which no plan can know.
    let is_planned = |voter: &&Voter| voter.kind == SeatKind::Agent && !voter.moderator;
    for voter in recorded.roster.iter().filter(is_planned) {
        let seat = recorded.planned(&voter.id);
        let file = format!("seats/{}/1.prompt.md", voter.id);
        let prompt = match stored.read(&file) {
            Ok(prompt) => prompt,
            Err(StoreError::RunIncomplete { .. }) => {
                if recorded.seat(&voter.id).is_some_and(|seat| seat.reading.is_some()) {
                    reasons.push(format!("{file} is not there, and the seat has answered."));
                }
                continue;
            }
            Err(error) => return Err(error),
        };
        let standing = stored.read(&format!("seats/{}/standing.md", voter.id)).unwrap_or_default();
        if is_masked(&prompt) || is_masked(&standing) {
            notes.push(masked(&file));
            continue;
        }
        reasons.extend(prompt_faults(recorded, seat, &file, &String::from_utf8_lossy(&prompt), &standing));
    }
    Ok(Check::new(PROMPTS, reasons).with_notes(notes))
}

fn prompt_faults(recorded: &Recorded, seat: &Value, file: &str, prompt: &str, standing: &[u8]) -> Vec<String> {
    let work = &seat["work"];
    // A copy of the tree has a place of its own in each run, and the plan has it blanked.
    let copy = seat["tree"].as_str().filter(|_| seat["isolated"] == true);
    let planned_text = |text: &str| copy.map_or(text.to_owned(), |copy| text.replace(copy, &"_".repeat(copy.len())));
    let led = format!("{}\n", String::from_utf8_lossy(standing));
    let Some(outline) = brief::outline(prompt.strip_prefix(&led).unwrap_or(prompt)) else {
        return vec![format!("{file} has no ballot form, so it is not the prompt that was sent.")];
    };
    let (mut faults, mut running) = (vec![], Running::default());
    running.update(standing);
    let names = work["items"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut names = names.iter();
    for piece in &outline.pieces {
        match piece {
            Piece::Text(text) => running.update(planned_text(text).as_bytes()),
            Piece::Item(item) => {
                let name = names.next().and_then(Value::as_str).unwrap_or_default();
                let found = digest::of(item.as_bytes());
                let items = recorded.plan["items"].as_array().into_iter().flatten();
                let planned = items.filter(|item| item["name"] == name).find_map(|item| item["digest"].as_str());
                if planned != Some(found.as_str()) {
                    faults.push(format!("{file}: the material `{name}` is not the one whose digest plan.json has."));
                }
                running.update(planned.unwrap_or_default().as_bytes());
            }
        }
    }
    if work["prompt"]["digest"].as_str() != Some(running.finish().1.as_str()) {
        faults.push(format!("{file} is not the prompt whose digest plan.json has."));
    }
    faults
}

/// Answers stand in a file of their own, in the seat's ballot, and in the result; seals in the prompts.
pub(super) fn answers(stored: &Stored, recorded: &Recorded) -> Result<Vec<String>, StoreError> {
    let mut reasons = vec![];
    for (voter, answer) in recorded.roster.iter().zip(&recorded.answers) {
        let Some(seat) = recorded.seat(&voter.id) else { continue };
        let id = &voter.id;
        let stored_answer = answer.as_ref().map(cleaned);
        if stored_answer != seat.answer.as_ref().map(cleaned) {
            reasons.push(format!("{id}: the answer in run.json is not the one in seats/{id}/answer.md."));
        }
        reasons.extend(seal_faults(stored, id, seat.reading.as_ref())?);
    }
    Ok(reasons)
}

/// Whether an answer was read with the seal of the prompt that it answered.
fn seal_faults(stored: &Stored, id: &str, reading: Option<&Reading>) -> Result<Option<String>, StoreError> {
    let Some(reading) = reading else { return Ok(None) };
    let file = format!("seats/{id}/{}.prompt.md", reading.call);
    let prompt = match stored.read(&file) {
        Ok(prompt) => String::from_utf8_lossy(&prompt).into_owned(),
        Err(StoreError::RunIncomplete { .. }) => {
            return Ok(Some(format!("{id}: the prompt that it answered, {file}, is not there.")));
        }
        Err(error) => return Err(error),
    };
    let is_same = brief::outline(&prompt).is_some_and(|outline| outline.seal == reading.seal);
    Ok((!is_same).then(|| format!("{id}: the seal {} in run.json is not the one in {file}.", reading.seal)))
}

/// Under `rank`: each seat was shown the others' answers in the order that the run's seed gives, and its ranking is
/// what its stored answer reads as.
pub(super) fn rankings(stored: &Stored, recorded: &Recorded, outcomes: &[Outcome]) -> Result<Vec<String>, StoreError> {
    let mut reasons = vec![];
    let turns = recorded.run.seats.iter().filter_map(|seat| Some((seat, seat.ranking.as_ref()?)));
    let answered: Vec<&String> = turns.clone().map(|(seat, _)| &seat.id).collect();
    for (seat, turn) in turns {
        let id = &seat.id;
        let others = answered.iter().filter(|other| **other != id).map(|other| (*other).clone()).collect();
        if turn.shown != vote::order(&recorded.rule.seed, id, others) {
            reasons.push(format!("{id}: the answers were not shown in the order that the run's seed gives."));
        }
        let place = recorded.roster.iter().position(|voter| voter.id == *id);
        let kept = place.and_then(|place| recorded.rankings.get(place)).and_then(Option::as_ref);
        if kept.map(cleaned) != turn.answer.as_ref().map(cleaned) {
            reasons.push(format!("{id}: the answer in run.json is not the one in seats/{id}/ranking.md."));
        }
        reasons.extend(seal_faults(stored, id, turn.reading.as_ref())?);
        let read = match place.and_then(|place| outcomes.get(place)) {
            Some(Outcome::Ballot(ballot)) => ballot.ranking.as_slice(),
            _ => &[],
        };
        if seat.ballot.as_ref().is_some_and(|ballot| ballot.ranking != read) {
            reasons.push(format!("{id}: run.json has another ranking than its stored answer reads as."));
        }
    }
    Ok(reasons)
}

/// Each stored answer, read again, gives the recorded outcome, which stands in a file of its own too.
pub(super) fn ballots(stored: &Stored, recorded: &Recorded, outcomes: &[Outcome]) -> Vec<String> {
    let mut reasons = vec![];
    for (voter, outcome) in recorded.roster.iter().zip(outcomes) {
        let Some(seat) = recorded.seat(&voter.id) else { continue };
        let id = &voter.id;
        let parts =
            usize::from(seat.ballot.is_some()) + usize::from(seat.non_vote.is_some()) + usize::from(seat.passed);
        if parts != 1 {
            reasons
                .push(format!("{id}: run.json has not exactly one of a ballot, a non-vote and a check that passed."));
        }
        if voter.kind == SeatKind::Agent && seat.ballot.is_some() && seat.reading.is_none() {
            reasons.push(format!("{id}: run.json has a ballot, and no answer that it was read from."));
        }
        // What was voided is no longer what the answer says, and no failure was read from an answer.
        let is_read = seat.non_vote.as_ref().is_none_or(|non_vote| non_vote.kind.group() != NonVoteGroup::Voided);
        let kept = stored.read(&format!("seats/{id}/ballot.json")).ok();
        let kept: Value = kept.and_then(|kept| serde_json::from_slice(&kept).ok()).unwrap_or_default();
        let same = |key: &str, now: Value| report::cleaned(kept[key].clone()) == now;
        if is_read && !(same("ballot", cleaned(&seat.ballot)) && same("non_vote", cleaned(&seat.non_vote))) {
            reasons.push(format!("{id}: run.json does not say what seats/{id}/ballot.json says."));
        }
        if seat.reading.is_none() || !is_read {
            continue;
        }
        let (ballot, non_vote) = match outcome {
            Outcome::Ballot(ballot) => (Some(ShownBallot::from(ballot)), None),
            Outcome::NonVote(non_vote) => (None, Some(non_vote)),
            Outcome::Passed => (None, None),
        };
        if cleaned(&ballot) != cleaned(&seat.ballot) || cleaned(&non_vote) != cleaned(&seat.non_vote) {
            reasons.push(format!(
                "{id}: run.json says {}, and its stored answer reads as {}.",
                said(seat.ballot.as_ref(), seat.non_vote.as_ref()),
                said(ballot.as_ref(), non_vote),
            ));
        }
    }
    reasons
}

fn said(ballot: Option<&ShownBallot>, non_vote: Option<&crate::vote::NonVote>) -> String {
    match (ballot, non_vote) {
        (Some(ballot), _) => {
            ballot.option.clone().map_or_else(|| "a voice".to_owned(), |option| format!("a vote for {option}"))
        }
        (None, Some(non_vote)) => format!("no vote ({})", non_vote.kind.word()),
        (None, None) => "nothing".to_owned(),
    }
}

/// The decision, counted again by the recorded rule, is the recorded one.
pub(super) fn decision(recorded: &Recorded, outcomes: &[Outcome]) -> Vec<String> {
    let counted = decide(&recorded.rule, &recorded.roster, outcomes);
    differences(recorded, &counted, |key| !BESIDE.contains(&key))
        .into_iter()
        .map(|key| format!("`{key}` of the decision in run.json is not what the recorded rule makes of the ballots."))
        .collect()
}

/// The dissent, taken from the ballots again, is the recorded one.
pub(super) fn dissent(recorded: &Recorded, outcomes: &[Outcome]) -> Vec<String> {
    let counted = decide(&recorded.rule, &recorded.roster, outcomes);
    let mut reasons = vec![];
    let told = |dissent: &Value, id: &str| dissent.to_string().contains(&Value::from(id).to_string());
    if !differences(recorded, &counted, |key| key == "dissent").is_empty() {
        let (due, found) = (cleaned(&counted.dissent), &recorded.document["decision"]["dissent"]);
        for voter in recorded.roster.iter().filter(|voter| told(&due, &voter.id) && !told(found, &voter.id)) {
            reasons.push(format!("{}: the dissent in run.json leaves it out.", voter.id));
        }
        if reasons.is_empty() {
            reasons.push("The dissent in run.json is not what the ballots say.".to_owned());
        }
    }
    reasons
}

/// The keys of the decision that differ from what is recorded. What the record has beyond them is a later version's.
fn differences(recorded: &Recorded, counted: &Decision, chosen: impl Fn(&str) -> bool) -> Vec<String> {
    let Value::Object(counted) = cleaned(counted) else { return vec![] };
    let found = &recorded.document["decision"];
    counted
        .into_iter()
        .filter(|(key, value)| chosen(key) && found[key.as_str()] != *value)
        .map(|(key, _)| key)
        .collect()
}

/// What others may read.
pub(super) fn privacy(stored: &Stored) -> Result<Vec<String>, StoreError> {
    Ok(stored.open_to_others()?.into_iter().map(|name| format!("{name} is open to others than its owner.")).collect())
}

/// What is not as it was when the run finished.
pub(super) fn files(stored: &Stored) -> Result<Vec<String>, StoreError> {
    let listed = match stored.listed_digests() {
        Ok(listed) => listed,
        Err(StoreError::RunIncomplete { file, .. }) => return Ok(vec![format!("{file} is not there.")]),
        Err(error) => return Ok(vec![format!("{error}.")]),
    };
    let found = stored.digests()?;
    let changed = listed.iter().filter_map(|(name, digest)| match found.get(name) {
        None => Some(format!("{name} is gone.")),
        Some(now) if now != digest => Some(format!("{name} was changed.")),
        Some(_) => None,
    });
    let added = found.keys().filter(|name| !listed.contains_key(*name)).map(|name| format!("{name} was added."));
    Ok(changed.chain(added).collect())
}

/// As the result document has it: without anything that steers a terminal.
fn cleaned(value: &impl Serialize) -> Value {
    report::cleaned(serde_json::to_value(value).unwrap_or_default())
}

fn is_masked(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).contains(MASK)
}

fn masked(file: &str) -> String {
    format!("{file} can't be compared: a secret in it is masked.")
}
