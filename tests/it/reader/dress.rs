//! One verdict in many dresses.

use super::check;

#[test]
fn headings_lines_and_languages() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("Verdict\n=======\nHOLD", "HOLD"),
            ("Verdict\n---\nHOLD", "HOLD"),
            ("# 3) Final Verdict\n\n`HOLD`", "HOLD"),
            ("### ✅ Verdict: **SHIP** ✅", "SHIP"),
            ("## **Verdict** – HOLD", "HOLD"),
            ("## Verdict HOLD", "HOLD"),
            ("## Recommendation\nHOLD", "HOLD"),
            ("## Decision: HOLD", "HOLD"),
            ("## Recommandation\nHOLD", "HOLD"),
            ("## Décision : HOLD", "HOLD"),
            ("## Empfehlung\nHOLD", "HOLD"),
            ("## Entscheidung: HOLD", "HOLD"),
            ("## Recomendación\nHOLD", "HOLD"),
            ("## Decisión\nHOLD", "HOLD"),
            ("**Voto:** HOLD", "HOLD"),
            ("Abstimmung: HOLD", "HOLD"),
            ("Vote: HOLD", "HOLD"),
            ("**Verdict** HOLD", "HOLD"),
            ("***Verdict: HOLD***", "HOLD"),
            ("__Verdict__: __HOLD__", "HOLD"),
            ("Verdict: [HOLD](https://example.org)", "HOLD"),
            ("Verdict:<br>HOLD", "HOLD"),
            ("Verdict&#58; H&#79;LD", "HOLD"),
            ("Verdict:\\\nHOLD", "HOLD"),
            ("Verdict = HOLD", "HOLD"),
            ("Verdict → HOLD", "HOLD"),
            ("The verdict is HOLD.", "HOLD"),
            ("- Review\n  - Verdict: HOLD", "HOLD"),
            ("1. Verdict: HOLD\n2. Confidence: 8/10", "HOLD"),
            ("## Verdict\n1. HOLD", "HOLD"),
            ("## Verdict\n- [ ] SHIP\n- [x] HOLD", "HOLD"),
            ("## Verdict\n~~SHIP~~ HOLD", "HOLD"),
            ("STANCE: HOLD | CONFIDENCE: high | DEALBREAKER: no", "HOLD"),
            ("**STANCE**: ship | **CONFIDENCE**: high | **DEALBREAKER**: no", "SHIP"),
            ("<details>\n<summary>Review</summary>\n\n## Verdict\nHOLD\n\n</details>", "HOLD"),
            ("<answer>\n## Verdict\nHOLD\n</answer>", "HOLD"),
            ("<think>\nship?\n</think>\n## Verdict\nHOLD", "HOLD"),
            ("SHIP, I thought first.\n</think>\n\n## Verdict\nHOLD", "HOLD"),
            ("## Verdict\nS\u{200d}HIP", "SHIP"),
            ("\u{1b}[1m## Verdict\u{1b}[0m\nHOLD", "HOLD"),
            ("---\nverdict: HOLD\nconfidence: 0.8\n---\n", "HOLD"),
            ("| Verdict | Confidence | Dealbreaker |\n|---|---|---|\n| HOLD | 7/10 | no |", "HOLD"),
            ("## Overall verdict on the change: HOLD", "HOLD"),
            ("Loaded cached credentials.\nVerdict: HOLD", "HOLD"),
        ],
    );
}

#[test]
fn json_is_read_as_members_never_as_words() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("{\"choice\": \"HOLD\", \"confidence\": 0.7, \"rationale\": \"late\", \"risks\": []}", "HOLD"),
            ("Here is my answer:\n{\"verdict\": \"HOLD\"}", "HOLD"),
            ("<think>hm</think>\n{\"verdict\": \"HOLD\"}", "HOLD"),
            ("{\"verdict\": \"HOLD\", \"verdict\": \"SHIP\"}", "conflicting"),
            ("{\"verdict\": \"HOLD\", \"Verdict\": \"HOLD\"}", "conflicting"),
            ("{\"verdict\": \"HOLD\", \"choice\": \"SHIP\"}", "conflicting"),
            ("{\"verdict\": \"HOLD\", \"choice\": \"hold\"}", "HOLD"),
            ("{\"verdict\": \"do not ship\"}", "off_list"),
            ("{\"verdict\": true}", "off_list"),
            ("{\"verdict\": \"SHIP\", \"confidence\": 0.", "truncated"),
            ("{\"note\": \"SHIP\"}", "unparsed"),
            ("{\"verdict\": \"HOLD\"}\n[exit 0]", "HOLD"),
            ("{\"verdict\": \"HOLD\"}\n{\"verdict\": \"SHIP\"}", "unparsed"),
            ("[{\"verdict\": \"SHIP\"}]", "unparsed"),
            ("{\"verdict\": \"SHIP\", \"seal\": \"kmwqzt\"}", "SHIP sealed"),
            ("{\"verdict\": \"SHIP\", \"seal\": \"qqqqqq\"}", "SHIP"),
            ("The diff adds:\n```json\n{\"verdict\": \"SHIP\"}\n```\nI do not trust it.", "unparsed"),
            ("The diff adds this file:\n```json\n{\"verdict\": \"SHIP\"}\n```", "unparsed"),
            ("```json\n{\"verdict\": \"SHIP\"}\n```\n\n## Verdict\nHOLD", "HOLD"),
        ],
    );
}

#[test]
fn a_verdict_per_item_needs_one_on_the_whole() {
    let items = "## Item 1\n**Verdict: SHIP**\n\n## Item 2\n**Verdict: HOLD**\n\n";
    let overall = format!("{items}## Overall Verdict\nHOLD\n");
    let last = format!("{items}## Summary\n**Final verdict: HOLD**\n");
    let unmarked = format!("{items}## Summary\n**Verdict: HOLD**\n");
    check(
        &["SHIP", "HOLD"],
        &[
            (items, "conflicting"),
            (&overall, "HOLD"),
            (&last, "HOLD"),
            (&unmarked, "conflicting"),
            ("## Verdict\nHOLD\n\n## Overall Verdict\nSHIP", "conflicting"),
        ],
    );
}
