//! Whether long texts stand higher than short ones of people who are as good: the rank of equal grades against the length of their
//! texts, and how many of the relevant are found, by length.

use serde::Serialize;

use super::measures::{four_decimals_if_any, real, share};
use super::qrels::Grade;

/// Lengths of texts against ranks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
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
#[non_exhaustive]
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

/// A set's rankings with its grades and the lengths of its texts.
#[derive(Clone, Copy)]
pub(super) struct RankedTexts<'a> {
    /// Places of candidates, the best first, by role.
    pub rankings: &'a [Vec<usize>],
    /// By role and candidate.
    pub grades: &'a [Vec<Grade>],
    /// Words by candidate.
    pub words: &'a [usize],
}

impl<'a> RankedTexts<'a> {
    fn roles(self) -> impl Iterator<Item = (&'a [usize], &'a [Grade])> {
        self.rankings.iter().map(Vec::as_slice).zip(self.grades.iter().map(Vec::as_slice))
    }
}

/// Over all sets; a rank is one among the candidates of its own set.
pub(super) fn length_effect(sets: &[RankedTexts<'_>]) -> LengthEffect {
    let (mut together, mut high, mut long) = (0.0, 0.0, 0.0);
    for set in sets {
        for (ranking, grades) in set.roles() {
            let mut graded: Vec<_> = ranking.iter().filter(|place| grades[**place].get() > 0.0).copied().collect();
            // The order in the ranking is kept within a grade.
            graded.sort_by(|a, b| grades[*a].cmp(&grades[*b]));
            for equal in graded.chunk_by(|a, b| grades[*a] == grades[*b]) {
                let ranks: Vec<f64> = (0..equal.len()).rev().map(real).collect();
                let sizes = ranks_of(&equal.iter().map(|place| set.words[*place]).collect::<Vec<_>>());
                let middle = real(equal.len() - 1) / 2.0;
                for (rank, size) in ranks.iter().zip(&sizes) {
                    together += (rank - middle) * (size - middle);
                    high += (rank - middle).powi(2);
                    long += (size - middle).powi(2);
                }
            }
        }
    }
    let scale = (high * long).sqrt();
    LengthEffect { correlation: (scale > 0.0).then(|| together / scale), quarters: quarters(sets) }
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

fn quarters(sets: &[RankedTexts<'_>]) -> Vec<LengthQuarter> {
    let places = sets.iter().enumerate().flat_map(|(set, texts)| (0..texts.words.len()).map(move |place| (set, place)));
    let words = |&(set, place): &(usize, usize)| sets[set].words[place];
    let mut by_length: Vec<(usize, usize)> = places.collect();
    by_length.sort_by_key(|text| (words(text), *text));
    let part = |number: usize| &by_length[number * by_length.len() / PARTS..(number + 1) * by_length.len() / PARTS];
    let quarter = |texts: &[(usize, usize)]| {
        let (mut relevant, mut found) = (0, 0);
        for &(set, place) in texts {
            for (ranking, _) in sets[set].roles().filter(|(_, grades)| grades[place].is_relevant()) {
                relevant += 1;
                found += usize::from(ranking.iter().take(FIRST).any(|first| *first == place));
            }
        }
        LengthQuarter {
            from_words: texts.first().map_or(0, words),
            to_words: texts.last().map_or(0, words),
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
    fn sets_are_pooled_and_ranks_stay_within_their_own() {
        let grades = vec![["3", "3", "0"].map(|grade| Grade::parse(grade).unwrap()).to_vec()];
        let (up, down) = (vec![vec![0, 1, 2]], vec![vec![1, 0, 2]]);
        let of = |rankings| RankedTexts { rankings, grades: &grades, words: &[90, 10, 5] };
        assert_eq!(length_effect(&[of(&up)]).correlation, Some(1.0));
        let both = length_effect(&[of(&up), of(&down)]);
        assert_eq!(both.correlation, Some(0.0));
        assert_eq!(both.quarters.iter().map(|quarter| quarter.relevant).sum::<usize>(), 4);
    }

    #[test]
    fn equal_sizes_share_their_rank() {
        assert_eq!(ranks_of(&[5, 9, 5, 1]), [1.5, 3.0, 1.5, 0.0]);
    }
}
