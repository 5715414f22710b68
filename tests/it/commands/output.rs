//! Where the result goes: files, closed pipes, full disks, colours.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};

use super::divided;
use crate::world::Script;

/// Runs a shell command line with the program under test as `$VENIRE`.
fn shell(world: &crate::world::World, line: &str) -> crate::world::Outcome {
    let line = format!("set -o pipefail; {line}");
    let bash = which::which("bash").unwrap();
    world.program(&bash, &["-c", &line]).env("VENIRE", env!("CARGO_BIN_EXE_venire")).outcome()
}

#[test]
fn a_result_goes_whole_into_the_file_that_is_named() {
    let world = divided();
    let outcome = world.venire(&["ask", "-q", "-p", "three", "--format", "json", "-o", "result.json"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), ""), "{}", outcome.stderr);
    let text = fs::read(world.repository().join("result.json")).unwrap();
    let document: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(document["decision"]["option"], "SHIP");
    assert_eq!(
        document["warnings"].as_array().map(Vec::len),
        Some(0),
        "the result is no change of the tree: {document:#}"
    );
    let mode = fs::metadata(world.repository().join("result.json")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "a result is a file as any other: {mode:o}");
}

#[test]
fn a_device_or_a_link_is_written_to_and_never_replaced() {
    let world = divided();
    let pipe = world.path("tmp/pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let outcome = world.venire(&["ask", "-q", "-p", "three", "-o", pipe.to_str().unwrap()]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(reader.join().unwrap().contains("SHIP by majority"));
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());

    fs::write(world.path("tmp/target"), "old").unwrap();
    std::os::unix::fs::symlink(world.path("tmp/target"), world.path("tmp/link")).unwrap();
    let link = world.path("tmp/link");
    assert_eq!(world.venire(&["ask", "-q", "-p", "three", "-o", link.to_str().unwrap()]).status, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(world.path("tmp/target")).unwrap().contains("SHIP by majority"));
}

#[test]
fn a_reader_that_has_seen_enough_does_not_change_the_decision() {
    let world = divided();
    world.stage("a.txt", "two\n");
    world.link_tool("head");
    let outcome = shell(&world, "\"$VENIRE\" gate -q -p three --format json | head -c 1; exit ${PIPESTATUS[0]}");
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(!outcome.stderr.contains("fault"), "{}", outcome.stderr);
}

#[test]
fn a_reader_that_leaves_before_the_end_ends_every_seat() {
    let world = divided();
    world.panel("three", &super::THREE.replace("concurrency: 1", "concurrency: 3"));
    let go = world.path("tmp/go");
    world.agent("codex", Script::new().wait_for(&go).answer(&crate::world::ballot("SHIP")));
    for agent in ["claude", "gemini"] {
        world.agent(agent, Script::new().sleep(60_000));
    }
    world.link_tool("head");
    let reader = format!("{{ head -n 1 > /dev/null; exec <&-; touch '{}'; }}", go.display());
    let outcome =
        shell(&world, &format!("\"$VENIRE\" ask -q -p three --format jsonl | {reader}; exit ${{PIPESTATUS[0]}}"));
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
    assert!(outcome.elapsed.as_secs() < 10, "{:?}", outcome.elapsed);
    world.assert_nothing_survives();
}

#[test]
fn a_result_that_could_not_be_written_never_passes() {
    let world = divided();
    world.stage("a.txt", "two\n");
    for format in ["text", "markdown", "json", "jsonl"] {
        let outcome = shell(&world, &format!("\"$VENIRE\" gate -q -p three --format {format} > /dev/full"));
        assert_eq!(outcome.status, Some(4), "{format}: {}", outcome.screen());
        assert!(outcome.stderr.contains("V-OUTPUT-FAILED"), "{format}: {}", outcome.stderr);
    }
}

#[test]
fn a_closed_standard_error_does_not_matter() {
    let world = divided();
    let outcome = shell(&world, "\"$VENIRE\" ask -p three 2>&-");
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let outcome = shell(&world, "\"$VENIRE\" ask -p three 2>/dev/full");
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
}

#[test]
fn a_list_with_its_reader_gone_is_no_failure() {
    let world = divided();
    world.link_tool("head");
    let outcome = shell(&world, "\"$VENIRE\" panel schema | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    let outcome = shell(&world, "\"$VENIRE\" panel list > /dev/full");
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
}

#[test]
fn colours_follow_the_terminal_the_environment_and_the_flag() {
    let world = divided();
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let run = world.run(&[&["ask", "-q", "-p", "three"], arguments].concat());
        let run = variables.iter().fold(run, |run, (name, value)| run.env(name, value));
        run.outcome().stdout.contains('\x1b')
    };
    assert!(!coloured(&[], &[]), "a pipe");
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]), "the flag is stronger");
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["--color", "auto"], &[("NO_COLOR", "1")]));
}

#[test]
fn control_characters_never_reach_the_screen() {
    let world = divided();
    let outcome = world.venire(&["ask", "-p", "three", "Is \x1b[31mthis\x07 safe\x1b]0;x\x07?"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(!outcome.screen().contains(['\x1b', '\x07']), "{:?}", outcome.screen());
    let error = world.venire(&["ask", "-p", "\x1b[31mred", "x?"]);
    assert!(!error.screen().contains('\x1b'), "{:?}", error.screen());
}
