//! Security clearances: held no more, or not held yet. Which clearance a name stands for is the taxonomy's to know; the words that say
//! the rest are data (`data/rules/clearances.toml`).

use std::ops::Range;
use std::sync::LazyLock;

use super::mention::{Mention, Stance};
use super::rules::Rules;
use super::terms::{Reading, year_of};
use super::text::Span;
use crate::taxonomy::{ConceptId, Taxonomy};

pub(in crate::extract) static RULES: LazyLock<Rules<bool>> =
    LazyLock::new(|| Rules::built_in("clearances.toml", include_str!("data/rules/clearances.toml")));

/// When a clearance came to an end, where the text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lapsed {
    In(i16),
    Sometime,
}

/// The year of the end of a clearance stands so many tokens around its name.
const AROUND: usize = 6;

/// Whether the words around a clearance say that it is one no more: `my TS/SCI lapsed in 2013`.
pub(crate) fn lapse(reading: &Reading, span: &Span) -> Option<Lapsed> {
    let named = tokens_of(reading, span);
    RULES.of_group("lapsed", reading, named.start, named.end)?;
    let segment = reading.segment(named.start);
    let mut near = named.start.saturating_sub(AROUND).max(segment.start)..segment.end.min(named.end + AROUND);
    Some(near.find_map(|at| year_of(reading.word(at))).map_or(Lapsed::Sometime, Lapsed::In))
}

/// Marks the clearances of a posting that could be had and need not be held: `able to obtain a Secret clearance`.
pub(super) fn mark_to_come(reading: &Reading, mentions: &mut [Mention], taxonomy: &Taxonomy) {
    for mention in mentions.iter_mut().filter(|mention| mention.stance == Stance::Stated) {
        if is_clearance(taxonomy, mention.concept) && is_to_come(reading, &mention.span) {
            mention.stance = Stance::Little;
        }
    }
}

/// Whether a concept is a clearance; its kind has degrees and certificates too.
pub(super) fn is_clearance(taxonomy: &Taxonomy, id: ConceptId) -> bool {
    taxonomy.concept(id).id.contains("clearance")
}

/// Whether the words before a clearance say that it could be had, and is not yet: `able to obtain a Secret clearance`.
pub(crate) fn is_to_come(reading: &Reading, span: &Span) -> bool {
    let named = tokens_of(reading, span);
    RULES.of_group("to-come", reading, named.start, named.end).is_some()
}

/// The tokens of a name.
fn tokens_of(reading: &Reading, span: &Span) -> Range<usize> {
    let first = reading.tokens.partition_point(|token| token.span.end <= span.start);
    first..reading.tokens.partition_point(|token| token.span.start < span.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::text::Text;

    #[test]
    fn the_year_of_a_lapse_is_read() {
        let text = Text::new("My TS/SCI lapsed in 2013.");
        assert_eq!(lapse(&Reading::new(&text), &(3..9)), Some(Lapsed::In(2013)));
    }
}
