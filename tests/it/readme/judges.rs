//! The table of real votes: `venire tally` over what six judges said of 350 pairs of answers, and what the README
//! makes of it. Where the votes come from is said in `tests/corpus/judgebench/README.md`.

use std::fs;

use serde_json::Value;

use super::{readme, root, section};
use crate::world::World;

/// The vendors of the judges, in the order of the votes.
const VENDORS: [&str; 6] = ["openai", "ray2333", "skywork", "skywork", "internlm", "internlm"];
const ALL: [usize; 6] = [0, 1, 2, 3, 4, 5];

/// A pair of answers: its id, the better one, and what each judge said.
struct Pair {
    id: String,
    better: char,
    votes: Vec<char>,
}

/// What came of a rule over all pairs.
#[derive(Clone, Copy)]
struct Score {
    right: usize,
    wrong: usize,
    undecided: usize,
    voices: f64,
}

fn pairs() -> Vec<Pair> {
    let text = fs::read_to_string(root().join("tests/corpus/judgebench/votes.txt")).unwrap();
    let pair = |line: &str| {
        let [id, better, votes] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        Pair { id: id.to_owned(), better: better.chars().next().unwrap(), votes: votes.chars().collect() }
    };
    text.lines().map(pair).collect()
}

/// Has these judges vote on every pair and counts by a rule.
fn score(world: &World, pairs: &[Pair], judges: &[usize], rule: &[&str]) -> Score {
    let mut lines = String::new();
    for pair in pairs {
        for judge in judges {
            let said = match pair.votes[*judge] {
                // Asked in both orders, it named a different one each time.
                '-' => "\"non_vote\":\"conflicting\"".to_owned(),
                vote => format!("\"vote\":\"{vote}\""),
            };
            let vendor = VENDORS[*judge];
            lines.push_str(&format!("{{\"item\":\"{}\",\"seat\":{judge},{said},\"lineage\":\"{vendor}\"}}\n", pair.id));
        }
    }
    fs::write(world.repository().join("votes.jsonl"), lines).unwrap();
    let roster = judges.len().to_string();
    let arguments =
        ["tally", "votes.jsonl", "--roster", &roster, "--option", "A", "--option", "B", "--format", "jsonl"];
    let outcome = world.venire(&[&arguments, rule].concat());
    let items: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(items.len(), pairs.len(), "{}", outcome.stderr);
    let mut score = Score {
        right: 0,
        wrong: 0,
        undecided: 0,
        voices: items[0]["decision"]["effective_voices"]["decimal"].as_f64().unwrap(),
    };
    for (item, pair) in items.iter().zip(pairs) {
        assert_eq!(item["item"], pair.id.as_str());
        match item["decision"]["option"].as_str() {
            None => score.undecided += 1,
            Some(option) if option.starts_with(pair.better) => score.right += 1,
            Some(_) => score.wrong += 1,
        }
    }
    score
}

/// The panels of three judges of three vendors.
fn threes() -> Vec<[usize; 3]> {
    let all =
        ALL.iter().flat_map(|one| ALL.iter().flat_map(move |two| ALL.iter().map(move |three| [*one, *two, *three])));
    let differ = |[one, two, three]: &[usize; 3]| {
        let [one, two, three] = [VENDORS[*one], VENDORS[*two], VENDORS[*three]];
        one != two && two != three && one != three
    };
    all.filter(|judges| judges.is_sorted()).filter(differ).collect()
}

fn percent(part: f64, whole: f64) -> String {
    format!("{:.1} %", part / whole * 100.0)
}

/// A row of the README's table.
fn row(name: &str, scores: &[Score]) -> String {
    let sum = |part: fn(&Score) -> usize| scores.iter().map(part).sum::<usize>() as f64;
    let (right, wrong, undecided) = (sum(|s| s.right), sum(|s| s.wrong), sum(|s| s.undecided));
    let all = right + wrong + undecided;
    format!(
        "| {name} | {} | {} | {} | {} | {} |",
        percent(right, all),
        percent(wrong, all),
        percent(undecided, all),
        percent(right, right + wrong),
        scores[0].voices
    )
}

#[test]
fn the_table_of_real_votes_is_what_the_program_counts() {
    let (world, pairs) = (World::new(), pairs());
    let of = |judges: &[usize], rule: &[&str]| score(&world, &pairs, judges, rule);
    let singles: Vec<Score> = ALL.iter().map(|judge| of(&[*judge], &[])).collect();
    let best = singles.iter().copied().max_by_key(|score| score.right).unwrap();
    let threes: Vec<Score> = threes().iter().map(|judges| of(judges, &[])).collect();
    let (best_three, worst_three) =
        (threes.iter().max_by_key(|s| s.right).unwrap(), threes.iter().min_by_key(|s| s.right).unwrap());
    let rows = [
        row("the best single judge", &[best]),
        row("six, `majority`", &[of(&ALL, &[])]),
        row("six, `majority`, `discount_correlated`", &[of(&ALL, &["--discount-correlated"])]),
        row("six, `supermajority`", &[of(&ALL, &["--strategy", "supermajority"])]),
        row("six, `plurality`", &[of(&ALL, &["--strategy", "plurality"])]),
        row(
            "six, `plurality`, `discount_correlated`",
            &[of(&ALL, &["--strategy", "plurality", "--discount-correlated"])],
        ),
        row("six, `unanimous`", &[of(&ALL, &["--strategy", "unanimous"])]),
        row("six, `weighted`", &[of(&ALL, &["--strategy", "weighted"])]),
        row("six, `confidence-weighted`", &[of(&ALL, &["--strategy", "confidence-weighted"])]),
        row("six, `borda`", &[of(&ALL, &["--strategy", "borda"])]),
        row("three of three vendors, `majority`: mean of all 12", &threes),
        row("… the best of the 12", &[*best_three]),
        row("… the worst of the 12", &[*worst_three]),
    ];
    let readme = readme();
    let written: Vec<&str> = section(&readme, "### What real votes show")
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" % |"))
        .collect();
    assert_eq!(written, rows, "left: the README; right: counted\n{}", rows.join("\n"));
}
