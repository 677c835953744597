//! Whether somebody can have used a thing for so long. When things came out is knowledge of the taxonomy.

use crate::domain::Month;
use crate::taxonomy::{ConceptId, Taxonomy};

/// Years beyond the age of a thing that are not held against anybody: early access, and rounding up.
const GRACE: i32 = 2;

/// Whether a concept came out too late for somebody to have so many years of it, in tenths. Nothing is impossible where nothing is
/// known. Years of a generation are those of its line: who writes `NVLink 5, six years` has had links for so long.
pub(super) fn is_impossible(concept: ConceptId, tenths: u16, taxonomy: &Taxonomy, as_of: Month) -> bool {
    let concept = line(concept, taxonomy);
    let year = taxonomy.concept(concept).introduced.map(i32::from);
    year.is_some_and(|year| i32::from(tenths) > (i32::from(as_of.year()) - year + GRACE).max(1) * 10)
}

/// The line of products of which a concept is a generation: the broader one with whose name its own begins.
fn line(concept: ConceptId, taxonomy: &Taxonomy) -> ConceptId {
    let known = taxonomy.concept(concept);
    let named = |broader: &&ConceptId| {
        let line = taxonomy.concept(**broader);
        std::iter::once(&line.label)
            .chain(&line.aliases)
            .any(|name| known.label.strip_prefix(&**name).is_some_and(|rest| rest.starts_with([' ', '-'])))
    };
    known.broader.iter().find(named).copied().unwrap_or(concept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_used_a_thing_before_it_came_out() {
        let taxonomy = Taxonomy::builtin();
        let impossible = |name: &str, years: u16| {
            let concept = taxonomy.resolve(name).concept.unwrap();
            is_impossible(concept, years * 10, &taxonomy, Month::new(2026, 11))
        };
        assert!(impossible("vLLM", 20) && !impossible("vLLM", 3));
        assert!(impossible("H100", 15) && !impossible("H100", 4));
        assert!(!impossible("Linux", 25), "old enough, or of unknown age");
        assert!(!impossible("NVLink 5", 6) && !impossible("DGX H200", 8), "years of the line");
        assert!(impossible("NVLink 5", 25));
    }
}
