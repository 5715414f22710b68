//! What came of a seat: a ballot, a named non-vote, or a check that passed.

use super::{Exact, NonVote};

/// A seat's vote as it was read from its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Ballot {
    /// The option voted for, in the panel's spelling. `None` under `all-voices` and `rank`, where the answer
    /// is prose.
    pub option: Option<String>,
    /// Under `borda`: the options from the best down, `option` first. What it leaves out shares the places that
    /// are left; an empty one ranks `option` first and ties the rest. Under `rank`: the ids of the other seats, whose
    /// answers they stand for, best first; empty where there is no ranking that can be used.
    pub ranking: Vec<String>,
    /// Whether the verdict carried the seal of its prompt.
    pub sealed: bool,
    /// The verdict's one sentence.
    pub summary: String,
    /// Between 0 and 1; `None` where it was not given or can't be used.
    pub confidence: Option<Exact>,
    pub confidence_reason: Option<String>,
    pub takeaways: Vec<String>,
    pub risks: Vec<String>,
    pub evidence: Vec<String>,
    /// Whether the seat names something that must not pass whatever the others say.
    pub dealbreaker: bool,
}

impl Ballot {
    /// A ballot for `option` with nothing but a sentence.
    #[must_use]
    pub fn bare(option: Option<String>, summary: impl Into<String>) -> Self {
        Self {
            option,
            ranking: vec![],
            sealed: false,
            summary: summary.into(),
            confidence: None,
            confidence_reason: None,
            takeaways: vec![],
            risks: vec![],
            evidence: vec![],
            dealbreaker: false,
        }
    }
}

/// What came of a seat, exactly one of these.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Ballot(Ballot),
    NonVote(NonVote),
    /// A check that does not count ended with exit status 0: no vote, but a veto seat is satisfied.
    Passed,
}
