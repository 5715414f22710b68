//! The result as markdown, for a comment on a change. The decision comes first, the dissent second.

use super::markup::{escaped, fenced, strong};
use super::{dissent, human, leaderboard, tally, voices, words};
use crate::event::{Run, SeatResult};
use crate::vote::{NonVote, Status};

/// The run as markdown, with a newline at the end. What agents wrote is escaped or fenced: none of
/// it becomes a heading, a link or HTML.
#[must_use]
pub fn markdown(run: &Run) -> String {
    let mut page = String::new();
    head(&mut page, run);
    if run.decision.status != Status::NotSought {
        count(&mut page, run);
    }
    against(&mut page, run);
    page.push_str("\n### Voices\n\n");
    for seat in &run.seats {
        voice(&mut page, run, seat);
    }
    foot(&mut page, run);
    page
}

fn head(page: &mut String, run: &Run) {
    let question = run.question.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    paragraph(page, &format!("## {}", escaped(&words::decision(&run.decision))));
    if !question.is_empty() {
        paragraph(page, &strong(question));
    }
    if let Some((_, sentence)) = words::gate(run) {
        paragraph(page, &escaped(&sentence));
    }
    if let Some(sentence) = words::margin(run) {
        paragraph(page, &escaped(&sentence));
    }
    let dealbreakers = &run.decision.dealbreakers;
    let review = run.decision.requires_human_review;
    let marks = [
        review.then(|| "Human review: a human should look at this before it is relied upon.".to_owned()),
        (!dealbreakers.is_empty()).then(|| format!("Dealbreaker: named by {}.", words::list(dealbreakers))),
        run.resumed_from.as_ref().map(|earlier| format!("Goes on from the run {earlier}.")),
        words::ended_early(run).map(|sentence| format!("Ended early: {sentence}")),
    ];
    let top = run.warnings.iter().filter(|warning| human::is_top(warning));
    let beside = human::beside_decision(run).into_iter().map(|sentence| format!("One vendor: {sentence}"));
    let top = top.map(|warning| format!("Warning: {}", warning.text));
    for mark in beside.chain(marks.into_iter().flatten()).chain(top) {
        paragraph(page, &format!("> {}", escaped(&mark)));
    }
}

fn count(page: &mut String, run: &Run) {
    if let Some(board) = &run.decision.leaderboard {
        for (place, answer) in board.answers.iter().enumerate() {
            page.push_str(&format!(
                "{}. {}: {}\n",
                place + 1,
                strong(&answer.seat),
                escaped(&leaderboard::facts(answer))
            ));
        }
        page.push('\n');
        return facts(page, run, leaderboard::agreement(board));
    }
    page.push_str("| option | ballots | weight | share |\n|---|--:|--:|--:|\n");
    for tally in &run.decision.tally.options {
        let share = words::share(&tally.share);
        page.push_str(&format!(
            "| {} | {} | {} | {share} |\n",
            strong(&tally.option),
            tally.ballots,
            escaped(&tally.weight.exact)
        ));
    }
    page.push('\n');
    facts(page, run, None);
}

fn facts(page: &mut String, run: &Run, first: Option<String>) {
    let (_, quorum) = words::quorum(run.decision.quorum);
    let facts = first.into_iter().chain(words::non_votes(&run.decision)).chain([quorum]).chain(tally::further(run));
    let facts: Vec<String> = facts.map(|fact| escaped(&fact)).collect();
    paragraph(page, &format!("{}.", facts.join("; ")));
}

fn against(page: &mut String, run: &Run) {
    page.push_str("### Dissent\n\n");
    if let Some(sentence) = dissent::preface(run) {
        paragraph(page, sentence);
    }
    for position in &run.decision.dissent.positions {
        for seat in &position.seats {
            let confidence = words::confidence_or_none(seat.confidence.as_ref().map(|shown| shown.decimal));
            let head = format!("{}, {}, confidence {confidence}", strong(&position.option), escaped(&seat.seat));
            page.push_str(&format!("- {head}: {}\n", escaped(&seat.summary)));
            points(page, "reason: ", &seat.takeaways);
            points(page, "risk: ", &seat.risks);
            points(page, "evidence: ", &seat.evidence);
            if seat.dealbreaker {
                page.push_str("  - dealbreaker\n");
            }
        }
    }
    if let Some(missing) = dissent::missing(run) {
        page.push_str(&format!("- did not vote: {}\n", escaped(&missing)));
    }
}

