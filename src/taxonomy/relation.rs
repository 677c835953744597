//! How much of an asked concept a person brings who has another one.

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;
use super::{ConceptId, PerMille};

/// How a claimed concept stands to the asked one.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Relation {
    /// Nothing to do with each other, or too little to count.
    None,
    /// Reached over two relations.
    Distant,
    /// Different, but much carries over.
    Related,
    /// The claimed one is broader than the asked one.
    Broader,
    /// The claimed tool shows the asked practice, or the claimed practice covers the asked tool.
    Practice,
    /// The claimed one is narrower than the asked one.
    Narrower,
    /// They are the same.
    Same,
}

const BY_CODE: [Relation; 7] = [
    Relation::None,
    Relation::Distant,
    Relation::Related,
    Relation::Broader,
    Relation::Practice,
    Relation::Narrower,
    Relation::Same,
];

/// Credit for a narrower concept claimed where a broader one is asked: nearly the whole.
const NARROWER: u16 = 950;
/// What is stated of a broader concept holds so much less with each further step down.
const FARTHER: u16 = 800;
/// Credit for a broader concept claimed where a narrower one is asked: the subject is known, the tool may not be.
const BROADER: u16 = 500;
/// Credit for a tool claimed where the practice is asked that it implies.
const TOOL_FOR_PRACTICE: u16 = 800;
/// Credit for a practice claimed where a tool of it is asked.
const PRACTICE_FOR_TOOL: u16 = 400;
/// Credit below which a relation is cut.
pub(super) const CUT: u16 = 300;

/// No hierarchy has more steps: ends the walk up where somebody's file runs in a circle.
const MAX_STEPS: usize = 8;

/// Credits between all pairs of concepts, with at most two relations multiplied, and one behind as many steps up a hierarchy as there are.
/// Few of all pairs have any (one in a hundred), so that only these are kept.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct CreditMatrix {
    /// By claimed concept, where its row begins in `asked` and `cells`; and one more for their end.
    rows: Column<u32>,
    /// The asked ones for which it earns any credit, ascending.
    asked: Column<u16>,
    cells: Column<Cell>,
    /// By asked concept, where those begin in `claimed` that earn any credit for it, ascending.
    columns: Column<u32>,
    claimed: Column<u16>,
}

/// Thousandths in the low twelve bits and the sort of relation above them; 0 is none.
type Cell = u16;

/// One stated relation: `claimed` earns `credit` of `asked`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub claimed: ConceptId,
    pub asked: ConceptId,
    pub credit: PerMille,
    pub relation: Relation,
}

impl Edge {
    /// Both directions of a broader/narrower pair.
    pub(super) fn hierarchy(narrower: ConceptId, broader: ConceptId) -> [Self; 2] {
        [
            Self { claimed: narrower, asked: broader, credit: PerMille::new(NARROWER), relation: Relation::Narrower },
            Self { claimed: broader, asked: narrower, credit: PerMille::new(BROADER), relation: Relation::Broader },
        ]
    }

    /// Both directions between a tool and a practice that it implies.
    pub(super) fn practice(tool: ConceptId, practice: ConceptId) -> [Self; 2] {
        let relation = Relation::Practice;
        [
            Self { claimed: tool, asked: practice, credit: PerMille::new(TOOL_FOR_PRACTICE), relation },
            Self { claimed: practice, asked: tool, credit: PerMille::new(PRACTICE_FOR_TOOL), relation },
        ]
    }
}

fn pack(credit: PerMille, relation: Relation) -> Cell {
    credit.get() | ((relation as Cell) << 12)
}

fn credit_of(cell: Cell) -> u16 {
    cell & 0x0fff
}

fn unpack(cell: Cell) -> (PerMille, Relation) {
    (PerMille::new(credit_of(cell)), BY_CODE[usize::from(cell >> 12)])
}

/// What is stated of each claimed concept: the asked one, the credit for it, and the sort of relation.
type Stated = Vec<Vec<(ConceptId, PerMille, Relation)>>;

/// What one claimed concept earns, while it is found out: a cell for every concept, and which of them are filled.
struct Earnings {
    cells: Vec<Cell>,
    filled: Vec<ConceptId>,
}

