//! Letters in place of names.

/// The letters of the thing at this place, from 0: A, B, … Z, AA, AB, …
#[must_use]
pub fn of(place: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or(0));
    if place < 26 { letter.to_string() } else { format!("{}{letter}", of(place / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52].map(super::of), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
