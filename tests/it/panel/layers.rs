//! Layers: `extends`, overrides, seats of the command line.

use std::sync::Arc;

use venire::document::{Source, render};
use venire::panel::{Loaded, Override, Purpose, Work, effective_yaml, extends_of, from_seats, load};

use super::{agents, loaded, loaded_text, refusal, set};

#[test]
fn merge_keys_are_honoured_and_an_overridden_one_is_no_duplicate() {
    let text = "agents:\n  mine: { command: x, <<: &base { prompt: { by: stdin } } }\n  other: { <<: *base, command: y }\n\
                seats:\n  - &seat { id: a, agent: codex, role: reviewer }\n  - { <<: *seat, id: b, agent: claude }\n  - gemini\n";
    let panel = loaded_text(text).unwrap_or_else(|e| panic!("{}", render(&e, false))).panel;
    assert_eq!(panel.seats[1].role.as_deref(), Some("reviewer"));
    assert!(matches!(&panel.seats[1].work, Work::Agent { agent, .. } if agent.agent == "claude"));
    assert!(panel.agents.iter().all(|(_, node)| node.get("prompt").is_some()));
}

#[test]
fn layers_merge_and_each_value_names_its_layer() {
    let base = Source::new(
        "base.yaml",
        "name: base\nquestion: Ship it?\nlimits: { timeout: 5m, calls: 9 }\nsafety_order: [HOLD]\n\
         seats: [codex, { id: critic, agent: claude, role: reviewer }]\n",
    );
    let near = Source::new(
        "near.yaml",
        "name: near\nextends: base\nlimits: { timeout: 1m }\nsafety_order: [SHIP]\n\
         seats: [{ id: Critic, model: opus }, gemini]\n",
    );
    assert_eq!(extends_of(&near).expect("reads"), Some("base".to_owned()));
    assert_eq!(extends_of(&base).expect("reads"), None);
    let sets = [
        set("seats.critic.model", "haiku"),
        set("limits.budget", "9m"),
        set("strategy", "unanimous"),
        Override {
            path: "seats.codex.stance".into(),
            value: "against".into(),
            origin: "--stance codex=against".into(),
        },
        set("question", ""),
    ];
    let base_seats = load(&[near, base], &sets[1..], &agents(), Purpose::Ask);
    let Loaded { panel, effective, .. } = base_seats.unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!((panel.name.as_str(), panel.question.as_deref()), ("near", None));
    assert_eq!(panel.safety_order, ["SHIP"]);
    assert_eq!((panel.limits.calls, panel.limits.timeout.map(|t| t.as_secs())), (Some(9), Some(60)));
    assert_eq!(panel.seats.len(), 3);
    let shown = effective_yaml(&effective);
    for line in [
        "strategy: unanimous  # --set strategy=unanimous",
        "    role: reviewer  # base.yaml",
        "    model: opus  # near.yaml",
        "    stance: against  # --stance codex=against",
        "  budget: 9m  # --set limits.budget=9m",
        "  calls: 9  # base.yaml",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line:?} is not in\n{shown}");
    }
    let again = loaded_text(&shown).unwrap_or_else(|e| panic!("{}", render(&e, false))).panel;
    assert_eq!(
        again.seats.iter().map(|s| &s.work).collect::<Vec<_>>(),
        panel.seats.iter().map(|s| &s.work).collect::<Vec<_>>()
    );
}

#[test]
fn a_duplicate_key_of_an_overridden_layer_is_still_an_error() {
    let near = Source::new("near.yaml", "quorum: 2\nextends: base\n");
    let base = Source::new("base.yaml", "quorum: 1\nquorum: 3\nseats: [codex, claude, gemini]\n");
    let errors = load(&[near, base], &[], &agents(), Purpose::Ask).expect_err("refused");
    assert!(render(&errors, false).contains("base.yaml:2:1"));
}

