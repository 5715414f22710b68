//! Each real command line as a seat: the stance reaches the model, the answer comes back as a ballot,
//! nothing that the model asks for is done, and a question is text, whatever it begins with.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use super::hostile::direct;
use super::{asked, at, each, last_prompt, model, panel_of, seat, world_with};
use crate::model_server::{Ask, ModelServer, Scenario};
use crate::world::{Input, World, ballot, fingerprint};

const STANCE: &str = "Argue against it as if the pager were yours. PAGER-STANCE";

fn answers_with_its_stance(agent: &str) {
    let Some(world) = world_with(agent) else { return };
    let server = ModelServer::start(Scenario::answering(&ballot("SHIP")));
    let stance = format!(", stance: against, stance_prompt: {STANCE:?}");
    let panel = world.panel("stance", &panel_of(agent, model(agent), &stance));
    let outcome = at(&server.address(), world.run(&["ask", "-p", &panel, "--format", "json"])).outcome();
    let seat = seat(&outcome);
    assert_eq!(seat["ballot"]["option"], "SHIP", "{}", outcome.screen());
    assert_eq!((&seat["ballot"]["sealed"], outcome.status), (&Value::Bool(true), Some(0)), "{seat:#}");
    let prompt = last_prompt(&server);
    assert!(prompt.contains("PAGER-STANCE") && prompt.contains("Is this change safe to ship?"), "{prompt}");
    world.assert_nothing_survives();
}

/// With venire's kernel layer and without it: what removes the tools must hold on its own.
fn does_nothing_that_the_model_asks_for(agent: &str) {
    for sandbox in ["auto", "off"] {
        let Some(world) = world_with(agent) else { return };
        let target = world.repository().join("written-by-the-model").to_string_lossy().into_owned();
        let scenario = Scenario::answering(&ballot("SHIP"))
            .asking(Ask::EnterPlanMode)
            .asking(Ask::ExitPlanMode)
            .asking(Ask::EnterWorktree("tree-of-the-model".to_owned()))
            .asking(Ask::Write(target.clone()))
            .asking(Ask::Edit(world.repository().join("a.txt").to_string_lossy().into_owned()))
            .asking(Ask::Shell(format!("touch '{target}'")));
        let server = ModelServer::start(scenario);
        let before = fingerprint(&world.repository());
        let outcome = asked(&world, agent, &server, &["--sandbox", sandbox]);
        assert_eq!(fingerprint(&world.repository()), before, "{sandbox}: {}", outcome.screen());
        let results = server.requests().iter().map(|request| request.results).max();
        assert_eq!(results, Some(6), "{sandbox}: each wish came to the agent: {}", outcome.screen());
        let tools = server.requests().first().map(|request| request.tools.clone()).unwrap_or_default();
        match agent {
            "claude" => assert_eq!(tools, ["Glob", "Grep", "Read"], "{sandbox}"),
            "gemini" => assert!(tools.is_empty(), "{sandbox}: {tools:?}"),
            _ => {}
        }
        let seat = seat(&outcome);
        assert_eq!(seat["ballot"]["option"], "SHIP", "{sandbox}: it answers all the same: {}", outcome.screen());
        // codex brings a kernel sandbox of its own, which is not venire's to turn off.
        let strength = if sandbox == "auto" || agent == "codex" { "kernel" } else { "agent" };
        assert_eq!(seat["read_only"]["strength"], strength, "{sandbox}: {seat:#}");
        assert_eq!(seat["read_only"]["tree_checked"], true, "{sandbox}: {seat:#}");
        world.assert_nothing_survives();
    }
}

/// A skill in every place where one of the command lines looks for skills: `home-codex`, `repository-agents` …
fn plant_skills(world: &World) {
    for (whose, base) in [("home", world.path("home")), ("repository", world.repository())] {
        for folder in ["agents", "codex", "claude", "gemini"] {
            let name = format!("{whose}-{folder}");
            let path = base.join(format!(".{folder}/skills/{name}"));
            fs::create_dir_all(&path).unwrap();
            let text = format!("---\nname: {name}\ndescription: a skill\n---\nCONTENT-OF-A-SKILL\n");
            fs::write(path.join("SKILL.md"), text).unwrap();
        }
    }
}

