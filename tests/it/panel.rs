//! Panels: what loads, what is refused, and what the refusal says.

use std::sync::Arc;

use proptest::prelude::*;
use venire::document::{Diagnostic, Severity, Source, Value, parse, render};
use venire::panel::{
    CODES, Loaded, Override, Purpose, Seal, Work, builtin, commands, effective_yaml, extends_of, from_seats, load,
    schema, template, yaml_text,
};
use venire::vote::{Effect, Stance, ratio};

fn agents() -> Vec<String> {
    ["codex", "claude", "gemini"].map(String::from).to_vec()
}

fn corpus(name: &str) -> Arc<Source> {
    let path = format!("{}/tests/corpus/panel/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    Source::new(format!("{name}.yaml"), std::fs::read_to_string(path).expect("the corpus is there"))
}

fn loaded(source: &Arc<Source>) -> Result<Loaded, Vec<Diagnostic>> {
    load(&[Arc::clone(source)], &[], &agents(), Purpose::Ask)
}

fn loaded_text(text: &str) -> Result<Loaded, Vec<Diagnostic>> {
    loaded(&Source::new("p.yaml", text))
}

/// What is printed of a panel that must be refused.
fn refusal(source: &Arc<Source>) -> String {
    render(&loaded(source).expect_err("must be refused"), false)
}

/// A whole panel around `keys`.
fn with_keys(keys: &str) -> Arc<Source> {
    let seats = if keys.contains("seats:") { "" } else { "seats: [codex, claude, gemini]\n" };
    Source::new("p.yaml", format!("{seats}{keys}\n"))
}

fn set(path: &str, value: &str) -> Override {
    Override { path: path.into(), value: value.into(), origin: format!("--set {path}={value}") }
}

#[test]
fn yes_and_no_are_the_words_that_were_written() {
    let panel = loaded(&corpus("yes-no-options")).expect("loads").panel;
    let labels: Vec<&str> = panel.options.iter().map(|option| option.label.as_str()).collect();
    assert_eq!(labels, ["yes", "no"]);
    let panel = loaded(&with_keys("options: [true, false, 007]")).expect("loads").panel;
    let labels: Vec<&str> = panel.options.iter().map(|option| option.label.as_str()).collect();
    assert_eq!(labels, ["true", "false", "007"]);
}

#[test]
fn real_mistakes_are_refused_with_place_and_remedy() {
    let cases: [(&str, &[&str]); 9] = [
        (
            "stance-off",
            &["stance-off.yaml:4:36", "`off` is not a value of `stance`", "`for`, `against`, `neutral`", ":5:37"],
        ),
        ("duplicate-key", &["duplicate-key.yaml:8:1", "V-YAML-DUPLICATE-KEY", "`seats` stands twice"]),
        ("duplicate-seat", &["duplicate-seat.yaml:5:11", "two seats have the id `seat`", "unique"]),
        ("tab-indent", &["tab-indent.yaml:3:", "a tab in the indentation"]),
        ("empty", &["V-PANEL-EMPTY", "empty.yaml", "is empty", "venire panel new"]),
        ("unreachable-quorum", &["unreachable-quorum.yaml:3:9", "`quorum` from 1 to 3"]),
        (
            "unknown-keys",
            &[
                "`qorum`",
                "did you mean `quorum`?",
                "`tie_braek`",
                "did you mean `tiebreak`?",
                "`stnace`",
                "did you mean `stance`?",
                "`timout`",
                "did you mean `timeout`?",
                "`budgte`",
                "did you mean `budget`?",
            ],
        ),
        (
            "bad-weights",
            &[
                "`.nan` is not a weight",
                "`-1` is",
                "`.inf` is",
                "`0` is",
                "`1000.001` is",
                "`0.0001` is",
                "`1e3` is",
                "bad-weights.yaml:4:36",
                "at most 3 decimals",
            ],
        ),
        (
            "not-available",
            &[
                "`weighted` is not",
                "`debate` is not",
                "`moderator` is not",
                "`human` is not",
                "`random` is not",
                "`isolate: worktree` is not",
                "`stance_votes` is not",
                "`share_of` belongs",
                "`grace`",
                "`stop: settled`",
                "`parity` belongs",
                "`proposer` belongs",
            ],
        ),
    ];
    for (name, mentions) in cases {
        let shown = refusal(&corpus(name));
        for mention in mentions {
            assert!(shown.contains(mention), "{name} does not say {mention:?}:\n{shown}");
        }
    }
}

#[test]
fn a_refusal_looks_like_this() {
    let shown = refusal(&Source::new("p.yaml", "seats: [codex, claude]\nstrategy: majorty\n"));
    let expected = "\
error[V-YAML-VALUE]: `majorty` is not a value of `strategy`
 --> p.yaml:2:11
  |
2 | strategy: majorty
  |           ^^^^^^^ expected one of `all-voices`, `unanimous`, `majority`, `supermajority`, `plurality`
  |
  = help: did you mean `majority`?";
    assert_eq!(shown.trim_end(), expected);
}

#[test]
fn each_rule_has_its_code_and_its_words() {
    let cases = [
        ("seats: []", "V-PANEL-NO-SEATS", "empty"),
        ("seats: null", "V-PANEL-NO-SEATS", "missing"),
        ("seats: 3", "V-YAML-TYPE", "`seats` must be a list"),
        ("seats: [3]", "V-YAML-TYPE", "a seat must be a map"),
        ("seats: [{ id: a }, codex]", "V-PANEL-SEAT-WORK", "expected `agent`, `check` or `rubric_check`"),
        ("seats: [{ agent: codex, check: ls }]", "V-PANEL-SEAT-WORK", "not both"),
        ("seats: [{ check: ls, model: opus }, codex]", "V-PANEL-SEAT-KEY", "`model` makes no sense on a check"),
        ("seats: [{ agent: codex, writes: [a] }]", "V-PANEL-SEAT-KEY", "`writes` makes no sense on an agent"),
        ("seats: [{ agent: codex, counts: true }]", "V-PANEL-SEAT-KEY", "`counts`"),
        ("seats: [{ agent: \"claude:opus\", model: haiku }]", "V-PANEL-SEAT-KEY", "two models"),
        ("seats: [{ agent: codex, advisory: true, veto: true }, claude]", "V-PANEL-SEAT-KEY", "advisory"),
        ("seats: [{ id: ../x, agent: codex }]", "V-PANEL-SEAT-ID", "`../x`"),
        ("seats: [{ id: \"\", agent: codex }]", "V-PANEL-SEAT-ID", "letters, digits"),
        ("seats: [{ id: A, agent: codex }, { id: a, agent: claude }]", "V-PANEL-DUPLICATE-SEAT", "`a`"),
        ("seats: [codex, codex]", "V-PANEL-SAME-VOICE", "`codex` and `codex-2`"),
        ("seats: [codx]", "V-PANEL-UNKNOWN-AGENT", "did you mean `codex`?"),
        ("seats: [codex/aginst]", "V-PANEL-SEAT-SHORTHAND", "did you mean `against`?"),
        ("seats: [{ agent: codex, fallback: [gtp] }]", "V-PANEL-UNKNOWN-AGENT", "`gtp`"),
        ("synthesis: { judge: nobody }", "V-PANEL-UNKNOWN-AGENT", "`nobody`"),
        ("synthesis: {}", "V-PANEL-JUDGE", "expected `judge`"),
        ("synthesis: { judge: codex, independent: true }", "V-PANEL-JUDGE", "not independent"),
        ("seats: [{ check: ls }]", "V-PANEL-NO-SEATS", "no seat of this panel has a vote"),
        ("seats: [{ check: [] }, codex]", "V-PANEL-CHECK", "names no program"),
        ("seats: [{ check: \"a 'b\" }, codex]", "V-PANEL-CHECK", "never closed"),
        ("seats: [{ check: ls, writes: [../x] }, codex]", "V-PANEL-WRITES", "`../x`"),
        ("seats: [{ check: ls, writes: [/etc] }, codex]", "V-PANEL-WRITES", "`/etc`"),
        ("seats: [{ check: ls, writes: [.] }, codex]", "V-PANEL-WRITES", "`.`"),
        ("seats: [{ check: ls, writes: [a/.git/hooks] }, codex]", "V-PANEL-WRITES", ".git"),
        ("seats: [{ rubric_check: {} }, codex]", "V-PANEL-CHECK", "requires nothing"),
        ("seats: [{ check: ls }, codex]\noptions: [A, B]", "V-PANEL-EFFECT", "effect: block"),
        ("seats: [{ check: ls }, codex]\nstrategy: all-voices", "V-PANEL-EFFECT", "all-voices"),
        ("quorum: 0", "V-PANEL-QUORUM", "a quorum of 0"),
        ("quorum: -1", "V-YAML-TYPE", "`quorum`"),
        ("quorum: two", "V-YAML-TYPE", "this is text"),
        ("options: [SHIP]", "V-PANEL-OPTIONS", "at least two"),
        ("options: [SHIP, ship.]", "V-PANEL-LABEL", "the same"),
        ("options: [SHIP, \"**Abstain**\"]", "V-PANEL-LABEL", "abstention"),
        ("options: [SHIP, \"!!\"]", "V-PANEL-LABEL", "no letter"),
        ("options: [SHIP, { effect: block }]", "V-PANEL-LABEL", "without a label"),
        ("options: [SHIP, { label: HOLD, effect: yes }]", "V-YAML-VALUE", "`pass`, `block`, `revise`, `escalate`"),
        ("options: [SHIP, { HOLD: yes }]", "V-YAML-UNKNOWN-KEY", "`HOLD`"),
        ("options: { SHIP: yes }", "V-YAML-TYPE", "a list of options"),
        ("strategy: supermajority\nthreshold: 1/2", "V-PANEL-THRESHOLD", "above 1/2"),
        ("strategy: supermajority\nthreshold: 101%", "V-PANEL-THRESHOLD", "`101%`"),
        ("threshold: 2/3", "V-PANEL-THRESHOLD", "belongs to `strategy: supermajority`"),
        ("tiebreak: [safety]", "V-PANEL-SAFETY-ORDER", "needs a `safety_order`"),
        ("safety_order: [HODL]", "V-PANEL-SAFETY-ORDER", "did you mean `HOLD`?"),
        ("safety_order: [HOLD, hold]", "V-PANEL-SAFETY-ORDER", "twice"),
        ("reask: 3", "V-PANEL-RANGE", "from 0 to 2"),
        ("retry: { attempts: 6 }", "V-PANEL-RANGE", "from 1 to 5"),
        ("retry: { attempts: 0 }", "V-PANEL-RANGE", "`attempts`"),
        ("limits: { output: 8 }", "V-PANEL-RANGE", "MiB"),
        ("limits: { timeout: 30 }", "V-YAML-VALUE", "no unit"),
        ("limits: { on_budget: fail }", "V-YAML-VALUE", "`harvest`"),
        ("limits: { concurrency: 0 }", "V-PANEL-RANGE", "at least 1"),
        ("limits: []", "V-YAML-TYPE", "`limits` must be a map"),
        ("seal: of", "V-YAML-VALUE", "`required`, `optional`"),
        ("discount_correlated: yes", "V-YAML-TYPE", "`true` or `false`"),
        ("question: \"  \"", "V-PANEL-BLANK", "`question` is blank"),
        ("question: true", "V-YAML-TYPE", "quotes"),
        ("agents: { ../x: {} }", "V-PANEL-SEAT-ID", "`../x`"),
        ("options: [{ label: A, meaning: this, and that }, B]", "V-YAML-UNKNOWN-KEY", "needs quotes"),
        ("a: 1\n---\nb: 1", "V-YAML-SYNTAX", "multiple YAML documents"),
        ("<<: 3", "V-YAML-SYNTAX", "merge value"),
    ];
    for (keys, code, mention) in cases {
        let shown = refusal(&with_keys(keys));
        assert!(shown.contains(&format!("[{code}]")), "{keys} is not {code}:\n{shown}");
        assert!(shown.contains(mention), "{keys} does not say {mention:?}:\n{shown}");
        assert!(shown.contains(" --> p.yaml:"), "{keys} has no place:\n{shown}");
        assert!(CODES.iter().any(|(known, _)| *known == code), "{code} is not explained");
    }
}

#[test]
fn every_code_in_use_is_explained_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let files = ["panel", "document"].into_iter().flat_map(|folder_name| {
        std::fs::read_dir(format!("{folder}/{folder_name}")).expect("the sources are there").flatten()
    });
    let mut used = std::collections::BTreeSet::new();
    for file in files.filter(|file| !file.path().ends_with("codes.rs")) {
        let text = std::fs::read_to_string(file.path()).expect("readable");
        let codes = text.split('"').filter(|part| part.starts_with("V-PANEL-") || part.starts_with("V-YAML-"));
        used.extend(codes.map(str::to_owned));
    }
    let explained: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
    let unique: std::collections::BTreeSet<String> = explained.iter().map(|code| (*code).to_owned()).collect();
    assert_eq!(unique.len(), explained.len());
    assert_eq!(unique, used);
}

