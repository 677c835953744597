//! An index of texts, of candidates or of roles: takes entries, makes them visible by commits, and finds documents. It never ranks for
//! a role.

#[cfg(feature = "storage")]
mod purge;

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use tantivy::collector::TopDocs;
use tantivy::indexer::LogMergePolicy;
use tantivy::query::{AllQuery, BooleanQuery, EmptyQuery, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, SegmentReader, Term};

use super::folder::{self, Payload, Stamp};
use super::found::{Found, FoundOrder};
use super::ids::id_column;
use super::inspect::each_entry;
use super::query::SearchQuery;
use super::schema::{Fields, IndexEntry};
use crate::domain::{CandidateId, Error, fnv1a};
use crate::store::{Seq, make_tree_private};

/// Memory for entries that are not yet in a segment, in bytes.
const WRITER_BYTES: usize = 50_000_000;
/// The share of deleted entries from which a segment is written anew. By default none is, however many are deleted.
const DELETED_SHARE: f32 = 0.3;

/// An index that one process has open.
///
/// Entries are visible after [`TextIndex::commit`] only: a search sees the store as of
/// [`TextIndex::visible_seq`], and whoever needs later writes lays them over.
pub(crate) struct TextIndex {
    stamp: Stamp,
    fields: Fields,
    index: Index,
    reader: IndexReader,
    writer: Mutex<IndexWriter>,
    visible: AtomicU64,
    /// None in memory.
    files: Option<PathBuf>,
    /// Held until everything above is closed.
    _lock: Option<File>,
}

