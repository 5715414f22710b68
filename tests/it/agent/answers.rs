//! What an output comes to, written out by hand: answers, halves of answers, tripwires, error texts.

use proptest::prelude::*;
use venire::agent::{Extraction, Reply, builtin};
use venire::invocation::{Ending, Stream, Watch};
use venire::vote::NonVoteKind;

use super::{CLAUDE_INIT, CLAUDE_RESULT, CODEX_ANSWER, GEMINI_ANSWER, kind, known, read, run};

#[test]
fn the_least_output_of_each_known_agent_is_an_answer() {
    let claude = format!("{CLAUDE_INIT}\n{CLAUDE_RESULT}\n");
    for (agent, stdout) in [("claude", claude.as_str()), ("gemini", GEMINI_ANSWER), ("codex", CODEX_ANSWER)] {
        let definition = known(agent);
        let mut extraction = Extraction::new(&definition).seated(None, &[]);
        let sighting = extraction.feed(Stream::Stdout, stdout.as_bytes());
        assert_eq!(sighting.watch, Watch::Answered, "{agent}");
        for (ending, note) in [
            (Ending::Exited(0), None),
            (Ending::Exited(1), Some("answered, then exited with status 1")),
            (Ending::AnsweredThenKilled, Some("answered, then was killed")),
            (Ending::TimedOut, Some("answered, then was killed at the time limit")),
        ] {
            let Reply::Answer(answer) = run(&definition, stdout, "", &ending) else { panic!("{agent} {ending:?}") };
            assert_eq!((answer.text.as_str(), answer.notes.first().map(String::as_str)), ("SHIP", note));
        }
        assert_eq!(kind(&run(&definition, stdout, "", &Ending::Cancelled)), Some(NonVoteKind::Cancelled));
    }
}

#[test]
fn half_an_answer_never_counts() {
    use NonVoteKind as K;
    for (agent, whole) in [("gemini", GEMINI_ANSWER), ("codex", CODEX_ANSWER)] {
        let definition = known(agent);
        let half = &whole[..whole.trim_end().rfind('\n').expect("several lines")];
        for (ending, expected) in [
            (Ending::Exited(0), K::NoSuccessRecord),
            (Ending::TimedOut, K::TimedOut),
            (Ending::Cut, K::Cut),
            (Ending::Signalled(9), K::Crashed),
        ] {
            assert_eq!(kind(&run(&definition, half, "", &ending)), Some(expected), "{agent} {ending:?}");
        }
    }
}

