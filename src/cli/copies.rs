//! A tree for each seat: copies of the content under review (README, "A tree for each seat").

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::{OnceCell, Semaphore, watch};

use super::args::RunArgs;
use super::failure::Failure;
use super::seating::Seated;
use super::settings::Settings;
use crate::invocation::{Confinement, Ending, Watch};
use crate::panel::{Isolation, JUDGE, Work};
use crate::plan::Plan;
use crate::process::{self, End};
use crate::store::StoreError;
use crate::store::change::Change;
use crate::store::fingerprint::Fingerprint;
use crate::store::git::Repository;
use crate::store::scratch::Scratch;
use crate::store::snapshot::Snapshot;
use crate::text::duration;
use crate::vote::{NonVote, NonVoteKind};

/// The copies of a run, each made when its seat's turn comes.
#[derive(Debug)]
pub(super) struct Copies {
    snapshot: Snapshot,
    folder: PathBuf,
    /// Where the output of git goes.
    spool: PathBuf,
    made: RefCell<BTreeMap<String, Repository>>,
    /// What each of them is like before its seat starts: they are all alike.
    fresh: OnceCell<Fingerprint>,
    /// Copies that are made at once.
    places: Semaphore,
}

/// The copies that the panel asks for; none where no seat gets to see the tree.
///
/// # Errors
/// There is no content that a copy could be of, or several.
pub(super) fn wanted(
    settings: &Settings,
    args: &RunArgs,
    seated: &Seated,
    changes: &[Change],
    scratch: &Scratch,
) -> Result<Option<Copies>, Failure> {
    if seated.loaded.panel.isolate == Isolation::None {
        return Ok(None);
    }
    let repository = settings.repository().map_err(|failure| failure.remedy("or go without: --isolate none"))?;
    if !someone_sees_the_tree(args, seated) {
        return Ok(None);
    }
    let trees: BTreeSet<&str> =
        changes.iter().filter(|change| !change.is_empty()).map(|change| &*change.tree).collect();
    if trees.len() > 1 {
        let message =
            format!("{} different trees are under review at once, and a copy can be of one only", trees.len());
        return Err(Failure::usage("V-ISOLATE-SEVERAL", message)
            .remedy("push one branch at a time, or go without: --isolate none"));
    }
    let change = changes.iter().find(|change| !change.is_empty()).or(changes.first());
    let snapshot = match change {
        Some(change) => change.snapshot(),
        None => repository.snapshot(&scratch.folder("material")?)?,
    };
    let places = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Some(Copies {
        snapshot,
        folder: scratch.folder("trees")?,
        spool: scratch.folder("trees-output")?,
        made: RefCell::default(),
        fresh: OnceCell::new(),
        places: Semaphore::new(places),
    }))
}

fn someone_sees_the_tree(args: &RunArgs, seated: &Seated) -> bool {
    let sees = |name: &str| seated.definitions.get(name).is_some_and(|definition| definition.sees_tree());
    let panel = &seated.loaded.panel;
    let judge = args.judge.as_deref().map(|judge| judge.split(':').next().unwrap_or(judge));
    let judge = judge.or(panel.synthesis.as_ref().map(|request| request.judge.agent.as_str()));
    judge.is_some_and(sees)
        || panel.seats.iter().any(|seat| match &seat.work {
            Work::Check { .. } => true,
            Work::Agent { agent, fallback, .. } => std::iter::once(agent).chain(fallback).any(|name| sees(&name.agent)),
            Work::Rubric { .. } => false,
        })
}

/// The seats that get a copy of the tree of their own, and the judge where it does.
pub(super) fn isolated(plan: &Plan) -> BTreeSet<String> {
    let seats = plan.seats.iter().filter(|seat| seat.isolated).map(|seat| seat.voter.id.clone());
    let judge = plan.judge.iter().filter(|judge| judge.isolated).map(|_| JUDGE.to_owned());
    seats.chain(judge).collect()
}

impl Copies {
    /// The folder that holds them, each under its seat's id.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The top of the seat's copy, whether it is made or not.
    pub(super) fn of(&self, seat: &str) -> PathBuf {
        self.folder.join(seat)
    }

