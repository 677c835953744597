//! Names that are items: by themselves between commas, or in a row.

use super::beside::within;
use super::{Candidate, Hit, Judge, MAX_NAME_LEN, WeakCase};
use crate::extract::lists;
use crate::extract::text::{Span, Text};
use crate::extract::words::one_of;

/// A clause of so many words is an item of a list.
const ITEM_WORDS: usize = 4;
/// Of so many names in a row none is another word.
pub(super) const ROW: usize = 3;

/// Whether a clause is nothing but this name, `and`s aside.
pub(super) fn is_bare(text: &Text, clause: usize, hit: &Hit) -> bool {
    text.clauses()[clause].words.clone().all(|word| {
        let span = &text.words()[word];
        (span.start >= hit.start && span.start < hit.end) || one_of!(text.word(word), lists::SUPPORT_BARE)
    })
}

/// The items of a clause that is one or several of a list: `VLANs and BGP` is two.
pub(super) fn items_of(text: &Text, clause: usize) -> impl Iterator<Item = Span> {
    let words = text.clauses()[clause].words.clone();
    let words = if words.len() > ITEM_WORDS { 0..0 } else { words };
    let words: Vec<usize> = words.collect();
    let items = words.split(|word| one_of!(text.word(*word), lists::SUPPORT_BARE));
    let spans = items.filter_map(|item| Some(text.words()[*item.first()?].start..text.words()[*item.last()?].end));
    spans.collect::<Vec<_>>().into_iter()
}

impl Judge<'_> {
    /// Whether a name stands as an item does: behind it the clause ends, or an `and` and another name follow. What leads to it may stand
    /// before it, but no other name: `configuring routing, switching and firewalls`, but not `MoE routing`. What the items that follow
    /// are of is none (`Database: MySQL, Redis`).
    pub(super) fn is_item(&self, clause: usize, hit: &Hit) -> bool {
        let folded = self.text.folded();
        let ends_before =
            |other: &Hit| folded.get(other.end..hit.start) == Some(" ") && self.scanner.name(other).is_some();
        let before = hit.start.saturating_sub(MAX_NAME_LEN)..hit.start;
        if folded[hit.end..].starts_with(':') || within(self.hits, &before).iter().any(ends_before) {
            return false;
        }
        let next = self.text.word_at(hit.end.saturating_sub(1)) + 1;
        let end = self.text.clauses()[clause].words.end;
        let joined = next + 1 < end && one_of!(self.text.word(next), lists::SUPPORT_BARE);
        let is_name =
            |other: &Hit| other.start == self.text.words()[next + 1].start && self.scanner.name(other).is_some();
        next == end || (joined && within(self.hits, &self.text.words()[next + 1]).iter().any(is_name))
    }

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
