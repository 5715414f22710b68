//! When the times of files prove that nothing wrote to them.
//!
//! A file's change time is set by the system whenever its content, mode or name changes, and no program can
//! set it back. So a file whose times are the same as before holds what it held, if two things are true: the
//! change before was long enough ago that another would have another time, and the file system keeps the
//! times also of what is written through a mapping into memory. Where either is in doubt the file is read.

use std::fs::Metadata;
use std::path::Path;

/// The clock by which the files below one folder are told to be old.
#[cfg(target_os = "linux")]
#[derive(Debug)]
pub(super) struct Clock {
    /// The folder's device, and the time, in seconds since 1970; `None` where times prove nothing.
    trusted: Option<(u64, i64)>,
}

/// All that the system tells of a file without opening it.
#[cfg(target_os = "linux")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    device_and_node: (u64, u64),
    mode: u32,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

#[cfg(target_os = "linux")]
impl Clock {
    /// The longest that two changes of a file can have the same time, in seconds: what the coarsest of the
    /// trusted file systems counts in, and one more.
    const COARSEST: i64 = 2;

    /// The magic numbers (statfs(2)) of the file systems that keep the time of every change: ext4, XFS, Btrfs
    /// and F2FS. Those in memory don't see what is written through a mapping.
    const TRUSTED: [u64; 4] = [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010];

    /// The clock for the files below `root`, at this moment.
    pub(super) fn of(root: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;
        let kind = rustix::fs::statfs(root).ok().and_then(|about| u64::try_from(about.f_type).ok());
        let is_trusted = kind.is_some_and(|kind| Self::TRUSTED.contains(&kind));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok();
        let now = now.and_then(|since| i64::try_from(since.as_secs()).ok());
        let device = std::fs::metadata(root).ok().map(|about| about.dev());
        Self { trusted: device.zip(now).filter(|_| is_trusted) }
    }

    /// What is seen of a regular file; `None` where times prove nothing.
    pub(super) fn seen(&self, about: &Metadata) -> Option<Seen> {
        use std::os::unix::fs::MetadataExt;
        let (device, _) = self.trusted?;
        (about.is_file() && about.dev() == device).then(|| Seen {
            device_and_node: (about.dev(), about.ino()),
            mode: about.mode(),
            size: about.size(),
            modified: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        })
    }

    /// Whether the file's last change is so long ago that another one would have another time.
    pub(super) fn is_old(&self, about: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        self.trusted.is_some_and(|(_, now)| about.ctime().saturating_add(Self::COARSEST) < now)
    }
}

/// Elsewhere every file is read.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(super) struct Clock;

#[cfg(not(target_os = "linux"))]
pub(super) type Seen = std::convert::Infallible;

#[cfg(not(target_os = "linux"))]
impl Clock {
    pub(super) fn of(_root: &Path) -> Self {
        Self
    }

    pub(super) fn seen(&self, _about: &Metadata) -> Option<Seen> {
        None
    }

    pub(super) fn is_old(&self, _about: &Metadata) -> bool {
        false
    }
}
