//! From a panel and what the machine has to a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{Candidate, Command, ItemPlan, Plan, RunLimits, SeatPlan, Work, judge};
use crate::agent::Definition;
use crate::brief::{self, ItemLabel, Ranking, Shape};
use crate::document::Diagnostic;
use crate::event::{PanelIdentity, Strength, Warning};
use crate::invocation::SandboxMode;
use crate::panel::{self, AgentName, Configuration, Panel, Seal};
use crate::reader::DecoyScan;
use crate::vote::{self, Dealbreakers, NonVote, NonVoteKind, Rule, SeatKind, Strategy, Voter, default_quorum, ratio};

/// A seat's own time limit where nothing else is said.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(300);
/// What `gate` asks where neither the command nor the panel says it.
const GATE_QUESTION: &str = "Is this change safe to ship as it is?";
/// Bytes kept of each output stream where nothing else is said.
const DEFAULT_OUTPUT: usize = 8 << 20;

/// What the command line says about a run.
#[derive(Debug, Clone)]
pub struct Options {
    pub command: Command,
    /// Replaces the panel's question.
    pub question: Option<String>,
    pub run_all: bool,
    pub advisory: bool,
    /// A judge asked for on the command line.
    pub judge: Option<AgentName>,
    /// Whether a synthesis is wanted although no judge was named.
    pub synthesize: bool,
    /// The tree that agents are offered for reading.
    pub tree: Option<String>,
    /// Where seats have copies of the tree in its place, each under its id.
    pub copies: Option<PathBuf>,
    pub sandbox: SandboxMode,
}

/// Everything that a plan is made from.
#[derive(Debug)]
pub struct Inputs<'a> {
    pub id: String,
    pub panel: &'a Panel,
    pub identity: PanelIdentity,
    pub options: &'a Options,
    /// Every agent known, by name.
    pub definitions: &'a BTreeMap<String, Arc<Definition>>,
    /// The absolute path of each agent's program, where it is installed.
    pub programs: &'a BTreeMap<String, PathBuf>,
    pub configuration: &'a Configuration,
    pub items: Vec<ItemPlan>,
}

impl Inputs<'_> {
    /// The time limit of a seat that has none of its own, and of the judge.
    pub(super) fn timeout(&self) -> Duration {
        self.panel.limits.timeout.or(self.configuration.timeout).unwrap_or(DEFAULT_TIMEOUT)
    }
}

/// The seats of the panel whose agent is not installed, with the agent's name.
#[must_use]
pub fn missing_agents(panel: &Panel, programs: &BTreeMap<String, PathBuf>) -> Vec<(String, String)> {
    let missing = |seat: &panel::Seat| match &seat.work {
        panel::Work::Agent { agent, .. } if !programs.contains_key(&agent.agent) => {
            Some((seat.id.clone(), agent.agent.clone()))
        }
        _ => None,
    };
    panel.seats.iter().filter_map(missing).collect()
}

/// Makes the plan. A seat whose agent has no program becomes `skipped` and stays in the count.
///
/// # Errors
/// What the panel asks for and can't be had: a fallback of another lineage, more lineages than the
/// roster has, a judge that is a seat, no question.
pub fn make(inputs: Inputs<'_>) -> Result<Plan, Vec<Diagnostic>> {
    let mut found = vec![];
    let mut warnings = vec![];
    let panel = inputs.panel;
    let gate = inputs.options.command == Command::Gate;
    let given = inputs.options.question.clone().or_else(|| panel.question.clone());
    let question = given.or_else(|| gate.then(|| GATE_QUESTION.to_owned())).unwrap_or_default();
    if question.trim().is_empty() {
        let message = format!("there is no question: neither the command nor the panel `{}` has one", panel.name);
        let help = "give it as an argument: venire ask \"Is this safe to ship?\"";
        found.push(Diagnostic::error("V-NO-QUESTION", message).help(help));
    }
    let shape = Shape {
        dealbreaker: panel.dealbreakers != Dealbreakers::Report,
        ranking: (panel.strategy == Strategy::Borda).then_some(Ranking::Options),
    };
    let mut seats: Vec<SeatPlan> = panel
        .seats
        .iter()
        .map(|seat| Seating { seat, inputs: &inputs, question: &question, shape }.plan(&mut found, &mut warnings))
        .collect();
    let eligible = seats.iter().filter(|seat| seat.voter.is_eligible()).count();
    let rule = rule(panel, eligible, gate, &inputs.id);
    let roster: Vec<Voter> = seats.iter().map(|seat| seat.voter.clone()).collect();
    for (seat, weight) in seats.iter_mut().zip(vote::effective_weights(&rule, &roster)) {
        seat.effective_weight = weight;
    }
    found.extend(too_few_lineages(panel, &rule, &roster));
    let judge = judge::judge_plan(&inputs, &seats, &mut found, &mut warnings);
    let about_roster = vote::roster_warnings(&rule, &roster);
    warnings.extend(about_roster.into_iter().map(|(code, text)| Warning::new(code, text)));
    if rule.strategy == Strategy::ParityPair {
        mark_proposer(&mut seats, &roster);
    }
    if !found.is_empty() {
        return Err(found);
    }
    Ok(Plan {
        id: inputs.id,
        command: inputs.options.command,
        owner: panel.owner.clone(),
        panel: inputs.identity,
        rule,
        seats,
        judge,
        items: inputs.items,
        question_has_verdict: has_verdict(&question),
        sandbox: inputs.options.sandbox,
        isolate: panel.isolate,
        question,
        limits: RunLimits {
            budget: panel.limits.budget.or(inputs.configuration.budget),
            concurrency: panel.limits.concurrency,
            calls: panel.limits.calls,
            output: panel.limits.output.unwrap_or(DEFAULT_OUTPUT),
            stop: panel.limits.stop,
            grace: panel.limits.grace,
        },
        reask: panel.reask,
        retry: panel.retry.clone(),
        pass_needs_seal: panel.seal.map_or(gate, |seal| seal == Seal::Required),
        shape,
        run_all: inputs.options.run_all,
        advisory: inputs.options.advisory,
        resumed: None,
        warnings,
    })
}