#[test]
fn a_panel_holds_what_its_file_says() {
    let Loaded { panel, warnings, .. } =
        loaded(&corpus("everything")).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(panel.threshold, Some(ratio(667, 1000)));
    assert_eq!(panel.human_review_below, Some(ratio(3, 5)));
    assert_eq!(panel.safety_order, ["HOLD", "SHIP"]);
    assert_eq!(panel.seal, Some(Seal::Optional));
    assert_eq!((panel.limits.output, panel.reask, panel.retry.attempts), (Some(8 << 20), 2, 3));
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
fn a_gate_asks_for_more_and_lint_warns_of_it() {
    let cases = [
        ("strategy: all-voices", "V-PANEL-GATE"),
        ("options: [A, B]", "V-PANEL-EFFECT"),
        ("options: [{ label: A, effect: block }, { label: B, effect: revise }]", "V-PANEL-EFFECT"),
        ("seats: [codex]", "V-PANEL-GATE"),
    ];
    for (keys, code) in cases {
        let source = with_keys(keys);
        assert!(loaded(&source).is_ok(), "{keys} is fine for `ask`");
        let refused = load(&[Arc::clone(&source)], &[], &agents(), Purpose::Gate).expect_err(keys);
        assert!(refused.iter().any(|diagnostic| diagnostic.code == code));
        let linted = load(&[source], &[], &agents(), Purpose::Lint).expect("lint only warns").warnings;
        assert!(linted.iter().any(|warning| warning.code == code && warning.message.contains("`gate` would refuse")));
    }
}

#[test]
fn doubtful_panels_are_warned_about() {
    let cases = [
        ("seats: [codex, claude]", vec!["V-PANEL-FEW-SEATS", "V-PANEL-EVEN"]),
        ("seats: [codex/for, claude, gemini]", vec!["V-PANEL-ONE-SIDED"]),
        ("quorum: 3", vec!["V-PANEL-BRITTLE-QUORUM"]),
        ("seats: [codex, codex, claude]\nallow_duplicates: true", vec!["V-PANEL-SAME-VOICE"]),
        ("synthesis: { judge: codex }", vec!["V-PANEL-JUDGE"]),
        ("seats: [codex, claude, gemini]", vec![]),
    ];
    for (keys, codes) in cases {
        let warnings = loaded(&with_keys(keys)).unwrap_or_else(|e| panic!("{}", render(&e, false))).warnings;
        assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), codes, "{keys}");
    }
}

