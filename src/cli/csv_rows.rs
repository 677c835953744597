//! Results as CSV (RFC 4180), for spreadsheets: text that a spreadsheet would take for a formula is escaped.

use std::borrow::Cow;
use std::io::{self, Write};

use super::json_rows::word;
use super::shortlists::Shortlisted;
use super::visible::visible;
use crate::explain::ComponentName;
use crate::{Match, RoleId};

/// A heading, then a row for each result.
pub(super) fn write(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    writer.write_record(heading())?;
    for Shortlisted { role, answer } in shortlisted {
        for row in &answer.results {
            writer.write_record(record(&role.id, row).iter().map(|cell| cell.as_bytes()))?;
        }
    }
    writer.flush()
}

/// The names of the columns.
pub(super) fn heading() -> Vec<String> {
    let before = ["role_id", "rank", "candidate_id", "name", "fit", "verdict", "coverage", "must_have_coverage"];
    let points = ComponentName::ALL.iter().map(|name| format!("{}_points", name.as_str()));
    let after = ["pay_verdict", "flags", "gaps", "summary"];
    before.iter().map(ToString::to_string).chain(points).chain(after.iter().map(ToString::to_string)).collect()
}

/// A result, one cell for each column.
pub(super) fn record<'a>(role: &'a RoleId, row: &'a Match) -> Vec<Cow<'a, str>> {
    let mut cells = vec![
        text(role.as_str()),
        row.rank.to_string().into(),
        text(row.candidate_id.as_ref().map_or("", |id| id.as_str())),
        text(row.name.as_deref().unwrap_or_default()),
        row.fit.to_string().into(),
        row.verdict.as_str().into(),
        row.coverage.to_string().into(),
        row.must_have_coverage.to_string().into(),
    ];
    for name in ComponentName::ALL {
        let component = row.components.iter().find(|component| component.name == name);
        cells.push(component.map(|c| c.points.to_string()).unwrap_or_default().into());
    }
    let flags: Vec<String> = row.flags.iter().map(word).collect();
    let gaps: Vec<String> =
        row.gaps.iter().map(|gap| format!("{} ({})", gap.requirement, word(&gap.necessity))).collect();
    cells.push(word(&row.pay_verdict).into());
    cells.push(text_owned(flags.join("; ")));
    cells.push(text_owned(gaps.join("; ")));
    cells.push(text(&row.summary));
    cells
}

/// A cell of text; an apostrophe keeps a spreadsheet from taking it for a formula, and nothing in it commands a terminal.
fn text(cell: &str) -> Cow<'_, str> {
    let cell = visible(cell);
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { format!("'{cell}").into() } else { cell }
}

fn text_owned(cell: String) -> Cow<'static, str> {
    match text(&cell) {
        Cow::Borrowed(_) => cell.into(),
        Cow::Owned(escaped) => escaped.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_is_escaped() {
        for (given, written) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-x", "'-x"),
            ("@a", "'@a"),
            ("\tx", "'\tx"),
            ("a=1", "a=1"),
            ("", ""),
            ("\u{1b}[2J", "\u{fffd}[2J"),
        ] {
            assert_eq!(text(given), written);
        }
    }
}
