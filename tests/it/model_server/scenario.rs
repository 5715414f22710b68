//! What the model, or the network before it, does with a request.

use std::time::Duration;

use serde_json::{Value, json};

use super::request::{ModelRequest, Wire};
use super::{anthropic, gemini, openai};

/// What becomes of one request.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// The answer; `{seal}` in it stands for the seal of the prompt.
    pub text: String,
    /// Tools that the model asks for, one a turn, before it answers.
    pub asks: Vec<Ask>,
    /// An HTTP error with the vendor's body.
    pub status: Option<u16>,
    pub quota: Quota,
    pub unknown_model: bool,
    pub ending: Ending,
    /// The connection stays open and nothing more comes.
    pub hangs: Option<Moment>,
    /// The connection is reset.
    pub drops: Option<Moment>,
    /// A page of HTML with status 200, as from the sign-in page of a network.
    pub garbage: bool,
    /// Waited before anything is sent.
    pub delay: Duration,
}

/// When a connection breaks or hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    BeforeHeaders,
    BeforeAnswer,
    MidAnswer,
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ending {
    #[default]
    Complete,
    /// The stream stops without its last event.
    Missing,
    /// The limit of output tokens was reached.
    CutShort,
    /// The model refused.
    Refused,
}

/// Which limit a 429 speaks of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quota {
    /// Too many requests just now.
    #[default]
    Rate,
    /// The account has no credit left.
    Spent,
    /// The subscription's share of the period is used up.
    Plan,
}

/// A tool that the model asks for.
#[derive(Debug, Clone)]
pub enum Ask {
    Write(String),
    /// Replaces the word `original` in a file.
    Edit(String),
    Read(String),
    Shell(String),
    EnterPlanMode,
    ExitPlanMode,
    EnterWorktree(String),
    /// Any tool by its own name. A string as arguments is sent as free-form input where there is such.
    Tool(String, Value),
}

impl Ask {
    /// The tool's name and arguments for the program that sent the request.
    pub fn in_words_of(&self, request: &ModelRequest) -> (String, Value) {
        match (self, request.wire) {
            (Self::Tool(name, arguments), _) => (name.clone(), arguments.clone()),
            (Self::EnterWorktree(name), _) => ("EnterWorktree".to_owned(), json!({"name": name})),
            (_, Wire::OpenAi) => openai::tool(self, &request.tools),
            (_, Wire::Anthropic) => anthropic::tool(self),
            (_, Wire::Gemini) => gemini::tool(self),
        }
    }
}

impl Scenario {
    pub fn answering(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    pub fn empty() -> Self {
        Self::default()
    }

    /// An answer of a length in bytes.
    pub fn of_length(bytes: usize) -> Self {
        Self::answering(&"0123456789abcde ".repeat(bytes / 16 + 1)[..bytes])
    }

    /// An HTTP error.
    pub fn failing(status: u16) -> Self {
        Self { status: Some(status), ..Self::default() }
    }

    /// A 429 that no waiting heals.
    pub fn out_of(quota: Quota) -> Self {
        Self { quota, ..Self::failing(429) }
    }

    pub fn unknown_model() -> Self {
        Self { unknown_model: true, ..Self::failing(404) }
    }

    pub fn refusing() -> Self {
        Self { ending: Ending::Refused, ..Self::default() }
    }

    pub fn garbage() -> Self {
        Self { garbage: true, ..Self::default() }
    }

    pub fn hanging(moment: Moment) -> Self {
        Self { hangs: Some(moment), ..Self::answering("half of an answer, then nothing more") }
    }

    pub fn dropping(moment: Moment) -> Self {
        Self { drops: Some(moment), ..Self::answering("half of an answer, then a reset") }
    }

    /// The model asks for a tool first; asks are made in their order.
    pub fn asking(mut self, ask: Ask) -> Self {
        self.asks.push(ask);
        self
    }

    pub fn ending(mut self, ending: Ending) -> Self {
        self.ending = ending;
        self
    }

    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Headers that go with an error.
    pub fn headers(&self, wire: Wire) -> Vec<(&'static str, String)> {
        match (self.status, self.quota) {
            (Some(429), Quota::Rate) => vec![("retry-after", "1".to_owned())],
            (Some(429), Quota::Plan) if wire == Wire::Anthropic => anthropic::plan_headers(),
            _ => Vec::new(),
        }
    }
}
