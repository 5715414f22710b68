//! The rounds after the first: a moderator that breaks a tie, and seats that rank each other's answers.

use venire::event::{Event, Round, StopCause};
use venire::plan::{Command, Plan};
use venire::vote::{self, NonVoteKind, Reason, Status};

use super::plan;
use super::stage::{Does, Stage, votes};

/// Two that can tie, and one that breaks it.
const MODERATED: &str = "strategy: majority\nquorum: 2\nsafety_order: [SHIP, HOLD]\nreask: 1\nseats:
  - { id: a, agent: codex }
  - { id: b, agent: claude }
  - { id: chair, agent: gemini, moderator: true }
";

fn moderated(command: Command, more: &str) -> Plan {
    plan(command, &format!("{more}{MODERATED}"))
}

fn tied(chair: Does) -> Stage {
    Stage::new(&[("a", &[votes("SHIP")]), ("b", &[votes("HOLD")]), ("chair", &[chair])])
}

#[test]
fn a_moderator_is_asked_on_a_tie_and_sees_what_both_sides_said() {
    let played = tied(votes("HOLD")).play(moderated(Command::Gate, "tiebreak: [moderator]\n"));
    let decision = &played.run.decision;
    assert_eq!(
        (decision.option.as_deref(), decision.reason, played.run.exit_status),
        (Some("HOLD"), Reason::Moderator, 1)
    );
    assert_eq!(played.of("chair"), "HOLD");
    assert_eq!((decision.quorum.eligible, decision.tally.options[1].ballots), (2, 1), "it counts for nothing else");
    let round = Event::RoundStarted { round: Round::Tiebreak, seats: vec!["chair".to_owned()] };
    assert!(played.events.iter().any(|envelope| envelope.event == round));
    let made = &played.made("chair")[0];
    assert_eq!(made.at, 1, "after the others");
    for part in ["a tie between SHIP and HOLD", "answer A (HOLD)", "answer B (SHIP)", "Is it safe?", "# Your ballot"] {
        assert!(made.prompt.contains(part), "{part}: {}", made.prompt);
    }
    for name in ["codex", "claude", "\"a\"", "\"b\""] {
        assert!(!made.prompt.contains(name), "{name}: {}", made.prompt);
    }
}

#[test]
fn without_a_tie_the_moderator_costs_nothing_and_is_not_missed() {
    let stage = Stage::new(&[("a", &[votes("SHIP")]), ("b", &[votes("SHIP")])]);
    let played = stage.play(moderated(Command::Gate, "tiebreak: [moderator]\n"));
    assert_eq!((played.calls(), played.run.exit_status, played.of("chair").as_str()), (2, 0, "skipped"));
    assert!(played.run.decision.dissent.missing.is_empty());
    assert!(played.run.decision.what_if.is_empty());
}

#[test]
fn only_the_tied_options_are_put_to_the_moderator() {
    let more = "tiebreak: [moderator, human]\noptions: [SHIP, HOLD, { label: REVISE, effect: revise }]\n";
    let text = format!("question: Is it safe?\n{more}{MODERATED}").replace("reask: 1", "reask: 0");
    let plan = super::plan_of(Command::Ask, &text);
    let played = tied(votes("REVISE")).play(plan);
    let prompt = &played.made("chair")[0].prompt;
    assert!(prompt.contains("exactly one of SHIP or HOLD;"), "{prompt}");
    assert_eq!(played.run.decision.reason, Reason::Human, "a third option breaks no tie");
}

#[test]
fn a_moderator_never_opens_a_gate_and_its_failure_never_helps() {
    let gate = |tiebreak: &str, chair| tied(chair).play(moderated(Command::Gate, &format!("tiebreak: {tiebreak}\n")));
    let ask = |tiebreak: &str, chair| tied(chair).play(moderated(Command::Ask, &format!("tiebreak: {tiebreak}\n")));
    let head = |played: &super::stage::Played| {
        let decision = &played.run.decision;
        (decision.status, decision.option.clone(), decision.reason)
    };
    assert_eq!(head(&gate("[moderator]", votes("SHIP"))), (Status::Undecided, None, Reason::Tie));
    assert_eq!(head(&ask("[moderator]", votes("SHIP"))), (Status::Decided, Some("SHIP".to_owned()), Reason::Moderator));
    // Without its HOLD the safety order would say SHIP.
    for chair in [Does::Fails(1, NonVoteKind::Crashed), votes("ABSTAIN"), Does::Says(1, "I can't tell.".to_owned())] {
        assert_eq!(head(&ask("[moderator, safety]", chair.clone())), (Status::Undecided, None, Reason::Open));
        let played = ask("[moderator]", chair);
        assert_eq!(head(&played), (Status::Undecided, None, Reason::Tie));
        assert_eq!(played.run.decision.dissent.missing.len(), 1, "it was asked, and is missed");
    }
    assert_eq!(head(&ask("[moderator, human]", Does::Hangs)), (Status::Escalated, None, Reason::Human));
}

