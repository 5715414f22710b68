//! The harness held to its word: a fake agent that lied, or a model server that did not break as it
//! was told, would make every other test worthless.

mod agents;
mod models;
