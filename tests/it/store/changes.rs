//! Changes of every kind, and repositories of every kind.

use venire::store::change::FileStatus;
use venire::store::git::Repository;

use super::{World, diff, paths};

#[test]
fn what_is_staged_is_the_index_against_head() {
    let world = World::with_commit();
    world.stage("a.txt", "one\n2\nthree\n");
    world.write("a.txt", "not staged\n");
    let change = world.staged();
    assert_eq!(diff(&change), world.git(&["diff", "--cached", "--full-index"]) + "\n");
    assert_eq!(change.base, Some(world.git(&["rev-parse", "HEAD"])));
    assert_eq!(change.base, change.panel_base);
    assert_eq!(change.tree, world.git(&["write-tree"]));
}

#[test]
fn taking_a_change_leaves_the_repository_as_it_is() {
    let world = World::with_commit();
    world.config(&[("core.splitIndex", "true"), ("core.untrackedCache", "true"), ("splitIndex.maxPercentChange", "0")]);
    world.stage("b.txt", "staged\n");
    world.write("a.txt", "changed\n");
    world.write("new/c.txt", "untracked\n");
    let before = world.git_folder();
    world.staged();
    world.repository().work_tree(&world.private()).unwrap();
    world.repository().status().unwrap();
    assert!(before == world.git_folder(), "something in the git folder changed");
}

#[test]
fn before_the_first_commit_everything_staged_is_new() {
    let world = World::new();
    assert!(world.staged().is_empty());
    world.stage("a.txt", "one\n");
    let change = world.staged();
    assert_eq!((change.base.clone(), change.panel_revision()), (None, world.repository().empty_tree()));
    assert_eq!(change.files[0].status, FileStatus::Added);
    assert!(diff(&change).ends_with("@@ -0,0 +1 @@\n+one\n"));
}

#[test]
fn the_index_of_a_hook_is_the_one_that_is_read() {
    let mut world = World::with_commit();
    world.stage("b.txt", "in the default index\n");
    std::fs::copy(world.repo.join(".git/index"), world.repo.join(".git/next-index")).unwrap();
    world.set("GIT_INDEX_FILE", ".git/next-index");
    world.set("GIT_DIR", ".git");
    world.git(&["rm", "-q", "--cached", "b.txt"]);
    world.stage("c.txt", "in the hook's index\n");
    assert_eq!(paths(&world.staged()), ["c.txt"]);
}

#[test]
fn renames_modes_deletions_and_types_are_said() {
    let world = World::with_commit();
    let long: String = (0..30).map(|line| format!("line {line}\n")).collect();
    for (name, text) in [("moved.txt", long.as_str()), ("run.sh", "echo\n"), ("gone.txt", "x\n"), ("kind", "y\n")] {
        world.commit(name, text);
    }
    world.git(&["mv", "moved.txt", "there.txt"]);
    world.git(&["update-index", "--chmod=+x", "run.sh"]);
    world.git(&["rm", "-q", "gone.txt"]);
    std::fs::remove_file(world.repo.join("kind")).unwrap();
    std::os::unix::fs::symlink("a.txt", world.repo.join("kind")).unwrap();
    world.git(&["add", "kind"]);
    let change = world.staged();
    let said: Vec<_> = change.files.iter().map(|file| (file.path.as_str(), file.status)).collect();
    let expected = [
        ("gone.txt", FileStatus::Deleted),
        ("kind", FileStatus::TypeChanged),
        ("run.sh", FileStatus::Modified),
        ("there.txt", FileStatus::Renamed),
    ];
    assert_eq!(said, expected);
    assert_eq!(change.files[3].previous.as_deref(), Some("moved.txt"));
    let diff = diff(&change);
    for line in ["old mode 100644\nnew mode 100755\n", "rename from moved.txt\n", "new file mode 120000\n"] {
        assert!(diff.contains(line), "{line} in {diff}");
    }
}

#[test]
fn the_work_tree_has_what_is_staged_changed_and_untracked_but_not_what_is_ignored() {
    let world = World::with_commit();
    world.commit(".gitignore", "*.log\n");
    world.stage("b.txt", "staged\n");
    world.write("a.txt", "changed\n");
    world.write("new/c.txt", "untracked\n");
    world.write("noise.log", "ignored\n");
    let below = world.repo.join("new");
    let repository = Repository::discover(&below, &world.env).unwrap().unwrap();
    let change = repository.work_tree(&world.private()).unwrap();
    assert_eq!(paths(&change), ["a.txt", "b.txt", "new/c.txt"]);
    assert_eq!(change.view().show(&change.tree, "new/c.txt".as_ref()).unwrap().unwrap(), b"untracked\n");
    let status = repository.status().unwrap();
    assert_eq!((status.staged, status.changed, status.untracked), (1, 1, 1));
    assert!(!status.is_clean());
}

#[test]
fn two_dots_compare_the_ends_and_three_the_merge_base() {
    let world = World::with_commit();
    let fork = world.git(&["rev-parse", "HEAD"]);
    world.git(&["checkout", "-q", "-b", "feature"]);
    world.commit("feature.txt", "f\n");
    world.git(&["checkout", "-q", "main"]);
    let main = world.commit("main.txt", "m\n");

    let two = world.range("main..feature");
    assert_eq!(paths(&two), ["feature.txt", "main.txt"]);
    assert_eq!((two.base.as_ref(), two.panel_base.as_ref()), (Some(&main), Some(&fork)));
    let three = world.range("main...feature");
    assert_eq!(paths(&three), ["feature.txt"]);
    assert_eq!((three.base.as_ref(), three.description.as_str()), (Some(&fork), "main...feature"));
    assert_eq!(paths(&world.range("feature..")), ["feature.txt", "main.txt"], "HEAD where an end is left out");
    world.write("main.txt", "changed\n");
    assert_eq!(paths(&world.range("feature")), ["feature.txt", "main.txt"], "one revision: the work tree since it");
    assert!(world.range("main..main").is_empty());
}

