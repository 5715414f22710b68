//! Progress on a terminal: a line for each seat, redrawn in place and erased at the end.

use std::io;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen::{Ink, Screen};
use super::{Sink, words};
use crate::event::{Envelope, Event, SeatResult};
use crate::text::{duration, sanitise};

/// Names get a quarter of the screen, or of this where its width is not known.
const LEAST_WIDTH: usize = 40;

/// Shows each seat on a line of its own: its state, how long it has been running, what it is doing.
/// Nothing runs in the background; the caller's ticks make the seconds count.
pub struct Progress {
    screen: Screen,
    bars: MultiProgress,
    lines: Vec<Line>,
    /// The columns of the longest name.
    names: usize,
    now: Duration,
}

struct Line {
    id: String,
    /// The id as it is shown.
    name: String,
    bar: ProgressBar,
    state: State,
}

enum State {
    Waiting,
    Running { since: Duration, activity: String },
    Finished { mark: (Ink, &'static str), elapsed: Duration, outcome: String },
}

impl Progress {
    /// Draws on `target`, which is standard error or a terminal in memory.
    #[must_use]
    pub fn new(target: ProgressDrawTarget, screen: Screen) -> Self {
        let bars = MultiProgress::with_draw_target(target);
        Self { screen, bars, lines: vec![], names: 0, now: Duration::ZERO }
    }

    fn add(&mut self, id: &str) {
        let name = self.screen.cut(id, self.screen.width.max(LEAST_WIDTH) / 4);
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is a constant");
        let bar = self.bars.add(ProgressBar::no_length().with_style(style));
        self.names = self.names.max(console::measure_text_width(&name));
        self.lines.push(Line { id: id.to_owned(), name, bar, state: State::Waiting });
    }

    fn set(&mut self, id: &str, state: State) {
        if let Some(place) = self.lines.iter().position(|line| line.id == id) {
            self.lines[place].state = state;
            self.draw(place);
        }
    }

    /// Says what the seat is doing, and starts its clock if it was not running.
    fn run(&mut self, id: &str, activity: &str) {
        let since = self.lines.iter().find(|line| line.id == id).and_then(|line| match line.state {
            State::Running { since, .. } => Some(since),
            State::Waiting | State::Finished { .. } => None,
        });
        self.set(id, State::Running { since: since.unwrap_or(self.now), activity: activity.to_owned() });
    }

    fn draw(&self, place: usize) {
        let line = &self.lines[place];
        let screen = &self.screen;
        let ((ink, mark), elapsed, what) = match &line.state {
            State::Waiting => ((Ink::Faint, screen.either("·", ".")), None, "waiting"),
            State::Running { since, activity } => {
                let activity = if activity.is_empty() { "running" } else { activity };
                ((Ink::Strong, screen.either("▸", ">")), Some(self.now.saturating_sub(*since)), activity)
            }
            State::Finished { mark, elapsed, outcome } => (*mark, Some(*elapsed), outcome.as_str()),
        };
        let elapsed = elapsed.map(|span| duration::show(whole_seconds(span))).unwrap_or_default();
        let blanks = " ".repeat(self.names.saturating_sub(console::measure_text_width(&line.name)));
        let name = screen.paint(Ink::Strong, &line.name);
        let mark = screen.paint(ink, mark);
        line.bar.set_message(format!("{mark} {name}{blanks}  {elapsed:>6}  {}", sanitise::line(what)));
    }

    fn finish(&mut self, result: &SeatResult) {
        let ok = (Ink::Pass, self.screen.either("✓", "+"));
        let bad = (Ink::Warning, self.screen.either("✗", "x"));
        let outcome = match (&result.ballot, &result.non_vote) {
            (Some(ballot), _) => match (&ballot.option, ballot.confidence) {
                (Some(option), Some(given)) => format!("{option} ({}): {}", words::confidence(given), ballot.summary),
                (Some(option), None) => format!("{option}: {}", ballot.summary),
                (None, _) => "answered".to_owned(),
            },
            (None, Some(missing)) if words::is_unasked(result) => format!("not asked: {}", missing.detail),
            (None, Some(missing)) => format!("{}: {}", words::spoken(missing), missing.detail),
            (None, None) => words::without_vote(result).to_owned(),
        };
        let mark = match result {
            _ if words::is_unasked(result) => (Ink::Faint, self.screen.either("·", ".")),
            _ if result.ballot.is_some() || result.passed => ok,
            _ => bad,
        };
        let elapsed = Duration::from_millis(result.elapsed_ms);
        self.set(&result.id, State::Finished { mark, elapsed, outcome });
    }

    fn finish_ranking(&mut self, result: &SeatResult) {
        let ranked = result.ballot.as_ref().is_some_and(|ballot| !ballot.ranking.is_empty());
        let mark = if ranked {
            (Ink::Pass, self.screen.either("✓", "+"))
        } else {
            (Ink::Warning, self.screen.either("✗", "x"))
        };
        let elapsed = Duration::from_millis(result.ranking.as_ref().map_or(0, |turn| turn.elapsed_ms));
        self.set(&result.id, State::Finished { mark, elapsed, outcome: words::ranking(result) });
    }

    fn erase(&mut self) -> io::Result<()> {
        for line in self.lines.drain(..) {
            line.bar.finish_and_clear();
        }
        self.bars.clear()
    }
}

impl Sink for Progress {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        self.now = Duration::from_millis(envelope.elapsed_ms);
        match &envelope.event {
            Event::RunStarted { seats, .. } => {
                seats.iter().for_each(|seat| self.add(&seat.id));
                (0..self.lines.len()).for_each(|place| self.draw(place));
            }
            Event::SeatStarted { seat, attempt } if *attempt > 1 => self.run(seat, &format!("attempt {attempt}")),
            Event::SeatStarted { seat, .. } => self.run(seat, ""),
            Event::SeatActive { seat, activity } => self.run(seat, activity),
            Event::SeatRetrying { seat, cause, delay_ms } => {
                self.run(seat, &format!("{}; again in {}", words::spoken(cause), words::elapsed(*delay_ms)));
            }
            Event::SeatFellBack { seat, cause, to } => {
                self.run(seat, &format!("{}; {to} takes the seat", words::spoken(cause)));
            }
            Event::SeatReasked { seat, cause } => self.run(seat, &format!("{}; asked once more", words::spoken(cause))),
            Event::SeatFinished(result) => self.finish(result),
            Event::SeatRanked(result) => self.finish_ranking(result),
            Event::JudgeStarted { judge } => {
                self.add("judge");
                self.run("judge", &format!("{judge} writes the synthesis"));
            }
            Event::Warned(warning) => {
                self.bars.println(format!("venire: warning: {}", sanitise::line(&warning.text)))?
            }
            Event::RunStopping { why } => self.bars.println(format!("venire: stopping: {}", words::stopped(*why)))?,
            Event::JudgeFinished { .. } | Event::RoundStarted { .. } => {}
            Event::RunFinished(_) => self.erase()?,
        }
        Ok(())
    }

    fn tick(&mut self, elapsed: Duration) -> io::Result<()> {
        self.now = elapsed;
        for place in 0..self.lines.len() {
            if matches!(self.lines[place].state, State::Running { .. }) {
                self.draw(place);
            }
        }
        Ok(())
    }
}

impl Drop for Progress {
    /// No path leaves half a display behind.
    fn drop(&mut self) {
        let _ = self.erase();
    }
}

/// A clock that is redrawn all the time shows no tenths.
fn whole_seconds(span: Duration) -> Duration {
    Duration::from_secs(span.as_secs())
}
