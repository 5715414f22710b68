//! Agents that do not end as they should, and runs that are ended.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{asked, assert_no_vote, assert_remarked, assert_ships, panel, question, seat};
use crate::world::{Running, Script, Step, World};

/// Starts a run of two agents that work for a long time, two processes deep, and waits until both do.
fn working(world: &World, script: Script) -> Running {
    for agent in ["first", "second"] {
        world.agent(agent, script.clone().step(Step::Grandchild { milliseconds: 60_000 }).sleep(60_000));
    }
    let panel = panel(world, &["first", "second"], 1);
    let mut running = world.run(&question(&panel)).start();
    running.until("both agents work", || {
        ["first", "second"]
            .iter()
            .all(|agent| world.seen(agent).first().is_some_and(|seen| seen.input_length.is_some()))
    });
    running
}

#[test]
fn a_helper_that_holds_the_pipe_delays_nothing_and_does_not_survive() {
    for step in [
        Step::Grandchild { milliseconds: 25_000 },
        Step::OwnSession { milliseconds: 25_000 },
        Step::Daemon { milliseconds: 25_000 },
    ] {
        let world = World::with_repository();
        world.agent("parent", Script::new().step(step.clone()).answer(&crate::world::ballot("SHIP")));
        let outcome = asked(&world, "parent", &[]);
        assert_ships(&outcome, "parent");
        assert!(outcome.elapsed < Duration::from_secs(6), "{step:?}: {:?}", outcome.elapsed);
        world.assert_nothing_survives();
    }
}

#[test]
fn the_time_limit_reaches_the_whole_tree() {
    let world = World::with_repository();
    let command = ["sh", "-c", "sh -c 'sleep 40; true'; true"].map(str::to_owned).to_vec();
    world.agent("launcher", Script::new().step(Step::Run { command }).answer(&crate::world::ballot("SHIP")));
    let outcome = asked(&world, "launcher", &["--timeout", "2s"]);
    assert_no_vote(&outcome, "launcher", &["timed_out"]);
    assert!(outcome.elapsed < Duration::from_secs(7), "{:?}", outcome.elapsed);
    world.assert_nothing_survives();
}

#[test]
fn an_agent_that_ignores_term_is_killed() {
    let world = World::with_repository();
    let stubborn = Script::new().step(Step::IgnoreSignals).step(Step::Grandchild { milliseconds: 40_000 });
    world.agent("stubborn", stubborn.sleep(40_000).answer(&crate::world::ballot("SHIP")));
    let outcome = asked(&world, "stubborn", &["--timeout", "2s"]);
    assert_no_vote(&outcome, "stubborn", &["timed_out"]);
    assert!(outcome.elapsed < Duration::from_secs(10), "{:?}", outcome.elapsed);
    world.assert_nothing_survives();
}

#[test]
fn an_interrupt_ends_every_agent() {
    for (signal, status) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143), (Signal::SIGHUP, 143)] {
        let world = World::with_repository();
        let running = working(&world, Script::new());
        running.signal(signal);
        let outcome = running.outcome();
        assert_eq!(outcome.status, Some(status), "{}", outcome.screen());
        for agent in ["first", "second"] {
            assert_eq!(seat(&outcome, agent)["non_vote"]["kind"], "cancelled");
        }
        assert!(outcome.elapsed < Duration::from_secs(6), "{signal}: {:?}", outcome.elapsed);
        world.assert_nothing_survives();
    }
}

#[test]
fn a_second_interrupt_waits_for_no_grace() {
    let world = World::with_repository();
    let running = working(&world, Script::new().step(Step::IgnoreSignals));
    let before = std::time::Instant::now();
    running.signal(Signal::SIGINT);
    std::thread::sleep(Duration::from_millis(200));
    running.signal(Signal::SIGINT);
    assert_eq!(running.outcome().status, Some(130));
    assert!(before.elapsed() < Duration::from_millis(1500), "{:?}", before.elapsed());
    world.assert_nothing_survives();
}

#[test]
fn an_answer_in_plain_text_is_whole_only_when_its_agent_ends() {
    let world = World::with_repository();
    world.agent("lingers", Script::voting("SHIP").sleep(60_000));
    let outcome = asked(&world, "lingers", &["--timeout", "3s"]);
    assert_no_vote(&outcome, "lingers", &["timed_out"]);
    assert!(outcome.elapsed < Duration::from_secs(8), "{:?}", outcome.elapsed);
    world.assert_nothing_survives();
}

#[test]
fn an_answer_with_its_success_record_counts_though_its_agent_never_ends() {
    let world = World::with_repository();
    world.agent("claude", Script::voting("SHIP").sleep(60_000));
    let outcome = asked(&world, "claude", &["--timeout", "3s"]);
    assert_ships(&outcome, "claude");
    assert_remarked(&outcome, "claude");
    assert!(outcome.elapsed < Duration::from_secs(8), "{:?}", outcome.elapsed);
    world.assert_nothing_survives();
}

#[test]
fn half_an_answer_at_the_time_limit_is_no_vote() {
    let world = World::with_repository();
    world.agent("slow", Script::new().say("## Verdict {seal}\nSHIP - so far\n\n## Conf").sleep(60_000));
    let outcome = asked(&world, "slow", &["--timeout", "2s"]);
    assert_no_vote(&outcome, "slow", &["timed_out"]);
}

#[test]
fn an_agent_that_dies_by_a_signal_has_crashed() {
    let world = World::with_repository();
    world.agent("dies", Script::voting("SHIP").die("KILL"));
    assert_no_vote(&asked(&world, "dies", &[]), "dies", &["crashed"]);
}

#[test]
fn five_hundred_and_twelve_seats_are_started_counted_and_ended() {
    let world = World::with_repository();
    world.agent("many", Script::voting("SHIP"));
    let seats: String = (1..=512).map(|number| format!("  - {{ id: seat-{number}, agent: many }}\n")).collect();
    let panel = world.panel(
        "many",
        &format!(
            "name: many\nquestion: Is it safe?\noptions:\n  - {{ label: SHIP, effect: pass }}\n  - {{ label: HOLD, effect: block }}\n\
             strategy: unanimous\ndiscount_correlated: false\nallow_duplicates: true\nseats:\n{seats}agents:\n{}",
            world.definition("many")
        ),
    );
    let outcome = world.venire(&question(&panel));
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(outcome.json()["decision"]["quorum"]["answered"], 512);
    world.assert_nothing_survives();
}
