//! The roster: who may vote, with which weight.

use serde::{Deserialize, Serialize};

use super::{Exact, shown};

/// The side that a seat is asked to argue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// Argues for the proposal, as far as it can be supported.
    For,
    /// Looks for what speaks against the proposal.
    Against,
    /// Weighs both sides.
    Neutral,
}

/// What a seat is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// An agent: a model behind a command line.
    Agent,
    /// A command without a model; see the README, "Check seats".
    Check,
    /// A deterministic look at which context items are present; see the README, "Rubric seats".
    Rubric,
}

/// A seat of the roster, as far as the count needs to know it. Written into the record as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Voter {
    /// The seat's id, unique in the panel.
    pub id: String,
    pub kind: SeatKind,
    /// The vendor of the seat's model; `None` for checks and rubric seats, which have no lineage.
    pub lineage: Option<String>,
    /// The side that the seat is asked to argue. Nothing is counted by it.
    pub stance: Stance,
    /// Base weight, above 0 and at most 1000. Strategies that do not use base weights take it as 1.
    #[serde(with = "shown")]
    pub weight: Exact,
    /// A pass needs this seat's ballot (or its `passed`, for a check).
    pub veto: bool,
    /// Heard and shown, never counted.
    pub advisory: bool,
    /// A check whose exit status 0 is a ballot (`counts: true`). Always true for agents and rubric seats.
    pub counts: bool,
    /// Under `parity-pair`: the proposer's option needs this seat's ballot.
    pub parity: bool,
    /// Under `parity-pair`: this seat's option is the one that is put to the others.
    pub proposer: bool,
    /// Asked only to break a tie, and counted for nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moderator: bool,
}

impl Voter {
    /// Whether the seat is in the count: the roster without advisory seats, without checks that
    /// do not count and without the moderator. A seat whose agent is missing stays eligible.
    #[must_use]
    pub fn is_eligible(&self) -> bool {
        !self.advisory && self.counts && !self.moderator
    }
}
