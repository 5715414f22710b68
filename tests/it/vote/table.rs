//! The README's table of worked votes: seats a, b and c of one lineage, d and e of two others.

use venire::vote::{Effect, Reason, Rule, Strategy, Tiebreak, Voter, decide, ratio};

use super::builders::{outcomes, roster, rule};

fn panel() -> Vec<Voter> {
    roster(&["anthropic", "anthropic", "anthropic", "openai", "google"])
}

/// The decision in the words of the table: the option with its share and reason, or the reason alone.
fn told(rule: &Rule, votes: &str) -> String {
    let decision = decide(rule, &panel(), &outcomes(votes));
    let reason = format!("{:?}", decision.reason);
    match (decision.option, decision.strength) {
        (Some(option), Some(share)) => format!("{option} {} {reason}", share.exact),
        _ => reason,
    }
}

/// What majority, unanimous, supermajority, majority with the discount and majority with two lineages make
/// of the same votes.
fn row(votes: &str) -> [String; 5] {
    let majority = rule(Strategy::Majority, 5);
    let discounted = Rule { discount_correlated: true, ..majority.clone() };
    let two_lineages = Rule { min_lineages: 2, ..majority.clone() };
    let (unanimous, supermajority) = (rule(Strategy::Unanimous, 5), rule(Strategy::Supermajority, 5));
    [majority, unanimous, supermajority, discounted, two_lineages].map(|rule| told(&rule, votes))
}

#[test]
fn one_lineage_against_two_others() {
    let expected = ["SHIP 3/5 Majority", "Split", "Split", "HOLD 2/3 Majority", "TooFewLineages"];
    assert_eq!(row("SHIP SHIP SHIP HOLD HOLD"), expected);
}

#[test]
fn one_lineage_alone_answers() {
    let expected = ["SHIP 3/5 Majority", "Incomplete", "Incomplete", "Incomplete", "TooFewLineages"];
    assert_eq!(row("SHIP SHIP SHIP failed failed"), expected);
}

#[test]
fn three_lineages_agree_and_two_seats_fail() {
    let expected = ["SHIP 3/5 Majority", "Incomplete", "Incomplete", "SHIP 7/9 Majority", "SHIP 3/5 Majority"];
    assert_eq!(row("SHIP failed failed SHIP SHIP"), expected);
}

#[test]
fn abstentions_make_the_quorum_and_no_decision() {
    assert_eq!(row("SHIP abstained abstained SHIP HOLD"), ["Split"; 5]);
}

#[test]
fn one_survivor_is_no_panel() {
    assert_eq!(row("SHIP failed failed failed failed"), ["Inquorate"; 5]);
}

#[test]
fn equal_weights_are_a_tie_and_never_a_pass() {
    let mut voters = roster(&["anthropic", "openai", "google"]);
    for (voter, weight) in voters.iter_mut().zip([ratio(8, 10), ratio(6, 10), ratio(2, 10)]) {
        voter.weight = weight;
    }
    let with = |rule: &Rule, votes| decide(rule, &voters, &outcomes(votes));
    let weighted = rule(Strategy::Weighted, 3);
    let tied = with(&weighted, "SHIP HOLD HOLD");
    assert_eq!((tied.option.as_deref(), tied.reason), (None, Reason::Tie));
    for tiebreak in [Tiebreak::Safety, Tiebreak::Human, Tiebreak::Random] {
        let rule = Rule { tiebreak: vec![tiebreak], safety_order: vec!["SHIP".into()], ..weighted.clone() };
        assert_ne!(with(&rule, "SHIP HOLD HOLD").effect, Some(Effect::Pass), "{tiebreak:?}");
    }
    assert_eq!(with(&weighted, "SHIP SHIP HOLD").strength.unwrap().exact, "7/8");
}

#[test]
fn a_leading_pass_stays_open_while_seats_are_missing() {
    let plurality = rule(Strategy::Plurality, 5);
    assert_eq!(told(&plurality, "SHIP SHIP HOLD failed failed"), "Open");
    assert_eq!(told(&plurality, "HOLD HOLD SHIP failed failed"), "HOLD 2/5 Plurality");
    assert_eq!(told(&plurality, "SHIP SHIP SHIP HOLD failed"), "SHIP 3/5 Plurality");
}

#[test]
fn a_veto_seat_that_runs_out_of_time_leaves_no_pass() {
    let mut voters = roster(&["anthropic", "openai", "google"]);
    voters[2].veto = true;
    let decision = decide(&rule(Strategy::Majority, 3), &voters, &outcomes("SHIP SHIP failed"));
    assert_eq!((decision.option, decision.reason), (None, Reason::VetoMissing));
}
