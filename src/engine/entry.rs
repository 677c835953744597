//! One candidate as matching needs them. Of a million people few are looked at for one role, so those in the pool's tiles are
//! packed: a fifth of the room, and some microseconds when they are asked for. What is judged is packed apart from the sources, which
//! only those are asked for who are shown: most of a person's strings are there. Runs of words stand beside what is packed: many are
//! asked for these alone, and nothing makes them smaller.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::{Candidate, CandidateId, Error};
use crate::extract::{CandidateFacts, Extractor, Source};
use crate::identity::{Identity, IdentitySecret};
use crate::store::Seq;

/// What a document tells of somebody. The name is for display and apart from the facts.
#[derive(Debug)]
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
    /// By which those are found who may be the same person; see [`crate::identity`]. Nobody is judged by them.
    pub keys: Arc<[u32]>,
    held: Held,
}

/// Which of the documents that one id has had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edition {
    seq: Seq,
    sum: u32,
}

impl Edition {
    /// That of the change of this number, which is stored in these bytes.
    pub(super) fn of(seq: Seq, body: &[u8]) -> Self {
        Self { seq, sum: crc32fast::hash(body) }
    }
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
    /// Encoded and compressed: the facts without their sources, and from `sources_at` on [`Shown`].
    rest: Box<[u8]>,
    sources_at: u32,
}

/// What nobody is judged by.
#[derive(BorshSerialize, BorshDeserialize)]
struct Shown {
    name: Option<String>,
    /// In the order of [`CandidateFacts::sources_mut`].
    sources: Vec<Source>,
}

/// An entry as it is kept on a disk.
#[derive(BorshSerialize, BorshDeserialize)]
pub(super) struct KeptEntry {
    id: CandidateId,
    seq: Seq,
    sum: u32,
    keys: Arc<[u32]>,
    packed: Packed,
}

impl Entry {
    /// Reads a document.
    ///
    /// # Errors
    /// As [`Extractor::candidate_facts`].
    pub(crate) fn new(candidate: &Candidate, extractor: &Extractor) -> Result<Self, Error> {
        Ok(Self::of(candidate.id.clone(), candidate.name.clone(), extractor.candidate_facts(candidate)?))
    }

    /// Of no document that is stored.
    pub(super) fn of(id: CandidateId, name: Option<String>, facts: CandidateFacts) -> Self {
        Self { id, seq: Seq::ZERO, sum: 0, keys: Arc::default(), held: Held::Open(Arc::new(Person { name, facts })) }
    }

    /// The same with the keys of a document that is to be stored.
    pub(super) fn with_keys(self, candidate: &Candidate, secret: IdentitySecret) -> Self {
        Self { keys: Identity::of(candidate).keys(secret).into(), ..self }
    }

    /// The same of a document that is stored in these bytes, by the change of this number.
    pub(crate) fn stored(self, seq: Seq, body: &[u8]) -> Self {
        let Edition { seq, sum } = Edition::of(seq, body);
        Self { seq, sum, ..self }
    }

    /// Whether it was made of this document of its id.
    pub(super) fn is_of(&self, edition: Edition) -> bool {
        edition == Edition { seq: self.seq, sum: self.sum }
    }

    pub(crate) fn person(&self) -> Arc<Person> {
        match &self.held {
            Held::Open(person) => person.clone(),
            Held::Packed(packed) => Arc::new(packed.person().expect("what was packed can be unpacked")),
        }
    }

    /// What they are called.
    pub(super) fn name(&self) -> Option<String> {
        match &self.held {
            Held::Open(person) => person.name.clone(),
            Held::Packed(packed) => packed.shown().expect("what was packed can be unpacked").name,
        }
    }

    /// The facts, for judging: of whoever is packed, without the sources that [`CandidateFacts::sources_mut`] tells.
    pub(crate) fn facts(&self) -> Cow<'_, CandidateFacts> {
        match &self.held {
            Held::Open(person) => Cow::Borrowed(&person.facts),
            Held::Packed(packed) => Cow::Owned(packed.facts().expect("what was packed can be unpacked")),
        }
    }

    /// Whether asking for the facts takes some microseconds.
    pub(super) fn is_packed(&self) -> bool {
        matches!(self.held, Held::Packed(_))
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
            Held::Packed(Packed { runs, rest, .. }) => {
                let keys = size_of_val(&*self.keys);
                size_of::<Self>() + self.id.as_str().len() + keys + size_of_val(&**runs) + rest.len()
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
        KeptEntry { id: self.id.clone(), seq: self.seq, sum: self.sum, keys: self.keys.clone(), packed }
    }
}

impl From<KeptEntry> for Entry {
    fn from(kept: KeptEntry) -> Self {
        Self { id: kept.id, seq: kept.seq, sum: kept.sum, keys: kept.keys, held: Held::Packed(kept.packed) }
    }
}

impl Packed {
    fn of(person: &Person) -> Self {
        let mut facts = person.facts.clone();
        let sources = facts.sources_mut().map(std::mem::take).collect();
        let mut rest = compressed(&facts);
        let sources_at = u32::try_from(rest.len()).expect("a person takes less than 4 GiB");
        rest.extend(compressed(&Shown { name: person.name.clone(), sources }));
        Self { runs: facts.form.runs.into(), rest: rest.into(), sources_at }
    }

    fn facts(&self) -> Option<CandidateFacts> {
        let mut facts: CandidateFacts = decompressed(self.parts()?.0)?;
        facts.form.runs = self.runs.to_vec();
        Some(facts)
    }

    fn person(&self) -> Option<Person> {
        let mut facts = self.facts()?;
        let Shown { name, sources } = self.shown()?;
        facts.sources_mut().zip(sources).for_each(|(place, source)| *place = source);
        Some(Person { name, facts })
    }

    fn shown(&self) -> Option<Shown> {
        decompressed(self.parts()?.1)
    }

    fn parts(&self) -> Option<(&[u8], &[u8])> {
        self.rest.split_at_checked(usize::try_from(self.sources_at).ok()?)
    }
}

fn compressed(value: &impl BorshSerialize) -> Vec<u8> {
    let encoded = borsh::to_vec(value).expect("memory takes all bytes");
    snap::raw::Encoder::new().compress_vec(&encoded).expect("a person takes less than 4 GiB")
}

fn decompressed<T: BorshDeserialize>(bytes: &[u8]) -> Option<T> {
    thread_local!(static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });
    ROOM.with_borrow_mut(|room| {
        let length = snap::raw::decompress_len(bytes).ok()?;
        if room.len() < length {
            room.resize(length, 0);
        }
        snap::raw::Decoder::new().decompress(bytes, room).ok()?;
        borsh::from_slice(&room[..length]).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn whoever_is_packed_is_told_of_as_before() {
        let extractor = Extractor::new(Taxonomy::builtin());
        for line in include_str!("../../tests/graded/candidates.jsonl").lines() {
            let candidate: Candidate = serde_json::from_str(line).unwrap();
            let entry = Entry::new(&candidate, &extractor).unwrap();
            let packed = entry.packed();
            assert_eq!(format!("{:?}", packed.person()), format!("{:?}", entry.person()));
            assert_eq!(packed.runs(), entry.runs());
            let mut bare = entry.facts().into_owned();
            bare.sources_mut().for_each(|source| *source = Source::default());
            assert_eq!(format!("{:?}", packed.facts()), format!("{bare:?}"));
        }
    }
}
