//! How firm a decision is, against the plainest search there is.

use proptest::prelude::*;
use venire::vote::{
    Ballot, Change, Dealbreakers, Decision, NonVoteKind, Outcome, Outlook, Reason, Rule, SeatKind, ShareOf, Status,
    Strategy as Rules, Tiebreak, Voter, decide, decide_with_outlook, ratio,
};

use super::builders::{
    agent, ballot, check, choice, missing, outcomes, ranked, roster, rule, ship_hold_or_revise, strangers, sure,
};
use super::properties::{among, any_vote_of};

fn head(decision: &Decision) -> Outlook {
    let Decision { status, option, effect, reason, .. } = decision.clone();
    Outlook { status, option, effect, reason }
}

fn is_same(one: &Outlook, other: &Outlook) -> bool {
    (one.status, &one.option, one.effect) == (other.status, &other.option, other.effect)
}

/// Whether the seat's vote is one that could have been another.
fn voted(rule: &Rule, voter: &Voter, outcome: &Outcome) -> bool {
    let cast = matches!(outcome, Outcome::Ballot(ballot)
        if ballot.option.as_ref().is_some_and(|label| rule.position(label).is_some()));
    rule.strategy != Rules::AllVoices && cast && (voter.veto || voter.is_eligible())
}

/// Everything that the seat could have said instead.
fn otherwise(rule: &Rule, voter: &Voter, outcome: &Outcome) -> Vec<Outcome> {
    let Outcome::Ballot(own) = outcome else { return vec![] };
    if voter.kind == SeatKind::Check && !voter.counts {
        return vec![Outcome::Passed];
    }
    let labels: Vec<&str> = rule.options.iter().map(|option| option.label.as_str()).collect();
    let rankings: Vec<Vec<&str>> = match (rule.strategy, labels.as_slice()) {
        (Rules::Borda, [a, b]) => vec![vec![a, b], vec![b, a]],
        (Rules::Borda, [a, b, c]) => [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
            .map(|order| order.map(|l| *l).to_vec())
            .to_vec(),
        _ => labels.iter().map(|label| vec![*label]).collect(),
    };
    let replaced = rankings.into_iter().map(|labels| {
        let Outcome::Ballot(mut ballot) = ranked(&labels) else { unreachable!() };
        ballot.confidence = own.confidence.clone();
        Outcome::Ballot(ballot)
    });
    replaced.collect()
}

/// The least number of seats that would have had to vote otherwise, by trying everything.
fn least(rule: &Rule, voters: &[Voter], votes: &[Outcome]) -> Option<usize> {
    let before = head(&decide(rule, voters, votes));
    let mut least = None;
    let mut ways: Vec<(usize, Vec<Outcome>)> = vec![(0, vec![])];
    for (voter, vote) in voters.iter().zip(votes) {
        let others = if voted(rule, voter, vote) { otherwise(rule, voter, vote) } else { vec![] };
        let with =
            |changed: usize, way: &[Outcome], vote: &Outcome| (changed, [way, std::slice::from_ref(vote)].concat());
        ways = ways
            .iter()
            .flat_map(|(changed, way)| {
                let kept = std::iter::once(with(*changed, way, vote));
                kept.chain(others.iter().map(|other| with(changed + 1, way, other))).collect::<Vec<_>>()
            })
            .collect();
    }
    for (changed, way) in ways {
        if least.is_none_or(|least| changed < least) && !is_same(&before, &head(&decide(rule, voters, &way))) {
            least = Some(changed);
        }
    }
    least
}

/// The votes after a change of these seats.
fn after(voters: &[Voter], votes: &[Outcome], change: &Change, seats: &[String]) -> Vec<Outcome> {
    let changed = |own: &Outcome| match (&change.to, own) {
        (None, _) => Outcome::Passed,
        (Some(label), Outcome::Ballot(own)) => {
            let bare = Ballot::bare(Some(label.clone()), "Otherwise.");
            Outcome::Ballot(Ballot { ranking: change.ranking.clone(), confidence: own.confidence.clone(), ..bare })
        }
        _ => panic!("a seat that did not vote"),
    };
    let each = voters.iter().zip(votes);
    each.map(|(voter, vote)| if seats.contains(&voter.id) { changed(vote) } else { vote.clone() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_smaller_set_of_seats_gives_another_result(vote in any_vote_of(4)) {
        let mut rule = vote.rule.clone();
        rule.options.truncate(3);
        let (voters, mut votes) = (vote.roster(), vote.outcomes());
        votes.iter_mut().for_each(|outcome| among(&rule, outcome));
        let decision = decide_with_outlook(&rule, &voters, &votes);
        prop_assert_eq!(crate::schema::decision_conforms(&decision), Ok(()));
        let margin = decision.margin.clone();
        prop_assert_eq!(margin.as_ref().map(|margin| margin.seats), least(&rule, &voters, &votes), "{:#?}", vote);
        // Of one, each seat that it names does it; of several, the set.
        let Some(margin) = margin else { return Ok(()) };
        if let ([change], 1) = (margin.changes.as_slice(), margin.seats) {
            for seat in &change.among {
                let with = after(&voters, &votes, change, std::slice::from_ref(seat));
                prop_assert_eq!(&head(&decide(&rule, &voters, &with)), &margin.result);
            }
        }
        let mut changed = 0;
        for change in &margin.changes {
            prop_assert!(change.seats.iter().all(|seat| change.among.contains(seat)));
            votes = after(&voters, &votes, change, &change.seats);
            changed += change.seats.len();
        }
        prop_assert_eq!(changed, margin.seats);
        prop_assert_eq!(head(&decide(&rule, &voters, &votes)), margin.result);
    }

    #[test]
    fn what_if_is_the_decision_with_the_missing_votes(vote in any_vote_of(6)) {
        let (rule, voters, votes) = (&vote.rule, vote.roster(), vote.outcomes());
        let decision = decide_with_outlook(rule, &voters, &votes);
        let wanted = |voter: &Voter| voter.veto || voter.moderator || voter.is_eligible();
        let missing: Vec<bool> = voters
            .iter()
            .map(|voter| wanted(voter) && decision.dissent.missing.iter().any(|missing| missing.seat == voter.id))
            .collect();
        if !rule.strategy.has_options() || !missing.contains(&true) {
            prop_assert!(decision.what_if.is_empty());
            return Ok(());
        }
        prop_assert_eq!(decision.what_if.len(), rule.options.len());
        for (what_if, option) in decision.what_if.iter().zip(&rule.options) {
            let with: Vec<Outcome> = voters.iter().zip(&votes).zip(&missing).map(|((voter, vote), missing)| {
                let passes = option.effect == Some(venire::vote::Effect::Pass);
                match missing {
                    false => vote.clone(),
                    true if voter.kind == SeatKind::Check && !voter.counts && passes => Outcome::Passed,
                    true => sure(&option.label, 10),
                }
            }).collect();
            prop_assert_eq!(&what_if.voted, &option.label);
            prop_assert_eq!(&what_if.result, &head(&decide(rule, &voters, &with)));
        }
    }
}

#[test]
fn one_more_hold_would_have_made_it_a_tie() {
    let decision = decide_with_outlook(&rule(Rules::Majority, 4), &strangers(4), &outcomes("SHIP SHIP SHIP HOLD"));
    let margin = decision.margin.unwrap();
    assert_eq!((margin.seats, margin.changes.len()), (1, 1));
    let change = &margin.changes[0];
    assert_eq!((change.from.as_str(), change.to.as_deref()), ("SHIP", Some("HOLD")));
    assert_eq!(
        (change.seats.clone(), change.among.clone()),
        (vec!["a".into()], vec!["a".into(), "b".into(), "c".into()])
    );
    assert_eq!((margin.result.status, margin.result.reason), (Status::Undecided, Reason::Tie));
    let sentence = venire::vote::sentence::margin(&margin);
    assert_eq!(sentence, "One more HOLD among a, b and c would have made it a tie.");
}

#[test]
fn a_result_that_no_vote_could_change_has_no_margin() {
    let inquorate = decide_with_outlook(&rule(Rules::Majority, 3), &strangers(3), &outcomes("SHIP failed failed"));
    assert_eq!(inquorate.margin, None);
    let voices = decide_with_outlook(&rule(Rules::AllVoices, 2), &strangers(2), &outcomes("prose failed"));
    assert_eq!((voices.margin, voices.what_if), (None, vec![]));
}

#[test]
fn another_vote_takes_the_dealbreaker_with_it() {
    let mut voters = strangers(3);
    voters[0].veto = true;
    let rule = Rule { dealbreakers: Dealbreakers::Veto, ..rule(Rules::Majority, 3) };
    let decision = decide_with_outlook(&rule, &voters, &outcomes("SHIP! SHIP HOLD"));
    assert_eq!((decision.reason, decision.margin.unwrap().seats), (Reason::Dealbreaker, 1));
    // The dealbreaker of a seat without a veto is told, and stops nothing that could be taken back.
    voters.swap(0, 2);
    let decision = decide_with_outlook(&rule, &voters, &outcomes("HOLD SHIP! SHIP!"));
    assert_eq!(decision.margin.unwrap().changes[0].among, [voters[2].id.clone()]);
}

#[test]
fn a_failing_check_alone_can_be_the_margin() {
    let voters = [strangers(3), vec![check("tests")]].concat();
    let decision = decide_with_outlook(&rule(Rules::Majority, 3), &voters, &outcomes("SHIP SHIP SHIP HOLD"));
    let margin = decision.margin.unwrap();
    assert_eq!(
        (margin.changes[0].to.as_deref(), margin.changes[0].seats.as_slice()),
        (None, &["tests".to_owned()][..])
    );
    let sentence = venire::vote::sentence::margin(&margin);
    assert_eq!(sentence, "The check tests passing instead of voting HOLD would have made it SHIP.");
}

/// So many seats of three lineages, all for SHIP but the last ones.
fn large(seats: usize, holding: usize) -> (Vec<Voter>, Vec<Outcome>) {
    let voters = (0..seats).map(|at| agent(&format!("s{at}"), ["x", "y", "z"][at % 3]));
    let votes = (0..seats).map(|at| ballot(if at + holding < seats { "SHIP" } else { "HOLD" }));
    (voters.collect(), votes.collect())
}

#[test]
fn five_hundred_equal_seats_are_few_groups() {
    let (voters, votes) = large(512, 100);
    let two = rule(Rules::Majority, 512);
    let three = Rule { options: ship_hold_or_revise(), ..two.clone() };
    let margin = |rule: &Rule| decide_with_outlook(rule, &voters, &votes).margin.unwrap();
    for rule in [&two, &three] {
        let margin = margin(rule);
        assert_eq!((margin.seats, margin.result.reason), (412 - 256, Reason::Tie));
    }
    let lineages = margin(&Rule { min_lineages: 3, ..three });
    assert_eq!((lineages.seats, lineages.result.reason), (137, Reason::TooFewLineages));
}

#[test]
fn of_hundreds_of_different_seats_the_heaviest_are_named() {
    let (mut voters, votes) = large(512, 100);
    voters.iter_mut().zip(1..).for_each(|(voter, weight)| voter.weight = ratio(weight, 1));
    let decision = decide_with_outlook(&rule(Rules::Weighted, 512), &voters, &votes);
    let margin = decision.margin.unwrap();
    // SHIP has 1 + 2 + … + 412 of 1 + 2 + … + 512, 19414 more than half. 50 seats from the 412th down weigh 19375.
    assert_eq!((margin.seats, margin.result.option.as_deref()), (51, Some("HOLD")));
}

/// Forty light seats could change in more ways than are tried, so that fewer than five seats are never looked at.
#[test]
fn what_is_far_from_decided_has_a_margin_too() {
    let (mut voters, _) = large(101, 0);
    let weights = [vec![100; 10], (1..=40).collect(), vec![100; 50], vec![80]].concat();
    voters.iter_mut().zip(weights).for_each(|(voter, weight)| voter.weight = ratio(weight, 1));
    let votes = outcomes(&[vec!["SHIP"; 50], vec!["HOLD"; 30], vec!["failed"; 21]].concat().join(" "));
    for tiebreak in [vec![], vec![Tiebreak::Safety]] {
        let rule = Rule { quorum: 1, tiebreak, ..rule(Rules::Weighted, 101) };
        let decision = decide_with_outlook(&rule, &voters, &votes);
        let margin = decision.margin.unwrap();
        // HOLD has 3000 of 6900.
        assert_eq!((decision.reason, margin.seats), (Reason::Split, 5));
        assert_eq!((margin.result.option.as_deref(), margin.result.reason), (Some("HOLD"), Reason::Weighted));
    }
}

/// Five equal seats in every way that they can vote or fail, up to their order.
#[test]
fn the_margin_of_five_equal_seats_is_the_least_number() {
    let words = ["SHIP", "HOLD", "REVISE", "failed"];
    let panels = (0..4_usize.pow(5)).map(|number| [0, 1, 2, 3, 4].map(|seat| number / 4_usize.pow(seat) % 4));
    for strategy in [Rules::Unanimous, Rules::Majority, Rules::Supermajority, Rules::Plurality] {
        let three = Rule { options: ship_hold_or_revise(), quorum: 1, gate: false, ..rule(strategy, 5) };
        for tiebreak in [vec![], vec![Tiebreak::Safety]] {
            let rule = Rule { tiebreak, ..three.clone() };
            for panel in panels.clone().filter(|panel| panel.is_sorted()) {
                let votes = outcomes(&panel.map(|word| words[word]).join(" "));
                let margin = decide_with_outlook(&rule, &strangers(5), &votes).margin.map(|margin| margin.seats);
                assert_eq!(margin, least(&rule, &strangers(5), &votes), "{strategy:?} {:?} {panel:?}", rule.tiebreak);
            }
        }
    }
}

#[test]
fn only_the_rankings_of_many_options_are_too_many_to_try() {
    let labels = ["SHIP", "HOLD", "REVISE", "ASK", "WAIT"];
    let margin = |strategy, options: usize| {
        let options = labels.iter().take(options).map(|label| choice(label, None)).collect();
        let rule = Rule { options, ..rule(strategy, 3) };
        decide_with_outlook(&rule, &strangers(3), &outcomes("SHIP SHIP SHIP")).margin.map(|margin| margin.seats)
    };
    assert_eq!([margin(Rules::Majority, 5), margin(Rules::Borda, 5)], [Some(2), None]);
    assert_eq!([margin(Rules::Majority, 4), margin(Rules::Borda, 4)], [Some(2), Some(2)]);
}

#[test]
fn too_many_different_seats_leave_the_margin_unknown() {
    let (mut voters, _) = large(60, 0);
    voters.iter_mut().zip(1..).for_each(|(voter, weight)| voter.weight = ratio(1000 - weight, 1));
    let votes: Vec<Outcome> = (0..60).map(|_| sure("SHIP", 9)).collect();
    let rule = Rule { share_of: ShareOf::Scores, ..rule(Rules::ConfidenceWeighted, 60) };
    let decision = decide_with_outlook(&rule, &voters, &votes);
    assert_eq!((decision.option.as_deref(), decision.margin), (Some("SHIP"), None));
}

#[test]
fn an_abstention_is_missing_for_what_if() {
    let votes = [ballot("SHIP"), missing(NonVoteKind::Abstained), missing(NonVoteKind::Crashed)];
    let decision = decide_with_outlook(&rule(Rules::Majority, 3), &roster(&["x", "y", "z"]), &votes);
    let told: Vec<_> = decision.what_if.iter().map(|w| (w.voted.as_str(), w.result.option.as_deref())).collect();
    assert_eq!(told, [("SHIP", Some("SHIP")), ("HOLD", Some("HOLD"))]);
}
