//! What reached the model, in terms that all wire formats share.

use serde_json::Value;

use super::http::Message;

/// The wire format of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    OpenAi,
    Anthropic,
    Gemini,
}

/// A request for an answer.
#[derive(Debug, Clone)]
pub struct ModelRequest {
    pub wire: Wire,
    pub model: String,
    /// The system prompt and whatever else is not the user's.
    pub system: String,
    /// What stands under the user's name, turn by turn.
    pub users: Vec<String>,
    /// The names of the tools on offer.
    pub tools: Vec<String>,
    /// How many results of tools came back so far.
    pub results: usize,
    pub streams: bool,
    /// Length of the body in bytes.
    pub length: usize,
    pub body: Value,
}

impl ModelRequest {
    /// Reads a message; `None` where it asks no model.
    pub fn of(message: &Message) -> Option<Self> {
        let path = message.path.split('?').next()?;
        let wire = match () {
            () if message.method != "POST" => return None,
            () if path.ends_with("/responses") => Wire::OpenAi,
            () if path.ends_with("/messages") => Wire::Anthropic,
            () if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") => Wire::Gemini,
            () => return None,
        };
        let body: Value = serde_json::from_slice(&message.body).unwrap_or_default();
        let mut request = Self {
            wire,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            system: String::new(),
            users: Vec::new(),
            tools: Vec::new(),
            results: 0,
            streams: body["stream"].as_bool().unwrap_or(false),
            length: message.body.len(),
            body: body.clone(),
        };
        match wire {
            Wire::OpenAi => request.read_openai(&body),
            Wire::Anthropic => request.read_anthropic(&body),
            Wire::Gemini => request.read_gemini(&body, path),
        }
        Some(request)
    }

    /// Everything that the model was shown as text.
    pub fn prompt(&self) -> String {
        format!("{}\n{}", self.system, self.users.join("\n"))
    }

    /// The seal of the ballot form: the last heading `## Verdict` with a word of six letters.
    pub fn seal(&self) -> Option<String> {
        let prompt = self.prompt();
        let word = |line: &str| line.trim().strip_prefix("## Verdict ").map(|word| word.trim().to_owned());
        prompt
            .lines()
            .rev()
            .filter_map(word)
            .find(|word| word.len() == 6 && word.chars().all(|c| c.is_ascii_alphabetic()))
    }

    fn read_openai(&mut self, body: &Value) {
        self.system = text(&body["instructions"]);
        for item in list(&body["input"]) {
            match (item["type"].as_str().unwrap_or("message"), item["role"].as_str()) {
                ("message", Some("user")) => self.users.push(text(&item["content"])),
                ("message", Some("developer" | "system")) => self.system += &format!("\n{}", text(&item["content"])),
                (kind, _) if kind.ends_with("_output") => self.results += 1,
                _ => {}
            }
        }
        let named = |tool: &Value| tool["name"].as_str().or(tool["type"].as_str()).unwrap_or_default().to_owned();
        self.tools =
            list(&body["tools"]).iter().flat_map(|tool| list(&tool["tools"]).iter().chain([tool])).map(named).collect();
    }

    fn read_anthropic(&mut self, body: &Value) {
        self.system = text(&body["system"]);
        for turn in list(&body["messages"]).iter().filter(|turn| turn["role"] == "user") {
            self.users.push(text(&turn["content"]));
            self.results += list(&turn["content"]).iter().filter(|part| part["type"] == "tool_result").count();
        }
        self.tools = names(&body["tools"]);
    }

    fn read_gemini(&mut self, body: &Value, path: &str) {
        self.model =
            path.split("models/").nth(1).and_then(|rest| rest.split(':').next()).unwrap_or_default().to_owned();
        self.streams = path.ends_with(":streamGenerateContent");
        self.system = text(&body["systemInstruction"]);
        for turn in list(&body["contents"]).iter().filter(|turn| turn["role"] == "user") {
            self.users.push(text(&turn["parts"]));
            self.results += list(&turn["parts"]).iter().filter(|part| part.get("functionResponse").is_some()).count();
        }
        self.tools = list(&body["tools"]).iter().flat_map(|tool| names(&tool["functionDeclarations"])).collect();
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn names(tools: &Value) -> Vec<String> {
    list(tools).iter().filter_map(|tool| tool["name"].as_str()).map(str::to_owned).collect()
}

/// The text in any vendor's content: a string, a list of parts, or an object with text or parts.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect::<Vec<_>>().join("\n"),
        Value::Object(part) => {
            ["text", "parts", "content"].iter().find_map(|key| part.get(*key)).map(text).unwrap_or_default()
        }
        _ => String::new(),
    }
}
