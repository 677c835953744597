//! A walk through candidates for one role: who is removed, and the fits of those who may reach what it takes. Who is passed over is
//! known to fall short; what is done with the others is the visitor's matter.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use super::entry::Entry;
use super::tile::Tile;
use super::timings::Spent;
use crate::extract::CandidateFacts;
use crate::score::{Bound, Common, Fit, Gate, Judged, Known, Scorer, Sheet};

/// At least so many of a tile's highest bounds are looked at closer before the others: they say what it takes.
const FIRST: usize = 64;

/// A role's scorer with its bounds.
pub(super) struct Walk<'a> {
    pub scorer: &'a Scorer<'a>,
    /// What its role has in common with the one for which people are known.
    common: Option<Common>,
    bound: Bound<'a>,
    judged: Arc<Judged>,
    has_gates: bool,
    pub spent: Spent,
}

/// Who is told what a walk finds.
pub(super) trait Visitor {
    /// Fits of less, in millionths of a point, need not be told. May rise on the way.
    fn least(&self) -> u32;

    /// Whether this one need be told of whose fit may be that of [`Visitor::least`] or more.
    fn may_matter(&self, _entry: &Entry) -> bool {
        true
    }

    /// A gate removes somebody.
    fn removed(&mut self, by: Gate);

    /// Somebody who passes all gates has this fit.
    fn judged(&mut self, entry: &Arc<Entry>, facts: &CandidateFacts, fit: Fit);
}

/// The people of a tile as far as they have been unpacked and judged for a first role: for those who walk through it for several
/// roles.
pub(super) struct Rows<'s> {
    first: &'s Scorer<'s>,
    facts: Vec<OnceCell<Box<CandidateFacts>>>,
    known: Vec<OnceCell<Box<Known>>>,
    /// Whether they repeat the posting's words.
    copies: Vec<OnceCell<bool>>,
}

impl<'s> Rows<'s> {
    pub(super) fn of(tile: &Tile, first: &'s Scorer<'s>) -> Self {
        let n_rows = tile.columns.n_rows();
        let mut rows = Self { first, facts: Vec::new(), known: Vec::new(), copies: vec![OnceCell::new(); n_rows] };
        rows.facts.resize_with(n_rows, OnceCell::new);
        rows.known.resize_with(n_rows, OnceCell::new);
        rows
    }

    fn known(&self, row: usize, facts: &CandidateFacts) -> &Known {
        self.known[row].get_or_init(|| Box::new(self.first.know(facts)))
    }
}

/// The facts of whoever stands in a row, kept where there is room for them.
fn facts_at<'f>(rows: Option<&'f Rows<'_>>, row: usize, entry: &'f Entry) -> Cow<'f, CandidateFacts> {
    match (rows, entry.is_packed()) {
        (Some(rows), true) => Cow::Borrowed(rows.facts[row].get_or_init(|| Box::new(entry.facts().into_owned()))),
        _ => entry.facts(),
    }
}

/// Room that one thread uses again in its walk.
#[derive(Default)]
pub(super) struct Room {
    sheet: Sheet,
    /// Where there are gates.
    passing: Vec<bool>,
    rows: Vec<u16>,
}

impl<'a> Walk<'a> {
    /// A walk through these tiles.
    pub(super) fn new(scorer: &'a Scorer<'a>, tiles: &[Tile]) -> Self {
        let judged = Judged::over(tiles.iter().map(|tile| &*tile.columns));
        Self::with(scorer, None, Arc::new(judged))
    }

    /// The same before others for roles that may differ little: people become known by it.
    pub(super) fn before_others(self) -> Self {
        Self { common: Common::of(self.scorer, self.scorer), ..self }
    }

    /// A walk for a role that may differ little from that of a first walk: whoever is known for that one is judged by it. Both
    /// scorers are made with the same means.
    pub(super) fn beside(first: &Self, scorer: &'a Scorer<'a>, tiles: &[Tile]) -> Self {
        let common = Common::of(first.scorer, scorer);
        let judges_alike = common.as_ref().is_some_and(Common::judges_statements_alike);
        let judged = if judges_alike {
            first.judged.clone()
        } else {
            Arc::new(Judged::over(tiles.iter().map(|tile| &*tile.columns)))
        };
        Self::with(scorer, common, judged)
    }

