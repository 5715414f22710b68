//! The agents: recorded output of the real CLIs is read rightly, and what each is started with is fixed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::prelude::*;
use venire::agent::{Definition, Extraction, Format, Layout, Preparation, Reply, Request, SignIn, builtin, load};
use venire::document::{Diagnostic, Source, parse, render};
use venire::invocation::{Ending, Stream, Watch};
use venire::vote::NonVoteKind;

fn read(name: &str, text: &str) -> Result<Definition, Vec<Diagnostic>> {
    let node = parse(&Source::new(name, text)).expect("YAML");
    let mut found = vec![];
    match load(&node, Some(name), &mut found) {
        Some(definition) if found.is_empty() => Ok(definition),
        _ => Err(found),
    }
}

fn known(name: &str) -> Definition {
    let (_, text) = builtin().iter().find(|(known, _)| *known == name).expect("a built-in agent");
    read(name, text).unwrap_or_else(|found| panic!("{}", render(&found, false)))
}

/// How gemini prints one document in place of a stream.
const GEMINI_JSON: &str = "
command: gemini
output:
  format: json
  answer: { path: response }
  success: { absent: error }
  error: [{ path: error.message }, { on: stderr, path: error.message }]
";

struct Recording {
    name: String,
    format: Format,
    ending: Ending,
    expected: String,
    pieces: Vec<(Stream, String)>,
}

/// Each entry starts with `=== name | format | ending | expected`; lines of standard output start with
/// `1 `, lines of standard error with `2 `.
fn recordings(agent: &str) -> Vec<Recording> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/corpus/agents/{agent}.txt"));
    let text = std::fs::read_to_string(path).expect("the corpus");
    let mut recordings: Vec<Recording> = vec![];
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        if let Some(head) = line.strip_prefix("=== ") {
            let [name, format, ending, expected] = head.split(" | ").collect::<Vec<_>>()[..] else { panic!("{head}") };
            let number = |text: &str| text.parse().expect("a number");
            recordings.push(Recording {
                name: name.to_owned(),
                format: match format {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    _ => Format::JsonLines,
                },
                ending: match ending.split_once(' ') {
                    Some(("exit", status)) => Ending::Exited(number(status)),
                    Some((_, signal)) => Ending::Signalled(number(signal)),
                    None => Ending::TimedOut,
                },
                expected: expected.to_owned(),
                pieces: vec![],
            });
        } else {
            let stream = if line.starts_with('1') { Stream::Stdout } else { Stream::Stderr };
            let pieces = &mut recordings.last_mut().expect("an entry").pieces;
            pieces.push((stream, format!("{}\n", &line[2..])));
        }
    }
    recordings
}

fn variant(agent: &str, format: Format) -> Definition {
    let mut definition = known(agent);
    if agent == "gemini" && format == Format::Json {
        definition.output = read("gemini", GEMINI_JSON).expect("a definition").output;
    }
    definition.output.format = format;
    // Some were recorded with every tool on, to show what happens then.
    definition.watch.clear();
    definition
}

fn outcome(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => format!("answer {}", answer.text.trim().escape_default()),
        Reply::NonVote(non_vote) => non_vote.kind.word(),
    }
}

fn replay(definition: &Definition, recording: &Recording, bytewise: bool) -> Reply {
    let mut extraction = Extraction::new(definition).seated(None, &[]);
    for (stream, piece) in &recording.pieces {
        let size = if bytewise { 1 } else { usize::MAX };
        for chunk in piece.as_bytes().chunks(size) {
            extraction.feed(*stream, chunk);
        }
    }
    extraction.finish(&recording.ending)
}

