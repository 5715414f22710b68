//! Values that are one of a few words, among them words that this version knows but does not offer yet.

use crate::document::{Diagnostic, Fields, Node, Place, Value, quoted};

/// A word that is known but not available yet, and the sentence that says so.
pub(super) type Unavailable = (&'static str, &'static str);

/// One of `words`, by value. A word of `unavailable` is refused with its sentence.
pub(super) fn word<T: Copy>(
    fields: &mut Fields<'_>,
    key: &'static str,
    words: &[(&'static str, T)],
    unavailable: &[Unavailable],
) -> Option<T> {
    let node = fields.node(key)?;
    if refused(node, unavailable, fields.found) {
        return None;
    }
    fields.word(key, words)
}

/// Whether `node` is one of the words that are not available yet; if so it is reported.
pub(super) fn refused(node: &Node, unavailable: &[Unavailable], found: &mut Vec<Diagnostic>) -> bool {
    let Value::Text(written) = &node.value else { return false };
    let Some((_, sentence)) = unavailable.iter().find(|(word, _)| word == written) else { return false };
    found.push(not_available(sentence, &node.place));
    true
}

fn not_available(sentence: &str, place: &Place) -> Diagnostic {
    Diagnostic::error("V-PANEL-NOT-AVAILABLE", sentence).at(place, "not available yet")
}

/// Text that is not blank.
pub(super) fn filled(fields: &mut Fields<'_>, key: &'static str) -> Option<String> {
    let place = fields.node(key)?.place.clone();
    let text = fields.text(key)?;
    if text.trim().is_empty() {
        fields.found.push(blank(key, &place));
        return None;
    }
    Some(text)
}

/// A list of texts none of which is blank.
pub(super) fn filled_list(fields: &mut Fields<'_>, key: &'static str) -> Option<Vec<String>> {
    let place = fields.node(key)?.place.clone();
    let texts = fields.texts(key)?;
    if texts.iter().any(|text| text.trim().is_empty()) {
        fields.found.push(blank(key, &place));
    }
    Some(texts)
}

fn blank(key: &str, place: &Place) -> Diagnostic {
    Diagnostic::error("V-PANEL-BLANK", format!("`{key}` is blank")).at(place, "nothing is written here")
}

/// A name that can be the name of a file: letters, digits, `-`, `_` and `.`, at most 64, a letter or
/// digit first.
pub(super) fn is_file_name(id: &str) -> bool {
    id.len() <= 64
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// Says that `id` can't be the name of a file.
pub(super) fn not_a_file_name(what: &str, id: &str, place: &Place) -> Diagnostic {
    Diagnostic::error("V-PANEL-SEAT-ID", format!("{} can't be {what}", quoted(id)))
        .at(place, "expected letters, digits, `-`, `_` and `.`, at most 64, a letter or digit first")
}
