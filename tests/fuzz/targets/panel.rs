//! From YAML to a panel.

#![no_main]

#[path = "../properties/panel.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::hold(input));
