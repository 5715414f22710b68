//! Integration tests.

mod brief;
mod report;
