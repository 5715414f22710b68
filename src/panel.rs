//! Layer 3: panels. The file format, its layers (`extends`, `--set`, the named overrides), its checks,
//! and the diagnostics that say what is wrong, where, and what is allowed there.
//!
//! Text in, values out: this module reads no file. `store` finds the texts.
//!
//! A panel is made in three steps. `layers` and `overrides` turn texts into one tree in which each
//! value still knows the text that it came from; `read`, `seats`, `options` and `limits` walk that
//! tree and collect what is wrong in it; `rules` holds what no single key can know.

mod builtin;
mod codes;
mod commands;
mod configuration;
mod effective;
mod layers;
mod limits;
mod load;
mod model;
mod numbers;
mod options;
mod overrides;
mod read;
mod rules;
mod schema;
mod seats;
mod shorthand;
mod template;
mod warnings;
mod words;
mod work;

pub use builtin::builtin;
pub use codes::CODES;
pub use commands::{agent_words, check_words, commands};
pub use configuration::{ColourChoice, Configuration, configuration, configuration_schema};
pub use effective::{effective_yaml, yaml_text};
pub use load::{Loaded, Purpose, extends_of, load};
pub use model::*;
pub use overrides::Override;
pub use schema::schema;
pub use shorthand::{agent_name, from_seats};
pub use template::template;
