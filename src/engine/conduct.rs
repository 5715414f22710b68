//! The dispatcher: one run, from its first event to its last.

use std::rc::Rc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::LocalSet;
use tokio::time::Instant;

use super::end::TurnEnd;
use super::result::{Progress, Start};
use super::task::Task;
use super::turn::{Report, Shared, ended, turn};
use super::{Ports, proof, synthesis};
use crate::event::{Envelope, Event, Run, StopCause, Warning};
use crate::panel::RoundEnd;
use crate::plan::{Plan, SeatPlan};
use crate::process::End;
use crate::text::duration;
use crate::vote::{self, NonVote, NonVoteKind, Outcome, SeatKind};

/// Somebody wants the run to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopRequest {
    Interrupt,
    Terminate,
}

/// Conducts the plan to its end and returns the result, which was also emitted as the last event.
/// `emit` fails when the result can't be written; the run is then ended as by an interrupt, and its
/// status is never that of a pass. A reader that leaves at the last event has seen what it wanted.
pub async fn conduct<P: Ports + 'static>(
    plan: Rc<Plan>,
    ports: Rc<P>,
    start: Start,
    stops: mpsc::UnboundedReceiver<StopRequest>,
    emit: &mut dyn FnMut(&Envelope) -> std::io::Result<()>,
) -> Run {
    let (end, watched) = watch::channel(End::No);
    let (reports, inbox) = mpsc::unbounded_channel();
    let shared = Rc::new(Shared::new(Rc::clone(&plan), ports, reports, watched));
    let dispatcher = Dispatcher {
        began: Instant::now(),
        seq: 0,
        stopped: None,
        sink_failed: false,
        tree_checked: false,
        tainted: vec![],
        grace_ends: None,
        ends: plan.seats.iter().map(|_| None).collect(),
        plan,
        shared,
        inbox,
        stops,
        end,
        emit,
    };
    LocalSet::new().run_until(dispatcher.run(start)).await
}

pub(super) struct Dispatcher<'a, P> {
    pub(super) plan: Rc<Plan>,
    pub(super) shared: Rc<Shared<P>>,
    inbox: mpsc::UnboundedReceiver<Report>,
    stops: mpsc::UnboundedReceiver<StopRequest>,
    end: watch::Sender<End>,
    emit: &'a mut dyn FnMut(&Envelope) -> std::io::Result<()>,
    began: Instant,
    seq: u64,
    stopped: Option<StopCause>,
    /// The result could not be written, whatever else ended the run.
    sink_failed: bool,
    /// Whether the tree is compared before and after.
    tree_checked: bool,
    /// What the comparisons found.
    tainted: Vec<Warning>,
    /// Set when the quorum is met and the panel gives the others a grace.
    grace_ends: Option<Instant>,
    pub(super) ends: Vec<Option<TurnEnd>>,
}

impl<P: Ports + 'static> Dispatcher<'_, P> {
    async fn run(mut self, start: Start) -> Run {
        let plan = Rc::clone(&self.plan);
        self.emit(Event::RunStarted {
            id: plan.id.clone(),
            panel: plan.panel.name.clone(),
            question: plan.question.clone(),
            rule_digest: plan.rule_digest(),
            seats: plan.introductions(),
            calls: plan.least_calls(),
        });
        for warning in &plan.warnings {
            self.emit(Event::Warned(warning.clone()));
        }
        self.tree_checked = self.shared.ports.remember_tree();
        let is_agent = |seat: &SeatPlan| seat.kind() == SeatKind::Agent;
        self.first_turns(|seat| !is_agent(seat)).await;
        if self.stopped.is_none() && !plan.run_all && self.a_veto_check_failed() {
            self.stop(StopCause::CheckFailed);
        }
        self.first_turns(|seat| is_agent(seat) && !seat.voter.moderator).await;
        self.round_is_over(&(0..plan.seats.len()).collect::<Vec<_>>());
        self.further_rounds().await;
        let progress = Progress {
            plan: &plan,
            ends: &self.ends,
            start: &start,
            stopped: self.stopped,
            tree_checked: self.tree_checked,
            tainted: &self.tainted,
        };
        let mut run = progress.run();
        if plan.judge.is_some() && !self.is_over() {
            run.synthesis = self.synthesis(&run).await;
            run.stopped = self.stopped;
            let changed = if self.tree_checked { self.shared.ports.changes_in_tree() } else { vec![] };
            if let Some(warning) = proof::taint_synthesis(&changed, &mut run) {
                self.emit(Event::Warned(warning.clone()));
                run.warnings.push(warning);
            }
        }
        run.elapsed_ms = milliseconds(self.began.elapsed());
        if self.sink_failed && !matches!(run.stopped, Some(StopCause::Interrupt | StopCause::Terminate)) {
            run.stopped = Some(StopCause::SinkFailed);
        }
        run.exit_status = super::exit_status(plan.command, &run.decision, run.stopped, plan.advisory) as u8;
        if let Err(error) = self.hand_on(Event::RunFinished(Box::new(run.clone())))
            && error.kind() != std::io::ErrorKind::BrokenPipe
            && !matches!(run.stopped, Some(StopCause::Interrupt | StopCause::Terminate))
        {
            run.stopped = Some(StopCause::SinkFailed);
            run.exit_status = super::exit_status(plan.command, &run.decision, run.stopped, plan.advisory) as u8;
        }
        run
    }

