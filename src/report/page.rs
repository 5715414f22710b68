//! A page of text for a terminal. Everything that is put on it is sanitised and wrapped here, so that
//! no caller can forget to; no line ends in blanks.

use textwrap::core::break_words;
use textwrap::{WordSeparator, WrapAlgorithm};

use super::screen::{Ink, Screen};
use crate::text::sanitise;

/// Below this many columns text is wrapped as if there were so many.
const LEAST_WIDTH: usize = 24;

pub(super) struct Page<'a> {
    pub(super) screen: &'a Screen,
    text: String,
}

impl<'a> Page<'a> {
    pub(super) fn new(screen: &'a Screen) -> Self {
        Self { screen, text: String::new() }
    }

    /// The columns that text may use.
    pub(super) fn width(&self) -> usize {
        self.screen.width.max(LEAST_WIDTH)
    }

    /// One empty line, unless there is one already or the page is empty.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The title of a section, after a gap.
    pub(super) fn heading(&mut self, title: &str) {
        self.gap();
        self.text(0, Ink::Strong, title);
    }

    /// A painted lead and a text that follows it; further lines are indented by two columns more.
    pub(super) fn item(&mut self, indent: usize, lead: (Ink, &str), body: &str) {
        self.hanging(indent, lead, " ", (Ink::Plain, body));
    }

    /// A name and, set off from it and faint, what is known about it.
    pub(super) fn facts(&mut self, indent: usize, lead: (Ink, &str), facts: &str) {
        self.hanging(indent, lead, "  ", (Ink::Faint, facts));
    }

    /// A text without a lead.
    pub(super) fn text(&mut self, indent: usize, ink: Ink, text: &str) {
        let room = self.width().saturating_sub(indent);
        for line in wrapped(&sanitise::line(text), room, room) {
            self.push(&format!("{}{}", " ".repeat(indent), self.screen.paint(ink, &line)));
        }
    }

    fn hanging(&mut self, indent: usize, (ink, lead): (Ink, &str), between: &str, body: (Ink, &str)) {
        let lead = sanitise::line(lead);
        let body = (body.0, sanitise::line(body.1));
        let room = self.width().saturating_sub(indent);
        let columns = console::measure_text_width(&lead) + between.len();
        // A lead that fills half the line is wrapped like any text.
        if body.1.is_empty() || columns > room / 2 {
            self.text(indent, ink, &lead);
            self.text(indent + 2, body.0, &body.1);
            return;
        }
        let margin = " ".repeat(indent);
        let lead = format!("{margin}{}{between}", self.screen.paint(ink, &lead));
        let lines = wrapped(&body.1, room - columns, room - 2);
        for (place, line) in lines.iter().enumerate() {
            let start = if place == 0 { lead.clone() } else { format!("{margin}  ") };
            self.push(&format!("{start}{}", self.screen.paint(body.0, line)));
        }
    }

    /// Several lines of somebody else's prose, each behind a gutter, so that it can't pass for ours.
    pub(super) fn prose(&mut self, indent: usize, text: &str) {
        let gutter = self.screen.either("│ ", "| ");
        let clean = sanitise::lines(text).replace('\t', "    ");
        for line in clean.trim_matches('\n').lines() {
            let blanks = line.chars().take_while(|c| *c == ' ').count().min(self.width() / 4);
            let hanging = format!("{}{gutter}{}", " ".repeat(indent), " ".repeat(blanks));
            if line.trim().is_empty() {
                self.push(&hanging);
                continue;
            }
            let room = self.width().saturating_sub(console::measure_text_width(&hanging));
            for line in wrapped(line.trim(), room, room) {
                self.push(&format!("{hanging}{line}"));
            }
        }
    }

    /// One line in several colours, as wide as it is.
    pub(super) fn line(&mut self, parts: &[(Ink, String)]) {
        let painted: String = parts.iter().map(|(ink, text)| self.screen.paint(*ink, &clean_columns(text))).collect();
        self.push(&painted);
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// `text` in lines of at most `first` and then `rest` columns; a word that is longer is broken.
fn wrapped(text: &str, first: usize, rest: usize) -> Vec<String> {
    let words = break_words(WordSeparator::new().find_words(text), first.min(rest));
    let widths = [first, rest];
    let lines = WrapAlgorithm::FirstFit.wrap(&words, &widths);
    lines
        .iter()
        .map(|words| words.iter().map(|word| format!("{}{}", word.word, word.whitespace)).collect::<String>())
        .map(|line| line.trim_end().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

/// `text` without anything that steers a terminal, its blanks kept: they align columns.
fn clean_columns(text: &str) -> String {
    sanitise::lines(text).replace(['\n', '\t'], " ")
}
