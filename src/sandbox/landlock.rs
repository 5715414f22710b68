//! The Landlock rule set of a confined seat.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd, PathFdError,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, fstat};

use super::{SandboxError, Support};
use crate::invocation::Confinement;

/// The first version that can also keep signals inside.
const NEEDED: ABI = ABI::V6;

/// Devices without a memory, and shared memory, which runtimes need to start at all.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/shm"];

pub(super) fn support() -> Support {
    static SUPPORT: OnceLock<Support> = OnceLock::new();
    *SUPPORT.get_or_init(|| {
        if takes_all() {
            return Support::Full;
        }
        // The library tells the kernel's version only to a thread that it has restricted.
        let asked = thread::Builder::new().spawn(|| enforced(&[]));
        match asked.map(thread::JoinHandle::join) {
            Ok(Ok(Ok(status))) => grade(&status),
            _ => Support::None,
        }
    })
}

/// Whether the kernel takes a rule set with everything in it. Nobody is restricted by it.
fn takes_all() -> bool {
    let whole = Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(write_rights());
    whole.and_then(|rules| rules.scope(Scope::Signal)).and_then(Ruleset::create).is_ok()
}

pub(super) fn restrict(confinement: &Confinement) -> Result<(), SandboxError> {
    let open = |path: &PathBuf| {
        PathFd::new(path).map_err(|error| {
            let source = match error {
                PathFdError::OpenCall { source, .. } => source,
                error => io::Error::other(error),
            };
            SandboxError::Path { path: path.clone(), source }
        })
    };
    let writes = confinement.writes.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let status = enforced(&writes)?;
    match grade(&status) {
        Support::Full if status.ruleset == RulesetStatus::FullyEnforced && status.no_new_privs => Ok(()),
        Support::Full => Err(SandboxError::Incomplete),
        Support::Partial { abi } => Err(SandboxError::TooOld { abi, needed: NEEDED as u32 }),
        Support::None => Err(SandboxError::Missing),
    }
}

/// Every right that changes a file or a folder; reading and executing stay free everywhere.
fn write_rights() -> BitFlags<AccessFs> {
    AccessFs::from_all(NEEDED) & !AccessFs::from_read(NEEDED)
}

fn enforced(writes: &[PathFd]) -> Result<RestrictionStatus, RulesetError> {
    let rules =
        writes.iter().chain(devices()).map(|path| Ok::<_, RulesetError>(PathBeneath::new(path, rights_below(path))));
    Ruleset::default().handle_access(write_rights())?.scope(Scope::Signal)?.create()?.add_rules(rules)?.restrict_self()
}

/// Opened once: every seat may write to the same ones.
fn devices() -> &'static [PathFd] {
    static OPEN: OnceLock<Vec<PathFd>> = OnceLock::new();
    OPEN.get_or_init(|| DEVICES.iter().filter_map(|path| PathFd::new(path).ok()).collect())
}

/// What a rule for this path can grant: a file has nothing below it.
fn rights_below(path: &PathFd) -> BitFlags<AccessFs> {
    match fstat(path) {
        Ok(found) if FileType::from_raw_mode(found.st_mode) != FileType::Directory => {
            write_rights() & AccessFs::from_file(NEEDED)
        }
        _ => write_rights(),
    }
}

fn grade(status: &RestrictionStatus) -> Support {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= NEEDED => Support::Full,
        LandlockStatus::Available { effective_abi, .. } => Support::Partial { abi: effective_abi as u32 },
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => Support::None,
    }
}
