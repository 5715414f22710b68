//! What one seat's program is given: arguments, environment, files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::definition::{Definition, Delivery, Sandbox, Source, WorkingFolder, user_home};
use super::environment::{scrubbed, set, unset};
use super::template::Template;
use crate::invocation::Stop;
use crate::vote::{NonVote, NonVoteKind};

/// What a seat asks of its agent, and what the world is like. Everything is passed in; nothing is looked up.
pub struct Request<'a> {
    pub model: Option<&'a str>,
    pub effort: Option<&'a str>,
    pub images: &'a [PathBuf],
    /// The tree that is offered for reading.
    pub tree: Option<&'a Path>,
    pub layout: &'a Layout,
    /// The caller's whole environment.
    pub env: &'a [(OsString, OsString)],
    pub exists: &'a dyn Fn(&Path) -> bool,
    pub read: &'a dyn Fn(&Path) -> Option<String>,
    pub prompt_bytes: u64,
    pub prompt_characters: u64,
    /// The standing part of the brief.
    pub standing: &'a str,
    pub deadline: Duration,
}

/// A seat's scratch folders. `brief` and `cwd` are not writable for the agent; `home` and `tmp` are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub brief: PathBuf,
    pub cwd: PathBuf,
    pub home: PathBuf,
    pub tmp: PathBuf,
    /// The file with the prompt.
    pub prompt: PathBuf,
}

/// A program made ready, but for its absolute path.
#[derive(Debug, Clone, PartialEq)]
pub struct Preparation {
    pub args: Vec<OsString>,
    /// The whole environment of the child.
    pub env: Vec<(OsString, OsString)>,
    pub cwd: PathBuf,
    /// To be made first, in this order.
    pub folders: Vec<PathBuf>,
    /// To be written, with their text.
    pub files: Vec<(PathBuf, String)>,
    /// To be made: link, target.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// To be checked just before the start: without one of these, read-only may not hold.
    pub must_exist: Vec<PathBuf>,
    /// The prompt's file is opened as standard input.
    pub stdin_is_prompt: bool,
    /// The agent has no place of its own for the standing part of the brief; it leads the prompt.
    pub standing_leads_prompt: bool,
    /// What the agent must be able to write.
    pub writes: Vec<PathBuf>,
    /// The agent's own kernel sandbox holds it; it can't be confined in another.
    pub own_sandbox: bool,
    pub stop: Stop,
    /// What of the user's or the repository's settings could not be switched off.
    pub leaks: Vec<String>,
}

/// The most that one argument may take, in bytes; Linux refuses 128 KiB.
const LONGEST_ARGUMENT: u64 = 120 * 1024;

impl Definition {
    /// Makes one call of the agent ready.
    ///
    /// # Errors
    /// The non-vote that the call would end in: the prompt is too large for the agent, the model or the
    /// effort is not allowed, or it takes no images. Nothing has been spent then.
    pub fn prepare(&self, request: &Request<'_>) -> Result<Preparation, NonVote> {
        self.check_size(request)?;
        let model = request.model.or_else(|| self.model.as_ref().and_then(|switch| switch.default.as_deref()));
        self.check_model(request.model)?;
        self.check_effort(request.effort)?;
        let scope = Scope::new(self, request, model)?;

        let mut args = scope.fill(&self.args);
        args.extend(scope.fill(&self.read_only.args));
        args.extend(scope.fill(&self.isolation.args));
        if let (Some(switch), Some(_)) = (&self.model, model) {
            args.extend(scope.fill(&switch.args));
        }
        if let (Some(switch), Some(_)) = (&self.effort, request.effort) {
            args.extend(scope.fill(&switch.args));
        }
        if let Some(system) = &self.system {
            args.extend(scope.fill(&system.args));
        }
        args.extend(scope.fill(if request.tree.is_some() { &self.reads.args } else { &self.reads.without }));
        for (name, passed) in &self.pass {
            if let Some(value) = scope.variable(name) {
                args.extend(passed.iter().map(|arg| scope.fill_with(arg, "value", &value)));
            }
        }
        self.add_images(request, &scope, &mut args)?;
        args.extend(scope.fill(&self.prompt.args));

        let links = scope.links();
        let files = scope.files(&links);
        let leaks = self.leaks.iter().cloned().chain(
            (self.prompt.by == Delivery::Argument)
                .then(|| "the prompt is an argument, which every process list shows".to_owned()),
        );
        Ok(Preparation {
            env: scope.environment(),
            cwd: match (self.cwd, request.tree) {
                (WorkingFolder::Tree, Some(tree)) => tree.to_owned(),
                _ => request.layout.cwd.clone(),
            },
            folders: folders(request.layout, &files, &links),
            must_exist: files.iter().map(|(path, _)| path.clone()).collect(),
            stdin_is_prompt: self.prompt.by == Delivery::Stdin,
            standing_leads_prompt: self.system.is_none(),
            writes: scope.writes(),
            own_sandbox: self.sandbox == Sandbox::Own,
            stop: self.stop,
            leaks: leaks.collect(),
            args: args.into_iter().map(OsString::from).collect(),
            files,
            links,
        })
    }