    fn with(scorer: &'a Scorer<'a>, common: Option<Common>, judged: Arc<Judged>) -> Self {
        scorer.prepare();
        let bound = Bound::new(scorer);
        Self { has_gates: bound.has_gates(), scorer, common, bound, judged, spent: Spent::default() }
    }

    /// Scores one, whatever it takes.
    pub(super) fn one(&self, entry: &Arc<Entry>, visitor: &mut (impl Visitor + ?Sized)) {
        self.judge(entry, &entry.facts(), visitor);
    }

    fn judge(&self, entry: &Arc<Entry>, facts: &CandidateFacts, visitor: &mut (impl Visitor + ?Sized)) {
        let fit = self.scorer.score(facts);
        match fit.gate {
            Some(gate) => visitor.removed(gate),
            None => visitor.judged(entry, facts, fit),
        }
    }

    /// Goes through a tile. `wanted` is how many the visitor wants to know of: as long as nothing is known of what it takes, four
    /// times as many are looked at first.
    pub(super) fn tile(
        &self,
        tile: &Tile,
        known: Option<&Rows<'_>>,
        room: &mut Room,
        wanted: usize,
        visitor: &mut (impl Visitor + ?Sized),
    ) {
        let began = Instant::now();
        if !self.bound.holds_over(&tile.columns) {
            tile.rows().for_each(|(row, entry)| self.judge(entry, &facts_at(known, row, entry), visitor));
            self.spent.on_fits(began);
            return;
        }
        let Room { sheet, passing, rows } = room;
        let copies = |row: usize| {
            let has_copied = |entry: &Arc<Entry>| {
                self.scorer.may_copy(entry.runs()) && self.scorer.copies(&facts_at(known, row, entry))
            };
            let find = || tile.row(row).is_some_and(has_copied);
            // Roles with anything in common have their words in common.
            match known.filter(|_| self.common.is_some()) {
                Some(rows) => *rows.copies[row].get_or_init(find),
                None => find(),
            }
        };
        if self.has_gates {
            let meets = |row: usize, requirement: usize| {
                tile.row(row).is_some_and(|entry| self.scorer.passes(requirement, &facts_at(known, row, entry)))
            };
            passing.clear();
            passing.extend((0..tile.columns.n_rows()).map(|row| tile.row(row).is_some()));
            self.bound.pass_gates(&tile.columns, meets, passing, sheet, &self.judged, |gate| visitor.removed(gate));
        }
        self.bound.over(&tile.columns, sheet);
        let passes = |row: &u16| !self.has_gates || passing[usize::from(*row)];
        rows.clear();
        rows.extend(sheet.reaching(Bound::least(visitor.least())).filter(passes));
        // Once it is known what it takes, there is nothing to learn from the highest bounds.
        let n_first = if visitor.least() > 0 { 0 } else { FIRST.max(wanted.saturating_mul(4)).min(rows.len()) };
        if n_first < rows.len() {
            rows.select_nth_unstable_by_key(n_first, |row| Reverse(sheet.most()[usize::from(*row)]));
        }
        let (first, others) = rows.split_at(n_first);
        let mut began = began;
        for rows in [first, others] {
            let least = Bound::least(visitor.least());
            let mut bounds = self.bound.closer(&tile.columns, sheet, &self.judged, rows, copies, least);
            bounds.sort_unstable_by_key(|(bound, row)| (Reverse(*bound), *row));
            began = self.spent.on_bounds(began);
            for (bound, row) in bounds {
                if bound < Bound::least(visitor.least()) {
                    break;
                }
                let Some(entry) = tile.row(usize::from(row)).filter(|entry| visitor.may_matter(entry)) else {
                    continue;
                };
                let facts = facts_at(known, usize::from(row), entry);
                let fit = match (known, &self.common) {
                    (Some(rows), Some(common)) => {
                        self.scorer.score_by(common, rows.known(usize::from(row), &facts), &facts)
                    }
                    _ => self.scorer.score(&facts),
                };
                debug_assert_eq!(fit, self.scorer.score(&facts), "{}", entry.id);
                debug_assert!(Bound::least(fit.total) <= bound, "{} is above its bound of {bound}: {fit:?}", entry.id);
                debug_assert_eq!(fit.gate, None, "{} was to be removed", entry.id);
                visitor.judged(entry, &facts, fit);
            }
            began = self.spent.on_fits(began);
        }
    }
}
