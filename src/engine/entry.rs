//! One candidate as matching needs them. Of a million people few are looked at for one role, so those in the pool's tiles are
//! packed: a fifth of the room, and some microseconds when they are asked for.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::{Candidate, CandidateId};
use crate::extract::{CandidateFacts, Extractor};
use crate::store::{Record, Seq};

/// What a document tells of somebody. The name is for display and apart from the facts.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Person {
    pub name: Option<String>,
    pub facts: CandidateFacts,
}

/// A candidate, as of one change of the document.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Entry {
    pub id: CandidateId,
    pub seq: Seq,
    /// The checksum of the document as it is stored.
    sum: u32,
    held: Held,
}

#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
enum Held {
    Open(Arc<Person>),
    /// Encoded, then compressed.
    Packed(Box<[u8]>),
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
            Held::Packed(bytes) => Arc::new(unpacked(bytes).expect("what was packed can be unpacked")),
        }
    }

    /// The same in less room.
    pub(super) fn packed(&self) -> Self {
        let held = match &self.held {
            Held::Open(person) => Held::Packed(packed(person)),
            packed @ Held::Packed(_) => packed.clone(),
        };
        Self { id: self.id.clone(), held, ..*self }
    }
}

fn packed(person: &Person) -> Box<[u8]> {
    let encoded = borsh::to_vec(person).expect("memory takes all bytes");
    snap::raw::Encoder::new().compress_vec(&encoded).expect("a person takes less than 4 GiB").into()
}

fn unpacked(bytes: &[u8]) -> Option<Person> {
    borsh::from_slice(&snap::raw::Decoder::new().decompress_vec(bytes).ok()?).ok()
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
            assert!(matches!(&packed.held, Held::Packed(bytes) if !bytes.is_empty()));
        }
    }
}
