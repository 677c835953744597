//! How much of an asked concept a person brings who has another one.

use ndarray::Array2;

use super::{ConceptId, PerMille};

/// How a claimed concept stands to the asked one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
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
const MOST_STEPS: usize = 8;

/// Credits between all pairs of concepts, with at most two relations multiplied, and one behind as many steps up a hierarchy as there are;
/// rows are what is asked, columns what is claimed. A cell holds thousandths in the low twelve bits and the sort of relation above them.
#[derive(Clone, Debug)]
pub(super) struct CreditMatrix {
    cells: Array2<u16>,
    /// By claimed concept, all asked ones for which it earns any credit, ascending: columns of the matrix without the empty cells.
    earned: Vec<Box<[(ConceptId, u16)]>>,
}

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

fn pack(credit: PerMille, relation: Relation) -> u16 {
    credit.get() | ((relation as u16) << 12)
}

/// Keeps the greater credit of a cell.
fn offer(cells: &mut Array2<u16>, asked: usize, claimed: usize, credit: PerMille, relation: Relation) {
    let cell = &mut cells[[asked, claimed]];
    let new = pack(credit, relation);
    if credit.get() >= CUT && (credit.get(), new) > (credit_of(*cell), *cell) {
        *cell = new;
    }
}

fn credit_of(cell: u16) -> u16 {
    cell & 0x0fff
}

impl CreditMatrix {
    /// Closes the stated edges over two steps, and hierarchies wholly: an H100 is a Hopper, an NVIDIA GPU, a GPU, and earns what
    /// is stated of these.
    pub(super) fn new(concepts: usize, edges: &[Edge]) -> Self {
        let mut direct: Vec<Vec<(usize, u16, Relation)>> = vec![Vec::new(); concepts];
        let mut cells = Array2::<u16>::zeros((concepts, concepts));
        for edge in edges {
            direct[edge.claimed.index()].push((edge.asked.index(), edge.credit.get(), edge.relation));
            offer(&mut cells, edge.asked.index(), edge.claimed.index(), edge.credit, edge.relation);
        }
        for (claimed, first_steps) in direct.iter().enumerate() {
            for &(middle, first, kind) in first_steps {
                for &(asked, second, next) in &direct[middle] {
                    let credit = PerMille::new(first).times(PerMille::new(second));
                    // Two steps up the hierarchy stay in it; any other pair of steps is a distant relation.
                    let relation = if kind == Relation::Narrower && next == Relation::Narrower {
                        Relation::Narrower
                    } else {
                        Relation::Distant
                    };
                    offer(&mut cells, asked, claimed, credit, relation);
                }
            }
        }
        for claimed in 0..concepts {
            let mut reached: Vec<(usize, PerMille)> = vec![(claimed, PerMille::ONE)];
            let mut holds = PerMille::new(NARROWER);
            for _ in 0..MOST_STEPS {
                let up = |&(from, credit): &(usize, PerMille)| {
                    let broader = direct[from].iter().filter(|(.., relation)| *relation == Relation::Narrower);
                    broader.map(move |&(asked, step, _)| (asked, credit.times(PerMille::new(step)))).collect::<Vec<_>>()
                };
                reached = reached.iter().flat_map(up).filter(|(_, credit)| credit.get() >= CUT).collect();
                reached.sort_unstable();
                reached.dedup();
                for &(kind, climbed) in &reached {
                    offer(&mut cells, kind, claimed, climbed, Relation::Narrower);
                    // What is stated of a broader concept holds for all kinds of it, however many steps below.
                    let stated = |relation: &Relation| matches!(relation, Relation::Related | Relation::Practice);
                    for &(asked, step, _) in direct[kind].iter().filter(|(.., relation)| stated(relation)) {
                        let credit = holds.times(PerMille::new(step));
                        offer(&mut cells, asked, claimed, credit, Relation::Distant);
                    }
                }
                holds = holds.times(PerMille::new(FARTHER));
            }
        }
        for concept in 0..concepts {
            cells[[concept, concept]] = pack(PerMille::ONE, Relation::Same);
        }
        let mut earned: Vec<Vec<(ConceptId, u16)>> = vec![Vec::new(); concepts];
        for ((asked, claimed), cell) in cells.indexed_iter().filter(|(_, cell)| **cell != 0) {
            let asked = ConceptId(u16::try_from(asked).expect("the matrix is as wide as there are concept ids"));
            earned[claimed].push((asked, *cell));
        }
        Self { cells, earned: earned.into_iter().map(Vec::into_boxed_slice).collect() }
    }

    pub(super) fn get(&self, asked: ConceptId, claimed: ConceptId) -> (PerMille, Relation) {
        unpack(self.cells[[asked.index(), claimed.index()]])
    }

    /// All concepts that earn any credit for `asked`, the asked one included.
    pub(super) fn earning(&self, asked: ConceptId) -> impl Iterator<Item = ConceptId> + '_ {
        self.cells.row(asked.index()).into_iter().enumerate().filter(|(_, cell)| **cell != 0).map(|(claimed, _)| {
            ConceptId(u16::try_from(claimed).expect("the matrix is as wide as there are concept ids"))
        })
    }

    /// All concepts for which `claimed` earns any credit, ascending, itself included.
    pub(super) fn earned_by(
        &self,
        claimed: ConceptId,
    ) -> impl ExactSizeIterator<Item = (ConceptId, PerMille, Relation)> + '_ {
        self.earned[claimed.index()].iter().map(|&(asked, cell)| {
            let (credit, relation) = unpack(cell);
            (asked, credit, relation)
        })
    }
}

fn unpack(cell: u16) -> (PerMille, Relation) {
    (PerMille::new(credit_of(cell)), BY_CODE[usize::from(cell >> 12)])
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
