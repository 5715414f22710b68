//! One order of events, and how many seats at once.

use std::sync::Arc;

use venire::event::Event;
use venire::plan::Command;

use super::stage::{Does, Stage, votes};
use super::{DEFINITIONS, plan, plan_with, three};

#[test]
fn events_come_in_one_order_and_are_numbered_without_gaps() {
    let slow = Does::Says(3, "## Verdict {seal}\nHOLD - late.\n".to_owned());
    let played = Stage::new(&[("a", &[slow]), ("b", &[votes("SHIP")]), ("c", &[votes("SHIP")])]).play(three(""));
    insta::assert_snapshot!(played.told().join("\n"), @"
    run_started run
    seat_started a
    seat_started b
    seat_started c
    seat_finished b
    seat_finished c
    seat_finished a
    run_finished run
    ");
    let numbers: Vec<u64> = played.events.iter().map(|envelope| envelope.seq).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
    assert!(played.events.is_sorted_by_key(|envelope| envelope.elapsed_ms));
    let Some(Event::RunFinished(last)) = played.events.last().map(|envelope| &envelope.event) else { panic!() };
    assert_eq!(**last, played.run);
    assert_eq!((played.run.exit_status, played.run.elapsed_ms), (0, 3000));
}

#[test]
fn a_run_seats_no_more_at_once_than_its_limit() {
    let plan = three("limits: { concurrency: 2 }");
    let script = [votes("SHIP")];
    let played = Stage::new(&[("a", &script), ("b", &script), ("c", &script)]).play(plan);
    assert_eq!((played.stage.most.get(), played.run.elapsed_ms), (2, 2000));
}

#[test]
fn an_agent_is_called_no_more_at_once_than_its_limit_and_waiting_costs_no_seat_its_time() {
    let mut definitions = DEFINITIONS.clone();
    Arc::make_mut(definitions.get_mut("claude").unwrap()).concurrency = Some(1);
    let seats = "strategy: majority\nlimits: { timeout: 5m }\nseats:\n  - { id: a, agent: claude, model: one }\n  - { id: b, agent: claude, model: two }\n  - { id: c, agent: claude, model: three }\n  - { id: d, agent: codex }\n";
    let plan = plan_with(Command::Ask, seats, &definitions);
    let slow = [Does::Says(240, "## Verdict {seal}\nSHIP - read slowly.\n".to_owned())];
    let played = Stage::new(&[("a", &slow), ("b", &slow), ("c", &slow), ("d", &slow)]).play(plan);
    assert_eq!(played.stage.most_by_agent.borrow()["claude"], 1);
    assert_eq!(played.stage.most.get(), 2, "the limit of one agent is not another's");
    for seat in ["a", "b", "c", "d"] {
        assert_eq!(played.of(seat), "SHIP", "{seat}");
        assert_eq!(played.made(seat)[0].timeout.as_secs(), 300, "{seat}");
        assert_eq!(played.seat(seat).elapsed_ms, 240_000, "the wait is no work of the seat: {seat}");
    }
    assert_eq!(played.run.elapsed_ms, 720_000);
}

#[test]
fn a_sink_that_fails_stops_the_run_and_it_never_passes() {
    let script = [votes("SHIP")];
    let stage = || Stage::new(&[("a", &script), ("b", &script), ("c", &[Does::Hangs])]);
    let with = stage();
    with.fails_at.set(Some((3, std::io::ErrorKind::BrokenPipe)));
    let played = with.play(three(""));
    assert_eq!((played.run.exit_status, played.of("c").as_str()), (4, "cancelled"));
    assert!(played.run.elapsed_ms <= 10_000, "{}", played.run.elapsed_ms);
    assert!(matches!(played.events.last().unwrap().event, Event::RunFinished(_)));
}

#[test]
fn a_result_that_was_not_written_never_passes_and_a_reader_that_left_at_the_end_is_no_failure() {
    let script = [votes("SHIP")];
    let ended = |kind, budget: &str, last: Does| {
        let stage = Stage::new(&[("a", &script), ("b", &script), ("c", &[last])]);
        stage.fails_at_end.set(Some(kind));
        let played = stage.play(three(budget));
        assert!(matches!(played.events.last().unwrap().event, Event::RunFinished(_)), "nothing follows the result");
        played.run.exit_status
    };
    assert_eq!(ended(std::io::ErrorKind::StorageFull, "", votes("SHIP")), 4);
    assert_eq!(ended(std::io::ErrorKind::StorageFull, "limits: { budget: 1m }", Does::Hangs), 4);
    assert_eq!(ended(std::io::ErrorKind::BrokenPipe, "", votes("SHIP")), 0);
}

#[test]
fn a_sink_that_fails_after_the_budget_is_spent_never_passes_either() {
    let script = [votes("SHIP")];
    let stage = Stage::new(&[("a", &script), ("b", &script), ("c", &[Does::Hangs])]);
    let quiet =
        Stage::new(&[("a", &script), ("b", &script), ("c", &[Does::Hangs])]).play(three("limits: { budget: 1m }"));
    assert_eq!(quiet.run.exit_status, 0);
    stage.fails_at.set(Some((quiet.events.last().unwrap().seq - 1, std::io::ErrorKind::StorageFull)));
    assert_eq!(stage.play(three("limits: { budget: 1m }")).run.exit_status, 4);
}

#[test]
fn a_tree_that_changed_costs_the_votes_of_those_who_could_have_done_it() {
    use venire::event::Strength;
    let script = [votes("SHIP")];
    for (strength, outcome, status) in [(Strength::Agent, "tainted", 4), (Strength::Kernel, "SHIP", 0)] {
        let stage = Stage::new(&[("a", &script), ("b", &script), ("c", &script)]).changing("src/lib.rs");
        stage.strength.set(Some(strength));
        let played = stage.play(three(""));
        assert_eq!((played.of("a").as_str(), played.run.exit_status), (outcome, status));
        assert!(played.run.warnings.iter().any(|warning| warning.text.contains("src/lib.rs")));
    }
    let alone = plan(Command::Ask, "strategy: majority\nseats: [codex]\n");
    let played = Stage::new(&[("codex", &script)]).changing("a").play(alone);
    assert_eq!((played.of("codex").as_str(), played.run.exit_status), ("tainted", 4), "who else could it have been");
}
