//! Who has which key, so that those are found who may be one person. Twelve bytes or so a key; who is found by chance is told by the
//! documents.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;

use crate::domain::CandidateId;
use crate::identity::is_telling_key;
use crate::store::Seq;

/// A key that more people have tells nobody apart: the number of an office, a common name at a large employer.
const MAX_HOLDERS: usize = 64;
/// Keys of a name at an employer are common to colleagues and families; two of them are looked at.
const MIN_COMMON: usize = 2;

/// Keys by person, and people by key.
#[derive(Debug, Default)]
pub(super) struct Holders {
    people: Vec<Option<Holder>>,
    free: Vec<u32>,
    /// Numbers of people, by their ids.
    numbers: HashTable<u32>,
    /// Key and number, as often as there are holders.
    by_key: HashTable<(u32, u32)>,
    hasher: RandomState,
    /// How often it changed.
    n_changes: u64,
}

#[derive(Debug)]
struct Holder {
    id: CandidateId,
    seq: Seq,
    /// Sorted.
    keys: Arc<[u32]>,
}

impl Holders {
    pub(super) fn make_room(&mut self, n_people: usize) {
        self.people.reserve(n_people);
    }

    /// Takes the keys of a document, unless those of a newer one are there.
    pub(super) fn put(&mut self, id: &CandidateId, seq: Seq, keys: &Arc<[u32]>) {
        let before = self.number(id);
        if let Some(holder) = before.and_then(|number| self.people[index(number)].as_mut()) {
            if holder.seq > seq {
                return;
            }
            holder.seq = seq;
            if holder.keys == *keys {
                self.n_changes += 1;
                return;
            }
        }
        self.remove(id);
        self.n_changes += 1;
        let holder = Holder { id: id.clone(), seq, keys: keys.clone() };
        let number = if let Some(number) = self.free.pop() {
            self.people[index(number)] = Some(holder);
            number
        } else {
            self.people.push(Some(holder));
            u32::try_from(self.people.len() - 1).expect("fewer people than 32 bits count")
        };
        let Self { people, numbers, by_key, hasher, .. } = self;
        let id_of = |number: &u32| people[index(*number)].as_ref().map_or("", |holder| holder.id.as_str());
        numbers.insert_unique(hasher.hash_one(id.as_str()), number, |number| hasher.hash_one(id_of(number)));
        for key in keys.iter() {
            by_key.insert_unique(hasher.hash_one(key), (*key, number), |(key, _)| hasher.hash_one(key));
        }
    }

    pub(super) fn remove(&mut self, id: &CandidateId) {
        let Some(number) = self.number(id) else { return };
        self.n_changes += 1;
        let hash = self.hasher.hash_one(id.as_str());
        if let Ok(found) = self.numbers.find_entry(hash, |known| *known == number) {
            found.remove();
        }
        let Some(holder) = self.people[index(number)].take() else { return };
        for key in holder.keys.iter() {
            if let Ok(found) = self.by_key.find_entry(self.hasher.hash_one(key), |known| *known == (*key, number)) {
                found.remove();
            }
        }
        self.free.push(number);
    }

    /// The write of somebody's document that was taken over.
    pub(super) fn seq(&self, id: &CandidateId) -> Option<Seq> {
        self.people[index(self.number(id)?)].as_ref().map(|holder| holder.seq)
    }

    pub(super) fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// How many people have a key; no more than a few are counted.
    pub(super) fn n_holders(&self, key: u32) -> usize {
        self.with_key(key).take(MAX_HOLDERS + 1).count()
    }

    /// Those whom somebody shares enough with to be compared.
    pub(super) fn like(&self, id: &CandidateId) -> Vec<CandidateId> {
        let Some(number) = self.number(id) else { return Vec::new() };
        let Some(holder) = &self.people[index(number)] else { return Vec::new() };
        let mut n_common: HashMap<u32, usize> = HashMap::new();
        for key in holder.keys.iter() {
            let others: Vec<u32> = self.with_key(*key).take(MAX_HOLDERS + 1).collect();
            if others.len() <= MAX_HOLDERS {
                for other in others.into_iter().filter(|other| *other != number) {
                    *n_common.entry(other).or_default() += worth(*key);
                }
            }
        }
        let enough = n_common.into_iter().filter(|(_, common)| *common >= MIN_COMMON);
        let mut ids: Vec<CandidateId> = enough.filter_map(|(number, _)| self.id(number)).collect();
        ids.sort_unstable();
        ids
    }

