//! The decision document (README, "The result document").

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Effect, NonVote, NonVoteKind, Shown, Stance};

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
    /// The option has more than half of the weight, or the threshold, by the seats' own weights.
    Weighted,
    /// The same, each ballot weighing as much as its confidence.
    ConfidenceWeighted,
    /// Every parity seat voted as the proposer did.
    ParityPair,
    /// The option has the greatest sum of points.
    Borda,
    /// One seat's answer has the most points of the other seats' rankings.
    Rank,
    /// The tie was broken by the panel's order of safety.
    Safety,
    /// The tie was broken by the moderator's ballot.
    Moderator,
    /// The tie was broken by lot.
    DrawnByLot,
    /// The tie goes to a human.
    Human,
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
    /// Under `rank`: fewer than three answers, and nobody can compare what others say with fewer.
    TooFewAnswers,
    /// Under `rank`: fewer seats than the quorum ranked the answers of the others in full.
    TooFewRankings,
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
    /// What the rule compares where it is not the weight: weight times confidence, or points.
    #[serde(default)]
    pub score: Option<Shown>,
    /// Under `confidence-weighted`, the score divided by the sum of the scores.
    #[serde(default)]
    pub share_of_scores: Option<Shown>,
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

/// The confidence of the seats of one stance that voted and count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StanceConfidence {
    pub stance: Stance,
    /// Their ballots.
    pub ballots: usize,
    /// Those that give a confidence which can be used.
    pub given: usize,
    /// The mean of what was given.
    pub mean: Option<Shown>,
}

/// What came of the second round of `rank`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Leaderboard {
    /// The answers, those with the most points first.
    pub answers: Vec<RankedAnswer>,
    /// The seats whose rankings count, in the roster's order.
    pub voters: Vec<String>,
    /// How far each two voters agree on the answers that both ranked, in the order of `voters`: Kendall's tau-b, from
    /// -1 to 1. Null where they share fewer than two.
    pub agreement: Vec<Vec<Option<Shown>>>,
}

/// A seat's answer as the others ranked it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RankedAnswer {
    /// The seat that gave it.
    pub seat: String,
    /// The mean over those who ranked it, each with its weight: 1 for the first place of a ranking, 0 for its last.
    /// Null where nobody did.
    pub points: Option<Shown>,
    /// The mean place over the same, from 1.
    pub mean_rank: Option<Shown>,
    /// How many seats ranked it.
    pub ranked_by: usize,
}

/// How a tie was drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Lot {
    /// The run's id.
    pub seed: String,
    /// The tied options, in the panel's order. The first 8 bytes of the seed's SHA-256, as a number, divided by
    /// how many they are, leave the place of the one that wins.
    pub among: Vec<String>,
}

/// The head of a decision that was not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Outlook {
    pub status: Status,
    pub option: Option<String>,
    pub effect: Option<Effect>,
    pub reason: Reason,
}

/// Seats that vote alike, and would have had to vote alike otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Change {
    /// The option that they voted for.
    pub from: String,
    /// The one that they would have had to vote for; null for a check that would have had to pass.
    pub to: Option<String>,
    /// Under `borda`, the whole ranking; else empty.
    #[serde(default)]
    pub ranking: Vec<String>,
    /// One choice of these seats.
    pub seats: Vec<String>,
    /// All seats among which so many could be chosen.
    pub among: Vec<String>,
}

/// How firm a decision is: the least number of the seats that voted which would have had to vote otherwise for
/// another status or another option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Margin {
    pub seats: usize,
    /// One such set, its seats grouped by how they voted.
    pub changes: Vec<Change>,
    /// What would have come of it.
    pub result: Outlook,
}

/// The decision if every missing seat had voted for this option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WhatIf {
    pub voted: String,
    pub result: Outlook,
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
    /// How many independent voices of equal weight the panel amounts to.
    #[serde(default = "Shown::zero")]
    pub effective_voices: Shown,
    /// What the seats that voted say of their confidence, stance by stance.
    #[serde(default)]
    pub confidence: Vec<StanceConfidence>,
    /// The winning share, of what the rule goes by.
    pub strength: Option<Shown>,
    /// Whether the winning share is at least 2/3.
    pub strong: bool,
    /// Set where a tie was drawn by lot.
    #[serde(default)]
    pub lot: Option<Lot>,
    /// Under `rank`, once there are enough answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaderboard: Option<Leaderboard>,
    /// Null where no other vote of those that voted gives another result, and where the search for one would
    /// cost too much (README, "Margin").
    #[serde(default)]
    pub margin: Option<Margin>,
    /// One for each option, where seats are missing.
    #[serde(default)]
    pub what_if: Vec<WhatIf>,
    /// The seats whose veto decided.
    pub vetoed_by: Vec<String>,
    /// The seats whose ballot says "dealbreaker: yes".
    pub dealbreakers: Vec<String>,
    pub dissent: Dissent,
    pub requires_human_review: bool,
}
