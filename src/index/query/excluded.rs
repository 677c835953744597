//! What is not to be there, listed before anything is taken from it: the search library's own exclusion asks a phrase again for
//! documents that it has passed, which its phrases forbid.

use tantivy::query::{ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SegmentReader, TERMINATED};

/// A query whose documents are found all at once.
#[derive(Debug)]
pub(super) struct Excluded(pub(super) Box<dyn Query>);

struct ListingWeight(Box<dyn Weight>);

/// Documents in their order.
struct Listed {
    documents: Vec<DocId>,
    at: usize,
}

impl Clone for Excluded {
    fn clone(&self) -> Self {
        Self(self.0.box_clone())
    }
}

impl Query for Excluded {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(ListingWeight(self.0.weight(scoring)?)))
    }
}

impl Weight for ListingWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut documents = Vec::new();
        self.0.for_each_no_score(segment, &mut |block| documents.extend_from_slice(block))?;
        Ok(Box::new(ConstScorer::new(Listed { documents, at: 0 }, boost)))
    }

    fn explain(&self, segment: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        self.0.explain(segment, document)
    }
}

impl DocSet for Listed {
    fn advance(&mut self) -> DocId {
        self.at += 1;
        self.doc()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        let rest = self.documents.get(self.at..).unwrap_or_default();
        // Most often it is the next one or the one after.
        let near = rest.iter().take(8).position(|document| *document >= target);
        self.at += near.unwrap_or_else(|| rest.partition_point(|document| *document < target));
        self.doc()
    }

    fn doc(&self) -> DocId {
        self.documents.get(self.at).copied().unwrap_or(TERMINATED)
    }

    fn size_hint(&self) -> u32 {
        u32::try_from(self.documents.len()).unwrap_or(u32::MAX)
    }
}
