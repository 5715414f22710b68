//! Every seat's own words: its ballot, why it has none, or that its check passed.

use super::json::cleaned;
use super::page::Page;
use super::screen::Ink;
use super::words;
use crate::event::{ReadOnly, Run, SeatResult, ShownBallot, Strength};
use crate::vote::{Effect, NonVote, SeatKind, Stance, Status};

/// How many characters of one text are shown without `-v`. An agent that writes a book must not
/// push the others off the screen.
const BRIEF_LENGTH: usize = 600;
/// How many reasons and how many risks of a seat are shown without `-v`.
const BRIEF_POINTS: usize = 8;
/// How many pieces of evidence of a seat are shown without `-v`.
const BRIEF_EVIDENCE: usize = 3;

pub(super) fn add(page: &mut Page, run: &Run, verbose: bool) {
    page.heading("Voices");
    for (place, seat) in run.seats.iter().enumerate() {
        if place > 0 {
            page.gap();
        }
        page.facts(2, (Ink::Strong, &seat.id), &identity(seat));
        outcome(page, run, seat, verbose);
        if let Some(sentence) = words::taken_over(seat) {
            page.item(4, (Ink::Faint, "note:"), &sentence);
        }
        for note in &seat.notes {
            page.item(4, (Ink::Faint, "note:"), note);
        }
        if verbose {
            page.text(4, Ink::Faint, &format!("run: {}", circumstances(seat)));
            for leak in &seat.leaks {
                page.item(4, (Ink::Faint, "not kept from it:"), leak);
            }
        }
    }
}

/// `claude:opus, against, architect, veto, weight 2`.
pub(super) fn identity(seat: &SeatResult) -> String {
    let mut parts = vec![match &seat.model {
        Some(model) => format!("{}:{model}", seat.agent),
        None => seat.agent.clone(),
    }];
    if seat.kind == SeatKind::Agent {
        parts.push(stance(seat.stance).to_owned());
    }
    parts.extend(seat.role.clone());
    if seat.veto {
        parts.push("veto".to_owned());
    }
    if seat.moderator {
        parts.push("moderator, asked only on a tie".to_owned());
    }
    if seat.advisory {
        parts.push("advisory, not counted".to_owned());
    }
    if seat.weight.exact != "1" {
        parts.push(format!("weight {}", seat.weight.exact));
    }
    parts.join(", ")
}

/// `confidence 8/10, sealed, 12s`. A check has neither confidence nor seal.
pub(super) fn ballot_facts(seat: &SeatResult, ballot: &ShownBallot) -> String {
    if seat.kind != SeatKind::Agent {
        return words::elapsed(seat.elapsed_ms);
    }
    let seal = if ballot.sealed { "sealed" } else { "unsealed" };
    let confidence = words::confidence_or_none(ballot.confidence);
    format!("confidence {confidence}, {seal}, {}", words::elapsed(seat.elapsed_ms))
}

/// One line for each way in which seats were kept from writing.
pub(super) fn read_only(run: &Run) -> Vec<String> {
    let ways = [
        (Strength::Kernel, "by the kernel"),
        (Strength::Agent, "by the agent's own means"),
        (Strength::Promise, "by promise only"),
    ];
    let mut lines = vec![];
    // A seat that was never started was not kept from anything.
    let ran: Vec<&SeatResult> = run.seats.iter().filter(|seat| seat.attempts > 0).collect();
    for (strength, how) in ways {
        for (isolated, checked, tree) in [
            (false, true, "tree checked"),
            (false, false, "tree not checked"),
            (true, true, "each in a copy of its own, tree and copies checked"),
            (true, false, "each in a copy of its own, copies checked, tree not checked"),
        ] {
            let way = ReadOnly { strength, tree_checked: checked, isolated };
            let held: Vec<String> =
                ran.iter().filter(|seat| seat.read_only == way).map(|seat| seat.id.clone()).collect();
            if held.len() == ran.len() && !held.is_empty() {
                lines.push(format!("{how}, {tree}"));
            } else if !held.is_empty() {
                lines.push(format!("{how}, {tree}: {}", held.join(", ")));
            }
        }
    }
    lines
}

/// The reasons, the risks, the evidence and the dealbreaker of a ballot.
pub(super) fn points(page: &mut Page, indent: usize, points: &Points, verbose: bool) {
    let bullet = page.screen.either("•", "-");
    let (many, evidence) = if verbose { (usize::MAX, usize::MAX) } else { (BRIEF_POINTS, BRIEF_EVIDENCE) };
    let lists = [
        (Ink::Plain, bullet, points.takeaways, many),
        (Ink::Revise, "risk:", points.risks, many),
        (Ink::Faint, "evidence:", points.evidence, evidence),
    ];
    for (ink, lead, texts, most) in lists {
        for text in texts.iter().take(most) {
            page.item(indent, (ink, lead), &brief(text, verbose));
        }
        if texts.len() > most {
            let more = format!("{} more; -v shows all", texts.len() - most);
            page.item(indent, (ink, lead), &more);
        }
    }
    if points.dealbreaker {
        page.item(indent, (Ink::Block, "dealbreaker:"), "this must not pass, whatever the others say.");
    }
}

