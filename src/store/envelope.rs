//! How values look on disk: a format byte, a checksum over everything that matters, and the content.
//!
//! A long body lies in parts beside its head. The engine below moves a page of more than 128 KiB into a file that it
//! never syncs, and a page may hold some twenty values: parts of 4 KiB keep every page well below that.

use uuid::Uuid;

use super::digest::Digest;
use super::keys::{kind_byte, kind_of};
use super::record::{Change, Counts, Effect, Kind, Seq};
use crate::domain::{Error, StorageErrorKind};

/// The longest body that lies in its head, and the length of a part, in bytes.
pub(super) const PART_BYTES: usize = 4096;
/// The longest body, in bytes: far above what any reader of documents lets in.
const BODY_MAX_BYTES: usize = 64 << 20;
/// The version of every value below but the state.
const FORMAT: u8 = 1;
/// The version of the state. Version 1 did not say where the log begins, for it always began at the start.
const STATE_FORMAT: u8 = 2;
/// That of a store with decisions, whose count is at the end: without any it is as before, for versions that know of none.
const STATE_FORMAT_WITH_DECISIONS: u8 = 3;
/// That of a store with feedback, whose count comes after that of decisions: without any it is as before.
const STATE_FORMAT_WITH_FEEDBACK: u8 = 4;
const SUM_AT: usize = 14;
const HEAD_BYTES: usize = SUM_AT + 4;

/// The head of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) seq: Seq,
    pub(super) body_bytes: u32,
    /// Over kind, number, length, id and body.
    pub(super) sum: u32,
}

impl Head {
    /// How many parts lie beside the head.
    pub(super) fn n_parts(self) -> u32 {
        let bytes = self.body_bytes as usize;
        if bytes <= PART_BYTES { 0 } else { u32::try_from(bytes.div_ceil(PART_BYTES)).unwrap_or(u32::MAX) }
    }

    /// Whether `body` is the one that was written with this head.
    pub(super) fn vouches_for(self, kind: Kind, id: &str, body: &[u8]) -> bool {
        body.len() == self.body_bytes as usize && self.sum == sum(&start(kind, self.seq, self.body_bytes), id, body)
    }
}

/// Refuses a body that is too long to be stored.
pub(super) fn check_body(kind: Kind, id: &str, body: &[u8]) -> Result<u32, Error> {
    let (noun, bytes) = (kind.noun(), body.len());
    u32::try_from(bytes).ok().filter(|_| bytes <= BODY_MAX_BYTES).ok_or_else(|| {
        Error::store(
            StorageErrorKind::Refused,
            format!("{noun} {id:?} has {bytes} bytes, the store takes at most {BODY_MAX_BYTES}"),
        )
    })
}

/// The head's value: format, kind, sequence number, length of the body, checksum; then the body when it is short.
pub(super) fn encode_head(kind: Kind, id: &str, seq: Seq, body: &[u8]) -> Result<Vec<u8>, Error> {
    let body_bytes = check_body(kind, id, body)?;
    let mut value = start(kind, seq, body_bytes).to_vec();
    value.extend_from_slice(&head_of(kind, id, seq, body).sum.to_be_bytes());
    if body.len() <= PART_BYTES {
        value.extend_from_slice(body);
    }
    Ok(value)
}

/// The head of a document that can be stored.
pub(super) fn head_of(kind: Kind, id: &str, seq: Seq, body: &[u8]) -> Head {
    let body_bytes = u32::try_from(body.len()).unwrap_or(u32::MAX);
    Head { seq, body_bytes, sum: sum(&start(kind, seq, body_bytes), id, body) }
}

/// The head in `value` and what follows it; `None` when it cannot be one of that kind.
pub(super) fn decode_head(kind: Kind, value: &[u8]) -> Option<(Head, &[u8])> {
    let (head, inline) = value.split_at_checked(HEAD_BYTES)?;
    if head[0] != FORMAT || head[1] != kind_byte(kind) {
        return None;
    }
    let seq = Seq(u64::from_be_bytes(head[2..10].try_into().ok()?));
    let body_bytes = u32::from_be_bytes(head[10..SUM_AT].try_into().ok()?);
    let sum = u32::from_be_bytes(head[SUM_AT..].try_into().ok()?);
    (body_bytes as usize <= BODY_MAX_BYTES).then_some((Head { seq, body_bytes, sum }, inline))
}

fn start(kind: Kind, seq: Seq, body_bytes: u32) -> [u8; SUM_AT] {
    let mut start = [0; SUM_AT];
    start[0] = FORMAT;
    start[1] = kind_byte(kind);
    start[2..10].copy_from_slice(&seq.0.to_be_bytes());
    start[10..].copy_from_slice(&body_bytes.to_be_bytes());
    start
}

