//! The rules once more, as plainly as they can be written: whole numbers over one denominator, no sharing
//! of code with what is tested. For at most 9 seats, weights of 1, 2 or 3, confidences in twentieths, at most four
//! options, and exact labels.

use sha2::{Digest, Sha256};
use venire::vote::{
    Ballot, Dealbreakers, Effect, Exact, NonVoteKind, Outcome, Reason, Rule, SeatKind, ShareOf, Status, Strategy,
    Tiebreak, Voter,
};

pub type Head = (Status, Option<String>, Option<Effect>, Reason);

/// Divisible by every sum of weights that a lineage can have, 1 to 27.
const ONE: u128 = 80_313_433_200;
/// Divisible by the parts of a confidence (20) and of a place among four options (2, 4, 6).
const FULL: u128 = 240;

fn number(digits: impl ToString) -> u128 {
    digits.to_string().parse().expect("a small number")
}

fn times(number_of: u128, fraction: &Exact) -> u128 {
    number_of * number(fraction.numer()) / number(fraction.denom())
}

pub fn head(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Head {
    let n = roster.len();
    let vote = |seat: usize| match &outcomes[seat] {
        Outcome::Ballot(ballot) if rule.strategy != Strategy::AllVoices => {
            rule.options.iter().position(|o| Some(&o.label) == ballot.option.as_ref())
        }
        _ => None,
    };
    let effect = |option: usize| rule.options[option].effect;
    let is_pass = |option: usize| effect(option) == Some(Effect::Pass);
    let won = |status: Status, option: usize, reason: Reason| {
        let status = if effect(option) == Some(Effect::Escalate) { Status::Escalated } else { status };
        (status, Some(rule.options[option].label.clone()), effect(option), reason)
    };
    let none = |status: Status, reason: Reason| (status, None, None, reason);

    // The options from the safest to the least safe.
    let mut safety: Vec<usize> = vec![];
    for label in &rule.safety_order {
        safety.extend((0..rule.options.len()).filter(|o| &rule.options[*o].label == label));
    }
    for pass in [false, true] {
        for option in 0..rule.options.len() {
            if is_pass(option) == pass && !safety.contains(&option) {
                safety.push(option);
            }
        }
    }

    // Vetoes, then dealbreakers.
    for option in &safety {
        let stops = effect(*option).is_some() && !is_pass(*option);
        if stops && (0..n).any(|s| roster[s].veto && vote(s) == Some(*option)) {
            return won(Status::Vetoed, *option, Reason::Vetoed);
        }
    }
    for seat in 0..n {
        if let Outcome::Ballot(ballot) = &outcomes[seat]
            && ballot.dealbreaker
            && roster[seat].veto
            && vote(seat).is_some()
        {
            match rule.dealbreakers {
                Dealbreakers::Report => {}
                Dealbreakers::Escalate => {
                    return (Status::Escalated, None, Some(Effect::Escalate), Reason::Dealbreaker);
                }
                Dealbreakers::Veto => return (Status::Vetoed, None, Some(Effect::Block), Reason::Dealbreaker),
            }
        }
    }

    // The quorum.
    let eligible: Vec<usize> = (0..n).filter(|s| !roster[*s].advisory && roster[*s].counts).collect();
    let answered = eligible
        .iter()
        .filter(|s| match &outcomes[**s] {
            Outcome::Ballot(_) => rule.strategy == Strategy::AllVoices || vote(**s).is_some(),
            Outcome::NonVote(non_vote) => non_vote.kind == NonVoteKind::Abstained,
            Outcome::Passed => false,
        })
        .count();
    if answered < rule.quorum {
        return none(Status::Inquorate, Reason::Inquorate);
    }
    if rule.strategy == Strategy::AllVoices {
        return none(Status::NotSought, Reason::NotSought);
    }

    // Parity: no weights, no ties.
    if rule.strategy == Strategy::ParityPair {
        return match parity(rule, roster, &eligible, &vote) {
            Ok(option) => pass_needs(rule, roster, outcomes, &eligible, &vote, option, Reason::ParityPair),
            Err(Reason::NoBallots) => none(Status::Undecided, Reason::NoBallots),
            Err(reason) => (Status::Escalated, None, Some(Effect::Escalate), reason),
        };
    }

    // The weights.
    let weighs = matches!(rule.strategy, Strategy::Weighted | Strategy::ConfidenceWeighted);
    let base = |seat: usize| if weighs { number(&roster[seat].weight) } else { 1 };
    let weight = |seat: usize| {
        let lineage = &roster[seat].lineage;
        if lineage.is_none() || !rule.discount_correlated || rule.strategy == Strategy::Unanimous {
            return ONE * base(seat);
        }
        let family: Vec<u128> = eligible.iter().filter(|s| &roster[**s].lineage == lineage).map(|s| base(*s)).collect();
        ONE / family.iter().sum::<u128>() * family.iter().max().expect("the seat itself") * base(seat)
    };
    let total = eligible.iter().map(|s| weight(*s)).sum::<u128>() * FULL;
    let absent = eligible.iter().filter(|s| vote(**s).is_none()).map(|s| weight(*s)).sum::<u128>() * FULL;
    let absent_seats = eligible.iter().filter(|s| vote(**s).is_none()).count();
    let cast: Vec<usize> = (0..rule.options.len()).filter(|o| eligible.iter().any(|s| vote(*s) == Some(*o))).collect();
    if cast.is_empty() {
        return none(Status::Undecided, Reason::NoBallots);
    }

    // What each option has of it.
    let mut sums = vec![0_u128; rule.options.len()];
    let mut unsure = false;
    for seat in &eligible {
        let (Some(option), Outcome::Ballot(ballot)) = (vote(*seat), &outcomes[*seat]) else { continue };
        match rule.strategy {
            Strategy::ConfidenceWeighted => {
                sums[option] += weight(*seat)
                    * match &ballot.confidence {
                        Some(confidence) => times(FULL, confidence),
                        None if is_pass(option) => 0,
                        None => FULL,
                    };
                unsure |= ballot.confidence.is_none();
            }
            Strategy::Borda => {
                for (option, points) in points(rule, option, ballot).into_iter().enumerate() {
                    sums[option] += weight(*seat) * points;
                }
            }
            _ => sums[option] += weight(*seat) * FULL,
        }
    }
    let whole = if rule.strategy == Strategy::ConfidenceWeighted && rule.share_of == ShareOf::Scores {
        sums.iter().sum()
    } else {
        total
    };

    // The rule.
    let best = sums.iter().copied().max().unwrap_or(0);
    let tied: Vec<usize> = (0..sums.len()).filter(|o| best > 0 && sums[*o] == best).collect();
    let reaches = |sum: u128, whole: u128, otherwise: Option<(u128, u128)>| {
        let given = rule.threshold.as_ref().map(|t| (number(t.numer()), number(t.denom())));
        match given.or(otherwise) {
            Some((above, below)) => sum * below >= whole * above,
            None => sum * 2 > whole,
        }
    };
    let mut winner = None;
    for (option, sum) in sums.iter().enumerate() {
        let satisfied = match rule.strategy {
            Strategy::AllVoices | Strategy::ParityPair => false,
            Strategy::Unanimous => eligible.iter().all(|s| vote(*s) == Some(option)),
            Strategy::Majority => sum * 2 > total,
            Strategy::Supermajority => *sum > 0 && reaches(*sum, total, Some((2, 3))),
            Strategy::Weighted => reaches(*sum, total, None),
            Strategy::ConfidenceWeighted => *sum > 0 && reaches(*sum, whole, None),
            Strategy::Plurality | Strategy::Borda => tied == [option],
        };
        if satisfied {
            assert_eq!(winner, None, "a rule is satisfied by at most one option");
            winner = Some((option, word(rule.strategy)));
        }
    }
    if let Some((option, _)) = winner.filter(|(option, _)| is_pass(*option)) {
        let rival = (0..sums.len()).filter(|o| *o != option).map(|o| sums[o]).max().unwrap_or(0);
        let open = match rule.strategy {
            Strategy::Plurality | Strategy::Borda => sums[option] <= rival + absent,
            Strategy::ConfidenceWeighted if rule.share_of == ShareOf::Scores => {
                !reaches(sums[option], whole + absent, None)
            }
            _ => false,
        };
        if open {
            return none(Status::Undecided, Reason::Open);
        }
    }

    // The tiebreak.
    if winner.is_none() && tied.len() > 1 {
        let (picked, reason) = match rule.tiebreak.first() {
            None => return none(Status::Undecided, Reason::Tie),
            Some(Tiebreak::Human) => return (Status::Escalated, None, Some(Effect::Escalate), Reason::Human),
            Some(Tiebreak::Safety) => {
                (*safety.iter().find(|o| tied.contains(o)).expect("every option is in the list"), Reason::Safety)
            }
            Some(Tiebreak::Random) => {
                let digest = Sha256::digest(rule.seed.as_bytes());
                let lot = u64::from_be_bytes(digest[..8].try_into().expect("eight bytes"));
                (tied[(lot % tied.len() as u64) as usize], Reason::DrawnByLot)
            }
        };
        if is_pass(picked) && rule.gate {
            return none(Status::Undecided, Reason::Tie);
        }
        if is_pass(picked) && (absent_seats > 0 || unsure) {
            return none(Status::Undecided, Reason::Open);
        }
        winner = Some((picked, reason));
    }
    let Some((option, reason)) = winner else {
        return none(
            Status::Undecided,
            if cast.len() > 1 {
                Reason::Split
            } else if absent_seats > 0 {
                Reason::Incomplete
            } else {
                Reason::ShortOfThreshold
            },
        );
    };
    pass_needs(rule, roster, outcomes, &eligible, &vote, option, reason)
}

/// The proposer's option, where every parity seat voted for it.
fn parity(
    rule: &Rule,
    roster: &[Voter],
    eligible: &[usize],
    vote: &dyn Fn(usize) -> Option<usize>,
) -> Result<usize, Reason> {
    if eligible.iter().all(|s| vote(*s).is_none()) {
        return Err(Reason::NoBallots);
    }
    let mut proposer = eligible.iter().copied().find(|s| roster[*s].proposer);
    for among_parity in [false, true] {
        if proposer.is_none() {
            let seats: Vec<usize> = eligible.iter().copied().filter(|s| roster[*s].parity == among_parity).collect();
            let heaviest = seats.iter().map(|s| number(&roster[*s].weight)).max();
            proposer = seats.into_iter().find(|s| Some(number(&roster[*s].weight)) == heaviest);
        }
    }
    let parity: Vec<usize> = eligible.iter().copied().filter(|s| roster[*s].parity).collect();
    let all: Vec<Option<usize>> = proposer.iter().chain(&parity).map(|s| vote(*s)).collect();
    let (first, said) = (all[0], all.iter().flatten().collect::<Vec<_>>());
    match first {
        Some(option) if !parity.is_empty() && all.iter().all(|v| *v == first) => {
            assert!(option < rule.options.len());
            Ok(option)
        }
        _ if said.iter().any(|o| *o != said[0]) => Err(Reason::Split),
        _ => Err(Reason::Incomplete),
    }
}

/// The points of each option on a ballot, in parts of `FULL`.
fn points(rule: &Rule, option: usize, ballot: &Ballot) -> Vec<u128> {
    let m = rule.options.len() as u128;
    let mut order: Vec<usize> =
        ballot.ranking.iter().map(|l| rule.options.iter().position(|o| o.label == *l).expect("an option")).collect();
    if order.is_empty() {
        order.push(option);
    }
    let of_place = |place: u128| FULL * (m - 1 - place) / (m - 1);
    let left: Vec<u128> = (order.len() as u128..m).map(of_place).collect();
    (0..rule.options.len())
        .map(|o| match order.iter().position(|ranked| *ranked == o) {
            Some(place) => of_place(place as u128),
            None => left.iter().sum::<u128>() / left.len() as u128,
        })
        .collect()
}

/// The winner, unless it is a pass that lacks a veto seat's vote or lineages.
fn pass_needs(
    rule: &Rule,
    roster: &[Voter],
    outcomes: &[Outcome],
    eligible: &[usize],
    vote: &dyn Fn(usize) -> Option<usize>,
    option: usize,
    reason: Reason,
) -> Head {
    let effect = rule.options[option].effect;
    if effect == Some(Effect::Pass) {
        for seat in 0..roster.len() {
            let satisfied =
                vote(seat).is_some() || (outcomes[seat] == Outcome::Passed && roster[seat].kind == SeatKind::Check);
            if roster[seat].veto && !satisfied {
                return (Status::Undecided, None, None, Reason::VetoMissing);
            }
        }
        let mut lineages: Vec<&String> =
            eligible.iter().filter(|s| vote(**s) == Some(option)).filter_map(|s| roster[*s].lineage.as_ref()).collect();
        lineages.sort();
        lineages.dedup();
        if rule.min_lineages >= 2 && lineages.len() < rule.min_lineages {
            return (Status::Undecided, None, None, Reason::TooFewLineages);
        }
    }
    let status = if effect == Some(Effect::Escalate) { Status::Escalated } else { Status::Decided };
    (status, Some(rule.options[option].label.clone()), effect, reason)
}

fn word(strategy: Strategy) -> Reason {
    match strategy {
        Strategy::AllVoices => Reason::NotSought,
        Strategy::Unanimous => Reason::Unanimous,
        Strategy::Majority => Reason::Majority,
        Strategy::Supermajority => Reason::Supermajority,
        Strategy::Plurality => Reason::Plurality,
        Strategy::Weighted => Reason::Weighted,
        Strategy::ConfidenceWeighted => Reason::ConfidenceWeighted,
        Strategy::ParityPair => Reason::ParityPair,
        Strategy::Borda => Reason::Borda,
    }
}
