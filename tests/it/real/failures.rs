//! Each way in which a model or the network can fail a real command line has its own kind of non-vote.

use std::time::Duration;

use super::{asked, each, question, seat, world_with};
use crate::model_server::{Ending, ModelServer, Moment, Quota, Scenario};
use crate::world::ballot;

type Case = (Scenario, &'static [&'static str]);

/// What every command line must tell, the slow ones first. Several kinds are allowed where a command line's
/// own words leave no choice.
fn common() -> Vec<Case> {
    vec![
        (Scenario::failing(500), &["overloaded"]),
        (Scenario::failing(503), &["overloaded"]),
        (Scenario::dropping(Moment::BeforeHeaders), &["network"]),
        (Scenario::dropping(Moment::MidAnswer), &["network", "truncated", "no_success_record"]),
        (Scenario::failing(401), &["not_signed_in"]),
        (Scenario::failing(429), &["rate_limited"]),
        (Scenario::unknown_model(), &["model_unavailable"]),
        (Scenario::empty(), &["empty", "no_success_record"]),
        (Scenario::garbage(), &["network", "other_failure", "no_success_record", "overloaded"]),
    ]
}

fn whole(ending: Ending) -> Scenario {
    Scenario::answering(&ballot("SHIP")).ending(ending)
}

#[test]
fn codex_names_each_failure() {
    names_each(
        "codex",
        vec![
            (Scenario::out_of(Quota::Spent), &["quota"]),
            (Scenario::out_of(Quota::Plan), &["quota"]),
            (whole(Ending::CutShort), &["truncated"]),
            (whole(Ending::Missing), &["network", "truncated"]),
            (Scenario::refusing(), &["refused"]),
        ],
    );
}

#[test]
fn claude_names_each_failure() {
    names_each(
        "claude",
        vec![
            (Scenario::failing(529), &["overloaded"]),
            // It waits and tries again before it says which limit it was; the seat ends at the first 429.
            (Scenario::out_of(Quota::Spent), &["quota", "rate_limited"]),
            (Scenario::out_of(Quota::Plan), &["quota", "rate_limited"]),
            (whole(Ending::CutShort), &["truncated"]),
            (whole(Ending::Missing), &["truncated", "no_success_record"]),
            (Scenario::refusing(), &["refused"]),
        ],
    );
}

#[test]
fn gemini_names_each_failure() {
    names_each(
        "gemini",
        vec![
            (Scenario::out_of(Quota::Spent), &["quota"]),
            // A stream without an end and a prompt that was blocked are told in the same words.
            (whole(Ending::Missing), &["refused", "truncated", "no_success_record"]),
            (Scenario::refusing(), &["refused"]),
        ],
    );
}

fn names_each(agent: &str, more: Vec<Case>) {
    if world_with(agent).is_none() {
        return;
    }
    let cases: Vec<Case> = common().into_iter().chain(more).collect();
    let wrong: Vec<String> = each(&cases, |(scenario, kinds)| {
        let world = world_with(agent)?;
        let outcome = asked(&world, agent, &ModelServer::start(scenario.clone()), &["--timeout", "90s"]);
        let kind = seat(&outcome)["non_vote"]["kind"].as_str().unwrap_or("a vote").to_owned();
        world.assert_nothing_survives();
        let is_right = kinds.contains(&kind.as_str()) && outcome.status == Some(4);
        (!is_right)
            .then(|| format!("{scenario:?}: {kind}, not {kinds:?}, after {:?}\n{}", outcome.elapsed, outcome.screen()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_ended_when_its_model_hangs(agent: &str) {
    if world_with(agent).is_none() {
        return;
    }
    each(&[Moment::BeforeHeaders, Moment::BeforeAnswer, Moment::MidAnswer], |moment| {
        let world = world_with(agent).unwrap();
        let outcome = asked(&world, agent, &ModelServer::start(Scenario::hanging(*moment)), &["--timeout", "8s"]);
        assert_eq!(seat(&outcome)["non_vote"]["kind"], "timed_out", "{moment:?}: {}", outcome.screen());
        assert!(outcome.elapsed < Duration::from_secs(14), "{moment:?}: {:?}", outcome.elapsed);
        world.assert_nothing_survives();
    });
}

fn fails_soon_without_a_network(agent: &str) {
    let Some(world) = world_with(agent) else { return };
    // A port that nobody listens on any more.
    let address = ModelServer::start(Scenario::empty()).address();
    let outcome = question(&world, agent, &address, &["--timeout", "60s"]).outcome();
    assert_eq!(seat(&outcome)["non_vote"]["kind"], "network", "{}", outcome.screen());
}

#[test]
fn codex_is_ended_when_its_model_hangs() {
    is_ended_when_its_model_hangs("codex");
}

#[test]
fn claude_is_ended_when_its_model_hangs() {
    is_ended_when_its_model_hangs("claude");
}

#[test]
fn gemini_is_ended_when_its_model_hangs() {
    is_ended_when_its_model_hangs("gemini");
}

#[test]
fn codex_fails_soon_without_a_network() {
    fails_soon_without_a_network("codex");
}

#[test]
fn claude_fails_soon_without_a_network() {
    fails_soon_without_a_network("claude");
}

#[test]
fn gemini_fails_soon_without_a_network() {
    fails_soon_without_a_network("gemini");
}
