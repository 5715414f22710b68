//! venire in a real terminal: the live display, Ctrl-C typed by hand, and what is left on the screen.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::world::{Script, Step, World, ballot};

const LIMIT: Duration = Duration::from_secs(20);

/// A program that runs in a terminal of its own.
struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything that was written, as it was.
    written: Arc<Mutex<Vec<u8>>>,
    reader: std::thread::JoinHandle<()>,
    settings: String,
}

impl Session {
    /// Starts venire in the world's repository.
    fn start(world: &World, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: 120, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let settings = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_venire"));
        command.args(arguments);
        command.env_clear();
        world.environment().iter().for_each(|(name, value)| command.env(name, value));
        command.env("TERM", "xterm-256color");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        command.cwd(world.repository());
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size.rows, size.cols, 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let written = Arc::new(Mutex::new(vec![]));
        let (shown, kept) = (Arc::clone(&screen), Arc::clone(&written));
        let reader = std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                shown.lock().unwrap().process(&chunk[..count]);
                kept.lock().unwrap().extend_from_slice(&chunk[..count]);
            }
        });
        Self {
            keyboard: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            screen,
            written,
            reader,
            settings,
        }
    }

    fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    #[track_caller]
    fn until(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let began = Instant::now();
        while !holds(&self.shown()) {
            assert!(began.elapsed() < LIMIT, "the limit came before: {what}\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types Ctrl-C.
    fn interrupt(&mut self) {
        self.keyboard.write_all(b"\x03").unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits for the end: the status, and what is left on the screen. The terminal is as it was.
    #[track_caller]
    fn end(mut self) -> (u32, String) {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            if began.elapsed() > LIMIT {
                self.child.kill().unwrap();
                panic!("still running\n{}", self.shown());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(format!("{:?}", self.master.get_termios()), self.settings, "the terminal's settings");
        self.reader.join().unwrap();
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.hide_cursor() && !screen.alternate_screen(), "the cursor is there, on the usual screen");
        assert_eq!(screen.cursor_position().1, 0, "a prompt would begin on a line of its own\n{}", screen.contents());
        (status, screen.contents())
    }
}

/// A panel of three: `quick` answers at once, the two others as their script says once `go` is there.
fn world(waiting: impl Fn(Script) -> Script) -> (World, PathBuf) {
    let world = World::with_repository();
    let go = world.path("tmp/go");
    world.panel(
        "live",
        "name: live\nquestion: Is it safe?\noptions:\n  - { label: SHIP, effect: pass }\n  - { label: HOLD, effect: block }\n\
         strategy: majority\nquorum: 2\nseats:\n  - { id: quick, agent: codex }\n  - { id: slow, agent: claude }\n\
         \x20 - { id: late, agent: gemini }\n",
    );
    world.agent("codex", Script::voting("SHIP"));
    for agent in ["claude", "gemini"] {
        world.agent(agent, waiting(Script::new()).wait_for(&go).answer(&ballot("SHIP")));
    }
    (world, go)
}

/// Whether the display has a line for the seat in this state.
fn line(screen: &str, seat: &str, state: &str) -> bool {
    screen.lines().any(|line| line.contains(seat) && line.contains(state))
}

#[test]
fn each_seat_has_a_line_while_it_runs_and_the_result_takes_their_place() {
    let (world, go) = world(|script| script.step(Step::ReadTerminal));
    let session = Session::start(&world, &["ask", "-p", "live"], &[]);
    session.until("each seat has its line", |screen| {
        line(screen, "✓ quick", "SHIP") && line(screen, "▸ slow", "running") && line(screen, "▸ late", "running")
    });
    std::fs::write(go, "").unwrap();
    let (status, screen) = session.end();
    assert_eq!(status, 0, "{screen}");
    assert!(screen.starts_with("venire ask: panel live, 3 seats"), "the display is gone without a trace\n{screen}");
    assert!(screen.contains("SHIP by majority: 3 of 3"), "{screen}");
    assert!(!screen.contains(['▸', '✓']), "{screen}");
    for agent in ["claude", "gemini"] {
        let seen = &world.seen(agent)[0];
        assert!(seen.finished && !seen.has_terminal, "{agent} was not stopped by a terminal it does not have");
    }
    world.assert_nothing_survives();
}

#[test]
fn one_interrupt_prints_what_there_is() {
    let (world, _) = world(|script| script);
    let mut session = Session::start(&world, &["ask", "-p", "live"], &[]);
    session.until("one has answered, two run", |screen| {
        line(screen, "quick", "SHIP") && line(screen, "slow", "running") && line(screen, "late", "running")
    });
    session.interrupt();
    let (status, screen) = session.end();
    assert_eq!(status, 130, "{screen}");
    assert!(screen.contains("Ended early") && screen.contains("cancelled 2"), "{screen}");
    assert!(screen.contains("small and covered by tests"), "the answer that there is\n{screen}");
    world.assert_nothing_survives();
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let (world, _) = world(|script| script.step(Step::IgnoreSignals));
    let mut session = Session::start(&world, &["ask", "-p", "live"], &[]);
    let both = [world.seen_path("claude", 1), world.seen_path("gemini", 1)];
    session.until("both run", |screen| line(screen, "quick", "SHIP") && both.iter().all(|seen| seen.exists()));
    session.interrupt();
    session.until("the first is heard", |screen| screen.contains("stopping"));
    let before = Instant::now();
    session.interrupt();
    let (status, screen) = session.end();
    assert_eq!(status, 130, "{screen}");
    assert!(before.elapsed() < Duration::from_millis(1500), "{:?}", before.elapsed());
    world.assert_nothing_survives();
}

#[test]
fn a_terminal_that_can_do_nothing_gets_plain_lines() {
    let (world, go) = world(|script| script);
    std::fs::write(go, "").unwrap();
    let session = Session::start(&world, &["ask", "-p", "live"], &[("TERM", "dumb")]);
    let written = Arc::clone(&session.written);
    let (status, screen) = session.end();
    assert_eq!(status, 0, "{screen}");
    assert!(screen.contains("venire: slow: started") && screen.contains("SHIP by majority"), "{screen}");
    assert!(!written.lock().unwrap().contains(&0x1b), "{:?}", String::from_utf8_lossy(&written.lock().unwrap()));
}

#[test]
fn without_colours_the_display_moves_the_cursor_only() {
    let (world, go) = world(|script| script);
    std::fs::write(go, "").unwrap();
    let session = Session::start(&world, &["ask", "-p", "live"], &[("NO_COLOR", "1")]);
    let written = Arc::clone(&session.written);
    assert_eq!(session.end().0, 0);
    let written = String::from_utf8_lossy(&written.lock().unwrap()).into_owned();
    let colour = regex_lite::Regex::new("\x1b\\[[0-9;]*m").unwrap();
    assert_eq!(colour.find(&written).map(|found| found.as_str().to_owned()), None, "{written:?}");
}
