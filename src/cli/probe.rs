//! Asks an agent about itself, its version and its sign-in, without a call of any model.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use tokio::sync::watch;

use super::failure::Failure;
use super::settings::Settings;
use crate::agent::{self, Definition, SignIn};
use crate::invocation::{Ending, Invocation, Kept, Stop, Transcript, Watch};
use crate::process::{self, End};
use crate::store::scratch::Scratch;

/// Whether the agent is signed in: by what the environment and the files say, else by what it says
/// itself (some keep their credentials where no file shows); `None` where nobody can tell.
pub(super) async fn signed_in(
    settings: &Settings,
    definition: &Definition,
    program: &Path,
    scratch: &Path,
) -> Option<bool> {
    let probe = definition.sign_in.as_ref().and_then(|signs| signs.probe.as_ref());
    let seen = definition.sign_in(&|name| settings.environment.get(name), &|path| path.exists());
    match (seen, probe) {
        (SignIn::Seen(_), _) => Some(true),
        (_, Some(probe)) => {
            Some(asked(settings, program, &probe.args, scratch).await.ending == Ending::Exited(probe.exit))
        }
        (SignIn::NotSeen { .. }, None) => Some(false),
        (SignIn::Unknown, None) => None,
    }
}

/// The same before a run, for which there is no runtime yet.
///
/// # Errors
/// The agent can't be asked at all.
pub(super) fn is_signed_out(settings: &Settings, definition: &Definition, program: &Path) -> Result<bool, Failure> {
    let scratch = Scratch::new(&settings.environment.temporary)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(unable)?;
    Ok(runtime.block_on(signed_in(settings, definition, program, scratch.path())) == Some(false))
}

/// An agent that can't be asked.
pub(super) fn unable(error: std::io::Error) -> Failure {
    Failure::unable("V-START-FAILED", format!("agents can't be asked: {error}"))
}

/// Runs the agent with arguments that call no model.
pub(super) async fn asked(settings: &Settings, program: &Path, args: &[String], scratch: &Path) -> Transcript {
    let invocation = Invocation {
        program: program.to_owned(),
        args: args.iter().map(OsString::from).collect(),
        env: agent::scrubbed(&settings.environment.variables),
        cwd: scratch.to_owned(),
        stdin: None,
        timeout: Duration::from_secs(20),
        stop: Stop::default(),
        keep: 64 << 10,
        spool: scratch.to_owned(),
        confinement: None,
    };
    let (_end, watched) = watch::channel(End::No);
    process::run(invocation, &mut |_, _| Watch::Continue, watched).await
}

/// What it printed, both streams.
pub(super) fn printed(transcript: &Transcript) -> String {
    [&transcript.stdout, &transcript.stderr]
        .into_iter()
        .map(|captured| match &captured.kept {
            Kept::Memory(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Kept::File(_) => String::new(),
        })
        .collect()
}