fn has_verdict(text: &str) -> bool {
    let mut scan = DecoyScan::new();
    scan.feed(text.as_bytes());
    scan.feed(b"\n");
    scan.found()
}

/// The rule of a panel with so many seats that count, for the run of this name.
#[must_use]
pub fn rule(panel: &Panel, eligible: usize, gate: bool, id: &str) -> Rule {
    Rule {
        options: panel.options.clone(),
        strategy: panel.strategy,
        share_of: panel.share_of,
        threshold: panel.threshold.clone(),
        quorum: panel.quorum.unwrap_or_else(|| default_quorum(panel.strategy, eligible)),
        min_lineages: panel.min_lineages.unwrap_or(0),
        tiebreak: panel.tiebreak.clone(),
        seed: id.to_owned(),
        safety_order: panel.safety_order.clone(),
        dealbreakers: panel.dealbreakers,
        discount_correlated: panel.discount_correlated,
        human_review_below: panel.human_review_below.clone().unwrap_or_else(|| ratio(51, 100)),
        gate,
    }
}

/// Writes down who proposes under `parity-pair`. The weights have served their turn then: each seat counts once.
fn mark_proposer(seats: &mut [SeatPlan], roster: &[Voter]) {
    let proposer = vote::proposer(roster);
    for (place, seat) in seats.iter_mut().enumerate() {
        seat.voter.proposer = proposer == Some(place);
        seat.voter.weight = ratio(1, 1);
    }
}

fn too_few_lineages(panel: &Panel, rule: &Rule, roster: &[Voter]) -> Option<Diagnostic> {
    let lineages: BTreeSet<&str> =
        roster.iter().filter(|voter| voter.is_eligible()).filter_map(|voter| voter.lineage.as_deref()).collect();
    if rule.min_lineages <= lineages.len().max(1) || !rule.strategy.has_options() {
        return None;
    }
    let names = lineages.into_iter().collect::<Vec<_>>().join(", ");
    let message = format!(
        "the panel `{}` asks for {} lineages behind a pass and has only: {names}",
        panel.name, rule.min_lineages
    );
    Some(
        Diagnostic::error("V-PANEL-MIN-LINEAGES", message).help("seat agents of more vendors, or lower `min_lineages`"),
    )
}

/// One seat of the panel on its way into the plan.
struct Seating<'a> {
    seat: &'a panel::Seat,
    inputs: &'a Inputs<'a>,
    question: &'a str,
    shape: Shape,
}

