//! Integration tests.

mod brief;
