//! The decision in words, for everybody who reads one: reports, and the judge.

use super::{Change, Decision, Exact, Margin, OptionTally, Outlook, Quorum, Reason, Shown, Status, ratio};

/// A list of more seats than this is given as a number.
const MANY_SEATS: usize = 6;

/// The decision in one sentence. Where an option won, the sentence starts with its label.
#[must_use]
pub fn decision(decision: &Decision) -> String {
    let options = &decision.tally.options;
    match (decision.status, &decision.option) {
        (Status::NotSought, _) => "No decision was sought: every answer stands for itself.".to_owned(),
        (Status::Inquorate, _) => {
            let Quorum { needed, answered, eligible } = decision.quorum;
            let only = if answered == 0 { "none".to_owned() } else { format!("only {answered}") };
            format!("No decision: {only} of {} answered; the quorum is {needed}.", seats(eligible))
        }
        (Status::Vetoed, Some(option)) => format!("{option} by veto of {}.", list(&decision.vetoed_by)),
        (Status::Vetoed, None) => format!("Blocked by a dealbreaker of {}.", list(&decision.vetoed_by)),
        (Status::Escalated, None) if decision.reason == Reason::Dealbreaker => {
            format!("No decision: a dealbreaker of {} sends it to a human.", list(&decision.dealbreakers))
        }
        (Status::Escalated, None) => format!("No decision: {} A human decides.", undecided(decision)),
        (Status::Escalated, Some(option)) if decision.reason == Reason::Vetoed => {
            format!("{option} by veto of {}. A human decides.", list(&decision.vetoed_by))
        }
        (Status::Escalated, Some(option)) => {
            format!("{option} {}: {}. A human decides.", manner(decision), support(option, decision))
        }
        (Status::Decided, Some(option)) if decision.reason == Reason::Safety => {
            let tied = leaders(options);
            format!("{option} by the panel's order of safety, which breaks the tie between {}.", list(&tied))
        }
        (Status::Decided, Some(option)) if decision.reason == Reason::Moderator => {
            format!("{option} by the moderator, who breaks the tie between {}.", list(&leaders(options)))
        }
        (Status::Decided, Some(option)) if decision.reason == Reason::DrawnByLot => {
            format!("{option}, drawn by lot from the tie between {}.", list(&leaders(options)))
        }
        (Status::Decided, Some(option)) => {
            format!("{option} {}: {}.", manner(decision), support(option, decision))
        }
        (Status::Decided, None) if decision.reason == Reason::Rank => best_answer(decision),
        (Status::Undecided | Status::Decided, _) => format!("No decision: {}", undecided(decision)),
    }
}

