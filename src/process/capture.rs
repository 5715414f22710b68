//! One output stream, kept within bounds.
//!
//! Short output stays in memory. What outgrows that moves to a private file: the first half of what
//! may be kept as it comes, the second half as a ring behind it. A flood therefore costs disk up to
//! the bound and no memory. At the end the ring is unrolled and a line says how much is missing.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::invocation::{Captured, Kept};

/// The most that is kept in memory of each stream, in bytes.
const MEMORY: usize = 64 * 1024;

#[derive(Debug)]
pub(super) struct Capture {
    name: &'static str,
    spool: PathBuf,
    /// Bytes of the start, and of the end, that may be kept.
    head: u64,
    tail: u64,
    memory: Vec<u8>,
    file: Option<NamedTempFile>,
    /// Bytes that came.
    total: u64,
    /// Bytes up to which the file holds what came; behind `total` only after the disk has failed.
    written: u64,
    failed: bool,
}

impl Capture {
    /// Keeps at most `keep` bytes; `name` and `spool` say where a file would lie.
    pub(super) fn new(name: &'static str, spool: &Path, keep: usize) -> Self {
        let head = keep as u64 / 2;
        Self {
            name,
            spool: spool.to_owned(),
            head,
            tail: keep as u64 - head,
            memory: Vec::new(),
            file: None,
            total: 0,
            written: 0,
            failed: false,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let before = self.total;
        self.total += bytes.len() as u64;
        if self.failed {
            return;
        }
        if self.file.is_none() {
            if self.total <= (self.head + self.tail).min(MEMORY as u64) {
                self.memory.extend_from_slice(bytes);
                return;
            }
            if self.spill().is_err() {
                self.failed = true;
                return;
            }
        }
        if self.write(before, bytes).is_err() {
            self.failed = true;
        } else {
            self.written = self.total;
        }
    }

    /// Moves what is in memory to a file. The memory is kept until all of it is written.
    fn spill(&mut self) -> io::Result<()> {
        self.file = Some(private_file(self.name, &self.spool)?);
        let memory = std::mem::take(&mut self.memory);
        if let Err(error) = self.write(0, &memory) {
            self.file = None;
            self.memory = memory;
            return Err(error);
        }
        self.written = memory.len() as u64;
        Ok(())
    }

    /// Writes bytes that stand at `position` of the stream to their places in the file.
    fn write(&self, mut position: u64, mut bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        while !bytes.is_empty() {
            let (place, room) = match position.checked_sub(self.head) {
                None => (position, self.head - position),
                Some(_) if self.tail == 0 => return Ok(()),
                Some(beyond) => {
                    let turn = beyond % self.tail;
                    (self.head + turn, self.tail - turn)
                }
            };
            let length = usize::try_from(room).unwrap_or(usize::MAX).min(bytes.len());
            let (now, later) = bytes.split_at(length);
            file.as_file().write_all_at(now, place)?;
            position += length as u64;
            bytes = later;
        }
        Ok(())
    }

    /// What was kept. Never fails: where the disk does not take it, less is kept and the cut says so.
    pub(super) fn finish(mut self) -> Captured {
        let Some(file) = self.file.take() else {
            // Nothing was spilt; more than that came only where no file could be made.
            let cut = self.total - self.memory.len() as u64;
            let mut memory = self.memory;
            if cut > 0 {
                memory.extend_from_slice(&left_out(cut));
            }
            return Captured { kept: Kept::Memory(memory), cut };
        };
        if self.total <= self.head + self.tail && !self.failed {
            return stored(file, 0);
        }
        // After a failure the ring may be torn: the head alone is sure.
        let tail = if self.failed { 0 } else { self.tail };
        let head = self.head.min(self.written);
        let cut = self.total - head - tail;
        match self.join(file.as_file(), head, tail, cut) {
            Ok(joined) => stored(joined, cut),
            Err(_) => self.rescued(file.as_file()),
        }
    }

    /// A file with the head, the line, and the tail in the order in which it came.
    fn join(&self, mut ring: &File, head: u64, tail: u64, cut: u64) -> io::Result<NamedTempFile> {
        let joined = private_file(self.name, &self.spool)?;
        let mut target = joined.as_file();
        let mut copy = |from: u64, length: u64| -> io::Result<()> {
            ring.seek(SeekFrom::Start(from))?;
            io::copy(&mut ring.take(length), &mut target).map(drop)
        };
        copy(0, head)?;
        joined.as_file().write_all(&left_out(cut))?;
        if tail > 0 {
            let oldest = (self.total - self.head) % tail;
            copy(self.head + oldest, tail - oldest)?;
            copy(self.head, oldest)?;
        }
        Ok(joined)
    }

    /// The start of the head in memory, where no second file could be written.
    fn rescued(&self, ring: &File) -> Captured {
        let sure = self.head.min(self.written).min(MEMORY as u64);
        let mut memory = vec![0; usize::try_from(sure).unwrap_or(0)];
        if ring.read_exact_at(&mut memory, 0).is_err() {
            memory.clear();
        }
        let cut = self.total - memory.len() as u64;
        memory.extend_from_slice(&left_out(cut));
        Captured { kept: Kept::Memory(memory), cut }
    }
}

fn left_out(bytes: u64) -> Vec<u8> {
    format!("\n[... {bytes} bytes left out ...]\n").into_bytes()
}

/// A new file that only the user can read, removed again unless it is kept.
fn private_file(name: &str, spool: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(&format!("{name}-")).tempfile_in(spool)
}

fn stored(file: NamedTempFile, cut: u64) -> Captured {
    match file.into_temp_path().keep() {
        Ok(path) => Captured { kept: Kept::File(path), cut },
        // Keeping can fail on other systems only, where the file must be marked; then it stays.
        Err(error) => Captured { kept: Kept::File(error.path.to_path_buf()), cut },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Bytes whose value tells their position, so that a wrong order shows.
    fn stream(length: usize) -> Vec<u8> {
        (0..length).map(|position| (position / 7 % 251) as u8).collect()
    }

    fn captured(keep: usize, bytes: &[u8], chunk: usize) -> (Vec<u8>, u64, bool) {
        let spool = tempfile::tempdir().unwrap();
        let mut capture = Capture::new("stdout", spool.path(), keep);
        for piece in bytes.chunks(chunk) {
            capture.push(piece);
        }
        let captured = capture.finish();
        let files = fs::read_dir(spool.path()).unwrap().count();
        match captured.kept {
            Kept::Memory(memory) => {
                assert_eq!(files, 0);
                (memory, captured.cut, true)
            }
            Kept::File(path) => {
                assert_eq!(files, 1, "only what is kept stays in the spool");
                assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
                (fs::read(path).unwrap(), captured.cut, false)
            }
        }
    }

    #[test]
    fn what_fits_is_kept_whole_in_memory_or_in_a_file() {
        for (length, in_memory) in [(0, true), (10, true), (MEMORY, true), (MEMORY + 1, false), (300_000, false)] {
            let bytes = stream(length);
            assert_eq!(captured(300_000, &bytes, 4096), (bytes, 0, in_memory), "{length}");
        }
    }

    #[test]
    fn a_flood_keeps_its_head_and_its_tail_in_order() {
        for (keep, length, chunk) in
            [(1000, 1001, 7), (1000, 12_345, 999), (999, 50_000, 50_000), (200_000, 900_001, 16_384)]
        {
            let bytes = stream(length);
            let (head, tail) = (keep / 2, keep - keep / 2);
            let mut expected = bytes[..head].to_vec();
            expected.extend(format!("\n[... {} bytes left out ...]\n", length - keep).bytes());
            expected.extend(&bytes[length - tail..]);
            let (kept, cut, _) = captured(keep, &bytes, chunk);
            assert_eq!(cut, (length - keep) as u64);
            assert!(kept == expected, "keep {keep}, length {length}, chunk {chunk}");
        }
    }

    #[test]
    fn nothing_may_be_kept() {
        assert_eq!(captured(0, b"abc", 1), (b"\n[... 3 bytes left out ...]\n".to_vec(), 3, false));
    }

    #[test]
    fn without_a_spool_the_start_stays_and_the_rest_is_said_to_be_missing() {
        let mut capture = Capture::new("stdout", Path::new("/nonexistent/spool"), 300_000);
        capture.push(&stream(60_000));
        capture.push(&stream(60_000));
        let captured = capture.finish();
        let Kept::Memory(memory) = captured.kept else { panic!("there is nowhere to write a file") };
        assert_eq!(captured.cut, 60_000);
        assert!(memory.starts_with(&stream(60_000)));
        assert!(memory.ends_with(b"\n[... 60000 bytes left out ...]\n"));
    }
}
