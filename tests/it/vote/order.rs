//! In which order the parts of a decision are asked, and what each may overrule.

use venire::vote::{
    Dealbreakers, Decision, Effect, NonVoteKind, Reason, Rule, Status, StopReason, Strategy, Tiebreak, Voter, decide,
    ratio,
};

use super::builders::{check, choice, outcomes, rule, ship_hold_or_revise, strangers};

/// Three seats under majority, the first with a veto.
fn with_veto() -> Vec<Voter> {
    let mut voters = strangers(3);
    voters[0].veto = true;
    voters
}

fn majority() -> Rule {
    rule(Strategy::Majority, 3)
}

fn head(decision: &Decision) -> (Status, Option<&str>, Option<Effect>, Reason, StopReason) {
    (decision.status, decision.option.as_deref(), decision.effect, decision.reason, decision.stop_reason)
}

#[test]
fn a_veto_decides_past_the_rule_and_the_quorum() {
    for votes in ["HOLD SHIP SHIP", "HOLD failed failed"] {
        let decision = decide(&majority(), &with_veto(), &outcomes(votes));
        let expected = (Status::Vetoed, Some("HOLD"), Some(Effect::Block), Reason::Vetoed, StopReason::Blocked);
        assert_eq!(head(&decision), expected);
        assert_eq!(decision.vetoed_by, ["a"]);
        assert_eq!(decision.strength.as_ref().map(|share| share.exact.as_str()), Some("1/3"));
        assert!(decision.requires_human_review);
    }
}

#[test]
fn of_several_vetoes_the_safest_decides() {
    let mut voters = with_veto();
    voters[1].veto = true;
    let rule = Rule { options: ship_hold_or_revise(), safety_order: vec!["REVISE".into()], ..majority() };
    let decision = decide(&rule, &voters, &outcomes("HOLD REVISE SHIP"));
    assert_eq!((decision.option.as_deref(), decision.effect), (Some("REVISE"), Some(Effect::Revise)));
    assert_eq!(decision.vetoed_by, ["b"]);
}

#[test]
fn an_escalation_is_one_however_it_is_reached() {
    let mut rule = majority();
    rule.options.push(choice("ASK", Some(Effect::Escalate)));
    let vetoed = decide(&rule, &with_veto(), &outcomes("ASK SHIP SHIP"));
    let expected = |reason| (Status::Escalated, Some("ASK"), Some(Effect::Escalate), reason, StopReason::Escalated);
    assert_eq!(head(&vetoed), expected(Reason::Vetoed));
    assert_eq!(vetoed.vetoed_by, ["a"]);
    let voted = decide(&rule, &strangers(3), &outcomes("ASK ASK SHIP"));
    assert_eq!(head(&voted), expected(Reason::Majority));
}

#[test]
fn a_check_is_no_voice_but_its_veto_holds() {
    let voters = [strangers(3), vec![check("tests")]].concat();
    let with = |last: &str| decide(&majority(), &voters, &outcomes(&format!("SHIP SHIP SHIP {last}")));

    let passed = with("passed");
    assert_eq!((passed.status, passed.quorum.eligible), (Status::Decided, 3));
    assert_eq!(passed.strength.as_ref().map(|share| share.exact.as_str()), Some("1"));
    assert!(passed.dissent.missing.is_empty());

    let failing = with("HOLD");
    assert_eq!(head(&failing).1, Some("HOLD"));
    assert_eq!((failing.status, failing.vetoed_by.as_slice()), (Status::Vetoed, &["tests".to_owned()][..]));

    let broken = with("failed");
    assert_eq!((broken.status, broken.reason), (Status::Undecided, Reason::VetoMissing));
    assert_eq!(broken.dissent.missing[0].seat, "tests");
    assert!(broken.tally.non_votes.kinds.is_empty(), "only eligible seats are in the tally");
}

#[test]
fn passed_is_a_check_s_word_only() {
    let decision = decide(&majority(), &with_veto(), &outcomes("passed SHIP SHIP"));
    assert_eq!(decision.reason, Reason::VetoMissing);
}

#[test]
fn an_abstention_does_not_satisfy_a_veto() {
    let decision = decide(&majority(), &with_veto(), &outcomes("abstained SHIP SHIP"));
    assert_eq!(decision.reason, Reason::VetoMissing);
    let decision = decide(&majority(), &with_veto(), &outcomes("abstained HOLD HOLD"));
    assert_eq!(decision.option.as_deref(), Some("HOLD"), "only a pass needs the veto seats");
}

#[test]
fn a_missing_veto_is_told_before_too_few_lineages_and_after_the_rule() {
    let mut voters = with_veto();
    voters[2].lineage = voters[1].lineage.clone();
    let rule = Rule { min_lineages: 2, ..majority() };
    assert_eq!(decide(&rule, &voters, &outcomes("failed SHIP SHIP")).reason, Reason::VetoMissing);
    assert_eq!(decide(&rule, &voters, &outcomes("failed SHIP HOLD")).reason, Reason::Tie);
    voters[0].veto = false;
    assert_eq!(decide(&rule, &voters, &outcomes("failed SHIP SHIP")).reason, Reason::TooFewLineages);
    assert_eq!(decide(&rule, &voters, &outcomes("failed HOLD HOLD")).option.as_deref(), Some("HOLD"));
}

