//! What is refused or doubted, and what is said then.

use std::sync::Arc;

use venire::document::{Source, render};
use venire::panel::{CODES, Purpose, load};

use super::{agents, corpus, loaded, refusal, with_keys};

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
        ("not-available", &["`debate` is not"]),
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
  |           ^^^^^^^ expected one of `all-voices`, `unanimous`, `majority`, `supermajority`, `plurality`, `weighted`, `confidence-weighted`, `parity-pair`, `borda`, `rank`
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
        ("tiebreak: moderator", "V-PANEL-MODERATOR", "needs a seat to ask"),
        (
            "seats: [codex, { agent: claude, moderator: true }, { agent: gemini, moderator: true }]\ntiebreak: moderator",
            "V-PANEL-MODERATOR",
            "only one can break a tie",
        ),
        (
            "seats: [codex, { agent: claude, moderator: true }]\ntiebreak: [human, moderator]",
            "V-PANEL-MODERATOR",
            "must come first",
        ),
        (
            "seats: [codex, { agent: claude, moderator: true, stance: for }]\ntiebreak: moderator",
            "V-PANEL-MODERATOR",
            "another part in the vote",
        ),
        (
            "seats: [codex, { agent: claude, moderator: true, veto: true }]\ntiebreak: moderator",
            "V-PANEL-MODERATOR",
            "another part in the vote",
        ),
        (
            "seats: [codex, { check: ls, moderator: true, veto: false }]\ntiebreak: moderator",
            "V-PANEL-MODERATOR",
            "is no agent",
        ),
        (
            "seats: [codex, { agent: codex, id: chair, role: chair, moderator: true }]\ntiebreak: moderator",
            "V-PANEL-MODERATOR",
            "is the voice of the seat `codex` again",
        ),
        ("strategy: rank\nseats: [codex, claude]", "V-PANEL-RANK", "three or more seats"),
        ("strategy: rank\ntiebreak: random\nseats: [codex, claude, gemini]", "V-PANEL-RANK", "only `human`"),
        ("strategy: rank\nseats: [{ check: ls }, codex, claude, gemini]", "V-PANEL-EFFECT", "`rank`"),
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
        ("synthesis: { judge: codex }", "V-PANEL-JUDGE", "not independent"),
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
        ("seats: [codex, claude, { id: judge, agent: gemini }]", "V-PANEL-SEAT-ID", "`judge` can't be the id"),
        ("quorum: -1", "V-YAML-TYPE", "`quorum`"),
        ("quorum: two", "V-YAML-TYPE", "this is text"),
        ("options: [SHIP]", "V-PANEL-OPTIONS", "at least two"),
        ("options: [SHIP, ship.]", "V-PANEL-LABEL", "the same"),
        ("options: [SHIP, \"**Abstain**\"]", "V-PANEL-LABEL", "abstention"),
        ("options: [SHIP, \"!!\"]", "V-PANEL-LABEL", "no letter"),
        ("options: [SHIP, \"SHIP<b>\"]", "V-PANEL-LABEL", "would be read as `SHIP` in an answer"),
        ("options: [SHIP, \"2. SHIP\"]", "V-PANEL-LABEL", "would be read as `SHIP` in an answer"),
        ("options: [SHIP, { effect: block }]", "V-PANEL-LABEL", "without a label"),
        ("options: [SHIP, { label: HOLD, effect: yes }]", "V-YAML-VALUE", "`pass`, `block`, `revise`, `escalate`"),
        ("options: [SHIP, { HOLD: yes }]", "V-YAML-UNKNOWN-KEY", "`HOLD`"),
        ("options: { SHIP: yes }", "V-YAML-TYPE", "a list of options"),
        ("strategy: supermajority\nthreshold: 1/2", "V-PANEL-THRESHOLD", "above 1/2"),
        ("strategy: supermajority\nthreshold: 101%", "V-PANEL-THRESHOLD", "`101%`"),
        ("threshold: 2/3", "V-PANEL-THRESHOLD", "belongs to `supermajority`, `weighted` and"),
        ("strategy: borda\nthreshold: 2/3", "V-PANEL-THRESHOLD", "belongs to"),
        ("share_of: seats", "V-YAML-VALUE", "`panel`, `scores`"),
        ("stance_votes: none", "V-YAML-VALUE", "`counted`, `advisory`"),
        (
            "seats: [{ agent: codex, stance: for, veto: true }, claude, gemini]\nstance_votes: advisory",
            "V-PANEL-SEAT-KEY",
            "leave `stance_votes` out",
        ),
        ("seats: [codex/for, claude/against]\nstance_votes: advisory", "V-PANEL-NO-SEATS", "no seat of this panel"),
        ("quorum: 2\nseats: [codex/for, claude/against, gemini]\nstance_votes: advisory", "V-PANEL-QUORUM", "1 seats"),
        ("strategy: parity-pair", "V-PANEL-PARITY", "0 marked"),
        (
            "strategy: parity-pair\nseats: [{ agent: codex, parity: true }, claude, gemini]",
            "V-PANEL-PARITY",
            "two or more seats with `parity: true`",
        ),
        (
            "strategy: parity-pair\nseats: [{ agent: codex, parity: true }, { agent: claude, parity: true, proposer: true }, \
             { agent: gemini, proposer: true }]",
            "V-PANEL-PARITY",
            "only one can propose",
        ),
        (
            "strategy: parity-pair\nseats: [{ agent: codex, parity: true }, { agent: claude, parity: true, advisory: true }, \
             gemini]",
            "V-PANEL-PARITY",
            "`claude` has no vote",
        ),
        ("tiebreak: [dice]", "V-YAML-VALUE", "expected `safety`, `moderator`, `human` or `random`"),
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

