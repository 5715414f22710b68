//! How the seats ranked each other's answers.

use super::page::Page;
use super::screen::Ink;
use super::words;
use crate::vote::{Leaderboard, RankedAnswer};

/// With more voters than this the pairs that agree least and most are all that is shown.
const MANY_PAIRS: usize = 10;

pub(super) fn add(page: &mut Page, board: &Leaderboard) {
    page.heading("Ranking");
    for (place, answer) in board.answers.iter().enumerate() {
        page.facts(2, (Ink::Strong, &format!("{}. {}", place + 1, answer.seat)), &facts(answer));
    }
    if let Some(sentence) = agreement(board) {
        page.text(2, Ink::Plain, &sentence);
    }
}

/// `3/4 (75 %) of the points, mean rank 1.5, ranked by 4`.
pub(super) fn facts(answer: &RankedAnswer) -> String {
    match (&answer.points, &answer.mean_rank) {
        (Some(points), Some(rank)) => format!(
            "{} of the points, mean rank {}, ranked by {}",
            words::share(points),
            rank.decimal,
            answer.ranked_by
        ),
        _ => "ranked by nobody".to_owned(),
    }
}

/// How far the voters agree, pair by pair: those that agree least first.
pub(super) fn agreement(board: &Leaderboard) -> Option<String> {
    let mut pairs: Vec<(f64, String)> = vec![];
    for (at, (voter, row)) in board.voters.iter().zip(&board.agreement).enumerate() {
        for (other, tau) in board.voters.iter().zip(row).skip(at + 1) {
            if let Some(tau) = tau {
                pairs.push((tau.decimal, format!("{voter} and {other} {}", tau.decimal)));
            }
        }
    }
    pairs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let names = |pairs: &[(f64, String)]| pairs.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join("; ");
    let shown = match pairs.as_slice() {
        [] => return None,
        [least, .., most] if pairs.len() > MANY_PAIRS => format!("least {}; most {}", least.1, most.1),
        all => names(all),
    };
    Some(format!("agreement of the voters (tau-b, -1 to 1): {shown}"))
}
