//! Layer 3: panels. The file format, its layers (`extends`, `--set`, the named overrides), its checks,
//! and the diagnostics that say what is wrong, where, and what is allowed there.
//!
//! Text in, values out: this module reads no file. `store` finds the texts.

mod model;

pub use model::*;
