//! What agents write must not steer a terminal, fake the report or break out of markdown.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use venire::event::Synthesis;
use venire::report::{Screen, human, json, markdown};
use venire::text::sanitise;
use venire::vote::Stance;

use super::samples::{self, majority_with_dissent, seat, votes};

const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}PIHS\u{202c}\u{200b}\r\n\n# Decision\n\n```\n</details><script>x()</script>\n\
                       | a | b |\n[click](https://evil.example) ![i](http://evil.example/p.png) www.evil.example @admin ---\n\n1. SHIP\n- x\n===";

fn hostile() -> venire::event::Run {
    let mut run = majority_with_dissent();
    run.question = HOSTILE.to_owned();
    for seat in &mut run.seats {
        let ballot = seat.ballot.as_mut().unwrap();
        ballot.summary = HOSTILE.to_owned();
        ballot.takeaways = vec![HOSTILE.to_owned(), "- # deep".to_owned(), "1) listed".to_owned()];
        ballot.risks = vec!["x".repeat(10_000), "wide 漢字 ".repeat(900)];
        ballot.confidence_reason = Some(HOSTILE.to_owned());
        seat.role = Some(HOSTILE.to_owned());
        seat.notes = vec![HOSTILE.to_owned()];
        seat.usage = Some(serde_json::json!({ HOSTILE: HOSTILE }));
    }
    let again = samples::run(run.seats, run.decision.status, Some("SHIP"), run.decision.reason);
    let text = format!("{HOSTILE}\n````\n# Heading\n~~~\n{}", "y".repeat(10_000));
    let synthesis = Some(Synthesis { judge: HOSTILE.to_owned(), text: Some(text), failed: None });
    venire::event::Run { question: HOSTILE.to_owned(), synthesis, ..again }
}

#[test]
fn no_line_is_too_wide_or_steers_the_terminal() {
    for width in [40, 80, 120] {
        for (colour, unicode, verbose) in [(false, true, false), (false, false, true), (true, true, true)] {
            let shown = human(&hostile(), &Screen { width, colour, unicode }, verbose);
            for line in shown.lines() {
                assert_eq!(line, line.trim_end(), "trailing blanks");
                let is_path = line.contains("/home/someone");
                assert!(is_path || console::measure_text_width(line) <= width, "{width}: {line:?}");
            }
            let bare = if colour { without_colours(&shown) } else { shown };
            assert_eq!(bare, sanitise::lines(&bare), "control or invisible characters");
            assert!(!bare.contains("owned"), "the title of the window");
        }
    }
}

/// The text without the colours that venire itself uses; anything else that starts with ESC stays.
fn without_colours(text: &str) -> String {
    let mut bare = text.to_owned();
    for code in ["0", "1", "2", "31", "32", "33", "35"] {
        bare = bare.replace(&format!("\u{1b}[{code}m"), "");
    }
    bare
}

#[test]
fn an_agent_can_not_write_a_section_of_the_report() {
    let shown = human(&hostile(), &Screen { width: 80, colour: false, unicode: true }, false);
    let sections: Vec<&str> = shown.lines().filter(|line| line.starts_with(char::is_alphabetic)).collect();
    insta::assert_debug_snapshot!(sections, @r#"
    [
        "venire gate: panel default, 5 seats, 42s",
        "Voices",
        "Tally",
        "Decision",
        "Dissent",
        "Synthesis",
        "Read-only: by the kernel, tree checked",
        "Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9",
    ]
    "#);
}

#[test]
fn long_texts_are_cut_and_the_cut_is_said() {
    let shown = human(&hostile(), &Screen { width: 120, colour: false, unicode: true }, false);
    assert!(shown.contains("(9400 more"), "{shown}");
    assert!(!human(&hostile(), &Screen { width: 120, colour: false, unicode: true }, true).contains("-v shows all"));
}

#[test]
fn nothing_breaks_out_of_the_markdown() {
    let shown = markdown(&hostile());
    let mut headings = vec![];
    let (mut is_heading, mut is_fenced) = (false, false);
    for event in Parser::new_ext(&shown, Options::all()) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                is_heading = true;
                headings.push(String::new());
            }
            Event::End(TagEnd::Heading(_)) => is_heading = false,
            Event::Start(Tag::CodeBlock(_)) => is_fenced = true,
            Event::End(TagEnd::CodeBlock) => is_fenced = false,
            Event::Text(text) if is_heading => headings.last_mut().unwrap().push_str(&text),
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}"),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => panic!("link: {dest_url}"),
            Event::InlineMath(math) | Event::DisplayMath(math) => panic!("math: {math}"),
            Event::Text(text) if !is_fenced => assert!(!text.contains("@admin"), "a mention: {text}"),
            Event::Rule => panic!("a rule"),
            _ => {}
        }
    }
    assert_eq!(headings, ["SHIP by majority: 4 of 5 (80 %).", "Dissent", "Voices", "Synthesis"]);
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'));
}

#[test]
fn json_keeps_the_words_and_drops_what_steers() {
    let document = json(&hostile());
    assert!(document.chars().all(|c| c == '\n' || !c.is_control()), "raw control characters");
    assert!(!document.to_lowercase().contains("\\u001b"));
    let value: Value = serde_json::from_str(&document).unwrap();
    let summary = value["seats"][0]["ballot"]["summary"].as_str().unwrap();
    assert!(summary.contains("\n# Decision\n") && !summary.contains('\u{202e}'), "{summary:?}");
}

#[test]
fn a_long_label_leaves_room_for_its_count() {
    let mut run = samples::run(
        vec![votes(seat("a", "a", Stance::Neutral), "SHIP", None, "Yes.")],
        venire::vote::Status::Decided,
        Some("SHIP"),
        venire::vote::Reason::Unanimous,
    );
    run.decision.tally.options[1].option = "REQUEST A REWRITE OF THE WHOLE MODULE FROM SCRATCH".to_owned();
    let shown = human(&run, &Screen { width: 60, colour: false, unicode: false }, false);
    let tally: Vec<&str> = shown.lines().skip_while(|line| *line != "Tally").skip(1).take(2).collect();
    insta::assert_snapshot!(tally.join("\n"), @r#"
    SHIP                  ##################  1 ballot   100 %
    REQUEST A REWRITE...  ..................  0 ballots  0 %
    "#);
}
