//! Candidates in columns: one row each, for reading what bounds many fits at once. Columns hold the most that a row can earn, in
//! bytes rounded up; no answer is made of them.

mod kept;

use borsh::{BorshDeserialize, BorshSerialize};
use ndarray::Array2;

use super::about::About;
use super::facets::{FacetColumns, ScaleTier};
use super::fixed::Share;
use super::likeness::{self, Shade};
use super::lists::Lists;
use super::scale::{self, Size};
use super::skills::{Means, MostEarned};
use super::statements::{SUBJECTS, Statement, Statements, Stating, Subject};
use super::{ScoringProfile, claimed, family, function};
use crate::domain::{Month, fnv1a};
use crate::extract::CandidateFacts;
use crate::taxonomy::{ConceptId, FamilyId, FunctionId, Taxonomy, TopicId};

pub(crate) use kept::KeptColumns;

/// The most rows of one set of columns: their numbers fit in two bytes, and a column in a processor's nearest memory.
pub(crate) const MAX_ROWS: usize = 4096;

/// Concepts of this share of the rows have columns of their own; what rarer ones earn is listed. One in three makes both equally
/// large.
const DENSE: usize = 3;

/// What columns are made with: they bound fits by the same taxonomy and scoring profile, as of that month or a later one.
#[derive(Clone, Copy)]
pub(crate) struct ColumnMeans<'a> {
    pub taxonomy: &'a Taxonomy,
    pub profile: &'a ScoringProfile,
    pub as_of: Month,
    pub statements: &'a Statements,
}

/// The most that a row earns of one asked concept: of the skills component, and of meeting a must-have. In 255ths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Cell {
    pub credit: u8,
    pub met: u8,
}

impl Cell {
    pub(super) fn of(most: MostEarned) -> Self {
        Self { credit: most.credit.in_255ths(), met: most.met.in_255ths() }
    }

    fn raise_to(&mut self, other: Self) {
        self.credit = self.credit.max(other.credit);
        self.met = self.met.max(other.met);
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Columns {
    n_rows: usize,
    profile: Box<str>,
    as_of: Month,
    /// By concept, where what it earns is found.
    places: Vec<Place>,
    /// Two columns a common concept, of credits and of what meets a must-have; a column is a row of the array.
    common: Array2<u8>,
    /// What rarer concepts earn, by concept and row.
    rare_rows: Vec<u16>,
    rare_cells: Vec<Cell>,
    /// Skills that no taxonomy knows: a hash of their words, and the row.
    unrecognized: Vec<(u32, u16)>,
    /// Three columns a family, in the order of [`Work`].
    families: Array2<u8>,
    /// A column a function: how much of it a row brings.
    functions: Array2<u8>,
    /// A column a topic: how much a row is about it, of its whole length.
    topics: Array2<u8>,
    /// Bonuses as a share of the most that there is.
    bonus: Vec<u8>,
    /// The sizes that are stated.
    sizes: Lists<Size>,
    /// What is to be compared with a posting's wording.
    wording: Lists<Shade>,
    /// Concepts that are claimed, ascending; to have heard of one is not enough.
    claimed: Lists<ConceptId>,
    facets: FacetColumns,
    /// By subject.
    stating: [Stating; SUBJECTS],
}

/// Where what a concept earns is found.
#[derive(Clone, Copy, Debug, BorshSerialize, BorshDeserialize)]
enum Place {
    Common(u16),
    /// From here to there in the lists.
    Rare(u32, u32),
}

/// What of a kind of work a column tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// The nearest that somebody does, when all that they tell is their own word.
    Nearest,
    /// What that comes to at the most where little of it is enough, because other work is most of what the role asks.
    Reach,
    /// How much of all that they do it is, when the same.
    Focus,
    /// Both, when any of it may be the posting's.
    Any,
}

impl Work {
    const COUNT: usize = 4;

