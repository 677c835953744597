//! What a role asks, as columns are asked for it.

use crate::extract::{RequirementFact, RequirementOption};
use crate::score::scorer::Scorer;
use crate::score::skills;
use crate::taxonomy::ConceptId;

/// A requirement with the weights of what columns hold, so that a column's 255 gives its whole.
pub(super) struct Asked<'a> {
    pub(super) requirement: usize,
    pub(super) options: Vec<Wanted<'a>>,
    pub(super) credit: u16,
    pub(super) met: u16,
}

pub(super) enum Wanted<'a> {
    Concept(ConceptId),
    Words(&'a str),
}

/// The options of a requirement that count.
pub(super) fn options<'a>(requirement: &'a RequirementFact, scorer: &'a Scorer<'_>) -> Vec<Wanted<'a>> {
    let wanted = |option: &'a RequirementOption| match option {
        RequirementOption::Concept(concept) => Wanted::Concept(*concept),
        RequirementOption::Unrecognized(folded) => Wanted::Words(folded),
    };
    skills::asked_options(requirement, scorer.means()).map(wanted).collect()
}
