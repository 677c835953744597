//! What the index holds of a candidate, as fields. Nothing is stored to be read back but the id and its change.

use tantivy::schema::{
    FAST, Field, IndexRecordOption, STRING, Schema, TantivyDocument, TextFieldIndexing, TextOptions,
};

use crate::domain::{Candidate, CandidateId, Skill};
use crate::store::Seq;

/// The tokenizer of `text`: words of up to 40 bytes, in lower case.
const WORDS: &str = "default";

/// What is indexed of one candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexEntry {
    /// Whose entry it is.
    pub(crate) id: CandidateId,
    /// The change of the store that it reflects.
    pub(crate) seq: Seq,
    /// Everything that the document says in words, for full-text search; its words are indexed, the text is not kept.
    pub(crate) text: String,
}

impl IndexEntry {
    /// What is indexed of a document, as of this change.
    pub(crate) fn of(candidate: &Candidate, seq: Seq) -> Self {
        let jobs = candidate.experience.iter().flat_map(|job| {
            let said = [job.title.as_deref(), job.employer.as_deref(), job.description.as_deref()];
            said.into_iter().flatten().chain(job.skills.iter().map(Skill::name))
        });
        let whole = [candidate.headline.as_deref(), candidate.summary.as_deref()].into_iter().flatten();
        let skills = candidate.skills.iter().map(Skill::name);
        let texts: Vec<&str> = whole.chain(skills).chain(jobs).collect();
        Self { id: candidate.id.clone(), seq, text: texts.join("\n") }
    }
}

/// The fields of an entry.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) id: Field,
    pub(super) seq: Field,
    pub(super) text: Field,
}

impl Fields {
    /// The name of the column that holds ids.
    pub(super) const ID: &str = "id";
    /// The name of the column that holds changes.
    pub(super) const SEQ: &str = "seq";

    /// The schema, and its fields.
    pub(super) fn new() -> (Schema, Self) {
        let mut schema = Schema::builder();
        // Word counts without places: enough for BM25, and less of the text is left.
        let words = TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(IndexRecordOption::WithFreqs);
        let fields = Self {
            id: schema.add_text_field(Self::ID, STRING | FAST),
            seq: schema.add_u64_field(Self::SEQ, FAST),
            text: schema.add_text_field("text", TextOptions::default().set_indexing_options(words)),
        };
        (schema.build(), fields)
    }

    /// The entry as a document of the index.
    pub(super) fn document(self, entry: &IndexEntry) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.id, entry.id.as_str());
        document.add_u64(self.seq, entry.seq.0);
        document.add_text(self.text, &entry.text);
        document
    }
}
