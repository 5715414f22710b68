//! The README's table of faults, row by row: a gate of three seats with a quorum of two, in which one seat votes to
//! pass and the two others meet the fault. Each row's words are on the screen, its status is the exit status, no
//! process is left, and nothing but ballots makes the gate pass.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use nix::sys::signal::Signal;
use regex_lite::Regex;
use serde_json::json;

use super::failing::{claude_result, claude_start};
use crate::world::{Outcome, Script, Step, World, ballot};

/// The run's own memory, whatever the seats print: 64 MiB, and what is kept of the output of three seats.
const MEMORY: u64 = (64 + 3 * 8) << 20;

/// Time enough for an agent that answers, on a machine that does much else.
const ENOUGH: &str = "20s";

/// A row of the table: the fault, what the user sees, and the exit status.
struct Row {
    seen: Vec<String>,
    status: i32,
}

/// Meets a fault: what came of the gate, or why this machine can't bring the fault about.
type Meet = fn(&World) -> Result<Outcome, String>;

const FAULTS: &[(&str, Meet)] = &[
    ("the program is not installed", |world| Ok(run(world, &gate(world, "absent", ""), &[]))),
    ("it is not installed, with `--skip-missing`", |world| {
        Ok(run(world, &gate(world, "absent", ""), &["--skip-missing"]))
    }),
    ("nobody is signed in", |world| {
        let error = claude_result("Not logged in · Please run /login", true);
        Ok(claude(world, Script::new().record(claude_start()).record(error).exit(1)))
    }),
    ("the vendor answers 401", |world| Ok(claude(world, refused(401)))),
    ("the vendor answers 429", |world| Ok(claude(world, refused(429)))),
    ("the vendor answers 500", |world| Ok(claude(world, refused(500)))),
    ("the connection is refused", |world| {
        let error = claude_result("API Error: Unable to connect to API (ConnectionRefused)", true);
        Ok(claude(world, Script::new().record(claude_start()).record(error).exit(1)))
    }),
    ("the stream breaks off", |world| {
        let error = claude_result("API Error: API returned an empty or malformed response (HTTP 200)", true);
        Ok(claude(world, Script::new().record(claude_start()).record(error).exit(1)))
    }),
    ("there is no such model", |world| Ok(claude(world, refused(404)))),
    ("it hangs before its answer", |world| Ok(plain(world, Script::new().sleep(90_000).answer(&ballot("SHIP")), "1s"))),
    ("half an answer at the time limit", |world| {
        let half = "## Verdict {seal}\nSHIP - so far it is fine\n\n## Conf";
        Ok(plain(world, Script::new().say(half).sleep(90_000), "2s"))
    }),
    ("it answers in plain text and never exits", |world| Ok(plain(world, Script::voting("SHIP").sleep(90_000), "2s"))),
    ("it gives its record of success and never exits", |world| {
        let panel = gate(world, "claude", "timeout: 20s, ");
        world.agent("claude", Script::voting("SHIP").sleep(90_000));
        Ok(run(world, &panel, &[]))
    }),
    ("it takes no notice of TERM", |world| {
        let stubborn = Script::new().step(Step::IgnoreSignals).step(Step::Grandchild { milliseconds: 90_000 });
        Ok(plain(world, stubborn.sleep(90_000), "1s"))
    }),
    ("it leaves a child that holds its output", |world| {
        Ok(plain(world, Script::new().step(Step::Grandchild { milliseconds: 90_000 }).answer(&ballot("SHIP")), ENOUGH))
    }),
    ("it leaves a daemon", |world| {
        Ok(plain(world, Script::new().step(Step::Daemon { milliseconds: 90_000 }).answer(&ballot("SHIP")), ENOUGH))
    }),
    ("it reads from /dev/tty", |world| {
        let outcome = plain(world, Script::new().step(Step::ReadTerminal).answer(&ballot("SHIP")), ENOUGH);
        assert!(world.seen("faulty").iter().all(|seen| seen.attempts[0].error.is_some()), "there is no terminal");
        Ok(outcome)
    }),
    ("it never reads its prompt", |world| {
        world.write("big.txt", "x".repeat(1 << 20));
        world.agent("faulty", Script::new().deaf().answer(&ballot("SHIP")));
        Ok(run(world, &gate(world, "faulty", ""), &["-f", "big.txt"]))
    }),
    ("it closes its output early", |world| Ok(plain(world, Script::new().step(Step::CloseOutput).sleep(300), ENOUGH))),
    ("it prints 1 GiB", |world| {
        world.agent("faulty", Script::new().flood(1 << 30));
        Ok(run(world, &gate(world, "faulty", ""), &[]))
    }),
    ("it prints bytes that are no text", |world| {
        let (head, tail) = (b"log \xff\xfe\xc0\x80 raw \0 bytes caf\xc3".as_slice(), b"\xa9\n\n".as_slice());
        Ok(plain(world, Script::new().bytes(head).sleep(50).bytes(tail).answer(&ballot("SHIP")), ENOUGH))
    }),
    ("it prints escapes for a terminal", |world| {
        let escapes = ballot("SHIP").replace("small", "\x1b[2J\x1b]0;owned\x07small\u{202e}");
        let outcome = plain(world, Script::new().say_error("\x1b[31mred\r\n").answer(&escapes), ENOUGH);
        assert!(!outcome.screen().contains(['\x1b', '\x07', '\u{202e}', '\r']), "{:?}", outcome.screen());
        Ok(outcome)
    }),
    ("it prints an error and exits with 0", |world| {
        let limited = Script::new().record(claude_start()).record(claude_result("API Error: Rate limit reached", true));
        Ok(claude(world, limited))
    }),
    ("it exits with 1 after a plain answer", |world| Ok(plain(world, Script::voting("SHIP").exit(1), ENOUGH))),
    ("it exits with 1 after its record of success", |world| Ok(claude(world, Script::voting("SHIP").exit(1)))),
    ("it dies of a signal", |world| Ok(plain(world, Script::voting("SHIP").die("KILL"), ENOUGH))),
    ("two calls at once would spoil its sign-in", contended),
    ("the disk is full", full_disk),
    ("the state folder can't be written", |world| {
        world.agent("faulty", Script::voting("SHIP"));
        let panel = gate(world, "faulty", "");
        fs::write(world.path("state/venire"), "a file where the folder should be").unwrap();
        Ok(run(world, &panel, &[]))
    }),
    ("venire is killed (`kill -9`)", killed),
    ("Ctrl-C", |world| Ok(signalled(world, &[Signal::SIGINT]))),
    ("Ctrl-C twice", |world| Ok(signalled(world, &[Signal::SIGINT, Signal::SIGINT]))),
    ("SIGTERM", |world| Ok(signalled(world, &[Signal::SIGTERM]))),
    ("the terminal is closed (SIGHUP)", |world| Ok(signalled(world, &[Signal::SIGHUP]))),
    ("the clock is set back during the run", clock_set_back),
    ("a prompt of 10 MiB", |world| {
        world.write("big.txt", "a line of text\n".repeat(10 * (1 << 20) / 15));
        world.agent("faulty", Script::voting("SHIP"));
        let outcome = run(world, &gate(world, "faulty", ""), &["-f", "big.txt"]);
        assert!(world.seen("faulty").iter().all(|seen| seen.input_length > Some(10 * (1 << 20) - 100)));
        Ok(outcome)
    }),
    ("512 seats", |world| {
        world.agent("faulty", Script::voting("SHIP"));
        let many: String = (1..=511).map(|number| format!("  - {{ id: seat-{number}, agent: faulty }}\n")).collect();
        let panel = world.panel("many", &text(world, "faulty", &many));
        Ok(run(world, &panel, &[]))
    }),
];

