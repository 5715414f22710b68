//! An answer as lines of plain text, parsed as Markdown, without the parts that do not speak for
//! the author: code blocks, quotes, footnotes, images, struck-out text, HTML and thinking blocks.
//! They are left out as parsed nodes, so that quoted text can never break the parts around it.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Heading,
    Text,
    Rule,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub kind: LineKind,
    pub text: String,
    /// Lines of one paragraph or heading share it.
    pub block: usize,
    /// How many lists the line stands in.
    pub depth: usize,
    /// Whether the line opens a list item.
    pub opens_item: bool,
    /// The number that the author gave the item.
    pub number: Option<u32>,
    /// Whether the source line stands at the margin.
    pub at_margin: bool,
    /// How many bytes at the start of `text` are emphasised.
    pub bold: usize,
    /// Whether `text` begins inside a code span.
    pub starts_in_code: bool,
    /// An unticked box, or an item marked as an added line of a diff: not what the author says.
    pub disowned: bool,
}

/// A fenced or indented code block.
#[derive(Debug, Clone)]
pub(super) struct Code {
    pub info: String,
    pub text: String,
}

#[derive(Debug, Default)]
pub(super) struct Page {
    pub lines: Vec<Line>,
    pub codes: Vec<Code>,
    /// Rows of cells.
    pub tables: Vec<Vec<Vec<String>>>,
    /// The source without the thinking blocks before the answer.
    pub spoken: String,
}

/// Whether an HTML tag of this name (lower case) holds thoughts.
pub(super) fn is_thinking(name: &str) -> bool {
    matches!(
        name,
        "think"
            | "thinking"
            | "thought"
            | "thoughts"
            | "reasoning"
            | "scratchpad"
            | "reflection"
            | "antthinking"
            | "ant_thinking"
            | "inner_monologue"
            | "chain_of_thought"
            | "internal"
            | "cot"
    )
}

/// Whether an HTML tag of this name holds text that is shown, not said.
fn is_quoting(name: &str) -> bool {
    matches!(
        name,
        "blockquote"
            | "q"
            | "pre"
            | "code"
            | "samp"
            | "del"
            | "s"
            | "strike"
            | "cite"
            | "template"
            | "script"
            | "style"
            | "title"
    )
}

impl Page {
    /// Parses `text`. The seal is needed to tell `<seal>`, copied with its brackets, from a tag.
    pub(super) fn of(text: &str, seal: &str) -> Self {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES;
        let last_seal = text.to_ascii_lowercase().rfind(&seal.to_ascii_lowercase()).filter(|_| !seal.is_empty());
        let mut builder = Builder { source: text, seal, last_seal, page: Self::default(), ..Builder::default() };
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            builder.event(event, range);
        }
        builder.end_line();
        builder.page.spoken = text.get(builder.spoken_from..).unwrap_or_default().to_owned();
        builder.page
    }

    /// The first line of text, for messages.
    pub(super) fn opening(&self) -> String {
        let line = self.lines.iter().find(|line| line.kind == LineKind::Text && !line.text.is_empty());
        crate::text::sanitise::line_to(line.map_or("", |line| &line.text), 200)
    }
}

