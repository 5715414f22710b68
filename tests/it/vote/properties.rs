//! Laws that hold for every panel of up to nine seats, whatever its settings.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use venire::vote::{
    self, Choice, Dealbreakers, Decision, Effect, NonVoteKind, Outcome, Rule, ShareOf, Tiebreak, Voter, decide, ratio,
};

use super::builders::{agent, ballot, check, choice, dealbreaker, missing, prose, ranked, rule, sure};
use super::oracle;

const LABELS: [&str; 4] = ["SHIP", "HOLD", "REVISE", "ASK"];

#[derive(Debug, Clone)]
pub struct Vote {
    pub rule: Rule,
    pub seats: Vec<(Voter, Outcome)>,
}

impl Vote {
    pub fn roster(&self) -> Vec<Voter> {
        self.seats.iter().map(|(voter, _)| voter.clone()).collect()
    }

    pub fn outcomes(&self) -> Vec<Outcome> {
        self.seats.iter().map(|(_, outcome)| outcome.clone()).collect()
    }

    fn decision(&self) -> Decision {
        decide(&self.rule, &self.roster(), &self.outcomes())
    }

    fn passes(&self) -> bool {
        self.decision().effect == Some(Effect::Pass)
    }
}

/// Two to four options. Half of the panels have the effects in an order that lets a pass win often.
fn options() -> impl Strategy<Value = Vec<Choice>> {
    let usual = Just([Effect::Pass, Effect::Block, Effect::Revise, Effect::Escalate].map(Some).to_vec());
    let effects = [None, Some(Effect::Pass), Some(Effect::Block), Some(Effect::Revise), Some(Effect::Escalate)];
    let any = vec(select(effects.to_vec()), LABELS.len());
    (prop_oneof![usual, any], 2..=LABELS.len()).prop_map(|(effects, number)| {
        LABELS.iter().zip(effects).take(number).map(|(label, effect)| choice(label, effect)).collect()
    })
}

fn any_rule() -> impl Strategy<Value = Rule> {
    use vote::Strategy::{
        AllVoices, Borda, ConfidenceWeighted, Majority, ParityPair, Plurality, Rank, Supermajority, Unanimous, Weighted,
    };
    let strategies = vec![
        AllVoices,
        Unanimous,
        Majority,
        Supermajority,
        Plurality,
        Weighted,
        ConfidenceWeighted,
        ConfidenceWeighted,
        ParityPair,
        Borda,
        Rank,
    ];
    let thresholds = vec![None, Some(ratio(51, 100)), Some(ratio(3, 4)), Some(ratio(1, 1))];
    let tiebreaks = vec![
        vec![],
        vec![Tiebreak::Safety],
        vec![Tiebreak::Human],
        vec![Tiebreak::Random],
        vec![Tiebreak::Random, Tiebreak::Safety],
        vec![Tiebreak::Moderator],
        vec![Tiebreak::Moderator, Tiebreak::Safety],
        vec![Tiebreak::Moderator, Tiebreak::Random],
        vec![Tiebreak::Moderator, Tiebreak::Human],
    ];
    let dealbreakers = vec![Dealbreakers::Report, Dealbreakers::Escalate, Dealbreakers::Veto];
    let safety_order = subsequence(LABELS.to_vec(), 0..=LABELS.len()).prop_shuffle();
    let ties = (select(tiebreaks), select(vec!["one", "two", "three"]), safety_order);
    let numbers = (select(thresholds), 0..=4_usize, select(vec![0, 0, 1, 2]));
    let switches = (select(dealbreakers), any::<[bool; 3]>());
    (options(), select(strategies), numbers, ties, switches).prop_map(
        |(options, strategy, (threshold, quorum, min_lineages), (tiebreak, seed, order), (dealbreakers, switches))| {
            let [of_scores, discount_correlated, gate] = switches;
            Rule {
                options,
                threshold,
                quorum,
                min_lineages,
                tiebreak,
                seed: seed.to_owned(),
                safety_order: order.into_iter().map(str::to_owned).collect(),
                dealbreakers,
                share_of: if of_scores { ShareOf::Scores } else { ShareOf::Panel },
                discount_correlated,
                gate,
                ..rule(strategy, 0)
            }
        },
    )
}

