//! A ballot given as one JSON object: the whole answer, or a fenced block that is the answer.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::claim::{self, Claim, shortened};
use super::confidence;
use super::label::Labels;
use super::page::{LineKind, Page};
use super::section::Fields;
use crate::vote::{NonVote, NonVoteKind};

/// The members of an object in order, duplicates kept.
struct Members(Vec<(String, Value)>);

pub(super) struct Object {
    verdicts: Vec<Value>,
    duplicate: bool,
    rationale: String,
    pub seal: Option<String>,
    pub fields: Fields,
}

/// The page's JSON ballot, or the reason why its JSON can't be one; `None` where it holds no JSON.
pub(super) fn ballot(page: &Page) -> Option<Result<Object, NonVote>> {
    let source = source(page)?;
    let mut values = serde_json::Deserializer::from_str(&source).into_iter::<Members>();
    match values.next()? {
        Ok(members) => {
            // A wrapper's last line is no part of the answer; anything more is.
            let tail = source.get(values.byte_offset()..).unwrap_or_default().trim();
            let bare = tail.len() <= 80 && !tail.contains(['{', '\n', '"']);
            bare.then(|| object(members)).flatten().map(Ok)
        }
        Err(error) if error.is_eof() => {
            Some(Err(NonVote::new(NonVoteKind::Truncated, "The answer's JSON stops before its end.")))
        }
        Err(_) => None,
    }
}

/// The JSON text that is the answer: after a line that leads in at most, and with nothing after it.
fn source(page: &Page) -> Option<String> {
    let spoken = page.spoken.trim();
    let bare = match spoken.split_once('\n') {
        Some((lead, rest)) if lead.trim_end().ends_with(':') && !lead.starts_with('{') => rest.trim_start(),
        _ => spoken,
    };
    if bare.starts_with('{') {
        return Some(bare.to_owned());
    }
    let [code] = page.codes.as_slice() else { return None };
    let json = matches!(code.info.trim().to_ascii_lowercase().as_str(), "json" | "json5" | "jsonc" | "")
        && code.text.trim_start().starts_with('{');
    let lines: Vec<_> = page.lines.iter().filter(|line| line.kind != LineKind::Rule).collect();
    let leads_in = match lines.as_slice() {
        [] => true,
        [line] => super::clean::is_lead_in(&line.text) && spoken.trim_end().ends_with(['`', '~']),
        _ => false,
    };
    (json && leads_in).then(|| code.text.clone())
}

fn object(members: Members) -> Option<Object> {
    let mut object =
        Object { verdicts: vec![], duplicate: false, rationale: String::new(), seal: None, fields: Fields::default() };
    let mut seen: Vec<String> = vec![];
    for (name, value) in members.0 {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        object.duplicate |= seen.contains(&name);
        match name.as_str() {
            "choice" | "verdict" => object.verdicts.push(value),
            "seal" => object.seal = value.as_str().map(str::to_owned),
            "confidence" | "confidence_score" => {
                object.fields.confidence = confidence::of(&text(&value)).unwrap_or_default();
            }
            "rationale" | "reason" | "summary" => object.rationale = shortened(&text(&value)),
            "key_takeaways" | "takeaways" => object.fields.takeaways = list(&value),
            "risks" => object.fields.risks = list(&value),
            "evidence" => object.fields.evidence = list(&value),
            "dealbreaker" => object.fields.dealbreaker = Some(is_yes(&value)),
            _ => continue,
        }
        seen.push(name);
    }
    (!object.verdicts.is_empty()).then_some(object)
}

impl Object {
    pub(super) fn claim(&self, labels: &Labels) -> Claim {
        let claims: Vec<Claim> = self
            .verdicts
            .iter()
            .map(|value| match value {
                Value::String(verdict) => claim::of_paragraphs(&[vec![verdict.clone()]], labels),
                other => Claim::OffList { words: shortened(&other.to_string()) },
            })
            .collect();
        let words = || shortened(&self.verdicts.iter().map(text).collect::<Vec<_>>().join("; "));
        match claims.split_first() {
            None => Claim::Missing,
            Some((first, rest)) if self.duplicate || rest.iter().any(|other| !first.agrees_with(other)) => {
                Claim::Conflicting { words: words() }
            }
            Some((Claim::Vote { option, summary, .. }, _)) => {
                let summary = if self.rationale.is_empty() { summary.clone() } else { self.rationale.clone() };
                Claim::Vote { option: *option, ranking: vec![], summary }
            }
            Some((first, _)) => first.clone(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn list(value: &Value) -> Vec<String> {
    let items = value.as_array().map_or_else(|| vec![value.clone()], Clone::clone);
    items
        .iter()
        .filter(|item| !item.is_null())
        .map(|item| shortened(&text(item)))
        .filter(|item| !item.is_empty())
        .collect()
}

fn is_yes(value: &Value) -> bool {
    match value {
        Value::Bool(yes) => *yes,
        Value::Null => false,
        Value::String(word) => !matches!(word.trim().to_lowercase().as_str(), "" | "no" | "none" | "false"),
        _ => true,
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Members, M::Error> {
                let mut members = vec![];
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