    /// All pairs who share enough to be compared, grouped by a key that they share, each pair once: a group's people, and which of them
    /// are to be compared. Nobody is held against everybody: keys of many holders are passed over.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut all: Vec<(u32, u32)> = self.by_key.iter().copied().collect();
        all.sort_unstable();
        let mut groups = Vec::new();
        for run in all.chunk_by(|one, other| one.0 == other.0) {
            if !(2..=MAX_HOLDERS).contains(&run.len()) {
                continue;
            }
            let mut pairs = Vec::new();
            for (at, (key, one)) in run.iter().enumerate() {
                for (_, other) in &run[at + 1..] {
                    if self.is_first_of_enough(*key, *one, *other) {
                        pairs.extend(self.id(*one).zip(self.id(*other)));
                    }
                }
            }
            if !pairs.is_empty() {
                groups.push(pairs);
            }
        }
        groups
    }

    /// Whether two share enough, and this is the first of the keys by which they are found.
    fn is_first_of_enough(&self, key: u32, one: u32, other: u32) -> bool {
        let keys = |number: u32| self.people[index(number)].as_ref().map_or(&[][..], |holder| &*holder.keys);
        let others = keys(other);
        let common = keys(one).iter().filter(|key| others.binary_search(key).is_ok());
        let (mut n_common, mut is_first) = (0, true);
        for shared in common {
            is_first &= *shared >= key || self.n_holders(*shared) > MAX_HOLDERS;
            n_common += worth(*shared);
        }
        is_first && n_common >= MIN_COMMON
    }

    fn with_key(&self, key: u32) -> impl Iterator<Item = u32> {
        let found = self.by_key.iter_hash(self.hasher.hash_one(key));
        found.filter(move |(known, _)| *known == key).map(|(_, number)| *number)
    }

    fn number(&self, id: &CandidateId) -> Option<u32> {
        let is_its = |number: &u32| self.people[index(*number)].as_ref().is_some_and(|holder| holder.id == *id);
        self.numbers.find(self.hasher.hash_one(id.as_str()), is_its).copied()
    }

    fn id(&self, number: u32) -> Option<CandidateId> {
        self.people[index(number)].as_ref().map(|holder| holder.id.clone())
    }
}

/// Pairs that share a key.
pub(super) type Group = Vec<(CandidateId, CandidateId)>;

fn worth(key: u32) -> usize {
    if is_telling_key(key) { MIN_COMMON } else { 1 }
}

fn index(number: u32) -> usize {
    usize::try_from(number).expect("32 bits fit a pointer")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Telling keys are odd.
    fn holders(people: &[(&str, &[u32])]) -> Holders {
        let mut holders = Holders::default();
        for (seq, (id, keys)) in (1..).zip(people) {
            holders.put(&self::id(id), Seq(seq), &(*keys).into());
        }
        holders
    }

    fn id(text: &str) -> CandidateId {
        CandidateId::new(text).unwrap()
    }

    fn pairs(holders: &Holders) -> Vec<String> {
        let mut pairs: Vec<String> =
            holders.groups().into_iter().flatten().map(|(one, other)| format!("{one}{other}")).collect();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn pairs_are_found_once_by_one_telling_key_or_two_others() {
        let people: [(&str, &[u32]); 5] =
            [("a", &[1, 2, 4, 5]), ("b", &[2, 4]), ("c", &[2, 6]), ("d", &[1, 5, 9]), ("e", &[8])];
        let mut holders = holders(&people);
        assert_eq!(pairs(&holders), ["ab", "ad"]);
        assert_eq!(holders.like(&id("a")), [id("b"), id("d")]);
        assert_eq!((holders.n_holders(2), holders.n_holders(7)), (3, 0));
        holders.put(&id("b"), Seq(9), &[9].into());
        assert_eq!(pairs(&holders), ["ad", "bd"]);
        holders.put(&id("b"), Seq(8), &[1, 2, 4].into());
        assert_eq!(pairs(&holders), ["ad", "bd"], "an older write that comes late");
        holders.remove(&id("d"));
        assert_eq!(pairs(&holders), [""; 0]);
        holders.put(&id("f"), Seq(10), &[9].into());
        assert_eq!(pairs(&holders), ["bf"]);
    }

    #[test]
    fn a_key_of_many_finds_nobody_and_hides_nobody() {
        let mut holders = Holders::default();
        for number in 0..=u32::try_from(MAX_HOLDERS).unwrap() {
            let keys = if number < 2 { vec![3, 7] } else { vec![3] };
            holders.put(&id(&format!("p{number:02}")), Seq(u64::from(number) + 1), &keys.into());
        }
        assert_eq!(pairs(&holders), ["p00p01"]);
    }
}
