//! A page of text for a terminal. Everything that is put on it is sanitised and wrapped here, so that
//! no caller can forget to; no line ends in blanks.

use textwrap::{Options, WordSplitter};

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
        self.item(0, (Ink::Strong, title), "");
    }

    /// A painted lead and a text that hangs below it, indented by two columns more than the lead.
    pub(super) fn item(&mut self, indent: usize, (ink, lead): (Ink, &str), body: &str) {
        self.painted_item(indent, (ink, lead), (Ink::Plain, body));
    }

    /// As [`Page::item`], with a painted body.
    pub(super) fn painted_item(&mut self, indent: usize, (ink, lead): (Ink, &str), (body_ink, body): (Ink, &str)) {
        let room = self.width().saturating_sub(indent);
        let (lead, body) = (sanitise::line(lead), sanitise::line(body));
        // A lead that fills half the line is wrapped like any text.
        if body.is_empty() || console::measure_text_width(&lead) > room / 2 {
            self.wrapped(indent, "", (ink, lead.as_str()));
            if !body.is_empty() {
                self.wrapped(indent + 2, "", (body_ink, body.as_str()));
            }
            return;
        }
        let painted = self.screen.paint(ink, &lead);
        let start = self.text.len();
        self.wrapped(indent, &format!("{lead} "), (body_ink, body.as_str()));
        let from = start + indent;
        if !lead.is_empty() {
            self.text.replace_range(from..from + lead.len(), &painted);
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
            let options = self.options().initial_indent(&hanging).subsequent_indent(&hanging);
            for wrapped in textwrap::wrap(line.trim(), options) {
                self.push(&wrapped);
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

    fn wrapped(&mut self, indent: usize, lead: &str, (ink, body): (Ink, &str)) {
        let first = format!("{}{lead}", " ".repeat(indent));
        let hanging = " ".repeat(if lead.is_empty() { indent } else { indent + 2 });
        let options = self.options().initial_indent(&first).subsequent_indent(&hanging);
        let lines = textwrap::wrap(body, options);
        for (place, line) in lines.iter().enumerate() {
            let margin = if place == 0 { first.as_str() } else { hanging.as_str() };
            let painted = match line.strip_prefix(margin) {
                Some(rest) => format!("{margin}{}", self.screen.paint(ink, rest.trim_end())),
                None => line.to_string(),
            };
            self.push(&painted);
        }
    }

    fn options(&self) -> Options<'a> {
        Options::new(self.width()).word_splitter(WordSplitter::NoHyphenation)
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// `text` without anything that steers a terminal, its blanks kept: they align columns.
fn clean_columns(text: &str) -> String {
    sanitise::lines(text).replace(['\n', '\t'], " ")
}
