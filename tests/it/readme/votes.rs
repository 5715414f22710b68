//! The worked table of the README, cell by cell, counted by the program.

use venire::vote::{
    Ballot, Choice, Dealbreakers, Decision, Effect, NonVote, NonVoteKind, Outcome, Rule, SeatKind, ShareOf, Stance,
    Strategy, Voter, decide, default_quorum, ratio,
};

use super::{readme, section};

const SEATS: [(&str, &str); 5] = [("a", "one"), ("b", "one"), ("c", "one"), ("d", "two"), ("e", "three")];

fn roster() -> Vec<Voter> {
    let voter = |(id, lineage): (&str, &str)| Voter {
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
    };
    SEATS.map(voter).to_vec()
}

/// The rules of the table's columns, in their order.
fn rules() -> [Rule; 5] {
    let choice = |label: &str, effect| Choice { label: label.to_owned(), effect: Some(effect), meaning: None };
    let rule = |strategy| Rule {
        options: vec![choice("SHIP", Effect::Pass), choice("HOLD", Effect::Block)],
        strategy,
        share_of: ShareOf::Panel,
        threshold: None,
        quorum: default_quorum(strategy, SEATS.len()),
        min_lineages: 0,
        tiebreak: vec![],
        seed: String::new(),
        safety_order: vec![],
        dealbreakers: Dealbreakers::Report,
        discount_correlated: false,
        human_review_below: ratio(51, 100),
        gate: true,
    };
    [
        rule(Strategy::Majority),
        rule(Strategy::Unanimous),
        rule(Strategy::Supermajority),
        Rule { discount_correlated: true, ..rule(Strategy::Majority) },
        Rule { min_lineages: 2, ..rule(Strategy::Majority) },
    ]
}

/// `a b c SHIP, d e failed` as one outcome for each seat.
fn outcomes(ballots: &str) -> Vec<Outcome> {
    let missing = |kind| Outcome::NonVote(NonVote::new(kind, "Nothing came."));
    let mut of_seats = [const { None }; SEATS.len()];
    for group in ballots.split(", ") {
        let (who, what) = group.rsplit_once(' ').unwrap();
        let outcome = match what {
            "failed" => missing(NonVoteKind::Crashed),
            "abstain" => missing(NonVoteKind::Abstained),
            label => Outcome::Ballot(Ballot::bare(Some(label.to_owned()), "So I say.")),
        };
        for (seat, of_seat) in SEATS.iter().zip(&mut of_seats) {
            if who.split(' ').any(|id| id == seat.0) || (who == "the others" && of_seat.is_none()) {
                *of_seat = Some(outcome.clone());
            }
        }
    }
    of_seats.map(|outcome| outcome.expect("the row says something of every seat")).to_vec()
}

/// The decision as a cell: the option and its share; or the reason, with the greatest share where the cell has one.
fn cell(decision: &Decision, with_share: bool) -> String {
    if let (Some(option), Some(strength)) = (&decision.option, &decision.strength) {
        return format!("{option} {}", strength.exact);
    }
    let reason = serde_json::to_value(decision.reason).unwrap().as_str().unwrap().to_owned();
    let shares = decision.tally.options.iter().map(|tally| &tally.share);
    let greatest = shares.max_by(|one, other| one.decimal.total_cmp(&other.decimal)).unwrap();
    if with_share { format!("{reason} ({})", greatest.exact) } else { reason }
}

#[test]
fn every_cell_of_the_worked_table_is_what_the_program_decides() {
    let readme = readme();
    let rows = section(&readme, "### Strategies").lines().filter(|line| line.starts_with("| a "));
    let mut counted = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let outcomes = outcomes(cells[0]);
        for (rule, written) in rules().iter().zip(&cells[1..]) {
            let decided = cell(&decide(rule, &roster(), &outcomes), written.contains('('));
            assert_eq!(written.replace('`', ""), decided, "{} under {:?}", cells[0], rule.strategy);
            counted += 1;
        }
    }
    assert_eq!(counted, 25);
}