/// Also on the small stack of a test's thread.
#[test]
fn what_is_nested_or_long_beyond_all_use_is_refused() {
    let tens = (1..6).map(|at| format!("a{at}: &a{at} [{}]\n", format!("*a{}, ", at - 1).repeat(10)));
    let aliases = format!("a0: &a0 [x]\n{}", tens.collect::<String>());
    let nested = |levels: usize| format!("x: {}{}", "[8: ".repeat(levels), "]".repeat(levels));
    for (keys, mention) in [
        (nested(10), "`x` is not a key"),
        (nested(20), "it is nested too deeply"),
        (nested(250), "it is nested too deeply"),
        (format!("x: [{}]", "a, ".repeat(30_000)), "it has too many parts"),
        (aliases, "its aliases unfold into too much"),
    ] {
        let shown = refusal(&with_keys(&keys));
        assert!(shown.contains(mention), "{mention}:\n{shown}");
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
        ("synthesis: { judge: codex, independent: false }", vec!["V-PANEL-JUDGE"]),
        ("seats: [{ agent: codex, weight: 2 }, claude, gemini]", vec!["V-PANEL-NO-EFFECT"]),
        ("strategy: weighted\nseats: [{ agent: codex, weight: 2 }, claude, gemini]", vec![]),
        ("strategy: confidence-weighted\nshare_of: scores\nthreshold: 2/3", vec![]),
        ("share_of: scores", vec!["V-PANEL-NO-EFFECT"]),
        (
            "seats: [{ agent: codex, parity: true }, { agent: claude, proposer: true }, gemini]",
            vec!["V-PANEL-NO-EFFECT"; 2],
        ),
        (
            "strategy: parity-pair\ntiebreak: [human]\n\
             seats: [{ agent: codex, parity: true }, { agent: claude, parity: true }, { agent: gemini, weight: 2 }]",
            vec!["V-PANEL-NO-EFFECT"],
        ),
        (
            "strategy: parity-pair\n\
             seats: [{ agent: codex, parity: true, proposer: true }, { agent: claude, parity: true }, { agent: gemini, weight: 2 }]",
            vec!["V-PANEL-NO-EFFECT"],
        ),
        (
            "strategy: borda\ntiebreak: [human, random]\nseats: [codex, claude, gemini, { id: c, agent: \"claude:opus\" }]",
            vec![],
        ),
        ("seats: [codex, claude, gemini]", vec![]),
    ];
    for (keys, codes) in cases {
        let warnings = loaded(&with_keys(keys)).unwrap_or_else(|e| panic!("{}", render(&e, false))).warnings;
        assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), codes, "{keys}");
    }
}

#[test]
fn one_mistake_is_reported_once() {
    let cases = [
        ("seats: [codx, claude, gemini]\nquorum: 3", "V-PANEL-UNKNOWN-AGENT"),
        ("seats: [codx, claude]\nstrategy: all-voices", "V-PANEL-UNKNOWN-AGENT"),
        ("seats: [{ rubric_check: 3 }, { rubric_check: 4 }, codex]\noptions: [A, B]", "V-YAML-TYPE"),
        ("strategy: rnak\nthreshold: 2/3", "V-YAML-VALUE"),
        ("options: 3\nsafety_order: [HOLD]", "V-YAML-TYPE"),
    ];
    for (keys, code) in cases {
        let errors = loaded(&with_keys(keys)).expect_err(keys);
        assert!(errors.iter().all(|error| error.code == code), "{keys}:\n{}", render(&errors, false));
    }
}
