//! One line: which seat said what about which item.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Fault;
use super::value::{Given, column, is_part};
use crate::reader;
use crate::text::{label, nearest};
use crate::vote::{Ballot, Exact, NonVote, NonVoteKind, Outcome, Rule, ratio};

const KEYS: [&str; 7] = ["item", "seat", "vote", "non_vote", "confidence", "weight", "lineage"];

const EXAMPLE: &str = r#"write one object a line: {"seat": "a", "vote": "SHIP"}"#;

/// One seat's vote on one item.
#[derive(Debug)]
pub struct Line<'a> {
    /// `None` where the lines are all about one question.
    pub item: Option<Cow<'a, str>>,
    pub seat: Cow<'a, str>,
    pub outcome: Outcome,
    /// Above 0 and at most 1000; 1 where none is given.
    pub weight: Option<Exact>,
    pub lineage: Option<Cow<'a, str>>,
    /// The line as it stands, for what is found out later.
    written: Written<'a>,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The column of the item.
    #[must_use]
    pub fn item_column(&self) -> usize {
        self.given("item", self.written.item).map_or(1, |item| item.column())
    }

    /// The column of the seat.
    #[must_use]
    pub fn seat_column(&self) -> usize {
        self.given("seat", self.written.seat).map_or(1, |seat| seat.column())
    }

    /// Adds everything that the line says, but of which item, and on request how confident. Two lines that add the
    /// same say the same.
    pub(super) fn write_key(&self, key: &mut String, with_confidence: bool) {
        let Written { item: _, seat, vote, non_vote, confidence, weight, lineage } = self.written;
        let confidence = confidence.filter(|_| with_confidence);
        write_all(key, [seat, vote, non_vote, confidence, weight, lineage]);
    }

    /// Adds what the line says of the vote. Two lines that add the same have the same outcome.
    pub(super) fn write_vote(&self, words: &mut String) {
        write_all(words, [self.written.vote, self.written.non_vote, self.written.confidence]);
    }

    fn given(&self, key: &'static str, raw: Option<&'a RawValue>) -> Option<Given<'a>> {
        raw.map(|raw| Given::new(key, raw, self.text))
    }
}

/// The values as they are written, each with its end: none of them holds a line break.
fn write_all<const COUNT: usize>(to: &mut String, values: [Option<&RawValue>; COUNT]) {
    for value in values {
        to.push_str(value.map_or("", RawValue::get));
        to.push('\n');
    }
}

/// The object as it is written. A key that is null counts as left out.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    #[serde(borrow, default)]
    item: Option<&'a RawValue>,
    #[serde(borrow, default)]
    seat: Option<&'a RawValue>,
    #[serde(borrow, default)]
    vote: Option<&'a RawValue>,
    #[serde(borrow, default)]
    non_vote: Option<&'a RawValue>,
    #[serde(borrow, default)]
    confidence: Option<&'a RawValue>,
    #[serde(borrow, default)]
    weight: Option<&'a RawValue>,
    #[serde(borrow, default)]
    lineage: Option<&'a RawValue>,
}

/// Reads a line; `None` for a blank one.
///
/// # Errors
/// Everything that is no vote or non-vote by the rule's options.
pub fn line<'a>(text: &'a str, rule: &Rule) -> Result<Option<Line<'a>>, Fault> {
    let text = text.trim_end();
    let start = text.len() - text.trim_start().len();
    match text.as_bytes().get(start) {
        None => return Ok(None),
        Some(b'{') => {}
        Some(_) => {
            return Err(Fault::new("V-BALLOT-SYNTAX", column(text, start), "this line is no JSON object", EXAMPLE));
        }
    }
    let written: Written = serde_json::from_str(text).map_err(|error| malformed(text, &error))?;
    let given = |key, raw: Option<&'a RawValue>| raw.map(|raw| Given::new(key, raw, text));
    let item = given("item", written.item);
    let Some(seat) = given("seat", written.seat) else {
        return Err(Fault::new("V-BALLOT-KEY", 1, "this line names no seat", EXAMPLE));
    };
    let confidence = given("confidence", written.confidence);
    Ok(Some(Line {
        item: item.map(|item| item.name()).transpose()?,
        seat: seat.name()?,
        outcome: outcome(given("vote", written.vote), given("non_vote", written.non_vote), confidence, rule)?,
        weight: given("weight", written.weight).map(weight).transpose()?,
        lineage: given("lineage", written.lineage).map(|lineage| lineage.name()).transpose()?,
        written,
        text,
    }))
}

