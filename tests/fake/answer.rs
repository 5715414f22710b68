//! Answers in the formats of the command lines that a fake agent stands in for.

use serde_json::{Value, json};

use crate::script::Script;

/// An answer as the real program would print it, with its success records.
pub fn rendered(script: &Script, arguments: &[String], prompt: &str, answer: &str) -> String {
    let format = option(arguments, &["--output-format", "-o"]);
    match (script.style.as_str(), format.as_deref()) {
        ("codex", _) if arguments.iter().any(|a| a == "--json") => lines(&codex(answer)),
        ("claude", Some("stream-json")) => lines(&claude(script, arguments, answer)),
        ("claude", Some("json")) => lines(&[claude_result(arguments, answer)]),
        ("gemini", Some("stream-json")) => lines(&gemini_stream(arguments, prompt, answer)),
        ("gemini", Some("json")) => format!("{:#}\n", gemini_document(arguments, answer)),
        _ => format!("{answer}\n"),
    }
}

/// The value of the first of some options that is given, as `--name value` or `--name=value`.
pub fn option(arguments: &[String], names: &[&str]) -> Option<String> {
    arguments.iter().enumerate().find_map(|(place, argument)| {
        names.iter().find_map(|name| {
            if argument == name {
                return arguments.get(place + 1).cloned();
            }
            argument.strip_prefix(name)?.strip_prefix('=').map(str::to_owned)
        })
    })
}

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn model(arguments: &[String]) -> String {
    option(arguments, &["--model", "-m"]).unwrap_or_else(|| "fake-model".to_owned())
}

fn codex(answer: &str) -> Vec<Value> {
    vec![
        json!({"type": "thread.started", "thread_id": "01a22e46-3654-7b00-9773-70102f7764fd"}),
        json!({"type": "turn.started"}),
        json!({"type": "item.completed", "item": {"id": "item_0", "type": "agent_message", "text": answer}}),
        json!({"type": "turn.completed", "usage": {
            "input_tokens": 1200, "cached_input_tokens": 7, "cache_write_input_tokens": 0,
            "output_tokens": 80, "reasoning_output_tokens": 3,
        }}),
    ]
}

fn claude(script: &Script, arguments: &[String], answer: &str) -> Vec<Value> {
    vec![
        json!({
            "type": "system", "subtype": "init", "session_id": "fake", "tools": claude_tools(script, arguments),
            "mcp_servers": [], "model": model(arguments), "apiKeySource": "ANTHROPIC_API_KEY",
            "permissionMode": option(arguments, &["--permission-mode"]).unwrap_or_else(|| "default".to_owned()),
            "claude_code_version": script.version, "plugins": [],
        }),
        json!({"type": "assistant", "session_id": "fake", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": model(arguments),
            "content": [{"type": "text", "text": answer}], "stop_reason": null,
        }}),
        claude_result(arguments, answer),
    ]
}

/// What the real program offers its model: the list of `--tools`, or everything where it is not given.
fn claude_tools(script: &Script, arguments: &[String]) -> Vec<String> {
    if let Some(tools) = &script.tools {
        return tools.clone();
    }
    let asked =
        option(arguments, &["--tools"]).unwrap_or_else(|| "Bash,Edit,EnterWorktree,Glob,Grep,Read,Write".to_owned());
    asked.split(',').filter(|tool| !tool.is_empty()).map(str::to_owned).collect()
}

fn claude_result(arguments: &[String], answer: &str) -> Value {
    json!({
        "type": "result", "subtype": "success", "is_error": false, "api_error_status": null, "duration_ms": 41,
        "num_turns": 1, "result": answer, "stop_reason": "end_turn", "session_id": "fake", "total_cost_usd": 0.0067,
        "usage": {"input_tokens": 1200, "cache_read_input_tokens": 7, "output_tokens": 80},
        "modelUsage": {model(arguments): {"inputTokens": 1200, "outputTokens": 80, "costUSD": 0.0067}},
        "permission_denials": [], "terminal_reason": "completed",
    })
}

fn gemini_stream(arguments: &[String], prompt: &str, answer: &str) -> Vec<Value> {
    let half = (answer.len() / 2..=answer.len()).find(|at| answer.is_char_boundary(*at)).unwrap_or(0);
    let (first, second) = answer.split_at(half);
    vec![
        json!({"type": "init", "session_id": "fake", "model": model(arguments)}),
        json!({"type": "message", "role": "user", "content": prompt}),
        json!({"type": "message", "role": "assistant", "content": first, "delta": true}),
        json!({"type": "message", "role": "assistant", "content": second, "delta": true}),
        json!({"type": "result", "status": "success", "stats": {
            "total_tokens": 1280, "input_tokens": 1200, "output_tokens": 80, "cached": 7, "tool_calls": 0,
            "models": {model(arguments): {"total_tokens": 1280, "input_tokens": 1200, "output_tokens": 80}},
        }}),
    ]
}

fn gemini_document(arguments: &[String], answer: &str) -> Value {
    json!({
        "session_id": "fake", "response": answer,
        "stats": {
            "models": {model(arguments): {
                "api": {"totalRequests": 1, "totalErrors": 0},
                "tokens": {"prompt": 1200, "candidates": 80, "total": 1280},
            }},
            "tools": {"totalCalls": 0, "byName": {}}, "files": {"totalLinesAdded": 0, "totalLinesRemoved": 0},
        },
    })
}
