//! What the second round of `rank` makes of rankings.

use venire::vote::{Leaderboard, Reason, Rule, Status, Strategy, decide, decide_with_outlook, sentence};

use super::builders::{answered, missing, roster, rule, strangers};

fn board(decision: &venire::vote::Decision) -> &Leaderboard {
    decision.leaderboard.as_ref().expect("a leaderboard")
}

/// Seats, points and mean ranks in their order.
fn standings(decision: &venire::vote::Decision) -> Vec<(String, String, String, usize)> {
    let exact = |shown: &Option<venire::vote::Shown>| shown.as_ref().map_or("none".to_owned(), |s| s.exact.clone());
    let answers = board(decision).answers.iter();
    answers.map(|a| (a.seat.clone(), exact(&a.points), exact(&a.mean_rank), a.ranked_by)).collect()
}

fn is(seat: &str, points: &str, rank: &str, by: usize) -> (String, String, String, usize) {
    (seat.to_owned(), points.to_owned(), rank.to_owned(), by)
}

#[test]
fn the_answer_that_the_others_put_first_is_the_best() {
    let votes = [
        answered(&["c", "b", "d"]),
        answered(&["c", "a", "d"]),
        answered(&["b", "a", "d"]),
        answered(&["c", "b", "a"]),
    ];
    let decision = decide_with_outlook(&rule(Strategy::Rank, 4), &strangers(4), &votes);
    assert_eq!((decision.status, decision.reason, &decision.option), (Status::Decided, Reason::Rank, &None));
    let expected = [is("c", "1", "1", 3), is("b", "2/3", "5/3", 3), is("a", "1/3", "7/3", 3), is("d", "0", "3", 3)];
    assert_eq!(standings(&decision), expected);
    assert_eq!(board(&decision).voters, ["a", "b", "c", "d"]);
    let tau = |one: usize, other: usize| board(&decision).agreement[one][other].as_ref().map(|tau| tau.exact.clone());
    assert_eq!(tau(0, 1).as_deref(), Some("1"), "c above d for both");
    assert_eq!(tau(2, 3).as_deref(), Some("1"), "b above a for both");
    assert_eq!(tau(1, 1).as_deref(), Some("1"));
    assert_eq!((&decision.margin, decision.what_if.len()), (&None, 0));
    let told = sentence::decision(&decision);
    assert_eq!(told, "c's answer is ranked first: 100 % of the points in 3 of 4 rankings.");
}

#[test]
fn a_ranking_counts_whole_or_not_at_all() {
    let whole = |seat: &str| answered(&["a", "b", "c"].into_iter().filter(|id| *id != seat).collect::<Vec<_>>());
    let voters = |own: &[&str]| {
        let votes = [answered(own), whole("b"), whole("c")];
        board(&decide(&rule(Strategy::Rank, 3), &strangers(3), &votes)).voters.clone()
    };
    assert_eq!(voters(&["c", "b"]), ["a", "b", "c"]);
    for broken in [&["b"][..], &[], &["b", "b", "c"], &["a", "b", "c"], &["b", "c", "x"]] {
        assert_eq!(voters(broken), ["b", "c"], "{broken:?}");
    }
}

#[test]
fn it_takes_three_answers_and_the_quorum_in_rankings() {
    let ask = |quorum: usize, votes: &[venire::vote::Outcome]| {
        let rule = Rule { quorum, ..rule(Strategy::Rank, votes.len()) };
        let decision = decide(&rule, &strangers(votes.len()), votes);
        (decision.status, decision.reason)
    };
    let failed = || missing(venire::vote::NonVoteKind::Crashed);
    let two = [answered(&["b"]), answered(&["a"]), failed()];
    assert_eq!(ask(2, &two), (Status::Undecided, Reason::TooFewAnswers));
    let unranked = [answered(&["b", "c"]), answered(&[]), answered(&[])];
    assert_eq!(ask(2, &unranked), (Status::Undecided, Reason::TooFewRankings));
    assert_eq!(ask(1, &unranked), (Status::Decided, Reason::Rank));
    assert_eq!(ask(2, &[answered(&["b", "c"]), failed(), failed()]), (Status::Inquorate, Reason::Inquorate));
    let circle = [answered(&["b", "c"]), answered(&["c", "a"]), answered(&["a", "b"])];
    assert_eq!(ask(2, &circle), (Status::Undecided, Reason::Tie));
}

#[test]
fn a_lineage_ranks_with_one_voice_under_the_discount() {
    // Three of one vendor put each other's answers first, and two others disagree.
    let votes = [
        answered(&["b", "c", "d", "e"]),
        answered(&["a", "c", "d", "e"]),
        answered(&["a", "b", "d", "e"]),
        answered(&["e", "a", "b", "c"]),
        answered(&["d", "a", "b", "c"]),
    ];
    let voters = roster(&["x", "x", "x", "y", "z"]);
    let plain = rule(Strategy::Rank, 5);
    let best = |rule: &Rule| board(&decide(rule, &voters, &votes)).answers[0].seat.clone();
    assert_eq!(best(&plain), "a");
    assert_eq!(best(&Rule { discount_correlated: true, ..plain }), "a");
    let d = decide(&Rule { discount_correlated: true, ..rule(Strategy::Rank, 5) }, &voters, &votes);
    let points = |seat: &str| board(&d).answers.iter().find(|a| a.seat == seat).unwrap().points.clone().unwrap().exact;
    assert_eq!(points("d"), "2/3", "1/3 of x's one voice, and all of z's: (1/3 + 1) / 2");
}
