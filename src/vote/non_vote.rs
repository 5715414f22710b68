//! The closed list of the ways in which a seat does not vote (README, "Non-votes").

use serde::{Deserialize, Serialize};

/// Why a seat did not vote. A closed list: none of these is ever turned into an option, and none
/// makes the panel smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NonVoteKind {
    // The seat chose not to vote.
    Abstained,
    Refused,
    // The answer can't be read as one vote.
    Empty,
    Unparsed,
    OffList,
    Conflicting,
    Truncated,
    Echoed,
    Blind,
    VoidRanking,
    // The agent failed.
    NotInstalled,
    NotSignedIn,
    Quota,
    RateLimited,
    ModelUnavailable,
    Overloaded,
    Network,
    UntrustedDirectory,
    PromptTooLarge,
    OutputTooLarge,
    NoSuccessRecord,
    Crashed,
    SpawnFailed,
    OtherFailure,
    // venire ended or voided it.
    Skipped,
    TimedOut,
    Cut,
    Cancelled,
    CallLimit,
    SandboxFailed,
    Tripwire,
    WrongLineage,
    Tainted,
}

/// The group of a non-vote. Where several kinds fit, the greatest group wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NonVoteGroup {
    /// The seat chose not to vote.
    Chosen,
    /// The answer can't be read as one vote.
    Unreadable,
    /// The agent failed.
    Failed,
    /// venire ended or voided it.
    Voided,
}

impl NonVoteKind {
    /// Every kind, in the order of the groups.
    pub const ALL: [Self; 33] = [
        Self::Abstained,
        Self::Refused,
        Self::Empty,
        Self::Unparsed,
        Self::OffList,
        Self::Conflicting,
        Self::Truncated,
        Self::Echoed,
        Self::Blind,
        Self::VoidRanking,
        Self::NotInstalled,
        Self::NotSignedIn,
        Self::Quota,
        Self::RateLimited,
        Self::ModelUnavailable,
        Self::Overloaded,
        Self::Network,
        Self::UntrustedDirectory,
        Self::PromptTooLarge,
        Self::OutputTooLarge,
        Self::NoSuccessRecord,
        Self::Crashed,
        Self::SpawnFailed,
        Self::OtherFailure,
        Self::Skipped,
        Self::TimedOut,
        Self::Cut,
        Self::Cancelled,
        Self::CallLimit,
        Self::SandboxFailed,
        Self::Tripwire,
        Self::WrongLineage,
        Self::Tainted,
    ];

    /// The group that the kind belongs to.
    #[must_use]
    pub fn group(self) -> NonVoteGroup {
        match self {
            Self::Abstained | Self::Refused => NonVoteGroup::Chosen,
            Self::Empty
            | Self::Unparsed
            | Self::OffList
            | Self::Conflicting
            | Self::Truncated
            | Self::Echoed
            | Self::Blind
            | Self::VoidRanking => NonVoteGroup::Unreadable,
            Self::NotInstalled
            | Self::NotSignedIn
            | Self::Quota
            | Self::RateLimited
            | Self::ModelUnavailable
            | Self::Overloaded
            | Self::Network
            | Self::UntrustedDirectory
            | Self::PromptTooLarge
            | Self::OutputTooLarge
            | Self::NoSuccessRecord
            | Self::Crashed
            | Self::SpawnFailed
            | Self::OtherFailure => NonVoteGroup::Failed,
            Self::Skipped
            | Self::TimedOut
            | Self::Cut
            | Self::Cancelled
            | Self::CallLimit
            | Self::SandboxFailed
            | Self::Tripwire
            | Self::WrongLineage
            | Self::Tainted => NonVoteGroup::Voided,
        }
    }

    /// The word of the list, as printed and as written in records: `rate_limited`.
    #[must_use]
    pub fn word(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether the same call may succeed if it is made again a little later.
    #[must_use]
    pub fn may_pass(self) -> bool {
        matches!(self, Self::RateLimited | Self::Overloaded | Self::Network)
    }

    /// Whether another model of the same vendor may answer where this one failed.
    #[must_use]
    pub fn is_passed_on(self) -> bool {
        self.may_pass() || matches!(self, Self::Quota | Self::ModelUnavailable)
    }

    /// Whether a run that resumes another one asks the seat again: nobody has answered for it. A seat that has
    /// said something, or whose answer was voided, has had its turn.
    #[must_use]
    pub fn is_asked_again(self) -> bool {
        match self.group() {
            NonVoteGroup::Chosen => false,
            NonVoteGroup::Unreadable => self == Self::Empty,
            NonVoteGroup::Failed => true,
            NonVoteGroup::Voided => !matches!(self, Self::Tripwire | Self::WrongLineage | Self::Tainted),
        }
    }

    /// Whether the seat may be asked once more, with its own answer and the form only.
    #[must_use]
    pub fn is_reasked(self) -> bool {
        matches!(
            self,
            Self::Unparsed
                | Self::OffList
                | Self::Conflicting
                | Self::Echoed
                | Self::Empty
                | Self::Truncated
                | Self::VoidRanking
        )
    }
}

/// One seat's missing vote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct NonVote {
    pub kind: NonVoteKind,
    /// What happened, in one sentence or the agent's own words.
    pub detail: String,
    /// What the user can do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl NonVote {
    #[must_use]
    pub fn new(kind: NonVoteKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), remedy: None }
    }

    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole_and_in_the_order_of_the_groups() {
        assert!(NonVoteKind::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].group() <= pair[1].group()));
        assert_eq!(NonVoteKind::Tainted as usize + 1, NonVoteKind::ALL.len());
        assert_eq!(NonVoteKind::OffList.word(), "off_list");
    }
}
