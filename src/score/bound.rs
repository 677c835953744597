//! Upper bounds of fits: from columns for many candidates at once, then one by one. Whoever's bound cannot reach a shortlist need
//! not be scored. Nothing here is part of an answer.

mod asked;
mod judged;
mod lanes;
mod work;

use pulp::Arch;

use self::asked::{Asked, Wanted, options};
pub(crate) use self::judged::Judged;
use self::lanes::{
    ALL_KEPT, ALL_POINTS, ALL_WORK, Add, AddPart, AtLeast, Combine, FULL, ROUNDING, STRIDE, kept_of, part_of, scaled,
    units, up, weights,
};
use self::work::{Kinds, by_kinds};
use super::columns::{Cell, Column, Columns, Work};
use super::fit::{FULL_FIT, Gate};
use super::fixed::{ONE, Share};
use super::scale::MostOfScale;
use super::scorer::Scorer;
use super::skills::MostEarned;
use super::statements::Subject;
use super::{family, function, level, location, pay};
use crate::extract::CandidateFacts;
use crate::taxonomy::{FunctionId, TopicId};

/// Bounds for one role, by one scorer.
pub(crate) struct Bound<'a> {
    scorer: &'a Scorer<'a>,
    asked: Vec<Asked<'a>>,
    /// Kinds of work of the role, as far as the posting's words let columns tell.
    kinds: Vec<Kinds>,
    /// The same of whoever repeats no words of the posting, where there are any.
    own_kinds: Vec<Kinds>,
    /// What silence about all of them leaves.
    silence: u16,
    /// What everybody has of kinds of work before domains and topics are added.
    least_work: u16,
    /// What is left of kinds of work whatever is done with them, and functions of the role, with what a column's 255 of each adds to that.
    least_left: u16,
    functions: Vec<(FunctionId, u16)>,
    /// Topics of the role, with what a column's 255 of each adds, and the most that all add.
    topics: Vec<(TopicId, u16)>,
    all_topics: u16,
    /// What everybody has before skills and family are added.
    base: u16,
    /// What is kept by whoever meets no must-have.
    kept: u16,
    most_bonus: u16,
    /// What the other components weigh, in the order in which they are looked at.
    rest: [(Rest, u16); 4],
    /// What whoever meets all requirements has before family is added.
    all_skills: u16,
    scale: Option<MostOfScale>,
    arch: Arch,
}

/// Components that are looked at one candidate at a time, those first that tell most people apart for the least work.
#[derive(Clone, Copy)]
enum Rest {
    Scale,
    Location,
    Pay,
    Level,
}

/// The most that something comes to: told in the candidate's own words, and where any of them may be the posting's.
#[derive(Clone, Copy, Debug)]
struct Most<T = u16> {
    own: T,
    any: T,
}

impl<T> Most<T> {
    fn map<U>(self, change: impl Fn(T) -> U) -> Most<U> {
        Most { own: change(self.own), any: change(self.any) }
    }
}

/// The bounds of one set of columns: room that is used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Points before the penalty, in units.
    points: Vec<u16>,
    /// What the penalty leaves of them.
    kept: Vec<u16>,
    /// The bounds, in units.
    most: Vec<u16>,
    /// Points before kinds of work are added.
    skills: Vec<u16>,
    /// What kinds of work come to, and what is left of that by what is done with them.
    work: Vec<u16>,
    left: Vec<u16>,
    /// The highest bound of each [`STRIDE`] rows.
    tops: Vec<u16>,
    cells: [Vec<u8>; 2],
    /// What several columns add together, before it is held to their most.
    together: Vec<u16>,
    open: Vec<Open>,
}

/// A row that is looked at closer.
#[derive(Clone, Copy, Debug)]
struct Open {
    row: u16,
    /// What is left of its points.
    points: Most,
    kept: u16,
}

impl Sheet {
    /// The bound of each row, in units that only compare.
    pub(crate) fn most(&self) -> &[u16] {
        &self.most
    }

    /// Rows whose bound reaches `least`, in order.
    pub(crate) fn reaching(&self, least: u16) -> impl Iterator<Item = u16> + '_ {
        let strides = (0_u16..).step_by(STRIDE).zip(self.most.chunks(STRIDE)).zip(&self.tops);
        let reaching = strides.filter(move |(_, top)| **top >= least).map(|(stride, _)| stride);
        reaching.flat_map(move |(first, bounds)| {
            (first..).zip(bounds).filter(move |(_, bound)| **bound >= least).map(|(row, _)| row)
        })
    }
}

