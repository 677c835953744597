//! Puts the text of a document together out of paragraphs, items and tables, as the formats of word processors nest them.

use super::mend::{self, Join};

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Paragraphs {
    /// The paragraphs that are open: a text box stands within one.
    open: Vec<Paragraph>,
    /// Lines of the document, and of each cell that is open.
    lines: Vec<Vec<(Join, String)>>,
    done: Vec<(Join, String)>,
    /// Cells of each row that is open.
    rows: Vec<Vec<Vec<(Join, String)>>>,
    pub(super) title: Option<String>,
}

#[derive(Debug, Default)]
struct Paragraph {
    text: String,
    is_item: bool,
    is_title: bool,
}

/// Paragraphs and cells nested deeper are no document.
const MAX_OPEN: usize = 64;
/// What stands between the cells of a row.
const BETWEEN_CELLS: &str = " | ";

impl Paragraphs {
    pub(super) fn open(&mut self) {
        if self.open.len() < MAX_OPEN {
            self.open.push(Paragraph::default());
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.text.push_str(text);
        }
    }

    pub(super) fn is_item(&mut self) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.is_item = true;
        }
    }

    pub(super) fn is_title(&mut self) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.is_title = true;
        }
    }

    pub(super) fn close(&mut self) {
        let Some(Paragraph { text, is_item, is_title }) = self.open.pop() else { return };
        if is_title && self.title.is_none() && !text.trim().is_empty() {
            self.title = Some(mend::mended(&text));
        }
        let lines = self.lines.last_mut().unwrap_or(&mut self.done);
        if text.trim().is_empty() {
            lines.push((Join::Paragraph, String::new()));
            return;
        }
        let had_gap = lines.last().is_some_and(|(_, line)| line.is_empty());
        for (index, line) in text.split('\n').enumerate() {
            let join = if index == 0 && had_gap { Join::Paragraph } else { Join::Line };
            let is_marked = is_item && index == 0 && !mend::is_item(line);
            lines.push((join, if is_marked { format!("- {line}") } else { line.to_owned() }));
        }
    }

    pub(super) fn open_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn open_cell(&mut self) {
        self.lines.push(Vec::new());
    }

    pub(super) fn close_cell(&mut self) {
        let Some(lines) = self.lines.pop() else { return };
        let lines: Vec<(Join, String)> = lines.into_iter().filter(|(_, line)| !line.trim().is_empty()).collect();
        if let Some(row) = self.rows.last_mut() {
            row.push(lines);
        }
    }

    /// Cells of one line each are a row of figures and names. Others are columns by which a page is laid out.
    pub(super) fn close_row(&mut self) {
        let cells: Vec<Vec<(Join, String)>> =
            self.rows.pop().unwrap_or_default().into_iter().filter(|cell| !cell.is_empty()).collect();
        let lines = self.lines.last_mut().unwrap_or(&mut self.done);
        if cells.iter().all(|cell| cell.len() == 1) {
            let texts: Vec<String> = cells.into_iter().flatten().map(|(_, text)| text.trim().to_owned()).collect();
            let is_list = mend::is_list(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            lines.push((Join::Line, texts.join(if is_list { ", " } else { BETWEEN_CELLS })));
            return;
        }
        for cell in cells {
            lines.push((Join::Paragraph, String::new()));
            lines.extend(cell);
        }
        lines.push((Join::Paragraph, String::new()));
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> (String, Option<String>) {
        while !self.open.is_empty() {
            self.close();
        }
        while !self.rows.is_empty() {
            self.close_cell();
            self.close_row();
        }
        let mut lines = Vec::new();
        let mut join = Join::Line;
        for (own, line) in self.done {
            if line.trim().is_empty() {
                join = Join::Paragraph;
                continue;
            }
            let own = if own == Join::Paragraph { own } else { join };
            lines.push((own, line));
            join = Join::Line;
        }
        (mend::joined(&lines), self.title)
    }
}