#[test]
fn a_range_that_is_none_is_an_error() {
    let world = World::with_commit();
    let code = |range: &str| world.repository().range(range, &world.private()).unwrap_err().code();
    for range in ["nowhere..main", "main..nowhere", "--output=/tmp/x", "main..-x", "", "main^{tree}", "main:a.txt"] {
        let expected = "V-GIT-REVISION";
        assert_eq!(code(range), expected, "{range:?}");
    }
    world.git(&["checkout", "-q", "--orphan", "alone"]);
    world.commit("b.txt", "b\n");
    assert_eq!(code("main...alone"), "V-GIT-NO-MERGE-BASE");
    assert_eq!(paths(&world.range("main..alone")), ["b.txt"]);
}

#[test]
fn an_index_with_conflicts_is_an_error_and_not_nothing() {
    let world = World::with_commit();
    world.git(&["checkout", "-q", "-b", "feature"]);
    world.commit("a.txt", "theirs\n");
    world.git(&["checkout", "-q", "main"]);
    world.commit("a.txt", "ours\n");
    let merge = std::process::Command::new("git")
        .args(["merge", "-q", "feature"])
        .current_dir(&world.repo)
        .envs(world.env.clone())
        .output()
        .unwrap();
    assert!(!merge.status.success());
    let error = world.repository().staged(&world.private()).unwrap_err();
    assert_eq!(error.code(), "V-GIT-FAILED");
    assert!(error.to_string().contains("a.txt: unmerged"), "{error}");
    assert_eq!(world.repository().status().unwrap().unmerged, 1);
}

#[test]
fn a_submodule_is_seen_as_its_commit_even_when_told_to_be_ignored() {
    let inner = World::with_commit();
    let world = World::with_commit();
    let url = inner.repo.to_str().unwrap();
    world.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "lib"]);
    world.git(&["config", "-f", ".gitmodules", "submodule.lib.ignore", "all"]);
    world.git(&["commit", "-qam", "lib"]);
    let lib = world.repo.join("lib");
    std::fs::write(lib.join("a.txt"), "evil\n").unwrap();
    world.git_in(&lib, &["commit", "-qam", "evil"]);
    world.config(&[("diff.submodule", "log"), ("diff.ignoreSubmodules", "all")]);
    let change = world.repository().work_tree(&world.private()).unwrap();
    assert_eq!(paths(&change), ["lib"]);
    assert!(diff(&change).contains("+Subproject commit "), "{}", diff(&change));
}

#[test]
fn worktrees_bare_repositories_and_no_repository() {
    let world = World::with_commit();
    let (tree, bare) = (world.repo.with_file_name("tree"), world.repo.with_file_name("bare.git"));
    world.git(&["worktree", "add", "-q", tree.to_str().unwrap()]);
    std::fs::write(tree.join("w.txt"), "w\n").unwrap();
    world.git_in(&tree, &["add", "w.txt"]);
    let at = |folder| Repository::discover(folder, &world.env);
    let repository = at(&tree).unwrap().unwrap();
    assert_eq!(repository.root(), Some(tree.as_path()));
    assert_eq!(repository.hooks_dir().unwrap(), world.repo.join(".git/hooks"));
    assert_eq!(paths(&repository.staged(&world.private()).unwrap()), ["w.txt"]);

    world.commit("b.txt", "b\n");
    world.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    let repository = at(&bare).unwrap().unwrap();
    assert_eq!(repository.root(), None);
    assert_eq!(repository.staged(&world.private()).unwrap_err().code(), "V-GIT-NO-WORK-TREE");
    assert_eq!(paths(&repository.range("main~1..main", &world.private()).unwrap()), ["b.txt"]);

    let elsewhere = world.private();
    assert!(at(&elsewhere).unwrap().is_none());
    std::fs::write(elsewhere.join(".git"), "gitdir: /nowhere\n").unwrap();
    assert_eq!(at(&elsewhere).unwrap_err().code(), "V-GIT-FAILED", "a broken repository is not none");
    let no_git = [("PATH".into(), "relative:/nowhere".into())];
    assert_eq!(Repository::discover(&world.repo, &no_git).unwrap_err().code(), "V-GIT-MISSING");
}

#[test]
fn a_branch_whose_commit_is_lost_is_an_error_and_not_the_first_commit() {
    let world = World::with_commit();
    world.stage("b.txt", "b\n");
    world.write(".git/refs/heads/main", format!("{}\n", "1".repeat(40)));
    assert_eq!(world.repository().staged(&world.private()).unwrap_err().code(), "V-GIT-FAILED");
}

#[test]
fn repositories_with_sha_256_are_read_alike() {
    let mut world = World::new();
    std::fs::remove_dir_all(world.repo.join(".git")).unwrap();
    world.set("GIT_DEFAULT_HASH", "sha256");
    world.git(&["init", "-q", "-b", "main"]);
    world.stage("a.txt", "one\n");
    assert_eq!(paths(&world.staged()), ["a.txt"]);
    let head = world.commit("b.txt", "b\n");
    let line = format!("refs/heads/main {head} refs/heads/main {}\n", "0".repeat(64));
    assert_eq!(world.repository().pre_push(&line, "origin", &world.private()).unwrap().len(), 1);
}

#[test]
fn hooks_lie_where_the_user_has_put_them() {
    let world = World::with_commit();
    world.git(&["config", "core.hooksPath", "tools/hooks"]);
    assert_eq!(world.repository().hooks_dir().unwrap(), world.repo.join("tools/hooks"));
}
