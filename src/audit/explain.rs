//! Why the decision came out as it did, in plain words.

use serde_json::Value;

use super::Recorded;
use crate::event::{SeatResult, ShownBallot};
use crate::vote::{Status, Strategy, sentence};

/// A part of the explanation: a heading and its sentences.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Part {
    pub heading: &'static str,
    pub sentences: Vec<String>,
}

/// The rule, each seat's part, what was missing, and the decision that follows.
#[must_use]
pub fn explain(recorded: &Recorded) -> Vec<Part> {
    vec![
        Part { heading: "The rule", sentences: rule(recorded) },
        Part { heading: "The seats", sentences: recorded.run.seats.iter().map(|seat| part(recorded, seat)).collect() },
        Part { heading: "What was missing", sentences: missing(recorded) },
        Part { heading: "The decision", sentences: decision(recorded) },
    ]
}

/// What a strategy asks for, by its word, to follow "An option wins when".
fn asks(strategy: &str, threshold: Option<&str>) -> String {
    let share = |least: &str| format!("the ballots for it have {least} of the weight of all seats that count");
    let at_least = |threshold: &str| share(&format!("at least {threshold}"));
    match (strategy, threshold) {
        ("unanimous", _) => "every seat that counts voted, and all for it".to_owned(),
        ("supermajority", threshold) => at_least(threshold.unwrap_or("2/3")),
        ("majority", _) => share("more than 1/2"),
        ("weighted", None) => format!("{}, each seat with its own weight", share("more than 1/2")),
        ("weighted", Some(threshold)) => format!("{}, each seat with its own weight", at_least(threshold)),
        ("confidence-weighted", threshold) => format!(
            "the weights of its ballots, each times its confidence, are {} of the weight of all seats that count",
            threshold.map_or("more than 1/2".to_owned(), |threshold| format!("at least {threshold}"))
        ),
        ("plurality", _) => {
            "no other has as much weight; one that passes only if the missing seats could not turn it".to_owned()
        }
        ("parity-pair", _) => "the proposer voted for it and so did every seat with parity".to_owned(),
        ("borda", _) => {
            "it has the most points of all rankings; one that passes only if the missing seats could not turn it"
                .to_owned()
        }
        _ => format!("the strategy `{strategy}` says so"),
    }
}

fn rule(recorded: &Recorded) -> Vec<String> {
    let rule = &recorded.rule;
    let quorum = recorded.run.decision.quorum;
    let strategy = serde_json::to_value(rule.strategy).unwrap_or_default();
    let strategy = strategy.as_str().unwrap_or_default();
    let mut sentences = vec![];
    if rule.strategy == Strategy::AllVoices {
        sentences.push("all-voices: nothing is counted, every answer stands for itself.".to_owned());
    } else if rule.strategy == Strategy::Rank {
        sentences.push(
            "rank: each seat ranks the answers of the others, and the answer with the most points is the best."
                .to_owned(),
        );
    } else {
        let threshold = rule.threshold.as_ref().map(ToString::to_string);
        sentences.push(format!("{strategy}: an option wins when {}.", asks(strategy, threshold.as_deref())));
    }
    let beside = recorded.run.seats.iter().filter(|seat| !seat.moderator).count().saturating_sub(quorum.eligible);
    let heard = if beside > 0 { format!("; {beside} more are heard and not counted") } else { String::new() };
    sentences.push(format!(
        "{} count{heard}. The quorum is {} of them; a seat that fails stays in the count and votes for nothing.",
        sentence::seats(quorum.eligible),
        quorum.needed
    ));
    if rule.min_lineages > 1 {
        sentences.push(format!("A pass needs the ballots of at least {} vendors.", rule.min_lineages));
    }
    if rule.discount_correlated {
        sentences.push("Seats of one vendor weigh together as much as the heaviest of them.".to_owned());
    }
    if let Some(moderator) = recorded.roster.iter().find(|voter| voter.moderator) {
        sentences.push(format!("On a tie the moderator {} is asked; it counts for nothing else.", moderator.id));
    }
    let vetoes: Vec<String> = recorded.roster.iter().filter(|voter| voter.veto).map(|voter| voter.id.clone()).collect();
    if !vetoes.is_empty() {
        let who = sentence::list(&vetoes);
        sentences
            .push(format!("Veto: a pass needs the ballot of {who}; a ballot of theirs that is no pass decides alone."));
    }
    if recorded.plan["form"]["seal"] == "required" {
        sentences.push("A ballot to pass counts only if it carries the seal of its prompt.".to_owned());
    }
    sentences
}

