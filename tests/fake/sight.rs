//! What a fake agent sees of the world around it, and the file that it tells it in.

use std::fs;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::script::Seen;

/// How much of standard input and of a named file is kept as text.
const KEPT: usize = 1 << 20;

/// Everything that can be known before standard input is read.
pub fn first_look(arguments: &[String]) -> Seen {
    let environment: std::collections::BTreeMap<String, String> = std::env::vars_os()
        .map(|(k, v)| (k.to_string_lossy().into_owned(), v.to_string_lossy().into_owned()))
        .collect();
    let named =
        arguments.iter().chain(environment.values()).filter_map(|value| Some((value.clone(), file_text(value)?)));
    Seen {
        argv: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
        folder: std::env::current_dir().unwrap_or_default(),
        files: named.collect(),
        environment,
        terminals: [std::io::stdin().is_terminal(), std::io::stdout().is_terminal(), std::io::stderr().is_terminal()],
        has_terminal: fs::File::open("/dev/tty").is_ok(),
        process: std::process::id(),
        // Each is 0 where it is out of this process's view, as in a container.
        parent: nix::unistd::getppid().as_raw().unsigned_abs(),
        group: nix::unistd::getpgrp().as_raw().unsigned_abs(),
        session: nix::unistd::getsid(None).map_or(0, |session| session.as_raw().unsigned_abs()),
        ..Seen::default()
    }
}

fn file_text(path: &str) -> Option<String> {
    let path = Path::new(path);
    let small = path.is_absolute() && fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() <= KEPT as u64);
    small.then(|| fs::read(path).ok()).flatten().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads standard input to its end, and finds the seal that it may have beyond what is kept of it.
pub fn read_input(seen: &mut Seen) {
    let mut bytes = Vec::new();
    if std::io::stdin().lock().read_to_end(&mut bytes).is_ok() {
        seen.input_length = Some(bytes.len() as u64);
    }
    seen.input_digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    seen.seal = seal_in(&String::from_utf8_lossy(&bytes));
    bytes.truncate(KEPT);
    seen.input = String::from_utf8_lossy(&bytes).into_owned();
}

/// The seal of a prompt that is no standard input: in an argument, or in a file that one names.
pub fn seal(seen: &Seen) -> Option<String> {
    seen.argv.iter().chain(seen.files.values()).find_map(|text| seal_in(text))
}

/// The last heading `## Verdict` with a word of six letters.
fn seal_in(text: &str) -> Option<String> {
    let word = |line: &str| line.trim().strip_prefix("## Verdict ").map(|word| word.trim().to_owned());
    text.lines().rev().filter_map(word).find(|word| word.len() == 6 && word.chars().all(|c| c.is_ascii_alphabetic()))
}

/// The file of one call. A sandbox may forbid to write it: then nothing is told.
pub struct Log {
    path: Option<PathBuf>,
}

impl Log {
    /// Takes the next free number of the folder; with no folder, or none that can be written, it is 1.
    pub fn claimed(folder: Option<&Path>, name: &str) -> (Self, u32) {
        let claim = |call: u32| {
            let path = folder?.join(format!("{name}.{call}.json"));
            Some((fs::File::create_new(&path).map_err(|e| e.kind()).map(drop), path))
        };
        for call in 1.. {
            match claim(call) {
                Some((Ok(()), path)) => return (Self { path: Some(path) }, call),
                Some((Err(std::io::ErrorKind::AlreadyExists), _)) => {}
                _ => break,
            }
        }
        (Self { path: None }, 1)
    }

    /// Writes the record whole, so that a reader never finds half of one.
    pub fn write(&self, seen: &Seen) {
        if let (Some(path), Ok(text)) = (&self.path, serde_json::to_vec(seen)) {
            let draft = path.with_extension("draft");
            let _ = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
        }
    }
}
