//! From bytes to a screen.

#![no_main]

#[path = "../properties/sanitise.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::hold(input));
