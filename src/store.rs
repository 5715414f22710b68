//! Layer 6: files and git. The folders, changes as git has them, context items, the panel search path,
//! trust, and the folders of runs.
//!
//! Nothing here reads the process's own environment: folders and variables arrive as arguments. What is
//! written lies in the state folder, the configuration folder, or a private folder that the caller owns;
//! the tree under review, its index and its objects are only read. Files are written whole (under a
//! temporary name, then renamed) and are readable by the owner only.

pub mod change;
mod clock;
pub mod content;
pub mod context;
pub mod digest;
mod error;
pub mod extends;
mod file;
pub mod fingerprint;
pub mod folders;
pub mod git;
mod integrity;
pub mod ongoing;
pub mod panels;
mod patch;
pub mod prune;
pub mod push;
pub mod quote;
pub mod record;
pub mod runs;
pub mod scratch;
pub mod snapshot;
pub mod trust;
pub mod versions;

pub use error::StoreError;