#[test]
fn a_tool_that_a_seat_must_not_have_trips() {
    let claude = known("claude");
    let init = CLAUDE_INIT.replace("Glob", "Bash");
    let mut extraction = Extraction::new(&claude);
    assert_eq!(extraction.feed(Stream::Stdout, format!("{init}\n").as_bytes()).watch, Watch::End);
    let reply = run(&claude, &format!("{init}\n{CLAUDE_RESULT}\n"), "", &Ending::Exited(0));
    assert_eq!(kind(&reply), Some(NonVoteKind::Tripwire));

    // Asking for a tool that is not there harms nobody; using it does.
    let used = |status| {
        format!(
            "{}\n{}\n{GEMINI_ANSWER}",
            r#"{"type":"tool_use","tool_name":"write_file","tool_id":"w1"}"#,
            format_args!(r#"{{"type":"tool_result","tool_id":"w1","status":"{status}"}}"#),
        )
    };
    let gemini = known("gemini");
    assert_eq!(kind(&run(&gemini, &used("error"), "", &Ending::Exited(0))), None);
    assert_eq!(kind(&run(&gemini, &used("success"), "", &Ending::Exited(0))), Some(NonVoteKind::Tripwire));
    let refused_policy = "[ADMIN] Policy file error in policy.toml\n";
    assert_eq!(kind(&run(&gemini, GEMINI_ANSWER, refused_policy, &Ending::Ended)), Some(NonVoteKind::Tripwire));

    let changed = r#"{"type":"item.completed","item":{"type":"file_change"}}"#;
    let reply = run(&known("codex"), &format!("{changed}\n{CODEX_ANSWER}"), "", &Ending::Exited(0));
    assert_eq!(kind(&reply), Some(NonVoteKind::Tripwire));
}

#[test]
fn an_answer_of_another_vendor_is_no_vote_of_the_seat() {
    let claude = known("claude");
    let other = CLAUDE_RESULT.replace("fake-model", "gpt-5");
    assert_eq!(kind(&run(&claude, &other, "", &Ending::Exited(0))), Some(NonVoteKind::WrongLineage));
    let table = [("fake-".to_owned(), "acme".to_owned())];
    let mut extraction = Extraction::new(&claude).seated(Some("opus"), &table);
    extraction.feed(Stream::Stdout, CLAUDE_RESULT.as_bytes());
    assert_eq!(kind(&extraction.finish(&Ending::Exited(0))), Some(NonVoteKind::WrongLineage));
    assert_eq!(claude.lineage(Some("gpt-5"), &[]), "openai");
    assert_eq!(claude.lineage(None, &[]), "anthropic");
    assert_eq!(read("x", "command: x").expect("a definition").lineage(Some("m"), &[]), "unknown");
}

#[test]
fn text_counts_with_status_0_only_and_error_texts_never() {
    use NonVoteKind as K;
    let least = read("mine", "command: my-agent").expect("a definition");
    let review = "## Verdict\nSHIP - the 401 path and the rate limit are tested; not logged in users are refused.\n";
    let table = [
        (review, "", Ending::Exited(0), None),
        (review, "rate limit exceeded, retried", Ending::Exited(0), None),
        (review, "", Ending::Exited(3), Some(K::NotSignedIn)),
        ("SHIP\n", "", Ending::Exited(3), Some(K::Crashed)),
        (review, "", Ending::TimedOut, Some(K::TimedOut)),
        (" \n", "", Ending::Exited(0), Some(K::Empty)),
        ("", "status 429", Ending::Exited(0), Some(K::RateLimited)),
        ("API Error: Rate limit reached\n", "", Ending::Exited(0), Some(K::RateLimited)),
        ("Error: something odd\n", "", Ending::Exited(0), Some(K::OtherFailure)),
        ("Invalid API key · Please run /login\n", "", Ending::Exited(1), Some(K::NotSignedIn)),
        ("", "/usr/bin/env: 'node': No such file or directory\n", Ending::Exited(127), Some(K::NotInstalled)),
        ("", "", Ending::SpawnFailed("No such file or directory (os error 2)".into()), Some(K::NotInstalled)),
        ("", "", Ending::SandboxFailed("no Landlock".into()), Some(K::SandboxFailed)),
    ];
    for (stdout, stderr, ending, expected) in table {
        let reply = run(&least, stdout, stderr, &ending);
        assert_eq!(kind(&reply), expected, "{stdout:?} {stderr:?} {ending:?} {reply:?}");
    }
    let crashed = run(&least, "", "UnknownError: unexpected server error (ref err_1)\n", &Ending::Exited(1));
    let Reply::NonVote(crashed) = crashed else { panic!("no answer") };
    assert_eq!(crashed.detail, "exit status 1: UnknownError: unexpected server error (ref err_1)");
}

#[test]
fn an_error_object_on_standard_error_is_a_failure_in_its_own_words() {
    let stderr = "Loaded cached credentials.\n{\n  \"error\": {\n    \"type\": \"FatalTurnLimitedError\",\n    \"code\": 53,\n    \"message\": \"Reached max turns. Last text was: ## Verdict\\nSHIP\"\n  }\n}\n";
    let Reply::NonVote(non_vote) = run(&known("gemini"), "", stderr, &Ending::Exited(53)) else { panic!("no answer") };
    assert_eq!(non_vote.kind, NonVoteKind::Crashed);
    assert_eq!(non_vote.detail, "exit status 53: Reached max turns. Last text was: ## Verdict SHIP");
}

#[test]
fn what_is_kept_of_a_flood_is_bounded_and_a_whole_answer_after_it_is_read() {
    let claude = known("claude");
    let mut extraction = Extraction::new(&claude);
    let megabyte = vec![b'x'; 1 << 20];
    for _ in 0..8 {
        extraction.feed(Stream::Stdout, &megabyte);
        extraction.feed(Stream::Stderr, &megabyte);
    }
    extraction.feed(Stream::Stdout, b"\n");
    let long = CLAUDE_RESULT.replace("SHIP", &"y".repeat(3 << 20));
    extraction.feed(Stream::Stdout, format!("{long}\n").as_bytes());
    let Reply::Answer(answer) = extraction.finish(&Ending::Exited(0)) else { panic!("an answer") };
    assert!(answer.cut && answer.text.len() < (1 << 20) + 64);

    let mut only_flood = Extraction::new(&claude);
    (0..8).for_each(|_| drop(only_flood.feed(Stream::Stdout, &megabyte)));
    assert_eq!(kind(&only_flood.finish(&Ending::Exited(0))), Some(NonVoteKind::OutputTooLarge));
}

proptest! {
    #[test]
    fn no_output_panics_and_no_cut_matters(
        pieces in proptest::collection::vec((any::<bool>(), prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..40),
            Just(CLAUDE_RESULT.as_bytes().to_vec()),
            Just(GEMINI_ANSWER.as_bytes().to_vec()),
            Just(CODEX_ANSWER.as_bytes().to_vec()),
            Just(b"\n".to_vec()),
            Just(br#"{"type":"error","message":"unexpected status 401"}"#.to_vec()),
        ]), 0..8),
        agent in 0..4usize,
        status in 0..3i32,
    ) {
        let definition = match agent {
            3 => read("mine", "command: x").expect("a definition"),
            agent => known(builtin()[agent].0),
        };
        let replay = |size: usize| {
            let mut extraction = Extraction::new(&definition).seated(None, &[]);
            for (error, bytes) in &pieces {
                let stream = if *error { Stream::Stderr } else { Stream::Stdout };
                bytes.chunks(size).for_each(|chunk| drop(extraction.feed(stream, chunk)));
            }
            extraction.finish(&Ending::Exited(status))
        };
        prop_assert_eq!(replay(1), replay(usize::MAX));
    }
}