fn sum(start: &[u8], id: &str, body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(start);
    hasher.update(id.as_bytes());
    hasher.update(body);
    hasher.finalize()
}

/// A change's value: format, kind, effect, checksum, id.
pub(super) fn encode_change(change: &Change) -> Vec<u8> {
    let start = change_start(change.kind, change.effect);
    let mut value = start.to_vec();
    value.extend_from_slice(&sum(&start, &change.id, &change.seq.0.to_be_bytes()).to_be_bytes());
    value.extend_from_slice(change.id.as_bytes());
    value
}

/// The change in `value`; `None` when it is damaged.
pub(super) fn decode_change(seq: Seq, value: &[u8]) -> Option<Change> {
    let (start, rest) = value.split_first_chunk::<3>()?;
    let (written, id) = rest.split_first_chunk::<4>()?;
    let kind = kind_of(start[1])?;
    let effect = if start[2] == b'+' { Effect::Put } else { Effect::Deleted };
    let id = String::from_utf8(id.to_vec()).ok()?;
    let expected = sum(&change_start(kind, effect), &id, &seq.0.to_be_bytes());
    (*start == change_start(kind, effect) && u32::from_be_bytes(*written) == expected).then_some(Change {
        seq,
        kind,
        id,
        effect,
    })
}

fn change_start(kind: Kind, effect: Effect) -> [u8; 3] {
    let sign = match effect {
        Effect::Put => b'+',
        Effect::Deleted => b'-',
    };
    [FORMAT, kind_byte(kind), sign]
}

/// What the store knows of itself, written with every batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) uuid: Uuid,
    pub(super) seq: Seq,
    /// The log holds every change after this one. What came before is forgotten when a store is written anew.
    pub(super) log_from: Seq,
    pub(super) counts: Counts,
    /// Of all documents. Not known in a store of the first version, nor once a damaged document was written over.
    pub(super) digest: Option<Digest>,
}

impl State {
    /// The state of a store in which nothing has been written.
    pub(super) fn empty(uuid: Uuid) -> Self {
        let digest = Some(Digest::default());
        Self { uuid, seq: Seq::ZERO, log_from: Seq::ZERO, counts: Counts::default(), digest }
    }
}

/// The state's value: format, uuid, sequence number, counts, where the log begins, whether the digest is known, digest, the
/// counts of decisions and of feedback where there are any, checksum.
pub(super) fn encode_state(state: &State) -> Vec<u8> {
    let Counts { decisions, feedback, .. } = state.counts;
    let mut value = vec![match (decisions, feedback) {
        (0, 0) => STATE_FORMAT,
        (_, 0) => STATE_FORMAT_WITH_DECISIONS,
        _ => STATE_FORMAT_WITH_FEEDBACK,
    }];
    value.extend_from_slice(state.uuid.as_bytes());
    for number in [state.seq.0, state.counts.candidates, state.counts.roles, state.log_from.0] {
        value.extend_from_slice(&number.to_be_bytes());
    }
    value.push(u8::from(state.digest.is_some()));
    value.extend_from_slice(&state.digest.unwrap_or_default().0.to_be_bytes());
    if decisions > 0 || feedback > 0 {
        value.extend_from_slice(&decisions.to_be_bytes());
    }
    if feedback > 0 {
        value.extend_from_slice(&feedback.to_be_bytes());
    }
    let sum = crc32fast::hash(&value);
    value.extend_from_slice(&sum.to_be_bytes());
    value
}