/// Mostly agents of a few lineages, some with a veto, some advisory; now and then a check.
fn any_voter() -> impl Strategy<Value = Voter> {
    let marks = (prop::bool::weighted(0.1), prop::bool::weighted(0.15), prop::bool::weighted(0.4), 1..=3_i64);
    let agents = (select(vec!["x", "y", "z"]), marks).prop_map(|(lineage, (veto, advisory, parity, weight))| Voter {
        veto,
        advisory,
        parity,
        weight: ratio(weight, 1),
        ..agent("", lineage)
    });
    let checks =
        (any::<bool>(), prop::bool::weighted(0.3)).prop_map(|(veto, counts)| Voter { veto, counts, ..check("") });
    prop_oneof![6 => agents, 1 => checks]
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        8 => Just(ballot("SHIP")),
        8 => (0..=10_i64).prop_map(|tenths| sure("SHIP", tenths)),
        5 => select(LABELS.to_vec()).prop_map(ballot),
        5 => (select(LABELS.to_vec()), 0..=10_i64).prop_map(|(label, tenths)| sure(label, tenths)),
        5 => subsequence(LABELS.to_vec(), 1..=LABELS.len()).prop_shuffle().prop_map(|labels| ranked(&labels)),
        1 => select(LABELS.to_vec()).prop_map(dealbreaker),
        1 => Just(ballot("SHIP-IT")),
        1 => Just(prose()),
        1 => Just(Outcome::Passed),
        3 => select(NonVoteKind::ALL.to_vec()).prop_map(missing),
    ]
}

/// A ballot that ranks only options which the panel has, so that the oracle can read it.
pub fn among(rule: &Rule, outcome: &mut Outcome) {
    if let Outcome::Ballot(ballot) = outcome
        && !ballot.ranking.is_empty()
    {
        ballot.ranking.retain(|label| rule.options.iter().any(|option| option.label == *label));
        ballot.option = ballot.ranking.first().cloned();
    }
}

/// Under `rank`, gives the ballots rankings of the other seats, most of them whole.
fn rank_each_other(rule: &Rule, seats: &mut [(Voter, Outcome)], seed: usize) {
    if rule.strategy != vote::Strategy::Rank {
        return;
    }
    let answered = |(voter, outcome): &&(Voter, Outcome)| matches!(outcome, Outcome::Ballot(_)) && voter.is_eligible();
    let ids: Vec<String> = seats.iter().filter(answered).map(|(voter, _)| voter.id.clone()).collect();
    for (at, (voter, outcome)) in seats.iter_mut().enumerate() {
        if let Outcome::Ballot(ballot) = outcome {
            ballot.ranking = vote::order(&seed.to_string(), &voter.id, ids.clone());
            ballot.ranking.retain(|id| *id != voter.id);
            if (seed + at).is_multiple_of(7) {
                ballot.ranking.pop();
            }
        }
    }
}

/// Up to so many seats, of which at most one is marked as the proposer and at most one as the moderator.
pub fn any_vote_of(most: usize) -> impl Strategy<Value = Vote> {
    let marked = (any::<Option<prop::sample::Index>>(), any::<Option<prop::sample::Index>>(), 0..1000_usize);
    (any_rule(), vec((any_voter(), any_outcome()), 0..=most), marked).prop_map(
        |(rule, mut seats, (proposer, moderator, seed))| {
            for (id, (voter, outcome)) in ('a'..='z').zip(&mut seats) {
                voter.id = id.to_string();
                among(&rule, outcome);
            }
            if let Some(proposer) = proposer.filter(|_| !seats.is_empty()) {
                proposer.get_mut(&mut seats).0.proposer = true;
            }
            if let Some(moderator) = moderator.filter(|_| !seats.is_empty()) {
                let voter = &mut moderator.get_mut(&mut seats).0;
                voter.moderator = voter.kind == vote::SeatKind::Agent && !(voter.veto || voter.proposer);
            }
            rank_each_other(&rule, &mut seats, seed);
            Vote { rule, seats }
        },
    )
}

