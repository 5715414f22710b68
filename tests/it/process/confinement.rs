//! Read-only by the kernel.

use super::*;
use venire::invocation::Confinement;
use venire::sandbox::{Support, support};

#[expect(clippy::print_stdout, reason = "a test that can't run here says so")]
fn supported() -> bool {
    let support = support();
    if support != Support::Full {
        println!("skipped: the kernel's Landlock is {support:?}");
    }
    support == Support::Full
}

#[test]
fn a_confined_program_writes_where_it_may_and_nowhere_else() {
    if !supported() {
        return;
    }
    each_spawner(|spawner| {
        let script = "echo a > home/inside && cat home/inside; echo b > notes && echo wrote notes; \
                      echo c > outside; echo d >> tree; rm tree; mv tree home/stolen; mkdir sub; ln tree home/link; \
                      echo e > /dev/null && cat tree && echo f > /dev/stdout; echo g >/dev/shm/$$ && rm /dev/shm/$$";
        let mut world = World::new(spawner, script);
        let (home, notes) = (world.file("home"), world.file("notes"));
        fs::create_dir(&home).unwrap();
        fs::write(&notes, "").unwrap();
        fs::write(world.file("tree"), "under review\n").unwrap();
        world.invocation.confinement = Some(Confinement { writes: vec![home.clone(), notes.clone()] });
        let transcript = world.run();
        assert_eq!(text(&transcript.stdout), "a\nwrote notes\nunder review\nf\n");
        let errors = text(&transcript.stderr);
        assert_eq!(errors.matches("ermission denied").count() + errors.matches("cross-device").count(), 6, "{errors}");
        assert_eq!(fs::read_to_string(notes).unwrap(), "b\n");
        assert_eq!(fs::read_to_string(world.file("tree")).unwrap(), "under review\n");
        let mut names: Vec<_> =
            fs::read_dir(&world.invocation.cwd).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["home", "notes", "tree"]);
        assert_eq!(fs::read_dir(home).unwrap().count(), 1);
    });
}

#[test]
fn the_rules_hold_for_everything_below_and_not_for_us() {
    if !supported() {
        return;
    }
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "setsid sh -c 'sh -c \"echo a > outside\"'; echo status $?");
        world.invocation.confinement = Some(Confinement::default());
        let transcript = world.run();
        assert!(text(&transcript.stderr).contains("ermission denied"), "{transcript:?}");
        assert!(!world.file("outside").exists());
        fs::write(world.file("outside"), "ours").unwrap();

        world.invocation.confinement = None;
        assert_eq!(world.run().ending, Ending::Exited(0));
        assert_eq!(fs::read_to_string(world.file("outside")).unwrap(), "a\n", "the next seat is free again");
    });
}

#[test]
fn a_confined_program_signals_nobody_outside() {
    if !supported() {
        return;
    }
    each_spawner(|spawner| {
        let mut world = World::new(
            spawner,
            &format!("kill -0 {} || echo refused; sleep 9 & kill $! && echo allowed", std::process::id()),
        );
        world.invocation.confinement = Some(Confinement::default());
        assert_eq!(text(&world.run().stdout), "refused\nallowed\n");
    });
}

#[test]
fn a_confined_tree_is_ended_like_any_other() {
    if !supported() {
        return;
    }
    each_spawner(|spawner| {
        let script = "echo $$ >> pids; trap '' TERM; (setsid sh -c 'echo $$ >> pids; sleep 30' &); \
                      while [ \"$(wc -l < pids)\" -lt 2 ]; do sleep 0.02; done; echo started; sleep 30";
        let mut world = World::new(spawner, script);
        world.invocation.confinement = Some(Confinement { writes: vec![world.invocation.cwd.clone()] });
        within(Duration::from_secs(4), || assert_eq!(world.run_until_printed(&[End::Cut]).ending, Ending::Cut));
        world.assert_gone(2);
    });
}

#[test]
fn a_confinement_that_cannot_be_set_up_starts_nothing() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "touch started");
        let missing = world.folder.path().join("absent");
        world.invocation.confinement = Some(Confinement { writes: vec![world.invocation.cwd.clone(), missing] });
        let transcript = world.run();
        let Ending::SandboxFailed(message) = &transcript.ending else { panic!("{:?}", transcript.ending) };
        if support() == Support::Full {
            assert!(message.contains("absent"), "{message}");
        }
        assert!(!world.file("started").exists());
    });
}
