//! What a query finds: every document with its score, then the pages of them in an order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use borsh::{BorshDeserialize, BorshSerialize};
use rayon::prelude::*;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::{Column, StrColumn};
use tantivy::query::{EnableScoring, Query};
use tantivy::{DocId, Score, Searcher, SegmentOrdinal, SegmentReader};

use super::ids::{id_column, ids_of};
use super::schema::Fields;
use super::seq_set::SeqSet;
use super::text_index::{failed, to_id};
use crate::domain::{CandidateId, Error};
use crate::store::Seq;

/// In which order documents come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundOrder {
    /// The best by BM25 first, ties by id.
    Relevance,
    /// The last written first.
    Updated,
    /// By id.
    Id,
}

/// Where a document stands in an order.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Standing {
    /// The bits of the retrieval score, which is never negative: they order as it does.
    score: u32,
    seq: Seq,
    pub(crate) id: String,
}

impl Standing {
    /// Of an order by ids.
    pub(crate) fn by_id(id: String) -> Self {
        Self { score: 0, seq: Seq::ZERO, id }
    }
}

/// Everything that a query finds.
pub(crate) struct Found {
    searcher: Searcher,
    /// By segment.
    hits: Vec<Vec<Hit>>,
    order: FoundOrder,
}

#[derive(Clone, Copy, Debug)]
struct Hit {
    document: DocId,
    score: u32,
    seq: Seq,
}

/// What a hit is ordered by within its segment: the least comes first. The second part, which takes a look into a column, decides
/// among equals.
type Key = (u64, u64);

impl Found {
    pub(super) fn by(query: &dyn Query, searcher: Searcher, order: FoundOrder) -> tantivy::Result<Self> {
        let is_scored = order == FoundOrder::Relevance;
        let scoring = if is_scored {
            EnableScoring::enabled_from_searcher(&searcher)
        } else {
            EnableScoring::disabled_from_searcher(&searcher)
        };
        let (weight, collector) = (query.weight(scoring)?, CollectHits { is_scored });
        let segments = searcher.segment_readers().par_iter().zip(0..u32::MAX);
        let hits = segments.map(|(segment, at)| collector.collect_segment(&*weight, at, segment));
        let hits = hits.collect::<tantivy::Result<Vec<Vec<Hit>>>>()?;
        drop(weight);
        Ok(Self { searcher, hits, order })
    }

    pub(crate) fn len(&self) -> usize {
        self.hits.iter().map(Vec::len).sum()
    }

    /// The changes that left the documents as they were found.
    pub(crate) fn seqs(&self) -> SeqSet {
        self.hits.iter().flatten().map(|hit| hit.seq).collect()
    }

    /// The ids of those candidates whose changes pass, in no order.
    pub(crate) fn ids(&self, passes: impl Fn(Seq) -> bool) -> Result<Vec<CandidateId>, Error> {
        let mut ids = Vec::new();
        for (segment, hits) in self.searcher.segment_readers().iter().zip(&self.hits) {
            let mut passing = hits.iter().filter(|hit| passes(hit.seq)).peekable();
            if passing.peek().is_none() {
                continue;
            }
            let column = id_column(segment).map_err(|e| failed("searching", &e))?;
            let mut ordinals: Vec<u64> = passing.map(|hit| ordinal(&column, hit)).collect();
            ordinals.sort_unstable();
            ids.extend(ids_of(&column, &ordinals).map_err(|e| failed("searching", &e))?);
        }
        ids.into_iter().map(to_id).collect()
    }

    /// Leaves those whose changes pass.
    pub(crate) fn retain(&mut self, passes: impl Fn(Seq) -> bool) {
        self.hits.iter_mut().for_each(|hits| hits.retain(|hit| passes(hit.seq)));
    }

    /// The first `limit` after one of them, or from the first.
    pub(crate) fn page(&self, after: Option<&Standing>, limit: usize) -> Result<Vec<Standing>, Error> {
        let segments = self.searcher.segment_readers().par_iter().zip(&self.hits);
        let first = segments.map(|(segment, hits)| self.first_of(segment, hits, after, limit));
        let first = first.collect::<tantivy::Result<Vec<Vec<Standing>>>>().map_err(|e| failed("searching", &e))?;
        let mut page: Vec<Standing> = first.into_iter().flatten().collect();
        page.sort_unstable_by(|a, b| self.compare(a, b));
        page.truncate(limit);
        Ok(page)
    }

