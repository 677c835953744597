//! The page that is written on: its width, whether it has colours, and blocks of text that fit it.

use std::env;
use std::fmt::Write;

use comfy_table::{
    Attribute, Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table,
    TableStyle, Width, presets,
};

use crate::cli::destination::Destination;
use crate::cli::visible::commands_a_terminal;
use crate::explain::Verdict;

/// How wide the page is and whether it shows colours.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Page {
    pub width: u16,
    pub colours: bool,
}

/// Without a terminal: wide enough for a table, narrow enough for an e-mail.
const WIDTH_OF_FILES: u16 = 112;
/// Narrower pages are written as if they had this width: columns of a few letters help nobody.
const NARROWEST: u16 = 72;
/// Wider lines are hard to read.
const WIDEST: u16 = 160;

impl Page {
    /// The page that a destination offers. `COLUMNS` sets the width, `NO_COLOR` takes the colours.
    pub(in crate::cli) fn of(destination: &Destination) -> Self {
        let is_terminal = destination.is_terminal();
        let stated = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse::<u16>().ok());
        let found = if is_terminal { Table::new().width() } else { None };
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            width: stated.or(found).unwrap_or(WIDTH_OF_FILES).clamp(NARROWEST, WIDEST),
            colours: is_terminal && !is_set("NO_COLOR") && !is_dumb,
        }
    }

    /// A heading.
    pub(super) fn strong(self, text: &str) -> String {
        if self.colours { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Text in the colour of a verdict.
    pub(super) fn verdict_cell(text: &str, verdict: Verdict) -> Cell {
        let cell = Cell::new(text).add_attribute(Attribute::Bold);
        match verdict {
            Verdict::Strong => cell.fg(Color::Green),
            Verdict::Good => cell.fg(Color::Cyan),
            Verdict::Possible => cell.fg(Color::Yellow),
            Verdict::Weak => Cell::new(text).fg(Color::DarkGrey),
        }
    }

    /// Lines without rules: `widths` are those of all columns but the last, which takes what is left. Text is wrapped within its
    /// column, and every line is moved to the right by `indent`.
    pub(super) fn lines(self, indent: u16, widths: &[u16], rows: Vec<Vec<Cell>>) -> String {
        let taken: u16 = widths.iter().map(|width| width + GUTTER).sum();
        let left = self.width.saturating_sub(indent + taken).max(20);
        let mut columns = widths.to_vec();
        columns.push(left);
        let table = self.table(presets::NOTHING, &columns, None, rows);
        indented(&table, indent)
    }

    /// A table with rules between its rows, of columns of these widths.
    pub(super) fn ruled(self, columns: &[u16], header: Vec<Cell>, rows: Vec<Vec<Cell>>) -> String {
        indented(&self.table(RULED, columns, Some(header), rows), 0)
    }

    fn table(self, style: TableStyle, columns: &[u16], header: Option<Vec<Cell>>, rows: Vec<Vec<Cell>>) -> Table {
        let mut table = Table::new();
        table.load_style(style).set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
        if self.colours {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        if let Some(header) = header {
            table.set_header(header);
        }
        table.add_rows(rows);
        for (index, width) in columns.iter().enumerate() {
            if let Some(column) = table.column_mut(index) {
                column.set_padding((0, GUTTER));
                column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width + GUTTER)));
            }
        }
        table
    }
}

/// A rule under the heading and a thin one between rows.
const RULED: TableStyle = TableStyle::new()
    .header_lines(NO_LINES)
    .header_separator(LineStyle::none().fill('\u{2500}'))
    .content_lines(NO_LINES)
    .row_separator(LineStyle::none().fill('\u{2508}'));
const NO_LINES: ContentLineStyle = ContentLineStyle::none();

/// Between columns.
pub(super) const GUTTER: u16 = 2;

/// Text for a cell: one line, without characters that command a terminal.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || commands_a_terminal(c)).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

/// The first words of a text, in quotes.
pub(super) fn quote(text: &str, most: usize) -> String {
    let text = plain(text);
    if text.chars().count() <= most {
        return format!("\u{201c}{text}\u{201d}");
    }
    let cut: String = text.chars().take(most).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    format!("\u{201c}{cut} \u{2026}\u{201d}")
}

pub(super) fn right(text: &str) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

pub(super) fn cell(text: impl Into<String>) -> Cell {
    Cell::new_owned(text.into())
}

fn indented(table: &Table, indent: u16) -> String {
    let mut text = String::new();
    for line in table.lines() {
        let line = line.trim_end();
        let indent = if line.is_empty() { 0 } else { usize::from(indent) };
        writeln!(text, "{:indent$}{line}", "").expect("writing to a string does not fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_left_out() {
        assert_eq!(plain("Ana\u{1b}[2J\r\n  Lima\u{202e}"), "Ana [2J Lima");
    }

    #[test]
    fn quotes_end_at_a_word() {
        assert_eq!(quote("one two three", 9), "\u{201c}one two \u{2026}\u{201d}");
        assert_eq!(quote("one two", 9), "\u{201c}one two\u{201d}");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let page = Page { width: 40, colours: false };
        let lines = page.lines(2, &[8], vec![vec![cell("陳怡君"), cell("a")], vec![cell("Ana"), cell("b")]]);
        assert_eq!(lines, "  陳怡君    a\n  Ana       b\n");
    }
}
