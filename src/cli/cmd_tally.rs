//! `venire tally`: the count alone, over ballots that were gathered elsewhere.
//!
//! Lines are read one by one and an item is counted and printed when the next one begins, so memory is in
//! proportion to the seats of one item, and 16 bytes for each item that is closed.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use serde_json::{Value, json};

use super::args::{TallyArgs, TallyFormat};
use super::failure::Failure;
use super::rule;
use super::settings::Settings;
use crate::ballots::{self, Fault, Item};
use crate::engine::ExitStatus;
use crate::text::sanitise;
use crate::vote::{Decision, Rule, Status, sentence};

/// The name and version of the document.
const SCHEMA: &str = "venire.tally/1";

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// How many decisions are kept for items with the same ballots.
const MOST_KEPT: usize = 4096;

/// Runs the command.
///
/// # Errors
/// A rule that can't be, a file that can't be read, and the first line that is wrong.
pub(super) fn run(settings: &Settings, args: &TallyArgs) -> Result<ExitStatus, Failure> {
    let rule = rule::of_tally(args)?;
    let (name, source): (String, Box<dyn Read>) = if args.file == "-" {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let path = settings.cwd.join(&args.file);
        (args.file.clone(), Box::new(File::open(path).map_err(|error| unreadable(&args.file, &error))?))
    };
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut tally = Tally {
        name,
        seats: args.roster,
        rule: &rule,
        out: Out::new(args.format, out),
        closed: Closed::new(),
        counted: HashMap::new(),
        printed: Printed::default(),
    };
    match tally.run(BufReader::with_capacity(1 << 16, source)) {
        Err(Stop::Failure(failure)) => {
            // What was counted before is printed all the same.
            let _ = tally.out.to.flush();
            Err(failure)
        }
        // A reader that has seen enough is no failure.
        Err(Stop::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::output(&error)),
        _ if tally.out.undecided > 0 => Ok(ExitStatus::No),
        _ => Ok(ExitStatus::Yes),
    }
}

fn unreadable(file: &str, error: &io::Error) -> Failure {
    Failure::unable("V-BALLOT-UNREADABLE", format!("the ballots can't be read from {file}: {error}"))
        .remedy("check the path; `-` reads standard input")
}

/// Why the count ends before the input does.
enum Stop {
    Failure(Failure),
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

struct Tally<'a, W: Write> {
    name: String,
    seats: usize,
    rule: &'a Rule,
    out: Out<W>,
    closed: Closed,
    /// What was printed of items, by their keys: the same ballots come to the same decision.
    counted: HashMap<String, Printed>,
    /// What is printed of the last item that was counted.
    printed: Printed,
}

impl<W: Write> Tally<'_, W> {
    fn run(&mut self, mut input: BufReader<Box<dyn Read>>) -> Result<(), Stop> {
        let mut bytes = vec![];
        let mut item = Item::new(self.out.format != TallyFormat::Text || is_with_confidence(self.rule));
        let mut is_open = false;
        let mut number = 0;
        self.out.begin(self.rule, self.seats)?;
        loop {
            bytes.clear();
            if input.buffer().is_empty() {
                // The next lines may be long in coming.
                self.out.to.flush()?;
            }
            let most = u64::try_from(LONGEST_LINE).unwrap_or(u64::MAX);
            let read = (&mut input).take(most + 1).read_until(b'\n', &mut bytes);
            if read.map_err(|error| Stop::Failure(unreadable(&self.name, &error)))? == 0 {
                break;
            }
            number += 1;
            let text = text(&bytes, number == 1).map_err(|fault| self.fault(number, fault))?;
            let line = ballots::line(text, self.rule).map_err(|fault| self.fault(number, fault))?;
            let Some(line) = line else { continue };
            if !is_open || item.name.as_deref() != line.item.as_deref() {
                if is_open {
                    self.close(&mut item, number - 1)?;
                }
                if let Some(fault) = self.misplaced(is_open.then_some(&item), &line) {
                    return Err(self.fault(number, fault));
                }
                item.reopen(line.item.as_ref().map(|name| name.clone().into_owned()));
                is_open = true;
            }
            item.add(line, number, self.seats).map_err(|fault| self.fault(number, fault))?;
        }
        if !is_open {
            let failure = Failure::usage("V-BALLOT-NONE", format!("there is no ballot in {}", self.name))
                .remedy("write one object a line: {\"seat\": \"a\", \"vote\": \"SHIP\"}");
            return Err(Stop::Failure(failure));
        }
        self.close(&mut item, number)?;
        Ok(self.out.end()?)
    }

    /// Why this line can't open its item.
    fn misplaced(&self, open: Option<&Item>, line: &ballots::Line<'_>) -> Option<Fault> {
        let fault = |message: String, help: &str| {
            Some(Fault { code: "V-BALLOT-ITEM", column: line.item_column(), message, help: help.to_owned() })
        };
        let in_all_or_none = "write \"item\" in every line, or in none";
        match &line.item {
            None if open.is_some() => fault("this line names no item, and those before do".to_owned(), in_all_or_none),
            Some(_) if open.is_some_and(|item| item.name.is_none()) => {
                fault("this line names an item, and those before don't".to_owned(), in_all_or_none)
            }
            Some(item) if self.closed.has(item) => fault(
                format!("the item \"{item}\" comes back after it was counted"),
                "bring all lines of an item together: sort them by item",
            ),
            _ => None,
        }
    }

    fn close(&mut self, item: &mut Item, last_line: usize) -> Result<(), Stop> {
        if let Some(printed) = item.key().and_then(|key| self.counted.get(key)) {
            self.out.item(item.name.as_deref(), printed)?;
        } else {
            let key = item.key().filter(|_| self.counted.len() < MOST_KEPT).map(str::to_owned);
            let counted = item.count(self.rule, self.seats).map_err(|fault| self.fault(last_line, fault))?;
            self.printed.set(self.out.format, &counted)?;
            self.out.item(item.name.as_deref(), &self.printed)?;
            if let Some(key) = key {
                self.counted.insert(key, self.printed.clone());
            }
        }
        if let Some(name) = &item.name {
            self.closed.add(name);
        }
        Ok(())
    }

    fn fault(&self, number: usize, fault: Fault) -> Stop {
        let message = format!("{}:{number}:{}: {}", self.name, fault.column, fault.message);
        Stop::Failure(Failure::usage(fault.code, message).remedy(fault.help))
    }
}

