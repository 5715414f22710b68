//! A table of fields that is the whole ballot. Any other table is shown, not said.

use super::field::{self, Field};
use super::page::{Line, LineKind, Page};

/// The rows of the page's one table of two columns as lines `Field: value`, where they are the
/// ballot: one is the verdict, and either it is sealed or the page says next to nothing else.
pub(super) fn field_lines(page: &Page, seal: &str) -> Option<Vec<Line>> {
    let [table] = page.tables.as_slice() else { return None };
    let pairs: Vec<(&str, &str)> = match table.as_slice() {
        // A row of names over one row of values.
        [names, values] if names.len() > 2 => {
            names.iter().zip(values).map(|(name, value)| (name.as_str(), value.as_str())).collect()
        }
        rows => rows
            .iter()
            .map(|row| if let [name, value] = row.as_slice() { Some((name.as_str(), value.as_str())) } else { None })
            .collect::<Option<_>>()?,
    };
    let lines: Vec<Line> = pairs
        .iter()
        .enumerate()
        .map(|(block, (name, value))| line(&format!("{}: {}", name.trim().trim_end_matches(':'), value.trim()), block))
        .collect();
    let entries: Vec<_> = lines.iter().flat_map(|line| field::entries(line, seal)).collect();
    let verdicts = entries.iter().filter(|entry| entry.field == Field::Verdict).count();
    let sealed = entries.iter().any(|entry| entry.field == Field::Verdict && entry.sealed);
    let others = entries.len() > verdicts;
    let said: usize = page
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Text && field::entries(line, seal).is_empty() && !line.opens_item)
        .count();
    (verdicts > 0 && (sealed || (others && said <= 1))).then_some(lines)
}

fn line(text: &str, block: usize) -> Line {
    Line {
        kind: LineKind::Text,
        text: text.to_owned(),
        block,
        depth: 0,
        number: None,
        opens_item: false,
        at_margin: true,
        bold: 0,
        starts_in_code: false,
        disowned: false,
    }
}