#[test]
fn wrong_overrides_say_what_was_typed() {
    let cases = [
        ("seats.crtic.model", "opus", "did you mean `critic`?"),
        ("seats.critic.modle", "opus", "did you mean `model`?"),
        ("seats.critic", "codex", "key by key"),
        ("seats.critic.id", "x", "can't be overridden"),
        ("stratgy", "majority", "did you mean `strategy`?"),
        ("strategy", "majorty", "did you mean `majority`?"),
        ("strategy", "[", "not valid YAML"),
        ("strategy.x", "1", "its holder is text"),
        ("a..b", "1", "one dot"),
        ("", "1", "one dot"),
        ("a.b.c.d.e.f.g.h.i.j.k", "1", "as deep as this"),
        ("quorum", "9", "can't be reached"),
        ("extends", "other", "can't be overridden"),
    ];
    let source = Source::new("p.yaml", "strategy: majority\nseats: [{ id: critic, agent: claude }, codex, gemini]\n");
    for (path, value, mention) in cases {
        let result = load(&[Arc::clone(&source)], &[set(path, value)], &agents(), Purpose::Ask);
        let shown = render(&result.expect_err(path), false);
        assert!(shown.contains(mention), "{path} does not say {mention:?}:\n{shown}");
        assert!(shown.contains(&format!(" --> --set {path}={value}:1:")), "{shown}");
    }
}

#[test]
fn ids_with_dots_can_be_overridden() {
    let source = Source::new("p.yaml", "seats: [{ id: a, agent: codex }, { id: a.b, agent: claude }, gemini]\n");
    let panel = load(&[source], &[set("seats.a.b.role", "tester")], &agents(), Purpose::Ask).expect("loads").panel;
    assert_eq!((panel.seats[0].role.as_deref(), panel.seats[1].role.as_deref()), (None, Some("tester")));
}

#[test]
fn a_model_behind_the_agent_can_be_overridden() {
    for seat in ["claude:opus", "{ agent: \"claude:opus\" }", "{ id: claude, agent: claude, model: opus }"] {
        let source = Source::new("p.yaml", format!("seats: [{seat}, codex, gemini]\n"));
        let panel =
            load(&[source], &[set("seats.claude.model", "haiku")], &agents(), Purpose::Ask).expect("loads").panel;
        assert!(
            matches!(&panel.seats[0].work, Work::Agent { agent, .. } if agent.to_string() == "claude:haiku"),
            "{seat}"
        );
    }
}

#[test]
fn each_broken_layer_is_reported() {
    let layers = [Source::new("near.yaml", "a: ["), Source::new("base.yaml", "# nothing\n")];
    let shown = render(&load(&layers, &[], &agents(), Purpose::Ask).expect_err("refused"), false);
    assert!(shown.contains("near.yaml:1:") && shown.contains("base.yaml:"), "{shown}");
}

#[test]
fn seats_of_the_command_line_take_the_same_path() {
    let seats = ["codex", "claude:opus/against", "claude:opus/for"].map(String::from);
    let panel = loaded(&from_seats(&seats)).expect("loads").panel;
    let ids: Vec<&str> = panel.seats.iter().map(|seat| seat.id.as_str()).collect();
    assert_eq!(ids, ["codex", "claude", "claude-2"]);
    let hostile = ["x\"]\nagents: {evil: {}}".to_owned()];
    assert!(refusal(&from_seats(&hostile)).contains("V-PANEL-UNKNOWN-AGENT"));
    assert!(refusal(&from_seats(&[])).contains("V-PANEL-NO-SEATS"));
}

#[test]
fn a_panel_does_not_go_by_the_name_of_the_one_it_extends() {
    let base = Source::new("base.yaml", "name: base\nseats: [codex, claude, gemini]\n");
    let near = Source::new("panels/strict.yaml", "extends: base\nstrategy: unanimous\n");
    let panel = load(&[near, base], &[], &agents(), Purpose::Ask).expect("loads").panel;
    assert_eq!(panel.name, "strict");
}
