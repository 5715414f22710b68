//! The rule of a decision, set before the first seat starts.

use serde::{Deserialize, Serialize};

use super::{Exact, shown};
use crate::text::label;

/// What a winning option does to a gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    Pass,
    Block,
    Revise,
    Escalate,
}

impl Effect {
    /// The word used in panels.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Block => "block",
            Self::Revise => "revise",
            Self::Escalate => "escalate",
        }
    }
}

/// An option of the panel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Choice {
    /// As written in the panel.
    pub label: String,
    /// Required for `gate`.
    pub effect: Option<Effect>,
    /// Told to the seats.
    pub meaning: Option<String>,
}

/// How ballots are counted (README, "Strategies").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Every answer is shown and nothing is counted.
    AllVoices,
    /// Every eligible seat votes for the same option.
    Unanimous,
    /// An option has more than half of the weight of all eligible seats.
    Majority,
    /// An option has at least the threshold, two thirds where none is given.
    Supermajority,
    /// An option has the greatest share; a pass only if the missing seats could not turn it.
    Plurality,
    /// As `majority`, with the seats' own weights; with a threshold where one is given.
    Weighted,
    /// An option's ballots, each with its weight times its confidence, come to more than half.
    ConfidenceWeighted,
    /// Every parity seat votes as the proposer does; otherwise a human decides.
    ParityPair,
    /// Each ballot ranks the options; the greatest sum of points wins.
    Borda,
    /// In a second round each seat ranks the answers of the others; no option is voted for.
    Rank,
}

impl Strategy {
    /// Whether the seats' base weights count. Where they do not, every seat weighs 1 before the discount.
    #[must_use]
    pub fn uses_base_weights(self) -> bool {
        match self {
            Self::Weighted | Self::ConfidenceWeighted => true,
            Self::AllVoices
            | Self::Unanimous
            | Self::Majority
            | Self::Supermajority
            | Self::Plurality
            | Self::ParityPair
            | Self::Borda
            | Self::Rank => false,
        }
    }

    /// Whether `discount_correlated` changes the weights.
    #[must_use]
    pub fn uses_lineage_weights(self) -> bool {
        match self {
            Self::AllVoices | Self::Unanimous | Self::ParityPair => false,
            Self::Majority
            | Self::Supermajority
            | Self::Plurality
            | Self::Weighted
            | Self::ConfidenceWeighted
            | Self::Borda
            | Self::Rank => true,
        }
    }

    /// Whether a panel may set the share that wins.
    #[must_use]
    pub fn takes_threshold(self) -> bool {
        matches!(self, Self::Supermajority | Self::Weighted | Self::ConfidenceWeighted)
    }

    /// Whether the seats choose among options. Elsewhere they answer in prose.
    #[must_use]
    pub fn has_options(self) -> bool {
        !matches!(self, Self::AllVoices | Self::Rank)
    }

    /// Whether the greatest shares can be equal, so that a tiebreak has something to do.
    #[must_use]
    pub fn can_tie(self) -> bool {
        !matches!(self, Self::AllVoices | Self::ParityPair)
    }
}

/// What the scores of `confidence-weighted` are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShareOf {
    /// The weight of all eligible seats, so that a hesitant panel reaches no consensus.
    #[default]
    Panel,
    /// The sum of the scores. A pass must then still win if every missing seat were its rival's.
    Scores,
}

/// What is done when the greatest shares are equal; tried in the order given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tiebreak {
    /// The first of `safety_order` among the tied options.
    Safety,
    /// The moderator's seat is asked, with the answers of the tied sides.
    Moderator,
    /// A human decides.
    Human,
    /// One of the tied options is drawn by lot, from the rule's own seed.
    Random,
}

/// What a dealbreaker on a veto seat's ballot does beyond being reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Dealbreakers {
    #[default]
    Report,
    Escalate,
    Veto,
}

/// Everything that the count depends on but the roster and the ballots. Written into the record as it is, and read back
/// from there for a re-count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Two or more; empty under `all-voices` and `rank`.
    pub options: Vec<Choice>,
    pub strategy: Strategy,
    /// For `confidence-weighted`.
    pub share_of: ShareOf,
    /// Above 1/2 and at most 1; `None` for the strategy's own.
    #[serde(with = "shown::option")]
    pub threshold: Option<Exact>,
    /// The least number of answered seats.
    pub quorum: usize,
    /// The least number of lineages behind a winning `pass`; 0 or 1 asks for nothing.
    pub min_lineages: usize,
    pub tiebreak: Vec<Tiebreak>,
    /// What a lot is drawn from: the run's id, known before the first seat starts.
    pub seed: String,
    /// Labels, safest first. Options that it does not name follow: those that are no pass, then those
    /// that are, each in the panel's order.
    pub safety_order: Vec<String>,
    pub dealbreakers: Dealbreakers,
    pub discount_correlated: bool,
    /// A winning share below this is flagged for a human.
    #[serde(with = "shown")]
    pub human_review_below: Exact,
    /// Under `gate` no tiebreak ever yields a pass.
    pub gate: bool,
}

impl Rule {
    /// The effect of the option with this label.
    #[must_use]
    pub fn effect(&self, label: &str) -> Option<Effect> {
        self.effect_at(self.position(label)?)
    }

    /// The place among the options of the one with this label. Labels are compared as the README says in
    /// "Options and effects": case, decoration and Unicode form make no difference.
    #[must_use]
    pub fn position(&self, label: &str) -> Option<usize> {
        let exact = self.options.iter().position(|option| option.label == label);
        exact.or_else(|| self.options.iter().position(|option| same_label(&option.label, label)))
    }

    /// The effect of the option at this place.
    pub(super) fn effect_at(&self, option: usize) -> Option<Effect> {
        self.options.get(option).and_then(|option| option.effect)
    }

    /// The safest of some options, given by their places.
    pub(super) fn safest(&self, among: impl IntoIterator<Item = usize>) -> Option<usize> {
        among.into_iter().min_by_key(|option| {
            let label = self.options.get(*option).map_or("", |option| &option.label);
            let named = self.safety_order.iter().position(|other| same_label(other, label));
            (named.unwrap_or(usize::MAX), self.effect_at(*option) == Some(Effect::Pass), *option)
        })
    }
}

fn same_label(one: &str, other: &str) -> bool {
    one == other || label::fold(one) == label::fold(other)
}

/// More than half of `eligible` seats.
#[must_use]
pub fn default_quorum(strategy: Strategy, eligible: usize) -> usize {
    match strategy {
        Strategy::AllVoices => 1,
        _ => eligible / 2 + 1,
    }
}
