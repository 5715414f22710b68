//! What each agent is started with: arguments, environment, files; and what it is not started for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use venire::agent::{Definition, Layout, Preparation, Request};
use venire::vote::NonVoteKind;

use super::{known, read};

/// A machine on which these paths exist.
fn prepare(
    definition: &Definition,
    env: &[(&str, &str)],
    there: &[(&str, &str)],
    change: impl FnOnce(&mut Request<'_>),
) -> Result<Preparation, venire::vote::NonVote> {
    let layout = Layout {
        brief: "/s/brief".into(),
        cwd: "/s/cwd".into(),
        home: "/s/home".into(),
        tmp: "/s/tmp".into(),
        prompt: "/s/brief/prompt.md".into(),
    };
    let env: Vec<(OsString, OsString)> = env.iter().map(|(n, v)| (n.into(), v.into())).collect();
    let exists = |path: &Path| there.iter().any(|(known, _)| Path::new(known) == path);
    let read = |path: &Path| there.iter().find(|(known, _)| Path::new(known) == path).map(|(_, t)| (*t).to_owned());
    let mut request = Request {
        model: None,
        effort: None,
        images: &[],
        tree: Some(Path::new("/tree")),
        layout: &layout,
        env: &env,
        exists: &exists,
        read: &read,
        prompt_bytes: 1000,
        prompt_characters: 1000,
        standing: "You sit on a panel.",
        deadline: Duration::from_secs(60),
    };
    change(&mut request);
    definition.prepare(&request)
}

fn shown(prepared: &Preparation) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    prepared.args.iter().for_each(|arg| writeln!(out, "{}", arg.display()).expect("a string"));
    for (name, value) in &prepared.env {
        writeln!(out, "{}={}", name.display(), value.display()).expect("a string");
    }
    for (path, _) in &prepared.files {
        writeln!(out, "file {}", path.display()).expect("a string");
    }
    for (link, target) in &prepared.links {
        writeln!(out, "link {} -> {}", link.display(), target.display()).expect("a string");
    }
    writeln!(out, "writes {:?}, own sandbox {}", prepared.writes, prepared.own_sandbox).expect("a string");
    out
}

const MACHINE: &[(&str, &str)] =
    &[("HOME", "/u"), ("GIT_DIR", "/tree/.git"), ("CLAUDECODE", "1"), ("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")];

