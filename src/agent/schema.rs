//! The JSON Schema of a definition, for editors.

use serde_json::{Value, json};

use crate::vote::NonVoteKind;

/// The JSON Schema of an agent's document.
#[must_use]
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An agent of venire",
        "description": "How one agent CLI is run, kept from writing, and read. The least: command: [my-agent]",
        "type": "object",
        "required": ["command"],
        "additionalProperties": false,
        "properties": properties(),
        "$defs": definitions(),
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A definition from `$defs`, with what it means here.
fn meaning(name: &str, description: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}"), "description": description })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn object(description: &str, properties: &Value) -> Value {
    json!({ "type": "object", "description": description, "additionalProperties": false, "properties": properties })
}

fn properties() -> Value {
    json!({
        "name": text("The name by which panels call it. In a panel it is the key."),
        "title": text("The name by which reports call it."),
        "lineage": {
            "description": "Whose models it runs: a vendor, or one by the prefix of the model's name.",
            "oneOf": [{ "type": "string" }, object("", &json!({
                "default": text("Where no prefix fits."),
                "from_model": { "type": "array", "items": object("", &json!({
                    "prefix": text("The start of a model's name."),
                    "lineage": text("Its vendor."),
                })) },
            }))],
        },
        "command": meaning("texts", "Names tried in order on PATH; never a shell line."),
        "install": text("How it is installed, shown where it is missing."),
        "tested": text("The version that this definition was run against."),
        "version": object("How its version is found.", &json!({
            "args": meaning("texts", "The arguments; `--version` where none are given."),
            "pattern": text("A regular expression; its first group is the version."),
            "needs": text("The versions that it holds for: `>=2.1`."),
        })),
        "config": object("The user's own configuration folder: `{config}`.", &json!({
            "env": text("The variable that moves it."),
            "below": text("Appended to the variable's value."),
            "default": text("Where it lies else; may name `{user_home}`."),
        })),
        "sign_in": object("What shows, without a model call, that the user is signed in; any one is enough.", &json!({
            "env": meaning("texts", "Variables."),
            "files": meaning("texts", "Files."),
            "probe": object("A command that says it.", &json!({
                "args": meaning("texts", "The arguments."),
                "exit": { "type": "integer", "minimum": 0, "description": "The exit status that means yes." },
            })),
            "remedy": text("What the user does to sign in."),
        })),
        "values": {
            "type": "object",
            "description": "Named values, looked up on the machine; the first source that has one wins. `{NAME}` in templates.",
            "additionalProperties": { "oneOf": [
                reference("source"),
                { "type": "array", "items": reference("source") },
            ] },
        },
        "args": meaning("texts", "Arguments that are always given, first."),
        "read_only": object("What keeps it from writing; always given.", &json!({
            "args": meaning("texts", "Arguments."),
            "env": reference("env"),
            "strength": {
                "enum": ["kernel", "agent", "promise"],
                "description": "What makes it hold: its own kernel sandbox, tools that are removed, or its word.",
            },
            "watch": {
                "description": "Signs in its own output that read-only did not take.",
                "oneOf": [reference("tripwire"), { "type": "array", "items": reference("tripwire") }],
            },
        })),
        "isolation": object("What keeps the repository's and the user's own settings out.", &json!({
            "args": meaning("texts", "Arguments."),
            "env": reference("env"),
            "leaks": meaning("texts", "What can't be switched off, in words."),
        })),
        "files": {
            "type": "object",
            "description": "Files written into the scratch folders first; `{file:NAME}` is the path. A file with the place of a link gives way to it.",
            "additionalProperties": { "oneOf": [{ "type": "string" }, object("", &json!({
                "path": text("Where it lies; in `{brief}` where nothing is said."),
                "text": text("What stands in it."),
            }))] },
        },
        "links": {
            "type": "object",
            "description": "Links made first, where their target is there: path of the link, target.",
            "additionalProperties": { "type": "string" },
        },
        "home": {
            "description": "Which configuration folder it gets.",
            "oneOf": [{ "enum": ["real", "scratch"] }, object("", &json!({
                "kind": { "enum": ["real", "scratch"] },
                "unless": {
                    "type": "object",
                    "description": "Values with which the real one is needed after all.",
                    "additionalProperties": reference("texts"),
                },
                "env": meaning("env", "What points it at the scratch folder, `{home}`."),
            }))],
        },
        "cwd": { "enum": ["scratch", "tree"], "description": "The working folder: an empty private one, or the tree." },
        "reads": object("How the tree under review is offered.", &json!({
            "args": meaning("texts", "Arguments; `{tree}` is its path."),
            "without": meaning("texts", "Arguments where no tree is offered."),
        })),
        "model": object("The switch for the model.", &json!({
            "args": meaning("texts", "Arguments; `{model}`."),
            "default": text("The model where a seat names none."),
        })),
        "effort": object("The switch for the effort.", &json!({
            "args": meaning("texts", "Arguments; `{effort}`."),
            "values": meaning("texts", "The efforts it knows; any where none are given."),
        })),
        "system": object(
            "How it takes a system prompt, in the file `{file:system}`; without it the standing part of the brief leads the prompt.",
            &json!({ "args": meaning("texts", "Arguments."), "env": reference("env") }),
        ),
        "image": object("How it takes an image.", &json!({
            "args": meaning("texts", "Arguments for each; `{image}` is the path."),
        })),
        "prompt": object("How it takes the prompt.", &json!({
            "by": {
                "enum": ["stdin", "file", "argument"],
                "description": "`argument` is the last resort: at most 120 KiB, and shown in process lists.",
            },
            "args": meaning("texts", "The last arguments; `{prompt}` is the file, `{prompt_text}` the text."),
            "limit": { "type": ["string", "integer"], "description": "The most it takes: bytes, `120KiB`, `10MB`." },
            "characters": { "type": "integer", "minimum": 0, "description": "The most it takes, in characters." },
        })),
        "env": meaning("env", "Variables; null takes one out."),
        "pass": {
            "type": "array",
            "description": "Arguments given where the caller has set a variable.",
            "items": object("", &json!({
                "env": text("The variable."),
                "args": meaning("texts", "Arguments; `{value}` is the variable's value."),
            })),
        },
        "refuse": meaning("texts", "Patterns of what a panel may never ask for; `*` is anything."),
        "sandbox": { "enum": ["landlock", "own"], "description": "Who holds it in the kernel." },
        "writes": meaning("texts", "What it must be able to write, besides `{home}` and `{tmp}`; `{state}` is its configuration folder."),
        "concurrency": { "type": ["integer", "null"], "minimum": 1, "description": "Seats of this agent at once." },
        "output": output(),
        "failures": { "type": "array", "description": "Signs of failure; the first that fits wins.", "items": failure() },
        "stop": object("How it is asked to end.", &json!({
            "signal": { "enum": ["TERM", "INT", "KILL"] },
            "grace": text("Between the signal and the kill: `2s`."),
        })),
    })
}

