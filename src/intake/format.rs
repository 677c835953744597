//! How documents are laid out in a file or stream.

use std::path::Path;

use crate::domain::Error;

/// The layout of a text that holds documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A JSON list of documents, or documents one after another over any number of lines.
    Json,
    /// JSON Lines: a document a line.
    JsonLines,
    /// A table as spreadsheets and applicant tracking systems export it: a row of column names, then a document a row.
    ///
    /// Cells are separated by commas, semicolons or tabs, whichever the first line has most of; `"` quotes (RFC 4180), a byte order
    /// mark and either line end are understood. Columns are known by their usual names, whatever their casing and punctuation:
    ///
    /// - both: `id` (`candidate_id`, `joborder_id`; a candidate's `email` where there is no other), `city`, `state`, `country`, `location`,
    ///   `level`, pay as `min`, `max`, or one text such as `$120k-140k`, with `currency`, `period` and `basis`
    /// - candidates: `name` (or `first_name`, `last_name`), `headline`, `title`, `company` (of the present job; `title_2`, `company_2`
    ///   of the one before), `started_on`, `finished_on`, `summary`, `resume`, `notes`, `skills`, `certifications`, `degree`,
    ///   `field_of_study`, `school`, `work_mode`, `relocation`, `work_authorization`, `available_from`, `expected_pay`
    /// - roles: `title`, `requisition_id`, `description`, `notes`, `status`, `must_have`, `nice_to_have`, `min_years`, `work_mode`,
    ///   `accelerators`, `workload`, `work_authorization`, `scale_min`, `scale_unit`, `pay_band`
    ///
    /// Lists are separated by semicolons, or else by commas; the alternatives of one requirement by `|`. Other columns are kept in
    /// `custom`, as is pay whose currency nobody says. Personal attributes (birth date, gender and the like) are left out, and a row
    /// with current or previous pay is refused.
    Csv,
    /// One of the others, told by the first line: for a stream that has no name.
    Detect,
}

impl Format {
    /// The format that a path's ending says: `.json`, `.jsonl`, `.ndjson`, `.csv` or `.tsv` in either case, before a `.gz` or `.zst`
    /// that says how the file is compressed; `-` is to be detected.
    ///
    /// # Errors
    /// [`Error::Configuration`] that names the path and the endings that are accepted; a Parquet file is not read as a stream, and
    /// so it has none of these formats.
    pub fn of_path(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            return Ok(Self::Detect);
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let whole = COMPRESSED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        match whole.rsplit_once('.') {
            Some((_, "json")) => Ok(Self::Json),
            Some((_, "jsonl" | "ndjson")) => Ok(Self::JsonLines),
            Some((_, "csv" | "tsv")) => Ok(Self::Csv),
            Some((_, "parquet")) if whole.len() < name.len() => Err(Error::Configuration(format!(
                "{}: Parquet is compressed within, and read from its end; expected a file ending in .parquet alone",
                path.display()
            ))),
            Some((_, "parquet")) => Err(Error::Configuration(format!(
                "{}: Parquet is no stream; expected .json, .jsonl, .ndjson or .csv where streams are read",
                path.display()
            ))),
            _ => Err(Error::Configuration(format!(
                "{}: cannot tell the format; expected a path ending in .json, .jsonl, .ndjson or .csv, also with .gz or .zst after \
                 it, or in .parquet, or - for standard input",
                path.display()
            ))),
        }
    }
}

/// Endings of compressed files.
const COMPRESSED: [&str; 2] = [".gz", ".zst"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_format() {
        assert_eq!(Format::of_path(Path::new("a/b.JSON")).unwrap(), Format::Json);
        assert_eq!(Format::of_path(Path::new("b.jsonl")).unwrap(), Format::JsonLines);
        assert_eq!(Format::of_path(Path::new("b.x.ndjson")).unwrap(), Format::JsonLines);
        assert_eq!(Format::of_path(Path::new("-")).unwrap(), Format::Detect);
        assert_eq!(Format::of_path(Path::new("b.csv")).unwrap(), Format::Csv);
        assert_eq!(Format::of_path(Path::new("b.jsonl.GZ")).unwrap(), Format::JsonLines);
        assert_eq!(Format::of_path(Path::new("b.csv.zst")).unwrap(), Format::Csv);
        for other in ["b.xml", "json", "b", "b.gz", "b.xml.gz"] {
            assert!(Format::of_path(Path::new(other)).unwrap_err().to_string().contains(".ndjson"), "{other}");
        }
        assert!(Format::of_path(Path::new("b.parquet")).unwrap_err().to_string().contains("no stream"));
        assert!(Format::of_path(Path::new("b.parquet.gz")).unwrap_err().to_string().contains(".parquet alone"));
    }
}
