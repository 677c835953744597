//! What verdicts and fits mean in grades: how many of those called strong are worth a call, and where the thresholds of the
//! profile's `[verdicts]` would have to lie for given shares. Not: setting them.

use serde::Serialize;

use super::measures::{four_decimals_if_any, mean_of, real, share};
use super::qrels::Grade;
use crate::explain::Verdict;
use crate::score::ScoringProfile;

/// Verdicts and fits against grades, over all pairs of the measured roles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// By verdict, the best first, with those that a gate left out at the end.
    pub bands: Vec<VerdictBand>,
    /// By fit, in steps of ten points, the highest first.
    pub steps: Vec<FitStep>,
    /// The thresholds that the grades suggest.
    pub thresholds: Vec<Threshold>,
}

/// Some pairs and how they were graded. Shares are absent where there are no pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GradeShares {
    /// How many.
    pub pairs: usize,
    /// Those of grade 2 or more.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub share_of_2_and_3: Option<f64>,
    /// Those of grade 3.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub share_of_3: Option<f64>,
    /// Those of grade 0.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub share_of_0: Option<f64>,
}

/// The pairs of one verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VerdictBand {
    /// `strong`, `good`, `possible`, `weak`, or `gated`.
    pub verdict: &'static str,
    /// How they were graded.
    #[serde(flatten)]
    pub grades: GradeShares,
}

/// The pairs of one step of ten points; the highest step takes 100 in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FitStep {
    /// The least fit.
    pub from: u8,
    /// The fit before which it ends.
    pub to: u8,
    /// How they were graded.
    #[serde(flatten)]
    pub grades: GradeShares,
    /// The share of grade 2 or more where it is made to rise with the fit, averaged over the step's pairs.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub smoothed_share_of_2_and_3: Option<f64>,
}

/// A threshold: from which fit on, and up to the next threshold, at least a given share has grade 2 or more.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Threshold {
    /// The verdict that it would begin.
    pub verdict: &'static str,
    /// The share.
    pub share: f64,
    /// The fit; absent where no fit reaches the share.
    #[serde(serialize_with = "four_decimals_if_any")]
    pub fit: Option<f64>,
    /// Where the profile has it.
    pub in_profile: f64,
    /// The pairs from `fit` up to the next higher threshold, as they were graded.
    #[serde(flatten)]
    pub grades: GradeShares,
}

/// One judged pair that no gate left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedPair {
    /// 0 to 100.
    pub fit: f64,
    pub verdict: Verdict,
    pub grade: Grade,
}

/// What a verdict should mean: four in five, every second, every fourth worth a call.
const SHARES: [(Verdict, f64); 3] = [(Verdict::Strong, 0.8), (Verdict::Good, 0.5), (Verdict::Possible, 0.25)];

pub(super) fn calibration(pairs: &[JudgedPair], gated: &[Grade], profile: &ScoringProfile) -> Calibration {
    let of = |keep: &dyn Fn(&JudgedPair) -> bool| {
        grade_shares(pairs.iter().filter(|pair| keep(pair)).map(|pair| pair.grade))
    };
    let verdicts = [Verdict::Strong, Verdict::Good, Verdict::Possible, Verdict::Weak];
    let mut bands: Vec<VerdictBand> = verdicts
        .into_iter()
        .map(|verdict| VerdictBand { verdict: verdict.as_str(), grades: of(&|pair| pair.verdict == verdict) })
        .collect();
    bands.push(VerdictBand { verdict: "gated", grades: grade_shares(gated.iter().copied()) });
    let blocks = pooled(pairs);
    let steps = (0..10_u8).rev().map(|step| {
        let (from, to) = (step * 10, step * 10 + 10);
        let within = |pair: &JudgedPair| pair.fit >= f64::from(from) && (pair.fit < f64::from(to) || to == 100);
        let smoothed: Vec<f64> =
            pairs.iter().filter(|pair| within(pair)).map(|pair| smoothed(&blocks, pair.fit)).collect();
        FitStep {
            from,
            to,
            grades: of(&within),
            smoothed_share_of_2_and_3: (!smoothed.is_empty()).then(|| mean_of(&smoothed)),
        }
    });
    let mut next = f64::INFINITY;
    let thresholds = SHARES.into_iter().map(|(verdict, share)| {
        let fit = blocks.iter().find(|block| block.share() >= share).map(|block| block.from);
        let grades = match fit {
            Some(from) => of(&|pair| pair.fit >= from && pair.fit < next),
            None => GradeShares::default(),
        };
        next = fit.unwrap_or(next);
        Threshold { verdict: verdict.as_str(), share, fit, in_profile: in_profile(verdict, profile), grades }
    });
    Calibration { bands, steps: steps.collect(), thresholds: thresholds.collect() }
}

fn in_profile(verdict: Verdict, profile: &ScoringProfile) -> f64 {
    let points = match verdict {
        Verdict::Strong => profile.verdicts.strong,
        Verdict::Good => profile.verdicts.good,
        Verdict::Possible => profile.verdicts.possible,
        Verdict::Weak => 0,
    };
    f64::from(points) / 1_000_000.0
}

fn grade_shares(grades: impl Iterator<Item = Grade>) -> GradeShares {
    let grades: Vec<Grade> = grades.collect();
    let of = |keep: fn(&Grade) -> bool| share(grades.iter().filter(|grade| keep(grade)).count(), grades.len());
    GradeShares {
        pairs: grades.len(),
        share_of_2_and_3: of(|grade| grade.is_relevant()),
        share_of_3: of(|grade| grade.is_best()),
        share_of_0: of(|grade| *grade == Grade::NONE),
    }
}

