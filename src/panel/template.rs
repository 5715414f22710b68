//! What `venire panel new` writes.

/// A commented starting point for a panel of this name. It passes `panel check`.
#[must_use]
pub fn template(name: &str) -> String {
    include_str!("template.yaml").replacen("NAME", &super::yaml_text(name), 1)
}
