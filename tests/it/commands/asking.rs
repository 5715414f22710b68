//! `plan`, `ask` and `gate`, in every format.

use super::{THREE, divided, told};
use crate::world::{Script, World};

#[test]
fn a_plan_says_what_would_be_done_and_does_nothing() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.venire(&["plan", "-p", "three", "-f", "a.txt"])), @r#"
    status 0
    --- stdout
    ask · three · [WORLD]/config/venire/panels/three.yaml

    question   Is this change safe to ship?
    rule       majority, quorum 2, seal optional
    material   a.txt (file a.txt, 4 bytes)

    seat       advocate  codex  for
               prompt [SIZE]; time limit 5m
               [WORLD]/bin/codex exec --skip-git-repo-check --ephemeral --color never --json '--cd=$SEAT/cwd' --sandbox read-only --ignore-rules --ignore-user-config '--disable=apps' '--disable=plugins' '--disable=hooks' '--disable=shell_snapshot' '--disable=unbounded_connection_retries' '-cproject_doc_max_bytes=0' '-cskills.include_instructions=false' '-cskills.bundled.enabled=false' '-cweb_search="disabled"' '-canalytics.enabled=false' '-ccheck_for_update_on_startup=false' '-cshell_environment_policy.inherit="core"' '-callow_login_shell=false' '-cmodel_instructions_file="$SEAT/system.md"' -

    seat       critic  claude  against
               prompt [SIZE]; time limit 5m
               [WORLD]/bin/claude -p --output-format stream-json --verbose --no-session-persistence --no-chrome '--tools=Read,Grep,Glob' '--permission-mode=dontAsk' --safe-mode '--setting-sources=' --strict-mcp-config --disable-slash-commands '--system-prompt-file=$SEAT/system.md' '--add-dir=[WORLD]/repository'

    seat       assessor  gemini  neutral
               prompt [SIZE]; time limit 5m
               [WORLD]/bin/gemini --skip-trust -o stream-json '--approval-mode=default' '--admin-policy=$SEAT/policy.toml' '--extensions=none' '--allowed-mcp-server-names=none' '--model=gemini-2.5-pro'

    calls      3, at most 3 with retries, fallbacks and re-asks; nothing was spent
    --- stderr
    "#);
    assert_eq!(world.calls(), 0);
    assert!(!world.path("state/venire").exists(), "a plan leaves no record");
}

#[test]
fn a_plan_for_gate_shows_the_change_as_material() {
    let world = divided();
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["plan", "--gate", "-p", "three"]);
    let material: Vec<&str> = outcome.stdout.lines().filter(|line| line.starts_with("material")).collect();
    insta::assert_snapshot!(world.redacted(&material.join("\n")), @"material   diff (staged changes, 169 bytes)");
    let document = world.venire(&["plan", "--gate", "-p", "three", "--format", "json"]).json();
    assert_eq!((document["command"].as_str(), document["seats"].as_array().map(Vec::len)), (Some("gate"), Some(3)));
}

#[test]
fn a_plan_for_gate_with_nothing_changed_says_so() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.venire(&["plan", "--gate", "-p", "three"])), @"
    status 0
    --- stdout
    nothing to review: nobody was asked
    --- stderr
    ");
}

#[test]
fn an_answer_in_text() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.venire(&["ask", "-p", "three", "Is it safe?"])), @"
    status 0
    --- stdout
    venire ask: panel three, 3 seats, [ELAPSED]
      Is it safe?

    Voices
      advocate  codex, for
        SHIP  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

      critic  claude, against
        HOLD  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

      assessor  gemini, neutral
        SHIP  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

    Tally
      SHIP  ████████████████████░░░░░░░░░░  2 ballots  2/3 (66.7 %)
      HOLD  ██████████░░░░░░░░░░░░░░░░░░░░  1 ballot   1/3 (33.3 %)
      quorum 2 of 3 met: 3 answered
      mean confidence: neutral 8/10; argued for 8/10, against 8/10

    Decision
      SHIP by majority: 2 of 3 (66.7 %).
      A gate would say ship.
      One more HOLD among advocate and assessor would have made it HOLD.

    Dissent
      HOLD  1 of 3 seats
        critic  confidence 8/10
          small and covered by tests.
          • merge today
          • watch the error rate
          • keep the flag
          risk: none seen
          evidence: a.txt:1 - the line

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: panel three, 3 seats, 3 calls: Is it safe?
    venire: advocate: started
    venire: advocate: SHIP (8/10) in [ELAPSED]
    venire: critic: started
    venire: critic: HOLD (8/10) in [ELAPSED]
    venire: assessor: started
    venire: assessor: SHIP (8/10) in [ELAPSED]
    venire: 3 of 3 seats answered in [ELAPSED]. SHIP by majority: 2 of 3 (66.7 %).
    ");
}