#[test]
fn a_veto_seat_s_dealbreaker_does_what_the_panel_says() {
    let with = |dealbreakers, votes| decide(&Rule { dealbreakers, ..majority() }, &with_veto(), &outcomes(votes));

    let reported = with(Dealbreakers::Report, "SHIP! SHIP SHIP!");
    assert_eq!(reported.option.as_deref(), Some("SHIP"));
    assert_eq!(reported.dealbreakers, ["a", "c"], "every seat's dealbreaker is shown");

    let escalated = with(Dealbreakers::Escalate, "SHIP! SHIP SHIP");
    let expected = (Status::Escalated, None, Some(Effect::Escalate), Reason::Dealbreaker, StopReason::Escalated);
    assert_eq!(head(&escalated), expected);

    let vetoed = with(Dealbreakers::Veto, "SHIP! SHIP SHIP");
    let expected = (Status::Vetoed, None, Some(Effect::Block), Reason::Dealbreaker, StopReason::Blocked);
    assert_eq!(head(&vetoed), expected);
    assert_eq!(vetoed.vetoed_by, ["a"]);
    assert_eq!(vetoed.dissent.positions[0].seats.len(), 3, "where nothing won, every position is a dissent");

    for dealbreakers in [Dealbreakers::Escalate, Dealbreakers::Veto] {
        assert_eq!(with(dealbreakers, "SHIP SHIP! HOLD").option.as_deref(), Some("SHIP"), "b has no veto");
        assert_eq!(with(dealbreakers, "HOLD! SHIP SHIP").reason, Reason::Vetoed, "the ballot goes first");
    }
}

#[test]
fn no_tiebreak_passes_a_gate_or_passes_while_seats_are_missing() {
    let ship_first = |gate| Rule {
        tiebreak: vec![Tiebreak::Safety],
        safety_order: vec!["SHIP".into()],
        gate,
        ..rule(Strategy::Majority, 4)
    };
    let with = |gate, votes| decide(&ship_first(gate), &strangers(4), &outcomes(votes));
    assert_eq!(with(true, "SHIP SHIP HOLD HOLD").reason, Reason::Tie);
    let asked = with(false, "SHIP SHIP HOLD HOLD");
    assert_eq!((asked.option.as_deref(), asked.reason), (Some("SHIP"), Reason::Safety));
    assert!(asked.requires_human_review, "half of the panel is below 51/100");
    assert_eq!(with(false, "SHIP failed HOLD abstained").reason, Reason::Open);
}

#[test]
fn a_tiebreak_picks_among_the_tied_only() {
    let rule = Rule {
        options: ship_hold_or_revise(),
        tiebreak: vec![Tiebreak::Safety],
        safety_order: vec!["REVISE".into(), "HOLD".into()],
        ..rule(Strategy::Majority, 5)
    };
    let decision = decide(&rule, &strangers(5), &outcomes("SHIP SHIP HOLD HOLD REVISE"));
    assert_eq!((decision.option.as_deref(), decision.reason), (Some("HOLD"), Reason::Safety));
    let unnamed = Rule { safety_order: vec![], ..rule };
    let decision = decide(&unnamed, &strangers(5), &outcomes("SHIP SHIP failed REVISE REVISE"));
    assert_eq!(decision.option.as_deref(), Some("REVISE"), "a pass is never the safest unless the panel says so");
}

/// The lot can be drawn again with other tools: `printf run-2 | sha256sum` begins with b9d17232a4c83d99.
#[test]
fn a_lot_picks_the_place_that_its_seed_s_digest_leaves() {
    let options = ["HOLD", "REVISE", "REFUSE"].map(|label| choice(label, Some(Effect::Block))).to_vec();
    let tied = Rule { options, tiebreak: vec![Tiebreak::Random], ..majority() };
    for (seed, votes, drawn) in [
        ("run-1", "HOLD REVISE REFUSE", "HOLD"),
        ("run-3", "HOLD REVISE REFUSE", "REVISE"),
        ("run-2", "HOLD REVISE REFUSE", "REFUSE"),
        ("run-1", "failed REVISE REFUSE", "REFUSE"),
        ("run-3", "failed REVISE REFUSE", "REVISE"),
    ] {
        let decision = decide(&Rule { seed: seed.into(), ..tied.clone() }, &strangers(3), &outcomes(votes));
        assert_eq!((decision.option.as_deref(), decision.reason), (Some(drawn), Reason::DrawnByLot), "{seed} {votes}");
    }
}

