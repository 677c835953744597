//! Cursors as text: opaque, and refused where a sign of them is lost.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::ParseError;

/// Writes a cursor.
pub(super) fn write(cursor: &impl BorshSerialize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let bytes = borsh::to_vec(cursor).map_err(|_| fmt::Error)?;
    let sum = crc32fast::hash(&bytes).to_le_bytes();
    sum.iter().chain(&bytes).try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads one.
///
/// # Errors
/// Says what is accepted.
pub(super) fn read<T: BorshDeserialize>(text: &str) -> Result<T, ParseError> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
    let bytes: Option<Vec<u8>> = digits
        .filter(|digits| digits.len() % 2 == 0)
        .map(|digits| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect());
    bytes
        .and_then(|bytes| {
            let (sum, bytes) = bytes.split_first_chunk::<4>()?;
            (crc32fast::hash(bytes) == u32::from_le_bytes(*sum)).then(|| borsh::from_slice(bytes).ok())?
        })
        .ok_or_else(|| "invalid cursor; expected the `next_cursor` of the page before".to_owned().into())
}
