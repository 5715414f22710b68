//! `venire trust`: a repository's panel runs programs only after the user has said so.

use super::{THREE, divided, told};
use crate::world::Input;

#[test]
fn a_panel_of_the_repository_runs_nothing_until_it_is_trusted() {
    let world = divided();
    let ran = world.path("tmp/ran");
    let panel = |word: &str| {
        let command = format!("[sh, -c, 'echo {word} > {}']", ran.display());
        let text = THREE.replace("name: three", "name: ours");
        world.write(".venire/panels/ours.yaml", format!("{text}  - {{ id: tests, check: {command} }}\n"));
    };
    panel("one");
    let ask = || world.run(&["ask", "-q", "-p", "ours", "--sandbox", "off"]).input(Input::Open).outcome();
    insta::assert_snapshot!(told(&world, &ask()), @"
    status 2
    --- stdout
    --- stderr
    venire: [WORLD]/repository/.venire/panels/ours.yaml came with the repository and wants to run programs:
        seat tests: sh -c 'echo one > [WORLD]/tmp/ran'
    Not trusted as they are now:
        [WORLD]/repository/.venire/panels/ours.yaml: new [V-TRUST]
      → read them, and if you trust them: venire trust [WORLD]/repository/.venire/panels/ours.yaml
    ");
    assert!(!ran.exists() && world.calls() == 0);

    insta::assert_snapshot!(told(&world, &world.venire(&["trust", "--list"])), @"
    status 0
    --- stdout
    nothing is trusted
    --- stderr
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["trust"])), @"
    status 0
    --- stdout
    trusted: [WORLD]/repository/.venire/panels/ours.yaml
        may run: seat tests: sh -c 'echo one > [WORLD]/tmp/ran'
    Each file is trusted as it is now; when it changes, it must be trusted again.
    --- stderr
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["trust", "--list"])), @"
    status 0
    --- stdout
    [DIGEST]  [WORLD]/repository/.venire/panels/ours.yaml
    --- stderr
    ");
    let trusted = ask();
    assert_eq!((trusted.status, ran.exists()), (Some(0), true), "{}", trusted.screen());

    std::fs::remove_file(&ran).unwrap();
    panel("two");
    assert_eq!((ask().status, ran.exists()), (Some(2), false), "it was changed since");
    assert_eq!(world.venire(&["trust", ".venire/panels/ours.yaml"]).status, Some(0));
    assert_eq!(ask().status, Some(0));

    insta::assert_snapshot!(told(&world, &world.venire(&["trust", "--revoke"])), @"
    status 0
    --- stdout
    [WORLD]/repository/.venire/panels/ours.yaml: no longer trusted
    --- stderr
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["trust", "--revoke"])), @"
    status 0
    --- stdout
    [WORLD]/repository/.venire/panels/ours.yaml: was not trusted
    --- stderr
    ");
    assert_eq!(ask().status, Some(2));
}

#[test]
fn trust_in_nothing() {
    let world = divided();
    insta::assert_snapshot!(told(&world, &world.venire(&["trust"])), @"
    status 2
    --- stdout
    --- stderr
    venire: this repository has no panels of its own [V-TRUST-NOTHING]
      → name the files: venire trust FILE…
    ");
    insta::assert_snapshot!(told(&world, &world.venire(&["trust", "none.yaml"])), @"
    status 2
    --- stdout
    --- stderr
    venire: [WORLD]/repository/none.yaml can't be read: No such file or directory (os error 2) [V-TRUST-FILE]
    ");
}

#[test]
fn a_panel_without_commands_needs_no_trust() {
    let world = divided();
    world.write(".venire/panels/ours.yaml", THREE.replace("name: three", "name: ours"));
    assert_eq!(world.venire(&["ask", "-q", "-p", "ours"]).status, Some(0));
}
