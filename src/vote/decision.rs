//! The decision document (README, "The result document").

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Effect, NonVote, NonVoteKind, Outcome, Rule, Shown, Voter};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Decided,
    Vetoed,
    Undecided,
    Inquorate,
    Escalated,
    /// `all-voices`: no decision is sought.
    NotSought,
}

/// Why the decision came out as it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Unanimous,
    Majority,
    Supermajority,
    Plurality,
    /// The tie was broken by the panel's order of safety.
    Safety,
    Vetoed,
    VetoMissing,
    Tie,
    Split,
    Incomplete,
    ShortOfThreshold,
    Open,
    TooFewLineages,
    NoBallots,
    Inquorate,
    Dealbreaker,
    /// `all-voices`: no decision was sought.
    NotSought,
}

/// What a machine that waits for the decision should do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    Accepted,
    NeedsRevision,
    Blocked,
    Escalated,
}

/// One option's part of the count.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct OptionTally {
    pub option: String,
    pub ballots: usize,
    pub weight: Shown,
    /// The weight divided by that of all eligible seats.
    pub share: Shown,
}

/// The seats that did not vote.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct NonVoteTally {
    pub kinds: BTreeMap<NonVoteKind, usize>,
    pub weight: Shown,
}

#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Tally {
    pub options: Vec<OptionTally>,
    pub non_votes: NonVoteTally,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Quorum {
    pub needed: usize,
    pub answered: usize,
    pub eligible: usize,
}

/// One seat that voted otherwise than the decision, in its own words.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct DissentingSeat {
    pub seat: String,
    pub summary: String,
    pub takeaways: Vec<String>,
    pub risks: Vec<String>,
    pub evidence: Vec<String>,
    pub confidence: Option<Shown>,
    pub dealbreaker: bool,
}

/// One position that did not win.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Position {
    pub option: String,
    pub seats: Vec<DissentingSeat>,
}

#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct MissingSeat {
    pub seat: String,
    #[serde(flatten)]
    pub non_vote: NonVote,
}

/// Every position that did not win, and every seat that did not vote. Always there; both lists are
/// empty when all agree.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Dissent {
    pub positions: Vec<Position>,
    pub missing: Vec<MissingSeat>,
}

#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Decision {
    pub status: Status,
    /// The winning label.
    pub option: Option<String>,
    pub effect: Option<Effect>,
    pub reason: Reason,
    pub stop_reason: StopReason,
    pub tally: Tally,
    pub quorum: Quorum,
    /// The winning share.
    pub strength: Option<Shown>,
    /// Whether the winning share is at least 2/3.
    pub strong: bool,
    /// The seats whose veto decided.
    pub vetoed_by: Vec<String>,
    /// The seats whose ballot says "dealbreaker: yes".
    pub dealbreakers: Vec<String>,
    pub dissent: Dissent,
    pub requires_human_review: bool,
}

/// Counts. `outcomes` are in the order of `roster`.
#[must_use]
pub fn decide(rule: &Rule, roster: &[Voter], outcomes: &[Outcome]) -> Decision {
    let _ = (rule, roster, outcomes);
    todo!("helper")
}
