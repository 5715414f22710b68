//! What a program finds when it starts, and what is read from it.

use super::*;

#[test]
fn the_whole_output_comes_in_order() {
    each_spawner(|spawner| {
        let world = World::new(spawner, "for i in 1 2 3; do echo out$i; echo err$i >&2; done; exit 3");
        let mut seen = (Vec::new(), Vec::new());
        let transcript = world.run_watched(&mut |stream, bytes| {
            match stream {
                Stream::Stdout => seen.0.extend_from_slice(bytes),
                Stream::Stderr => seen.1.extend_from_slice(bytes),
            }
            Watch::Continue
        });
        assert_eq!(text(&transcript.stdout), "out1\nout2\nout3\n");
        assert_eq!(text(&transcript.stderr), "err1\nerr2\nerr3\n");
        assert_eq!(seen, (bytes(&transcript.stdout), bytes(&transcript.stderr)), "the watcher sees the same");
        assert_eq!(transcript.ending, Ending::Exited(3));
        assert_eq!((transcript.stdout.cut, transcript.strays), (0, 0));
    });
}

#[test]
fn a_signal_that_ends_the_program_is_told() {
    each_spawner(|spawner| {
        assert_eq!(World::new(spawner, "kill -9 $$").run().ending, Ending::Signalled(9));
    });
}

#[test]
fn standard_input_is_the_named_file_or_nothing() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "cat");
        assert_eq!(text(&world.run().stdout), "", "the null device ends at once");
        let prompt = world.file("prompt");
        fs::write(&prompt, "line\n".repeat(100_000)).unwrap();
        world.invocation.stdin = Some(prompt);
        assert_eq!(text(&world.run().stdout), "line\n".repeat(100_000));
    });
}

#[test]
fn a_program_may_leave_its_input_unread_and_close_its_outputs() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "echo answer; exec >&- 2>&-; sleep 0.1; exit 4");
        let prompt = world.file("prompt");
        fs::write(&prompt, vec![b'x'; 1 << 20]).unwrap();
        world.invocation.stdin = Some(prompt);
        let transcript = world.run();
        assert_eq!((text(&transcript.stdout).as_str(), transcript.ending), ("answer\n", Ending::Exited(4)));
    });
}

#[test]
fn an_input_that_is_missing_is_named() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "cat");
        world.invocation.stdin = Some(world.file("absent"));
        let transcript = world.run();
        assert!(spawn_failure(&transcript).contains("cwd/absent"), "{:?}", transcript.ending);
    });
}

#[test]
fn arguments_and_environment_are_exactly_the_given_ones() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "");
        world.invocation.program = PathBuf::from("/usr/bin/env");
        world.invocation.args = vec![];
        world.invocation.env = vec![("ONE".into(), "1 a'b".into()), ("TWO".into(), "".into())];
        let output = text(&world.run().stdout);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines[..2], ["ONE=1 a'b", "TWO="]);
        assert!(lines.len() == 3 && lines[2].starts_with("VENIRE_SEAT="), "{lines:?}");

        world.invocation.program = PathBuf::from("/usr/bin/printf");
        world.invocation.args = ["[%s]", "", "a b", "-x", "$HOME", "*"].map(argument).into();
        assert_eq!(text(&world.run().stdout), "[][a b][-x][$HOME][*]");
    });
}

#[test]
fn it_runs_in_its_folder_and_leaves_ours_alone() {
    each_spawner(|spawner| {
        let before = std::env::current_dir().unwrap();
        let world = World::new(spawner, "pwd -P");
        let expected = format!("{}\n", fs::canonicalize(&world.invocation.cwd).unwrap().display());
        assert_eq!(text(&world.run().stdout), expected);
        assert_eq!(std::env::current_dir().unwrap(), before);
    });
}

