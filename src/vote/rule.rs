//! The rule of a decision, set before the first seat starts.

use serde::Serialize;

use super::Exact;

/// What a winning option does to a gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    Pass,
    Block,
    Revise,
    Escalate,
}

/// An option of the panel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Choice {
    /// As written in the panel.
    pub label: String,
    /// Required for `gate`.
    pub effect: Option<Effect>,
    /// Told to the seats.
    pub meaning: Option<String>,
}

/// How ballots are counted (README, "Strategies").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    AllVoices,
    Unanimous,
    Majority,
    Supermajority,
    Plurality,
}

/// What is done when the greatest shares are equal; tried in the order given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tiebreak {
    /// The first of `safety_order` among the tied options.
    Safety,
}

/// What a dealbreaker on a veto seat's ballot does beyond being reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Dealbreakers {
    #[default]
    Report,
    Escalate,
    Veto,
}

/// Everything that the count depends on but the roster and the ballots.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Two or more; empty under `all-voices`.
    pub options: Vec<Choice>,
    pub strategy: Strategy,
    /// Above 1/2 and at most 1; `None` for the strategy's own.
    pub threshold: Option<Exact>,
    /// The least number of answered seats.
    pub quorum: usize,
    /// The least number of lineages behind a winning `pass`; 0 or 1 asks for nothing.
    pub min_lineages: usize,
    pub tiebreak: Vec<Tiebreak>,
    /// Labels, safest first; options that it does not name follow in the panel's order.
    pub safety_order: Vec<String>,
    pub dealbreakers: Dealbreakers,
    pub discount_correlated: bool,
    /// A winning share below this is flagged for a human.
    pub human_review_below: Exact,
    /// Under `gate` no tiebreak ever yields a pass.
    pub gate: bool,
}

impl Rule {
    /// The effect of the option with this label.
    #[must_use]
    pub fn effect(&self, label: &str) -> Option<Effect> {
        self.options.iter().find(|option| option.label == label).and_then(|option| option.effect)
    }
}

/// More than half of `eligible` seats.
#[must_use]
pub fn default_quorum(strategy: Strategy, eligible: usize) -> usize {
    match strategy {
        Strategy::AllVoices => 1,
        _ => eligible / 2 + 1,
    }
}