    /// The place of a family's column.
    fn of(self, family: FamilyId) -> usize {
        Self::COUNT * family.index() + self as usize
    }
}

/// A column, or the rows that are not empty in it.
pub(super) enum Column<'a> {
    Whole { credit: &'a [u8], met: &'a [u8] },
    Rows(&'a [u16], &'a [Cell]),
}

impl Columns {
    /// Columns of so many rows, at most [`MAX_ROWS`].
    pub(crate) fn new<'a>(
        rows: impl ExactSizeIterator<Item = &'a CandidateFacts> + Clone,
        means: ColumnMeans<'_>,
    ) -> Self {
        let n_rows = rows.len();
        assert!(n_rows <= MAX_ROWS, "columns have at most {MAX_ROWS} rows, not {n_rows}");
        let families = means.taxonomy.families();
        let mut columns = Self {
            n_rows,
            profile: means.profile.hash().into(),
            as_of: means.as_of,
            places: Vec::new(),
            common: Array2::zeros((0, n_rows)),
            rare_rows: Vec::new(),
            rare_cells: Vec::new(),
            unrecognized: Vec::new(),
            families: Array2::zeros((Work::COUNT * families.all().len(), n_rows)),
            functions: Array2::zeros((means.taxonomy.functions().all().len(), n_rows)),
            topics: Array2::from_elem((means.taxonomy.topics().len(), n_rows), u8::MAX),
            bonus: Vec::with_capacity(n_rows),
            sizes: Lists::default(),
            wording: Lists::default(),
            claimed: Lists::default(),
            facets: FacetColumns::default(),
            stating: means.statements.of(rows.clone(), means.as_of),
        };
        let mut skills = Skills::new(means);
        for (row, facts) in (0_u16..).zip(rows) {
            skills.add(row, facts);
            let hashes = facts.unrecognized.iter().map(|skill| (words_hash(&skill.folded), row));
            columns.unrecognized.extend(hashes);
            for family in families.all() {
                let family::Most { nearest, reach, focus, any } =
                    family::Most::of(family, facts, means.profile, means.taxonomy);
                let kinds = [Work::Nearest, Work::Reach, Work::Focus, Work::Any];
                for (work, most) in kinds.into_iter().zip([nearest, reach, focus, any]) {
                    columns.families[[work.of(family), usize::from(row)]] = most.in_255ths();
                }
            }
            for asked in means.taxonomy.functions().all() {
                let most = function::most_alike(asked, facts, means.profile, means.taxonomy);
                columns.functions[[asked.index(), usize::from(row)]] = most.in_255ths();
            }
            // Of silence nothing is judged by what is named.
            let is_silent = facts.families.is_silent();
            let about = if is_silent { About::default() } else { About::candidate(facts, means.taxonomy) };
            for (topic, part) in about.in_255ths().enumerate() {
                columns.topics[[topic, usize::from(row)]] = part;
            }
            columns.bonus.push(bonus(facts, means.profile));
            columns.sizes.push(scale::sizes(facts, means.profile, means.as_of));
            columns.wording.push(likeness::shades(facts));
            columns.claimed.push(claimed::claimed_concepts(facts));
            columns.facets.push(facts, means.profile);
        }
        columns.sizes.shrink();
        columns.wording.shrink();
        columns.claimed.shrink();
        columns.facets.shrink();
        columns.unrecognized.sort_unstable();
        skills.fill(&mut columns);
        columns
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Whether they bound fits by this profile as of this month.
    pub(crate) fn hold_for(&self, profile: &ScoringProfile, as_of: Month) -> bool {
        as_of >= self.as_of && *self.profile == *profile.hash()
    }

    pub(super) fn skill(&self, concept: ConceptId) -> Column<'_> {
        match self.places[concept.index()] {
            Place::Common(at) => {
                let [credit, met] = [0, 1].map(|plane| whole(&self.common, 2 * usize::from(at) + plane));
                Column::Whole { credit, met }
            }
            Place::Rare(from, to) => {
                let range = usize::try_from(from).unwrap_or(0)..usize::try_from(to).unwrap_or(0);
                Column::Rows(&self.rare_rows[range.clone()], &self.rare_cells[range])
            }
        }
    }

    /// Rows with a skill of these words that no taxonomy knows, and perhaps some others.
    pub(crate) fn with_words(&self, folded: &str) -> impl Iterator<Item = u16> + '_ {
        let hash = words_hash(folded);
        let from = self.unrecognized.partition_point(|(known, _)| *known < hash);
        self.unrecognized[from..].iter().take_while(move |(known, _)| *known == hash).map(|(_, row)| *row)
    }

    /// What rows earn of a family.
    pub(super) fn family(&self, family: FamilyId, work: Work) -> &[u8] {
        whole(&self.families, work.of(family))
    }

    /// How much rows bring of a function.
    pub(super) fn function(&self, function: FunctionId) -> &[u8] {
        whole(&self.functions, function.index())
    }

    /// How much rows are about a topic, of all that they are about.
    pub(super) fn topic(&self, topic: TopicId) -> &[u8] {
        whole(&self.topics, topic.index())
    }

    pub(super) fn bonus(&self) -> &[u8] {
        &self.bonus
    }

    pub(super) fn sizes(&self, row: usize) -> &[Size] {
        self.sizes.row(row)
    }

    pub(super) fn wording(&self, row: usize) -> &[Shade] {
        self.wording.row(row)
    }

    /// The concepts that a row claims, ascending.
    pub(crate) fn claimed(&self, row: usize) -> &[ConceptId] {
        self.claimed.row(row)
    }

    /// The kinds of work that a row does, the clearest first.
    pub(crate) fn works(&self, row: usize) -> &[FamilyId] {
        self.facets.families(row)
    }

    /// The tier of the most accelerators that a row has worked with.
    pub(crate) fn tier(&self, row: usize) -> ScaleTier {
        self.facets.tier(row)
    }

    /// Whether a row may have worked with so many accelerators at once: whoever has, may.
    pub(crate) fn may_have_run(&self, row: usize, accelerators: u64) -> bool {
        scale::may_reach(self.sizes(row), accelerators)
    }

    /// Facts that say of place, pay, level and permits alone what a row states of this.
    pub(crate) fn stated(&self, of: Subject, row: usize) -> &CandidateFacts {
        self.statement(of, row).1.facts()
    }

    /// What a row states of a subject, with the statement's number.
    pub(super) fn statement(&self, of: Subject, row: usize) -> (u32, &Statement) {
        self.stating[of as usize].of(row)
    }

    /// All numbers of statements lie below this one.
    pub(super) fn n_numbers(&self) -> u32 {
        self.stating.iter().map(Stating::n_numbers).max().unwrap_or(0)
    }

    /// Months from that of the columns to this one.
    pub(crate) fn months_to(&self, as_of: Month) -> u32 {
        u32::try_from(as_of.since(self.as_of)).unwrap_or(0)
    }

    /// Bytes held in memory, without those of the statements.
    pub(crate) fn bytes(&self) -> usize {
        let arrays = [&self.common, &self.families, &self.functions, &self.topics];
        let common = arrays.iter().map(|columns| columns.len()).sum::<usize>() + self.bonus.len();
        let lists = self.sizes.bytes() + self.wording.bytes() + self.claimed.bytes() + self.facets.bytes();
        let rare = size_of_val(&*self.rare_rows) + size_of_val(&*self.rare_cells) + size_of_val(&*self.unrecognized);
        let stating: usize = self.stating.iter().map(Stating::bytes).sum();
        size_of::<Self>() + common + lists + rare + stating + size_of_val(&*self.places)
    }
}

