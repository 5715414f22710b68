//! Integration tests.

mod vote;
