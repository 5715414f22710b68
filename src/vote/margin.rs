//! The margin: the least number of seats that would have had to vote otherwise for another result (README,
//! "Margin").
//!
//! Exact or nothing. Seats that nothing but their names tells apart are one group, so that only figures are
//! tried: every way for one seat, then every way for two, and so on, from the first number that `reach` does not
//! rule out. Where that takes too many tries the margin stays unknown; it is never estimated.

use num_traits::Zero;

use super::count::{Count, CountedSeat, Stand};
use super::merit::Cast;
use super::poll::{Poll, Role, proposer};
use super::reach::{Reach, Step};
use super::verdict::{Verdict, verdict};
use super::{Change, Exact, Margin, Rule, SeatKind, Strategy};

/// How many ways are tried.
const MOST_TRIES: usize = 20_000;
/// From how many options on the rankings of `borda` are too many to try.
const MOST_RANKED: usize = 4;

/// Seats of the same role that voted alike.
struct Group<'a> {
    role: Role<'a>,
    cast: Cast,
    /// A check that does not count: all that it can do otherwise is pass.
    only_passes: bool,
    /// A veto seat's dealbreaker, which it would not have named with another vote.
    dealbreaker: bool,
    seats: Vec<&'a str>,
}

/// A way in which seats of one group could have voted otherwise: for another option, or by passing.
struct Move {
    group: usize,
    to: Option<Cast>,
}

struct Search<'a> {
    poll: &'a Poll<'a>,
    verdict: Verdict,
    groups: Vec<Group<'a>>,
    moves: Vec<Move>,
    /// Moves with how many seats make them.
    taken: Vec<(usize, usize)>,
    tries: usize,
}

/// The search went on for too long.
struct TooMany;

/// The margin of a decision; `None` where no number of seats is enough, or where finding it would cost too much.
pub(super) fn margin(count: &Count, poll: &Poll) -> Option<Margin> {
    if count.rule.strategy == Strategy::Borda && count.rule.options.len() > MOST_RANKED {
        return None;
    }
    let (groups, verdict) = (groups(count), verdict(poll));
    let moves = moves(count, &groups, verdict.option.or_else(|| poll.leaders().first().copied()));
    let seats: usize = groups.iter().map(|group| group.seats.len()).sum();
    let past_sums = groups.iter().any(|group| group.role.veto || group.role.moderator);
    let reach = Reach::new(&steps(count.rule, &groups, &moves), count.rule.options.len(), past_sums);
    let mut search = Search { poll, verdict, groups, moves, taken: vec![], tries: 0 };
    for number in (1..=seats).filter(|number| !reach.is_settled(poll, &verdict, *number)) {
        match search.within_one_group(number).map_or_else(|| search.found(0, number), |other| Ok(Some(other))) {
            Ok(Some(other)) => {
                let mut changes = search.changes();
                if let [change] = changes.as_mut_slice()
                    && number == 1
                {
                    change.among = search.each_enough(&other, count);
                }
                return Some(Margin { seats: number, changes, result: other.outlook(count.rule) });
            }
            Ok(None) => {}
            Err(TooMany) => return None,
        }
    }
    None
}

fn groups<'a>(count: &'a Count<'a>) -> Vec<Group<'a>> {
    let proposer = proposer(count);
    let mut groups: Vec<Group> = vec![];
    for (place, seat) in count.seats.iter().enumerate() {
        let Stand::Voted { cast, ballot } = &seat.stand else { continue };
        let role = Role::of(count.rule, seat, proposer == Some(place));
        if !role.eligible && !role.veto && !role.moderator {
            continue;
        }
        let (only_passes, dealbreaker) = (only_passes(seat), role.veto && ballot.dealbreaker);
        let same = |group: &&mut Group| {
            (group.role, &group.cast, group.only_passes, group.dealbreaker) == (role, cast, only_passes, dealbreaker)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.seats.push(&seat.voter.id),
            None => {
                let seats = vec![seat.voter.id.as_str()];
                groups.push(Group { role, cast: cast.clone(), only_passes, dealbreaker, seats });
            }
        }
    }
    groups
}

