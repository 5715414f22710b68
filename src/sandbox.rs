//! Layer 5: read-only by the kernel (Landlock, Linux).
//!
//! A confined thread, and every program it starts from then on, may read everything and write only
//! below the folders of its [`Confinement`] and to a few harmless devices, and may signal only
//! processes under the same rules. The restriction can't be lifted again, so it is always taken on
//! a thread that exists for one seat. Landlock guards content and names, not metadata: changing a
//! file's mode or times passes.
//!
//! There is no half: where the kernel can't enforce the whole rule set, [`restrict`] is an error and
//! the program does not start.

#[cfg(target_os = "linux")]
use std::path::PathBuf;

use thiserror::Error;

use crate::invocation::Confinement;

#[cfg(target_os = "linux")]
mod landlock;

/// How much of the kernel layer this system offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Everything that a confinement asks for.
    Full,
    /// Landlock is there but too old; confined seats fail.
    Partial { abi: u32 },
    /// No Landlock: another system, an old kernel, or switched off at start-up.
    None,
}

/// Why a confinement could not be set up.
#[derive(Debug, Error)]
pub(crate) enum SandboxError {
    #[error(
        "the kernel offers no Landlock, so the seat can't be held read-only by the kernel; \
         use `sandbox: auto` or `sandbox: off` to rely on the agent's own means"
    )]
    Missing,
    #[cfg(target_os = "linux")]
    #[error(
        "the kernel's Landlock (version {abi}) can't enforce the whole rule set (version {needed} can, Linux 6.12); \
         use `sandbox: auto` or `sandbox: off` to rely on the agent's own means"
    )]
    TooOld { abi: u32, needed: u32 },
    #[cfg(target_os = "linux")]
    #[error("{} should be writable for the agent and can't be opened: {source}; create it first", path.display())]
    Path { path: PathBuf, source: std::io::Error },
    #[cfg(target_os = "linux")]
    #[error("the kernel refused the Landlock rules: {0}")]
    Refused(#[from] ::landlock::RulesetError),
    #[cfg(target_os = "linux")]
    #[error("the kernel enforced only a part of the Landlock rules")]
    Incomplete,
}

/// What this system can enforce. Asked once, then remembered.
pub fn support() -> Support {
    #[cfg(target_os = "linux")]
    return landlock::support();
    #[cfg(not(target_os = "linux"))]
    Support::None
}

/// Restricts the calling thread for good.
///
/// # Errors
/// Anything short of full enforcement, and a writable path that does not exist.
pub(crate) fn restrict(confinement: &Confinement) -> Result<(), SandboxError> {
    #[cfg(target_os = "linux")]
    return landlock::restrict(confinement);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = confinement;
        Err(SandboxError::Missing)
    }
}