impl<'a> Bound<'a> {
    pub(crate) fn new(scorer: &'a Scorer<'a>) -> Self {
        let [skills, of_family, scale, pay, level, location] = scorer.weights().0.map(|weight| u64::from(weight.get()));
        let [points, all_kept, all_work, one] = [ALL_POINTS, ALL_KEPT, ALL_WORK, ONE].map(u64::from);
        let silence = u64::from(scorer.profile.silence.skills.get());
        let [total, total_must] = [scorer.requirements.total(), scorer.requirements.total_must()].map(|w| w.max(1));
        let lost = u64::from(scorer.penalty_share(Share::ZERO).get());
        let least_lost = u64::from(scorer.penalty_share(scorer.most_presumed()).get());
        // A component of x and a silence of s make s + (1 - s) x: linear in x, so each requirement adds its share. What is presumed
        // at the most adds to that in the same way.
        let named = u64::from(scorer.most_presumed().rest().get());
        let of_credit = |weight| up(&[points, skills, one - silence, named, weight], &[one, one, one, total]);
        let of_met = |weight| up(&[all_kept, lost, named, weight], &[one, one, total_must]);
        let mut kept = units(&[all_kept, one - least_lost], &[one]);
        let mut asked = Vec::new();
        for (index, requirement) in scorer.role.requirements.iter().enumerate() {
            let weight = scorer.requirements.weight(index);
            let met = if requirement.is_must() { of_met(weight) } else { 0 };
            let options = options(requirement, scorer);
            if options.is_empty() {
                // What does not count is met by everybody.
                kept = kept.saturating_add(met);
                continue;
            }
            asked.push(Asked { requirement: index, options, credit: of_credit(weight), met });
        }
        // A field of x and a trade of s make s + (1 - s) x, too.
        let trade = function::most_of_trade(scorer.role, scorer.profile, scorer.taxonomy);
        let of_field = trade.rest().of(of_family);
        // What both are about is a part of the field, where the role names anything.
        let about = if scorer.about.is_nothing() { Share::ZERO } else { scorer.profile.family.about };
        let [of_topics, of_field] = [about, about.rest()].map(|part| part.of(of_field) + 1);
        let mix = family::mix(&scorer.role.domains, scorer.profile, scorer.taxonomy);
        let focus = scorer.profile.family.focus;
        let domains = &scorer.role.domains;
        let kinds = |parts: &[(Work, Share)]| -> Vec<Kinds> {
            let asked = parts.iter().filter(|_| !domains.is_empty());
            asked.map(|(work, part)| Kinds::new(*work, scorer, &mix, part.of(of_field) + 1)).collect()
        };
        let own = kinds(&[(Work::Nearest, focus.rest()), (Work::Focus, focus)]);
        let (kinds, own_kinds) =
            if scorer.posting.is_empty() { (own, Vec::new()) } else { (kinds(&[(Work::Any, Share::ONE)]), own) };
        let mut topics = Vec::new();
        let enough_about = u64::from(scorer.profile.family.enough_about.get().max(1));
        for (topic, part, length) in scorer.about.parts().filter(|_| !domains.is_empty()) {
            topics.push((topic, up(&[all_work, of_topics, part], &[length, enough_about])));
        }
        let rest = [(Rest::Scale, scale), (Rest::Location, location), (Rest::Pay, pay), (Rest::Level, level)];
        let rest = rest.map(|(which, weight)| (which, units(&[points, weight], &[one])));
        let silent = u64::from(scorer.profile.silence.skills.or(scorer.most_presumed()).get());
        let silent = units(&[points, skills, silent], &[one, one]);
        // Where no domain is asked, all turns on what is done.
        let otherwise = if domains.is_empty() { of_family } else { trade.of(of_family) };
        let least_left = u64::from(function::least_left(scorer.role, scorer.profile, scorer.taxonomy).get());
        let least_left = if scorer.role.functions.is_empty() { one } else { least_left };
        let functions = function::at_most(&scorer.role.functions, scorer.taxonomy);
        let functions: Vec<(FunctionId, u16)> = functions
            .flat_map(|(function, most)| {
                weights(ALL_KEPT, one - least_left, most).map(move |weight| (function, weight))
            })
            .collect();
        let base = rest.iter().fold(silent, |sum, (_, weight)| sum.saturating_add(*weight));
        let most_bonus = up(&[u64::from(scorer.profile.bonus.most), u64::from(FULL)], &[u64::from(FULL_FIT)]);
        // Each column's share is rounded down.
        let n_kinds = kinds.iter().chain(&own_kinds).map(Kinds::len).sum::<usize>();
        let n_terms = asked.len() + n_kinds + topics.len() + functions.len();
        let n_terms = u16::try_from(n_terms).unwrap_or(u16::MAX);
        Self {
            scorer,
            asked,
            kinds,
            own_kinds,
            silence: units(&[points, of_family, u64::from(scorer.profile.silence.family.get())], &[one, one]),
            least_work: units(&[all_work, otherwise], &[one]).saturating_add(1),
            least_left: units(&[all_kept, least_left], &[one]),
            functions,
            topics,
            all_topics: units(&[all_work, of_topics], &[one]).saturating_add(1),
            base: base.saturating_add(n_terms).saturating_add(ROUNDING),
            kept: kept.saturating_add(n_terms),
            most_bonus,
            rest,
            all_skills: rest
                .iter()
                .fold(units(&[points, skills], &[one]), |sum, (_, weight)| sum.saturating_add(*weight)),
            scale: MostOfScale::new(scorer.role, scorer.profile),
            arch: Arch::new(),
        }
    }

