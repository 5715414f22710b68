//! Content, names, attributes and settings that try to hide or alter what is reviewed, or to run something.

use std::path::Path;

use venire::store::digest;

use super::{World, diff, paths};

#[test]
fn attributes_hide_nothing() {
    let world = World::with_commit();
    world.commit(".gitattributes", "* -diff\n*.bin binary\n*.ours diff=ours -text\n");
    for name in ["x.txt", "x.bin", "x.ours"] {
        world.stage(name, "visible\n");
    }
    world.stage(".gitattributes", "* binary\n");
    let diff = diff(&world.staged());
    assert_eq!(diff.matches("+visible\n").count(), 3, "{diff}");
    assert!(!diff.contains("Binary files"));
}

#[test]
fn no_configured_program_runs_and_no_setting_alters_the_diff() {
    let mut world = World::with_commit();
    world.commit(".gitattributes", "*.txt diff=evil\n");
    world.commit("gone.txt", "old\n");
    world.git(&["rm", "-q", "gone.txt"]);
    world.stage("a.txt", "one\n2\n\nthree\n");
    world.stage("b.txt", "new\n");
    let plain = diff(&world.staged());
    let ran = world.private().join("ran");
    let run = format!("touch '{}'; cat", ran.display());
    let order = world.private().join("order");
    std::fs::write(&order, "b.txt\na.txt\n").unwrap();
    let attributes = world.private().join("attributes");
    std::fs::write(&attributes, "* -diff\n").unwrap();
    world.write(".git/info/attributes", "b.txt -diff\n");
    world.config(&[
        ("diff.evil.command", &run),
        ("diff.evil.textconv", &run),
        ("diff.evil.xfuncname", "."),
        ("diff.evil.binary", "true"),
        ("diff.external", &run),
        ("core.pager", &run),
        ("core.fsmonitor", &run),
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.srcPrefix", "x/"),
        ("diff.context", "0"),
        ("diff.interHunkContext", "9"),
        ("diff.algorithm", "histogram"),
        ("diff.renames", "copies"),
        ("diff.relative", "true"),
        ("diff.orderFile", order.to_str().unwrap()),
        ("diff.suppressBlankEmpty", "true"),
        ("diff.indentHeuristic", "false"),
        ("diff.wsErrorHighlight", "all"),
        ("diff.colorMoved", "zebra"),
        ("color.ui", "always"),
        ("core.quotePath", "false"),
        ("core.abbrev", "4"),
        ("core.bigFileThreshold", "1"),
        ("core.attributesFile", attributes.to_str().unwrap()),
    ]);
    world.set("GIT_EXTERNAL_DIFF", &run);
    world.set("GIT_DIFF_OPTS", "--unified=0");
    world.set("GIT_PAGER", &run);
    let hook = world.repo.join(".git/hooks/post-index-change");
    std::fs::write(&hook, format!("#!/bin/sh\n{run}\n")).unwrap();
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(diff(&world.staged()), plain);
    assert_eq!(diff(&world.repository().work_tree(&world.private()).unwrap()), plain);
    assert!(!ran.exists(), "a configured program ran");
}

#[test]
fn a_replaced_object_does_not_hide_the_real_one() {
    let world = World::with_commit();
    world.stage("a.txt", "evil\n");
    let (evil, good) = (world.git(&["rev-parse", ":a.txt"]), world.git(&["rev-parse", "HEAD:a.txt"]));
    world.git(&["replace", &evil, &good]);
    assert!(diff(&world.staged()).contains("+evil\n"));
}

#[test]
fn names_are_quoted_and_never_taken_for_options() {
    let world = World::with_commit();
    let names = ["-rf", "new\nline", "q\"uote", "grün", "tab\there", ":(top)x", "a b"];
    for name in names {
        world.stage(name, "x\n");
    }
    let change = world.staged();
    let expected = ["-rf", ":(top)x", "a b", r#""gr\303\274n""#, r#""new\nline""#, r#""q\"uote""#, r#""tab\there""#];
    assert_eq!(paths(&change), expected);
    let diff = diff(&change);
    assert!(diff.contains(r#"+++ "b/new\nline""#), "{diff}");
    for name in names {
        assert_eq!(change.view().show(&change.tree, Path::new(name)).unwrap().as_deref(), Some(&b"x\n"[..]), "{name}");
    }
    assert_eq!(change.view().show(&change.tree, Path::new("none")).unwrap(), None);
}

#[test]
fn content_with_nul_bytes_is_named_with_its_digest() {
    let world = World::with_commit();
    let old = b"old\0\n".as_slice();
    world.commit("logo one.png", old);
    let new = b"\x89PNG\0\n@@ -1 +1 @@\ndiff --git a/x b/x\n+forged\n".as_slice();
    world.stage("logo one.png", new);
    world.stage("b.txt", "before\n");
    world.stage("z.bin", b"\0");
    world.stage("z.txt", b"after \xff\n");
    let change = world.staged();
    let (old_digest, new_digest, z) = (digest::of(old), digest::of(new), digest::of(b"\0"));
    let diff = diff(&change);
    let expected = format!(
        "--- a/logo one.png\t\n+++ b/logo one.png\t\nContent with NUL bytes, not shown: logo one.png; \
         old {} bytes, SHA-256 {old_digest}; new {} bytes, SHA-256 {new_digest}\ndiff --git a/z.bin b/z.bin\n",
        old.len(),
        new.len(),
    );
    assert!(diff.contains(&expected), "{diff}");
    assert!(
        diff.contains(&format!("not shown: z.bin; old none; new 1 bytes, SHA-256 {z}\ndiff --git a/z.txt")),
        "{diff}"
    );
    assert!(diff.starts_with("diff --git a/b.txt b/b.txt\n") && !diff.contains('\0') && !diff.contains("forged"));
    assert_eq!(change.unshown, ["logo one.png", "z.bin"]);
}

#[test]
fn bytes_that_are_not_utf_8_are_replaced() {
    let world = World::with_commit();
    world.stage("latin.txt", b"gr\xfcn\n");
    assert!(diff(&world.staged()).ends_with("+gr\u{fffd}n\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_diff_goes_to_a_file_and_costs_little_memory() {
    let world = World::with_commit();
    let line = "a line of a large file, long enough to be of some weight in the whole of it\n";
    world.stage("large.txt", line.repeat(20 * 1024 * 1024 / line.len()));
    world.stage("z.bin", b"\0");
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = memory("VmRSS:");
    let change = world.staged();
    let peak = memory("VmHWM:");
    assert!(peak < before + 12 * 1024, "from {before} to {peak} KiB");
    assert!(change.diff.bytes() > 20 * 1024 * 1024);
    assert!(change.diff.file().unwrap().starts_with(world.private()));
    let (mut bytes, mut last) = (digest::Running::default(), vec![]);
    let mut each = |piece: &[u8]| {
        bytes.update(piece);
        last = piece.to_vec();
    };
    change.diff.chunks(&mut each).unwrap();
    assert_eq!(bytes.finish(), (change.diff.bytes(), change.diff.digest().to_owned()));
    assert!(String::from_utf8_lossy(&last).contains("not shown: z.bin"));
}

/// A figure of this process's memory, in KiB: `VmRSS:` now, `VmHWM:` the most since that was last reset.
#[cfg(target_os = "linux")]
fn memory(figure: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(figure)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