#[test]
fn built_in_panels_and_the_template_pass_without_a_warning() {
    let template = template("a \"name\": {");
    for (name, text) in builtin().iter().copied().chain([("template", template.as_str())]) {
        let source = Source::new(format!("{name}.yaml"), text);
        let purpose = if name == "second-opinion" { Purpose::Ask } else { Purpose::Gate };
        let loaded = load(&[source], &[], &agents(), purpose).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(loaded.warnings.is_empty(), "{}", render(&loaded.warnings, false));
        assert!(name == "template" || loaded.panel.name == name);
    }
    let offline = builtin().iter().find(|(name, _)| *name == "offline").expect("built in").1;
    let panel = load(&[Source::new("offline", offline)], &[], &[], Purpose::Gate).expect("needs no agent").panel;
    let counting = panel.seats.iter().filter(|seat| matches!(seat.work, Work::Check { counts: true, .. })).count();
    assert_eq!((counting, panel.seats.len()), (5, 5));
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
fn bombs_depth_and_garbage_are_refused_quickly() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..=9 {
        let uses = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{uses}]\n"));
    }
    let deep = format!("seats: {}{}", "[".repeat(5_000), "]".repeat(5_000));
    let garbage: String =
        (0..1_000_000_u32).map(|at| char::from(b' ' + (at.wrapping_mul(2_654_435_761) >> 25) as u8 % 95)).collect();
    let wide = format!("seats: [{}]", "{a: 1, a: 2}, ".repeat(3_000));
    let line = format!("question: {}", "x: ".repeat(300_000));
    let start = std::time::Instant::now();
    for text in [bomb, deep, garbage, wide, line] {
        let shown = refusal(&Source::new("p.yaml", text));
        assert!(shown.len() < 200_000, "{} bytes", shown.len());
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn marks_and_line_ends_of_other_systems_are_fine() {
    let panel =
        loaded_text("\u{feff}name: über\r\nseats:\r\n  - codex\r\n  - claude\r\n  - gemini\r\n").expect("loads").panel;
    assert_eq!((panel.name.as_str(), panel.seats.len()), ("über", 3));
    let shown = refusal(&Source::new("p.yaml", "\u{feff}näme: x\r\nseats: [codex]\r\n"));
    assert!(shown.contains("p.yaml:1:1") && shown.contains("did you mean `name`?"), "{shown}");
}

#[test]
fn nothing_that_steers_a_terminal_is_printed() {
    let source = Source::new(
        "p\u{1b}]0;x\u{7}.yaml",
        "\"st\\e[2Jrategy\u{202e}\": \"\u{200b}\\e[31m\"\nseats: [\"\\e[2Jcodex\"]\n",
    );
    let shown = refusal(&source);
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}']), "{shown:?}");
}

