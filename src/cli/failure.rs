//! What a command ends with when it can't do its work: what happened, where, and what to do next.

use std::io::Write;

use crate::document::{self, Diagnostic};
use crate::engine::ExitStatus;
use crate::store::StoreError;
use crate::text::sanitise;

/// A command's failure.
#[derive(Debug)]
pub(super) struct Failure {
    pub status: ExitStatus,
    /// Stable: `V-PANEL-UNKNOWN`.
    pub code: &'static str,
    pub message: String,
    pub remedies: Vec<String>,
    /// Findings about a file; told in place of the message.
    pub diagnostics: Vec<Diagnostic>,
}

impl Failure {
    pub(super) fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self { status: ExitStatus::Usage, code, message: message.into(), remedies: vec![], diagnostics: vec![] }
    }

    pub(super) fn unable(code: &'static str, message: impl Into<String>) -> Self {
        Self { status: ExitStatus::Unable, ..Self::usage(code, message) }
    }

    pub(super) fn output(error: &std::io::Error) -> Self {
        Self::unable("V-OUTPUT-FAILED", format!("the result could not be written: {error}"))
    }

    pub(super) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedies.push(remedy.into());
        self
    }

    /// Tells the failure on standard error and returns its status.
    pub(super) fn tell(self) -> ExitStatus {
        let colour = console::colors_enabled_stderr();
        let mut text = String::new();
        if self.diagnostics.is_empty() {
            text.push_str(&format!("venire: {} [{}]\n", sanitise::lines(&self.message), self.code));
        } else {
            text.push_str(&document::render(&self.diagnostics, colour));
        }
        for remedy in &self.remedies {
            text.push_str(&format!("  → {}\n", sanitise::lines(remedy)));
        }
        // Nothing can be done about a standard error that is closed.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        self.status
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let code = diagnostics.first().map_or("V-PANEL", |diagnostic| diagnostic.code);
        Self { diagnostics, ..Self::usage(code, "") }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let status = if error.is_usage() { ExitStatus::Usage } else { ExitStatus::Unable };
        let failure = Self { status, ..Self::usage(error.code(), error.to_string()) }.remedy(error.remedy());
        match error {
            StoreError::Document(diagnostic) => Self { diagnostics: vec![*diagnostic], remedies: vec![], ..failure },
            _ => failure,
        }
    }
}
