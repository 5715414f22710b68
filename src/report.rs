//! Layer 8: shows what happens and what came of it.
//!
//! Every display is a [`Sink`] of the same events. The result goes to standard output as text for
//! people ([`human`]), as markdown ([`markdown`]) or as one JSON document ([`json`]); progress goes to
//! standard error ([`Progress`] on a terminal, [`EventLines`] elsewhere). Nothing is decided here and
//! nothing is left out for being inconvenient: the dissent is printed from the ballots whatever a
//! synthesis says.
//!
//! What agents wrote is data. It is sanitised on its way to a terminal, escaped or fenced in
//! markdown, and carries no escape sequence in JSON.

mod dissent;
mod document;
mod event_lines;
mod fanout;
mod human;
mod json;
mod leaderboard;
mod markdown;
mod markup;
mod page;
mod progress;
mod record;
mod recount;
mod schema;
mod screen;
mod tally;
mod voices;
mod words;

pub use document::{Human, Json, Markdown};
pub use event_lines::EventLines;
pub use fanout::{Fanout, Sink, SinkError};
pub use human::human;
pub use json::{JsonLines, cleaned, json};
pub use markdown::markdown;
pub use progress::Progress;
pub use record::Keeper;
pub use recount::recount;
pub use schema::run_schema;
pub use screen::Screen;
