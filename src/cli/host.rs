//! The engine's door to the machine: scratch folders, prompt files, programs, random words.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::watch;

use super::args::RunArgs;
use super::copies::{self, Copies};
use super::gather::Gathered;
use super::material::contains;
use super::settings::Settings;
use crate::agent::{self, Extraction, Layout, Preparation, Reply, Request};
use crate::brief::{FENCE_MARK, Part, Words};
use crate::engine::{Call, Called, CheckCall, Checked, Ports};
use crate::event::Strength;
use crate::invocation::{Confinement, Ending, Invocation, SandboxMode, Stop, Stream, Transcript, Watch};
use crate::plan::{Plan, Work};
use crate::process::{self, End};
use crate::report::Keeper;
use crate::sandbox::{self, Support};
use crate::store::content::Content;
use crate::store::fingerprint::Fingerprint;
use crate::store::git::Repository;
use crate::store::scratch::Scratch;
use crate::text::secrets::Secrets;
use crate::vote::{NonVote, NonVoteKind};

/// A seat that starts venire again would ask panels about panels without end.
pub(super) const DEPTH: &str = "VENIRE_DEPTH";

/// The file of a record that says what the tree was.
pub(super) const TREE: &str = "tree.json";

/// The letters of seals and boundaries: no vowels, so that no label can come of them.
const LETTERS: &[u8; 16] = b"bcdfghjkmnpqrstz";

/// When a call's prompt goes into the record: by then every other call has been started.
const PROMPT_IS_KEPT_AFTER: Duration = Duration::from_millis(50);

/// The last bytes of a check's output that are kept as its reason.
const TAIL: usize = 4096;

/// What the run needs of the machine.
pub(super) struct Host {
    pub scratch: Scratch,
    /// In the order of the plan's items.
    pub contents: Vec<Content>,
    pub has_fence_mark: bool,
    pub environment: Vec<(OsString, OsString)>,
    /// Where checks run: the top of the repository, or the working folder.
    pub tree: PathBuf,
    pub sandbox: SandboxMode,
    /// Paths below the tree that checks may write, by seat.
    pub writes: BTreeMap<String, Vec<PathBuf>>,
    /// Copies of the tree, where seats get them.
    pub copies: Option<Copies>,
    /// The seats that get one, and the judge where it does.
    pub isolated: BTreeSet<String>,
    /// The tree as it was before the first seat.
    pub remembered: RefCell<Option<(Repository, Fingerprint)>>,
    /// The top of the repository: compared before and after, and offered to agents for reading.
    pub offered: Option<PathBuf>,
    pub images: Vec<PathBuf>,
    pub lineages: Vec<(String, String)>,
    pub secrets: Secrets,
    pub keeper: Option<Keeper>,
}

impl Host {
    /// The host of a gathered run; it keeps no record until it is given a keeper.
    pub(super) fn new(settings: &Settings, args: &RunArgs, gathered: Gathered) -> Self {
        Self {
            scratch: gathered.scratch,
            contents: gathered.material.contents,
            has_fence_mark: gathered.material.has_fence_mark,
            environment: settings.environment.variables.clone(),
            tree: settings.tree(),
            offered: settings.root.clone(),
            sandbox: gathered.plan.sandbox,
            writes: checks_write(&gathered.plan),
            isolated: copies::isolated(&gathered.plan),
            copies: gathered.copies,
            remembered: RefCell::new(None),
            images: args.image.iter().map(|image| settings.cwd.join(image)).collect(),
            lineages: settings.configuration.lineages.clone(),
            secrets: settings.secrets(),
            keeper: None,
        }
    }

    /// The command line of a seat's first call, with its scratch folder as `$SEAT`.
    pub(super) fn command_line(&self, call: &Call) -> Result<String, NonVote> {
        let root = self.scratch.path().join(format!("{}-{}", call.seat, call.number));
        let preparation = self.preparation(call, &layout(&root))?;
        let mut words = vec![call.candidate.program.display().to_string()];
        words.extend(preparation.args.iter().map(|argument| argument.to_string_lossy().into_owned()));
        let line = shell_words(&words).replace(&root.display().to_string(), "$SEAT");
        Ok(match self.copy_of(&call.seat) {
            Some(copy) => line.replace(&copy.display().to_string(), "$TREE"),
            None => line,
        })
    }

    /// The seat's own copy of the tree, if it gets one.
    fn copy_of(&self, seat: &str) -> Option<PathBuf> {
        self.copies.as_ref().filter(|_| self.isolated.contains(seat)).map(|copies| copies.of(seat))
    }

