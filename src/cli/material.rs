//! What the seats are to see: the change, files, standard input.

use std::io::Read;

use super::args::RunArgs;
use super::failure::Failure;
use super::settings::Settings;
use crate::brief::FENCE_MARK;
use crate::event::Warning;
use crate::plan::{Command, ItemPlan};
use crate::reader::DecoyScan;
use crate::store::change::Change;
use crate::store::content::Content;
use crate::store::context::{Context, Item};
use crate::store::git::Repository;
use crate::store::push::Push;
use crate::store::scratch::Scratch;

/// Everything that was gathered.
#[derive(Debug, Default)]
pub(super) struct Material {
    pub changes: Vec<Change>,
    pub items: Vec<ItemPlan>,
    /// In the order of `items`.
    pub contents: Vec<Content>,
    /// Whether some content holds the fence's mark, so that a boundary must be looked for in it.
    pub has_fence_mark: bool,
    pub warnings: Vec<Warning>,
    /// Deleted refs and the like: said, and nothing to review.
    pub remarks: Vec<String>,
}

impl Material {
    /// Whether the command was to review changes and there are none.
    pub(super) fn is_nothing_to_review(&self, command: Command) -> bool {
        command == Command::Gate && self.changes.iter().all(Change::is_empty)
    }
}

/// Which change the arguments ask for.
enum Wanted<'a> {
    None,
    Staged,
    WorkTree,
    Range(&'a str),
    Push,
}

/// Gathers the material.
///
/// # Errors
/// What was asked for can't be had. A git command that fails is an error, never "nothing to review".
pub(super) fn gather(
    settings: &Settings,
    args: &RunArgs,
    command: Command,
    scratch: &Scratch,
) -> Result<Material, Failure> {
    let private = scratch.folder("material")?;
    let wanted = match (&args.diff, args.staged, args.pre_push) {
        (Some(range), ..) if range.is_empty() => Wanted::WorkTree,
        (Some(range), ..) => Wanted::Range(range),
        (None, true, _) => Wanted::Staged,
        (None, _, true) => Wanted::Push,
        (None, false, false) if command == Command::Gate => Wanted::Staged,
        (None, false, false) => Wanted::None,
    };
    let mut material = Material::default();
    let mut context = Context::new(&settings.cwd, &private);
    if !matches!(wanted, Wanted::None) {
        let repository = settings.repository()?;
        take_change(&repository, &wanted, args, &private, &mut material)?;
        if matches!(wanted, Wanted::Staged) && material.changes.iter().all(Change::is_empty) {
            nothing_staged(&repository)?;
        }
        for (index, change) in material.changes.iter().enumerate().filter(|(_, change)| !change.is_empty()) {
            let name = if index == 0 { "diff".to_owned() } else { format!("diff-{}", index + 1) };
            context.add(name, change.diff.clone())?;
        }
    }
    for file in &args.file {
        context.add_files(file)?;
    }
    for named in &args.context {
        context.add_named(named)?;
    }
    if args.stdin {
        context.add_reader("stdin", &mut std::io::stdin().lock())?;
    }
    material.warnings = announcements(&material.changes);
    let mut descriptions =
        material.changes.iter().filter(|change| !change.is_empty()).map(|change| change.description.clone());
    let mut items = vec![];
    for item in context.into_items() {
        let label = if item.name.starts_with("diff") { descriptions.next() } else { None };
        items.push(examined(&item, label, &mut material.has_fence_mark)?);
        material.contents.push(item.content);
    }
    material.items = items;
    Ok(material)
}

fn take_change(
    repository: &Repository,
    wanted: &Wanted<'_>,
    args: &RunArgs,
    private: &std::path::Path,
    material: &mut Material,
) -> Result<(), Failure> {
    match wanted {
        Wanted::None => {}
        Wanted::Staged => material.changes.push(repository.staged(private)?),
        Wanted::WorkTree => material.changes.push(repository.work_tree(private)?),
        Wanted::Range(range) => material.changes.push(repository.range(range, private)?),
        Wanted::Push => {
            let mut lines = String::new();
            std::io::stdin().lock().read_to_string(&mut lines).map_err(|error| {
                Failure::unable("V-GIT-PUSH-LINE", format!("git's lines on standard input can't be read: {error}"))
            })?;
            for pushed in repository.pre_push(&lines, &args.remote, private)? {
                match pushed.push {
                    Push::Deletion => {
                        material.remarks.push(format!("{} is deleted on the remote: nothing to review", pushed.remote));
                    }
                    Push::Change(change) => material.changes.push(*change),
                }
            }
        }
    }
    Ok(())
}

