//! Recorded output of the real CLIs, each with the answer or the one kind of failure that it is.

use std::path::Path;

use venire::agent::{Definition, Extraction, Format, Reply};
use venire::invocation::{Ending, Stream};

use super::{known, read};

/// How gemini prints one document in place of a stream.
const GEMINI_JSON: &str = "
command: gemini
output:
  format: json
  answer: { path: response }
  success: { absent: error }
  error: [{ path: error.message }, { on: stderr, path: error.message }]
";

struct Recording {
    name: String,
    format: Format,
    ending: Ending,
    expected: String,
    pieces: Vec<(Stream, String)>,
}

/// Each entry starts with `=== name | format | ending | expected`; lines of standard output start with
/// `1 `, lines of standard error with `2 `.
fn recordings(agent: &str) -> Vec<Recording> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/corpus/agents/{agent}.txt"));
    let text = std::fs::read_to_string(path).expect("the corpus");
    let mut recordings: Vec<Recording> = vec![];
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        if let Some(head) = line.strip_prefix("=== ") {
            let [name, format, ending, expected] = head.split(" | ").collect::<Vec<_>>()[..] else { panic!("{head}") };
            let number = |text: &str| text.parse().expect("a number");
            recordings.push(Recording {
                name: name.to_owned(),
                format: match format {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    _ => Format::JsonLines,
                },
                ending: match ending.split_once(' ') {
                    Some(("exit", status)) => Ending::Exited(number(status)),
                    Some((_, signal)) => Ending::Signalled(number(signal)),
                    None => Ending::TimedOut,
                },
                expected: expected.to_owned(),
                pieces: vec![],
            });
        } else {
            let stream = if line.starts_with('1') { Stream::Stdout } else { Stream::Stderr };
            let pieces = &mut recordings.last_mut().expect("an entry").pieces;
            pieces.push((stream, format!("{}\n", &line[2..])));
        }
    }
    recordings
}

fn variant(agent: &str, format: Format) -> Definition {
    let mut definition = known(agent);
    if agent == "gemini" && format == Format::Json {
        definition.output = read("gemini", GEMINI_JSON).expect("a definition").output;
    }
    definition.output.format = format;
    // Some were recorded with every tool on, to show what happens then.
    definition.watch.clear();
    definition
}

fn outcome(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => format!("answer {}", answer.text.trim().escape_default()),
        Reply::NonVote(non_vote) => non_vote.kind.word(),
    }
}

fn replay(definition: &Definition, recording: &Recording, bytewise: bool) -> Reply {
    let mut extraction = Extraction::new(definition).seated(None, &[]);
    for (stream, piece) in &recording.pieces {
        let size = if bytewise { 1 } else { usize::MAX };
        for chunk in piece.as_bytes().chunks(size) {
            extraction.feed(*stream, chunk);
        }
    }
    extraction.finish(&recording.ending)
}

#[test]
fn every_recording_is_its_answer_or_its_one_kind_of_failure() {
    let mut wrong = vec![];
    for agent in ["codex", "claude", "gemini"] {
        for recording in recordings(agent) {
            let definition = variant(agent, recording.format);
            let reply = replay(&definition, &recording, false);
            if outcome(&reply) != recording.expected {
                wrong.push(format!("{agent}/{}: {} => {reply:?}", recording.name, recording.expected));
            }
            assert_eq!(reply, replay(&definition, &recording, true), "{}: by the byte", recording.name);
            if let Reply::NonVote(non_vote) = &reply {
                assert!(!non_vote.detail.is_empty() && non_vote.detail.chars().count() <= 600);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
