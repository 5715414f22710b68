//! Texts that nobody wrote in good faith.

use std::sync::Arc;

use proptest::prelude::*;
use venire::document::{Severity, Source, render};
use venire::panel::{Purpose, commands, effective_yaml, extends_of, load, yaml_text};

use super::{agents, loaded_text, refusal, set, with_keys};

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
