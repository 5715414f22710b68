//! Where to look in a JSON record: dotted paths, and conditions on what stands there.

use serde_json::Value;

/// A place in a JSON value: keys joined by dots. A list on the way stands for each of its items;
/// `content[type=text]` keeps the items whose `type` is `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Step {
    key: String,
    filter: Option<(String, String)>,
}

impl Path {
    /// Reads a path such as `message.content[type=text].text`.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(written: &str) -> Result<Self, String> {
        written
            .split('.')
            .map(|part| match part.split_once('[') {
                None if part.is_empty() || part.contains(']') => Err(format!("`{written}` is not a path of keys")),
                None => Ok(Step { key: part.to_owned(), filter: None }),
                Some((key, rest)) => rest
                    .strip_suffix(']')
                    .and_then(|filter| filter.split_once('='))
                    .filter(|_| !key.is_empty())
                    .map(|(name, value)| Step {
                        key: key.to_owned(),
                        filter: Some((name.to_owned(), value.to_owned())),
                    })
                    .ok_or_else(|| format!("`{part}` must look like `key[name=value]`")),
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Every value at this place.
    #[must_use]
    pub fn values<'v>(&self, record: &'v Value) -> Vec<&'v Value> {
        let mut here = vec![record];
        for step in &self.0 {
            here = here.into_iter().flat_map(items).filter_map(|value| value.get(&step.key)).collect();
            if let Some((name, wanted)) = &step.filter {
                here = here
                    .into_iter()
                    .flat_map(items)
                    .filter(|item| item.get(name).and_then(Value::as_str) == Some(wanted))
                    .collect();
            }
        }
        here
    }

    /// The texts at this place, joined; `None` where there is none.
    #[must_use]
    pub fn text(&self, record: &Value) -> Option<String> {
        let texts: Vec<&str> = self.values(record).into_iter().flat_map(items).filter_map(Value::as_str).collect();
        (!texts.is_empty()).then(|| texts.concat())
    }
}

/// The items of a list, or the value itself.
fn items(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::once(value)),
    }
}

/// A condition on a record: every place has one of the values that are given for it. A `null` that is
/// given also stands for a place that is missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Where(pub Vec<(Path, Vec<Value>)>);

impl Where {
    #[must_use]
    pub fn matches(&self, record: &Value) -> bool {
        self.0.iter().all(|(path, wanted)| {
            let found = path.values(record);
            if found.is_empty() {
                wanted.contains(&Value::Null)
            } else {
                found.into_iter().any(|value| wanted.contains(value))
            }
        })
    }
}

/// A value of the records that meet a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    pub records: Where,
    pub path: Path,
    /// Take the keys of the map there, not the map.
    pub keys: bool,
}

impl Selection {
    /// The text there, if the record meets the condition and has one.
    #[must_use]
    pub fn text(&self, record: &Value) -> Option<String> {
        if !self.records.matches(record) {
            return None;
        }
        if !self.keys {
            return self.path.text(record);
        }
        let keys: Vec<&str> = self
            .path
            .values(record)
            .into_iter()
            .filter_map(Value::as_object)
            .flat_map(|map| map.keys().map(String::as_str))
            .collect();
        (!keys.is_empty()).then(|| keys.join(", "))
    }

    /// The value there, if the record meets the condition and has one.
    #[must_use]
    pub fn value(&self, record: &Value) -> Option<Value> {
        if !self.records.matches(record) {
            return None;
        }
        self.path.values(record).first().map(|value| (*value).clone()).filter(|value| !value.is_null())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_go_through_lists_and_filters() {
        let record = json!({"message": {"content": [{"type": "text", "text": "a"}, {"type": "tool", "text": "b"}]}});
        let text = |path: &str| Path::parse(path).expect("a path").text(&record);
        assert_eq!(text("message.content[type=text].text").as_deref(), Some("a"));
        assert_eq!(text("message.content.text").as_deref(), Some("ab"));
        assert_eq!(text("message.nothing"), None);
        assert!(Path::parse("a..b").is_err() && Path::parse("a[b").is_err() && Path::parse("").is_err());
    }

    #[test]
    fn a_condition_holds_for_any_of_its_values_and_null_means_missing_too() {
        let path = |written| Path::parse(written).expect("a path");
        let condition = Where(vec![(path("a.b"), vec![json!(1), json!(2)]), (path("c"), vec![Value::Null])]);
        assert!(condition.matches(&json!({"a": {"b": 2}})));
        assert!(condition.matches(&json!({"a": {"b": 1}, "c": null})));
        assert!(!condition.matches(&json!({"a": {"b": 3}})));
        assert!(!condition.matches(&json!({"a": {"b": 1}, "c": 0})));
    }
}
