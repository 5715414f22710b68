//! The proof: the tree under review is compared before the first seat and after the last, and a change
//! costs the vote of whoever could have made it (README, "Read-only"). A seat's own copy is compared when
//! the seat has ended, and a change there costs the vote of that seat.

use super::end::TurnEnd;
use crate::event::{Run, Strength, Warning};
use crate::panel::Isolation;
use crate::vote::{Known, NonVote, NonVoteKind, Outcome};

/// What to do about edits of one's own.
const EDITED: &str = "if the edits were yours, run it again without editing; nothing was reverted";

/// What to do about a seat that wrote where it could.
const REMEDY_IN_COPY: &str =
    "a check says under `writes` what it must write; of an agent, look at its output in the record";

/// The most paths that are named.
const NAMED: usize = 10;

/// Voids the votes of the suspects among the seats of a round. A single one that ran is the one suspect; of several,
/// all that no kernel layer held. Returns what the reader of the result must know.
pub(super) fn taint(
    changed: &[String],
    ends: &mut [Option<TurnEnd>],
    round: &[usize],
    isolate: Isolation,
) -> Option<Warning> {
    if changed.is_empty() {
        return None;
    }
    let has_run =
        |seat: &usize| ends.get(*seat).is_some_and(|end| end.as_ref().is_some_and(|end| end.strength.is_some()));
    let ran: Vec<usize> = round.iter().copied().filter(has_run).collect();
    let held = |seat: &usize| ends[*seat].as_ref().is_some_and(|end| end.strength == Some(Strength::Kernel));
    let suspects: Vec<usize> = if ran.len() == 1 { ran } else { ran.into_iter().filter(|seat| !held(seat)).collect() };
    let paths = paths(changed);
    let remedy = match isolate {
        Isolation::None => {
            format!("{EDITED}. `--isolate worktree` gives each seat a tree of its own to answer for")
        }
        Isolation::Worktree => EDITED.to_owned(),
    };
    for seat in &suspects {
        let Some(end) = &mut ends[*seat] else { continue };
        end.outcome = Outcome::NonVote(
            NonVote::new(NonVoteKind::Tainted, format!("the tree changed while the seat was only to read it: {paths}"))
                .with_remedy(remedy.clone()),
        );
    }
    let text = format!(
        "the tree under review changed during the run (your own edits count too): {paths}; {}",
        match suspects.len() {
            0 => "every seat was held by the kernel, so no vote was voided".to_owned(),
            1 => "the vote of the one seat that could have done it is void".to_owned(),
            count => format!("the votes of {count} seats that no kernel layer held are void"),
        }
    );
    Some(Warning::new("V-WARN-CHANGE-TREE", text))
}

/// Voids the judge's text. The votes were cast before it was asked, and stand.
pub(super) fn taint_synthesis(changed: &[String], run: &mut Run) -> Option<Warning> {
    let synthesis = run.synthesis.as_mut().filter(|_| !changed.is_empty())?;
    let paths = paths(changed);
    let detail = format!("the tree changed while the judge was only to read it: {paths}");
    synthesis.text = None;
    synthesis.failed = Some(NonVote::new(NonVoteKind::Tainted, detail).with_remedy(EDITED));
    let text = format!(
        "the tree under review changed after the votes, while the judge wrote (your own edits count too): {paths}; \
         the votes stand, the synthesis is void"
    );
    Some(Warning::new("V-WARN-CHANGE-TREE", text))
}

/// Voids the vote of a seat that changed its own copy.
pub(super) fn taint_copy(changed: &[String], end: &mut TurnEnd) {
    if let Some(tainted) = copy_tainted(changed) {
        end.outcome = Outcome::NonVote(tainted);
    }
}

/// The non-vote of whoever changed its own copy.
pub(super) fn copy_tainted(changed: &[String]) -> Option<NonVote> {
    let detail = || format!("the seat changed its own copy of the tree, which it was only to read: {}", paths(changed));
    (!changed.is_empty()).then(|| NonVote::new(NonVoteKind::Tainted, detail()).with_remedy(REMEDY_IN_COPY))
}

/// What is known of the seats so far, and which of their outcomes the comparison could still void. Of a seat
/// that ran alone nobody else could have changed the tree.
pub(super) fn known(ends: &[Option<TurnEnd>], tree_checked: bool) -> Vec<Known<'_>> {
    let is_alone = ends.iter().flatten().filter(|end| end.strength.is_some()).count() == 1;
    let known = ends.iter().map(|end| match end {
        None => Known::Open,
        Some(end) => Known::Final {
            outcome: &end.outcome,
            may_be_tainted: tree_checked
                && end.strength.is_some_and(|strength| is_alone || strength != Strength::Kernel),
        },
    });
    known.collect()
}

fn paths(changed: &[String]) -> String {
    let named = changed.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match changed.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vote::Ballot;

    fn end(strength: Option<Strength>) -> Option<TurnEnd> {
        let ballot = Outcome::Ballot(Ballot::bare(Some("SHIP".into()), "fine"));
        Some(TurnEnd { strength, ..TurnEnd::bare(ballot) })
    }

    fn tainted(mut ends: Vec<Option<TurnEnd>>) -> Vec<bool> {
        let warned = {
            let round: Vec<usize> = (0..ends.len()).collect();
            taint(&["a.txt".to_owned()], &mut ends, &round, Isolation::None)
        };
        assert!(warned.is_some_and(|warning| warning.text.contains("a.txt")));
        let is_tainted = |end: &Option<TurnEnd>| matches!(end, Some(TurnEnd { outcome: Outcome::NonVote(non_vote), .. }) if non_vote.kind == NonVoteKind::Tainted);
        ends.iter().map(is_tainted).collect()
    }

    #[test]
    fn suspicion_falls_on_whoever_could_have_done_it() {
        use Strength::{Agent, Kernel, Promise};
        assert_eq!(tainted(vec![end(Some(Kernel))]), [true], "the only seat");
        assert_eq!(tainted(vec![end(Some(Kernel)), end(Some(Agent)), end(Some(Promise))]), [false, true, true]);
        assert_eq!(tainted(vec![end(Some(Kernel)), end(Some(Kernel))]), [false, false]);
        assert_eq!(tainted(vec![end(None), end(Some(Promise))]), [false, true], "a rubric seat runs nothing");
    }

    #[test]
    fn an_unchanged_tree_taints_nobody() {
        let mut ends = vec![end(Some(Strength::Promise))];
        assert_eq!(taint(&[], &mut ends, &[0], Isolation::None), None);
    }
}
