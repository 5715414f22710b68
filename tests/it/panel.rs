//! Panels: what loads, what is refused, and what the refusal says.

mod builtin;
mod formats;
mod hostile;
mod layers;
mod refusals;

use std::sync::Arc;

use venire::document::{Diagnostic, Source, render};
use venire::panel::{Loaded, Override, Purpose, load};

fn agents() -> Vec<String> {
    ["codex", "claude", "gemini"].map(String::from).to_vec()
}

fn corpus(name: &str) -> Arc<Source> {
    let path = format!("{}/tests/corpus/panel/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    Source::new(format!("{name}.yaml"), std::fs::read_to_string(path).expect("the corpus is there"))
}

fn loaded(source: &Arc<Source>) -> Result<Loaded, Vec<Diagnostic>> {
    load(&[Arc::clone(source)], &[], &agents(), Purpose::Ask)
}

fn loaded_text(text: &str) -> Result<Loaded, Vec<Diagnostic>> {
    loaded(&Source::new("p.yaml", text))
}

/// What is printed of a panel that must be refused.
fn refusal(source: &Arc<Source>) -> String {
    render(&loaded(source).expect_err("must be refused"), false)
}

/// A whole panel around `keys`.
fn with_keys(keys: &str) -> Arc<Source> {
    let seats = if keys.contains("seats:") { "" } else { "seats: [codex, claude, gemini]\n" };
    Source::new("p.yaml", format!("{seats}{keys}\n"))
}

fn set(path: &str, value: &str) -> Override {
    Override { path: path.into(), value: value.into(), origin: format!("--set {path}={value}") }
}
