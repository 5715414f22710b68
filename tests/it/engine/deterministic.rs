//! Checks, rubric seats, and seats that nobody holds.

use venire::event::StopCause;
use venire::plan::{Command, Work};
use venire::vote::{NonVote, NonVoteKind};

use super::stage::{Does, Played, Stage, votes};
use super::{SEATS, plan, three};

/// Three agents that vote SHIP, and a check that ends with a status.
fn checked(status: i32, options: &str, run_all: bool) -> Played {
    let mut plan = plan(
        Command::Gate,
        &format!("strategy: majority\nquorum: 2\n{SEATS}  - {{ id: tests, check: [cargo, test]{options} }}\n"),
    );
    plan.run_all = run_all;
    let script = [votes("SHIP")];
    Stage::new(&[("a", &script), ("b", &script), ("c", &script), ("tests", &[Does::Exits(5, status)])]).play(plan)
}

#[test]
fn a_failing_veto_check_ends_the_run_before_any_agent_is_asked() {
    let played = checked(1, "", false);
    assert_eq!((played.calls(), played.of("tests").as_str(), played.of("a").as_str()), (0, "HOLD", "cut"));
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::CheckFailed), 1));
    let remedy = played.seat("a").non_vote.as_ref().unwrap().remedy.clone();
    assert!(remedy.is_some_and(|remedy| remedy.contains("--run-all")));
}

#[test]
fn the_agents_are_asked_all_the_same_on_request_and_the_veto_stands() {
    let played = checked(1, "", true);
    assert_eq!((played.calls(), played.run.exit_status, played.run.stopped), (3, 1, None));
}

#[test]
fn a_failing_check_without_a_veto_ends_nothing() {
    let played = checked(1, ", veto: false", false);
    assert_eq!((played.calls(), played.run.stopped), (3, None));
}

#[test]
fn a_check_that_passes_is_no_vote() {
    let played = checked(0, "", false);
    assert_eq!((played.of("tests").as_str(), played.run.exit_status), ("passed", 0));
    assert_eq!(played.run.decision.quorum.answered, 3);
}

#[test]
fn a_veto_check_that_could_not_end_leaves_no_pass() {
    let played = checked(0, ", timeout: 1s", false);
    assert_eq!(played.of("tests"), "timed_out");
    assert!(played.run.exit_status != 0, "{}", played.run.exit_status);
}

#[test]
fn a_rubric_seat_votes_by_what_is_there() {
    let text =
        "strategy: unanimous\nseats:\n  - { id: paper, rubric_check: { requires: [timeline, impact] } }\n  - codex\n";
    let mut plan = plan(Command::Ask, text);
    let played = Stage::new(&[("codex", &[votes("SHIP")])]).play(plan.clone());
    let paper = played.seat("paper").ballot.as_ref().unwrap();
    assert_eq!(paper.option.as_deref(), Some("HOLD"));
    assert!(paper.risks[0].contains("timeline, impact"), "{:?}", paper.risks);
    plan.seats[0].work = Work::Rubric { missing: vec![] };
    let played = Stage::new(&[("codex", &[votes("SHIP")])]).play(plan);
    assert_eq!((played.of("paper").as_str(), played.calls()), ("SHIP", 1));
}

#[test]
fn a_skipped_seat_stays_in_the_count() {
    let mut plan = three("");
    for seat in &mut plan.seats[1..] {
        seat.work = Work::Skipped(NonVote::new(NonVoteKind::Skipped, "not installed"));
    }
    let played = Stage::new(&[("a", &[votes("SHIP")])]).play(plan);
    assert_eq!((played.run.decision.quorum.eligible, played.run.decision.quorum.answered), (3, 1));
    assert_eq!((played.of("b").as_str(), played.run.exit_status), ("skipped", 4));
}
