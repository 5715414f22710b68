//! Votes that other tools have counted wrongly.

use venire::vote::{
    Ballot, NonVoteKind, Outcome, Reason, Rule, Status, Strategy, Tiebreak, decide, ratio, result_warnings,
};

use super::builders::{ballot, outcomes, ranked, roster, rule, ship_hold_or_revise, strangers, sure};

/// The ballots for SHIP and for HOLD.
fn counted(decision: &venire::vote::Decision) -> (usize, usize) {
    (decision.tally.options[0].ballots, decision.tally.options[1].ballots)
}

#[test]
fn a_tie_of_two_has_no_winner_by_confidence_or_by_order() {
    let sure = |label: &str, tenths: i64| {
        let bare = Ballot::bare(Some(label.to_owned()), "Sure.");
        Outcome::Ballot(Ballot { confidence: Some(ratio(tenths, 10)), ..bare })
    };
    let votes = [sure("SHIP", 9), sure("HOLD", 6)];
    let majority = rule(Strategy::Majority, 2);
    let decision = decide(&majority, &strangers(2), &votes);
    assert_eq!((decision.status, decision.reason, counted(&decision)), (Status::Undecided, Reason::Tie, (1, 1)));

    let safest = Rule { tiebreak: vec![Tiebreak::Safety], ..majority };
    let decision = decide(&safest, &strangers(2), &votes);
    assert_eq!((decision.option.as_deref(), decision.reason), (Some("HOLD"), Reason::Safety));
}

#[test]
fn nobody_voted_and_nobody_is_unanimous() {
    let unanimous = Rule { quorum: 1, ..rule(Strategy::Unanimous, 3) };
    let decision = decide(&unanimous, &strangers(3), &outcomes("failed failed failed"));
    assert_eq!((decision.status, decision.option.clone(), counted(&decision)), (Status::Inquorate, None, (0, 0)));

    let decision = decide(&unanimous, &strangers(3), &outcomes("abstained abstained abstained"));
    assert_eq!((decision.status, decision.reason), (Status::Undecided, Reason::NoBallots));

    let decision = decide(&Rule { quorum: 0, ..unanimous }, &[], &[] as &[Outcome]);
    assert_eq!((decision.reason, decision.tally.options[0].share.exact.as_str()), (Reason::NoBallots, "0"));
}

#[test]
fn failed_seats_do_not_shrink_the_panel() {
    let decision = decide(&rule(Strategy::Majority, 3), &strangers(3), &outcomes("SHIP failed failed"));
    assert_eq!((decision.status, decision.option), (Status::Inquorate, None));
    assert_eq!((decision.quorum.answered, decision.quorum.needed, decision.quorum.eligible), (1, 2, 3));
    assert_eq!(decision.tally.options[0].share.exact, "1/3");
}

#[test]
fn a_seat_has_one_vote_however_many_outcomes_are_handed_in() {
    let decision = decide(&rule(Strategy::Majority, 3), &strangers(3), &outcomes("SHIP HOLD HOLD SHIP SHIP"));
    assert_eq!((decision.option.as_deref(), counted(&decision)), (Some("HOLD"), (1, 2)));

    let decision = decide(&rule(Strategy::Majority, 5), &strangers(5), &outcomes("SHIP SHIP SHIP"));
    assert_eq!(decision.tally.options[0].share.exact, "3/5", "a seat without an outcome stays in the count");
    assert_eq!(decision.tally.non_votes.kinds[&NonVoteKind::OtherFailure], 2);
}

#[test]
fn decoration_is_no_part_of_a_label_and_a_longer_word_is_another_label() {
    let votes: Vec<Outcome> = ["**Ship**", "ship.", " SHIP\n", "\"HOLD\"", "SHIP-IT"].map(ballot).into();
    let decision = decide(&rule(Strategy::Majority, 5), &strangers(5), &votes);
    assert_eq!((decision.option.as_deref(), decision.reason), (Some("SHIP"), Reason::Majority));
    assert_eq!(counted(&decision), (3, 1));
    assert_eq!(decision.quorum.answered, 4);
    assert_eq!(decision.dissent.positions[0].seats[0].seat, "d");
    let missing = &decision.dissent.missing[0];
    assert_eq!((missing.seat.as_str(), missing.non_vote.kind), ("e", NonVoteKind::OffList));
    assert!(missing.non_vote.detail.contains("SHIP-IT"), "{}", missing.non_vote.detail);
}

#[test]
fn weights_of_nothing_decide_nothing() {
    let mut voters = strangers(3);
    voters.iter_mut().for_each(|voter| voter.weight = ratio(0, 1));
    for strategy in [Strategy::Weighted, Strategy::ConfidenceWeighted] {
        let decision = decide(&rule(strategy, 3), &voters, &outcomes("SHIP SHIP HOLD"));
        assert_eq!((decision.option.clone(), decision.reason), (None, Reason::Split));
        assert_eq!((counted(&decision), decision.tally.options[0].share.exact.as_str()), ((2, 1), "0"));
    }
}

