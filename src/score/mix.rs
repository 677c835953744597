//! How the kinds of work that a role asks for stand to each other: several domains, or several functions, each by a share.
//!
//! Somebody whose work is mixed as the role's is does all of it, although they do no part of it as much as who does that part alone.

use super::fixed::Share;
use crate::taxonomy::PerMille;

/// The mix of one role.
pub(super) struct Mix {
    /// The largest share.
    largest: PerMille,
    /// How much carries over to the role from work that is mixed as its own, each part by its share, in millionths.
    own: u64,
}

impl Mix {
    /// `transfer` tells how much of the first kind comes with doing the second.
    pub(super) fn of<K: Copy>(parts: &[(K, PerMille)], transfer: impl Fn(K, K) -> PerMille) -> Self {
        let largest = parts.iter().map(|(_, share)| *share).max().unwrap_or(PerMille::ONE);
        let mut own = 0;
        for (asked, share) in parts {
            for (does, done) in parts {
                own += u64::from(share.get()) * u64::from(done.get()) * u64::from(transfer(*asked, *does).get());
            }
        }
        Self { largest, own: (own / 1000).max(1) }
    }

    /// How much of full evidence a part of this share asks for: the smaller it is beside the largest, the less.
    pub(super) fn need(&self, share: PerMille) -> Share {
        Share::ratio(u64::from(share.get()), u64::from(self.largest.get()))
    }

    /// What carries over to the parts, each by its share, in millionths, against what the role's own mix reaches.
    pub(super) fn whole(&self, carried: u64) -> Share {
        Share::ratio(carried, self.own)
    }

    /// The most that a part adds of what is nearest, in thousandths of what it earns where it is asked alone: no more than its share.
    pub(super) fn nearest_at_most(&self) -> u64 {
        u64::from(self.largest.get())
    }

    /// The most that a part of this share adds of what carries over, in the same measure.
    pub(super) fn carried_at_most(&self, share: PerMille) -> u64 {
        (u64::from(share.get()) * 1_000_000).div_ceil(self.own)
    }

    /// The most that a part of this share adds of both.
    pub(super) fn at_most(&self, share: PerMille) -> u64 {
        self.carried_at_most(share).max(self.nearest_at_most())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares() -> [(u8, PerMille); 2] {
        [(0, PerMille::new(600)), (1, PerMille::new(400))]
    }

    fn only_itself(asked: u8, does: u8) -> PerMille {
        if asked == does { PerMille::ONE } else { PerMille::ZERO }
    }

    #[test]
    fn one_part_is_as_it_is_alone() {
        let mix = Mix::of(&[(0, PerMille::ONE)], only_itself);
        assert_eq!((mix.need(PerMille::ONE), mix.at_most(PerMille::ONE)), (Share::ONE, 1000));
        assert_eq!(mix.whole(700_000), Share::from_per_mille(PerMille::SEVEN_TENTHS));
    }

    #[test]
    fn work_that_is_mixed_as_the_roles_is_all_of_it() {
        let mix = Mix::of(&shares(), only_itself);
        // Of the first part six tenths carry over, of the second four.
        assert_eq!(mix.whole(600 * 600 + 400 * 400), Share::ONE);
        assert!(mix.whole(400 * 1000) < Share::ONE, "the smaller part alone is not all");
        assert_eq!(mix.need(PerMille::new(600)), Share::ONE);
        assert!(mix.need(PerMille::new(400)) < Share::ONE);
    }

    #[test]
    fn where_one_part_brings_the_other_either_is_nearly_all() {
        let near = Mix::of(&shares(), |asked, does| if asked == does { PerMille::ONE } else { PerMille::new(900) });
        let first_alone = 600 * 1000 + 400 * 900;
        assert_eq!(near.whole(first_alone), Share::ONE);
        let second_alone = 600 * 900 + 400 * 1000;
        assert!(
            near.whole(second_alone) < Share::ONE
                && near.whole(second_alone) > Share::from_per_mille(PerMille::new(980))
        );
    }
}
