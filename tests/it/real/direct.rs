//! The model server and the pinned command lines, without venire between them: the formats are
//! spoken so that each command line understands them, and each is as read-only, with the arguments
//! of its definition, as its definition claims.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::model_server::{Ask, ModelServer, Scenario};
use crate::real::world_with;
use crate::world::{Input, Outcome, World, fingerprint};

const PROMPT: &str = "# Request\n\nIs it safe? The word is HONEYDEW.\n\n## Verdict abcdef\nLABEL - a sentence\n";
const ANSWER: &str = "## Verdict {seal}\nSHIP - it is sound.";

/// Runs a command line with its prompt on standard input, in an empty folder of its own.
fn run(world: &World, agent: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome {
    let folder = world.path("empty");
    fs::create_dir_all(&folder).unwrap();
    let program = world.path("bin").join(agent);
    let run = world.program(&program, arguments).folder(folder).limit(Duration::from_secs(120));
    let run = run.input(Input::Text(PROMPT.as_bytes().to_vec()));
    environment.iter().fold(run, |run, (name, value)| run.env(name, value)).outcome()
}

fn codex(world: &World, server: &ModelServer) -> Outcome {
    let home = world.path("codex-home");
    fs::create_dir_all(&home).unwrap();
    let address = format!("openai_base_url=\"{}/v1\"", server.address());
    let arguments = [
        ["exec", "--sandbox", "read-only", "--skip-git-repo-check", "--ephemeral", "--color", "never"].as_slice(),
        &["--ignore-user-config", "--ignore-rules", "--disable", "apps", "--disable", "plugins", "--disable", "hooks"],
        &["-c", "project_doc_max_bytes=0", "-c", "analytics.enabled=false", "-c", "check_for_update_on_startup=false"],
        &["-c", &address, "-m", "test-model", "--json", "-"],
    ]
    .concat();
    run(world, "codex", &arguments, &[("CODEX_HOME", &home.to_string_lossy())])
}

fn claude(world: &World, server: &ModelServer) -> Outcome {
    let arguments = [
        ["-p", "--output-format", "stream-json", "--verbose", "--safe-mode", "--setting-sources", ""].as_slice(),
        &["--strict-mcp-config", "--tools", "Read,Grep,Glob", "--permission-mode", "dontAsk"],
        &["--disable-slash-commands", "--no-session-persistence", "--model", "claude-sonnet-4-5"],
    ]
    .concat();
    let environment = [
        ("ANTHROPIC_BASE_URL", server.address()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned()),
        ("CLAUDE_CODE_MAX_RETRIES", "1".to_owned()),
        ("DISABLE_AUTOUPDATER", "1".to_owned()),
    ];
    run(world, "claude", &arguments, &environment.each_ref().map(|(name, value)| (*name, value.as_str())))
}

fn gemini(world: &World, server: &ModelServer) -> Outcome {
    let home = world.path("gemini-home");
    fs::create_dir_all(home.join(".gemini")).unwrap();
    let settings = r#"{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"plan":{"enabled":false},"maxAttempts":2},
        "tools":{"core":[]},"privacy":{"usageStatisticsEnabled":false}}"#;
    fs::write(home.join(".gemini/settings.json"), settings).unwrap();
    let policy = world.path("policy.toml");
    let text = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 800\n";
    fs::write(&policy, text).unwrap();
    let policy = policy.to_string_lossy();
    let arguments = [
        ["--skip-trust", "--approval-mode", "default", "--admin-policy", &policy, "-e", "none"].as_slice(),
        &["--allowed-mcp-server-names", "none", "-m", "gemini-2.5-pro", "-o", "stream-json"],
    ]
    .concat();
    let environment = [
        ("GEMINI_CLI_HOME", home.to_string_lossy().into_owned()),
        ("GOOGLE_GEMINI_BASE_URL", server.address()),
        ("GEMINI_CLI_NO_RELAUNCH", "1".to_owned()),
        ("NO_COLOR", "1".to_owned()),
    ];
    run(world, "gemini", &arguments, &environment.each_ref().map(|(name, value)| (*name, value.as_str())))
}

/// A command line, and the words by which it tells an answer and a failure of the key.
type Drive = fn(&World, &ModelServer) -> Outcome;

fn answers(agent: &str, drive: Drive, success: &str) {
    let Some(world) = world_with(agent) else { return };
    let server = ModelServer::start(Scenario::answering(ANSWER));
    let outcome = drive(&world, &server);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stdout.contains(success), "{}", outcome.screen());
    assert!(outcome.stdout.contains("## Verdict abcdef"), "the seal of the prompt comes back: {}", outcome.stdout);
    let requests = server.requests();
    assert!(requests.iter().any(|request| request.prompt().contains("HONEYDEW")), "the prompt reached the model");
}

fn writes_nothing(agent: &str, drive: Drive, success: &str) {
    let Some(world) = world_with(agent) else { return };
    let target = world.repository().join("written-by-the-model").to_string_lossy().into_owned();
    let command = format!("touch '{target}'");
    let asks = Scenario::answering(ANSWER).asking(Ask::Write(target.clone())).asking(Ask::Shell(command));
    let server = ModelServer::start(asks);
    let before = fingerprint(&world.repository());
    let outcome = drive(&world, &server);
    assert_eq!(fingerprint(&world.repository()), before, "{}", outcome.screen());
    assert!(!Path::new(&target).exists());
    let results = server.requests().iter().map(|request| request.results).max();
    assert_eq!(results, Some(2), "both tools were asked for and refused: {}", outcome.screen());
    assert!(outcome.stdout.contains(success), "it answers all the same: {}", outcome.screen());
}

fn tells_a_bad_key(agent: &str, drive: Drive, words: &str) {
    let Some(world) = world_with(agent) else { return };
    let server = ModelServer::start(Scenario::failing(401));
    let outcome = drive(&world, &server);
    assert_ne!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stdout.contains(words), "{}", outcome.screen());
}

#[test]
fn codex_answers() {
    answers("codex", codex, r#""type":"turn.completed""#);
}

#[test]
fn codex_writes_nothing() {
    writes_nothing("codex", codex, r#""type":"turn.completed""#);
}

#[test]
fn codex_tells_a_bad_key() {
    tells_a_bad_key("codex", codex, "unexpected status 401");
}

#[test]
fn claude_answers() {
    answers("claude", claude, r#""stop_reason":"end_turn""#);
}

#[test]
fn claude_writes_nothing() {
    writes_nothing("claude", claude, r#""stop_reason":"end_turn""#);
}

#[test]
fn claude_tells_a_bad_key() {
    tells_a_bad_key("claude", claude, r#""api_error_status":401"#);
}

#[test]
fn gemini_answers() {
    answers("gemini", gemini, r#""status":"success""#);
}

#[test]
fn gemini_writes_nothing() {
    writes_nothing("gemini", gemini, r#""status":"success""#);
}

#[test]
fn gemini_tells_a_bad_key() {
    tells_a_bad_key("gemini", gemini, r#""status":"error""#);
}
