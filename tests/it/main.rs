//! Integration tests.

mod reader;
