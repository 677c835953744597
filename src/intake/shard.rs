//! One of the equal parts into which the documents of a file are dealt out, so that many runs share one file.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::domain::{ParseError, fnv1a};

/// Part `index` of `of`, written `2/16`; counted from 1.
///
/// Documents are dealt out by a hash of their id, so all documents with one id are in one part and a second one is noticed there.
/// What has no id that can be read is dealt out by its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    index: NonZeroU32,
    of: NonZeroU32,
}

impl Shard {
    /// The most parts of one file.
    pub const MAX: u32 = 100_000;

    /// Part `index` of `of`.
    ///
    /// # Errors
    /// When there is no such part: parts are `1/n` to `n/n`, with `n` at most [`Shard::MAX`].
    pub fn new(index: u32, of: u32) -> Result<Self, ParseError> {
        let wrong = || ParseError::from(format!("expected a shard from 1/{of} to {of}/{of}, got {index}/{of}"));
        if !(1..=Self::MAX).contains(&of) {
            return Err(format!("expected 1 to {} shards, got {of}", Self::MAX).into());
        }
        let index = NonZeroU32::new(index).filter(|index| index.get() <= of).ok_or_else(wrong)?;
        Ok(Self { index, of: NonZeroU32::new(of).ok_or_else(wrong)? })
    }

    /// Which part, from 1.
    pub fn index(self) -> u32 {
        self.index.get()
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of.get()
    }

    /// Whether the document with this id is in this part; without one, that with this number.
    pub(crate) fn holds(self, id: Option<&str>, number: usize) -> bool {
        let hash = match id {
            Some(id) => fnv1a(id.bytes()),
            None => fnv1a(number.to_le_bytes().into_iter()),
        };
        // FNV's low bits follow the last letter alone; the fold lets all of it decide.
        let folded = (hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        folded % u64::from(self.of()) == u64::from(self.index() - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::from(format!("expected a shard such as 2/16, the second of sixteen, got {text:?}"));
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        Self::new(index.trim().parse().map_err(|_| wrong())?, of.trim().parse().map_err(|_| wrong())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_written_from_one() {
        let shard: Shard = "2/16".parse().unwrap();
        assert_eq!((shard.index(), shard.of(), shard.to_string().as_str()), (2, 16, "2/16"));
        for wrong in ["0/4", "5/4", "1/0", "1", "a/b", "-1/2", "1/100001"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_document_is_in_exactly_one_shard_and_shards_are_about_equal() {
        let shards: Vec<Shard> = (1..=7).map(|index| Shard::new(index, 7).unwrap()).collect();
        let mut sizes = [0; 7];
        for number in 0..7000 {
            let id = format!("c-{number}");
            let id = (number % 2 == 0).then_some(id.as_str());
            let holders: Vec<usize> = (0..7).filter(|at| shards[*at].holds(id, number)).collect();
            assert_eq!(holders.len(), 1);
            sizes[holders[0]] += 1;
        }
        assert!(sizes.iter().all(|size| (850..1150).contains(size)), "{sizes:?}");
    }
}
