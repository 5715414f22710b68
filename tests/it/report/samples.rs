//! Small finished runs, built by hand.

use std::collections::BTreeMap;

use venire::event::{
    Envelope, Event, PanelIdentity, ReadOnly, Run, SCHEMA, SeatIntroduction, SeatResult, ShownBallot, Strength,
};
use venire::vote::{
    Choice, Decision, Dissent, DissentingSeat, Effect, MissingSeat, NonVote, NonVoteKind, NonVoteTally, OptionTally,
    Position, Quorum, Reason, SeatKind, Shown, Stance, Status, StopReason, Tally, ratio,
};

pub fn shown(numerator: usize, denominator: usize) -> Shown {
    Shown::from(&ratio(numerator.try_into().unwrap(), denominator.try_into().unwrap()))
}

pub fn seat(id: &str, agent: &str, stance: Stance) -> SeatResult {
    SeatResult {
        id: id.to_owned(),
        kind: SeatKind::Agent,
        agent: agent.to_owned(),
        model: None,
        stance,
        role: None,
        lineage: Some(agent.to_owned()),
        weight: shown(1, 1),
        effective_weight: shown(1, 1),
        advisory: false,
        veto: false,
        moderator: false,
        read_only: ReadOnly { strength: Strength::Kernel, tree_checked: true, isolated: false },
        leaks: vec![],
        ballot: None,
        non_vote: None,
        passed: false,
        answer: None,
        ranking: None,
        reading: None,
        elapsed_ms: 12_000,
        attempts: 1,
        usage: None,
        cost: None,
        model_answered: None,
        taken_from: None,
        notes: vec![],
    }
}

pub fn check(id: &str) -> SeatResult {
    SeatResult { kind: SeatKind::Check, lineage: None, passed: true, ..seat(id, "check", Stance::Neutral) }
}

pub fn ballot(option: &str, confidence: Option<f64>, summary: &str) -> ShownBallot {
    ShownBallot {
        option: Some(option.to_owned()),
        ranking: vec![],
        sealed: true,
        summary: summary.to_owned(),
        confidence,
        confidence_exact: Some("4/5".to_owned()),
        confidence_reason: None,
        takeaways: vec![],
        risks: vec![],
        evidence: vec![],
        dealbreaker: false,
    }
}

pub fn votes(seat: SeatResult, option: &str, confidence: Option<f64>, summary: &str) -> SeatResult {
    SeatResult { passed: false, ballot: Some(ballot(option, confidence, summary)), ..seat }
}

pub fn fails(seat: SeatResult, kind: NonVoteKind, detail: &str, remedy: &str) -> SeatResult {
    SeatResult {
        passed: false,
        non_vote: Some(NonVote::new(kind, detail).with_remedy(remedy)),
        elapsed_ms: 5_000,
        ..seat
    }
}

/// A finished `gate` run of equally weighted seats. What won and why is given; the count is made of
/// the ballots.
pub fn run(seats: Vec<SeatResult>, status: Status, option: Option<&str>, reason: Reason) -> Run {
    let effect = option.map(|label| if label == "SHIP" { Effect::Pass } else { Effect::Block });
    let choice = |label: &str, effect| Choice { label: label.to_owned(), effect: Some(effect), meaning: None };
    let exit_status = match (status, effect) {
        (_, Some(Effect::Pass)) => 0,
        (_, Some(_)) => 1,
        (Status::Inquorate, None) => 4,
        (_, None) => 3,
    };
    Run {
        schema: SCHEMA.to_owned(),
        id: "20261130-101500-k3v9".to_owned(),
        started: "2026-11-30T10:15:00Z".to_owned(),
        elapsed_ms: 42_000,
        command: "gate".to_owned(),
        question: "Should the migration in this change be shipped?\nLook at the way back, too.".to_owned(),
        owner: None,
        panel: PanelIdentity {
            name: "default".to_owned(),
            source: "built-in".to_owned(),
            digest: "0123456789abcdef".to_owned(),
        },
        rule_digest: "fedcba9876543210".to_owned(),
        options: vec![choice("SHIP", Effect::Pass), choice("HOLD", Effect::Block)],
        decision: decision(&seats, status, option, effect, reason),
        seats,
        synthesis: None,
        warnings: vec![],
        resumed_from: None,
        record: Some("/home/someone/.local/state/venire/runs/20261130-101500-k3v9".to_owned()),
        stopped: None,
        exit_status,
    }
}

fn decision(
    seats: &[SeatResult],
    status: Status,
    option: Option<&str>,
    effect: Option<Effect>,
    reason: Reason,
) -> Decision {
    let eligible: Vec<&SeatResult> = seats.iter().filter(|seat| !seat.advisory && !seat.passed).collect();
    let count = eligible.len();
    let cast = |label: &str| eligible.iter().filter(|seat| vote(seat) == Some(label)).count();
    let options = ["SHIP", "HOLD"].map(|label| OptionTally {
        option: label.to_owned(),
        ballots: cast(label),
        weight: shown(cast(label), 1),
        share: shown(cast(label), count),
        score: None,
        share_of_scores: None,
    });
    let mut kinds = BTreeMap::new();
    for missing in eligible.iter().filter_map(|seat| seat.non_vote.as_ref()) {
        *kinds.entry(missing.kind).or_insert(0) += 1;
    }
    let non_votes: usize = kinds.values().sum();
    let positions = ["SHIP", "HOLD"].into_iter().filter(|label| option != Some(label) && cast(label) > 0);
    Decision {
        status,
        option: option.map(str::to_owned),
        effect,
        reason,
        stop_reason: StopReason::Accepted,
        strength: option.map(|label| shown(cast(label), count)),
        strong: false,
        effective_voices: shown(count, 1),
        confidence: vec![],
        lot: None,
        leaderboard: None,
        margin: None,
        what_if: vec![],
        vetoed_by: vec![],
        dealbreakers: vec![],
        dissent: Dissent {
            positions: positions.map(|label| position(label, &eligible)).collect(),
            missing: eligible.iter().filter_map(|seat| missing(seat)).collect(),
        },
        quorum: Quorum { needed: count / 2 + 1, answered: count - non_votes, eligible: count },
        tally: Tally { options: options.into(), non_votes: NonVoteTally { kinds, weight: shown(non_votes, 1) } },
        requires_human_review: false,
    }
}

