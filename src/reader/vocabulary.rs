//! The words that the reader knows, in English, German, French and Spanish. Lower case.

/// Words and phrases that open a part of the ballot, as words with one blank between.
pub(super) const VERDICT: &[&str] = &[
    "verdict", "verdikt", "veredicto", "recommendation", "recommandation", "recomendación", "recomendacion", "empfehlung",
    "decision", "décision", "decisión", "entscheidung", "entscheid", "vote", "voto", "abstimmung", "votum", "urteil",
    "dictamen",
];
pub(super) const CONFIDENCE: &[&str] = &[
    "confidence score", "confidence level", "confidence rating", "confidence", "puntuación de confianza",
    "puntuacion de confianza", "nivel de confianza", "grado de confianza", "confianza", "score de confiance",
    "niveau de confiance", "indice de confiance", "degré de confiance", "confiance", "konfidenz", "konfidenzwert",
    "konfidenzniveau", "konfidenzscore", "zuversicht", "vertrauen", "vertrauenswert", "vertrauensgrad",
];
pub(super) const TAKEAWAYS: &[&str] = &[
    "key takeaways", "key takeaway", "takeaways", "key points", "main takeaways", "conclusiones clave", "puntos clave",
    "ideas clave", "conclusiones principales", "points clés", "points cles", "conclusions clés", "points à retenir",
    "à retenir", "kernpunkte", "kernaussagen", "wichtigste erkenntnisse", "wichtige erkenntnisse", "wichtigste punkte",
    "erkenntnisse",
];
pub(super) const RISKS: &[&str] = &["risks", "risk", "key risks", "risiken", "risques", "riesgos"];
pub(super) const EVIDENCE: &[&str] =
    &["evidence", "belege", "nachweise", "preuves", "éléments de preuve", "evidencia", "evidencias", "pruebas"];
pub(super) const DEALBREAKER: &[&str] =
    &["dealbreaker", "dealbreakers", "deal breaker", "deal breakers", "ausschlusskriterium", "rédhibitoire", "impedimento"];
pub(super) const OTHER: &[&str] = &["analysis", "analyse", "análisis", "summary", "rationale", "reasoning", "notes"];

/// Words that may stand before or after the word of a field without changing it.
pub(super) const MODIFIERS: &[&str] = &[
    "final", "overall", "my", "our", "the", "this", "review", "reviewer", "reviewer's", "code", "formal", "official",
    "initial", "preliminary", "revised", "updated", "corrected", "correct", "actual", "real", "true", "gate", "ship",
    "release", "merge", "one-line", "short", "clear", "recorded", "key", "mi", "mon", "ma", "notre", "nuestro", "nuestra",
    "mein", "meine", "unser", "unsere", "el", "la", "le", "das", "die", "endgültige", "endgültiges", "endgültiger",
    "abschließende", "abschließendes", "finale", "finales", "gesamt", "global", "globale", "general", "général",
    "générale", "whole", "total", "as", "a", "so", "therefore", "hence", "thus", "definitivo", "définitif", "définitive",
];
/// Modifiers that mark the verdict on the whole where every item of a list has its own.
pub(super) const OVERALL: &[&str] = &[
    "overall", "whole", "total", "final", "finale", "finales", "gesamt", "global", "globale", "general", "général",
    "générale", "endgültige", "endgültiges", "abschließende", "abschließendes", "definitivo", "définitif", "définitive",
];

/// Words that make another thing of the word before them: a decision log is no decision.
pub(super) const COMPOUNDS: &[&str] = &[
    "log", "logs", "count", "counts", "criteria", "criterion", "history", "matrix", "tree", "table", "format", "rules",
    "rule", "process", "records", "record", "points", "options", "template", "scale", "guide", "makers", "making",
];