#[derive(Default)]
struct Builder<'t> {
    source: &'t str,
    seal: &'t str,
    /// Where the source names the seal for the last time, in bytes.
    last_seal: Option<usize>,
    page: Page,
    line: Option<Line>,
    block: usize,
    heading: bool,
    depth: usize,
    item: bool,
    number: Option<u32>,
    disowned: bool,
    emphasis: usize,
    /// Open nodes that do not speak.
    silent: usize,
    /// Open HTML tag that does not speak.
    tag: Option<String>,
    code: Option<Code>,
    cells: Option<Vec<Vec<String>>>,
    spoken_from: usize,
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, &range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, &range, false),
            Event::Code(text) => self.text(&text, &range, true),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, &range),
            Event::SoftBreak | Event::HardBreak if self.cells.is_none() => self.end_line(),
            Event::Rule => {
                self.end_line();
                self.block += 1;
                self.push(LineKind::Rule, range.start);
                self.end_line();
            }
            Event::TaskListMarker(ticked) => self.disowned |= !ticked,
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.new_block(false),
            Tag::Heading { .. } => self.new_block(true),
            Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) => {
                self.new_block(false);
                self.silent += 1;
            }
            Tag::Image { .. } | Tag::Strikethrough => self.silent += 1,
            Tag::CodeBlock(kind) => {
                self.new_block(false);
                let info =
                    if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { "indented".to_owned() };
                self.code = Some(Code { info, text: String::new() });
            }
            Tag::List(_) => {
                self.new_block(false);
                self.depth += 1;
            }
            Tag::Item => {
                self.new_block(false);
                self.item = true;
                self.number = self.source.get(range.start..).and_then(number);
                self.disowned = self.source.get(range.start..).is_some_and(|rest| rest.starts_with('+'));
            }
            Tag::Table(_) => {
                self.new_block(false);
                self.cells = Some(vec![]);
            }
            Tag::TableHead | Tag::TableRow => self.cells.iter_mut().for_each(|rows| rows.push(vec![])),
            Tag::TableCell => {
                self.cells.iter_mut().filter_map(|rows| rows.last_mut()).for_each(|row| row.push(String::new()))
            }
            Tag::Strong | Tag::Emphasis => self.emphasis += 1,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock => self.new_block(false),
            TagEnd::Item => {
                self.new_block(false);
                self.item = false;
                self.number = None;
                self.disowned = false;
            }
            TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => {
                self.new_block(false);
                self.silent = self.silent.saturating_sub(1);
            }
            TagEnd::Image | TagEnd::Strikethrough => self.silent = self.silent.saturating_sub(1),
            TagEnd::CodeBlock => {
                let code = self.code.take().filter(|_| self.silent == 0 && self.tag.is_none());
                self.page.codes.extend(code);
            }
            TagEnd::List(_) => {
                self.new_block(false);
                self.depth = self.depth.saturating_sub(1);
            }
            TagEnd::Table => {
                let rows = self.cells.take().filter(|_| self.silent == 0 && self.tag.is_none());
                self.page.tables.extend(rows);
            }
            TagEnd::Strong | TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            _ => {}
        }
    }

    fn text(&mut self, text: &str, range: &Range<usize>, code_span: bool) {
        if let Some(code) = &mut self.code {
            code.text.push_str(text);
            return;
        }
        if self.silent > 0 || self.tag.is_some() {
            return;
        }
        if let Some(rows) = &mut self.cells {
            rows.iter_mut().last().and_then(|row| row.last_mut()).into_iter().for_each(|cell| cell.push_str(text));
            return;
        }
        let emphasised = self.emphasis > 0;
        if self.line.is_none() {
            self.push(if self.heading { LineKind::Heading } else { LineKind::Text }, range.start);
        }
        if let Some(line) = &mut self.line {
            line.starts_in_code |= code_span && line.text.trim().is_empty();
            let whole = line.bold == line.text.len();
            line.text.push_str(text);
            if emphasised && (whole || line.text.len() == text.len()) {
                line.bold = line.text.len();
            }
        }
    }

    fn html(&mut self, html: &str, range: &Range<usize>) {
        let mut rest = html;
        while let Some((_, from)) = rest.split_once('<') {
            let Some((inside, after)) = from.split_once('>') else { break };
            self.tag(inside, range.start + (html.len() - after.len()));
            rest = after;
        }
    }

    fn tag(&mut self, inside: &str, end: usize) {
        let closing = inside.starts_with('/');
        let name: String =
            inside.trim_start_matches('/').chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let name = name.to_ascii_lowercase();
        if !closing && !self.seal.is_empty() && name.eq_ignore_ascii_case(self.seal) {
            self.text(&name, &(end..end), false);
        } else if self.tag.is_none() && !closing && !inside.ends_with('/') && (is_thinking(&name) || is_quoting(&name))
        {
            if is_thinking(&name) {
                self.new_block(self.heading);
            }
            self.tag = Some(name);
        } else if closing && self.tag.as_deref() == Some(name.as_str()) {
            self.tag = None;
            if is_thinking(&name) {
                self.spoken_from = end;
            }
        } else if closing && self.tag.is_none() && is_thinking(&name) && self.line.is_none() {
            // A tag that would take the sealed verdict away is quoted: only the author knows the seal.
            if self.last_seal.is_some_and(|seal| seal < end) {
                return;
            }
            // The opening tag was part of the prompt: everything so far was thought.
            self.page = Page::default();
            self.spoken_from = end;
        } else if name == "br" && self.cells.is_none() {
            self.end_line();
        }
    }

    fn new_block(&mut self, heading: bool) {
        self.end_line();
        self.block += 1;
        self.heading = heading;
    }

    fn push(&mut self, kind: LineKind, start: usize) {
        let margin = self.source.get(..start).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
        self.line = Some(Line {
            kind,
            text: String::new(),
            block: self.block,
            depth: self.depth,
            opens_item: std::mem::take(&mut self.item),
            number: self.number.take(),
            at_margin: margin,
            bold: 0,
            starts_in_code: false,
            disowned: self.disowned,
        });
    }

    fn end_line(&mut self) {
        if let Some(mut line) = self.line.take() {
            let lead = line.text.len() - line.text.trim_start().len();
            line.bold = line.bold.saturating_sub(lead);
            line.text = line.text.trim().to_owned();
            if line.kind == LineKind::Rule || !line.text.is_empty() {
                self.page.lines.push(line);
            }
        }
    }
}

/// The number of an item that begins with one: `2.`, `2)`.
fn number(item: &str) -> Option<u32> {
    let digits = item.get(..item.find(|c: char| !c.is_ascii_digit())?)?;
    digits.parse().ok()
}
