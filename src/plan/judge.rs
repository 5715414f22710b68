//! Who writes the synthesis, checked before anything is spent.

use std::sync::Arc;

use super::make::Inputs;
use super::{Candidate, JudgePlan, SeatPlan};
use crate::document::Diagnostic;
use crate::event::Warning;

/// The judge that the panel or the command line asks for, if any. A judge is independent when it is
/// no seat of the roster (same agent and model); a lineage shared with a seat is a warning.
pub(super) fn judge_plan(
    inputs: &Inputs<'_>,
    seats: &[SeatPlan],
    found: &mut Vec<Diagnostic>,
    warnings: &mut Vec<Warning>,
) -> Option<JudgePlan> {
    let from_panel = inputs.panel.synthesis.as_ref();
    if !inputs.options.synthesize && inputs.options.judge.is_none() && from_panel.is_none() {
        return None;
    }
    let name = inputs.options.judge.clone().or_else(|| from_panel.map(|request| request.judge.clone()));
    let Some(name) = name else {
        let message = "a synthesis is asked for and nobody is named to write it";
        let help = "name a judge that is no seat of the panel: --judge claude:opus";
        found.push(Diagnostic::error("V-JUDGE-MISSING", message).help(help));
        return None;
    };
    let Some(definition) = inputs.definitions.get(&name.agent) else {
        let message = format!("`{}`, named as judge, is no agent that venire knows", name.agent);
        found.push(Diagnostic::error("V-AGENT-UNKNOWN", message).help("`venire agents` lists the known ones"));
        return None;
    };
    let independent = from_panel.is_none_or(|request| request.independent);
    if independent && seats.iter().any(|seat| seat.agent == name.agent && seat.model == name.model) {
        let message = format!("the judge `{name}` is a seat of the panel; a judge does not write about its own vote");
        let help =
            "name another agent or model with --judge, or set `independent: false` under `synthesis` in the panel";
        found.push(Diagnostic::error("V-JUDGE-SEATED", message).help(help));
        return None;
    }
    let lineage = definition.lineage(name.model.as_deref(), &inputs.configuration.lineages);
    if seats.iter().any(|seat| seat.voter.lineage.as_ref() == Some(&lineage)) {
        let text = format!("the judge `{name}` shares the lineage {lineage} with a seat of the panel");
        warnings.push(Warning::new("V-WARN-JUDGE-LINEAGE", text));
    }
    let Some(program) = inputs.programs.get(&name.agent).cloned() else {
        let message = format!("`{}`, named as judge, is not installed", name.agent);
        found.push(Diagnostic::error("V-AGENT-NOT-INSTALLED", message).help("`venire agents` says how to install it"));
        return None;
    };
    let candidate = Candidate {
        definition: Arc::clone(definition),
        model: name.model,
        effort: None,
        program,
        version: None,
        lineage,
    };
    let isolated = inputs.options.copies.is_some() && candidate.definition.sees_tree();
    Some(JudgePlan { candidate, timeout: inputs.timeout(), isolated })
}
