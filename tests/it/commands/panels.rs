//! `venire panel` and `venire agents`.

use std::os::unix::fs::PermissionsExt;

use super::{THREE, divided, told};
use crate::world::{Script, World};

#[test]
fn the_list_says_where_each_panel_comes_from_and_what_it_hides() {
    let world = World::with_repository();
    world.panel("three", THREE);
    world.write(".venire/panels/security.yaml", "extends: three\n");
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "list"])), @"
    status 0
    --- stdout
    architecture      built-in
        Three architects weigh a design proposal; adopting it takes two thirds.
    code-review       built-in
        Three reviewers read a change for correctness, for design and for tests.
    incident-summary  built-in
        Reviewers of chronology, impact and safety, each with its own evidence, jud…
    offline           built-in
        Five checks of a git repository that run on any machine, with no agent inst…
    second-opinion    built-in
        Three agents answer the same question in their own words; nothing is counte…
    security          [WORLD]/repository/.venire/panels/security.yaml (its commands need trust); hides built-in
    ship-or-hold      built-in
        Three reviewers from three vendors vote on whether a change is safe to ship.
    three             [WORLD]/config/venire/panels/three.yaml
    --- stderr
    ");
}

#[test]
fn a_panel_is_shown_as_it_is_written() {
    let world = divided();
    assert_eq!(world.venire(&["panel", "show", "three"]).stdout, THREE);
}

#[test]
fn a_panel_is_shown_with_the_layer_that_set_each_value() {
    let world = divided();
    world.panel("mine", "extends: three\nquorum: 3\nseats:\n  - { id: critic, model: opus }\n");
    let shown = world.venire(&["panel", "show", "mine", "--effective", "--set", "strategy=unanimous"]);
    insta::assert_snapshot!(told(&world, &shown), @r#"
    status 0
    --- stdout
    question: "Is this change safe to ship?"  # [WORLD]/config/venire/panels/three.yaml
    options:
      - label: SHIP  # [WORLD]/config/venire/panels/three.yaml
        effect: pass  # [WORLD]/config/venire/panels/three.yaml
      - label: HOLD  # [WORLD]/config/venire/panels/three.yaml
        effect: block  # [WORLD]/config/venire/panels/three.yaml
    strategy: unanimous  # --set strategy=unanimous
    quorum: 3  # [WORLD]/config/venire/panels/mine.yaml
    retry:
      attempts: 1  # [WORLD]/config/venire/panels/three.yaml
    reask: 0  # [WORLD]/config/venire/panels/three.yaml
    limits:
      concurrency: 1  # [WORLD]/config/venire/panels/three.yaml
    seats:
      - id: advocate  # [WORLD]/config/venire/panels/three.yaml
        agent: codex  # [WORLD]/config/venire/panels/three.yaml
        stance: for  # [WORLD]/config/venire/panels/three.yaml
      - id: critic  # [WORLD]/config/venire/panels/mine.yaml
        agent: claude  # [WORLD]/config/venire/panels/three.yaml
        stance: against  # [WORLD]/config/venire/panels/three.yaml
        model: opus  # [WORLD]/config/venire/panels/mine.yaml
      - id: assessor  # [WORLD]/config/venire/panels/three.yaml
        agent: gemini  # [WORLD]/config/venire/panels/three.yaml
    --- stderr
    "#);
}

#[test]
fn good_files_are_ok_and_bad_ones_are_explained() {
    let world = divided();
    world.write("good.yaml", THREE);
    world.write("bad.yaml", THREE.replace("strategy: majority", "stratgy: majority").replace("quorum: 2", "quorum: 9"));
    world.write("broken.yaml", "name: [\n");
    let checked = world.venire(&["panel", "check", "good.yaml", "bad.yaml", "broken.yaml"]);
    insta::assert_snapshot!(told(&world, &checked), @"
    status 1
    --- stdout
    good.yaml: ok
    bad.yaml: 2 errors
    broken.yaml: 1 error
    --- stderr
    error[V-YAML-UNKNOWN-KEY]: `stratgy` is not a key of a panel
     --> [WORLD]/repository/bad.yaml:6:1
      |
    6 | stratgy: majority
      | ^^^^^^^ unknown key
      |
      = help: did you mean `strategy`?

    error[V-PANEL-QUORUM]: a quorum of 9 can't be reached: 3 seats vote
     --> [WORLD]/repository/bad.yaml:7:9
      |
    7 | quorum: 9
      |         ^ expected `quorum` from 1 to 3

    error[V-YAML-SYNTAX]: this is not valid YAML: unclosed bracket '['
     --> [WORLD]/repository/broken.yaml:1:7
      |
    1 | name: [
      |       ^ here
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "check", "good.yaml"])), @"
    status 0
    --- stdout
    good.yaml: ok
    --- stderr
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "check", "none.yaml"])), @"
    status 2
    --- stdout
    none.yaml: not checked
    --- stderr
    venire: there is no panel file [WORLD]/repository/none.yaml [V-PANEL-MISSING]
      → Check the spelling; paths count from the working folder. `venire panel list` shows the names.
    ");
}

