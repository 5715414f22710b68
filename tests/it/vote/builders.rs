//! Short ways to write rules, rosters and outcomes down.

use venire::vote::{
    Ballot, Choice, Dealbreakers, Effect, NonVote, NonVoteKind, Outcome, Rule, SeatKind, ShareOf, Stance, Strategy,
    Voter, default_quorum, ratio,
};

pub fn choice(label: &str, effect: Option<Effect>) -> Choice {
    Choice { label: label.to_owned(), effect, meaning: None }
}

pub fn ship_or_hold() -> Vec<Choice> {
    vec![choice("SHIP", Some(Effect::Pass)), choice("HOLD", Some(Effect::Block))]
}

pub fn ship_hold_or_revise() -> Vec<Choice> {
    [ship_or_hold(), vec![choice("REVISE", Some(Effect::Revise))]].concat()
}

/// A rule over SHIP and HOLD with the default quorum of `seats`, nothing else set, under `gate`.
pub fn rule(strategy: Strategy, seats: usize) -> Rule {
    Rule {
        options: if strategy.has_options() { ship_or_hold() } else { vec![] },
        strategy,
        share_of: ShareOf::Panel,
        threshold: None,
        quorum: default_quorum(strategy, seats),
        min_lineages: 0,
        tiebreak: vec![],
        seed: String::new(),
        safety_order: vec![],
        dealbreakers: Dealbreakers::Report,
        discount_correlated: false,
        human_review_below: ratio(51, 100),
        gate: true,
    }
}

pub fn agent(id: &str, lineage: &str) -> Voter {
    Voter {
        id: id.to_owned(),
        kind: SeatKind::Agent,
        lineage: Some(lineage.to_owned()),
        stance: Stance::Neutral,
        weight: ratio(1, 1),
        veto: false,
        advisory: false,
        counts: true,
        parity: false,
        proposer: false,
        moderator: false,
    }
}

/// A check that does not count and holds a veto, as checks do by default.
pub fn check(id: &str) -> Voter {
    Voter { kind: SeatKind::Check, lineage: None, veto: true, counts: false, ..agent(id, "") }
}

/// Seats a, b, c … with these lineages.
pub fn roster(lineages: &[&str]) -> Vec<Voter> {
    ('a'..='z').zip(lineages).map(|(id, lineage)| agent(&id.to_string(), lineage)).collect()
}

/// Seats a, b, c … of as many lineages.
pub fn strangers(seats: usize) -> Vec<Voter> {
    ('a'..='z').take(seats).map(|id| agent(&id.to_string(), &format!("vendor-{id}"))).collect()
}

pub fn ballot(label: &str) -> Outcome {
    Outcome::Ballot(Ballot::bare(Some(label.to_owned()), format!("I say {label}.")))
}

pub fn dealbreaker(label: &str) -> Outcome {
    let bare = Ballot::bare(Some(label.to_owned()), "Not like this.");
    Outcome::Ballot(Ballot { dealbreaker: true, ..bare })
}

pub fn prose() -> Outcome {
    Outcome::Ballot(Ballot::bare(None, "There is more than one side to it."))
}

pub fn missing(kind: NonVoteKind) -> Outcome {
    Outcome::NonVote(NonVote::new(kind, "Nothing came."))
}

/// A ballot with so many tenths of confidence.
pub fn sure(label: &str, tenths: i64) -> Outcome {
    let bare = Ballot::bare(Some(label.to_owned()), format!("I say {label}."));
    Outcome::Ballot(Ballot { confidence: Some(ratio(tenths, 10)), ..bare })
}

/// A ballot that ranks the options, best first.
pub fn ranked(labels: &[&str]) -> Outcome {
    let bare = Ballot::bare(labels.first().map(|label| (*label).to_owned()), "In this order.");
    Outcome::Ballot(Ballot { ranking: labels.iter().map(|label| (*label).to_owned()).collect(), ..bare })
}

/// An answer, with a ranking of those of these seats.
pub fn answered(ranking: &[&str]) -> Outcome {
    let ranking = ranking.iter().map(|seat| (*seat).to_owned()).collect();
    Outcome::Ballot(Ballot { ranking, ..Ballot::bare(None, "There is more than one side to it.") })
}

/// One outcome a word: a label, `abstained`, `failed`, `passed` or `prose`; `!` after a label is a dealbreaker,
/// `@9` its confidence in tenths, `>` ranks.
pub fn outcomes(words: &str) -> Vec<Outcome> {
    words.split_whitespace().map(outcome).collect()
}

fn outcome(word: &str) -> Outcome {
    match word {
        "abstained" => missing(NonVoteKind::Abstained),
        "failed" => missing(NonVoteKind::Crashed),
        "passed" => Outcome::Passed,
        "prose" => prose(),
        ranking if ranking.contains('>') => ranked(&ranking.split('>').collect::<Vec<_>>()),
        given if given.contains('@') => {
            let (label, tenths) = given.split_once('@').unwrap();
            sure(label, tenths.parse().unwrap())
        }
        label => label.strip_suffix('!').map_or_else(|| ballot(label), dealbreaker),
    }
}
