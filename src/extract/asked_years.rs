//! How many years of something a posting asks: `5+ years with Slurm`, `Lustre (at least three years)`.
//!
//! Only years that stand at a name; what a person has, and general experience, are read elsewhere.

use super::cells::tells_years;
use super::languages as known;
use super::lexicon::Kinds;
use super::lists;
use super::mention::{Mention, MentionKind};
use super::text::Text;
use super::words::{Words, one_of, words};

/// Units of time in which years are told.
pub(super) const UNITS: Words = words!(lists::ASKED_YEARS_UNITS);
/// The same of other languages.
pub(super) const UNITS_ELSEWHERE: Words = words!(known::YEARS_UNITS);
pub(super) const MONTHS_ELSEWHERE: Words = words!(known::YEARS_MONTHS);
/// What joins the ends of a range there.
const RANGES_ELSEWHERE: Words = words!(known::YEARS_RANGES);

/// Years stand so many words behind a name at most, and so many before it.
const BEHIND_WORDS: usize = 3;
const BEFORE_WORDS: usize = 14;
/// What says that the years before it are of what follows.
const BEHIND_YEARS: Words = words!(lists::ASKED_YEARS_BEHIND_YEARS);
/// More is an age of the company, not experience that is asked.
const MAX_YEARS: u16 = 30;

/// Years asked in a sentence: the words that say it and the number in tenths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedYears {
    pub words: std::ops::Range<usize>,
    pub tenths: u16,
}

/// All figures of years within a range of words.
pub(super) fn asked_years(text: &Text, words: std::ops::Range<usize>) -> Vec<AskedYears> {
    let mut found = Vec::new();
    for unit in words.clone().filter(|unit| text.kinds(*unit).has(Kinds::YEARS)) {
        let form = text.word(unit);
        let months = matches!(form, "months" | "month") || text.is(unit, MONTHS_ELSEWHERE);
        let decades = matches!(form, "decade" | "decades");
        if unit + 1 < words.end && is_no_experience(text.word(unit + 1)) {
            continue;
        }
        let mut at = unit;
        // `5 or more years`, `five plus years`, `5+ full years`
        while at > words.start && unit - at < 4 && one_of!(text.word(at - 1), lists::ASKED_YEARS_BEFORE_FIGURE) {
            at -= 1;
        }
        let Some(number_at) = at.checked_sub(1).filter(|n| *n >= words.start) else {
            continue;
        };
        let Some(mut tenths) = number(text.word(number_at)) else {
            continue;
        };
        let mut start = number_at;
        // `3-5 years` and `3 to 5 years` ask for three.
        let between = start > words.start + 2 && text.word(start - 1) == "and" && text.word(start - 3) == "between";
        let lower = if between
            || (start > words.start && (text.word(start - 1) == "to" || text.is(start - 1, RANGES_ELSEWHERE)))
        {
            start.checked_sub(2)
        } else {
            start.checked_sub(1)
        };
        if let Some(lower) = lower.filter(|l| *l >= words.start)
            && let Some(least) = number(text.word(lower))
            && least < tenths
        {
            tenths = least;
            start = lower;
        }
        let tenths = if months { tenths / 12 } else { tenths * if decades { 10 } else { 1 } };
        if tenths > 0 && tenths <= MAX_YEARS * 10 {
            found.push(AskedYears { words: start..unit + 1, tenths });
        }
    }
    if found.is_empty() {
        return found;
    }
    // `five years with clusters, two of them with Slurm`
    for of in words.clone().skip(1) {
        let share =
            text.word(of) == "of" && of + 1 < words.end && matches!(text.word(of + 1), "them" | "those" | "these");
        if share
            && found.iter().any(|years| years.words.end < of)
            && let Some(tenths) = number(text.word(of - 1)).filter(|t| *t > 0 && *t <= MAX_YEARS * 10)
        {
            found.push(AskedYears { words: of - 1..of + 2, tenths });
        }
    }
    found.sort_by_key(|years| years.words.start);
    found
}

/// Words after years that are not asked of anybody's experience.
fn is_no_experience(next: &str) -> bool {
    one_of!(next, lists::ASKED_YEARS_NO_EXPERIENCE)
}

