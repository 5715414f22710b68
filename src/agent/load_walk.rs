//! The part of a definition that says how the agent is started: arguments, environment, files.

use super::definition::{
    Additions, ConfigFolder, Delivery, EffortSwitch, File, Home, ModelSwitch, Probe, Prompt, Reads, SignInSigns,
    Source, Tripwire,
};
use super::load_output::{entries, path, tripwires};
use super::template::Template;
use crate::document::{Diagnostic, Fields, Node, Value};
use crate::event::Strength;

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

/// What templates may name in this document.
pub(super) struct Walk {
    pub known: Vec<String>,
    pub system_file: bool,
    /// Whether the document says where the user's configuration lies.
    pub config: bool,
}

impl Walk {
    fn template(&self, text: &str, node: &Node, more: &[&str], found: &mut Vec<Diagnostic>) -> Template {
        let template = Template::new(text);
        for name in template.names() {
            let plain = name.strip_prefix("file:").unwrap_or(name);
            let fine = (ALWAYS.contains(&name) && (self.config || name != "config"))
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

    pub fn templates(&self, fields: &mut Fields<'_>, key: &'static str, more: &[&str]) -> Vec<Template> {
        let texts = fields.texts(key).unwrap_or_default();
        let Some(node) = fields.node(key) else { return vec![] };
        texts.iter().map(|text| self.template(text, node, more, fields.found)).collect()
    }

    pub fn environment(&self, fields: &mut Fields<'_>) -> Environment {
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

    pub fn additions(&self, node: &Node, what: &'static str, found: &mut Vec<Diagnostic>) -> Additions {
        let mut fields = Fields::open(node, what, found);
        let additions =
            Additions { args: self.templates(&mut fields, "args", &[]), env: self.environment(&mut fields) };
        fields.close();
        additions
    }

    pub fn read_only(&self, node: Option<&Node>, found: &mut Vec<Diagnostic>) -> (Additions, Strength, Vec<Tripwire>) {
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

    pub fn isolation(&self, node: Option<&Node>, found: &mut Vec<Diagnostic>) -> (Additions, Vec<String>) {
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

    pub fn sign_in(&self, node: &Node, found: &mut Vec<Diagnostic>) -> SignInSigns {
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

    pub fn config(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Option<ConfigFolder> {
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

    pub fn values(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<(String, Vec<Source>)> {
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

    pub fn files(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<File> {
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

    pub fn links(&self, fields: &mut Fields<'_>) -> Vec<(Template, Template)> {
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

    pub fn home(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Home {
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

    pub fn reads(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Reads {
        let mut fields = Fields::open(node, "`reads`", found);
        let reads = Reads {
            args: self.templates(&mut fields, "args", &["tree"]),
            without: self.templates(&mut fields, "without", &[]),
        };
        fields.close();
        reads
    }

    pub fn model(&self, node: &Node, found: &mut Vec<Diagnostic>) -> ModelSwitch {
        let mut fields = Fields::open(node, "`model`", found);
        let switch = ModelSwitch { args: self.templates(&mut fields, "args", &[]), default: fields.text("default") };
        fields.close();
        switch
    }

    pub fn effort(&self, node: &Node, found: &mut Vec<Diagnostic>) -> EffortSwitch {
        let mut fields = Fields::open(node, "`effort`", found);
        let switch = EffortSwitch {
            args: self.templates(&mut fields, "args", &[]),
            values: fields.texts("values").unwrap_or_default(),
        };
        fields.close();
        switch
    }

    pub fn image(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<Template> {
        let mut fields = Fields::open(node, "`image`", found);
        let args = self.templates(&mut fields, "args", &["image"]);
        fields.close();
        args
    }

    pub fn prompt(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Prompt {
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

    pub fn pass(&self, node: &Node, found: &mut Vec<Diagnostic>) -> Vec<(String, Vec<Template>)> {
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

/// A text or a number, as it is written.
pub(super) fn plain(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) | Value::Number(text) => Some(text.clone()),
        _ => None,
    }
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