/// Whether the strategy counts confidences.
fn is_with_confidence(rule: &Rule) -> bool {
    serde_json::to_value(rule.strategy).is_ok_and(|word| word.as_str().is_some_and(|word| word.contains("confidence")))
}

/// The bytes of a line as text; a byte order mark may lead the first.
fn text(bytes: &[u8], is_first: bool) -> Result<&str, Fault> {
    let fault = |column, message: &str, help: &str| Fault {
        code: "V-BALLOT-SYNTAX",
        column,
        message: message.to_owned(),
        help: help.to_owned(),
    };
    if bytes.len() > LONGEST_LINE {
        return Err(fault(1, "this line is longer than 1 MiB", "write one object a line, each ending in a newline"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fault(error.valid_up_to() + 1, "this line is not UTF-8", "save the file as UTF-8"))?;
    Ok(if is_first { text.trim_start_matches('\u{feff}') } else { text })
}

/// The items that are closed, by 128 random bits of each.
struct Closed {
    keys: [RandomState; 2],
    items: HashSet<[u64; 2]>,
}

impl Closed {
    fn new() -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], items: HashSet::new() }
    }

    fn mark(&self, item: &str) -> [u64; 2] {
        [self.keys[0].hash_one(item), self.keys[1].hash_one(item)]
    }

    fn has(&self, item: &str) -> bool {
        self.items.contains(&self.mark(item))
    }

    fn add(&mut self, item: &str) {
        self.items.insert(self.mark(item));
    }
}

/// Where the decisions go, as they come.
struct Out<W: Write> {
    format: TallyFormat,
    to: W,
    items: usize,
    undecided: usize,
}

impl<W: Write> Out<W> {
    fn new(format: TallyFormat, to: W) -> Self {
        Self { format, to, items: 0, undecided: 0 }
    }

    fn begin(&mut self, rule: &Rule, seats: usize) -> io::Result<()> {
        if self.format == TallyFormat::Json {
            let head = json!({ "schema": SCHEMA, "rule": rule, "roster": seats }).to_string();
            write!(self.to, "{},\"items\":[", head.strip_suffix('}').unwrap_or(&head))?;
        }
        Ok(())
    }

    fn item(&mut self, name: Option<&str>, printed: &Printed) -> io::Result<()> {
        if !printed.is_decided {
            self.undecided += 1;
        }
        self.items += 1;
        if self.format == TallyFormat::Text {
            if let Some(name) = name {
                write!(self.to, "{}  ", sanitise::line(name))?;
            }
            self.to.write_all(&printed.text)?;
            return self.to.write_all(b"\n");
        }
        if self.format == TallyFormat::Json && self.items > 1 {
            self.to.write_all(b",")?;
        }
        self.to.write_all(b"{\"item\":")?;
        serde_json::to_writer(&mut self.to, &name)?;
        self.to.write_all(b",\"decision\":")?;
        self.to.write_all(&printed.text)?;
        self.to.write_all(b"}")?;
        if self.format == TallyFormat::Jsonl { self.to.write_all(b"\n") } else { Ok(()) }
    }

    fn end(&mut self) -> io::Result<()> {
        if self.format == TallyFormat::Json {
            let counts: Value =
                json!({ "items": self.items, "decided": self.items - self.undecided, "undecided": self.undecided });
            writeln!(self.to, "],\"counts\":{counts}}}")?;
        }
        self.to.flush()
    }
}

/// A decision as it is printed behind the item's name.
#[derive(Clone, Default)]
struct Printed {
    is_decided: bool,
    text: Vec<u8>,
}

impl Printed {
    fn set(&mut self, format: TallyFormat, decision: &Decision) -> io::Result<()> {
        self.is_decided = matches!(decision.status, Status::Decided | Status::Vetoed);
        self.text.clear();
        match format {
            TallyFormat::Text => write!(self.text, "{}", sanitise::line(&sentence::decision(decision))),
            TallyFormat::Json | TallyFormat::Jsonl => Ok(serde_json::to_writer(&mut self.text, decision)?),
        }
    }
}
