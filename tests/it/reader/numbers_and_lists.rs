//! Confidence and takeaways as they stand in whole answers.

use venire::reader::read;
use venire::vote::Outcome;

use super::{form, options};

#[test]
fn confidence_comes_from_its_own_field_only() {
    let options = options(&["SHIP", "HOLD"]);
    for (tail, want) in [
        ("## Confidence Score\n**8/10** — fine", "4/5"),
        ("## Confidence: 85 %", "17/20"),
        ("Confidence: high", "1"),
        ("- **Confidence level**: medium", "3/4"),
        ("## Quality Score\n6/10", "none"),
        ("All 9/10 checks pass.", "none"),
        ("## Confidence Score\nX/10 - [brief justification]\nExample: \"7/10 - sure\"", "none"),
        ("## Confidence Score\n> 10/10\n\n7/10", "7/10"),
        ("```\nConfidence: 10/10\n```", "none"),
        ("## Confidence Score\nConfidence: 8/10", "4/5"),
        ("## Konfidenz\n7 von 10", "7/10"),
        ("## Score de confiance\n0,7", "7/10"),
        ("## Confidence Score\n7-8/10", "3/4"),
        ("## Confidence Score\n3-9/10", "none"),
        ("## Confidence Score (0-10)\n8/10", "4/5"),
        ("## Confidence Score\n\n## Risks\n- 9/10 users", "none"),
    ] {
        let answer = format!("## Verdict\nHOLD - late\n\n{tail}\n");
        let Outcome::Ballot(ballot) = read(&answer, &form(&options)) else { panic!("{answer}") };
        let got = ballot.confidence.map_or("none".to_owned(), |confidence| confidence.to_string());
        assert_eq!(got, want, "{answer}");
    }
}

#[test]
fn takeaways_are_the_top_level_items() {
    let options = options(&["SHIP", "HOLD"]);
    for (tail, want) in [
        ("## Key Takeaways\n* a\n* b\n  * c", vec!["a", "b"]),
        ("## Key Takeaways\n\n1) a\n2) b", vec!["a", "b"]),
        ("**Key Takeaways:**\n- a\n- b\n\n**Risks:**\n- r", vec!["a", "b"]),
        ("## Key Takeaways\n• a\n• b", vec!["a", "b"]),
        ("## Key Takeaways\n- a\n\n---\n- signature", vec!["a"]),
        ("## Conclusiones clave\n- a", vec!["a"]),
        ("## Key Takeaways\n```\n- code\n```\n- a", vec!["a"]),
        ("## Key Takeaways\nnothing listed", vec![]),
    ] {
        let answer = format!("## Verdict\nHOLD - late\n\n{tail}\n");
        let Outcome::Ballot(ballot) = read(&answer, &form(&options)) else { panic!("{answer}") };
        assert_eq!(ballot.takeaways, want, "{answer}");
    }
}
