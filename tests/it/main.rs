//! Integration tests: the real program in a sealed world, with scripted agents and scripted models.
//!
//! `world` makes the world, `model_server` answers the real command lines. The other modules are
//! the tests, by what they hold.

#![allow(clippy::unwrap_used, reason = "in a test a broken assumption is a failure")]
#![allow(clippy::print_stderr, reason = "a test that can't run here says why")]

mod agent;
mod ballots;
mod brief;
mod commands;
mod drift;
mod engine;
mod faults;
mod fuzz;
mod gate;
mod harness;
mod isolate;
mod layers;
mod model_server;
mod panel;
mod process;
mod reader;
mod readme;
mod real;
mod records;
mod report;
mod schema;
mod store;
mod terminal;
mod trust;
mod vote;
mod world;
