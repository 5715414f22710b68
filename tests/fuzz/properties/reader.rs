//! What holds for every answer, whatever the form.
//!
//! An input is an answer. Its first line may say what was asked, `=== SHIP | HOLD ; gate whole`: the
//! options, the first of which passes a gate and the second of which blocks it, and the conditions of
//! the form by the names that [`Asked`] gives them.

use std::collections::BTreeSet;

use venire::reader::{DecoyScan, Form, read};
use venire::text::label::{fold, in_an_answer};
use venire::vote::{Choice, Effect, NonVoteGroup, NonVoteKind, Outcome};

/// The seal that an input knows.
const SEAL: &str = "kmwqzt";

/// What a seat was asked.
#[derive(Clone, Default)]
struct Asked {
    options: Vec<Choice>,
    gate: bool,
    again: bool,
    decoy: bool,
    whole: bool,
    cut: bool,
    ranked: bool,
}

impl Asked {
    /// What an input says that was asked, and the answer.
    fn of(input: &str) -> (Self, &str) {
        let (head, answer) = input
            .strip_prefix("=== ")
            .map_or(("SHIP | HOLD", input), |rest| rest.split_once('\n').unwrap_or((rest, "")));
        let (labels, conditions) = head.split_once(';').unwrap_or((head, ""));
        let is = |word: &str| conditions.split_whitespace().any(|condition| condition == word);
        let mut asked = Self {
            options: vec![],
            gate: is("gate"),
            again: is("again"),
            decoy: is("decoy"),
            whole: is("whole"),
            cut: is("cut"),
            ranked: is("ranked"),
        };
        for label in labels.split('|').map(str::trim) {
            let folded = fold(label);
            let known = asked.options.iter().any(|other| fold(&other.label) == folded);
            // What a panel refuses is no label; a seal is fresh, so that no label holds it.
            let usable = !folded.is_empty() && folded != "abstain" && label.chars().count() <= 64;
            let usable = usable && !label.chars().any(char::is_control) && fold(&in_an_answer(label)) == folded;
            let usable = usable && !folded.contains(SEAL);
            if usable && !known && asked.options.len() < 6 {
                let effect = [Effect::Pass, Effect::Block].get(asked.options.len()).copied();
                asked.options.push(Choice { label: label.to_owned(), effect, meaning: None });
            }
        }
        // Nothing is counted with fewer: `all-voices`.
        if asked.options.len() < 2 {
            asked.options.clear();
        }
        (asked, answer)
    }

    fn form<'a>(&'a self, seal: &'a str) -> Form<'a> {
        Form {
            options: &self.options,
            seal,
            pass_needs_seal: self.gate,
            sealed_only: self.again,
            material_has_verdict: self.decoy,
            asks_dealbreaker: self.whole,
            cut: self.cut,
            ranked: self.ranked,
        }
    }

    /// The same options asked for in the same way, and no condition.
    fn plainly(&self) -> Self {
        Self { options: self.options.clone(), ranked: self.ranked, ..Self::default() }
    }

    /// A single choice of the same options, and no condition.
    fn singly(&self) -> Self {
        Self { options: self.options.clone(), ..Self::default() }
    }

    /// A verdict as it was asked for, with the last option first, and the ranking that it stands for.
    fn verdict(&self) -> Option<(&str, String, Vec<String>)> {
        let label = &self.options.last()?.label;
        if !self.ranked {
            return Some((label, format!("{label} - one sentence"), vec![]));
        }
        let ranking: Vec<String> = self.options.iter().rev().map(|choice| choice.label.clone()).collect();
        let places = ranking.iter().enumerate().map(|(at, label)| format!("{}. {label} - one sentence", at + 1));
        Some((label, places.collect::<Vec<_>>().join("\n"), ranking))
    }
}

/// # Panics
/// When a property of the reader does not hold.
pub fn hold(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let (asked, answer) = Asked::of(&input);
    let outcome = read(answer, &asked.form(SEAL));
    is_one_of_the_list(&outcome, &asked);
    line_ends_say_nothing(answer, &outcome, &asked);
    conditions_never_make_a_vote(answer, &outcome, &asked);
    a_ranking_is_asked_for(answer, &asked);
    only_the_seal_seals(answer, &asked);
    a_sealed_verdict_stands_alone(answer, &asked);
    a_cut_never_turns_a_vote(answer, &asked);
    material_is_seen_however_it_comes(answer);
    what_would_vote_is_seen_in_material(answer, &asked);
}

