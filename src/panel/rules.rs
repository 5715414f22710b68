//! What no single key can know: the keys of a panel against each other.

use super::{JUDGE, Panel, Purpose, Seat, Work};
use crate::document::{Diagnostic, Node, Place, Severity, quoted};
use crate::vote::{Effect, Stance, Strategy, Tiebreak};

/// Checks the whole panel. Under [`Purpose::Lint`] what only `gate` would refuse is a warning.
pub(super) fn check(panel: &Panel, root: &Node, purpose: Purpose, found: &mut Vec<Diagnostic>) {
    if panel.seats.is_empty() {
        return;
    }
    quorum(panel, root, found);
    threshold(panel, root, found);
    safety(panel, root, found);
    parity(panel, root, found);
    moderator(panel, root, found);
    rank(panel, root, found);
    checks(panel, found);
    same_voices(panel, found);
    judge(panel, root, found);
    if purpose == Purpose::Ask {
        return;
    }
    let mut refused = vec![];
    gate(panel, root, &mut refused);
    found.extend(refused.into_iter().map(|mut diagnostic| {
        if purpose == Purpose::Lint {
            diagnostic.severity = Severity::Warning;
            diagnostic.message = format!("`gate` would refuse this panel: {}", diagnostic.message);
        }
        diagnostic
    }));
}

/// Where `key` stands, or the whole panel where it is left out.
pub(super) fn place_of(root: &Node, key: &str) -> Place {
    root.get(key).map_or_else(|| root.place.clone(), |node| node.place.clone())
}

/// The seats in the count (README, "The vote").
pub(super) fn eligible(panel: &Panel) -> Vec<&Seat> {
    panel
        .seats
        .iter()
        .filter(|seat| !seat.advisory && !seat.moderator && !matches!(seat.work, Work::Check { counts: false, .. }))
        .collect()
}

fn quorum(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    let eligible = eligible(panel).len();
    if eligible == 0 {
        found.push(
            Diagnostic::error("V-PANEL-NO-SEATS", "no seat of this panel has a vote")
                .at(&place_of(root, "seats"), "each of these is advisory, or a check that does not count")
                .help("seat an agent, or say `counts: true` on a check"),
        );
    } else if let Some(quorum) = panel.quorum
        && !(1..=eligible).contains(&quorum)
    {
        let problem = if quorum == 0 {
            "a quorum of 0 would let nobody decide".to_owned()
        } else {
            format!("a quorum of {quorum} can't be reached: {eligible} seats vote")
        };
        found.push(
            Diagnostic::error("V-PANEL-QUORUM", problem)
                .at(&place_of(root, "quorum"), format!("expected `quorum` from 1 to {eligible}")),
        );
    }
}

fn threshold(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    let strategy = root.get("strategy").map(|node| &node.place);
    let is_unread = found.iter().any(|finding| strategy.is_some() && finding.place.as_ref() == strategy);
    if panel.threshold.is_some() && !panel.strategy.takes_threshold() && !is_unread {
        found.push(
            Diagnostic::error(
                "V-PANEL-THRESHOLD",
                "`threshold` belongs to `supermajority`, `weighted` and `confidence-weighted`",
            )
            .at(&place_of(root, "threshold"), "it would have no effect under this panel's strategy")
            .help("say `strategy: supermajority`, or `threshold: null`"),
        );
    }
}

fn safety(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    if panel.tiebreak.contains(&Tiebreak::Safety) && root.get("safety_order").is_none() {
        found.push(
            Diagnostic::error("V-PANEL-SAFETY-ORDER", "the tiebreak `safety` needs a `safety_order`")
                .at(&place_of(root, "tiebreak"), "nothing says which option is the safer one")
                .help("write the labels, safest first: `safety_order: [HOLD, SHIP]`"),
        );
    }
}

/// `parity-pair` needs two seats that must agree, and one proposer at most.
fn parity(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    if panel.strategy != Strategy::ParityPair {
        return;
    }
    let votes = eligible(panel);
    for seat in panel.seats.iter().filter(|seat| seat.parity || seat.proposer) {
        if !votes.iter().any(|other| other.id == seat.id) {
            let message = format!("the seat {} has no vote that the pair could need", quoted(&seat.id));
            found.push(
                Diagnostic::error("V-PANEL-PARITY", message)
                    .at(&seat.place, "advisory, or a check that does not count")
                    .help("mark a seat that votes with `parity` or `proposer`"),
            );
        }
    }
    if let Some(second) = panel.seats.iter().filter(|seat| seat.proposer).nth(1) {
        found.push(
            Diagnostic::error("V-PANEL-PARITY", "two seats are marked `proposer`, and only one can propose")
                .at(&second.place, format!("the seat {}", quoted(&second.id)))
                .help("take one `proposer` away"),
        );
    }
    let marked = panel.seats.iter().filter(|seat| seat.parity).count();
    if marked < 2 {
        found.push(
            Diagnostic::error("V-PANEL-PARITY", "`parity-pair` needs two or more seats with `parity: true`")
                .at(&place_of(root, "strategy"), format!("{marked} marked"))
                .help("mark the seats whose agreement with the proposer decides: `parity: true`"),
        );
    }
}

