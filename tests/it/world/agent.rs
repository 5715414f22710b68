//! Fake agents: their scripts in short form, where they are put, and what they saw.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::World;
use super::script::{Rule, Script, Seen, Step};

/// A whole ballot for an option, sealed.
pub fn ballot(option: &str) -> String {
    format!(
        "## Verdict {{seal}}\n{option} - small and covered by tests.\n\n## Analysis\nRead in full.\n\n\
         ## Confidence Score\n8/10 - the suite was run.\n\n## Key Takeaways\n- merge today\n- watch the error rate\n\
         - keep the flag\n\n## Risks\n- none seen\n\n## Evidence\n- a.txt:1 - the line\n\n## Dealbreaker\nno\n"
    )
}

impl Script {
    /// A script without a step, in plain text.
    pub fn new() -> Self {
        Self {
            style: "plain".to_owned(),
            version: "fake 1.0.0".to_owned(),
            signed_in: true,
            reads_input: true,
            tools: None,
            seen_folder: None,
            rules: Vec::new(),
            calls: vec![Vec::new()],
        }
    }

    /// Answers each call with a sealed ballot for an option.
    pub fn voting(option: &str) -> Self {
        Self::new().answer(&ballot(option))
    }

    /// Adds a step to the call that is being written.
    pub fn step(mut self, step: Step) -> Self {
        self.calls.last_mut().unwrap().push(step);
        self
    }

    /// What follows is done from the next call on.
    pub fn next_call(mut self) -> Self {
        self.calls.push(Vec::new());
        self
    }

    /// The steps for prompts that contain a text are those of another script's first call.
    pub fn when(mut self, contains: &str, script: &Self) -> Self {
        self.rules.push(Rule { contains: contains.to_owned(), steps: script.calls[0].clone() });
        self
    }

    pub fn answer(self, text: &str) -> Self {
        self.step(Step::Answer { text: text.to_owned() })
    }

    pub fn say(self, text: &str) -> Self {
        self.step(Step::Say { text: text.to_owned() })
    }

    pub fn say_error(self, text: &str) -> Self {
        self.step(Step::SayError { text: text.to_owned() })
    }

    pub fn bytes(self, bytes: &[u8]) -> Self {
        self.step(Step::Bytes { bytes: bytes.to_vec() })
    }

    pub fn record(self, record: Value) -> Self {
        self.step(Step::Record { record })
    }

    pub fn sleep(self, milliseconds: u64) -> Self {
        self.step(Step::Sleep { milliseconds })
    }

    pub fn wait_for(self, path: impl Into<PathBuf>) -> Self {
        self.step(Step::WaitFor { path: path.into() })
    }

    pub fn flood(self, bytes: u64) -> Self {
        self.step(Step::Flood { bytes, to_error: false })
    }

    pub fn flood_error(self, bytes: u64) -> Self {
        self.step(Step::Flood { bytes, to_error: true })
    }

    pub fn write_file(self, path: impl Into<PathBuf>, text: &str) -> Self {
        self.step(Step::WriteFile { path: path.into(), text: text.to_owned() })
    }

    pub fn exit(self, status: u8) -> Self {
        self.step(Step::Exit { status })
    }

    pub fn die(self, signal: &str) -> Self {
        self.step(Step::Die { signal: signal.to_owned() })
    }

    /// Leaves standard input unread.
    pub fn deaf(mut self) -> Self {
        self.reads_input = false;
        self
    }

    pub fn signed_out(mut self) -> Self {
        self.signed_in = false;
        self
    }

    /// Answers in the format of a known command line, whatever its own name is.
    pub fn style(mut self, style: &str) -> Self {
        style.clone_into(&mut self.style);
        self
    }

    pub fn version(mut self, version: &str) -> Self {
        version.clone_into(&mut self.version);
        self
    }

    /// The tools that a claude-like init record lists.
    pub fn tools(mut self, tools: &[&str]) -> Self {
        self.tools = Some(tools.iter().map(|&tool| tool.to_owned()).collect());
        self
    }
}

impl World {
    /// Installs a fake agent under a name, and returns its path. `codex`, `claude` and `gemini`
    /// print in their own formats and say the versions that their definitions were tested with.
    pub fn agent(&self, name: &str, script: Script) -> PathBuf {
        self.agent_in(&self.path("bin"), name, script)
    }

    /// The same in a folder of one's own choice.
    pub fn agent_in(&self, folder: &Path, name: &str, mut script: Script) -> PathBuf {
        let known = [("codex", "codex-cli 0.171.0"), ("claude", "2.1.197 (Claude Code)"), ("gemini", "0.61.0")];
        if let Some((style, version)) = known.iter().find(|(known, _)| *known == name)
            && script.style == "plain"
        {
            script = script.style(style).version(version);
        }
        script.seen_folder = Some(self.seen.path().to_owned());
        fs::create_dir_all(folder).unwrap();
        let program = folder.join(name);
        fs::write(folder.join(format!("{name}.json")), json!(script).to_string()).unwrap();
        if !program.exists() {
            // A link, as a program that is just being copied can't be started by another thread.
            let fake = env!("CARGO_BIN_EXE_fake-agent");
            fs::hard_link(fake, &program).or_else(|_| fs::copy(fake, &program).map(drop)).unwrap();
        }
        program
    }

    /// The definition of a fake agent that knows nothing but plain text, for a panel's `agents`.
    pub fn definition(&self, name: &str) -> String {
        let program = self.path("bin").join(name);
        format!(
            "  {name}: {{ command: [{:?}], prompt: {{ by: stdin }}, output: {{ format: text }} }}\n",
            program.to_string_lossy()
        )
    }

    /// Where one call of an agent tells what it saw: it exists from the agent's start on.
    pub fn seen_path(&self, name: &str, call: u32) -> PathBuf {
        self.seen.path().join(format!("{name}.{call}.json"))
    }

    /// What the calls of an agent saw, in their order. A call that was ended before it could tell is left out.
    pub fn seen(&self, name: &str) -> Vec<Seen> {
        (1..)
            .map_while(|call| fs::read(self.seen_path(name, call)).ok())
            .filter(|text| !text.is_empty())
            .map(|text| serde_json::from_slice(&text).unwrap())
            .collect()
    }

    /// How many agents were called at all.
    pub fn calls(&self) -> usize {
        fs::read_dir(self.seen.path())
            .unwrap()
            .filter(|f| f.as_ref().unwrap().path().extension() == Some("json".as_ref()))
            .count()
    }
}
