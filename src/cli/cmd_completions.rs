//! `venire completions` and `venire man`.

use clap::CommandFactory;

use super::args::Cli;
use super::failure::Failure;
use crate::engine::ExitStatus;

/// Prints the shell's completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<ExitStatus, Failure> {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::command(), "venire", &mut script);
    super::answer(&String::from_utf8_lossy(&script))
}

/// Prints the manual page.
pub(super) fn man() -> Result<ExitStatus, Failure> {
    let mut page = vec![];
    clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(|error| Failure::output(&error))?;
    super::answer(&String::from_utf8_lossy(&page))
}
