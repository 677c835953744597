//! What dates stand at the head of, and the words that tell schooling and leave from work.

use std::sync::LazyLock;

use crate::extract::lists;
use crate::extract::phrases::Stems;
use crate::extract::terms::{Reading, is_break};

/// What dates stand at the head of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    /// Nothing: they tell of their sentence.
    Nothing,
    /// Their line, and those below it.
    Line,
    /// A short sentence of a paragraph, as `SRE at North Cloud (2019 - 2022).`: where there are several of them, each tells of what
    /// comes up to the next.
    Sentence,
}

/// What dates from `at` to `end` head: their line where they open or close it, or where it is short.
pub(super) fn heads(reading: &Reading, at: usize, end: usize) -> Heads {
    let line = reading.line(at);
    if line.len() <= SHORT_LINE {
        return Heads::Line;
    }
    let sentence = reading.sentence(at);
    let others = sentence.clone().filter(|i| !(at..end).contains(i) && !is_break(reading.word(*i)));
    // What dates close tells of itself alone where other sentences stand before it: `I ran four halls. Before: engineer, 2013-2017`.
    let stands_behind = sentence.start > line.start + 2 && others.clone().nth(1).is_some();
    let opens_line = at - line.start <= 2;
    if opens_line || (line.end.saturating_sub(end) <= 2 && !stands_behind) {
        return Heads::Line;
    }
    if others.count() <= TITLE_WORDS { Heads::Sentence } else { Heads::Nothing }
}

/// A line of so many words is a heading wherever its dates stand.
const SHORT_LINE: usize = 18;
/// So many words beside the dates make a title with its employer and place.
const TITLE_WORDS: usize = 12;

/// Whether words name a degree or a course.
pub(super) fn is_schooling(words: &str) -> bool {
    static DEGREES: LazyLock<Stems> = LazyLock::new(|| Stems::new(lists::HEADS_SCHOOLING));
    DEGREES.begin_in(words, |degree, rest| {
        degree.ends_with(['.', ' ']) || !rest.starts_with(|c: char| c.is_alphanumeric() && c != 's')
    })
}

/// Whether words tell of time off: `parental leave`, `sabbatical`.
pub(super) fn is_leave(words: &str) -> bool {
    static LEAVES: LazyLock<Stems> = LazyLock::new(|| Stems::new(lists::HEADS_LEAVE));
    LEAVES.begin_in(words, |_, _| true)
}
