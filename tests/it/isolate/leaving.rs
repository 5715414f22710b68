//! Nothing of a copy is left, whichever way a run ends.

use std::fs;

use nix::sys::signal::Signal;

use super::{assert_nothing_left, git_that, panel, run, running, seat};
use crate::world::{Script, Step, World, fingerprint};

/// Closes a folder to everybody, its owner included.
const CLOSE: &str = "mkdir -p closed/deep && chmod 0 closed/deep closed";

#[test]
fn copies_are_gone_after_success_failure_and_the_time_limit() {
    let world = World::with_repository();
    world.link_tool("chmod");
    world.agent("votes", Script::voting("SHIP"));
    world.agent("closes", running(CLOSE));
    world.agent("fails", Script::new().exit(3));
    world.agent("hangs", Script::new().sleep(300_000));
    let before = fingerprint(&world.repository());
    let panel = panel(&world, &["votes", "closes", "fails", "hangs"]);
    let outcome = run(&world, "ask", &panel, &["--timeout", "2s", "--sandbox", "off"]);
    let kind = |id: &str| seat(&outcome, id)["non_vote"]["kind"].clone();
    assert_eq!((kind("fails"), kind("hangs")), ("crashed".into(), "timed_out".into()), "{}", outcome.screen());
    assert!(!outcome.stderr.contains("left behind"), "{}", outcome.stderr);
    assert_nothing_left(&world);
    assert_eq!(fingerprint(&world.repository()), before);
}

#[test]
fn copies_are_gone_after_an_interrupt() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let world = World::with_repository();
        world.agent("hangs", Script::new().sleep(300_000));
        let panel = panel(&world, &["hangs"]);
        let before = fingerprint(&world.repository());
        let mut running = world.run(&["ask", "-p", &panel, "--quiet"]).start();
        running.until("the agent works", || world.seen_path("hangs", 1).exists());
        running.signal(signal);
        let outcome = running.outcome();
        assert_eq!(outcome.status, Some(if signal == Signal::SIGINT { 130 } else { 143 }), "{}", outcome.screen());
        assert_nothing_left(&world);
        assert_eq!(fingerprint(&world.repository()), before);
    }
}

#[test]
fn an_interrupt_while_a_copy_is_made_ends_that_too() {
    let world = World::with_repository();
    let mark = world.path("mark");
    git_that(&world, &format!("case \"$*\" in *read-tree*) touch {mark:?}; sleep 300;; esac"));
    world.agent("never", Script::voting("SHIP"));
    let panel = panel(&world, &["never"]);
    // Without the kernel layer, which would keep the mark from being made.
    let mut running = world.run(&["ask", "-p", &panel, "--quiet", "--sandbox", "off"]).start();
    running.until("git works", || mark.exists());
    running.signal(Signal::SIGINT);
    let outcome = running.outcome();
    assert_eq!((outcome.status, world.calls()), (Some(130), 0), "{}", outcome.screen());
    assert!(outcome.stdout.contains("no vote: cancelled"), "{}", outcome.stdout);
    assert_nothing_left(&world);
    world.assert_nothing_survives();
}

#[test]
fn a_copy_that_cant_be_made_is_no_vote_and_asks_nobody() {
    let world = World::with_repository();
    git_that(&world, "case \"$*\" in *read-tree*) echo 'disk is full' >&2; exit 128;; esac");
    world.agent("never", Script::voting("SHIP"));
    let panel = panel(&world, &["never"]);
    let outcome = run(&world, "ask", &panel, &[]);
    assert_eq!((outcome.status, world.calls()), (Some(4), 0), "{}", outcome.screen());
    let non_vote = seat(&outcome, "never")["non_vote"].clone();
    assert_eq!(non_vote["kind"], "sandbox_failed");
    assert!(non_vote["detail"].as_str().unwrap().contains("disk is full"), "{non_vote}");
    assert_nothing_left(&world);
}

#[test]
fn what_cant_be_removed_is_said() {
    let world = World::with_repository();
    world.link_tool("mv");
    let (folder, away) = (world.path("tmp"), world.path("away"));
    // A file in the folder's place can't be removed as a folder, by whomever.
    let line = format!("cd {folder:?} && for name in venire-*; do mv $name {away:?} && touch $name; done");
    let script = Script::voting("SHIP").step(Step::Run { command: ["sh", "-c", &line].map(str::to_owned).to_vec() });
    world.agent("moves", script);
    let panel = panel(&world, &["moves"]);
    let outcome = run(&world, "ask", &panel, &["--sandbox", "off"]);
    assert!(away.is_dir(), "{}", outcome.screen());
    assert!(outcome.stderr.contains("is left behind: can't remove"), "{}", outcome.stderr);
    assert_eq!(seat(&outcome, "moves")["non_vote"]["kind"], "tainted", "its copy is not there to be compared");
    for left in fs::read_dir(&folder).unwrap() {
        fs::remove_file(left.unwrap().path()).unwrap();
    }
}
