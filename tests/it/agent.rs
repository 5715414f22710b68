//! The agents: recorded output of the real CLIs is read rightly, and what each is started with is fixed.

mod answers;
mod definitions;
mod recordings;
mod start;

use venire::agent::{Definition, Extraction, Reply, builtin, load};
use venire::document::{Diagnostic, Source, parse, render};
use venire::invocation::{Ending, Stream};
use venire::vote::NonVoteKind;

pub fn read(name: &str, text: &str) -> Result<Definition, Vec<Diagnostic>> {
    let node = parse(&Source::new(name, text)).expect("YAML");
    let mut found = vec![];
    match load(&node, Some(name), &mut found) {
        Some(definition) if found.is_empty() => Ok(definition),
        _ => Err(found),
    }
}

pub fn known(name: &str) -> Definition {
    let (_, text) = builtin().iter().find(|(known, _)| *known == name).expect("a built-in agent");
    read(name, text).unwrap_or_else(|found| panic!("{}", render(&found, false)))
}

pub fn run(definition: &Definition, stdout: &str, stderr: &str, ending: &Ending) -> Reply {
    let mut extraction = Extraction::new(definition).seated(None, &[]);
    extraction.feed(Stream::Stderr, stderr.as_bytes());
    extraction.feed(Stream::Stdout, stdout.as_bytes());
    extraction.finish(ending)
}

pub fn kind(reply: &Reply) -> Option<NonVoteKind> {
    match reply {
        Reply::Answer(_) => None,
        Reply::NonVote(non_vote) => Some(non_vote.kind),
    }
}

pub const CLAUDE_INIT: &str = r#"{"type":"system","subtype":"init","tools":["Read","Grep","Glob"]}"#;

pub const CLAUDE_RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"stop_reason":"end_turn","result":"SHIP","modelUsage":{"fake-model":{}},"usage":{}}"#;

pub const GEMINI_ANSWER: &str = r#"{"type":"init","session_id":"s","model":"fake-model"}
{"type":"message","role":"assistant","content":"SH","delta":true}
{"type":"message","role":"assistant","content":"IP","delta":true}
{"type":"result","status":"success","stats":{"total_tokens":9,"output_tokens":4}}
"#;

pub const CODEX_ANSWER: &str = r#"{"type":"thread.started","thread_id":"t"}
{"type":"item.completed","item":{"type":"agent_message","text":"First I look."}}
{"type":"item.completed","item":{"type":"agent_message","text":"SHIP"}}
{"type":"turn.completed","usage":{}}
"#;
