//! Rounds that end when nothing can change any more, or some time after the quorum.

use proptest::prelude::*;
use venire::event::{Event, StopCause, Strength};
use venire::plan::{Command, Plan};

use super::stage::{Does, Stage, votes};
use super::{SEATS, plan, three};

fn says(seconds: u64, option: &str) -> Does {
    Does::Says(seconds, format!("## Verdict {{seal}}\n{option} - as it is.\n"))
}

fn settled(more: &str) -> Plan {
    three(&format!("limits: {{ stop: settled }}\n{more}"))
}

#[test]
fn a_round_ends_when_no_open_seat_could_change_the_result() {
    let stage = Stage::new(&[("a", &[votes("SHIP")]), ("b", &[says(3, "SHIP")]), ("c", &[Does::Hangs])]);
    let played = stage.play(settled(""));
    assert_eq!(["a", "b", "c"].map(|seat| played.of(seat)), ["SHIP", "SHIP", "cut"]);
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Settled), 0));
    assert_eq!(played.run.elapsed_ms, 13_000, "the second vote, and the grace of what was cut");
    let cut = played.seat("c").non_vote.as_ref().unwrap();
    assert!(cut.detail.contains("could not change any more"), "{}", cut.detail);
    let stopping = Event::RunStopping { why: StopCause::Settled };
    assert!(played.events.iter().any(|envelope| envelope.event == stopping));
}

#[test]
fn every_seat_is_waited_for_where_nothing_is_said_or_all_are_asked_for() {
    let stage = || Stage::new(&[("a", &[votes("SHIP")]), ("b", &[votes("SHIP")]), ("c", &[says(60, "HOLD")])]);
    let mut asked_for = settled("");
    asked_for.run_all = true;
    for plan in [three(""), asked_for] {
        let played = stage().play(plan);
        assert_eq!((played.of("c").as_str(), played.run.stopped), ("HOLD", None));
    }
}

#[test]
fn a_vote_that_a_changed_tree_could_void_settles_nothing() {
    let stage = Stage::new(&[("a", &[votes("SHIP")]), ("b", &[votes("SHIP")]), ("c", &[says(60, "HOLD")])]);
    stage.strength.set(Some(Strength::Agent));
    let played = stage.play(settled(""));
    assert_eq!((played.of("c").as_str(), played.run.stopped), ("HOLD", None));
}

#[test]
fn a_seat_that_will_be_asked_again_is_still_open() {
    let limited = Does::Fails(0, venire::vote::NonVoteKind::RateLimited);
    let scripts: [(&str, &[Does]); 3] =
        [("a", &[votes("HOLD")]), ("b", &[limited, votes("SHIP")]), ("c", &[says(20, "SHIP")])];
    let played = Stage::new(&scripts).play(settled("retry: { attempts: 2, backoff: 5s }"));
    assert_eq!((played.of("b").as_str(), played.of("c").as_str(), played.run.exit_status), ("SHIP", "SHIP", 0));
}

#[test]
fn the_judge_still_writes_after_a_round_that_ended_early() {
    let more =
        "strategy: majority\nquorum: 2\nlimits: { stop: settled, budget: 5m }\nsynthesis: { judge: 'claude:opus' }\n";
    let plan = plan(Command::Gate, &format!("{more}{SEATS}"));
    let ship = [votes("SHIP")];
    let judge = [Does::Says(1, "Two agree.".to_owned())];
    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &[Does::Hangs]), ("judge", &judge)]);
    let played = stage.play(plan.clone());
    assert_eq!(played.run.synthesis.as_ref().and_then(|synthesis| synthesis.text.as_deref()), Some("Two agree."));
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Settled), 0));
    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &[Does::Hangs]), ("judge", &[Does::Hangs])]);
    let played = stage.play(plan);
    assert_eq!(played.run.elapsed_ms, 310_000, "the budget holds for the judge as well");
}

#[test]
fn an_interrupt_after_an_early_end_is_an_interrupt() {
    let ship = [votes("SHIP")];
    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &[Does::Hangs])]).stopped_at(5);
    let played = stage.play(settled(""));
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Interrupt), 130));
}