fn any_vote() -> impl Strategy<Value = Vote> {
    any_vote_of(9)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// The decision without the order in which seats are named.
fn unordered(mut decision: Decision) -> Decision {
    if let Some(board) = &mut decision.leaderboard {
        board.answers.sort_by(|one, other| one.seat.cmp(&other.seat));
        board.voters.sort();
        board.agreement.clear();
    }
    decision.vetoed_by.sort();
    decision.dealbreakers.sort();
    for position in &mut decision.dissent.positions {
        position.seats.sort_by(|one, other| one.seat.cmp(&other.seat));
    }
    decision.dissent.missing.sort_by(|one, other| one.seat.cmp(&other.seat));
    decision
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_failure_ever_helps_a_pass(vote in any_vote(), kind in select(NonVoteKind::ALL.to_vec())) {
        let passed_before = vote.passes();
        for seat in 0..vote.seats.len() {
            let mut after = vote.clone();
            // An abstention is an answer, so a seat that gave none has not failed by becoming one.
            let voted = matches!(&after.seats[seat].1, Outcome::Ballot(ballot)
                if ballot.option.as_ref().is_some_and(|label| vote.rule.position(label).is_some()));
            if kind == NonVoteKind::Abstained && !voted {
                continue;
            }
            after.seats[seat].1 = missing(kind);
            prop_assert!(passed_before || !after.passes(), "seat {seat} becomes {kind:?}: {vote:#?}");
        }
    }

    #[test]
    fn garbling_a_confidence_never_helps_a_pass(vote in any_vote()) {
        let passed_before = vote.passes();
        for seat in 0..vote.seats.len() {
            let mut after = vote.clone();
            if let Outcome::Ballot(ballot) = &mut after.seats[seat].1 {
                ballot.confidence = None;
                prop_assert!(passed_before || !after.passes(), "seat {seat} loses its confidence: {vote:#?}");
            }
        }
    }

    #[test]
    fn under_a_gate_no_tiebreak_passes(vote in any_vote()) {
        let decision = Vote { rule: Rule { gate: true, ..vote.rule.clone() }, ..vote }.decision();
        let by_tiebreak = matches!(decision.reason, vote::Reason::Safety | vote::Reason::Moderator | vote::Reason::DrawnByLot);
        prop_assert!(!by_tiebreak || decision.effect != Some(Effect::Pass), "{decision:#?}");
    }

    #[test]
    fn only_the_ratio_of_weights_counts(vote in any_vote(), factor in 2..=50_i64) {
        let mut scaled = vote.clone();
        scaled.seats.iter_mut().for_each(|(voter, _)| voter.weight *= ratio(factor, 7));
        let head = |decision: Decision| (decision.status, decision.option, decision.reason, decision.strength);
        prop_assert_eq!(head(vote.decision()), head(scaled.decision()));
    }

    #[test]
    fn one_more_vote_for_the_winner_never_takes_its_win(vote in any_vote()) {
        // A tiebreak's winner may come to lead alone and still be short of the rule.
        let plain = Vote { rule: Rule { tiebreak: vec![], ..vote.rule.clone() }, ..vote };
        let Some(winner) = plain.decision().option else { return Ok(()) };
        for seat in 0..plain.seats.len() {
            let mut after = plain.clone();
            let Outcome::Ballot(ballot) = &mut after.seats[seat].1 else { continue };
            if ballot.option.as_ref().is_none_or(|label| plain.rule.position(label).is_none()) {
                continue;
            }
            ballot.option = Some(winner.clone());
            if !ballot.ranking.is_empty() {
                ballot.ranking.retain(|label| *label != winner);
                ballot.ranking.insert(0, winner.clone());
            }
            prop_assert_eq!(after.decision().option, Some(winner.clone()), "seat {} of {:#?}", seat, plain);
        }
    }

    #[test]
    fn the_decision_is_the_oracle_s(vote in any_vote()) {
        let decision = vote.decision();
        let head = (decision.status, decision.option, decision.effect, decision.reason);
        prop_assert_eq!(head, oracle::head(&vote.rule, &vote.roster(), &vote.outcomes()));
    }

    #[test]
    fn the_order_of_the_seats_changes_nothing(
        (vote, seats) in any_vote().prop_flat_map(|vote| (Just(vote.clone()), Just(vote.seats).prop_shuffle()))
    ) {
        // Without a marked proposer the order may pick one.
        prop_assume!(vote.rule.strategy != vote::Strategy::ParityPair
            || vote.seats.iter().any(|(voter, _)| voter.proposer && voter.is_eligible()));
        let shuffled = Vote { seats, ..vote.clone() };
        prop_assert_eq!(unordered(vote.decision()), unordered(shuffled.decision()));
    }

    #[test]
    fn unanimous_is_a_supermajority_and_that_a_majority(vote in any_vote()) {
        use vote::Strategy::{Majority, Supermajority, Unanimous};
        // Of the rules, not of the tiebreak: what is tied without the discount may be none with it.
        let winner = |strategy| {
            let rule = Rule { strategy, tiebreak: vec![], ..vote.rule.clone() };
            decide(&rule, &vote.roster(), &vote.outcomes()).option
        };
        let (unanimous, supermajority, majority) = (winner(Unanimous), winner(Supermajority), winner(Majority));
        prop_assert!(unanimous.is_none() || unanimous == supermajority);
        prop_assert!(supermajority.is_none() || supermajority == majority);
    }

    #[test]
    fn dissent_and_concurrence_are_the_cast_ballots(vote in any_vote()) {
        let decision = vote.decision();
        let counting = vote.rule.strategy.has_options();
        let cast = vote.seats.iter().filter_map(|(voter, outcome)| match outcome {
            Outcome::Ballot(ballot) if counting => Some((ballot.option.clone()?, voter.id.clone())),
            _ => None,
        });
        let cast: Vec<_> = cast.filter(|(option, _)| vote.rule.position(option).is_some()).collect();
        let concurring = cast.iter().filter(|(option, _)| Some(option) == decision.option.as_ref()).cloned();
        let dissenting = decision.dissent.positions.iter().flat_map(|position| {
            position.seats.iter().map(|seat| (position.option.clone(), seat.seat.clone()))
        });
        prop_assert_eq!(sorted(concurring.chain(dissenting).collect()), sorted(cast));
    }

    #[test]
    fn the_weights_of_options_and_non_votes_are_the_whole(vote in any_vote()) {
        let tally = vote.decision().tally;
        let exact = |shown: &vote::Shown| shown.exact.parse::<vote::Exact>().unwrap();
        let total: vote::Exact = vote::effective_weights(&vote.rule, &vote.roster()).iter().sum();
        let options: vote::Exact = tally.options.iter().map(|option| exact(&option.weight)).sum();
        prop_assert_eq!(&options + exact(&tally.non_votes.weight), total.clone());
        for option in &tally.options {
            prop_assert_eq!(exact(&option.share) * &total, exact(&option.weight));
        }
    }
}

/// The generators reach what they are for: without passes, the law would hold for want of cases.
#[test]
fn the_law_is_tried_on_votes_that_pass() {
    let mut runner = TestRunner::deterministic();
    let votes = (0..1000).map(|_| any_vote().new_tree(&mut runner).unwrap().current());
    let passing = votes.filter(Vote::passes).count();
    assert!(passing >= 40, "only {passing} of 1000");
}