#[test]
fn our_own_folder_needs_no_detour() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "pwd -P");
        world.invocation.cwd = std::env::current_dir().unwrap();
        let expected = format!("{}\n", fs::canonicalize(&world.invocation.cwd).unwrap().display());
        assert_eq!(text(&world.run().stdout), expected);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn it_leads_a_session_without_a_terminal_and_ignores_no_signal() {
    each_spawner(|spawner| {
        let script = "exec 2>&1; echo $$; cut -d' ' -f5,6 /proc/$$/stat; (: </dev/tty) || echo none; \
                      exec grep -E '^Sig(Blk|Ign):' /proc/self/status";
        let output = text(&World::new(spawner, script).run().stdout);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines[1], format!("{0} {0}", lines[0]), "group and session are its own");
        assert!(lines.contains(&"none"), "{lines:?}");
        let masks: Vec<&str> = lines.iter().filter_map(|line| line.split_once(":\t")).map(|(_, mask)| mask).collect();
        // Above the named signals the C library keeps two of its own.
        let named = masks.iter().map(|mask| u64::from_str_radix(mask, 16).unwrap() & 0x7fff_ffff);
        assert!(masks.len() == 2 && named.sum::<u64>() == 0, "{lines:?}");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn it_inherits_no_descriptor_but_three() {
    let transcript = World::new(Spawner::Native, "ls -1 /proc/$$/fd").run();
    assert_eq!(text(&transcript.stdout), "0\n1\n2\n");
}

#[test]
fn bytes_that_are_no_text_pass_unchanged() {
    each_spawner(|spawner| {
        let transcript = World::new(spawner, r"printf 'caf\303'; sleep 0.05; printf '\251 \377\376\000\033[2J'").run();
        assert_eq!(bytes(&transcript.stdout), b"caf\xc3\xa9 \xff\xfe\0\x1b[2J");
    });
}

#[test]
fn a_flood_is_kept_in_bounds_with_its_head_and_tail() {
    each_spawner(|spawner| {
        let script = "echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo last";
        let world = World::new(spawner, script);
        let transcript = world.run();
        let Kept::File(path) = &transcript.stdout.kept else { panic!("it should lie in a file") };
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        let kept = text(&transcript.stdout);
        let whole = 50_000_000 + "first\n\nlast\n".len() as u64;
        assert_eq!(transcript.stdout.cut, whole - (1 << 20));
        let line = format!("\n[... {} bytes left out ...]\n", transcript.stdout.cut);
        assert_eq!(kept.len(), (1 << 20) + line.len());
        assert!(kept.starts_with("first\nxxx") && kept.ends_with("xxx\nlast\n"));
        assert_eq!(kept.find(&line), Some(1 << 19));
        assert_eq!(transcript.ending, Ending::Exited(0));
    });
}

#[test]
fn a_program_that_is_missing_or_no_program_says_so() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "");
        world.invocation.args = vec![];
        let cases = [
            (world.file("absent"), "no such file"),
            (executable(&world.file("plain"), b"#!/bin/sh\n", 0o644), "chmod +x"),
            (executable(&world.file("lost"), b"#!/nonexistent/interpreter\n", 0o755), "interpreter"),
            (PathBuf::from("sh"), "not an absolute path"),
            (PathBuf::from("/bin"), "folder"),
        ];
        for (program, words) in cases {
            world.invocation.program = program.clone();
            let transcript = world.run();
            let message = spawn_failure(&transcript);
            assert!(message.contains(words) && message.contains(program.to_str().unwrap()), "{message}");
        }
    });
}

/// The portable spawner has the C library try the shell for such a file.
#[cfg(target_os = "linux")]
#[test]
fn a_script_without_an_interpreter_says_what_it_lacks() {
    let mut world = World::new(Spawner::Native, "");
    world.invocation.program = executable(&world.file("bare"), b"echo hello\n", 0o755);
    assert!(spawn_failure(&world.run()).contains("#!/bin/sh"));
}

#[test]
fn a_folder_that_is_missing_is_named() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "true");
        world.invocation.cwd = world.folder.path().join("absent");
        let transcript = world.run();
        let message = spawn_failure(&transcript);
        assert!(message.contains("working folder") && message.contains("absent"), "{message}");
    });
}

#[test]
fn too_long_an_argument_names_the_limit() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "true");
        world.invocation.args.push("x".repeat(200_000).into());
        let transcript = world.run();
        let message = spawn_failure(&transcript);
        assert!(message.contains("argument 3 has 200000 bytes") && message.contains("131072"), "{message}");

        world.invocation.args.pop();
        world.invocation.env.push(("LONG".into(), "x".repeat(200_000).into()));
        assert!(spawn_failure(&world.run()).contains("variable LONG"));

        world.invocation.env.pop();
        world.invocation.args.extend((0..100).map(|_| OsString::from("x".repeat(100_000))));
        assert!(spawn_failure(&world.run()).contains("together"));
    });
}

#[test]
fn a_zero_byte_is_refused() {
    each_spawner(|spawner| {
        let mut world = World::new(spawner, "true");
        world.invocation.args.push("a\0b".into());
        assert!(spawn_failure(&world.run()).contains("zero byte"));
    });
}

#[test]
fn many_programs_run_at_once() {
    each_spawner(|spawner| {
        let worlds: Vec<World> =
            (0..64).map(|index| World::new(spawner, &format!("sleep 0.3; echo {index}; exit {index}"))).collect();
        runtime().block_on(async {
            let runs = worlds.iter().map(|world| async {
                let (_conductor, end) = watch::channel(End::No);
                process::run_with(world.spawner, &world.invocation, &mut |_, _| Watch::Continue, end).await
            });
            let transcripts = join_all(runs).await;
            for (index, transcript) in transcripts.iter().enumerate() {
                assert_eq!(text(&transcript.stdout), format!("{index}\n"));
                assert_eq!(transcript.ending, Ending::Exited(index as i32));
            }
        });
    });
}

/// Runs futures side by side in one task.
async fn join_all<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|context| {
        let mut ready = true;
        for (future, output) in &mut running {
            if output.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(value) => *output = Some(value),
                    std::task::Poll::Pending => ready = false,
                }
            }
        }
        if ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    running.into_iter().filter_map(|(_, output)| output).collect()
}
