//! Names that are items: by themselves between commas, or in a row.

use super::{Candidate, Hit, Judge, WeakCase};
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

impl Judge<'_> {
    /// Whether another name follows with nothing but a comma or an `and` between them, both of technology and with their capitals, as no
    /// other words would stand there: `Go, Rust and Swift`.
    pub(super) fn follows_in_a_row(&self, one: &Candidate, next: &Candidate) -> bool {
        let name = |of: &Candidate| {
            let name = self.scanner.name(&of.hit).filter(|name| name.technical)?;
            (of.weak_case == WeakCase::No && self.text.is_capital(of.hit.start)).then_some(name.concept)
        };
        let gap = self.text.folded().get(one.hit.end..next.hit.start).unwrap_or("");
        let mut between = gap.split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | '&'));
        one.sentence == next.sentence
            && name(one).is_some()
            && name(next).is_some()
            && name(one) != name(next)
            && !gap.trim().is_empty()
            && between.all(|part| part.is_empty() || one_of!(part, lists::SUPPORT_BARE))
    }
}
