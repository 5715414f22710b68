//! Integration tests.

mod brief;
mod panel;
mod process;
mod report;
mod store;
mod vote;
