//! From an answer to a ballot.

#![no_main]

#[path = "../properties/reader.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::hold(input));
