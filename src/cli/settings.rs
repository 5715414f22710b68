//! From arguments, environment and the user's configuration to settings without a question left in them.

use std::path::PathBuf;

use super::args::{Colour, GlobalArgs};
use super::environment::Environment;
use super::failure::Failure;
use crate::document;
use crate::panel::{self, Configuration};
use crate::report::Screen;
use crate::store::panels::Library;
use crate::store::{self, folders::Folders};
use crate::text::secrets::Secrets;

/// Everything that holds for the whole process.
#[derive(Debug)]
pub(super) struct Settings {
    pub environment: Environment,
    /// The working folder, after `-C`.
    pub cwd: PathBuf,
    /// The top of the repository that the working folder is in, found without calling git.
    pub root: Option<PathBuf>,
    pub folders: Folders,
    pub configuration: Configuration,
    pub screen: Screen,
}

impl Settings {
    /// Settles everything.
    ///
    /// # Errors
    /// A folder that is not there, or a configuration file that is wrong.
    pub(super) fn settle(args: &GlobalArgs, environment: Environment) -> Result<Self, Failure> {
        let cwd = working_folder(args, &environment)?;
        let mut folders = Folders::find(&|name| environment.get(name))?;
        if let Some(config) = &args.config {
            folders.config = cwd.join(config);
            // What it would have held, a `sandbox: require` say, must not go missing by a slip of the pen.
            if !folders.config.is_dir() {
                let message = format!("--config: {} is no folder", folders.config.display());
                return Err(Failure::usage("V-CONFIG-MISSING", message).remedy("make it, or leave the flag out"));
            }
        }
        let configuration = match Library::new(&cwd, None, &folders.config, &[]).configuration()? {
            Some(source) => panel::configuration(&source)?,
            None => Configuration::default(),
        };
        let colour = colour(args.color.or(configuration.color.map(Colour::from)), &environment);
        console::set_colors_enabled(colour.0);
        console::set_colors_enabled_stderr(colour.1);
        let width = if environment.stdout_is_terminal { usize::from(console::Term::stdout().size().1) } else { 80 };
        let screen = Screen { width: width.clamp(40, 120), colour: colour.0, unicode: unicode(&environment) };
        let root = cwd.ancestors().find(|folder| folder.join(".git").exists()).map(PathBuf::from);
        Ok(Self { environment, cwd, root, folders, configuration, screen })
    }

    /// Where panels are found.
    pub(super) fn library(&self) -> Library<'_> {
        Library::new(&self.cwd, self.root.as_deref(), &self.folders.config, panel::builtin())
    }

    /// The folder under review: the top of the repository, or the working folder.
    pub(super) fn tree(&self) -> PathBuf {
        self.root.clone().unwrap_or_else(|| self.cwd.clone())
    }

    /// What must not be stored.
    pub(super) fn secrets(&self) -> Secrets {
        let text = |(name, value): &(std::ffi::OsString, std::ffi::OsString)| {
            Some((name.to_str()?.to_owned(), value.to_str()?.to_owned()))
        };
        let variables: Vec<(String, String)> = self.environment.variables.iter().filter_map(text).collect();
        Secrets::among(variables.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// The repository that the working folder is in.
    ///
    /// # Errors
    /// There is none, or git can't be asked.
    pub(super) fn repository(&self) -> Result<store::git::Repository, Failure> {
        store::git::Repository::discover(&self.cwd, &self.environment.variables)?.ok_or_else(|| {
            Failure::unable("V-GIT-NONE", format!("{} is in no git repository", self.cwd.display()))
                .remedy("go to the repository, or name it: venire -C DIR gate")
        })
    }
}

fn working_folder(args: &GlobalArgs, environment: &Environment) -> Result<PathBuf, Failure> {
    let here = environment.cwd.clone();
    let wanted = match (&args.directory, here) {
        (Some(directory), Some(here)) => here.join(directory),
        (Some(directory), None) if directory.is_absolute() => directory.clone(),
        (None, Some(here)) => return Ok(here),
        _ => {
            return Err(Failure::unable("V-CWD-GONE", "the working folder is gone or can't be seen")
                .remedy("go to another folder, or name one with -C"));
        }
    };
    if wanted.is_dir() {
        return Ok(wanted);
    }
    Err(Failure::usage("V-CWD-MISSING", format!("-C: {} is no folder", wanted.display())))
}

/// Whether standard output and standard error get colours.
fn colour(wanted: Option<Colour>, environment: &Environment) -> (bool, bool) {
    match wanted.unwrap_or(Colour::Auto) {
        Colour::Always => (true, true),
        Colour::Never => (false, false),
        Colour::Auto if environment.is_set("NO_COLOR") => (false, false),
        Colour::Auto if environment.get("CLICOLOR_FORCE").is_some_and(|force| !force.is_empty() && force != "0") => {
            (true, true)
        }
        Colour::Auto if environment.get("TERM").is_some_and(|term| term == "dumb") => (false, false),
        Colour::Auto => (environment.stdout_is_terminal, environment.stderr_is_terminal),
    }
}

/// Whether the locale says that more than ASCII can be shown.
fn unicode(environment: &Environment) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| environment.get(name).filter(|v| !v.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_string_lossy().to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

impl From<panel::ColourChoice> for Colour {
    fn from(choice: panel::ColourChoice) -> Self {
        match choice {
            panel::ColourChoice::Auto => Self::Auto,
            panel::ColourChoice::Always => Self::Always,
            panel::ColourChoice::Never => Self::Never,
        }
    }
}

/// The warnings of a document, told on standard error.
pub(super) fn tell(warnings: &[document::Diagnostic]) {
    use std::io::Write;
    let text = document::render(warnings, console::colors_enabled_stderr());
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
