//! The ways in which a program is made to end.

use super::*;

/// Notes itself, and goes on in spite of every polite signal. The inner sleeps end with the group.
const STUBBORN: &str = "echo $$ >> pids; trap '' TERM INT HUP; echo started; while :; do sleep 5; done";
/// Leaves when it is asked to, and says so.
const POLITE: &str =
    "echo $$ >> pids; trap 'echo leaving; exit 7' TERM; echo started; while :; do sleep 5 & wait $!; done";

#[test]
fn a_time_limit_ends_the_program_politely() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, POLITE);
        world.invocation.timeout = Duration::from_millis(200);
        world.invocation.stop.grace = Duration::from_secs(10);
        within(Duration::from_secs(5), || {
            let transcript = world.run();
            assert_eq!(transcript.ending, Ending::TimedOut);
            assert_eq!(text(&transcript.stdout), "started\nleaving\n");
        });
        world.assert_gone(1);
    });
}

#[test]
fn a_program_that_ignores_the_signal_is_killed_after_the_grace() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, STUBBORN);
        world.invocation.timeout = Duration::from_millis(150);
        within(Duration::from_secs(4), || {
            let transcript = world.run();
            assert_eq!(transcript.ending, Ending::TimedOut);
            assert!(transcript.elapsed >= Duration::from_millis(350), "{:?}", transcript.elapsed);
            assert_eq!(text(&transcript.stdout), "started\n");
        });
        world.assert_gone(1);
    });
}

#[test]
fn a_time_limit_reaches_the_whole_tree() {
    each_spawner(|spawner| {
        let script = "echo $$ >> pids; sh -c 'echo $$ >> pids; sleep 40 & echo $! >> pids; wait; echo done'; echo more";
        let mut world = World::new(spawner, script);
        world.invocation.timeout = Duration::from_millis(300);
        within(Duration::from_secs(4), || assert_eq!(world.run().ending, Ending::TimedOut));
        world.assert_gone(3);
    });
}

#[test]
fn the_conductor_cuts_and_the_user_cancels() {
    each_spawner(|spawner| {
        for (end, ending) in [(End::Cut, Ending::Cut), (End::Cancelled, Ending::Cancelled)] {
            let mut world = World::new(spawner, POLITE);
            world.invocation.stop.grace = Duration::from_secs(10);
            within(Duration::from_secs(5), || {
                let transcript = world.run_until_printed(&[end]);
                assert_eq!(transcript.ending, ending);
                assert_eq!(text(&transcript.stdout), "started\nleaving\n", "it had its grace");
            });
            world.assert_gone(1);
        }
    });
}

#[test]
fn now_knows_no_grace() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, STUBBORN);
        world.invocation.stop.grace = Duration::from_secs(30);
        within(Duration::from_secs(4), || {
            assert_eq!(world.run_until_printed(&[End::Now]).ending, Ending::Cancelled);
        });
        world.assert_gone(1);
    });
}

#[test]
fn the_second_wish_shortens_the_first_and_keeps_its_reason() {
    each_spawner(|spawner| {
        let script = "echo $$ >> pids; trap 'echo no' TERM; echo started; while :; do sleep 5 & wait $!; done";
        let mut world = World::new(spawner, script);
        world.invocation.stop.grace = Duration::from_secs(30);
        within(Duration::from_secs(4), || {
            assert_eq!(world.run_until_printed(&[End::Cut, End::Now]).ending, Ending::Cut);
        });
        world.assert_gone(1);
    });
}

#[test]
fn a_run_that_is_over_starts_nothing() {
    each_spawner(|spawner| {
        for (end, ending) in
            [(End::Cut, Ending::Cut), (End::Cancelled, Ending::Cancelled), (End::Now, Ending::Cancelled)]
        {
            let world = World::new(spawner, "touch started");
            let (_conductor, wanted) = watch::channel(end);
            let mut watch = |_: Stream, _: &[u8]| Watch::Continue;
            let run = process::run_with(spawner, &world.invocation, &mut watch, wanted);
            assert_eq!(runtime().block_on(run).ending, ending);
            assert!(!world.file("started").exists());
        }
    });
}

#[test]
fn a_conductor_that_is_gone_ends_nothing() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "sleep 0.1; echo answer");
        let wanted = watch::channel(End::No).1;
        let mut watch = |_: Stream, _: &[u8]| Watch::Continue;
        let run = process::run_with(spawner, &world.invocation, &mut watch, wanted);
        assert_eq!(runtime().block_on(run).ending, Ending::Exited(0));
    });
}

#[test]
fn after_a_whole_answer_the_program_may_leave_by_itself() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "echo answer; sleep 0.3; exit 2");
        world.invocation.stop.grace = Duration::from_secs(10);
        world.invocation.timeout = Duration::from_millis(150);
        let transcript = world.run_watched(&mut |_, _| Watch::Answered);
        assert_eq!(transcript.ending, Ending::Exited(2), "the limit is for the answer, which is there");
    });
}

#[test]
fn a_program_that_answers_and_stays_is_ended() {
    each_spawner(|spawner| {
        let world = World::new(spawner, STUBBORN);
        within(Duration::from_secs(4), || {
            let transcript = world.run_watched(&mut |_, _| Watch::Answered);
            assert_eq!(transcript.ending, Ending::AnsweredThenKilled);
            assert_eq!(text(&transcript.stdout), "started\n");
        });
        world.assert_gone(1);
    });
}

#[test]
fn the_watcher_ends_a_failed_program() {
    each_spawner(|spawner| {
        let world = World::new(spawner, STUBBORN);
        within(Duration::from_secs(4), || {
            assert_eq!(world.run_watched(&mut |_, _| Watch::End).ending, Ending::Ended);
        });
        world.assert_gone(1);
    });
}

#[test]
fn a_failure_after_the_answer_takes_it_back() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "trap '' TERM; echo answer; sleep 0.1; echo failure; sleep 30");
        let transcript = world.run_watched(&mut |_, bytes| {
            if bytes.starts_with(b"answer") { Watch::Answered } else { Watch::End }
        });
        assert_eq!(transcript.ending, Ending::Ended);
    });
}

#[test]
fn the_stop_signal_is_the_chosen_one() {
    each_spawner(|spawner| {
        let script = "trap 'echo interrupted; exit 1' INT; echo started; while :; do sleep 5 & wait $!; done";
        let mut world = World::new(spawner, script);
        world.invocation.stop = Stop { signal: StopSignal::Int, grace: Duration::from_secs(10) };
        let transcript = world.run_until_printed(&[End::Cut]);
        assert_eq!((text(&transcript.stdout).as_str(), transcript.ending), ("started\ninterrupted\n", Ending::Cut));

        let mut world = World::new(spawner, POLITE);
        world.invocation.stop = Stop { signal: StopSignal::Kill, grace: Duration::from_secs(10) };
        let transcript = world.run_until_printed(&[End::Cut]);
        assert_eq!((text(&transcript.stdout).as_str(), transcript.ending), ("started\n", Ending::Cut));
        world.assert_gone(1);
    });
}
