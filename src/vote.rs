//! Layer 1: the vote. How ballots become a decision.
//!
//! Everything here is pure: the same ballots give the same decision; there is no clock, no random
//! source and no input or output. All arithmetic that can change a decision is exact ([`Exact`]);
//! floating point appears only where a number is printed.
//!
//! The law above all rules: whatever a seat's outcome is replaced by, from a ballot to any non-vote,
//! the decision never moves towards an option whose effect is [`Effect::Pass`].

mod decision;
mod exact;
mod non_vote;
mod outcome;
mod rule;
mod voter;

pub use decision::*;
pub use exact::*;
pub use non_vote::*;
pub use outcome::*;
pub use rule::*;
pub use voter::*;