    fn check_size(&self, request: &Request<'_>) -> Result<(), NonVote> {
        let too_large = |size: u64, unit: &str, limit: u64| {
            let name = &self.name;
            Err(NonVote::new(
                NonVoteKind::PromptTooLarge,
                format!("the prompt has {size} {unit}; {name} takes at most {limit}"),
            )
            .with_remedy("give the panel less material, or seat an agent that takes more"))
        };
        let argument = (self.prompt.by == Delivery::Argument).then_some(LONGEST_ARGUMENT);
        if let Some(limit) = self.prompt.limit.into_iter().chain(argument).min()
            && request.prompt_bytes > limit
        {
            return too_large(request.prompt_bytes, "bytes", limit);
        }
        match self.prompt.characters {
            Some(limit) if request.prompt_characters > limit => {
                too_large(request.prompt_characters, "characters", limit)
            }
            _ => Ok(()),
        }
    }

    fn check_model(&self, model: Option<&str>) -> Result<(), NonVote> {
        let Some(model) = model else { return Ok(()) };
        let refuse = |why: String| Err(NonVote::new(NonVoteKind::ModelUnavailable, why));
        if self.model.is_none() {
            return refuse(format!("{} has no switch for the model `{model}`", self.name));
        }
        if model.is_empty() || model.starts_with('-') || model.chars().any(char::is_control) {
            return refuse(format!("`{}` is not the name of a model", model.escape_default()));
        }
        match self.refused_argument(model) {
            Some(pattern) => refuse(format!("`{model}` is refused, because `{pattern}` could lift read-only")),
            None => Ok(()),
        }
    }

    fn check_effort(&self, effort: Option<&str>) -> Result<(), NonVote> {
        let Some(effort) = effort else { return Ok(()) };
        let refuse = |why: String| Err(NonVote::new(NonVoteKind::OtherFailure, why));
        let Some(switch) = &self.effort else {
            return refuse(format!("{} has no switch for the effort `{effort}`", self.name));
        };
        let known = switch.values.is_empty() || switch.values.iter().any(|value| value == effort);
        if !known || effort.starts_with('-') || self.refused_argument(effort).is_some() {
            let values = if switch.values.is_empty() { "a word".to_owned() } else { switch.values.join(", ") };
            return refuse(format!("`{effort}` is not an effort of {}: {values}", self.name));
        }
        Ok(())
    }

    fn add_images(&self, request: &Request<'_>, scope: &Scope<'_>, args: &mut Vec<String>) -> Result<(), NonVote> {
        if request.images.is_empty() {
            return Ok(());
        }
        let Some(switch) = &self.image else {
            return Err(NonVote::new(NonVoteKind::OtherFailure, format!("{} takes no images", self.name))
                .with_remedy("seat an agent that does, or leave the images out"));
        };
        for image in request.images {
            args.extend(switch.iter().map(|arg| scope.fill_with(arg, "image", &image.to_string_lossy())));
        }
        Ok(())
    }
}

/// The values of the placeholders.
struct Scope<'a> {
    definition: &'a Definition,
    request: &'a Request<'a>,
    model: Option<&'a str>,
    config: Option<PathBuf>,
    scratch_home: bool,
    values: Vec<(&'a str, String)>,
    prompt_text: Option<String>,
}

impl<'a> Scope<'a> {
    fn new(definition: &'a Definition, request: &'a Request<'a>, model: Option<&'a str>) -> Result<Self, NonVote> {
        let mut scope = Self {
            definition,
            request,
            model,
            config: definition.config_folder(&|name| variable(request.env, name)),
            scratch_home: definition.home.scratch,
            values: vec![],
            prompt_text: None,
        };
        for (name, sources) in &definition.values {
            if let Some(value) = sources.iter().find_map(|source| scope.looked_up(source)) {
                scope.values.push((name, value));
            }
        }
        let real =
            definition.home.unless.iter().any(|(name, values)| {
                scope.values.iter().any(|(known, value)| known == name && values.contains(value))
            });
        scope.scratch_home &= !real;
        if definition.prompt.by == Delivery::Argument {
            let text = (request.read)(&request.layout.prompt)
                .ok_or_else(|| NonVote::new(NonVoteKind::OtherFailure, "the prompt's file can't be read"))?;
            scope.prompt_text = Some(text);
        }
        Ok(scope)
    }

