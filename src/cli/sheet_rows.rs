//! Results as a workbook (XLSX): a sheet for each role, with the columns of the CSV. Figures are figures there, and no text is a formula.

use std::io::{self, Write};

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::csv_rows::{heading, record};
use super::shortlists::Shortlisted;
use crate::Role;

/// The longest name of a sheet, in characters.
const MAX_SHEET_NAME: usize = 31;
/// What no name of a sheet may hold.
const NOT_IN_NAMES: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];
/// Longer texts have no place in a cell, in UTF-16 units.
const MAX_CELL: usize = 32_767;
/// Columns whose cells are texts even where they look like figures.
const TEXTS: [&str; 3] = ["role_id", "candidate_id", "name"];

pub(super) fn write(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    let bytes = workbook(shortlisted).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn workbook(shortlisted: &[Shortlisted<'_>]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    for (number, shortlisted) in (1..).zip(shortlisted) {
        let sheet = workbook.add_worksheet();
        sheet.set_name(name(number, shortlisted.role))?;
        fill(sheet, shortlisted)?;
    }
    workbook.save_to_buffer()
}

fn fill(sheet: &mut Worksheet, Shortlisted { role, answer }: &Shortlisted<'_>) -> Result<(), XlsxError> {
    let heading = heading();
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(&heading) {
        sheet.write_string_with_format(0, column, name, &bold)?;
    }
    for (row, result) in (1..).zip(&answer.results) {
        for ((column, name), cell) in (0..).zip(&heading).zip(record(&role.id, result)) {
            let figure = cell.parse::<f64>().ok().filter(|_| !TEXTS.contains(&name.as_str()));
            match figure {
                Some(figure) => sheet.write_number(row, column, figure)?,
                None => sheet.write_string(row, column, fitting(&cell))?,
            };
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.autofit();
    Ok(())
}

/// The number tells sheets apart whose roles have one title.
fn name(number: usize, role: &Role) -> String {
    let title = role.title.as_deref().unwrap_or(role.id.as_str());
    let title: String = title.chars().filter(|c| !NOT_IN_NAMES.contains(c) && !c.is_control()).collect();
    let name = format!("{number} {}", title.trim());
    name.trim_end_matches('\'').chars().take(MAX_SHEET_NAME).collect()
}

fn fitting(text: &str) -> &str {
    let mut n_units = 0;
    let end = text.char_indices().find(|(_, c)| {
        n_units += c.len_utf16();
        n_units > MAX_CELL
    });
    end.map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RoleId;

    #[test]
    fn sheets_have_names_that_workbooks_take() {
        let role = |title: &str| Role::new(RoleId::new("r-1").unwrap()).with_title(title);
        assert_eq!(name(1, &role("AI/HPC: cluster [senior]?")), "1 AIHPC cluster senior");
        assert_eq!(name(12, &role(&"ü".repeat(99))).chars().count(), MAX_SHEET_NAME);
        assert_eq!(name(2, &Role::new(RoleId::new("r-1").unwrap())), "2 r-1");
    }

    #[test]
    fn texts_end_where_a_cell_does() {
        assert_eq!(fitting(&"x".repeat(MAX_CELL + 9)).len(), MAX_CELL);
        assert_eq!(fitting("short"), "short");
    }
}
