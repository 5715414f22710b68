//! The result for programs and for comments on a change.

use serde_json::Value;
use venire::event::{Synthesis, Warning};
use venire::report::{json, markdown, run_schema};

use crate::schema::{assert_is_result, conforms};

use super::samples::{inquorate, majority_with_dissent, unanimous};

#[test]
fn markdown_has_the_decision_first_and_the_dissent_second() {
    insta::assert_snapshot!(markdown(&majority_with_dissent()), @r#"
    ## SHIP by majority: 4 of 5 (80 %).

    **Should the migration in this change be shipped?**

    The gate says ship (exit status 0).

    | option | ballots | weight | share |
    |---|--:|--:|--:|
    | **SHIP** | 4 | 4 | 4/5 (80 %) |
    | **HOLD** | 1 | 1 | 1/5 (20 %) |

    quorum 3 of 5 met: 5 answered.

    ### Dissent

    - **HOLD**, e, confidence 95 %: The down migration drops a column in use.
      - reason: \`accounts.legacy\_id\` is read by the nightly export.
      - risk: A rollback loses the data of a whole day.

    ### Voices

    - **a** (a, neutral): **SHIP**, confidence 6/10, sealed, 12s
      - Looks good.
    - **b** (b, neutral): **SHIP**, confidence 6/10, sealed, 12s
      - Looks good.
    - **c** (c, neutral): **SHIP**, confidence 5/10, sealed, 12s
      - Looks good.
    - **d** (d, neutral): **SHIP**, confidence 7/10, sealed, 12s
      - Looks good.
    - **e** (e, against): **HOLD**, confidence 95 %, sealed, 12s
      - The down migration drops a column in use.
      - reason: \`accounts.legacy\_id\` is read by the nightly export.
      - risk: A rollback loses the data of a whole day.

    Panel **default**, 5 seats, 42s. Read-only: by the kernel, tree checked. Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn markdown_names_the_failures() {
    let shown = markdown(&inquorate());
    insta::assert_snapshot!(shown.split("### Voices").nth(1).unwrap(), @r#"


    - **codex** (codex, neutral): **SHIP**, confidence not given, sealed, 12s
      - Fine.
    - **claude** (claude, for): no vote, not\_signed\_in: Invalid API key. Please run /login (remedy: sign in with \`claude /login\`, then run again)
    - **gemini** (gemini, against): no vote, timed\_out: no answer within the seat's limit of 5s (remedy: raise \`timeout\` in the panel, or give \`--timeout\`)

    Panel **default**, 3 seats, 42s. Read-only: by the kernel, tree checked. Record: /home/someone/.local/state/venire/runs/20261130-101500-k3v9
    "#);
}

#[test]
fn the_json_document_is_what_its_schema_says() {
    let schema = run_schema();
    let mut with_all = majority_with_dissent();
    let judge = Synthesis { judge: "claude".to_owned(), text: Some("So it is.".to_owned()), failed: None };
    with_all.synthesis = Some(judge);
    with_all.warnings = vec![Warning::new("V-WARN-CONFIDENCE", "All confidences are the same.")];
    for run in [unanimous(), inquorate(), with_all] {
        let document: Value = serde_json::from_str(&json(&run)).unwrap();
        assert_eq!(document["schema"], "venire.run/1");
        assert_is_result(&document);
    }
    let mut broken: Value = serde_json::from_str(&json(&unanimous())).unwrap();
    broken["decision"].as_object_mut().unwrap().remove("dissent");
    assert!(conforms(&schema, &schema, &broken).is_err(), "a document without its dissent is not one");
}
