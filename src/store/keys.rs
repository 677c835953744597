//! Where things lie in the one ordered tree: a letter, a slash, and then what is found there. No values here.
//!
//! | key | value |
//! |---|---|
//! | `c/` id, `r/` id, `d/` id of a pair, `f/` both ids | head of a candidate, role, decision or feedback: envelope, and the body when it is short |
//! | `p/` kind, length of id, id, number | one part of a long body |
//! | `i/` key of a request | what became of it |
//! | `j/` time, big-endian, key of a request | nothing: what is to be forgotten first |
//! | `e/p/` id of a receipt, `e/d/` id of a receipt | an erasure that is pending, or done |
//! | `w/` key of a record | a record beside the documents: webhooks and what they send |
//! | `l/` sequence number, big-endian | one change |
//! | `m/state` | last sequence number, counts, the store's uuid |

#[cfg(feature = "storage")]
use uuid::Uuid;

use super::record::{Kind, Seq};
use crate::domain::{Error, StorageErrorKind};

/// Where the store's own state lies.
pub(super) const STATE: &[u8] = b"m/state";

/// The longest id, in bytes: twice 128 characters of four bytes, as the feedback on a pair has, and room.
const ID_MAX_BYTES: usize = 1100;

/// The byte that stands for a kind.
pub(super) fn kind_byte(kind: Kind) -> u8 {
    match kind {
        Kind::Candidate => b'c',
        Kind::Role => b'r',
        Kind::Decision => b'd',
        Kind::Feedback => b'f',
    }
}

/// The kind for which a byte stands.
pub(super) fn kind_of(byte: u8) -> Option<Kind> {
    match byte {
        b'c' => Some(Kind::Candidate),
        b'r' => Some(Kind::Role),
        b'd' => Some(Kind::Decision),
        b'f' => Some(Kind::Feedback),
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

/// The longest key of a request, in bytes.
const REQUEST_MAX_BYTES: usize = 512;

/// The key under which a request is remembered.
pub(super) fn request(key: &str) -> Vec<u8> {
    [b"i/", key.as_bytes()].concat()
}

/// The key by which requests are forgotten in the order of their times.
pub(super) fn request_by_time(at: u64, key: &str) -> Vec<u8> {
    [&b"j/"[..], &at.to_be_bytes(), key.as_bytes()].concat()
}

/// All requests by their times.
pub(super) const REQUESTS_BY_TIME: &[u8] = b"j/";

/// Time and key of a remembered request.
pub(super) fn time_and_request(key: &[u8]) -> Option<(u64, &str)> {
    let (at, request) = key.strip_prefix(REQUESTS_BY_TIME)?.split_first_chunk::<8>()?;
    Some((u64::from_be_bytes(*at), std::str::from_utf8(request).ok()?))
}

/// All erasures.
#[cfg(feature = "storage")]
pub(super) const ERASURES: &[u8] = b"e/";

/// All erasures that are pending, in the order in which they were asked for.
#[cfg(feature = "storage")]
pub(super) const PENDING_ERASURES: &[u8] = b"e/p/";

/// All erasures that are done, in the order in which they were asked for.
#[cfg(feature = "storage")]
pub(super) const DONE_ERASURES: &[u8] = b"e/d/";

/// The key of an erasure among the pending or the done ones.
#[cfg(feature = "storage")]
pub(super) fn erasure(among: &[u8], id: Uuid) -> Vec<u8> {
    [among, id.as_bytes()].concat()
}

/// The id in the key of an erasure.
#[cfg(feature = "storage")]
pub(super) fn id_of_erasure(key: &[u8]) -> Option<Uuid> {
    Uuid::from_slice(key.get(PENDING_ERASURES.len()..)?).ok()
}

/// All records beside the documents.
#[cfg(feature = "storage")]
pub(super) const SIDE_RECORDS: &[u8] = b"w/";

/// The key of a record beside the documents.
#[cfg(feature = "storage")]
pub(super) fn side_record(key: &[u8]) -> Vec<u8> {
    [SIDE_RECORDS, key].concat()
}

/// Refuses what cannot be the key of a request.
pub(super) fn check_request(key: &str) -> Result<(), Error> {
    if key.is_empty() || key.len() > REQUEST_MAX_BYTES {
        let message = format!("expected a request key of 1 to {REQUEST_MAX_BYTES} bytes, got {}", key.len());
        return Err(Error::store(StorageErrorKind::Refused, message));
    }
    Ok(())
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
