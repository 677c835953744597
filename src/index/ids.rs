//! The column of ids of a segment: read without scores and without the document store.

use tantivy::columnar::StrColumn;
use tantivy::{SegmentReader, TantivyError};

use super::schema::Fields;

/// The column of ids of a segment.
pub(super) fn id_column(segment: &SegmentReader) -> tantivy::Result<StrColumn> {
    let column = segment.fast_fields().str(Fields::ID)?;
    column.ok_or_else(|| TantivyError::SchemaError("a segment has no ids".to_owned()))
}

/// The ids of ascending `ordinals`, read in one pass over the column's dictionary.
pub(super) fn ids_of(column: &StrColumn, ordinals: &[u64]) -> tantivy::Result<Vec<String>> {
    let mut ids = Vec::with_capacity(ordinals.len());
    let all = column
        .dictionary()
        .sorted_ords_to_term_cb(ordinals, |bytes| ids.push(String::from_utf8_lossy(bytes).into_owned()))?;
    if !all || ids.len() != ordinals.len() {
        return Err(TantivyError::InternalError("the column of ids is damaged".to_owned()));
    }
    Ok(ids)
}
