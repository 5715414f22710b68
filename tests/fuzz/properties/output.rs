//! What holds for everything that an agent can print.
//!
//! An input is a run: `=== claude | json-lines | exit 0` says the agent, the format in place of its own,
//! and how it ended; each line after it went to standard output after `1 `, to standard error after `2 `.

use std::sync::LazyLock;

use serde_json::Value;
use venire::agent::{Definition, Extraction, Format, Reply, builtin, load};
use venire::document::{Source, parse};
use venire::invocation::{Ending, Stream, Watch};
use venire::vote::NonVoteKind;

/// Agents beside the built-in ones: the least there can be, and one that prints a document.
const OTHERS: [(&str, &str); 2] = [
    ("text", "command: text"),
    (
        "document",
        "{ command: document, output: { format: json, answer: { path: response }, success: { absent: error }, \
         error: [{ path: error.message }, { on: stderr, path: error.message }] } }",
    ),
];

static AGENTS: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let read = |(name, text): &(&str, &str)| {
        let node = parse(&Source::new(*name, *text)).expect("YAML");
        load(&node, Some(name), &mut vec![]).expect("a definition")
    };
    builtin().iter().chain(&OTHERS).map(read).collect()
});

/// A run as an input describes it.
struct Run<'i> {
    agent: Definition,
    ending: Ending,
    pieces: Vec<(Stream, &'i [u8])>,
}

impl<'i> Run<'i> {
    fn of(input: &'i [u8]) -> Self {
        let mut lines = input.split_inclusive(|byte| *byte == b'\n').peekable();
        let head = lines.next_if(|line| line.starts_with(b"=== ")).unwrap_or_default();
        let head = String::from_utf8_lossy(head);
        let mut fields = head.trim_start_matches("=== ").split('|').map(str::trim);
        let name = fields.next().and_then(|name| name.split(' ').next()).unwrap_or_default();
        let mut agent = AGENTS.iter().find(|agent| agent.name == name).unwrap_or(&AGENTS[1]).clone();
        // Without rules for records only text can be read.
        match fields.next() {
            Some("text") => agent.output.format = Format::Text,
            Some("json") if agent.output.success.is_some() => agent.output.format = Format::Json,
            Some("json-lines") if agent.output.success.is_some() => agent.output.format = Format::JsonLines,
            _ => {}
        }
        let ending = fields.next().unwrap_or_default();
        let number = ending.split(' ').nth(1).and_then(|number| number.parse().ok());
        let ending = match ending.split(' ').next().unwrap_or_default() {
            "signal" => Ending::Signalled(number.unwrap_or(9)),
            "timed-out" => Ending::TimedOut,
            "cut" => Ending::Cut,
            "killed" => Ending::AnsweredThenKilled,
            _ => Ending::Exited(number.unwrap_or(0)),
        };
        let pieces = lines.map(|line| match line {
            [b'2', b' ', rest @ ..] => (Stream::Stderr, rest),
            [b'1', b' ', rest @ ..] => (Stream::Stdout, rest),
            line => (Stream::Stdout, line),
        });
        Self { ending, pieces: pieces.collect(), agent }
    }

    /// What the run comes to if it ends in this way and comes in pieces of this size, and whether the
    /// watcher asked for its end.
    fn reply(&self, ending: &Ending, size: usize) -> (Reply, bool) {
        let mut extraction = Extraction::new(&self.agent).seated(None, &[]);
        let mut ended = false;
        for (stream, bytes) in &self.pieces {
            for chunk in bytes.chunks(size) {
                let sighting = extraction.feed(*stream, chunk);
                assert!(!ended || sighting.watch == Watch::End, "the end was taken back");
                ended |= sighting.watch == Watch::End;
                sighting.activity.iter().for_each(|activity| can_be_shown(activity, 120));
            }
        }
        (extraction.finish(ending), ended)
    }

    /// Whether the last word of its records is success.
    fn succeeded(&self) -> bool {
        let stdout: Vec<u8> =
            self.pieces.iter().filter(|(stream, _)| *stream == Stream::Stdout).fold(vec![], |mut all, (_, bytes)| {
                all.extend_from_slice(bytes);
                all
            });
        let output = &self.agent.output;
        let Some(rule) = &output.success else { return false };
        let mut succeeded = false;
        for record in records(&stdout, output.format) {
            let failed = output.error.iter().any(|error| !error.on_stderr && error.selection.text(&record).is_some());
            let present = |value: &&Value| !value.is_null();
            let absent = rule.absent.as_ref().is_none_or(|path| !path.values(&record).iter().any(present));
            let success = rule.records.matches(&record) && absent;
            succeeded = !failed && (success || succeeded);
        }
        succeeded
    }
}

/// The records of an output: each line that is one, or those of the first document.
fn records(stdout: &[u8], format: Format) -> Vec<Value> {
    if format == Format::JsonLines {
        let lines = stdout.split(|byte| *byte == b'\n');
        return lines.filter_map(|line| serde_json::from_slice(line).ok()).filter(Value::is_object).collect();
    }
    let starts = (0..stdout.len()).filter(|at| {
        matches!(stdout[*at], b'{' | b'[') && at.checked_sub(1).is_none_or(|before| stdout[before] == b'\n')
    });
    for start in starts {
        match serde_json::Deserializer::from_slice(&stdout[start..]).into_iter().next() {
            Some(Ok(Value::Array(records))) => return records,
            Some(Ok(record)) => return vec![record],
            _ => {}
        }
    }
    vec![]
}

/// # Panics
/// When a property of what reads the output does not hold.
pub fn hold(input: &[u8]) {
    let run = Run::of(input);
    let whole = run.reply(&run.ending, usize::MAX);
    assert_eq!(whole, run.reply(&run.ending, 3), "it depends on the pieces");
    let (reply, ended) = whole;
    let text_only = run.agent.output.format == Format::Text;
    match &reply {
        Reply::Answer(answer) => {
            assert!(!ended, "an answer after the end of the seat");
            assert!(!answer.text.trim_ascii().is_empty(), "an answer without a word");
            assert!(!text_only || run.ending == Ending::Exited(0), "text of a run that failed");
            assert!(text_only || run.succeeded(), "an answer without success");
            assert_eq!(answer.notes.is_empty(), run.ending == Ending::Exited(0), "how it ended is not said");
            answer.notes.iter().for_each(|note| can_be_shown(note, 200));
            answer.model.iter().for_each(|model| can_be_shown(model, 120));
            let (plain, _) = run.reply(&Ending::Exited(0), usize::MAX);
            assert!(matches!(plain, Reply::Answer(plain) if plain.text == answer.text), "an ending made an answer");
        }
        Reply::NonVote(non_vote) => {
            can_be_shown(&non_vote.detail, 600);
            non_vote.remedy.iter().for_each(|remedy| can_be_shown(remedy, 400));
            assert!(non_vote.kind != NonVoteKind::Abstained, "an output abstained");
        }
    }
    for ending in [
        Ending::Cancelled,
        Ending::SpawnFailed("No such file".to_owned()),
        Ending::SandboxFailed("no Landlock".to_owned()),
    ] {
        assert!(
            matches!(run.reply(&ending, usize::MAX).0, Reply::NonVote(_)),
            "an answer of a run that was {ending:?}"
        );
    }
}

/// One line, not blank, that steers no terminal.
fn can_be_shown(text: &str, most: usize) {
    assert!(!text.trim().is_empty() && text.chars().count() <= most, "{text:?}");
    assert!(!text.chars().any(char::is_control), "{text:?} steers the terminal");
}
