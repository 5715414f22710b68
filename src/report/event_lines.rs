//! Progress where there is no terminal: one plain line for each event, and a heartbeat when nothing
//! happens. No escapes, no cursor movement, so that it can go to a log.

use std::io::{self, Write};
use std::time::Duration;

use super::{Sink, words};
use crate::event::{Envelope, Event, Round, SeatResult};
use crate::text::{duration, sanitise};
use crate::vote::NonVote;

/// After so long without a line, one says who is still being waited for.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// The longest line, in columns: an agent's words must not fill a log.
const LONGEST_LINE: usize = 240;

/// Writes one line for each event, each behind `venire: `. What a seat is doing at the moment is told
/// in the heartbeat only.
pub struct EventLines {
    out: Box<dyn Write>,
    /// Seats in the run, and those whose outcome is final.
    seats: usize,
    done: usize,
    waiting: Vec<Waiting>,
    last_line: Duration,
}

/// A seat whose outcome is open, and what it was last seen to do.
struct Waiting {
    seat: String,
    activity: Option<String>,
}

impl EventLines {
    #[must_use]
    pub fn new(out: Box<dyn Write>) -> Self {
        Self { out, seats: 0, done: 0, waiting: vec![], last_line: Duration::ZERO }
    }

    fn write(&mut self, now: Duration, sentence: &str) -> io::Result<()> {
        self.last_line = now;
        writeln!(self.out, "venire: {}", sanitise::line_to(sentence, LONGEST_LINE))?;
        self.out.flush()
    }

    /// Keeps what the heartbeat needs to know.
    fn remember(&mut self, event: &Event) {
        match event {
            Event::RunStarted { seats, .. } => {
                self.seats = seats.len();
                self.waiting = seats.iter().map(|seat| Waiting { seat: seat.id.clone(), activity: None }).collect();
            }
            Event::SeatActive { seat, activity } => {
                for waiting in self.waiting.iter_mut().filter(|waiting| waiting.seat == *seat) {
                    waiting.activity = Some(activity.clone());
                }
            }
            Event::SeatFinished(result) | Event::SeatRanked(result) => {
                self.done += 1;
                self.waiting.retain(|waiting| waiting.seat != result.id);
            }
            Event::RoundStarted { seats, .. } => {
                let is_done = |seat: &&String| !self.waiting.iter().any(|waiting| waiting.seat == **seat);
                let again = seats.iter().filter(is_done).map(|seat| Waiting { seat: seat.clone(), activity: None });
                let again: Vec<Waiting> = again.collect();
                self.done = self.done.saturating_sub(again.len());
                self.waiting.extend(again);
            }
            Event::JudgeStarted { judge } => {
                self.waiting.push(Waiting { seat: format!("judge {judge}"), activity: None });
            }
            Event::JudgeFinished { .. } | Event::RunFinished(_) => self.waiting.clear(),
            Event::SeatStarted { .. }
            | Event::SeatRetrying { .. }
            | Event::SeatFellBack { .. }
            | Event::SeatReasked { .. }
            | Event::Warned(_)
            | Event::RunStopping { .. } => {}
        }
    }
}

impl Sink for EventLines {
    fn on(&mut self, envelope: &Envelope) -> io::Result<()> {
        self.remember(&envelope.event);
        match sentence(&envelope.event) {
            Some(sentence) => self.write(Duration::from_millis(envelope.elapsed_ms), &sentence),
            None => Ok(()),
        }
    }

    /// Writes the heartbeat when nothing was written for 30 s and somebody is waited for.
    fn tick(&mut self, elapsed: Duration) -> io::Result<()> {
        if self.waiting.is_empty() || elapsed.saturating_sub(self.last_line) < HEARTBEAT {
            return Ok(());
        }
        let waiting: Vec<String> = self
            .waiting
            .iter()
            .map(|waiting| match &waiting.activity {
                Some(activity) => format!("{} ({})", waiting.seat, sanitise::line_to(activity, 60)),
                None => waiting.seat.clone(),
            })
            .collect();
        let done = format!("{} of {} done", self.done, words::seats(self.seats));
        let sentence = format!("{}: {done}, waiting for {}", duration::show(elapsed), words::list(&waiting));
        self.write(elapsed, &sentence)
    }
}

/// The event in one sentence; `None` for what a log need not hold.
fn sentence(event: &Event) -> Option<String> {
    Some(match event {
        Event::RunStarted { panel, question, seats, calls, .. } => {
            let question = question.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let question = sanitise::line_to(question, 100);
            format!("panel {panel}, {}, {}: {question}", words::seats(seats.len()), words::counted(*calls, "call"))
        }
        Event::SeatStarted { seat, attempt } if *attempt > 1 => format!("{seat}: started, attempt {attempt}"),
        Event::SeatStarted { seat, .. } => format!("{seat}: started"),
        Event::SeatActive { .. } => return None,
        Event::SeatRetrying { seat, cause, delay_ms } => {
            format!("{seat}: {}; again in {}", cause_in_words(cause), words::elapsed(*delay_ms))
        }
        Event::SeatFellBack { seat, cause, to } => {
            format!("{seat}: {}; {to} takes the seat", cause_in_words(cause))
        }
        Event::SeatReasked { seat, cause } => format!("{seat}: {}; asked once more", cause_in_words(cause)),
        Event::SeatFinished(result) => format!("{}: {}", result.id, finished(result)),
        Event::RoundStarted { round: Round::Tiebreak, seats } => {
            format!("there is a tie, and the moderator {} is asked", words::list(seats))
        }
        Event::RoundStarted { round: Round::Ranking, seats } => {
            format!("{} rank the answers of the others", words::list(seats))
        }
        Event::SeatRanked(result) => format!("{}: {}", result.id, words::ranking(result)),
        Event::JudgeStarted { judge } => format!("judge {judge}: started"),
        Event::JudgeFinished { failed: true } => "judge: failed".to_owned(),
        Event::JudgeFinished { failed: false } => "judge: finished".to_owned(),
        Event::Warned(warning) => format!("warning: {} [{}]", warning.text, warning.code),
        Event::RunStopping { why } => format!("stopping: {}", words::stopped(*why)),
        Event::RunFinished(run) => {
            let quorum = run.decision.quorum;
            let answered = format!("{} of {} answered", quorum.answered, words::seats(quorum.eligible));
            format!("{answered} in {}. {}", words::elapsed(run.elapsed_ms), words::decision(&run.decision))
        }
    })
}

fn finished(seat: &SeatResult) -> String {
    let outcome = match &seat.taken_from {
        Some(_) => format!("taken over: {}", words::outcome(seat)),
        None => words::outcome(seat),
    };
    match &seat.non_vote {
        Some(missing) => with_detail(outcome, missing),
        None => outcome,
    }
}

fn cause_in_words(cause: &NonVote) -> String {
    with_detail(words::spoken(cause), &NonVote { remedy: None, ..cause.clone() })
}

/// The sentence with the agent's own words, cut so that the remedy stays on the line.
fn with_detail(mut sentence: String, missing: &NonVote) -> String {
    if !missing.detail.is_empty() {
        sentence = format!("{sentence}: {}", sanitise::line_to(&missing.detail, 100));
    }
    match &missing.remedy {
        Some(remedy) => format!("{sentence} (remedy: {remedy})"),
        None => sentence,
    }
}
