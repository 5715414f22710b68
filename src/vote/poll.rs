//! The count in figures alone: what a decision depends on once nobody's name matters any more. A decision
//! under other votes is found by changing the figures, without counting anew.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::count::{Count, CountedSeat, Stand};
use super::merit::Cast;
use super::rank::{self, Ranked};
use super::{Effect, Exact, Quorum, Rule, SeatKind, ShareOf, Strategy, Tiebreak, Voter, parity};

#[derive(Clone)]
pub(super) struct Poll<'a> {
    pub rule: &'a Rule,
    pub quorum: Quorum,
    /// What the rule compares, for each option in the panel's order.
    pub merits: Vec<Exact>,
    /// The weight of all eligible seats.
    total: Exact,
    /// The weight of the eligible seats that cast no option.
    pub missing_weight: Exact,
    /// Eligible seats that cast no option.
    pub missing: usize,
    /// Counted ballots whose confidence is missing where it counts.
    pub unsure: usize,
    /// Ballots of eligible seats, for each option.
    pub ballots: Vec<usize>,
    /// Ballots of seats with a veto, for each option.
    pub vetoes: Vec<usize>,
    /// Ballots of seats with a veto that name a dealbreaker.
    pub dealbreakers: usize,
    /// Whether a seat with a veto has not voted.
    pub veto_missing: bool,
    /// The lineages behind each option, with their ballots, where the rule asks for them.
    lineages: Vec<BTreeMap<&'a str, usize>>,
    pub parity: Parity,
    /// The option that the moderator's seat voted for.
    pub moderated: Option<usize>,
    /// Under `rank`, how the rankings stand.
    pub ranked: Ranked,
}

/// Under `parity-pair`, how the marked seats voted.
#[derive(Clone, Default)]
pub(super) struct Parity {
    /// The proposer's option.
    pub proposed: Option<usize>,
    /// Ballots of the parity seats, for each option.
    pub ballots: Vec<usize>,
    pub seats: usize,
}

/// All that matters of a seat but its vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Role<'a> {
    pub weight: &'a Exact,
    pub eligible: bool,
    pub veto: bool,
    pub lineage: Option<&'a str>,
    pub parity: bool,
    pub proposer: bool,
    pub moderator: bool,
}

impl<'a> Role<'a> {
    pub fn of(rule: &Rule, seat: &'a CountedSeat<'a>, proposer: bool) -> Self {
        let paired = rule.strategy == Strategy::ParityPair;
        Self {
            weight: &seat.weight,
            eligible: seat.voter.is_eligible(),
            veto: seat.voter.veto,
            lineage: seat.voter.lineage.as_deref().filter(|_| rule.min_lineages > 1),
            parity: paired && seat.voter.parity,
            proposer,
            moderator: seat.voter.moderator && rule.tiebreak.contains(&Tiebreak::Moderator),
        }
    }
}

impl<'a> Poll<'a> {
    pub fn new(count: &'a Count<'a>) -> Self {
        let none = || vec![0; count.rule.options.len()];
        let mut poll = Self {
            rule: count.rule,
            quorum: count.quorum(),
            merits: count.merits.clone(),
            total: count.total.clone(),
            missing_weight: count.missing_weight(),
            missing: count.eligible().filter(|seat| seat.option().is_none()).count(),
            unsure: 0,
            ballots: none(),
            vetoes: none(),
            dealbreakers: 0,
            veto_missing: count.seats.iter().any(is_missing_veto),
            lineages: vec![BTreeMap::new(); count.rule.options.len()],
            parity: Parity { ballots: none(), ..Parity::default() },
            moderated: None,
            ranked: rank::ranked(count),
        };
        let proposer = proposer(count);
        for (place, seat) in count.seats.iter().enumerate() {
            let role = Role::of(count.rule, seat, proposer == Some(place));
            poll.parity.seats += usize::from(role.parity && role.eligible);
            if let Stand::Voted { cast, ballot } = &seat.stand {
                poll.note(&role, cast, |figure| *figure += 1);
                poll.dealbreakers += usize::from(role.veto && ballot.dealbreaker);
            }
        }
        poll
    }

    /// Adds the votes of `number` seats of one kind.
    pub fn add(&mut self, role: &Role<'a>, cast: &Cast, number: usize) {
        if role.eligible {
            cast.add_to(&mut self.merits, self.rule, &(role.weight * whole(number)));
        }
        self.note(role, cast, |figure| *figure += number);
    }

    /// Takes them back.
    pub fn take(&mut self, role: &Role<'a>, cast: &Cast, number: usize) {
        if role.eligible {
            cast.add_to(&mut self.merits, self.rule, &-(role.weight * whole(number)));
        }
        self.note(role, cast, |figure| *figure = figure.saturating_sub(number));
    }