#[test]
fn options_without_effects_decide_and_never_pass() {
    let rule = Rule { options: vec![choice("RUST", None), choice("GO", None)], gate: false, ..majority() };
    let decision = decide(&rule, &with_veto(), &outcomes("GO RUST RUST"));
    assert_eq!(head(&decision), (Status::Decided, Some("RUST"), None, Reason::Majority, StopReason::Escalated));
}

#[test]
fn advisory_seats_are_heard_and_not_counted() {
    let mut voters = strangers(4);
    voters[3].advisory = true;
    let decision = decide(&majority(), &voters, &outcomes("SHIP SHIP failed HOLD"));
    assert_eq!((decision.option.as_deref(), decision.quorum.eligible), (Some("SHIP"), 3));
    assert_eq!(decision.tally.options[1].ballots, 0);
    assert_eq!(decision.dissent.positions[0].seats[0].seat, "d");
    assert_eq!(decide(&majority(), &voters, &outcomes("SHIP failed failed SHIP")).status, Status::Inquorate);
}

#[test]
fn all_voices_seek_no_decision() {
    let rule = rule(Strategy::AllVoices, 3);
    let decision = decide(&rule, &with_veto(), &outcomes("prose failed prose"));
    let expected = (Status::NotSought, None, None, Reason::NotSought, StopReason::Escalated);
    assert_eq!(head(&decision), expected);
    assert_eq!((decision.quorum.answered, decision.quorum.needed), (2, 1));
    assert_eq!(decision.dissent.missing.len(), 1);
    assert_eq!(decide(&rule, &with_veto(), &outcomes("failed failed failed")).status, Status::Inquorate);
}

#[test]
fn prose_is_no_vote_where_options_are_asked_for() {
    let decision = decide(&majority(), &strangers(3), &outcomes("prose prose SHIP"));
    assert_eq!(decision.status, Status::Inquorate);
    assert_eq!(decision.tally.non_votes.kinds[&NonVoteKind::Unparsed], 2);
}

#[test]
fn a_unanimous_panel_has_an_empty_dissent() {
    let decision = decide(&rule(Strategy::Unanimous, 3), &strangers(3), &outcomes("SHIP SHIP SHIP"));
    assert_eq!(decision.reason, Reason::Unanimous);
    assert!(decision.dissent.positions.is_empty() && decision.dissent.missing.is_empty());
    assert!(decision.strong && !decision.requires_human_review);
    assert_eq!(decision.stop_reason, StopReason::Accepted);
}

#[test]
fn a_panel_of_checks_passes_without_a_lineage() {
    let mut voters = vec![check("build"), check("tests")];
    voters.iter_mut().for_each(|check| check.counts = true);
    let with = |min_lineages| {
        let rule = Rule { min_lineages, ..rule(Strategy::Unanimous, 2) };
        decide(&rule, &voters, &outcomes("SHIP SHIP"))
    };
    assert_eq!(with(1).stop_reason, StopReason::Accepted);
    assert_eq!(with(2).reason, Reason::TooFewLineages, "a check never stands for a lineage");
}

#[test]
fn a_weak_win_is_flagged_for_a_human() {
    let with = |below| {
        let rule = Rule { human_review_below: below, ..majority() };
        decide(&rule, &strangers(3), &outcomes("SHIP SHIP HOLD")).requires_human_review
    };
    assert!(with(ratio(67, 100)));
    assert!(!with(ratio(2, 3)), "a share at the bound is not below it");
}

#[test]
fn only_those_whose_dealbreaker_stopped_it_are_named() {
    let mut voters = with_veto();
    voters[1].veto = true;
    let with =
        |dealbreakers| decide(&Rule { dealbreakers, ..majority() }, &voters, &outcomes("SHIP! SHIP SHIP")).vetoed_by;
    assert_eq!(with(Dealbreakers::Veto), ["a"]);
    assert!(with(Dealbreakers::Escalate).is_empty() && with(Dealbreakers::Report).is_empty());
}

#[test]
fn a_lot_is_told_where_one_was_drawn() {
    let rule =
        Rule { tiebreak: vec![Tiebreak::Random], gate: false, seed: "a run".into(), ..rule(Strategy::Majority, 2) };
    let lot = |votes| decide(&rule, &strangers(2), &outcomes(votes)).lot;
    let drawn = lot("SHIP HOLD").expect("a tie is drawn");
    assert_eq!((drawn.seed.as_str(), drawn.among), ("a run", vec!["SHIP".to_owned(), "HOLD".to_owned()]));
    assert_eq!(lot("SHIP SHIP"), None);
}

#[test]
fn a_rule_reads_back_from_a_record_as_it_was_written() {
    let rule = Rule {
        threshold: Some(ratio(3, 4)),
        human_review_below: ratio(2, 3),
        tiebreak: vec![Tiebreak::Moderator, Tiebreak::Human],
        ..rule(Strategy::Supermajority, 3)
    };
    let written = serde_json::to_string(&rule).unwrap();
    assert_eq!(serde_json::from_str::<Rule>(&written).unwrap(), rule);
}