    /// Makes the seat's copy. Where the kernel can hold a program, git can write nothing but the copy.
    pub(super) async fn make(
        &self,
        seat: &str,
        held: bool,
        timeout: Duration,
        end: watch::Receiver<End>,
    ) -> Result<(), NonVote> {
        let failed = |cause: String| {
            NonVote::new(NonVoteKind::SandboxFailed, format!("the seat's own copy of the tree can't be made: {cause}"))
        };
        let Ok(_place) = self.places.acquire().await else { return Ok(()) };
        let (snapshot, folder) = (self.snapshot.clone(), self.of(seat));
        let copy = unblocked(move || snapshot.prepared(&folder)).await.map_err(&failed)?;
        let mut filling = self.snapshot.filling(&copy, self.spool.clone(), timeout);
        filling.confinement = held.then(|| Confinement { writes: vec![self.of(seat)] });
        let mut said = vec![];
        let keep = filling.keep;
        let mut watcher = |_, chunk: &[u8]| {
            said.extend_from_slice(chunk);
            said.truncate(keep);
            Watch::Continue
        };
        let transcript = process::run(filling, &mut watcher, end).await;
        match transcript.ending {
            Ending::Exited(0) => {}
            Ending::Cut => return Err(NonVote::new(NonVoteKind::Cut, "the run ended before this seat was asked")),
            Ending::Cancelled => {
                return Err(NonVote::new(NonVoteKind::Cancelled, "the run was interrupted before this seat was asked"));
            }
            Ending::TimedOut => return Err(failed(format!("git did not end within {}", duration::show(timeout)))),
            Ending::SpawnFailed(cause) | Ending::SandboxFailed(cause) => return Err(failed(cause)),
            _ => return Err(failed(String::from_utf8_lossy(&said).trim().to_owned())),
        }
        let made = copy.clone();
        self.fresh.get_or_try_init(|| unblocked(move || made.fingerprint(&[], None))).await.map_err(failed)?;
        self.made.borrow_mut().insert(seat.to_owned(), copy);
        Ok(())
    }

    /// What has changed in the seat's copy, but for ignored files below `writes`.
    pub(super) async fn changes(&self, seat: &str, writes: Vec<PathBuf>) -> Vec<String> {
        let copy = self.made.borrow().get(seat).cloned();
        let (Some(copy), Some(fresh)) = (copy, self.fresh.get()) else { return vec![] };
        match unblocked(move || copy.fingerprint(&writes, None)).await {
            Ok(now) => fresh.differences(&now),
            Err(cause) => vec![format!("(it can't be compared any more: {cause})")],
        }
    }
}

/// Does work that waits for files and programs, while the run goes on.
async fn unblocked<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, String> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Those of the paths below a copy that a check may write, as folders where the content has none of the
/// name. A link that leads out of the copy opens nothing there.
pub(super) fn writable(copy: &Path, writes: &[String]) -> Vec<PathBuf> {
    let Ok(top) = fs::canonicalize(copy) else { return vec![] };
    let inside = |path: &Path| fs::canonicalize(path).is_ok_and(|real| real.starts_with(&top));
    let made = |path: &PathBuf| {
        let known = path.ancestors().find(|path| path.symlink_metadata().is_ok());
        known.is_some_and(inside) && (path.exists() || fs::create_dir_all(path).is_ok())
    };
    writes.iter().map(|path| copy.join(path)).filter(made).collect()
}

/// Those of the paths below the tree that are there, for a check to write. A change could make a link of one
/// that leads to where nothing may be written.
pub(super) fn open_in(tree: &Path, writes: &[String]) -> Result<Vec<PathBuf>, String> {
    let top = fs::canonicalize(tree).unwrap_or_else(|_| tree.to_owned());
    let mut open = vec![];
    for name in writes {
        let Ok(path) = fs::canonicalize(top.join(name)) else { continue };
        let below = path.strip_prefix(&top).ok();
        if below.is_none_or(|below| below.components().next().is_none_or(|first| first.as_os_str() == ".git")) {
            return Err(format!("`{name}`, which it may write, leads out of the tree, to {}", path.display()));
        }
        open.push(path);
    }
    Ok(open)
}

/// What the tree under review looks like now; `None` where there is none, or git can't say.
pub(super) fn fingerprint(
    root: Option<&Path>,
    environment: &[(OsString, OsString)],
    free: &[PathBuf],
) -> Option<(Repository, Fingerprint)> {
    let repository = Repository::discover(root?, environment).ok()??;
    let now = repository.fingerprint(free, None).ok()?;
    Some((repository, now))
}
