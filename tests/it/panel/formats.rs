//! What a panel holds, and the schema of it.

use std::time::Duration;

use venire::document::{Source, Value, parse, render};
use venire::panel::{Loaded, RoundEnd, Seal, Work, commands, schema};
use venire::vote::{Effect, Stance, ratio};

use super::{corpus, loaded, loaded_text, refusal, with_keys};

#[test]
fn a_panel_holds_what_its_file_says() {
    let Loaded { panel, warnings, .. } =
        loaded(&corpus("everything")).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(panel.threshold, Some(ratio(667, 1000)));
    assert_eq!(panel.human_review_below, Some(ratio(3, 5)));
    assert_eq!(panel.safety_order, ["HOLD", "SHIP"]);
    assert_eq!(panel.seal, Some(Seal::Optional));
    assert_eq!((panel.limits.output, panel.reask, panel.retry.attempts), (Some(8 << 20), 2, 3));
    assert_eq!((panel.limits.stop, panel.limits.grace), (RoundEnd::Settled, Some(Duration::from_secs(30))));
    let ids: Vec<&str> = panel.seats.iter().map(|seat| seat.id.as_str()).collect();
    assert_eq!(ids, ["critic", "tests", "papers", "gemini", "mine"]);
    assert_eq!(panel.seats[0].weight, ratio(1, 4));
    assert_eq!(panel.seats[3].stance, Stance::For);
    assert!(matches!(&panel.seats[4].work, Work::Agent { agent, .. } if agent.to_string() == "mine:large"));
    let Work::Check { command, writes, counts } = &panel.seats[1].work else { panic!("a check") };
    assert_eq!(command, &["cargo", "test", "--", "a b"]);
    assert_eq!((writes.as_slice(), *counts), (["target".to_owned()].as_slice(), false));
    assert_eq!(commands(&panel), ["seat tests: cargo test -- 'a b' (may write target)", "agent mine: my-agent"]);
    let codes: Vec<&str> = warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["V-PANEL-NO-EFFECT"]);
}

#[test]
fn defaults_are_ship_and_hold_and_checks_veto() {
    let panel = loaded(&with_keys("seats: [codex, claude, gemini, { check: [ls] }]")).expect("loads").panel;
    let effects: Vec<_> = panel.options.iter().map(|option| (option.label.as_str(), option.effect)).collect();
    assert_eq!(effects, [("SHIP", Some(Effect::Pass)), ("HOLD", Some(Effect::Block))]);
    assert_eq!(panel.seats.iter().map(|seat| seat.veto).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(panel.name, "p");
}

/// The keys that the loader knows in a map, as it says them itself.
fn known_keys(text: &str, what: &str) -> Vec<String> {
    let errors = loaded_text(text).expect_err("has an unknown key");
    let start = format!("the keys of {what} are ");
    let help = errors.iter().flat_map(|error| &error.help).find_map(|help| help.strip_prefix(&start));
    let mut keys: Vec<String> = help.expect("lists the keys").split(", ").map(str::to_owned).collect();
    keys.sort();
    keys
}

#[test]
fn the_schema_has_exactly_the_keys_that_the_loader_reads() {
    let schema = schema();
    let maps = [
        ("zzzzzzzzzz: 1\nseats: [codex]", "a panel", "/properties"),
        ("seats: [{ agent: codex, zzzzzzzzzzzzzzz: 1 }]", "a seat", "/$defs/seat/properties"),
        ("options: [{ label: A, zzzzzzzzzz: 1 }]", "an option", "/properties/options/items/anyOf/1/properties"),
        ("limits: { zzzzzzzzzzzzz: 1 }", "`limits`", "/properties/limits/properties"),
        ("retry: { zzzzzzzzzzzzz: 1 }", "`retry`", "/properties/retry/properties"),
        ("synthesis: { zzzzzzzzzzzzz: 1 }", "`synthesis`", "/properties/synthesis/properties"),
        (
            "seats: [{ rubric_check: { zzzzzzzzzzzzz: 1 } }]",
            "`rubric_check`",
            "/$defs/seat/properties/rubric_check/properties",
        ),
    ];
    for (text, what, pointer) in maps {
        let properties = schema.pointer(pointer).and_then(|value| value.as_object()).expect(pointer);
        let mut keys: Vec<String> = properties.keys().cloned().collect();
        keys.sort();
        assert_eq!(keys, known_keys(text, what), "{what}");
        assert!(properties.values().all(|key| key.get("description").is_some()), "{what}: each key has a meaning");
    }
}

#[test]
fn every_key_of_the_schema_stands_in_the_corpus_panel_of_all_keys() {
    let root = parse(&corpus("everything")).expect("parses");
    let schema = schema();
    let available = |pointer: &str| -> Vec<String> {
        let properties = schema.pointer(pointer).and_then(|value| value.as_object()).expect(pointer);
        let later =
            |value: &serde_json::Value| value["description"].as_str().is_some_and(|d| d.starts_with("Not available"));
        properties.iter().filter(|(_, value)| !later(value)).map(|(key, _)| key.clone()).collect()
    };
    for key in available("/properties") {
        assert!(root.get(&key).is_some(), "{key} is nowhere tried");
    }
    let Some(Value::List(seats)) = root.get("seats").map(|node| &node.value) else { panic!("seats") };
    for key in available("/$defs/seat/properties") {
        assert!(seats.iter().any(|seat| seat.get(&key).is_some()), "{key} of a seat is nowhere tried");
    }
}

#[test]
fn marks_and_line_ends_of_other_systems_are_fine() {
    let panel =
        loaded_text("\u{feff}name: über\r\nseats:\r\n  - codex\r\n  - claude\r\n  - gemini\r\n").expect("loads").panel;
    assert_eq!((panel.name.as_str(), panel.seats.len()), ("über", 3));
    let shown = refusal(&Source::new("p.yaml", "\u{feff}näme: x\r\nseats: [codex]\r\n"));
    assert!(shown.contains("p.yaml:1:1") && shown.contains("did you mean `name`?"), "{shown}");
}
