//! Agents that are not there, panels made from those that are.

use super::{THREE, divided, told};
use crate::world::{Script, World};

/// `claude` alone is installed.
fn lonely() -> World {
    let world = World::with_repository();
    world.panel("three", THREE);
    world.agent("claude", Script::voting("SHIP"));
    world
}

#[test]
fn missing_agents_stop_the_run_before_anything_is_spent() {
    let world = lonely();
    insta::assert_snapshot!(told(&world, &world.venire(&["ask", "-p", "three"])), @"
    status 4
    --- stdout
    --- stderr
    venire: not installed: codex (seat advocate), gemini (seat assessor) [V-AGENT-NOT-INSTALLED]
      → codex: npm install -g @openai/codex
      → gemini: npm install -g @google/gemini-cli
      → or go on without: --skip-missing (the seats stay in the count)
    ");
    assert_eq!(world.calls(), 0);
}

#[test]
fn missing_agents_can_be_skipped_and_stay_in_the_count() {
    let world = lonely();
    world.agent("codex", Script::voting("SHIP"));
    insta::assert_snapshot!(told(&world, &world.venire(&["ask", "-p", "three", "--skip-missing"])), @"
    status 0
    --- stdout
    venire ask: panel three, 3 seats, [ELAPSED]
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
        SHIP  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

      assessor  gemini, neutral
        no vote: skipped, [ELAPSED]
        `gemini` is not installed
        remedy: `venire agents` says how to install it

    Tally
      SHIP  ████████████████████░░░░░░░░░░  2 ballots  2/3 (66.7 %)
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      1 of 3 seats did not vote: skipped 1
      quorum 2 of 3 met: 2 answered
      mean confidence: no neutral seat gave any; argued for 8/10, against 8/10

    Decision
      SHIP by majority: 2 of 3 (66.7 %).
      A gate would say ship.
      One more HOLD among advocate and critic would have made it a tie.

    Dissent
      No dissent among those who voted.
      did not vote: assessor (skipped)

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: panel three, 3 seats, 2 calls: Is this change safe to ship?
    venire: advocate: started
    venire: assessor: skipped after [ELAPSED]: `gemini` is not installed (remedy: `venire agents` says how to install it)
    venire: advocate: SHIP (8/10) in [ELAPSED]
    venire: critic: started
    venire: critic: SHIP (8/10) in [ELAPSED]
    venire: 2 of 3 seats answered in [ELAPSED]. SHIP by majority: 2 of 3 (66.7 %).
    ");
}

#[test]
fn a_gate_with_too_few_agents_left_is_not_able() {
    let world = lonely();
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["gate", "-q", "-p", "three", "--skip-missing"]);
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
}

#[test]
fn without_a_panel_every_installed_agent_is_seated_and_the_others_are_named() {
    let world = divided();
    std::fs::remove_file(world.path("bin/codex")).unwrap();
    let run = world.run(&["ask", "What is missing here?"]).without_env("GEMINI_API_KEY");
    insta::assert_snapshot!(told(&world, &run.outcome()), @"
    status 0
    --- stdout
    venire ask: panel seats, 1 seat, [ELAPSED]
      What is missing here?

    Voices
      claude  claude, neutral
        HOLD  confidence 8/10, sealed, [ELAPSED]
        small and covered by tests.
        confidence: the suite was run.
        • merge today
        • watch the error rate
        • keep the flag
        risk: none seen
        evidence: a.txt:1 - the line

    Tally
      SHIP  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      HOLD  ██████████████████████████████  1 ballot   100 %
      quorum 1 of 1 met: 1 answered

    Decision
      HOLD by majority: 1 of 1 (100 %).
      A gate would say hold.
      The vote of claude for SHIP would have made it SHIP.

    Dissent
      No dissent.

    Warnings
      • 1 of 1 seats count: with fewer than 3, one voice decides much. Add seats.
        [V-WARN-FEW-SEATS]
      • The quorum is 1 of 1 seats: one failing seat leaves no decision. Lower the
        quorum or add a seat. [V-WARN-TIGHT-QUORUM]

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: skipped codex: not installed
    venire: skipped gemini: not signed in
    venire: panel seats, 1 seat, 1 call: What is missing here?
    venire: warning: 1 of 1 seats count: with fewer than 3, one voice decides much. Add seats. [V-WARN-FEW-SEATS]
    venire: warning: The quorum is 1 of 1 seats: one failing seat leaves no decision. Lower the quorum or add a seat. [V-WARN-TIGHT-QUORUM]
    venire: claude: started
    venire: claude: HOLD (8/10) in [ELAPSED]
    venire: 1 of 1 seat answered in [ELAPSED]. HOLD by majority: 1 of 1 (100 %).
    ");
}

#[test]
fn an_agent_that_says_itself_that_it_is_signed_in_is_seated() {
    let world = lonely();
    let asked = || world.run(&["plan", "What is missing here?"]).without_env("ANTHROPIC_API_KEY").outcome();
    assert_eq!(asked().status, Some(0), "no file and no variable shows it\n{}", asked().screen());
    world.agent("claude", Script::new().signed_out());
    assert_eq!(asked().status, Some(4));
    assert!(asked().stderr.contains("skipped claude: not signed in"), "{}", asked().stderr);
}

#[test]
fn a_panel_of_one_agent_can_not_gate() {
    let world = lonely();
    world.stage("a.txt", "two\n");
    insta::assert_snapshot!(told(&world, &world.venire(&["gate", "Is it safe?"])), @r#"
    status 2
    --- stdout
    --- stderr
    venire: skipped codex: not installed
    venire: skipped gemini: not installed
    error[V-PANEL-GATE]: a gate needs at least two seats that vote
     --> --seat:3:3
      |
    3 |   - "claude"
      |   ^ one votes here
      |
      = help: seat another agent; one voice alone is no panel
    "#);
    assert_eq!(world.calls(), 0);
}

#[test]
fn nobody_to_seat() {
    let world = World::with_repository();
    insta::assert_snapshot!(told(&world, &world.venire(&["ask", "x?"])), @"
    status 4
    --- stdout
    --- stderr
    venire: skipped claude: not installed
    venire: skipped codex: not installed
    venire: skipped gemini: not installed
    venire: no agent is installed and signed in, and no panel was named [V-NOBODY-TO-SEAT]
      → `venire agents` says what is missing
      → without any agent, the deterministic panel works: venire ask --panel offline
    ");
}

#[test]
fn an_agent_that_fails_is_told_with_its_remedy() {
    let world = divided();
    world.agent("gemini", Script::new().say_error("no such luck\n").exit(1));
    let outcome = world.venire(&["ask", "-q", "-p", "three"]);
    let voices: Vec<&str> =
        outcome.stdout.lines().skip_while(|line| !line.trim().starts_with("assessor")).take(4).collect();
    insta::assert_snapshot!(world.redacted(&voices.join("\n")), @"
    assessor  gemini, neutral
      no vote: crashed, [ELAPSED]
      exit status 1: no such luck
    ");
    assert_eq!(outcome.status, Some(3), "one to one, and a third who did not answer\n{}", outcome.screen());
}
