//! What is generated from the program and kept in the repository, or printed by it, is up to date.

use std::path::Path;

use crate::world::World;

const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "venire.bash"),
    ("zsh", "_venire"),
    ("fish", "venire.fish"),
    ("powershell", "_venire.ps1"),
    ("elvish", "venire.elv"),
];

#[test]
fn the_completion_scripts_are_those_of_this_program() {
    let world = World::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    for (shell, file) in COMPLETIONS {
        let printed = world.venire(&["completions", shell]);
        assert_eq!(printed.status, Some(0), "{}", printed.stderr);
        let kept = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(kept == printed.stdout, "completions/{file} is old: venire completions {shell} > completions/{file}");
    }
    let mut kept: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    kept.sort();
    let mut known = COMPLETIONS.map(|(_, file)| file);
    known.sort_unstable();
    assert_eq!(kept, known, "completions/ holds what venire prints and nothing else");
}

#[test]
fn the_manual_page_names_every_command() {
    let world = World::new();
    let page = world.venire(&["man"]);
    assert_eq!((page.status, page.stderr.as_str()), (Some(0), ""));
    assert!(page.stdout.contains("\n.TH venire 1"), "it is a manual page: {}", page.stdout);
    let help = world.venire(&["--help"]).stdout;
    let commands = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        assert!(page.stdout.contains(&format!("\nvenire\\-{name}(1)")), "the page names `{name}`");
    }
}
