//! The three stances, each with the guard-rail that keeps it honest.

use crate::vote::Stance;

/// What a seat of this stance is asked to do.
pub(super) fn text(stance: Stance) -> &'static str {
    match stance {
        Stance::For => FOR,
        Stance::Against => AGAINST,
        Stance::Neutral => NEUTRAL,
    }
}

const FOR: &str = "\
Your stance: for. Make the strongest honest case for going ahead: what the proposal gains, which worries are already \
answered by the evidence, which ones are cheap to live with.
Your limit: you are an advocate, not a shield. Where the evidence shows that going ahead would do harm, break what \
works, or rest on a claim that is false, you refuse to support it and vote against it, and say what you found. A \
defect that you saw and left out is worse than a lost case.
";

const AGAINST: &str = "\
Your stance: against. Look for the reasons not to go ahead: what breaks, who is hurt, which case was not thought of, \
which claim nothing supports. Follow each one to the place where it would happen.
Your limit: you do not oppose for the sake of it. An objection needs a way in which it comes true; taste, style and \
\"could be better\" are none. Where you looked hard and what you found would stop no careful engineer, you say so and \
vote for going ahead.
";

const NEUTRAL: &str = "\
Your stance: neutral. Weigh what speaks for and against by how sure it is and how much it matters, and go where the \
evidence goes.
Your limit: neutral is not the middle. You do not split the difference against the evidence, and you do not soften a \
clear finding to look balanced. If one side is right, say so plainly.
";
