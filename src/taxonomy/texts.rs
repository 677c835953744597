//! Many texts in one allocation, and tables by hash of whatever is numbered: neither needs work for each text when it is read.

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;

/// Texts by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Texts {
    letters: Box<str>,
    /// Where each ends.
    ends: Column<u32>,
}

impl Texts {
    /// The text of a number.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.letters[start..self.ends[number] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All of them, by number.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The first number whose text is not one of those that `is_before` tells; they stand first.
    pub(crate) fn partition_point(&self, is_before: impl Fn(&str) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if is_before(self.get(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl<'a> FromIterator<&'a str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut letters = String::new();
        let ends = texts.into_iter().map(|text| {
            letters.push_str(text);
            u32::try_from(letters.len()).expect("all texts of a taxonomy have far fewer letters than 2^32")
        });
        let ends = ends.collect();
        Self { letters: letters.into(), ends }
    }
}

/// Numbers by the hash of what they stand for. What that is they do not know, so whoever asks says when a number is the one.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Buckets {
    /// Where the numbers of each bucket begin in `numbers`; and one more for their end.
    starts: Column<u32>,
    numbers: Column<u32>,
}

impl Buckets {
    /// Of numbers with their hashes.
    pub(crate) fn new(hashed: &[(u32, u32)]) -> Self {
        let n_buckets = hashed.len().next_power_of_two();
        let mut starts = vec![0; n_buckets + 1];
        for (hash, _) in hashed {
            starts[bucket(*hash, n_buckets) + 1] += 1;
        }
        for at in 0..n_buckets {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; hashed.len()];
        for (hash, number) in hashed {
            let at = &mut next[bucket(*hash, n_buckets)];
            numbers[*at as usize] = *number;
            *at += 1;
        }
        Self { starts: starts.into(), numbers: numbers.into() }
    }

    /// The number for which this holds, of those whose hash may be this one.
    #[inline]
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let at = bucket(hash, self.starts.len() - 1);
        let numbers = &self.numbers[self.starts[at] as usize..self.starts[at + 1] as usize];
        numbers.iter().copied().find(|number| is_it(*number))
    }
}

impl Default for Buckets {
    fn default() -> Self {
        Self::new(&[])
    }
}

/// The bucket of a hash, of as many as a power of two: the upper bits depend on all letters, the lowest on little.
fn bucket(hash: u32, n_buckets: usize) -> usize {
    (hash ^ (hash >> 15)) as usize & (n_buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::word_hash;

    #[test]
    fn texts_come_back_by_number() {
        let texts: Texts = ["ceph", "", "gpfs", "lustre"].into_iter().collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["ceph", "", "gpfs", "lustre"]);
        let sorted: Texts = ["ceph", "gpfs", "lustre"].into_iter().collect();
        assert_eq!(sorted.partition_point(|text| text < "gpfs"), 1);
        assert_eq!(sorted.partition_point(|_| true), 3);
    }

    #[test]
    fn a_number_is_found_by_its_hash_alone() {
        let texts: Texts = ["ceph", "gpfs", "lustre", "weka", "beegfs"].into_iter().collect();
        let hash = |text: &str| word_hash(text.as_bytes());
        let hashed: Vec<(u32, u32)> = texts.iter().map(hash).zip(0..).collect();
        let buckets = Buckets::new(&hashed);
        let find = |text: &str| buckets.find(hash(text), |number| texts.get(number as usize) == text);
        assert_eq!(["gpfs", "beegfs", "nfs"].map(find), [Some(1), Some(4), None]);
        assert_eq!(Buckets::default().find(7, |_| true), None);
    }
}
