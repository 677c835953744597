//! Names that are items: by themselves between commas, or in a row.

use super::Candidate;
use super::Hit;
use crate::extract::lists;
use crate::extract::text::Text;
use crate::extract::words::one_of;

/// Of so many names in a row none is another word.
pub(super) const ROW: usize = 3;

/// Whether a clause is nothing but this name, `and`s aside.
pub(super) fn is_bare(text: &Text, clause: usize, hit: &Hit) -> bool {
    text.clauses()[clause].words.clone().all(|word| {
        let span = &text.words()[word];
        (span.start >= hit.start && span.start < hit.end) || one_of!(text.word(word), lists::SUPPORT_BARE)
    })
}

/// Whether nothing but a comma or an `and` stands between two names: `Go, Rust and Swift`.
pub(super) fn follows_in_a_row(text: &Text, one: &Candidate, next: &Candidate) -> bool {
    let between = text.word_at(one.hit.end.saturating_sub(1)) + 1..text.word_at(next.hit.start);
    let gap = text.folded().get(one.hit.end..next.hit.start).map(str::trim);
    one.sentence == next.sentence
        && gap.is_some_and(|gap| !gap.is_empty())
        && between.into_iter().all(|word| one_of!(text.word(word), lists::SUPPORT_BARE))
}