    /// The tree that is offered to an agent. Where seats have copies, nobody is shown the way to the real one.
    fn tree_of(&self, seat: &str) -> Option<PathBuf> {
        if self.copies.is_some() { self.copy_of(seat) } else { self.offered.clone() }
    }

    /// Paths whose ignored files are not compared. Where seats have copies, nobody writes into the tree.
    fn free(&self) -> Vec<PathBuf> {
        if self.copies.is_some() { vec![] } else { self.writes.values().flatten().cloned().collect() }
    }

    fn preparation(&self, call: &Call, layout: &Layout) -> Result<Preparation, NonVote> {
        let (bytes, characters) = self.size(call);
        call.candidate.definition.prepare(&Request {
            model: call.candidate.model.as_deref(),
            effort: call.candidate.effort.as_deref(),
            images: &self.images,
            tree: self.tree_of(&call.seat).as_deref(),
            layout,
            env: &self.environment,
            exists: &|path| path.exists(),
            read: &|path| fs::read_to_string(path).ok(),
            prompt_bytes: bytes,
            prompt_characters: characters,
            standing: &call.standing,
            deadline: call.timeout,
        })
    }

    /// Makes the call's scratch folders and files, and says what to run.
    fn prepared(&self, call: &Call) -> Result<(Invocation, PathBuf, Strength), NonVote> {
        let failed = |error: &dyn std::fmt::Display| {
            NonVote::new(NonVoteKind::SpawnFailed, format!("the seat's private folder can't be set up: {error}"))
        };
        let root = self.scratch.folder(&format!("{}-{}", call.seat, call.number)).map_err(|error| failed(&error))?;
        let layout = layout(&root);
        let preparation = self.preparation(call, &layout)?;
        self.write(call, &layout, &preparation).map_err(|error| failed(&error))?;
        if let Some(gone) = preparation.must_exist.iter().find(|path| !path.exists()) {
            let detail = format!("{} is gone, without which read-only does not hold", gone.display());
            return Err(NonVote::new(NonVoteKind::SandboxFailed, detail));
        }
        let mut env = preparation.env;
        env.push((DEPTH.into(), "1".into()));
        let invocation = Invocation {
            program: call.candidate.program.clone(),
            args: preparation.args,
            env,
            cwd: preparation.cwd,
            stdin: preparation.stdin_is_prompt.then(|| layout.prompt.clone()),
            timeout: call.timeout,
            stop: preparation.stop,
            keep: call.keep,
            spool: root,
            confinement: self.confinement(preparation.own_sandbox, preparation.writes),
        };
        let strength =
            if invocation.confinement.is_some() { Strength::Kernel } else { call.candidate.definition.strength };
        Ok((invocation, layout.prompt, strength))
    }

    /// What the program may write, where the kernel is to hold it.
    fn confinement(&self, own_sandbox: bool, writes: Vec<PathBuf>) -> Option<Confinement> {
        (self.kernel_holds() && !own_sandbox).then_some(Confinement { writes })
    }

    fn kernel_holds(&self) -> bool {
        match self.sandbox {
            SandboxMode::Off => false,
            SandboxMode::Auto => sandbox::support() == Support::Full,
            SandboxMode::Require => true,
        }
    }

    fn size(&self, call: &Call) -> (u64, u64) {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        call.prompt.iter().fold((0, 0), |(bytes, characters), part| match part {
            Part::Text(text) => (bytes + count(text.len()), characters + count(text.chars().count())),
            Part::Item(number) => match self.contents.get(*number) {
                Some(content) => (bytes + content.bytes(), characters + content.characters()),
                None => (bytes, characters),
            },
        })
    }

    fn write(&self, call: &Call, layout: &Layout, preparation: &Preparation) -> io::Result<()> {
        for folder in &preparation.folders {
            private_folder(folder)?;
        }
        for (path, text) in &preparation.files {
            private_file(path)?.write_all(text.as_bytes())?;
        }
        for (link, target) in &preparation.links {
            #[cfg(unix)]
            std::os::unix::fs::symlink(target, link)?;
            #[cfg(not(unix))]
            fs::copy(target, link).map(|_| ())?;
        }
        let mut out = BufWriter::new(private_file(&layout.prompt)?);
        if preparation.standing_leads_prompt {
            writeln!(out, "{}", call.standing)?;
        }
        for part in &call.prompt {
            match part {
                Part::Text(text) => out.write_all(text.as_bytes())?,
                Part::Item(number) => {
                    if let Some(content) = self.contents.get(*number) {
                        content.write_to(&mut out).map_err(|error| io::Error::other(error.to_string()))?;
                    }
                }
            }
        }
        out.flush()
    }

