//! The layers of `src/lib.rs`, held: a module imports only from lower layers, the layers below the
//! process runner never touch the world, and files stay small and documented.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the lowest layer to the highest. Those of one group may not import each other.
const LAYERS: [&[&str]; 13] = [
    &["text"],
    &["document", "invocation", "vote"],
    &["event"],
    &["agent", "brief", "panel", "reader"],
    &["ballots", "plan"],
    &["sandbox"],
    &["process"],
    &["store"],
    &["engine"],
    &["report"],
    &["audit"],
    &["cli"],
    &["main", "lib"],
];

/// The last layer that is pure, as its place in `LAYERS`.
const PURE: usize = 4;

/// What a pure layer never names.
const WORLD: [&str; 6] =
    ["std::fs", "std::env", "std::process", "std::time::SystemTime", "std::time::Instant", "tokio"];

/// No file is longer, in lines.
const LONGEST: usize = 500;

/// A source file with comments, texts and test modules taken out.
struct Source {
    path: PathBuf,
    module: String,
    /// 1 for `src/vote.rs`, 2 for `src/vote/rule.rs`.
    depth: usize,
    text: String,
    code: String,
}

fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            // Installed packages and what a build makes are not ours to measure.
            let inner = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
            open.extend(inner.filter(|inner| !inner.ends_with("node_modules") && !inner.ends_with("target")));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let inside = path.strip_prefix(&root).unwrap().with_extension("");
            let module = inside.iter().next().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let depth = inside.iter().count();
            found.push(Source { module, depth, code: code_of(&text), text, path });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The code of a file: comments, string literals and items under `#[cfg(test)]` are left out.
fn code_of(text: &str) -> String {
    without_tests(&without_words(text))
}

