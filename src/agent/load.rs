//! A document becomes a definition: a checked walk that collects every error.

use regex_lite::Regex;

use super::definition::{
    Additions, ConfigFolder, Definition, Delivery, EffortSwitch, File, Format, Home, Lineage, ModelSwitch, Output,
    Probe, Prompt, Reads, Sandbox, SignInSigns, Source, Version, WorkingFolder,
};
use super::load_output::{entries, failures, output, path, tripwires};
use super::template::Template;
use crate::document::{Diagnostic, Fields, Node, Severity, Value};
use crate::event::Strength;
use crate::invocation::{Stop, StopSignal};

type Environment = Vec<(String, Option<Template>)>;

/// Names that every template may use.
const ALWAYS: &[&str] = &[
    "brief",
    "cwd",
    "home",
    "tmp",
    "prompt",
    "config",
    "state",
    "user_home",
    "standing",
    "deadline_ms",
    "deadline_s",
    "model",
    "effort",
];

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
    let walk = Walk { known, system_file };

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

/// What templates may name in this document.
struct Walk {
    known: Vec<String>,
    system_file: bool,
}

impl Walk {
    fn template(&self, text: &str, node: &Node, more: &[&str], found: &mut Vec<Diagnostic>) -> Template {
        let template = Template::new(text);
        for name in template.names() {
            let plain = name.strip_prefix("file:").unwrap_or(name);
            let fine = ALWAYS.contains(&name)
                || more.contains(&name)
                || self.known.iter().any(|known| known == plain)
                || (self.system_file && name == "file:system");
            if !fine {
                let names: Vec<&str> = ALWAYS.iter().chain(more).copied().collect();
                found.push(
                    Diagnostic::error("V-AGENT-PLACEHOLDER", format!("nothing is called `{{{name}}}` here"))
                        .at(&node.place, "unknown placeholder")
                        .help(format!("known: {}, and the names under `values` and `files`", names.join(", "))),
                );
            }
        }
        template
    }

    fn templates(&self, fields: &mut Fields<'_>, key: &'static str, more: &[&str]) -> Vec<Template> {
        let texts = fields.texts(key).unwrap_or_default();
        let Some(node) = fields.node(key) else { return vec![] };
        texts.iter().map(|text| self.template(text, node, more, fields.found)).collect()
    }

    fn environment(&self, fields: &mut Fields<'_>) -> Environment {
        let Some(node) = fields.node("env") else { return vec![] };
        entries(node, "`env`", fields.found)
            .iter()
            .filter_map(|entry| {
                let value = match &entry.node.value {
                    Value::Null => None,
                    Value::Text(text) | Value::Number(text) => {
                        Some(self.template(text, &entry.node, &[], fields.found))
                    }
                    Value::Bool(value) => Some(Template::new(value.to_string())),
                    _ => {
                        fields.wrong(&entry.node, "text, or null to take the variable out");
                        return None;
                    }
                };
                Some((entry.key.clone(), value))
            })
            .collect()
    }

    fn additions(&self, node: &Node, what: &'static str, found: &mut Vec<Diagnostic>) -> Additions {
        let mut fields = Fields::open(node, what, found);
        let additions =
            Additions { args: self.templates(&mut fields, "args", &[]), env: self.environment(&mut fields) };
        fields.close();
        additions
    }

    fn read_only(
        &self,
        node: Option<&Node>,
        found: &mut Vec<Diagnostic>,
    ) -> (Additions, Strength, Vec<super::definition::Tripwire>) {
        let Some(node) = node else { return (Additions::default(), Strength::Promise, vec![]) };
        let mut fields = Fields::open(node, "`read_only`", found);
        let additions =
            Additions { args: self.templates(&mut fields, "args", &[]), env: self.environment(&mut fields) };
        let strength = fields
            .word(
                "strength",
                &[("kernel", Strength::Kernel), ("agent", Strength::Agent), ("promise", Strength::Promise)],
            )
            .unwrap_or(Strength::Promise);
        let watch = fields.node("watch").map_or_else(Vec::new, |node| tripwires(node, fields.found));
        fields.close();
        (additions, strength, watch)
    }

    fn isolation(&self, node: Option<&Node>, found: &mut Vec<Diagnostic>) -> (Additions, Vec<String>) {
        let Some(node) = node else {
            return (Additions::default(), vec![]);
        };
        let mut fields = Fields::open(node, "`isolation`", found);
        let additions =
            Additions { args: self.templates(&mut fields, "args", &[]), env: self.environment(&mut fields) };
        let leaks = fields.texts("leaks").unwrap_or_default();
        fields.close();
        (additions, leaks)
    }