    fn masked(&self, reply: Reply) -> Reply {
        match reply {
            Reply::Answer(mut answer) => {
                answer.text = self.secrets.mask(&answer.text).into_owned();
                Reply::Answer(answer)
            }
            Reply::NonVote(mut non_vote) => {
                non_vote.detail = self.secrets.mask(&non_vote.detail).into_owned();
                Reply::NonVote(non_vote)
            }
        }
    }

    fn random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the system had random numbers when it named this run");
    }

    fn letters(&self, count: usize) -> String {
        let mut bytes = vec![0; count];
        self.random(&mut bytes);
        bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 16)])).collect()
    }

    /// Whether some content holds this fence line's beginning.
    fn is_in_material(&self, boundary: &str) -> bool {
        let line = format!("{FENCE_MARK}{boundary}");
        let mut found = false;
        for content in &self.contents {
            let mut window: Vec<u8> = vec![];
            // A content that can't be read will fail the call that shows it.
            let _ = content.chunks(&mut |chunk| {
                window.extend_from_slice(chunk);
                found = found || contains(&window, line.as_bytes());
                window.drain(..window.len().saturating_sub(line.len()));
            });
        }
        found
    }
}

impl Ports for Host {
    async fn call(&self, mut call: Call, activity: &dyn Fn(String), end: watch::Receiver<End>) -> Called {
        let (invocation, prompt, strength) = match self.prepared(&call) {
            Ok(prepared) => prepared,
            Err(non_vote) => return Called { reply: Reply::NonVote(non_vote), notes: vec![], strength: None },
        };
        // It stands in its file now, and all the seats of a large panel wait here at once.
        call.prompt = Vec::new();
        let mut extraction =
            Extraction::new(&call.candidate.definition).seated(call.candidate.model.as_deref(), &self.lineages);
        let mut watcher = |stream: Stream, chunk: &[u8]| {
            let sighting = extraction.feed(stream, chunk);
            if let Some(doing) = sighting.activity {
                activity(self.secrets.mask(&doing).into_owned());
            }
            sighting.watch
        };
        let transcript = {
            let running = process::run(invocation, &mut watcher, end);
            tokio::pin!(running);
            // While the agents work there is time for the record, and the prompts are its larger part.
            let early = tokio::select! {
                biased;
                transcript = &mut running => Some(transcript),
                () = tokio::time::sleep(PROMPT_IS_KEPT_AFTER) => None,
            };
            if let Some(keeper) = &self.keeper {
                keeper.keep_told(&call.seat, call.number, &call.standing, &prompt);
            }
            match early {
                Some(transcript) => transcript,
                None => running.await,
            }
        };
        if let Some(keeper) = &self.keeper {
            keeper.keep_output(&call.seat, call.number, &transcript.stdout, &transcript.stderr);
        }
        let reply = self.masked(extraction.finish(&transcript.ending));
        let strength = ran(&transcript).then_some(strength);
        Called { reply, notes: notes(&transcript), strength }
    }