#[test]
fn codex_is_started_like_this() {
    let prepared = prepare(&known("codex"), MACHINE, &[("/u/.codex/auth.json", "{}")], |request| {
        request.model = Some("gpt-5.2");
        request.effort = Some("high");
    });
    insta::assert_snapshot!(shown(&prepared.expect("a preparation")), @r#"
    exec
    --skip-git-repo-check
    --ephemeral
    --color
    never
    --json
    --cd=/s/cwd
    --sandbox
    read-only
    --ignore-rules
    --ignore-user-config
    --disable=apps
    --disable=plugins
    --disable=hooks
    --disable=shell_snapshot
    --disable=unbounded_connection_retries
    -cproject_doc_max_bytes=0
    -cskills.include_instructions=false
    -cskills.bundled.enabled=false
    -cweb_search="disabled"
    -canalytics.enabled=false
    -ccheck_for_update_on_startup=false
    -cshell_environment_policy.inherit="core"
    -callow_login_shell=false
    --model=gpt-5.2
    -cmodel_reasoning_effort="high"
    -cmodel_instructions_file="/s/brief/system.md"
    -copenai_base_url="http://127.0.0.1:1/v1"
    -
    OPENAI_BASE_URL=http://127.0.0.1:1/v1
    NO_COLOR=1
    TERM=dumb
    TMPDIR=/s/tmp
    CODEX_HOME=/s/home
    HOME=/s/home
    file /s/brief/system.md
    link /s/home/auth.json -> /u/.codex/auth.json
    writes ["/s/home", "/s/tmp"], own sandbox true
    "#);
}

#[test]
fn claude_is_started_like_this() {
    let prepared = prepare(&known("claude"), MACHINE, &[("/u/.claude", "")], |request| request.model = Some("opus"));
    insta::assert_snapshot!(shown(&prepared.expect("a preparation")), @r#"
    -p
    --output-format
    stream-json
    --verbose
    --no-session-persistence
    --no-chrome
    --tools=Read,Grep,Glob
    --permission-mode=dontAsk
    --safe-mode
    --setting-sources=
    --strict-mcp-config
    --disable-slash-commands
    --model=opus
    --system-prompt-file=/s/brief/system.md
    --add-dir=/tree
    HOME=/u
    OPENAI_BASE_URL=http://127.0.0.1:1/v1
    NO_COLOR=1
    TERM=dumb
    TMPDIR=/s/tmp
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
    CLAUDE_CODE_MAX_RETRIES=2
    DISABLE_AUTOUPDATER=1
    API_TIMEOUT_MS=60000
    CLAUDE_CODE_DISABLE_ATTACHMENTS=1
    CLAUDE_CODE_DISABLE_AUTO_MEMORY=1
    file /s/brief/system.md
    writes ["/s/home", "/s/tmp", "/u/.claude"], own sandbox false
    "#);
}

#[test]
fn gemini_is_started_like_this() {
    let prepared = prepare(&known("gemini"), MACHINE, &[("/u/.gemini/.env", "")], |_| {}).expect("a preparation");
    insta::assert_snapshot!(shown(&prepared), @r#"
    --skip-trust
    -o
    stream-json
    --approval-mode=default
    --admin-policy=/s/brief/policy.toml
    --extensions=none
    --allowed-mcp-server-names=none
    --model=gemini-2.5-pro
    HOME=/u
    OPENAI_BASE_URL=http://127.0.0.1:1/v1
    NO_COLOR=1
    TERM=dumb
    TMPDIR=/s/tmp
    GEMINI_CLI_NO_RELAUNCH=1
    GEMINI_CLI_TRUSTED_FOLDERS_PATH=/s/brief/trusted-folders.json
    GEMINI_CLI_HOME=/s/home
    GEMINI_SYSTEM_MD=/s/brief/system.md
    file /s/brief/policy.toml
    file /s/brief/trusted-folders.json
    file /s/home/.gemini/settings.json
    file /s/brief/system.md
    link /s/cwd/.gemini/.env -> /u/.gemini/.env
    writes ["/s/home", "/s/tmp"], own sandbox false
    "#);
    let settings = &prepared.files.iter().find(|(path, _)| path.ends_with("settings.json")).expect("settings").1;
    let settings: serde_json::Value = serde_json::from_str(settings).expect("JSON");
    assert_eq!(settings["security"]["auth"]["selectedType"], "gemini-api-key");
    assert!(prepared.must_exist.iter().any(|path| path == &PathBuf::from("/s/brief/policy.toml")));
}

#[test]
fn a_google_sign_in_keeps_its_own_home() {
    let there = [
        ("/u/.gemini", ""),
        ("/u/.gemini/settings.json", r#"{"security": {"auth": {"selectedType": "oauth-personal"}}}"#),
    ];
    let prepared = prepare(&known("gemini"), MACHINE, &there, |_| {}).expect("a preparation");
    assert!(prepared.env.iter().all(|(name, _)| name != "GEMINI_CLI_HOME"));
    assert!(prepared.writes.contains(&PathBuf::from("/u/.gemini")));
}

#[test]
fn what_an_agent_can_not_take_is_said_before_the_start() {
    use NonVoteKind as K;
    let kind_of = |agent: &str, change: fn(&mut Request<'_>)| {
        prepare(&known(agent), MACHINE, &[], change).expect_err("a non-vote").kind
    };
    assert_eq!(kind_of("codex", |r| r.prompt_characters = 1_048_577), K::PromptTooLarge);
    assert_eq!(kind_of("claude", |r| r.prompt_bytes = 10_000_001), K::PromptTooLarge);
    assert_eq!(kind_of("claude", |r| r.model = Some("--dangerously-skip-permissions")), K::ModelUnavailable);
    assert_eq!(kind_of("claude", |r| r.effort = Some("bypassPermissions")), K::OtherFailure);
    let images: &'static [PathBuf] = vec![PathBuf::from("/i.png")].leak();
    let refused = prepare(&known("gemini"), MACHINE, &[], |request| request.images = images);
    assert_eq!(refused.expect_err("a non-vote").detail, "gemini takes no images");
    let argument = read("x", "command: x\nprompt: { by: argument, args: ['{prompt_text}'] }").expect("a definition");
    assert_eq!(
        prepare(&argument, MACHINE, &[], |r| r.prompt_bytes = 130_000).expect_err("a non-vote").kind,
        K::PromptTooLarge
    );
    let taken = prepare(&argument, MACHINE, &[("/s/brief/prompt.md", "Q {tree}")], |_| {}).expect("a preparation");
    assert_eq!((taken.args, taken.leaks.len()), (vec![OsString::from("Q {tree}")], 1));
}
