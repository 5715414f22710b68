//! The panel's own keys.

use super::numbers::{MANY, share, whole};
use super::seats::AgentNames;
use super::words::{Unavailable, filled, is_file_name, not_a_file_name, word};
use super::{Isolation, Panel, Seal, limits, options, seats};
use crate::document::{Diagnostic, Fields, Node, Value};
use crate::vote::{Dealbreakers, ShareOf, Strategy, Tiebreak, ratio};

const STRATEGIES: [(&str, Strategy); 10] = [
    ("all-voices", Strategy::AllVoices),
    ("unanimous", Strategy::Unanimous),
    ("majority", Strategy::Majority),
    ("supermajority", Strategy::Supermajority),
    ("plurality", Strategy::Plurality),
    ("weighted", Strategy::Weighted),
    ("confidence-weighted", Strategy::ConfidenceWeighted),
    ("parity-pair", Strategy::ParityPair),
    ("borda", Strategy::Borda),
    ("rank", Strategy::Rank),
];

const LATER_MODES: [Unavailable; 5] = [
    ("quick", "the mode `quick` is not available yet; the only mode is `panel`"),
    ("debate", "the mode `debate` is not available yet; the only mode is `panel`"),
    ("council", "the mode `council` is not available yet; the only mode is `panel`"),
    ("duo", "the mode `duo` is not available yet; the only mode is `panel`"),
    ("adaptive", "the mode `adaptive` is not available yet; the only mode is `panel`"),
];

const TIEBREAKS: [(&str, Tiebreak); 4] = [
    ("safety", Tiebreak::Safety),
    ("moderator", Tiebreak::Moderator),
    ("human", Tiebreak::Human),
    ("random", Tiebreak::Random),
];

/// Reads the merged tree. What is wrong is collected; the panel returned then has defaults in its place
/// and is not to be used.
pub(super) fn panel(root: &Node, file_name: &str, known_agents: &[String], found: &mut Vec<Diagnostic>) -> Panel {
    let mut fields = Fields::open(root, "a panel", found);
    let name = filled(&mut fields, "name").unwrap_or_else(|| file_name.to_owned());
    let description = filled(&mut fields, "description");
    let owner = filled(&mut fields, "owner");
    let question = filled(&mut fields, "question");
    let strategy = fields.word("strategy", &STRATEGIES);
    // A strategy that can't be read must not make errors of options that would fit it.
    let strategy = strategy.unwrap_or(Strategy::Majority);
    let options = options::options(&mut fields, strategy);
    let threshold = share(&mut fields, "threshold", "above 1/2 and at most 1", |share| {
        *share > ratio(1, 2) && *share <= ratio(1, 1)
    });
    let share_of = word(&mut fields, "share_of", &[("panel", ShareOf::Panel), ("scores", ShareOf::Scores)], &[])
        .unwrap_or_default();
    let quorum = whole(&mut fields, "quorum", 0, MANY);
    let min_lineages = whole(&mut fields, "min_lineages", 0, MANY);
    let tiebreak = tiebreak(&mut fields);
    let safety_order = options::safety_order(&mut fields, &options);
    let dealbreakers = word(
        &mut fields,
        "dealbreakers",
        &[("report", Dealbreakers::Report), ("escalate", Dealbreakers::Escalate), ("veto", Dealbreakers::Veto)],
        &[],
    );
    let discount_correlated = fields.flag("discount_correlated").unwrap_or(false);
    let human_review_below = share(&mut fields, "human_review_below", "from 0 to 1", |share| *share <= ratio(1, 1));
    let allow_duplicates = fields.flag("allow_duplicates").unwrap_or(false);
    let agents = agents(&mut fields);
    let names = AgentNames::new(known_agents, &agents);
    let mut seats = seats::seats(&mut fields, &names);
    let stance_votes = word(&mut fields, "stance_votes", &[("counted", false), ("advisory", true)], &[]);
    if stance_votes == Some(true) {
        seats::advise(&mut seats, fields.found);
    }
    let seal = word(&mut fields, "seal", &[("required", Seal::Required), ("optional", Seal::Optional)], &[]);
    let isolate =
        fields.word("isolate", &[("none", Isolation::None), ("worktree", Isolation::Worktree)]).unwrap_or_default();
    let synthesis = limits::synthesis(&mut fields, &names);
    let limits = limits::limits(&mut fields);
    let reask = whole(&mut fields, "reask", 0, 2).and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    let retry = limits::retry(&mut fields);
    later(&mut fields);
    fields.close();
    let size = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
    Panel {
        name,
        description,
        question,
        options,
        strategy,
        share_of,
        threshold,
        quorum: size(quorum),
        min_lineages: size(min_lineages),
        tiebreak,
        safety_order,
        dealbreakers: dealbreakers.unwrap_or_default(),
        discount_correlated,
        human_review_below,
        allow_duplicates,
        seats,
        seal,
        isolate,
        synthesis,
        limits,
        reask,
        retry,
        owner,
        agents,
    }
}

/// Keys of which this version knows one value only, or none.
fn later(fields: &mut Fields<'_>) {
    let _: Option<()> = word(fields, "mode", &[("panel", ())], &LATER_MODES);
    // The caller resolves `extends` before the layers are merged; a key of that name can still come from `--set`.
    if let Some(node) = fields.node("extends") {
        fields.found.push(
            Diagnostic::error("V-PANEL-OVERRIDE", "`extends` can't be overridden: it says which texts there are")
                .at(&node.place, "only a file can extend another"),
        );
    }
}

/// Reads `tiebreak`: a list of words, or one word.
fn tiebreak(fields: &mut Fields<'_>) -> Vec<Tiebreak> {
    let Some(node) = fields.node("tiebreak") else { return vec![] };
    let single = std::slice::from_ref(node);
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => single,
    };
    let known = |word: &str| TIEBREAKS.iter().find(|(name, _)| *name == word).map(|(_, tiebreak)| *tiebreak);
    let mut tiebreak = vec![];
    for item in items {
        match &item.value {
            Value::Text(word) if known(word).is_some() => tiebreak.extend(known(word)),
            _ => fields.found.push(
                Diagnostic::error("V-YAML-VALUE", "`tiebreak` must be a list of tiebreaks")
                    .at(&item.place, "expected `safety`, `moderator`, `human` or `random`"),
            ),
        }
    }
    tiebreak
}

/// The definitions under `agents`, still as they stand; a null takes an extended panel's away.
fn agents(fields: &mut Fields<'_>) -> Vec<(String, Node)> {
    let Some(node) = fields.node("agents") else { return vec![] };
    let Value::Map(entries) = &node.value else {
        fields.wrong(node, "a map from names to definitions");
        return vec![];
    };
    for entry in entries.iter().filter(|entry| !is_file_name(&entry.key)) {
        fields.found.push(not_a_file_name("the name of an agent", &entry.key, &entry.place));
    }
    entries
        .iter()
        .filter(|entry| entry.node.value != Value::Null)
        .map(|entry| (entry.key.clone(), entry.node.clone()))
        .collect()
}
