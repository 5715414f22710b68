//! The whole text of a run, as it stands on a terminal.

use venire::event::StopCause;
use venire::report::{Screen, human};
use venire::vote::{Reason, Stance, Status};

use super::samples::{self, inquorate, majority_with_dissent, seat, unanimous, votes};
use super::text;

#[test]
fn a_unanimous_pass() {
    insta::assert_snapshot!(text(&unanimous()), @r#"
    venire gate: panel default, 3 seats, 42s
      Should the migration in this change be shipped?

    Voices
      codex  codex:gpt-5, against
        SHIP  confidence 8/10, sealed, 12s
        I looked for a way to break it and found none.
        • The way back is tested.
        evidence: migrations/0042.sql:1
        evidence: migrations/0042.sql:2
        evidence: migrations/0042.sql:3
        evidence: 2 more; -v shows all

      claude  claude, for, architect
        SHIP  confidence 85 %, sealed, 12s
        The change is small and covered by tests.

      tests  check
        passed  12s

    Tally
      SHIP  ██████████████████████████████  2 ballots  100 %
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      quorum 2 of 2 met: 2 answered

    Decision
      SHIP unanimously: 2 of 2 (100 %).
      The gate says ship (exit status 0).

    Dissent
      No dissent.

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn the_dissenter_is_heard_in_full_beside_a_majority() {
    let shown = text(&majority_with_dissent());
    assert!(!shown.to_lowercase().contains("unanim"));
    insta::assert_snapshot!(shown, @r#"
    venire gate: panel default, 5 seats, 42s
      Should the migration in this change be shipped?

    Voices
      a  a, neutral
        SHIP  confidence 6/10, sealed, 12s
        Looks good.

      b  b, neutral
        SHIP  confidence 6/10, sealed, 12s
        Looks good.

      c  c, neutral
        SHIP  confidence 5/10, sealed, 12s
        Looks good.

      d  d, neutral
        SHIP  confidence 7/10, sealed, 12s
        Looks good.

      e  e, against
        HOLD  confidence 95 %, sealed, 12s
        The down migration drops a column in use.
        • `accounts.legacy_id` is read by the nightly export.
        risk: A rollback loses the data of a whole day.

    Tally
      SHIP  ████████████████████████░░░░░░  4 ballots  4/5 (80 %)
      HOLD  ██████░░░░░░░░░░░░░░░░░░░░░░░░  1 ballot   1/5 (20 %)
      quorum 3 of 5 met: 5 answered

    Decision
      SHIP by majority: 4 of 5 (80 %).
      The gate says ship (exit status 0).

    Dissent
      HOLD  1 of 5 seats
        e  confidence 95 %
          The down migration drops a column in use.
          • `accounts.legacy_id` is read by the nightly export.
          risk: A rollback loses the data of a whole day.

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn a_narrow_screen_without_unicode() {
    let screen = Screen { width: 40, colour: false, unicode: false };
    insta::assert_snapshot!(human(&majority_with_dissent(), &screen, false), @r#"
    venire gate: panel default, 5 seats, 42s
      Should the migration in this change...

    Voices
      a  a, neutral
        SHIP  confidence 6/10, sealed, 12s
        Looks good.

      b  b, neutral
        SHIP  confidence 6/10, sealed, 12s
        Looks good.

      c  c, neutral
        SHIP  confidence 5/10, sealed, 12s
        Looks good.

      d  d, neutral
        SHIP  confidence 7/10, sealed, 12s
        Looks good.

      e  e, against
        HOLD  confidence 95 %, sealed, 12s
        The down migration drops a column in
        use.
        - `accounts.legacy_id` is read by
          the nightly export.
        risk: A rollback loses the data of a
          whole day.

    Tally
      SHIP  #######..  4 ballots  4/5 (80 %)
      HOLD  ##.......  1 ballot   1/5 (20 %)
      quorum 3 of 5 met: 5 answered

    Decision
      SHIP by majority: 4 of 5 (80 %).
      The gate says ship (exit status 0).

    Dissent
      HOLD  1 of 5 seats
        e  confidence 95 %
          The down migration drops a column
          in use.
          - `accounts.legacy_id` is read by
            the nightly export.
          risk: A rollback loses the data of
            a whole day.

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn colours_follow_the_effect() {
    let screen = Screen { width: 120, colour: true, unicode: true };
    let shown = human(&majority_with_dissent(), &screen, false);
    let lines: Vec<&str> = shown.lines().filter(|line| line.contains("HOLD") || line.contains("by majority")).collect();
    insta::assert_debug_snapshot!(lines, @r#"
    [
        "    \u{1b}[31m\u{1b}[1mHOLD\u{1b}[0m  \u{1b}[2mconfidence 95 %, sealed, 12s\u{1b}[0m",
        "  \u{1b}[31m\u{1b}[1mHOLD\u{1b}[0m  \u{1b}[31m\u{1b}[1m██████\u{1b}[0m\u{1b}[2m░░░░░░░░░░░░░░░░░░░░░░░░\u{1b}[0m  1 ballot   1/5 (20 %)",
        "  \u{1b}[32m\u{1b}[1mSHIP\u{1b}[0m by majority: 4 of 5 (80 %).",
        "  \u{1b}[31m\u{1b}[1mHOLD\u{1b}[0m  \u{1b}[2m1 of 5 seats\u{1b}[0m",
    ]
    "#);
}

#[test]
fn a_tie_decides_nothing_and_both_sides_stand() {
    let seats = vec![
        votes(seat("claude", "claude", Stance::For), "SHIP", Some(0.9), "The benefit is large."),
        votes(seat("codex", "codex", Stance::Against), "HOLD", None, "The lock is held too long."),
    ];
    insta::assert_snapshot!(text(&samples::run(seats, Status::Undecided, None, Reason::Tie)), @r#"
    venire gate: panel default, 2 seats, 42s
      Should the migration in this change be shipped?

    Voices
      claude  claude, for
        SHIP  confidence 9/10, sealed, 12s
        The benefit is large.

      codex  codex, against
        HOLD  confidence not given, sealed, 12s
        The lock is held too long.

    Tally
      SHIP  ███████████████░░░░░░░░░░░░░░░  1 ballot   1/2 (50 %)
      HOLD  ███████████████░░░░░░░░░░░░░░░  1 ballot   1/2 (50 %)
      quorum 2 of 2 met: 2 answered

    Decision
      No decision: tie between SHIP and HOLD.
      The gate says hold (exit status 3).

    Dissent
      Nothing won, so every position stands.
      SHIP  1 of 2 seats
        claude  confidence 9/10
          The benefit is large.
      HOLD  1 of 2 seats
        codex  confidence not given
          The lock is held too long.

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn failures_name_their_remedy_and_hold_the_gate() {
    let mut run = inquorate();
    run.stopped = Some(StopCause::Budget);
    insta::assert_snapshot!(text(&run), @r#"
    venire gate: panel default, 3 seats, 42s
      Should the migration in this change be shipped?
    Ended early: the run's time budget is spent.

    Voices
      codex  codex, neutral
        SHIP  confidence not given, sealed, 12s
        Fine.

      claude  claude, for
        no vote: not_signed_in, 5s
        Invalid API key. Please run /login
        remedy: sign in with `claude /login`, then run again

      gemini  gemini, against
        no vote: timed_out, 5s
        no answer within the seat's limit of 5s
        remedy: raise `timeout` in the panel, or give `--timeout`

    Tally
      SHIP  ██████████░░░░░░░░░░░░░░░░░░░░  1 ballot   1/3 (33.3 %)
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      2 of 3 seats did not vote: not_signed_in 1, timed_out 1
      quorum not met: answered 1 of 3, needed 2

    Decision
      No decision: only 1 of 3 seats answered; the quorum is 2.
      The gate says hold (exit status 4).

    Dissent
      Nothing won, so every position stands.
      SHIP  1 of 3 seats
        codex  confidence not given
          Fine.
      did not vote: claude (not_signed_in), gemini (timed_out)

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn all_voices_are_shown_whole_and_nothing_is_counted() {
    let mut seats = inquorate().seats;
    let ballot = seats[0].ballot.as_mut().unwrap();
    ballot.option = None;
    seats[0].answer = Some("# My view\n\nKeep the old table for a week:\n  - it costs nothing\n".to_owned());
    let mut run = samples::run(seats, Status::NotSought, None, Reason::NotSought);
    run.command = "ask".to_owned();
    run.options.clear();
    insta::assert_snapshot!(text(&run), @r#"
    venire ask: panel default, 3 seats, 42s
      Should the migration in this change be shipped?

    Voices
      codex  codex, neutral
        answered  12s
        │ # My view
        │
        │ Keep the old table for a week:
        │   - it costs nothing

      claude  claude, for
        no vote: not_signed_in, 5s
        Invalid API key. Please run /login
        remedy: sign in with `claude /login`, then run again

      gemini  gemini, against
        no vote: timed_out, 5s
        no answer within the seat's limit of 5s
        remedy: raise `timeout` in the panel, or give `--timeout`

    Decision
      No decision was sought: every answer stands for itself.

    Dissent
      Nothing was counted; where the voices differ is for the reader to judge.
      did not vote: claude (not_signed_in), gemini (timed_out)

    Read-only: by the kernel, tree checked
    Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}
