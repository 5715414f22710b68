//! A seat's turn: calls, retries, fallbacks and re-asks, until its outcome is final.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::Instant;

use super::check::{check_outcome, rubric_outcome};
use super::end::TurnEnd;
use super::task::Task;
use super::{Call, CheckCall, Ports, proof};
use crate::agent::{Answer, Reply};
use crate::event::Reading;
use crate::plan::{Candidate, Plan, SeatPlan, Work};
use crate::process::End;
use crate::text::duration;
use crate::vote::{NonVote, NonVoteKind, Outcome};

/// The longest answer that is shown to a seat, its own or another's, in bytes.
const LONGEST_SHOWN: usize = 256 << 10;

/// What a seat tells the dispatcher.
pub(super) enum Report {
    Started { seat: usize, attempt: u32 },
    Active { seat: usize, activity: String },
    Retrying { seat: usize, cause: NonVote, delay: Duration },
    FellBack { seat: usize, cause: NonVote, to: String },
    Reasked { seat: usize, cause: NonVote },
    Finished { seat: usize, end: Box<TurnEnd> },
}

/// What all turns of a run share.
pub(super) struct Shared<P> {
    pub plan: Rc<Plan>,
    pub ports: Rc<P>,
    pub reports: mpsc::UnboundedSender<Report>,
    pub end: watch::Receiver<End>,
    /// Calls of agents made so far.
    pub calls: Cell<usize>,
    /// Seats that have their copy of the tree.
    pub copied: RefCell<BTreeSet<usize>>,
    /// Seats at once, in the run.
    pub seats: Option<Semaphore>,
    /// Seats at once, by agent.
    pub agents: BTreeMap<String, Semaphore>,
}

impl<P: Ports> Shared<P> {
    pub(super) fn new(
        plan: Rc<Plan>,
        ports: Rc<P>,
        reports: mpsc::UnboundedSender<Report>,
        end: watch::Receiver<End>,
    ) -> Self {
        let seats = plan.limits.concurrency.map(Semaphore::new);
        let mut agents = BTreeMap::new();
        for seat in &plan.seats {
            if let Work::Agent { candidates, .. } = &seat.work {
                for candidate in candidates {
                    if let Some(most) = candidate.definition.concurrency {
                        agents.entry(candidate.definition.name.clone()).or_insert_with(|| Semaphore::new(most));
                    }
                }
            }
        }
        Self { plan, ports, reports, end, calls: Cell::new(0), copied: RefCell::default(), seats, agents }
    }

    /// Takes one call from the run's allowance.
    pub(super) fn take_call(&self) -> bool {
        let made = self.calls.get();
        if self.plan.limits.calls.is_some_and(|most| made >= most) {
            return false;
        }
        self.calls.set(made + 1);
        true
    }

    /// Waits before another try; false, at once, where the wait would pass the deadline, or when the run ends first.
    pub(super) async fn paused(&self, delay: Duration, deadline: Instant) -> bool {
        let mut end = self.end.clone();
        if *end.borrow() != End::No || Instant::now() + delay >= deadline {
            return false;
        }
        tokio::select! {
            () = tokio::time::sleep(delay) => true,
            _ = end.wait_for(|end| *end != End::No) => false,
        }
    }

    /// Sees to it that the seat has a tree of its own, where the plan says so. That costs it none of its time.
    async fn isolated(&self, seat: usize) -> Result<(), NonVote> {
        let plan = &self.plan.seats[seat];
        if !plan.isolated || !self.copied.borrow_mut().insert(seat) {
            return Ok(());
        }
        self.ports.isolate(&plan.voter.id, plan.timeout, self.end.clone()).await
    }

    fn report(&self, report: Report) {
        // The dispatcher outlives every turn; a closed channel can only mean that the run is being dropped.
        let _ = self.reports.send(report);
    }
}

/// Runs the seat's turn and reports its end. `before` is how many calls the seat has had.
pub(super) async fn turn<P: Ports>(shared: Rc<Shared<P>>, seat: usize, task: Task, before: u32) {
    let mut end = run_turn(&shared, seat, &task, before).await;
    // A seat that never ran has changed nothing, and a user who wants the end is not kept waiting.
    if shared.plan.seats[seat].isolated && end.strength.is_some() && *shared.end.borrow() < End::Cancelled {
        let changed = shared.ports.changes_in_copy(&shared.plan.seats[seat].voter.id).await;
        proof::taint_copy(&changed, &mut end);
    }
    shared.report(Report::Finished { seat, end: Box::new(end.of(task)) });
}

