//! Layer 1: the vote. How ballots become a decision.
//!
//! Everything here is pure: the same ballots give the same decision; there is no clock, no random
//! source and no input or output. All arithmetic that can change a decision is exact ([`Exact`]);
//! floating point appears only where a number is printed.
//!
//! A decision is made in one straight line: `count` says where each seat stands and what it weighs, `poll` keeps
//! the figures of it, `veto` asks whether the seats with a veto have decided, `strategy` applies the panel's rule
//! and its tiebreak, `verdict` puts them in order, `dissent` keeps what did not win. `rank` compares the rankings of a second round. `margin` and `what_if` ask
//! for the verdict of other figures.
//!
//! The law above all rules: whatever a seat's outcome is replaced by, from a ballot to any non-vote,
//! the decision never moves towards an option whose effect is [`Effect::Pass`].

mod confidence;
mod count;
mod decide;
mod decision;
mod dissent;
mod exact;
mod fraction;
mod margin;
mod merit;
mod non_vote;
mod outcome;
mod parity;
mod poll;
mod rank;
mod reach;
mod rule;
pub mod sentence;
mod settled;
mod strategy;
mod verdict;
mod veto;
mod voter;
mod warning;
mod weight;
mod what_if;

pub use decide::{decide, decide_with_outlook, tie};
pub use decision::*;
pub use exact::*;
pub use non_vote::*;
pub use outcome::*;
pub use parity::proposer;
pub use rank::{answer_labels, order};
pub use rule::*;
pub use settled::*;
pub use voter::*;
pub use warning::*;
pub use weight::*;
