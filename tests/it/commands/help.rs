//! Version, help, completions, the manual page.

use super::told;
use crate::world::World;

#[test]
fn the_version_is_one_line() {
    let world = World::new();
    insta::assert_snapshot!(told(&world, &world.venire(&["--version"])), @"
    status 0
    --- stdout
    venire [VERSION]
    --- stderr
    ");
}

#[test]
fn help_lists_the_commands() {
    let world = World::new();
    insta::assert_snapshot!(told(&world, &world.venire(&["--help"])), @"
    status 0
    --- stdout
    Panels of AI agents vote on a question or a change, and the count decides

    Usage: venire [OPTIONS] <COMMAND>

    Commands:
      ask          Put a question to a panel; print every voice, the tally and the dissent
      gate         Let a panel vote on a change in git; the exit status says ship or hold
      plan         Show what `ask` or `gate` would do, with command lines, sizes and calls; spend
                   nothing
      panel        Find, show, check and start panels
      agents       List the known agents: installed, version, signed in, how strongly read-only is held
      runs         Look at finished runs
      tally        Count ballots that were gathered elsewhere, one JSON object a line
      trust        Allow the commands of panels that came with a repository
      completions  Print the completion script of a shell
      man          Print the manual page

    Options:
      -C <DIR>            Run as if started in this folder
          --config <DIR>  Use this configuration folder in place of the user's own
          --color <WHEN>  Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM
                          [possible values: auto, always, never]
      -h, --help          Print help
      -V, --version       Print version

    Exit status of `gate`:
      0  pass, or nothing to review        4  too few usable answers
      1  block or revise                  70  a fault of venire's own
      2  wrong usage                     130  interrupted
      3  undecided                       143  terminated
    `ask` ends with 0 when a decision was reached, whatever it is.

    Try it with no agent installed:  venire ask --panel offline
    --- stderr
    ");
}

#[test]
fn without_a_command_the_help_is_wrong_usage() {
    let world = World::new();
    let outcome = world.venire(&[]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert!(outcome.stderr.contains("Usage: venire"), "{}", outcome.stderr);
}

#[test]
fn help_of_ask_groups_its_arguments_and_says_what_they_take() {
    let world = World::new();
    let outcome = world.venire(&["ask", "--help"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    for line in [
        "Panel:",
        "What the seats see:",
        "Synthesis:",
        "Limits:",
        "Output:",
        "-p, --panel <NAME|FILE>",
        "--diff [<RANGE>]",
    ] {
        assert!(outcome.stdout.contains(line), "{line} is not in\n{}", outcome.stdout);
    }
    assert!(outcome.stdout.lines().all(|line| line.chars().count() <= 110), "{}", outcome.stdout);
}

#[test]
fn each_shell_has_a_completion_script() {
    let world = World::new();
    for (shell, mark) in [
        ("bash", "_venire"),
        ("zsh", "#compdef"),
        ("fish", "complete -c"),
        ("powershell", "Register-"),
        ("elvish", "edit:"),
    ] {
        let outcome = world.venire(&["completions", shell]);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(outcome.stdout.contains(mark) && outcome.stdout.contains("gate"), "{shell}: {}", outcome.stdout);
    }
    assert_eq!(world.venire(&["completions", "cmd"]).status, Some(2));
}

#[test]
fn the_shell_completes_the_names_of_panels_and_agents() {
    let world = World::new();
    world.panel("mine", super::THREE);
    let completed = |words: &[&str]| {
        let arguments = [&["--", "venire"], words].concat();
        let index = words.len().to_string();
        let run = world.run(&arguments).env("COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", &index);
        run.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_IFS", "\n").outcome().stdout
    };
    let panels = completed(&["ask", "-p", ""]);
    assert!(panels.contains("mine") && panels.contains("ship-or-hold"), "{panels}");
    let agents = completed(&["ask", "--seat", "c"]);
    assert!(agents.contains("codex") && agents.contains("claude") && !agents.contains("gemini"), "{agents}");
}

#[test]
fn the_manual_page_is_for_man() {
    let world = World::new();
    let outcome = world.venire(&["man"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    assert!(outcome.stdout.contains(".TH venire 1") && outcome.stdout.contains("nothing to review"));
}