/// One option of the list or a reason why not, and what the form asks for is there.
fn is_one_of_the_list(outcome: &Outcome, asked: &Asked) {
    match outcome {
        Outcome::Ballot(ballot) => {
            let option = ballot.option.as_deref();
            let listed = asked.options.iter().find(|choice| Some(choice.label.as_str()) == option);
            assert_eq!(listed.is_some(), !asked.options.is_empty(), "{option:?} is not on the list");
            assert_eq!(option.is_some(), listed.is_some(), "{option:?} is not on the list");
            assert!(!ballot.summary.trim().is_empty() && ballot.summary.chars().count() <= 600);
            let passes = listed.is_some_and(|choice| choice.effect == Some(Effect::Pass));
            let passes = passes || asked.ranked;
            let counts = !(asked.again || asked.decoy || (asked.gate && passes)) || asked.options.is_empty();
            is_strict(&ballot.ranking, option, asked);
            assert!(ballot.sealed || counts, "{option:?} counts without the seal");
            assert!(ballot.sealed || !asked.cut, "{option:?} counts although the middle is missing");
        }
        Outcome::NonVote(non_vote) => {
            assert!(!non_vote.detail.trim().is_empty(), "a non-vote without a word");
            let read = matches!(non_vote.kind.group(), NonVoteGroup::Chosen | NonVoteGroup::Unreadable);
            assert!(read || (asked.cut && non_vote.kind == NonVoteKind::OutputTooLarge), "{:?}", non_vote.kind);
        }
        Outcome::Passed => panic!("the reader never passes"),
    }
}

/// A ranking is of the panel's options, names none twice, and begins with the one that is voted for.
fn is_strict(ranking: &[String], option: Option<&str>, asked: &Asked) {
    let listed = |label: &String| asked.options.iter().any(|choice| choice.label == *label);
    assert!(ranking.iter().all(listed), "{ranking:?} is not of the list");
    let distinct: BTreeSet<&String> = ranking.iter().collect();
    assert_eq!(distinct.len(), ranking.len(), "{ranking:?} names an option twice");
    assert!(ranking.is_empty() || (asked.ranked && ranking.first().map(String::as_str) == option), "{ranking:?}");
}

/// What is no ranking is read as under every other rule, and a ranking never begins with another option than a
/// single choice would name.
fn a_ranking_is_asked_for(answer: &str, asked: &Asked) {
    let ranked = Asked { ranked: true, ..asked.singly() };
    let Outcome::Ballot(ranked) = read(answer, &ranked.form(SEAL)) else { return };
    match read(answer, &asked.singly().form(SEAL)) {
        Outcome::Ballot(single) if ranked.ranking.is_empty() => assert_eq!(ranked, single, "a single choice"),
        Outcome::Ballot(single) => assert_eq!(ranked.option, single.option, "the first place"),
        Outcome::NonVote(_) => assert!(!ranked.ranking.is_empty(), "asking for a ranking made a vote: {ranked:?}"),
        Outcome::Passed => panic!("the reader never passes"),
    }
}

/// A last line end, and line ends of another system, change nothing.
fn line_ends_say_nothing(answer: &str, outcome: &Outcome, asked: &Asked) {
    assert_eq!(&read(&format!("{answer}\n"), &asked.form(SEAL)), outcome, "a last line end");
    if !answer.contains('\r') {
        assert_eq!(&read(&answer.replace('\n', "\r\n"), &asked.form(SEAL)), outcome, "CRLF");
    }
}

/// A condition of the form takes a vote away or leaves it as it is.
fn conditions_never_make_a_vote(answer: &str, outcome: &Outcome, asked: &Asked) {
    if let Outcome::Ballot(_) = outcome {
        assert_eq!(&read(answer, &asked.plainly().form(SEAL)), outcome, "a condition changed the ballot");
    }
}

