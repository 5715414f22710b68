//! Limits, retries and the synthesis of a panel.

use std::time::Duration;

use super::numbers::{MANY, size, whole};
use super::seats::AgentNames;
use super::words::word;
use super::{Limits, Retry, RoundEnd, SynthesisRequest};
use crate::document::{Diagnostic, Fields, Value};

/// Reads `limits`.
pub(super) fn limits(panel: &mut Fields<'_>) -> Limits {
    let Some(node) = panel.node("limits") else { return Limits::default() };
    let mut fields = Fields::open(node, "`limits`", panel.found);
    let limits = Limits {
        timeout: fields.duration("timeout"),
        budget: fields.duration("budget"),
        concurrency: whole(&mut fields, "concurrency", 1, MANY).and_then(|n| usize::try_from(n).ok()),
        calls: whole(&mut fields, "calls", 1, MANY).and_then(|n| usize::try_from(n).ok()),
        output: size(&mut fields, "output"),
        stop: word(&mut fields, "stop", &[("all", RoundEnd::All), ("settled", RoundEnd::Settled)], &[])
            .unwrap_or_default(),
        grace: fields.duration("grace"),
    };
    let _: Option<()> = word(&mut fields, "on_budget", &[("harvest", ())], &[]);
    fields.close();
    limits
}

/// Reads `retry`.
pub(super) fn retry(panel: &mut Fields<'_>) -> Retry {
    let mut retry = Retry::default();
    let Some(node) = panel.node("retry") else { return retry };
    let mut fields = Fields::open(node, "`retry`", panel.found);
    if let Some(attempts) = whole(&mut fields, "attempts", 1, 5) {
        retry.attempts = u32::try_from(attempts).unwrap_or(retry.attempts);
    }
    if let Some(backoff) = fields.duration("backoff") {
        retry.backoff = backoff.min(Duration::from_secs(3600));
    }
    fields.close();
    retry
}

/// Reads `synthesis`.
pub(super) fn synthesis(panel: &mut Fields<'_>, agents: &AgentNames<'_>) -> Option<SynthesisRequest> {
    let node = panel.node("synthesis")?;
    let mut fields = Fields::open(node, "`synthesis`", panel.found);
    let judge = fields.node("judge");
    let independent = fields.flag("independent").unwrap_or(true);
    if judge.is_none() && matches!(node.value, Value::Map(_)) {
        let missing = Diagnostic::error("V-PANEL-JUDGE", "`synthesis` names no judge")
            .at(&node.place, "expected `judge`")
            .help("write `synthesis: { judge: \"claude:opus\" }`");
        fields.found.push(missing);
    }
    let judge = judge.and_then(|judge| agents.name(judge, fields.found));
    fields.close();
    Some(SynthesisRequest { judge: judge?, independent })
}