    fn compare(&self, a: &Standing, b: &Standing) -> Ordering {
        match self.order {
            FoundOrder::Relevance => b.score.cmp(&a.score).then_with(|| a.id.cmp(&b.id)),
            FoundOrder::Updated => b.seq.cmp(&a.seq),
            FoundOrder::Id => a.id.cmp(&b.id),
        }
    }

    fn first_of(
        &self,
        segment: &SegmentReader,
        hits: &[Hit],
        after: Option<&Standing>,
        limit: usize,
    ) -> tantivy::Result<Vec<Standing>> {
        let ids = id_column(segment)?;
        let start = after.map(|after| self.start(&ids, after)).transpose()?.unwrap_or_default();
        // The last of those kept is on top.
        let mut kept: BinaryHeap<(Key, usize)> = BinaryHeap::with_capacity(limit + 1);
        for (at, hit) in hits.iter().enumerate() {
            let first = self.first_key(hit.score, hit.seq);
            let is_full = kept.len() == limit;
            if first < start.0 || (is_full && kept.peek().is_none_or(|((last, _), _)| first > *last)) {
                continue;
            }
            let second = if self.order == FoundOrder::Updated { 0 } else { ordinal(&ids, hit) };
            let key = (first, second);
            if key >= start && !(is_full && kept.peek().is_none_or(|(last, _)| key >= *last)) {
                kept.push((key, at));
                if is_full {
                    kept.pop();
                }
            }
        }
        let mut chosen: Vec<(u64, &Hit)> =
            kept.into_iter().map(|(_, at)| (ordinal(&ids, &hits[at]), &hits[at])).collect();
        chosen.sort_unstable_by_key(|(ordinal, _)| *ordinal);
        let ordinals: Vec<u64> = chosen.iter().map(|(ordinal, _)| *ordinal).collect();
        let names = ids_of(&ids, &ordinals)?.into_iter();
        Ok(names.zip(chosen).map(|(id, (_, hit))| Standing { score: hit.score, seq: hit.seq, id }).collect())
    }

    /// The key of the first that comes after one.
    fn start(&self, ids: &StrColumn, after: &Standing) -> tantivy::Result<Key> {
        let second = match self.order {
            // No two have the same number.
            FoundOrder::Updated => 1,
            FoundOrder::Relevance | FoundOrder::Id => first_ordinal_after(ids, &after.id)?,
        };
        Ok((self.first_key(after.score, after.seq), second))
    }

    fn first_key(&self, score: u32, seq: Seq) -> u64 {
        match self.order {
            FoundOrder::Relevance => u64::MAX - u64::from(score),
            FoundOrder::Updated => u64::MAX - seq.0,
            FoundOrder::Id => 0,
        }
    }
}

/// Ordinals of a segment's ids are in the order of the ids.
fn ordinal(ids: &StrColumn, hit: &Hit) -> u64 {
    ids.ords().first(hit.document).unwrap_or(u64::MAX)
}

fn first_ordinal_after(ids: &StrColumn, id: &str) -> tantivy::Result<u64> {
    // Of all ids, those that are greater begin at this one with a sign less than all others behind it.
    let next = [id.as_bytes(), &[0]].concat();
    let (from, _) = ids
        .dictionary()
        .term_bounds_to_ord(std::ops::Bound::Included(next.as_slice()), std::ops::Bound::<&[u8]>::Unbounded)?;
    Ok(match from {
        std::ops::Bound::Included(ordinal) => ordinal,
        std::ops::Bound::Excluded(ordinal) => ordinal + 1,
        std::ops::Bound::Unbounded => 0,
    })
}

struct CollectHits {
    is_scored: bool,
}

/// The hits of one segment.
struct SegmentHits {
    seqs: Column<u64>,
    hits: Vec<Hit>,
}

impl Collector for CollectHits {
    type Fruit = Vec<Vec<Hit>>;
    type Child = SegmentHits;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentHits> {
        Ok(SegmentHits { seqs: segment.fast_fields().u64(Fields::SEQ)?, hits: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        self.is_scored
    }

    fn merge_fruits(&self, segments: Vec<Vec<Hit>>) -> tantivy::Result<Vec<Vec<Hit>>> {
        Ok(segments)
    }
}

impl SegmentCollector for SegmentHits {
    type Fruit = Vec<Hit>;

    fn collect(&mut self, document: DocId, score: Score) {
        let seq = Seq(self.seqs.first(document).unwrap_or_default());
        self.hits.push(Hit { document, score: score.max(0.0).to_bits(), seq });
    }

    fn harvest(self) -> Vec<Hit> {
        self.hits
    }
}
