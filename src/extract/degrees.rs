//! Degrees that a posting names only as the upper end of a list: `BS, MS or PhD in computer science` asks for no doctorate.

use std::ops::Range;

use super::lists;
use super::mention::Mention;
use super::text::Text;
use super::words::{Words, words};
use crate::taxonomy::Taxonomy;

/// The concept of degrees beyond the first.
const ADVANCED: &str = "advanced-degree";
/// First degrees.
const FIRST: Words = words!(lists::DEGREES_FIRST);
/// Within so many words of it the list still goes on.
const REACH: usize = 12;

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