#[test]
fn an_abstention_is_not_skipped_to_make_the_rest_unanimous() {
    for votes in ["SHIP SHIP abstained", "SHIP SHIP failed"] {
        let decision = decide(&rule(Strategy::Unanimous, 3), &strangers(3), &outcomes(votes));
        assert_eq!((decision.option.clone(), decision.reason), (None, Reason::Incomplete));
        assert_eq!(counted(&decision), (2, 0));
        assert_eq!(decision.dissent.missing[0].seat, "c");
    }
}

#[test]
fn the_one_that_was_outvoted_is_heard_in_its_own_words() {
    let mut votes = outcomes("SHIP SHIP SHIP SHIP");
    votes.push(Outcome::Ballot(Ballot {
        confidence: Some(ratio(95, 100)),
        risks: vec!["The down migration drops a column in use.".to_owned()],
        ..Ballot::bare(Some("HOLD".to_owned()), "This loses data.")
    }));
    let decision = decide(&rule(Strategy::Majority, 5), &strangers(5), &votes);
    assert_eq!((decision.option.as_deref(), decision.reason), (Some("SHIP"), Reason::Majority));
    assert_eq!(decision.dissent.positions.len(), 1);
    let position = &decision.dissent.positions[0];
    assert_eq!((position.option.as_str(), position.seats.len()), ("HOLD", 1));
    let seat = &position.seats[0];
    assert_eq!((seat.seat.as_str(), seat.summary.as_str()), ("e", "This loses data."));
    assert_eq!(seat.risks, ["The down migration drops a column in use."]);
    assert_eq!(seat.confidence.as_ref().map(|c| c.exact.as_str()), Some("19/20"));
}

#[test]
fn a_share_exactly_at_the_threshold_passes() {
    let two_thirds = rule(Strategy::Supermajority, 3);
    let decide_with = |threshold| {
        let rule = Rule { threshold, ..two_thirds.clone() };
        decide(&rule, &strangers(3), &outcomes("SHIP SHIP HOLD"))
    };
    for met in [None, Some(ratio(2, 3)), Some(ratio(66, 100))] {
        let decision = decide_with(met);
        assert_eq!((decision.option.as_deref(), decision.strong), (Some("SHIP"), true));
    }
    assert_eq!(decide_with(Some(ratio(67, 100))).reason, Reason::Split);
}

#[test]
fn a_consensus_of_one_vendor_is_named_as_such() {
    let voters = roster(&["openai", "openai", "openai", "google", "anthropic"]);
    let (votes, majority) = (outcomes("SHIP SHIP SHIP failed failed"), rule(Strategy::Majority, 5));
    assert_eq!(decide(&majority, &voters, &votes).option.as_deref(), Some("SHIP"));
    let warnings = result_warnings(&majority, &voters, &votes);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].0, "V-WARN-ONE-LINEAGE-VOTED");
    assert!(warnings[0].1.contains("openai"), "{}", warnings[0].1);
}

#[test]
fn a_ranking_that_contradicts_itself_is_void_and_makes_the_panel_no_smaller() {
    let rule = Rule { options: ship_hold_or_revise(), quorum: 1, ..rule(Strategy::Borda, 2) };
    let for_hold = Outcome::Ballot(Ballot {
        ranking: vec!["SHIP".into(), "HOLD".into()],
        ..Ballot::bare(Some("HOLD".into()), "Not as it says.")
    });
    let [twice, other_first] = [ranked(&["SHIP", "HOLD", "SHIP"]), for_hold].map(|void| {
        let decision = decide(&rule, &strangers(2), &[void, ballot("HOLD")]);
        (decision.tally.non_votes.kinds.get(&NonVoteKind::VoidRanking).copied(), decision.tally.options[1].ballots)
    });
    assert_eq!([twice, other_first], [(Some(1), 1); 2]);
}

/// A confidence of 3/2 would weigh more than a vote, and one below 0 would take votes away.
#[test]
fn a_confidence_out_of_range_is_none() {
    let rule = Rule { quorum: 1, ..rule(Strategy::ConfidenceWeighted, 2) };
    for tenths in [-5, 11, 15] {
        let decision = decide(&rule, &strangers(2), &[sure("SHIP", tenths), sure("HOLD", 5)]);
        let scores = decision.tally.options.iter().map(|option| option.score.as_ref().unwrap().exact.as_str());
        assert_eq!(scores.collect::<Vec<_>>(), ["0", "1/2"], "{tenths} tenths");
    }
    let at_the_ends = decide(&rule, &strangers(2), &[sure("SHIP", 10), sure("HOLD", 0)]);
    let parts = at_the_ends.tally.options.iter().map(|option| option.share_of_scores.as_ref().unwrap().exact.as_str());
    assert_eq!(parts.collect::<Vec<_>>(), ["1", "0"]);
    let halves = decide(&rule, &strangers(2), &[sure("SHIP", 9), sure("HOLD", 6)]);
    let parts = halves.tally.options.iter().map(|option| option.share_of_scores.as_ref().unwrap().exact.as_str());
    assert_eq!(parts.collect::<Vec<_>>(), ["3/5", "2/5"]);
}
