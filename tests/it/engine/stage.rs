//! Ports that follow a script, and a run conducted against them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};
use venire::agent::{Answer, Reply};
use venire::brief::{Part, Words};
use venire::engine::{self, Call, Called, CheckCall, Checked, Ports, Start, StopRequest};
use venire::event::{Envelope, Event, Run, Strength};
use venire::invocation::Ending;
use venire::plan::Plan;
use venire::process::End;
use venire::vote::{NonVote, NonVoteKind};

/// How long a program takes to leave when it is asked to.
const GRACE: Duration = Duration::from_secs(10);

/// What comes of one call, after some seconds.
#[derive(Debug, Clone)]
pub enum Does {
    /// Answers; `{seal}` stands for the seal of the prompt.
    Says(u64, String),
    Fails(u64, NonVoteKind),
    /// A check's exit status.
    Exits(u64, i32),
    Hangs,
}

/// A sealed ballot for an option.
pub fn votes(option: &str) -> Does {
    Does::Says(1, format!("## Verdict {{seal}}\n{option} - as it is.\n\n## Confidence Score\n8/10 - read.\n"))
}

/// One call as it was made.
#[derive(Debug, Clone)]
pub struct Made {
    pub seat: String,
    /// Seconds since the run began.
    pub at: u64,
    pub agent: String,
    pub timeout: Duration,
    pub prompt: String,
    pub seal: String,
}

/// The scripted ports.
#[derive(Default)]
pub struct Stage {
    scripts: RefCell<BTreeMap<String, VecDeque<Does>>>,
    began: Cell<Option<Instant>>,
    words: Cell<u8>,
    active: RefCell<Vec<String>>,
    pub made: RefCell<Vec<Made>>,
    /// The most calls at once, in all and by agent.
    pub most: Cell<usize>,
    pub most_by_agent: RefCell<BTreeMap<String, usize>>,
    pub changed: RefCell<Vec<String>>,
    /// Paths that change in some second.
    pub changes_at: RefCell<Vec<(u64, String)>>,
    /// Seats that were given a copy, in their order.
    pub isolated: RefCell<Vec<String>>,
    /// Seats, and what changed in their copies.
    pub changed_copies: RefCell<Vec<(String, String)>>,
    pub strength: Cell<Option<Strength>>,
    /// The number of the event at which the sink fails, and how.
    pub fails_at: Cell<Option<(u64, io::ErrorKind)>>,
    /// The same at the last event.
    pub fails_at_end: Cell<Option<io::ErrorKind>>,
    /// When somebody asks for a stop, in seconds.
    pub stops: RefCell<Vec<(u64, StopRequest)>>,
}

/// A run that is over.
pub struct Played {
    pub run: Run,
    pub events: Vec<Envelope>,
    pub stage: Rc<Stage>,
}

impl Stage {
    /// Each seat's steps; the last one serves all later calls.
    pub fn new(scripts: &[(&str, &[Does])]) -> Self {
        let scripts = scripts.iter().map(|(seat, steps)| ((*seat).to_owned(), steps.iter().cloned().collect()));
        Self { scripts: RefCell::new(scripts.collect()), ..Self::default() }
    }

    pub fn stopped_at(self, seconds: u64) -> Self {
        self.stops.borrow_mut().push((seconds, StopRequest::Interrupt));
        self
    }

    pub fn changing(self, path: &str) -> Self {
        self.changed.borrow_mut().push(path.to_owned());
        self
    }

    pub fn play(self, plan: Plan) -> Played {
        let stage = Rc::new(self);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        let mut events = vec![];
        let run = runtime.block_on(async {
            stage.began.set(Some(Instant::now()));
            let (stop, stops) = mpsc::unbounded_channel();
            for (seconds, request) in stage.stops.borrow().clone() {
                let stop = stop.clone();
                tokio::spawn(async move {
                    sleep(Duration::from_secs(seconds)).await;
                    let _ = stop.send(request);
                });
            }
            let mut emit = |envelope: &Envelope| {
                events.push(envelope.clone());
                let at_end = stage.fails_at_end.get().filter(|_| matches!(envelope.event, Event::RunFinished(_)));
                let fails = stage.fails_at.get().filter(|(number, _)| *number == envelope.seq).map(|(_, kind)| kind);
                at_end.or(fails).map_or(Ok(()), |kind| Err(io::Error::from(kind)))
            };
            let start = Start { started: "2026-01-02T03:04:05Z".to_owned(), record: None };
            engine::conduct(Rc::new(plan), Rc::clone(&stage), start, stops, &mut emit).await
        });
        crate::schema::assert_is_result(&serde_json::from_str(&venire::report::json(&run)).unwrap());
        Played { run, events, stage }
    }

    fn next(&self, seat: &str) -> Does {
        let mut scripts = self.scripts.borrow_mut();
        let steps = scripts.get_mut(seat).unwrap_or_else(|| panic!("nothing is scripted for {seat}"));
        if steps.len() > 1 { steps.pop_front().unwrap() } else { steps[0].clone() }
    }

    fn second(&self) -> u64 {
        self.began.get().unwrap().elapsed().as_secs()
    }

    /// Waits as a program would be waited for; the ending where it did not come to its own end.
    async fn waited(&self, work: Option<u64>, timeout: Duration, mut end: watch::Receiver<End>) -> Option<Ending> {
        let work = async {
            match work {
                Some(seconds) => sleep(Duration::from_secs(seconds)).await,
                None => std::future::pending().await,
            }
        };
        let ended = async {
            let asked = *end.wait_for(|end| *end != End::No).await.unwrap();
            tokio::select! {
                () = sleep(GRACE) => {}
                _ = end.wait_for(|end| *end == End::Now) => {}
            }
            asked
        };
        tokio::select! {
            () = work => None,
            () = sleep(timeout) => Some(Ending::TimedOut),
            asked = ended => Some(if asked == End::Cut { Ending::Cut } else { Ending::Cancelled }),
        }
    }
}

