//! Where panels are found, what they extend, and which one judges a change.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use venire::document::{Diagnostic, Source};
use venire::store::StoreError;
use venire::store::extends::Standing;
use venire::store::panels::{Library, Origin};

use super::World;

const BUILT_IN: [(&str, &str); 2] = [("offline", "built-in offline"), ("security", "built-in security")];

fn config(world: &World) -> PathBuf {
    world.repo.with_file_name("home").join(".config/venire")
}

fn user(world: &World, name: &str, text: &str) -> PathBuf {
    let path = config(world).join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// In these tests a panel is one line: `extends NAME`, or anything else.
fn extends(source: &Arc<Source>) -> Result<Option<String>, Box<Diagnostic>> {
    Ok(source.text.trim().strip_prefix("extends ").map(str::to_owned))
}

#[test]
fn the_nearest_folder_comes_first_and_what_is_hidden_is_said() {
    let world = World::new();
    let below = world.repo.join("crates/core");
    world.write(".venire/panels/security.yml", "root");
    world.write("crates/.venire/panels/security.yaml", "nearer");
    world.write("crates/core/src.rs", "");
    let own = user(&world, "panels/security.yaml", "user");
    let config = config(&world);
    let library = Library::new(&below, Some(&world.repo), &config, &BUILT_IN);
    let found = library.find("security").unwrap();
    assert_eq!(found.source.text, "nearer");
    assert!(found.origin.needs_trust());
    let root = Origin::Repository(world.repo.join(".venire/panels/security.yml"));
    assert_eq!(found.hides, [root, Origin::User(own), Origin::BuiltIn]);
    assert_eq!(library.find("offline").unwrap().origin, Origin::BuiltIn);

    let listed = library.list().unwrap();
    assert_eq!(listed.iter().map(|panel| panel.name.as_str()).collect::<Vec<_>>(), ["offline", "security"]);
    assert_eq!((&listed[1].origin, &listed[1].hides), (&found.origin, &found.hides));
}

#[test]
fn nothing_above_the_repository_is_searched() {
    let world = World::new();
    std::fs::create_dir_all(world.repo.with_file_name(".venire/panels")).unwrap();
    std::fs::write(world.repo.with_file_name(".venire/panels/mine.yaml"), "x").unwrap();
    let config = config(&world);
    for root in [Some(world.repo.as_path()), None] {
        let error = Library::new(&world.repo, root, &config, &BUILT_IN).find("mine").unwrap_err();
        assert_eq!(error.code(), "V-PANEL-UNKNOWN");
    }
}

#[test]
fn a_path_is_told_from_a_name() {
    let world = World::new();
    world.write("security", "a file called as a panel");
    world.write("odd", "no extension");
    world.write("mine.yaml", "in the repository");
    let outside = world.private().join("other.yaml");
    std::fs::write(&outside, "outside").unwrap();
    let config = config(&world);
    let library = Library::new(&world.repo, Some(&world.repo), &config, &BUILT_IN);
    let text = |given: &str| library.find(given).unwrap().source.text.clone();
    assert_eq!(text("security"), "built-in security", "a file does not hide a panel's name");
    assert_eq!(text("odd"), "no extension");
    assert_eq!(library.find("mine.yaml").unwrap().origin, Origin::Repository(world.repo.join("mine.yaml")));
    assert_eq!(library.find("../private/other.yaml").unwrap().origin, Origin::File(outside.clone()));
    assert_eq!(library.find("none.yaml").unwrap_err().code(), "V-PANEL-MISSING");

    let link = world.private().join("link.yaml");
    std::os::unix::fs::symlink(world.repo.join("mine.yaml"), &link).unwrap();
    assert!(library.find(link.to_str().unwrap()).unwrap().origin.needs_trust(), "a link into the repository");
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let world = World::new();
    let config = config(&world);
    let error = Library::new(&world.repo, None, &config, &BUILT_IN).find("securty").unwrap_err();
    assert_eq!(error.to_string(), "there is no panel `securty`; did you mean `security`?");
    assert!(error.remedy().contains("offline, security"));
}

#[test]
fn panels_extend_each_other_but_not_in_circles_and_not_upward() {
    let world = World::new();
    for (name, text) in [
        ("strict", "extends team"),
        ("team", "extends security"),
        ("a", "extends ./b.yaml"),
        ("b", "extends a"),
        ("outside", "extends ../../../private/other.yaml"),
        ("code-review", "from the repository"),
    ] {
        world.write(&format!(".venire/panels/{name}.yaml"), text);
    }
    user(&world, "panels/mine.yaml", "extends code-review");
    std::fs::write(world.private().join("other.yaml"), "outside").unwrap();
    let config = config(&world);
    let library = Library::new(&world.repo, Some(&world.repo), &config, &BUILT_IN);
    let chain = |name: &str| library.chain(&library.find(name).unwrap(), &extends);
    let texts: Vec<_> = chain("strict").unwrap().iter().map(|found| found.source.text.clone()).collect();
    assert_eq!(texts, ["extends team", "extends security", "built-in security"]);
    assert!(matches!(chain("a").unwrap_err(), StoreError::PanelCycle { chain } if chain.len() == 3));
    assert_eq!(chain("outside").unwrap_err().code(), "V-PANEL-EXTENDS-OUTSIDE");
    assert_eq!(chain("mine").unwrap_err().code(), "V-PANEL-UNKNOWN", "the repository is not under the user's panel");
}

#[test]
fn the_panel_of_the_base_judges() {
    let world = World::with_commit();
    for name in ["same", "differs", "removed"] {
        world.commit(&format!(".venire/panels/{name}.yaml"), "base");
    }
    world.stage(".venire/panels/differs.yaml", "lenient");
    world.git(&["rm", "-q", ".venire/panels/removed.yaml"]);
    world.stage(".venire/panels/security.yaml", "extends brought");
    world.stage(".venire/panels/brought.yaml", "lenient");
    world.write(".venire/panels/loose.yaml", "not staged");
    let config = config(&world);
    let library = Library::new(&world.repo, Some(&world.repo), &config, &BUILT_IN);
    let change = world.staged();
    let judge =
        |name: &str| library.judge_of(&change, name).map(|(found, standing)| (found.source.text.clone(), standing));
    let base = |standing| ("base".to_owned(), standing);
    assert_eq!(judge("same").unwrap(), base(Standing::Same));
    assert_eq!(judge("differs").unwrap(), base(Standing::DiffersInChange));
    assert_eq!(judge(".venire/panels/differs.yaml").unwrap(), base(Standing::DiffersInChange));
    assert_eq!(judge("removed").unwrap(), base(Standing::RemovedInChange));
    let brought = world.repo.join(".venire/panels/security.yaml");
    assert_eq!(judge("security").unwrap(), ("built-in security".to_owned(), Standing::OnlyInChange(brought)));
    assert_eq!(judge("offline").unwrap(), ("built-in offline".to_owned(), Standing::Same));
    for name in ["brought", "loose", "./.venire/panels/brought.yaml"] {
        assert_eq!(judge(name).unwrap_err().code(), "V-PANEL-ONLY-IN-CHANGE", "{name}");
    }
    assert_eq!(judge("nothing").unwrap_err().code(), "V-PANEL-UNKNOWN");

    let in_change = library.at(change.view(), &change.tree);
    let chain = in_change.chain(&in_change.find("security").unwrap(), &extends).unwrap();
    assert_eq!(chain[1].source.text, "lenient", "asked for, the panel of the change is read from the change");
}

#[test]
fn before_the_first_commit_no_panel_of_the_repository_judges() {
    let world = World::new();
    world.stage(".venire/panels/mine.yaml", "x");
    let config = config(&world);
    let library = Library::new(&world.repo, Some(&world.repo), &config, &BUILT_IN);
    assert_eq!(library.judge_of(&world.staged(), "mine").unwrap_err().code(), "V-PANEL-ONLY-IN-CHANGE");
}

#[test]
fn the_users_agents_and_configuration_are_sources() {
    let world = World::new();
    let config = config(&world);
    let library = Library::new(&world.repo, None, &config, &BUILT_IN);
    assert_eq!((library.agents().unwrap().len(), library.configuration().unwrap()), (0, None));
    user(&world, "agents/b.yaml", "b");
    user(&world, "agents/a.yml", "a");
    user(&world, "agents/notes.txt", "no agent");
    let file = user(&world, "config.yaml", "sandbox: auto");
    assert_eq!(library.agents().unwrap().iter().map(|agent| agent.text.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(Path::new(&library.configuration().unwrap().unwrap().name), file);
    user(&world, "config.yaml", "");
    std::fs::write(&file, b"\xff").unwrap();
    assert_eq!(library.configuration().unwrap_err().code(), "V-STORE-NOT-TEXT");
}
