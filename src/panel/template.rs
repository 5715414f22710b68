//! What `venire panel new` writes.

/// A commented starting point for a panel of this name. It passes `panel check`.
#[must_use]
pub fn template(name: &str) -> String {
    // A JSON string is a YAML string, whatever stands in it.
    include_str!("template.yaml").replacen("NAME", &serde_json::Value::from(name).to_string(), 1)
}
