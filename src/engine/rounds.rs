//! The rounds that follow the first where the answers call for one: the moderator's, and the ranking of the answers.
//!
//! Each is held under the run's limits, and each seat gets its own time anew. After each the tree is compared, and its
//! seats alone answer for what changed in it.

use std::rc::Rc;

use super::Ports;
use super::conduct::Dispatcher;
use super::end::TurnEnd;
use super::result::seat_result;
use super::synthesis::unsigned;
use super::task::Task;
use super::turn::shown;
use crate::event::{Event, Round};
use crate::vote::{self, Choice, NonVote, NonVoteKind, Outcome, Strategy};

/// Fewer answers than this are not ranked.
const LEAST_ANSWERS: usize = 3;

impl<P: Ports + 'static> Dispatcher<'_, P> {
    pub(super) async fn further_rounds(&mut self) {
        if let Some(moderator) = self.plan.seats.iter().position(|seat| seat.voter.moderator) {
            self.break_tie(moderator).await;
        }
        if self.plan.rule.strategy == Strategy::Rank {
            self.rank().await;
        }
    }

    /// Asks the moderator where there is a tie that it is to break.
    async fn break_tie(&mut self, moderator: usize) {
        let plan = Rc::clone(&self.plan);
        let tied = vote::tie(&plan.rule, &plan.roster(), &self.outcomes());
        if tied.is_empty() {
            let not_asked = NonVote::new(NonVoteKind::Skipped, "there was no tie to break");
            self.finished(moderator, TurnEnd::bare(Outcome::NonVote(not_asked)));
            return;
        }
        let is_tied = |option: &String| tied.contains(option);
        let answers = unsigned(&self.shared, &self.ends, |ballot| ballot.option.as_ref().is_some_and(is_tied));
        let choices: Vec<Choice> = plan.rule.options.iter().filter(|option| is_tied(&option.label)).cloned().collect();
        self.announce(Round::Tiebreak, &[moderator]);
        self.turns(vec![(moderator, Task::Tiebreak { tied: choices, answers })]).await;
        self.round_is_over(&[moderator]);
    }

    /// Lets each seat that answered and counts rank the answers of the others.
    async fn rank(&mut self) {
        let plan = Rc::clone(&self.plan);
        let answer = |seat: usize| match &self.ends[seat] {
            Some(TurnEnd { outcome: Outcome::Ballot(ballot), answer, .. }) if plan.seats[seat].voter.is_eligible() => {
                Some(shown(answer.as_ref().unwrap_or(&ballot.summary)).into())
            }
            _ => None,
        };
        let answers: Vec<(usize, Rc<str>)> =
            (0..plan.seats.len()).filter_map(|seat| Some((seat, answer(seat)?))).collect();
        if answers.len() < LEAST_ANSWERS {
            return;
        }
        let id = |seat: usize| &plan.seats[seat].voter.id;
        let task = |voter: usize| {
            let others = answers.iter().filter(|(seat, _)| *seat != voter).map(|(seat, _)| id(*seat).clone());
            let shown = vote::order(&plan.rule.seed, id(voter), others.collect());
            let said =
                |shown: &String| answers.iter().find(|(seat, _)| id(*seat) == shown).map(|(_, said)| said.clone());
            let answers = shown.iter().filter_map(said).collect();
            (voter, Task::Ranking { shown, answers })
        };
        let voters: Vec<usize> = answers.iter().map(|(seat, _)| *seat).collect();
        self.announce(Round::Ranking, &voters);
        self.turns(voters.iter().map(|voter| task(*voter)).collect()).await;
        self.round_is_over(&voters);
    }

    fn announce(&mut self, round: Round, seats: &[usize]) {
        if !self.is_over() {
            let seats = seats.iter().map(|seat| self.plan.seats[*seat].voter.id.clone()).collect();
            self.emit(Event::RoundStarted { round, seats });
        }
    }

    /// What came of each seat so far; of one that was not asked, nothing.
    fn outcomes(&self) -> Vec<Outcome> {
        let none = || Outcome::NonVote(NonVote::new(NonVoteKind::Skipped, "not asked yet"));
        self.ends.iter().map(|end| end.as_ref().map_or_else(none, |end| end.outcome.clone())).collect()
    }

    /// Adds the seat's second turn to its first. Whatever became of the ranking, the seat's answer stands, unless the
    /// seat changed what it was only to read.
    pub(super) fn ranked(&mut self, seat: usize, turn: TurnEnd) {
        let Some(end) = &mut self.ends[seat] else { return };
        end.attempts = end.attempts.max(turn.attempts);
        end.strength = end.strength.max(turn.strength);
        end.notes.extend(turn.notes);
        end.ranking = turn.ranking;
        match (turn.outcome, &mut end.outcome) {
            (Outcome::Ballot(ranked), Outcome::Ballot(own)) => own.ranking = ranked.ranking,
            (Outcome::NonVote(tainted), own) if tainted.kind == NonVoteKind::Tainted => {
                *own = Outcome::NonVote(tainted)
            }
            _ => {}
        }
        let result = seat_result(&self.plan.seats[seat], end, false);
        self.emit(Event::SeatRanked(Box::new(result)));
    }
}