/// What a ballot says beyond its verdict.
pub(super) struct Points<'a> {
    pub(super) takeaways: &'a [String],
    pub(super) risks: &'a [String],
    pub(super) evidence: &'a [String],
    pub(super) dealbreaker: bool,
}

/// `text`, cut unless `verbose`; the cut is said.
pub(super) fn brief(text: &str, verbose: bool) -> String {
    let clean = crate::text::sanitise::line(text);
    match clean.char_indices().nth(BRIEF_LENGTH) {
        Some((end, _)) if !verbose => {
            let rest = clean.chars().count() - BRIEF_LENGTH;
            format!("{} ... ({rest} more characters; -v shows all)", &clean[..end])
        }
        _ => clean,
    }
}

/// The remedy and the words of a non-vote.
pub(super) fn non_vote(page: &mut Page, indent: usize, missing: &NonVote, verbose: bool) {
    if !missing.detail.is_empty() {
        page.text(indent, Ink::Plain, &brief(&missing.detail, verbose));
    }
    if let Some(remedy) = &missing.remedy {
        page.item(indent, (Ink::Strong, "remedy:"), remedy);
    }
}

fn outcome(page: &mut Page, run: &Run, seat: &SeatResult, verbose: bool) {
    match (&seat.ballot, &seat.non_vote) {
        (Some(ballot), _) if run.decision.status == Status::NotSought || ballot.option.is_none() => {
            page.facts(4, (Ink::Strong, "answered"), &words::elapsed(seat.elapsed_ms));
            page.prose(4, seat.answer.as_deref().unwrap_or(&ballot.summary));
            if seat.ranking.is_some() {
                page.text(4, Ink::Faint, &words::ranking(seat));
            }
        }
        (Some(ballot), _) => {
            let label = ballot.option.as_deref().unwrap_or_default();
            page.facts(4, (Ink::of(effect(run, label)), label), &ballot_facts(seat, ballot));
            page.text(4, Ink::Plain, &brief(&ballot.summary, verbose));
            if let Some(reason) = &ballot.confidence_reason {
                page.item(4, (Ink::Faint, "confidence:"), &brief(reason, verbose));
            }
            let said = Points {
                takeaways: &ballot.takeaways,
                risks: &ballot.risks,
                evidence: &ballot.evidence,
                dealbreaker: ballot.dealbreaker,
            };
            points(page, 4, &said, verbose);
        }
        (None, Some(missing)) if words::is_unasked(seat) => {
            page.facts(4, (Ink::Faint, "not asked"), &missing.detail);
        }
        (None, Some(missing)) => {
            let facts = format!("{}, {}", missing.kind.word(), words::elapsed(seat.elapsed_ms));
            page.item(4, (Ink::Warning, "no vote:"), &facts);
            non_vote(page, 4, missing, verbose);
            if let Some(answer) = seat.answer.as_ref().filter(|_| verbose) {
                page.text(4, Ink::Faint, "its answer:");
                page.prose(4, answer);
            }
        }
        (None, None) => {
            let ink = if seat.passed { Ink::Pass } else { Ink::Warning };
            page.facts(4, (ink, words::without_vote(seat)), &words::elapsed(seat.elapsed_ms));
        }
    }
}

/// The effect of the option with this label.
pub(super) fn effect(run: &Run, label: &str) -> Option<Effect> {
    run.options.iter().find(|option| option.label == label).and_then(|option| option.effect)
}

fn circumstances(seat: &SeatResult) -> String {
    let mut parts = vec![words::counted(usize::try_from(seat.attempts).unwrap_or(usize::MAX), "call")];
    parts.extend(seat.lineage.as_ref().map(|lineage| format!("lineage {lineage}")));
    parts.extend(seat.model_answered.as_ref().map(|model| format!("answered by {model}")));
    parts.extend(seat.usage.as_ref().map(|usage| format!("usage {}", cleaned(usage.clone()))));
    parts.extend(seat.cost.as_ref().map(|cost| format!("cost {}", cleaned(cost.clone()))));
    parts.join(", ")
}

fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::For => "for",
        Stance::Against => "against",
        Stance::Neutral => "neutral",
    }
}
