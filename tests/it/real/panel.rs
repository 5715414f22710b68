//! A panel of the three real command lines: they vote, the count decides, one of them writes the synthesis.

use super::{at, model, world_with_all};
use crate::model_server::{ModelServer, Scenario, Wire};
use crate::world::{Outcome, World, ballot};

const JUDGE: &str = "opus";
const DISSENT: &str = "the retry loop never ends";

/// A gate of the three on a staged change. codex always ships; the one who dissents says why.
fn gated(world: &World, server: &ModelServer, extra: &[&str]) -> Outcome {
    let seats: String = ["codex", "claude", "gemini"]
        .iter()
        .map(|agent| format!("  - {{ id: the-{agent}, agent: {agent}, model: {} }}\n", model(agent)))
        .collect();
    let panel = world.panel(
        "three",
        &format!(
            "name: three\nquestion: Ship it?\noptions:\n  - {{ label: SHIP, effect: pass }}\n  - {{ label: HOLD, effect: block }}\n\
             strategy: majority\nquorum: 3\nseal: required\nseats:\n{seats}"
        ),
    );
    world.stage("a.txt", "two\n");
    let judge = format!("claude:{JUDGE}");
    let arguments = ["gate", "-p", &panel, "--synthesize", "--judge", &judge];
    at(&server.address(), world.run(&[arguments.as_slice(), extra].concat())).outcome()
}

/// The models: codex and claude vote as told, gemini the other way, with its reason.
fn models(majority: &'static str, minority: &'static str) -> ModelServer {
    ModelServer::start_with(move |request| match request.wire {
        _ if request.model.contains(JUDGE) => Scenario::answering("SYNTHESIS-OF-THE-JUDGE: two of three agree."),
        Wire::Gemini => Scenario::answering(&ballot(minority).replace("small and covered by tests", DISSENT)),
        _ => Scenario::answering(&ballot(majority)),
    })
}

#[test]
fn three_command_lines_ship_a_change_by_majority() {
    let Some(world) = world_with_all(&["codex", "claude", "gemini"]) else { return };
    let server = models("SHIP", "HOLD");
    let outcome = gated(&world, &server, &["--format", "json"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let result = outcome.json();
    for (seat, option) in [(0, "SHIP"), (1, "SHIP"), (2, "HOLD")] {
        let seat = &result["seats"][seat];
        assert_eq!((&seat["ballot"]["option"], &seat["ballot"]["sealed"]), (&option.into(), &true.into()), "{seat:#}");
        assert_eq!(seat["read_only"]["tree_checked"], true, "{seat:#}");
    }
    assert_eq!(result["decision"]["dissent"]["positions"][0]["option"], "HOLD");
    let synthesis = result["synthesis"]["text"].as_str().unwrap_or_default();
    assert!(synthesis.contains("SYNTHESIS-OF-THE-JUDGE"), "{}", outcome.screen());
    let requests = server.requests();
    let voters = requests.iter().filter(|request| !request.model.contains(JUDGE));
    assert!(voters.clone().count() >= 3 && voters.clone().all(|request| request.prompt().contains("+two")));
    let judged = requests.iter().find(|request| request.model.contains(JUDGE)).map(|request| request.prompt());
    assert!(judged.is_some_and(|prompt| prompt.contains(DISSENT) && !prompt.contains("the-gemini")));
    world.assert_nothing_survives();
}

#[test]
fn three_command_lines_hold_a_change_and_the_dissent_is_printed_from_the_ballot() {
    let Some(world) = world_with_all(&["codex", "claude", "gemini"]) else { return };
    let outcome = gated(&world, &models("HOLD", "SHIP"), &[]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.screen());
    assert!(outcome.stdout.contains("SYNTHESIS-OF-THE-JUDGE"), "{}", outcome.stdout);
    let dissent = outcome.stdout.to_lowercase().find("dissent").map(|at| outcome.stdout[at..].to_owned());
    assert!(dissent.is_some_and(|text| text.contains(DISSENT)), "{}", outcome.stdout);
    world.assert_nothing_survives();
}

#[test]
fn three_command_lines_rank_each_other_s_answers() {
    let Some(world) = world_with_all(&["codex", "claude", "gemini"]) else { return };
    let seats: String = ["codex", "claude", "gemini"]
        .iter()
        .map(|agent| format!("  - {{ id: the-{agent}, agent: {agent}, model: {} }}\n", model(agent)))
        .collect();
    let panel = world.panel("ranked", &format!("question: Why is it slow?\nstrategy: rank\nseats:\n{seats}"));
    let server = ModelServer::start_with(|request| {
        let prompt = request.prompt();
        let list = |best: &str, other: &str| {
            Scenario::answering(&format!("## Verdict {{seal}}\n1. Answer {best} - it is measured\n2. Answer {other}\n"))
        };
        match request.wire {
            _ if prompt.contains("# Your ranking") && prompt.contains("begin: Answer A\nTHE-DISK") => list("A", "B"),
            _ if prompt.contains("# Your ranking") => list("B", "A"),
            Wire::Gemini => Scenario::answering("THE-DISK is slow.\n\n## Verdict {seal}\nIt is the disk.\n"),
            _ => Scenario::answering("THE-CACHE is cold.\n\n## Verdict {seal}\nIt is the cache.\n"),
        }
    });
    let run = world.run(&["ask", "-p", &panel, "--format", "json"]);
    let outcome = at(&server.address(), run).outcome();
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    let board = &outcome.json()["decision"]["leaderboard"];
    assert_eq!(
        (&board["answers"][0]["seat"], &board["answers"][0]["points"]["exact"]),
        (&"the-gemini".into(), &"1".into())
    );
    assert_eq!(board["voters"].as_array().map(Vec::len), Some(3), "{board:#}");
    world.assert_nothing_survives();
}
