//! Texts with `{name}` in them. A brace that is not the start of such a name stands for itself, so that
//! JSON and TOML can be written as they are.

use std::sync::LazyLock;

static PLACEHOLDER: LazyLock<regex_lite::Regex> = LazyLock::new(|| {
    regex_lite::Regex::new(r"\{((?:json:)?(?:file:)?[A-Za-z][A-Za-z0-9_.-]*)\}").expect("the pattern is a constant")
});

/// A text with placeholders: `--add-dir={tree}`.
///
/// `{json:NAME}` is the value in quotes, with everything escaped that JSON (and TOML) asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(String);

impl Template {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The names that the text asks for; `{json:NAME}` asks for `NAME`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        PLACEHOLDER
            .captures_iter(&self.0)
            .filter_map(|captures| captures.get(1))
            .map(|name| name.as_str().strip_prefix("json:").unwrap_or(name.as_str()))
    }

    /// The text with every value in its place. Values are not read again for placeholders. A name that
    /// has no value stays as it is written.
    #[must_use]
    pub fn fill(&self, value_of: &dyn Fn(&str) -> Option<String>) -> String {
        PLACEHOLDER
            .replace_all(&self.0, |captures: &regex_lite::Captures<'_>| {
                let name = captures.get(1).map_or("", |name| name.as_str());
                let filled = match name.strip_prefix("json:") {
                    Some(name) => value_of(name).map(|value| serde_json::Value::String(value).to_string()),
                    None => value_of(name),
                };
                filled.unwrap_or_else(|| captures.get(0).map_or("", |whole| whole.as_str()).to_owned())
            })
            .into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_once_and_other_braces_stay() {
        let template = Template::new(r#"{"a": {json:x}, "b": {}} {x} {file:system} x={name="y"}"#);
        assert_eq!(template.names().collect::<Vec<_>>(), ["x", "x", "file:system"]);
        let filled = template.fill(&|name| (name == "x").then(|| "q\"{x}".to_owned()));
        assert_eq!(filled, r#"{"a": "q\"{x}", "b": {}} q"{x} {file:system} x={name="y"}"#);
    }
}
