//! OpenAI Responses, as codex speaks it.

use serde_json::{Value, json};

use super::scenario::{Ask, Ending, Quota};
use super::{Reply, event};

/// The tool under the name that codex offers it by; files are written with its patch tool.
pub fn tool(ask: &Ask, offered: &[String]) -> (String, Value) {
    let shell = |command: &str| {
        let known = ["exec_command", "shell_command", "shell"];
        match known.into_iter().find(|name| offered.iter().any(|tool| tool == name)).unwrap_or("exec_command") {
            "exec_command" => ("exec_command", json!({"cmd": command})),
            "shell_command" => ("shell_command", json!({"command": command})),
            _ => ("shell", json!({"command": ["bash", "-lc", command]})),
        }
    };
    let (name, arguments) = match ask {
        Ask::Write(path) => (
            "apply_patch",
            json!(format!("*** Begin Patch\n*** Add File: {path}\n+written by the model\n*** End Patch\n")),
        ),
        Ask::Edit(path) => (
            "apply_patch",
            json!(format!("*** Begin Patch\n*** Update File: {path}\n@@\n-original\n+edited\n*** End Patch\n")),
        ),
        Ask::Read(path) => shell(&format!("cat -- '{path}'")),
        Ask::Shell(command) => shell(command),
        Ask::EnterPlanMode => ("enter_plan_mode", json!({})),
        Ask::ExitPlanMode => ("exit_plan_mode", json!({})),
        Ask::EnterWorktree(_) | Ask::Tool(..) => unreachable!("the same in every format"),
    };
    (name.to_owned(), arguments)
}

pub fn events(reply: &Reply) -> Vec<String> {
    let named = |data: Value| event(data["type"].as_str(), &data);
    let begun = json!({"id": id(reply, "resp"), "object": "response", "status": "in_progress", "model": reply.request.model, "output": []});
    let mut events = vec![named(json!({"type": "response.created", "response": begun}))];
    if let Some(item) = item(reply) {
        if reply.call.is_none() {
            let empty = json!({"type": "message", "id": item["id"], "role": "assistant", "status": "in_progress", "content": []});
            events.push(named(json!({"type": "response.output_item.added", "output_index": 0, "item": empty})));
            events.extend(reply.pieces().iter().map(|piece| {
                named(json!({"type": "response.output_text.delta", "item_id": item["id"], "output_index": 0, "content_index": 0, "delta": piece}))
            }));
        } else {
            events.push(named(json!({"type": "response.output_item.added", "output_index": 0, "item": item})));
        }
        events.push(named(json!({"type": "response.output_item.done", "output_index": 0, "item": item})));
    }
    let end = match reply.scenario.ending {
        Ending::Complete => "response.completed",
        Ending::Missing => return events,
        Ending::CutShort => "response.incomplete",
        Ending::Refused => "response.failed",
    };
    events.push(named(json!({"type": end, "response": document(reply)})));
    events
}

pub fn document(reply: &Reply) -> Value {
    let (input, output) = reply.tokens();
    let mut document = json!({
        "id": id(reply, "resp"), "object": "response", "status": "completed", "model": reply.request.model,
        "output": item(reply).into_iter().collect::<Vec<_>>(),
        "usage": {
            "input_tokens": input, "input_tokens_details": {"cached_tokens": 7}, "output_tokens": output,
            "output_tokens_details": {"reasoning_tokens": 3}, "total_tokens": input + output,
        },
    });
    match reply.scenario.ending {
        Ending::CutShort => {
            document["status"] = json!("incomplete");
            document["incomplete_details"] = json!({"reason": "max_output_tokens"});
        }
        Ending::Refused => {
            document["status"] = json!("failed");
            let message = "Invalid prompt: your prompt was flagged as potentially violating our usage policy. \
                           Please try again with a different prompt.";
            document["error"] = json!({"code": "invalid_prompt", "message": message});
        }
        Ending::Complete | Ending::Missing => {}
    }
    document
}

fn item(reply: &Reply) -> Option<Value> {
    let (id, call_id) = (id(reply, "item"), id(reply, "call"));
    match &reply.call {
        Some((name, Value::String(input))) => Some(
            json!({"type": "custom_tool_call", "id": id, "call_id": call_id, "name": name, "input": input, "status": "completed"}),
        ),
        Some((name, arguments)) => Some(json!({
            "type": "function_call", "id": id, "call_id": call_id, "name": name, "arguments": arguments.to_string(), "status": "completed",
        })),
        None if reply.text.is_empty() => None,
        None => Some(json!({
            "type": "message", "id": id, "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": reply.text, "annotations": []}],
        })),
    }
}

fn id(reply: &Reply, kind: &str) -> String {
    format!("{kind}_{}", reply.number)
}

pub fn error(reply: &Reply, status: u16) -> Value {
    if reply.scenario.unknown_model {
        let message = format!("The requested model '{}' does not exist.", reply.request.model);
        return json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": "model_not_found"}});
    }
    let (message, kind, code) = match (status, reply.scenario.quota) {
        (429, Quota::Plan) => {
            return json!({"error": {
                "type": "usage_limit_reached", "message": "The usage limit has been reached", "plan_type": "plus", "resets_in_seconds": 3600,
            }});
        }
        (429, Quota::Spent) => (
            "You exceeded your current quota, please check your plan and billing details.".to_owned(),
            "insufficient_quota",
            json!("insufficient_quota"),
        ),
        (429, Quota::Rate) => ("Rate limit reached for requests".to_owned(), "requests", json!("rate_limit_exceeded")),
        (401, _) => {
            ("Incorrect API key provided: sk-test.".to_owned(), "invalid_request_error", json!("invalid_api_key"))
        }
        (500.., _) => {
            ("The server had an error while processing your request.".to_owned(), "server_error", Value::Null)
        }
        _ => (format!("The request failed with status {status}."), "invalid_request_error", Value::Null),
    };
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
}
