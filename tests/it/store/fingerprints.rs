//! What a comparison of two fingerprints finds.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use venire::store::git::Repository;

use super::World;

/// A repository with a file of each kind.
fn world() -> World {
    let world = World::with_commit();
    world.commit(".gitignore", "*.log\ntarget\n");
    world.write("new.txt", "untracked\n");
    world.write("x.log", "ignored\n");
    world.write("target/out", "built\n");
    world.write("sub/b.txt", "b\n");
    world
}

/// What is found to differ after `change`.
fn found(change: impl FnOnce(&World)) -> Vec<String> {
    let world = world();
    let repository = Repository::discover(&world.repo.join("sub"), &world.env).unwrap().unwrap();
    let writes = [PathBuf::from("target")];
    let before = repository.fingerprint(&writes).unwrap();
    change(&world);
    before.differences(&repository.fingerprint(&writes).unwrap())
}

/// What is found, and what was done.
type Case = (&'static str, fn(&World));

#[test]
fn every_change_is_found_and_named() {
    let cases: [Case; 11] = [
        ("a.txt", |world| world.write("a.txt", "one\ntwo\nthree!\n")),
        ("a.txt", |world| std::fs::remove_file(world.repo.join("a.txt")).unwrap()),
        ("a.txt", |world| {
            std::fs::set_permissions(world.repo.join("a.txt"), PermissionsExt::from_mode(0o755)).unwrap();
        }),
        ("new.txt", |world| world.write("new.txt", "other\n")),
        ("\"\\303\\251\"", |world| world.write("é", "x")),
        ("x.log", |world| world.write("x.log", "other\n")),
        (".git/config", |world| drop(world.git(&["config", "core.pager", "evil"]))),
        (".git/hooks/pre-commit", |world| world.write(".git/hooks/pre-commit", "evil")),
        (".git/index", |world| drop(world.git(&["update-index", "--assume-unchanged", "a.txt"]))),
        ("refs/heads/other", |world| drop(world.git(&["branch", "other"]))),
        (".git/HEAD", |world| drop(world.git(&["symbolic-ref", "HEAD", "refs/heads/new"]))),
    ];
    for (expected, change) in cases {
        assert_eq!(found(change), [expected]);
    }
}

#[test]
fn what_may_be_written_and_what_only_looks_is_not_found() {
    let found = found(|world| {
        world.write("target/out", "built again\n");
        world.write("target/more", "built\n");
        world.write("a.txt", "one\ntwo\nthree\n");
        world.git(&["status"]);
        world.staged();
    });
    assert_eq!(found, [""; 0]);
}
