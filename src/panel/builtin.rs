//! The panels that come with the program: the top-level folder `panels`.

/// Name and text of each, in the order in which they are listed.
#[must_use]
pub fn builtin() -> &'static [(&'static str, &'static str)] {
    &[
        ("ship-or-hold", include_str!("../../panels/ship-or-hold.yaml")),
        ("code-review", include_str!("../../panels/code-review.yaml")),
        ("architecture", include_str!("../../panels/architecture.yaml")),
        ("security", include_str!("../../panels/security.yaml")),
        ("second-opinion", include_str!("../../panels/second-opinion.yaml")),
        ("incident-summary", include_str!("../../panels/incident-summary.yaml")),
        ("offline", include_str!("../../panels/offline.yaml")),
    ]
}
