//! The Landlock rule set of a confined seat.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, BitFlags, LandlockStatus, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::{SandboxError, Support};
use crate::invocation::Confinement;

/// The first version that can also keep signals inside.
const NEEDED: ABI = ABI::V6;

/// Devices without a memory, and shared memory, which runtimes need to start at all.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/shm"];

pub(super) fn support() -> Support {
    static SUPPORT: OnceLock<Support> = OnceLock::new();
    *SUPPORT.get_or_init(|| {
        // The library tells the kernel's version only to a thread that it has restricted.
        let asked = thread::Builder::new().spawn(|| enforced(&[] as &[&Path]));
        match asked.map(thread::JoinHandle::join) {
            Ok(Ok(Ok(status))) => grade(&status),
            _ => Support::None,
        }
    })
}

pub(super) fn restrict(confinement: &Confinement) -> Result<(), SandboxError> {
    // A rule for a path that isn't there would be dropped in silence.
    for path in &confinement.writes {
        fs::metadata(path).map_err(|source| SandboxError::Path { path: path.clone(), source })?;
    }
    let status = enforced(&confinement.writes)?;
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

fn enforced(writes: &[impl AsRef<Path>]) -> Result<RestrictionStatus, RulesetError> {
    let writes = writes.iter().map(AsRef::as_ref).chain(DEVICES.iter().map(Path::new));
    Ruleset::default()
        .handle_access(write_rights())?
        .scope(Scope::Signal)?
        .create()?
        .add_rules(path_beneath_rules(writes, write_rights()))?
        .restrict_self()
}

fn grade(status: &RestrictionStatus) -> Support {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= NEEDED => Support::Full,
        LandlockStatus::Available { effective_abi, .. } => Support::Partial { abi: effective_abi as u32 },
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => Support::None,
    }
}
