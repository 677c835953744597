//! How good a ranking is: nDCG@10, P@5 and average precision against grades. Not: where rankings and grades come from.

use serde::{Serialize, Serializer};

use super::qrels::Grade;

/// What a ranking is worth, each 0 to 1; of several rankings, the mean of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Measures {
    /// Gain `2^grade - 1`, discounted by `log2(rank + 1)`, over the first ten, against the best order there is.
    #[serde(serialize_with = "four_decimals")]
    pub ndcg_at_10: f64,
    /// The share of the first five that have grade 2 or more.
    #[serde(serialize_with = "four_decimals")]
    pub precision_at_5: f64,
    /// Precision at each candidate of grade 2 or more, averaged over all of them; 0 when there is none.
    #[serde(serialize_with = "four_decimals")]
    pub average_precision: f64,
}

/// nDCG looks at so many ranks, and precision at so many.
const NDCG_RANKS: usize = 10;
const PRECISION_RANKS: usize = 5;

/// Measures a ranking: candidates best first, as places in `grades`. Whoever is not ranked earns nothing.
pub(super) fn measures(ranking: &[usize], grades: &[Grade]) -> Measures {
    let ranked: Vec<Grade> = ranking.iter().map(|&candidate| grades[candidate]).collect();
    let mut ideal = grades.to_vec();
    ideal.sort_by_key(|grade| std::cmp::Reverse(*grade));
    let best = discounted_gain(&ideal);
    let n_relevant = grades.iter().filter(|grade| grade.is_relevant()).count();
    let relevant_first = ranked.iter().take(PRECISION_RANKS).filter(|grade| grade.is_relevant()).count();
    let hits = ranked.iter().zip(1_usize..).filter(|(grade, _)| grade.is_relevant());
    let precisions: f64 = hits.zip(1_usize..).map(|((_, rank), seen)| real(seen) / real(rank)).sum();
    Measures {
        ndcg_at_10: if best > 0.0 { discounted_gain(&ranked) / best } else { 0.0 },
        precision_at_5: real(relevant_first) / real(PRECISION_RANKS),
        average_precision: if n_relevant > 0 { precisions / real(n_relevant) } else { 0.0 },
    }
}

fn discounted_gain(ranked: &[Grade]) -> f64 {
    let first = ranked.iter().take(NDCG_RANKS).zip(1_usize..);
    first.map(|(grade, rank)| grade.gain() / real(rank + 1).log2()).sum()
}

/// The mean of each measure.
pub(super) fn mean(all: &[Measures]) -> Measures {
    let mean = |pick: fn(&Measures) -> f64| mean_of(&all.iter().map(pick).collect::<Vec<f64>>());
    Measures {
        ndcg_at_10: mean(|m| m.ndcg_at_10),
        precision_at_5: mean(|m| m.precision_at_5),
        average_precision: mean(|m| m.average_precision),
    }
}

/// The mean; 0 of nothing.
pub(super) fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / real(values.len().max(1))
}

/// A count as a number.
pub(super) fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// `part / whole`; nothing when there is no whole.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| real(part) / real(whole))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(super) fn four_decimals<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*number))
}

#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
pub(super) fn four_decimals_if_any<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(rounded).serialize(serializer)
}

/// Four decimals, and no zero below zero.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(thousandths: &[u16]) -> Vec<Grade> {
        thousandths.iter().map(|whole| Grade::parse(&whole.to_string()).unwrap()).collect()
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-6, "{found} is not {expected}");
    }

    #[test]
    fn a_worked_example_comes_out_as_by_hand() {
        // Ranked 3, 0, 2, 1, 2 of the grades 3, 2, 2, 1, 0. Gains 7, 0, 3, 1, 3 over log2 of 2, 3, 4, 5, 6:
        // 7 + 0 + 1.5 + 0.430677 + 1.160558 = 10.091235. Ideal 7, 3, 3, 1, 0: 7 + 1.892789 + 1.5 + 0.430677 = 10.823466.
        let grades = grades(&[3, 2, 2, 1, 0]);
        let found = measures(&[0, 4, 1, 3, 2], &grades);
        near(found.ndcg_at_10, 10.091_235 / 10.823_466);
        near(found.precision_at_5, 0.6);
        // Hits at ranks 1, 3 and 5: (1 + 2/3 + 3/5) / 3.
        near(found.average_precision, (1.0 + 2.0 / 3.0 + 0.6) / 3.0);
    }

    #[test]
    fn only_the_first_ten_earn_gain_and_the_best_order_earns_all() {
        let mut all = vec![0_u16; 12];
        all[11] = 3;
        let grades = grades(&all);
        let order: Vec<usize> = (0..12).collect();
        let last = measures(&order, &grades);
        near(last.ndcg_at_10, 0.0);
        near(last.average_precision, 1.0 / 12.0);
        let reversed: Vec<usize> = order.into_iter().rev().collect();
        let first = measures(&reversed, &grades);
        near(first.ndcg_at_10, 1.0);
        near(first.precision_at_5, 0.2);
        near(first.average_precision, 1.0);
    }

    #[test]
    fn whoever_is_left_out_of_the_ranking_costs_precision() {
        let grades = grades(&[3, 3]);
        let found = measures(&[1], &grades);
        near(found.average_precision, 0.5);
        near(found.ndcg_at_10, 7.0 / (7.0 + 7.0 / 3.0_f64.log2()));
    }

    #[test]
    fn without_any_grade_everything_is_zero() {
        assert_eq!(measures(&[0, 1], &grades(&[0, 0])), Measures::default());
        assert_eq!(mean(&[]), Measures::default());
    }

    #[test]
    fn the_mean_is_that_of_each_measure() {
        let one = Measures { ndcg_at_10: 1.0, precision_at_5: 0.2, average_precision: 0.5 };
        let mean = mean(&[one, Measures::default()]);
        near(mean.ndcg_at_10, 0.5);
        near(mean.precision_at_5, 0.1);
        near(mean.average_precision, 0.25);
    }
}