/// Under a seal that the answer can't know, nothing is sealed.
fn only_the_seal_seals(answer: &str, asked: &Asked) {
    if let Outcome::Ballot(ballot) = read(answer, &asked.form(&fresh(answer))) {
        assert!(!ballot.sealed, "sealed by something else");
    }
}

/// Whatever stands around it, a sealed verdict is the vote, or there is none.
fn a_sealed_verdict_stands_alone(answer: &str, asked: &Asked) {
    let (Some((label, verdict, ranking)), seal) = (asked.verdict(), fresh(answer)) else { return };
    let ballot = format!("## Verdict {seal}\n{verdict}\n\n## Confidence Score\n8/10\n");
    let plain = asked.plainly();
    // What opens before it and never ends can hide it; then nothing is sealed, and an unsealed vote is left.
    let again = Asked { again: true, ..asked.plainly() };
    for (asked, around) in
        [(&plain, format!("{ballot}\n## Analysis\n{answer}")), (&again, format!("{answer}\n\n{ballot}"))]
    {
        if let Outcome::Ballot(read) = read(&around, &asked.form(&seal)) {
            let is_the_vote = read.option.as_deref() == Some(label) && read.ranking == ranking;
            assert!(read.sealed && is_the_vote, "{read:?} of:\n{around}");
        }
    }
}

/// A whole ballot that breaks off is the same vote or none.
fn a_cut_never_turns_a_vote(answer: &str, asked: &Asked) {
    let (Some((label, verdict, ranking)), seal) = (asked.verdict(), fresh(answer)) else { return };
    let ballot = format!(
        "## Verdict {seal}\n{verdict}\n\n## Analysis\n{answer}\n\n## Confidence Score\n8/10\n\n\
         ## Key Takeaways\n- one\n\n## Dealbreaker\nno\n"
    );
    let whole = Asked { whole: true, ..asked.plainly() };
    let voted = |text: &str| match read(text, &whole.form(&seal)) {
        Outcome::Ballot(ballot) => Some((ballot.option, ballot.ranking)),
        _ => None,
    };
    let vote = Some((Some(label.to_owned()), ranking));
    if voted(&ballot) != vote {
        return;
    }
    let line_starts = ballot.find('\n').map_or(0, |end| end + 1);
    let label_ends = line_starts + if asked.ranked { "1. ".len() } else { 0 } + label.len();
    let mut cuts = vec![label_ends, label_ends - label.len().div_ceil(2)];
    let mut place = hash(answer);
    for _ in 0..5 {
        place = place.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cuts.push((place >> 33) as usize % ballot.len());
    }
    for cut in cuts.into_iter().filter(|cut| ballot.is_char_boundary(*cut)) {
        let left = voted(&ballot[..cut]);
        assert!(left.is_none() || left == vote, "cut at {cut} it votes for {left:?}:\n{ballot}");
    }
}

/// The scan for decoys finds the same in whatever pieces the material comes.
fn material_is_seen_however_it_comes(material: &str) {
    let found = |size: usize| {
        let mut scan = DecoyScan::new();
        material.as_bytes().chunks(size).for_each(|chunk| scan.feed(chunk));
        scan.finish();
        scan.found()
    };
    assert_eq!(found(7), found(usize::MAX), "it depends on the pieces");
}

/// An answer that would be a vote without the seal is seen for what it is where it stands in the material.
/// The scan reads lines, not Markdown: what only Markdown would make a word of is left out.
fn what_would_vote_is_seen_in_material(answer: &str, asked: &Asked) {
    let answer = answer.replace(['&', '<', '\\', '[', '`', '~', '*', '_'], "");
    let mut scan = DecoyScan::new();
    scan.feed(answer.as_bytes());
    scan.finish();
    if !scan.found()
        && let Outcome::Ballot(ballot) = read(&answer, &asked.plainly().form(&fresh(&answer)))
    {
        assert_eq!(ballot.option, None, "the scan doesn't see this verdict");
    }
}

/// A seal that no input knows: made of the whole answer.
fn fresh(answer: &str) -> String {
    let mut rest = hash(answer);
    let letter = |rest: &mut u64| {
        let letter = b"bcdfghjklmnpqrstvwxz"[(*rest % 20) as usize];
        *rest /= 20;
        char::from(letter)
    };
    (0..6).map(|_| letter(&mut rest)).collect()
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
