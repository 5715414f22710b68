//! The panels that come with the program.

use venire::document::{Source, render};
use venire::panel::{Purpose, Work, builtin, load, template};

use super::agents;

#[test]
fn built_in_panels_and_the_template_pass_without_a_warning() {
    let template = template("a \"name\": {");
    for (name, text) in builtin().iter().copied().chain([("template", template.as_str())]) {
        let source = Source::new(format!("{name}.yaml"), text);
        let purpose = if name == "second-opinion" { Purpose::Ask } else { Purpose::Gate };
        let loaded = load(&[source], &[], &agents(), purpose).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(loaded.warnings.is_empty(), "{}", render(&loaded.warnings, false));
        assert!(name == "template" || loaded.panel.name == name);
    }
    let offline = builtin().iter().find(|(name, _)| *name == "offline").expect("built in").1;
    let panel = load(&[Source::new("offline", offline)], &[], &[], Purpose::Gate).expect("needs no agent").panel;
    let counting = panel.seats.iter().filter(|seat| matches!(seat.work, Work::Check { counts: true, .. })).count();
    assert_eq!((counting, panel.seats.len()), (5, 5));
}

/// The seats of the built-in panel `offline` that fail in a folder, with what they say.
fn failing_checks(folder: &std::path::Path) -> Vec<(String, String)> {
    let text = builtin().iter().find(|(name, _)| *name == "offline").expect("built in").1;
    let panel = load(&[Source::new("offline", text)], &[], &[], Purpose::Gate).expect("needs no agent").panel;
    let failing = panel.seats.into_iter().filter_map(|seat| {
        let Work::Check { command, .. } = seat.work else { return None };
        let output = git(folder, &command[0], &command[1..]);
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (!output.status.success()).then_some((seat.id, said))
    });
    failing.collect()
}

fn git(folder: &std::path::Path, program: &str, args: &[String]) -> std::process::Output {
    std::process::Command::new(program)
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("GIT_CEILING_DIRECTORIES", folder.parent().expect("a folder below another"))
        .output()
        .expect("git is installed")
}

#[test]
fn the_offline_panel_finds_what_it_is_for() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let folder = home.path().join("tree");
    std::fs::create_dir(&folder).expect("created");
    let write = |text: &str| std::fs::write(folder.join("a.txt"), text).expect("written");
    let run = |line: &str| git(&folder, "git", &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let ids = || failing_checks(&folder).into_iter().map(|(id, _)| id).collect::<Vec<_>>();

    let outside = failing_checks(&folder);
    assert_eq!(outside[0].0, "repository");
    assert!(outside[0].1.contains("not a git repository"), "{outside:?}");

    run("init -q");
    assert!(ids().is_empty(), "a repository without commits is fine");
    write("plain\n");
    run("add .");
    assert!(ids().is_empty(), "so is a first change");
    write("blanks at the end   \n");
    assert!(ids().is_empty(), "what is not staged may have blanks at the end");
    run("add .");
    assert_eq!(ids(), ["staged-whitespace"]);
    let marked = "<<<<<<< one\na\n=======\nb\n>>>>>>> two\n";
    write(marked);
    assert_eq!(ids(), ["unstaged-markers", "staged-whitespace"]);
    run("add .");
    assert_eq!(ids(), ["staged-markers", "staged-whitespace"]);

    write("base\n");
    run("add .");
    let commit = "-c user.name=a -c user.email=a@example.org commit -qam change";
    run(commit);
    run("checkout -qb other");
    write("other\n");
    run(commit);
    run("checkout -q -");
    write("mine\n");
    run(commit);
    assert!(ids().is_empty(), "a clean tree is fine");
    run("-c user.name=a -c user.email=a@example.org merge -q other");
    assert_eq!(ids(), ["unmerged", "unstaged-markers"]);
}
