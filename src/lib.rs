//! venire: panels of AI agents vote on a question or a change, and the count decides.
//!
//! One straight line leads from the command line to the exit status; each step is a function
//! from named values to a named value:
//!
//! ```text
//! argv ─▶ Args ─▶ Settings ─┐
//! panel.yaml ─▶ Panel ──────┼─▶ Plan ─▶ Brief ─▶ Invocation ─▶ Transcript ─▶ Reply ─▶ Ballot ─▶ Decision ─▶ Report
//! question, diff, files ────┘
//! ```
//!
//! Two laws stand above every module: nothing that failed ever helps a change to pass, and nothing
//! that venire starts changes the tree under review.
//!
//! The modules are layers. A module imports only from modules with a lower number, never sideways
//! and never up; `tests/it/layers.rs` holds it so.

// Layer 0: text, nothing else.
pub mod text;

// Layer 1: values and rules without any contact to the world.
pub mod document;
pub mod invocation;
pub mod vote;

// Layer 2: everything that can happen in a run.
pub mod event;

// Layer 3: the formats.
pub mod agent;
pub mod brief;
pub mod panel;
pub mod reader;

// Layer 4: what a run will do, written down before it starts; votes that need no run.
pub mod ballots;
pub mod plan;

// Layer 5: programs.
pub mod process;
pub mod sandbox;

// Layer 6: files and git.
pub mod store;

// Layer 7: conducts a plan.
pub mod engine;

// Layer 8: shows and records what happened.
pub mod report;

// Layer 9: looks back at what is on record.
pub mod audit;

// Layer 10: the command line.
pub mod cli;
