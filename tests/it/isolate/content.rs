//! What a copy holds.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::{git_that, marking, panel, printed, run, running, seat};
use crate::world::{Script, World, fingerprint};

#[test]
fn a_copy_holds_what_is_staged_whatever_the_work_tree_holds() {
    let world = World::with_repository();
    world.agent("looks", running("cat a.txt b.txt; ls -A; git diff --cached --name-only; git status --short; pwd"));
    world.agent("other", running("pwd"));
    for tool in ["ls", "pwd"] {
        world.link_tool(tool);
    }
    world.stage("a.txt", "staged\n");
    world.stage("b.txt", "new\n");
    world.write("a.txt", "not staged\n");
    world.write("untracked.txt", "untracked\n");
    let panel = panel(&world, &["looks", "other"]);
    let outcome = run(&world, "gate", &panel, &[]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let printed_by = |agent| printed(&world, agent);
    let (looks, other) = (printed_by("looks"), printed_by("other"));
    let (content, folder) = looks.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(content, "staged\nnew\n.git\na.txt\nb.txt\na.txt\nb.txt\nM  a.txt\nA  b.txt");
    assert_ne!(folder, other.trim_end(), "each seat has its own");
    assert!(!folder.contains("/repository"), "{folder}");
    assert_eq!(seat(&outcome, "looks")["read_only"]["isolated"], true);
}

#[test]
fn modes_links_and_odd_names_survive_and_bytes_are_those_that_git_has() {
    let world = World::with_repository();
    let kept = world.path("kept");
    world.link_tool("cp");
    world.agent("keeps", running(&format!("cp -a . {kept:?}")));
    let repository = world.repository();
    world.write(
        ".gitattributes",
        "*.crlf eol=crlf\n*.id ident\n*.utf16 working-tree-encoding=UTF-16\n*.big filter=lfs\n",
    );
    world.write("x.crlf", "a\nb\n");
    world.write("x.id", "$Id$\n");
    world.write("x.big", "version https://git-lfs.github.com/spec/v1\n");
    world.write("run.sh", "true\n");
    fs::set_permissions(repository.join("run.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    world.write("deep/line\nbreak \"quoted\" é", "odd\n");
    fs::write(repository.join(OsStr::from_bytes(b"not-utf8-\xff")), "odd\n").unwrap();
    symlink("/etc/hostname", repository.join("outside")).unwrap();
    symlink("a.txt", repository.join("inside")).unwrap();
    symlink("nowhere", repository.join("broken")).unwrap();
    let mut expected = fingerprint(&repository);
    world.git(&["add", "--all"]);
    let panel = panel(&world, &["keeps"]);
    let outcome = run(&world, "ask", &panel, &["--staged", "--sandbox", "off"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let files = |all: &mut std::collections::BTreeMap<String, String>| {
        all.retain(|name, about| !name.starts_with(".git/") && !about.ends_with(" folder"));
    };
    let mut found = fingerprint(&kept);
    files(&mut found);
    files(&mut expected);
    assert_eq!(found, expected);
    assert_eq!(found.len(), 11);
}

#[test]
fn nothing_that_the_repository_or_the_user_has_set_up_is_run() {
    let world = World::with_repository();
    let mark = world.path("mark");
    world.write(".gitattributes", "*.mine filter=mine\n*.users filter=users\n*.odd filter=o=d\n");
    world.write("x.mine", "mine\n");
    world.write("x.users", "users\n");
    world.write("x.odd", "odd\n");
    world.commit("attributes");
    let settings: &[(&str, &[&str])] = &[("--local", &["mine", "o=d"]), ("--global", &["users"])];
    for (place, filters) in settings {
        for filter in *filters {
            for driver in ["clean", "smudge", "process"] {
                world.git(&["config", place, &format!("filter.{filter}.{driver}"), &marking(&mark)]);
            }
            world.git(&["config", place, &format!("filter.{filter}.required"), "true"]);
        }
    }
    world.git(&["config", "core.fsmonitor", &marking(&mark)]);
    for name in ["post-checkout", "post-index-change", "reference-transaction"] {
        world.hook(name, &format!("touch {mark:?}"));
    }
    world.write("x.mine", "mine, changed\n");
    world.write("x.users", "users, changed\n");
    world.write("x.odd", "odd, changed\n");
    let before = fingerprint(&world.repository());
    world.agent("looks", running("cat x.mine x.users x.odd"));
    let panel = panel(&world, &["looks"]);
    let outcome = run(&world, "ask", &panel, &[]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert_eq!(printed(&world, "looks"), "mine, changed\nusers, changed\nodd, changed\n");
    assert!(!mark.exists(), "something ran");
    assert_eq!(fingerprint(&world.repository()), before, "not a byte of the repository is another one");
}

#[test]
fn without_a_change_it_is_the_work_tree_as_it_is() {
    let world = World::with_repository();
    world.commit("first");
    world.write(".gitignore", "*.log\n");
    world.stage("gone.txt", "gone\n");
    fs::remove_file(world.repository().join("gone.txt")).unwrap();
    world.write("a.txt", "changed\n");
    world.write("new.txt", "untracked\n");
    world.write("x.log", "ignored\n");
    world.link_tool("ls");
    world.agent("looks", running("cat a.txt new.txt; ls -A"));
    let panel = panel(&world, &["looks"]);
    assert_eq!(run(&world, "ask", &panel, &[]).status, Some(0));
    assert_eq!(printed(&world, "looks"), "changed\nuntracked\n.git\n.gitignore\na.txt\nnew.txt\n");
}

#[test]
fn of_a_range_it_is_the_end() {
    let world = World::with_repository();
    world.write("a.txt", "second\n");
    world.commit("second");
    world.write("a.txt", "third\n");
    world.commit("third");
    world.write("a.txt", "not committed\n");
    for agent in ["looks", "other"] {
        world.agent(agent, running("cat a.txt; git diff --cached HEAD -- a.txt"));
    }
    let panel = panel(&world, &["looks", "other"]);
    let outcome = run(&world, "gate", &panel, &["--diff", "HEAD~2..HEAD~1"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let printed = printed(&world, "looks");
    assert!(printed.starts_with("second\n") && printed.contains("-one\n+second\n"), "{printed}");
}

#[test]
fn a_hook_that_git_gave_an_index_of_its_own_sees_that_one() {
    let world = World::with_repository();
    for agent in ["looks", "other"] {
        world.agent(agent, running("cat a.txt; ls"));
    }
    world.link_tool("ls");
    let panel = panel(&world, &["looks", "other"]);
    world.stage("b.txt", "staged for later\n");
    world.write("a.txt", "two\n");
    world.hook("pre-commit", &format!("\"$VENIRE\" gate -p {panel:?} --quiet"));
    let outcome = world.git_run(&["commit", "--quiet", "--message", "second", "--", "a.txt"]).outcome();
    assert_eq!((outcome.status, world.hook_status()), (Some(0), Some(0)), "{}", outcome.screen());
    assert_eq!(printed(&world, "looks"), "two\na.txt\n");
}

#[test]
fn a_repository_with_other_names_for_objects_and_one_without_a_commit_can_be_copied() {
    let world = World::new();
    world.git(&["init", "--quiet", "--object-format=sha256"]);
    world.stage("a.txt", "first\n");
    world.agent("looks", running("cat a.txt; git ls-files --stage"));
    let panel = panel(&world, &["looks"]);
    let outcome = run(&world, "ask", &panel, &["--staged"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(printed(&world, "looks").starts_with("first\n100644 "));
}

#[test]
fn a_shallow_clone_and_a_linked_worktree_can_be_copied() {
    let world = World::with_repository();
    world.write("a.txt", "second\n");
    world.commit("second");
    let (shallow, linked) = (world.path("shallow"), world.path("linked"));
    let from = format!("file://{}", world.repository().display());
    world.git(&["clone", "--quiet", "--depth=1", &from, &shallow.to_string_lossy()]);
    world.git(&["worktree", "add", "--quiet", "--detach", &linked.to_string_lossy()]);
    world.agent("looks", running("cat a.txt; git log --format=%s"));
    let panel = panel(&world, &["looks"]);
    for folder in [shallow, linked] {
        let outcome = world.run(&["ask", "-p", &panel, "--quiet"]).folder(folder).outcome();
        assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    }
    let seen = world.seen("looks");
    let printed = |call: usize| seen[call].attempts[0].output.as_str();
    assert_eq!((printed(0), printed(1)), ("second\nsecond\n", "second\nsecond\nfirst\n"));
}

#[test]
fn where_nobody_sees_the_tree_there_is_no_copy() {
    let world = World::with_repository();
    let mark = world.path("mark");
    git_that(&world, &format!("case \"$*\" in *read-tree*|*add*) touch {mark:?};; esac"));
    world.agent("gemini", Script::voting("SHIP"));
    let arguments = ["--seat", "gemini", "--isolate", "worktree", "--format", "json", "--quiet"];
    let outcome = world.venire(&[&["ask", "Is it safe?"], arguments.as_slice()].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert_eq!(outcome.json()["seats"][0]["read_only"]["isolated"], false);
    assert!(!mark.exists(), "a tree was taken or copied");
    let plan = world.venire(&["plan", "Is it safe?", "--seat", "gemini", "--isolate", "worktree"]);
    assert!(plan.stdout.contains("isolate    worktree: nobody sees the tree"), "{}", plan.stdout);
}

#[test]
fn the_agents_that_are_offered_the_tree_are_offered_their_copy() {
    let world = World::with_repository();
    world.agent("claude", Script::voting("SHIP"));
    world.agent("codex", Script::voting("SHIP"));
    let seats = ["--seat", "claude", "--seat", "codex", "--judge", "claude:opus"];
    let arguments = [&["Is it safe?", "--isolate", "worktree"], seats.as_slice()].concat();
    let plan = world.venire(&[&["plan"], arguments.as_slice()].concat()).stdout;
    assert!(plan.contains("isolate    worktree\n") && plan.contains("--add-dir=$TREE"), "{plan}");
    assert!(plan.contains("judge      claude:opus, with a copy of the tree of its own"), "{plan}");
    let outline = || {
        let planned = world.venire(&[&["plan", "--format", "json"], arguments.as_slice()].concat()).json();
        assert_eq!(
            (planned["isolate"].as_str(), planned["seats"][0]["isolated"].as_bool()),
            (Some("worktree"), Some(true))
        );
        planned["seats"][0]["work"]["prompt"].clone()
    };
    assert_eq!(outline(), outline(), "the place of a copy is no part of what is asked");
    let outcome = world.venire(&[&["ask", "--format", "json", "--quiet"], arguments.as_slice()].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.json()["synthesis"]["text"].is_string(), "{}", outcome.json()["synthesis"]);
    let offered = |call: usize| {
        let argv = world.seen("claude")[call].argv.clone();
        argv.iter().find_map(|argument| argument.strip_prefix("--add-dir=").map(str::to_owned)).unwrap()
    };
    assert!(offered(0).ends_with("/trees/claude") && offered(1).ends_with("/trees/judge"), "{}", offered(1));
    let prompt = &world.seen("claude")[0].input;
    assert!(prompt.contains(&format!("is the folder {}.", offered(0))), "{prompt}");
    let real = world.repository().to_string_lossy().into_owned();
    assert!(!prompt.contains(&real) && !world.seen("codex")[0].input.contains(&real), "the way to the real tree");
}

#[test]
fn outside_of_git_and_for_several_trees_at_once_it_is_refused() {
    let world = World::with_repository();
    world.agent("looks", Script::voting("SHIP"));
    let panel = panel(&world, &["looks", "other"]);
    world.agent("other", Script::voting("SHIP"));
    let outside = world.run(&["ask", "-p", &panel]).folder(world.path("home")).outcome();
    assert_eq!((outside.status, world.calls()), (Some(4), 0), "{}", outside.screen());
    assert!(outside.stderr.contains("V-GIT-NONE") && outside.stderr.contains("--isolate none"), "{}", outside.stderr);
    let within = world.run(&["ask", "-p", &panel, "--isolate", "none"]).folder(world.path("home")).outcome();
    assert_eq!(within.status, Some(0), "{}", within.screen());
    world.write("a.txt", "second\n");
    world.commit("second");
    let (first, second) = (world.git(&["rev-parse", "HEAD~1"]), world.git(&["rev-parse", "HEAD"]));
    let zero = "0".repeat(40);
    let lines = format!("refs/heads/a {first} refs/heads/a {zero}\nrefs/heads/b {second} refs/heads/b {zero}\n");
    let pushed = world.run(&["gate", "-p", &panel, "--pre-push"]).input(crate::world::Input::Text(lines.into_bytes()));
    let pushed = pushed.outcome();
    assert_eq!(pushed.status, Some(2), "{}", pushed.screen());
    assert!(pushed.stderr.contains("V-ISOLATE-SEVERAL"), "{}", pushed.stderr);
}
