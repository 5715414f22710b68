//! The panel's rule, and its tiebreak (README, "Strategies").
//!
//! Each rule is satisfied by at most one option. Rules that compare options with each other, and
//! tiebreaks, let a pass win only when the missing seats could not have turned it: otherwise a failing
//! seat could carry the option that it spoke against.

use super::count::Count;
use super::{Effect, Exact, Reason, Strategy, Tiebreak, ratio};

/// The option that wins and the rule that it wins by, or why none does.
pub(super) fn winner(count: &Count) -> Result<(usize, Reason), Reason> {
    let cast = count.cast();
    let greatest = cast.iter().map(|option| count.weight(*option)).max().ok_or(Reason::NoBallots)?;
    let leaders: Vec<usize> = cast.iter().copied().filter(|option| count.weight(*option) == greatest).collect();
    match leaders.as_slice() {
        [leader] => match satisfied(count, *leader) {
            Some(Reason::Plurality) if is_open_pass(count, *leader) => Err(Reason::Open),
            Some(reason) => Ok((*leader, reason)),
            None if cast.len() > 1 => Err(Reason::Split),
            None if count.is_missing_seats() => Err(Reason::Incomplete),
            None => Err(Reason::ShortOfThreshold),
        },
        tied => tiebreak(count, tied),
    }
}

/// The rule that the only leader satisfies, if it does.
fn satisfied(count: &Count, leader: usize) -> Option<Reason> {
    let share = count.share(leader);
    match count.rule.strategy {
        Strategy::AllVoices => None,
        Strategy::Unanimous => count.eligible().all(|seat| seat.option() == Some(leader)).then_some(Reason::Unanimous),
        Strategy::Majority => (share > ratio(1, 2)).then_some(Reason::Majority),
        Strategy::Supermajority => (share > ratio(1, 2) && share >= threshold(count)).then_some(Reason::Supermajority),
        Strategy::Plurality => Some(Reason::Plurality),
    }
}

fn threshold(count: &Count) -> Exact {
    count.rule.threshold.clone().unwrap_or_else(|| ratio(2, 3))
}

/// Whether the option is a pass that would no longer win if the weight of every missing seat were its
/// strongest rival's.
fn is_open_pass(count: &Count, option: usize) -> bool {
    count.rule.effect_at(option) == Some(Effect::Pass)
        && count.weight(option) <= count.strongest_rival(option) + count.missing_weight()
}

/// The option that the first tiebreak picks. One that would pick a pass leaves the tie under `gate`; elsewhere
/// it leaves the decision open while seats are missing.
fn tiebreak(count: &Count, tied: &[usize]) -> Result<(usize, Reason), Reason> {
    let (option, reason) = match count.rule.tiebreak.first() {
        Some(Tiebreak::Safety) => (count.rule.safest(tied.iter().copied()).ok_or(Reason::Tie)?, Reason::Safety),
        None => return Err(Reason::Tie),
    };
    if count.rule.effect_at(option) == Some(Effect::Pass) {
        if count.rule.gate {
            return Err(Reason::Tie);
        }
        if count.is_missing_seats() {
            return Err(Reason::Open);
        }
    }
    Ok((option, reason))
}
