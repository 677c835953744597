//! When things came out, so that nobody has used them for longer.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::domain::Month;
use crate::taxonomy::{ConceptId, Taxonomy};

/// A concept's id and the year of its first release or specification, a tabulator between them.
const YEARS: &str = include_str!("introduced.tsv");
/// Years beyond the age of a thing that are not held against anybody: early access, and rounding up.
const GRACE: i32 = 2;

static BY_ID: LazyLock<BTreeMap<&str, i32>> = LazyLock::new(|| {
    let rows = YEARS.lines().filter_map(|line| line.split_once('\t'));
    rows.filter_map(|(id, year)| Some((id, year.trim().parse().ok()?))).collect()
});

/// Whether a concept came out too late for somebody to have so many years of it, in tenths. Nothing is impossible where nothing is
/// known.
pub(super) fn is_impossible(concept: ConceptId, tenths: u16, taxonomy: &Taxonomy, as_of: Month) -> bool {
    let concept = taxonomy.concept(concept);
    let year = concept.generation.as_ref().map(|g| i32::from(g.year)).or_else(|| BY_ID.get(&*concept.id).copied());
    year.is_some_and(|year| i32::from(tenths) > (i32::from(as_of.year()) - year + GRACE).max(1) * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_names_a_concept_and_a_year() {
        let taxonomy = Taxonomy::embedded();
        for line in YEARS.lines() {
            let (id, year) = line.split_once('\t').expect("an id, a tabulator, a year");
            assert!(taxonomy.find(id).is_some(), "{id} is no concept");
            assert!((1950..2026).contains(&year.parse::<i32>().unwrap()), "{line}");
        }
        assert!(YEARS.lines().count() > 100);
    }

    #[test]
    fn nobody_has_used_a_thing_before_it_came_out() {
        let taxonomy = Taxonomy::embedded();
        let impossible = |name: &str, years: u16| {
            let concept = taxonomy.resolve(name).concept.unwrap();
            is_impossible(concept, years * 10, &taxonomy, Month::new(2026, 11))
        };
        assert!(impossible("vLLM", 20) && !impossible("vLLM", 3));
        assert!(impossible("H100", 15) && !impossible("H100", 4));
        assert!(!impossible("Linux", 25), "old enough, or of unknown age");
    }
}