#[test]
fn every_recording_is_its_answer_or_its_one_kind_of_failure() {
    let mut wrong = vec![];
    for agent in ["codex", "claude", "gemini"] {
        for recording in recordings(agent) {
            let definition = variant(agent, recording.format);
            let reply = replay(&definition, &recording, false);
            if outcome(&reply) != recording.expected {
                wrong.push(format!("{agent}/{}: {} => {reply:?}", recording.name, recording.expected));
            }
            assert_eq!(reply, replay(&definition, &recording, true), "{}: by the byte", recording.name);
            if let Reply::NonVote(non_vote) = &reply {
                assert!(!non_vote.detail.is_empty() && non_vote.detail.chars().count() <= 600);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(definition: &Definition, stdout: &str, stderr: &str, ending: &Ending) -> Reply {
    let mut extraction = Extraction::new(definition).seated(None, &[]);
    extraction.feed(Stream::Stderr, stderr.as_bytes());
    extraction.feed(Stream::Stdout, stdout.as_bytes());
    extraction.finish(ending)
}

fn kind(reply: &Reply) -> Option<NonVoteKind> {
    match reply {
        Reply::Answer(_) => None,
        Reply::NonVote(non_vote) => Some(non_vote.kind),
    }
}

const CLAUDE_INIT: &str = r#"{"type":"system","subtype":"init","tools":["Read","Grep","Glob"]}"#;
const CLAUDE_RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"stop_reason":"end_turn","result":"SHIP","modelUsage":{"fake-model":{}},"usage":{}}"#;
const GEMINI_ANSWER: &str = r#"{"type":"init","session_id":"s","model":"fake-model"}
{"type":"message","role":"assistant","content":"SH","delta":true}
{"type":"message","role":"assistant","content":"IP","delta":true}
{"type":"result","status":"success","stats":{"total_tokens":9,"output_tokens":4}}
"#;
const CODEX_ANSWER: &str = r#"{"type":"thread.started","thread_id":"t"}
{"type":"item.completed","item":{"type":"agent_message","text":"First I look."}}
{"type":"item.completed","item":{"type":"agent_message","text":"SHIP"}}
{"type":"turn.completed","usage":{}}
"#;

#[test]
fn the_least_output_of_each_known_agent_is_an_answer() {
    let claude = format!("{CLAUDE_INIT}\n{CLAUDE_RESULT}\n");
    for (agent, stdout) in [("claude", claude.as_str()), ("gemini", GEMINI_ANSWER), ("codex", CODEX_ANSWER)] {
        let definition = known(agent);
        let mut extraction = Extraction::new(&definition).seated(None, &[]);
        let sighting = extraction.feed(Stream::Stdout, stdout.as_bytes());
        assert_eq!(sighting.watch, Watch::Answered, "{agent}");
        for (ending, note) in [
            (Ending::Exited(0), None),
            (Ending::Exited(1), Some("answered, then exited with status 1")),
            (Ending::AnsweredThenKilled, Some("answered, then was killed")),
            (Ending::TimedOut, Some("answered, then was killed at the time limit")),
        ] {
            let Reply::Answer(answer) = run(&definition, stdout, "", &ending) else { panic!("{agent} {ending:?}") };
            assert_eq!((answer.text.as_str(), answer.notes.first().map(String::as_str)), ("SHIP", note));
        }
        assert_eq!(kind(&run(&definition, stdout, "", &Ending::Cancelled)), Some(NonVoteKind::Cancelled));
    }
}

#[test]
fn half_an_answer_never_counts() {
    use NonVoteKind as K;
    for (agent, whole) in [("gemini", GEMINI_ANSWER), ("codex", CODEX_ANSWER)] {
        let definition = known(agent);
        let half = &whole[..whole.trim_end().rfind('\n').expect("several lines")];
        for (ending, expected) in [
            (Ending::Exited(0), K::NoSuccessRecord),
            (Ending::TimedOut, K::TimedOut),
            (Ending::Cut, K::Cut),
            (Ending::Signalled(9), K::Crashed),
        ] {
            assert_eq!(kind(&run(&definition, half, "", &ending)), Some(expected), "{agent} {ending:?}");
        }
    }
}

#[test]
fn a_tool_that_a_seat_must_not_have_trips() {
    let claude = known("claude");
    let init = CLAUDE_INIT.replace("Glob", "Bash");
    let mut extraction = Extraction::new(&claude);
    assert_eq!(extraction.feed(Stream::Stdout, format!("{init}\n").as_bytes()).watch, Watch::End);
    let reply = run(&claude, &format!("{init}\n{CLAUDE_RESULT}\n"), "", &Ending::Exited(0));
    assert_eq!(kind(&reply), Some(NonVoteKind::Tripwire));

    // Asking for a tool that is not there harms nobody; using it does.
    let used = |status| {
        format!(
            "{}\n{}\n{GEMINI_ANSWER}",
            r#"{"type":"tool_use","tool_name":"write_file","tool_id":"w1"}"#,
            format_args!(r#"{{"type":"tool_result","tool_id":"w1","status":"{status}"}}"#),
        )
    };
    let gemini = known("gemini");
    assert_eq!(kind(&run(&gemini, &used("error"), "", &Ending::Exited(0))), None);
    assert_eq!(kind(&run(&gemini, &used("success"), "", &Ending::Exited(0))), Some(NonVoteKind::Tripwire));
    let refused_policy = "[ADMIN] Policy file error in policy.toml\n";
    assert_eq!(kind(&run(&gemini, GEMINI_ANSWER, refused_policy, &Ending::Ended)), Some(NonVoteKind::Tripwire));

    let changed = r#"{"type":"item.completed","item":{"type":"file_change"}}"#;
    let reply = run(&known("codex"), &format!("{changed}\n{CODEX_ANSWER}"), "", &Ending::Exited(0));
    assert_eq!(kind(&reply), Some(NonVoteKind::Tripwire));
}

#[test]
fn an_answer_of_another_vendor_is_no_vote_of_the_seat() {
    let claude = known("claude");
    let other = CLAUDE_RESULT.replace("fake-model", "gpt-5");
    assert_eq!(kind(&run(&claude, &other, "", &Ending::Exited(0))), Some(NonVoteKind::WrongLineage));
    let table = [("fake-".to_owned(), "acme".to_owned())];
    let mut extraction = Extraction::new(&claude).seated(Some("opus"), &table);
    extraction.feed(Stream::Stdout, CLAUDE_RESULT.as_bytes());
    assert_eq!(kind(&extraction.finish(&Ending::Exited(0))), Some(NonVoteKind::WrongLineage));
    assert_eq!(claude.lineage(Some("gpt-5"), &[]), "openai");
    assert_eq!(claude.lineage(None, &[]), "anthropic");
    assert_eq!(read("x", "command: x").expect("a definition").lineage(Some("m"), &[]), "unknown");
}

#[test]
fn text_counts_with_status_0_only_and_error_texts_never() {
    use NonVoteKind as K;
    let least = read("mine", "command: my-agent").expect("a definition");
    let review = "## Verdict\nSHIP - the 401 path and the rate limit are tested; not logged in users are refused.\n";
    let table = [
        (review, "", Ending::Exited(0), None),
        (review, "rate limit exceeded, retried", Ending::Exited(0), None),
        (review, "", Ending::Exited(3), Some(K::NotSignedIn)),
        ("SHIP\n", "", Ending::Exited(3), Some(K::Crashed)),
        (review, "", Ending::TimedOut, Some(K::TimedOut)),
        (" \n", "", Ending::Exited(0), Some(K::Empty)),
        ("", "status 429", Ending::Exited(0), Some(K::RateLimited)),
        ("API Error: Rate limit reached\n", "", Ending::Exited(0), Some(K::RateLimited)),
        ("Error: something odd\n", "", Ending::Exited(0), Some(K::OtherFailure)),
        ("Invalid API key · Please run /login\n", "", Ending::Exited(1), Some(K::NotSignedIn)),
        ("", "/usr/bin/env: 'node': No such file or directory\n", Ending::Exited(127), Some(K::NotInstalled)),
        ("", "", Ending::SpawnFailed("No such file or directory (os error 2)".into()), Some(K::NotInstalled)),
        ("", "", Ending::SandboxFailed("no Landlock".into()), Some(K::SandboxFailed)),
    ];
    for (stdout, stderr, ending, expected) in table {
        let reply = run(&least, stdout, stderr, &ending);
        assert_eq!(kind(&reply), expected, "{stdout:?} {stderr:?} {ending:?} {reply:?}");
    }
    let crashed = run(&least, "", "UnknownError: unexpected server error (ref err_1)\n", &Ending::Exited(1));
    let Reply::NonVote(crashed) = crashed else { panic!("no answer") };
    assert_eq!(crashed.detail, "exit status 1: UnknownError: unexpected server error (ref err_1)");
}

#[test]
fn an_error_object_on_standard_error_is_a_failure_in_its_own_words() {
    let stderr = "Loaded cached credentials.\n{\n  \"error\": {\n    \"type\": \"FatalTurnLimitedError\",\n    \"code\": 53,\n    \"message\": \"Reached max turns. Last text was: ## Verdict\\nSHIP\"\n  }\n}\n";
    let Reply::NonVote(non_vote) = run(&known("gemini"), "", stderr, &Ending::Exited(53)) else { panic!("no answer") };
    assert_eq!(non_vote.kind, NonVoteKind::Crashed);
    assert_eq!(non_vote.detail, "exit status 53: Reached max turns. Last text was: ## Verdict SHIP");
}

#[test]
fn what_is_kept_of_a_flood_is_bounded_and_a_whole_answer_after_it_is_read() {
    let claude = known("claude");
    let mut extraction = Extraction::new(&claude);
    let megabyte = vec![b'x'; 1 << 20];
    for _ in 0..8 {
        extraction.feed(Stream::Stdout, &megabyte);
        extraction.feed(Stream::Stderr, &megabyte);
    }
    extraction.feed(Stream::Stdout, b"\n");
    let long = CLAUDE_RESULT.replace("SHIP", &"y".repeat(3 << 20));
    extraction.feed(Stream::Stdout, format!("{long}\n").as_bytes());
    let Reply::Answer(answer) = extraction.finish(&Ending::Exited(0)) else { panic!("an answer") };
    assert!(answer.cut && answer.text.len() < (1 << 20) + 64);

    let mut only_flood = Extraction::new(&claude);
    (0..8).for_each(|_| drop(only_flood.feed(Stream::Stdout, &megabyte)));
    assert_eq!(kind(&only_flood.finish(&Ending::Exited(0))), Some(NonVoteKind::OutputTooLarge));
}

proptest! {
    #[test]
    fn no_output_panics_and_no_cut_matters(
        pieces in proptest::collection::vec((any::<bool>(), prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..40),
            Just(CLAUDE_RESULT.as_bytes().to_vec()),
            Just(GEMINI_ANSWER.as_bytes().to_vec()),
            Just(CODEX_ANSWER.as_bytes().to_vec()),
            Just(b"\n".to_vec()),
            Just(br#"{"type":"error","message":"unexpected status 401"}"#.to_vec()),
        ]), 0..8),
        agent in 0..4usize,
        status in 0..3i32,
    ) {
        let definition = match agent {
            3 => read("mine", "command: x").expect("a definition"),
            agent => known(builtin()[agent].0),
        };
        let replay = |size: usize| {
            let mut extraction = Extraction::new(&definition).seated(None, &[]);
            for (error, bytes) in &pieces {
                let stream = if *error { Stream::Stderr } else { Stream::Stdout };
                bytes.chunks(size).for_each(|chunk| drop(extraction.feed(stream, chunk)));
            }
            extraction.finish(&Ending::Exited(status))
        };
        prop_assert_eq!(replay(1), replay(usize::MAX));
    }
}

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
    HOME=/u
    OPENAI_BASE_URL=http://127.0.0.1:1/v1
    NO_COLOR=1
    TERM=dumb
    TMPDIR=/s/tmp
    CODEX_HOME=/s/home
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
    --include-directories=/tree
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