/// Takes out comments and string literals. Enough of Rust's grammar for source that `rustfmt` wrote.
fn without_words(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let starts = |at: usize, word: &str| word.chars().enumerate().all(|(i, c)| letters.get(at + i) == Some(&c));
    let (mut code, mut at) = (String::new(), 0);
    while at < letters.len() {
        if starts(at, "//") {
            while at < letters.len() && letters[at] != '\n' {
                at += 1;
            }
        } else if starts(at, "/*") {
            while at < letters.len() && !starts(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if let Some(hashes) = raw_string(&letters, at) {
            let end = format!("\"{}", "#".repeat(hashes));
            at += hashes + 2;
            while at < letters.len() && !starts(at, &end) {
                at += 1;
            }
            at += end.len();
        } else if letters[at] == '"' {
            at += 1;
            while at < letters.len() && letters[at] != '"' {
                at += if letters[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if letters[at] == '\'' && letters.get(at + 1) == Some(&'\\') {
            // An escaped character, which may be a quote.
            at += 3;
            while at < letters.len() && letters[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if letters[at] == '\'' && letters.get(at + 2) == Some(&'\'') {
            at += 3;
        } else {
            code.push(letters[at]);
            at += 1;
        }
    }
    code
}

/// The number of hashes where a raw string begins.
fn raw_string(letters: &[char], at: usize) -> Option<usize> {
    let word_before = at > 0 && letters[at - 1].is_alphanumeric();
    if letters[at] != 'r' || word_before {
        return None;
    }
    let hashes = letters[at + 1..].iter().take_while(|letter| **letter == '#').count();
    (letters.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// Takes out each item under `#[cfg(test)]`: up to its closing brace, or its semicolon where no
/// brace comes first.
fn without_tests(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        let item = &rest[at..];
        let mut depth = 0_i32;
        let end = item.char_indices().find(|(_, letter)| {
            depth += i32::from(*letter == '{') - i32::from(*letter == '}');
            depth == 0 && matches!(letter, '}' | ';')
        });
        rest = end.map_or("", |(end, _)| &item[end + 1..]);
    }
    kept + rest
}

/// The modules of the crate that code names: `crate::x`, `venire::x`, `super::x` where that is the
/// root of the crate, and those in groups such as `use crate::{…}`.
fn named_modules(source: &Source) -> Vec<String> {
    let supers = "super::".repeat(source.depth);
    let roots = ["crate::", "venire::", supers.as_str()];
    let mut named = Vec::new();
    for root in roots.iter().filter(|root| !root.is_empty()) {
        for (at, _) in source.code.match_indices(root) {
            let before = &source.code[..at];
            let longer = before.ends_with(|c: char| c.is_alphanumeric() || c == '_') || before.ends_with("super::");
            let rest = &source.code[at + root.len()..];
            if !longer && !rest.starts_with("super::") {
                named.extend(first_words(
                    &rest.split(';').next().unwrap_or(rest).split_whitespace().collect::<String>(),
                ));
            }
        }
    }
    named
}

/// The first name of a path, or of each path in a group.
fn first_words(path: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let Some(group) = path.strip_prefix('{') else { return vec![word(path)] };
    let (mut words, mut depth, mut fresh) = (Vec::new(), 1, true);
    for (at, letter) in group.char_indices() {
        if fresh && depth == 1 && letter != '}' {
            words.push(word(&group[at..]));
        }
        fresh = letter == ',';
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if depth == 0 {
            break;
        }
    }
    words
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Each wrong import, as a sentence.
fn wrong_imports(source: &Source) -> Vec<String> {
    let layer = layer_of(&source.module);
    let wrong = |name: &String| {
        let other = layer_of(name);
        name != &source.module && other.is_some() && other >= layer
    };
    let named = named_modules(source).into_iter().filter(wrong);
    named.map(|name| format!("{} imports {name}, which is not below it", source.path.display())).collect()
}

/// What a pure module names of the world, as sentences.
fn contacts(source: &Source) -> Vec<String> {
    let code: String = source.code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let grouped = |name: &str| {
        let Some((parent, last)) = name.rsplit_once("::") else { return false };
        code.match_indices(&format!("{parent}::{{"))
            .any(|(at, _)| first_words(&code[at + parent.len() + 2..]).iter().any(|word| word == last))
    };
    let named = WORLD.iter().filter(|name| names(&code, name) || grouped(name));
    named.map(|name| format!("{} names {name}, and its layer is pure", source.path.display())).collect()
}

/// Whether code names a path as a whole word.
fn names(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(at, _)| {
        let after = code[at + path.len()..].chars().next();
        !after.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

#[track_caller]
fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_module_imports_only_from_lower_layers() {
    assert_none(sources("src").iter().flat_map(wrong_imports).collect());
}

#[test]
fn every_module_has_a_layer() {
    let known = |source: &&Source| layer_of(&source.module).is_none();
    assert_none(sources("src").iter().filter(known).map(|s| format!("{} has no layer", s.path.display())).collect());
}

#[test]
fn the_layers_below_the_process_runner_are_pure() {
    let sources = sources("src");
    let pure = sources.iter().filter(|source| layer_of(&source.module).is_some_and(|layer| layer <= PURE));
    assert_none(pure.flat_map(contacts).collect());
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut faults = Vec::new();
    for source in sources("src").iter().chain(&sources("tests")) {
        let lines = source.text.lines().count();
        if lines > LONGEST {
            faults.push(format!("{} has {lines} lines, more than {LONGEST}", source.path.display()));
        }
        if !source.text.starts_with("//!") {
            faults.push(format!("{} does not begin with its `//!` documentation", source.path.display()));
        }
    }
    assert_none(faults);
}

#[test]
fn the_rules_themselves_find_what_they_look_for() {
    let source = |module: &str, text: &str| Source {
        path: PathBuf::from(module),
        module: module.to_owned(),
        depth: 2,
        text: text.to_owned(),
        code: code_of(text),
    };
    let cases: BTreeMap<&str, usize> = BTreeMap::from([
        ("use crate::engine::Run;", 1),
        ("use crate::vote::Ballot;", 1),
        ("use crate::{text, engine::{a, b}, report};", 2),
        ("fn f() -> crate::process::Ended {}", 1),
        ("use crate::text::Label;", 0),
        ("use super::super::engine::Run; use super::engine::Own; fn f(x: crate::cli::Args) {}", 2),
        ("// crate::engine\nconst A: &str = \"crate::engine\"; const B: &str = r#\"\"crate::cli\"#;", 0),
        ("#[cfg(test)]\nmod tests { use crate::engine::Run; fn f() {} }\nuse crate::text::x;", 0),
        ("fn quote(c: char) -> bool { c == '\"' || c == '\\'' } use crate::cli::x;", 1),
    ]);
    for (text, expected) in cases {
        assert_eq!(wrong_imports(&source("document", text)).len(), expected, "{text}");
    }
    for (text, expected) in [
        ("use std::time::Duration;", 0),
        ("use std::{fs, path::Path};", 1),
        ("use std::time::{Duration, Instant};", 1),
        ("let x = std::env::var(\"A\");", 1),
        ("use tokio::time;", 1),
        ("use std::process::exit;", 1),
    ] {
        assert_eq!(contacts(&source("vote", text)).len(), expected, "{text}");
    }
}