/// How firm the decision is: `One more HOLD among codex and gemini would have made it a tie.`
#[must_use]
pub fn margin(margin: &Margin) -> String {
    let changes: Vec<String> = margin.changes.iter().map(change).collect();
    let mut sentence = format!("{} {}.", list(&changes), came_out(&margin.result));
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// `one more HOLD among codex and gemini`, `a HOLD from codex`.
fn change(change: &Change) -> String {
    let named = if change.among.len() > MANY_SEATS { seats(change.among.len()) } else { list(&change.among) };
    let Some(label) = &change.to else {
        let noun = if change.among.len() == 1 { "check" } else { "checks" };
        return format!("the {noun} {named} passing instead of voting {}", change.from);
    };
    let vote = if change.ranking.is_empty() { label.clone() } else { change.ranking.join(" > ") };
    let number = match change.seats.len() {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        more => more.to_string(),
    };
    match (change.seats.len(), change.among.len()) {
        (1, 1) => format!("the vote of {named} for {vote}"),
        (chosen, all) if chosen == all => format!("the votes of {named} for {vote}"),
        _ => format!("{number} more {vote} among {named}"),
    }
}

/// What would have come of a vote, to follow what would have been otherwise.
fn came_out(result: &Outlook) -> String {
    match (result.status, &result.option) {
        (Status::Escalated, _) => "would have sent it to a human".to_owned(),
        (Status::Vetoed, Some(option)) => format!("would have made it {option} by veto"),
        (Status::Vetoed, None) => "would have blocked it by a dealbreaker".to_owned(),
        (Status::Inquorate, _) => "would have left it without a quorum".to_owned(),
        (_, Some(option)) => format!("would have made it {option}"),
        (_, None) => match result.reason {
            Reason::Tie => "would have made it a tie".to_owned(),
            Reason::Split => "would have left it undecided, with the ballots split".to_owned(),
            Reason::TooFewLineages => "would have left it undecided, with too few lineages behind it".to_owned(),
            _ => "would have left it undecided".to_owned(),
        },
    }
}

/// How the winning option won, to follow its label.
fn manner(decision: &Decision) -> &'static str {
    match decision.reason {
        Reason::Unanimous => "unanimously",
        Reason::Majority => "by majority",
        Reason::Supermajority => "by supermajority",
        Reason::Plurality => "by plurality",
        Reason::Weighted => "by weight",
        Reason::ConfidenceWeighted => "by weight and confidence",
        Reason::ParityPair => "by agreement of the proposer and the parity seats",
        Reason::Borda => "by points",
        Reason::Moderator => "by the moderator, who breaks the tie",
        Reason::Safety => "by the panel's order of safety",
        Reason::DrawnByLot => "by lot",
        Reason::Vetoed => "by veto",
        Reason::Dealbreaker => "by a dealbreaker",
        Reason::VetoMissing
        | Reason::Tie
        | Reason::Split
        | Reason::Incomplete
        | Reason::ShortOfThreshold
        | Reason::Open
        | Reason::TooFewLineages
        | Reason::NoBallots
        | Reason::Inquorate
        | Reason::Human
        | Reason::Rank
        | Reason::TooFewAnswers
        | Reason::TooFewRankings
        | Reason::NotSought => "by the rule of the panel",
    }
}

/// `3 of 5 (60 %)`, or with the weight where that is something else than the ballots.
fn support(option: &str, decision: &Decision) -> String {
    let eligible = decision.quorum.eligible;
    let Some(tally) = decision.tally.options.iter().find(|tally| tally.option == option) else {
        return format!("of {}", seats(eligible));
    };
    let share = decision.strength.as_ref().unwrap_or(&tally.share);
    let of_seats = format!("{} of {eligible}", tally.ballots);
    if let Some(score) = &tally.score {
        return format!("score {} ({}), {of_seats} seats", score.exact, percent(share.decimal));
    }
    if share.exact == of(tally.ballots, eligible) {
        format!("{of_seats} ({})", percent(share.decimal))
    } else {
        format!("{of_seats} seats with {} of the weight ({})", share.exact, percent(share.decimal))
    }
}

/// Why no option won, as the end of a sentence.
fn undecided(decision: &Decision) -> String {
    let cast: Vec<&OptionTally> = decision.tally.options.iter().filter(|tally| tally.ballots > 0).collect();
    let leader = leaders(&decision.tally.options).first().cloned().unwrap_or_default();
    let ranked = decision.leaderboard.as_ref();
    match decision.reason {
        Reason::Tie | Reason::Human if ranked.is_some() => {
            format!("the answers of {} have the same points.", list(&best_seats(decision)))
        }
        Reason::TooFewAnswers => "there are too few answers to rank; it takes 3.".to_owned(),
        Reason::TooFewRankings => {
            let rankings = ranked.map_or(0, |board| board.voters.len());
            format!("{}, and the quorum is {}.", counted(rankings, "whole ranking"), decision.quorum.needed)
        }
        Reason::Tie | Reason::Human => format!("tie between {}.", list(&leaders(&decision.tally.options))),
        Reason::Split => {
            let counts: Vec<String> =
                cast.iter().map(|tally| format!("{} {}", tally.option, tally.share.exact)).collect();
            format!("the ballots are split ({}), and no option has enough.", counts.join(", "))
        }
        Reason::Incomplete => {
            let missing = decision.quorum.eligible.saturating_sub(cast.iter().map(|tally| tally.ballots).sum());
            format!("every ballot says {leader}, but {missing} of {} cast none.", seats(decision.quorum.eligible))
        }
        Reason::ShortOfThreshold => format!("{leader} falls short of the threshold."),
        Reason::Open => format!("{leader} leads, but the missing seats could still have turned it."),
        Reason::TooFewLineages => format!("{leader} won the count, but too few lineages stand behind it."),
        Reason::NoBallots => "no seat voted for an option.".to_owned(),
        Reason::VetoMissing => format!("{leader} needs the ballot of every seat with a veto, and one is missing."),
        Reason::Inquorate => "too few seats answered.".to_owned(),
        Reason::Dealbreaker => format!("{} named a dealbreaker.", list(&decision.dealbreakers)),
        Reason::Vetoed => format!("{} vetoed.", list(&decision.vetoed_by)),
        Reason::NotSought => "none was sought.".to_owned(),
        Reason::Unanimous
        | Reason::Majority
        | Reason::Supermajority
        | Reason::Plurality
        | Reason::Weighted
        | Reason::ConfidenceWeighted
        | Reason::ParityPair
        | Reason::Borda
        | Reason::Rank
        | Reason::Safety
        | Reason::Moderator
        | Reason::DrawnByLot => "the rule reached none.".to_owned(),
    }
}

