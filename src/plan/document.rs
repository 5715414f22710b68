//! The plan as a document: what `venire plan --format json` prints and what the record keeps, written
//! before the first seat starts (README, "Records").

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Plan, SeatPlan, Work, item_labels};
use crate::brief::{self, Part, Words};
use crate::vote::Shown;

/// The name and version of the document.
pub const SCHEMA: &str = "venire.plan/1";

/// Roster, rule, digests of prompts, items and panel.
#[must_use]
pub fn document(plan: &Plan) -> Value {
    let rule = &plan.rule;
    let span = |span: std::time::Duration| crate::text::duration::show(span);
    json!({
        "schema": SCHEMA,
        "id": plan.id,
        "command": plan.command,
        "question": plan.question,
        "owner": plan.owner,
        "panel": plan.panel,
        "rule": {
            "options": rule.options,
            "strategy": rule.strategy,
            "threshold": rule.threshold.as_ref().map(Shown::from),
            "quorum": rule.quorum,
            "min_lineages": rule.min_lineages,
            "tiebreak": rule.tiebreak,
            "safety_order": rule.safety_order,
            "dealbreakers": rule.dealbreakers,
            "discount_correlated": rule.discount_correlated,
            "human_review_below": Shown::from(&rule.human_review_below),
            "seal": if plan.pass_needs_seal { "required" } else { "optional" },
        },
        "seats": plan.seats.iter().map(|seat| seat_document(plan, seat)).collect::<Vec<_>>(),
        "judge": plan.judge.as_ref().map(|judge| judge.candidate.name()),
        "items": plan.items,
        "sandbox": plan.sandbox,
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
        Work::Agent { candidates, .. } => json!({
            "candidates": candidates.iter().map(|candidate| json!({
                "agent": candidate.definition.name,
                "model": candidate.model,
                "effort": candidate.effort,
                "program": candidate.program,
                "lineage": candidate.lineage,
            })).collect::<Vec<_>>(),
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
        "role": seat.role,
        "lineage": seat.voter.lineage,
        "weight": Shown::from(&seat.voter.weight),
        "effective_weight": Shown::from(&seat.effective_weight),
        "veto": seat.voter.veto,
        "advisory": seat.voter.advisory,
        "counts": seat.voter.is_eligible(),
        "timeout": crate::text::duration::show(seat.timeout),
        "work": work,
    })
}

/// Size and digest of the seat's first prompt. The seal and the boundary are fresh for each prompt, so
/// the digest is taken with both blanked, and each item stands in it by its own digest.
fn prompt_outline(plan: &Plan, seat: &SeatPlan) -> Option<Value> {
    let (parts, standing) = first_prompt(plan, seat)?;
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
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Some(json!({ "bytes": bytes, "characters": characters, "digest": hex }))
}

/// The seat's first prompt with blank words, and its standing part.
#[must_use]
pub fn first_prompt<'a>(plan: &Plan, seat: &'a SeatPlan) -> Option<(Vec<Part>, &'a str)> {
    let Work::Agent { standing, items, .. } = &seat.work else { return None };
    let labels = item_labels(items, &plan.items);
    let briefing = seat.briefing(&plan.question, &plan.rule.options, &labels, plan.shape);
    let blank = Words { seal: "______".to_owned(), boundary: "_".repeat(24) };
    Some((brief::prompt(&briefing, &blank), standing))
}
