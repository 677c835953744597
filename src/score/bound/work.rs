//! What rows earn by their kinds of work.

use super::lanes::{ALL_KEPT, ALL_WORK, Add, AddAtMost, AddLesser, scaled, units, weights};
use super::{Bound, Columns, ONE, Scorer, Work};
use crate::score::mix::Mix;
use crate::taxonomy::FamilyId;

/// Kinds of work that come to no more than so much together.
pub(super) struct Kinds {
    /// The columns of `work`, each with its weight and that of the reach where it has one.
    of: Vec<(FamilyId, Work, u16, Option<u16>)>,
    most: u16,
}

/// What adds to a lane: a column, or the lesser of two, with their weights.
enum Part<'c> {
    Column(&'c [u8], u16),
    Lesser([&'c [u8]; 2], [u16; 2]),
}

impl Kinds {
    /// Those of a role of this mix, which all come to so many millionths of all points together.
    pub(super) fn new(work: Work, scorer: &Scorer<'_>, mix: &Mix, of_all: u64) -> Self {
        let mut of = Vec::new();
        for &(family, share) in &scorer.role.domains {
            let (most, reach) = match work {
                Work::Nearest => (mix.nearest_at_most(), Some(u64::from(share.get()))),
                Work::Focus => (mix.carried_at_most(share), None),
                Work::Any | Work::Reach => (mix.at_most(share), None),
            };
            let reach = reach.and_then(|most| weights(ALL_WORK, of_all, most).next());
            of.extend(weights(ALL_WORK, of_all, most).map(|weight| (family, work, weight, reach)));
        }
        Self { of, most: units(&[u64::from(ALL_WORK), of_all], &[u64::from(ONE)]).saturating_add(1) }
    }

    /// How many columns they ask.
    pub(super) fn len(&self) -> usize {
        self.of.len()
    }

    fn parts<'c>(&self, columns: &'c Columns) -> impl ExactSizeIterator<Item = Part<'c>> {
        self.of.iter().map(|(family, work, weight, reach)| {
            let column = columns.family(*family, *work);
            match reach {
                None => Part::Column(column, *weight),
                Some(reach) => Part::Lesser([column, columns.family(*family, Work::Reach)], [*weight, *reach]),
            }
        })
    }
}

impl Bound<'_> {
    /// What kinds of work come to, for all rows, and what is left of that by what is done with them.
    pub(super) fn work(&self, columns: &Columns, work: &mut Vec<u16>, left: &mut Vec<u16>, together: &mut Vec<u16>) {
        let n_rows = columns.n_rows();
        for (numbers, start) in [(&mut *work, self.least_work), (&mut *left, self.least_left)] {
            numbers.clear();
            numbers.resize(n_rows, start);
        }
        for kinds in &self.kinds {
            self.add(kinds.parts(columns), kinds.most, work, together);
        }
        let topics = self.topics.iter().map(|(topic, weight)| Part::Column(columns.topic(*topic), *weight));
        self.add(topics, self.all_topics, work, together);
        let functions =
            self.functions.iter().map(|(function, weight)| Part::Column(columns.function(*function), *weight));
        let all_kept = u16::try_from(ALL_KEPT).unwrap_or(u16::MAX);
        self.add(functions, all_kept.saturating_sub(self.least_left), left, together);
    }

    /// Adds columns to a lane, up to the most that they come to.
    fn add<'c>(
        &self,
        parts: impl ExactSizeIterator<Item = Part<'c>>,
        most: u16,
        to: &mut [u16],
        together: &mut Vec<u16>,
    ) {
        if parts.len() == 0 {
            return;
        }
        together.clear();
        together.resize(to.len(), 0);
        for part in parts {
            match part {
                Part::Column(column, weight) => self.arch.dispatch(Add { to: together, column, weight }),
                Part::Lesser(columns, weights) => self.arch.dispatch(AddLesser { to: together, columns, weights }),
            }
        }
        self.arch.dispatch(AddAtMost { to, from: together, most });
    }
}

/// What kinds of work come to in one row.
pub(super) fn by_kinds(kinds: &[Kinds], columns: &Columns, row: usize) -> u16 {
    let of_row = |part: Part<'_>| match part {
        Part::Column(column, weight) => scaled(column[row], weight),
        Part::Lesser([one, other], [by, by_other]) => scaled(one[row], by).min(scaled(other[row], by_other)),
    };
    let earned = |kinds: &Kinds| kinds.parts(columns).map(of_row).fold(0_u16, u16::saturating_add).min(kinds.most);
    kinds.iter().map(earned).fold(0, u16::saturating_add)
}