fn only_passes(seat: &CountedSeat) -> bool {
    seat.voter.kind == SeatKind::Check && !seat.voter.counts
}

/// Every way in which a group could have voted otherwise. Those that take the most from the leading option come
/// first: of as many seats they are the likeliest to change the result.
fn moves(count: &Count, groups: &[Group], leader: Option<usize>) -> Vec<Move> {
    let options = count.rule.options.len();
    let votes: Vec<(usize, Vec<usize>)> = if count.rule.strategy == Strategy::Borda {
        rankings(options).into_iter().filter_map(|ranking| Some((*ranking.first()?, ranking))).collect()
    } else {
        (0..options).map(|option| (option, vec![])).collect()
    };
    let mut moves = vec![];
    for (number, group) in groups.iter().enumerate() {
        if group.only_passes {
            moves.push(Move { group: number, to: None });
            continue;
        }
        for (option, ranking) in &votes {
            let to = Cast { option: *option, ranking: ranking.clone(), confidence: group.cast.confidence.clone() };
            if to != group.cast {
                moves.push(Move { group: number, to: Some(to) });
            }
        }
    }
    moves.sort_by_key(|next| {
        let group = groups.get(next.group);
        let weight = group.map(|group| std::cmp::Reverse(group.role.weight));
        let confidence = group.map(|group| std::cmp::Reverse(&group.cast.confidence));
        let leads = group.is_some_and(|group| Some(group.cast.option) == leader);
        (!leads, next.to.as_ref().map(|to| to.option), weight, confidence)
    });
    moves
}

/// The most that one seat of each group can add to each option, and take from it.
fn steps(rule: &Rule, groups: &[Group], moves: &[Move]) -> Vec<Step> {
    let nothing = || vec![Exact::zero(); rule.options.len()];
    let mut steps: Vec<Step> =
        groups.iter().map(|group| Step { seats: group.seats.len(), gain: nothing(), loss: nothing() }).collect();
    for next in moves {
        let (Some(group), Some(step)) = (groups.get(next.group), steps.get_mut(next.group)) else { continue };
        let (mut before, mut after) = (nothing(), nothing());
        if group.role.eligible {
            group.cast.add_to(&mut before, rule, group.role.weight);
            next.to.iter().for_each(|to| to.add_to(&mut after, rule, group.role.weight));
        }
        for (((gain, loss), before), after) in step.gain.iter_mut().zip(&mut step.loss).zip(before).zip(after) {
            *gain = gain.clone().max(&after - &before);
            *loss = loss.clone().max(before - after);
        }
    }
    steps
}

/// Every order of so many options.
fn rankings(options: usize) -> Vec<Vec<usize>> {
    let mut rankings = vec![vec![]];
    for _ in 0..options {
        rankings = rankings
            .into_iter()
            .flat_map(|ranking: Vec<usize>| {
                let left = (0..options).filter(|option| !ranking.contains(option)).collect::<Vec<_>>();
                left.into_iter().map(move |option| [ranking.as_slice(), &[option]].concat())
            })
            .collect();
    }
    rankings
}

