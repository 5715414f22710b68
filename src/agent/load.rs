//! A document becomes a definition: a checked walk that collects every error.

use regex_lite::Regex;

use super::definition::{Definition, File, Format, Home, Output, Prompt, Reads, Sandbox, Version, WorkingFolder};
use super::lineage::Lineage;
use super::load_output::{failures, output};
use super::load_walk::{Walk, plain};
use super::template::Template;
use crate::document::{Diagnostic, Fields, Node, Severity, Value, quoted};
use crate::invocation::{Stop, StopSignal};

/// Reads an agent's definition (README, "How to add an agent"). `name` is the key it stands under, where
/// it stands in a panel; else the document says it. Everything that is wrong goes to `found`.
#[must_use]
pub fn load(node: &Node, name: Option<&str>, found: &mut Vec<Diagnostic>) -> Option<Definition> {
    let before = found.len();
    let mut fields = Fields::open(node, "an agent", found);
    let known: Vec<String> = ["values", "files"]
        .iter()
        .filter_map(|key| node.get(key))
        .flat_map(|node| match &node.value {
            Value::Map(entries) => entries.iter().map(|entry| entry.key.clone()).collect(),
            _ => vec![],
        })
        .collect();
    let system_file = node.get("system").is_some_and(|node| node.value != Value::Null);
    let walk = Walk { known, system_file, config: node.get("config").is_some() };

    let written = fields.text("name");
    let name = name.map(str::to_owned).or(written).unwrap_or_default();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')) {
        let place = fields.place().clone();
        fields.found.push(
            Diagnostic::error("V-AGENT-NAME", "an agent needs a `name` of letters, digits, `-`, `_` and `.`")
                .at(&place, "this agent"),
        );
    }
    let command = fields.texts("command").unwrap_or_default();
    if command.is_empty() || command.iter().any(|word| word.trim().is_empty()) {
        let place = fields.place().clone();
        fields.found.push(
            Diagnostic::error("V-AGENT-COMMAND", format!("the agent `{name}` needs a `command`"))
                .at(&place, "this agent")
                .help("one program name, or several that are tried in order: command: [my-agent]"),
        );
    }
    // Taken for a name that is not installed, it would leave the first one to read the prompt by itself: a shell
    // would run it.
    if let Some(word) = command.iter().find(|word| word.starts_with('-') || word.contains(" -")) {
        let place = fields.node("command").map_or_else(|| fields.place().clone(), |node| node.place.clone());
        fields.found.push(
            Diagnostic::error("V-AGENT-COMMAND", format!("{} is no name of a program", quoted(word)))
                .at(&place, "names of programs, the first of which is installed is taken")
                .help("what the program is given goes under `args`: command: my-agent, args: [--print]"),
        );
    }
    let read_only = fields.node("read_only");
    let isolation = fields.node("isolation");
    let (read_only, strength, watch) = walk.read_only(read_only, fields.found);
    let (isolation, leaks) = walk.isolation(isolation, fields.found);
    let output_node = fields.node("output");
    let output = output_node.map_or_else(Output::default, |node| output(node, fields.found));
    let failures = fields.node("failures").map_or_else(Vec::new, |node| failures(node, fields.found));
    let mut definition = Definition {
        title: fields.text("title").unwrap_or_else(|| name.clone()),
        lineage: fields.node("lineage").map_or_else(Lineage::default, |node| lineage(node, fields.found)),
        install: fields.text("install"),
        tested: fields.text("tested"),
        version: fields.node("version").and_then(|node| version(node, fields.found)),
        sign_in: fields.node("sign_in").map(|node| walk.sign_in(node, fields.found)),
        config: fields.node("config").and_then(|node| walk.config(node, fields.found)),
        values: fields.node("values").map_or_else(Vec::new, |node| walk.values(node, fields.found)),
        args: walk.templates(&mut fields, "args", &[]),
        files: fields.node("files").map_or_else(Vec::new, |node| walk.files(node, fields.found)),
        links: walk.links(&mut fields),
        home: fields.node("home").map_or_else(Home::default, |node| walk.home(node, fields.found)),
        cwd: fields
            .word("cwd", &[("scratch", WorkingFolder::Scratch), ("tree", WorkingFolder::Tree)])
            .unwrap_or_default(),
        reads: fields.node("reads").map_or_else(Reads::default, |node| walk.reads(node, fields.found)),
        model: fields.node("model").map(|node| walk.model(node, fields.found)),
        effort: fields.node("effort").map(|node| walk.effort(node, fields.found)),
        system: fields.node("system").map(|node| walk.additions(node, "system", fields.found)),
        image: fields.node("image").map(|node| walk.image(node, fields.found)),
        prompt: fields.node("prompt").map_or_else(Prompt::default, |node| walk.prompt(node, fields.found)),
        env: walk.environment(&mut fields),
        pass: fields.node("pass").map_or_else(Vec::new, |node| walk.pass(node, fields.found)),
        refuse: fields.texts("refuse").unwrap_or_default(),
        sandbox: fields.word("sandbox", &[("landlock", Sandbox::Landlock), ("own", Sandbox::Own)]).unwrap_or_default(),
        writes: walk.templates(&mut fields, "writes", &[]),
        concurrency: fields.whole("concurrency").and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0),
        stop: fields.node("stop").map_or_else(Stop::default, |node| stop(node, fields.found)),
        name,
        command,
        read_only,
        strength,
        watch,
        isolation,
        leaks,
        output,
        failures,
    };
    if definition.system.is_some() && !definition.files.iter().any(|file| file.name == "system") {
        definition.files.push(File {
            name: "system".to_owned(),
            path: Template::new("{brief}/system.md"),
            text: Template::new("{standing}"),
        });
    }
    if definition.output.format != Format::Text
        && (definition.output.answer.is_none() || definition.output.success.is_none())
    {
        fields.found.push(
            Diagnostic::error("V-AGENT-OUTPUT", "a JSON output needs `answer` and `success`")
                .at(output_node.map_or(&node.place, |node| &node.place), "this output")
                .help("an exit status of 0 alone is never success: say which record shows it"),
        );
    }
    fields.close();
    let failed = found.iter().skip(before).any(|diagnostic| diagnostic.severity == Severity::Error);
    (!failed).then_some(definition)
}

