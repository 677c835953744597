//! One candidate as matching needs them. Of a million people few are looked at for one role, so those in the pool's tiles are
//! packed: a fifth of the room, and some microseconds when they are asked for. Their runs of words stand beside what is packed: many
//! are asked for these alone, and nothing makes them smaller.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::{Candidate, CandidateId};
use crate::extract::{CandidateFacts, Extractor};
use crate::store::{Record, Seq};

/// What a document tells of somebody. The name is for display and apart from the facts.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Person {
    pub name: Option<String>,
    pub facts: CandidateFacts,
}

/// A candidate, as of one change of the document.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub id: CandidateId,
    pub seq: Seq,
    /// The checksum of the document as it is stored.
    sum: u32,
    held: Held,
}

#[derive(Clone, Debug)]
enum Held {
    Open(Arc<Person>),
    Packed(Packed),
}

/// A person in little room.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
struct Packed {
    /// See [`crate::extract::DocumentForm::runs`].
    runs: Box<[u32]>,
    /// All else: encoded, then compressed.
    rest: Box<[u8]>,
}

/// An entry as it is kept on a disk.
#[derive(BorshSerialize, BorshDeserialize)]
pub(super) struct KeptEntry {
    id: CandidateId,
    seq: Seq,
    sum: u32,
    packed: Packed,
}

impl Entry {
    pub(crate) fn new(candidate: &Candidate, extractor: &Extractor) -> Self {
        Self::of(candidate.id.clone(), candidate.name.clone(), extractor.candidate_facts(candidate))
    }

    /// Of no document that is stored.
    pub(super) fn of(id: CandidateId, name: Option<String>, facts: CandidateFacts) -> Self {
        Self { id, seq: Seq::ZERO, sum: 0, held: Held::Open(Arc::new(Person { name, facts })) }
    }

    /// The same of a document that is stored in these bytes, by the change of this number.
    pub(crate) fn stored(self, seq: Seq, body: &[u8]) -> Self {
        Self { seq, sum: crc32fast::hash(body), ..self }
    }

    /// Whether it was made of this document.
    pub(crate) fn is_of(&self, record: &Record) -> bool {
        self.seq == record.seq && self.sum == crc32fast::hash(&record.body)
    }

    pub(crate) fn person(&self) -> Arc<Person> {
        match &self.held {
            Held::Open(person) => person.clone(),
            Held::Packed(packed) => Arc::new(packed.person().expect("what was packed can be unpacked")),
        }
    }

    /// The runs of words of the texts, hashed.
    pub(crate) fn runs(&self) -> &[u32] {
        match &self.held {
            Held::Open(person) => &person.facts.form.runs,
            Held::Packed(packed) => &packed.runs,
        }
    }

    /// Bytes that whoever is packed takes; none of who is open, whose strings nobody counts.
    pub(super) fn packed_bytes(&self) -> usize {
        match &self.held {
            Held::Open(_) => 0,
            Held::Packed(Packed { runs, rest }) => {
                size_of::<Self>() + self.id.as_str().len() + size_of_val(&**runs) + rest.len()
            }
        }
    }

    /// The same in less room.
    pub(super) fn packed(&self) -> Self {
        Self::from(self.kept())
    }

    /// The same for a disk.
    pub(super) fn kept(&self) -> KeptEntry {
        let packed = match &self.held {
            Held::Open(person) => Packed::of(person),
            Held::Packed(packed) => packed.clone(),
        };
        KeptEntry { id: self.id.clone(), seq: self.seq, sum: self.sum, packed }
    }
}

impl From<KeptEntry> for Entry {
    fn from(kept: KeptEntry) -> Self {
        Self { id: kept.id, seq: kept.seq, sum: kept.sum, held: Held::Packed(kept.packed) }
    }
}

impl Packed {
    fn of(person: &Person) -> Self {
        let encoded = borsh::to_vec(person).expect("memory takes all bytes");
        let rest = snap::raw::Encoder::new().compress_vec(&encoded).expect("a person takes less than 4 GiB");
        Self { runs: person.facts.form.runs.as_slice().into(), rest: rest.into() }
    }

    fn person(&self) -> Option<Person> {
        let encoded = snap::raw::Decoder::new().decompress_vec(&self.rest).ok()?;
        let mut person: Person = borsh::from_slice(&encoded).ok()?;
        person.facts.form.runs = self.runs.to_vec();
        Some(person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn whoever_is_packed_is_told_of_as_before() {
        let extractor = Extractor::new(Taxonomy::embedded());
        for line in include_str!("../../tests/graded/candidates.jsonl").lines() {
            let candidate: Candidate = serde_json::from_str(line).unwrap();
            let entry = Entry::new(&candidate, &extractor);
            let packed = entry.packed();
            assert_eq!(format!("{:?}", packed.person()), format!("{:?}", entry.person()));
            assert_eq!(packed.runs(), entry.runs());
            assert!(matches!(&packed.held, Held::Packed(Packed { rest, .. }) if !rest.is_empty()));
        }
    }
}
