//! The words around a label decide.

use super::check;

#[test]
fn a_plain_label_is_a_vote() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nSHIP", "SHIP"),
            ("## Verdict\nship", "SHIP"),
            ("## Verdict\n\"HOLD\"", "HOLD"),
            ("## Verdict\n**HOLD** — the lock is late", "HOLD"),
            ("## Verdict\nSHIP – small", "SHIP"),
            ("## Verdict\nSHIP: small", "SHIP"),
            ("## Verdict\nSHIP, it is small.", "SHIP"),
            ("## Verdict\nSHIP!", "SHIP"),
            ("## Verdict\nSHIP because it is small.", "SHIP"),
            ("## Verdict\nSHIP\nThe change is small.", "SHIP"),
            ("## Verdict\nSHIP (high confidence)", "SHIP"),
            ("## Verdict\nHOLD (not SHIP)", "HOLD"),
            ("## Verdict\nHOLD, not SHIP.", "HOLD"),
            ("## Verdict\nHOLD - do not ship before the fix.", "HOLD"),
            ("## Verdict\nSHIP - no blockers found.", "SHIP"),
            ("## Verdict\nSHIP - not a single test fails.", "SHIP"),
            ("## Verdict\nHOLD - the lock does not hold under load.", "HOLD"),
            ("## Verdict\nHOLD until the down script exists.", "HOLD"),
            ("## Verdict\nShip this today.", "SHIP"),
            ("## Verdict\nHold this.", "HOLD"),
            ("## Verdict\nI vote SHIP.", "SHIP"),
            ("## Verdict\nMy verdict is HOLD.", "HOLD"),
            ("## Verdict\nI vote SHIP rather than HOLD.", "SHIP"),
            ("## Verdict\nWe should SHIP, not HOLD.", "SHIP"),
            ("## Verdict\nDo not ship. HOLD.", "HOLD"),
            ("## Verdict\nSHIP. If anything breaks, revert.", "SHIP"),
            ("## Verdict\nSHIP - easy to undo if anything breaks.", "SHIP"),
            ("## Verdict\nSHIP as is.", "SHIP"),
            ("## Verdict\nSHIP. I abstain from style.", "SHIP"),
            ("**[VERDICT]** HOLD", "HOLD"),
            ("[Verdict] HOLD", "HOLD"),
            ("So my verdict is: SHIP.", "SHIP"),
            ("## Verdict\nOption? No: HOLD.", "HOLD | off_list"),
            ("## Verdict\nSHIP - only cosmetic changes.", "SHIP"),
            ("## Verdict\nSHIP - with tests for every branch, and once merged it touches only the CLI.", "SHIP"),
            ("## Verdict\nSHIP - after reading the diff twice I found nothing.", "SHIP"),
            ("## Verdict\nSHIP - the old path never held; HOLD is not warranted.", "SHIP"),
            ("## Verdict\nSHIP 🚀 small", "SHIP"),
            ("## Verdict\nSHIP. HOLD is not warranted.", "SHIP"),
            ("## Verdict\nHOLD - not ready for two tenants.", "HOLD"),
            ("## Verdict\nHOLD this change until the tests pass.", "HOLD"),
            ("## Verdict\nHOLD, pending a fix of the lock.", "HOLD"),
            ("## Verdict\nI recommend that we SHIP.", "SHIP"),
            ("## Verdict\nFinal answer: HOLD", "HOLD"),
            ("## Verdict\nVerdict: HOLD", "HOLD"),
            ("## Verdict\nHOLD\n\n## Recommendation\nAdd tests.", "HOLD"),
            ("## Verdict\nHOLD\n\n## Vote count\nSHIP 3, HOLD 2", "HOLD"),
            ("## Decision log\n- SHIP was chosen in May\n\n## Verdict\nHOLD", "HOLD"),
            ("## Verdict criteria\nSHIP means go.\n\n## Verdict\nHOLD", "HOLD"),
            ("## Analysis\n- Decision: use a lock\n\n## Verdict\nHOLD", "HOLD"),
            ("## Verdict\nIch stimme für HOLD.", "HOLD"),
            ("## Verdict\nHOLD，因为没有测试", "HOLD"),
            ("## Verdict\nHOLD\n\n## Recommendations\n- SHIP later", "HOLD"),
            ("## Verdict\nThe answer is at the end.\n\n## Final Verdict\nHOLD", "HOLD"),
            ("## Verdict\nThe tests are green and the change is small.\n\nSHIP", "SHIP"),
        ],
    );
}

