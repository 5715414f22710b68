//! The JSON Schema of the result document, made from the types that are printed.

use serde_json::{Value, json};

use crate::event::{Run, SCHEMA};

/// The JSON Schema (draft 2020-12) of `venire.run/1` (README, "The result document").
#[must_use]
pub fn run_schema() -> Value {
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Run>().to_value();
    schema["title"] = json!(SCHEMA);
    schema["description"] = json!("The result of a run of venire. New fields may come within a version.");
    schema["properties"]["schema"] = json!({ "const": SCHEMA });
    schema
}
