//! A moderator that breaks a tie and seats that rank each other's answers, from the panel's file to the audit.

use std::fs;

use serde_json::Value;

use crate::world::{Outcome, Script, World};

const MODERATED: &str =
    "question: Is it safe?\nowner: release team\nstrategy: majority\ntiebreak: [moderator, human]\nseats:
  - { id: a, agent: codex }
  - { id: b, agent: claude }
  - { id: chair, agent: gemini, moderator: true }
";

const RANKED: &str = "question: Why is it slow?\nowner: release team\nstrategy: rank\nseats:
  - { id: a, agent: codex }
  - { id: b, agent: claude }
  - { id: c, agent: gemini }
";

fn moderated(chair: &str) -> World {
    let world = World::with_repository();
    world.panel("mine", MODERATED);
    for (agent, option) in [("codex", "SHIP"), ("claude", "HOLD"), ("gemini", chair)] {
        world.agent(agent, Script::voting(option));
    }
    world.stage("a.txt", "two\n");
    world
}

/// A ranking of two answers.
fn list(best: &str, other: &str) -> String {
    format!(
        "## Verdict {{seal}}\n1. Answer {best} - it names what Answer {other} only guesses\n2. Answer {other}\n\n## Analysis\nProfiles.\n"
    )
}

/// An agent that answers in prose, and ranks when it is asked to: its favourite first, wherever that stands.
fn ranking(answer: &str, favourite: &str) -> Script {
    let answers = format!("It is the {answer}.\n\n## Verdict {{seal}}\nThe {answer} is slow.\n");
    Script::new()
        .answer(&answers)
        .when(&format!("begin: Answer A\nIt is the {favourite}."), &Script::new().answer(&list("A", "B")))
        .when("Answer A", &Script::new().answer(&list("B", "A")))
}

fn ranked() -> World {
    let world = World::with_repository();
    world.panel("mine", RANKED);
    for (agent, answer, favourite) in
        [("codex", "cache", "disk"), ("claude", "query", "disk"), ("gemini", "disk", "query")]
    {
        world.agent(agent, ranking(answer, favourite));
    }
    world
}

fn audit(world: &World) -> Vec<String> {
    let document = world.venire(&["runs", "audit", "--format", "json"]).json();
    let failed = document["checks"].as_array().unwrap().iter().filter(|check| check["passed"] == false);
    failed.flat_map(|check| check["reasons"].as_array().unwrap()).map(Value::to_string).collect()
}

fn record(outcome: &Outcome) -> std::path::PathBuf {
    outcome.json()["record"].as_str().unwrap().into()
}

#[test]
fn a_moderator_breaks_a_tie_and_the_record_shows_how() {
    let world = moderated("HOLD");
    let outcome = world.venire(&["gate", "-p", "mine", "--format", "json"]);
    let decision = &outcome.json()["decision"];
    assert_eq!((outcome.status, decision["reason"].as_str()), (Some(1), Some("moderator")), "{}", outcome.screen());
    let prompt = fs::read_to_string(record(&outcome).join("seats/chair/1.prompt.md")).unwrap();
    assert!(prompt.contains("a tie between SHIP and HOLD") && prompt.contains("+two"), "{prompt}");
    assert_eq!(audit(&world), Vec::<String>::new());
    let again = world.venire(&["runs", "tally", "latest"]);
    assert!(
        again.stdout.contains("HOLD by the moderator, who breaks the tie between SHIP and HOLD."),
        "{}",
        again.screen()
    );
    let explained = world.venire(&["runs", "explain", "latest"]).stdout;
    assert!(explained.contains("On a tie the moderator chair is asked"), "{explained}");
    assert!(explained.contains("chair voted HOLD, to break the tie"), "{explained}");
    let shown = world.venire(&["runs", "show", "latest"]).stdout;
    assert!(!shown.contains("chair 0"), "it has no weight to speak of: {shown}");
    assert!(shown.contains("gemini, neutral, moderator, asked only on a tie"), "{shown}");
}

