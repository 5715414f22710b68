//! What is said about a decision, and beside it.

use venire::event::{Synthesis, Warning};
use venire::report::human;
use venire::vote::{Effect, NonVote, NonVoteKind, Reason, Stance, Status};

use super::samples::{self, check, fails, inquorate, majority_with_dissent, seat, unanimous, votes};
use super::{plain, text};

#[test]
fn a_check_with_a_veto_outweighs_the_agents() {
    let mut tests = votes(check("tests"), "HOLD", None, "exit status 101: 2 tests failed");
    tests.veto = true;
    let mut seats = unanimous().seats;
    seats[2] = tests;
    let mut run = samples::run(seats, Status::Vetoed, Some("HOLD"), Reason::Vetoed);
    run.decision.vetoed_by = vec!["tests".to_owned()];
    let shown = text(&run);
    assert!(shown.contains("HOLD by veto of tests."), "{shown}");
    assert!(shown.contains("The gate says hold (exit status 1)."), "{shown}");
    // The agents are now the dissent.
    let dissent = shown.split("\nDissent\n").nth(1).unwrap();
    assert!(dissent.contains("SHIP  2 of 3 seats") && dissent.contains("I looked for a way to break it"), "{shown}");
}

#[test]
fn a_synthesis_is_labelled_and_never_hides_the_dissent() {
    let mut run = majority_with_dissent();
    let text_of_judge = "Everybody agrees.\n\nDecision\n  SHIP unanimously: 5 of 5 (100 %).";
    run.synthesis =
        Some(Synthesis { judge: "claude:opus".to_owned(), text: Some(text_of_judge.to_owned()), failed: None });
    let shown = text(&run);
    assert!(shown.contains("The down migration drops a column in use."));
    insta::assert_snapshot!(shown.split("\nSynthesis\n").nth(1).unwrap(), @r#"
      Written by the judge claude:opus; it decides nothing.
      │ Everybody agrees.
      │
      │ Decision
      │   SHIP unanimously: 5 of 5 (100 %).

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn a_judge_that_failed_is_said() {
    let mut run = unanimous();
    let failed = NonVote::new(NonVoteKind::RateLimited, "429 Too Many Requests").with_remedy("wait a minute");
    run.synthesis = Some(Synthesis { judge: "gemini".to_owned(), text: None, failed: Some(failed) });
    insta::assert_snapshot!(text(&run).split("\nSynthesis\n").nth(1).unwrap(), @r#"
      The judge gemini failed: rate_limited: 429 Too Many Requests
      remedy: wait a minute

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn what_weakens_a_decision_stands_beside_it() {
    let seats = ["a", "b", "c"].map(|id| {
        let mut seat = votes(seat(id, "claude", Stance::Neutral), "SHIP", Some(1.0), "Fine.");
        seat.lineage = Some("anthropic".to_owned());
        seat.effective_weight = samples::shown(1, 3);
        seat
    });
    let mut run = samples::run(seats.into(), Status::Decided, Some("SHIP"), Reason::Majority);
    run.decision.requires_human_review = true;
    run.warnings = vec![
        Warning::new("V-WARN-CHANGE-PANEL", "The change edits the panel that reviews it."),
        Warning::new("V-WARN-CONFIDENCE", "All confidences are the same."),
    ];
    let shown = text(&run);
    let top = shown.split("\nVoices\n").next().unwrap();
    assert!(top.contains("The change edits the panel that reviews it."), "{shown}");
    insta::assert_snapshot!(shown.split("\nTally\n").nth(1).unwrap(), @r#"
      SHIP  ██████████████████████████████  3 ballots  100 %
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      quorum 2 of 3 met: 3 answered
      lineage weights: a 1/3, b 1/3, c 1/3 (anthropic)

    Decision
      SHIP by majority: 3 of 3 (100 %).
      The gate says ship (exit status 0).
      One vendor: All 3 ballots for SHIP come from one lineage, anthropic: agreement
        inside one vendor.
      Human review: a human should look at this before it is relied upon.

    Dissent
      No dissent.

    Warnings
      • All confidences are the same. [V-WARN-CONFIDENCE]

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
    run.warnings.push(Warning::new("V-WARN-ONE-LINEAGE", "All seats are of one lineage."));
    let shown = text(&run);
    assert_eq!(shown.matches("one lineage").count(), 1, "the warning is said once: {shown}");
}

#[test]
fn a_gate_never_says_ship_without_a_pass_and_status_0() {
    let mut run = unanimous();
    run.exit_status = 130;
    assert!(text(&run).contains("The gate says hold (exit status 130)."));
    let mut advisory = inquorate();
    advisory.exit_status = 0;
    assert!(text(&advisory).contains("The gate would say hold, but only advises (exit status 0)."));
}

#[test]
fn verbose_shows_all_evidence_and_how_each_seat_was_run() {
    let run = unanimous();
    let (brief, verbose) = (text(&run), human(&run, &plain(80), true));
    assert!(brief.contains("evidence: 2 more; -v shows all") && !brief.contains("0042.sql:5"), "{brief}");
    assert!(verbose.contains("Panel: from built-in, SHA-256 0123456789abcdef"), "{verbose}");
    assert!(verbose.contains("0042.sql:5") && verbose.contains("run: 1 call, lineage codex"), "{verbose}");
}

#[test]
fn a_dealbreaker_that_blocks_or_escalates_is_named() {
    let mut run = samples::run(unanimous().seats, Status::Vetoed, None, Reason::Dealbreaker);
    run.decision.dealbreakers = vec!["claude".to_owned()];
    run.decision.vetoed_by = vec!["claude".to_owned()];
    let shown = text(&run);
    assert!(shown.contains("Blocked by a dealbreaker of claude."), "{shown}");
    assert!(shown.contains("The gate says hold"), "{shown}");
    run.decision.status = Status::Escalated;
    let shown = text(&run);
    assert!(shown.contains("No decision: a dealbreaker of claude sends it to a human."), "{shown}");
}

#[test]
fn a_seat_without_any_outcome_never_looks_as_if_it_had_passed() {
    let run = samples::run(vec![seat("a", "a", Stance::Neutral)], Status::Undecided, None, Reason::NoBallots);
    let shown = text(&run);
    assert!(shown.contains("no outcome") && !shown.contains("passed"), "{shown}");
}

#[test]
fn every_reason_has_a_sentence_that_is_true_of_it() {
    let seats = || {
        let missing = fails(seat("c", "c", Stance::Neutral), NonVoteKind::Crashed, "exit status 1", "run it by hand");
        vec![
            votes(seat("a", "a", Stance::For), "SHIP", None, "Yes."),
            votes(seat("b", "b", Stance::For), "SHIP", None, "Yes."),
            missing,
        ]
    };
    let reasons = [
        Reason::Split,
        Reason::Incomplete,
        Reason::ShortOfThreshold,
        Reason::Open,
        Reason::TooFewLineages,
        Reason::VetoMissing,
        Reason::NoBallots,
    ];
    let sentences = reasons.map(|reason| {
        let shown = human(&samples::run(seats(), Status::Undecided, None, reason), &plain(120), false);
        shown.lines().find(|line| line.contains("No decision:")).unwrap().trim().to_owned()
    });
    insta::assert_snapshot!(sentences.join("\n"), @r#"
    No decision: the ballots are split (SHIP 2/3), and no option has enough.
    No decision: every ballot says SHIP, but 1 of 3 seats cast none.
    No decision: SHIP falls short of the threshold.
    No decision: SHIP leads, but the missing seats could still have turned it.
    No decision: SHIP won the count, but too few lineages stand behind it.
    No decision: SHIP needs the ballot of every seat with a veto, and one is missing.
    No decision: no seat voted for an option.
    "#);
    let mut escalated = samples::run(seats(), Status::Escalated, Some("HOLD"), Reason::Majority);
    escalated.decision.effect = Some(Effect::Escalate);
    assert!(text(&escalated).contains("HOLD by majority: 0 of 3 (0 %). A human decides."));
}