/// The rule of every gate here, over a seat that votes to pass and the others.
fn text(world: &World, agent: &str, others: &str) -> String {
    world.agent("sound", Script::voting("SHIP"));
    let own = if agent == "claude" { String::new() } else { world.definition(agent) };
    format!(
        "name: faults\nquestion: Is it safe?\noptions:\n  - {{ label: SHIP, effect: pass }}\n\
         \x20 - {{ label: HOLD, effect: block }}\nstrategy: majority\nquorum: 2\nallow_duplicates: true\nreask: 0\n\
         retry: {{ attempts: 2, backoff: 100ms }}\nseats:\n  - {{ id: sound, agent: sound }}\n{others}agents:\n{}{own}",
        world.definition("sound"),
    )
}

/// A panel in which two seats have an agent that meets the fault.
fn gate(world: &World, agent: &str, keys: &str) -> String {
    let seats = format!("  - {{ id: first, {keys}agent: {agent} }}\n  - {{ id: second, {keys}agent: {agent} }}\n");
    world.panel("faults", &text(world, agent, &seats))
}

fn arguments<'a>(panel: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["gate", "-p", panel], more].concat()
}

fn run(world: &World, panel: &str, more: &[&str]) -> Outcome {
    world.venire(&arguments(panel, more))
}