#[test]
fn a_moderator_that_no_tie_needs_is_planned_and_not_called() {
    let world = moderated("HOLD");
    let plan = world.venire(&["plan", "-p", "mine", "--gate"]).stdout;
    assert!(plan.contains("seat       chair  gemini  neutral  moderator, asked only on a tie"), "{plan}");
    assert!(plan.contains("prompt with the answers of the tied sides"), "{plan}");
    assert!(plan.contains("calls      2, at most"), "{plan}");
    world.agent("claude", Script::voting("SHIP"));
    let outcome = world.venire(&["gate", "-p", "mine"]);
    assert_eq!((outcome.status, world.calls()), (Some(0), 2), "{}", outcome.screen());
    assert!(outcome.stdout.contains("not asked  there was no tie to break"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("No dissent."), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("chair: not asked"), "{}", outcome.stderr);
    assert_eq!(audit(&world), Vec::<String>::new());
}

#[test]
fn a_moderator_never_opens_a_gate_and_one_that_fails_leaves_the_tie() {
    let world = moderated("SHIP");
    let outcome = world.venire(&["gate", "-p", "mine"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.screen());
    assert!(outcome.stdout.contains("No decision: tie between SHIP and HOLD."), "{}", outcome.stdout);
    world.agent("gemini", Script::new().exit(9));
    let outcome = world.venire(&["gate", "-p", "mine"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.screen());
    assert!(outcome.stdout.contains("did not vote: chair (crashed)"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("A human decides."), "{}", outcome.stdout);
}

#[test]
fn answers_are_ranked_in_a_second_round_and_the_record_proves_it() {
    let world = ranked();
    let outcome = world.venire(&["ask", "-p", "mine"]);
    assert_eq!((outcome.status, world.calls()), (Some(0), 6), "{}", outcome.screen());
    assert!(outcome.stdout.contains("Ranking\n"), "{}", outcome.stdout);
    let told = "c's answer is ranked first: 100 % of the points in 2 of 3 rankings.";
    assert!(outcome.stdout.contains(told), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("It is the cache."), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("a, b and c rank the answers of the others"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("a: ranked c > b"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("c: started\n") && !outcome.stderr.contains("attempt 2"), "{}", outcome.stderr);
    assert_eq!(audit(&world), Vec::<String>::new());
    let run = world.venire(&["runs", "show", "latest", "--format", "json"]);
    let board = run.json()["decision"]["leaderboard"].clone();
    assert_eq!(board["answers"].as_array().unwrap().len(), 3);
    assert_eq!(board["voters"].as_array().unwrap().len(), 3);
    let again = world.venire(&["runs", "tally", "latest", "--format", "json"]).json();
    assert_eq!(again["decision"]["leaderboard"], board, "counted again from the stored answers");
    let markdown = world.venire(&["runs", "show", "latest", "--format", "markdown"]).stdout;
    assert!(markdown.contains("1. **") && markdown.contains("of the points, mean rank"), "{markdown}");

    let refused = world.venire(&["runs", "tally", "latest", "--strategy", "majority"]);
    assert_eq!(refused.status, Some(2), "{}", refused.screen());
    assert!(refused.stderr.contains("V-TALLY-STRATEGY"), "{}", refused.stderr);

    let file = record(&run).join("seats/a/ranking.md");
    let changed = fs::read_to_string(&file).unwrap().replace("1. Answer", "1. Reply");
    fs::write(&file, changed).unwrap();
    let failures = audit(&world).join("\n");
    assert!(failures.contains("a: the answer in run.json is not the one in seats/a/ranking.md."), "{failures}");
    assert!(failures.contains("a: run.json has another ranking than its stored answer reads as."), "{failures}");
}

#[test]
fn a_gate_can_not_go_by_a_ranking() {
    let world = ranked();
    world.stage("a.txt", "two\n");
    let outcome = world.venire(&["gate", "-p", "mine"]);
    assert_eq!((outcome.status, world.calls()), (Some(2), 0), "{}", outcome.screen());
    assert!(outcome.stderr.contains("`rank` chooses among answers"), "{}", outcome.stderr);
}

#[test]
fn seats_with_a_tree_of_their_own_keep_it_for_the_second_round() {
    let world = ranked();
    let outcome = world.venire(&["ask", "-p", "mine", "--isolate", "worktree", "--format", "json"]);
    assert_eq!((outcome.status, world.calls()), (Some(0), 6), "{}", outcome.screen());
    assert_eq!(outcome.json()["decision"]["leaderboard"]["voters"].as_array().unwrap().len(), 3);
}

#[test]
fn a_resumed_run_ranks_anew() {
    let world = ranked();
    world.agent("gemini", Script::new().exit(9));
    let first = world.venire(&["ask", "-p", "mine", "--format", "json"]);
    assert_eq!(first.json()["decision"]["reason"], "too_few_answers", "{}", first.screen());
    world.agent("gemini", ranking("disk", "query"));
    let before = world.calls();
    let second = world.venire(&["runs", "resume", "latest", "--format", "json"]);
    assert_eq!((second.status, world.calls() - before), (Some(0), 4), "one answer and three rankings");
    assert_eq!(audit(&world), Vec::<String>::new());
    let whole = world.venire(&["runs", "resume", "latest"]);
    assert!(whole.stderr.contains("[V-RUN-WHOLE]"), "{}", whole.screen());
    let document = second.json();
    assert_eq!(document["seats"][0]["taken_from"], first.json()["id"]);
    assert_eq!(document["seats"][0]["ranking"]["reading"]["call"], 2);
}

#[test]
fn an_incomplete_ranking_is_void_and_said_to_be() {
    let world = ranked();
    let short = Script::new().answer("## Verdict {seal}\n1. Answer B - it names a cause\n");
    let answers = Script::new().answer("It is the cache.\n\n## Verdict {seal}\nThe cache is slow.\n");
    world.agent("codex", answers.when("Answer A", &short));
    let outcome = world.venire(&["ask", "-p", "mine"]);
    assert_eq!((outcome.status, world.calls()), (Some(3), 7), "{}", outcome.screen());
    assert!(
        outcome.stdout.contains("no ranking, void ranking: The answer ranks 1 of 2 answers."),
        "{}",
        outcome.stdout
    );
    assert_eq!(audit(&world), Vec::<String>::new());
}

#[test]
fn a_moderator_that_failed_is_asked_again_and_one_that_spoke_is_not() {
    let world = moderated("HOLD");
    world.agent("gemini", Script::new().exit(9));
    let first = world.venire(&["gate", "-p", "mine"]);
    assert_eq!((first.status, world.calls()), (Some(3), 3), "{}", first.screen());
    world.agent("gemini", Script::voting("HOLD"));
    let second = world.venire(&["runs", "resume", "latest"]);
    assert_eq!((second.status, world.calls()), (Some(1), 4), "{}", second.screen());
    let third = world.venire(&["runs", "resume", "latest"]);
    assert_eq!((third.status, world.calls()), (Some(2), 4), "its word stands: {}", third.screen());
    assert!(third.stderr.contains("[V-RUN-WHOLE]"), "{}", third.stderr);
}