fn fragments() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "seats",
        "options",
        "strategy",
        "quorum",
        "limits",
        "id",
        "agent",
        "check",
        "codex",
        "claude:opus/for",
        "weight",
        ": ",
        "- ",
        "\n",
        "  ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "&a ",
        "*a",
        "<<",
        "~",
        "true",
        "2/3",
        "-1",
        ".nan",
        "1e9",
        "\u{feff}",
        "\r\n",
        "\t",
        "é",
        "'",
        "\"",
        "#",
        "|\n",
        "? ",
        "---\n",
        "!x ",
        "label",
        "effect",
        "tiebreak",
        "safety",
    ]);
    prop::collection::vec(words, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_panic(text in prop_oneof![any::<String>(), fragments()], path in "[a-z.]{0,12}", value in fragments()) {
        let source = Source::new("p.yaml", text);
        let _ = extends_of(&source);
        for overrides in [vec![], vec![set(&path, &value)]] {
            match load(&[Arc::clone(&source), with_keys("")], &overrides, &agents(), Purpose::Lint) {
                Ok(loaded) => { let _ = (render(&loaded.warnings, true), effective_yaml(&loaded.effective), commands(&loaded.panel)); }
                Err(errors) => {
                    prop_assert!(errors.iter().any(|error| error.severity == Severity::Error));
                    let _ = render(&errors, false);
                }
            }
        }
    }

    #[test]
    fn the_effective_panel_reads_as_the_same_panel(question in ".*[a-z].*", role in "[ -~é\u{1b}\u{2028}😀]*x", id in "[a-z0-9][a-z0-9._-]{0,8}") {
        let source = Source::new("p.yaml", "seats: [{ id: q, agent: codex }, claude, gemini]\n");
        let overrides = [
            set("question", &yaml_text(&question)),
            set("seats.q.role", &yaml_text(&role)),
            set("agents", &format!("{{ {}: {{ command: [{}] }} }}", yaml_text(&id), yaml_text(&role))),
        ];
        let first = load(&[source], &overrides, &agents(), Purpose::Ask).map_err(|e| TestCaseError::fail(render(&e, false)))?;
        let again = loaded_text(&effective_yaml(&first.effective)).map_err(|e| TestCaseError::fail(render(&e, false)))?;
        prop_assert_eq!(&again.panel.question, &first.panel.question);
        prop_assert_eq!(&again.panel.seats[0].role, &first.panel.seats[0].role);
        prop_assert_eq!(commands(&again.panel), commands(&first.panel));
    }
}

