//! Runs that were killed, found by the next one.

use std::io::Write;

use super::host::DEPTH;
use super::settings::Settings;
use crate::process;
use crate::store::ongoing;

/// Ends what killed runs have left running, and says so. Not from inside a run, which could itself be what is left.
pub(super) fn end_what_is_left(settings: &Settings) {
    if settings.environment.is_set(DEPTH) || settings.environment.is_set(process::MARK) {
        return;
    }
    for killed in ongoing::end_killed(&settings.folders.state) {
        let left = match killed.ended {
            0 => "nothing of it was left running".to_owned(),
            1 => "one process that it had left running was ended".to_owned(),
            count => format!("{count} processes that it had left running were ended"),
        };
        let _ = writeln!(std::io::stderr(), "venire: the run {} was killed before it finished; {left}", killed.run);
    }
}
