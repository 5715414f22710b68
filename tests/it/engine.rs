//! The engine against scripted ports and a paused clock: whole runs, minutes of them, in no time.

mod budget;
mod deterministic;
mod early;
mod judge;
mod law;
mod order;
mod rounds;
mod stage;
mod turns;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use venire::agent::{self, Definition};
use venire::document::{self, Source};
use venire::event::PanelIdentity;
use venire::invocation::SandboxMode;
use venire::panel::{self, Configuration, Purpose};
use venire::plan::{self, Command, Inputs, Options, Plan};

/// The built-in agents.
static DEFINITIONS: LazyLock<BTreeMap<String, Arc<Definition>>> = LazyLock::new(|| {
    let load = |(name, text): &(&str, &str)| {
        let node = document::parse(&Source::new(*name, *text)).unwrap();
        ((*name).to_owned(), Arc::new(agent::load(&node, Some(name), &mut vec![]).unwrap()))
    };
    agent::builtin().iter().map(load).collect()
});

/// A plan over SHIP and HOLD; `more` is the rest of the panel, seats included.
#[track_caller]
fn plan_with(command: Command, more: &str, definitions: &BTreeMap<String, Arc<Definition>>) -> Plan {
    let text = format!(
        "question: Is it safe?\noptions:\n  - {{ label: SHIP, effect: pass }}\n  - {{ label: HOLD, effect: block }}\n{more}"
    );
    plan_from(command, &text, definitions)
}

/// A plan of a panel of which everything but the name is given.
#[track_caller]
fn plan_from(command: Command, panel: &str, definitions: &BTreeMap<String, Arc<Definition>>) -> Plan {
    let text = format!("name: staged\n{panel}");
    let known: Vec<String> = definitions.keys().cloned().collect();
    let loaded = panel::load(&[Source::new("panel", text)], &[], &known, Purpose::Ask).unwrap();
    let options = Options {
        command,
        question: None,
        run_all: false,
        advisory: false,
        judge: None,
        synthesize: false,
        tree: None,
        copies: None,
        sandbox: SandboxMode::Auto,
    };
    let programs = known.iter().map(|name| (name.clone(), PathBuf::from("/bin").join(name))).collect();
    plan::make(Inputs {
        id: "run".to_owned(),
        panel: &loaded.panel,
        identity: PanelIdentity { name: "staged".to_owned(), source: "panel".to_owned(), digest: String::new() },
        options: &options,
        definitions,
        programs: &programs,
        configuration: &Configuration::default(),
        items: vec![],
    })
    .unwrap()
}

fn plan_of(command: Command, panel: &str) -> Plan {
    plan_from(command, panel, &DEFINITIONS)
}

fn plan(command: Command, more: &str) -> Plan {
    plan_with(command, more, &DEFINITIONS)
}

/// Three seats of three vendors.
const SEATS: &str = "seats:
  - { id: a, agent: codex }
  - { id: b, agent: claude }
  - { id: c, agent: gemini }
";

/// Three vendors, two of whom make a quorum.
fn three(more: &str) -> Plan {
    plan(Command::Gate, &format!("strategy: majority\nquorum: 2\n{more}\n{SEATS}"))
}