/// What the JSON reader found wrong. Its own words name the key; the column is that of the key's end.
fn malformed(text: &str, error: &serde_json::Error) -> Fault {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default().to_owned();
    let at = column(text, error.column().saturating_sub(1).min(text.len()));
    if !error.is_data() {
        return Fault::new("V-BALLOT-SYNTAX", at, format!("this is no JSON: {said}"), EXAMPLE);
    }
    let key = said.split('`').nth(1).unwrap_or_default();
    let before = text.get(..error.column().min(text.len())).unwrap_or(text);
    let at = before.rfind(&format!("\"{key}\"")).map_or(at, |byte| column(text, byte));
    if said.starts_with("duplicate field") {
        return Fault::new("V-BALLOT-KEY", at, format!("`{key}` stands twice in this line"), "take one of them out");
    }
    let keys = format!("the keys are {}", KEYS.join(", "));
    let help = match nearest::nearest(key, KEYS) {
        Some(meant) => format!("did you mean `{meant}`? {keys}"),
        None => keys,
    };
    Fault::new("V-BALLOT-KEY", at, format!("`{key}` is no key of a ballot"), help)
}

fn outcome(
    vote: Option<Given>,
    non_vote: Option<Given>,
    confidence: Option<Given>,
    rule: &Rule,
) -> Result<Outcome, Fault> {
    match (vote, non_vote) {
        (Some(vote), None) => ballot(vote, confidence, rule),
        (None, Some(non_vote)) => {
            if let Some(confidence) = confidence {
                return Err(confidence.fault("take it out: a seat that did not vote has no confidence"));
            }
            let kind = serde_json::from_str::<NonVoteKind>(non_vote.text).map_err(|_| {
                let words = NonVoteKind::ALL.map(NonVoteKind::word);
                let said = non_vote.string().unwrap_or_default();
                let meant = nearest::nearest(&said, words.iter().map(String::as_str));
                let meant = meant.map_or_else(String::new, |word| format!("did you mean \"{word}\"? "));
                non_vote.fault(format!("{meant}the kinds are {}", words.join(", ")))
            })?;
            Ok(Outcome::NonVote(NonVote::new(kind, "as gathered")))
        }
        (Some(_), Some(non_vote)) => Err(Fault::new(
            "V-BALLOT-KEY",
            non_vote.column(),
            "this line has both a `vote` and a `non_vote`",
            "a seat has one or the other",
        )),
        (None, None) => Err(Fault::new(
            "V-BALLOT-KEY",
            1,
            "this line has neither a `vote` nor a `non_vote`",
            r#"write "vote": "SHIP", or why there is none: "non_vote": "timed_out""#,
        )),
    }
}

fn ballot(vote: Given, confidence: Option<Given>, rule: &Rule) -> Result<Outcome, Fault> {
    let said = vote.string();
    let option = said.as_ref().and_then(|said| rule.position(said)).and_then(|place| rule.options.get(place));
    if option.is_none() && said.is_some_and(|said| label::fold(&said) == "abstain") {
        return Ok(Outcome::NonVote(NonVote::new(NonVoteKind::Abstained, "as gathered")));
    }
    let Some(option) = option else {
        let labels = rule.options.iter().map(|option| option.label.as_str()).collect::<Vec<_>>().join(", ");
        return Err(vote.fault(format!(
            r#"the options are {labels}, and ABSTAIN; a vote for anything else is "non_vote": "off_list""#
        )));
    };
    let confidence = confidence.map(part).transpose()?;
    Ok(Outcome::Ballot(Ballot { confidence, ..Ballot::bare(Some(option.label.clone()), "") }))
}

/// A confidence: a number from 0 to 1, or a text as a seat would write it.
fn part(given: Given) -> Result<Exact, Fault> {
    let value = match given.string() {
        Some(text) => reader::confidence(&text),
        None => given.number(),
    };
    value.filter(is_part).ok_or_else(|| {
        given.fault(r#"write a number from 0 to 1, or a text with its scale: 0.8, "8/10", "80%", "high""#)
    })
}

fn weight(given: Given) -> Result<Exact, Fault> {
    let fits =
        |weight: &Exact| *weight > ratio(0, 1) && *weight <= ratio(1000, 1) && (weight * ratio(1000, 1)).is_integer();
    given
        .number()
        .filter(fits)
        .ok_or_else(|| given.fault("write a number above 0 and at most 1000, with at most 3 decimals"))
}
