//! The judge writes after the count and changes nothing.

use venire::plan::{Command, Plan};
use venire::vote::NonVoteKind;

use super::stage::{Does, Played, Stage, votes};
use super::{SEATS, plan};

fn judged() -> Plan {
    plan(
        Command::Gate,
        &format!(
            "strategy: majority\nquorum: 2\nretry: {{ attempts: 2, backoff: 2s }}\nsynthesis: {{ judge: 'claude:opus' }}\n{SEATS}"
        ),
    )
}

fn played(judge: Does) -> Played {
    let (ship, hold) = ([votes("SHIP")], [votes("HOLD")]);
    Stage::new(&[("a", &ship), ("b", &hold), ("c", &ship), ("judge", &[judge])]).play(judged())
}

#[test]
fn a_judge_that_contradicts_the_count_changes_nothing() {
    let played = played(Does::Says(1, "The panel should have voted HOLD.".to_owned()));
    let synthesis = played.run.synthesis.as_ref().unwrap();
    assert_eq!(synthesis.text.as_deref(), Some("The panel should have voted HOLD."));
    assert_eq!((played.run.decision.option.as_deref(), played.run.exit_status), (Some("SHIP"), 0));
    assert!(played.told().ends_with(&["judge_started".into(), "judge_finished".into(), "run_finished run".into()]));
}

#[test]
fn a_judge_that_fails_is_shown_and_changes_nothing() {
    let played = played(Does::Fails(1, NonVoteKind::Overloaded));
    let failed = played.run.synthesis.as_ref().unwrap().failed.as_ref().unwrap();
    assert_eq!((failed.kind, played.made("judge").len()), (NonVoteKind::Overloaded, 2));
    assert_eq!(played.run.exit_status, 0);
}

#[test]
fn a_judge_sees_no_names_and_an_order_drawn_by_lot() {
    let say = |word: &str| [Does::Says(1, format!("## Verdict {{seal}}\nSHIP - {word}.\n"))];
    let (one, two, three) = (say("alpha"), say("bravo"), say("charlie"));
    let judge = [Does::Says(1, "All agree.".to_owned())];
    let played = Stage::new(&[("a", &one), ("b", &two), ("c", &three), ("judge", &judge)]).play(judged());
    let prompt = &played.made("judge")[0].prompt;
    for name in ["codex", "claude", "gemini"] {
        assert!(!prompt.contains(name), "{name} is in\n{prompt}");
    }
    let place = |word| prompt.find(word).unwrap();
    assert!(place("charlie") < place("bravo") && place("bravo") < place("alpha"), "{prompt}");
}

#[test]
fn a_judge_is_not_asked_after_an_interrupt_and_stops_at_one() {
    let ship = [votes("SHIP")];
    let hangs = [Does::Hangs];
    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &hangs), ("judge", &ship)]).stopped_at(5);
    let played = stage.play(judged());
    assert_eq!((played.made("judge").len(), played.run.exit_status), (0, 130));
    assert_eq!(played.run.synthesis, None);

    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &ship), ("judge", &hangs)]).stopped_at(5);
    let played = stage.play(judged());
    assert_eq!((played.of("c").as_str(), played.run.exit_status, played.run.elapsed_ms), ("SHIP", 130, 15_000));
}

#[test]
fn an_interrupt_between_two_tries_of_the_judge_ends_it() {
    let ship = [votes("SHIP")];
    let mut plan = judged();
    plan.retry.backoff = std::time::Duration::from_secs(60);
    let limited = [Does::Fails(1, NonVoteKind::RateLimited)];
    let stage = Stage::new(&[("a", &ship), ("b", &ship), ("c", &ship), ("judge", &limited)]).stopped_at(5);
    let played = stage.play(plan);
    assert_eq!((played.made("judge").len(), played.run.elapsed_ms, played.run.exit_status), (1, 5000, 130));
}

#[test]
fn a_judge_has_one_time_limit_for_all_its_tries() {
    let ship = [votes("SHIP")];
    let mut plan = judged();
    plan.judge.as_mut().unwrap().timeout = std::time::Duration::from_secs(60);
    let limited = [Does::Fails(59, NonVoteKind::RateLimited)];
    let played = Stage::new(&[("a", &ship), ("b", &ship), ("c", &ship), ("judge", &limited)]).play(plan);
    assert_eq!((played.made("judge").len(), played.run.exit_status), (1, 0));
}

#[test]
fn a_judge_has_nothing_to_write_about_where_nobody_answered() {
    let fails = [Does::Fails(1, NonVoteKind::Crashed)];
    let played = Stage::new(&[("a", &fails), ("b", &fails), ("c", &fails)]).play(judged());
    assert_eq!((played.calls(), played.run.exit_status), (3, 4));
}
