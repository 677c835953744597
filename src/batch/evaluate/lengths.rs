//! Whether long texts stand higher than short ones of people who are as good: the rank of equal grades against the length of their
//! texts, and how many of the relevant are found, by length.

use serde::Serialize;

use super::graded::GradedSet;
use super::measures::{four_decimals_if_any, real, share};

/// Lengths of texts against ranks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LengthEffect {
    /// Spearman's correlation of standing high with a long text, among people of one role and one grade above 0: 0 where length makes
    /// no difference, 1 where the longest always stand highest. Absent where no two people have one grade.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub correlation: Option<f64>,
    /// By quarters of the candidates, those of the shortest texts first.
    pub quarters: Vec<LengthQuarter>,
}

/// The candidates of a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LengthQuarter {
    /// Words of the shortest text.
    pub from_words: usize,
    /// Words of the longest.
    pub to_words: usize,
    /// Pairs of a role and one of them of grade 2 or more.
    pub relevant: usize,
    /// Those of them that stand among the first ten.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub share_in_first_ten: Option<f64>,
}

/// Quarters.
const PARTS: usize = 4;
/// The first ten.
const FIRST: usize = 10;

/// `rankings` are places of candidates, the best first, by role; `lengths` are words by candidate.
pub(super) fn length_effect(set: &GradedSet, rankings: &[Vec<usize>], lengths: &[usize]) -> LengthEffect {
    let (mut together, mut high, mut long) = (0.0, 0.0, 0.0);
    for (ranking, grades) in rankings.iter().zip(&set.grades) {
        let mut graded: Vec<_> = ranking.iter().filter(|place| grades[**place].get() > 0.0).copied().collect();
        // The order in the ranking is kept within a grade.
        graded.sort_by(|a, b| grades[*a].cmp(&grades[*b]));
        for equal in graded.chunk_by(|a, b| grades[*a] == grades[*b]) {
            let ranks: Vec<f64> = (0..equal.len()).rev().map(real).collect();
            let sizes = ranks_of(&equal.iter().map(|place| lengths[*place]).collect::<Vec<_>>());
            let middle = real(equal.len() - 1) / 2.0;
            for (rank, size) in ranks.iter().zip(&sizes) {
                together += (rank - middle) * (size - middle);
                high += (rank - middle).powi(2);
                long += (size - middle).powi(2);
            }
        }
    }
    let scale = (high * long).sqrt();
    LengthEffect { correlation: (scale > 0.0).then(|| together / scale), quarters: quarters(set, rankings, lengths) }
}

/// Ranks from 0 on, of equals the mean.
fn ranks_of(sizes: &[usize]) -> Vec<f64> {
    let rank = |size: &usize| {
        let below = sizes.iter().filter(|other| *other < size).count();
        let equal = sizes.iter().filter(|other| *other == size).count();
        real(below) + real(equal - 1) / 2.0
    };
    sizes.iter().map(rank).collect()
}

fn quarters(set: &GradedSet, rankings: &[Vec<usize>], lengths: &[usize]) -> Vec<LengthQuarter> {
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|place| (lengths[*place], *place));
    let part = |number: usize| &by_length[number * lengths.len() / PARTS..(number + 1) * lengths.len() / PARTS];
    let quarter = |places: &[usize]| {
        let (mut relevant, mut found) = (0, 0);
        for (ranking, grades) in rankings.iter().zip(&set.grades) {
            let first = &ranking[..ranking.len().min(FIRST)];
            for place in places.iter().filter(|place| grades[**place].is_relevant()) {
                relevant += 1;
                found += usize::from(first.contains(place));
            }
        }
        let words = |place: Option<&usize>| place.map_or(0, |place| lengths[*place]);
        LengthQuarter {
            from_words: words(places.first()),
            to_words: words(places.last()),
            relevant,
            share_in_first_ten: share(found, relevant),
        }
    };
    (0..PARTS).map(|number| quarter(part(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sizes_share_their_rank() {
        assert_eq!(ranks_of(&[5, 9, 5, 1]), [1.5, 3.0, 1.5, 0.0]);
    }
}