    /// Asks the seats chosen for their ballots, but those whose outcome is known already.
    async fn first_turns(&mut self, chosen: impl Fn(&SeatPlan) -> bool) {
        let plan = Rc::clone(&self.plan);
        let mut asked = vec![];
        for (seat, planned) in plan.seats.iter().enumerate().filter(|(_, planned)| chosen(planned)) {
            match plan.taken_over(planned).map(TurnEnd::taken_over) {
                Some(taken) => self.finished(seat, taken),
                None => asked.push((seat, Task::Ballot)),
            }
        }
        self.turns(asked).await;
    }

    /// Runs these turns side by side, until each has ended.
    pub(super) async fn turns(&mut self, turns: Vec<(usize, Task)>) {
        let mut open = turns.len();
        for (seat, task) in turns {
            if *self.end.borrow() == End::No {
                let before = self.ends[seat].as_ref().map_or(0, |end| end.attempts);
                tokio::task::spawn_local(turn(Rc::clone(&self.shared), seat, task, before));
            } else {
                let end = TurnEnd::bare(Outcome::NonVote(self.never_asked())).of(task);
                self.ended(seat, end);
                open -= 1;
            }
        }
        while open > 0 {
            if let Some(report) = self.next_report().await
                && self.take(report)
            {
                open -= 1;
                self.end_round_early();
            }
        }
    }

    /// Ends the first round where the panel says so: when nothing can change any more, or some time after the quorum.
    /// Who asked for every seat gets every seat.
    fn end_round_early(&mut self) {
        let plan = Rc::clone(&self.plan);
        let has_answered = |(seat, end): (&SeatPlan, &Option<TurnEnd>)| end.is_some() || seat.voter.moderator;
        if self.stopped.is_some() || plan.run_all || plan.seats.iter().zip(&self.ends).all(has_answered) {
            return;
        }
        let settles = plan.limits.stop == RoundEnd::Settled;
        let grace = plan.limits.grace.filter(|_| self.grace_ends.is_none());
        if !settles && grace.is_none() {
            return;
        }
        let (known, roster) = (proof::known(&self.ends, self.tree_checked), plan.roster());
        if settles && vote::settled(&plan.rule, &roster, &known) {
            self.stop(StopCause::Settled);
        } else if let Some(grace) = grace
            && vote::quorum_met(&plan.rule, &roster, &known)
        {
            self.grace_ends = Some(Instant::now() + grace);
        }
    }

    /// What ends a round alone holds no longer, and the seats of the round answer for the tree.
    pub(super) fn round_is_over(&mut self, seats: &[usize]) {
        self.grace_ends = None;
        if !self.is_over() {
            self.end.send_replace(End::No);
        }
        let changed = if self.tree_checked { self.shared.ports.changes_in_tree() } else { vec![] };
        if let Some(warning) = proof::taint(&changed, &mut self.ends, seats, self.plan.isolate) {
            self.emit(Event::Warned(warning.clone()));
            self.tainted.push(warning);
        }
    }

    /// Whether the run is to end, and not its round alone.
    pub(super) fn is_over(&self) -> bool {
        self.stopped.is_some_and(|why| !why.ends_round_only())
    }

    /// The next report, or `None` after something else has happened: a stop, or the end of the budget.
    async fn next_report(&mut self) -> Option<Report> {
        let budget = self.plan.limits.budget.filter(|_| !self.is_over()).map(|budget| self.began + budget);
        let grace = self.grace_ends.filter(|_| self.stopped.is_none());
        let reached = async |when: Option<Instant>| match when {
            Some(when) => tokio::time::sleep_until(when).await,
            None => std::future::pending().await,
        };
        tokio::select! {
            biased;
            Some(request) = self.stops.recv() => self.stop_requested(request),
            report = self.inbox.recv() => return report,
            () = reached(budget) => self.stop(StopCause::Budget),
            () = reached(grace) => self.stop(StopCause::Grace),
        }
        None
    }

    fn stop_requested(&mut self, request: StopRequest) {
        let cause = match request {
            StopRequest::Interrupt => StopCause::Interrupt,
            StopRequest::Terminate => StopCause::Terminate,
        };
        match self.stopped {
            Some(StopCause::Interrupt | StopCause::Terminate) => {
                self.end.send_replace(End::Now);
            }
            _ => self.stop(cause),
        }
    }