impl Search<'_> {
    /// Another result by seats of one group alone: few tries, and often enough.
    fn within_one_group(&mut self, number: usize) -> Option<Verdict> {
        for place in 0..self.moves.len() {
            if self.free(place) >= number {
                self.taken.push((place, number));
                if let Some(other) = self.other_result() {
                    return Some(other);
                }
                self.taken.pop();
            }
        }
        None
    }

    /// The first other result of `left` more seats that make the moves from this one on. What was taken for it
    /// stays in `taken`.
    fn found(&mut self, from: usize, left: usize) -> Result<Option<Verdict>, TooMany> {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return Err(TooMany);
        }
        if left == 0 {
            return Ok(self.other_result());
        }
        for place in from..self.moves.len() {
            for number in (1..=left.min(self.free(place))).rev() {
                self.taken.push((place, number));
                let found = self.found(place + 1, left - number)?;
                if found.is_some() {
                    return Ok(found);
                }
                self.taken.pop();
            }
        }
        Ok(None)
    }

    /// How many seats can still make the move. None where others of the same role go the other way: that would
    /// be fewer seats voting otherwise.
    fn free(&self, place: usize) -> usize {
        let Some((next, group)) = self.moves.get(place).and_then(|next| Some((next, self.groups.get(next.group)?)))
        else {
            return 0;
        };
        let mut free = group.seats.len();
        for (other, number) in &self.taken {
            let Some(other) = self.moves.get(*other) else { continue };
            if other.group == next.group {
                free = free.saturating_sub(*number);
            } else if let Some(from) = self.groups.get(other.group)
                && from.role == group.role
                && (other.to.as_ref() == Some(&group.cast) || next.to.as_ref() == Some(&from.cast))
            {
                return 0;
            }
        }
        free
    }

    /// What comes of the moves taken, where it is another result.
    fn other_result(&self) -> Option<Verdict> {
        let mut poll = self.poll.clone();
        for (place, number) in &self.taken {
            let Some(next) = self.moves.get(*place) else { continue };
            let Some(group) = self.groups.get(next.group) else { continue };
            poll.take(&group.role, &group.cast, *number);
            if let Some(to) = &next.to {
                poll.add(&group.role, to, *number);
            }
            if group.dealbreaker {
                poll.dealbreakers = poll.dealbreakers.saturating_sub(*number);
            }
        }
        Some(verdict(&poll)).filter(|other| !other.is_same_result(&self.verdict))
    }

    /// The seats each of which alone gives this result by the change that was found, in the roster's order.
    fn each_enough(&mut self, result: &Verdict, count: &Count) -> Vec<String> {
        let Some((found, _)) = self.taken.pop() else { return vec![] };
        let change = |search: &Self, place: usize| {
            let next = search.moves.get(place)?;
            let group = search.groups.get(next.group)?;
            Some((group.cast.option, next.to.as_ref().map(|to| (to.option, to.ranking.clone()))))
        };
        let wanted = change(self, found);
        let mut names: Vec<&str> = vec![];
        for place in (0..self.moves.len()).filter(|place| change(self, *place) == wanted).collect::<Vec<_>>() {
            self.taken = vec![(place, 1)];
            if self.other_result().as_ref() == Some(result) {
                let group = self.moves.get(place).and_then(|next| self.groups.get(next.group));
                names.extend(group.iter().flat_map(|group| &group.seats));
            }
        }
        let ids = count.seats.iter().map(|seat| &seat.voter.id);
        ids.filter(|id| names.contains(&id.as_str())).cloned().collect()
    }

    /// The moves taken, with the seats' names.
    fn changes(&self) -> Vec<Change> {
        let label = |option: usize| self.poll.rule.options.get(option).map(|option| option.label.clone());
        let mut chosen = vec![0; self.groups.len()];
        let change = |(place, number): &(usize, usize)| {
            let next = self.moves.get(*place)?;
            let group = self.groups.get(next.group)?;
            let first = chosen.get_mut(next.group)?;
            let seats = group.seats.iter().skip(*first).take(*number).map(|id| (*id).to_owned()).collect();
            *first += number;
            Some(Change {
                from: label(group.cast.option)?,
                to: next.to.as_ref().and_then(|to| label(to.option)),
                ranking: next.to.iter().flat_map(|to| &to.ranking).filter_map(|option| label(*option)).collect(),
                seats,
                among: group.seats.iter().map(|id| (*id).to_owned()).collect(),
            })
        };
        self.taken.iter().filter_map(change).collect()
    }
}