fn voice(page: &mut String, run: &Run, seat: &SeatResult) {
    let head = format!("- {} ({}):", strong(&seat.id), escaped(&voices::identity(seat)));
    match (&seat.ballot, &seat.non_vote) {
        (Some(ballot), _) if run.decision.status == Status::NotSought || ballot.option.is_none() => {
            let answer = seat.answer.as_deref().unwrap_or(&ballot.summary);
            page.push_str(&format!("{head} answered\n\n{}\n", fenced(answer, 2)));
            points(page, "", seat.ranking.as_ref().map(|_| words::ranking(seat)).as_slice());
        }
        (Some(ballot), _) => {
            let label = strong(ballot.option.as_deref().unwrap_or_default());
            page.push_str(&format!("{head} {label}, {}\n", voices::ballot_facts(seat, ballot)));
            points(page, "", std::slice::from_ref(&ballot.summary));
            points(page, "confidence: ", ballot.confidence_reason.as_slice());
            points(page, "reason: ", &ballot.takeaways);
            points(page, "risk: ", &ballot.risks);
            points(page, "evidence: ", &ballot.evidence);
            if ballot.dealbreaker {
                page.push_str("  - dealbreaker\n");
            }
        }
        (None, Some(missing)) if words::is_unasked(seat) => {
            page.push_str(&format!("{head} not asked: {}\n", escaped(&missing.detail)));
        }
        (None, Some(missing)) => {
            page.push_str(&format!("{head} no vote, {}\n", failure(missing)));
        }
        (None, None) => page.push_str(&format!("{head} {}\n", words::without_vote(seat))),
    }
    points(page, "note: ", words::taken_over(seat).as_slice());
    points(page, "note: ", &seat.notes);
}

fn foot(page: &mut String, run: &Run) {
    if let Some(synthesis) = &run.synthesis {
        page.push_str("\n### Synthesis\n\n");
        let judge = escaped(&synthesis.judge);
        match (&synthesis.text, &synthesis.failed) {
            (Some(text), _) => {
                paragraph(page, &format!("Written by the judge {judge}; it decides nothing."));
                page.push_str(&fenced(text, 0));
            }
            (None, Some(failed)) => paragraph(page, &format!("The judge {judge} failed: {}", failure(failed))),
            (None, None) => paragraph(page, &format!("The judge {judge} wrote nothing.")),
        }
    }
    let warnings: Vec<_> = human::other_warnings(run).collect();
    if !warnings.is_empty() {
        page.push_str("\n### Warnings\n\n");
    }
    for warning in warnings {
        page.push_str(&format!("- {} ({})\n", escaped(&warning.text), escaped(&warning.code)));
    }
    let record = run.record.as_deref().map_or_else(|| "none was kept".to_owned(), escaped);
    let panel = strong(&run.panel.name);
    let elapsed = words::elapsed(run.elapsed_ms);
    let read_only = escaped(&voices::read_only(run).join("; "));
    page.push_str(&format!(
        "\nPanel {panel}, {}, {elapsed}. Read-only: {read_only}. Record: {record}\n",
        words::seats(run.seats.len())
    ));
}

/// `timed_out: what happened. Remedy: what to do.`
fn failure(missing: &NonVote) -> String {
    let mut sentence = escaped(&missing.kind.word());
    if !missing.detail.is_empty() {
        sentence = format!("{sentence}: {}", escaped(&missing.detail));
    }
    match &missing.remedy {
        Some(remedy) => format!("{sentence} (remedy: {})", escaped(remedy)),
        None => sentence,
    }
}

fn points(page: &mut String, lead: &str, texts: &[String]) {
    for text in texts.iter().filter(|text| !text.is_empty()) {
        page.push_str(&format!("  - {lead}{}\n", escaped(text)));
    }
}

fn paragraph(page: &mut String, text: &str) {
    page.push_str(text.trim_end());
    page.push_str("\n\n");
}
