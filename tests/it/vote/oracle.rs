//! The rules once more, as plainly as they can be written: whole numbers over one denominator, no sharing
//! of code with what is tested. For at most 9 seats of weight 1 and exact labels.

use venire::vote::{Dealbreakers, Effect, NonVoteKind, Outcome, Reason, Rule, SeatKind, Status, Strategy, Voter};

pub type Head = (Status, Option<String>, Option<Effect>, Reason);

/// Divisible by every number of seats that a lineage can have.
const ONE: u64 = 2520;

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

    // The weights.
    let weight = |seat: usize| {
        let lineage = &roster[seat].lineage;
        if lineage.is_none() || !rule.discount_correlated || rule.strategy == Strategy::Unanimous {
            return ONE;
        }
        ONE / eligible.iter().filter(|s| &roster[**s].lineage == lineage).count() as u64
    };
    let total: u64 = eligible.iter().map(|s| weight(*s)).sum();
    let sums: Vec<u64> = (0..rule.options.len())
        .map(|o| eligible.iter().filter(|s| vote(**s) == Some(o)).map(|s| weight(*s)).sum())
        .collect();
    let absent = total - sums.iter().sum::<u64>();

    // The rule.
    let best = sums.iter().copied().max().unwrap_or(0);
    if best == 0 {
        return none(Status::Undecided, Reason::NoBallots);
    }
    let tied: Vec<usize> = (0..sums.len()).filter(|o| sums[*o] == best).collect();
    let mut winner = None;
    for (option, sum) in sums.iter().enumerate() {
        let satisfied = match rule.strategy {
            Strategy::AllVoices => false,
            Strategy::Unanimous => eligible.iter().all(|s| vote(*s) == Some(option)),
            Strategy::Majority => sum * 2 > total,
            Strategy::Supermajority => match &rule.threshold {
                None => sum * 3 >= total * 2,
                Some(t) => {
                    let number = |digits: String| digits.parse::<u64>().expect("a small number");
                    sum * number(t.denom().to_string()) >= total * number(t.numer().to_string())
                }
            },
            Strategy::Plurality => tied == [option],
        };
        if satisfied {
            assert_eq!(winner, None, "a rule is satisfied by at most one option");
            winner = Some((option, word(rule.strategy)));
        }
    }
    if let Some((option, Reason::Plurality)) = winner {
        let rival = (0..sums.len()).filter(|o| *o != option).map(|o| sums[o]).max().unwrap_or(0);
        if is_pass(option) && sums[option] <= rival + absent {
            return none(Status::Undecided, Reason::Open);
        }
    }

    // The tiebreak.
    if winner.is_none() && tied.len() > 1 {
        if rule.tiebreak.is_empty() {
            return none(Status::Undecided, Reason::Tie);
        }
        let safest = *safety.iter().find(|o| tied.contains(o)).expect("every option is in the list");
        if is_pass(safest) && rule.gate {
            return none(Status::Undecided, Reason::Tie);
        }
        if is_pass(safest) && absent > 0 {
            return none(Status::Undecided, Reason::Open);
        }
        winner = Some((safest, Reason::Safety));
    }
    let Some((option, reason)) = winner else {
        let positions = sums.iter().filter(|sum| **sum > 0).count();
        return none(
            Status::Undecided,
            if positions > 1 {
                Reason::Split
            } else if absent > 0 {
                Reason::Incomplete
            } else {
                Reason::ShortOfThreshold
            },
        );
    };

    // What a pass needs besides.
    if is_pass(option) {
        for seat in 0..n {
            let satisfied =
                vote(seat).is_some() || (outcomes[seat] == Outcome::Passed && roster[seat].kind == SeatKind::Check);
            if roster[seat].veto && !satisfied {
                return none(Status::Undecided, Reason::VetoMissing);
            }
        }
        let mut lineages: Vec<&String> =
            eligible.iter().filter(|s| vote(**s) == Some(option)).filter_map(|s| roster[*s].lineage.as_ref()).collect();
        lineages.sort();
        lineages.dedup();
        if rule.min_lineages >= 2 && lineages.len() < rule.min_lineages {
            return none(Status::Undecided, Reason::TooFewLineages);
        }
    }
    won(Status::Decided, option, reason)
}

fn word(strategy: Strategy) -> Reason {
    match strategy {
        Strategy::AllVoices => Reason::NotSought,
        Strategy::Unanimous => Reason::Unanimous,
        Strategy::Majority => Reason::Majority,
        Strategy::Supermajority => Reason::Supermajority,
        Strategy::Plurality => Reason::Plurality,
    }
}