fn lineage(node: &Node, found: &mut Vec<Diagnostic>) -> Lineage {
    if let Some(vendor) = plain(node) {
        return Lineage { default: Some(vendor), from_model: vec![] };
    }
    let mut fields = Fields::open(node, "`lineage`", found);
    let default = fields.text("default");
    let mut from_model = vec![];
    if let Some(Node { value: Value::List(items), .. }) = fields.node("from_model") {
        for item in items {
            let mut pair = Fields::open(item, "an item of `from_model`", fields.found);
            if let (Some(prefix), Some(vendor)) = (pair.text("prefix"), pair.text("lineage")) {
                from_model.push((prefix, vendor));
            }
            pair.close();
        }
    }
    fields.close();
    Lineage { default, from_model }
}

fn version(node: &Node, found: &mut Vec<Diagnostic>) -> Option<Version> {
    let mut fields = Fields::open(node, "`version`", found);
    let args = fields.texts("args").unwrap_or_else(|| vec!["--version".to_owned()]);
    let pattern = match fields.node("pattern") {
        Some(node) => super::load_output::pattern(node, fields.found),
        None => Regex::new(r"(\d+\.\d+(?:\.\d+)?)").ok(),
    };
    let needs = fields.text("needs");
    fields.close();
    Some(Version { args, pattern: pattern?, needs })
}

fn stop(node: &Node, found: &mut Vec<Diagnostic>) -> Stop {
    let mut fields = Fields::open(node, "`stop`", found);
    let default = Stop::default();
    let stop = Stop {
        signal: fields
            .word("signal", &[("TERM", StopSignal::Term), ("INT", StopSignal::Int), ("KILL", StopSignal::Kill)])
            .unwrap_or(default.signal),
        grace: fields.duration("grace").unwrap_or(default.grace),
    };
    fields.close();
    stop
}
