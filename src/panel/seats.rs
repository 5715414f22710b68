//! Seats.

use super::numbers::weight;
use super::words::{filled, filled_list, is_file_name, not_a_file_name, word};
use super::work::{self, Kind};
use super::{AgentName, Seat, shorthand};
use crate::document::{Diagnostic, Fields, Node, Place, Value, quoted};
use crate::text::nearest;
use crate::vote::Stance;

/// The agents that a panel may name.
pub(super) struct AgentNames<'a>(Vec<&'a str>);

impl<'a> AgentNames<'a> {
    pub(super) fn new(known: &'a [String], defined: &'a [(String, Node)]) -> Self {
        let defined = defined.iter().map(|(name, _)| name.as_str());
        Self(known.iter().map(String::as_str).chain(defined).collect())
    }

    /// An agent with or without a model: `claude`, `claude:opus`. What is wrong is reported.
    pub(super) fn name(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Option<AgentName> {
        let (Value::Text(written) | Value::Number(written)) = &node.value else {
            found.push(
                Diagnostic::error("V-YAML-TYPE", "an agent is named by its name: `claude`, `claude:opus`")
                    .at(&node.place, format!("this is {}", node.kind())),
            );
            return None;
        };
        let name = shorthand::agent_name(written).filter(|name| self.0.contains(&name.agent.as_str()));
        if name.is_none() {
            let agent = written.split([':', '/']).next().unwrap_or(written).trim();
            let mut diagnostic =
                Diagnostic::error("V-PANEL-UNKNOWN-AGENT", format!("there is no agent {}", quoted(written)))
                    .at(&node.place, "unknown agent");
            if let Some(meant) = nearest::nearest(agent, self.0.iter().copied()) {
                diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            }
            let known = self.0.join(", ");
            found.push(diagnostic.help(format!("the agents are {known}; further ones are defined under `agents`")));
        }
        name
    }
}

/// Reads `seats`.
pub(super) fn seats(panel: &mut Fields<'_>, agents: &AgentNames<'_>) -> Vec<Seat> {
    let Some(node) = panel.node("seats") else {
        let none = Diagnostic::error("V-PANEL-NO-SEATS", "the panel has no seats: the key `seats` is missing or empty")
            .at(panel.place(), "expected `seats`")
            .help("write `seats: [codex, claude]`, or name agents with `--seat`");
        panel.found.push(none);
        return vec![];
    };
    let Value::List(items) = &node.value else {
        panel.wrong(node, "a list of seats");
        return vec![];
    };
    if items.is_empty() {
        panel.found.push(
            Diagnostic::error("V-PANEL-NO-SEATS", "the panel has no seats: the list is empty")
                .at(&node.place, "nobody sits here"),
        );
    }
    items.iter().filter_map(|item| seat(item, agents, panel.found)).collect()
}

/// Takes the ballots of the seats that argue a side out of the count (`stance_votes: advisory`).
pub(super) fn advise(seats: &mut [Seat], found: &mut Vec<Diagnostic>) {
    for seat in seats.iter_mut().filter(|seat| seat.stance != Stance::Neutral && !seat.advisory) {
        seat.advisory = true;
        if seat.veto {
            let help = "take `veto` away, make the seat neutral, or leave `stance_votes` out";
            found.push(advisory_veto(&seat.place).help(help));
        }
    }
}

fn advisory_veto(place: &Place) -> Diagnostic {
    Diagnostic::error("V-PANEL-SEAT-KEY", "an advisory seat can't have a veto").at(place, "it is heard, never counted")
}

/// Every key of a seat is read, whatever its kind, so that all that is wrong is said at once.
fn seat(node: &Node, agents: &AgentNames<'_>, found: &mut Vec<Diagnostic>) -> Option<Seat> {
    let mut fields = Fields::open(node, "a seat", found);
    let id_node = fields.node("id");
    let id = fields.text("id");
    if let (Some(id), Some(id_node)) = (&id, id_node)
        && !is_file_name(id)
    {
        fields.found.push(not_a_file_name("the id of a seat", id, &id_node.place));
    }
    let kind = work::kind(&mut fields);
    work::reject_strangers(&mut fields, kind);
    let work = work::work(&mut fields, kind, agents);
    let stances = [("for", Stance::For), ("against", Stance::Against), ("neutral", Stance::Neutral)];
    let stance = word(&mut fields, "stance", &stances, &[]).unwrap_or(Stance::Neutral);
    let advisory_node = fields.node("advisory");
    let advisory = fields.flag("advisory").unwrap_or(false);
    // A check that only advises stops nothing.
    let veto = fields.flag("veto").unwrap_or(kind == Some(Kind::Check) && !advisory);
    if let (true, true, Some(place)) = (advisory, veto, advisory_node.map(|node| &node.place)) {
        fields.found.push(advisory_veto(place).help("take `advisory` or `veto` away"));
    }
    // A seat that can't be read is kept, so that it counts where seats are counted: one mistake is not to
    // look like two.
    let seat = Seat {
        stance,
        stance_prompt: filled(&mut fields, "stance_prompt"),
        role: filled(&mut fields, "role"),
        rubric: filled_list(&mut fields, "rubric").unwrap_or_default(),
        weight: weight(&mut fields),
        veto,
        advisory,
        parity: fields.flag("parity").unwrap_or(false),
        proposer: fields.flag("proposer").unwrap_or(false),
        moderator: fields.flag("moderator").unwrap_or(false),
        evidence: filled_list(&mut fields, "evidence"),
        timeout: fields.duration("timeout"),
        place: node.place.clone(),
        id: id.unwrap_or_default(),
        work: work.unwrap_or_else(|| super::Work::Rubric { requires: vec![] }),
    };
    fields.close();
    matches!(node.value, Value::Map(_)).then_some(seat)
}
