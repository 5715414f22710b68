//! What holds for every text that is to be a panel.
//!
//! An input is the text of a panel. What is not UTF-8 never reaches the loader.

use std::sync::Arc;

use venire::agent;
use venire::document::{Diagnostic, Severity, Source, Value, parse, render};
use venire::panel::{
    CODES, Loaded, Panel, Purpose, commands, configuration, effective_yaml, extends_of, load, yaml_text,
};

/// # Panics
/// When a property of the loader does not hold.
pub fn hold(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let source = Source::new("p.yaml", text);
    if let Err(diagnostic) = extends_of(&source) {
        explain(&[*diagnostic], &source);
    }
    if let Err(diagnostics) = configuration(&source) {
        explain(&diagnostics, &source);
    }
    let [asked, gated, linted] = [Purpose::Ask, Purpose::Gate, Purpose::Lint].map(|purpose| loaded(&source, purpose));
    assert_eq!(asked.is_some(), linted.is_some(), "what `panel check` takes is what `ask` takes");
    let Some(asked) = asked else {
        assert!(gated.is_none(), "`gate` takes what `ask` refuses");
        return;
    };
    if let Some(gated) = gated {
        assert_eq!(gated.panel, asked.panel, "it depends on the purpose what a panel says");
    }
    reads_as_the_same_again(&asked);
    for line in commands(&asked.panel) {
        assert!(!line.chars().any(char::is_control), "{line:?} steers the terminal");
    }
    for (name, node) in &asked.panel.agents {
        let mut found = vec![];
        let definition = agent::load(node, Some(name), &mut found);
        assert!(definition.is_some() || !found.is_empty(), "an agent is refused without a word");
        if let Some(definition) = definition {
            found.extend(agent::lifted_by_panel(name, node, &definition));
        }
        explain(&found, &source);
    }
    a_text_stays_a_text(text);
}

/// A panel with warnings at most, or what is wrong with it.
fn loaded(source: &Arc<Source>, purpose: Purpose) -> Option<Loaded> {
    let agents = ["codex", "claude", "gemini"].map(String::from);
    let (loaded, found) = match load(&[Arc::clone(source)], &[], &agents, purpose) {
        Ok(loaded) => {
            assert!(loaded.warnings.iter().all(|warning| warning.severity == Severity::Warning), "an error passed");
            (Some(loaded.clone()), loaded.warnings)
        }
        Err(found) => {
            assert!(found.iter().any(|one| one.severity == Severity::Error), "refused without an error");
            assert!(found.iter().any(|one| one.place.is_some()), "refused without a place");
            (None, found)
        }
    };
    let known = |code: &str| CODES.iter().any(|(known, _)| *known == code);
    found.iter().for_each(|one| assert!(known(one.code), "{} is no code of panels", one.code));
    explain(&found, source);
    loaded
}

/// Every finding has a code and words, and a place in the file if any; the whole can be shown.
fn explain(found: &[Diagnostic], source: &Arc<Source>) {
    for one in found {
        assert!(one.code.starts_with("V-") && !one.message.trim().is_empty(), "{one:?}");
        if let Some(place) = &one.place {
            assert!(Arc::ptr_eq(&place.source, source), "a place in another text");
            assert!(source.text.get(place.range.clone()).is_some(), "{:?} is not in the text", place.range);
            let (line, column) = place.line_column();
            assert!(line <= source.text.matches('\n').count() + 1 && column >= 1);
        }
    }
    let shown = render(found, false);
    assert!(!shown.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')), "it steers the terminal: {shown:?}");
}

/// The effective form of a panel is that panel.
fn reads_as_the_same_again(first: &Loaded) {
    let written = effective_yaml(&first.effective);
    let again = loaded(&Source::new("p.yaml", written.as_str()), Purpose::Ask);
    let Some(again) = again else { panic!("the effective form is refused:\n{written}") };
    // What is compared is what it says, not where it says it.
    let bare = |panel: &Panel| {
        let mut bare = Panel { agents: vec![], ..panel.clone() };
        bare.seats.iter_mut().for_each(|seat| seat.place = first.effective.place.clone());
        bare
    };
    assert_eq!(bare(&again.panel), bare(&first.panel), "it reads as another panel:\n{written}");
    // The agents are not read yet; the same text says that they are the same.
    assert_eq!(effective_yaml(&again.effective), written);
}

/// Any text can be written as a value and is read as it was.
fn a_text_stays_a_text(text: &str) {
    let written = yaml_text(text);
    let read = parse(&Source::new("p.yaml", written.as_str())).map(|node| node.value);
    assert_eq!(read, Ok(Value::Text(text.to_owned())), "{written}");
}