    fn sign_in(&self, node: &Node, found: &mut Vec<Diagnostic>) -> SignInSigns {
        let mut fields = Fields::open(node, "`sign_in`", found);
        let signs = SignInSigns {
            env: fields.texts("env").unwrap_or_default(),
            files: self.templates(&mut fields, "files", &[]),
            probe: fields.node("probe").map(|node| {
                let mut fields = Fields::open(node, "`probe`", fields.found);
                let probe = Probe {
                    args: fields.texts("args").unwrap_or_default(),
                    exit: fields.whole("exit").and_then(|exit| i32::try_from(exit).ok()).unwrap_or(0),
                };
                fields.close();
                probe
            }),
            remedy: fields.text("remedy"),
        };
        fields.close();
        signs
    }

    fn config(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Option<ConfigFolder> {
        let mut fields = Fields::open(node, "`config`", found);
        let env = fields.text("env");
        let below = fields.text("below");
        let default = fields.text("default").map(|text| self.template(&text, node, &[], fields.found));
        if default.is_none() {
            fields.found.push(
                Diagnostic::error("V-AGENT-CONFIG", "`config` needs `default`")
                    .at(&node.place, "where the folder lies if no variable moves it"),
            );
        }
        fields.close();
        Some(ConfigFolder { env, below, default: default? })
    }

    fn values(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<(String, Vec<Source>)> {
        let entries = entries(node, "`values`", found);
        entries
            .iter()
            .map(|entry| {
                let sources = match &entry.node.value {
                    Value::List(items) => items.iter().filter_map(|item| self.source(item, found)).collect(),
                    _ => self.source(&entry.node, found).into_iter().collect(),
                };
                (entry.key.clone(), sources)
            })
            .collect()
    }

    fn source(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Option<Source> {
        if let Value::Text(text) = &node.value {
            return Some(Source::Fixed(text.clone()));
        }
        let mut fields = Fields::open(node, "a source of a value", found);
        let file = fields.text("file");
        let at = fields.node("path").and_then(|node| path(node, fields.found));
        let env = fields.text("env");
        let is = fields.text("is");
        let source = match (file, at, env) {
            (Some(file), Some(path), None) => {
                Some(Source::File { file: self.template(&file, node, &[], fields.found), path })
            }
            (None, None, Some(name)) => Some(Source::Env { name, is }),
            _ => {
                fields.found.push(
                    Diagnostic::error("V-AGENT-VALUE", "a value comes from `file` and `path`, or from `env`")
                        .at(&node.place, "this source"),
                );
                None
            }
        };
        fields.close();
        source
    }

    fn files(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<File> {
        let entries = entries(node, "`files`", found);
        entries
            .iter()
            .map(|entry| {
                let plain = format!("{{brief}}/{}", entry.key.replace(['/', '\\'], "_"));
                if let Value::Text(text) = &entry.node.value {
                    let text = self.template(text, &entry.node, &[], found);
                    return File { name: entry.key.clone(), path: Template::new(plain), text };
                }
                let mut fields = Fields::open(&entry.node, "a file", found);
                let path = fields.text("path").unwrap_or(plain);
                let text = fields.text("text").unwrap_or_default();
                let file = File {
                    name: entry.key.clone(),
                    path: self.template(&path, &entry.node, &[], fields.found),
                    text: self.template(&text, &entry.node, &[], fields.found),
                };
                fields.close();
                file
            })
            .collect()
    }

    fn links(&self, fields: &mut Fields<'_>) -> Vec<(Template, Template)> {
        let Some(node) = fields.node("links") else { return vec![] };
        let entries = entries(node, "`links`", fields.found);
        entries
            .iter()
            .filter_map(|entry| match &entry.node.value {
                Value::Text(target) => Some((
                    self.template(&entry.key, &entry.node, &[], fields.found),
                    self.template(target, &entry.node, &[], fields.found),
                )),
                _ => {
                    fields.wrong(&entry.node, "the path that the link leads to");
                    None
                }
            })
            .collect()
    }

    fn home(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Home {
        const KINDS: &[(&str, bool)] = &[("real", false), ("scratch", true)];
        if let Value::Text(word) = &node.value
            && let Some((_, scratch)) = KINDS.iter().find(|(known, _)| known == word)
        {
            return Home { scratch: *scratch, ..Home::default() };
        }
        let mut fields = Fields::open(node, "`home`", found);
        let scratch = fields.word("kind", KINDS).unwrap_or(false);
        let env = self.environment(&mut fields);
        let mut unless = vec![];
        if let Some(node) = fields.node("unless") {
            for entry in entries(node, "`unless`", fields.found) {
                let values = match &entry.node.value {
                    Value::List(items) => items.iter().filter_map(plain).collect(),
                    _ => plain(&entry.node).into_iter().collect(),
                };
                unless.push((entry.key.clone(), values));
            }
        }
        fields.close();
        Home { scratch, unless, env }
    }

    fn reads(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Reads {
        let mut fields = Fields::open(node, "`reads`", found);
        let reads = Reads {
            args: self.templates(&mut fields, "args", &["tree"]),
            without: self.templates(&mut fields, "without", &[]),
        };
        fields.close();
        reads
    }

    fn model(&self, node: &Node, found: &mut Vec<Diagnostic>) -> ModelSwitch {
        let mut fields = Fields::open(node, "`model`", found);
        let switch = ModelSwitch { args: self.templates(&mut fields, "args", &[]), default: fields.text("default") };
        fields.close();
        switch
    }

    fn effort(&self, node: &Node, found: &mut Vec<Diagnostic>) -> EffortSwitch {
        let mut fields = Fields::open(node, "`effort`", found);
        let switch = EffortSwitch {
            args: self.templates(&mut fields, "args", &[]),
            values: fields.texts("values").unwrap_or_default(),
        };
        fields.close();
        switch
    }

    fn image(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<Template> {
        let mut fields = Fields::open(node, "`image`", found);
        let args = self.templates(&mut fields, "args", &["image"]);
        fields.close();
        args
    }

    fn prompt(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Prompt {
        let mut fields = Fields::open(node, "`prompt`", found);
        let by = fields
            .word("by", &[("stdin", Delivery::Stdin), ("file", Delivery::File), ("argument", Delivery::Argument)])
            .unwrap_or_default();
        let args = self.templates(&mut fields, "args", &["prompt_text"]);
        let limit = fields.node("limit").and_then(|node| size(node, fields.found));
        let characters = fields.whole("characters");
        let named = |name: &str| args.iter().any(|arg| arg.names().any(|known| known == name));
        let missing = match by {
            Delivery::File if !named("prompt") => Some("{prompt}"),
            Delivery::Argument if !named("prompt_text") => Some("{prompt_text}"),
            _ => None,
        };
        if let Some(missing) = missing {
            fields.found.push(
                Diagnostic::error("V-AGENT-PROMPT", format!("the `args` of this prompt must name `{missing}`"))
                    .at(&node.place, "else the agent never sees the prompt"),
            );
        }
        fields.close();
        Prompt { by, args, limit, characters }
    }

    fn pass(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<(String, Vec<Template>)> {
        let Value::List(items) = &node.value else {
            found.push(
                Diagnostic::error("V-YAML-TYPE", "`pass` must be a list of `env` and `args`")
                    .at(&node.place, format!("this is {}", node.kind())),
            );
            return vec![];
        };
        items
            .iter()
            .filter_map(|item| {
                let mut fields = Fields::open(item, "an item of `pass`", found);
                let env = fields.text("env");
                let args = self.templates(&mut fields, "args", &["value"]);
                fields.close();
                Some((env?, args))
            })
            .collect()
    }
}

fn plain(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) | Value::Number(text) => Some(text.clone()),
        _ => None,
    }
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

/// A size such as `10MB`, `120KiB` or a number of bytes.
fn size(node: &Node, found: &mut Vec<Diagnostic>) -> Option<u64> {
    const UNITS: &[(&str, u64)] =
        &[("", 1), ("B", 1), ("KB", 1000), ("KiB", 1024), ("MB", 1_000_000), ("MiB", 1 << 20)];
    let written = plain(node).unwrap_or_default();
    let digits = written.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let unit = written[digits.len()..].trim();
    let size = digits.parse::<u64>().ok().zip(UNITS.iter().find(|(known, _)| *known == unit));
    let Some((number, (_, factor))) = size else {
        found.push(
            Diagnostic::error("V-AGENT-SIZE", format!("`{written}` is not a size"))
                .at(&node.place, "a number of bytes, `120KiB` or `10MB`"),
        );
        return None;
    };
    Some(number.saturating_mul(*factor))
}
