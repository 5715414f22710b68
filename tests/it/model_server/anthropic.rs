//! Anthropic Messages, as claude speaks it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::scenario::{Ask, Ending, Quota};
use super::{Reply, event};

pub fn tool(ask: &Ask) -> (String, Value) {
    let (name, arguments) = match ask {
        Ask::Write(path) => ("Write", json!({"file_path": path, "content": "written by the model\n"})),
        Ask::Edit(path) => ("Edit", json!({"file_path": path, "old_string": "original", "new_string": "edited"})),
        Ask::Read(path) => ("Read", json!({"file_path": path})),
        Ask::Shell(command) => ("Bash", json!({"command": command, "description": "a command"})),
        Ask::EnterPlanMode => ("EnterPlanMode", json!({})),
        Ask::ExitPlanMode => ("ExitPlanMode", json!({"plan": "do it"})),
        Ask::EnterWorktree(_) | Ask::Tool(..) => unreachable!("the same in every format"),
    };
    (name.to_owned(), arguments)
}

pub fn events(reply: &Reply) -> Vec<String> {
    let named = |data: Value| event(data["type"].as_str(), &data);
    let begun = json!({
        "id": format!("msg_{}", reply.number), "type": "message", "role": "assistant", "model": reply.request.model,
        "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage(reply, 1),
    });
    let mut events = vec![named(json!({"type": "message_start", "message": begun}))];
    let deltas: Vec<Value> = match &reply.call {
        Some((_, arguments)) => vec![json!({"type": "input_json_delta", "partial_json": arguments.to_string()})],
        None => reply.pieces().iter().map(|piece| json!({"type": "text_delta", "text": piece})).collect(),
    };
    if !deltas.is_empty() {
        let empty = match &reply.call {
            Some((name, _)) => {
                json!({"type": "tool_use", "id": format!("toolu_{}", reply.number), "name": name, "input": {}})
            }
            None => json!({"type": "text", "text": ""}),
        };
        events.push(named(json!({"type": "content_block_start", "index": 0, "content_block": empty})));
        events.extend(
            deltas.iter().map(|delta| named(json!({"type": "content_block_delta", "index": 0, "delta": delta}))),
        );
        events.push(named(json!({"type": "content_block_stop", "index": 0})));
    }
    if reply.scenario.ending != Ending::Missing {
        let delta = json!({"stop_reason": stop_reason(reply), "stop_sequence": null});
        events.push(named(
            json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": reply.tokens().1}}),
        ));
        events.push(named(json!({"type": "message_stop"})));
    }
    events
}

pub fn document(reply: &Reply) -> Value {
    let content = match &reply.call {
        Some((name, arguments)) => {
            json!([{"type": "tool_use", "id": format!("toolu_{}", reply.number), "name": name, "input": arguments}])
        }
        None if reply.text.is_empty() => json!([]),
        None => json!([{"type": "text", "text": reply.text}]),
    };
    json!({
        "id": format!("msg_{}", reply.number), "type": "message", "role": "assistant", "model": reply.request.model,
        "content": content, "stop_reason": stop_reason(reply), "stop_sequence": null, "usage": usage(reply, reply.tokens().1),
    })
}

fn stop_reason(reply: &Reply) -> &'static str {
    match (reply.scenario.ending, &reply.call) {
        (_, Some(_)) => "tool_use",
        (Ending::CutShort, None) => "max_tokens",
        (Ending::Refused, None) => "refusal",
        (Ending::Complete | Ending::Missing, None) => "end_turn",
    }
}

fn usage(reply: &Reply, output: usize) -> Value {
    json!({
        "input_tokens": reply.tokens().0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 7, "output_tokens": output,
    })
}

/// The headers by which a subscription says that its share is used up.
pub fn plan_headers() -> Vec<(&'static str, String)> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let reset = (now + 3600).to_string();
    vec![
        ("retry-after", "3600".to_owned()),
        ("anthropic-ratelimit-unified-status", "rejected".to_owned()),
        ("anthropic-ratelimit-unified-reset", reset.clone()),
        ("anthropic-ratelimit-unified-representative-claim", "five_hour".to_owned()),
        ("anthropic-ratelimit-unified-5h-status", "rejected".to_owned()),
        ("anthropic-ratelimit-unified-5h-reset", reset),
    ]
}

pub fn error(reply: &Reply, status: u16) -> Value {
    let kind = match status {
        400 => "invalid_request_error",
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        _ => "api_error",
    };
    let message = match (status, reply.scenario.quota) {
        (404, _) if reply.scenario.unknown_model => format!("model: {}", reply.request.model),
        (401, _) => "invalid x-api-key".to_owned(),
        (429, Quota::Rate) => "This request would exceed your organization's rate limit".to_owned(),
        (429, Quota::Spent) => "Your credit balance is too low to access the Anthropic API.".to_owned(),
        (429, Quota::Plan) => "This request would exceed your account's rate limit. Please try again later.".to_owned(),
        (500, _) => "Internal server error".to_owned(),
        (529, _) => "Overloaded".to_owned(),
        _ => format!("the request failed with status {status}"),
    };
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_test"})
}
