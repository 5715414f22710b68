//! Nothing that a program started outlives its run.

use super::*;

#[test]
fn a_grandchild_that_holds_the_pipe_does_not_hold_the_run() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "sleep 25 & echo $! >> pids; echo answer");
        within(Duration::from_secs(3), || {
            let transcript = world.run();
            assert_eq!(text(&transcript.stdout), "answer\n");
            assert_eq!((transcript.ending, transcript.strays), (Ending::Exited(0), 1));
            assert!(transcript.elapsed < Duration::from_millis(450), "the wait for the pipe is not the agent's");
        });
        world.assert_gone(1);
    });
}

#[test]
fn what_a_grandchild_prints_soon_after_is_still_read() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "(sleep 0.1; echo late) & echo early");
        assert_eq!(text(&world.run().stdout), "early\nlate\n");
    });
}

#[test]
fn a_silent_helper_in_the_group_is_ended() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "sleep 25 >/dev/null 2>&1 & echo $! >> pids; echo answer");
        within(Duration::from_secs(3), || assert_eq!(world.run().strays, 1));
        world.assert_gone(1);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_daemon_in_a_session_of_its_own_is_ended() {
    each_spawner(|spawner| {
        let script = "(setsid sh -c 'echo $$ >> pids; trap \"\" TERM; setsid sh -c \"echo \\$\\$ >> pids; sleep 31\"; :' \
                      >/dev/null 2>&1 &); while [ \"$(wc -l < pids 2>/dev/null || echo 0)\" -lt 2 ]; do sleep 0.02; done; \
                      echo answer";
        let world = World::new(spawner, script);
        within(Duration::from_secs(5), || {
            let transcript = world.run();
            assert_eq!((text(&transcript.stdout).as_str(), &transcript.ending), ("answer\n", &Ending::Exited(0)));
            assert!(transcript.strays >= 2, "{}", transcript.strays);
        });
        world.assert_gone(2);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_below_a_living_leader_is_ended_even_without_its_mark() {
    each_spawner(|spawner| {
        let script = "echo $$ >> pids; trap '' TERM; \
                      env -i setsid sh -c 'echo $$ >> pids; trap \"\" TERM; echo started; sleep 30' & \
                      wait; sleep 30";
        let world = World::new(spawner, script);
        within(Duration::from_secs(4), || assert_eq!(world.run_until_printed(&[End::Cut]).ending, Ending::Cut));
        world.assert_gone(2);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn dropping_the_run_ends_the_tree() {
    each_spawner(|spawner| {
        let script = "echo $$ >> pids; trap '' TERM; setsid sh -c 'echo $$ >> pids; sleep 30' & \
                      sleep 30 & echo $! >> pids; echo started; wait; sleep 30";
        let world = World::new(spawner, script);
        runtime().block_on(async {
            let (_conductor, end) = watch::channel(End::No);
            let mut watch = |_: Stream, _: &[u8]| Watch::Continue;
            let run = process::run_with(spawner, &world.invocation, &mut watch, end);
            assert!(tokio::time::timeout(Duration::from_millis(1500), run).await.is_err());
        });
        world.assert_gone(3);
    });
}

#[test]
fn dropping_the_run_while_it_starts_leaves_nothing() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "echo $$ >> pids; sleep 30");
        runtime().block_on(async {
            let (_conductor, end) = watch::channel(End::No);
            let mut watch = |_: Stream, _: &[u8]| Watch::Continue;
            let run = process::run_with(spawner, &world.invocation, &mut watch, end);
            // Polled once: the program may exist and may not.
            let _ = tokio::time::timeout(Duration::ZERO, run).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        });
        world.assert_gone(0);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn seats_do_not_end_each_others_helpers() {
    each_spawner(|spawner| {
        let long = World::new(
            spawner,
            "(setsid sh -c 'sleep 0.6; echo late > late' >/dev/null 2>&1 &); echo started; sleep 0.9; cat late",
        );
        let short = World::new(spawner, "(setsid sleep 30 >/dev/null 2>&1 & echo $! >> pids); sleep 0.1; echo answer");
        runtime().block_on(async {
            let (_conductor, end) = watch::channel(End::No);
            let (mut one, mut two) = (|_: Stream, _: &[u8]| Watch::Continue, |_: Stream, _: &[u8]| Watch::Continue);
            let (long, short) = tokio::join!(
                process::run_with(spawner, &long.invocation, &mut one, end.clone()),
                process::run_with(spawner, &short.invocation, &mut two, end),
            );
            assert_eq!(text(&long.stdout), "started\nlate\n");
            assert_eq!((long.strays, short.strays), (0, 1));
        });
        short.assert_gone(1);
    });
}

/// The rest of the next test, in a process of its own: it closes the process for new programs.
#[test]
#[ignore = "run by `everything_ends_at_once`"]
#[expect(clippy::exit, reason = "what is tested comes right before the end of a process")]
fn everything_ends_at_once_inside() {
    let Some(folder) = std::env::var_os("EVERYTHING_ENDS_IN") else { return };
    let script = "echo $$ >> pids; trap '' TERM; (env -i setsid sh -c 'echo $$ >> pids; sleep 30' &); \
                  while [ \"$(wc -l < pids)\" -lt 2 ]; do sleep 0.02; done; echo started; sleep 30";
    let mut world = World::new(Spawner::best(), script);
    world.invocation.cwd = folder.into();
    let _ = world.run_watched(&mut |_, _| {
        process::end_everything();
        let mut second = World::new(Spawner::best(), "true");
        second.invocation.cwd = world.invocation.cwd.clone();
        assert!(spawn_failure(&std::thread::spawn(move || second.run()).join().unwrap()).contains("venire is ending"));
        std::process::exit(42)
    });
}

#[cfg(target_os = "linux")]
#[test]
fn everything_ends_at_once() {
    let world = World::new(Spawner::best(), "");
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "process::strays::everything_ends_at_once_inside"])
        .env("EVERYTHING_ENDS_IN", &world.invocation.cwd)
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(42));
    let noted = fs::read_to_string(world.file("pids")).unwrap();
    assert_eq!(noted.lines().count(), 2);
    for pid in noted.lines() {
        // Whoever adopts the dead of an ended process need not have reaped them yet.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
    }
}
