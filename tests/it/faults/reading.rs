//! How agents treat the prompt that they are given.

use std::time::Duration;

use super::{asked, assert_no_vote, assert_ships, panel, question};
use crate::world::{Input, Script, World};

#[test]
fn an_agent_that_reads_to_the_end_of_its_input_gets_an_end() {
    let world = World::with_repository();
    world.agent("reader", Script::voting("SHIP"));
    let panel = panel(&world, &["reader"], 1);
    // Standard input of venire itself is a pipe that nobody writes or closes, as in some hooks.
    let outcome = world.run(&question(&panel)).input(Input::Open).outcome();
    assert_ships(&outcome, "reader");
    assert!(outcome.elapsed < Duration::from_secs(5), "{:?}", outcome.elapsed);
}

#[test]
fn standard_input_of_the_caller_never_reaches_an_agent() {
    let world = World::with_repository();
    world.agent("reader", Script::voting("SHIP"));
    let panel = panel(&world, &["reader"], 1);
    let outcome = world.run(&question(&panel)).input(Input::Text(b"refs/heads/main 1234".to_vec())).outcome();
    assert_ships(&outcome, "reader");
    assert!(!world.seen("reader")[0].input.contains("refs/heads/main"));
}

#[test]
fn an_agent_that_never_reads_a_big_prompt_fails_with_its_own_words() {
    let world = World::with_repository();
    world.agent("deaf", Script::new().deaf().say("Invalid API key · Please run /login\n").exit(1));
    world.write("big.txt", "x".repeat(1 << 20));
    let outcome = asked(&world, "deaf", &["-f", "big.txt"]);
    assert_no_vote(&outcome, "deaf", &["not_signed_in", "crashed"]);
    assert!(outcome.screen().contains("Invalid API key"), "{}", outcome.screen());
    assert!(!outcome.screen().contains("panicked"), "{}", outcome.screen());
    assert!(outcome.elapsed < Duration::from_secs(5), "{:?}", outcome.elapsed);
}

#[test]
fn a_prompt_longer_than_an_argument_may_be_arrives_whole() {
    let world = World::with_repository();
    world.agent("reader", Script::voting("HOLD").when("END-OF-QUESTION", &Script::voting("SHIP")));
    world.write("question.txt", format!("{} END-OF-QUESTION", "word ".repeat(40_000)));
    let outcome = asked(&world, "reader", &["@question.txt"]);
    assert_ships(&outcome, "reader");
    let length = world.seen("reader")[0].input_length;
    assert!(length.is_some_and(|length| length > 200_000), "{length:?}");
}

#[test]
fn a_prompt_of_ten_mebibytes_arrives_whole() {
    let world = World::with_repository();
    world.agent("reader", Script::voting("SHIP"));
    world.write("big.txt", "a line of text\n".repeat(10 * (1 << 20) / 15));
    let outcome = asked(&world, "reader", &["-f", "big.txt"]);
    assert_ships(&outcome, "reader");
    assert!(world.seen("reader")[0].input_length > Some(10 * (1 << 20) - 100));
}
