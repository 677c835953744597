//! What a row earns by its kinds of work, closer than whole columns tell.

use super::lanes::{ALL_POINTS, scaled, units};
use super::{Bound, Columns, ONE, Scorer, Share, Work, family};

impl Bound<'_> {
    /// What columns added for a row's kinds of work.
    pub(super) fn by_families(&self, columns: &Columns, row: usize) -> u16 {
        let earned =
            self.families.iter().map(|(family, work, weight)| scaled(columns.family(*family, *work)[row], *weight));
        let earned = earned.fold(0_u16, u16::saturating_add);
        if self.families.len() > 1 { earned.min(self.all_families) } else { earned }
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
        units(&[u64::from(ALL_POINTS), self.of_field, u64::from(most.get())], &[u64::from(ONE), u64::from(ONE)])
    }

    /// What falls away of so much for kinds of work by what a row does with them.
    pub(super) fn lost_by_functions(&self, columns: &Columns, row: usize, work: u16) -> u16 {
        if self.functions.is_empty() {
            return 0;
        }
        let brings = self.functions.iter().map(|(function, most)| {
            // One more for what rounding takes.
            let brings = Share::of_255ths(columns.function(*function)[row]).plus(Share::new(1));
            (u64::from(brings.get()) * most).div_ceil(1000)
        });
        let brings = Share::ratio(brings.sum(), u64::from(ONE));
        let left = self.least_left.plus(self.least_left.rest().times(brings)).plus(Share::new(1));
        u16::try_from(left.rest().of(u64::from(work)).saturating_sub(1)).unwrap_or(0)
    }
}
