//! The nearest valid word for one that was mistyped.

/// The candidate most like `word`, if any is like enough to be what was meant.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= word.chars().count().max(candidate.chars().count()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_find_their_word() {
        let words = ["quorum", "seats", "strategy", "stance", "timeout"];
        assert_eq!(nearest("qorum", words), Some("quorum"));
        assert_eq!(nearest("stnace", words), Some("stance"));
        assert_eq!(nearest("timout", words), Some("timeout"));
        assert_eq!(nearest("colour", words), None);
    }
}
