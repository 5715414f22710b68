//! `venire runs prune`: removes old records.

use std::io::Write;
use std::time::Duration;

use super::args::PruneArgs;
use super::failure::Failure;
use super::settings::Settings;
use crate::engine::ExitStatus;
use crate::store::prune::Keep;
use crate::store::runs;
use crate::text::duration;

pub(super) fn run(settings: &Settings, args: &PruneArgs) -> Result<ExitStatus, Failure> {
    let younger = args.older_than.as_deref().map(age).transpose()?;
    let keep = Keep { newest: args.keep, younger };
    if keep == Keep::default() {
        return Err(Failure::usage("V-PRUNE-WHAT", "nothing says which records may go")
            .remedy("--older-than 30d, or --keep 100, or both; --dry-run shows what would go"));
    }
    let (mut count, mut bytes, mut failed, mut text) = (0_usize, 0, false, String::new());
    for run in keep.outdated(runs::runs(&settings.folders.state)?, jiff::Timestamp::now()) {
        let (id, room) = (run.id.clone(), run.bytes());
        if !args.dry_run
            && let Err(error) = run.remove()
        {
            failed = true;
            let _ = writeln!(std::io::stderr(), "venire: {error} [{}]. {}", error.code(), error.remedy());
            continue;
        }
        count += 1;
        bytes += room;
        text.push_str(&format!("{id}  {room} bytes\n"));
    }
    let runs = if count == 1 { "1 run".to_owned() } else { format!("{count} runs") };
    let done = if args.dry_run { "would be removed" } else { "removed" };
    text.push_str(&format!("{runs} {done}, {bytes} bytes\n"));
    super::answer(&text)?;
    Ok(if failed { ExitStatus::Unable } else { ExitStatus::Yes })
}

/// An age: a span as anywhere, or in days and weeks.
fn age(given: &str) -> Result<Duration, Failure> {
    let trimmed = given.trim();
    let whole = [("d", 1_u64), ("w", 7)].iter().find_map(|(unit, days)| {
        let count: u64 = trimmed.strip_suffix(unit)?.trim().parse().ok()?;
        Some(Duration::from_secs(count.checked_mul(days * 24 * 3600)?))
    });
    whole.filter(|span| !span.is_zero()).map_or_else(
        || {
            duration::parse(trimmed).map_err(|wrong| {
                Failure::usage("V-PRUNE-AGE", format!("--older-than {given}: {wrong}"))
                    .remedy("for example: 12h, 30d, 8w")
            })
        },
        Ok,
    )
}
