//! What is said about a doubtful roster and a doubtful result.

use venire::vote::{Rule, Stance, Strategy, Tiebreak, Voter, ratio, result_warnings, roster_warnings};

use super::builders::{check, outcomes, roster, rule, strangers};

fn warned(rule: &Rule, voters: &[Voter], stances: &[Stance]) -> Vec<(&'static str, String)> {
    let mut voters = voters.to_vec();
    voters.iter_mut().zip(stances).for_each(|(voter, stance)| voter.stance = *stance);
    roster_warnings(rule, &voters)
}

fn codes(rule: &Rule, voters: &[Voter], stances: &[Stance]) -> Vec<&'static str> {
    warned(rule, voters, stances).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn a_sound_panel_is_not_warned_of() {
    use Stance::{Against, For, Neutral};
    let voters = [strangers(3), vec![check("tests")]].concat();
    assert!(codes(&rule(Strategy::Majority, 3), &voters, &[For, Against, Neutral, Neutral]).is_empty());
}

#[test]
fn one_lineage_is_named() {
    let warnings = warned(&rule(Strategy::Majority, 3), &roster(&["openai"; 3]), &[]);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].0, "V-WARN-ONE-LINEAGE");
    assert!(warnings[0].1.contains("openai"), "{}", warnings[0].1);
    assert!(codes(&rule(Strategy::Majority, 3), &roster(&["openai", "openai", "google"]), &[]).is_empty());
}

#[test]
fn an_even_panel_wants_a_tiebreak() {
    let even = rule(Strategy::Majority, 4);
    assert_eq!(codes(&even, &strangers(4), &[]), ["V-WARN-EVEN-SEATS"]);
    assert!(codes(&Rule { tiebreak: vec![Tiebreak::Safety], ..even }, &strangers(4), &[]).is_empty());
    assert!(codes(&rule(Strategy::AllVoices, 4), &strangers(4), &[]).is_empty());
}

#[test]
fn two_seats_are_few_and_their_quorum_is_tight() {
    let two = Rule { tiebreak: vec![Tiebreak::Safety], ..rule(Strategy::Majority, 2) };
    assert_eq!(codes(&two, &strangers(2), &[]), ["V-WARN-FEW-SEATS", "V-WARN-TIGHT-QUORUM"]);
    assert_eq!(codes(&Rule { quorum: 1, ..two }, &strangers(2), &[]), ["V-WARN-FEW-SEATS"]);
}

#[test]
fn a_side_without_a_counterpart_is_named() {
    use Stance::{Against, For, Neutral};
    let majority = rule(Strategy::Majority, 3);
    for stances in [[For, Neutral, For], [Neutral, Against, Neutral]] {
        assert_eq!(codes(&majority, &strangers(3), &stances), ["V-WARN-ONE-SIDED"]);
    }
    let warnings = warned(&majority, &strangers(3), &[For, Neutral, For]);
    assert!(warnings[0].1.starts_with("a, c "), "{}", warnings[0].1);
    assert!(codes(&majority, &strangers(3), &[For, Against, For]).is_empty());
}

#[test]
fn a_proposer_by_order_alone_is_named() {
    let pair = rule(Strategy::ParityPair, 4);
    let mut voters = strangers(4);
    voters[..2].iter_mut().for_each(|voter| voter.parity = true);
    assert_eq!(codes(&pair, &voters, &[]), ["V-WARN-PROPOSER"]);
    let warnings = warned(&pair, &voters, &[]);
    assert!(warnings[0].1.contains("c and d weigh the same: c is"), "{}", warnings[0].1);
    voters[3].weight = ratio(2, 1);
    assert!(codes(&pair, &voters, &[]).is_empty(), "the heaviest is no matter of order");
    voters[3].weight = ratio(1, 1);
    voters[2].proposer = true;
    assert!(codes(&pair, &voters, &[]).is_empty());
    assert_eq!(codes(&rule(Strategy::Majority, 4), &voters, &[]), ["V-WARN-EVEN-SEATS"]);
}

#[test]
fn confidences_that_tell_nothing_apart_are_named_where_they_count() {
    let confident = rule(Strategy::ConfidenceWeighted, 3);
    let told = |rule: &Rule, votes| {
        let warnings = result_warnings(rule, &strangers(3), &outcomes(votes));
        warnings.into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(told(&confident, "SHIP@9 SHIP@10 HOLD@9"), ["V-WARN-CONFIDENCE-FLAT"]);
    assert_eq!(told(&confident, "SHIP@4 SHIP@4 HOLD@4"), ["V-WARN-CONFIDENCE-FLAT"]);
    assert!(told(&confident, "SHIP@8 SHIP@9 HOLD@9").is_empty());
    assert_eq!(told(&confident, "SHIP@4 SHIP HOLD@5"), ["V-WARN-CONFIDENCE-MISSING"]);
    assert_eq!(told(&confident, "SHIP@4 SHIP failed"), ["V-WARN-CONFIDENCE-MISSING"], "one alone is not compared");
    assert!(told(&rule(Strategy::Majority, 3), "SHIP@4 SHIP HOLD@4").is_empty());
}

#[test]
fn a_dealbreaker_on_a_pass_is_a_contradiction() {
    let majority = rule(Strategy::Majority, 3);
    let warnings = result_warnings(&majority, &strangers(3), &outcomes("SHIP SHIP! HOLD!"));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].0, "V-WARN-DEALBREAKER-ON-PASS");
    assert!(warnings[0].1.contains("\"b\""), "{}", warnings[0].1);
}

#[test]
fn a_roster_of_one_lineage_is_not_warned_of_twice() {
    let warnings = result_warnings(&rule(Strategy::Majority, 3), &roster(&["openai"; 3]), &outcomes("SHIP SHIP SHIP"));
    assert!(warnings.is_empty());
    let warnings = result_warnings(&rule(Strategy::Majority, 3), &strangers(3), &outcomes("SHIP failed failed"));
    assert_eq!(warnings[0].0, "V-WARN-ONE-LINEAGE-VOTED");
}
