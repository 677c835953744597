//! Degrees that a posting asks: those with their subject, and not the upper end of a list, `BS, MS or PhD in computer science`.

use std::ops::Range;

use super::lists;
use super::mention::Mention;
use super::text::Text;
use super::words::{Words, words};
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

/// The concept of degrees beyond the first.
const ADVANCED: &str = "advanced-degree";
/// First degrees.
const FIRST: Words = words!(lists::DEGREES_FIRST);
/// Within so many words of it the list still goes on.
const REACH: usize = 12;

/// Of a degree and its subject, `Bachelor's degree in computer science`, the one with its subject is what is asked.
pub(super) fn keep_the_named(options: &mut Vec<ConceptId>, taxonomy: &Taxonomy) {
    let named = |degree: ConceptId| {
        let known = taxonomy.concept(degree);
        if known.kind == ConceptKind::Credential { &*known.implies } else { &[] }
    };
    let general: Vec<ConceptId> = options.iter().flat_map(|option| named(*option)).copied().collect();
    options.retain(|option| !general.contains(option));
}

/// Whether a mention is of a degree that a lesser one before it in its sentence makes unnecessary.
pub(super) fn is_of_an_upper_end(text: &Text, sentence: &Range<usize>, mention: &Mention, taxonomy: &Taxonomy) -> bool {
    if &*taxonomy.concept(mention.concept).id != ADVANCED {
        return false;
    }
    let word = text.word_at(mention.span.start);
    let start = text.clauses()[sentence.start].words.start.max(word.saturating_sub(REACH));
    let semicolon = |at: usize| text.folded()[text.words()[at].end..mention.span.start].contains([';', '|']);
    (start..word).any(|at| text.is(at, FIRST) && !semicolon(at))
}
