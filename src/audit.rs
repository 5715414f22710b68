//! Layer 9: looks back at finished runs: reads the stored answers again, counts them again, says in plain
//! words how the decision came about, and checks a record as an outsider would.
//!
//! Everything here is offline, asks nobody and writes nothing. A record is evidence against mistakes and
//! against changes that were made to one part of it; whoever rewrites all of it leaves no trace in it.

mod checks;
mod evidence;
mod explain;
mod independence;
mod recorded;
mod recount;

pub use checks::{Check, audit};
pub use explain::{Part, explain};
pub use recorded::Recorded;
pub use recount::{Recount, recount};
