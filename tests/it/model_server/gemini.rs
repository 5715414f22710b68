//! Gemini, as gemini speaks it.

use serde_json::{Value, json};

use super::scenario::{Ask, Ending, Quota};
use super::{Reply, event};

pub fn tool(ask: &Ask) -> (String, Value) {
    let (name, arguments) = match ask {
        Ask::Write(path) => ("write_file", json!({"file_path": path, "content": "written by the model\n"})),
        Ask::Edit(path) => (
            "replace",
            json!({
                "file_path": path, "instruction": "edit", "old_string": "original", "new_string": "edited", "allow_multiple": false,
            }),
        ),
        Ask::Read(path) => ("read_file", json!({"file_path": path})),
        Ask::Shell(command) => ("run_shell_command", json!({"command": command, "description": "a command"})),
        Ask::EnterPlanMode => ("enter_plan_mode", json!({"reason": "to plan"})),
        Ask::ExitPlanMode => ("exit_plan_mode", json!({"plan_filename": "plan.md", "plan_path": "plan.md"})),
        Ask::EnterWorktree(_) | Ask::Tool(..) => unreachable!("the same in every format"),
    };
    (name.to_owned(), arguments)
}

pub fn events(reply: &Reply) -> Vec<String> {
    if reply.call.is_some() || reply.scenario.ending == Ending::Refused {
        return vec![event(None, &document(reply))];
    }
    let piece = |text: &str, end: Option<&str>| event(None, &chunk(reply, json!([{"text": text}]), end));
    let mut events: Vec<String> = reply.pieces().iter().map(|text| piece(text, None)).collect();
    if reply.scenario.ending != Ending::Missing {
        events.push(piece("", Some(finish_reason(reply))));
    }
    events
}

pub fn document(reply: &Reply) -> Value {
    let parts = match &reply.call {
        Some((name, arguments)) => json!([{"functionCall": {"name": name, "args": arguments}}]),
        None if reply.scenario.ending == Ending::Refused => {
            return json!({
                "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage(reply), "modelVersion": reply.request.model,
            });
        }
        None if reply.text.is_empty() => json!([]),
        None => json!([{"text": reply.text}]),
    };
    chunk(reply, parts, Some(finish_reason(reply)))
}

fn chunk(reply: &Reply, parts: Value, end: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
    let mut chunk = json!({"modelVersion": reply.request.model, "responseId": format!("response-{}", reply.number)});
    if let Some(end) = end {
        candidate["finishReason"] = json!(end);
        chunk["usageMetadata"] = usage(reply);
    }
    chunk["candidates"] = json!([candidate]);
    chunk
}

fn finish_reason(reply: &Reply) -> &'static str {
    if reply.scenario.ending == Ending::CutShort { "MAX_TOKENS" } else { "STOP" }
}

fn usage(reply: &Reply) -> Value {
    let (prompt, answer) = reply.tokens();
    json!({
        "promptTokenCount": prompt, "candidatesTokenCount": answer, "totalTokenCount": prompt + answer, "cachedContentTokenCount": 7,
    })
}

pub fn error(reply: &Reply, status: u16) -> Value {
    let word = match status {
        400 => "INVALID_ARGUMENT",
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        500 => "INTERNAL",
        503 => "UNAVAILABLE",
        _ => "UNKNOWN",
    };
    let mut error =
        json!({"code": status, "message": format!("the request failed with status {status}"), "status": word});
    if reply.scenario.unknown_model {
        error["message"] = json!(format!(
            "models/{} is not found for API version v1beta, or is not supported for generateContent.",
            reply.request.model
        ));
    } else if status == 400 {
        error["message"] = json!("API key not valid. Please pass a valid API key.");
        error["details"] = json!([{
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com",
        }]);
    } else if reply.scenario.quota != Quota::Rate {
        error["message"] = json!("You exceeded your current quota, please check your plan and billing details.");
        error["details"] = json!([{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{
            "quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
            "quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "quotaValue": "50",
        }]}]);
    }
    json!({"error": error})
}
