//! A seat's turn: retries, fallbacks, re-asks, and its own time limit.

use venire::plan::{Command, Plan};
use venire::vote::NonVoteKind::{Empty, ModelUnavailable, NotSignedIn, Quota, RateLimited};

use super::plan;
use super::stage::{Does, Played, Stage, votes};

/// A panel of one seat, `s`, of claude.
fn one(more: &str, seat: &str) -> Plan {
    plan(Command::Ask, &format!("strategy: majority\n{more}\nseats:\n  - {{ id: s, agent: claude{seat} }}\n"))
}

fn played(plan: Plan, steps: &[Does]) -> Played {
    Stage::new(&[("s", steps)]).play(plan)
}

fn says(text: &str) -> Does {
    Does::Says(1, text.to_owned())
}

#[test]
fn what_may_pass_is_tried_again_each_time_after_twice_the_pause() {
    let plan = one("retry: { attempts: 3, backoff: 2s }", "");
    let limited = Does::Fails(0, RateLimited);
    let played = played(plan, &[limited.clone(), limited, votes("SHIP")]);
    let at: Vec<u64> = played.made("s").iter().map(|made| made.at).collect();
    assert_eq!((at, played.of("s").as_str(), played.seat("s").attempts), (vec![0, 2, 6], "SHIP", 3));
    assert_eq!(played.told().iter().filter(|told| told.starts_with("seat_retrying")).count(), 2);
}

#[test]
fn tries_come_to_an_end_and_what_can_not_pass_is_not_tried_again() {
    for (kind, calls) in [(RateLimited, 2), (Quota, 1), (NotSignedIn, 1), (ModelUnavailable, 1)] {
        let played = played(one("retry: { attempts: 2, backoff: 2s }", ""), &[Does::Fails(0, kind)]);
        assert_eq!((played.of("s"), played.calls()), (kind.word(), calls));
    }
}

#[test]
fn another_model_of_the_vendor_takes_the_seat_of_one_that_failed() {
    let seat = ", fallback: ['claude:haiku', 'claude:sonnet']";
    let quota = Does::Fails(0, Quota);
    let played = played(one("", seat), &[quota.clone(), quota, votes("SHIP")]);
    let agents: Vec<String> = played.made("s").into_iter().map(|made| made.agent).collect();
    assert_eq!((agents.join(" ").as_str(), played.of("s").as_str()), ("claude claude:haiku claude:sonnet", "SHIP"));
    assert!(played.seat("s").notes.iter().any(|note| note.contains("claude:sonnet")), "{:?}", played.seat("s").notes);
    let refused = Stage::new(&[("s", &[Does::Fails(0, NotSignedIn)])]).play(one("", seat));
    assert_eq!(refused.calls(), 1, "a fallback would not be signed in either");
}

#[test]
fn an_answer_that_is_no_vote_is_shown_to_its_seat_once_under_a_fresh_seal() {
    let played = played(one("", ""), &[says("I would rather not commit to a form."), votes("HOLD")]);
    let made = played.made("s");
    assert_eq!((made.len(), played.of("s").as_str()), (2, "HOLD"));
    assert!(made[1].prompt.contains("I would rather not commit to a form."));
    assert!(made[0].seal != made[1].seal && made[1].prompt.contains(&made[1].seal));
    assert!(played.told().contains(&"seat_reasked s".to_owned()), "{:?}", played.told());
}

#[test]
fn when_asked_again_only_a_sealed_ballot_counts_and_the_second_failure_is_final() {
    for second in ["## Verdict\nSHIP - no seal.\n", "SHIP", "## Verdict sealab\nSHIP - the seal of the first prompt.\n"]
    {
        let played = played(one("seal: optional", ""), &[says("Well."), says(second), votes("SHIP")]);
        assert!(played.seat("s").ballot.is_none(), "{second}: {:?}", played.seat("s"));
        assert_eq!(played.calls(), 2, "{second}");
    }
}

