//! From an agent's output to an answer.

#![no_main]

#[path = "../properties/output.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::hold(input));