#[test]
fn an_unsealed_moderator_is_asked_once_more() {
    let echo = Does::Says(1, "## Verdict\nHOLD - as the answer said.\n".to_owned());
    let stage = Stage::new(&[("a", &[votes("SHIP")]), ("b", &[votes("HOLD")]), ("chair", &[echo, votes("HOLD")])]);
    let played = stage.play(moderated(Command::Gate, "tiebreak: [moderator]\n"));
    assert_eq!((played.made("chair").len(), played.of("chair").as_str()), (2, "HOLD"));
}

#[test]
fn what_changes_while_the_moderator_reads_costs_its_vote_alone() {
    let stage = tied(votes("HOLD"));
    stage.changes_at.borrow_mut().push((1, "a.txt".to_owned()));
    let played = stage.play(moderated(Command::Gate, "tiebreak: [moderator]\n"));
    assert_eq!(["a", "b", "chair"].map(|seat| played.of(seat)), ["SHIP", "HOLD", "tainted"]);
    assert_eq!(played.run.exit_status, 3);
}

#[test]
fn the_grace_of_one_round_ends_no_later_one() {
    let more = "tiebreak: [moderator]\nlimits: { grace: 5s }\nsynthesis: { judge: 'claude:opus' }\n";
    let hold = |seconds| Does::Says(seconds, "## Verdict {seal}\nHOLD - as it is.\n".to_owned());
    let judge = [Does::Says(20, "They differ.".to_owned())];
    let stage = Stage::new(&[("a", &[votes("SHIP")]), ("b", &[hold(3)]), ("chair", &[hold(20)]), ("judge", &judge)]);
    let text = format!("question: Is it safe?\n{more}{MODERATED}").replace("quorum: 2", "quorum: 1");
    let played = stage.play(super::plan_of(Command::Gate, &text));
    assert_eq!((played.of("chair").as_str(), played.run.stopped), ("HOLD", None));
    assert_eq!(played.run.synthesis.unwrap().text.as_deref(), Some("They differ."));
}

#[test]
fn the_budget_holds_for_every_round() {
    let played = tied(Does::Hangs).play(moderated(Command::Gate, "tiebreak: [moderator]\nlimits: { budget: 30s }\n"));
    assert_eq!((played.of("chair").as_str(), played.run.stopped), ("cut", Some(StopCause::Budget)));
    assert_eq!((played.run.decision.reason, played.run.exit_status), (Reason::Tie, 3));
}

const RANKED: &str = "strategy: rank\nseats:
  - { id: a, agent: codex }
  - { id: b, agent: claude }
  - { id: c, agent: gemini }
";

/// What a seat says first.
fn answer(words: &str) -> Does {
    Does::Says(1, format!("## Verdict {{seal}}\n{words}\n"))
}

/// A ranking by a seat of the panel of three, best first; what it says of the places is its own.
fn ranks(voter: &str, best_first: &[&str]) -> Does {
    let others = ["a", "b", "c"].map(str::to_owned).into_iter().filter(|id| id != voter).collect();
    let shown = vote::order("run", voter, others);
    let letter = |id: &&str| if shown[0] == **id { "Answer A" } else { "Answer B" };
    let list: Vec<String> =
        (1..).zip(best_first).map(|(place, id)| format!("{place}. {} - it is better argued", letter(id))).collect();
    Does::Says(2, format!("## Verdict {{seal}}\n{}\n## Analysis\nOne cites its source.\n", list.join("\n")))
}

