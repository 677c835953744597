//! Years whose unit was said just before.

use super::{YearsAbout, YearsLength, YearsMention};
use crate::extract::lists;
use crate::extract::number::Number;
use crate::extract::terms::{Gap, Kind, Reading, is_break};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};

/// Years whose unit was said just before: `ten years, six with AWS`, `three of them on Slurm`, `and with Python for four`.
pub(super) fn elliptical(reading: &Reading, number: &Number, whole: &YearsMention) -> Option<YearsMention> {
    /// The unit stands no farther before.
    const NEAR: usize = 14;
    let first = number.first;
    let tenths =
        u16::try_from(number.milli / 100).ok().filter(|_| matches!(number.factor, 1 | 12) && number.milli >= 1000)?;
    let YearsLength::Stated { tenths: all, .. } = whole.length else { return None };
    let sentence = reading.sentence(first);
    let from = sentence.start.max(first.saturating_sub(NEAR));
    let told = (from..first).rev().find(|&at| reading.tokens[at].span.start < whole.span.end)?;
    let follows = whole.span.end <= number.span.start && tenths <= all.max(100);
    let subject = part_of(reading, number, sentence.end).or_else(|| lasting_as_long(reading, number, told + 1))?;
    follows.then(|| YearsMention {
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
    // `eight at a telecom with OpenStack`
    if reading.word(lead) == "at" && reading.gap(lead) != Gap::Line {
        lead = (lead + 2..end.min(lead + 2 + MAX_SUBJECT_LEN))
            .take_while(|at| is_plain(reading, *at) && !one_of!(reading.word(*at), "and then"))
            .find(|at| one_of!(reading.word(*at), lists::ELLIPTICAL_DOING))?;
    }
    let with = one_of!(reading.word(lead), lists::ELLIPTICAL_WITH) || (reading.word(lead) == "of" && !part);
    if !joined || !with || reading.gap(lead) == Gap::Line {
        return listed(reading, number, end);
    }
    let end = end.min(lead + 1 + MAX_SUBJECT_LEN);
    // `with Slurm and Kubernetes`, but not `with Slurm and I`.
    let goes_on = |at: usize| {
        let next = reading.tokens.get(at + 1).filter(|token| token.capital && token.word != "i");
        reading.word(at) == "and" && next.is_some() && reading.number_at(at + 1).is_none()
    };
    let stops =
        |at: &usize| !is_plain(reading, *at) || (one_of!(reading.word(*at), lists::ELLIPTICAL_STOPS) && !goes_on(*at));
    let end = (lead + 1..end).find(stops).unwrap_or(end);
    (end > lead + 1).then(|| reading.span(lead + 1, end - 1))
}

/// `6 yoe: 3 Go, 3 Python`: names alone, in a list behind a colon.
fn listed(reading: &Reading, number: &Number, end: usize) -> Option<Span> {
    let opened = number.first.checked_sub(1).filter(|at| one_of!(reading.word(*at), ": , and"))?;
    let line = reading.tokens[number.first].line;
    let ends = |at: usize| {
        at >= end || one_of!(reading.word(at), lists::ELLIPTICAL_LISTED_ENDS) || reading.gap(at) == Gap::Line
    };
    let from = number.last + 1;
    let last = (from..from + SHORTEST_LIST).take_while(|at| !ends(*at) && is_plain(reading, *at)).last()?;
    let colon = (0..=opened).rev().take(MAX_LIST).take_while(|at| reading.tokens[*at].line == line);
    // Right behind the unit, so that it is the years that are shared out.
    let shared = colon
        .into_iter()
        .find(|at| reading.word(*at) == ":")
        .is_some_and(|colon| (1..=3).any(|back| one_of!(reading.before(colon, back), lists::ELLIPTICAL_UNITS)));
    (shared && ends(last + 1)).then(|| reading.span(from, last))
}

/// `and Kubernetes for three`, `and with Python for four`: `from` is the token behind the years told before.
fn lasting_as_long(reading: &Reading, number: &Number, from: usize) -> Option<Span> {
    let next = number.last + 1;
    let ends = reading.gap(next) == Gap::Line || is_break(reading.word(next)) || reading.word(next) == "and";
    let last = number.first.checked_sub(2).filter(|_| reading.before(number.first, 1) == "for" && ends)?;
    let and = (from..=last).rev().find(|&at| one_of!(reading.word(at), "and ,"))?;
    let first = and + 1 + usize::from(reading.is(and + 1, words!(lists::ELLIPTICAL_AS_LONG_FIRST)));
    let named = first <= last && last - first < MAX_SUBJECT_LEN && (first..=last).all(|at| is_plain(reading, at));
    named.then(|| reading.span(first, last))
}

/// A name in a list of years has so many words, the list so many tokens.
const SHORTEST_LIST: usize = 3;
const MAX_LIST: usize = 40;
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
