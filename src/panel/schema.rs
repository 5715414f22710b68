//! The JSON Schema of panels, for editors.

/// The schema: every key with its meaning. It helps while writing; [`super::load`] is what decides.
#[must_use]
pub fn schema() -> serde_json::Value {
    serde_json::from_str(include_str!("schema.json")).expect("the schema is a constant, and a test reads it")
}
