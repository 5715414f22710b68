//! A verdict that ranks the options: a numbered list, best first (README, "The ballot").
//!
//! Each place is read with all the care that a single verdict is read with, and one that is no plain vote for an
//! option spoils the whole. Nothing is guessed from the order of a list whose numbers say otherwise.

use super::claim::{self, Claim};
use super::label::Labels;
use super::page::{Line, LineKind};
use super::sentence::{self, Reading};

/// The claim of a verdict's numbered list. `None` where there is none, where it names no option, as a list of tasks
/// does, and where an option is named before it: the text is then read like any other verdict. `after` is the line
/// that ends the section.
pub(super) fn of_section(rest: &str, section: &[Line], after: Option<&Line>, labels: &Labels) -> Option<Claim> {
    // An item that is disowned names nothing, and is a place of the list all the same.
    let speaks = |line: &&Line| !line.disowned || (line.opens_item && line.number.is_some());
    let lines: Vec<&Line> = section.iter().filter(|line| line.kind == LineKind::Text).filter(speaks).collect();
    let first = lines.iter().position(|line| line.number.is_some())?;
    let (before, list) = lines.split_at_checked(first)?;
    let names_an_option = |text: &str| !matches!(sentence::reading(text, labels), Reading::Nothing | Reading::Unknown);
    if names_an_option(rest) || before.iter().any(|line| names_an_option(&line.text)) {
        return None;
    }
    let (places, tail) = places(list);
    let claims: Vec<Claim> =
        places.iter().map(|place| claim::of_paragraphs(std::slice::from_ref(&place.texts), labels)).collect();
    if claims.iter().all(names_nothing) {
        return None;
    }
    // A place that opens another part of the ballot, such as the option "Risks", would be lost.
    let goes_on = after.is_some_and(|line| line.kind == LineKind::Text && line.opens_item && line.number.is_some());
    if goes_on {
        let words = places.iter().flat_map(|place| &place.texts).cloned().collect::<Vec<_>>().join("; ");
        return Some(Claim::OffList { words: claim::shortened(&words) });
    }
    Some(of_places(&places, claims, &tail, labels))
}

/// A place of the list.
struct Place {
    number: Option<u32>,
    texts: Vec<String>,
}

/// The places, and the lines after the list.
fn places(lines: &[&Line]) -> (Vec<Place>, Vec<String>) {
    let depth = lines.first().map_or(0, |line| line.depth);
    let mut places: Vec<Place> = vec![];
    let mut tail: Vec<String> = vec![];
    for line in lines {
        let texts = if line.disowned { vec![] } else { vec![line.text.clone()] };
        if line.opens_item && line.depth == depth {
            places.push(Place { number: line.number, texts });
        } else if let Some(place) = places.last_mut().filter(|_| line.depth >= depth) {
            place.texts.extend(texts);
        } else {
            tail.extend(texts);
        }
    }
    (places, tail)
}

fn names_nothing(claim: &Claim) -> bool {
    matches!(claim, Claim::Missing | Claim::Unlisted { .. } | Claim::Unnamed { .. })
}

fn of_places(places: &[Place], claims: Vec<Claim>, tail: &[String], labels: &Labels) -> Claim {
    let words =
        || claim::shortened(&places.iter().flat_map(|place| &place.texts).cloned().collect::<Vec<_>>().join("; "));
    let is_filled_in = claims.iter().any(|claim| !matches!(claim, Claim::Echoed));
    let mut ranking: Vec<usize> = vec![];
    let mut best = String::new();
    for (at, (place, claim)) in places.iter().zip(claims).enumerate() {
        match claim {
            _ if place.number.and_then(|number| usize::try_from(number).ok()) != Some(at + 1) => {
                return Claim::Conflicting { words: words() };
            }
            Claim::Vote { option, .. } if ranking.contains(&option) => return Claim::Conflicting { words: words() },
            Claim::Vote { option, summary, .. } => {
                ranking.push(option);
                if at == 0 {
                    best = summary;
                }
            }
            Claim::Abstained { .. } if places.len() > 1 => return Claim::Conflicting { words: words() },
            // Elsewhere such a claim gives way to another verdict; this list is a verdict itself.
            Claim::Echoed if is_filled_in => return Claim::OffList { words: words() },
            claim if names_nothing(&claim) => return Claim::OffList { words: words() },
            other => return other,
        }
    }
    let Some(option) = ranking.first().copied() else { return Claim::Missing };
    let turns = |text: &String| match sentence::reading(text, labels) {
        Reading::Declared { option: other, .. } => other != option,
        _ => sentence::takes_back(text, option, labels),
    };
    if tail.iter().any(turns) {
        return Claim::Conflicting { words: words() };
    }
    Claim::Vote { option, ranking, summary: best }
}
