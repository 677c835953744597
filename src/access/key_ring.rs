//! All keys of a data directory, as `keys.json` has them: which of them is presented, and how they are written.

#[cfg(all(feature = "postgres", feature = "server"))]
use std::collections::BTreeMap;
use std::collections::HashMap;

use constant_time_eq::constant_time_eq_32;
use serde::{Deserialize, Serialize};

use super::key::{Key, KeyState};
use super::secret::{KeyDigest, KeySecret, digest_of_hex, hex};
use super::timestamp::Timestamp;

/// All keys of a data directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyRing {
    /// In the order in which they were made.
    entries: Vec<Entry>,
    places: HashMap<String, usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: Key,
    pub digest: KeyDigest,
}

/// The file's format, which tells older programs that they would misread it.
pub(super) const FORMAT: u32 = 1;

/// The file as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    format: u32,
    keys: Vec<WrittenEntry>,
}

#[derive(Serialize, Deserialize)]
struct WrittenEntry {
    #[serde(flatten)]
    key: Key,
    sha256: String,
}

/// Why a file is no key ring.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// Of another format.
    Format(u32),
    /// Not what was written.
    Damaged,
}

impl KeyRing {
    /// All keys, those included that work no more, in the order in which they were made.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.entries.iter().map(|entry| &entry.key)
    }

    /// Whether nobody was ever given a key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The key of this id.
    pub fn get(&self, id: &str) -> Option<&Key> {
        self.places.get(id).map(|place| &self.entries[*place].key)
    }

    /// The key that is presented, where it is one of these and works at this moment.
    ///
    /// Found by its id, which is no secret; its digest is compared in a time that tells nothing of the digest.
    pub fn authenticate(&self, presented: &str, now: Timestamp) -> Option<&Key> {
        let presented = KeySecret::read(presented)?;
        let entry = &self.entries[*self.places.get(presented.id())?];
        let is_it = constant_time_eq_32(&presented.digest(), &entry.digest);
        (is_it && entry.key.state(now) == KeyState::Active).then_some(&entry.key)
    }

    pub(super) fn of(entries: Vec<Entry>) -> Self {
        let places = entries.iter().enumerate().map(|(place, entry)| (entry.key.id.clone(), place)).collect();
        Self { entries, places }
    }

    /// These keys and others, each as whoever knows most of it has it: revoked once anybody has, and ending at the earliest end.
    #[cfg(all(feature = "postgres", feature = "server"))]
    pub(super) fn with(&self, others: &Self) -> Self {
        let mut all: BTreeMap<(Timestamp, &str), Entry> = BTreeMap::new();
        for Entry { key, digest } in self.entries.iter().chain(&others.entries) {
            let of_both =
                all.entry((key.created_at, &key.id)).or_insert_with(|| Entry { key: key.clone(), digest: *digest });
            of_both.key.revoked_at = earliest(of_both.key.revoked_at, key.revoked_at);
            of_both.key.expires_at = earliest(of_both.key.expires_at, key.expires_at);
        }
        Self::of(all.into_values().collect())
    }

    pub(super) fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let Head { format } = serde_json::from_slice(bytes).map_err(|_| Unreadable::Damaged)?;
        if format != FORMAT {
            return Err(Unreadable::Format(format));
        }
        let written: Written = serde_json::from_slice(bytes).map_err(|_| Unreadable::Damaged)?;
        let entry = |WrittenEntry { key, sha256 }| Some(Entry { key, digest: digest_of_hex(&sha256)? });
        let entries = written.keys.into_iter().map(entry).collect::<Option<Vec<_>>>().ok_or(Unreadable::Damaged)?;
        let ring = Self::of(entries);
        // Two keys of one id would hide one of them.
        if ring.places.len() == ring.entries.len() { Ok(ring) } else { Err(Unreadable::Damaged) }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let entry = |Entry { key, digest }: &Entry| WrittenEntry { key: key.clone(), sha256: hex(digest) };
        let written = Written { format: FORMAT, keys: self.entries.iter().map(entry).collect() };
        let mut bytes = serde_json::to_vec_pretty(&written).expect("keys are strings and numbers");
        bytes.push(b'\n');
        bytes
    }
}

#[cfg(all(feature = "postgres", feature = "server"))]
fn earliest(one: Option<Timestamp>, other: Option<Timestamp>) -> Option<Timestamp> {
    one.into_iter().chain(other).min()
}
