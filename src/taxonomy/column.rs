//! Columns of numbers, which are written and read as one run of bytes: what is read at each start is read without a loop over values.

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
    /// The number that so many bytes are.
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            const BYTES: usize = size_of::<Self>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            #[inline]
            fn take(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("chunks have the width of a number"))
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
        let bytes = Vec::<u8>::deserialize_reader(reader)?;
        let chunks = bytes.chunks_exact(T::BYTES);
        if !chunks.remainder().is_empty() {
            let message = format!("a column of {} bytes, expected a multiple of {}", bytes.len(), T::BYTES);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(chunks.map(T::take).collect())
    }
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
    }

    #[test]
    fn a_number_that_is_cut_is_refused() {
        let bytes = borsh::to_vec(&vec![1_u8, 2, 3]).unwrap();
        let error = Column::<u16>::try_from_slice(&bytes).unwrap_err();
        assert_eq!(error.to_string(), "a column of 3 bytes, expected a multiple of 2");
    }
}