    /// Whether these columns bound fits of this scorer. Where they do not, everybody is to be scored.
    pub(crate) fn holds_over(&self, columns: &Columns) -> bool {
        columns.hold_for(self.scorer.profile, self.scorer.as_of_month)
    }

    /// Whether the role removes anybody.
    pub(crate) fn has_gates(&self) -> bool {
        let role = self.scorer.role;
        !role.authorization.is_empty() || role.requirements.iter().any(|requirement| requirement.gate)
    }

    /// The least bound of a fit of so many millionths of a point.
    pub(crate) fn least(total: u32) -> u16 {
        let units = u64::from(total) * u64::from(FULL) / u64::from(FULL_FIT);
        u16::try_from(units).unwrap_or(u16::MAX)
    }

    /// Bounds by skills and kinds of work alone, for all rows.
    pub(crate) fn over(&self, columns: &Columns, sheet: &mut Sheet) {
        let n_rows = columns.n_rows();
        let Sheet { points, kept, most, skills, work, left, tops, cells, together, .. } = sheet;
        for (numbers, start) in [(&mut *points, self.base), (&mut *kept, self.kept), (&mut *most, 0)] {
            numbers.clear();
            numbers.resize(n_rows, start);
        }
        tops.resize(n_rows.div_ceil(STRIDE), 0);
        for asked in &self.asked {
            match self.column(asked, columns, cells) {
                Column::Whole { credit, met } => {
                    self.arch.dispatch(Add { to: points, column: credit, weight: asked.credit });
                    if asked.met > 0 {
                        self.arch.dispatch(Add { to: kept, column: met, weight: asked.met });
                    }
                }
                Column::Rows(rows, cells) => {
                    for (row, cell) in rows.iter().zip(cells) {
                        let row = usize::from(*row);
                        points[row] = points[row].saturating_add(scaled(cell.credit, asked.credit));
                        if asked.met > 0 {
                            kept[row] = kept[row].saturating_add(scaled(cell.met, asked.met));
                        }
                    }
                }
            }
        }
        skills.clone_from(points);
        self.work(columns, work, left, together);
        if self.compares_words() {
            // Without the posting's words, what is done may come closer. Whoever says nothing but those keeps the benefit of the doubt,
            // whatever they are about.
            self.arch.dispatch(AddPart { to: points, from: work, left: None });
            self.arch.dispatch(AtLeast { to: points, from: skills, more: self.silence });
        } else {
            self.arch.dispatch(AddPart { to: points, from: work, left: Some(left) });
        }
        let bonus = (columns.bonus(), self.most_bonus);
        self.arch.dispatch(Combine { most, tops, points, kept, bonus });
    }