/// A column of an array that holds one in each of its rows.
fn whole(columns: &Array2<u8>, at: usize) -> &[u8] {
    columns.row(at).to_slice().expect("rows of an array in standard order lie together")
}

fn words_hash(folded: &str) -> u32 {
    let hash = fnv1a(folded.bytes());
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).expect("masked to 32 bits")
}

fn bonus(facts: &CandidateFacts, profile: &ScoringProfile) -> u8 {
    let won: u64 = facts.signals.iter().map(|signal| u64::from(profile.bonus.of(signal.kind))).sum();
    let share = if won == 0 { Share::ZERO } else { Share::ratio(won, u64::from(profile.bonus.most)) };
    share.in_255ths()
}

/// Collects what rows earn, then sorts it by concept.
struct Skills<'a> {
    means: ColumnMeans<'a>,
    /// Of the row at hand, by concept, with the concepts that are not empty.
    row: Vec<Cell>,
    touched: Vec<ConceptId>,
    cells: Vec<(ConceptId, u16, Cell)>,
}

impl<'a> Skills<'a> {
    fn new(means: ColumnMeans<'a>) -> Self {
        let row = vec![Cell::default(); means.taxonomy.concepts().len()];
        Self { means, row, touched: Vec::new(), cells: Vec::new() }
    }

