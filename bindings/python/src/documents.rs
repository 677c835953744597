//! Documents of other forms, as JSON documents of ours.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use rolefit::intake::{BadLine, Document, DocumentReader, Format, ImportFormat, ImportOptions};
use rolefit::{Candidate, Error, Limits, Role};

use crate::errors::{Violations, pairs_of, raised};

/// What Python offers as a document: JSON, or what is wrong with something that is no JSON.
#[derive(FromPyObject)]
pub(crate) enum Offered {
    Document(PyBackedBytes),
    Refused(Violations),
}

/// What is made for Python to offer.
#[derive(IntoPyObject)]
pub(crate) enum Made {
    Document(Vec<u8>),
    Refused(Violations),
}

impl Offered {
    /// The document that `read` makes of it, or all that is wrong with it, by pointers that begin with `prefix`.
    pub(crate) fn read<T>(&self, prefix: &str, read: impl FnOnce(&[u8]) -> Result<T, Error>) -> Result<T, Violations> {
        match self {
            Self::Document(json) => read(json).map_err(|error| pairs_of(prefix, &error)),
            Self::Refused(violations) => {
                Err(violations.iter().map(|(at, message)| (format!("{prefix}{at}"), message.clone())).collect())
            }
        }
    }
}

/// The documents of a file, what it was read as, and what is wrong with those that could not be read.
type Imported = (Vec<Vec<u8>>, &'static str, Violations);

/// The documents that the rows of a table (CSV with a header) say, one for each row.
#[pyfunction]
pub(crate) fn table_documents(py: Python<'_>, kind: &str, csv: &[u8]) -> PyResult<Vec<Made>> {
    let read = py.detach(|| match kind {
        "role" => rows::<Role>(csv),
        _ => rows::<Candidate>(csv),
    });
    read.map_err(|error| raised(py, &error))
}

/// The documents of a file of another system, or of ours, what it was read as, and how many could not be read, with why.
#[pyfunction]
#[pyo3(signature = (kind, data, format))]
pub(crate) fn import_documents(py: Python<'_>, kind: &str, data: &[u8], format: Option<&str>) -> PyResult<Imported> {
    let imported = py.detach(|| match kind {
        "role" => imported::<Role>(data, format),
        _ => imported::<Candidate>(data, format),
    });
    imported.map_err(|error| raised(py, &error))
}

fn rows<T: Document>(csv: &[u8]) -> Result<Vec<Made>, Error> {
    let reader = DocumentReader::<_, T>::new(csv, Format::Csv).with_import(&ImportOptions::default())?;
    let made = |row: Result<(usize, T), BadLine>| match row {
        Ok((_, document)) => Made::Document(written(&document)),
        Err(bad) => Made::Refused(pairs_of("", &bad.error)),
    };
    Ok(reader.map(made).collect())
}

fn imported<T: Document>(bytes: &[u8], format: Option<&str>) -> Result<Imported, Error> {
    let from = format.map(str::parse::<ImportFormat>).transpose();
    let from = from.map_err(|error| Error::Configuration(format!("format: {error}")))?;
    let options = ImportOptions::default().with_from(from);
    let imported = rolefit::intake::import_documents::<T>(bytes, &options, &Limits::default())?;
    let documents = imported.documents.iter().map(|(_, document)| written(document)).collect();
    let refused = imported.refused.iter().flat_map(|bad| pairs_of(&format!("/{}", bad.number), &bad.error));
    Ok((documents, imported.format.as_str(), refused.collect()))
}

fn written(document: &impl Document) -> Vec<u8> {
    serde_json::to_vec(document).expect("a document is numbers, texts and lists")
}
