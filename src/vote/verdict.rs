//! The decision's head, in this order: vetoes, dealbreakers, quorum, rule, tiebreak; then what a pass needs
//! besides winning, the ballots of the veto seats and enough lineages.

use super::poll::Poll;
use super::rank::Ranked;
use super::strategy::{self, Failing};
use super::veto::{self, Stop};
use super::{Effect, Outlook, Reason, Rule, Status, Strategy, Tiebreak};

/// Everything that the ballots decide, nothing that is only told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    pub status: Status,
    pub option: Option<usize>,
    pub effect: Option<Effect>,
    pub reason: Reason,
}

impl Verdict {
    /// No option won.
    fn without(status: Status, reason: Reason) -> Self {
        Self { status, option: None, effect: None, reason }
    }

    /// No option won, and a human decides.
    fn escalated(reason: Reason) -> Self {
        Self { effect: Some(Effect::Escalate), ..Self::without(Status::Escalated, reason) }
    }

    /// The option decides. One that asks for a human escalates, however it was reached.
    fn for_option(poll: &Poll, option: usize, status: Status, reason: Reason) -> Self {
        let effect = poll.rule.effect_at(option);
        let status = if effect == Some(Effect::Escalate) { Status::Escalated } else { status };
        Self { status, option: Some(option), effect, reason }
    }

    /// Whether both mean the same for whoever waits for the decision.
    pub fn is_same_result(&self, other: &Self) -> bool {
        (self.status, self.option, self.effect) == (other.status, other.option, other.effect)
    }

    /// The verdict with the option's label.
    pub fn outlook(&self, rule: &Rule) -> Outlook {
        let option = self.option.and_then(|option| rule.options.get(option)).map(|option| option.label.clone());
        Outlook { status: self.status, option, effect: self.effect, reason: self.reason }
    }
}

pub(super) fn verdict(poll: &Poll) -> Verdict {
    match veto::stop(poll) {
        Some(Stop::Vetoed(option)) => return Verdict::for_option(poll, option, Status::Vetoed, Reason::Vetoed),
        Some(Stop::DealbreakerVeto) => {
            let vetoed = Verdict::without(Status::Vetoed, Reason::Dealbreaker);
            return Verdict { effect: Some(Effect::Block), ..vetoed };
        }
        Some(Stop::DealbreakerEscalates) => return Verdict::escalated(Reason::Dealbreaker),
        None => {}
    }
    if poll.quorum.answered < poll.quorum.needed {
        return Verdict::without(Status::Inquorate, Reason::Inquorate);
    }
    if poll.rule.strategy == Strategy::AllVoices {
        return Verdict::without(Status::NotSought, Reason::NotSought);
    }
    if poll.rule.strategy == Strategy::Rank {
        return best_answer(poll);
    }
    match strategy::winner(poll) {
        Ok((option, reason)) => match lacking(poll, option) {
            Some(reason) => Verdict::without(Status::Undecided, reason),
            None => Verdict::for_option(poll, option, Status::Decided, reason),
        },
        Err(Failing::Escalated(reason)) => Verdict::escalated(reason),
        Err(Failing::Undecided(reason)) => Verdict::without(Status::Undecided, reason),
    }
}

/// Under `rank`, whether one answer is the best. It is no option, so it has no effect and lets nothing pass.
fn best_answer(poll: &Poll) -> Verdict {
    match &poll.ranked {
        Ranked::TooFewAnswers => Verdict::without(Status::Undecided, Reason::TooFewAnswers),
        Ranked::TooFewRankings => Verdict::without(Status::Undecided, Reason::TooFewRankings),
        Ranked::Best => Verdict::without(Status::Decided, Reason::Rank),
        Ranked::Tied if poll.rule.tiebreak.contains(&Tiebreak::Human) => Verdict::escalated(Reason::Human),
        Ranked::Tied => Verdict::without(Status::Undecided, Reason::Tie),
    }
}

/// The tied options between which the moderator is to choose; empty where nobody asks it.
pub(super) fn tie_for_moderator(poll: &Poll) -> Vec<usize> {
    let is_reached = veto::stop(poll).is_none()
        && poll.quorum.answered >= poll.quorum.needed
        && poll.rule.strategy.has_options()
        && poll.rule.strategy != Strategy::ParityPair
        && poll.rule.tiebreak.first() == Some(&Tiebreak::Moderator);
    let leaders = if is_reached { poll.leaders() } else { vec![] };
    if leaders.len() > 1 { leaders } else { vec![] }
}

/// What a winning option may still lack: a pass needs every veto seat's vote and enough lineages behind it.
fn lacking(poll: &Poll, option: usize) -> Option<Reason> {
    if poll.rule.effect_at(option) != Some(Effect::Pass) {
        None
    } else if poll.veto_missing {
        Some(Reason::VetoMissing)
    } else if !poll.has_lineages(option) {
        Some(Reason::TooFewLineages)
    } else {
        None
    }
}
