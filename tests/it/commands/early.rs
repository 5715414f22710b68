//! Runs that don't wait for every seat.

use super::{divided, told};
use crate::world::Script;

#[test]
fn a_settled_round_says_whom_it_cut_and_that_nothing_could_have_changed() {
    let world = divided();
    world.agent("claude", Script::voting("SHIP"));
    world.agent("gemini", Script::new().wait_for(world.path("never")));
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["gate", "-p", "three", "--set", "limits.stop=settled"]);
    insta::assert_snapshot!(told(&world, &outcome), @"
    status 0
    --- stdout
    venire gate: panel three, 3 seats, [ELAPSED]
      Is this change safe to ship?
    Ended early: no seat that was still open could have changed the result; cut:
      assessor.

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
        no vote: cut, [ELAPSED]
        the result could not change any more, so this seat was not waited for

    Tally
      SHIP  ████████████████████░░░░░░░░░░  2 ballots  2/3 (66.7 %)
      HOLD  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 ballots  0 %
      1 of 3 seats did not vote: cut 1
      quorum 2 of 3 met: 2 answered
      mean confidence: no neutral seat gave any; argued for 8/10, against 8/10

    Decision
      SHIP by majority: 2 of 3 (66.7 %).
      The gate says ship (exit status 0).
      One more HOLD among advocate and critic would have made it a tie.

    Dissent
      No dissent among those who voted.
      did not vote: assessor (cut)

    Read-only: by the kernel, tree checked
    Record: [WORLD]/state/venire/runs/[RUN]
    --- stderr
    venire: panel three, 3 seats, 3 calls: Is this change safe to ship?
    venire: advocate: started
    venire: advocate: SHIP (8/10) in [ELAPSED]
    venire: critic: started
    venire: critic: SHIP (8/10) in [ELAPSED]
    venire: stopping: no seat that was still open could have changed the result
    venire: assessor: started
    venire: assessor: cut after [ELAPSED]: the result could not change any more, so this seat was not waited for
    venire: 2 of 3 seats answered in [ELAPSED]. SHIP by majority: 2 of 3 (66.7 %).
    ");
    let document = world.venire(&["gate", "-q", "-p", "three", "--set", "limits.stop=settled", "--format", "json"]);
    let document = document.json();
    assert_eq!((&document["stopped"], &document["exit_status"]), (&"settled".into(), &0.into()));
    assert_eq!(document["seats"][2]["non_vote"]["kind"], "cut");
    let markdown = world.venire(&["gate", "-q", "-p", "three", "--set", "limits.stop=settled", "--format", "markdown"]);
    assert!(markdown.stdout.contains("could have changed the result; cut: assessor."), "{}", markdown.stdout);
    world.agent("gemini", Script::voting("HOLD"));
    let asked =
        world.venire(&["gate", "-q", "-p", "three", "--set", "limits.stop=settled", "--run-all", "--format", "json"]);
    assert_eq!(asked.json()["seats"][2]["ballot"]["option"], "HOLD", "{}", asked.screen());
}

#[test]
fn the_grace_after_the_quorum_cuts_who_does_not_come() {
    let world = divided();
    world.agent("gemini", Script::new().wait_for(world.path("never")));
    let run = ["ask", "-q", "-p", "three", "--set", "limits.grace=1s", "--set", "limits.concurrency=3"];
    let outcome = world.venire(&[&run[..], &["--format", "json"]].concat());
    let document = outcome.json();
    assert_eq!((&document["stopped"], outcome.status), (&"grace".into(), Some(3)), "{}", outcome.screen());
    assert_eq!(document["seats"][2]["non_vote"]["kind"], "cut");
}

#[test]
fn a_plan_says_how_its_rounds_end() {
    let world = divided();
    let planned = world.venire(&["plan", "-p", "three", "--set", "limits.stop=settled", "--set", "limits.grace=30s"]);
    let rule = planned.stdout.lines().find(|line| line.starts_with("rule")).unwrap();
    insta::assert_snapshot!(rule, @"rule       majority, quorum 2, seal optional, ends when settled, 30s of grace after the quorum");
}

#[test]
fn an_early_end_that_never_comes_is_doubted() {
    let world = divided();
    let panel =
        world.panel("voices", "strategy: all-voices\nlimits: { stop: settled }\nseats: [codex, claude, gemini]\n");
    let checked = world.venire(&["panel", "check", &panel]);
    assert!(checked.screen().contains("`stop: settled` has no effect"), "{}", checked.screen());
}