    fn add(&mut self, row: u16, facts: &CandidateFacts) {
        let ColumnMeans { taxonomy, profile, as_of, .. } = self.means;
        for claim in &facts.claims {
            let Some(most) = MostEarned::of_claim(claim, Means { profile, taxonomy, as_of, speaks: true }) else {
                continue;
            };
            for (asked, share, relation) in taxonomy.earned_by(claim.concept) {
                let cell = &mut self.row[asked.index()];
                if *cell == Cell::default() {
                    self.touched.push(asked);
                }
                cell.raise_to(Cell::of(most.by(share, relation, profile)));
            }
        }
        for concept in self.touched.drain(..) {
            let cell = std::mem::take(&mut self.row[concept.index()]);
            if cell != Cell::default() {
                self.cells.push((concept, row, cell));
            }
        }
    }

    /// All cells by concept, those of one in the order of rows, and where each concept's end: counted, and not sorted, which took
    /// three quarters of making columns.
    fn by_concept(&self) -> (Vec<(u16, Cell)>, Vec<usize>) {
        let mut ends = vec![0; self.row.len()];
        self.cells.iter().for_each(|(concept, ..)| ends[concept.index()] += 1);
        let mut begin = 0;
        for end in &mut ends {
            (begin, *end) = (begin + *end, begin);
        }
        let mut sorted = vec![(0, Cell::default()); self.cells.len()];
        for (concept, row, cell) in &self.cells {
            let end = &mut ends[concept.index()];
            sorted[*end] = (*row, *cell);
            *end += 1;
        }
        (sorted, ends)
    }

    fn fill(self, columns: &mut Columns) {
        let (cells, ends) = self.by_concept();
        let mut common: Vec<&[(u16, Cell)]> = Vec::new();
        let mut begin = 0;
        for end in ends {
            let own = &cells[begin..end];
            begin = end;
            if own.len() * DENSE >= columns.n_rows.max(1) {
                let at = u16::try_from(common.len()).expect("no more than there are concepts");
                columns.places.push(Place::Common(at));
                common.push(own);
                continue;
            }
            let from = columns.rare_rows.len();
            columns.rare_rows.extend(own.iter().map(|(row, _)| *row));
            columns.rare_cells.extend(own.iter().map(|(_, cell)| *cell));
            let [from, to] = [from, columns.rare_rows.len()].map(|n| u32::try_from(n).expect("rows by concepts"));
            columns.places.push(Place::Rare(from, to));
        }
        columns.common = Array2::zeros((2 * common.len(), columns.n_rows));
        for (at, own) in common.into_iter().enumerate() {
            for (row, cell) in own {
                columns.common[[2 * at, usize::from(*row)]] = cell.credit;
                columns.common[[2 * at + 1, usize::from(*row)]] = cell.met;
            }
        }
        columns.rare_rows.shrink_to_fit();
        columns.rare_cells.shrink_to_fit();
    }
}
