//! The model server held to its word, through a bare connection.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::model_server::{Ask, Ending, ModelServer, Moment, Quota, Scenario};

const PATHS: [&str; 3] = ["/v1/responses", "/v1/messages", "/v1beta/models/test:streamGenerateContent?alt=sse"];

/// A body that each of the three formats reads as a streamed question.
const QUESTION: &str = r###"{"model": "test", "stream": true,
    "input": [{"role": "user", "content": [{"text": "## Verdict abcdef"}]}],
    "messages": [{"role": "user", "content": "## Verdict abcdef"}],
    "contents": [{"role": "user", "parts": [{"text": "## Verdict abcdef"}]}]}"###;

/// What came back until the connection ended, and how it ended; `None` where it still was open.
fn asked(server: &ModelServer, path: &str) -> (String, Option<Result<(), ErrorKind>>) {
    let mut stream = TcpStream::connect(server.address().trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(400))).unwrap();
    write!(stream, "POST {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{QUESTION}", QUESTION.len())
        .unwrap();
    let mut bytes = Vec::new();
    let end = match stream.read_to_end(&mut bytes) {
        Ok(_) => Some(Ok(())),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
        Err(error) => Some(Err(error.kind())),
    };
    (String::from_utf8_lossy(&bytes).into_owned(), end)
}

#[test]
fn each_format_is_recognised_and_its_prompt_read() {
    let server = ModelServer::start(Scenario::answering("{seal}"));
    for path in PATHS {
        let (answer, _) = asked(&server, path);
        assert!(answer.contains("200 OK") && answer.ends_with("0\r\n\r\n"), "{path}: {answer}");
    }
    let requests = server.requests();
    assert_eq!(requests.len(), 3);
    assert!(requests.iter().all(|request| request.seal().as_deref() == Some("abcdef") && request.streams));
}

#[test]
fn a_stream_can_end_without_its_last_event_or_be_cut_short() {
    for (path, last, cut) in [
        (PATHS[0], "response.completed", "max_output_tokens"),
        (PATHS[1], "message_stop", "max_tokens"),
        (PATHS[2], "\"STOP\"", "MAX_TOKENS"),
    ] {
        let said = |scenario: Scenario| asked(&ModelServer::start(scenario), path).0;
        assert!(said(Scenario::answering("yes")).contains(last), "{path}");
        assert!(!said(Scenario::answering("yes").ending(Ending::Missing)).contains(last), "{path}");
        assert!(said(Scenario::answering("yes").ending(Ending::CutShort)).contains(cut), "{path}");
    }
}

#[test]
fn a_connection_can_hang_or_be_reset_at_each_moment() {
    for path in PATHS {
        for moment in [Moment::BeforeHeaders, Moment::BeforeAnswer, Moment::MidAnswer] {
            let (before, end) = asked(&ModelServer::start(Scenario::dropping(moment)), path);
            assert_eq!(end, Some(Err(ErrorKind::ConnectionReset)), "{path} {moment:?}");
            let (hung, end) = asked(&ModelServer::start(Scenario::hanging(moment)), path);
            assert_eq!(end, None, "{path} {moment:?}");
            let reached = [&before, &hung].map(|text| (text.contains("200 OK"), text.contains("data:")));
            let expected = (moment != Moment::BeforeHeaders, moment == Moment::MidAnswer);
            assert_eq!(reached, [expected; 2], "{path} {moment:?}");
        }
    }
}

#[test]
fn errors_carry_the_bodies_of_their_vendors() {
    let told = |scenario: &Scenario| PATHS.map(|path| asked(&ModelServer::start(scenario.clone()), path).0);
    for (scenario, words) in [
        (Scenario::failing(401), ["invalid_api_key", "authentication_error", "UNAUTHENTICATED"]),
        (Scenario::failing(429), ["rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED"]),
        (Scenario::out_of(Quota::Spent), ["insufficient_quota", "credit balance", "QuotaFailure"]),
        (Scenario::out_of(Quota::Plan), ["usage_limit_reached", "unified-status: rejected", "QuotaFailure"]),
        (Scenario::unknown_model(), ["model_not_found", "model: test", "is not found for API version"]),
        (Scenario::garbage(), ["<html>"; 3]),
    ] {
        for (answer, words) in told(&scenario).iter().zip(words) {
            assert!(answer.contains(words), "{words}: {answer}");
        }
    }
}

#[test]
fn tools_are_asked_for_under_the_names_that_each_format_knows() {
    let scenario = Scenario::answering("done").asking(Ask::Write("/x".to_owned()));
    for (path, name) in PATHS.iter().zip(["apply_patch", "\"Write\"", "write_file"]) {
        let (answer, _) = asked(&ModelServer::start(scenario.clone()), path);
        assert!(answer.contains(name), "{answer}");
    }
}
