//! Every result that the tests see is held against the printed schema.

use std::sync::LazyLock;

use serde_json::Value;
use venire::report::run_schema;
use venire::vote::Decision;

static SCHEMA: LazyLock<Value> = LazyLock::new(run_schema);

/// Fails where the document is no result as the schema says.
#[track_caller]
pub fn assert_is_result(document: &Value) {
    if let Err(why) = conforms(&SCHEMA, &SCHEMA, document) {
        panic!("no result by its schema: {why}");
    }
}

/// Whether a decision is one as the schema says.
pub fn decision_conforms(decision: &Decision) -> Result<(), String> {
    conforms(&SCHEMA, &SCHEMA["$defs"]["Decision"], &serde_json::to_value(decision).unwrap())
}

/// As much of JSON Schema as the document uses.
pub fn conforms(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return conforms(root, &root["$defs"][name], value);
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[word].as_array() {
            return match choices.iter().any(|choice| conforms(root, choice, value).is_ok()) {
                true => Ok(()),
                false => Err(format!("{value} is none of {choices:?}")),
            };
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let actual = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !types.is_empty() && !types.contains(&actual) {
        return Err(format!("{value} is no {types:?}"));
    }
    let allowed = schema["enum"].as_array();
    if allowed.is_some_and(|allowed| !allowed.contains(value)) || schema.get("const").is_some_and(|only| only != value)
    {
        return Err(format!("{value} is not allowed"));
    }
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        value.get(key).ok_or_else(|| format!("{key} is missing in {value}"))?;
    }
    if let (Some(properties), Some(entries)) = (schema["properties"].as_object(), value.as_object()) {
        for (key, entry) in entries {
            let property = properties.get(key).ok_or_else(|| format!("{key} is not described"))?;
            conforms(root, property, entry)?;
        }
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(root, &schema["items"], item)?;
    }
    Ok(())
}