fn part(recorded: &Recorded, seat: &SeatResult) -> String {
    let id = &seat.id;
    let won = recorded.run.decision.option.as_ref();
    let weight = &seat.effective_weight.exact;
    let weighs = if weight == "1" { String::new() } else { format!(", with the weight {weight}") };
    let counts = if seat.moderator {
        ", to break the tie".to_owned()
    } else if seat.advisory {
        ", heard and not counted".to_owned()
    } else {
        weighs
    };
    match (&seat.ballot, &seat.non_vote) {
        (Some(ShownBallot { option: Some(option), summary, .. }), _) => {
            let side = if seat.advisory || won.is_none() {
                ""
            } else if won == Some(option) {
                " It is with the decision."
            } else {
                " It is in the dissent."
            };
            format!("{id} voted {option}{counts}: {}.{side}", summary.trim_end_matches('.'))
        }
        (Some(ballot), _) => format!("{id} answered: {}.", ballot.summary.trim_end_matches('.')),
        (None, Some(non_vote)) if seat.moderator && seat.attempts == 0 => {
            format!("{id}, the moderator, was not asked: {}.", non_vote.detail.trim_end_matches('.'))
        }
        (None, Some(non_vote)) => {
            format!("{id} did not vote{counts}: {} ({}).", non_vote.kind.word(), non_vote.detail.trim_end_matches('.'))
        }
        (None, None) if seat.passed => format!("{id} is a check that passed, which is no vote and no veto."),
        (None, None) => format!("{id}: the result says nothing of it."),
    }
}

fn missing(recorded: &Recorded) -> Vec<String> {
    let tally = &recorded.run.decision.tally;
    let count: usize = tally.non_votes.kinds.values().sum();
    if count == 0 {
        return vec!["Nothing: every seat that counts voted.".to_owned()];
    }
    let kinds: Vec<String> =
        tally.non_votes.kinds.iter().map(|(kind, count)| format!("{} {count}", kind.word())).collect();
    let noun = if count == 1 { "seat" } else { "seats" };
    vec![format!(
        "The votes of {count} {noun}, with the weight {}: {}. They stay in the total that shares are taken of.",
        tally.non_votes.weight.exact,
        kinds.join(", ")
    )]
}

fn decision(recorded: &Recorded) -> Vec<String> {
    let decision = &recorded.run.decision;
    let mut sentences = vec![];
    if decision.status != Status::NotSought {
        let share = |tally: &crate::vote::OptionTally| {
            format!(
                "{} {} with {} of the weight",
                tally.option,
                sentence::counted(tally.ballots, "ballot"),
                tally.share.exact
            )
        };
        let shares: Vec<String> = decision.tally.options.iter().map(share).collect();
        sentences.push(format!("The count: {}.", shares.join("; ")));
        let quorum = decision.quorum;
        let met = if quorum.answered >= quorum.needed { "met" } else { "not met" };
        sentences.push(format!("{} answered, so the quorum is {met}.", sentence::seats(quorum.answered)));
    }
    sentences.push(sentence::decision(decision));
    sentences.extend(outlook(&recorded.document["decision"]));
    if decision.requires_human_review {
        sentences.push("The winning share is small: a human should look at it.".to_owned());
    }
    sentences
}

/// How close it was, and what the missing seats could have done, where the decision says so.
fn outlook(decision: &Value) -> Vec<String> {
    let result = |result: &Value| match result["option"].as_str() {
        Some(option) => option.to_owned(),
        None => format!("no option ({})", result["reason"].as_str().unwrap_or_default()),
    };
    let mut sentences = vec![];
    let margin = &decision["margin"];
    if let Some(count) = margin["seats"].as_u64().and_then(|count| usize::try_from(count).ok()) {
        let changes = margin["changes"].as_array().into_iter().flatten();
        let seats = changes.flat_map(|change| change["seats"].as_array().into_iter().flatten());
        let seats: Vec<String> = seats.filter_map(Value::as_str).map(str::to_owned).collect();
        sentences.push(format!(
            "The margin is {}: had {} voted otherwise, the result would be {}.",
            sentence::seats(count),
            sentence::list(&seats),
            result(&margin["result"])
        ));
    }
    for what_if in decision["what_if"].as_array().into_iter().flatten() {
        let voted = what_if["voted"].as_str().unwrap_or_default();
        sentences.push(format!("Had every missing seat voted {voted}, it would be {}.", result(&what_if["result"])));
    }
    sentences
}
