//! The sections of a text, of its lines and of its clauses, together: they are read once, for all who ask. How is in `section`.

use super::section::{Section, clause_sections, sections};
use super::section_wishes::LateWish;
use super::text::Text;

/// The sections of a text.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    /// By line.
    pub lines: Vec<Section>,
    /// By clause.
    pub clauses: Vec<Section>,
    /// By clause, wishes that begin within it.
    late: Vec<LateWish>,
}

impl Sections {
    /// Reads them.
    pub(crate) fn of(text: &Text) -> Self {
        let lines = sections(text);
        let (clauses, late) = clause_sections(text, &lines);
        Self { lines, clauses, late }
    }

    /// That of a word of a clause: `Linux and file systems, preferably ZFS` wishes for the last alone, comma or none.
    pub(super) fn of_word(&self, clause: usize, word: usize) -> Section {
        let late = self.late.binary_search_by_key(&clause, |late| late.clause).map(|at| &self.late[at]);
        late.ok().filter(|late| word < late.word).map_or(self.clauses[clause], |late| late.before)
    }
}
