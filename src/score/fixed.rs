//! Fixed-point arithmetic: shares in millionths, logarithm and halving without floating point.
//!
//! The same inputs give the same bits on every processor, which no `f64::ln` promises.

/// A share in millionths, 0 to 1,000,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Share(u32);

/// Millionths in the whole.
pub(crate) const ONE: u32 = 1_000_000;

impl Share {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(ONE);

    /// So many millionths, at most the whole.
    pub(crate) fn new(millionths: u32) -> Self {
        Self(millionths.min(ONE))
    }

    pub(crate) fn from_per_mille(thousandths: crate::taxonomy::PerMille) -> Self {
        Self::new(u32::from(thousandths.get()) * 1000)
    }

    /// This share of another one in thousandths, rounded to the nearest.
    pub(crate) fn of_per_mille(self, thousandths: crate::taxonomy::PerMille) -> crate::taxonomy::PerMille {
        let left = self.of(u64::from(thousandths.get()));
        crate::taxonomy::PerMille::new(u16::try_from(left).expect("a share of a share is no larger than it"))
    }

    /// `numerator / denominator`, at most the whole; the whole when the denominator is zero.
    pub(crate) fn ratio(numerator: u64, denominator: u64) -> Self {
        if denominator == 0 {
            return Self::ONE;
        }
        let share = (u128::from(numerator) * u128::from(ONE) + u128::from(denominator) / 2) / u128::from(denominator);
        Self(u32::try_from(share.min(u128::from(ONE))).expect("at most one million"))
    }

    /// Millionths.
    pub(crate) fn get(self) -> u32 {
        self.0
    }

    /// The product, rounded to the nearest millionth.
    #[must_use]
    pub(crate) fn times(self, other: Self) -> Self {
        Self::new(to_u32((u64::from(self.0) * u64::from(other.0) + u64::from(ONE) / 2) / u64::from(ONE)))
    }

    /// In 255ths, rounded up: a bound may be too high, never too low.
    pub(crate) fn in_255ths(self) -> u8 {
        u8::try_from((self.0 * 255).div_ceil(ONE)).expect("a share is at most the whole")
    }

    /// So many 255ths, rounded up.
    pub(crate) fn of_255ths(parts: u8) -> Self {
        Self::new((u32::from(parts) * ONE).div_ceil(255))
    }

    /// What is missing to the whole.
    #[must_use]
    pub(crate) fn rest(self) -> Self {
        Self(ONE - self.0)
    }

    /// The sum, at most the whole.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.0 + other.0)
    }

    /// This share, and the other one of what is missing to the whole.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        self.plus(other.times(self.rest()))
    }

    /// This share of `amount`, rounded to the nearest.
    pub(crate) fn of(self, amount: u64) -> u64 {
        u64::try_from((u128::from(amount) * u128::from(self.0) + u128::from(ONE) / 2) / u128::from(ONE))
            .expect("a share of an amount is no larger than it")
    }
}

fn to_u32(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Fractional bits of logarithms and exponents.
const FRACTION_BITS: u32 = 24;

/// log2(`n`) with 24 fractional bits; `n` is at least 1.
fn log2(n: u64) -> u64 {
    let n = n.max(1);
    let whole = n.ilog2();
    // The mantissa in 1.63 fixed point, squared once for each fractional bit.
    let mut mantissa = u128::from(n) << (63 - whole);
    let mut fraction = 0_u64;
    for _ in 0..FRACTION_BITS {
        mantissa = (mantissa * mantissa) >> 63;
        fraction <<= 1;
        if mantissa >> 64 != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (u64::from(whole) << FRACTION_BITS) | fraction
}

/// log10(`larger` / `smaller`) in millionths; zero when `smaller` is not smaller.
pub(crate) fn log10_ratio(larger: u64, smaller: u64) -> u64 {
    /// log10(2), in units of 10^-12.
    const LOG10_OF_2: u128 = 301_029_995_664;
    let difference = u128::from(log2(larger).saturating_sub(log2(smaller)));
    let scaled = (difference * LOG10_OF_2) >> FRACTION_BITS;
    u64::try_from(scaled / 1_000_000).expect("the logarithm of a u64 ratio is below 20")
}

/// 2^-(1/2), 2^-(1/4), ... in units of 2^-32, multiplied where the binary fraction has a bit.
const ROOTS: [u64; 12] = [
    3_037_000_500, 3_611_622_603, 3_938_502_376, 4_112_874_773, 4_202_935_003, 4_248_701_965, 4_271_771_996,
    4_283_353_945, 4_289_156_690, 4_292_061_010, 4_293_513_907, 4_294_240_540,
];

/// 2^-(`steps` / `per_halving`): what is left after `steps` when it halves every `per_halving`.
pub(crate) fn halved(steps: u32, per_halving: u32) -> Share {
    let whole = steps / per_halving.max(1);
    if whole >= 20 {
        return Share::ZERO;
    }
    let rest = u64::from(steps % per_halving.max(1));
    let mut left: u64 = 1 << 32;
    let mut fraction = (rest << 12) / u64::from(per_halving.max(1));
    for root in ROOTS.iter().rev() {
        if fraction & 1 == 1 {
            left = (left * root) >> 32;
        }
        fraction >>= 1;
    }
    Share::new(to_u32(((left >> whole) * u64::from(ONE)) >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_the_table() {
        for (larger, smaller, expected) in
            [(10, 1, 1_000_000), (1000, 10, 2_000_000), (20_000, 10_000, 301_030), (5, 5, 0), (5, 9, 0)]
        {
            let found = log10_ratio(larger, smaller);
            assert!(found.abs_diff(expected) <= 2, "{larger}/{smaller}: {found}");
        }
    }

    #[test]
    fn halving_agrees_with_the_table() {
        for (steps, expected) in [(0, 1_000_000), (30, 707_107), (60, 500_000), (120, 250_000), (12, 870_551)] {
            let found = halved(steps, 60).get();
            assert!(found.abs_diff(expected) <= 300, "{steps}: {found}");
        }
        let all: Vec<u32> = (0..400).map(|m| halved(m, 60).get()).collect();
        assert!(all.windows(2).all(|w| w[0] >= w[1]), "never rises");
    }

    #[test]
    fn shares_stay_within_the_whole() {
        assert_eq!(Share::ratio(3, 2), Share::ONE);
        assert_eq!(Share::ratio(1, 3).get(), 333_333);
        assert_eq!(Share::new(500_000).times(Share::new(500_000)).get(), 250_000);
    }
}