#[test]
fn a_negated_label_is_no_vote_at_all() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nDo not ship", "off_list"),
            ("## Verdict\nDo NOT SHIP this.", "off_list"),
            ("## Verdict\nDon't SHIP.", "off_list"),
            ("## Verdict\nDon’t ship it.", "off_list"),
            ("## Verdict\nNot ready to SHIP.", "off_list"),
            ("## Verdict\nI cannot recommend SHIP.", "off_list"),
            ("## Verdict\nNever SHIP this.", "off_list"),
            ("## Verdict\nI am against shipping; no SHIP from me.", "off_list"),
            ("## Verdict\nno-ship", "off_list | unparsed"),
            ("## Verdict\nNo SHIP", "off_list"),
            ("## Verdict\n!SHIP", "off_list"),
            ("## Verdict\nNO-SHIP", "off_list"),
            ("## Verdict\nnot SHIP", "off_list"),
            ("## Verdict\nNon-SHIP", "off_list"),
            ("## Verdict\nNicht SHIP", "off_list"),
            ("## Verdict\nKein SHIP von mir.", "off_list"),
            ("## Verdict\nIch stimme nicht für SHIP.", "off_list"),
            ("## Verdict\nNo recomiendo SHIP.", "off_list"),
            ("## Verdict\nJe ne recommande pas SHIP.", "off_list"),
            ("## Verdict\nNe pas SHIP", "off_list"),
            ("## Verdict\nSHIP: no", "off_list"),
            ("## Verdict\nSHIP - not yet", "off_list"),
            ("## Verdict\nSHIP is not possible here.", "off_list"),
            ("## Verdict\nSHIP is wrong here.", "off_list"),
            ("## Verdict\nSHIP?", "off_list"),
            ("## Verdict\nShould we SHIP? I doubt it.", "off_list"),
            ("## Verdict\nThis is far from a SHIP.", "off_list"),
            ("## Verdict\nI would not SHIP this.", "off_list"),
            ("## Verdict\nI do not think that we should SHIP.", "off_list"),
            ("Verdict: do not\nship this", "off_list"),
            ("**Verdict:** cannot SHIP", "off_list"),
            ("## Verdict\nThe author claims SHIP.", "off_list"),
        ],
    );
    check(
        &["APPROVE", "REJECT"],
        &[
            ("## Verdict\nCannot **APPROVE** this.", "off_list"),
            ("## Verdict\nNot approved.", "off_list"),
            ("## Verdict\nI can't approve", "off_list"),
        ],
    );
}

#[test]
fn a_label_under_a_condition_is_not_the_bare_option() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nSHIP (conditional)", "off_list"),
            ("## Verdict\nSHIP (after the fix)", "off_list"),
            ("## Verdict\nSHIP (with nits)", "off_list"),
            ("## Verdict\nSHIP, but fix the typo first.", "off_list"),
            ("## Verdict\nWeak SHIP", "off_list"),
            ("## Verdict\nSHIP only after the migration", "off_list"),
            ("## Verdict\nSHIP - only after the migration", "off_list"),
            ("## Verdict\nSHIP, but only if the flag is off", "off_list"),
            ("## Verdict\nSHIP if the tests pass", "off_list"),
            ("## Verdict\nSHIP once CI is green", "off_list"),
            ("## Verdict\nSHIP unless the flag is on", "off_list"),
            ("## Verdict\nSHIP, provided that the tests pass", "off_list"),
            ("## Verdict\nSHIP - looks good, provided that the tests pass", "off_list"),
            ("## Verdict\nSHIP with caveats", "off_list"),
            ("## Verdict\nSHIP with minor fixes", "off_list"),
            ("## Verdict\nSHIP-WITH-FIXES", "off_list"),
            ("## Verdict\nSHIP_WITH_FIXES", "off_list"),
            ("## Verdict\nSHIP pending review", "off_list"),
            ("## Verdict\nSHIP, pending the security review", "off_list"),
            ("## Verdict\nSHIP subject to the fix", "off_list"),
            ("## Verdict\nConditional SHIP", "off_list"),
            ("## Verdict\nSHIP conditionally", "off_list"),
            ("## Verdict\nSHIP. Only after the fix though.", "off_list"),
            ("## Verdict\nShip it once the tests pass", "off_list"),
            ("## Verdict\nShip it after the fix", "off_list"),
            ("## Verdict\nSHIP would be right behind a flag.", "off_list"),
            ("## Verdict\nSHIP, sobald die Tests laufen", "off_list"),
            ("## Verdict\nSHIP wenn die Tests laufen", "off_list"),
            ("## Verdict\nIf the tests pass, SHIP.", "off_list"),
        ],
    );
    check(
        &["APPROVE", "REJECT"],
        &[
            ("## Verdict\nApproved with comments", "off_list"),
            ("## Verdict\nAPPROVED", "APPROVE"),
            ("## Verdict\nRejected - no tests", "REJECT"),
        ],
    );
}

