//! What a terminal can show, and the few colours that are used on it.

use crate::text::sanitise;
use crate::vote::Effect;

/// What the terminal can do; decided by the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// In columns.
    pub width: usize,
    pub colour: bool,
    /// Whether bars and marks beyond ASCII may be used. The words of agents stay as they are.
    pub unicode: bool,
}

/// A meaning that has a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Strong,
    Faint,
    Pass,
    Block,
    Revise,
    Escalate,
    Warning,
}

impl Ink {
    /// The colour of a label by what it does to a gate; without an effect it is only strong.
    pub(super) fn of(effect: Option<Effect>) -> Self {
        match effect {
            None => Self::Strong,
            Some(Effect::Pass) => Self::Pass,
            Some(Effect::Block) => Self::Block,
            Some(Effect::Revise) => Self::Revise,
            Some(Effect::Escalate) => Self::Escalate,
        }
    }
}

impl Screen {
    /// `text` in the colour of `ink`, or as it is where the screen has no colours.
    pub(super) fn paint(&self, ink: Ink, text: &str) -> String {
        if !self.colour || ink == Ink::Plain || text.is_empty() {
            return text.to_owned();
        }
        let style = console::Style::new().force_styling(true);
        let style = match ink {
            Ink::Plain => style,
            Ink::Strong => style.bold(),
            Ink::Faint => style.dim(),
            Ink::Pass => style.green().bold(),
            Ink::Block => style.red().bold(),
            Ink::Revise | Ink::Warning => style.yellow().bold(),
            Ink::Escalate => style.magenta().bold(),
        };
        style.apply_to(text).to_string()
    }

    /// `text` on one line of at most `width` columns, sanitised, with a mark where it was cut.
    pub(super) fn cut(&self, text: &str, width: usize) -> String {
        let mark = if self.unicode { "…" } else { "..." };
        console::truncate_str(&sanitise::line(text), width, mark).trim_end().to_owned()
    }

    /// The first choice where the screen can show it, the second everywhere.
    pub(super) fn either(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}