/// The gate where both others are this plain agent, with a time limit of their own.
fn plain(world: &World, script: Script, limit: &str) -> Outcome {
    world.agent("faulty", script);
    run(world, &gate(world, "faulty", &format!("timeout: {limit}, ")), &[])
}

fn claude(world: &World, script: Script) -> Outcome {
    world.agent("claude", script);
    run(world, &gate(world, "claude", ""), &[])
}

/// What claude prints when the vendor answers with a status other than 200.
fn refused(status: u16) -> Script {
    let mut error = claude_result(&format!("API Error: {status} as the vendor says it"), true);
    error["api_error_status"] = json!(status);
    Script::new().record(claude_start()).record(error).exit(1)
}

/// Agents that fail when another of them runs: a folder is their only lock.
fn contended(world: &World) -> Result<Outcome, String> {
    let lock = world.seen_path("sign-in", 1);
    let sh = format!("mkdir {0} && sleep 0.3 && rm -r {0}", lock.display());
    let command = ["sh", "-c", &sh].map(str::to_owned).to_vec();
    world.agent("faulty", Script::new().step(Step::Run { command }).answer(&ballot("SHIP")));
    let panel = gate(world, "faulty", "");
    let alone = fs::read_to_string(&panel).unwrap().replace("faulty: {", "faulty: { concurrency: 1,");
    fs::write(&panel, alone).unwrap();
    let outcome = run(world, &panel, &[]);
    let errors: Vec<_> = world.seen("faulty").iter().filter_map(|seen| seen.attempts[0].error.clone()).collect();
    assert_eq!(errors, Vec::<String>::new(), "two ran at once");
    Ok(outcome)
}

/// A state folder on a file system of its own without any room, in name spaces of the user's own.
fn full_disk(world: &World) -> Result<Outcome, String> {
    world.agent("faulty", Script::voting("SHIP"));
    let panel = gate(world, "faulty", "");
    let tools = ["unshare", "mount", "sh"].map(which::which);
    let [Ok(unshare), Ok(mount), Ok(sh)] = tools else { return Err("unshare or mount is missing".to_owned()) };
    let mounted = |then: &str| {
        format!("{} -t tmpfs -o size=16k none {} && {then}", mount.display(), world.path("state").display())
    };
    let allowed = Command::new(&unshare).args(["-rm", "sh", "-c", &mounted("true")]).output().unwrap();
    if !allowed.status.success() {
        let why = String::from_utf8_lossy(&allowed.stderr).trim().to_owned();
        return Err(format!("no file system can be mounted without root here: {why}"));
    }
    let exec = mounted("exec \"$0\" gate -p \"$1\"");
    let sh = sh.display().to_string();
    let within = ["-rm", &sh, "-c", &exec, env!("CARGO_BIN_EXE_venire"), &panel];
    Ok(world.program(&unshare, &within).outcome())
}

/// Starts the gate with agents that work for long, and waits until both do.
fn working(world: &World) -> crate::world::Running {
    world.agent("faulty", Script::new().step(Step::Grandchild { milliseconds: 90_000 }).sleep(90_000));
    let panel = gate(world, "faulty", "");
    let mut running = world.run(&arguments(&panel, &[])).start();
    running.until("both agents work", || {
        world.seen("faulty").iter().filter(|seen| seen.input_length.is_some()).count() == 2
    });
    running
}

