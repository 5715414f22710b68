//! What agents print: too much, not text, or made for a terminal.

use std::time::Duration;

use super::{asked, assert_no_vote, assert_ships, panel, seat};
use crate::world::{Script, Step, World, ballot};

const MEBIBYTE: u64 = 1 << 20;

#[test]
fn a_flood_costs_bounded_memory_and_takes_nobody_down() {
    let world = World::with_repository();
    let flood = Script::new().flood_error(100 * MEBIBYTE).flood(300 * MEBIBYTE);
    world.agent("floods", flood.answer(&format!("\n{}", ballot("SHIP"))));
    let outcome = asked(&world, "floods", &["--timeout", "45s"]);
    let counted = seat(&outcome, "floods")["ballot"]["option"] == "SHIP";
    if !counted {
        assert_no_vote(&outcome, "floods", &["output_too_large"]);
    }
    let peak = outcome.peak_memory / MEBIBYTE;
    assert!(peak < 72, "{peak} MiB at the peak");
}

#[test]
fn bytes_that_are_no_text_and_split_characters_spoil_nothing() {
    let world = World::with_repository();
    let parts: [&[u8]; 4] = [
        b"log \xff\xfe\xc0\x80 raw \0 bytes\n\n## Verd",
        b"ict\nSHIP - caf\xc3",
        b"\xa9 cache is sound \xf0\x9f",
        b"\x8e\x89.\n\n## Confidence Score\n8/10 - ok\n\n## Key Takeaways\n- done\n",
    ];
    let script = parts.iter().fold(Script::new(), |script, part| script.bytes(part).sleep(100));
    world.agent("bytes", script);
    let outcome = asked(&world, "bytes", &[]);
    assert_ships(&outcome, "bytes");
    let summary = seat(&outcome, "bytes")["ballot"]["summary"].clone();
    assert!(summary.as_str().is_some_and(|text| text.contains("café cache is sound 🎉")), "{summary}");
}

#[test]
fn escapes_never_reach_the_screen() {
    let world = World::with_repository();
    let script = Script::new().say_error("\x1b]0;owned\x07\x1b[31mnotice\x1b[0m\r\n");
    world.agent("escapes", script.answer(&ballot("SHIP").replace("small", "\x1b[2J\x1b]8;;x\x07small\u{202e}")));
    let panel = panel(&world, &["escapes"], 1);
    let outcome = world.venire(&["ask", "-p", &panel, "-v"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.screen());
    assert!(outcome.stdout.contains("covered by tests"), "{}", outcome.screen());
    let controls = outcome.screen().chars().find(|c| (c.is_control() && *c != '\n' && *c != '\t') || *c == '\u{202e}');
    assert_eq!(controls, None, "{:?}", outcome.screen());
}

#[test]
fn output_that_is_closed_early_is_waited_out() {
    let world = World::with_repository();
    world.agent("closes", Script::new().step(Step::CloseOutput).sleep(700));
    let outcome = asked(&world, "closes", &[]);
    assert_no_vote(&outcome, "closes", &["empty", "no_success_record"]);
    assert!(outcome.elapsed < Duration::from_secs(5), "{:?}", outcome.elapsed);
}
