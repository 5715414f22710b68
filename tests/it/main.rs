//! Integration tests.

mod brief;
mod process;
mod report;
mod store;
mod vote;