    async fn check(&self, call: CheckCall, end: watch::Receiver<End>) -> Checked {
        let failed = |cause: String| Checked {
            ending: Ending::SpawnFailed(cause),
            tail: String::new(),
            notes: vec![],
            strength: None,
        };
        let Some((name, args)) = call.command.split_first() else { return failed("there is no command".to_owned()) };
        let path = self.environment.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_os_str());
        let copy = self.copy_of(&call.seat);
        let tree = copy.as_ref().unwrap_or(&self.tree);
        let Some(program) = process::find(name, path, tree) else {
            return failed(format!("`{name}` is not on the PATH"));
        };
        let spool = match self.scratch.folder(&format!("{}-check", call.seat)) {
            Ok(folder) => folder,
            Err(error) => return failed(error.to_string()),
        };
        let temporary = spool.join("tmp");
        if let Err(error) = private_folder(&temporary) {
            return failed(error.to_string());
        }
        let mut env = agent::scrubbed(&self.environment);
        env.retain(|(name, _)| name != "TMPDIR");
        env.push(("TMPDIR".into(), temporary.clone().into()));
        env.push((DEPTH.into(), "1".into()));
        let mut writes: Vec<PathBuf> = match &copy {
            Some(copy) => copies::writable(copy, &call.writes),
            None => match copies::open_in(tree, &call.writes) {
                Ok(open) => open,
                Err(cause) => return Checked { ending: Ending::SandboxFailed(cause), ..failed(String::new()) },
            },
        };
        writes.push(temporary);
        let invocation = Invocation {
            program,
            args: args.iter().map(OsString::from).collect(),
            env,
            cwd: tree.clone(),
            stdin: None,
            timeout: call.timeout,
            stop: Stop::default(),
            keep: call.keep,
            spool,
            confinement: self.confinement(false, writes),
        };
        let strength = if invocation.confinement.is_some() { Strength::Kernel } else { Strength::Promise };
        let mut tail: Vec<u8> = vec![];
        let mut watcher = |_: Stream, chunk: &[u8]| {
            tail.extend_from_slice(chunk);
            tail.drain(..tail.len().saturating_sub(TAIL));
            Watch::Continue
        };
        let transcript = process::run(invocation, &mut watcher, end).await;
        if let Some(keeper) = &self.keeper {
            keeper.keep_output(&call.seat, 1, &transcript.stdout, &transcript.stderr);
        }
        let tail = self.secrets.mask(&String::from_utf8_lossy(&tail)).into_owned();
        Checked {
            notes: notes(&transcript),
            strength: ran(&transcript).then_some(strength),
            ending: transcript.ending,
            tail,
        }
    }

    async fn isolate(&self, seat: &str, timeout: Duration, end: watch::Receiver<End>) -> Result<(), NonVote> {
        match &self.copies {
            Some(copies) => copies.make(seat, self.kernel_holds(), timeout, end).await,
            None => Ok(()),
        }
    }

    async fn changes_in_copy(&self, seat: &str) -> Vec<String> {
        match &self.copies {
            Some(copies) => copies.changes(seat, self.writes.get(seat).cloned().unwrap_or_default()).await,
            None => vec![],
        }
    }

    fn remember_tree(&self) -> bool {
        let Some(root) = &self.offered else { return false };
        let taken = copies::fingerprint(Some(root), &self.environment, &self.free());
        let is_taken = taken.is_some();
        if let (Some(keeper), Some((_, before))) = (&self.keeper, &taken) {
            keeper.keep(TREE, format!("{:#}\n", serde_json::json!({ "content": before.content() })).as_bytes());
        }
        self.remembered.replace(taken);
        is_taken
    }

    fn changes_in_tree(&self) -> Vec<String> {
        let mut remembered = self.remembered.borrow_mut();
        let Some((repository, before)) = remembered.as_mut() else { return vec![] };
        match repository.fingerprint(&self.free(), Some(before)) {
            Ok(after) => {
                let changed = before.differences(&after);
                *before = after;
                changed
            }
            Err(error) => vec![format!("(it can't be compared any more: {error})")],
        }
    }

    fn words(&self) -> Words {
        let mut boundary = self.letters(24);
        while self.has_fence_mark && self.is_in_material(&boundary) {
            boundary = self.letters(24);
        }
        Words { seal: self.letters(6), boundary }
    }

    fn shuffled(&self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            let mut bytes = [0; 8];
            self.random(&mut bytes);
            let drawn = u64::from_le_bytes(bytes) % (u64::try_from(last).unwrap_or(0) + 1);
            order.swap(last, usize::try_from(drawn).unwrap_or(0));
        }
        order
    }
}

/// Whether the program was started at all.
fn ran(transcript: &Transcript) -> bool {
    !matches!(transcript.ending, Ending::SpawnFailed(_) | Ending::SandboxFailed(_))
}

/// The paths below the tree that checks may write, by seat.
fn checks_write(plan: &Plan) -> BTreeMap<String, Vec<PathBuf>> {
    let writes = plan.seats.iter().filter_map(|seat| match &seat.work {
        Work::Check { writes, .. } => Some((seat.voter.id.clone(), writes.iter().map(PathBuf::from).collect())),
        _ => None,
    });
    writes.collect()
}

/// A seat's scratch folders.
fn layout(root: &Path) -> Layout {
    Layout {
        brief: root.to_owned(),
        cwd: root.join("cwd"),
        home: root.join("home"),
        tmp: root.join("tmp"),
        prompt: root.join("prompt.md"),
    }
}

/// Words as they would be typed in a shell.
pub(super) fn shell_words(words: &[String]) -> String {
    let words = words.iter().map(|word| shlex::try_quote(word).map_or_else(|_| format!("{word:?}"), Into::into));
    words.collect::<Vec<_>>().join(" ")
}

fn notes(transcript: &Transcript) -> Vec<String> {
    match transcript.strays {
        0 => vec![],
        1 => vec!["one process that it had left behind was ended".to_owned()],
        strays => vec![format!("{strays} processes that it had left behind were ended")],
    }
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => builder.recursive(true).create(path),
        other => other,
    }
}

fn private_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
