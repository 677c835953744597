//! The tables of an archive (zip) as one document. Only files that are known by name are looked into, in memory, each up to a bound: what
//! else an archive holds, wherever it says to belong, does nothing.

use std::io::{Cursor, Read};

use serde_json::{Map, Value};
use zip::ZipArchive;

use super::linkedin::TABLES;
use crate::intake::records::{cells, separator_of};

/// The largest table that is read, in bytes.
const MAX_TABLE: u64 = 8 << 20;

/// `LinkedIn`'s archive: each table a list of its rows.
///
/// # Errors
/// Why it is none.
pub(in crate::intake) fn tables(archive: &[u8]) -> Result<Value, String> {
    let mut archive = ZipArchive::new(Cursor::new(archive))
        .map_err(|error| format!("not a zip archive that can be read: {error}"))?;
    let mut tables = Map::new();
    for index in 0..archive.len() {
        let Ok(file) = archive.by_index(index) else { continue };
        let Some(name) = file.name().ok().and_then(|name| name.rsplit(['/', '\\']).next().map(str::to_owned)) else {
            continue;
        };
        let Some(table) = TABLES.iter().find(|table| name.eq_ignore_ascii_case(&format!("{table}.csv"))) else {
            continue;
        };
        let mut bytes = Vec::new();
        let n_read =
            file.take(MAX_TABLE + 1).read_to_end(&mut bytes).map_err(|error| format!("{name} is damaged: {error}"))?;
        if u64::try_from(n_read).is_ok_and(|n_read| n_read > MAX_TABLE) {
            return Err(format!("{name} is larger than {MAX_TABLE} bytes"));
        }
        let text = str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes))
            .map_err(|_| format!("{name} is not UTF-8 text"))?;
        tables.entry(*table).or_insert_with(|| rows(text).into());
    }
    if tables.is_empty() {
        return Err(format!(
            "the archive has none of the tables {}; expected the archive that LinkedIn makes, or `documents` as the format of résumés",
            TABLES.join(", ")
        ));
    }
    Ok(tables.into())
}

/// Whether what an archive holds takes no more than `limit` bytes, whatever it says of itself: all of it is unpacked, and nothing kept.
///
/// # Errors
/// That it takes more, or is damaged.
#[cfg(feature = "spreadsheets")]
pub(in crate::intake) fn check_size(archive: &[u8], limit: u64) -> Result<(), String> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| error.to_string())?;
    let mut room = limit;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| error.to_string())?;
        let n_bytes =
            std::io::copy(&mut file.take(room + 1), &mut std::io::sink()).map_err(|error| error.to_string())?;
        room = room.checked_sub(n_bytes).ok_or_else(|| format!("it takes more than {limit} bytes unpacked"))?;
    }
    Ok(())
}

/// The rows of a table as objects of their cells, after a preamble where it has one.
fn rows(text: &str) -> Vec<Value> {
    let mut records = records(text).into_iter().filter(|record| !record.trim().is_empty());
    let (mut header, mut separator) = (Vec::new(), b',');
    let mut is_preamble = false;
    for record in records.by_ref() {
        separator = separator_of(record);
        let names = cells(record, separator);
        is_preamble |= names[0].trim().eq_ignore_ascii_case("notes:");
        if !(is_preamble && names.len() == 1) {
            header = names;
            break;
        }
    }
    let row = |record: &str| -> Value {
        let cells = cells(record, separator).into_iter().map(|cell| Value::from(cell.trim()));
        header.iter().map(|name| name.trim().to_owned()).zip(cells).collect()
    };
    records.map(row).collect()
}

/// Cuts at line ends outside of quotes.
fn records(text: &str) -> Vec<&str> {
    let (mut records, mut start, mut in_quotes) = (Vec::new(), 0, false);
    for (at, byte) in text.bytes().enumerate() {
        in_quotes ^= byte == b'"';
        if byte == b'\n' && !in_quotes {
            records.push(text[start..at].trim_end_matches('\r'));
            start = at + 1;
        }
    }
    records.push(&text[start..]);
    records
}
