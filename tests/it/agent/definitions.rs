//! What a definition says of itself: what it refuses, how a sign-in shows, what is wrong with it.

use std::ffi::OsString;
use std::path::Path;

use venire::agent::{SignIn, builtin};
use venire::document::{Source, parse};

use super::{known, read};

#[test]
fn what_lifts_read_only_is_refused() {
    let claude = known("claude");
    for given in ["--dangerously-skip-permissions", "bypassPermissions", "acceptEdits", "--yolo", "--settings=x"] {
        assert!(claude.refused_argument(given).is_some(), "{given}");
    }
    let codex = known("codex");
    for given in ["danger-full-access", "workspace-write", "sandbox_mode=\"workspace-write\"", "--full-auto"] {
        assert!(codex.refused_argument(given).is_some(), "{given}");
    }
    assert!(known("gemini").refused_argument("--approval-mode=yolo").is_some());
    assert!(claude.refused_argument("claude-sonnet-4-5").is_none() && codex.refused_argument("high").is_none());
}

#[test]
fn a_sign_in_shows_in_variables_and_files() {
    let claude = known("claude");
    let home = |name: &str| (name == "HOME").then(|| OsString::from("/u"));
    let seen = claude.sign_in(&home, &|path| path == Path::new("/u/.claude/.credentials.json"));
    assert_eq!(seen, SignIn::Seen("/u/.claude/.credentials.json".to_owned()));
    assert!(matches!(claude.sign_in(&home, &|_| false), SignIn::NotSeen { remedy: Some(_) }));
    let key = |name: &str| (name == "ANTHROPIC_API_KEY").then(|| OsString::from("k"));
    assert_eq!(claude.sign_in(&key, &|_| false), SignIn::Seen("ANTHROPIC_API_KEY".to_owned()));
    assert_eq!(read("x", "command: x").expect("a definition").sign_in(&home, &|_| true), SignIn::Unknown);
}

/// `command` names programs, the first of which is installed is taken: a shell would run the prompt.
#[test]
fn arguments_where_programs_are_named_are_refused() {
    for command in ["[sh, -c, 'my-agent --print']", "my-agent --print", "[my-agent, --print]"] {
        let found = read("mine", &format!("command: {command}")).expect_err(command);
        let told: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(told, ["V-AGENT-COMMAND"], "{command}");
    }
    assert!(read("mine", "command: [my-agent, /opt/my agents/agent-2]").is_ok());
}

#[test]
fn every_error_of_a_definition_is_told_at_once() {
    let found = read(
        "mine",
        "command: []\nargs: ['{nope}']\noutput: { format: json-lines, answer: { path: 'a..b' } }\n\
         failures: [{ kind: rate_limit, text: '(' }, { kind: quota }]\nprompt: { by: file, limit: big }\nfoo: 1\n",
    )
    .expect_err("errors");
    let mut codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort_unstable();
    insta::assert_snapshot!(codes.join("\n"), @r#"
    V-AGENT-COMMAND
    V-AGENT-FAILURE
    V-AGENT-FAILURE
    V-AGENT-KIND
    V-AGENT-OUTPUT
    V-AGENT-PATH
    V-AGENT-PATTERN
    V-AGENT-PLACEHOLDER
    V-AGENT-PROMPT
    V-AGENT-SIZE
    V-YAML-UNKNOWN-KEY
    "#);
    assert!(found.iter().all(|diagnostic| diagnostic.place.is_some()));
}

#[test]
fn the_schema_names_every_key_that_the_known_definitions_use() {
    let schema = venire::agent::schema();
    for (name, text) in builtin() {
        let node = parse(&Source::new(*name, *text)).expect("YAML");
        let venire::document::Value::Map(entries) = &node.value else { panic!("a map") };
        for entry in entries {
            assert!(schema["properties"].get(&entry.key).is_some(), "{name}: {}", entry.key);
        }
    }
}