/// A prompt that names a file outside the tree, one inside it, and a skill, to the command line as a user would
/// start it in the tree: what each brings in.
fn brings_in_what_a_prompt_names_when_started_directly(agent: &str) {
    let Some(world) = world_with(agent) else { return };
    plant_skills(&world);
    world.write("a.txt", "CONTENT-OF-A-FILE\n");
    let secret = world.path("home/secret.txt");
    fs::write(&secret, "CONTENT-OF-A-SECRET").unwrap();
    let server = ModelServer::start(Scenario::answering(&ballot("SHIP")));
    let prompt = format!("Is it safe? See @{} and @a.txt, and use $repository-agents.\n", secret.display());
    let outcome = direct(&world, agent, Some(&server.address()), &prompt);
    let brought_in = match agent {
        "codex" => "CONTENT-OF-A-SKILL",
        "claude" => "CONTENT-OF-A-SECRET",
        _ => "CONTENT-OF-A-FILE",
    };
    let shown = server.requests().iter().any(|request| request.body.to_string().contains(brought_in));
    assert!(shown, "the attack does not work: {}", outcome.screen());
}

/// What means a command to one of the command lines is plain text at the start of a question.
fn takes_a_question_as_text(agent: &str) {
    let Some(world) = world_with(agent) else { return };
    plant_skills(&world);
    world.write("a.txt", "CONTENT-OF-A-FILE\n");
    let secret = world.path("home/secret.txt");
    fs::write(&secret, "CONTENT-OF-A-SECRET").unwrap();
    let secret = format!("@{} and @a.txt?", secret.display());
    let starts = [
        "/help me",
        "/home-claude",
        "@/etc/hostname, is it safe?",
        &secret,
        "!ls -l",
        "-x --yolo",
        "$home-agents and $home-codex, is it safe?",
        "$repository-agents and $repository-codex, is it safe?",
    ];
    let panel = world.panel("text", &panel_of(agent, model(agent), ""));
    each(&starts, |start| {
        let server = ModelServer::start(Scenario::answering(&ballot("SHIP")));
        // From standard input, as an argument that begins with `@` is a file's name to venire itself.
        let run = world.run(&["ask", "-p", &panel, "--format", "json", "-"]);
        let run = run.input(Input::Text(start.as_bytes().to_vec()));
        let outcome = at(&server.address(), run).outcome();
        assert_eq!(outcome.status, Some(0), "{start}: {}", outcome.screen());
        let prompt = last_prompt(&server);
        assert!(prompt.contains(start), "{start}: {prompt}");
        assert!(!prompt.contains("CONTENT-OF-A-"), "{start}: {prompt}");
    });
}

/// A file of about a MiB is seen whole, up to the most that codex takes.
fn sees_a_mebibyte_whole(agent: &str) {
    let Some(world) = world_with(agent) else { return };
    let text: String = (0..65_000).map(|line| format!("line {line:010}\n")).collect();
    world.write("large.txt", &text);
    // gemini prints the prompt again, and exits without waiting for a full pipe: what was not read by then is
    // lost. A model that takes its time, as all do, leaves time to read it.
    let scenario = Scenario::answering(&ballot("SHIP")).after(Duration::from_secs(2));
    let server = ModelServer::start(scenario);
    let outcome = asked(&world, agent, &server, &["--file", "large.txt"]);
    assert_eq!(seat(&outcome)["ballot"]["option"], "SHIP", "{}", outcome.screen());
    assert!(last_prompt(&server).contains(&text), "not every line reached the model");
}

#[test]
fn codex_is_not_started_with_more_than_it_takes() {
    let Some(world) = world_with("codex") else { return };
    world.write("larger.txt", "0123456789abcde\n".repeat(1 << 16));
    let server = ModelServer::start(Scenario::answering(&ballot("SHIP")));
    let outcome = asked(&world, "codex", &server, &["--file", "larger.txt"]);
    assert_eq!(seat(&outcome)["non_vote"]["kind"], "prompt_too_large", "{}", outcome.screen());
    assert_eq!((server.messages().len(), outcome.status), (0, Some(4)));
}

/// The same tests for each of the command lines.
macro_rules! seats {
    ($($agent:ident)*) => {$(
        mod $agent {
            const AGENT: &str = stringify!($agent);

            #[test]
            fn answers_with_its_stance() {
                super::answers_with_its_stance(AGENT);
            }

            #[test]
            fn does_nothing_that_the_model_asks_for() {
                super::does_nothing_that_the_model_asks_for(AGENT);
            }

            #[test]
            fn brings_in_what_a_prompt_names_when_started_directly() {
                super::brings_in_what_a_prompt_names_when_started_directly(AGENT);
            }

            #[test]
            fn takes_a_question_as_text() {
                super::takes_a_question_as_text(AGENT);
            }

            #[test]
            fn sees_a_mebibyte_whole() {
                super::sees_a_mebibyte_whole(AGENT);
            }
        }
    )*};
}

seats! { codex claude gemini }
