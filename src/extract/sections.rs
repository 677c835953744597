//! The sections of a text, of its lines and of its clauses, together: they are read once, for all who ask. How is in `section`.

use super::section::{Section, clause_sections, sections};
use super::text::Text;

/// The sections of a text.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    /// By line.
    pub lines: Vec<Section>,
    /// By clause.
    pub clauses: Vec<Section>,
}

impl Sections {
    /// Reads them.
    pub(crate) fn of(text: &Text) -> Self {
        let lines = sections(text);
        let clauses = clause_sections(text, &lines);
        Self { lines, clauses }
    }
}
