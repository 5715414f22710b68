//! What the README lists is what there is.

use std::collections::BTreeSet;

use regex_lite::Regex;
use serde_json::Value;

use super::{blocks, readme, section, sources};
use crate::world::World;

/// The first group of every match.
fn found(pattern: &str, text: &str) -> BTreeSet<String> {
    Regex::new(pattern).unwrap().captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// Source text without what belongs to its unit tests, and with comments joined across their lines.
fn without_tests(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    Regex::new(r"\n\s*//[/!]? ?").unwrap().replace_all(text, " ").into_owned()
}

#[test]
fn every_section_that_the_code_cites_is_a_heading() {
    let headings = found(r"(?m)^#+ (.+)$", &readme());
    let mut citations = 0;
    for (path, text) in sources() {
        for cited in found(r#"README(?:,| says in)\s+"([^"]+)""#, &without_tests(&text)) {
            assert!(headings.contains(&cited), "{} cites {cited:?}, which is no heading", path.display());
            citations += 1;
        }
    }
    assert!(citations > 20, "only {citations} citations were found");
}

#[test]
fn every_link_inside_leads_to_a_heading() {
    let readme = readme();
    let anchors: BTreeSet<String> =
        found(r"(?m)^#+ (.+)$", &readme).iter().map(|heading| heading.to_lowercase().replace(' ', "-")).collect();
    let links = found(r"\]\(#([^)]+)\)", &readme);
    assert!(links.is_subset(&anchors), "{:?}", links.difference(&anchors).collect::<Vec<_>>());
}

#[test]
fn the_error_codes_are_those_of_the_program() {
    let pattern = r#""(V-[A-Z]+(?:-[A-Z]+)*)""#;
    let used: BTreeSet<String> = sources().iter().flat_map(|(_, text)| found(pattern, &without_tests(text))).collect();
    let explained = found(r"(?m)^\| `(V-[A-Z-]+)` \|", section(&readme(), "## Error codes"));
    assert_eq!(used, explained, "left: used in src; right: explained in the README");
    let readme = readme();
    for (code, meaning) in venire::panel::CODES {
        assert!(readme.contains(&format!("| `{code}` | {meaning} |")), "{code} is explained otherwise: {meaning}");
    }
}

/// The keys of a reference table: the first cells of its rows.
fn documented(text: &str) -> BTreeSet<String> {
    let cells = text.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    cells.flat_map(|cell| found("`([a-z_]+)`", cell)).collect()
}

fn keys(properties: &Value) -> BTreeSet<String> {
    properties.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_references_have_every_key_of_the_schemas() {
    let readme = readme();
    let schema = venire::panel::schema();
    let all = found("`([a-z_]+)`", section(&readme, "## Panels"));
    let panel = keys(&schema["properties"]);
    assert!(panel.is_subset(&all), "panel: {:?}", panel.difference(&all).collect::<Vec<_>>());
    let limits = keys(&schema["properties"]["limits"]["properties"]);
    assert!(limits.is_subset(&all), "limits: {:?}", limits.difference(&all).collect::<Vec<_>>());
    let seats = found("`([a-z_]+)`", section(&readme, "### Seats"));
    let seat = keys(&schema["$defs"]["seat"]["properties"]);
    assert!(seat.is_subset(&seats), "seat: {:?}", seat.difference(&seats).collect::<Vec<_>>());
    assert_eq!(
        documented(section(&readme, "## How to add an agent")),
        keys(&venire::agent::schema()["properties"]),
        "left: the README; right: the schema of agents"
    );
    assert_eq!(
        documented(section(&readme, "## Configuration")),
        keys(&venire::panel::configuration_schema()["properties"]),
        "left: the README; right: the schema of the configuration"
    );
}

#[test]
fn the_non_votes_are_the_closed_list() {
    let words: Vec<String> = venire::vote::NonVoteKind::ALL.iter().map(|kind| kind.word()).collect();
    let readme = readme();
    let table = section(&readme, "### Non-votes").lines().filter(|line| line.starts_with("| `"));
    let listed: Vec<String> = table.map(|line| line.split('`').nth(1).unwrap().to_owned()).collect();
    assert_eq!(listed, words);
}

#[test]
fn the_exit_statuses_are_those_of_the_program() {
    use venire::engine::ExitStatus as Status;
    let all = [
        Status::Yes,
        Status::No,
        Status::Usage,
        Status::Undecided,
        Status::Unable,
        Status::Fault,
        Status::Interrupted,
        Status::Terminated,
    ];
    let readme = readme();
    let table = section(&readme, "## Exit status").lines();
    let listed: Vec<u8> = table.filter_map(|line| line.split('|').nth(1)?.trim().parse().ok()).collect();
    assert_eq!(listed, all.map(|status| status as u8));
}

#[test]
fn every_built_in_panel_and_agent_is_named() {
    let readme = readme();
    for (name, _) in venire::panel::builtin() {
        assert!(section(&readme, "## Panels").contains(&format!("\n| `{name}` |")), "the panel {name}");
    }
    for (name, _) in venire::agent::builtin() {
        assert!(section(&readme, "## Read-only").contains(&format!("\n| `{name}` |")), "the agent {name}");
    }
}

#[test]
fn every_yaml_example_loads() {
    let world = World::new();
    let (mut panels, mut agents) = (0, 0);
    for block in blocks(&readme(), "yaml") {
        if let Some(file) = block.strip_prefix("# agents/") {
            let name = file.lines().next().unwrap().to_owned();
            world.configure(&format!("agents/{name}"), &block);
            agents += 1;
            let listed = world.venire(&["agents"]);
            assert_eq!(listed.status, Some(0), "{block}\n{}", listed.stderr);
            assert!(listed.stdout.contains(name.trim_end_matches(".yaml")), "{}", listed.stdout);
        } else {
            panels += 1;
            let panel = world.panel("example", &block);
            let checked = world.venire(&["panel", "check", &panel]);
            assert_eq!(checked.status, Some(0), "{block}\n{}", checked.stderr);
            assert!(checked.stdout.ends_with(": ok\n"), "{block}\n{}{}", checked.stderr, checked.stdout);
        }
    }
    assert!(panels >= 4 && agents >= 2, "{panels} panels, {agents} agents");
}
