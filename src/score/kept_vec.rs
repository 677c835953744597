//! Vectors that come back from a disk in no more room than they need: grown one by one they would take up to twice as much, and
//! leave what they grew out of to the system, which clears every page that it hands out again.

use borsh::BorshDeserialize;
use borsh::io::{Error, ErrorKind, Read};

/// For `#[borsh(deserialize_with = ...)]`. Of what is known to be as it was written: its length is believed.
///
/// # Errors
/// When the bytes end early, or memory has no room for so many.
pub(super) fn exact<T: BorshDeserialize, R: Read>(reader: &mut R) -> Result<Vec<T>, Error> {
    let length = u32::deserialize_reader(reader)?;
    let length = usize::try_from(length).map_err(|_| Error::from(ErrorKind::OutOfMemory))?;
    let mut items = Vec::new();
    items.try_reserve_exact(length).map_err(|_| Error::from(ErrorKind::OutOfMemory))?;
    for _ in 0..length {
        items.push(T::deserialize_reader(reader)?);
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_takes_no_more_room_than_it_needs() {
        let items: Vec<u16> = (0..40_000).collect();
        let written = borsh::to_vec(&items).unwrap();
        let back: Vec<u16> = exact(&mut &*written).unwrap();
        assert_eq!((&back, back.capacity()), (&items, items.len()));
        assert!(exact::<u16, _>(&mut &written[..written.len() - 1]).is_err());
    }
}
