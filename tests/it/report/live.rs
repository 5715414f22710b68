//! What is shown while a run goes on.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use indicatif::{InMemoryTerm, ProgressDrawTarget};
use serde_json::Value;
use venire::event::{Envelope, Event, StopCause, Warning};
use venire::report::{EventLines, Fanout, Json, JsonLines, Progress, Screen, Sink};
use venire::vote::{NonVote, NonVoteKind, Reason, Stance, Status};

use super::samples::{events, inquorate, run, seat, unanimous};

/// An output that the test can read, and whose reader can go away.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<(Vec<u8>, bool)>>);

impl Output {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().0.clone()).unwrap()
    }

    fn close(&self) {
        self.0.borrow_mut().1 = true;
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut inner = self.0.borrow_mut();
        if inner.1 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        inner.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn boxed(output: &Output) -> Box<dyn Write> {
    Box::new(output.clone())
}

fn at(seconds: u64, event: Event) -> Envelope {
    Envelope { seq: 0, elapsed_ms: seconds * 1000, event }
}

#[test]
fn event_lines_are_plain_sentences() {
    let output = Output::default();
    let mut lines = EventLines::new(boxed(&output));
    for envelope in events(&inquorate()) {
        lines.on(&envelope).unwrap();
    }
    insta::assert_snapshot!(output.text(), @r#"
    venire: panel default, 3 seats, 3 calls: Should the migration in this change be shipped?
    venire: codex: started
    venire: claude: started
    venire: gemini: started
    venire: codex: SHIP in 12s
    venire: claude: not signed in after 5s: Invalid API key. Please run /login (remedy: sign in with `claude /login`, then run again)
    venire: gemini: timed out after 5s: no answer within the seat's limit of 5s (remedy: raise `timeout` in the panel, or give `--timeout`)
    venire: 1 of 3 seats answered in 42s. No decision: only 1 of 3 seats answered; the quorum is 2.
    "#);
}

#[test]
fn event_lines_say_what_went_wrong_on_the_way() {
    let output = Output::default();
    let mut lines = EventLines::new(boxed(&output));
    let seat = || "claude".to_owned();
    let cause = || NonVote::new(NonVoteKind::Overloaded, "529\n\u{1b}[31moverloaded_error");
    let happened = [
        Event::SeatRetrying { seat: seat(), cause: cause(), delay_ms: 2000 },
        Event::SeatStarted { seat: seat(), attempt: 2 },
        Event::SeatFellBack { seat: seat(), cause: cause(), to: "claude:haiku".to_owned() },
        Event::SeatReasked { seat: seat(), cause: NonVote::new(NonVoteKind::Unparsed, "no verdict found") },
        Event::Warned(Warning::new("V-WARN-NO-KERNEL", "codex is held by its own means only.")),
        Event::RunStopping { why: StopCause::Interrupt },
        Event::JudgeStarted { judge: "gemini".to_owned() },
        Event::JudgeFinished { failed: true },
    ];
    for event in happened {
        lines.on(&at(1, event)).unwrap();
    }
    insta::assert_snapshot!(output.text(), @r#"
    venire: claude: overloaded: 529 overloaded_error; again in 2s
    venire: claude: started, attempt 2
    venire: claude: overloaded: 529 overloaded_error; claude:haiku takes the seat
    venire: claude: unparsed: no verdict found; asked once more
    venire: warning: codex is held by its own means only. [V-WARN-NO-KERNEL]
    venire: stopping: interrupted (Ctrl-C)
    venire: judge gemini: started
    venire: judge: failed
    "#);
}

#[test]
fn silence_is_broken_every_30_seconds_by_a_heartbeat() {
    let output = Output::default();
    let mut lines = EventLines::new(boxed(&output));
    for envelope in events(&unanimous()).iter().take(6) {
        lines.on(envelope).unwrap();
    }
    let before = output.text().len();
    for second in 5..100 {
        lines.tick(Duration::from_secs(second)).unwrap();
    }
    insta::assert_snapshot!(&output.text()[before..], @r#"
    venire: 35s: 1 of 3 seats done, waiting for claude and tests
    venire: 1m 5s: 1 of 3 seats done, waiting for claude and tests
    venire: 1m 35s: 1 of 3 seats done, waiting for claude and tests
    "#);
}

#[test]
fn json_lines_hold_one_event_each_and_no_key_twice() {
    let output = Output::default();
    let mut lines = JsonLines::new(boxed(&output));
    let run = unanimous();
    for envelope in events(&run) {
        lines.on(&envelope).unwrap();
    }
    let text = output.text();
    let documents: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = documents.iter().map(|document| document["event"].as_str().unwrap()).collect();
    let expected = [
        "run_started",
        "seat_started",
        "seat_started",
        "seat_started",
        "seat_finished",
        "seat_finished",
        "seat_finished",
        "run_finished",
    ];
    assert_eq!(kinds, expected);
    assert_eq!((&documents[4]["at_ms"], &documents[4]["elapsed_ms"]), (&Value::from(5000), &Value::from(12_000)));
    assert_eq!(documents[7]["decision"]["option"], "SHIP");
}

#[test]
fn progress_counts_the_seconds_of_each_seat_and_leaves_nothing_behind() {
    let terminal = InMemoryTerm::new(10, 60);
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(terminal.clone()), 255);
    let mut progress = Progress::new(target, Screen { width: 60, colour: false, unicode: true });
    let run = inquorate();
    let happened = events(&run);
    progress.on(&happened[0]).unwrap();
    insta::assert_snapshot!(terminal.contents(), @r#"
    · codex           waiting
    · claude          waiting
    · gemini          waiting
    "#);
    for envelope in &happened[1..7] {
        progress.on(envelope).unwrap();
    }
    std::thread::sleep(Duration::from_millis(20));
    progress.tick(Duration::from_secs(75)).unwrap();
    insta::assert_snapshot!(terminal.contents(), @r#"
    ✓ codex      12s  SHIP: Fine.
    ✗ claude      5s  not signed in: Invalid API key. Please run
    ▸ gemini  1m 12s  running
    "#);
    progress.on(&happened[7]).unwrap();
    progress.on(&happened[8]).unwrap();
    assert_eq!(terminal.contents(), "", "erased at the end");
}

#[test]
fn more_seats_than_rows_are_erased_as_well() {
    let terminal = InMemoryTerm::new(10, 60);
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(terminal.clone()), 255);
    let mut progress = Progress::new(target, Screen { width: 60, colour: false, unicode: true });
    let seats = (0..512).map(|number| seat(&format!("seat-{number}"), "claude", Stance::Neutral)).collect();
    let run = run(seats, Status::Undecided, None, Reason::NoBallots);
    for envelope in events(&run) {
        progress.on(&envelope).unwrap();
    }
    assert_eq!(terminal.contents(), "");
}

#[test]
fn progress_that_is_dropped_in_the_middle_is_erased() {
    let terminal = InMemoryTerm::new(10, 60);
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(terminal.clone()), 255);
    let mut progress = Progress::new(target, Screen { width: 60, colour: true, unicode: false });
    progress.on(&events(&unanimous())[0]).unwrap();
    assert!(terminal.contents().contains("codex"));
    drop(progress);
    assert_eq!(terminal.contents(), "");
}

#[test]
fn a_lost_display_does_not_matter_and_a_lost_result_is_reported_once() {
    let (display, result, other) = (Output::default(), Output::default(), Output::default());
    let mut fanout = Fanout::new(vec![
        Box::new(EventLines::new(boxed(&display))),
        Box::new(JsonLines::new(boxed(&result))),
        Box::new(Json::new(boxed(&other))),
    ]);
    let happened = events(&unanimous());
    display.close();
    fanout.on(&happened[0]).unwrap();
    result.close();
    let error = fanout.on(&happened[1]).unwrap_err();
    assert_eq!((error.code(), error.kind()), ("V-OUTPUT-FAILED", io::ErrorKind::BrokenPipe));
    for envelope in &happened[2..] {
        fanout.on(envelope).unwrap();
    }
    assert!(other.text().starts_with("{\n  \"schema\": \"venire.run/1\""), "the others go on");
}
