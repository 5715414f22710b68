//! What users see of a run.
#![allow(clippy::unwrap_used, reason = "a fixture that can't be built is a failed test")]

mod hostile;
mod live;
mod samples;

use samples::{check, fails, inquorate, majority_with_dissent, seat, unanimous, votes};
use serde_json::Value;
use venire::event::{Run, StopCause, Synthesis, Warning};
use venire::report::{Screen, human, json, markdown, run_schema};
use venire::vote::{Effect, NonVote, NonVoteKind, Reason, Stance, Status};

fn plain(width: usize) -> Screen {
    Screen { width, colour: false, unicode: true }
}

fn text(run: &Run) -> String {
    human(run, &plain(80), false)
}

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
    let lines: Vec<&str> = shown.lines().filter(|line| line.contains("HOLD") || line.contains("SHIP by")).collect();
    insta::assert_debug_snapshot!(lines, @r#"
    [
        "    \u{1b}[31m\u{1b}[1mHOLD\u{1b}[0m  \u{1b}[2mconfidence 95 %, sealed, 12s\u{1b}[0m",
        "  \u{1b}[31m\u{1b}[1mHOLD\u{1b}[0m  \u{1b}[31m\u{1b}[1m██████\u{1b}[0m\u{1b}[2m░░░░░░░░░░░░░░░░░░░░░░░░\u{1b}[0m  1 ballot   1/5 (20 %)",
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
fn markdown_has_the_decision_first_and_the_dissent_second() {
    insta::assert_snapshot!(markdown(&majority_with_dissent()), @r#"
    ## SHIP by majority: 4 of 5 (80 %).

    **Should the migration in this change be shipped?**

    The gate says ship (exit status 0).

    | option | ballots | weight | share |
    |---|--:|--:|--:|
    | **SHIP** | 4 | 4 | 4/5 (80 %) |
    | **HOLD** | 1 | 1 | 1/5 (20 %) |

    quorum 3 of 5 met: 5 answered.

    ### Dissent

    - **HOLD**, e, confidence 95 %: The down migration drops a column in use.
      - reason: \`accounts.legacy\_id\` is read by the nightly export.
      - risk: A rollback loses the data of a whole day.

    ### Voices

    - **a** (a, neutral): **SHIP**, confidence 6/10, sealed, 12s
      - Looks good.
    - **b** (b, neutral): **SHIP**, confidence 6/10, sealed, 12s
      - Looks good.
    - **c** (c, neutral): **SHIP**, confidence 5/10, sealed, 12s
      - Looks good.
    - **d** (d, neutral): **SHIP**, confidence 7/10, sealed, 12s
      - Looks good.
    - **e** (e, against): **HOLD**, confidence 95 %, sealed, 12s
      - The down migration drops a column in use.
      - reason: \`accounts.legacy\_id\` is read by the nightly export.
      - risk: A rollback loses the data of a whole day.

    Panel **default**, 5 seats, 42s. Read-only: by the kernel, tree checked. Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn markdown_names_the_failures() {
    let shown = markdown(&inquorate());
    insta::assert_snapshot!(shown.split("### Voices").nth(1).unwrap(), @r#"


    - **codex** (codex, neutral): **SHIP**, confidence not given, sealed, 12s
      - Fine.
    - **claude** (claude, for): no vote, not\_signed\_in: Invalid API key. Please run /login (remedy: sign in with \`claude /login\`, then run again)
    - **gemini** (gemini, against): no vote, timed\_out: no answer within the seat's limit of 5s (remedy: raise \`timeout\` in the panel, or give \`--timeout\`)

    Panel **default**, 3 seats, 42s. Read-only: by the kernel, tree checked. Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
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
    assert!(verbose.contains("0042.sql:5") && verbose.contains("run: 1 call, lineage codex"), "{verbose}");
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

#[test]
fn the_json_document_is_what_its_schema_says() {
    let schema = run_schema();
    let mut with_all = majority_with_dissent();
    let judge = Synthesis { judge: "claude".to_owned(), text: Some("So it is.".to_owned()), failed: None };
    with_all.synthesis = Some(judge);
    with_all.warnings = vec![Warning::new("V-WARN-CONFIDENCE", "All confidences are the same.")];
    for run in [unanimous(), inquorate(), with_all] {
        let document: Value = serde_json::from_str(&json(&run)).unwrap();
        assert_eq!(document["schema"], "venire.run/1");
        conforms(&schema, &schema, &document).unwrap();
    }
    let mut broken: Value = serde_json::from_str(&json(&unanimous())).unwrap();
    broken["decision"].as_object_mut().unwrap().remove("dissent");
    assert!(conforms(&schema, &schema, &broken).is_err(), "a document without its dissent is not one");
}

/// As much of JSON Schema as the document uses.
fn conforms(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return conforms(root, &root["$defs"][name], value);
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[word].as_array() {
            return match choices.iter().any(|choice| conforms(root, choice, value).is_ok()) {
                true => Ok(()),
                false => Err(format!("{value} is none of {choices:?}")),
            };
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let actual = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !types.is_empty() && !types.contains(&actual) {
        return Err(format!("{value} is no {types:?}"));
    }
    let allowed = schema["enum"].as_array();
    if allowed.is_some_and(|allowed| !allowed.contains(value)) || schema.get("const").is_some_and(|only| only != value)
    {
        return Err(format!("{value} is not allowed"));
    }
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        value.get(key).ok_or_else(|| format!("{key} is missing in {value}"))?;
    }
    if let (Some(properties), Some(entries)) = (schema["properties"].as_object(), value.as_object()) {
        for (key, entry) in entries {
            let property = properties.get(key).ok_or_else(|| format!("{key} is not described"))?;
            conforms(root, property, entry)?;
        }
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(root, &schema["items"], item)?;
    }
    Ok(())
}
