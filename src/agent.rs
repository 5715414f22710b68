//! Layer 3: agents as data.
//!
//! Each known agent CLI is a definition in `src/agent/definitions/`, compiled in, in the format that
//! users write themselves (README, "How to add an agent"). The code here knows formats and mechanisms
//! (text, JSON, JSON lines, files in a scratch folder), not vendors.
//!
//! A document becomes a [`Definition`] ([`load`]); a definition and a seat's wishes become a
//! [`Preparation`] ([`Definition::prepare`]); what the agent prints becomes a [`Reply`]
//! ([`Extraction`]). Nothing here touches the world: the caller says what is there.
//!
//! Two rules hold for every agent. Success is positive and structured: an exit status of 0 alone is never
//! success. And no definition of ours hands the prompt over as an argument.

mod buffers;
mod definition;
mod environment;
mod extraction;
mod failures;
mod lineage;
mod load;
mod load_output;
mod load_walk;
mod preparation;
mod record;
mod refusal;
mod schema;
mod template;
mod verdict;
mod version;

pub use definition::*;
pub use environment::scrubbed;
pub use extraction::{Answer, Extraction, Reply, Sighting};
pub use failures::FailureRule;
pub use lineage::Lineage;
pub use load::load;
pub use preparation::{Layout, Preparation, Request};
pub use record::{Path, Selection, Where};
pub use refusal::lifted_by_panel;
pub use schema::schema;
pub use template::Template;

/// The definitions that are compiled in: name, and YAML text.
#[must_use]
pub fn builtin() -> &'static [(&'static str, &'static str)] {
    &[
        ("codex", include_str!("agent/definitions/codex.yaml")),
        ("claude", include_str!("agent/definitions/claude.yaml")),
        ("gemini", include_str!("agent/definitions/gemini.yaml")),
    ]
}
