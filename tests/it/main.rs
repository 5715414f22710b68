//! Integration tests.

mod agent;
