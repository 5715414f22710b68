//! The panel's rule, and its tiebreak (README, "Strategies").
//!
//! Each rule is satisfied by at most one option. Rules that compare options with each other, and
//! tiebreaks, let a pass win only when the missing seats could not have turned it: otherwise a failing
//! seat could carry the option that it spoke against.

use sha2::{Digest, Sha256};

use super::poll::Poll;
use super::{Effect, Exact, Reason, ShareOf, Strategy, Tiebreak, ratio};

/// Why the rule and its tiebreak found no option.
pub(super) enum Failing {
    /// Nothing decides.
    Undecided(Reason),
    /// The panel leaves it to a human.
    Escalated(Reason),
}

/// The option that wins and the rule that it wins by, or why none does.
pub(super) fn winner(poll: &Poll) -> Result<(usize, Reason), Failing> {
    if poll.cast() == 0 {
        return Err(Failing::Undecided(Reason::NoBallots));
    }
    if poll.rule.strategy == Strategy::ParityPair {
        return agreed(poll).map(|option| (option, Reason::ParityPair)).map_err(Failing::Escalated);
    }
    match poll.leaders().as_slice() {
        [leader] => match satisfied(poll, *leader) {
            Some(_) if is_open_pass(poll, *leader) => Err(Failing::Undecided(Reason::Open)),
            Some(reason) => Ok((*leader, reason)),
            None => Err(Failing::Undecided(unmet(poll))),
        },
        [] => Err(Failing::Undecided(unmet(poll))),
        tied => tiebreak(poll, tied),
    }
}

/// Why no option satisfies the rule.
fn unmet(poll: &Poll) -> Reason {
    match poll.cast() {
        2.. => Reason::Split,
        _ if poll.missing > 0 => Reason::Incomplete,
        _ => Reason::ShortOfThreshold,
    }
}

/// The proposer's option, where every parity seat voted for it.
fn agreed(poll: &Poll) -> Result<usize, Reason> {
    let parity = &poll.parity;
    let cast = || parity.ballots.iter().enumerate().filter(|(_, ballots)| **ballots > 0).map(|(option, _)| option);
    match parity.proposed {
        Some(option) if parity.ballots.get(option) == Some(&parity.seats) && parity.seats > 0 => Ok(option),
        Some(option) if cast().all(|other| other == option) => Err(Reason::Incomplete),
        None if cast().count() < 2 => Err(Reason::Incomplete),
        _ => Err(Reason::Split),
    }
}

/// The rule that the only leader satisfies, if it does.
fn satisfied(poll: &Poll, leader: usize) -> Option<Reason> {
    let reaches = |reason| is_enough(poll, &poll.merit(leader), &poll.whole()).then_some(reason);
    match poll.rule.strategy {
        Strategy::AllVoices | Strategy::ParityPair | Strategy::Rank => None,
        Strategy::Unanimous => (poll.ballots.get(leader) == Some(&poll.quorum.eligible)).then_some(Reason::Unanimous),
        Strategy::Majority => reaches(Reason::Majority),
        Strategy::Supermajority => reaches(Reason::Supermajority),
        Strategy::Weighted => reaches(Reason::Weighted),
        Strategy::ConfidenceWeighted => reaches(Reason::ConfidenceWeighted),
        Strategy::Plurality => Some(Reason::Plurality),
        Strategy::Borda => Some(Reason::Borda),
    }
}

/// Whether `merit` is as great a part of `whole` as the rule asks for.
pub(super) fn is_enough(poll: &Poll, merit: &Exact, whole: &Exact) -> bool {
    let threshold = match poll.rule.strategy {
        Strategy::Majority => None,
        Strategy::Supermajority => Some(poll.rule.threshold.clone().unwrap_or_else(|| ratio(2, 3))),
        _ => poll.rule.threshold.clone(),
    };
    *merit > whole * ratio(1, 2) && threshold.is_none_or(|threshold| *merit >= whole * threshold)
}

/// Under a rule that compares options with each other: whether the option is a pass that would no longer win if
/// the weight of every missing seat were its strongest rival's.
fn is_open_pass(poll: &Poll, option: usize) -> bool {
    if poll.rule.effect_at(option) != Some(Effect::Pass) {
        return false;
    }
    match (poll.rule.strategy, poll.rule.share_of) {
        (Strategy::Plurality | Strategy::Borda, _) => {
            poll.merit(option) <= poll.strongest_rival(option) + &poll.missing_weight
        }
        (Strategy::ConfidenceWeighted, ShareOf::Scores) => {
            !is_enough(poll, &poll.merit(option), &(poll.whole() + &poll.missing_weight))
        }
        _ => false,
    }
}

/// What the first tiebreak that has an answer says. One that would pick a pass leaves the tie under `gate`;
/// elsewhere it leaves the decision open while a seat, a confidence that counts, or the moderator is missing.
fn tiebreak(poll: &Poll, tied: &[usize]) -> Result<(usize, Reason), Failing> {
    // A moderator that said nothing of use must not help a pass that it could have spoken against.
    let mut is_unheard = false;
    let picked = poll.rule.tiebreak.iter().find_map(|tiebreak| match tiebreak {
        Tiebreak::Moderator => {
            let option = poll.moderated.filter(|option| tied.contains(option));
            is_unheard |= option.is_none();
            Some(Ok((option?, Reason::Moderator)))
        }
        Tiebreak::Safety => Some(Ok((poll.rule.safest(tied.iter().copied())?, Reason::Safety))),
        Tiebreak::Human => Some(Err(Failing::Escalated(Reason::Human))),
        Tiebreak::Random => Some(Ok((drawn(&poll.rule.seed, tied)?, Reason::DrawnByLot))),
    });
    let (option, reason) = picked.unwrap_or(Err(Failing::Undecided(Reason::Tie)))?;
    if poll.rule.effect_at(option) == Some(Effect::Pass) {
        if poll.rule.gate {
            return Err(Failing::Undecided(Reason::Tie));
        }
        if poll.missing > 0 || poll.unsure > 0 || is_unheard {
            return Err(Failing::Undecided(Reason::Open));
        }
    }
    Ok((option, reason))
}

/// One of the tied options by lot: the remainder of the seed's SHA-256, read as a number of 64 bits, picks it.
fn drawn(seed: &str, tied: &[usize]) -> Option<usize> {
    let digest = Sha256::digest(seed.as_bytes());
    let number = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    let places = u64::try_from(tied.len()).ok().filter(|places| *places > 0)?;
    usize::try_from(number % places).ok().and_then(|place| tied.get(place).copied())
}