    /// What the rows earn of one requirement: the most of all its options.
    fn column<'c>(&self, asked: &Asked<'_>, columns: &'c Columns, cells: &'c mut [Vec<u8>; 2]) -> Column<'c> {
        if let [Wanted::Concept(concept)] = asked.options[..] {
            return columns.skill(concept);
        }
        for plane in &mut *cells {
            plane.clear();
            plane.resize(columns.n_rows(), 0);
        }
        let [credits, mets] = cells;
        let mut raise = |row: u16, cell: Cell| {
            let row = usize::from(row);
            credits[row] = credits[row].max(cell.credit);
            mets[row] = mets[row].max(cell.met);
        };
        let unrecognized = Cell::of(MostEarned::of_unrecognized(self.scorer.means()));
        for option in &asked.options {
            match option {
                Wanted::Words(words) => columns.with_words(words).for_each(|row| raise(row, unrecognized)),
                Wanted::Concept(concept) => match columns.skill(*concept) {
                    Column::Rows(rows, found) => rows.iter().zip(found).for_each(|(row, cell)| raise(*row, *cell)),
                    Column::Whole { credit, met } => (0_u16..)
                        .zip(credit.iter().zip(met))
                        .for_each(|(row, (credit, met))| raise(row, Cell { credit: *credit, met: *met })),
                },
            }
        }
        Column::Whole { credit: &*credits, met: &*mets }
    }

    /// Bounds of those of the rows that still reach `least` when their circumstances are looked at too. `copies` tells of a row
    /// whether it repeats the posting's words: of whoever does, less is said, and without them some components may turn out better.
    ///
    /// One circumstance is looked at for all rows before the next one: what they need lies far apart in memory, and a processor
    /// fetches for many rows at once where no row waits for what the one before it came to.
    pub(crate) fn closer(
        &self,
        columns: &Columns,
        sheet: &mut Sheet,
        judged: &Judged,
        rows: &[u16],
        copies: impl Fn(usize) -> bool,
        least: u16,
    ) -> Vec<(u16, u16)> {
        let Sheet { points, kept, most, skills, work, left, open, .. } = sheet;
        let whole = u16::try_from(ALL_KEPT).unwrap_or(u16::MAX);
        let bound = |open: &Open, left: u16| {
            let row = usize::from(open.row);
            let bonus = most[row] - kept_of(points[row], kept[row]);
            kept_of(left, open.kept).saturating_add(bonus)
        };
        let reaches = |open: &Open| bound(open, open.points.any) >= least;
        open.clear();
        open.extend(rows.iter().filter(|row| most[usize::from(**row)] >= least).map(|row| {
            let at = usize::from(*row);
            Open { row: *row, points: Most { own: points[at], any: points[at] }, kept: kept[at] }
        }));
        for (which, weight) in self.rest {
            if weight == 0 {
                continue;
            }
            open.retain_mut(|open| {
                let earned = self.earned(which, columns, judged, usize::from(open.row));
                let missed = earned.map(|earned| missed(earned, weight));
                open.points.own = open.points.own.saturating_sub(missed.own);
                open.points.any = open.points.any.saturating_sub(missed.any);
                reaches(open)
            });
        }
        if self.scorer.most_presumed() > Share::ZERO {
            open.retain_mut(|open| {
                let row = usize::from(open.row);
                // What is copied makes nobody's wording likelier.
                let presumed = self.scorer.likeness.at_most(columns.wording(row));
                let missed = self.not_presumed(presumed, self.all_skills.saturating_sub(skills[row]));
                open.points = open.points.map(|points| points.saturating_sub(missed));
                open.kept -= self.not_presumed(presumed, whole.saturating_sub(open.kept)).min(open.kept);
                reaches(open)
            });
        }
        let last = |open: &Open| {
            let row = usize::from(open.row);
            let Most { mut own, any } = open.points;
            if self.compares_words() {
                let copied =
                    by_kinds(&self.kinds, columns, row).saturating_sub(by_kinds(&self.own_kinds, columns, row));
                let closer = part_of(work[row].saturating_sub(copied), left[row]);
                own = own.saturating_sub(points[row].saturating_sub(skills[row]).saturating_sub(closer));
            }
            let copies = self.compares_words() && own < any && copies(row);
            let bound = bound(open, if copies { any } else { own });
            (bound >= least).then_some((bound, open.row))
        };
        open.iter().filter_map(last).collect()
    }

    /// What falls away of a bound under which so much is missing when less than the most is presumed.
    fn not_presumed(&self, presumed: Share, missing: u16) -> u16 {
        let most = self.scorer.most_presumed();
        let less = u64::from(most.get().saturating_sub(presumed.get()));
        let fallen = u64::from(missing) * less / u64::from(most.rest().get().max(1));
        u16::try_from(fallen.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    fn compares_words(&self) -> bool {
        !self.scorer.posting.is_empty()
    }

    /// The most that a row earns of a component.
    fn earned(&self, which: Rest, columns: &Columns, judged: &Judged, row: usize) -> Most<Share> {
        let Scorer { role, market, profile, rates, as_of_month, as_of_day, ref bands, .. } = *self.scorer;
        let stated = |subject, score: &dyn Fn(&CandidateFacts) -> Share| {
            let (number, statement) = columns.statement(subject, row);
            let [own, any] = judged.once(number, || statement.earns(columns.months_to(as_of_month), score));
            Most { own, any: if self.compares_words() { any } else { own } }
        };
        match which {
            Rest::Location => stated(Subject::Place, &|facts| location::score(role, facts, profile, as_of_day).score),
            Rest::Level => stated(Subject::Level, &|facts| level::score(role, facts, profile, as_of_month).score),
            Rest::Pay => {
                stated(Subject::Pay, &|facts| pay::at_most(bands.as_ref(), role, facts, market, profile, rates))
            }
            Rest::Scale => {
                let own = self.scale.as_ref().map_or(Share::ZERO, |most| most.of(columns.sizes(row)));
                // Whose sizes are all the posting's has stated none.
                let any = if self.compares_words() { own.max(profile.silence.scale) } else { own };
                Most { own, any }
            }
        }
    }

    /// Takes whoever a gate removes out of those present, and tells how many each gate removed. `meets` tells of a row whether it
    /// meets the requirement of this number as its gate wants; it is asked only of those present, and where the columns leave it open.
    pub(crate) fn pass_gates(
        &self,
        columns: &Columns,
        meets: impl Fn(usize, usize) -> bool,
        present: &mut [bool],
        sheet: &mut Sheet,
        judged: &Judged,
        mut removed: impl FnMut(Gate),
    ) {
        if !self.scorer.role.authorization.is_empty() {
            let permit =
                |facts: &CandidateFacts| if self.scorer.is_permitted(facts) { Share::ONE } else { Share::ZERO };
            for (row, present) in present.iter_mut().enumerate().filter(|(_, present)| **present) {
                let (number, statement) = columns.statement(Subject::Permits, row);
                let [permitted, _] = judged.once(number, || statement.earns(0, permit));
                if permitted == Share::ZERO {
                    *present = false;
                    removed(Gate::WorkAuthorization);
                }
            }
        }
        let gates = self.asked.iter().filter(|asked| self.scorer.role.requirements[asked.requirement].gate);
        for asked in gates {
            let met = self.met(asked, columns, &mut sheet.cells);
            let requirement = &self.scorer.role.requirements[asked.requirement];
            let credit = u64::from(self.scorer.profile.must_haves.gate_credit.get()) * 255;
            let one = u64::from(ONE);
            for (row, present) in present.iter_mut().enumerate().filter(|(_, present)| **present) {
                let most = u64::from(met[row]);
                // Rounded up, so the truth lies within one step below.
                let surely = requirement.min_years_tenths.is_none() && most > 0 && (most - 1) * one >= credit;
                let passes = surely || (most * one >= credit && meets(row, asked.requirement));
                if !passes {
                    *present = false;
                    removed(Gate::Requirement(asked.requirement));
                }
            }
        }
    }

    /// What meets one requirement, by row.
    fn met(&self, asked: &Asked<'_>, columns: &Columns, cells: &mut [Vec<u8>; 2]) -> Vec<u8> {
        match self.column(asked, columns, cells) {
            Column::Whole { met, .. } => met.to_vec(),
            Column::Rows(rows, cells) => {
                let mut met = vec![0; columns.n_rows()];
                for (row, cell) in rows.iter().zip(cells) {
                    met[usize::from(*row)] = cell.met;
                }
                met
            }
        }
    }
}

/// What is missed of a weight, one unit less for what is rounded.
fn missed(earned: Share, weight: u16) -> u16 {
    u16::try_from(earned.rest().of(u64::from(weight)).saturating_sub(1)).unwrap_or(u16::MAX)
}