/// Names of files that agents take orders from, or that run when git or an agent does something.
const INSTRUCTIONS: [&str; 9] =
    ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".claude/", ".codex/", ".gemini/", ".mcp.json", ".agents/", ".cursorrules"];
const HOOKS: [&str; 4] = [".githooks/", ".husky/", ".pre-commit-config.yaml", "lefthook.yml"];

/// What the reader of the result must know of the change before anything else: it touches what judges
/// changes, or what steers agents.
fn announcements(changes: &[Change]) -> Vec<Warning> {
    let touched = |matters: &dyn Fn(&str) -> bool| {
        let files = changes.iter().flat_map(|change| &change.files);
        let paths = files.flat_map(|file| std::iter::once(&file.path).chain(&file.previous));
        paths.filter(|path| matters(path)).cloned().collect::<Vec<String>>()
    };
    // A name with a slash at its end is a folder, anywhere in the path; another one is a file, likewise.
    let named = |path: &str, names: &[&str]| {
        let slashed = format!("/{}/", path.trim_matches('"'));
        names.iter().any(|name| slashed.contains(&format!("/{}/", name.trim_end_matches('/'))))
    };
    let kinds: [(&str, &str, Vec<String>); 3] = [
        ("V-WARN-CHANGE-VENIRE", "panels of this repository", touched(&|path| named(path, &[".venire/"]))),
        ("V-WARN-CHANGE-HOOK", "hooks", touched(&|path| named(path, &HOOKS))),
        (
            "V-WARN-CHANGE-INSTRUCTIONS",
            "files that agents take instructions from",
            touched(&|path| named(path, &INSTRUCTIONS)),
        ),
    ];
    kinds
        .into_iter()
        .filter(|(_, _, paths)| !paths.is_empty())
        .map(|(code, what, paths)| {
            Warning::new(code, format!("the change under review touches {what}: {}", paths.join(", ")))
        })
        .collect()
}

/// Nothing is staged. With a clean tree there is nothing to review; with a changed one the user must
/// say what is meant.
fn nothing_staged(repository: &Repository) -> Result<(), Failure> {
    let status = repository.status()?;
    if status.is_clean() {
        return Ok(());
    }
    let count = |number: usize, what: &str| (number > 0).then(|| format!("{number} {what}"));
    let parts =
        [count(status.changed, "changed"), count(status.untracked, "untracked"), count(status.unmerged, "in conflict")];
    let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Err(Failure::usage("V-GATE-NOTHING-STAGED", format!("nothing is staged, and the tree is not clean ({parts})"))
        .remedy("stage what is to be reviewed: git add …")
        .remedy("or review the work tree as it stands: venire gate --diff"))
}

/// An item as the plan knows it, after one pass over its content.
fn examined(item: &Item, label: Option<String>, has_fence_mark: &mut bool) -> Result<ItemPlan, Failure> {
    let mut decoys = DecoyScan::new();
    let mut is_blank = true;
    let mut window: Vec<u8> = vec![];
    item.content.chunks(&mut |chunk| {
        decoys.feed(chunk);
        is_blank = is_blank && chunk.iter().all(u8::is_ascii_whitespace);
        // The mark may stand across two chunks.
        window.extend_from_slice(chunk);
        *has_fence_mark = *has_fence_mark || contains(&window, FENCE_MARK.as_bytes());
        window.drain(..window.len().saturating_sub(FENCE_MARK.len()));
    })?;
    decoys.feed(b"\n");
    Ok(ItemPlan {
        name: item.name.clone(),
        label: label.unwrap_or_else(|| format!("file {}", item.label)),
        bytes: item.content.bytes(),
        characters: item.content.characters(),
        digest: item.content.digest().to_owned(),
        has_verdict: decoys.found(),
        is_blank,
    })
}

/// Whether `needle` stands in `hay`.
pub(super) fn contains(hay: &[u8], needle: &[u8]) -> bool {
    let Some(first) = needle.first() else { return true };
    let mut rest = hay;
    while let Some(at) = rest.iter().position(|byte| byte == first) {
        if rest[at..].starts_with(needle) {
            return true;
        }
        rest = &rest[at + 1..];
    }
    false
}
