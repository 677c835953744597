//! How documents are stored: their bytes, and the store's word for their sort.

use crate::domain::{Candidate, Error, Role, StorageErrorKind, Violation, refuse_reserved};
use crate::intake::Document;
use crate::store::Kind;

/// The bytes that are stored.
pub(super) fn body<T: Document>(document: &T) -> Result<Vec<u8>, Error> {
    // A document that was made otherwise than by reading may still have one.
    refuse_reserved(document.id())
        .map_err(|error| Error::Invalid(vec![Violation { pointer: "/id".to_owned(), message: error.into() }]))?;
    serde_json::to_vec(document).map_err(|error| {
        Error::Malformed(format!("{} {:?} cannot be written as JSON: {error}", T::KIND, document.id()))
    })
}

/// The store's word for a document's sort.
pub(crate) trait AsKind {
    const STORED_AS: Kind;
}

impl AsKind for Candidate {
    const STORED_AS: Kind = Kind::Candidate;
}

impl AsKind for Role {
    const STORED_AS: Kind = Kind::Role;
}

pub(super) fn decode<T: serde::de::DeserializeOwned>(kind: Kind, id: &str, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|error| {
        Error::store(
            StorageErrorKind::Damaged,
            // What serde says may quote the document.
            format!(
                "{} {id:?} is stored in a form that cannot be read, at byte {}; expected a document of this version",
                kind.noun(),
                error.column()
            ),
        )
    })
}
