//! A compiled taxonomy as bytes: what the build writes and the crate reads at each start.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | the format's version, [`FORMAT`] |
//! | 4 | CRC-32 of all that follows but for the sources |
//! | 4 | length of the compiled part |
//! | 4 | length of the sources |
//! | 4 | CRC-32 of the sources |
//! | | the compiled part: the fields of [`Taxonomy`] in Borsh |
//! | | the sources, in Borsh and compressed by Snappy: read only where a user's file extends them |
//!
//! Numbers are little-endian. The format need not last: the build writes it anew with each change of the code that reads it.

use std::fmt;

use super::scheme::Taxonomy;
use super::sources::Sources;

pub(super) const MAGIC: &[u8; 8] = b"rolefitT";
/// Grows with each change of what the bytes mean.
pub(super) const FORMAT: u32 = 1;
/// Magic, format, checksum.
const BEFORE_SUM: usize = 16;
/// And two lengths, and the checksum of the sources.
pub(super) const HEADER: usize = 28;

/// What keeps bytes from being read as a taxonomy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlobError {
    /// They begin as something else.
    Other,
    /// They are of another version of the format.
    Format(u32),
    /// They end too early, or go on after their end.
    Length { expected: u64, actual: u64 },
    /// They are not as they were written.
    Checksum { expected: u32, actual: u32 },
    /// They were written by other code than reads them.
    Content(String),
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => write!(f, "these bytes are no compiled taxonomy: expected them to begin with `rolefitT`"),
            Self::Format(format) => write!(f, "the compiled taxonomy is of format {format}, expected format {FORMAT}"),
            Self::Length { expected, actual } => {
                write!(f, "the compiled taxonomy is cut or too long: expected {expected} bytes, got {actual}")
            }
            Self::Checksum { expected, actual } => {
                write!(f, "the compiled taxonomy is damaged: expected checksum {expected:08x}, got {actual:08x}")
            }
            Self::Content(what) => write!(f, "the compiled taxonomy cannot be read: {what}"),
        }
    }
}

/// The taxonomy that these bytes hold.
pub(super) fn taxonomy(bytes: &[u8]) -> Result<Taxonomy, BlobError> {
    let parts = Parts::of(bytes)?;
    borsh::from_slice(parts.compiled).map_err(|error| BlobError::Content(error.to_string()))
}

/// The sources that these bytes hold.
pub(super) fn sources(bytes: &[u8]) -> Result<Sources, BlobError> {
    let parts = Parts::of(bytes)?;
    let actual = crc32fast::hash(parts.sources);
    if actual != parts.sources_sum {
        return Err(BlobError::Checksum { expected: parts.sources_sum, actual });
    }
    let content = |error: &dyn fmt::Display| BlobError::Content(error.to_string());
    let plain = snap::raw::Decoder::new().decompress_vec(parts.sources).map_err(|error| content(&error))?;
    borsh::from_slice(&plain).map_err(|error| content(&error))
}

struct Parts<'b> {
    compiled: &'b [u8],
    sources: &'b [u8],
    sources_sum: u32,
}

impl<'b> Parts<'b> {
    fn of(bytes: &'b [u8]) -> Result<Self, BlobError> {
        let word = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().expect("four bytes are a word")))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(BlobError::Other);
        }
        let length = |expected: u64| BlobError::Length { expected, actual: bytes.len() as u64 };
        let header = [8, 12, 16, 20, 24].map(word);
        let [Some(format), Some(expected), Some(compiled), Some(sources), Some(sources_sum)] = header else {
            return Err(length(HEADER as u64));
        };
        if format != FORMAT {
            return Err(BlobError::Format(format));
        }
        let whole = HEADER as u64 + u64::from(compiled) + u64::from(sources);
        if whole != bytes.len() as u64 {
            return Err(length(whole));
        }
        let end = HEADER + compiled as usize;
        let actual = crc32fast::hash(&bytes[BEFORE_SUM..end]);
        if actual != expected {
            return Err(BlobError::Checksum { expected, actual });
        }
        Ok(Self { compiled: &bytes[HEADER..end], sources: &bytes[end..], sources_sum })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::builtin::BYTES;
    use super::*;

    /// What keeps them from being read, as a taxonomy or for the sake of its sources.
    fn refused(bytes: &[u8]) -> Option<String> {
        let error = taxonomy(bytes).err().or_else(|| sources(bytes).err());
        error.map(|error| error.to_string())
    }

    fn flipped(bit: usize) -> Vec<u8> {
        let mut bytes = BYTES.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes
    }

    #[test]
    fn what_is_wrong_with_the_bytes_is_said() {
        assert_eq!(
            refused(b"PK"),
            Some("these bytes are no compiled taxonomy: expected them to begin with `rolefitT`".to_owned())
        );
        let format = format!("the compiled taxonomy is of format {}, expected format {FORMAT}", FORMAT ^ 1);
        assert_eq!(refused(&flipped(8 * MAGIC.len())), Some(format));
        let cut = &BYTES[..BYTES.len() - 1];
        let length =
            format!("the compiled taxonomy is cut or too long: expected {} bytes, got {}", BYTES.len(), cut.len());
        assert_eq!(refused(cut), Some(length));
        let damaged = refused(&flipped(8 * BYTES.len() / 2)).unwrap();
        assert!(damaged.starts_with("the compiled taxonomy is damaged: expected checksum "), "{damaged}");
        let in_sources = refused(&flipped(8 * BYTES.len() - 1)).unwrap();
        assert!(in_sources.starts_with("the compiled taxonomy is damaged: expected checksum "), "{in_sources}");
    }

    #[test]
    fn no_beginning_of_the_bytes_is_read() {
        for length in (0..256).chain([BYTES.len() / 2, BYTES.len() - 1]) {
            assert!(refused(&BYTES[..length]).is_some(), "{length} bytes");
        }
        assert!(refused(&[BYTES, &[0]].concat()).is_some(), "nor do they go on");
    }

    #[test]
    fn each_bit_of_the_header_counts() {
        for bit in 0..8 * HEADER {
            assert!(refused(&flipped(bit)).is_some(), "bit {bit}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_bit_that_is_flipped_anywhere_is_found(bit in 0..8 * BYTES.len()) {
            prop_assert!(refused(&flipped(bit)).is_some());
        }
    }
}
