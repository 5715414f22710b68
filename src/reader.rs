//! Stand-in until the real module arrives.
pub struct Form<'a> {
    pub options: &'a [crate::vote::Choice],
    pub seal: &'a str,
    pub pass_needs_seal: bool,
    pub sealed_only: bool,
    pub material_has_verdict: bool,
    pub asks_dealbreaker: bool,
    pub cut: bool,
}
pub fn read(_: &str, _: &Form<'_>) -> crate::vote::Outcome {
    crate::vote::Outcome::Passed
}
pub struct DecoyScan;
impl DecoyScan {
    pub fn new() -> Self {
        Self
    }
    pub fn feed(&mut self, _: &[u8]) {}
    pub fn found(&self) -> bool {
        false
    }
}
