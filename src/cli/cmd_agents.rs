//! `venire agents`: the known agents, and what this machine has of them. No model is called.

use std::path::Path;

use serde_json::{Value, json};

use super::args::{AgentsArgs, ListFormat};
use super::cmd_runs::pretty;
use super::failure::Failure;
use super::probe::{asked, printed, signed_in, unable};
use super::seating::{find_program, known_agents};
use super::settings::Settings;
use crate::agent::Definition;
use crate::engine::ExitStatus;
use crate::process;
use crate::store::scratch::Scratch;
use crate::store::versions::Versions;
use crate::text::sanitise;

/// What is known of an agent on this machine.
struct Report {
    name: String,
    title: String,
    program: Option<String>,
    /// The version that answered, and whether it is the tested one.
    version: Option<String>,
    tested: Option<String>,
    signed_in: Option<bool>,
    strength: &'static str,
    leaks: Vec<String>,
    remedy: Option<String>,
}

pub(super) fn run(settings: &Settings, args: &AgentsArgs) -> Result<ExitStatus, Failure> {
    let definitions = known_agents(settings)?;
    let scratch = Scratch::new(&settings.environment.temporary)?;
    process::prepare(definitions.len()).map_err(unable)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(unable)?;
    let reports: Vec<Report> = runtime.block_on(async {
        let mut reports = vec![];
        for definition in definitions.values() {
            reports.push(report(settings, definition, scratch.path()).await);
        }
        reports
    });
    keep_versions(settings, &reports);
    match args.format {
        ListFormat::Json => super::answer(&pretty(&Value::from(reports.iter().map(document).collect::<Vec<_>>()))),
        ListFormat::Text => super::answer(&sanitise::lines(&reports.iter().map(lines).collect::<String>())),
    }
}

/// For the records of later runs.
fn keep_versions(settings: &Settings, reports: &[Report]) {
    let known = Versions::load(&settings.folders.state);
    let mut versions = known.clone();
    for report in reports {
        if let Some(program) = &report.program {
            versions.note(Path::new(program), report.version.as_deref());
        }
    }
    if versions != known
        && let Err(error) = versions.save(&settings.folders.state)
    {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "venire: the versions can't be kept for records: {error}");
    }
}

async fn report(settings: &Settings, definition: &Definition, scratch: &Path) -> Report {
    let mut report = Report {
        name: definition.name.clone(),
        title: definition.title.clone(),
        program: None,
        version: None,
        tested: definition.tested.clone(),
        signed_in: None,
        strength: definition.strength.word(),
        leaks: definition.leaks.clone(),
        remedy: None,
    };
    let Some(program) = find_program(settings, definition) else {
        report.remedy.clone_from(&definition.install);
        return report;
    };
    report.program = Some(program.display().to_string());
    if let Some(version) = &definition.version {
        let transcript = asked(settings, &program, &version.args, scratch).await;
        let printed = printed(&transcript);
        report.version = version.found(&printed).map(str::to_owned);
    }
    report.signed_in = signed_in(settings, definition, &program, scratch).await;
    if report.signed_in == Some(false) {
        report.remedy = definition.sign_in.as_ref().and_then(|signs| signs.remedy.clone());
    }
    report
}

fn document(report: &Report) -> Value {
    json!({
        "name": report.name,
        "title": report.title,
        "installed": report.program.is_some(),
        "program": report.program,
        "version": report.version,
        "tested": report.tested,
        "version_is_tested": report.version.is_some() && report.version == report.tested,
        "signed_in": report.signed_in,
        "read_only": report.strength,
        "leaks": report.leaks,
        "remedy": report.remedy,
    })
}

fn lines(report: &Report) -> String {
    let state = match (&report.program, report.signed_in) {
        (None, _) => "not installed".to_owned(),
        (Some(_), Some(false)) => "not signed in".to_owned(),
        (Some(_), Some(true)) => "ready".to_owned(),
        (Some(_), None) => "installed".to_owned(),
    };
    let mut text = format!("{:<10} {:<14} read-only: {:<8} {}\n", report.name, state, report.strength, report.title);
    match (&report.version, &report.tested) {
        (Some(version), Some(tested)) if version != tested => {
            text.push_str(&format!("           version {version}; {tested} is the one that was tested\n"));
        }
        (Some(version), _) => text.push_str(&format!("           version {version}\n")),
        (None, _) => {}
    }
    for leak in &report.leaks {
        text.push_str(&format!("           can't be switched off: {leak}\n"));
    }
    if let Some(remedy) = &report.remedy {
        text.push_str(&format!("           → {remedy}\n"));
    }
    text
}
