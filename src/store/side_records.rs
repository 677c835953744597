//! Records beside the documents, such as webhooks and what they are to send: small values under keys of the caller's choice, which take no
//! sequence number. A record that is about documents lives no longer than they do: it is not written where one is missing, and a store that
//! is written anew, as for an erasure, leaves it out. Backups hold none.

use borsh::{BorshDeserialize, BorshSerialize};
#[cfg(feature = "storage")]
use sled::Db;

#[cfg(feature = "storage")]
use super::disk::failed;
#[cfg(feature = "storage")]
use super::keys;
use super::keys::kind_byte;
#[cfg(feature = "storage")]
use super::keys::kind_of;
use super::record::Kind;
#[cfg(feature = "storage")]
use crate::domain::Error;

/// A record that is written or removed, together with others in one durable step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideWrite {
    /// Where it lies, among all such records.
    pub(crate) key: Vec<u8>,
    /// Its bytes; none removes it.
    pub(crate) value: Option<Vec<u8>>,
    /// The documents that it is about.
    pub(crate) about: Vec<(Kind, String)>,
}

impl SideWrite {
    /// Removes a record.
    pub(crate) fn removed(key: Vec<u8>) -> Self {
        Self { key, value: None, about: Vec::new() }
    }
}

/// A record's key and bytes.
pub(crate) type SideRecord = (Vec<u8>, Vec<u8>);

/// What is kept of a record, under its key.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct KeptSideRecord {
    about: Vec<(u8, String)>,
    pub(super) value: Vec<u8>,
}

impl KeptSideRecord {
    /// What a write leaves, given which documents there are.
    pub(super) fn left_by<E>(
        write: &SideWrite,
        is_there: impl Fn(Kind, &str) -> Result<bool, E>,
    ) -> Result<Option<Self>, E> {
        let Some(value) = &write.value else { return Ok(None) };
        for (kind, id) in &write.about {
            if !is_there(*kind, id)? {
                return Ok(None);
            }
        }
        let about = write.about.iter().map(|(kind, id)| (kind_byte(*kind), id.clone())).collect();
        Ok(Some(Self { about, value: value.clone() }))
    }

    /// The documents that it is about.
    #[cfg(feature = "storage")]
    pub(super) fn about(&self) -> impl Iterator<Item = (Kind, &str)> {
        self.about.iter().filter_map(|(kind, id)| Some((kind_of(*kind)?, id.as_str())))
    }

    #[cfg(feature = "storage")]
    pub(super) fn encoded(&self) -> Vec<u8> {
        borsh::to_vec(self).expect("writing to memory cannot fail")
    }
}

/// All records of a database by their keys; those that cannot be read are left out.
#[cfg(feature = "storage")]
pub(super) fn all(db: &Db) -> Result<Vec<(Vec<u8>, KeptSideRecord)>, Error> {
    let mut found = Vec::new();
    for entry in db.scan_prefix(keys::SIDE_RECORDS) {
        let (key, value) = entry.map_err(|e| failed("reading", &e))?;
        if let Ok(record) = borsh::from_slice(&value) {
            found.push((key[keys::SIDE_RECORDS.len()..].to_vec(), record));
        }
    }
    Ok(found)
}

/// What of a database is to be in another: its records but those about documents that are not there.
#[cfg(feature = "storage")]
pub(super) fn to_be_kept(db: &Db, documents: &Db) -> Result<Vec<SideRecord>, Error> {
    let mut kept = Vec::new();
    for (key, record) in all(db)? {
        let mut is_kept = true;
        for (kind, id) in record.about() {
            is_kept &= documents.contains_key(keys::head(kind, id)).map_err(|e| failed("reading", &e))?;
        }
        if is_kept {
            kept.push((keys::side_record(&key), record.encoded()));
        }
    }
    Ok(kept)
}
