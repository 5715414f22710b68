//! Integration tests.

mod brief;
mod report;
mod vote;
