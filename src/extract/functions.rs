//! Signs of functions of work: titles, deeds, practices that are told. Like those of families they only ever add up.

use super::facts::{Deed, FunctionPoints};
use super::titles::{TitleSign, function_signs};
use crate::taxonomy::{FunctionId, PerMille, Taxonomy, ToldWork};

/// Full evidence, in thousandths.
const FULL: u32 = 1000;
/// Where a title names no function, what its family's people mostly do counts by this much.
const USUAL: u32 = 800;
/// A practice that is told.
const PRACTICE: u32 = 250;
/// The first sentence that tells of a function before all else, and of one behind another.
const DEED: u32 = 320;
const DEED_BEHIND: u32 = 120;
/// What each further clause tells of the same, of what the one before did: more text says less and less.
const FURTHER: PerMille = PerMille::SEVEN_TENTHS;
/// A role or person is of so many functions at the most, each by at least this much.
const MAX: usize = 3;
const LEAST: u32 = 120;

/// Collects the signs of functions of one document.
#[derive(Default)]
pub(crate) struct FunctionCollector {
    /// By function, as many as were asked for.
    points: Vec<u32>,
    /// By function, what the next clause that tells of it gives.
    next: Vec<Option<u32>>,
    titles: Vec<FunctionPoints>,
}

/// What a further sign of its kind gives after one that gave `before`.
pub(super) fn fading(before: Option<u32>, first: u32) -> u32 {
    before.map_or(first, |before| before * u32::from(FURTHER.get()) / 1000)
}

impl FunctionCollector {
    /// What a title says, or where it says nothing of it what people of its families mostly do; `share` says how much it counts.
    pub(super) fn title(
        &mut self,
        title: &str,
        families: &[TitleSign],
        share: u32,
        passage: u16,
        taxonomy: &Taxonomy,
    ) -> bool {
        let named = function_signs(title);
        for sign in &named {
            let points = FULL * share / 1000 * u32::from(sign.strength.get()) / 1000;
            self.title_points(FunctionPoints { function: sign.function, points, passage });
        }
        // A `lead data engineer` may lead, and does what data engineers do.
        if named.iter().any(|sign| sign.strength > PerMille::HALF) {
            return true;
        }
        for sign in families {
            for (function, usual) in &taxonomy.families().get(sign.family).functions {
                let of_family = u32::from(sign.strength.times(*usual).get());
                let points = USUAL * share / 1000 * of_family / 1000;
                self.title_points(FunctionPoints { function: *function, points, passage });
            }
        }
        !named.is_empty() || families.iter().any(|sign| !taxonomy.families().get(sign.family).functions.is_empty())
    }

    /// What one title gives.
    pub(super) fn title_points(&mut self, title: FunctionPoints) {
        self.add(title.function, title.points);
        self.titles.push(title);
    }

    /// A clause that tells of a function.
    pub(super) fn deed(&mut self, deed: Deed) {
        let ToldWork::Function(function) = deed.of else { return };
        self.add(function, 0);
        let next = &mut self.next[function.index()];
        let given = fading(*next, DEED);
        *next = Some(given);
        let given = if deed.leads { given } else { given * DEED_BEHIND / DEED };
        self.add(function, given);
    }

    /// A practice that is told.
    pub(super) fn practice(&mut self, concept: &str, taxonomy: &Taxonomy) {
        if let Some(function) = taxonomy.functions().of_practice(concept) {
            self.add(function, PRACTICE);
        }
    }

    fn add(&mut self, function: FunctionId, points: u32) {
        let least = function.index() + 1;
        if self.points.len() < least {
            self.points.resize(least, 0);
            self.next.resize(least, None);
        }
        self.points[function.index()] += points;
    }

    /// What each function shows, ascending, and what titles gave.
    pub(super) fn finish(self) -> (Vec<(FunctionId, u32)>, Vec<FunctionPoints>) {
        let functions = (0..).map(FunctionId).zip(self.points).filter(|(_, points)| *points > 0);
        (functions.collect(), self.titles)
    }
}

/// The clearest of some kinds, in shares that sum to 1000: few of them, and none that hardly shows.
pub(crate) fn shares<K: Copy + Ord>(shown: impl IntoIterator<Item = (K, u32)>) -> Vec<(K, PerMille)> {
    let mut clearest: Vec<(K, u32)> = shown.into_iter().filter(|(_, points)| *points > 0).collect();
    clearest.sort_by_key(|(kind, points)| (std::cmp::Reverse(*points), *kind));
    clearest.truncate(MAX);
    let all: u32 = clearest.iter().map(|(_, points)| points).sum();
    clearest.retain(|(_, points)| points * 1000 >= all * LEAST);
    let kept: u32 = clearest.iter().map(|(_, points)| points).sum();
    let share = |points: u32| PerMille::new(u16::try_from(points * 1000 / kept.max(1)).unwrap_or(1000));
    let mut shares: Vec<(K, PerMille)> = clearest.iter().map(|(kind, points)| (*kind, share(*points))).collect();
    // The clearest takes what rounding leaves over.
    let others: u16 = shares.iter().skip(1).map(|(_, share)| share.get()).sum();
    if let Some((_, first)) = shares.first_mut() {
        *first = PerMille::new(1000 - others);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_the_whole_and_leave_out_what_hardly_shows() {
        let id = |n| FunctionId(n);
        let found = shares([(id(0), 700), (id(1), 50), (id(2), 300)]);
        assert_eq!(found.iter().map(|(function, _)| function.0).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(found.iter().map(|(_, share)| share.get()).sum::<u16>(), 1000);
        assert!(shares::<FunctionId>([]).is_empty());
    }

    #[test]
    fn more_clauses_of_one_function_say_less_and_less() {
        let mut functions = FunctionCollector::default();
        let deed = Deed { of: ToldWork::Function(FunctionId(1)), leads: true, asserted: false, passage: 0 };
        (0..50).for_each(|_| functions.deed(deed));
        let (shown, _) = functions.finish();
        assert!(shown[0].1 < 4 * DEED, "{shown:?}");
    }
}
