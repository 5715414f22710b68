//! Interrupts of venire itself, in processes of their own: what a process ignores, all its threads ignore.

use std::process::{Command, Stdio};

use venire::process::{Signal, Signals};

use super::*;

/// What the test below sees when a shell starts it after `before`.
fn seen_after(before: &str) -> String {
    let script = format!("{before}; exec \"$0\" --ignored --exact --nocapture process::signals::signals_inside");
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script]).arg(std::env::current_exe().unwrap()).env("SIGNALS_INSIDE", "1");
    let output = command.stderr(Stdio::null()).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().find_map(|line| line.split_once("seen: ")).map(|(_, seen)| seen.to_owned()).unwrap()
}

#[test]
#[ignore = "run by the other tests here"]
fn signals_inside() {
    if std::env::var_os("SIGNALS_INSIDE").is_none() {
        return;
    }
    runtime().block_on(async {
        let mut signals = Signals::listen().unwrap();
        let script = "for signal in HUP INT TERM; do kill -$signal $PPID; sleep 0.1; done; exit 3";
        let world = World::new(Spawner::best(), script);
        let (_conductor, end) = watch::channel(End::No);
        let mut watch = |_: Stream, _: &[u8]| Watch::Continue;
        let run = process::run_with(world.spawner, &world.invocation, &mut watch, end);
        let mut run = std::pin::pin!(run);
        let mut seen: Vec<Signal> = Vec::new();
        let ending = loop {
            tokio::select! {
                transcript = &mut run => break transcript.ending,
                signal = signals.next() => seen.push(signal),
            }
        };
        println!("seen: {seen:?} {ending:?}");
    });
}

#[test]
fn every_interrupt_is_told() {
    assert_eq!(seen_after("true"), "[HangUp, Interrupt, Terminate] Exited(3)");
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_ignored_at_the_start_stays_ignored_but_for_the_end_of_children() {
    assert_eq!(seen_after("trap '' HUP CHLD"), "[Interrupt, Terminate] Exited(3)");
}
