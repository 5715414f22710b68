//! The kernel layer and the proof, against the real command lines at their most permissive: as a user could
//! define them, with every tool on, no question asked, in the tree itself.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{at, each, model, panel_of, seat, world_with};
use crate::model_server::{Ask, ModelServer, Scenario};
use crate::world::{Outcome, World, ballot, fingerprint};

/// Definitions without any read-only switch. `{state}` is the scratch home, where there is one.
const PERMISSIVE: [(&str, &str); 3] = [
    (
        "codex",
        "args: [exec, --skip-git-repo-check, --ephemeral, --json, --dangerously-bypass-approvals-and-sandbox,\n\
         \x20 --ignore-user-config, --disable=apps, --disable=plugins, -cweb_search=\"disabled\", -canalytics.enabled=false]\n\
         home: { kind: scratch, env: { CODEX_HOME: \"{home}\" } }\n\
         model: { args: [\"--model={model}\"] }\n\
         prompt: { by: stdin, args: [\"-\"] }\n\
         pass:\n  - { env: OPENAI_BASE_URL, args: [\"-copenai_base_url={json:value}\"] }\n\
         output:\n\
         \x20 format: json-lines\n\
         \x20 answer: { where: { type: item.completed, item.type: agent_message }, path: item.text }\n\
         \x20 success: { where: { type: turn.completed } }\n",
    ),
    (
        "claude",
        "args: [-p, --output-format, stream-json, --verbose, --no-session-persistence,\n\
         \x20 --permission-mode=acceptEdits, \"--allowedTools=Bash,Write,Edit,Read\"]\n\
         home: { kind: scratch, env: { CLAUDE_CONFIG_DIR: \"{home}\" } }\n\
         env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: \"1\", CLAUDE_CODE_MAX_RETRIES: \"1\" }\n\
         model: { args: [\"--model={model}\"] }\n\
         output:\n\
         \x20 format: json-lines\n\
         \x20 answer: { where: { type: result }, path: result }\n\
         \x20 success: { where: { type: result, subtype: success, is_error: false, stop_reason: end_turn } }\n",
    ),
    (
        "gemini",
        "args: [--skip-trust, --approval-mode=yolo, --extensions=none, -o, stream-json]\n\
         home: { kind: scratch, env: { GEMINI_CLI_HOME: \"{home}\" } }\n\
         files:\n  settings:\n    path: \"{home}/.gemini/settings.json\"\n    text: |\n\
         \x20     {\"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\"}}, \"general\": {\"maxAttempts\": 2}}\n\
         env: { GEMINI_CLI_NO_RELAUNCH: \"1\" }\n\
         model: { args: [\"--model={model}\"] }\n\
         output:\n\
         \x20 format: json-lines\n\
         \x20 answer: { where: { type: message, role: assistant }, path: content, take: concat, reset: { type: tool_use } }\n\
         \x20 success: { where: { type: result, status: success }, absent: error }\n",
    ),
];

/// A way to write, and a word by which the proof names what it changed.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Touch,
    Write,
    Edit,
    Commit,
    /// A process that writes after the tool has come back.
    Later,
}

const KINDS: [Kind; 5] = [Kind::Touch, Kind::Write, Kind::Edit, Kind::Commit, Kind::Later];

impl Kind {
    fn asks(self, world: &World) -> Vec<Ask> {
        let path = |name: &str| world.repository().join(name).to_string_lossy().into_owned();
        match self {
            Self::Touch => vec![Ask::Shell(format!("touch '{}'", path("touched")))],
            Self::Write => vec![Ask::Write(path("written"))],
            // An edit needs to have read the file.
            Self::Edit => vec![Ask::Read(path("b.txt")), Ask::Edit(path("b.txt"))],
            Self::Commit => vec![Ask::Shell(format!(
                "cd '{}' && git commit --quiet --allow-empty --message by-the-model",
                path(".")
            ))],
            Self::Later => {
                let command = format!("echo left; exec >/dev/null; sleep 0.5; echo late > '{}'", path("late"));
                // The tool comes back only when the process has left its session: with it, it would be ended.
                vec![Ask::Shell(format!("{{ setsid sh -c \"{command}\" </dev/null 2>/dev/null & }} | read line; true"))]
            }
        }
    }