/// `claude's answer is ranked first: 5/6 of the points in 3 of 4 rankings.`
fn best_answer(decision: &Decision) -> String {
    let best = decision.leaderboard.as_ref().and_then(|board| Some((board.answers.first()?, board.voters.len())));
    let Some((best, rankings)) = best else { return "One answer is ranked first.".to_owned() };
    let points = best.points.as_ref().map_or_else(|| percent(0.0), share);
    let rankings = counted(rankings, "ranking");
    format!("{}'s answer is ranked first: {points} of the points in {} of {rankings}.", best.seat, best.ranked_by)
}

/// The seats whose answers have the most points.
fn best_seats(decision: &Decision) -> Vec<String> {
    let answers = decision.leaderboard.iter().flat_map(|board| &board.answers);
    let most = answers.clone().next().and_then(|answer| answer.points.as_ref());
    answers.filter(|answer| answer.points.as_ref() == most).map(|answer| answer.seat.clone()).collect()
}

/// The options with the greatest share, or score where the rule goes by scores.
fn leaders(options: &[OptionTally]) -> Vec<String> {
    let merit = |tally: &OptionTally| tally.score.as_ref().unwrap_or(&tally.share).exact.parse::<Exact>().ok();
    let greatest = options.iter().filter_map(merit).max();
    let is_cast = |tally: &OptionTally| tally.ballots > 0 || tally.score.is_some();
    let leading = options.iter().filter(|tally| is_cast(tally) && merit(tally) == greatest);
    leading.map(|tally| tally.option.clone()).collect()
}

/// `3/5 (60 %)`; all and nothing need no fraction.
#[must_use]
pub fn share(share: &Shown) -> String {
    match share.exact.contains('/') {
        true => format!("{} ({})", share.exact, percent(share.decimal)),
        false => percent(share.decimal),
    }
}

/// `60 %`, with one decimal where it is needed.
#[must_use]
pub fn percent(share: f64) -> String {
    let tenths = (share * 1000.0).round() / 10.0;
    format!("{tenths} %")
}

/// `count` of the whole, as an exact fraction in lowest terms.
fn of(count: usize, whole: usize) -> String {
    match (i64::try_from(count), i64::try_from(whole)) {
        (Ok(count), Ok(whole)) if whole > 0 => ratio(count, whole).to_string(),
        _ => String::new(),
    }
}

/// `1 seat`, `3 seats`.
#[must_use]
pub fn seats(count: usize) -> String {
    counted(count, "seat")
}

/// `1 ballot`, `3 ballots`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_sentences() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([0, 1, 2, 3].map(|count| list(&names[..count])), ["nobody", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn shares_are_exact_and_rounded_for_the_eye() {
        let shown = [(3, 5), (2, 3), (1, 1), (0, 1)].map(|(part, whole)| share(&Shown::from(&ratio(part, whole))));
        assert_eq!(shown, ["3/5 (60 %)", "2/3 (66.7 %)", "100 %", "0 %"]);
    }
}