async fn run_turn<P: Ports>(shared: &Shared<P>, seat: usize, task: &Task, before: u32) -> TurnEnd {
    let plan = &shared.plan.seats[seat];
    match &plan.work {
        Work::Skipped(non_vote) => TurnEnd::bare(Outcome::NonVote(non_vote.clone())),
        Work::Rubric { missing } => TurnEnd::bare(rubric_outcome(missing, &shared.plan.rule.options)),
        Work::Check { command, writes } => {
            let Some(_permit) = permit(shared.seats.as_ref(), &shared.end).await else {
                return TurnEnd::bare(Outcome::NonVote(ended(*shared.end.borrow())));
            };
            if let Err(non_vote) = shared.isolated(seat).await {
                return TurnEnd::bare(Outcome::NonVote(non_vote));
            }
            shared.report(Report::Started { seat, attempt: 1 });
            let call = CheckCall {
                seat: plan.voter.id.clone(),
                command: command.clone(),
                writes: writes.clone(),
                timeout: plan.timeout,
                keep: shared.plan.limits.output,
            };
            let started = Instant::now();
            let checked = shared.ports.check(call, shared.end.clone()).await;
            let outcome = check_outcome(&checked, plan.voter.counts, &shared.plan.rule.options, plan.timeout);
            TurnEnd {
                answer: Some(checked.tail),
                elapsed: started.elapsed(),
                attempts: 1,
                notes: checked.notes,
                strength: checked.strength,
                ..TurnEnd::bare(outcome)
            }
        }
        Work::Agent { candidates, standing, items } => {
            let Some(_permit) = permit(shared.seats.as_ref(), &shared.end).await else {
                return TurnEnd::bare(Outcome::NonVote(ended(*shared.end.borrow())));
            };
            if let Err(non_vote) = shared.isolated(seat).await {
                return TurnEnd::bare(Outcome::NonVote(non_vote));
            }
            let end = TurnEnd { attempts: before, ..TurnEnd::bare(Outcome::Passed) };
            let standing = task.standing(standing);
            let mut turn = AgentTurn {
                shared,
                seat,
                plan,
                task,
                before,
                candidates,
                standing,
                items,
                waited: Duration::ZERO,
                end,
            };
            let started = Instant::now();
            turn.run().await;
            turn.end.elapsed = started.elapsed().saturating_sub(turn.waited);
            turn.end
        }
    }
}

/// Waits for a place; `None` when the run ends first.
async fn permit<'a>(
    places: Option<&'a Semaphore>,
    end: &watch::Receiver<End>,
) -> Option<Option<tokio::sync::SemaphorePermit<'a>>> {
    let mut end = end.clone();
    if *end.borrow() != End::No {
        return None;
    }
    let Some(places) = places else { return Some(None) };
    tokio::select! {
        permit = places.acquire() => Some(permit.ok()),
        _ = end.wait_for(|end| *end != End::No) => None,
    }
}

/// The non-vote of a seat whose turn the run ended before it came.
pub(super) fn ended(end: End) -> NonVote {
    match end {
        End::No | End::Cut => NonVote::new(NonVoteKind::Cut, "the run ended before this seat was asked"),
        End::Cancelled | End::Now => {
            NonVote::new(NonVoteKind::Cancelled, "the run was interrupted before this seat was asked")
        }
    }
}

struct AgentTurn<'a, P> {
    shared: &'a Shared<P>,
    seat: usize,
    plan: &'a SeatPlan,
    task: &'a Task,
    /// The calls of the seat's earlier turns.
    before: u32,
    candidates: &'a [Candidate],
    standing: String,
    items: &'a [usize],
    /// For a place among the calls of its agent.
    waited: Duration,
    end: TurnEnd,
}

/// What follows a call.
enum Next {
    Done,
    /// Ask for the same answer in the form; holds what the seat had said and why it was no vote.
    Reask(String, NonVote),
}

