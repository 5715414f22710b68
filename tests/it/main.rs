//! Integration tests.

mod panel;