    /// Changes every number of ballots that the vote is among.
    fn note(&mut self, role: &Role<'a>, cast: &Cast, change: impl Fn(&mut usize)) {
        let option = cast.option;
        if role.veto {
            self.vetoes.get_mut(option).into_iter().for_each(&change);
        }
        if role.moderator {
            self.moderated = replaced(self.moderated, option, &change);
        }
        if !role.eligible {
            return;
        }
        self.ballots.get_mut(option).into_iter().for_each(&change);
        if self.rule.strategy == Strategy::ConfidenceWeighted && cast.confidence.is_none() {
            change(&mut self.unsure);
        }
        if let Some((lineage, lineages)) = role.lineage.zip(self.lineages.get_mut(option)) {
            change(lineages.entry(lineage).or_insert(0));
        }
        if role.parity {
            self.parity.ballots.get_mut(option).into_iter().for_each(&change);
        }
        if role.proposer {
            self.parity.proposed = replaced(self.parity.proposed, option, &change);
        }
    }

    /// The options that stand with the greatest merit above nothing.
    pub fn leaders(&self) -> Vec<usize> {
        let Some(greatest) = self.merits.iter().max().filter(|greatest| !greatest.is_zero()) else { return vec![] };
        (0..self.merits.len()).filter(|option| self.merits.get(*option) == Some(greatest)).collect()
    }

    /// The options for which eligible seats cast ballots.
    pub fn cast(&self) -> usize {
        self.ballots.iter().filter(|ballots| **ballots > 0).count()
    }

    pub fn merit(&self, option: usize) -> Exact {
        self.merits.get(option).cloned().unwrap_or_else(Exact::zero)
    }

    /// The share that the rule goes by: of the panel's weight, or of the scores.
    pub fn share(&self, option: usize) -> Exact {
        let whole = self.whole();
        if whole.is_zero() { Exact::zero() } else { self.merit(option) / whole }
    }

    /// What shares are taken of.
    pub fn whole(&self) -> Exact {
        match (self.rule.strategy, self.rule.share_of) {
            (Strategy::ConfidenceWeighted, ShareOf::Scores) => self.merits.iter().sum(),
            _ => self.total.clone(),
        }
    }

    /// The greatest merit of the options other than this one.
    pub fn strongest_rival(&self, option: usize) -> Exact {
        let rivals = self.merits.iter().enumerate().filter(|(other, _)| *other != option);
        rivals.map(|(_, merit)| merit.clone()).max().unwrap_or_else(Exact::zero)
    }

    /// Whether as many lineages stand behind the option as a pass needs. A panel without any model, such as one
    /// of checks, has no lineage and asks for none.
    pub fn has_lineages(&self, option: usize) -> bool {
        let behind = |lineages: &BTreeMap<&str, usize>| lineages.values().filter(|ballots| **ballots > 0).count();
        self.rule.min_lineages < 2 || self.lineages.get(option).map_or(0, behind) >= self.rule.min_lineages
    }

    /// The least number of ballots without which the option has too few lineages behind it.
    pub fn seats_to_lose_lineages(&self, option: usize) -> usize {
        let behind = self.lineages.get(option).into_iter().flat_map(BTreeMap::values).copied();
        let mut ballots: Vec<usize> = behind.filter(|ballots| *ballots > 0).collect();
        ballots.sort_unstable();
        if self.rule.min_lineages < 2 {
            return usize::MAX;
        }
        let spare = (ballots.len() + 1).saturating_sub(self.rule.min_lineages);
        ballots.iter().take(spare).sum()
    }

    /// Whether a veto seat's ballot for the option is a veto: an option without an effect stops nothing.
    pub fn stops(&self, option: usize) -> bool {
        matches!(self.rule.effect_at(option), Some(Effect::Block | Effect::Revise | Effect::Escalate))
    }
}

/// Whether the seat has a veto and has not voted. An abstention is no vote; a check's `passed` is enough.
fn is_missing_veto(seat: &CountedSeat) -> bool {
    seat.voter.veto
        && match seat.stand {
            Stand::Voted { .. } => false,
            Stand::Passed => seat.voter.kind != SeatKind::Check,
            Stand::Spoke(_) | Stand::Missing(_) => true,
        }
}

/// The place of the proposer's seat, under the strategy that has one.
pub(super) fn proposer(count: &Count) -> Option<usize> {
    if count.rule.strategy != Strategy::ParityPair {
        return None;
    }
    let voters: Vec<&Voter> = count.seats.iter().map(|seat| seat.voter).collect();
    parity::proposer_of(&voters)
}

/// The vote of a seat of which there is only one, after a change: a vote taken back stays until another is added.
fn replaced(before: Option<usize>, option: usize, change: impl Fn(&mut usize)) -> Option<usize> {
    let mut ballots = 0;
    change(&mut ballots);
    (ballots > 0).then_some(option).or(before)
}

fn whole(number: usize) -> Exact {
    Exact::from_integer(number.into())
}
