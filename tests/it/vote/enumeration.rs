//! Every panel of up to four seats (and some of five), every combination of outcomes, against the oracle;
//! and the first law over the whole of it.

use venire::vote::{Effect, Outcome, Rule, Strategy, Tiebreak, Voter, decide};

use super::builders::{outcomes, roster, rule, ship_hold_or_revise};
use super::oracle;

const STRATEGIES: [Strategy; 4] =
    [Strategy::Unanimous, Strategy::Majority, Strategy::Supermajority, Strategy::Plurality];

/// The settings that could matter to a panel of this size. Quorum and lineages are raised together: they do
/// not meet, and the properties mix them freely.
fn settings(strategy: Strategy, seats: usize) -> Vec<Rule> {
    let plain = rule(strategy, seats);
    let ties = [
        (vec![], "HOLD", true),
        (vec![Tiebreak::Safety], "HOLD", true),
        (vec![Tiebreak::Safety], "SHIP", true),
        (vec![Tiebreak::Safety], "SHIP", false),
    ];
    let mut rules = vec![];
    for discount_correlated in [false, true] {
        for (quorum, min_lineages) in [(1, 0), (plain.quorum, 2)] {
            for (tiebreak, safest, gate) in ties.clone() {
                let safety_order = vec![safest.to_owned()];
                rules.push(Rule {
                    quorum,
                    discount_correlated,
                    min_lineages,
                    tiebreak,
                    safety_order,
                    gate,
                    ..plain.clone()
                });
            }
        }
    }
    rules
}

/// All outcomes of a panel, counted up like a number whose digits are the seats' outcomes.
fn every_outcome(seats: usize, digits: &[Outcome]) -> Vec<Vec<Outcome>> {
    let all = (0..digits.len().pow(seats as u32)).map(|mut number| {
        (0..seats)
            .map(|_| {
                let digit = digits[number % digits.len()].clone();
                number /= digits.len();
                digit
            })
            .collect()
    });
    all.collect()
}

/// Compares each decision with the oracle's. Then, for each decision that passes: with the last of the
/// outcomes (a failure) replaced by anything else in any seat, it still does. That is the law read backwards.
fn compare(rule: &Rule, voters: &[Voter], digits: &[Outcome]) {
    let all = every_outcome(voters.len(), digits);
    let mut passes = Vec::with_capacity(all.len());
    for outcomes in &all {
        let decision = decide(rule, voters, outcomes);
        let head = (decision.status, decision.option, decision.effect, decision.reason);
        assert_eq!(head, oracle::head(rule, voters, outcomes), "{rule:#?}\n{voters:#?}\n{outcomes:#?}");
        passes.push(decision.effect == Some(Effect::Pass));
    }
    let failure = digits.len() - 1;
    for (number, _) in passes.iter().enumerate().filter(|(_, passes)| **passes) {
        for place in (0..voters.len()).map(|seat| digits.len().pow(seat as u32)) {
            if number / place % digits.len() == failure {
                for digit in 0..failure {
                    let before = number - (failure - digit) * place;
                    assert!(passes[before], "a failure helped: {rule:#?}\n{:#?}\n{:#?}", all[before], all[number]);
                }
            }
        }
    }
}

fn compare_all(seats: usize, rule_of: impl Fn(Rule) -> Option<Rule>, digits: &str) {
    let mut voters = roster(&["x", "x", "y", "z", "x"][..seats]);
    for veto in [false, true] {
        voters[0].veto = veto;
        for strategy in STRATEGIES {
            for rule in settings(strategy, seats).into_iter().filter_map(&rule_of) {
                compare(&rule, &voters, &outcomes(digits));
            }
        }
    }
}

fn with_revise(rule: Rule) -> Option<Rule> {
    Some(Rule { options: ship_hold_or_revise(), ..rule })
}

#[test]
fn two_options_of_every_panel_up_to_four_seats() {
    for seats in 1..=4 {
        compare_all(seats, Some, "SHIP HOLD abstained failed");
    }
}

#[test]
fn three_options_of_every_panel_up_to_three_seats() {
    for seats in 1..=3 {
        compare_all(seats, with_revise, "SHIP HOLD REVISE abstained failed");
    }
}

#[test]
fn three_options_of_four_seats_without_abstentions() {
    compare_all(4, with_revise, "SHIP HOLD REVISE failed");
}

#[test]
fn two_options_of_five_seats_without_abstentions() {
    // The discount is what five seats of three lineages add to four.
    compare_all(5, |rule| rule.discount_correlated.then_some(rule), "SHIP HOLD failed");
}

#[test]
fn all_voices_of_every_panel_up_to_four_seats() {
    for seats in 1..=4 {
        for quorum in 1..=seats {
            let rule = Rule { quorum, ..rule(Strategy::AllVoices, seats) };
            compare(&rule, &roster(&["x", "x", "y", "z", "x"][..seats]), &outcomes("prose abstained failed"));
        }
    }
}