impl Earnings {
    /// Keeps the greater credit for `asked`.
    fn offer(&mut self, asked: ConceptId, credit: PerMille, relation: Relation) {
        let cell = &mut self.cells[asked.index()];
        let new = pack(credit, relation);
        if credit.get() < CUT || (credit.get(), new) <= (credit_of(*cell), *cell) {
            return;
        }
        if *cell == 0 {
            self.filled.push(asked);
        }
        *cell = new;
    }

    /// One relation, and two in a row.
    fn take_two_steps(&mut self, claimed: ConceptId, stated: &Stated) {
        for &(middle, first, kind) in &stated[claimed.index()] {
            self.offer(middle, first, kind);
            for &(asked, second, next) in &stated[middle.index()] {
                // Two steps up the hierarchy stay in it; any other pair of steps is a distant relation.
                let relation = if kind == Relation::Narrower && next == Relation::Narrower {
                    Relation::Narrower
                } else {
                    Relation::Distant
                };
                self.offer(asked, first.times(second), relation);
            }
        }
    }

    /// The broader concepts up to the top, and what is stated of these.
    fn climb(&mut self, claimed: ConceptId, stated: &Stated) {
        let mut reached: Vec<(ConceptId, PerMille)> = vec![(claimed, PerMille::ONE)];
        let mut holds = PerMille::new(NARROWER);
        for _ in 0..MAX_STEPS {
            let up = |&(from, credit): &(ConceptId, PerMille)| {
                let broader = stated[from.index()].iter().filter(|(.., relation)| *relation == Relation::Narrower);
                broader.map(move |&(asked, step, _)| (asked, credit.times(step)))
            };
            reached = reached.iter().flat_map(up).filter(|(_, credit)| credit.get() >= CUT).collect();
            reached.sort_unstable();
            reached.dedup();
            for &(kind, climbed) in &reached {
                self.offer(kind, climbed, Relation::Narrower);
                // What is stated of a broader concept holds for all kinds of it, however many steps below.
                for &(asked, step, relation) in &stated[kind.index()] {
                    if matches!(relation, Relation::Related | Relation::Practice) {
                        self.offer(asked, holds.times(step), Relation::Distant);
                    }
                }
            }
            holds = holds.times(PerMille::new(FARTHER));
        }
    }

    /// What was found out, ascending; empty again behind it.
    fn take(&mut self) -> impl Iterator<Item = (ConceptId, Cell)> {
        self.filled.sort_unstable();
        self.filled.drain(..).map(|asked| (asked, std::mem::take(&mut self.cells[asked.index()])))
    }
}

impl CreditMatrix {
    /// Closes the stated edges over two steps, and hierarchies wholly: an H100 is a Hopper, an NVIDIA GPU, a GPU, and earns what
    /// is stated of these.
    pub(super) fn new(concepts: usize, edges: &[Edge]) -> Self {
        let mut stated: Stated = vec![Vec::new(); concepts];
        for edge in edges {
            stated[edge.claimed.index()].push((edge.asked, edge.credit, edge.relation));
        }
        let mut earnings = Earnings { cells: vec![0; concepts], filled: Vec::new() };
        let (mut rows, mut asked, mut cells) = (vec![0], Vec::new(), Vec::new());
        let mut earning: Vec<Vec<u16>> = vec![Vec::new(); concepts];
        for claimed in 0..concepts {
            let claimed = ConceptId(u16::try_from(claimed).expect("ids of concepts have 16 bits"));
            earnings.take_two_steps(claimed, &stated);
            earnings.climb(claimed, &stated);
            earnings.offer(claimed, PerMille::ONE, Relation::Same);
            for (concept, cell) in earnings.take() {
                earning[concept.index()].push(claimed.0);
                asked.push(concept.0);
                cells.push(cell);
            }
            rows.push(end_of(&asked));
        }
        let (mut columns, mut claimed) = (vec![0], Vec::with_capacity(asked.len()));
        for of_one in earning {
            claimed.extend(of_one);
            columns.push(end_of(&claimed));
        }
        Self {
            rows: rows.into(),
            asked: asked.into(),
            cells: cells.into(),
            columns: columns.into(),
            claimed: claimed.into(),
        }
    }

