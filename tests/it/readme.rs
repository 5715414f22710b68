//! The README can't rot: its transcripts are run, its examples are loaded, its lists are whole.

mod judges;
mod lists;
mod transcripts;
mod votes;

use std::path::{Path, PathBuf};

/// The README.
fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).unwrap()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of every Rust file below `src`, with its path.
fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().join("src")];
    let mut files = vec![];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    files
}

/// The text under a heading, up to the next heading of its level or above.
fn section<'a>(readme: &'a str, heading: &str) -> &'a str {
    let level = heading.chars().take_while(|letter| *letter == '#').count();
    let start = readme.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading:?}")) + 1;
    let text = &readme[start + heading.len()..];
    // A line that begins with one sign may be a comment of an example; the README has one such heading, its title.
    let ends = (2..=level).filter_map(|level| text.find(&format!("\n{} ", "#".repeat(level))));
    &text[..ends.min().unwrap_or(text.len())]
}

/// The fenced blocks of a language, in order.
fn blocks(readme: &str, language: &str) -> Vec<String> {
    let fence = format!("\n```{language}\n");
    let parts = readme.split(&fence).skip(1);
    parts.map(|part| part[..part.find("\n```").unwrap() + 1].to_owned()).collect()
}