/// The tiebreak `moderator` needs one seat that has no other part in the vote and no voice in it already.
fn moderator(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    let refused = |message: String| Diagnostic::error("V-PANEL-MODERATOR", message);
    let tiebreak = place_of(root, "tiebreak");
    let mut marked = panel.seats.iter().filter(|seat| seat.moderator);
    let Some(seat) = marked.next() else {
        if panel.tiebreak.contains(&Tiebreak::Moderator) {
            found.push(
                refused("the tiebreak `moderator` needs a seat to ask".to_owned())
                    .at(&tiebreak, "no seat has `moderator: true`")
                    .help("seat one: `- { agent: claude:opus, id: chair, moderator: true }`"),
            );
        }
        return;
    };
    let name = quoted(&seat.id);
    if let Some(second) = marked.next() {
        found.push(
            refused("two seats are marked `moderator`, and only one can break a tie".to_owned())
                .at(&second.place, format!("the seat {}", quoted(&second.id)))
                .help("take one `moderator` away"),
        );
    }
    if panel.tiebreak.iter().skip(1).any(|tiebreak| *tiebreak == Tiebreak::Moderator) {
        found.push(
            refused("`moderator` must come first in `tiebreak`".to_owned())
                .at(&tiebreak, "what stands before it always decides")
                .help("what follows it is tried where the moderator has no answer: `tiebreak: [moderator, human]`"),
        );
    }
    let Work::Agent { agent, .. } = &seat.work else {
        if !is_unread(&seat.work) {
            let message = format!("the moderator {name} is no agent");
            found.push(refused(message).at(&seat.place, "it has to read the answers of both sides"));
        }
        return;
    };
    if seat.advisory || seat.veto || seat.parity || seat.proposer || seat.stance != Stance::Neutral {
        found.push(
            refused(format!("the moderator {name} has another part in the vote"))
                .at(&seat.place, "it is neutral, and asked only when there is a tie")
                .help("take `stance`, `veto`, `advisory`, `parity` and `proposer` away from it"),
        );
    }
    let is_same =
        |other: &&Seat| !other.moderator && matches!(&other.work, Work::Agent { agent: own, .. } if own == agent);
    if let Some(other) = panel.seats.iter().find(is_same).filter(|_| !panel.allow_duplicates) {
        found.push(
            refused(format!("the moderator {name} is the voice of the seat {} again", quoted(&other.id)))
                .at(&seat.place, format!("{} has voted already", quoted(&agent.to_string())))
                .help("name an agent or a model that is no other seat, or say `allow_duplicates: true`"),
        );
    }
}

/// `rank` compares answers, not options, and needs enough of them.
fn rank(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    if panel.strategy != Strategy::Rank {
        return;
    }
    let voters = eligible(panel).len();
    if (1..3).contains(&voters) {
        found.push(
            Diagnostic::error("V-PANEL-RANK", "`rank` needs three or more seats: each ranks the answers of the others")
                .at(&place_of(root, "seats"), format!("{voters} here")),
        );
    }
    if panel.tiebreak.iter().any(|tiebreak| *tiebreak != Tiebreak::Human) {
        found.push(
            Diagnostic::error("V-PANEL-RANK", "under `rank` only `human` can break a tie")
                .at(&place_of(root, "tiebreak"), "the others choose between options, and there are none"),
        );
    }
}

/// A seat whose work could not be read requires nothing. That is reported already.
fn is_unread(work: &Work) -> bool {
    matches!(work, Work::Rubric { requires } if requires.is_empty())
}

/// Checks and rubric seats cast ballots by effect, so the options must have what they cast.
fn checks(panel: &Panel, found: &mut Vec<Diagnostic>) {
    let has = |effect| panel.options.iter().any(|option| option.effect == Some(effect));
    for seat in panel.seats.iter().filter(|seat| !is_unread(&seat.work)) {
        let missing = match &seat.work {
            _ if !panel.strategy.has_options() => match seat.work {
                Work::Agent { .. } => None,
                _ if panel.strategy == Strategy::Rank => {
                    Some("under `rank` seats answer in prose, so a seat without an agent has nothing to say")
                }
                _ => Some("nothing is counted under `all-voices`, so a seat without an agent has nothing to say"),
            },
            Work::Check { .. } if !has(Effect::Block) => {
                Some("a check needs an option with `effect: block` to vote for")
            }
            Work::Check { counts: true, .. } if !has(Effect::Pass) => {
                Some("a check with `counts: true` needs an option with `effect: pass` to vote for")
            }
            Work::Rubric { .. } if !has(Effect::Pass) || !(has(Effect::Revise) || has(Effect::Block)) => Some(
                "a rubric seat needs an option with `effect: pass`, and one with `effect: revise` or `effect: block`",
            ),
            _ => None,
        };
        if let Some(message) = missing {
            found.push(
                Diagnostic::error("V-PANEL-EFFECT", message)
                    .at(&seat.place, format!("the seat {}", quoted(&seat.id)))
                    .help("write the options as maps: `- { label: SHIP, effect: pass }`"),
            );
        }
    }
}

