//! Layer 1: YAML documents with places.
//!
//! A file is read into a tree of [`Node`]s, each with the place that it came from, and then walked by
//! the code that knows the format. The walk collects every error of a file, not the first only; only a
//! syntax error stops at the first. Numbers keep the text that was written, so that what counts is read
//! exactly and never through floating point.

mod diagnostic;
mod render;
mod tree;
mod walk;

pub use diagnostic::*;
pub use render::*;
pub use tree::*;
pub use walk::*;