    fn stop(&mut self, why: StopCause) {
        self.stopped = Some(why);
        let end = match why {
            StopCause::Budget | StopCause::CheckFailed | StopCause::Settled | StopCause::Grace => End::Cut,
            StopCause::Interrupt | StopCause::Terminate | StopCause::SinkFailed => End::Cancelled,
        };
        self.end.send_if_modified(|now| {
            let escalates = end > *now;
            *now = end.max(*now);
            escalates
        });
        self.emit(Event::RunStopping { why });
    }

    /// Why a seat was cut, where it was not the run that ended.
    fn cut_because(&self) -> Option<String> {
        match self.stopped? {
            StopCause::Settled => {
                Some("the result could not change any more, so this seat was not waited for".to_owned())
            }
            StopCause::Grace => {
                let grace = duration::show(self.plan.limits.grace.unwrap_or_default());
                Some(format!("the quorum was met, and this seat had not answered {grace} later"))
            }
            _ => None,
        }
    }

    fn never_asked(&self) -> NonVote {
        match self.stopped {
            Some(StopCause::CheckFailed) => {
                NonVote::new(NonVoteKind::Cut, "a check with a veto failed before this seat was asked")
                    .with_remedy("`--run-all` asks every seat all the same")
            }
            _ => ended(*self.end.borrow()),
        }
    }

    /// Turns a report into events; true when it ended a turn.
    fn take(&mut self, report: Report) -> bool {
        let id = |seat: usize| self.plan.seats[seat].voter.id.clone();
        let event = match report {
            Report::Started { seat, attempt } => Event::SeatStarted { seat: id(seat), attempt },
            Report::Active { seat, activity } => Event::SeatActive { seat: id(seat), activity },
            Report::Retrying { seat, cause, delay } => {
                Event::SeatRetrying { seat: id(seat), cause, delay_ms: milliseconds(delay) }
            }
            Report::FellBack { seat, cause, to } => Event::SeatFellBack { seat: id(seat), cause, to },
            Report::Reasked { seat, cause } => Event::SeatReasked { seat: id(seat), cause },
            Report::Finished { seat, end } => {
                self.ended(seat, *end);
                return true;
            }
        };
        self.emit(event);
        false
    }

    /// A turn has ended, the seat's first or a later one.
    fn ended(&mut self, seat: usize, end: TurnEnd) {
        match end.ranking {
            Some(_) => self.ranked(seat, end),
            None => self.finished(seat, end),
        }
    }

    pub(super) fn finished(&mut self, seat: usize, mut end: TurnEnd) {
        if let Outcome::NonVote(non_vote) = &mut end.outcome
            && non_vote.kind == NonVoteKind::Cut
            && let Some(why) = self.cut_because()
        {
            non_vote.detail = why;
        }
        let result = super::result::seat_result(&self.plan.seats[seat], &end, false);
        self.ends[seat] = Some(end);
        self.emit(Event::SeatFinished(Box::new(result)));
    }

    fn a_veto_check_failed(&self) -> bool {
        self.plan.seats.iter().zip(&self.ends).any(|(seat, end)| {
            let against = |option: &str| self.plan.rule.effect(option) != Some(crate::vote::Effect::Pass);
            seat.kind() == SeatKind::Check
                && seat.voter.veto
                && matches!(end, Some(TurnEnd { outcome: Outcome::Ballot(ballot), .. })
                    if ballot.option.as_deref().is_some_and(against))
        })
    }

    async fn synthesis(&mut self, run: &Run) -> Option<crate::event::Synthesis> {
        let judge = self.plan.judge.clone()?;
        self.emit(Event::JudgeStarted { judge: judge.candidate.name() });
        let shared = Rc::clone(&self.shared);
        let ends = std::mem::take(&mut self.ends);
        let writing = synthesis::written(&shared, &judge, run, &ends);
        tokio::pin!(writing);
        let synthesis = loop {
            tokio::select! {
                synthesis = &mut writing => break synthesis,
                report = self.next_report() => {
                    if let Some(report) = report {
                        self.take(report);
                    }
                }
            }
        };
        self.emit(Event::JudgeFinished { failed: synthesis.failed.is_some() });
        Some(synthesis)
    }

    pub(super) fn emit(&mut self, event: Event) {
        let failed = self.hand_on(event).is_err();
        self.sink_failed |= failed;
        if failed && !self.is_over() {
            self.stop(StopCause::SinkFailed);
        }
    }

    fn hand_on(&mut self, event: Event) -> std::io::Result<()> {
        let envelope = Envelope { seq: self.seq, elapsed_ms: milliseconds(self.began.elapsed()), event };
        self.seq += 1;
        (self.emit)(&envelope)
    }
}

fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
