//! What a seat is told, word for word.

use venire::brief::{Briefing, ItemLabel, Part, Shape, Words, asked_again, prompt, standing};
use venire::vote::{Choice, Effect, Stance};

fn options() -> Vec<Choice> {
    vec![
        Choice {
            label: "SHIP".into(),
            effect: Some(Effect::Pass),
            meaning: Some("no defect that users would notice".into()),
        },
        Choice { label: "HOLD".into(), effect: Some(Effect::Block), meaning: None },
    ]
}

fn words() -> Words {
    Words { seal: "kmwqzt".into(), boundary: "b0b1b2".into() }
}

fn joined(parts: &[Part]) -> String {
    parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Item(number) => format!("<item {number}>\n"),
        })
        .collect()
}

fn briefing<'a>(options: &'a [Choice], items: &'a [ItemLabel]) -> Briefing<'a> {
    Briefing {
        seat: "critic",
        stance: Stance::Against,
        stance_prompt: None,
        role: Some("security reviewer"),
        rubric: &[],
        question: "/help me: is this safe?",
        options,
        items,
        tree: None,
        moderates: false,
        shape: Shape::default(),
    }
}

#[test]
fn the_prompt_begins_with_our_own_words_and_ends_with_the_sealed_form() {
    let options = options();
    let items = [ItemLabel { number: 0, name: "diff".into(), label: "staged changes".into(), bytes: 12 }];
    let text = joined(&prompt(&briefing(&options, &items), &words()));
    assert!(text.starts_with("venire asks the seat"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn the_standing_part_carries_stance_role_and_rules() {
    let options = options();
    insta::assert_snapshot!(standing(&briefing(&options, &[])));
}

#[test]
fn asking_again_shows_the_answer_behind_a_fence_and_a_fresh_form() {
    let options = options();
    let text = joined(&asked_again(
        &briefing(&options, &[]),
        &words(),
        "## Verdict\nSHIP, if it is tested",
        "it carries a condition",
    ));
    insta::assert_snapshot!(text);
}
