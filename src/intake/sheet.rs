//! The first sheet of a workbook (XLSX) as a table: its columns mean what those of a CSV file do.

use std::io::Cursor;
use std::sync::Arc;

use calamine::{Data, Reader as _, Xlsx};

use super::DocumentText;
use super::columns::Columns;
use super::document_text::Content;
use super::importers::{Choice, ImportFormat, ImportOptions, check_size};
use super::packed::Packed;
use crate::domain::Error;

/// Whether an archive is a workbook: all of them have this part.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    const PART: &[u8] = b"xl/workbook.xml";
    bytes.windows(PART.len()).any(|window| window == PART)
}

/// The most that a workbook takes unpacked, in bytes.
const MAX_UNPACKED: u64 = 256 << 20;
/// The most columns of a sheet.
const MAX_COLUMNS: usize = 1000;
/// The most that the cells of a sheet take, in bytes, with so many for each beside its text.
const MAX_CELLS: usize = 256 << 20;
const CELL_BYTES: usize = 32;

/// The rows below the first that is not empty, each a document; numbered as the program that wrote them does.
///
/// # Errors
/// [`Error::Malformed`] when the workbook cannot be read, or its columns mean nothing.
pub(super) fn rows(bytes: &[u8], kind: &'static str, options: &ImportOptions) -> Result<Packed, Error> {
    let table = table(bytes).map_err(|reason| Error::Malformed(format!("the workbook cannot be read: {reason}")))?;
    // Cells beside the header's are kept under the numbers of their columns.
    let width = table.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let mut rows = table.into_iter();
    let mut header = rows.next().map(|(_, cells)| cells).unwrap_or_default();
    header.resize(width, String::new());
    let columns = Columns::new(&header, b',', kind, &options.columns).map(Arc::new).map_err(Error::Malformed)?;
    let (choice, guessed) = match Choice::of(options.from, kind)? {
        Choice::Guess => (Choice::told_by(&columns.names(), kind), true),
        said => (said, false),
    };
    let importer = choice.importer();
    let texts = rows.map(|(number, mut cells)| {
        cells.resize(columns.len(), String::new());
        DocumentText { number, content: Content::Cells(cells, columns.clone()), importer }
    });
    let read_as = importer.map_or(ImportFormat::Csv, |importer| importer.mapping.format);
    Ok(Packed { texts: texts.collect(), read_as: Some((read_as, guessed)) })
}

/// The rows of the first sheet that have cells, with their numbers from 1. Cell by cell, because a sheet may say that its last cell is
/// a million rows further on.
fn table(bytes: &[u8]) -> Result<Vec<(usize, Vec<String>)>, String> {
    check_size(bytes, MAX_UNPACKED)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let name = workbook.sheet_names().first().cloned().ok_or("it has no sheet")?;
    let mut sheet = workbook.worksheet_cells_reader(&name).map_err(|error| error.to_string())?;
    let (mut rows, mut n_bytes): (Vec<(usize, Vec<String>)>, usize) = (Vec::new(), 0);
    while let Some(found) = sheet.next_cell().map_err(|error| error.to_string())? {
        let (row, column) = found.get_position();
        let place = (usize::try_from(row), usize::try_from(column));
        let (Ok(row), Ok(column)) = place else { continue };
        let text = cell(&Data::from(found.get_value().clone()));
        if text.trim().is_empty() {
            continue;
        }
        if column >= MAX_COLUMNS {
            return Err(format!("row {} has cells beyond column {MAX_COLUMNS}", row + 1));
        }
        if rows.last().is_none_or(|(number, _)| *number != row + 1) {
            rows.push((row + 1, Vec::new()));
        }
        let Some((_, cells)) = rows.last_mut() else { continue };
        let n_more = (column + 1).saturating_sub(cells.len());
        n_bytes += n_more * CELL_BYTES + text.len();
        if n_bytes > MAX_CELLS {
            return Err(format!("its cells take more than {MAX_CELLS} bytes"));
        }
        cells.resize(cells.len() + n_more, String::new());
        cells[column] = text;
    }
    Ok(rows)
}

/// A cell as a table of text would have it.
fn cell(data: &Data) -> String {
    match data {
        Data::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        Data::Error(_) => String::new(),
        other => other.to_string(),
    }
}
