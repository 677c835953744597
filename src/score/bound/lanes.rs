//! The units that bounds are reckoned in, and the loops over whole columns, made for the processor at hand.

use pulp::NullaryFnOnce;

use crate::score::fixed::ONE;

/// A fit of 100 in the units of bounds: it fits in two bytes, with room above for what is rounded up.
pub(super) const FULL: u32 = 60_000;
/// The whole of what is kept after the penalty, and what is multiplied by it: their product's upper half is [`FULL`].
pub(super) const ALL_KEPT: u32 = 65_200;
pub(super) const ALL_POINTS: u32 = 60_310;
/// The whole of points before what is left of them is taken: the upper half of its product with [`ALL_KEPT`] is [`ALL_POINTS`].
pub(super) const ALL_WORK: u32 = 60_621;
/// [`ALL_KEPT`] in a lane.
const WHOLE: u16 = 65_200;
/// So many bounds are passed over at once when none of them reaches what it takes.
pub(super) const STRIDE: usize = 64;
/// What the few roundings after the sums can take away, in units.
pub(super) const ROUNDING: u16 = 4;

/// A product over another one, rounded up.
pub(super) fn units(product: &[u64], of: &[u64]) -> u16 {
    let product_of = |factors: &[u64]| factors.iter().map(|factor| u128::from(*factor)).product::<u128>();
    u16::try_from(product_of(product).div_ceil(product_of(of))).unwrap_or(u16::MAX)
}

/// The weight with which [`scaled`] makes that of 255.
pub(super) fn up(product: &[u64], of: &[u64]) -> u16 {
    units(&[product, &[1 << 16]].concat(), &[of, &[255 << 8]].concat())
}

/// The weights that together make of 255 so many thousandths of `of_all`, in millionths of `all`: more than one where one cannot say it.
pub(super) fn weights(all: u32, of_all: u64, thousandths: u64) -> impl Iterator<Item = u16> {
    let one = u64::from(ONE);
    let n = (of_all * thousandths).div_ceil(one * 1000).max(1);
    let weight = up(&[u64::from(all), of_all, thousandths.div_ceil(n)], &[one, 1000]);
    (0..n).map(move |_| weight)
}

/// So many 255ths of a weight made by [`up`], less than one unit too low.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a loop that is compiled for several processors")]
pub(super) fn scaled(value: u8, weight: u16) -> u16 {
    high(u16::from(value) << 8, weight)
}

/// What the penalty leaves.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(super) fn kept_of(points: u16, kept: u16) -> u16 {
    high(points, kept).saturating_add(ROUNDING)
}

/// What is left of kinds of work, less than one unit too high.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(super) fn part_of(work: u16, left: u16) -> u16 {
    high(work, left).saturating_add(1)
}

/// The upper half of a product.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above; the upper half of 32 bits is 16")]
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// Adds a column, weighted, to all rows.
pub(super) struct Add<'a> {
    pub to: &'a mut [u16],
    pub column: &'a [u8],
    pub weight: u16,
}

impl NullaryFnOnce for Add<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        for (to, value) in self.to.iter_mut().zip(self.column) {
            *to = to.saturating_add(scaled(*value, self.weight));
        }
    }
}

/// Adds the lesser of two columns, each weighted, to all rows.
pub(super) struct AddLesser<'a> {
    pub to: &'a mut [u16],
    pub columns: [&'a [u8]; 2],
    pub weights: [u16; 2],
}

impl NullaryFnOnce for AddLesser<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        let ([one, other], [by, by_other]) = (self.columns, self.weights);
        for ((to, value), other) in self.to.iter_mut().zip(one).zip(other) {
            *to = to.saturating_add(scaled(*value, by).min(scaled(*other, by_other)));
        }
    }
}

/// Adds to all rows what they have in another lane, up to a most.
pub(super) struct AddAtMost<'a> {
    pub to: &'a mut [u16],
    pub from: &'a [u16],
    pub most: u16,
}

impl NullaryFnOnce for AddAtMost<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        for (to, from) in self.to.iter_mut().zip(self.from) {
            *to = to.saturating_add((*from).min(self.most));
        }
    }
}

/// Adds to all rows what is left of what they have in another lane, or all of it.
pub(super) struct AddPart<'a> {
    pub to: &'a mut [u16],
    pub from: &'a [u16],
    pub left: Option<&'a [u16]>,
}

impl NullaryFnOnce for AddPart<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        let rows = self.to.iter_mut().zip(self.from);
        match self.left {
            Some(left) => rows.zip(left).for_each(|((to, from), left)| *to = to.saturating_add(part_of(*from, *left))),
            None => rows.for_each(|(to, from)| *to = to.saturating_add(part_of(*from, WHOLE))),
        }
    }
}

/// Makes all rows at least what they have in another lane, and so much.
pub(super) struct AtLeast<'a> {
    pub to: &'a mut [u16],
    pub from: &'a [u16],
    pub more: u16,
}

impl NullaryFnOnce for AtLeast<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        for (to, from) in self.to.iter_mut().zip(self.from) {
            *to = (*to).max(from.saturating_add(self.more));
        }
    }
}

/// Puts points, penalty and bonus together.
pub(super) struct Combine<'a> {
    pub most: &'a mut [u16],
    /// By stride.
    pub tops: &'a mut [u16],
    pub points: &'a [u16],
    pub kept: &'a [u16],
    pub bonus: (&'a [u8], u16),
}

impl NullaryFnOnce for Combine<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled anew for each processor that it is dispatched to")]
    fn call(self) {
        let (bonus, weight) = self.bonus;
        for (((most, points), kept), bonus) in self.most.iter_mut().zip(self.points).zip(self.kept).zip(bonus) {
            *most = kept_of(*points, *kept).saturating_add(scaled(*bonus, weight));
        }
        for (top, most) in self.tops.iter_mut().zip(self.most.chunks(STRIDE)) {
            *top = most.iter().fold(0, |top, most| top.max(*most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a role of many kinds of work, one may carry more than its share: more than a weight of 16 bits says.
    #[test]
    fn weights_make_the_whole_however_much_it_is() {
        for thousandths in [0, 1, 400, 1000, 1001, 1700, 2300, 3100] {
            let made: u32 =
                weights(ALL_KEPT, 900_000, thousandths).map(|weight| u32::from(scaled(u8::MAX, weight))).sum();
            let n = u32::try_from(weights(ALL_KEPT, 900_000, thousandths).count()).unwrap();
            let whole = u32::try_from(u64::from(ALL_KEPT) * 900 * thousandths / 1_000_000).unwrap();
            assert!((whole..=whole + 300).contains(&(made + n)), "{thousandths}: {made} of {whole}");
        }
    }
}
