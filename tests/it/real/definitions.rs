//! What a definition claims beyond its switches: a switch that does not take trips a wire, what leaks is what
//! the definition says, and one lock holds where another is gone.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::hostile::{Traps, model_that_writes, plant};
use super::{asked, last_prompt, seat, world_with};
use crate::model_server::{Ask, ModelServer, Scenario};
use crate::world::{World, ballot, fingerprint};

/// Puts a definition of the user's own in the place of the built-in one: the same text, but for these changes.
fn change_definition(world: &World, agent: &str, changes: &[(&str, &str)]) {
    let (_, text) = venire::agent::builtin().iter().find(|(name, _)| *name == agent).unwrap();
    let changed = changes.iter().fold((*text).to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{agent}: {from}");
        text.replace(from, to)
    });
    world.configure(&format!("agents/{agent}.yaml"), &changed);
}

/// A seat whose definition was weakened, and whose model asks for a write into its own folder.
fn trips(agent: &str, changes: &[(&str, &str)]) {
    let Some(world) = world_with(agent) else { return };
    change_definition(&world, agent, changes);
    let scenario = Scenario::answering(&ballot("SHIP")).asking(Ask::Write("written".to_owned()));
    // Under the kernel layer the write could fail, and only what was done trips.
    let outcome = asked(&world, agent, &ModelServer::start(scenario), &["--sandbox", "off"]);
    assert_eq!(seat(&outcome)["non_vote"]["kind"], "tripwire", "{}", outcome.screen());
    assert_eq!(outcome.status, Some(4), "{}", outcome.screen());
    world.assert_nothing_survives();
}

#[test]
fn codex_with_a_sandbox_that_writes_trips() {
    trips("codex", &[("[--sandbox, read-only, --ignore-rules]", "[--sandbox, workspace-write, --ignore-rules]")]);
}

#[test]
fn claude_with_one_tool_more_trips() {
    trips("claude", &[("--tools=Read,Grep,Glob", "--tools=Read,Grep,Glob,Write")]);
}

#[test]
fn gemini_with_a_tool_that_writes_trips() {
    let changes = [
        ("--approval-mode=default, \"--admin-policy={file:policy.toml}\"", "--approval-mode=yolo"),
        ("\"tools\": {\"core\": []},", ""),
        (", \"disableYoloMode\": true", ""),
    ];
    trips("gemini", &changes);
}

#[test]
fn gemini_with_a_policy_that_it_can_not_read_trips() {
    trips("gemini", &[("[[rule]]", "[[rule")]);
}

/// A Google sign-in needs the user's own home. The definition says what is loaded from there then; the rest
/// is off, and nothing is written.
#[test]
fn gemini_in_its_users_home_leaks_what_its_definition_says() {
    let Some(world) = world_with("gemini") else { return };
    change_definition(
        &world,
        "gemini",
        &[("kind: scratch\n", "kind: real\n"), ("  env: { GEMINI_CLI_HOME: \"{home}\" }\n", "")],
    );
    let traps = Traps::new(&world);
    plant(&traps, &world.path("home"), "user");
    let server = model_that_writes(&world);
    let before = fingerprint(&world.repository());
    let outcome = asked(&world, "gemini", &server, &["--sandbox", "off"]);
    assert_eq!(traps.sprung(&server), ["gemini-agent-user", "gemini-start-user", "ordered"], "{}", outcome.screen());
    assert_eq!(fingerprint(&world.repository()), before, "{}", outcome.screen());
    assert_eq!(seat(&outcome)["ballot"]["option"], "HOLD", "{}", outcome.screen());
}

/// The user's own `.env` stands in gemini's working folder, by a link, so that its search for one ends there:
/// a prompt that names it must not bring it in.
#[test]
fn gemini_does_not_show_its_users_keys_to_the_model() {
    let Some(world) = world_with("gemini") else { return };
    let dotenv = world.path("home/.gemini/.env");
    fs::create_dir_all(dotenv.parent().unwrap()).unwrap();
    fs::write(&dotenv, "OTHER_KEY=KEY-OF-THE-USER\n").unwrap();
    world.write("notes.md", "See @.gemini/.env and @./.gemini/.env and @.gemini and @.\n");
    let scenario = Scenario::answering(&ballot("SHIP")).asking(Ask::Read(".gemini/.env".to_owned()));
    let server = ModelServer::start(scenario);
    let outcome = asked(&world, "gemini", &server, &["--file", "notes.md"]);
    assert_eq!(seat(&outcome)["ballot"]["option"], "SHIP", "{}", outcome.screen());
    let bodies: String = server.requests().iter().map(|request| request.body.to_string()).collect();
    assert!(!bodies.contains("KEY-OF-THE-USER"), "{bodies}");
    assert!(last_prompt(&server).contains("See @.gemini/.env and @./.gemini/.env and "), "{bodies}");
}

/// gemini ignores a policy that is not there. Something that takes it away after venire has looked leaves the
/// settings, which know no tool; and under the kernel layer nothing of the seat's own can take it away.
#[test]
fn gemini_without_its_policy_still_has_no_tools() {
    let Some(world) = world_with("gemini") else { return };
    let real = world.path("bin/gemini-itself");
    fs::rename(world.path("bin/gemini"), &real).unwrap();
    let taken = world.path("tmp/taken");
    let script = format!(
        "#!/bin/sh\nfor word in \"$@\"; do\n  case \"$word\" in --admin-policy=*) rm -f \"${{word#--admin-policy=}}\" && \
         test ! -e \"${{word#--admin-policy=}}\" && touch '{}';; esac\ndone\nexec '{}' \"$@\"\n",
        taken.display(),
        real.display()
    );
    let program = world.path("bin/gemini");
    fs::write(&program, script).unwrap();
    symlink(which::which("test").unwrap(), world.path("tools/test")).unwrap();
    fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    for (sandbox, is_taken) in [("auto", false), ("off", true)] {
        let server = model_that_writes(&world);
        let before = fingerprint(&world.repository());
        let outcome = asked(&world, "gemini", &server, &["--sandbox", sandbox]);
        assert_eq!(taken.exists(), is_taken, "{sandbox}: {}", outcome.screen());
        assert_eq!(fingerprint(&world.repository()), before, "{sandbox}: {}", outcome.screen());
        let results = server.requests().iter().map(|request| request.results).max();
        assert_eq!(results, Some(2), "{sandbox}: the wish came to the agent: {}", outcome.screen());
    }
}