/// Neighbouring fits with one share of relevant pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Block {
    /// The least fit.
    from: f64,
    pairs: usize,
    relevant: usize,
}

impl Block {
    fn share(&self) -> f64 {
        real(self.relevant) / real(self.pairs)
    }
}

/// Pools adjacent violators: blocks of rising fit whose share of grade 2 or more rises strictly, and which is nearest, in squares,
/// to what was graded.
fn pooled(pairs: &[JudgedPair]) -> Vec<Block> {
    let mut ordered: Vec<(f64, bool)> = pairs.iter().map(|pair| (pair.fit, pair.grade.is_relevant())).collect();
    ordered.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut blocks: Vec<Block> = Vec::new();
    for equal in ordered.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let relevant = equal.iter().filter(|(_, relevant)| *relevant).count();
        let mut block = Block { from: equal[0].0, pairs: equal.len(), relevant };
        // In whole numbers, so that equal shares are equal.
        while let Some(before) = blocks.pop_if(|before| before.relevant * block.pairs >= block.relevant * before.pairs)
        {
            block = Block {
                from: before.from,
                pairs: before.pairs + block.pairs,
                relevant: before.relevant + block.relevant,
            };
        }
        blocks.push(block);
    }
    blocks
}

/// The share of the block that holds a fit.
fn smoothed(blocks: &[Block], fit: f64) -> f64 {
    blocks.iter().rev().find(|block| block.from <= fit).map_or(0.0, Block::share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(fit: f64, grade: &str) -> JudgedPair {
        let verdict = if fit >= 70.0 { Verdict::Strong } else { Verdict::Weak };
        JudgedPair { fit, verdict, grade: Grade::parse(grade).unwrap() }
    }

    fn shares(blocks: &[Block]) -> Vec<(f64, usize, usize)> {
        blocks.iter().map(|block| (block.from, block.pairs, block.relevant)).collect()
    }

    #[test]
    fn adjacent_violators_are_pooled_as_by_hand() {
        // By fit 10..70: 0 1 0 0 1 1 0 -> 0 | 1 0 0 (1/3) | 1 1 0 (2/3).
        let grades = ["0", "3", "1", "0", "2", "3", "0"];
        let pairs: Vec<JudgedPair> = (1_u8..).zip(grades).map(|(n, g)| pair(f64::from(n) * 10.0, g)).collect();
        assert_eq!(shares(&pooled(&pairs)), [(10.0, 1, 0), (20.0, 3, 1), (50.0, 3, 2)]);
        let turned: Vec<JudgedPair> = pairs.into_iter().rev().collect();
        assert_eq!(shares(&pooled(&turned)), [(10.0, 1, 0), (20.0, 3, 1), (50.0, 3, 2)]);
    }

    #[test]
    fn equal_fits_and_equal_shares_are_one_block() {
        let pairs = [pair(40.0, "3"), pair(40.0, "0"), pair(50.0, "0"), pair(50.0, "2")];
        assert_eq!(shares(&pooled(&pairs)), [(40.0, 4, 2)]);
        assert_eq!(pooled(&[]), []);
    }

    #[test]
    fn thresholds_lie_where_the_smoothed_share_crosses() {
        let mut pairs: Vec<JudgedPair> = (0..8).map(|n| pair(80.0 + f64::from(n), "3")).collect();
        pairs.extend((0..4).map(|n| pair(60.0, if n < 2 { "2" } else { "1" })));
        pairs.extend((0..20).map(|_| pair(20.0, "0")));
        let found = calibration(&pairs, &[Grade::NONE], &ScoringProfile::default());
        let fits: Vec<Option<f64>> = found.thresholds.iter().map(|threshold| threshold.fit).collect();
        assert_eq!(fits, [Some(80.0), Some(60.0), Some(60.0)]);
        let good = found.thresholds[1].grades;
        assert_eq!((good.pairs, good.share_of_2_and_3), (4, Some(0.5)), "up to the next threshold");
        assert_eq!(found.thresholds[2].grades.pairs, 0, "nothing lies between two equal thresholds");
        let none = calibration(&pairs[8..], &[], &ScoringProfile::default());
        assert_eq!((none.thresholds[0].fit, none.thresholds[0].grades.pairs), (None, 0));
    }

    #[test]
    fn bands_and_steps_count_every_pair_once() {
        let pairs = [pair(100.0, "3"), pair(90.0, "1"), pair(70.0, "2.5"), pair(0.0, "0")];
        let found = calibration(&pairs, &[Grade::NONE], &ScoringProfile::default());
        let strong = found.bands[0].grades;
        assert_eq!((strong.pairs, strong.share_of_2_and_3, strong.share_of_3), (3, Some(2.0 / 3.0), Some(1.0 / 3.0)));
        assert_eq!((found.bands[1].grades.pairs, found.bands[1].grades.share_of_0), (0, None));
        assert_eq!((found.bands[4].verdict, found.bands[4].grades.pairs), ("gated", 1));
        let counts: Vec<usize> = found.steps.iter().map(|step| step.grades.pairs).collect();
        assert_eq!(counts, [2, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!((found.steps[0].from, found.steps[0].to), (90, 100));
    }
}
