//! What the sentence behind a sum says that it covers: `$180k-$250k. This is base salary only.`

use super::role::covers;
use crate::domain::Basis;
use crate::extract::lists;
use crate::extract::terms::{Kind, Reading};
use crate::extract::words::one_of;

/// So many tokens behind a sum its sentence has ended, and so many has the next that are looked at.
const ENDS: usize = 8;
const LOOKED_AT: usize = 14;
/// What speaks of the sum again.
const REFERENCES: &str = lists::PAY_BEHIND_REFERENCES;

/// So many tokens before a sum it may be told what all figures cover.
const TOLD_BEFORE: usize = 64;

/// Base or total, when a sentence before says it of the figures below: `The range below represents total pay.`
pub(super) fn told_before(reading: &Reading, first: usize) -> Option<Basis> {
    let below = (first.saturating_sub(TOLD_BEFORE)..first)
        .rev()
        .find(|&at| reading.word(at) == "below" && (1..=2).any(|back| one_of!(reading.before(at, back), REFERENCES)))?;
    let end = reading.sentence(below).end.min(below + LOOKED_AT).min(first);
    (below..end).find_map(|at| covers(reading.word(at)))
}

/// Base or total, when the next sentence begins with the sum and says which.
pub(super) fn basis(reading: &Reading, last: usize) -> Option<Basis> {
    let start = reading.sentence(last).end;
    if start > last + ENDS || start >= reading.len() {
        return None;
    }
    let first = start + usize::from(one_of!(reading.word(start), "the both all"));
    // `The base salary range stands for all of our offices.`
    if reading.word(first) == "base" && !reading.sentence(start).any(|at| reading.tokens[at].kind == Kind::Digits) {
        return Some(Basis::Base);
    }
    if !one_of!(reading.word(first), REFERENCES) {
        return None;
    }
    let end = reading.sentence(start).end.min(start + LOOKED_AT);
    let says = |words: &str| (first..end).any(|at| words.split(' ').any(|word| word == reading.word(at)));
    // What a sum includes or leaves out is not what it is.
    if says("include includes including exclude excludes excluding") {
        return None;
    }
    let total = || says("total ote tc").then_some(Basis::Total);
    says("base").then_some(Basis::Base).or_else(total)
}
