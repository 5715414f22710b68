//! Wrong usage: what is said, and that nobody was asked.

use super::{divided, told};
use crate::world::{Input, Outcome, World};

#[track_caller]
fn refused(world: &World, arguments: &[&str]) -> String {
    let outcome = world.venire(arguments);
    assert_eq!(world.calls(), 0, "{}", outcome.screen());
    told(world, &outcome)
}

#[test]
fn an_unknown_flag() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--quorom", "2"]), @"
    status 2
    --- stdout
    --- stderr
    error: unexpected argument '--quorom' found

      tip: a similar argument exists: '--quorum'

    Usage: venire ask --panel <NAME|FILE> --quorum <COUNT> [QUESTION]

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_command() {
    insta::assert_snapshot!(refused(&divided(), &["aks", "Is it safe?"]), @"
    status 2
    --- stdout
    --- stderr
    error: unrecognized subcommand 'aks'

    Usage: venire [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_panel() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "thre"]), @"
    status 2
    --- stdout
    --- stderr
    venire: there is no panel `thre`; did you mean `three`? [V-PANEL-UNKNOWN]
      → The panels are architecture, code-review, incident-summary, offline, second-opinion, security, ship-or-hold, three; a file is given by its path.
    ");
}

#[test]
fn no_question() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "--seat", "codex", "--seat", "claude"]), @r#"
    status 2
    --- stdout
    --- stderr
    error[V-NO-QUESTION]: there is no question: neither the command nor the panel `seats` has one
     |
     = help: give it as an argument: venire ask "Is this safe to ship?"
    "#);
}

#[test]
fn an_empty_question() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", " "]), @r#"
    status 2
    --- stdout
    --- stderr
    error[V-NO-QUESTION]: there is no question: neither the command nor the panel `three` has one
     |
     = help: give it as an argument: venire ask "Is this safe to ship?"
    "#);
}

#[test]
fn a_missing_question_file() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "@none.md"]), @"
    status 2
    --- stdout
    --- stderr
    venire: the question can't be read from [WORLD]/repository/none.md: No such file or directory (os error 2) [V-QUESTION-UNREADABLE]
      → a question that begins with `@` names a file; `-` is standard input
    ");
}

#[test]
fn a_missing_folder() {
    let world = divided();
    insta::assert_snapshot!(refused(&world, &["ask", "-C", "none", "-p", "three"]), @"
    status 2
    --- stdout
    --- stderr
    venire: -C: [WORLD]/repository/none is no folder [V-CWD-MISSING]
    ");
}

#[test]
fn a_seat_of_nonsense() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "--seat", "codex/sideways", "x?"]), @r#"
    status 2
    --- stdout
    --- stderr
    error[V-PANEL-SEAT-SHORTHAND]: `sideways` is not a stance
     --> --seat:3:5
      |
    3 |   - "codex/sideways"
      |     ^^^^^^^^^^^^^^^^ expected agent, agent:model, agent/stance or agent:model/stance
      |
      = help: the stances are `for`, `against` and `neutral`
    "#);
    insta::assert_snapshot!(refused(&divided(), &["ask", "--seat", "codxe", "x?"]), @r#"
    status 2
    --- stdout
    --- stderr
    error[V-PANEL-UNKNOWN-AGENT]: there is no agent `codxe`
     --> --seat:3:5
      |
    3 |   - "codxe"
      |     ^^^^^^^ unknown agent
      |
      = help: did you mean `codex`?
      = help: the agents are claude, codex, gemini; further ones are defined under `agents`
    "#);
    insta::assert_snapshot!(refused(&divided(), &["ask", "--seat", "", "x?"]), @r#"
    status 2
    --- stdout
    --- stderr
    error[V-PANEL-SEAT-SHORTHAND]: `` names no agent or no model
     --> --seat:3:5
      |
    3 |   - ""
      |     ^^ expected agent, agent:model, agent/stance or agent:model/stance
      |
      = help: the stances are `for`, `against` and `neutral`

    error[V-PANEL-UNKNOWN-AGENT]: there is no agent ``
     --> --seat:3:5
      |
    3 |   - ""
      |     ^^ unknown agent
      |
      = help: the agents are claude, codex, gemini; further ones are defined under `agents`
    "#);
}

#[test]
fn a_setting_of_nonsense() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--set", "quorum"]), @"
    status 2
    --- stdout
    --- stderr
    venire: --set quorum: this does not have the form PATH=VALUE [V-OVERRIDE-FORM]
      → for example: --set quorum=2, or --set seats.critic.model=opus
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--set", "quorrum=2"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-YAML-UNKNOWN-KEY]: `quorrum` is not a key of a panel
     --> --set quorrum=2:1:1
      |
    1 | quorrum=2
      | ^^^^^^^ unknown key
      |
      = help: did you mean `quorum`?
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--set", "seats.critc.model=opus"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-PANEL-OVERRIDE]: there is no seat `critc.model`
     --> --set seats.critc.model=opus:1:1
      |
    1 | seats.critc.model=opus
      | ^^^^^^^^^^^^^^^^^ no such seat
      |
      = help: did you mean `critic`?
      = help: the seats are advocate, critic, assessor
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--strategy", "majorty"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-YAML-VALUE]: `majorty` is not a value of `strategy`
     --> --strategy majorty:1:10
      |
    1 | strategy=majorty
      |          ^^^^^^^ expected one of `all-voices`, `unanimous`, `majority`, `supermajority`, `plurality`, `weighted`, `confidence-weighted`, `parity-pair`, `borda`, `rank`
      |
      = help: did you mean `majority`?
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--stance", "critic"]), @"
    status 2
    --- stdout
    --- stderr
    venire: --stance critic: this does not have the form SEAT=STANCE [V-OVERRIDE-FORM]
      → for example: --stance critic=against
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--timeout", "soon"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-YAML-VALUE]: `timeout`: `soon` is not a time span; expected a time span such as `[ELAPSED]`, `5m` or `1h 30m`
     --> --timeout soon:1:16
      |
    1 | limits.timeout=soon
      |                ^^^^ not a time span
    ");
}

