//! How foreign documents are to be read: of which format they are, and which columns of a table stand for which fields.

use std::str::FromStr;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{ImportFormat, Importer, importer};
use crate::domain::{Error, ParseError, setters};
use crate::intake::{columns, schema};

/// How documents are read that may be those of another system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The format of the documents; `None` guesses it from the fields of the first.
    pub from: Option<ImportFormat>,
    /// Columns of tables that stand for a field, whatever they are called.
    pub columns: Arc<[ColumnName]>,
    /// The name of the file, of which the id of a document is made that states none, and by whose ending its kind is told where its bytes
    /// do not tell it.
    pub file_name: Option<String>,
}

setters! {
    impl ImportOptions {
        with_from(from: some ImportFormat);
        with_columns(columns: each ColumnName);
        with_file_name(file_name: text String);
    }
}

/// A column of a table that stands for a field, written `title=Position`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnName {
    /// The field, by any usual name of a column for it.
    pub field: String,
    /// The column, as the header writes it, apart from capitals.
    pub column: String,
}

impl ColumnName {
    /// Whether documents of this kind have the field.
    pub fn is_of(&self, kind: &str) -> bool {
        columns::is_field(&self.field, kind == "role")
    }
}

impl FromStr for ColumnName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::from(format!(
                "expected a field such as id, title or skills and a column, as in title=Position, got {text:?}"
            ))
        };
        let (field, column) =
            text.split_once('=').map(|(field, column)| (field.trim(), column.trim())).ok_or_else(wrong)?;
        let name = Self { field: field.to_owned(), column: column.to_owned() };
        let is_known = name.is_of("candidate") || name.is_of("role");
        if is_known && !column.is_empty() { Ok(name) } else { Err(wrong()) }
    }
}

/// What reads the documents of one stream.
#[derive(Clone, Copy, Debug)]
pub(in crate::intake) enum Choice {
    /// They are ours, or rows of a table with the usual names.
    Ours,
    /// They are of a format.
    By(&'static Importer),
    /// The first will tell.
    Guess,
}

impl Choice {
    /// # Errors
    /// [`Error::Configuration`] when the format has no documents of this kind.
    pub(in crate::intake) fn of(from: Option<ImportFormat>, kind: &str) -> Result<Self, Error> {
        match from {
            None => Ok(Self::Guess),
            Some(ImportFormat::Rolefit | ImportFormat::Csv | ImportFormat::Documents) => Ok(Self::Ours),
            Some(format) => importer(format, kind).map(Self::By).ok_or_else(|| {
                Error::Configuration(format!("the format {format} has no {kind}s; expected another one of the formats"))
            }),
        }
    }

    /// What a document with these fields tells.
    pub(in crate::intake) fn told_by(fields: &Map<String, Value>, kind: &str) -> Self {
        let ours = if kind == "role" { schema::role_shape() } else { schema::candidate_shape() };
        super::guess(fields, kind, |key| ours.has_field(key)).map_or(Self::Ours, Self::By)
    }

    pub(in crate::intake) fn importer(self) -> Option<&'static Importer> {
        match self {
            Self::By(importer) => Some(importer),
            Self::Ours | Self::Guess => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_written_with_their_field() {
        let column: ColumnName = "must_have = Skills asked".parse().unwrap();
        assert_eq!((column.field.as_str(), column.column.as_str()), ("must_have", "Skills asked"));
        assert!(column.is_of("role") && !column.is_of("candidate"));
        for wrong in ["title", "shoe size=X", "=X", "title="] {
            assert!(wrong.parse::<ColumnName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_format_without_such_documents_is_refused() {
        assert!(Choice::of(Some(ImportFormat::LinkedIn), "candidate").is_ok());
        let error = Choice::of(Some(ImportFormat::LinkedIn), "role").unwrap_err().to_string();
        assert!(error.contains("linkedin has no roles"), "{error}");
    }
}