#[test]
fn an_answer_in_markdown() {
    let world = divided();
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--format", "markdown", "Is it safe?"]);
    insta::assert_snapshot!(told(&world, &outcome), @r"
    status 0
    --- stdout
    ## SHIP by majority: 2 of 3 (66.7 %).

    **Is it safe?**

    A gate would say ship.

    One more HOLD among advocate and assessor would have made it HOLD.

    | option | ballots | weight | share |
    |---|--:|--:|--:|
    | **SHIP** | 2 | 2 | 2/3 (66.7 %) |
    | **HOLD** | 1 | 1 | 1/3 (33.3 %) |

    quorum 2 of 3 met: 3 answered; mean confidence: neutral 8/10; argued for 8/10, against 8/10.

    ### Dissent

    - **HOLD**, critic, confidence 8/10: small and covered by tests.
      - reason: merge today
      - reason: watch the error rate
      - reason: keep the flag
      - risk: none seen
      - evidence: a.txt\:1 - the line

    ### Voices

    - **advocate** (codex, for): **SHIP**, confidence 8/10, sealed, [ELAPSED]
      - small and covered by tests.
      - confidence: the suite was run.
      - reason: merge today
      - reason: watch the error rate
      - reason: keep the flag
      - risk: none seen
      - evidence: a.txt\:1 - the line
    - **critic** (claude, against): **HOLD**, confidence 8/10, sealed, [ELAPSED]
      - small and covered by tests.
      - confidence: the suite was run.
      - reason: merge today
      - reason: watch the error rate
      - reason: keep the flag
      - risk: none seen
      - evidence: a.txt\:1 - the line
    - **assessor** (gemini, neutral): **SHIP**, confidence 8/10, sealed, [ELAPSED]
      - small and covered by tests.
      - confidence: the suite was run.
      - reason: merge today
      - reason: watch the error rate
      - reason: keep the flag
      - risk: none seen
      - evidence: a.txt\:1 - the line

    Panel **three**, 3 seats, [ELAPSED]. Read-only: by the kernel, tree checked. Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    ");
}

#[test]
fn an_answer_in_json_is_one_document_that_names_everything() {
    let world = divided();
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--format", "json"]);
    let document = outcome.json();
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    let keys: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    insta::assert_snapshot!(keys.join(" "), @"schema id started elapsed_ms command question owner panel rule_digest options seats decision synthesis warnings resumed_from record stopped exit_status");
    let keys: Vec<&str> = document["seats"][0].as_object().unwrap().keys().map(String::as_str).collect();
    insta::assert_snapshot!(keys.join(" "), @"id kind agent model stance role lineage weight effective_weight advisory veto read_only leaks ballot non_vote passed answer reading elapsed_ms attempts usage cost model_answered taken_from notes");
    assert_eq!((document["schema"].as_str(), document["exit_status"].as_i64()), (Some("venire.run/1"), Some(0)));
}

#[test]
fn an_answer_in_json_lines_is_one_event_a_line() {
    let world = divided();
    let outcome = world.venire(&["gate", "--diff", "HEAD..HEAD", "-p", "three", "--format", "jsonl"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""), "{}", outcome.screen());
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--format", "jsonl"]);
    let events: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<String> = events
        .iter()
        .filter(|event| event["event"] != "seat_active")
        .map(|event| {
            format!(
                "{} {}",
                event["event"].as_str().unwrap(),
                event["seat"].as_str().or(event["id"].as_str()).unwrap_or("")
            )
        })
        .collect();
    insta::assert_snapshot!(world.redacted(&told.join("\n")), @"
    run_started [RUN]
    seat_started advocate
    seat_finished advocate
    seat_started critic
    seat_finished critic
    seat_started assessor
    seat_finished assessor
    run_finished [RUN]
    ");
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
}

#[test]
fn a_gate_says_ship_or_hold() {
    let world = divided();
    world.stage("a.txt", "two\n");
    insta::assert_snapshot!(told(&world, &world.venire(&["gate", "-p", "three"])), @"
    status 0
    --- stdout
    venire gate: panel three, 3 seats, [ELAPSED]
      Is this change safe to ship?

    Voices
      advocate  codex, for
        SHIP  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

      critic  claude, against
        HOLD  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

      assessor  gemini, neutral
        SHIP  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

    Tally
      SHIP  ████████████████████░░░░░░░░░░  2 ballots  2/3 (66.7 %)
      HOLD  ██████████░░░░░░░░░░░░░░░░░░░░  1 ballot   1/3 (33.3 %)
      quorum 2 of 3 met: 3 answered
      mean confidence: neutral 8/10; argued for 8/10, against 8/10

    Decision
      SHIP by majority: 2 of 3 (66.7 %).
      The gate says ship (exit status 0).
      One more HOLD among advocate and assessor would have made it HOLD.

    Dissent
      HOLD  1 of 3 seats
        critic  confidence 8/10
          small and covered by tests.
          • merge today
          • watch the error rate
          • keep the flag
          risk: none seen
          evidence: a.txt:1 - the line

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: panel three, 3 seats, 3 calls: Is this change safe to ship?
    venire: advocate: started
    venire: advocate: SHIP (8/10) in [ELAPSED]
    venire: critic: started
    venire: critic: HOLD (8/10) in [ELAPSED]
    venire: assessor: started
    venire: assessor: SHIP (8/10) in [ELAPSED]
    venire: 3 of 3 seats answered in [ELAPSED]. SHIP by majority: 2 of 3 (66.7 %).
    ");
    world.agent("gemini", Script::voting("HOLD"));
    let held = world.venire(&["gate", "-q", "-p", "three"]);
    let decision: Vec<&str> = held.stdout.lines().skip_while(|line| *line != "Decision").take(4).collect();
    insta::assert_snapshot!(format!("status {:?}\n{}", held.status, decision.join("\n")), @"
    status Some(1)
    Decision
      HOLD by majority: 2 of 3 (66.7 %).
      The gate says hold (exit status 1).
      One more SHIP among critic and assessor would have made it SHIP.
    ");
}

#[test]
fn advice_ends_with_0_and_says_that_it_is_advice() {
    let world = divided();
    world.stage("a.txt", "two\n");
    world.agent("gemini", Script::voting("HOLD"));
    let outcome = world.venire(&["gate", "-q", "-p", "three", "--advisory"]);
    assert_eq!(outcome.status, Some(0));
    let decision: Vec<&str> = outcome.stdout.lines().skip_while(|line| *line != "Decision").take(5).collect();
    insta::assert_snapshot!(decision.join("\n"), @"
    Decision
      HOLD by majority: 2 of 3 (66.7 %).
      The gate would say hold, but only advises (exit status 0).
      One more SHIP among critic and assessor would have made it SHIP.
    ");
}

#[test]
fn a_judge_writes_after_the_count_and_changes_nothing() {
    let world = divided();
    world.agent("gemini", Script::voting("SHIP").when("synthesis", &Script::new().answer("They agree on the rest.")));
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--judge", "gemini:pro", "--format", "json"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let document = outcome.json();
    assert_eq!(document["synthesis"]["judge"], "gemini:pro");
    assert_eq!(document["decision"]["option"], "SHIP", "{document:#}");
}

#[test]
fn a_question_comes_from_the_panel_the_line_a_file_or_standard_input() {
    let world = divided();
    world.write("question.md", "From a file?\n");
    let asked = |arguments: &[&str], input: &str| {
        let arguments = [&["plan", "-p", "three", "--format", "json"], arguments].concat();
        let run = world.run(&arguments).input(crate::world::Input::Text(input.as_bytes().to_vec()));
        run.outcome().json()["question"].as_str().unwrap().to_owned()
    };
    assert_eq!(asked(&[], ""), "Is this change safe to ship?");
    assert_eq!(asked(&["From the line?"], ""), "From the line?");
    assert_eq!(asked(&["@question.md"], "").trim(), "From a file?");
    assert_eq!(asked(&["-"], "From input?\n").trim(), "From input?");
}

#[test]
fn material_reaches_the_seats_fenced_and_named() {
    let world = divided();
    world.write("notes/one.md", "first note\n");
    world.write("notes/a \"b\"\n.md", "hostile name\n");
    let run = world.run(&["ask", "-q", "-p", "three", "-f", "notes/*", "--context", "threats=a.txt", "--stdin"]);
    let outcome = run.input(crate::world::Input::Text(b"piped text\n".to_vec())).outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let prompt = &world.seen("codex")[0].input;
    for part in ["first note", "hostile name", "piped text", "threats", r#""notes/a \"b\"\n.md""#] {
        assert!(prompt.contains(part), "{part} is not in\n{prompt}");
    }
}

#[test]
fn checks_run_first_and_a_failing_one_spends_nothing() {
    let world = divided();
    let with_check = |command: &str| format!("{THREE}  - {{ id: tests, check: [{command}] }}\n");
    world.panel("checked", &with_check("sh, -c, 'echo 3 tests failed; exit 1'"));
    world.stage("a.txt", "two\n");
    insta::assert_snapshot!(told(&world, &world.venire(&["gate", "-p", "checked"])), @"
    status 1
    --- stdout
    venire gate: panel three, 4 seats, [ELAPSED]
      Is this change safe to ship?
    Ended early: a check with a veto failed before any agent was asked.

    Voices
      advocate  codex, for
        no vote: cut, [ELAPSED]
        a check with a veto failed before this seat was asked
        remedy: `--run-all` asks every seat all the same

      critic  claude, against
        no vote: cut, [ELAPSED]
        a check with a veto failed before this seat was asked
        remedy: `--run-all` asks every seat all the same

      assessor  gemini, neutral
        no vote: cut, [ELAPSED]
        a check with a veto failed before this seat was asked
        remedy: `--run-all` asks every seat all the same

      tests  check, veto
        HOLD  [ELAPSED]
        the check ended with status 1: 3 tests failed
        evidence: 3 tests failed

    Tally
      SHIP  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      3 of 3 seats did not vote: cut 3
      quorum not met: answered 0 of 3, needed 2

    Decision
      HOLD by veto of tests.
      The gate says hold (exit status 1).
      Human review: a human should look at this before it is relied upon.

    Dissent
      No dissent among those who voted.
      did not vote: advocate (cut), critic (cut), assessor (cut)

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: panel three, 4 seats, 3 calls: Is this change safe to ship?
    venire: tests: started
    venire: tests: HOLD in [ELAPSED]
    venire: stopping: a check with a veto failed before any agent was asked
    venire: advocate: cut after [ELAPSED]: a check with a veto failed before this seat was asked (remedy: `--run-all` asks every seat all the same)
    venire: critic: cut after [ELAPSED]: a check with a veto failed before this seat was asked (remedy: `--run-all` asks every seat all the same)
    venire: assessor: cut after [ELAPSED]: a check with a veto failed before this seat was asked (remedy: `--run-all` asks every seat all the same)
    venire: 0 of 3 seats answered in [ELAPSED]. HOLD by veto of tests.
    ");
    assert_eq!(world.calls(), 0);
    assert_eq!(world.venire(&["gate", "-q", "-p", "checked", "--run-all"]).status, Some(1));
    assert_eq!(world.calls(), 3);
    world.panel("checked", &with_check("'true'"));
    assert_eq!(world.venire(&["gate", "-q", "-p", "checked"]).status, Some(0));
}

#[test]
fn nobody_but_git_is_needed_for_the_offline_panel() {
    let world = World::with_repository();
    world.stage("a.txt", "<<<<<<< ours\n");
    let outcome = world.venire(&["gate", "-q", "-p", "offline"]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.screen());
    world.stage("a.txt", "two\n");
    assert_eq!(world.venire(&["gate", "-q", "-p", "offline"]).status, Some(0));
}