impl<P: Ports> AgentTurn<'_, P> {
    async fn run(&mut self) {
        let mut deadline = Instant::now() + self.plan.timeout;
        let mut again: Option<(String, NonVote)> = None;
        let mut reasks = self.shared.plan.reask;
        let mut candidates = self.candidates.iter();
        let Some(mut candidate) = candidates.next() else {
            self.end.outcome = Outcome::NonVote(NonVote::new(NonVoteKind::NotInstalled, "no program to call"));
            return;
        };
        let mut tries = 0;
        loop {
            tries += 1;
            let Some((reply, seal)) = self.call(candidate, again.as_ref(), &mut deadline).await else { return };
            match reply {
                Reply::Answer(answer) => match self.read(answer, &seal, again.is_some()) {
                    Next::Reask(text, cause) if reasks > 0 && self.may_go_on(deadline) => {
                        reasks -= 1;
                        tries = 0;
                        self.shared.report(Report::Reasked { seat: self.seat, cause: cause.clone() });
                        // An empty answer has nothing to put into the form: the seat is asked the whole question again.
                        again = (cause.kind != NonVoteKind::Empty).then_some((text, cause));
                    }
                    _ => return,
                },
                Reply::NonVote(cause) => {
                    self.end.outcome = Outcome::NonVote(cause.clone());
                    self.end.reading = None;
                    if cause.kind == NonVoteKind::Empty && reasks > 0 && self.may_go_on(deadline) {
                        reasks -= 1;
                        tries = 0;
                        self.shared.report(Report::Reasked { seat: self.seat, cause });
                    } else if cause.kind.may_pass() && tries < self.shared.plan.retry.attempts {
                        if !self.pause(cause, tries, deadline).await {
                            return;
                        }
                    } else if cause.kind.is_passed_on()
                        && self.may_go_on(deadline)
                        && let Some(next) = candidates.next()
                    {
                        candidate = next;
                        tries = 0;
                        self.end.notes.push(format!(
                            "{} answered in place of the seat's own agent: {}",
                            next.name(),
                            cause.detail
                        ));
                        self.shared.report(Report::FellBack { seat: self.seat, cause, to: next.name() });
                    } else {
                        return;
                    }
                }
            }
        }
    }

    /// One call, with the seal of its prompt. `None` when no call could be made, with the outcome set.
    /// Waiting for a place costs the seat none of its time: the deadline moves.
    async fn call(
        &mut self,
        candidate: &Candidate,
        again: Option<&(String, NonVote)>,
        deadline: &mut Instant,
    ) -> Option<(Reply, String)> {
        let shared = self.shared;
        let waiting = Instant::now();
        let Some(_place) = permit(shared.agents.get(&candidate.definition.name), &shared.end).await else {
            self.end.outcome = Outcome::NonVote(ended(*shared.end.borrow()));
            return None;
        };
        self.waited += waiting.elapsed();
        *deadline += waiting.elapsed();
        if !shared.take_call() {
            let detail = format!("the run's {} calls were spent", shared.plan.limits.calls.unwrap_or(0));
            let non_vote =
                NonVote::new(NonVoteKind::CallLimit, detail).with_remedy("raise `limits.calls` in the panel");
            self.end.outcome = Outcome::NonVote(non_vote);
            return None;
        }
        self.end.attempts += 1;
        let seat = self.seat;
        shared.report(Report::Started { seat, attempt: self.end.attempts - self.before });
        let words = shared.ports.words();
        let call = Call {
            seat: self.plan.voter.id.clone(),
            number: self.end.attempts,
            candidate: candidate.clone(),
            standing: self.standing.clone(),
            prompt: self.task.prompt(&shared.plan, self.plan, self.items, again, &words),
            timeout: deadline.saturating_duration_since(Instant::now()),
            keep: shared.plan.limits.output,
        };
        let activity = |activity| shared.report(Report::Active { seat, activity });
        let called = shared.ports.call(call, &activity, shared.end.clone()).await;
        self.end.notes.extend(called.notes);
        // Of several calls the weakest hold counts.
        self.end.strength = self.end.strength.max(called.strength);
        Some((called.reply, words.seal))
    }

    /// Reads an answer into the seat's outcome.
    fn read(&mut self, answer: Answer, seal: &str, is_reask: bool) -> Next {
        let outcome = self.task.read(&self.shared.plan, self.items, &answer, seal, is_reask);
        self.end.reading =
            Some(Reading { call: self.end.attempts, seal: seal.to_owned(), reask: is_reask, cut: answer.cut });
        self.end.usage = answer.usage;
        self.end.cost = answer.cost;
        self.end.model_answered = answer.model;
        self.end.notes.extend(answer.notes);
        let next = match &outcome {
            Outcome::NonVote(cause) if cause.kind.is_reasked() => {
                Next::Reask(head(&answer.text, LONGEST_SHOWN).to_owned(), cause.clone())
            }
            _ => Next::Done,
        };
        self.end.answer = Some(answer.text);
        self.end.outcome = outcome;
        next
    }

    /// Whether there is time and leave for one more call.
    fn may_go_on(&self, deadline: Instant) -> bool {
        *self.shared.end.borrow() == End::No && Instant::now() < deadline
    }

    /// Waits before a retry, twice as long each time; false when the seat's time or the run ends first.
    async fn pause(&mut self, cause: NonVote, tries: u32, deadline: Instant) -> bool {
        let delay = self.shared.plan.retry.backoff * 2_u32.saturating_pow(tries - 1);
        if !self.may_go_on(deadline) || Instant::now() + delay >= deadline {
            self.end.notes.push(format!("no time was left to try again after {}", duration::show(delay)));
            return false;
        }
        self.shared.report(Report::Retrying { seat: self.seat, cause, delay });
        self.shared.paused(delay, deadline).await
    }
}

/// An answer as another seat gets to see it: one that floods is cut, so that it can't keep the others from answering.
pub(super) fn shown(answer: &str) -> String {
    let head = head(answer, LONGEST_SHOWN);
    match answer.len() - head.len() {
        0 => head.to_owned(),
        rest => format!("{head}\n[{rest} more bytes are left out]"),
    }
}

/// The first bytes of `text`, at most `most` of them, cut between characters.
fn head(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
