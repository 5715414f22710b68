//! Layer 4: ballots that were gathered elsewhere, one JSON object a line (README, "Counting votes from elsewhere").
//!
//! Pure: a line of text becomes a [`Line`] or a [`Fault`] with its column, and the lines of one item become
//! an [`Item`], which is counted by the rule. Nothing is skipped: what can't be understood is a fault.

mod item;
mod line;
mod value;

pub use item::Item;
pub use line::{Line, line};

/// What is wrong with a line of ballots, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Stable, explained in the README: `V-BALLOT-VALUE`.
    pub code: &'static str,
    /// From 1, in characters.
    pub column: usize,
    pub message: String,
    pub help: String,
}

impl Fault {
    fn new(code: &'static str, column: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code, column, message: message.into(), help: help.into() }
    }
}
