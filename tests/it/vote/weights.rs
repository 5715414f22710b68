//! What seats weigh, and how many voices a panel really has.

use venire::vote::{
    Exact, Reason, Rule, Strategy, Voter, decide, effective_voices, effective_weights, proposer, ratio,
};

use super::builders::{check, outcomes, roster, rule, strangers};

fn discounted(strategy: Strategy) -> Rule {
    Rule { discount_correlated: true, ..rule(strategy, 5) }
}

fn mixed() -> Vec<Voter> {
    roster(&["anthropic", "anthropic", "anthropic", "openai", "google"])
}

fn total(rule: &Rule, voters: &[Voter]) -> Exact {
    effective_weights(rule, voters).iter().sum()
}

#[test]
fn a_lineage_weighs_as_much_as_one_seat() {
    for strategy in [
        Strategy::Majority,
        Strategy::Supermajority,
        Strategy::Plurality,
        Strategy::Weighted,
        Strategy::ConfidenceWeighted,
        Strategy::Borda,
    ] {
        let rule = discounted(strategy);
        let third = ratio(1, 3);
        let expected = [third.clone(), third.clone(), third, ratio(1, 1), ratio(1, 1)];
        assert_eq!(effective_weights(&rule, &mixed()), expected);
        assert_eq!(effective_voices(&rule, &mixed()), ratio(3, 1));
    }
    assert_eq!(total(&discounted(Strategy::Unanimous), &mixed()), ratio(5, 1));
    assert_eq!(total(&discounted(Strategy::ParityPair), &mixed()), ratio(5, 1));
    assert_eq!(total(&rule(Strategy::Majority, 5), &mixed()), ratio(5, 1));
}

#[test]
fn undiscounted_lineages_are_fewer_voices_than_seats() {
    assert_eq!(effective_voices(&rule(Strategy::Majority, 5), &mixed()), ratio(25, 11));
}

#[test]
fn seats_that_do_not_count_weigh_nothing_and_discount_nobody() {
    let mut voters = mixed();
    voters[0].advisory = true;
    voters.push(check("tests"));
    let half = ratio(1, 2);
    let expected = [ratio(0, 1), half.clone(), half, ratio(1, 1), ratio(1, 1), ratio(0, 1)];
    assert_eq!(effective_weights(&discounted(Strategy::Majority), &voters), expected);
}

#[test]
fn a_lineage_of_own_weights_weighs_as_much_as_its_heaviest_seat() {
    let mut voters = mixed();
    voters[0].weight = ratio(3, 1);
    let expected = [(9, 5), (3, 5), (3, 5), (1, 1), (1, 1)].map(|(part, whole)| ratio(part, whole));
    assert_eq!(effective_weights(&discounted(Strategy::Weighted), &voters), expected);
}

#[test]
fn base_weights_count_for_nothing_where_the_strategy_has_no_use_for_them() {
    let mut voters = mixed();
    voters[3].weight = ratio(1000, 1);
    assert_eq!(total(&rule(Strategy::Majority, 5), &voters), ratio(5, 1));
}

#[test]
fn the_heaviest_of_the_others_proposes_where_nobody_is_marked() {
    // Weight, and whether the seat is a parity seat.
    let proposed = |seats: &[(i64, bool)], change: &dyn Fn(&mut Vec<Voter>)| {
        let mut voters = strangers(seats.len());
        for (voter, (weight, parity)) in voters.iter_mut().zip(seats) {
            (voter.weight, voter.parity) = (ratio(*weight, 1), *parity);
        }
        change(&mut voters);
        proposer(&voters)
    };
    let seats = [(9, true), (1, false), (3, false), (3, false), (9, true)];
    assert_eq!(proposed(&seats, &|_| ()), Some(2), "of equally heavy ones the first");
    assert_eq!(proposed(&seats, &|voters| voters[2].advisory = true), Some(3), "only a seat that votes proposes");
    assert_eq!(proposed(&seats, &|voters| voters[4].proposer = true), Some(4));
    let unheard = |voters: &mut Vec<Voter>| (voters[4].proposer, voters[4].advisory) = (true, true);
    assert_eq!(proposed(&seats, &unheard), Some(2));
    assert_eq!(proposed(&[(1, true), (2, true)], &|_| ()), Some(1), "where all are parity seats, one of them");
    assert_eq!(proposed(&[], &|_| ()), None);
}

#[test]
fn seats_without_a_lineage_are_each_a_voice() {
    let mut checks = vec![check("build"), check("tests")];
    checks.iter_mut().for_each(|check| check.counts = true);
    assert_eq!(effective_voices(&discounted(Strategy::Majority), &checks), ratio(2, 1));
    assert_eq!(effective_voices(&discounted(Strategy::Majority), &[]), ratio(0, 1));
}

/// Under `parity-pair` without a mark: neither the first seat, nor a heavier parity seat, nor one that is not in the
/// count, but the heaviest of the others.
#[test]
fn the_heaviest_seat_that_is_no_parity_seat_proposes() {
    let mut voters = strangers(5);
    for (voter, weight) in voters.iter_mut().zip([4, 1, 1, 2, 9]) {
        voter.weight = ratio(weight, 1);
    }
    (voters[0].parity, voters[1].parity, voters[4].advisory) = (true, true, true);
    let decided = |words: &str| {
        let decision = decide(&rule(Strategy::ParityPair, 4), &voters, &outcomes(words));
        (decision.option, decision.reason)
    };
    assert_eq!(decided("SHIP SHIP SHIP HOLD SHIP"), (None, Reason::Split), "d proposes to hold");
    assert_eq!(decided("SHIP SHIP HOLD SHIP HOLD"), (Some("SHIP".to_owned()), Reason::ParityPair));
}