    fn looked_up(&self, source: &Source) -> Option<String> {
        match source {
            Source::File { file, path } => {
                let text = (self.request.read)(Path::new(&self.text(file)))?;
                path.text(&serde_json::from_str(&text).ok()?)
            }
            Source::Env { name, is } => self.variable(name).map(|value| is.clone().unwrap_or(value)),
            Source::Fixed(value) => Some(value.clone()),
        }
        .filter(|value| !value.is_empty())
    }

    /// The value of a variable of the caller that is set and not empty.
    fn variable(&self, name: &str) -> Option<String> {
        let value = variable(self.request.env, name)?.to_string_lossy().into_owned();
        (!value.is_empty()).then_some(value)
    }

    fn value(&self, name: &str) -> Option<String> {
        let layout = self.request.layout;
        let path = |path: &Path| Some(path.to_string_lossy().into_owned());
        match name {
            "brief" => path(&layout.brief),
            "cwd" => path(&layout.cwd),
            "home" => path(&layout.home),
            "tmp" => path(&layout.tmp),
            "prompt" => path(&layout.prompt),
            "prompt_text" => self.prompt_text.clone(),
            "tree" => self.request.tree.and_then(path),
            "model" => self.model.map(str::to_owned),
            "effort" => self.request.effort.map(str::to_owned),
            "standing" => Some(self.request.standing.to_owned()),
            "config" => self.config.as_deref().and_then(path),
            "state" if self.scratch_home => path(&layout.home),
            "state" => self.config.as_deref().and_then(path),
            "user_home" => user_home(&|name| variable(self.request.env, name)),
            "deadline_ms" => Some(self.request.deadline.as_millis().to_string()),
            "deadline_s" => Some(self.request.deadline.as_secs().to_string()),
            _ => match name.strip_prefix("file:") {
                Some(file) => {
                    let file = self.definition.files.iter().find(|known| known.name == file)?;
                    Some(self.text(&file.path))
                }
                None => self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()),
            },
        }
    }

    fn text(&self, template: &Template) -> String {
        template.fill(&|name| self.value(name))
    }

    fn fill(&self, templates: &[Template]) -> Vec<String> {
        templates.iter().map(|template| self.text(template)).collect()
    }

    fn fill_with(&self, template: &Template, given: &str, value: &str) -> String {
        template.fill(&|name| if name == given { Some(value.to_owned()) } else { self.value(name) })
    }

    fn environment(&self) -> Vec<(OsString, OsString)> {
        let definition = self.definition;
        let mut env = scrubbed(self.request.env);
        set(&mut env, "TMPDIR", self.request.layout.tmp.clone());
        let home = self.scratch_home.then_some(&definition.home.env);
        let system = definition.system.as_ref().map(|system| &system.env);
        let groups = [&definition.env, &definition.isolation.env, &definition.read_only.env];
        for (name, value) in groups.into_iter().chain(home).chain(system).flatten() {
            match value {
                Some(value) => set(&mut env, name, self.text(value)),
                None => unset(&mut env, name),
            }
        }
        env
    }

    /// Links to what is there; the others are left out.
    fn links(&self) -> Vec<(PathBuf, PathBuf)> {
        self.definition
            .links
            .iter()
            .map(|(link, target)| (PathBuf::from(self.text(link)), PathBuf::from(self.text(target))))
            .filter(|(_, target)| target.is_absolute() && (self.request.exists)(target))
            .collect()
    }

    /// The files; one that has the place of a link gives way to it.
    fn files(&self, links: &[(PathBuf, PathBuf)]) -> Vec<(PathBuf, String)> {
        self.definition
            .files
            .iter()
            .map(|file| (PathBuf::from(self.text(&file.path)), self.text(&file.text)))
            .filter(|(path, _)| links.iter().all(|(link, _)| link != path))
            .collect()
    }

    fn writes(&self) -> Vec<PathBuf> {
        let layout = self.request.layout;
        let mut writes = vec![layout.home.clone(), layout.tmp.clone()];
        for path in self.fill(&self.definition.writes).into_iter().map(PathBuf::from) {
            let own = path.starts_with(&layout.home) || path.starts_with(&layout.tmp);
            if path.is_absolute() && !writes.contains(&path) && (own || (self.request.exists)(&path)) {
                writes.push(path);
            }
        }
        writes
    }
}

fn variable(env: &[(OsString, OsString)], name: &str) -> Option<OsString> {
    env.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
}

/// The scratch folders, and those that files and links lie in.
fn folders(layout: &Layout, files: &[(PathBuf, String)], links: &[(PathBuf, PathBuf)]) -> Vec<PathBuf> {
    let mut folders = vec![layout.brief.clone(), layout.cwd.clone(), layout.home.clone(), layout.tmp.clone()];
    for path in files.iter().map(|(path, _)| path).chain(links.iter().map(|(link, _)| link)) {
        if let Some(parent) = path.parent()
            && !folders.iter().any(|folder| folder == parent)
        {
            folders.push(parent.to_owned());
        }
    }
    folders
}