/// An independent judge is no seat of the roster; the same agent under another model is another voice.
fn judge(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    // A judge can also be named on the command line.
    for seat in panel.seats.iter().filter(|seat| seat.id == JUDGE) {
        found.push(
            Diagnostic::error("V-PANEL-SEAT-ID", format!("{} can't be the id of a seat", quoted(JUDGE)))
                .at(&seat.place, "the judge's part of a record has this name")
                .help("give the seat another `id`"),
        );
    }
    let Some(synthesis) = panel.synthesis.as_ref().filter(|synthesis| synthesis.independent) else { return };
    let sits = |work: &Work| matches!(work, Work::Agent { agent, .. } if *agent == synthesis.judge);
    if let Some(seat) = panel.seats.iter().find(|seat| sits(&seat.work)) {
        found.push(
            Diagnostic::error(
                "V-PANEL-JUDGE",
                format!("the judge is not independent: it is the seat {}", quoted(&seat.id)),
            )
            .at(&place_of(root, "synthesis"), format!("{} sits on the panel", quoted(&synthesis.judge.to_string())))
            .help("name an agent or a model that is no seat, or say `independent: false`"),
        );
    }
}

fn same_voices(panel: &Panel, found: &mut Vec<Diagnostic>) {
    let first_of = |at: usize, seat: &Seat| panel.seats.iter().take(at).find(|other| is_same_voice(other, seat));
    let repeated = panel.seats.iter().enumerate().filter_map(|(at, seat)| Some((first_of(at, seat)?, seat)));
    if panel.allow_duplicates {
        let repeated: Vec<&Seat> = repeated.map(|(_, seat)| seat).collect();
        if let Some(seat) = repeated.first() {
            let names = repeated.iter().take(3).map(|seat| quoted(&seat.id)).collect::<Vec<_>>().join(", ");
            let more = if repeated.len() > 3 { " and others" } else { "" };
            let message =
                format!("{} of {} seats repeat another seat's voice: {names}{more}", repeated.len(), panel.seats.len());
            let label = "the same agent, model, role, stance, stance prompt and evidence as an earlier seat";
            found.push(Diagnostic::warning("V-PANEL-SAME-VOICE", message).at(&seat.place, label));
        }
        return;
    }
    for (first, seat) in repeated {
        let message = format!("the seats {} and {} are the same voice twice", quoted(&first.id), quoted(&seat.id));
        let label = "a duplicate: agent, model, role, stance, stance prompt and evidence are all the same";
        found.push(
            Diagnostic::error("V-PANEL-SAME-VOICE", message)
                .at(&seat.place, label)
                .help("give one of them another agent, model, role, stance or evidence")
                .help("`allow_duplicates: true` samples one voice several times on purpose"),
        );
    }
}

fn is_same_voice(one: &Seat, other: &Seat) -> bool {
    let work = match (&one.work, &other.work) {
        (Work::Agent { agent: a, .. }, Work::Agent { agent: b, .. }) => a == b,
        (Work::Check { command: a, .. }, Work::Check { command: b, .. }) => a == b,
        (Work::Rubric { requires: a }, Work::Rubric { requires: b }) => a == b && !is_unread(&one.work),
        _ => false,
    };
    let manner = |seat: &Seat| (seat.role.clone(), seat.stance, seat.stance_prompt.clone(), seat.evidence.clone());
    work && manner(one) == manner(other)
}

fn gate(panel: &Panel, root: &Node, refused: &mut Vec<Diagnostic>) {
    if !panel.strategy.has_options() {
        let message = match panel.strategy {
            Strategy::Rank => "`rank` chooses among answers, and a gate needs an option with an effect",
            _ => "`all-voices` seeks no decision, and a gate needs one",
        };
        refused.push(
            Diagnostic::error("V-PANEL-GATE", message)
                .at(&place_of(root, "strategy"), "no option is voted for")
                .help("use `ask`, or another strategy"),
        );
        return;
    }
    let options = place_of(root, "options");
    for option in panel.options.iter().filter(|option| option.effect.is_none()) {
        refused.push(
            Diagnostic::error("V-PANEL-EFFECT", format!("the option {} has no effect", quoted(&option.label)))
                .at(&options, "a gate must know what each option does")
                .help("write `{ label: …, effect: … }` with pass, block, revise or escalate"),
        );
    }
    let all_known = panel.options.iter().all(|option| option.effect.is_some());
    if all_known && !panel.options.iter().any(|option| option.effect == Some(Effect::Pass)) {
        refused.push(
            Diagnostic::error("V-PANEL-EFFECT", "no option has the effect `pass`, so the gate could never open")
                .at(&options, "expected one with `effect: pass`"),
        );
    }
    let eligible = eligible(panel).len();
    if eligible == 1 {
        refused.push(
            Diagnostic::error("V-PANEL-GATE", "a gate needs at least two seats that vote")
                .at(&place_of(root, "seats"), "one votes here")
                .help("seat another agent; one voice alone is no panel"),
        );
    }
}
