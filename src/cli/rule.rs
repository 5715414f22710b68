//! A rule given on the command line: the flags are overrides of a panel, so they have its words, its
//! number formats and its messages.

use serde_json::{Value, json};

use super::args::{RuleArgs, TallyArgs};
use super::failure::Failure;
use crate::document::Source;
use crate::panel::{self, Override, Purpose};
use crate::plan;
use crate::vote::{Rule, Strategy, Tiebreak};

/// A panel of nobody in particular, for the rule alone.
const UNSEATED: &str = "seats: [ballots]";

/// The largest roster.
const MOST_SEATS: usize = 1_000_000;

/// The flags as overrides, in their order.
pub(super) fn overrides(args: &RuleArgs) -> Vec<Override> {
    let one = |path: &str, flag: &str, value: &Option<String>| {
        let value = value.clone()?;
        Some(Override { path: path.to_owned(), origin: format!("--{flag} {value}"), value })
    };
    let labels = (!args.safety_order.is_empty()).then(|| json!(args.safety_order).to_string());
    [
        one("strategy", "strategy", &args.strategy),
        one("share_of", "share-of", &args.share_of),
        one("threshold", "threshold", &args.threshold),
        one("quorum", "quorum", &args.quorum),
        one("min_lineages", "min-lineages", &args.min_lineages),
        one("discount_correlated", "discount-correlated", &args.discount_correlated),
        one("tiebreak", "tiebreak", &args.tiebreak),
        one("safety_order", "safety-order", &labels),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A rule in a few words: `majority, quorum 2, 2 lineages behind a pass`.
pub(super) fn words(rule: &Rule) -> String {
    let strategy = serde_json::to_value(rule.strategy).unwrap_or_default();
    let mut words = vec![strategy.as_str().unwrap_or_default().to_owned()];
    words.extend(rule.threshold.as_ref().map(|threshold| format!("threshold {threshold}")));
    words.push(format!("quorum {}", rule.quorum));
    if rule.min_lineages > 1 {
        words.push(format!("{} lineages behind a pass", rule.min_lineages));
    }
    if rule.discount_correlated {
        words.push("seats of one lineage share a weight".to_owned());
    }
    words.join(", ")
}

/// The rule of `venire tally`.
///
/// # Errors
/// What a panel of these values would be refused for, and a roster that can't decide.
pub(super) fn of_tally(args: &TallyArgs) -> Result<Rule, Failure> {
    let seats = args.roster;
    if !(1..=MOST_SEATS).contains(&seats) {
        return Err(Failure::usage(
            "V-TALLY-ROSTER",
            format!("--roster {seats}: a roster has 1 to {MOST_SEATS} seats"),
        )
        .remedy("give the number of seats that could vote: --roster 5"));
    }
    let mut given = args.rule.clone();
    // The panel that is loaded has one seat; the quorum is of this roster.
    let quorum = given.quorum.take().map(|quorum| within(&quorum, seats)).transpose()?;
    let mut overrides = overrides(&given);
    if !args.option.is_empty() {
        let options: Vec<Value> = args.option.iter().map(|option| choice(option)).collect();
        let origin = args.option.iter().map(|option| format!("--option {option}")).collect::<Vec<_>>().join(" ");
        overrides.push(Override { path: "options".to_owned(), value: json!(options).to_string(), origin });
    }
    let source = Source::new("the command line", UNSEATED);
    let loaded = panel::load(&[source], &overrides, &["ballots".to_owned()], Purpose::Ask)?;
    let rule = plan::rule(&loaded.panel, seats, false, "");
    let unsuited = match rule.strategy {
        Strategy::AllVoices => Some("`all-voices` counts nothing"),
        Strategy::Rank => Some("under `rank` seats rank each other's answers, and ballots hold none"),
        Strategy::ParityPair => Some("under `parity-pair` a panel marks its proposer, and ballots have no marks"),
        _ => None,
    };
    if let Some(message) = unsuited {
        let remedy = "give a strategy that counts ballots alone: --strategy majority";
        return Err(Failure::usage("V-TALLY-STRATEGY", message).remedy(remedy));
    }
    if rule.tiebreak.contains(&Tiebreak::Random) {
        let message = "--tiebreak random: a lot is drawn from the name of a run, and there is none";
        let remedy = "give `safety`, or `human`; without any a tie is left undecided";
        return Err(Failure::usage("V-TALLY-TIEBREAK", message).remedy(remedy));
    }
    if rule.min_lineages > seats {
        let message = format!("--min-lineages {}: the roster has only {seats} seats", rule.min_lineages);
        return Err(Failure::usage("V-TALLY-ROSTER", message).remedy("lower it, or give the true number with --roster"));
    }
    Ok(Rule { quorum: quorum.unwrap_or(rule.quorum), ..rule })
}

fn within(quorum: &str, seats: usize) -> Result<usize, Failure> {
    quorum.trim().parse().ok().filter(|quorum| (1..=seats).contains(quorum)).ok_or_else(|| {
        Failure::usage("V-TALLY-ROSTER", format!("--quorum {quorum}: {seats} seats could vote"))
            .remedy(format!("give a whole number from 1 to {seats}"))
    })
}

/// `SHIP=pass`, or a label alone. What follows the last `=` is the effect.
fn choice(option: &str) -> Value {
    match option.rsplit_once('=') {
        Some((label, effect)) => json!({ "label": label, "effect": effect }),
        None => json!(option),
    }
}