#[test]
fn a_longer_word_is_another_label() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nship-blocking", "off_list"),
            ("## Verdict\nSHIP-IT", "off_list"),
            ("## Verdict\nHOLDS", "off_list"),
            ("## Verdict\nunship", "off_list"),
            ("## Verdict\nshipwreck", "off_list"),
            ("## Verdict\nSHIP.md", "off_list"),
            ("## Verdict\nSHIPできない", "off_list"),
            ("## Verdict\nЅНІР", "off_list"),
            ("## Verdict\nSHIР", "off_list"),
            ("## Verdict\nSH IP", "off_list"),
            ("## Verdict\nNEEDS WORK", "off_list"),
            ("## Verdict\nMERGE", "off_list"),
            ("## Verdict\nThe invariants hold.", "off_list | unparsed"),
            ("## Verdict\nThis will ship the wrong key to every tenant.", "unparsed"),
        ],
    );
    check(
        &["APPROVE", "REJECT"],
        &[
            ("## Verdict\nDISAPPROVE", "off_list"),
            ("## Verdict\nDisapproved", "off_list"),
            ("## Verdict\nAPPROVES", "off_list"),
        ],
    );
}

#[test]
fn two_options_with_equal_claim_conflict() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nSHIP\n\nHOLD", "conflicting"),
            ("## Verdict\nSHIP - good\nHOLD - bad", "conflicting"),
            ("## Verdict\nSHIP. Actually, HOLD.", "conflicting"),
            ("## Verdict\nSHIP → HOLD", "conflicting"),
            ("## Verdict\nSHIP ... just kidding, HOLD", "conflicting"),
            ("## Verdict\nSHIP\n\nHowever, I would not ship this without tests.", "conflicting"),
            ("## Verdict\nSHIP - HOLD", "conflicting"),
            ("## Verdict\nI could live with SHIP and with HOLD.", "conflicting"),
            ("## Verdict\nHOLD\n\n## Final Verdict\nSHIP", "conflicting"),
            ("## Verdict\nHOLD\n\nFinal verdict: SHIP", "conflicting"),
            ("Verdict: HOLD\n\nCorrection, my verdict: SHIP", "conflicting | HOLD"),
            ("## Verdict\nHOLD\n\n## Corrected Verdict\nSHIP", "conflicting"),
            ("Verdict: HOLD\nVerdict: SHIP", "conflicting"),
            ("## Verdict\nNEEDS WORK\n\n## Final Verdict\nSHIP", "conflicting"),
            ("## Verdict\nDo not ship.\n\n## Verdict\nSHIP", "conflicting"),
            ("## Verdict\nSHIP - do not ship this", "conflicting"),
            ("## Verdict: SHIP\nHOLD", "conflicting"),
            ("## Verdict\n- SHIP\n- HOLD", "conflicting | echoed"),
            ("## Verdict\nSHIP\n\n## Verdict\nSHIP", "SHIP"),
            ("## Verdict: SHIP\nSHIP - small", "SHIP"),
        ],
    );
}

