//! Integration tests.

mod brief;
mod report;
mod store;
mod vote;
