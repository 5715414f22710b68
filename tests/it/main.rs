//! Integration tests.

mod faults;
mod gate;
mod harness;
mod layers;
mod model_server;
mod real;
mod world;