    pub(super) fn get(&self, asked: ConceptId, claimed: ConceptId) -> (PerMille, Relation) {
        let row = range(&self.rows, claimed);
        let at = self.asked[row.clone()].binary_search(&asked.0);
        unpack(at.map_or(0, |at| self.cells[row.start + at]))
    }

    /// All concepts that earn any credit for `asked`, ascending, the asked one included.
    pub(super) fn earning(&self, asked: ConceptId) -> impl Iterator<Item = ConceptId> + '_ {
        self.claimed[range(&self.columns, asked)].iter().copied().map(ConceptId)
    }

    /// All concepts for which `claimed` earns any credit, ascending, itself included.
    pub(super) fn earned_by(
        &self,
        claimed: ConceptId,
    ) -> impl ExactSizeIterator<Item = (ConceptId, PerMille, Relation)> + '_ {
        range(&self.rows, claimed).map(|at| {
            let (credit, relation) = unpack(self.cells[at]);
            (ConceptId(self.asked[at]), credit, relation)
        })
    }
}

/// What belongs to a concept, between its start and the next one's.
fn range(starts: &[u32], concept: ConceptId) -> std::ops::Range<usize> {
    starts[concept.index()] as usize..starts[concept.index() + 1] as usize
}

fn end_of(concepts: &[u16]) -> u32 {
    u32::try_from(concepts.len()).expect("few of all pairs of 2^16 concepts earn any credit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hierarchy_is_climbed_to_its_top() {
        let id = ConceptId;
        let edges: Vec<Edge> =
            [(0, 1), (1, 2), (2, 3)].iter().flat_map(|(a, b)| Edge::hierarchy(id(*a), id(*b))).collect();
        let matrix = CreditMatrix::new(4, &edges);
        assert_eq!(matrix.get(id(3), id(0)), (PerMille::new(858), Relation::Narrower));
        assert_eq!(matrix.get(id(0), id(3)), (PerMille::ZERO, Relation::None));
        let circle: Vec<Edge> = [(0, 1), (1, 0)].iter().flat_map(|(a, b)| Edge::hierarchy(id(*a), id(*b))).collect();
        assert_eq!(CreditMatrix::new(2, &circle).get(id(1), id(0)).0, PerMille::new(950));
    }

    #[test]
    fn a_narrower_concept_earns_what_is_stated_of_its_broader_ones() {
        let id = ConceptId;
        let related = Edge { claimed: id(2), asked: id(3), credit: PerMille::new(800), relation: Relation::Related };
        let mut edges = vec![related];
        edges.extend([(0, 1), (1, 2)].iter().flat_map(|(a, b)| Edge::hierarchy(id(*a), id(*b))));
        let matrix = CreditMatrix::new(4, &edges);
        assert_eq!(matrix.get(id(3), id(1)), (PerMille::new(760), Relation::Distant));
        assert_eq!(matrix.get(id(3), id(0)), (PerMille::new(608), Relation::Distant), "three steps, two of them up");
    }

    #[test]
    fn two_steps_multiply_and_small_credit_is_cut() {
        let id = ConceptId;
        let edge = |claimed, asked, credit| Edge {
            claimed: id(claimed),
            asked: id(asked),
            credit: PerMille::new(credit),
            relation: Relation::Related,
        };
        let matrix = CreditMatrix::new(4, &[edge(0, 1, 800), edge(1, 2, 600), edge(2, 3, 500)]);
        assert_eq!(matrix.get(id(1), id(0)), (PerMille::new(800), Relation::Related));
        assert_eq!(matrix.get(id(2), id(0)), (PerMille::new(480), Relation::Distant));
        assert_eq!(matrix.get(id(0), id(1)), (PerMille::ZERO, Relation::None), "credit has a direction");
        assert_eq!(matrix.get(id(3), id(1)), (PerMille::new(300), Relation::Distant));
        assert_eq!(matrix.get(id(3), id(0)), (PerMille::ZERO, Relation::None), "three steps never count");
        assert_eq!(matrix.get(id(2), id(2)), (PerMille::ONE, Relation::Same));
        let earned: Vec<u16> =
            matrix.earned_by(id(1)).map(|(asked, credit, _)| asked.0 * 1000 + credit.get()).collect();
        assert_eq!(earned, [1000 + 1000, 2000 + 600, 3000 + 300], "the same cells by column");
    }
}
