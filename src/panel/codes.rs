//! The codes of what can be wrong with a panel.

/// Each code with its explanation.
pub const CODES: &[(&str, &str)] = &[
    ("V-YAML-SYNTAX", "The file is not valid YAML. Reading stops at the first such place."),
    ("V-YAML-TYPE", "A value is of the wrong kind: text where a list is expected, and the like."),
    ("V-YAML-VALUE", "A value is none of the words that its key knows, or is no time span."),
    ("V-YAML-DUPLICATE-KEY", "A key stands twice in one map. Neither wins; one must go."),
    (
        "V-YAML-UNKNOWN-KEY",
        "A key that does not exist there. Nothing is ignored, so a typing error can't switch a guard off.",
    ),
    ("V-PANEL-EMPTY", "The file holds no panel: it is empty, or has comments only."),
    ("V-PANEL-NO-SEATS", "The panel has no seats, or none of its seats has a vote."),
    ("V-PANEL-SEAT-WORK", "A seat has neither `agent`, `check` nor `rubric_check`, or more than one of them."),
    ("V-PANEL-SEAT-KEY", "Keys of a seat that make no sense together, such as a model on a check."),
    (
        "V-PANEL-SEAT-ID",
        "A name that can't be the name of a file (letters, digits, `-`, `_` and `.`, at most 64), or a seat called `judge`.",
    ),
    ("V-PANEL-DUPLICATE-SEAT", "Two seats have the same id. Case makes no difference."),
    (
        "V-PANEL-SEAT-SHORTHAND",
        "A seat that is a string is none of `agent`, `agent:model`, `agent/stance`, `agent:model/stance`.",
    ),
    (
        "V-PANEL-SAME-VOICE",
        "Two seats are alike in all that makes a voice. `allow_duplicates: true` makes this a warning.",
    ),
    ("V-PANEL-UNKNOWN-AGENT", "No agent of this name is built in, configured, or defined under `agents`."),
    ("V-PANEL-QUORUM", "The quorum is 0, or above the number of seats that vote."),
    ("V-PANEL-WEIGHT", "A weight is not a number above 0 and at most 1000 with at most 3 decimals."),
    ("V-PANEL-THRESHOLD", "A share is out of its bounds, or a threshold stands beside a strategy that has none."),
    ("V-PANEL-OPTIONS", "A panel that counts has fewer than two options."),
    (
        "V-PANEL-LABEL",
        "A label is missing, blank, too long, `ABSTAIN`, the same as another one, or would be read as something else.",
    ),
    ("V-PANEL-EFFECT", "An option lacks the effect that `gate`, a check or a rubric seat needs."),
    ("V-PANEL-SAFETY-ORDER", "`safety_order` names no option, or one twice, or is missing where a tiebreak needs it."),
    (
        "V-PANEL-PARITY",
        "The seats of `parity-pair`: two or more with `parity`, one `proposer` at most, all of which vote.",
    ),
    (
        "V-PANEL-MODERATOR",
        "The tiebreak `moderator`: it comes first, and asks one neutral agent that has no other part in the vote.",
    ),
    ("V-PANEL-RANK", "`rank`: three or more seats, and no tiebreak but `human`."),
    ("V-PANEL-CHECK", "`check` names no program, or `rubric_check` requires nothing."),
    ("V-PANEL-WRITES", "A path under `writes` is not below the tree, or is the repository's own folder."),
    ("V-PANEL-RANGE", "A number or a size is out of its range."),
    ("V-PANEL-BLANK", "A text is blank."),
    ("V-PANEL-GATE", "`gate` can't use this panel: nothing is counted, or fewer than two seats vote."),
    ("V-PANEL-NOT-AVAILABLE", "A word that is planned, and that this version does not offer."),
    ("V-PANEL-OVERRIDE", "The key path of an override leads nowhere."),
    ("V-PANEL-JUDGE", "The judge is missing, or is a seat of the panel."),
    ("V-PANEL-NO-EFFECT", "Warning: a value has no effect under this panel's strategy."),
    ("V-PANEL-EVEN", "Warning: an even number of votes can tie, and no tiebreak is set."),
    ("V-PANEL-FEW-SEATS", "Warning: fewer than three seats vote."),
    ("V-PANEL-ONE-SIDED", "Warning: a seat argues for or against without a counterpart."),
    ("V-PANEL-BRITTLE-QUORUM", "Warning: one failing seat would break the quorum."),
];
