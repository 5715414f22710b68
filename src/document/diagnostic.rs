//! What is wrong with a document, where, and what to do about it.

use super::Place;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// One finding about a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Stable, explained in the README: `V-PANEL-UNKNOWN-KEY`.
    pub code: &'static str,
    pub message: String,
    pub place: Option<Place>,
    /// What stands at the place, said beside the snippet.
    pub label: String,
    pub help: Vec<String>,
}

impl Diagnostic {
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            label: String::new(),
            help: vec![],
        }
    }

    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    #[must_use]
    pub fn at(mut self, place: &Place, label: impl Into<String>) -> Self {
        self.place = Some(place.clone());
        self.label = label.into();
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}
