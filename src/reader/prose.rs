//! What an answer says as a whole, without a verdict: a refusal, an abstention, that the seat could
//! not see what it was to judge, or the free answer of a panel without options.

use super::claim::{Claim, shortened};
use super::label::Labels;
use super::page::{LineKind, Page};
use super::sentence::{self, Reading};
use super::word;
use crate::vote::{Exact, ratio};

/// How the text of a refusal begins, as words.
const REFUSALS: [&str; 22] = [
    "i can't help",
    "i cannot help",
    "i can't assist",
    "i cannot assist",
    "i won't help",
    "i'm not able to help",
    "i am not able to help",
    "i'm unable to help",
    "i am unable to help",
    "i'm unable to assist",
    "i am unable to assist",
    "i must decline",
    "i have to decline",
    "i decline to",
    "i refuse",
    "i can't review",
    "i cannot review",
    "i can't comply",
    "i cannot comply",
    "ich kann dabei nicht helfen",
    "je ne peux pas vous aider",
    "no puedo ayudar",
];

/// What a seat says that could not see what it was to judge, as words: that it could not, …
const INABILITIES: [&str; 22] = [
    "was not able to",
    "wasn't able to",
    "could not",
    "couldn't",
    "cannot",
    "can't",
    "am unable to",
    "was unable to",
    "i'm unable to",
    "i am not able to",
    "unable to",
    "did not receive",
    "didn't receive",
    "have not seen",
    "haven't seen",
    "was not given",
    "wasn't given",
    "do not have access to",
    "don't have access to",
    "had no access to",
    "have no access to",
    "konnte nicht",
];
/// … that to see it was what it could not, …
const SIGHTS: [&str; 10] = ["read", "open", "see", "access", "view", "load", "inspect", "retrieve", "find", "receive"];
/// … and the thing as a whole.
const THINGS: [&str; 22] = [
    "the diff",
    "the change",
    "the changes",
    "the patch",
    "the pull request",
    "the code",
    "the files",
    "any files",
    "any file",
    "any of the",
    "the repository",
    "the material",
    "the content",
    "the contents",
    "the commit",
    "a diff",
    "any diff",
    "any code",
    "any changes",
    "anything",
    "the attached",
    "the attachment",
];
const NOTHING_CAME: [&str; 14] = [
    "no file content",
    "no content came",
    "no diff was",
    "no files were",
    "no code was",
    "nothing was provided",
    "nothing was attached",
    "no content was",
    "no change was",
    "no patch was",
    "no material was",
    "no diff came",
    "without access",
    "permission",
];

fn phrase(text: &str) -> String {
    let words: Vec<String> = word::words(text).into_iter().map(|word| word.folded).collect();
    format!(" {} ", words.join(" "))
}

pub(super) fn is_refusal(text: &str) -> bool {
    let phrase = phrase(&text.chars().take(400).collect::<String>());
    let opening = phrase
        .trim_start()
        .trim_start_matches("i'm sorry ")
        .trim_start_matches("i am sorry ")
        .trim_start_matches("sorry ");
    let opening = opening.trim_start_matches("i apologize ").trim_start_matches("as an ai ").trim_start_matches("but ");
    REFUSALS.iter().any(|refusal| opening.starts_with(refusal))
        || (phrase.starts_with(" i'm sorry but i can't ") || phrase.starts_with(" i'm sorry but i cannot "))
}

/// The claim of an answer that has no verdict.
pub(super) fn claim(page: &Page, labels: &Labels) -> Claim {
    let text: String = page
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Text && !line.disowned)
        .take(8)
        .map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let words = shortened(&text.chars().take(300).collect::<String>());
    if is_refusal(&text) {
        return Claim::Refused { words };
    }
    let opening = first_sentence(&text);
    if let Reading::Declared { option, .. } = sentence::reading(&opening, labels)
        && option == labels.options
    {
        return Claim::Abstained { words };
    }
    if labels.options == 0 && !text.is_empty() {
        return Claim::Prose { summary: shortened(&opening) };
    }
    Claim::Missing
}

fn first_sentence(text: &str) -> String {
    let end = text.char_indices().find(|(at, c)| {
        matches!(c, '。' | '！' | '？')
            || (matches!(c, '.' | '!' | '?')
                && text.get(at + 1..).is_none_or(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)))
    });
    end.and_then(|(at, c)| text.get(..at + c.len_utf8())).unwrap_or(text).to_owned()
}

/// Whether the answer as a whole says that the seat could not see what it was to judge: a vote needs
/// two signs of it to be put aside, any other answer one.
pub(super) fn is_blind(page: &Page, voted: bool, confidence: Option<&Exact>) -> bool {
    let first = phrase(&page.opening());
    let mut unseen =
        !voted && first.starts_with(" no ") && NOTHING_CAME.iter().any(|sign| first.contains(&format!(" {sign} ")));
    let mut signs = usize::from(confidence.is_some_and(|confidence| *confidence <= ratio(3, 10)));
    let mut block = None;
    let mut paragraphs: Vec<String> = vec![];
    for line in page.lines.iter().filter(|line| line.kind == LineKind::Text && !line.disowned).take(40) {
        if block == Some(line.block) {
            paragraphs.last_mut().into_iter().for_each(|text| text.extend([" ", &line.text]));
        } else {
            paragraphs.push(line.text.clone());
        }
        block = Some(line.block);
    }
    for paragraph in &paragraphs {
        for sentence in paragraph.chars().take(2000).collect::<String>().split(['.', '!', '?', ';']) {
            let sentence = phrase(sentence);
            unseen |= says_unseen(&sentence);
            signs += usize::from(NOTHING_CAME.iter().any(|sign| sentence.contains(&format!(" {sign} "))));
        }
    }
    unseen && (!voted || signs > 0)
}

/// "I was not able to read the diff", in the first person and with the thing right after the verb.
fn says_unseen(sentence: &str) -> bool {
    let own = sentence.starts_with(" i ")
        || sentence.starts_with(" i'm ")
        || sentence.contains(" i ")
        || sentence.starts_with(" unable ");
    own && INABILITIES.iter().any(|inability| {
        let Some((_, after)) = sentence.split_once(&format!(" {inability} ")) else { return false };
        let seen = SIGHTS.iter().find_map(|sight| after.strip_prefix(&format!("{sight} ")));
        let direct = matches!(
            *inability,
            "did not receive" | "didn't receive" | "have not seen" | "haven't seen" | "was not given" | "wasn't given"
        ) || inability.ends_with("access to");
        let thing = seen.or(direct.then_some(after));
        thing.is_some_and(|thing| {
            THINGS.iter().any(|known| thing.strip_prefix(known).is_some_and(|rest| rest.starts_with(' ')))
        })
    })
}
