//! Pushes, as git's pre-push hook tells of them.

use venire::store::change::Change;
use venire::store::push::{Push, PushedRef};

use super::{World, paths};

const ZERO: &str = "0000000000000000000000000000000000000000";

/// A repository with a remote `origin` that has its `main`.
fn with_remote() -> World {
    let world = World::with_commit();
    let remote = world.repo.with_file_name("remote.git");
    world.git(&["init", "-q", "--bare", remote.to_str().unwrap()]);
    world.git(&["remote", "add", "origin", remote.to_str().unwrap()]);
    world.git(&["push", "-q", "origin", "main"]);
    world
}

fn pushed(world: &World, lines: &str) -> Vec<PushedRef> {
    world.repository().pre_push(lines, "origin", &world.private()).unwrap()
}

fn change(pushed: &PushedRef) -> &Change {
    match &pushed.push {
        Push::Change(change) => change,
        Push::Deletion => panic!("a deletion"),
    }
}

#[test]
fn what_git_itself_tells_its_hook_is_understood() {
    let world = with_remote();
    let (main, said) = (world.git(&["rev-parse", "HEAD"]), world.private().join("said"));
    world.git(&["push", "-q", "origin", "main:old"]);
    let hook = world.repo.join(".git/hooks/pre-push");
    std::fs::write(&hook, format!("#!/bin/sh\ncat > '{}'\n", said.display())).unwrap();
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    world.commit("b.txt", "b\n");
    world.git(&["checkout", "-q", "-b", "feature"]);
    let feature = world.commit("c.txt", "c\n");
    world.git(&["push", "-q", "--dry-run", "origin", "main", "feature", ":old", ":/b.txt:refs/heads/by-words"]);
    let said = std::fs::read_to_string(said).unwrap();
    let pushed = pushed(&world, &said);
    let of = |remote: &str| pushed.iter().find(|pushed| pushed.remote == format!("refs/heads/{remote}")).unwrap();
    assert_eq!(pushed.len(), 4, "{said}");
    assert_eq!(paths(change(of("main"))), ["b.txt"], "an update is reviewed from what the remote has");
    assert_eq!(paths(change(of("feature"))), ["b.txt", "c.txt"], "a new branch from its merge base");
    assert_eq!(change(of("feature")).base.as_ref(), Some(&main));
    assert_eq!(change(of("feature")).tree, world.git(&["rev-parse", &format!("{feature}^{{tree}}")]));
    assert_eq!(paths(change(of("by-words"))), ["b.txt"]);
    assert!(matches!(of("old").push, Push::Deletion));
}

#[test]
fn a_forced_push_is_reviewed_from_what_the_remote_has() {
    let world = with_remote();
    let fork = world.git(&["rev-parse", "HEAD"]);
    let there = world.commit("there.txt", "t\n");
    world.git(&["push", "-q", "origin", "main"]);
    world.git(&["reset", "-q", "--hard", &fork]);
    let here = world.commit("here.txt", "h\n");
    let pushed_refs = pushed(&world, &format!("refs/heads/main {here} refs/heads/main {there}\n"));
    let forced = change(&pushed_refs[0]);
    assert_eq!(paths(forced), ["here.txt", "there.txt"]);
    assert_eq!((forced.base.as_ref(), forced.panel_base.as_ref()), (Some(&there), Some(&fork)));

    let unseen = "1".repeat(40);
    let pushed_refs = pushed(&world, &format!("refs/heads/main {here} refs/heads/main {unseen}\n"));
    assert_eq!(change(&pushed_refs[0]).base.as_ref(), Some(&fork), "the remote moved on unseen");
}

#[test]
fn a_tag_of_what_the_remote_has_brings_nothing() {
    let world = with_remote();
    world.git(&["tag", "-a", "-m", "one", "v1"]);
    let tag = world.git(&["rev-parse", "v1"]);
    assert!(change(&pushed(&world, &format!("refs/tags/v1 {tag} refs/tags/v1 {ZERO}\n"))[0]).is_empty());
}

#[test]
fn without_a_known_branch_everything_is_new() {
    let world = World::with_commit();
    let head = world.git(&["rev-parse", "HEAD"]);
    let pushed = pushed(&world, &format!("refs/heads/main {head} refs/heads/main {ZERO}"));
    assert_eq!((change(&pushed[0]).base.as_ref(), paths(change(&pushed[0]))), (None, vec!["a.txt"]));
}

#[test]
fn nothing_is_pushed_without_a_line_and_a_malformed_line_is_an_error() {
    let world = with_remote();
    let head = world.git(&["rev-parse", "HEAD"]);
    assert!(pushed(&world, "").is_empty());
    let absent = "2".repeat(40);
    for (line, code) in [
        (format!("refs/heads/main {head} refs/heads/main"), "V-GIT-PUSH-LINE"),
        (format!("refs/heads/main HEAD refs/heads/main {ZERO}"), "V-GIT-PUSH-LINE"),
        (format!("refs/heads/main {} refs/heads/main {ZERO}", &head[..39]), "V-GIT-PUSH-LINE"),
        ("\n".to_owned(), "V-GIT-PUSH-LINE"),
        (format!("refs/heads/main {absent} refs/heads/main {ZERO}"), "V-GIT-REVISION"),
    ] {
        let error = world.repository().pre_push(&line, "origin", &world.private()).unwrap_err();
        assert_eq!(error.code(), code, "{line}");
    }
}