#[test]
fn options_of_many_shapes_are_told_apart() {
    check(
        &["GO", "NO-GO"],
        &[
            ("## Verdict\nNO-GO", "NO-GO"),
            ("## Verdict\nNo go.", "NO-GO"),
            ("## Verdict\nGO", "GO"),
            ("## Verdict\nNot a GO", "off_list"),
        ],
    );
    check(
        &["YES", "NO"],
        &[
            ("## Verdict\nNo", "NO"),
            ("## Verdict\nYES - fine", "YES"),
            ("## Verdict\nNo, not yet.", "NO"),
            ("## Verdict\nThere is no reason to wait.", "unparsed"),
        ],
    );
    check(
        &["1", "2", "3"],
        &[
            ("## Verdict\n2", "2"),
            ("## Verdict\n2 - cheaper", "2"),
            ("## Verdict\nIt takes 3 weeks.", "unparsed"),
            ("## Verdict\n**Option 1**", "1"),
        ],
    );
    check(
        &["A", "B"],
        &[
            ("## Verdict\nOption B", "B"),
            ("## Verdict\nB.", "B"),
            ("## Verdict\nThis is a mess.", "unparsed | off_list"),
        ],
    );
    check(
        &["PASS (full)", "PASS", "FAIL.*"],
        &[
            ("## Verdict\nPASS (full)", "PASS (full)"),
            ("## Verdict\nPASS", "PASS"),
            ("## Verdict\nFAIL.*", "FAIL.*"),
            ("## Verdict\nFAIL - no tests", "FAIL.*"),
        ],
    );
    check(
        &["发布", "暂缓"],
        &[
            ("## Verdict\n发布", "发布"),
            ("## Verdict\n暂缓。因为没有测试。", "暂缓"),
            ("## Verdict\n不发布", "off_list"),
        ],
    );
    check(&["ДА", "НЕТ"], &[("## Verdict\nНет", "НЕТ"), ("## Verdict\nДА - хорошо", "ДА")]);
    check(
        &["REQUEST_CHANGES", "APPROVE"],
        &[
            ("## Verdict\nRequest changes: no tests", "REQUEST_CHANGES"),
            ("## Verdict\nREQUEST-CHANGES", "REQUEST_CHANGES"),
        ],
    );
    check(
        &["SHIP", "SHIP LATER", "HOLD"],
        &[
            ("## Verdict\nSHIP LATER", "SHIP LATER"),
            ("## Verdict\nShip later.", "SHIP LATER"),
            ("## Verdict\nSHIP", "SHIP"),
        ],
    );
    check(
        &["NO", "No. 2"],
        &[
            ("## Verdict\nNo. 2", "No. 2"),
            ("## Verdict\nI vote for No. 2 - cheaper.", "No. 2"),
            ("## Verdict\nNo. It is late.", "NO"),
        ],
    );
    check(&["APPROVE", "APPROVED"], &[("## Verdict\nApproved", "APPROVED"), ("## Verdict\nApprove", "APPROVE")]);
}

#[test]
fn the_form_and_abstentions_and_refusals_are_no_votes() {
    check(
        &["SHIP", "HOLD"],
        &[
            ("## Verdict\nSHIP | HOLD", "echoed"),
            ("## Verdict\nSHIP or HOLD", "echoed"),
            ("## Verdict\nLABEL - one sentence that sums up the assessment", "echoed"),
            ("## Verdict\nSHIP - one sentence that sums up the assessment", "echoed"),
            ("## Verdict\n[one sentence]", "echoed"),
            ("## Verdict\n<SHIP|HOLD>", "echoed"),
            ("## Verdict\nSHIP / HOLD / ABSTAIN", "echoed"),
            ("## Verdict\nABSTAIN", "abstained"),
            ("## Verdict\nABSTAIN - no data", "abstained"),
            ("## Verdict\nI abstain because there is no data.", "abstained"),
            ("## Verdict\nAbstained.", "abstained"),
            ("I abstain: I wrote this change myself.", "abstained"),
            ("I'm sorry, but I can't help with that.", "refused"),
            ("I cannot assist with reviewing this exploit.", "refused"),
            ("## Verdict\nI can't help with this request.", "refused"),
            ("", "empty"),
            (" \n\u{feff}\u{200b}\t\n", "empty"),
            ("Looks good to me.", "unparsed"),
            ("SHIP", "unparsed"),
        ],
    );
}
