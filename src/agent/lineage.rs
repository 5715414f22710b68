//! Whose models an agent runs (README, "Lineage").

use super::definition::Definition;

/// Whose models the agent runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lineage {
    pub default: Option<String>,
    /// Prefix of a model's name, and its vendor.
    pub from_model: Vec<(String, String)>,
}

impl Definition {
    /// The vendor of a model of this agent: by the user's table, then by the definition's own prefixes,
    /// then the definition's vendor, else `unknown` (README, "Lineage").
    #[must_use]
    pub fn lineage(&self, model: Option<&str>, table: &[(String, String)]) -> String {
        let model = model.or_else(|| self.model.as_ref().and_then(|switch| switch.default.as_deref()));
        model
            .and_then(|model| self.lineage.of_model(model, table))
            .or(self.lineage.default.as_deref())
            .unwrap_or("unknown")
            .to_owned()
    }
}

impl Lineage {
    /// The vendor that a model's name shows.
    #[must_use]
    pub fn of_model<'a>(&'a self, model: &str, table: &'a [(String, String)]) -> Option<&'a str> {
        let lower = model.to_lowercase();
        let longest = |table: &'a [(String, String)]| {
            table
                .iter()
                .filter(|(prefix, _)| lower.starts_with(&prefix.to_lowercase()))
                .max_by_key(|(prefix, _)| prefix.len())
                .map(|(_, vendor)| vendor.as_str())
        };
        longest(table).or_else(|| longest(&self.from_model))
    }
}
