//! Integration tests.
mod report;
