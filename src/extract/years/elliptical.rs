//! Years whose unit was said just before.

use super::{YearsAbout, YearsLength, YearsMention};
use crate::extract::lists;
use crate::extract::number::Number;
use crate::extract::terms::{Gap, Kind, Reading};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};

/// Years whose unit was said just before: `ten years, six with AWS`, `three of them on Slurm`.
pub(super) fn elliptical(reading: &Reading, number: &Number, whole: &YearsMention) -> Option<YearsMention> {
    /// The unit stands no farther before.
    const NEAR: usize = 14;
    let first = number.first;
    let tenths =
        u16::try_from(number.milli / 100).ok().filter(|_| matches!(number.factor, 1 | 12) && number.milli >= 1000)?;
    let YearsLength::Stated { tenths: all, .. } = whole.length else { return None };
    let sentence = reading.sentence(first);
    let from = sentence.start.max(first.saturating_sub(NEAR));
    let near = (from..first).any(|at| reading.tokens[at].span.start < whole.span.end);
    let follows = whole.span.end <= number.span.start && tenths <= all.max(100);
    let subject = part_of(reading, number, sentence.end)?;
    (near && follows).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        span: subject.start.min(number.span.start)..subject.end.max(number.span.end),
        about: YearsAbout::Subject(subject),
    })
}

/// `six with AWS`, `three of them on Slurm`, `of which nine in storage`.
fn part_of(reading: &Reading, number: &Number, end: usize) -> Option<Span> {
    let mut lead = number.last + 1;
    let part = reading.word(lead) == "of" && reading.is(lead + 1, words!(lists::ELLIPTICAL_THOSE));
    lead += 2 * usize::from(part);
    // `15 years in IT, the last 6 in HPC`, `I have spent the last five on clusters`
    let last = matches!(reading.before(number.first, 1), "last" | "past");
    let joined = part || last || one_of!(reading.before(number.first, 1), lists::ELLIPTICAL_JOINED);
    let with = one_of!(reading.word(lead), lists::ELLIPTICAL_WITH) || (reading.word(lead) == "of" && !part);
    if !joined || !with || reading.gap(lead) == Gap::Line {
        return None;
    }
    let end = end.min(lead + 1 + MAX_SUBJECT_LEN);
    let stops = |at: &usize| !is_plain(reading, *at) || one_of!(reading.word(*at), lists::ELLIPTICAL_STOPS);
    let end = (lead + 1..end).find(stops).unwrap_or(end);
    (end > lead + 1).then(|| reading.span(lead + 1, end - 1))
}

/// What years without a unit are about has no more words.
pub(super) const MAX_SUBJECT_LEN: usize = 6;

/// Whether a word stands at `at`, on the line of the one before.
fn is_plain(reading: &Reading, at: usize) -> bool {
    reading.tokens.get(at).is_some_and(|token| token.kind == Kind::Word) && reading.gap(at) != Gap::Line
}

/// Whether another count of years begins: `a year of Ray and two of Spark`.
pub(super) fn begins_another(reading: &Reading, at: usize) -> bool {
    reading.word(at) == "and"
        && reading.number_at(at + 1).is_some_and(|number| {
            reading.is(number.last + 1, words!(lists::ELLIPTICAL_BEGINS_ANOTHER))
                || reading.word(number.last + 1).starts_with("year")
        })
}