/// A small number in tenths.
fn number(word: &str) -> Option<u16> {
    const WORDS: &[&str] = lists::ASKED_YEARS_WORDS;
    let word = word.trim_start_matches('~').trim_end_matches('+');
    if let Some(value) = WORDS.iter().position(|w| *w == word) {
        return u16::try_from(value * 10).ok();
    }
    if matches!(word, "a" | "an") {
        return Some(10);
    }
    if let Some(value) = known::number_named(word) {
        return Some(value * 10);
    }
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    if whole.is_empty() || whole.len() > 3 || part.len() != 1 {
        return None;
    }
    Some(whole.parse::<u16>().ok()? * 10 + part.parse::<u16>().ok()?)
}

/// The end of the clause at `next`, when it is the next cell of the same row and holds nothing but years.
pub(super) fn cell_of_years(text: &Text, next: usize, line: usize) -> Option<usize> {
    let cell = text.clauses().get(next).filter(|cell| cell.line == line)?;
    let before = text.clause_span(next - 1).end;
    let bar = text.folded().get(before..text.clause_span(next).start)?.contains('|');
    (bar && tells_years(cell.words.clone().map(|word| text.word(word)))).then_some(next + 1)
}

/// The years asked of a mention: those before it in its clause or list, or in a bracket behind it.
pub(super) fn years_at(
    text: &Text,
    sentence: &std::ops::Range<usize>,
    years: &[AskedYears],
    mention: &Mention,
    asked: &[&Mention],
) -> Option<u16> {
    let word = text.word_at(mention.span.start);
    let last = text.word_at(mention.span.end.saturating_sub(1));
    let clause = text.clause_at(mention.span.start)?;
    let separator = |c: usize| text.folded().get(text.clause_span(c).end..text.clause_span(c + 1).start).unwrap_or("");
    let named_between = |from: usize, to: usize| {
        let first = asked.partition_point(|m| text.word_at(m.span.start) < from);
        asked[first..].iter().take_while(|m| text.word_at(m.span.start) < to).any(|m| m.by == MentionKind::Label)
    };
    // `Slurm (3+ years)`, `Slurm: 3 years`, `Slurm, 3 years`
    let next = years.partition_point(|y| y.words.start <= last);
    let behind =
        years.get(next).filter(|y| y.words.start - last <= BEHIND_WORDS && !named_between(last + 1, y.words.start));
    if let Some(behind) = behind {
        let own = text.clause_of(behind.words.start);
        let ends = text.clauses()[own].words.end <= behind.words.end + 1;
        // `Lustre - 5 years minimum`
        let dash = own == clause && text.has_dash(&(mention.span.end..text.words()[behind.words.start].start));
        let of_another = dash && behind.words.end < text.words().len() && text.is(behind.words.end, BEHIND_YEARS);
        if (own > clause && ends && own < sentence.end) || (dash && !of_another) {
            return Some(behind.tenths);
        }
    }
    let before = years[..years.partition_point(|y| y.words.start < word)].iter().rev().find(|y| y.words.end <= word)?;
    if word - before.words.end > BEFORE_WORDS {
        return None;
    }
    let from = text.clause_of(before.words.start);
    let open = (from..clause).all(|c| {
        let short = c == from || text.clauses()[c].words.len() <= 4;
        !separator(c).contains(';') && short
    });
    // A bracket `(3 years)` belongs to what is before it.
    let bracket = text.clauses()[from].words.len() <= before.words.len() + 1 && from > sentence.start && clause > from;
    (open && !bracket).then_some(before.tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read_in_figures_words_and_ranges() {
        for (text, tenths) in [
            ("5+ years", vec![50]),
            ("at least three years", vec![30]),
            ("3-5 years", vec![30]),
            ("two or more years", vec![20]),
            ("1.5 years", vec![15]),
            ("18 months", vec![15]),
            ("four years with clusters, one of them with GPUs", vec![40, 10]),
            ("for many years", vec![]),
            ("at least five (5) years", vec![50]),
            ("8 or more years", vec![80]),
            ("between 4 and 6 years", vec![40]),
            ("a decade", vec![100]),
            ("a 4-year degree or a three-year contract", vec![]),
            ("150 years of history", vec![]),
        ] {
            let text = Text::new(text);
            let all: Vec<u16> = asked_years(&text, 0..text.words().len()).iter().map(|y| y.tenths).collect();
            assert_eq!(all, tenths, "{}", text.folded());
        }
    }
}