impl TextIndex {
    /// Opens the index in `folder`, or one in memory for `None`. The second value is the change up to which the index
    /// holds everything; it is `None` when the index is new and empty, because there was none, or one of another stamp,
    /// or a damaged one. The caller then puts every document and commits once, at the end.
    ///
    /// # Errors
    /// [`Error::Index`] when another process (or this one) has it open; [`Error::Io`] when files cannot be made.
    pub(crate) fn open(folder: Option<&Path>, stamp: &Stamp) -> Result<(Self, Option<Seq>), Error> {
        let (schema, fields) = Fields::new();
        let (index, lock, seq) = match folder {
            None => (Index::create_in_ram(schema), None, None),
            Some(folder) => {
                let lock = folder::lock(folder)?;
                match folder::open_whole(folder, &schema, stamp) {
                    Some((index, seq)) => (index, Some(lock), Some(seq)),
                    None => (folder::create(folder, schema)?, Some(lock), None),
                }
            }
        };
        let writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES).map_err(|e| failed("opening", &e))?;
        let mut merging = LogMergePolicy::default();
        merging.set_del_docs_ratio_before_merge(DELETED_SHARE);
        writer.set_merge_policy(Box::new(merging));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into();
        let reader = reader.map_err(|e| failed("opening", &e))?;
        let visible = AtomicU64::new(seq.unwrap_or_default().0);
        let files = folder.map(folder::files);
        let (stamp, writer) = (stamp.clone(), Mutex::new(writer));
        let index = Self { stamp, fields, index, reader, writer, visible, files, _lock: lock };
        Ok((index, seq))
    }

    /// Puts an entry in place of the one with the same id.
    pub(crate) fn put(&self, entry: &IndexEntry) -> Result<(), Error> {
        let writer = self.writer();
        writer.delete_term(self.id_term(&entry.id));
        writer.add_document(self.fields.document(entry)).map_err(|e| failed("writing", &e))?;
        Ok(())
    }

    /// Removes the entry of a document, where there is one.
    pub(crate) fn delete(&self, id: &str) {
        self.writer().delete_term(self.id_term(id));
    }

    /// Makes everything put and deleted durable and visible, and notes that the index now holds all changes up to
    /// `seq`. A search that begins after this returns sees them.
    ///
    /// # Errors
    /// [`Error::Index`] when the disk fails; the index is then to be opened anew.
    pub(crate) fn commit(&self, seq: Seq) -> Result<(), Error> {
        let payload = Payload::text(&self.stamp, seq)?;
        let mut writer = self.writer();
        let mut prepared = writer.prepare_commit().map_err(|e| failed("committing", &e))?;
        prepared.set_payload(&payload);
        prepared.commit().map_err(|e| failed("committing", &e))?;
        if let Some(files) = &self.files {
            // The search library makes its files as it likes.
            make_tree_private(files);
        }
        self.reader.reload().map_err(|e| failed("reloading", &e))?;
        self.visible.store(seq.0, Ordering::Release);
        Ok(())
    }

    /// The change up to which searches see everything. A search that begins after this is asked sees at least that.
    #[cfg(test)]
    pub(crate) fn visible_seq(&self) -> Seq {
        Seq(self.visible.load(Ordering::Acquire))
    }

    /// How many documents searches see.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    /// Whether searches see exactly these documents, each as of this change.
    pub(crate) fn holds<'a>(&self, entries: impl ParallelIterator<Item = (&'a str, Seq)>) -> Result<bool, Error> {
        // One number for all, whatever their order: each document counts once on either side.
        type Sum = (u64, usize);
        let one = |id: &str, seq: Seq| -> Sum { (fnv1a(id.bytes().chain([0xff]).chain(seq.0.to_be_bytes())), 1) };
        let both = |a: Sum, b: Sum| -> Sum { (a.0.wrapping_add(b.0), a.1 + b.1) };
        let in_segment = |segment: &SegmentReader| {
            let mut sum = Sum::default();
            each_entry(segment, |id, seq| sum = both(sum, one(id, seq))).map(|()| sum)
        };
        let searcher = self.reader.searcher();
        let (seen, expected) = rayon::join(
            || searcher.segment_readers().par_iter().map(in_segment).try_reduce(Sum::default, |a, b| Ok(both(a, b))),
            || entries.map(|(id, seq)| one(id, seq)).reduce(Sum::default, both),
        );
        Ok(seen.map_err(|e| failed("reading", &e))? == expected)
    }

    /// Everybody whose text has all of `words`; nobody for no word.
    pub(crate) fn with_words(&self, words: &str) -> Result<Found, Error> {
        let query =
            self.all_of(words)?.map_or_else::<Box<dyn Query>, _, _>(|| Box::new(EmptyQuery), |all| Box::new(all));
        Found::by(&*query, self.reader.searcher(), FoundOrder::Id).map_err(|e| failed("searching", &e))
    }

    /// Words are split as texts are; nothing in them is an operator. None where there is no word.
    fn all_of(&self, words: &str) -> Result<Option<BooleanQuery>, Error> {
        let mut tokenizer = self.index.tokenizer_for_field(self.fields.text).map_err(|e| failed("searching", &e))?;
        let mut distinct = BTreeSet::new();
        tokenizer.token_stream(words).process(&mut |token| {
            distinct.insert(token.text.clone());
        });
        let query = |word: &String| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_text(self.fields.text, word), IndexRecordOption::WithFreqs))
        };
        let queries: Vec<Box<dyn Query>> = distinct.iter().map(query).collect();
        Ok((!queries.is_empty()).then(|| BooleanQuery::intersection(queries)))
    }

    /// The best `limit` candidates whose text has all of `words`, by BM25, ties by id.
    pub(crate) fn search_text(&self, words: &str, limit: usize) -> Result<Vec<CandidateId>, Error> {
        let Some(query) = self.all_of(words)?.filter(|_| limit > 0) else { return Ok(Vec::new()) };
        let searcher = self.reader.searcher();
        let best = searcher.search(&query, &TopDocs::with_limit(limit).order_by_score());
        let mut ranked = Vec::new();
        for (score, address) in best.map_err(|e| failed("searching", &e))? {
            let column =
                id_column(searcher.segment_reader(address.segment_ord)).map_err(|e| failed("searching", &e))?;
            let mut id = String::new();
            if let Some(ordinal) = column.ords().first(address.doc_id) {
                column.ord_to_str(ordinal, &mut id).map_err(|e| failed("searching", &e.into()))?;
            }
            ranked.push((score, id));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, id)| to_id(id)).collect()
    }

    /// Everything that a query finds, or all that there is without one.
    ///
    /// # Errors
    /// [`Error::Index`] when the index cannot be read.
    pub(crate) fn find(&self, query: Option<&SearchQuery>, order: FoundOrder) -> Result<Found, Error> {
        let query = query.map_or_else(|| -> Box<dyn Query> { Box::new(AllQuery) }, |query| query.compiled(self.fields));
        Found::by(&*query, self.reader.searcher(), order).map_err(|e| failed("searching", &e))
    }

    fn id_term(&self, id: &str) -> Term {
        Term::from_field_text(self.fields.id, id)
    }

    /// A caller that panicked left at worst an entry without its commit.
    fn writer(&self) -> MutexGuard<'_, IndexWriter> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn to_id(text: String) -> Result<CandidateId, Error> {
    CandidateId::try_from(text).map_err(|e| Error::Index(format!("the index holds what is no id: {e}")))
}

/// The error of an index that could not do something.
pub(super) fn failed(doing: &str, error: &tantivy::TantivyError) -> Error {
    Error::Index(format!("{doing} the index failed: {error}"))
}

#[cfg(test)]
mod tests;
