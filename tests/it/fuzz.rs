//! The corpora of the fuzz targets, replayed: what holds for every input holds for these.

#[path = "../fuzz/properties/output.rs"]
mod output;
#[path = "../fuzz/properties/panel.rs"]
mod panel;
#[path = "../fuzz/properties/reader.rs"]
mod reader;
#[path = "../fuzz/properties/sanitise.rs"]
mod sanitise;

use std::panic::catch_unwind;
use std::path::Path;

/// An input and what it is called.
type Input = (String, Vec<u8>);

/// The files of a folder of the project.
fn folder(path: &str) -> Vec<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
}

/// The recorded runs of the real command lines, each an input that names its agent.
fn recordings() -> Vec<Input> {
    let mut inputs: Vec<Input> = vec![];
    for (path, text) in folder("tests/corpus/agents") {
        let agent = Path::new(&path).file_stem().unwrap().to_str().unwrap();
        for line in String::from_utf8(text).unwrap().split_inclusive('\n') {
            if let Some(head) = line.strip_prefix("=== ") {
                inputs.push((format!("{path}: {head}"), format!("=== {agent} {head}").into_bytes()));
            } else {
                inputs.last_mut().unwrap().1.extend_from_slice(line.as_bytes());
            }
        }
    }
    inputs
}

/// Replays what was kept of a target and its seeds, all of it, and names each input that fails.
#[track_caller]
fn replay(target: &str, seeds: Vec<Input>, hold: fn(&[u8])) {
    let kept = folder(&format!("tests/corpus/fuzz/{target}"));
    assert!(!kept.is_empty() && !seeds.is_empty(), "there is nothing to replay");
    let fails = |input: &Input| catch_unwind(|| hold(&input.1)).is_err();
    let failed: Vec<String> = kept.into_iter().chain(seeds).filter(fails).map(|(name, _)| name).collect();
    assert!(failed.is_empty(), "a property of {target} does not hold for:\n{}", failed.join("\n"));
}

#[test]
fn the_reader_holds_for_its_corpus() {
    replay("reader", folder("tests/corpus/reader"), reader::hold);
}

#[test]
fn the_panel_loader_holds_for_its_corpus() {
    replay("panel", [folder("tests/corpus/panel"), folder("panels")].concat(), panel::hold);
}

#[test]
fn the_output_readers_hold_for_their_corpus() {
    replay("output", recordings(), output::hold);
}

#[test]
fn what_reaches_a_screen_holds_for_its_corpus() {
    replay("sanitise", folder("tests/corpus/reader"), sanitise::hold);
}
