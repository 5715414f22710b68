//! Layer 0: text. Pure helpers that every other layer may use.

pub mod duration;
pub mod hex;
pub mod label;
pub mod letters;
pub mod nearest;
pub mod sanitise;
pub mod secrets;
