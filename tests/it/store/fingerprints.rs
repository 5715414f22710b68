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
    let before = repository.fingerprint(&writes, None).unwrap();
    change(&world);
    before.differences(&repository.fingerprint(&writes, Some(&before)).unwrap())
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

/// Long enough after a change a file's times are relied on: what can be set of them must not be enough.
#[test]
fn a_file_that_hides_its_change_behind_its_old_time_and_size_is_found() {
    let world = world();
    let (file, other) = (world.repo.join("a.txt"), world.repo.join("sub/b.txt"));
    std::thread::sleep(std::time::Duration::from_millis(3100));
    let repository = Repository::discover(&world.repo, &world.env).unwrap().unwrap();
    let before = repository.fingerprint(&[], None).unwrap();
    let time = std::fs::metadata(&file).unwrap().modified().unwrap();
    let content = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, content.replace("two", "TWO")).unwrap();
    for path in [&file, &other] {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    }
    let after = repository.fingerprint(&[], Some(&before)).unwrap();
    assert_eq!(before.differences(&after), ["a.txt"], "the other one's time is another, its content the same");
    let restored = std::fs::File::options().write(true).open(&file).unwrap();
    std::fs::write(&file, content).unwrap();
    restored.set_modified(time).unwrap();
    assert_eq!(before.differences(&repository.fingerprint(&[], Some(&after)).unwrap()), [""; 0]);
}

/// A folder's name can hold a line end, and git tells places a line each.
#[test]
fn a_repository_below_a_strange_name_is_looked_at_whole() {
    let world = world();
    let moved = world.repo.with_file_name("line\nend");
    std::fs::rename(&world.repo, &moved).unwrap();
    let repository = Repository::discover(&moved.join("sub"), &world.env).unwrap().unwrap();
    let before = repository.fingerprint(&[], None).unwrap();
    std::fs::write(moved.join(".git/config"), "[core]\n\tpager = evil\n").unwrap();
    std::fs::write(moved.join("a.txt"), "other").unwrap();
    let after = repository.fingerprint(&[], Some(&before)).unwrap();
    assert_eq!(before.differences(&after), [".git/config", "a.txt"]);
}