/// The seats of the built-in panel `offline` that fail in a folder, with what they say.
fn failing_checks(folder: &std::path::Path) -> Vec<(String, String)> {
    let text = builtin().iter().find(|(name, _)| *name == "offline").expect("built in").1;
    let panel = load(&[Source::new("offline", text)], &[], &[], Purpose::Gate).expect("needs no agent").panel;
    let failing = panel.seats.into_iter().filter_map(|seat| {
        let Work::Check { command, .. } = seat.work else { return None };
        let output = git(folder, &command[0], &command[1..]);
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (!output.status.success()).then_some((seat.id, said))
    });
    failing.collect()
}

fn git(folder: &std::path::Path, program: &str, args: &[String]) -> std::process::Output {
    std::process::Command::new(program)
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("GIT_CEILING_DIRECTORIES", folder.parent().expect("a folder below another"))
        .output()
        .expect("git is installed")
}

#[test]
fn the_offline_panel_finds_what_it_is_for() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let folder = home.path().join("tree");
    std::fs::create_dir(&folder).expect("created");
    let write = |text: &str| std::fs::write(folder.join("a.txt"), text).expect("written");
    let run = |line: &str| git(&folder, "git", &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let ids = || failing_checks(&folder).into_iter().map(|(id, _)| id).collect::<Vec<_>>();

    let outside = failing_checks(&folder);
    assert_eq!(outside[0].0, "repository");
    assert!(outside[0].1.contains("not a git repository"), "{outside:?}");

    run("init -q");
    assert!(ids().is_empty(), "a repository without commits is fine");
    write("plain\n");
    run("add .");
    assert!(ids().is_empty(), "so is a first change");
    write("blanks at the end   \n");
    assert!(ids().is_empty(), "what is not staged may have blanks at the end");
    run("add .");
    assert_eq!(ids(), ["staged-whitespace"]);
    let marked = "<<<<<<< one\na\n=======\nb\n>>>>>>> two\n";
    write(marked);
    assert_eq!(ids(), ["unstaged-markers", "staged-whitespace"]);
    run("add .");
    assert_eq!(ids(), ["staged-markers", "staged-whitespace"]);

    write("base\n");
    run("add .");
    let commit = "-c user.name=a -c user.email=a@example.org commit -qam change";
    run(commit);
    run("checkout -qb other");
    write("other\n");
    run(commit);
    run("checkout -q -");
    write("mine\n");
    run(commit);
    assert!(ids().is_empty(), "a clean tree is fine");
    run("-c user.name=a -c user.email=a@example.org merge -q other");
    assert_eq!(ids(), ["unmerged", "unstaged-markers"]);
}