impl Seating<'_> {
    fn plan(&self, found: &mut Vec<Diagnostic>, warnings: &mut Vec<Warning>) -> SeatPlan {
        let seat = self.seat;
        let (kind, counts, agent) = match &seat.work {
            panel::Work::Agent { agent, .. } => (SeatKind::Agent, true, agent.agent.as_str()),
            panel::Work::Check { counts, .. } => (SeatKind::Check, *counts, "check"),
            panel::Work::Rubric { .. } => (SeatKind::Rubric, true, "rubric"),
        };
        // The heaviest seat proposes under `parity-pair`.
        let strategy = self.inputs.panel.strategy;
        let panel_weighs = strategy.uses_base_weights() || strategy == Strategy::ParityPair;
        let mut plan = SeatPlan {
            voter: Voter {
                id: seat.id.clone(),
                kind,
                lineage: None,
                stance: seat.stance,
                weight: if panel_weighs { seat.weight.clone() } else { ratio(1, 1) },
                veto: seat.veto,
                advisory: seat.advisory,
                counts,
                parity: seat.parity,
                proposer: seat.proposer,
                moderator: seat.moderator,
            },
            effective_weight: ratio(1, 1),
            agent: agent.to_owned(),
            model: None,
            stance: seat.stance,
            stance_prompt: seat.stance_prompt.clone(),
            role: seat.role.clone(),
            rubric: seat.rubric.clone(),
            tree: None,
            isolated: self.inputs.options.copies.is_some() && self.sees_tree(),
            strength: Strength::Promise,
            timeout: seat.timeout.unwrap_or(self.inputs.timeout()),
            work: Work::Rubric { missing: vec![] },
        };
        plan.work = match &seat.work {
            panel::Work::Agent { agent, effort, fallback } => {
                plan.model.clone_from(&agent.model);
                if let Some(definition) = self.inputs.definitions.get(&agent.agent) {
                    plan.voter.lineage =
                        Some(definition.lineage(agent.model.as_deref(), &self.inputs.configuration.lineages));
                    plan.strength = definition.strength;
                    plan.tree = self.tree().filter(|_| definition.reads_tree());
                }
                let names: Vec<&AgentName> = std::iter::once(agent).chain(fallback).collect();
                self.agent_work(&names, effort.as_ref(), &plan, found, warnings)
            }
            panel::Work::Check { command, writes, .. } => {
                Work::Check { command: command.clone(), writes: writes.clone() }
            }
            panel::Work::Rubric { requires } => {
                let present = |name: &String| self.inputs.items.iter().any(|item| item.name == *name && !item.is_blank);
                Work::Rubric { missing: requires.iter().filter(|name| !present(name)).cloned().collect() }
            }
        };
        plan
    }

    /// Whether the seat, or a fallback of it, gets to see the tree.
    fn sees_tree(&self) -> bool {
        match &self.seat.work {
            panel::Work::Agent { agent, fallback, .. } => {
                let definitions = std::iter::once(agent).chain(fallback).map(|name| &name.agent);
                definitions.filter_map(|name| self.inputs.definitions.get(name)).any(|known| known.sees_tree())
            }
            panel::Work::Check { .. } => true,
            panel::Work::Rubric { .. } => false,
        }
    }

    /// The tree that the seat is offered: its own copy, where it has one.
    fn tree(&self) -> Option<String> {
        let options = self.inputs.options;
        let copy = options.copies.as_ref().map(|copies| copies.join(&self.seat.id).display().to_string());
        copy.or_else(|| options.tree.clone())
    }

    fn agent_work(
        &self,
        names: &[&AgentName],
        effort: Option<&String>,
        plan: &SeatPlan,
        found: &mut Vec<Diagnostic>,
        warnings: &mut Vec<Warning>,
    ) -> Work {
        let own = &plan.agent;
        let seated_lineage = plan.voter.lineage.as_deref();
        if !self.inputs.programs.contains_key(own) {
            let skipped = NonVote::new(NonVoteKind::Skipped, format!("`{own}` is not installed"));
            return Work::Skipped(skipped.with_remedy("`venire agents` says how to install it"));
        }
        let mut candidates = vec![];
        for name in names {
            let Some(definition) = self.inputs.definitions.get(&name.agent) else { continue };
            let lineage = definition.lineage(name.model.as_deref(), &self.inputs.configuration.lineages);
            if Some(lineage.as_str()) != seated_lineage {
                let seated = seated_lineage.unwrap_or("none");
                let id = &self.seat.id;
                let message = format!(
                    "the fallback `{name}` of the seat `{id}` is of the lineage {lineage}, the seat of {seated}"
                );
                let help = "a fallback must come from the seat's own vendor, or one vendor would be counted as another";
                found.push(
                    Diagnostic::error("V-PANEL-FALLBACK-LINEAGE", message).at(&self.seat.place, "this seat").help(help),
                );
            } else if let Some(program) = self.inputs.programs.get(&name.agent) {
                candidates.push(Candidate {
                    definition: Arc::clone(definition),
                    model: name.model.clone(),
                    effort: effort.cloned(),
                    program: program.clone(),
                    version: None,
                    lineage,
                });
            }
        }
        let standing = brief::standing(&plan.briefing(self.question, &self.inputs.panel.options, &[], self.shape));
        Work::Agent { candidates, standing, items: self.shown_items(warnings) }
    }

    fn shown_items(&self, warnings: &mut Vec<Warning>) -> Vec<usize> {
        let items = &self.inputs.items;
        let Some(evidence) = &self.seat.evidence else { return (0..items.len()).collect() };
        for name in evidence.iter().filter(|name| !items.iter().any(|item| item.name == **name)) {
            let text = format!("the seat `{}` is to see `{name}`, which is not among the context items", self.seat.id);
            warnings.push(Warning::new("V-WARN-EVIDENCE-MISSING", text));
        }
        (0..items.len()).filter(|number| evidence.contains(&items[*number].name)).collect()
    }
}

/// The brief's view of the items with these numbers.
pub(crate) fn item_labels(numbers: &[usize], items: &[ItemPlan]) -> Vec<ItemLabel> {
    let label = |number: &usize| {
        let item = items.get(*number)?;
        Some(ItemLabel { number: *number, name: item.name.clone(), label: item.label.clone(), bytes: item.bytes })
    };
    numbers.iter().filter_map(label).collect()
}
