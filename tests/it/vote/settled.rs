//! Early decisions against their definition: every completion of the open seats, one by one.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use venire::vote::{
    Dealbreakers, Known, NonVoteKind, Outcome, Reason, Rule, Status, Strategy as Rules, Tiebreak, Voter, decide,
    quorum_met, ratio, settled,
};

use super::builders::{agent, check, choice, missing, outcomes, roster, rule, ship_hold_or_revise};

const STRATEGIES: [Rules; 5] =
    [Rules::Unanimous, Rules::Majority, Rules::Supermajority, Rules::Plurality, Rules::Weighted];

/// An option and a status.
type Head = (Status, Option<String>);

/// A seat's outcome so far, and whether it may be tainted; `None` while it is open.
type Seen = Option<(Outcome, bool)>;

fn known(seen: &[Seen]) -> Vec<Known<'_>> {
    let known = seen.iter().map(|seat| match seat {
        Some((outcome, may_be_tainted)) => Known::Final { outcome, may_be_tainted: *may_be_tainted },
        None => Known::Open,
    });
    known.collect()
}

/// Seats as words: a label, `abstained`, `failed` or `open`; `?` after one says that it may be tainted.
fn seen(words: &str) -> Vec<Seen> {
    let seat = |word: &str| {
        let (outcome, may_be_tainted) = word.strip_suffix('?').map_or((word, false), |outcome| (outcome, true));
        (word != "open").then(|| (outcomes(outcome).remove(0), may_be_tainted))
    };
    words.split_whitespace().map(seat).collect()
}

/// All decisions of a panel, by the places that the seats' outcomes have among `ends`. The last of these is
/// a failure, which is what a tainted seat counts as.
struct Decisions {
    ends: Vec<Outcome>,
    heads: Vec<Head>,
}

impl Decisions {
    fn new(rule: &Rule, voters: &[Voter], ends: &[Outcome]) -> Self {
        let count = ends.len().pow(voters.len() as u32);
        let outcomes = |number: usize| -> Vec<Outcome> {
            (0..voters.len()).map(|seat| ends[number / ends.len().pow(seat as u32) % ends.len()].clone()).collect()
        };
        let head = |number| {
            let decision = decide(rule, voters, &outcomes(number));
            (decision.status, decision.option)
        };
        Self { ends: ends.to_vec(), heads: (0..count).map(head).collect() }
    }

    /// Whether all completions have the same head: the definition, word by word.
    fn agree(&self, seen: &[Seen]) -> bool {
        let mut numbers = vec![0];
        for (seat, known) in seen.iter().enumerate() {
            let last = self.ends.len() - 1;
            let digits: Vec<usize> = match known {
                None => (0..=last).collect(),
                Some((outcome, may_be_tainted)) => {
                    let digit = self.ends.iter().position(|end| end == outcome).unwrap();
                    if *may_be_tainted { vec![digit, last] } else { vec![digit] }
                }
            };
            let place = self.ends.len().pow(seat as u32);
            numbers =
                numbers.iter().flat_map(|number| digits.iter().map(move |digit| number + digit * place)).collect();
        }
        numbers.iter().all(|number| self.heads[*number] == self.heads[numbers[0]])
    }
}

fn every(seats: usize, words: &[&str]) -> impl Iterator<Item = Vec<Seen>> {
    let words: Vec<Seen> = words.iter().map(|word| seen(word).remove(0)).collect();
    (0..words.len().pow(seats as u32)).map(move |number| {
        (0..seats).map(|seat| words[number / words.len().pow(seat as u32) % words.len()].clone()).collect()
    })
}

/// Compares what is settled with the definition, in every state that a round of these seats can be in. Where
/// a tiebreak could act, a decision may be called open that is settled, never the other way round. Returns how
/// many states are settled.
fn compare(rule: &Rule, voters: &[Voter], words: &[&str], ends: &str) -> usize {
    let decisions = Decisions::new(rule, voters, &outcomes(ends));
    let mut early = 0;
    for seen in every(voters.len(), words).filter(|seen| seen.iter().any(Option::is_none)) {
        let (is_settled, defined) = (settled(rule, voters, &known(&seen)), decisions.agree(&seen));
        assert!(!is_settled || defined, "settled too early: {rule:#?}\n{voters:#?}\n{seen:#?}");
        assert!(!defined || is_settled || !rule.tiebreak.is_empty(), "not seen: {rule:#?}\n{voters:#?}\n{seen:#?}");
        early += usize::from(is_settled);
    }
    early
}

