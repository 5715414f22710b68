//! What users see of a run.
#![allow(clippy::unwrap_used, reason = "a fixture that can't be built is a failed test")]

mod documents;
mod hostile;
mod live;
mod samples;
mod sentences;
mod text;

use venire::event::Run;
use venire::report::{Screen, human};

fn plain(width: usize) -> Screen {
    Screen { width, colour: false, unicode: true }
}

fn text(run: &Run) -> String {
    human(run, &plain(80), false)
}
