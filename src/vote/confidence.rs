//! What the seats' confidence is worth (README, "Confidence").

use super::count::{Count, CountedSeat, Stand};
use super::{Exact, Shown, Stance, StanceConfidence, Strategy, ratio};

/// The confidence of the counted ballots, for each stance that cast any. A seat that argues a side has a brief, so
/// its confidence stands apart from that of the neutral ones.
pub(super) fn stances(count: &Count) -> Vec<StanceConfidence> {
    let of = |stance: Stance| {
        let seats: Vec<Option<&Exact>> = ballots(count).filter(|(seat, _)| *seat == stance).map(|(_, c)| c).collect();
        let given: Vec<&Exact> = seats.iter().copied().flatten().collect();
        let sum: Exact = given.iter().copied().sum();
        let mean = i64::try_from(given.len()).ok().filter(|number| *number > 0).map(|number| sum / ratio(number, 1));
        let mean = mean.as_ref().map(Shown::from);
        (!seats.is_empty()).then_some(StanceConfidence { stance, ballots: seats.len(), given: given.len(), mean })
    };
    [Stance::Neutral, Stance::For, Stance::Against].into_iter().filter_map(of).collect()
}

/// Stance and confidence of each counted ballot.
fn ballots<'c>(count: &'c Count) -> impl Iterator<Item = (Stance, Option<&'c Exact>)> {
    count.eligible().filter_map(|seat| match &seat.stand {
        Stand::Voted { ballot, .. } => Some((seat.voter.stance, ballot.confidence.as_ref())),
        _ => None,
    })
}

/// What is doubtful about the confidences where they count.
pub(super) fn warnings(count: &Count) -> Vec<(&'static str, String)> {
    if count.rule.strategy != Strategy::ConfidenceWeighted {
        return vec![];
    }
    let mut warnings = vec![];
    let missing = |seat: &&CountedSeat| seat.cast().is_some_and(|cast| cast.confidence.is_none());
    let missing: Vec<String> = count.eligible().filter(missing).map(|seat| seat.voter.id.clone()).collect();
    if !missing.is_empty() {
        warnings.push((
            "V-WARN-CONFIDENCE-MISSING",
            format!(
                "No usable confidence from {}: it counts as 0 on a ballot to pass, and as 1 on any other.",
                super::sentence::list(&missing)
            ),
        ));
    }
    let given: Vec<&Exact> = count.eligible().filter_map(|seat| seat.cast()?.confidence.as_ref()).collect();
    let high = given.iter().all(|given| **given >= ratio(85, 100));
    if let [first, _, ..] = given.as_slice()
        && (high || given.iter().all(|other| other == first))
    {
        let how = if high { "Every confidence given is 85 % or more" } else { "Every confidence given is the same" };
        warnings.push((
            "V-WARN-CONFIDENCE-FLAT",
            format!("{how}: it carries no information here, and `weighted` would decide as well."),
        ));
    }
    warnings
}
