//! The formats that documents are imported from, by their names.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ParseError;
use crate::suggest::did_you_mean;

/// A format that candidates or roles are imported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ImportFormat {
    /// Rolefit's own documents.
    Rolefit,
    /// JSON Resume, versions 1.0 and 1.3, and its schema of jobs.
    JsonResume,
    /// `JobPosting` of schema.org, as JSON-LD alone or in HTML pages.
    SchemaOrg,
    /// Greenhouse: candidates and jobs of Harvest v1 and v3, and the public job board.
    Greenhouse,
    /// Lever: postings and opportunities.
    Lever,
    /// Ashby: the public board, jobs and candidates.
    Ashby,
    /// Merge's unified ATS: candidates and jobs.
    Merge,
    /// `OpenCATS`: rows of `candidate` and `joborder`, as CSV, JSON or a dump of SQL.
    #[serde(rename = "opencats")]
    OpenCats,
    /// `LinkedIn`: the archive that people download of themselves.
    #[serde(rename = "linkedin")]
    LinkedIn,
    /// HR Open Standards 4.x: candidates and position openings, as JSON.
    HrJson,
    /// Files that people write, such as résumés: PDF, DOCX, ODT, RTF, HTML, e-mail and plain text, or an archive of such.
    Documents,
    /// A table whose columns have their usual names.
    Csv,
}

const NAMES: [(ImportFormat, &str); 12] = [
    (ImportFormat::Rolefit, "rolefit"),
    (ImportFormat::JsonResume, "json-resume"),
    (ImportFormat::SchemaOrg, "schema-org"),
    (ImportFormat::Greenhouse, "greenhouse"),
    (ImportFormat::Lever, "lever"),
    (ImportFormat::Ashby, "ashby"),
    (ImportFormat::Merge, "merge"),
    (ImportFormat::OpenCats, "opencats"),
    (ImportFormat::LinkedIn, "linkedin"),
    (ImportFormat::HrJson, "hr-json"),
    (ImportFormat::Documents, "documents"),
    (ImportFormat::Csv, "csv"),
];

impl ImportFormat {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(format, _)| *format)
    }

    /// Whether the format has documents of this kind, `candidate` or `role`.
    pub fn has(self, kind: &str) -> bool {
        matches!(self, Self::Rolefit | Self::Csv | Self::Documents) || super::importer(self, kind).is_some()
    }

    /// As it is written on the command line and in ids.
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for ImportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ImportFormat {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(format, _)| *format).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
            let hint = did_you_mean(text, names.iter().copied());
            format!("expected {}, got {text:?}{hint}", names.join(", ")).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_written_and_read_by_one_name() {
        for format in ImportFormat::all() {
            assert_eq!(format.to_string().parse::<ImportFormat>().unwrap(), format);
            assert_eq!(serde_json::to_value(format).unwrap(), format.as_str());
        }
        let error = "greenhous".parse::<ImportFormat>().unwrap_err().to_string();
        assert!(error.ends_with("did you mean `greenhouse`?"), "{error}");
    }
}