fn all_rank() -> [(&'static str, Vec<Does>); 3] {
    [
        ("a", vec![answer("Alpha holds."), ranks("a", &["c", "b"])]),
        ("b", vec![answer("Beta holds."), ranks("b", &["c", "a"])]),
        ("c", vec![answer("Gamma holds."), ranks("c", &["a", "b"])]),
    ]
}

fn play(scripts: &[(&str, Vec<Does>)], more: &str) -> super::stage::Played {
    let scripts: Vec<(&str, &[Does])> = scripts.iter().map(|(seat, steps)| (*seat, steps.as_slice())).collect();
    Stage::new(&scripts).play(super::plan_of(Command::Ask, &format!("question: Why?\n{more}{RANKED}")))
}

#[test]
fn each_seat_ranks_the_answers_of_the_others_and_not_its_own() {
    let played = play(&all_rank(), "");
    let decision = &played.run.decision;
    assert_eq!((decision.status, decision.reason, played.run.exit_status), (Status::Decided, Reason::Rank, 0));
    let board = decision.leaderboard.as_ref().unwrap();
    assert_eq!(board.answers.iter().map(|answer| answer.seat.as_str()).collect::<Vec<_>>(), ["c", "a", "b"]);
    assert_eq!(played.calls(), 6);
    let second = &played.made("a")[1];
    assert!(second.prompt.contains("Beta holds.") && second.prompt.contains("Gamma holds."), "{}", second.prompt);
    assert!(!second.prompt.contains("Alpha") && second.at >= 1, "{}", second.prompt);
    for name in ["claude", "gemini", "\"b\"", "\"c\""] {
        assert!(!second.prompt.contains(name), "{name}: {}", second.prompt);
    }
    let seat = played.seat("a");
    assert_eq!(seat.ballot.as_ref().unwrap().ranking, ["c", "b"]);
    assert_eq!((seat.attempts, seat.ranking.as_ref().unwrap().reading.as_ref().unwrap().call), (2, 2));
    assert!(seat.answer.as_ref().unwrap().contains("Alpha"), "its answer stays its answer");
}

#[test]
fn a_ranking_that_leaves_one_out_is_asked_for_once_more_and_then_void() {
    let mut scripts = all_rank();
    scripts[0].1[1] = ranks("a", &["c"]);
    let played = play(&scripts, "");
    let turn = played.seat("a").ranking.as_ref().unwrap();
    assert_eq!(turn.non_vote.as_ref().map(|missing| missing.kind), Some(NonVoteKind::VoidRanking));
    assert_eq!(played.made("a").len(), 3);
    assert!(played.made("a")[2].prompt.contains("ranks 1 of 2"), "{}", played.made("a")[2].prompt);
    let board = played.run.decision.leaderboard.as_ref().unwrap();
    assert_eq!(board.voters, ["b", "c"]);
    assert_eq!(board.answers.iter().find(|answer| answer.seat == "a").unwrap().ranked_by, 2, "its answer is ranked");
    scripts[0].1.push(ranks("a", &["c", "b"]));
    assert_eq!(play(&scripts, "").run.decision.leaderboard.unwrap().voters, ["a", "b", "c"]);
}

#[test]
fn two_answers_are_not_ranked_and_too_few_rankings_decide_nothing() {
    let mut scripts = all_rank();
    scripts[0].1 = vec![Does::Fails(1, NonVoteKind::Crashed)];
    let played = play(&scripts, "");
    assert_eq!((played.calls(), played.run.exit_status), (3, 3));
    assert_eq!(played.run.decision.reason, Reason::TooFewAnswers);

    let mut scripts = all_rank();
    for (_, steps) in &mut scripts[..2] {
        steps[1] = Does::Fails(1, NonVoteKind::Crashed);
    }
    let played = play(&scripts, "");
    assert_eq!((played.run.decision.reason, played.run.exit_status), (Reason::TooFewRankings, 3));
}

#[test]
fn an_interrupt_while_seats_rank_ends_the_run_and_keeps_the_answers() {
    let mut scripts = all_rank();
    scripts[1].1[1] = Does::Hangs;
    let scripts: Vec<(&str, &[Does])> = scripts.iter().map(|(seat, steps)| (*seat, steps.as_slice())).collect();
    let plan = super::plan_of(Command::Ask, &format!("question: Why?\n{RANKED}"));
    let played = Stage::new(&scripts).stopped_at(10).play(plan);
    assert_eq!((played.run.stopped, played.run.exit_status), (Some(StopCause::Interrupt), 130));
    assert!(played.seat("b").answer.as_ref().unwrap().contains("Beta"));
    let turn = played.seat("b").ranking.as_ref().unwrap();
    assert_eq!(turn.non_vote.as_ref().map(|missing| missing.kind), Some(NonVoteKind::Cancelled));
}

#[test]
fn an_answer_that_floods_is_cut_before_others_have_to_read_it() {
    let mut scripts = all_rank();
    scripts[2].1[0] = answer(&format!("Gamma holds. {}", "for ever and ever ".repeat(60_000)));
    let played = play(&scripts, "");
    let prompt = &played.made("a")[1].prompt;
    assert!(prompt.len() < 300 << 10, "{}", prompt.len());
    assert!(prompt.contains("Gamma holds. for ever") && prompt.contains("more bytes are left out]"));
    assert_eq!(played.run.decision.leaderboard.unwrap().voters, ["a", "b", "c"]);
}