#[test]
fn one_missing_file_does_not_hide_what_is_wrong_with_the_others() {
    let world = divided();
    world.write("bad.yaml", THREE.replace("quorum: 2", "quorum: 9"));
    let checked = world.venire(&["panel", "check", "none.yaml", "bad.yaml"]);
    assert_eq!(checked.status, Some(2), "{}", checked.screen());
    assert!(checked.stderr.contains("none.yaml") && checked.stderr.contains("quorum"), "{}", checked.stderr);
}

#[test]
fn a_new_panel_is_good_as_it_is_and_never_overwrites() {
    let world = World::new();
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "new", "ours"])), @"
    status 0
    --- stdout
    [WORLD]/config/venire/panels/ours.yaml
    edit it, then venire ask -p ours
    --- stderr
    ");
    assert_eq!(world.venire(&["panel", "check", "ours"]).status, Some(0));
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "new", "ours"])), @"
    status 2
    --- stdout
    --- stderr
    venire: [WORLD]/config/venire/panels/ours.yaml is there already [V-PANEL-EXISTS]
      → choose another name, or name another file with -o
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "new", "../up"])), @"
    status 2
    --- stdout
    --- stderr
    venire: `../up` is not a name for a panel [V-PANEL-NAME]
      → use letters, digits, `-` and `_`
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["panel", "new", "ours", "-o", "ours.yaml"])), @"
    status 0
    --- stdout
    [WORLD]/repository/ours.yaml
    venire panel check [WORLD]/repository/ours.yaml, then venire ask -p [WORLD]/repository/ours.yaml
    --- stderr
    ");
    let mode = std::fs::metadata(world.path("config/venire")).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

#[test]
fn schemas_are_json() {
    let world = World::new();
    for arguments in [
        &["panel", "schema"][..],
        &["panel", "schema", "--agent"],
        &["panel", "schema", "--configuration"],
        &["runs", "schema"],
    ] {
        let schema = world.venire(arguments).json();
        assert!(schema["$schema"].is_string(), "{arguments:?}: {schema:#}");
    }
}

#[test]
fn agents_are_listed_with_what_this_machine_has_of_them() {
    let world = World::new();
    world.agent("claude", Script::new());
    world.agent("gemini", Script::new().style("gemini").version("0.1.2"));
    insta::assert_snapshot!(told(&world, &world.venire(&["agents"])), @"
    status 0
    --- stdout
    claude     ready          read-only: agent    Claude Code
               version 2.1.197
    codex      not installed  read-only: kernel   Codex CLI
               can't be switched off: where a tree is offered, its shell reads every file that the user can read
               → npm install -g @openai/codex
    gemini     ready          read-only: agent    Gemini CLI
               version 0.1.2; 0.61.0 is the one that was tested
               can't be switched off: with a Google sign-in the user's own hooks, skills and GEMINI.md are loaded
    --- stderr
    ");
    let listed = world.venire(&["agents", "--format", "json"]).json();
    let ready: Vec<_> = listed.as_array().unwrap().iter().map(|agent| agent["installed"].as_bool().unwrap()).collect();
    assert_eq!(ready, [true, false, true], "{listed:#}");
    assert_eq!(world.calls(), 0, "no model is called");
}

#[test]
fn an_agent_that_is_not_signed_in_says_how() {
    let world = World::new();
    world.agent("claude", Script::new().signed_out());
    let outcome = world.run(&["agents"]).without_env("ANTHROPIC_API_KEY").outcome();
    let claude = outcome.stdout.lines().take_while(|line| !line.starts_with("codex")).collect::<Vec<_>>().join("\n");
    assert!(claude.contains("not signed in") && claude.contains("→"), "{claude}");
}
