//! Columns of numbers, which are written and read as runs of bytes, and lists that are read into as much room as they need: what is read
//! at each start leaves nothing behind.

use std::io::{self, Read, Write};
use std::ops::Deref;

use borsh::{BorshDeserialize, BorshSerialize};

/// Numbers of one width, in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Column<T>(Box<[T]>);

/// A number of a fixed width.
pub(crate) trait Number: Copy {
    /// Its width.
    const BYTES: usize;
    /// Adds its bytes, the lowest first.
    fn put(self, bytes: &mut Vec<u8>);
    /// Adds the numbers that these bytes are, a multiple of its width.
    fn take(bytes: &[u8], numbers: &mut Vec<Self>);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            const BYTES: usize = size_of::<Self>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            #[inline]
            fn take(bytes: &[u8], numbers: &mut Vec<Self>) {
                numbers.extend(bytes.as_chunks().0.iter().map(|chunk| Self::from_le_bytes(*chunk)));
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

impl<T> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(numbers: Vec<T>) -> Self {
        Self(numbers.into())
    }
}

impl<T> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl<T: Number> BorshSerialize for Column<T> {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.len() * T::BYTES);
        self.iter().for_each(|number| number.put(&mut bytes));
        bytes.serialize(writer)
    }
}

impl<T: Number> BorshDeserialize for Column<T> {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        let length = u32::deserialize_reader(reader)? as usize;
        if !length.is_multiple_of(T::BYTES) {
            let message = format!("a column of {length} bytes, expected a multiple of {}", T::BYTES);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        // Most columns are short or empty, and what is read into is zeroed first.
        let numbers = if length <= SHORT {
            read_numbers(reader, length, &mut [0; SHORT])
        } else {
            read_numbers(reader, length, &mut [0; AT_ONCE])
        };
        numbers.map(|numbers| Self(numbers.into()))
    }
}

/// Reads the numbers of so many bytes, as many at once as there is room for.
fn read_numbers<T: Number>(reader: &mut impl Read, mut left: usize, room: &mut [u8]) -> io::Result<Vec<T>> {
    let mut numbers = room_for(left / T::BYTES)?;
    let most = room.len();
    while left > 0 {
        let bytes = &mut room[..left.min(most)];
        reader.read_exact(bytes)?;
        T::take(bytes, &mut numbers);
        left -= bytes.len();
    }
    Ok(numbers)
}

/// So many bytes of a column are read at once: a multiple of every width.
const AT_ONCE: usize = 4096;
/// A column of so many bytes is short: a multiple of every width, too.
const SHORT: usize = 64;

/// A list as Borsh writes it. Borsh itself would read it into room that grows as it is filled.
pub(crate) fn read_list<T: BorshDeserialize, R: Read>(reader: &mut R) -> io::Result<Vec<T>> {
    let length = u32::deserialize_reader(reader)?;
    let mut list = room_for(length as usize)?;
    for _ in 0..length {
        list.push(T::deserialize_reader(reader)?);
    }
    Ok(list)
}

fn room_for<T>(length: usize) -> io::Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(length).map_err(io::Error::other)?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        let column: Column<u32> = [0, 1, 70_000, u32::MAX].into_iter().collect();
        let bytes = borsh::to_vec(&column).unwrap();
        assert_eq!(bytes.len(), 4 + 4 * 4, "as wide as the numbers are, behind their length");
        assert_eq!(Column::<u32>::try_from_slice(&bytes).unwrap(), column);
        let long: Column<u16> = (0..10_000).collect();
        assert_eq!(Column::<u16>::try_from_slice(&borsh::to_vec(&long).unwrap()).unwrap(), long);
        let list = vec![(7_u16, Some(true)), (8, None)];
        assert_eq!(read_list::<(u16, Option<bool>), _>(&mut &*borsh::to_vec(&list).unwrap()).unwrap(), list);
    }

    #[test]
    fn a_number_that_is_cut_is_refused() {
        let bytes = borsh::to_vec(&vec![1_u8, 2, 3]).unwrap();
        let error = Column::<u16>::try_from_slice(&bytes).unwrap_err();
        assert_eq!(error.to_string(), "a column of 3 bytes, expected a multiple of 2");
    }
}
