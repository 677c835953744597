//! What the index holds of a document, as fields. Nothing is stored to be read back but the id and its change.

use tantivy::schema::{
    FAST, Field, IndexRecordOption, STRING, Schema, TantivyDocument, TextFieldIndexing, TextOptions,
};

use super::passages::{self, Passage};
use super::query::SearchField;
use crate::domain::{Candidate, Role};
use crate::store::Seq;

/// The format of an index. It goes with every commit, and an index of another one is built anew. Raise it with every change of
/// the fields, of what goes into them, or of how texts are cut into words.
///
/// 1 had all words in one field, without their order. 2 has fields and the order of words.
pub(crate) const FORMAT: u32 = 2;

/// The tokenizer of all texts: words of up to 40 bytes, in lower case. Queries are cut by `query::analyzer`, which is the same.
const WORDS: &str = "default";

/// What is indexed of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexEntry {
    /// Whose entry it is.
    pub(crate) id: String,
    /// The change of the store that it reflects.
    pub(crate) seq: Seq,
    /// Everything that the document says in words, by field; its words are indexed, the text is not kept.
    pub(crate) texts: Vec<(SearchField, String)>,
}

impl IndexEntry {
    /// What is indexed of a candidate, as of this change.
    pub(crate) fn of_candidate(candidate: &Candidate, seq: Seq) -> Self {
        Self::of(candidate.id.as_str(), seq, passages::of_candidate(candidate))
    }

    /// What is indexed of a role, as of this change.
    pub(crate) fn of_role(role: &Role, seq: Seq) -> Self {
        Self::of(role.id.as_str(), seq, passages::of_role(role))
    }

    fn of(id: &str, seq: Seq, passages: Vec<Passage<'_>>) -> Self {
        let texts = passages.into_iter().map(|passage| (passage.field, passage.text.into_owned()));
        Self { id: id.to_owned(), seq, texts: texts.collect() }
    }
}

/// The fields of an entry.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) id: Field,
    pub(super) seq: Field,
    /// All texts.
    pub(super) text: Field,
    /// The texts of each field of a search.
    parts: [Field; SearchField::ALL.len()],
}

impl Fields {
    /// The name of the column that holds ids.
    pub(super) const ID: &str = "id";
    /// The name of the column that holds changes.
    pub(super) const SEQ: &str = "seq";

    /// The schema, and its fields.
    pub(super) fn new() -> (Schema, Self) {
        let mut schema = Schema::builder();
        // With the places of words, which phrases need.
        let words = TextFieldIndexing::default()
            .set_tokenizer(WORDS)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let words = TextOptions::default().set_indexing_options(words);
        let fields = Self {
            id: schema.add_text_field(Self::ID, STRING | FAST),
            seq: schema.add_u64_field(Self::SEQ, FAST),
            text: schema.add_text_field("all", words.clone()),
            parts: SearchField::ALL.map(|part| schema.add_text_field(part.as_str(), words.clone())),
        };
        (schema.build(), fields)
    }

    /// Where words of this field are sought; of none, in all.
    pub(super) fn of(self, field: Option<SearchField>) -> Field {
        field.map_or(self.text, |field| self.parts[field as usize])
    }

    /// The entry as a document of the index. Each text is a value of its own: no phrase reaches from one into the next.
    pub(super) fn document(self, entry: &IndexEntry) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.id, &entry.id);
        document.add_u64(self.seq, entry.seq.0);
        for (field, text) in &entry.texts {
            document.add_text(self.text, text);
            document.add_text(self.of(Some(*field)), text);
        }
        document
    }
}
