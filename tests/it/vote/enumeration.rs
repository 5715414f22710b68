//! Every panel of up to five seats, every combination of outcomes, against the oracle; and the first law over the
//! whole of it.

use venire::vote::{Effect, Outcome, Rule, ShareOf, Strategy, Tiebreak, Voter, decide, ratio};

use super::builders::{answered, outcomes, roster, rule, ship_hold_or_revise};
use super::oracle;

/// Every strategy that counts one option for each ballot.
const STRATEGIES: [Strategy; 6] = [
    Strategy::Unanimous,
    Strategy::Majority,
    Strategy::Supermajority,
    Strategy::Plurality,
    Strategy::Weighted,
    Strategy::ParityPair,
];

/// The settings that could matter to a panel of this size. Those that do not meet (the quorum, the way out of a
/// tie, the threshold) are varied one at a time; the properties mix them freely.
fn settings(strategy: Strategy, seats: usize) -> Vec<Rule> {
    let seed = "20261201-004721-lzqbay".to_owned();
    let plain = Rule { safety_order: vec!["HOLD".to_owned()], seed, ..rule(strategy, seats) };
    let mut rules = vec![];
    for (quorum, min_lineages) in [(1, 0), (plain.quorum, 2), (seats, 0)] {
        rules.push(Rule { quorum, min_lineages, ..plain.clone() });
    }
    let ties = [
        (Tiebreak::Safety, "HOLD", true),
        (Tiebreak::Safety, "SHIP", true),
        (Tiebreak::Safety, "SHIP", false),
        (Tiebreak::Human, "HOLD", true),
        (Tiebreak::Random, "HOLD", true),
        (Tiebreak::Random, "HOLD", false),
    ];
    for (tiebreak, safest, gate) in ties.into_iter().filter(|_| strategy.can_tie()) {
        let safety_order = vec![safest.to_owned()];
        rules.push(Rule { tiebreak: vec![tiebreak], safety_order, gate, min_lineages: 2, ..plain.clone() });
    }
    for threshold in [ratio(3, 4), ratio(1, 1)].into_iter().filter(|_| strategy.takes_threshold()) {
        rules.push(Rule { threshold: Some(threshold), ..plain.clone() });
    }
    if strategy == Strategy::ConfidenceWeighted {
        rules.extend(rules.clone().into_iter().map(|rule| Rule { share_of: ShareOf::Scores, ..rule }));
    }
    if strategy.uses_lineage_weights() {
        rules.extend(rules.clone().into_iter().map(|rule| Rule { discount_correlated: true, ..rule }));
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

/// Seats of three lineages and of different weights, of which the second and the third are a parity pair.
fn voters(seats: usize) -> Vec<Voter> {
    let mut voters = roster(&["x", "x", "y", "z", "x"][..seats]);
    for (voter, weight) in voters.iter_mut().zip([2, 1, 1, 3, 1]) {
        voter.weight = ratio(weight, 1);
    }
    voters.iter_mut().skip(1).take(2).for_each(|voter| voter.parity = true);
    voters
}

fn compare_all(strategies: &[Strategy], seats: usize, rule_of: impl Fn(Rule) -> Option<Rule>, digits: &str) {
    let mut voters = voters(seats);
    for veto in [false, true] {
        voters[0].veto = veto;
        for strategy in strategies {
            for rule in settings(*strategy, seats).into_iter().filter_map(&rule_of) {
                compare(&rule, &voters, &outcomes(digits));
            }
        }
    }
}

fn with_revise(rule: Rule) -> Option<Rule> {
    Some(Rule { options: ship_hold_or_revise(), ..rule })
}

/// The discount is what five seats of three lineages add to four.
fn discounted(rule: Rule) -> Option<Rule> {
    (rule.discount_correlated || !rule.strategy.uses_lineage_weights()).then_some(rule)
}

#[test]
fn two_options_of_every_panel_up_to_four_seats() {
    for seats in 1..=4 {
        compare_all(&STRATEGIES, seats, Some, "SHIP HOLD abstained failed");
    }
}

#[test]
fn two_options_of_five_seats() {
    compare_all(&STRATEGIES, 5, discounted, "SHIP HOLD abstained failed");
}

#[test]
fn three_options_of_every_panel_up_to_three_seats() {
    for seats in 1..=3 {
        compare_all(&STRATEGIES, seats, with_revise, "SHIP HOLD REVISE abstained failed");
    }
}

#[test]
fn three_options_of_four_seats_without_abstentions() {
    compare_all(&STRATEGIES, 4, with_revise, "SHIP HOLD REVISE failed");
}

#[test]
fn confidence_of_every_panel_up_to_three_seats() {
    for seats in 1..=3 {
        let digits = "SHIP@10 SHIP@6 SHIP HOLD@10 HOLD@3 HOLD failed";
        compare_all(&[Strategy::ConfidenceWeighted], seats, Some, digits);
    }
}

#[test]
fn confidence_of_panels_of_four_and_five_seats() {
    compare_all(&[Strategy::ConfidenceWeighted], 4, discounted, "SHIP@9 SHIP HOLD@4 HOLD failed");
    compare_all(&[Strategy::ConfidenceWeighted], 5, discounted, "SHIP@9 HOLD@5 failed");
}

#[test]
fn rankings_of_every_panel_up_to_three_seats() {
    for seats in 1..=3 {
        let digits = "SHIP>HOLD>REVISE SHIP REVISE>SHIP HOLD>SHIP HOLD>REVISE>SHIP abstained failed";
        compare_all(&[Strategy::Borda], seats, with_revise, digits);
    }
}

#[test]
fn rankings_of_panels_of_four_and_five_seats() {
    let with_discount = |rule| discounted(rule).and_then(with_revise);
    compare_all(&[Strategy::Borda], 4, with_discount, "SHIP>HOLD REVISE>SHIP HOLD failed");
    compare_all(&[Strategy::Borda], 5, with_discount, "SHIP HOLD>REVISE failed");
}

#[test]
fn all_voices_of_every_panel_up_to_five_seats() {
    for seats in 1..=5 {
        for quorum in 1..=seats {
            let rule = Rule { quorum, ..rule(Strategy::AllVoices, seats) };
            compare(&rule, &voters(seats), &outcomes("prose abstained failed"));
        }
    }
}

/// The last seat breaks ties; what it votes for, or that it did not vote, is enumerated like all the rest.
#[test]
fn ties_that_a_moderator_breaks_of_every_panel_up_to_four_seats() {
    let ties = [(vec![Tiebreak::Moderator], true), (vec![Tiebreak::Moderator], false)].into_iter().chain(
        [Tiebreak::Safety, Tiebreak::Random, Tiebreak::Human].map(|next| (vec![Tiebreak::Moderator, next], false)),
    );
    for (tiebreak, gate) in ties {
        let moderated = |rule: Rule| Rule { tiebreak: tiebreak.clone(), gate, quorum: 1, ..rule };
        let safest = |rule: Rule| Rule { safety_order: vec!["SHIP".to_owned()], min_lineages: 0, ..moderated(rule) };
        for seats in 2..=5 {
            let mut voters = voters(seats);
            voters[seats - 1].moderator = true;
            for strategy in [Strategy::Majority, Strategy::Supermajority, Strategy::Plurality, Strategy::Weighted] {
                compare(&safest(rule(strategy, seats)), &voters, &outcomes("SHIP HOLD abstained failed"));
            }
            let borda = with_revise(safest(rule(Strategy::Borda, seats))).unwrap();
            compare(&borda, &voters, &outcomes("SHIP>HOLD HOLD>SHIP REVISE failed"));
        }
    }
}

#[test]
fn rankings_of_answers_of_every_panel_of_three_and_four_seats() {
    for seats in [3, 4] {
        let voters = voters(seats);
        let digits: Vec<Vec<Outcome>> = voters.iter().map(|voter| rankings_by(&voters, voter)).collect();
        for (quorum, human, discount_correlated) in [(1, false, false), (2, true, false), (3, false, true)] {
            let tiebreak = if human { vec![Tiebreak::Human] } else { vec![] };
            let rule = Rule { quorum, tiebreak, discount_correlated, ..rule(Strategy::Rank, seats) };
            for mut number in 0..digits.iter().map(Vec::len).product::<usize>() {
                let outcomes: Vec<Outcome> = digits
                    .iter()
                    .map(|of_seat| {
                        let digit = of_seat[number % of_seat.len()].clone();
                        number /= of_seat.len();
                        digit
                    })
                    .collect();
                let decision = decide(&rule, &voters, &outcomes);
                assert_eq!((&decision.option, decision.effect.filter(|effect| *effect == Effect::Pass)), (&None, None));
                let head = (decision.status, decision.option, decision.effect, decision.reason);
                assert_eq!(head, oracle::head(&rule, &voters, &outcomes), "{rule:#?}\n{outcomes:#?}");
            }
        }
    }
}

/// Every whole ranking of the other seats' answers, one that leaves an answer out, and a failure.
fn rankings_by(voters: &[Voter], own: &Voter) -> Vec<Outcome> {
    let others: Vec<&str> = voters.iter().filter(|other| other.id != own.id).map(|other| other.id.as_str()).collect();
    let mut all: Vec<Vec<&str>> = vec![vec![]];
    for _ in 0..others.len() {
        all = all
            .into_iter()
            .flat_map(|ranking| {
                let left: Vec<&str> = others.iter().copied().filter(|id| !ranking.contains(id)).collect();
                left.into_iter().map(move |id| [ranking.as_slice(), &[id]].concat())
            })
            .collect();
    }
    all.push(others[1..].to_vec());
    all.into_iter().map(|ranking| answered(&ranking)).chain(outcomes("failed")).collect()
}