fn vote(seat: &SeatResult) -> Option<&str> {
    seat.ballot.as_ref()?.option.as_deref()
}

fn missing(seat: &SeatResult) -> Option<MissingSeat> {
    Some(MissingSeat { seat: seat.id.clone(), non_vote: seat.non_vote.clone()? })
}

fn position(label: &str, seats: &[&SeatResult]) -> Position {
    let seats = seats.iter().filter(|seat| vote(seat) == Some(label));
    let seats = seats.filter_map(|seat| {
        let ballot = seat.ballot.as_ref()?;
        Some(DissentingSeat {
            seat: seat.id.clone(),
            summary: ballot.summary.clone(),
            takeaways: ballot.takeaways.clone(),
            risks: ballot.risks.clone(),
            evidence: ballot.evidence.clone(),
            confidence: ballot.confidence.map(|value| Shown { exact: String::new(), decimal: value }),
            dealbreaker: ballot.dealbreaker,
        })
    });
    Position { option: label.to_owned(), seats: seats.collect() }
}

/// A panel of three that agrees, one of them a check.
pub fn unanimous() -> Run {
    let mut codex = votes(
        seat("codex", "codex", Stance::Against),
        "SHIP",
        Some(0.8),
        "I looked for a way to break it and found none.",
    );
    codex.model = Some("gpt-5".to_owned());
    let with_points = codex.ballot.as_mut().unwrap();
    with_points.takeaways = vec!["The way back is tested.".to_owned()];
    with_points.evidence = (1..=5).map(|line| format!("migrations/0042.sql:{line}")).collect();
    let mut claude =
        votes(seat("claude", "claude", Stance::For), "SHIP", Some(0.85), "The change is small and covered by tests.");
    claude.role = Some("architect".to_owned());
    let run_seats = vec![codex, claude, check("tests")];
    run(run_seats, Status::Decided, Some("SHIP"), Reason::Unanimous)
}

/// Four ship, and the fifth has the best reason not to.
pub fn majority_with_dissent() -> Run {
    let mut seats: Vec<SeatResult> = [("a", 0.6), ("b", 0.6), ("c", 0.5), ("d", 0.7)]
        .map(|(id, confidence)| votes(seat(id, id, Stance::Neutral), "SHIP", Some(confidence), "Looks good."))
        .into();
    let mut e = votes(seat("e", "e", Stance::Against), "HOLD", Some(0.95), "The down migration drops a column in use.");
    e.ballot.as_mut().unwrap().takeaways = vec!["`accounts.legacy_id` is read by the nightly export.".to_owned()];
    e.ballot.as_mut().unwrap().risks = vec!["A rollback loses the data of a whole day.".to_owned()];
    seats.push(e);
    run(seats, Status::Decided, Some("SHIP"), Reason::Majority)
}

/// One of three answered.
pub fn inquorate() -> Run {
    let seats = vec![
        votes(seat("codex", "codex", Stance::Neutral), "SHIP", None, "Fine."),
        fails(
            seat("claude", "claude", Stance::For),
            NonVoteKind::NotSignedIn,
            "Invalid API key. Please run /login",
            "sign in with `claude /login`, then run again",
        ),
        fails(
            seat("gemini", "gemini", Stance::Against),
            NonVoteKind::TimedOut,
            "no answer within the seat's limit of 5s",
            "raise `timeout` in the panel, or give `--timeout`",
        ),
    ];
    run(seats, Status::Inquorate, None, Reason::Inquorate)
}

/// The events of a run with these results, one second apart.
pub fn events(run: &Run) -> Vec<Envelope> {
    let seats = run.seats.iter().map(|seat| SeatIntroduction {
        id: seat.id.clone(),
        agent: seat.agent.clone(),
        model: seat.model.clone(),
        stance: seat.stance,
        role: seat.role.clone(),
    });
    let mut events = vec![Event::RunStarted {
        id: run.id.clone(),
        panel: run.panel.name.clone(),
        question: run.question.clone(),
        rule_digest: run.rule_digest.clone(),
        seats: seats.collect(),
        calls: run.seats.len(),
    }];
    events.extend(run.seats.iter().map(|seat| Event::SeatStarted { seat: seat.id.clone(), attempt: 1 }));
    let active = Event::SeatActive { seat: run.seats[0].id.clone(), activity: "reading src/main.rs".to_owned() };
    events.push(active);
    events.extend(run.seats.iter().map(|seat| Event::SeatFinished(Box::new(seat.clone()))));
    events.push(Event::RunFinished(Box::new(run.clone())));
    let numbered = events.into_iter().zip(0..);
    numbered.map(|(event, seq)| Envelope { seq, elapsed_ms: seq * 1000, event }).collect()
}
