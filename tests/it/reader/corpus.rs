//! Every answer under `tests/corpus/reader`, against `expectations.yaml` there.

use std::path::Path;

use serde::Deserialize;
use venire::reader::read;
use venire::vote::Outcome;

use super::{form, options, word};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    answer: String,
    options: Vec<String>,
    vote: Option<String>,
    non_vote: Option<String>,
    confidence: Option<String>,
    takeaways: Option<usize>,
}

#[test]
fn every_answer_of_the_corpus_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/reader");
    let text = std::fs::read_to_string(folder.join("expectations.yaml")).unwrap();
    let expectations: Vec<Expectation> = serde_yaml::from_str(&text).unwrap();
    let answers = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "md"));
    assert_eq!(answers.count(), expectations.len(), "every answer has one expectation");
    let mut wrong = vec![];
    for expectation in &expectations {
        let answer = std::fs::read_to_string(folder.join(&expectation.answer).with_extension("md")).unwrap();
        let labels: Vec<&str> = expectation.options.iter().map(String::as_str).collect();
        let outcome = read(&answer, &form(&options(&labels)));
        let want = expectation.vote.as_ref().or(expectation.non_vote.as_ref()).unwrap();
        let mut faults = vec![];
        if word(&outcome) != *want {
            faults.push(format!("wanted {want}, got {}", word(&outcome)));
        }
        if let Outcome::Ballot(ballot) = &outcome {
            let confidence = ballot.confidence.as_ref().map_or("none".to_owned(), ToString::to_string);
            if expectation.confidence.as_ref().is_some_and(|want| *want != confidence) {
                faults.push(format!("confidence {confidence}, wanted {:?}", expectation.confidence));
            }
            if expectation.takeaways.is_some_and(|want| want != ballot.takeaways.len()) {
                faults.push(format!("takeaways {:#?}, wanted {:?}", ballot.takeaways, expectation.takeaways));
            }
            if ballot.summary.is_empty() {
                faults.push("no summary".to_owned());
            }
        }
        if !faults.is_empty() {
            wrong.push(format!("{}.md: {}\n{answer}", expectation.answer, faults.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{} answers are misread:\n\n{}", wrong.len(), wrong.join("\n----\n"));
}
