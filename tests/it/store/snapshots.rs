//! Content that is fixed, and where its paths lead.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use venire::store::snapshot::Led;

use super::World;

#[test]
fn paths_lead_where_they_would_in_a_copy() {
    let world = World::with_commit();
    let link = |target: &str, name: &str| symlink(target, world.repo.join(name)).unwrap();
    world.write("dir/b.txt", "b\n");
    world.write("dir/deep/c.txt", "c\n");
    link("dir", "folder");
    link("../a.txt", "dir/up");
    link("folder/deep", "twice");
    link("loop", "loop");
    link("/etc/hosts", "absolute");
    link("/etc", "system");
    link("../../beside/x", "dir/out");
    let staged = {
        world.git(&["add", "--all"]);
        world.staged().snapshot()
    };
    // What comes later is not part of it.
    world.stage("a.txt", "later\n");
    let lead = |path: &str| staged.lead(Path::new(path), Path::new("/copies/seat")).unwrap();
    let file = |path: &str, text: &str| Led::File(PathBuf::from(path), text.as_bytes().to_vec());
    let first = "one\ntwo\nthree\n";
    for (path, expected) in [
        ("a.txt", file("a.txt", first)),
        ("./dir/../a.txt", file("a.txt", first)),
        ("folder/b.txt", file("dir/b.txt", "b\n")),
        ("folder/up", file("a.txt", first)),
        ("twice/c.txt", file("dir/deep/c.txt", "c\n")),
        ("twice/../b.txt", file("dir/b.txt", "b\n")),
        ("absolute", Led::Outside("/etc/hosts".into())),
        ("system/hosts", Led::Outside("/etc/hosts".into())),
        ("dir/out", Led::Outside("/copies/beside/x".into())),
        ("../x", Led::Outside("/copies/x".into())),
        ("loop", Led::Nowhere),
        ("dir", Led::Nowhere),
        ("a.txt/x", Led::Nowhere),
        ("none", Led::Nowhere),
        ("*.txt", Led::Nowhere),
    ] {
        assert_eq!(lead(path), expected, "{path}");
    }
}

#[test]
fn taking_the_work_tree_leaves_the_repository_untouched() {
    let world = World::with_commit();
    world.stage("b.txt", "staged\n");
    world.write("b.txt", "changed\n");
    world.write("c.txt", "untracked\n");
    let before = world.git_folder();
    let snapshot = world.repository().snapshot(&world.private()).unwrap();
    assert_eq!(world.git_folder(), before);
    let lead = |path: &str| snapshot.lead(Path::new(path), Path::new("/copies/seat")).unwrap();
    assert_eq!(lead("b.txt"), Led::File("b.txt".into(), b"changed\n".to_vec()));
    assert_eq!(lead("c.txt"), Led::File("c.txt".into(), b"untracked\n".to_vec()));
}
