//! `venire plan`: what a run would do, without asking anybody.

use serde_json::Value;

use super::args::{Format, PlanArgs};
use super::cmd_runs::pretty;
use super::failure::Failure;
use super::gather::{self, Gathered, Outcome, Place};
use super::host::{self, Host};
use super::settings::Settings;
use crate::engine::{Call, ExitStatus};
use crate::panel::{Isolation, RoundEnd};
use crate::plan::{self, Candidate, Command, Plan, SeatPlan, Work};
use crate::text::{duration, sanitise};

pub(super) fn run(settings: &Settings, args: &PlanArgs) -> Result<ExitStatus, Failure> {
    let command = if args.gate { Command::Gate } else { Command::Ask };
    let gathered = match gather::gather(settings, &args.run, command, Place::of_plan(settings)?)? {
        Outcome::NothingToReview(sentences) => {
            return super::answer(&sentences.iter().map(|sentence| format!("{sentence}\n")).collect::<String>());
        }
        Outcome::Planned(gathered) => gathered,
    };
    let document = plan::document(&gathered.plan);
    if matches!(args.run.show.format, Format::Json | Format::Jsonl) {
        return super::answer(&pretty(&document));
    }
    super::answer(&sanitise::lines(&told(settings, &args.run, *gathered, &document)))
}

fn told(settings: &Settings, args: &super::args::RunArgs, gathered: Gathered, document: &Value) -> String {
    let plan = gathered.plan.clone();
    let mut text = format!("{} · {} · {}\n\n", plan.command.word(), plan.panel.name, plan.panel.source);
    text.push_str(&format!(
        "question   {}\n",
        sanitise::line_to(&plan.question, settings.screen.width.saturating_sub(11))
    ));
    let rule = &document["rule"];
    text.push_str(&format!("rule       {}, quorum {}", rule["strategy"].as_str().unwrap_or(""), plan.rule.quorum));
    if plan.rule.min_lineages > 1 {
        text.push_str(&format!(", {} lineages behind a pass", plan.rule.min_lineages));
    }
    text.push_str(&format!(", seal {}", document["form"]["seal"].as_str().unwrap_or("")));
    if plan.limits.stop == RoundEnd::Settled {
        text.push_str(", ends when settled");
    }
    if let Some(grace) = plan.limits.grace {
        text.push_str(&format!(", {} of grace after the quorum", duration::show(grace)));
    }
    text.push('\n');
    for item in &plan.items {
        let decoy = if item.has_verdict { "; holds text like a verdict, so only sealed ballots count" } else { "" };
        text.push_str(&format!("material   {} ({}, {} bytes{decoy})\n", item.name, item.label, item.bytes));
    }
    if plan.isolate == Isolation::Worktree {
        let sees = plan.seats.iter().any(|seat| seat.isolated) || plan.judge.iter().any(|judge| judge.isolated);
        let none = if sees { "" } else { ": nobody sees the tree, so no copy is made" };
        text.push_str(&format!("isolate    worktree{none}\n"));
    }
    text.push('\n');
    let host = Host::new(settings, args, gathered);
    for (index, seat) in plan.seats.iter().enumerate() {
        text.push_str(&seat_lines(&host, &plan, seat, &document["seats"][index]));
    }
    if let Some(judge) = &plan.judge {
        let copy = if judge.isolated { ", with a copy of the tree of its own" } else { "" };
        text.push_str(&format!("judge      {}{copy}\n\n", judge.candidate.name()));
    }
    for warning in &plan.warnings {
        text.push_str(&format!("warning    {} [{}]\n", warning.text, warning.code));
    }
    let (least, most) = (plan.least_calls(), plan.most_calls());
    text.push_str(&format!(
        "calls      {least}, at most {most} with retries, fallbacks and re-asks; nothing was spent\n"
    ));
    text
}

/// The call that would open the seat's turn.
fn first_call(plan: &Plan, seat: &SeatPlan, candidate: &Candidate) -> Call {
    let (prompt, standing) = plan::first_prompt(plan, seat).unwrap_or_default();
    Call {
        seat: seat.voter.id.clone(),
        number: 1,
        candidate: candidate.clone(),
        standing: standing.to_owned(),
        prompt,
        timeout: seat.timeout,
        keep: plan.limits.output,
    }
}

fn seat_lines(host: &Host, plan: &Plan, seat: &SeatPlan, document: &Value) -> String {
    let who = match (&seat.model, seat.agent.as_str()) {
        (Some(model), agent) => format!("{agent}:{model}"),
        (None, agent) => agent.to_owned(),
    };
    let stance = document["stance"].as_str().unwrap_or("");
    let mut line = format!("seat       {}  {who}  {stance}", seat.voter.id);
    if let Some(role) = &seat.role {
        line.push_str(&format!("  ({role})"));
    }
    if seat.voter.veto {
        line.push_str("  veto");
    }
    if seat.voter.moderator {
        line.push_str("  moderator, asked only on a tie");
    } else if !seat.voter.is_eligible() {
        line.push_str("  not counted");
    }
    line.push('\n');
    if seat.isolated {
        line.push_str("           sees a copy of the tree of its own, $TREE\n");
    }
    match &seat.work {
        Work::Agent { candidates, .. } => {
            let prompt = &document["work"]["prompt"];
            let size = match (&prompt["bytes"], &prompt["characters"]) {
                (Value::Null, _) => "prompt with the answers of the tied sides".to_owned(),
                (bytes, characters) => format!("prompt {bytes} bytes, {characters} characters"),
            };
            line.push_str(&format!("           {size}; time limit {}\n", duration::show(seat.timeout)));
            if let Some(candidate) = candidates.first() {
                match host.command_line(&first_call(plan, seat, candidate)) {
                    Ok(argv) => line.push_str(&format!("           {argv}\n")),
                    Err(non_vote) => {
                        line.push_str(&format!("           will be {}: {}\n", non_vote.kind.word(), non_vote.detail))
                    }
                }
            }
            for fallback in candidates.iter().skip(1) {
                line.push_str(&format!("           falls back to {}\n", fallback.name()));
            }
        }
        Work::Check { command, .. } => line.push_str(&format!("           {}\n", host::shell_words(command))),
        Work::Rubric { missing } if missing.is_empty() => line.push_str("           everything required is there\n"),
        Work::Rubric { missing } => line.push_str(&format!("           missing: {}\n", missing.join(", "))),
        Work::Skipped(non_vote) => line.push_str(&format!("           skipped: {}\n", non_vote.detail)),
    }
    line.push('\n');
    line
}