fn output() -> Value {
    object(
        "How its output is read.",
        &json!({
            "format": { "enum": ["text", "json", "json-lines"] },
            "answer": object("Where the answer stands.", &json!({
                "where": reference("where"),
                "path": reference("path"),
                "take": { "enum": ["first", "last", "concat"] },
                "reset": meaning("where", "Records at which what was collected is dropped."),
            })),
            "success": object("The record that shows success.", &json!({
                "where": reference("where"),
                "nonzero": meaning("path", "A number there must be above 0."),
                "absent": meaning("path", "Nothing may stand there."),
            })),
            "error": {
                "description": "Where an error stands.",
                "oneOf": [reference("error"), { "type": "array", "items": reference("error") }],
            },
            "usage": reference("place"),
            "cost": reference("place"),
            "model": meaning("place", "The model that answered."),
            "noise": meaning("texts", "Regular expressions: lines of standard error that say nothing about a failure."),
            "activity": {
                "description": "What the progress line may show.",
                "oneOf": [reference("place"), { "type": "array", "items": reference("place") }],
            },
        }),
    )
}

fn failure() -> Value {
    let kinds: Vec<String> = NonVoteKind::ALL.iter().map(|kind| kind.word()).collect();
    object(
        "",
        &json!({
            "kind": { "enum": kinds },
            "where": meaning("where", "A record like this."),
            "text": text("A regular expression for the structured error, standard error or text output."),
            "exit": { "type": "integer", "minimum": 0, "description": "The exit status." },
            "on": { "enum": ["any", "error"], "description": "`error`: the words count in the structured error only." },
            "early": { "type": "boolean", "description": "Ends the seat as soon as it shows." },
            "remedy": text("What the user can do."),
        }),
    )
}

fn definitions() -> Value {
    json!({
        "texts": { "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": ["string", "number", "boolean"] } }] },
        "env": { "type": "object", "additionalProperties": { "type": ["string", "number", "boolean", "null"] } },
        "path": { "type": "string", "description": "Keys joined by dots: `message.content[type=text].text`." },
        "where": {
            "type": "object",
            "description": "Paths, and the value or the values that must stand there; null is also for what is missing.",
        },
        "place": object("", &json!({
            "where": reference("where"),
            "path": reference("path"),
            "keys": { "type": "boolean", "description": "Take the keys of the map there." },
        })),
        "error": object("", &json!({
            "where": reference("where"),
            "path": reference("path"),
            "on": { "enum": ["stdout", "stderr"], "description": "`stderr`: a JSON object at its end." },
        })),
        "tripwire": object("", &json!({
            "where": reference("where"),
            "path": meaning("path", "What is looked at; without it any such record trips."),
            "only": meaning("texts", "What is allowed there; `*` is anything."),
            "done": object("Trips only when a later record of the same id says that it was done.", &json!({
                "where": reference("where"),
                "id": reference("path"),
            })),
        })),
        "source": { "oneOf": [{ "type": "string" }, object("", &json!({
            "file": text("A JSON file."),
            "path": reference("path"),
            "env": text("A variable."),
            "is": text("The value where the variable is set; else its own."),
        }))] },
    })
}