/// Words that say the opposite of what follows (or of what goes before, after a copula).
pub(super) const NEGATIONS: &[&str] = &[
    "not", "no", "never", "cannot", "can't", "cant", "don't", "dont", "won't", "wouldn't", "shouldn't", "couldn't",
    "mustn't", "doesn't", "isn't", "wasn't", "aren't", "ain't", "didn't", "haven't", "hasn't", "neither", "nor", "none",
    "without", "against", "unable", "refuse", "refusing", "decline", "oppose", "opposed", "reject", "instead", "rather",
    "than", "avoid", "far", "hardly", "un", "non", "nicht", "kein", "keine", "keinen", "nie", "niemals", "ohne", "gegen",
    "ne", "pas", "jamais", "n'est", "contre", "sans", "nunca", "jamás", "contra", "sin", "tampoco", "over", "versus",
    "nope", "nein", "unless", "before", "stop", "prevent", "block", "blocks", "blocking",
];
/// Words that a label stands under a condition with, right after it or at the start of the rest.
pub(super) const CONDITIONS: &[&str] = &[
    "if", "once", "unless", "after", "when", "whenever", "provided", "providing", "only", "conditional", "conditionally",
    "pending", "assuming", "contingent", "subject", "with", "w", "minus", "except", "until", "following", "upon",
    "modulo", "as-if", "wenn", "falls", "sobald", "sofern", "nachdem", "nach", "unter", "vorbehaltlich", "mit", "si",
    "après", "apres", "sous", "avec", "dès", "cuando", "después", "despues", "siempre", "con", "bajo", "tras",
    "condition", "conditions", "behind", "where", "should", "iff", "without",
];
/// Phrases that put a verdict under a condition wherever they stand in its sentence.
pub(super) const STRONG_CONDITIONS: &[&str] = &[
    "provided that", "on condition", "conditional on", "conditioned on", "contingent on", "subject to", "only if",
    "only after", "only once", "only when", "only with", "as long as", "as soon as", "but not before", "but first",
    "not before", "not until", "assuming that", "provided the", "with the condition", "on the condition", "so long as",
    "but only", "unter der bedingung", "nur wenn", "erst wenn", "erst nach", "nur nach", "à condition", "seulement si",
    "merge once", "merge this once", "merge it once", "merge after",
    "merge this after", "merge it after", "merge if", "merge this if", "merge it if", "before merging", "before merge", "before release", "before shipping", "siempre que", "solo si", "sólo si", "a condición",
];
/// Words that a condition is not meant by ("if needed").
pub(super) const HARMLESS_AFTER_IF: &[&str] = &["needed", "necessary", "anything", "something", "any", "ever", "required", "at", "even"];
/// Words that make a sentence less than an assertion, or the contrary of one.
pub(super) const DOUBTS: &[&str] = &[
    "would", "could", "might", "may", "perhaps", "maybe", "possibly", "whether", "either", "unsure", "uncertain",
    "undecided", "wrong", "worse", "worst", "premature", "risky", "dangerous", "unsafe", "unwise", "mistake", "error",
    "impossible", "unacceptable", "irresponsible", "reckless", "unjustified", "too", "bad", "inappropriate", "blocked",
    "off", "tempting", "tempted", "claims", "claim", "claimed", "says", "said", "asks", "asked", "suggests", "suggested",
    "wants", "author", "authors", "description", "planted", "instructs", "told", "lean", "leaning", "if", "unless",
    "once", "until", "provided", "depends", "hypothetically", "disagree", "fails", "würde", "könnte", "vielleicht",
    "wenn", "falls", "peut", "serait", "pourrait", "si", "podría", "sería", "quizás", "already", "was", "were", "earlier",
    "previous", "previously", "conditional", "conditionally", "pending", "after", "when", "lacks", "misses", "weak", "soft", "reluctant", "reluctantly",
    "tentative", "tentatively",
];
/// Words that may stand before a label without saying anything else.
pub(super) const INTRODUCTIONS: &[&str] = &[
    "the", "my", "our", "verdict", "vote", "voting", "is", "i", "i'm", "we", "final", "overall", "decision",
    "recommendation", "recommend", "recommends", "recommending", "choose", "choosing", "pick", "select", "option",
    "choice", "therefore", "so", "thus", "hence", "to", "for", "go", "going", "with", "answer", "label", "it", "it's",
    "must", "will", "am", "on", "balance", "clearly", "clear", "strong", "a", "an", "have", "wish", "ich", "stimme",
    "für", "empfehle", "urteil", "je", "vote", "recommande", "yo", "voto", "por", "recomiendo", "pour", "das", "ist",
    "est", "es", "le", "la", "el", "in", "favour", "favor", "of", "me", "mich", "m'abstiens", "actually", "correction",
    "wait", "sorry", "rather", "finally", "conclusion", "then",
];
/// Words after a label that only lead to its reason.
pub(super) const REASONS: &[&str] =
    &["because", "since", "as", "given", "due", "for", "weil", "da", "denn", "car", "puisque", "porque", "pues", "ya"];
/// Words after a verb that is a label ("Ship it", "Ship the change").
pub(super) const OBJECTS: &[&str] = &[
    "it", "this", "that", "these", "them", "now", "today", "the", "immediately", "away", "confidently", "please", "es",
    "das", "le", "la", "lo", "esto", "ahora", "jetzt", "maintenant", "everything", "all",
];
