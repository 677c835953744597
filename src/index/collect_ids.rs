//! Collects the ids of all hits from the id column, without scores and without the document store.

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::StrColumn;
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader, TantivyError};

use super::schema::Fields;

/// Gives the ids of every live document that a query matches, in no order.
pub(super) struct CollectIds;

/// The ids of one segment, as numbers in its dictionary until the end.
pub(super) struct SegmentIds {
    column: StrColumn,
    ordinals: Vec<u64>,
}

impl Collector for CollectIds {
    type Fruit = Vec<String>;
    type Child = SegmentIds;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentIds> {
        Ok(SegmentIds { column: id_column(segment)?, ordinals: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<tantivy::Result<Vec<String>>>) -> tantivy::Result<Vec<String>> {
        let mut ids = Vec::new();
        for segment in segments {
            ids.append(&mut segment?);
        }
        Ok(ids)
    }
}

impl SegmentCollector for SegmentIds {
    type Fruit = tantivy::Result<Vec<String>>;

    fn collect(&mut self, document: DocId, _: Score) {
        self.ordinals.extend(self.column.ords().first(document));
    }

    fn harvest(mut self) -> tantivy::Result<Vec<String>> {
        self.ordinals.sort_unstable();
        ids_of(&self.column, &self.ordinals)
    }
}

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
