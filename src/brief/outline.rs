//! A prompt taken apart again: which words it carried, and what of it was material.

use super::FENCE_MARK;

/// The words that stand for the seal and the boundary where a prompt is compared with its plan: both are fresh in
/// each prompt.
#[must_use]
pub fn blank_words() -> super::Words {
    super::Words { seal: "______".to_owned(), boundary: "_".repeat(24) }
}

/// A prompt as it was sent, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline<'a> {
    /// The word in the heading of the form.
    pub seal: String,
    /// In their order.
    pub pieces: Vec<Piece<'a>>,
}

/// A piece of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Of venire's own making, with seal and boundary blanked.
    Text(String),
    /// What stands between two fence lines.
    Item(&'a str),
}

/// Takes a seat's first prompt apart; `None` for a text that is none.
#[must_use]
pub fn outline(prompt: &str) -> Option<Outline<'_>> {
    let (_, form) = prompt.rsplit_once("\n## Verdict ")?;
    let seal: String = form.chars().take_while(char::is_ascii_alphabetic).collect();
    let blank = blank_words();
    let mut pieces = vec![];
    let (mut own, mut rest) = (String::new(), prompt);
    // The last fence line is venire's own, whatever the question and the material hold.
    let named = prompt.rsplit_once(FENCE_MARK).map(|(_, named)| named);
    let boundary: Option<String> = named.map(|named| named.chars().take_while(char::is_ascii_alphanumeric).collect());
    if let Some(boundary) = boundary.filter(|boundary| boundary.len() == blank.boundary.len()) {
        let mark = format!("\n{FENCE_MARK}{boundary} ");
        while let Some((before, after)) = rest.split_once(&format!("{mark}begin ")) {
            let (label, after) = after.split_once('\n')?;
            let (item, after) = after.split_once(&format!("{mark}end "))?;
            own.push_str(&format!("{before}{mark}begin {label}\n"));
            pieces.push(Piece::Text(own.replace(&boundary, &blank.boundary)));
            pieces.push(Piece::Item(item));
            own = format!("{mark}end ");
            rest = after;
        }
        own.push_str(rest);
        own = own.replace(&boundary, &blank.boundary);
    } else {
        own.push_str(rest);
    }
    // The form is the last piece, and nothing else of venire's carries the seal.
    pieces.push(Piece::Text(own.replace(&seal, &blank.seal)));
    (!seal.is_empty()).then_some(Outline { seal, pieces })
}
