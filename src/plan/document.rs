//! The plan as a document: what `venire plan --format json` prints and what the record keeps, written
//! before the first seat starts (README, "Records").

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Plan, SeatPlan, Work, item_labels};
use crate::brief::{self, Part};
use crate::text::hex;
use crate::vote::{Rule, Shown, Voter};

/// The name and version of the document.
pub const SCHEMA: &str = "venire.plan/1";

/// Roster, rule, digests of prompts, items and panel.
#[must_use]
pub fn document(plan: &Plan) -> Value {
    let span = |span: std::time::Duration| crate::text::duration::show(span);
    json!({
        "schema": SCHEMA,
        "id": plan.id,
        "resumed_from": plan.resumed.as_ref().map(|resumed| &resumed.run),
        "command": plan.command,
        "question": plan.question,
        "owner": plan.owner,
        "panel": plan.panel,
        "rule": plan.rule,
        "roster": plan.roster(),
        "rule_digest": plan.rule_digest(),
        "form": {
            "seal": if plan.pass_needs_seal { "required" } else { "optional" },
            "dealbreaker": plan.shape.dealbreaker,
        },
        "seats": plan.seats.iter().map(|seat| seat_document(plan, seat)).collect::<Vec<_>>(),
        "judge": plan.judge.as_ref().map(|judge| judge.candidate.name()),
        "items": plan.items,
        "sandbox": plan.sandbox,
        "isolate": plan.isolate,
        "limits": {
            "budget": plan.limits.budget.map(span),
            "concurrency": plan.limits.concurrency,
            "calls": plan.limits.calls,
            "output": plan.limits.output,
            "stop": plan.limits.stop.word(),
            "grace": plan.limits.grace.map(span),
        },
        "reask": plan.reask,
        "retry": { "attempts": plan.retry.attempts, "backoff": span(plan.retry.backoff) },
        "calls": { "least": plan.least_calls(), "most": plan.most_calls() },
        "warnings": plan.warnings,
    })
}

fn seat_document(plan: &Plan, seat: &SeatPlan) -> Value {
    let work = match &seat.work {
        Work::Agent { candidates, items, .. } => json!({
            "candidates": candidates.iter().map(|candidate| json!({
                "agent": candidate.definition.name,
                "model": candidate.model,
                "effort": candidate.effort,
                "program": candidate.program,
                "version": candidate.version,
                "lineage": candidate.lineage,
            })).collect::<Vec<_>>(),
            "items": items.iter().filter_map(|number| Some(&plan.items.get(*number)?.name)).collect::<Vec<_>>(),
            "shows_verdict": plan.shows_verdict(items) || seat.voter.moderator,
            "prompt": prompt_outline(plan, seat),
        }),
        Work::Check { command, writes } => json!({ "check": command, "writes": writes }),
        Work::Rubric { missing } => json!({ "missing": missing }),
        Work::Skipped(non_vote) => json!({ "skipped": non_vote }),
    };
    json!({
        "id": seat.voter.id,
        "kind": seat.kind(),
        "agent": seat.agent,
        "model": seat.model,
        "stance": seat.stance,
        "stance_prompt": seat.stance_prompt,
        "role": seat.role,
        "rubric": seat.rubric,
        "lineage": seat.voter.lineage,
        "weight": Shown::from(&seat.voter.weight),
        "effective_weight": Shown::from(&seat.effective_weight),
        "veto": seat.voter.veto,
        "advisory": seat.voter.advisory,
        "parity": seat.voter.parity,
        "proposer": seat.voter.proposer,
        "moderator": seat.voter.moderator,
        "counts": seat.voter.is_eligible(),
        "timeout": crate::text::duration::show(seat.timeout),
        "isolated": seat.isolated,
        "tree": seat.tree,
        "work": work,
    })
}

/// SHA-256 of the JSON text of rule and roster, with no blanks in it and the keys in the order of the plan.
#[must_use]
pub fn rule_digest<'v>(rule: &Rule, roster: impl IntoIterator<Item = &'v Voter>) -> String {
    #[derive(Serialize)]
    struct Both<'a> {
        rule: &'a Rule,
        roster: Vec<&'a Voter>,
    }
    let both = Both { rule, roster: roster.into_iter().collect() };
    let text = serde_json::to_vec(&both).expect("rule and roster have string keys and no failing serializer");
    hex::of(Sha256::digest(text).as_slice())
}

/// Size and digest of the seat's first prompt. The seal and the boundary are fresh for each prompt, and so
/// is the place of a copy for each run: the digest is taken with all of them blanked, and each item stands
/// in it by its own digest. Of a moderator's prompt, which holds answers, nothing is known yet.
fn prompt_outline(plan: &Plan, seat: &SeatPlan) -> Option<Value> {
    let (parts, standing) = first_prompt(plan, seat).filter(|_| !seat.voter.moderator)?;
    let mut digest = Sha256::new();
    digest.update(standing.as_bytes());
    let (mut bytes, mut characters) = (standing.len() as u64, standing.chars().count() as u64);
    for part in &parts {
        match part {
            Part::Text(text) => {
                digest.update(text.as_bytes());
                bytes += text.len() as u64;
                characters += text.chars().count() as u64;
            }
            Part::Item(number) => {
                let item = plan.items.get(*number)?;
                digest.update(item.digest.as_bytes());
                bytes += item.bytes;
                characters += item.characters;
            }
        }
    }
    Some(json!({ "bytes": bytes, "characters": characters, "digest": hex::of(digest.finalize().as_slice()) }))
}

/// The seat's first prompt with blank words, and its standing part.
#[must_use]
pub fn first_prompt<'a>(plan: &Plan, seat: &'a SeatPlan) -> Option<(Vec<Part>, &'a str)> {
    let Work::Agent { standing, items, .. } = &seat.work else { return None };
    let labels = item_labels(items, &plan.items);
    let mut briefing = seat.briefing(&plan.question, &plan.rule.options, &labels, plan.shape);
    let place = briefing.tree.filter(|_| seat.isolated).map(|tree| "_".repeat(tree.len()));
    briefing.tree = place.as_deref().or(briefing.tree);
    Some((brief::prompt(&briefing, &brief::blank_words()), standing))
}
