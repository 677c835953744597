//! Where things lie in the one ordered tree: a letter, a slash, and then what is found there. No values here.
//!
//! | key | value |
//! |---|---|
//! | `c/` id, `r/` id | head of a candidate or role: envelope, and the body when it is short |
//! | `p/` kind, length of id, id, number | one part of a long body |
//! | `l/` sequence number, big-endian | one change |
//! | `m/state` | last sequence number, counts, the store's uuid |

use super::record::{Kind, Seq};
use crate::domain::{Error, StorageErrorKind};

/// Where the store's own state lies.
pub(super) const STATE: &[u8] = b"m/state";

/// The longest id, in bytes: 128 characters of four bytes, and room.
const ID_MAX_BYTES: usize = 1024;

/// The byte that stands for a kind.
pub(super) fn kind_byte(kind: Kind) -> u8 {
    match kind {
        Kind::Candidate => b'c',
        Kind::Role => b'r',
    }
}

/// The kind for which a byte stands.
pub(super) fn kind_of(byte: u8) -> Option<Kind> {
    match byte {
        b'c' => Some(Kind::Candidate),
        b'r' => Some(Kind::Role),
        _ => None,
    }
}

/// The key of a document's head; with an empty id, what is before all heads of the kind.
pub(super) fn head(kind: Kind, id: &str) -> Vec<u8> {
    let mut key = vec![kind_byte(kind), b'/'];
    key.extend_from_slice(id.as_bytes());
    key
}

/// What is after all heads of the kind.
pub(super) fn heads_end(kind: Kind) -> [u8; 2] {
    [kind_byte(kind), b'/' + 1]
}

/// The id in a head's key.
pub(super) fn id_of_head(key: &[u8]) -> Option<String> {
    String::from_utf8(key.get(2..)?.to_vec()).ok()
}

/// The key of one part of a long body. The id's length keeps two ids from ever sharing a key.
pub(super) fn part(kind: Kind, id: &str, number: u32) -> Vec<u8> {
    let length = u16::try_from(id.len()).unwrap_or(u16::MAX);
    let mut key = vec![b'p', b'/', kind_byte(kind)];
    key.extend_from_slice(&length.to_be_bytes());
    key.extend_from_slice(id.as_bytes());
    key.extend_from_slice(&number.to_be_bytes());
    key
}

/// To which document a part belongs, and its number.
pub(super) fn owner_of_part(key: &[u8]) -> Option<(Kind, &str, u32)> {
    let (kind, rest) = key.strip_prefix(b"p/")?.split_first()?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let (id, number) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
    Some((kind_of(*kind)?, std::str::from_utf8(id).ok()?, u32::from_be_bytes(number.try_into().ok()?)))
}

/// The key of a change.
pub(super) fn log(seq: Seq) -> Vec<u8> {
    let mut key = b"l/".to_vec();
    key.extend_from_slice(&seq.0.to_be_bytes());
    key
}

/// The number in a change's key.
pub(super) fn seq_of_log(key: &[u8]) -> Option<Seq> {
    let number = key.strip_prefix(b"l/")?;
    Some(Seq(u64::from_be_bytes(number.try_into().ok()?)))
}

/// Refuses an id that is no key.
pub(super) fn check_id(kind: Kind, id: &str) -> Result<(), Error> {
    if id.is_empty() || id.len() > ID_MAX_BYTES {
        let noun = kind.noun();
        return Err(Error::store(
            StorageErrorKind::Refused,
            format!("a {noun}'s id has 1 to {ID_MAX_BYTES} bytes, this one has {}", id.len()),
        ));
    }
    Ok(())
}
