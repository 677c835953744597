//! What a row earns by its kinds of work, closer than whole columns tell.

use super::lanes::{ALL_KEPT, ALL_WORK, Add, AddAtMost, AtMost, units};
use super::{Bound, Columns, ONE, Scorer, Share, Together, Work, family};

impl Bound<'_> {
    /// What kinds of work come to, for all rows, and what is left of that by what is done with them.
    pub(super) fn work(&self, columns: &Columns, work: &mut Vec<u16>, left: &mut Vec<u16>, together: &mut Vec<u16>) {
        let n_rows = columns.n_rows();
        for (numbers, start) in [(&mut *work, self.least_work), (&mut *left, self.least_left)] {
            numbers.clear();
            numbers.resize(n_rows, start);
        }
        for families in &self.families {
            let parts = families.columns.iter().map(|(family, of, weight)| (columns.family(*family, *of), *weight));
            self.add(parts, families.most, work, together);
        }
        let topics = self.topics.iter().map(|(topic, weight)| (columns.topic(*topic), (*weight).into()));
        self.add(topics, self.all_topics, work, together);
        let functions = self.functions.iter().map(|(function, weight)| (columns.function(*function), (*weight).into()));
        let all_kept = u16::try_from(ALL_KEPT).unwrap_or(u16::MAX);
        self.add(functions, all_kept.saturating_sub(self.least_left), left, together);
    }

    /// Adds columns to a lane, up to the most that they come to.
    fn add<'c>(
        &self,
        columns: impl ExactSizeIterator<Item = (&'c [u8], AtMost)>,
        most: u16,
        to: &mut [u16],
        together: &mut Vec<u16>,
    ) {
        if columns.len() == 0 {
            return;
        }
        together.clear();
        together.resize(to.len(), 0);
        for (column, weight) in columns {
            self.arch.dispatch(Add { to: together, column, weight });
        }
        self.arch.dispatch(AddAtMost { to, from: together, most });
    }

    /// What columns added for a row's kinds of work.
    pub(super) fn by_families(&self, columns: &Columns, row: usize) -> u16 {
        let earned = |together: &Together| {
            let each = together.columns.iter().map(|(family, of, weight)| weight.of(columns.family(*family, *of)[row]));
            each.fold(0_u16, u16::saturating_add).min(together.most)
        };
        self.families.iter().map(earned).fold(0, u16::saturating_add)
    }

    /// The most that a row earns by its kinds of work when all that it tells is its own word.
    pub(super) fn by_own_families(&self, columns: &Columns, row: usize) -> u16 {
        let Scorer { role, profile, .. } = self.scorer;
        let (mut nearest, mut carried) = (0, 0);
        for &(family, share) in &role.domains {
            let [near, focus] =
                [Work::Nearest, Work::Focus].map(|work| Share::of_255ths(columns.family(family, work)[row]));
            let share = Share::from_per_mille(share);
            nearest += (u64::from(near.get()) * self.mix.nearest_at_most()).div_ceil(1000).min(u64::from(share.get()));
            carried += share.of(u64::from(focus.get())) + 1;
        }
        let nearest = Share::new(u32::try_from(nearest).unwrap_or(u32::MAX));
        // One more for what rounding takes.
        let most = family::both(nearest, self.mix.whole(carried), profile).plus(Share::new(2));
        units(&[u64::from(ALL_WORK), self.of_field, u64::from(most.get())], &[u64::from(ONE), u64::from(ONE)])
    }
}