    fn trace(self) -> &'static str {
        match self {
            Self::Touch => "touched",
            Self::Write => "written",
            Self::Edit => "b.txt",
            Self::Commit => "main",
            Self::Later => "late",
        }
    }
}

/// What a run left behind.
struct Done {
    before: BTreeMap<String, String>,
    after: BTreeMap<String, String>,
    outcome: Outcome,
    asked: usize,
}

/// One seat of a permissive agent, whose model asks for one kind of write and then votes.
fn asked(agent: &str, definition: &str, kind: Kind, sandbox: &str) -> Option<Done> {
    let world = world_with(agent)?;
    world.write("b.txt", "original\n");
    world.commit("something to edit");
    // What the agent starts sees none of the test's own settings of git.
    world.git(&["config", "user.name", "Model"]);
    world.git(&["config", "user.email", "model@example.invalid"]);
    world.link_tool("setsid");
    world.configure(&format!("agents/{agent}-open.yaml"), &format!("command: {agent}\ncwd: tree\n{definition}"));
    let asks = kind.asks(&world);
    let count = asks.len();
    let scenario = asks.into_iter().fold(Scenario::answering(&ballot("SHIP")), Scenario::asking);
    let server = ModelServer::start_with(move |request| match (kind, request.results) {
        (Kind::Later, 1..) => scenario.clone().after(Duration::from_secs(2)),
        _ => scenario.clone(),
    });
    let panel = world.panel("open", &panel_of(&format!("{agent}-open"), model(agent), ""));
    let before = fingerprint(&world.repository());
    let arguments = ["ask", "-p", &panel, "--format", "json", "--timeout", "60s", "--sandbox", sandbox];
    let outcome = at(&server.address(), world.run(&arguments)).outcome();
    world.assert_nothing_survives();
    let asked = server.requests().iter().map(|request| request.results).max().unwrap_or(0);
    assert!(asked >= count, "{agent} {kind:?} {sandbox}: the wish came to the agent: {}", outcome.screen());
    Some(Done { before, after: fingerprint(&world.repository()), outcome, asked })
}

fn combinations() -> Vec<(&'static str, &'static str, Kind)> {
    PERMISSIVE.iter().flat_map(|(agent, definition)| KINDS.map(|kind| (*agent, *definition, kind))).collect()
}

#[test]
fn the_kernel_keeps_the_tree_from_the_most_permissive_agents() {
    let wrong: Vec<String> = each(&combinations(), |(agent, definition, kind)| {
        let done = asked(agent, definition, *kind, "require")?;
        let seat = seat(&done.outcome);
        let is_right = done.before == done.after
            && seat["ballot"]["option"] == "SHIP"
            && seat["read_only"]["strength"] == "kernel"
            && seat["read_only"]["tree_checked"] == true;
        (!is_right).then(|| format!("{agent} {kind:?} ({} results): {}", done.asked, done.outcome.screen()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn without_the_kernel_layer_each_write_is_real_and_the_proof_catches_it() {
    let wrong: Vec<String> = each(&combinations(), |(agent, definition, kind)| {
        let done = asked(agent, definition, *kind, "off")?;
        let non_vote = seat(&done.outcome)["non_vote"].clone();
        let is_right = done.before != done.after
            && non_vote["kind"] == "tainted"
            && non_vote["detail"].as_str().is_some_and(|detail| detail.contains(kind.trace()))
            && done.outcome.status == Some(4);
        (!is_right).then(|| format!("{agent} {kind:?} ({} results): {}", done.asked, done.outcome.screen()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
