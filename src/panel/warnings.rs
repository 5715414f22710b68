//! What is allowed and yet probably not meant (README, "Independence").

use super::rules::{eligible, place_of};
use super::{Panel, RoundEnd, Work};
use crate::document::{Diagnostic, Node, quoted};
use crate::vote::{self, ShareOf, Stance, Strategy, Tiebreak, ratio};

/// Warnings about a panel without errors.
pub(super) fn warn(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    weights(panel, found);
    strangers(panel, root, found);
    stances(panel, found);
    judge(panel, root, found);
    early_end(panel, root, found);
    if panel.strategy.has_options() {
        numbers(panel, root, found);
    }
}

/// Weights where each seat has one vote. Without a marked proposer `parity-pair` finds it by them.
fn weights(panel: &Panel, found: &mut Vec<Diagnostic>) {
    let picks_proposer = panel.strategy == Strategy::ParityPair && !panel.seats.iter().any(|seat| seat.proposer);
    if panel.strategy.uses_base_weights() || picks_proposer {
        return;
    }
    for seat in panel.seats.iter().filter(|seat| seat.weight != ratio(1, 1)) {
        found.push(
            Diagnostic::warning("V-PANEL-NO-EFFECT", format!("the weight of {} has no effect", quoted(&seat.id)))
                .at(&seat.place, "this panel's strategy gives each seat one vote"),
        );
    }
}

/// Keys that belong to another strategy.
fn strangers(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    if panel.share_of == ShareOf::Scores && panel.strategy != Strategy::ConfidenceWeighted {
        found.push(
            Diagnostic::warning("V-PANEL-NO-EFFECT", "`share_of` has no effect")
                .at(&place_of(root, "share_of"), "it belongs to `strategy: confidence-weighted`"),
        );
    }
    for seat in panel.seats.iter().filter(|seat| seat.parity || seat.proposer) {
        if panel.strategy != Strategy::ParityPair {
            let key = if seat.parity { "parity" } else { "proposer" };
            found.push(
                Diagnostic::warning("V-PANEL-NO-EFFECT", format!("`{key}` on {} has no effect", quoted(&seat.id)))
                    .at(&seat.place, "it belongs to `strategy: parity-pair`"),
            );
        }
    }
    for seat in panel.seats.iter().filter(|seat| seat.moderator && !panel.tiebreak.contains(&Tiebreak::Moderator)) {
        found.push(
            Diagnostic::warning("V-PANEL-NO-EFFECT", format!("the moderator {} is never asked", quoted(&seat.id)))
                .at(&seat.place, "`tiebreak` does not name `moderator`"),
        );
    }
    if !panel.tiebreak.is_empty() && !panel.strategy.can_tie() {
        found.push(
            Diagnostic::warning("V-PANEL-NO-EFFECT", "`tiebreak` has no effect")
                .at(&place_of(root, "tiebreak"), "nothing ties under this panel's strategy"),
        );
    }
}

fn early_end(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    if panel.limits.stop == RoundEnd::Settled && !vote::can_settle(panel.strategy) {
        found.push(
            Diagnostic::warning("V-PANEL-NO-EFFECT", "`stop: settled` has no effect under this panel's strategy")
                .at(&place_of(root, "limits"), "every seat is waited for"),
        );
    }
}

fn stances(panel: &Panel, found: &mut Vec<Diagnostic>) {
    let with = |stance| panel.seats.iter().find(|seat| seat.stance == stance);
    let lone = match (with(Stance::For), with(Stance::Against)) {
        (Some(seat), None) => Some((seat, "for", "against")),
        (None, Some(seat)) => Some((seat, "against", "for")),
        _ => None,
    };
    if let Some((seat, stance, missing)) = lone {
        found.push(
            Diagnostic::warning("V-PANEL-ONE-SIDED", format!("a seat argues {stance}, and none argues {missing}"))
                .at(&seat.place, format!("the seat {} has no counterpart", quoted(&seat.id))),
        );
    }
}

fn judge(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    let Some(synthesis) = &panel.synthesis else { return };
    let sits = |work: &Work| matches!(work, Work::Agent { agent, .. } if *agent == synthesis.judge);
    if !synthesis.independent
        && let Some(seat) = panel.seats.iter().find(|seat| sits(&seat.work))
    {
        let message =
            format!("the judge {} is the seat {} too", quoted(&synthesis.judge.to_string()), quoted(&seat.id));
        found.push(
            Diagnostic::warning("V-PANEL-JUDGE", message)
                .at(&place_of(root, "synthesis"), "it sums up its own vote")
                .help("without `independent: false` such a judge is refused"),
        );
    }
}

fn numbers(panel: &Panel, root: &Node, found: &mut Vec<Diagnostic>) {
    let voters = eligible(panel).len();
    let seats = place_of(root, "seats");
    if voters < 3 {
        found.push(
            Diagnostic::warning(
                "V-PANEL-FEW-SEATS",
                format!("fewer than three seats vote ({voters}); a count says little"),
            )
            .at(&seats, "few voices"),
        );
    }
    let can_tie = panel.strategy.can_tie() && !matches!(panel.strategy, Strategy::Unanimous | Strategy::Supermajority);
    if voters.is_multiple_of(2) && can_tie && panel.tiebreak.is_empty() {
        found.push(
            Diagnostic::warning("V-PANEL-EVEN", format!("{voters} seats can tie, and the panel has no `tiebreak`"))
                .at(&seats, "an even number of votes")
                .help("a tie is left undecided; `tiebreak: [safety]` settles it by `safety_order`"),
        );
    }
    if voters > 1 && panel.quorum == Some(voters) && panel.strategy != Strategy::Unanimous {
        found.push(
            Diagnostic::warning("V-PANEL-BRITTLE-QUORUM", "one seat that fails would break this quorum")
                .at(&place_of(root, "quorum"), format!("all of {voters} seats")),
        );
    }
}