#[test]
fn agents_are_not_asked_where_checks_have_settled_it() {
    let text = format!(
        "strategy: unanimous\nquorum: 2\nlimits: {{ stop: settled }}\n{SEATS}  - {{ id: tests, check: [make], veto: false, counts: true }}\n  - {{ id: lints, check: [make, lint], veto: false, counts: true }}\n"
    );
    let stage = Stage::new(&[("tests", &[Does::Exits(1, 0)]), ("lints", &[Does::Exits(2, 1)])]);
    let played = stage.play(plan(Command::Ask, &text));
    assert_eq!((played.calls(), played.of("a").as_str()), (0, "cut"));
}

#[test]
fn after_the_quorum_the_others_have_their_grace_and_no_more() {
    let scripts: [(&str, &[Does]); 3] =
        [("a", &[votes("SHIP")]), ("b", &[says(10, "SHIP")]), ("c", &[says(35, "SHIP")])];
    let played = Stage::new(&scripts).play(three("limits: { grace: 30s }"));
    assert_eq!((played.of("c").as_str(), played.run.stopped), ("SHIP", None));
    let scripts: [(&str, &[Does]); 3] =
        [("a", &[votes("SHIP")]), ("b", &[says(10, "HOLD")]), ("c", &[says(60, "SHIP")])];
    let played = Stage::new(&scripts).play(three("limits: { grace: 30s }"));
    assert_eq!((played.of("c").as_str(), played.run.stopped), ("cut", Some(StopCause::Grace)));
    assert_eq!((played.run.elapsed_ms, played.run.exit_status), (50_000, 3), "one vote each is no majority");
    assert!(played.seat("c").non_vote.as_ref().unwrap().detail.contains("30s later"));
}

#[test]
fn without_a_quorum_there_is_no_grace() {
    let scripts: [(&str, &[Does]); 3] =
        [("a", &[votes("SHIP")]), ("b", &[says(120, "SHIP")]), ("c", &[says(121, "SHIP")])];
    let played = Stage::new(&scripts).play(three("limits: { grace: 30s }"));
    assert_eq!((played.run.stopped, played.run.elapsed_ms), (None, 121_000));
}

fn step() -> impl Strategy<Value = Does> {
    use venire::vote::NonVoteKind::{Crashed, RateLimited};
    let options = proptest::sample::select(vec!["SHIP", "SHIP", "HOLD", "ABSTAIN"]);
    prop_oneof![
        4 => (1..90_u64, options).prop_map(|(seconds, option)| says(seconds, option)),
        1 => (1..90_u64).prop_map(|seconds| Does::Fails(seconds, Crashed)),
        1 => Just(Does::Fails(1, RateLimited)),
        1 => Just(Does::Says(1, "I would rather not.".to_owned())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_round_that_ended_early_decides_what_the_whole_round_decides(
        scripts in proptest::collection::vec(proptest::collection::vec(step(), 1..3), 5),
        strategy in proptest::sample::select(vec!["majority", "unanimous", "plurality", "supermajority"]),
        kernel in proptest::bool::weighted(0.8),
    ) {
        let ids = ["a", "b", "c", "d", "e"];
        let seats: String = ids.iter().map(|id| format!("  - {{ id: {id}, agent: claude, role: {id} }}\n")).collect();
        let head = |limits: &str| {
            let scripts: Vec<(&str, &[Does])> = ids.iter().zip(&scripts).map(|(id, steps)| (*id, steps.as_slice())).collect();
            let stage = Stage::new(&scripts);
            stage.strength.set(Some(if kernel { Strength::Kernel } else { Strength::Promise }));
            let played = stage.play(plan(Command::Gate, &format!("strategy: {strategy}\n{limits}\nseats:\n{seats}")));
            let run = played.run;
            (run.decision.status, run.decision.option, run.exit_status)
        };
        prop_assert_eq!(head("limits: { stop: settled }"), head(""));
    }
}
