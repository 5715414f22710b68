//! Runs that end before every seat has answered.

use venire::engine::StopRequest;
use venire::event::StopCause;

use super::stage::{Does, Stage, votes};
use super::three;

/// Two seats answer after a second, the third never does.
fn stage() -> Stage {
    let script = [votes("SHIP")];
    Stage::new(&[("a", &script), ("b", &script), ("c", &[Does::Hangs])])
}

#[test]
fn a_spent_budget_harvests_what_was_answered_and_cuts_the_rest() {
    let played = stage().play(three("limits: { budget: 2m }"));
    assert_eq!(["a", "b", "c"].map(|seat| played.of(seat)), ["SHIP", "SHIP", "cut"]);
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Budget), 0));
    assert_eq!(played.run.elapsed_ms, 130_000, "the budget, and the grace of what was cut");
}

#[test]
fn a_seat_that_waits_for_its_place_or_its_next_try_is_cut_with_the_rest() {
    let limited = Does::Fails(0, venire::vote::NonVoteKind::RateLimited);
    let plan = three("limits: { budget: 2m, concurrency: 2 }\nretry: { attempts: 2, backoff: 3m }");
    let stage = Stage::new(&[("a", &[limited]), ("b", &[Does::Hangs]), ("c", &[votes("SHIP")])]);
    let played = stage.play(plan);
    assert_eq!(["a", "b", "c"].map(|seat| played.of(seat)), ["rate_limited", "cut", "cut"]);
    assert_eq!((played.calls(), played.run.exit_status), (2, 4));
}

#[test]
fn an_interrupt_keeps_what_was_answered_and_is_no_pass() {
    let played = stage().stopped_at(60).play(three(""));
    assert_eq!(["a", "b", "c"].map(|seat| played.of(seat)), ["SHIP", "SHIP", "cancelled"]);
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Interrupt), 130));
    assert_eq!(played.run.elapsed_ms, 70_000, "the grace is waited for");
}

#[test]
fn a_second_interrupt_waits_for_no_grace() {
    let played = stage().stopped_at(60).stopped_at(61).play(three(""));
    assert_eq!((played.run.elapsed_ms, played.run.exit_status), (61_000, 130));
    let stage = stage();
    stage.stops.borrow_mut().extend([(60, StopRequest::Terminate), (61, StopRequest::Terminate)]);
    let played = stage.play(three(""));
    assert_eq!((played.run.elapsed_ms, played.run.exit_status), (61_000, 143));
}

#[test]
fn an_interrupt_after_the_budget_is_still_an_interrupt() {
    let played = stage().stopped_at(125).play(three("limits: { budget: 2m }"));
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Interrupt), 130));
}

#[test]
fn advice_does_not_hide_an_interrupt() {
    let mut plan = three("");
    plan.advisory = true;
    assert_eq!(stage().stopped_at(60).play(plan.clone()).run.exit_status, 130);
    let hold = [votes("HOLD")];
    assert_eq!(Stage::new(&[("a", &hold), ("b", &hold), ("c", &hold)]).play(plan).run.exit_status, 0);
}

#[test]
fn a_run_that_ends_while_checks_run_asks_no_agent() {
    let checked = |limits: &str| {
        super::plan(
            venire::plan::Command::Gate,
            &format!("strategy: majority\nquorum: 2\n{limits}\n{}  - {{ id: tests, check: [make] }}\n", super::SEATS),
        )
    };
    let stage = || {
        let ship = [votes("SHIP")];
        Stage::new(&[("a", &ship), ("b", &ship), ("c", &ship), ("tests", &[Does::Exits(300, 0)])])
    };
    let spent = stage().play(checked("limits: { budget: 1m }"));
    assert_eq!((spent.calls(), spent.of("tests").as_str(), spent.of("a").as_str()), (0, "cut", "cut"));
    assert_eq!((spent.run.stopped, spent.run.exit_status), (Some(StopCause::Budget), 4));
    let interrupted = stage().stopped_at(5).play(checked(""));
    assert_eq!((interrupted.calls(), interrupted.of("b").as_str()), (0, "cancelled"));
    assert_eq!(interrupted.run.exit_status, 130);
    let introduced =
        interrupted.events.iter().filter(|told| matches!(told.event, venire::event::Event::SeatFinished(_)));
    assert_eq!(introduced.count(), 4, "each seat has its end, whether it was asked or not");
}

#[test]
fn a_budget_that_is_spent_while_the_judge_writes_changes_no_decision() {
    let ship = [votes("SHIP")];
    let plan = super::plan(
        venire::plan::Command::Gate,
        &format!(
            "strategy: majority\nquorum: 2\nlimits: {{ budget: 1m }}\nsynthesis: {{ judge: 'claude:opus' }}\n{}",
            super::SEATS
        ),
    );
    let played = Stage::new(&[("a", &ship), ("b", &ship), ("c", &ship), ("judge", &[Does::Hangs])]).play(plan);
    assert!(played.run.synthesis.as_ref().is_some_and(|synthesis| synthesis.failed.is_some()));
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Budget), 0));
}
