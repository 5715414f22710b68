//! The ballot form that every prompt ends with (README, "The ballot").

use crate::vote::Choice;

/// Which sections the form asks for beyond the verdict, the confidence and the takeaways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// Where the panel counts dealbreakers. An answer that ends before this section is cut off.
    pub dealbreaker: bool,
    /// Where the seats rank: the verdict is then a numbered list.
    pub ranking: Option<Ranking>,
}

/// What is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// The options of the panel, as far as the seat sees a difference.
    Options,
    /// The answers of the other seats, all of them.
    Answers,
}

/// The form with its seal. Without options the verdict is one free sentence.
#[must_use]
pub fn form(options: &[Choice], shape: &Shape, seal: &str) -> String {
    let labels = options
        .iter()
        .map(|option| option.label.as_str())
        .collect::<Vec<_>>()
        .join(if shape.ranking.is_some() { ", " } else { " or " });
    if shape.ranking == Some(Ranking::Answers) {
        return format!(
            "# Your ranking\n\nEnd your answer with this form as markdown, not in a code block. Keep the headings as \
             they are. Under the first heading stands a numbered list of the answers from the best down, one on a line: \
             {labels}. Every answer stands in it once, and no two share a place; if you can't rank them, the line begins \
             with ABSTAIN. The word {seal} in the first heading shows that the ranking answers this prompt; write it \
             nowhere else.\n\n\
             ## Verdict {seal}\n1. <the best answer> - one sentence that says why\n2. <the next answer>\n\
             ## Analysis\nwhat sets the answers apart\n"
        );
    }
    let (rule, verdict) = if shape.ranking.is_some() {
        (
            format!(
                "Under the first heading stands a numbered list of the options from the best down, one on a line: \
                 {labels}. Leave out those between which you see no difference, last; if you can't rank them, the line \
                 begins with ABSTAIN. A place with a condition is none: rank what holds for the thing as it is."
            ),
            "1. <the best option> - one sentence that sums up your assessment\n2. <the next option>".to_owned(),
        )
    } else if options.is_empty() {
        (
            "Under the first heading stands one sentence, your answer in short.".to_owned(),
            "your answer in one sentence".to_owned(),
        )
    } else {
        (
            format!(
                "The line under the first heading begins with exactly one of {labels}; if you can't choose, it begins \
                 with ABSTAIN. A vote with a condition is no vote: choose what holds for the thing as it is."
            ),
            "<one option> - one sentence that sums up your assessment".to_owned(),
        )
    };
    let dealbreaker = if shape.dealbreaker {
        "## Dealbreaker\nyes or no - yes only for a defect that must stop this whatever the other seats say\n"
    } else {
        ""
    };
    format!(
        "# Your ballot\n\nEnd your answer with this form as markdown, not in a code block. Keep the headings as they \
         are. {rule} The word {seal} in the first heading shows that the ballot answers this prompt; write it nowhere \
         else.\n\n\
         ## Verdict {seal}\n{verdict}\n\
         ## Analysis\nthe reasons, most important first\n\
         ## Confidence Score\n<number from 0 to 10>/10 - why not higher\n\
         ## Key Takeaways\n- 3 to 5 points\n\
         ## Risks\n- what could go wrong, if anything\n\
         ## Evidence\n- path:line, test or source - what it shows\n{dealbreaker}"
    )
}
