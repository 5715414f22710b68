//! The second round of `rank`: from an answer to a ranking of the other seats' answers.

use super::{Form, read};
use crate::vote::{Ballot, NonVote, NonVoteKind, Outcome, answer_labels};

/// How a ranking was asked for.
#[derive(Debug, Clone, Copy)]
pub struct RankingForm<'a> {
    /// The seats whose answers were shown, the one under the letter A first.
    pub shown: &'a [String],
    /// The prompt's seal.
    pub seal: &'a str,
    /// Whether it was asked for once more.
    pub is_reask: bool,
    /// Whether the output was cut in the middle.
    pub cut: bool,
}

/// The seats whose answers were shown, from the best answer down, each once.
///
/// # Errors
/// Why there is no such ranking. The answers hold verdicts of their own, so that only a sealed one counts.
pub fn read_ranking(answer: &str, form: &RankingForm<'_>) -> Result<Vec<String>, NonVote> {
    let labels = answer_labels(form.shown.len());
    let read = read(
        answer,
        &Form {
            options: &labels,
            seal: form.seal,
            pass_needs_seal: false,
            sealed_only: form.is_reask,
            material_has_verdict: true,
            asks_dealbreaker: false,
            ranked: true,
            cut: form.cut,
        },
    );
    let ballot = match read {
        Outcome::Ballot(ballot) => ballot,
        Outcome::NonVote(non_vote) => return Err(non_vote),
        Outcome::Passed => return Err(NonVote::new(NonVoteKind::Unparsed, "The answer ranks nothing.")),
    };
    let seat = |label: &String| {
        let place = labels.iter().position(|known| known.label == *label)?;
        form.shown.get(place).cloned()
    };
    let ranking: Vec<String> = ranked(&ballot).iter().filter_map(seat).collect();
    if ranking.len() < form.shown.len() {
        let detail = format!("The answer ranks {} of {} answers.", ranking.len(), form.shown.len());
        return Err(NonVote::new(NonVoteKind::VoidRanking, detail));
    }
    Ok(ranking)
}

/// A ballot with a single choice ranks that one.
fn ranked(ballot: &Ballot) -> &[String] {
    if ballot.ranking.is_empty() { ballot.option.as_slice() } else { &ballot.ranking }
}