impl Ports for Stage {
    async fn call(&self, call: Call, activity: &dyn Fn(String), end: watch::Receiver<End>) -> Called {
        let seal = self.seal();
        let agent = call.candidate.name();
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Item(number) => format!("[item {number}]"),
        };
        self.made.borrow_mut().push(Made {
            seat: call.seat.clone(),
            at: self.second(),
            agent: agent.clone(),
            timeout: call.timeout,
            prompt: call.prompt.iter().map(text).collect(),
            seal: seal.clone(),
        });
        self.active.borrow_mut().push(call.candidate.definition.name.clone());
        self.count();
        activity("thinks".to_owned());
        let does = self.next(&call.seat);
        let work = match &does {
            Does::Says(seconds, _) | Does::Fails(seconds, _) | Does::Exits(seconds, _) => Some(*seconds),
            Does::Hangs => None,
        };
        let ending = self.waited(work, call.timeout, end).await;
        let mut active = self.active.borrow_mut();
        let place = active.iter().position(|name| *name == call.candidate.definition.name).unwrap();
        active.remove(place);
        let non_vote = |kind| Reply::NonVote(NonVote::new(kind, "as it was scripted"));
        let reply = match (ending, does) {
            (Some(Ending::TimedOut), _) => non_vote(NonVoteKind::TimedOut),
            (Some(Ending::Cut), _) => non_vote(NonVoteKind::Cut),
            (Some(_), _) => non_vote(NonVoteKind::Cancelled),
            (None, Does::Says(_, text)) => Reply::Answer(Answer {
                text: text.replace("{seal}", &seal),
                cut: false,
                model: None,
                usage: None,
                cost: None,
                notes: vec![],
            }),
            (None, Does::Fails(_, kind)) => non_vote(kind),
            (None, does) => panic!("{does:?} is nothing that an agent does"),
        };
        Called { reply, strength: Some(self.strength.get().unwrap_or(Strength::Kernel)), notes: vec![] }
    }

    async fn check(&self, call: CheckCall, end: watch::Receiver<End>) -> Checked {
        let Does::Exits(seconds, status) = self.next(&call.seat) else { panic!("a check exits") };
        let ending = self.waited(Some(seconds), call.timeout, end).await.unwrap_or(Ending::Exited(status));
        Checked { ending, tail: "last line".to_owned(), strength: Some(Strength::Kernel), notes: vec![] }
    }

    async fn isolate(&self, seat: &str, _: Duration, _: watch::Receiver<End>) -> Result<(), NonVote> {
        self.isolated.borrow_mut().push(seat.to_owned());
        Ok(())
    }

    async fn changes_in_copy(&self, seat: &str) -> Vec<String> {
        self.changed_copies.borrow().iter().filter(|(owner, _)| owner == seat).map(|(_, path)| path.clone()).collect()
    }

    fn remember_tree(&self) -> bool {
        true
    }

    fn changes_in_tree(&self) -> Vec<String> {
        let now = self.second();
        let mut changed = self.changed.take();
        let mut later = self.changes_at.borrow_mut();
        changed.extend(later.iter().filter(|(at, _)| *at < now).map(|(_, path)| path.clone()));
        later.retain(|(at, _)| *at >= now);
        changed
    }

    fn words(&self) -> Words {
        self.words.set(self.words.get() + 1);
        Words { seal: self.seal(), boundary: "boundary".to_owned() }
    }

    /// Backwards.
    fn shuffled(&self, count: usize) -> Vec<usize> {
        (0..count).rev().collect()
    }
}

impl Stage {
    /// The seal of the latest prompt.
    fn seal(&self) -> String {
        format!("seal{}{}", char::from(b'a' + self.words.get() / 26), char::from(b'a' + self.words.get() % 26))
    }

    fn count(&self) {
        let active = self.active.borrow();
        self.most.set(self.most.get().max(active.len()));
        let mut most = self.most_by_agent.borrow_mut();
        for agent in active.iter() {
            let now = active.iter().filter(|other| *other == agent).count();
            let known = most.entry(agent.clone()).or_default();
            *known = now.max(*known);
        }
    }
}

impl Played {
    /// What became of a seat: its option, or the kind of its non-vote.
    #[track_caller]
    pub fn of(&self, seat: &str) -> String {
        let seat = self.seat(seat);
        match (&seat.ballot, &seat.non_vote) {
            (Some(ballot), None) => ballot.option.clone().unwrap_or_default(),
            (None, Some(non_vote)) => non_vote.kind.word(),
            (None, None) if seat.passed => "passed".to_owned(),
            _ => panic!("{seat:?}"),
        }
    }

    #[track_caller]
    pub fn seat(&self, id: &str) -> &venire::event::SeatResult {
        self.run.seats.iter().find(|seat| seat.id == id).unwrap()
    }

    /// The calls for a seat.
    pub fn made(&self, seat: &str) -> Vec<Made> {
        self.stage.made.borrow().iter().filter(|made| made.seat == seat).cloned().collect()
    }

    pub fn calls(&self) -> usize {
        self.stage.made.borrow().len()
    }

    /// The events by name and seat, without what seats were doing in between.
    pub fn told(&self) -> Vec<String> {
        let name = |envelope: &Envelope| {
            let value = serde_json::to_value(envelope).unwrap();
            let seat = value["seat"].as_str().or(value["id"].as_str()).unwrap_or("");
            format!("{} {seat}", value["event"].as_str().unwrap()).trim_end().to_owned()
        };
        self.events.iter().map(name).filter(|told| !told.starts_with("seat_active")).collect()
    }
}