/// The settings that could matter to a panel of this size.
fn settings(strategy: Rules, seats: usize) -> Vec<Rule> {
    let plain = rule(strategy, seats);
    let mut rules = vec![];
    for discount_correlated in [false, true] {
        for (quorum, min_lineages) in [(1, 0), (plain.quorum, 2)] {
            for (tiebreak, gate) in [(vec![], true), (vec![Tiebreak::Safety], false)] {
                let safety_order = vec!["HOLD".to_owned()];
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

fn compare_all(seats: usize, words: &[&str], ends: &str, rule_of: impl Fn(Rule) -> Option<Rule>) {
    let mut voters = roster(&["x", "x", "y", "z", "x"][..seats]);
    // It counts where weights do.
    voters[seats - 1].weight = ratio(2, 1);
    for veto in [false, true] {
        voters[0].veto = veto;
        for strategy in STRATEGIES {
            let rules = settings(strategy, seats).into_iter().filter_map(&rule_of);
            let early: usize = rules.map(|rule| compare(&rule, &voters, words, ends)).sum();
            assert!(early > 0 || seats == 1, "{strategy:?} of {seats} seats is never settled");
        }
    }
}

#[test]
fn every_state_of_up_to_three_seats() {
    for seats in 1..=3 {
        let words = ["open", "SHIP", "HOLD", "abstained", "failed", "SHIP?", "HOLD?", "abstained?"];
        compare_all(seats, &words, "SHIP HOLD abstained failed", Some);
    }
}

#[test]
fn three_options_of_three_seats_with_dealbreakers() {
    for dealbreakers in [Dealbreakers::Escalate, Dealbreakers::Veto] {
        let words = ["open", "SHIP", "HOLD", "REVISE", "SHIP!", "SHIP?", "HOLD?", "SHIP!?"];
        compare_all(3, &words, "SHIP HOLD REVISE SHIP! HOLD! REVISE! abstained failed", |rule| {
            let plain = !rule.discount_correlated && rule.tiebreak.is_empty();
            plain.then(|| Rule { options: ship_hold_or_revise(), dealbreakers, ..rule })
        });
    }
}

#[test]
fn every_state_of_four_seats_without_abstentions() {
    compare_all(4, &["open", "SHIP", "HOLD", "failed", "SHIP?", "HOLD?"], "SHIP HOLD failed", |rule| {
        (rule.min_lineages > 0).then_some(rule)
    });
}

#[test]
fn every_state_of_five_seats_but_of_failures() {
    compare_all(5, &["open", "SHIP", "HOLD", "SHIP?"], "SHIP HOLD failed", |rule| {
        (rule.discount_correlated && rule.tiebreak.is_empty()).then_some(rule)
    });
}

#[test]
fn three_options_of_four_seats() {
    compare_all(4, &["open", "SHIP", "HOLD", "REVISE", "HOLD?"], "SHIP HOLD REVISE failed", |rule| {
        (rule.min_lineages == 0).then(|| Rule { options: ship_hold_or_revise(), ..rule })
    });
}

fn is_settled(strategy: Rules, words: &str) -> bool {
    let seen = seen(words);
    settled(&rule(strategy, seen.len()), &roster(&["a", "b", "c", "d", "e"][..seen.len()]), &known(&seen))
}

#[test]
fn a_majority_is_settled_when_nobody_can_take_it_away() {
    assert!(is_settled(Rules::Majority, "SHIP SHIP SHIP open open"));
    assert!(!is_settled(Rules::Majority, "SHIP SHIP open open open"));
    assert!(is_settled(Rules::Majority, "SHIP HOLD abstained failed open"), "no option can reach it any more");
    assert!(is_settled(Rules::Majority, "failed failed failed open open"), "the quorum can't be met any more");
    assert!(!is_settled(Rules::Majority, "SHIP SHIP SHIP? open open"), "a vote that may be void is none yet");
    assert!(is_settled(Rules::Unanimous, "SHIP HOLD SHIP open"));
    assert!(!is_settled(Rules::Plurality, "HOLD HOLD SHIP open"));
    assert!(is_settled(Rules::Plurality, "HOLD HOLD SHIP failed"), "nothing is open");
    assert!(!is_settled(Rules::AllVoices, "prose prose prose open"), "each voice is heard");
}

#[test]
fn a_veto_is_settled_unless_a_safer_one_may_follow() {
    let mut voters = roster(&["a", "b", "c"]);
    voters[0].veto = true;
    let rule = Rule { options: ship_hold_or_revise(), safety_order: vec!["HOLD".into()], ..rule(Rules::Majority, 3) };
    assert!(settled(&rule, &voters, &known(&seen("HOLD open open"))));
    assert!(!settled(&rule, &voters, &known(&seen("open SHIP SHIP"))), "the seat with the veto is open");
    voters[1].veto = true;
    assert!(settled(&rule, &voters, &known(&seen("HOLD open open"))), "none is safer than HOLD");
    assert!(!settled(&rule, &voters, &known(&seen("REVISE open open"))));
}

/// No ballot stops anything where the options have no effects; a dealbreaker still does.
#[test]
fn a_dealbreaker_that_may_come_leaves_it_open() {
    let mut voters = roster(&["a", "b", "c"]);
    voters[0].veto = true;
    let options = vec![choice("GO", None), choice("WAIT", None)];
    let settled_with = |dealbreakers| {
        let rule = Rule { options: options.clone(), dealbreakers, ..rule(Rules::Majority, 3) };
        settled(&rule, &voters, &known(&seen("open GO GO")))
    };
    let acts = [Dealbreakers::Report, Dealbreakers::Escalate, Dealbreakers::Veto];
    assert_eq!(acts.map(settled_with), [true, false, false]);
}

#[test]
fn it_is_open_where_the_votes_for_one_option_could_be_the_only_valid_ones() {
    let plurality = Rule { options: ship_hold_or_revise(), quorum: 1, ..rule(Rules::Plurality, 5) };
    let is_settled = |words| settled(&plurality, &roster(&["a", "b", "c", "d", "e"]), &known(&seen(words)));
    assert!(!is_settled("HOLD HOLD? HOLD? REVISE? REVISE?"), "HOLD by 3 to 2, by 1 to 0, or REVISE by 2 to 1");
    assert!(is_settled("HOLD HOLD HOLD REVISE? REVISE?"));
}

/// Of thirteen seats six failed, so that no option reaches a majority: nothing but a tie can decide.
#[test]
fn a_tie_that_may_come_leaves_it_open_and_one_that_can_not_does_not() {
    let voters = roster(&["x"; 13]);
    let plain = Rule { quorum: 1, gate: false, ..rule(Rules::Majority, 13) };
    let tiebreak = Rule { tiebreak: vec![Tiebreak::Safety], ..plain.clone() };
    for (words, could_tie) in [
        ("HOLD HOLD HOLD SHIP SHIP open open", true),
        ("HOLD HOLD HOLD SHIP open open open", true),
        ("HOLD HOLD HOLD SHIP SHIP? open failed", true),
        ("HOLD HOLD? HOLD? SHIP SHIP failed failed", true),
        ("HOLD HOLD HOLD HOLD SHIP open open", false),
        ("HOLD HOLD HOLD SHIP? SHIP? failed failed", false),
    ] {
        let seen = seen(&format!("{words} failed failed failed failed failed failed"));
        assert!(settled(&plain, &voters, &known(&seen)), "{words}");
        assert_eq!(settled(&tiebreak, &voters, &known(&seen)), !could_tie, "{words}");
    }
}

#[test]
fn the_quorum_is_met_by_what_is_final() {
    let (rule, voters) = (rule(Rules::Majority, 3), roster(&["a", "b", "c"]));
    let met = |words: &str| quorum_met(&rule, &voters, &known(&seen(words)));
    assert_eq!(["SHIP open open", "SHIP abstained open", "SHIP failed open"].map(met), [false, true, false]);
}

fn any_rule(seats: usize) -> impl Strategy<Value = Rule> {
    let dealbreakers = vec![Dealbreakers::Report, Dealbreakers::Escalate, Dealbreakers::Veto];
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (select(STRATEGIES.to_vec()), 1..=seats, 0..=2_usize, select(dealbreakers), switches).prop_map(
        move |(strategy, quorum, min_lineages, dealbreakers, (ties, discount_correlated, gate, three))| Rule {
            options: if three { ship_hold_or_revise() } else { rule(strategy, seats).options },
            quorum,
            min_lineages,
            dealbreakers,
            discount_correlated,
            gate,
            tiebreak: if ties { vec![Tiebreak::Safety] } else { vec![] },
            ..rule(strategy, seats)
        },
    )
}

fn any_voters(seats: usize) -> impl Strategy<Value = Vec<Voter>> {
    let voter = (select(vec!["x", "y", "z"]), prop::bool::weighted(0.1), prop::bool::weighted(0.1), 0..12_u8);
    vec(voter, seats).prop_map(|voters| {
        let voter = |(id, (lineage, veto, advisory, kind))| match kind {
            0 => check(&format!("{id}")),
            _ => Voter {
                veto,
                advisory: advisory && !veto,
                weight: ratio(1 + i64::from(kind % 3), 1),
                ..agent(&format!("{id}"), lineage)
            },
        };
        voters.into_iter().enumerate().map(voter).collect()
    })
}

/// A round in which most have voted alike, so that much is settled.
fn any_round(seats: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = (Rule, Vec<Voter>, Vec<Seen>)> {
    seats.prop_flat_map(|seats| {
        let words = vec!["SHIP", "SHIP", "SHIP", "HOLD", "REVISE", "SHIP!", "abstained", "failed", "passed"];
        let state = (select(words), prop::bool::weighted(0.1), prop::bool::weighted(0.25));
        let state =
            state.prop_map(|(word, may_be_tainted, open)| (!open).then(|| (outcomes(word).remove(0), may_be_tainted)));
        (any_rule(seats), any_voters(seats), vec(state, seats))
    })
}

fn completed(seen: &[Seen], ends: &[Outcome], voided: &[bool]) -> Vec<Outcome> {
    let seats = seen.iter().zip(ends).zip(voided);
    let end = |((seat, end), voided): ((&Seen, &Outcome), &bool)| match seat {
        None => end.clone(),
        Some((_, true)) if *voided => missing(NonVoteKind::Tainted),
        Some((outcome, _)) => outcome.clone(),
    };
    seats.map(end).collect()
}

fn any_end() -> impl Strategy<Value = Outcome> {
    let words = vec!["SHIP", "SHIP", "HOLD", "HOLD", "REVISE", "SHIP!", "HOLD!", "abstained", "failed", "passed"];
    select(words).prop_map(|word| outcomes(word).remove(0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_early_decision_is_the_one_that_every_completion_comes_to(
        (rule, voters, seen) in any_round(6..=40),
        all in vec((vec(any_end(), 40), vec(any::<bool>(), 40)), 12),
    ) {
        if settled(&rule, &voters, &known(&seen)) {
            let cut = vec![missing(NonVoteKind::Cut); 40];
            let head = |outcomes: &[Outcome]| {
                let decision = decide(&rule, &voters, outcomes);
                (decision.status, decision.option)
            };
            let early = head(&completed(&seen, &cut, &[false; 40]));
            for (ends, voided) in &all {
                let outcomes = completed(&seen, ends, voided);
                let shown = || voters.iter().zip(&seen).zip(&outcomes).map(|((voter, seen), outcome)| {
                    let word = |outcome: &Outcome| match outcome {
                        Outcome::Ballot(ballot) => format!("{}{}", ballot.option.as_deref().unwrap_or(""), if ballot.dealbreaker { "!" } else { "" }),
                        Outcome::NonVote(non_vote) => non_vote.kind.word(),
                        Outcome::Passed => "passed".to_owned(),
                    };
                    let seen = seen.as_ref().map_or("open".to_owned(), |(outcome, may)| format!("{}{}", word(outcome), if *may { "?" } else { "" }));
                    format!("{} {:?} veto {} advisory {} counts {}: {seen} -> {}\n", voter.id, voter.lineage, voter.veto, voter.advisory, voter.counts, word(outcome))
                }).collect::<String>();
                prop_assert_eq!(&head(&outcomes), &early, "{:?} quorum {} lineages {} {:?} ties {:?} discount {} options {}\n{}", rule.strategy, rule.quorum, rule.min_lineages, rule.dealbreakers, rule.tiebreak, rule.discount_correlated, rule.options.len(), shown());
            }
        }
    }
}

/// The generators reach what they are for, and a great panel is no burden.
#[test]
fn rounds_of_512_seats_are_settled_when_their_majority_is_there() {
    let voters: Vec<Voter> = (0..512).map(|seat| agent(&format!("s{seat}"), ["x", "y", "z"][seat % 3])).collect();
    let rule = Rule { min_lineages: 3, ..rule(Rules::Majority, 512) };
    let mut seen: Vec<Seen> = vec![None; 512];
    let mut first = None;
    for seat in 0..512 {
        seen[seat] = Some((outcomes("SHIP").remove(0), false));
        if first.is_none() && settled(&rule, &voters, &known(&seen)) {
            first = Some(seat + 1);
        }
    }
    assert_eq!(first, Some(257));
    let decision = decide(&rule, &voters, &completed(&seen, &vec![missing(NonVoteKind::Cut); 512], &[false; 512]));
    assert_eq!(decision.reason, Reason::Majority);
}

/// The generators reach what they are for: without early decisions the property would hold for want of cases.
#[test]
fn early_decisions_are_among_the_rounds_that_are_tried() {
    let mut runner = TestRunner::deterministic();
    let rounds = (0..400).map(|_| any_round(6..=40).new_tree(&mut runner).unwrap().current());
    let early =
        rounds.filter(|(rule, voters, seen)| seen.iter().any(Option::is_none) && settled(rule, voters, &known(seen)));
    let early = early.count();
    assert!(early >= 20, "only {early} of 400");
}