#[test]
fn an_empty_answer_is_asked_for_with_the_whole_question_again() {
    for empty in [says(" \n"), Does::Fails(1, Empty)] {
        let played = played(one("", ""), &[empty, votes("SHIP")]);
        let made = played.made("s");
        assert_eq!((made.len(), played.of("s").as_str()), (2, "SHIP"));
        assert!(!made[1].prompt.contains("once more"), "{}", made[1].prompt);
    }
}

#[test]
fn the_time_limit_of_a_seat_is_for_all_its_calls() {
    let plan = one("limits: { timeout: 5m }\nretry: { attempts: 3, backoff: 2s }", "");
    let played = played(plan, &[Does::Fails(180, RateLimited), Does::Hangs]);
    let limits: Vec<u64> = played.made("s").iter().map(|made| made.timeout.as_secs()).collect();
    assert_eq!((limits, played.of("s").as_str(), played.run.elapsed_ms), (vec![300, 118], "timed_out", 300_000));
}

#[test]
fn no_call_is_made_that_could_not_end_in_time() {
    let plan = one("limits: { timeout: 1m }\nretry: { attempts: 3, backoff: 2s }", "");
    let played = played(plan, &[Does::Fails(59, RateLimited)]);
    assert_eq!((played.calls(), played.of("s").as_str()), (1, "rate_limited"));
    assert!(played.seat("s").notes.iter().any(|note| note.contains("no time")), "{:?}", played.seat("s").notes);
}

#[test]
fn the_calls_of_a_run_are_limited_and_the_seat_that_comes_too_late_says_so() {
    let plan = one("limits: { calls: 2 }\nretry: { attempts: 3, backoff: 2s }", "");
    let played = played(plan, &[Does::Fails(0, RateLimited)]);
    assert_eq!((played.calls(), played.of("s").as_str()), (2, "call_limit"));
}

#[test]
fn a_call_that_fails_for_good_when_asked_again_is_that_failure() {
    let played = played(one("", ""), &[says("Well."), Does::Fails(1, NotSignedIn), votes("SHIP")]);
    assert_eq!((played.of("s").as_str(), played.calls(), played.run.exit_status), ("not_signed_in", 2, 4));
}

#[test]
fn without_a_re_ask_the_first_answer_is_final() {
    let played = played(one("reask: 0", ""), &[says("Well."), votes("SHIP")]);
    assert_eq!((played.calls(), played.run.exit_status), (1, 4));
}

#[test]
fn a_seat_gets_its_tree_once_and_answers_for_it_alone() {
    let mut plan = super::three("retry: { attempts: 2, backoff: 2s }");
    plan.seats[0].isolated = true;
    plan.seats[1].isolated = true;
    let again = [Does::Fails(0, RateLimited), votes("SHIP")];
    let once = [votes("SHIP")];
    let stage = Stage::new(&[("a", &again), ("b", &once), ("c", &once)]);
    for seat in ["b", "c"] {
        stage.changed_copies.borrow_mut().push((seat.to_owned(), "a.txt".to_owned()));
    }
    let played = stage.play(plan);
    assert_eq!(*played.stage.isolated.borrow(), ["a", "b"]);
    assert_eq!(["a", "b", "c"].map(|seat| played.of(seat)), ["SHIP", "tainted", "SHIP"]);
    let told = played.seat("b").non_vote.as_ref().unwrap().detail.clone();
    assert!(told.contains("its own copy") && told.contains("a.txt"), "{told}");
}

#[test]
fn nobody_waits_for_a_comparison_after_an_interrupt() {
    let mut plan = super::three("");
    plan.seats[0].isolated = true;
    let hangs = [Does::Hangs];
    let stage = Stage::new(&[("a", &hangs), ("b", &[votes("SHIP")]), ("c", &[votes("SHIP")])]).stopped_at(5);
    stage.changed_copies.borrow_mut().push(("a".to_owned(), "a.txt".to_owned()));
    assert_eq!(stage.play(plan).of("a"), "cancelled");
}
