//! Nothing that failed ever helps a change to pass.

use proptest::prelude::*;
use venire::vote::NonVoteKind;

use super::stage::{Does, Stage, votes};
use super::three;

fn failure() -> impl Strategy<Value = Does> {
    use NonVoteKind::{Crashed, Empty, NotSignedIn, OtherFailure, Overloaded, Quota, RateLimited, Refused, Tripwire};
    prop_oneof![
        proptest::sample::select(vec![
            Crashed,
            Empty,
            NotSignedIn,
            OtherFailure,
            Overloaded,
            Quota,
            RateLimited,
            Refused,
            Tripwire
        ])
        .prop_map(|kind| Does::Fails(1, kind)),
        proptest::sample::select(vec![
            "SHIP",
            "## Verdict\nSHIP - without the seal.\n",
            "## Verdict {seal}\nSHIP or HOLD\n",
            "## Verdict {seal}\nSHIP\n\n## Verdict {seal}\nHOLD\n",
            "## Verdict {seal}\nMERGE - no such option.\n",
            "",
            "It looks fine to me.",
        ])
        .prop_map(|text| Does::Says(1, text.to_owned())),
        Just(Does::Hangs),
    ]
}

fn step() -> impl Strategy<Value = Does> {
    prop_oneof![2 => Just(votes("SHIP")), 1 => Just(votes("HOLD")), 3 => failure()]
}

fn status(seats: &[Vec<Does>; 3], budget: bool) -> u8 {
    let [a, b, c] = seats;
    let more = if budget { "limits: { budget: 1m }" } else { "" };
    Stage::new(&[("a", a), ("b", b), ("c", c)]).play(three(more)).run.exit_status
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_gate_passes_by_ballots_alone(
        seats in proptest::array::uniform3(proptest::collection::vec(step(), 1..3)),
        budget in any::<bool>(),
    ) {
        let may_ship = |steps: &Vec<Does>| steps.iter().any(|does| format!("{does:?}") == format!("{:?}", votes("SHIP")));
        if status(&seats, budget) == 0 {
            prop_assert!(seats.iter().filter(|steps| may_ship(steps)).count() >= 2, "{:?}", seats);
        }
    }

    #[test]
    fn a_failure_in_place_of_a_vote_never_turns_a_hold_into_a_pass(
        votes_of in proptest::array::uniform3(proptest::sample::select(vec!["SHIP", "HOLD"])),
        failed in 0..3_usize,
        fails in failure(),
    ) {
        let seats = votes_of.map(|option| vec![votes(option)]);
        let mut with_failure = seats.clone();
        with_failure[failed] = vec![fails];
        if status(&seats, false) != 0 {
            prop_assert!(status(&with_failure, false) != 0);
        }
    }
}