#[test]
fn a_file_that_is_not_there() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "-f", "none.md"]), @"
    status 2
    --- stdout
    --- stderr
    venire: no such file: [WORLD]/repository/none.md [V-CONTEXT-MISSING]
      → Check the spelling; paths count from the working folder.
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "-f", "*.none"]), @"
    status 2
    --- stdout
    --- stderr
    venire: nothing matches `*.none` below [WORLD]/repository [V-CONTEXT-NO-MATCH]
      → Check the pattern; names that start with a dot are matched only by a pattern with that dot.
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--context", "a.txt"]), @"
    status 2
    --- stdout
    --- stderr
    venire: `a.txt` does not have the form NAME=PATH [V-CONTEXT-NAME]
      → For example `--context threat-model=docs/threats.md`.
    ");
}

#[test]
fn an_image_that_a_seat_could_not_see() {
    let world = divided();
    world.write("shot.png", b"\x89PNG\r\n\x1a\n");
    insta::assert_snapshot!(refused(&world, &["ask", "-p", "three", "--image", "shot.png"]), @"
    status 2
    --- stdout
    --- stderr
    venire: these agents can't take an image: claude, gemini [V-IMAGE-UNSUPPORTED]
      → seat agents that can (`venire panel schema --agent` tells how a definition says so), or describe it in words
    ");
}

#[test]
fn a_judge_that_can_not_be() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--judge", "claude"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-JUDGE-SEATED]: the judge `claude` is a seat of the panel; a judge does not write about its own vote
     |
     = help: name another agent or model with --judge, or set `independent: false` under `synthesis` in the panel
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--judge", "cluade"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-AGENT-UNKNOWN]: `cluade`, named as judge, is no agent that venire knows
     |
     = help: `venire agents` lists the known ones
    ");
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "--synthesize"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-JUDGE-MISSING]: a synthesis is asked for and nobody is named to write it
     |
     = help: name a judge that is no seat of the panel: --judge claude:opus
    ");
}

#[test]
fn a_gate_outside_of_git() {
    let world = World::new();
    world.panel("three", super::THREE);
    insta::assert_snapshot!(refused(&world, &["gate", "-p", "three"]), @"
    status 4
    --- stdout
    --- stderr
    venire: [WORLD]/repository is in no git repository [V-GIT-NONE]
      → go to the repository, or name it: venire -C DIR gate
    ");
}

#[test]
fn a_gate_with_the_change_still_unstaged() {
    let world = divided();
    world.write("a.txt", "two\n");
    insta::assert_snapshot!(refused(&world, &["gate", "-p", "three"]), @"
    status 2
    --- stdout
    --- stderr
    venire: nothing is staged, and the tree is not clean (1 changed) [V-GATE-NOTHING-STAGED]
      → stage what is to be reviewed: git add …
      → or review the work tree as it stands: venire gate --diff
    ");
}

#[test]
fn standard_input_can_be_one_thing_only() {
    let world = divided();
    let run = world.run(&["ask", "-p", "three", "--stdin", "-"]).input(Input::Text(b"what?\n".to_vec()));
    let outcome: Outcome = run.outcome();
    insta::assert_snapshot!(told(&world, &outcome), @"
    status 2
    --- stdout
    --- stderr
    venire: the question `-` and `--stdin` both read standard input [V-STDIN-TWICE]
      → put the question into a file: @FILE
    ");
}

#[test]
fn an_output_into_a_missing_folder() {
    insta::assert_snapshot!(refused(&divided(), &["ask", "-p", "three", "-o", "none/result.md"]), @"
    status 4
    --- stdout
    --- stderr
    venire: [WORLD]/repository/none/result.md can't be written: there is no folder [WORLD]/repository/none [V-OUTPUT-FAILED]
      → make the folder, or name another file
    ");
}

#[test]
fn an_unknown_run() {
    insta::assert_snapshot!(refused(&divided(), &["runs", "show", "2020"]), @"
    status 2
    --- stdout
    --- stderr
    venire: there is no run `2020` in [WORLD]/state/venire/runs [V-RUN-UNKNOWN]
      → `venire runs list` shows the runs there are.
    ");
    insta::assert_snapshot!(refused(&divided(), &["runs", "show"]), @"
    status 2
    --- stdout
    --- stderr
    venire: there is no run `latest` in [WORLD]/state/venire/runs [V-RUN-UNKNOWN]
      → `venire runs list` shows the runs there are.
    ");
}

#[test]
fn a_configuration_with_a_bad_key() {
    let world = divided();
    world.configure("config.yaml", "default_pannel: three\nsandbox: maybe\n");
    insta::assert_snapshot!(refused(&world, &["ask", "x?"]), @"
    status 2
    --- stdout
    --- stderr
    error[V-YAML-VALUE]: `maybe` is not a value of `sandbox`
     --> [WORLD]/config/venire/config.yaml:2:10
      |
    2 | sandbox: maybe
      |          ^^^^^ expected one of `auto`, `require`, `off`

    error[V-YAML-UNKNOWN-KEY]: `default_pannel` is not a key of the configuration
     --> [WORLD]/config/venire/config.yaml:1:1
      |
    1 | default_pannel: three
      | ^^^^^^^^^^^^^^ unknown key
      |
      = help: did you mean `default_panel`?
    ");
}
