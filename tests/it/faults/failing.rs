//! Failures that look like answers, and answers that look like failures.

use std::fs;
use std::time::Duration;

use serde_json::json;

use super::{asked, assert_no_vote, assert_remarked, assert_ships, panel, question, seat};
use crate::world::{Script, World};

/// What claude prints at the end of a call.
pub fn claude_result(answer: &str, is_error: bool) -> serde_json::Value {
    json!({
        "type": "result", "subtype": "success", "is_error": is_error, "num_turns": 1, "result": answer,
        "stop_reason": if is_error { "stop_sequence" } else { "end_turn" }, "usage": {"output_tokens": 13},
        "modelUsage": {"fake-model": {}},
    })
}

/// What it prints at the start.
pub fn claude_start() -> serde_json::Value {
    json!({"type": "system", "subtype": "init", "tools": ["Read", "Grep", "Glob"], "mcp_servers": []})
}

#[test]
fn an_error_text_with_status_zero_is_a_failure() {
    let world = World::with_repository();
    let limited = Script::new().record(claude_start()).record(claude_result("API Error: Rate limit reached", true));
    world.agent("claude", limited);
    let outcome = asked(&world, "claude", &[]);
    assert_no_vote(&outcome, "claude", &["rate_limited"]);
    assert!(outcome.screen().contains("Rate limit"), "{}", outcome.screen());
}

#[test]
fn an_empty_answer_has_a_name_of_its_own() {
    let world = World::with_repository();
    world.agent("claude", Script::new().record(claude_start()).record(claude_result("", false)));
    assert_no_vote(&asked(&world, "claude", &[]), "claude", &["empty"]);
}

#[test]
fn no_output_at_all_with_status_zero_is_a_failure() {
    let world = World::with_repository();
    world.agent("claude", Script::new());
    assert_no_vote(&asked(&world, "claude", &[]), "claude", &["empty", "no_success_record"]);
}

#[test]
fn a_verdict_inside_an_error_is_no_vote() {
    let world = World::with_repository();
    let error = json!({"error": {
        "type": "FatalTurnLimitedError", "code": 53,
        "message": "Reached max turns. Last text was: ## Verdict\nSHIP\n\n## Confidence Score\n9/10",
    }});
    let script = Script::new().say_error("Loaded cached credentials.\n").say_error(&format!("{error:#}\n")).exit(53);
    world.agent("gemini", script);
    let outcome = asked(&world, "gemini", &[]);
    assert_no_vote(&outcome, "gemini", &["other_failure", "crashed", "no_success_record"]);
    assert!(outcome.screen().contains("max turns"), "{}", outcome.screen());
}

#[test]
fn an_empty_answer_after_refused_requests_is_the_rate_limit() {
    let world = World::with_repository();
    let script = Script::new()
        .say_error("Attempt 1 failed with status 429. Retrying with backoff...\n")
        .record(json!({"type": "init", "session_id": "s", "model": "fake-model"}))
        .record(json!({"type": "result", "status": "success", "stats": {"total_tokens": 0, "output_tokens": 0}}));
    world.agent("gemini", script);
    let outcome = asked(&world, "gemini", &[]);
    assert_no_vote(&outcome, "gemini", &["rate_limited", "empty"]);
    assert!(outcome.screen().contains("429"), "{}", outcome.screen());
}

#[test]
fn a_success_record_counts_though_the_exit_status_is_one_and_that_is_said() {
    let world = World::with_repository();
    world.agent("claude", Script::voting("SHIP").say_error("mcp server tracker: needs-auth\n").exit(1));
    let outcome = asked(&world, "claude", &[]);
    assert_ships(&outcome, "claude");
    assert_remarked(&outcome, "claude");
}

#[test]
fn plain_text_with_exit_status_one_is_no_vote() {
    let world = World::with_repository();
    world.agent("plain", Script::voting("SHIP").exit(1));
    assert_no_vote(&asked(&world, "plain", &[]), "plain", &["crashed", "other_failure"]);
}

#[test]
fn a_seat_that_saw_nothing_does_not_hide_it() {
    let world = World::with_repository();
    let answer = "I was not able to read the diff: permission to run git was denied.\n\n\
                  ## Verdict {seal}\nSHIP - nothing I can see speaks against it.\n\n\
                  ## Confidence Score\n2/10 - I have not seen the change.\n\n## Key Takeaways\n- Ask me again\n";
    world.agent("blind", Script::new().answer(answer));
    let panel = panel(&world, &["blind"], 1);
    let shown = world.venire(&["ask", "-p", &panel]);
    let blind = seat(&world.venire(&question(&panel)), "blind")["non_vote"]["kind"] == "blind";
    assert!(blind || shown.screen().contains("2/10"), "{}", shown.screen());
}

#[test]
fn an_agent_inside_an_agents_session_is_not_told_of_it() {
    let world = World::with_repository();
    world.agent("claude", Script::voting("SHIP"));
    let panel = panel(&world, &["claude"], 1);
    let run = world.run(&question(&panel)).env("CLAUDECODE", "1").env("CLAUDE_CODE_ENTRYPOINT", "cli");
    assert_ships(&run.outcome(), "claude");
    let environment = &world.seen("claude")[0].environment;
    assert!(!environment.contains_key("CLAUDECODE") && !environment.contains_key("CLAUDE_CODE_ENTRYPOINT"));
}

#[test]
fn codex_is_not_stopped_by_a_folder_that_it_does_not_trust() {
    let world = World::with_repository();
    let folder = world.path("plain-folder");
    fs::create_dir(&folder).unwrap();
    world.agent("codex", Script::voting("SHIP"));
    let panel = panel(&world, &["codex"], 1);
    assert_ships(&world.run(&question(&panel)).folder(&folder).outcome(), "codex");
    let seen = &world.seen("codex")[0];
    assert!(seen.argv.iter().any(|argument| argument == "--skip-git-repo-check"), "{:?}", seen.argv);
}

#[test]
fn a_missing_agent_is_found_before_anything_is_spent() {
    let world = World::with_repository();
    world.agent("first", Script::voting("SHIP"));
    world.agent("second", Script::voting("SHIP"));
    let panel = panel(&world, &["first", "second", "not-installed-agent"], 2);
    let outcome = world.venire(&question(&panel));
    assert_eq!((outcome.status, world.calls()), (Some(4), 0), "{}", outcome.screen());
    assert!(outcome.screen().contains("not-installed-agent"), "{}", outcome.screen());
}

#[test]
fn a_seat_that_is_skipped_stays_in_the_count() {
    let world = World::with_repository();
    world.agent("first", Script::voting("SHIP"));
    world.agent("second", Script::voting("SHIP"));
    let panel = panel(&world, &["first", "second", "not-installed-agent"], 2);
    let outcome = world.venire(&[question(&panel).as_slice(), &["--skip-missing"]].concat());
    assert_ships(&outcome, "first");
    assert_eq!(seat(&outcome, "not-installed-agent")["non_vote"]["kind"], "skipped");
    assert_eq!(outcome.json()["decision"]["quorum"], json!({"needed": 2, "answered": 2, "eligible": 3}));
    assert!(outcome.elapsed < Duration::from_secs(6), "{:?}", outcome.elapsed);
}
