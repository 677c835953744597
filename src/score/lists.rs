//! Several of something for each row, one after the other in memory.

use borsh::{BorshDeserialize, BorshSerialize};

use super::kept_vec::exact;

/// What rows have, in their order.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Lists<T> {
    #[borsh(deserialize_with = "exact", bound(deserialize = "T: BorshDeserialize"))]
    items: Vec<T>,
    /// Where each row's own end.
    #[borsh(deserialize_with = "exact")]
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds the next row.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.ends.push(u32::try_from(self.items.len()).expect("rows have a few items each"));
    }

    pub(super) fn row(&self, row: usize) -> &[T] {
        let end = |row: usize| usize::try_from(self.ends[row]).unwrap_or(0);
        &self.items[row.checked_sub(1).map_or(0, end)..end(row)]
    }

    /// Gives back the room that no row needs.
    pub(super) fn shrink(&mut self) {
        self.items.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.items) + size_of_val(&*self.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_own() {
        let mut lists = Lists::default();
        for row in [vec![1, 2], vec![], vec![3]] {
            lists.push(row);
        }
        assert_eq!([0, 1, 2].map(|row| lists.row(row).to_vec()), [vec![1, 2], vec![], vec![3]]);
    }
}
