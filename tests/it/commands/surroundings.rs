//! What surrounds a run: the user's configuration, the environment of seats, the folder it starts in.

use super::{THREE, divided, told};
use crate::world::World;

#[test]
fn the_configuration_names_the_panel_and_its_limits() {
    let world = divided();
    world.configure("config.yaml", "default_panel: three\nlimits: { timeout: 90s, budget: 4m }\nsandbox: off\n");
    let document = world.venire(&["plan", "--format", "json"]).json();
    assert_eq!(document["panel"]["name"], "three");
    insta::assert_snapshot!(format!("{} {}", document["limits"], document["sandbox"]), @r#"{"budget":"4m","concurrency":1,"calls":null,"output":8388608,"stop":"all","grace":null} "off""#);
    let outcome = world.venire(&["ask", "-q", "--format", "json"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let held: Vec<_> = outcome.json()["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["read_only"]["strength"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(held, ["kernel", "agent", "agent"], "codex has a sandbox of its own");
}

#[test]
fn another_configuration_folder_can_be_named() {
    let world = divided();
    std::fs::create_dir_all(world.path("other/panels")).unwrap();
    std::fs::write(world.path("other/panels/elsewhere.yaml"), THREE.replace("name: three", "name: elsewhere")).unwrap();
    let folder = world.path("other");
    let outcome = world.venire(&["panel", "list", "--config", folder.to_str().unwrap()]);
    assert!(
        outcome.stdout.contains("elsewhere") && !outcome.stdout.lines().any(|line| line.starts_with("three ")),
        "{}",
        outcome.stdout
    );
    let missing = world.venire(&["ask", "-p", "three", "--config", "none"]);
    insta::assert_snapshot!(told(&world, &missing), @"
    status 2
    --- stdout
    --- stderr
    venire: --config: [WORLD]/repository/none is no folder [V-CONFIG-MISSING]
      → make it, or leave the flag out
    ");
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_seat_sees_an_environment_of_its_own() {
    let world = divided();
    let run = world.run(&["ask", "-q", "-p", "three"]);
    let run = [("GIT_EDITOR", "vi"), ("CLAUDECODE", "1"), ("VENIRE_THING", "1"), ("LC_ALL", "C.UTF-8")]
        .iter()
        .fold(run, |run, (name, value)| run.env(name, value));
    assert_eq!(run.outcome().status, Some(0));
    for agent in ["codex", "claude", "gemini"] {
        let seen = &world.seen(agent)[0].environment;
        let gone = |name: &&String| name.starts_with("GIT_") || *name == "CLAUDECODE" || *name == "VENIRE_THING";
        assert_eq!(seen.keys().find(gone), None, "{agent}");
        assert_eq!(seen.get("LC_ALL").map(String::as_str), Some("C.UTF-8"), "{agent}");
        let temporary = &seen["TMPDIR"];
        assert!(
            temporary.starts_with(world.path("tmp").to_str().unwrap())
                && *temporary != world.path("tmp").to_str().unwrap(),
            "{temporary}"
        );
        assert!(!std::path::Path::new(temporary).exists(), "it is removed after the run");
        assert_eq!(seen["VENIRE_DEPTH"], "1");
    }
}

#[test]
fn a_panel_does_not_call_panels() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.run(&["ask", "-p", "three"]).env("VENIRE_DEPTH", "1").outcome()), @"
    status 2
    --- stdout
    --- stderr
    venire: a seat of venire started venire again [V-NESTED]
      → a panel does not call panels; put the question to the outer one
    ");
}

#[test]
fn a_run_can_start_in_another_folder() {
    let world = divided();
    world.write("sub/b.txt", "in the folder\n");
    let repository = world.repository();
    let run = world.run(&["ask", "-q", "-p", "three", "-C", repository.to_str().unwrap(), "-f", "sub/b.txt"]);
    let outcome = run.folder("/").outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(world.seen("codex")[0].input.contains("in the folder"));
}

#[test]
fn a_panel_of_the_repository_hides_a_built_in_one_and_says_so() {
    let world = divided();
    world.write(".venire/panels/security.yaml", THREE.replace("name: three", "name: security"));
    world.commit("a panel");
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["gate", "-p", "security"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let warning: Vec<&str> = outcome.stderr.lines().filter(|line| line.contains("V-WARN")).collect();
    insta::assert_snapshot!(warning.join("\n"), @"venire: warning: the panel `security` of this repository hides another of its name: built-in [V-WARN-PANEL-HIDES]");
}

#[test]
fn a_change_does_not_choose_its_judge() {
    let world = divided();
    world.write(".venire/panels/ours.yaml", THREE.replace("name: three", "name: ours"));
    world.commit("a panel");
    world.agent("gemini", crate::world::Script::voting("HOLD"));
    let lenient = THREE.replace("name: three", "name: ours").replace("HOLD, effect: block", "HOLD, effect: pass");
    world.stage(".venire/panels/ours.yaml", lenient);
    let judged = world.venire(&["gate", "-p", "ours"]);
    assert_eq!(judged.status, Some(1), "{}", judged.screen());
    let warning: Vec<&str> = judged.stderr.lines().filter(|line| line.contains("V-WARN-CHANGE")).collect();
    insta::assert_snapshot!(warning.join("\n"), @"
    venire: warning: the change under review alters the panel `ours`; the panel of its base judges [V-WARN-CHANGE-PANEL]
    venire: warning: the change under review touches panels of this repository: .venire/panels/ours.yaml [V-WARN-CHANGE-VENIRE]
    ");
    assert_eq!(world.venire(&["gate", "-q", "-p", "ours", "--panel-from-change"]).status, Some(0));
}

#[test]
fn a_panel_that_only_the_change_brings_judges_on_request_only() {
    let world: World = divided();
    world.stage(".venire/panels/ours.yaml", THREE.replace("name: three", "name: ours"));
    insta::assert_snapshot!(told(&world, &world.venire(&["gate", "-p", "ours"])), @"
    status 2
    --- stdout
    --- stderr
    venire: the panel `ours` is only in the change under review ([WORLD]/repository/.venire/panels/ours.yaml) [V-PANEL-ONLY-IN-CHANGE]
      → A change does not choose its judge. `--panel-from-change` uses the panel all the same.
    ");
    assert_eq!(world.calls(), 0);
    assert_eq!(world.venire(&["gate", "-q", "-p", "ours", "--panel-from-change"]).status, Some(0));
}

/// A container can be entered without a session of its own: its processes are then in session 0.
#[test]
fn a_session_whose_leader_is_out_of_sight_is_a_session_like_any_other() {
    let Ok(unshare) = which::which("unshare") else {
        return eprintln!("not tested: there is no unshare on this machine");
    };
    let world = divided();
    let entered = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
    let try_it = world.program(&unshare, &[&entered[..], &["true"]].concat()).outcome();
    if try_it.status != Some(0) {
        return eprintln!("not tested: this machine lets nobody make a process namespace: {}", try_it.stderr);
    }
    let ask = [env!("CARGO_BIN_EXE_venire"), "ask", "-q", "-p", "three", "--format", "json"];
    let outcome = world.program(&unshare, &[&entered[..], &ask].concat()).outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert_eq!(outcome.json()["decision"]["outcome"], world.venire(&ask[1..]).json()["decision"]["outcome"]);
    world.assert_nothing_survives();
}
