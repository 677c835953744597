//! How far a mean over few roles can be relied on: a bootstrap interval. The same values give the same interval.

use serde::Serialize;

use super::measures::{four_decimals, mean_of, real};

/// Where a mean lies in 95 of 100 resamples of the roles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Interval {
    /// The 2.5th percentile.
    #[serde(serialize_with = "four_decimals")]
    pub low: f64,
    /// The 97.5th percentile.
    #[serde(serialize_with = "four_decimals")]
    pub high: f64,
}

/// Resamples drawn: the percentiles move by less than the last digit shown.
pub(super) const RESAMPLES: usize = 2000;
/// Of the sorted means, so many lie outside at each end.
const OUTSIDE: usize = RESAMPLES / 40;
/// Any number serves; a fixed one repeats.
const SEED: u64 = 4;

/// The interval of the mean of `values`.
pub(super) fn interval(values: &[f64]) -> Interval {
    if values.is_empty() {
        return Interval { low: 0.0, high: 0.0 };
    }
    let mut draws = Draws(SEED);
    let mut resampled = || {
        let sum: f64 = (0..values.len()).map(|_| values[draws.below(values.len())]).sum();
        sum / real(values.len())
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resampled()).collect();
    means.sort_by(f64::total_cmp);
    // Of equal values every mean is the same but for rounding.
    let (low, high) = (means[OUTSIDE], means[RESAMPLES - 1 - OUTSIDE]);
    let mean = mean_of(values);
    Interval { low: low.min(mean), high: high.max(mean) }
}

/// `SplitMix64`.
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        let scaled = (u128::from(bits) * u128::try_from(end).unwrap_or(u128::MAX)) >> 64;
        usize::try_from(scaled).expect("less than `end`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_repeats() {
        let values = [0.1, 0.4, 0.5, 0.9, 1.0, 0.7];
        let found = interval(&values);
        assert!(found.low < 0.6 && 0.6 < found.high && found.low > 0.1 && found.high < 1.0, "{found:?}");
        assert_eq!(found, interval(&values));
    }

    #[test]
    fn more_values_narrow_it() {
        let few = [0.0, 1.0];
        let many: Vec<f64> = few.into_iter().cycle().take(200).collect();
        let width = |interval: Interval| interval.high - interval.low;
        assert!(width(interval(&many)) < width(interval(&few)) / 3.0);
        // The standard error of 200 fair coins is 0.035; 1.96 of it to each side.
        assert!((width(interval(&many)) - 2.0 * 1.96 * 0.0354).abs() < 0.02, "{:?}", interval(&many));
    }

    #[test]
    fn equal_values_leave_no_doubt() {
        let found = interval(&[0.25; 5]);
        assert!((found.low - 0.25).abs() < 1e-12 && (found.high - 0.25).abs() < 1e-12, "{found:?}");
        assert_eq!(interval(&[]), Interval { low: 0.0, high: 0.0 });
    }
}