/// The state in `value`; `None` when it is damaged.
pub(super) fn decode_state(value: &[u8]) -> Option<State> {
    let (content, written) = value.split_last_chunk::<4>()?;
    if u32::from_be_bytes(*written) != crc32fast::hash(content) {
        return None;
    }
    let uuid = Uuid::from_slice(content.get(1..17)?).ok()?;
    let number = |at: usize| Some(u64::from_be_bytes(content.get(at..at + 8)?.try_into().ok()?));
    let format = *content.first()?;
    let (log_from, digest) = match format {
        1 => (0, None),
        STATE_FORMAT..=STATE_FORMAT_WITH_FEEDBACK => {
            (number(41)?, (*content.get(49)? == 1).then_some(Digest(number(50)?)))
        }
        _ => return None,
    };
    let decisions = if format >= STATE_FORMAT_WITH_DECISIONS { number(58)? } else { 0 };
    let feedback = if format >= STATE_FORMAT_WITH_FEEDBACK { number(66)? } else { 0 };
    let counts = Counts { candidates: number(25)?, roles: number(33)?, decisions, feedback };
    Some(State { uuid, seq: Seq(number(17)?), log_from: Seq(log_from), counts, digest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_of_a_head_is_noticed() {
        let value = encode_head(Kind::Role, "r-1", Seq(7), b"body").unwrap();
        for bit in 0..value.len() * 8 {
            let mut broken = value.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            let taken = decode_head(Kind::Role, &broken).filter(|(h, body)| h.vouches_for(Kind::Role, "r-1", body));
            assert_eq!(taken, None, "bit {bit}");
        }
        let (head, body) = decode_head(Kind::Role, &value).unwrap();
        assert!(head.vouches_for(Kind::Role, "r-1", body));
        assert!(!head.vouches_for(Kind::Role, "r-2", body));
    }

    #[test]
    fn every_flipped_bit_of_a_change_or_state_is_noticed() {
        let change = Change { seq: Seq(9), kind: Kind::Candidate, id: "c".to_owned(), effect: Effect::Deleted };
        let counts = Counts { candidates: 2, roles: 1, decisions: 4, feedback: 6 };
        let state = State { uuid: Uuid::nil(), seq: Seq(3), log_from: Seq(1), counts, digest: Some(Digest(5)) };
        let (change_value, state_value) = (encode_change(&change), encode_state(&state));
        assert_eq!(decode_change(Seq(9), &change_value), Some(change));
        assert_eq!(decode_change(Seq(8), &change_value), None);
        assert_eq!(decode_state(&state_value), Some(state));
        for bit in 0..change_value.len() * 8 {
            let mut broken = change_value.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode_change(Seq(9), &broken), None, "bit {bit}");
        }
        for bit in 0..state_value.len() * 8 {
            let mut broken = state_value.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode_state(&broken), None, "bit {bit}");
        }
    }

    #[test]
    fn a_store_without_feedback_is_as_versions_know_it_that_know_of_none() {
        for (decisions, feedback, format) in [(0, 0, 2), (4, 0, 3), (0, 5, 4), (4, 5, 4)] {
            let counts = Counts { candidates: 2, roles: 1, decisions, feedback };
            let state = State { counts, ..State::empty(Uuid::nil()) };
            let value = encode_state(&state);
            assert_eq!((value[0], decode_state(&value)), (format, Some(state)));
        }
    }

    /// Written by the version before `log_from` and `digest`.
    #[test]
    fn a_state_of_version_1_is_read() {
        let mut old = vec![1];
        old.extend_from_slice(&[7; 16]);
        for number in [9_u64, 5, 2] {
            old.extend_from_slice(&number.to_be_bytes());
        }
        old.extend_from_slice(&crc32fast::hash(&old).to_be_bytes());
        let counts = Counts { candidates: 5, roles: 2, ..Counts::default() };
        let state = State { seq: Seq(9), counts, digest: None, ..State::empty(Uuid::from_bytes([7; 16])) };
        assert_eq!(decode_state(&old), Some(state));
    }

    /// `ROLEFIT_CAMPAIGN` says how many cases, unless few are enough.
    fn cases() -> proptest::test_runner::Config {
        let cases = std::env::var("ROLEFIT_CAMPAIGN").ok().and_then(|cases| cases.parse().ok()).unwrap_or(500);
        proptest::test_runner::Config { failure_persistence: None, ..proptest::test_runner::Config::with_cases(cases) }
    }

    proptest::proptest! {
        #![proptest_config(cases())]

        /// Bytes of any sort are refused or, by a rare chance, taken; they never end the process.
        #[test]
        fn any_bytes_are_decoded_or_refused(format in 0_u8..5, kind in 0_u8..3, rest: Vec<u8>, checksum: bool, seq: u64) {
            // Mostly such as begin like a value of ours.
            let mut bytes = [&[format, [b'c', b'r', 0][usize::from(kind)]], &rest[..]].concat();
            if checksum {
                // As after damage that the checksum does not notice.
                bytes.extend_from_slice(&crc32fast::hash(&bytes).to_be_bytes());
            }
            for kind in [Kind::Candidate, Kind::Role] {
                if let Some((head, body)) = decode_head(kind, &bytes) {
                    head.vouches_for(kind, "c", body);
                }
            }
            decode_change(Seq(seq), &bytes);
            decode_state(&bytes);
        }

        #[test]
        fn what_is_encoded_is_decoded_as_it_was(id in "\\PC{1,40}", body: Vec<u8>, seq: u64, deleted: bool) {
            let value = encode_head(Kind::Candidate, &id, Seq(seq), &body).unwrap();
            let (head, inline) = decode_head(Kind::Candidate, &value).unwrap();
            proptest::prop_assert!(head.vouches_for(Kind::Candidate, &id, inline) && inline == body);
            let other = id.clone() + "x";
            proptest::prop_assert!(!head.vouches_for(Kind::Candidate, &other, inline));
            let effect = if deleted { Effect::Deleted } else { Effect::Put };
            let change = Change { seq: Seq(seq), kind: Kind::Role, id, effect };
            proptest::prop_assert_eq!(decode_change(Seq(seq), &encode_change(&change)), Some(change));
        }
    }
}