fn signalled(world: &World, signals: &[Signal]) -> Outcome {
    let running = working(world);
    for (nth, signal) in signals.iter().enumerate() {
        if nth > 0 {
            // Two that come together may count as one.
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        running.signal(*signal);
    }
    running.outcome()
}

/// The status is the killed run's, as a shell tells it, and the screen is the next run's.
fn killed(world: &World) -> Result<Outcome, String> {
    let running = working(world);
    running.signal(Signal::SIGKILL);
    let killed = running.outcome();
    world.agent("faulty", Script::voting("SHIP"));
    let next = run(world, &gate(world, "faulty", ""), &[]);
    assert_eq!(next.status, Some(0), "{}", next.screen());
    Ok(Outcome { status: killed.signal.map(|signal| 128 + signal), ..next })
}

/// A clock that goes back by an hour whenever somebody looks.
const CLOCK: &str = "#include <time.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\
    static long looks;\n\
    int clock_gettime(clockid_t clock, struct timespec *now) {\n\
    \x20 int failed = syscall(SYS_clock_gettime, clock, now);\n\
    \x20 if (clock == CLOCK_REALTIME) now->tv_sec -= 3600 * __sync_add_and_fetch(&looks, 1);\n\
    \x20 return failed;\n}\n";

fn clock_set_back(world: &World) -> Result<Outcome, String> {
    let (source, shim) = (world.path("clock.c"), world.path("clock.so"));
    fs::write(&source, CLOCK).unwrap();
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&shim, &source]).output();
    match built {
        Ok(built) if built.status.success() => {}
        other => return Err(format!("no clock can be built: {other:?}")),
    }
    world.agent("faulty", Script::new().sleep(90_000));
    let panel = gate(world, "faulty", "timeout: 2s, ");
    let back = |panel: &str| world.run(&arguments(panel, &[])).env("LD_PRELOAD", &shim.to_string_lossy()).outcome();
    let first = back(&panel);
    // The second run is of an earlier hour than the first, and has a record all the same.
    let second = back(&panel);
    let runs: Vec<PathBuf> =
        fs::read_dir(world.path("state/venire/runs")).unwrap().map(|run| run.unwrap().path()).collect();
    assert_eq!(runs.len(), 2);
    assert!(runs.iter().all(|run| run.join("run.json").exists()), "{runs:?}");
    assert_eq!(first.status, second.status);
    Ok(second)
}

/// The rows of the README's table, by fault.
fn rows() -> BTreeMap<String, Row> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let after = readme.split_once("\n## Faults\n").expect("a section Faults").1;
    let section = after.split("\n## ").next().unwrap();
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let words = Regex::new("`([^`]+)`").unwrap();
    section
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(cells)
        .filter_map(|cells| {
            let [_, fault, seen, status, _] = <[String; 5]>::try_from(cells).ok()?;
            let seen = words.captures_iter(&seen).map(|word| word[1].to_owned()).collect();
            Some((fault, Row { seen, status: status.parse().ok()? }))
        })
        .collect()
}

/// How many ballots for SHIP the report shows.
fn ballots(outcome: &Outcome) -> usize {
    let tally = Regex::new(r"SHIP +[█░]+ +(\d+) ballots?").unwrap();
    tally.captures(&outcome.stdout).map_or(0, |found| found[1].parse().unwrap())
}

/// What is wrong with how a fault was survived.
fn wrongs(world: &World, row: &Row, outcome: &Outcome) -> Vec<String> {
    let mut wrongs = vec![];
    if outcome.status != Some(row.status) {
        wrongs.push(format!("status {:?}, and the table says {}", outcome.status, row.status));
    }
    let screen = outcome.screen();
    wrongs.extend(row.seen.iter().filter(|word| !screen.contains(*word)).map(|word| format!("`{word}` is not shown")));
    if outcome.status == Some(0) && ballots(outcome) < 2 {
        wrongs.push(format!("it passes with {} ballots", ballots(outcome)));
    }
    if outcome.peak_memory > MEMORY {
        wrongs.push(format!("{} MiB at the peak", outcome.peak_memory >> 20));
    }
    if screen.contains("panicked") {
        wrongs.push("a panic".to_owned());
    }
    let left = world.left_after_a_moment();
    if !left.is_empty() {
        wrongs.push(format!("left running: {left:?}"));
    }
    if !wrongs.is_empty() {
        wrongs.push(screen);
    }
    wrongs
}

#[test]
fn every_fault_of_the_table_ends_as_it_says_and_none_helps_a_change_to_pass() {
    let rows = rows();
    let mut listed: Vec<&str> = rows.keys().map(String::as_str).collect();
    let mut met: Vec<&str> = FAULTS.iter().map(|(fault, _)| *fault).collect();
    listed.sort_unstable();
    met.sort_unstable();
    assert_eq!(listed, met, "left: the README; right: the faults that are met here");
    let (open, found) = (Mutex::new(FAULTS.iter()), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some((fault, meet)) = open.lock().unwrap().next() else { return };
                    let world = World::with_repository();
                    world.stage("a.txt", "two\n");
                    match meet(&world) {
                        Ok(outcome) => {
                            let wrongs = wrongs(&world, &rows[*fault], &outcome);
                            found.lock().unwrap().extend(wrongs.into_iter().map(|wrong| format!("{fault}: {wrong}")));
                        }
                        // Past the capture of the tests' output: a row that is not held is said.
                        Err(why) => writeln!(std::io::stderr(), "not met on this machine: {fault}: {why}").unwrap(),
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
