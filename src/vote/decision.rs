//! The decision document (README, "The result document").

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Effect, NonVote, NonVoteKind, Shown};

/// What kind of end the vote came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The rule, or a tiebreak, found one option.
    Decided,
    /// A seat with a veto decided, past the rule and the quorum.
    Vetoed,
    /// Enough seats answered, and no option won.
    Undecided,
    /// Too few seats answered.
    Inquorate,
    /// A human is to decide: an option that says so won or was cast by a veto, or a dealbreaker asks for it.
    Escalated,
    /// `all-voices`: no decision is sought.
    NotSought,
}

/// Why the decision came out as it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Every eligible seat voted for the option.
    Unanimous,
    /// The option has more than half of the weight.
    Majority,
    /// The option has at least the threshold.
    Supermajority,
    /// The option has the greatest share.
    Plurality,
    /// The tie was broken by the panel's order of safety.
    Safety,
    /// The ballot of a seat with a veto.
    Vetoed,
    /// A pass would have won, but a seat with a veto did not vote.
    VetoMissing,
    /// The greatest shares are equal.
    Tie,
    /// Ballots for different options were cast.
    Split,
    /// All ballots agree, but seats are missing.
    Incomplete,
    /// All seats voted, all agree, and the threshold is still not reached.
    ShortOfThreshold,
    /// A pass leads, but the seats that are missing could still have turned it.
    Open,
    /// A pass would have won, but seats of too few lineages back it.
    TooFewLineages,
    /// No option was cast.
    NoBallots,
    /// Fewer seats answered than the quorum asks for.
    Inquorate,
    /// A seat with a veto named a dealbreaker, and the panel acts on it.
    Dealbreaker,
    /// `all-voices`: no decision was sought.
    NotSought,
}

/// What a machine that waits for the decision should do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Go on: the decision's effect is a pass. Nothing else is ever accepted.
    Accepted,
    /// The vote came to `block` or `revise`.
    NeedsRevision,
    /// A veto, or too few answers.
    Blocked,
    /// A human has to look: undecided, escalated, no decision sought, or an option without an effect.
    Escalated,
}

/// One option's part of the count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OptionTally {
    pub option: String,
    /// Ballots of eligible seats.
    pub ballots: usize,
    /// Their effective weight.
    pub weight: Shown,
    /// The weight divided by that of all eligible seats.
    pub share: Shown,
}

/// The eligible seats that did not vote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct NonVoteTally {
    /// How many seats, for each kind that occurred.
    pub kinds: BTreeMap<NonVoteKind, usize>,
    /// Their weight. It stays in the total that shares are taken of.
    pub weight: Shown,
}

/// The count. The weights of the options and of the non-votes add up to the weight of all eligible seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Tally {
    /// In the panel's order.
    pub options: Vec<OptionTally>,
    pub non_votes: NonVoteTally,
}

/// How many seats answered, and how many had to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Quorum {
    /// The least number of answers.
    pub needed: usize,
    /// Eligible seats that voted or explicitly abstained.
    pub answered: usize,
    pub eligible: usize,
}

/// One seat that voted otherwise than the decision, in its own words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Position {
    pub option: String,
    /// In the order of the roster. Seats that are heard but not counted are among them.
    pub seats: Vec<DissentingSeat>,
}

/// A seat that did not vote, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct MissingSeat {
    pub seat: String,
    #[serde(flatten)]
    pub non_vote: NonVote,
}

/// Every position that did not win, and every seat that did not vote. Always there; both lists are
/// empty when all agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Dissent {
    pub positions: Vec<Position>,
    pub missing: Vec<MissingSeat>,
}

/// What the panel decided, why, and what was broken (README, "The result document").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Decision {
    pub status: Status,
    /// The winning label.
    pub option: Option<String>,
    /// What the decision does to a gate: that of the winning option. A veto by dealbreaker alone blocks
    /// without an option.
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
