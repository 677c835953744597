//! Whether patterns match at a token, and around what was matched there.

use std::cell::Cell;
use std::ops::Range;

use super::written::{Class, Glance, Part, Pattern, Patterns, PhraseWord, Within};
use crate::extract::calendar::date;
use crate::extract::meter::charge;
use crate::extract::terms::{Gap, Kind, Reading, Token, is_break};

/// A token that may open a rule, in its sentence.
pub(super) struct At<'r> {
    pub(super) reading: &'r Reading<'r>,
    classes: &'r [Class],
    first: usize,
    sentence: Range<usize>,
    /// Where the number or date begins that a pattern has matched.
    pub(super) figure: Cell<Option<usize>>,
}

impl<'r> At<'r> {
    pub(super) fn new(reading: &'r Reading<'r>, classes: &'r [Class], at: usize) -> Self {
        Self { reading, classes, first: at, sentence: reading.statement(at), figure: Cell::new(None) }
    }

    /// The same, where nothing outside these tokens is looked at.
    pub(super) fn inside(reading: &'r Reading<'r>, classes: &'r [Class], at: usize, range: Range<usize>) -> Self {
        Self { reading, classes, first: at, sentence: range, figure: Cell::new(None) }
    }

    /// Whether it stands in so many sentences at the beginning of a text that is, or is not, told to be of another language than English,
    /// or to be English.
    pub(super) fn is_in(&self, opening: usize, foreign: Option<bool>, english: Option<bool>) -> bool {
        let text = self.reading.text;
        self.reading.tokens[self.first].sentence < opening
            && foreign.is_none_or(|foreign| text.foreign().is_some() == foreign)
            && english.is_none_or(|english| text.spoken().is_english() == english)
    }

    /// Where the words of a pattern end that begin here.
    pub(super) fn end_of(&self, pattern: &Pattern) -> Option<usize> {
        let may_be = |second: &Glance| self.token(self.first + 1).is_some_and(|token| second.may_be(token));
        if !pattern.second.as_ref().is_none_or(may_be) {
            return None;
        }
        self.matched(&pattern.parts, self.first, &|end| end > self.first)
    }

    /// Whether one of some patterns ends right before this token.
    pub(super) fn is_before(&self, patterns: &Patterns) -> bool {
        let may_end = |glance: &Glance| {
            let before = self.first.checked_sub(1).and_then(|before| self.token(before));
            before.is_some_and(|before| glance.may_be(before))
        };
        patterns.glance.as_ref().is_none_or(may_end) && patterns.list.iter().any(|pattern| self.ends_before(pattern))
    }

    fn ends_before(&self, pattern: &Pattern) -> bool {
        let first = self.sentence.start.max(self.first.saturating_sub(pattern.longest));
        let Some(last) = self.first.checked_sub(pattern.shortest) else { return false };
        (first..=last).any(|from| self.matched(&pattern.parts, from, &|end| end == self.first).is_some())
    }

    /// Whether one of some patterns stands in the sentence, so many tokens at the most from what was matched.
    pub(super) fn is_near(&self, patterns: &Patterns, end: usize, within: usize) -> bool {
        if patterns.list.is_empty() {
            return false;
        }
        let first = self.sentence.start.max(self.first.saturating_sub(within));
        let last = self.sentence.end.min(end.saturating_add(within));
        charge(last.saturating_sub(first) * patterns.list.len());
        (first..self.first).chain(end..last).any(|from| self.is_begun(patterns, from))
    }

    /// Whether one of some patterns begins at a token of the sentence, or where it ends.
    pub(super) fn is_begun(&self, patterns: &Patterns, from: usize) -> bool {
        let may_begin = |glance: &Glance| self.token(from).is_some_and(|token| glance.may_be(token));
        let begins = |pattern: &Pattern| self.matched(&pattern.parts, from, &|_| true).is_some();
        patterns.glance.as_ref().is_none_or(may_begin) && patterns.list.iter().any(begins)
    }

    /// Where parts end that begin at `at`, where that is an end that `accept` takes.
    fn matched(&self, parts: &[(Part, bool)], at: usize, accept: &dyn Fn(usize) -> bool) -> Option<usize> {
        let Some(((part, optional), rest)) = parts.split_first() else { return accept(at).then_some(at) };
        let next = |at: usize| self.matched(rest, at, accept);
        let found = match part {
            Part::Class(class) => self.ends_in(&self.classes[*class], at, &next),
            Part::Capital => self.token(at).filter(|token| token.capital).and_then(|_| next(at + 1)),
            Part::Digits => self.token(at).filter(|token| token.kind == Kind::Digits).and_then(|_| next(at + 1)),
            Part::Share => self.is_share(at).then(|| next(at + 2)).flatten(),
            Part::Start => self.begins(at).then(|| next(at)).flatten(),
            Part::Sentence => (at == self.reading.sentence(at).start).then(|| next(at)).flatten(),
            Part::Dash => (self.reading.gap(at) == Gap::Dash).then(|| next(at)).flatten(),
            Part::Ending(endings) => {
                let has = |token: &&Token| endings.iter().any(|ending| token.word.ends_with(ending.as_str()));
                self.token(at).filter(has).and_then(|_| next(at + 1))
            }
            Part::End => self.ends(at).then(|| next(at)).flatten(),
            Part::Upper(class) => self.is_upper(at).then(|| self.ends_in(&self.classes[*class], at, &next)).flatten(),
            Part::Number => self.captured(at, self.reading.number_at(at).map(|number| number.last + 1), &next),
            Part::Date => self.captured(at, date(self.reading, at).map(|date| date.end), &next),
            Part::Gap(most, within) => self.past_gap(at, *most, *within, &next),
        };
        found.or_else(|| if *optional { next(at) } else { None })
    }

    fn ends_in(&self, class: &Class, at: usize, next: &dyn Fn(usize) -> Option<usize>) -> Option<usize> {
        let token = self.token(at).filter(|token| class.may_begin(token))?;
        if !class.has_phrases() {
            return if class.has(token.word, token.hash) { next(at + 1) } else { None };
        }
        let begun = class.phrases_of(token.hash).filter(|phrase| phrase[0].is(token));
        let found = begun.filter_map(|phrase| self.end_of_phrase(phrase, at)).find_map(next);
        found.or_else(|| class.has(token.word, token.hash).then(|| next(at + 1)).flatten())
    }

    /// Where a phrase ends that begins at a token; a slash may stand between its words: `AI/HPC`.
    fn end_of_phrase(&self, phrase: &[PhraseWord], mut at: usize) -> Option<usize> {
        for (number, word) in phrase.iter().enumerate() {
            let slash = number > 0 && !word.is_slash() && self.token(at)?.word == "/";
            at += usize::from(slash);
            at += self.token(at).filter(|token| word.is(token)).map(|_| 1)?;
        }
        Some(at)
    }

    /// Where the parts behind a gap end.
    fn past_gap(&self, at: usize, most: usize, within: Within, next: &dyn Fn(usize) -> Option<usize>) -> Option<usize> {
        let last = self.sentence.end.min(at + most).max(at);
        let end_of = |class: usize, at: usize| self.end_of_class(class, at);
        match within {
            Within::Any => (at..=last).find_map(next),
            Within::But(class) => {
                let last = (at..last).find(|at| end_of(class, *at).is_some()).unwrap_or(last);
                (at..=last).find_map(next)
            }
            Within::NoDigits => {
                let digits = |at: &usize| self.reading.tokens[*at].kind == Kind::Digits;
                let last = (at..last).find(digits).unwrap_or(last);
                (at..=last).find_map(next)
            }
            Within::Only(class) => {
                let ends = std::iter::successors(Some(at), |at| end_of(class, *at).filter(|end| *end <= last));
                ends.into_iter().find_map(next)
            }
        }
    }

    /// Where the parts behind a number or date end that begins at `at`.
    fn captured(&self, at: usize, end: Option<usize>, next: &dyn Fn(usize) -> Option<usize>) -> Option<usize> {
        let found = next(end.filter(|end| *end <= self.sentence.end)?)?;
        self.figure.set(Some(at));
        Some(found)
    }

    /// A token of the sentence.
    fn token(&self, at: usize) -> Option<&Token<'r>> {
        self.reading.tokens.get(at).filter(|_| self.sentence.contains(&at))
    }

    /// Where the longest words of a class end that begin at a token.
    pub(super) fn end_of_class(&self, class: usize, at: usize) -> Option<usize> {
        self.ends_in(&self.classes[class], at, &Some)
    }

    fn is_upper(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| self.reading.text.original(&token.span).chars().all(char::is_uppercase))
    }

    fn is_share(&self, at: usize) -> bool {
        let of_hundred = matches!(self.token(at + 1).map_or("", |token| token.word), "%" | "percent");
        let share = self.token(at).filter(|_| of_hundred).and_then(|token| token.word.parse::<u32>().ok());
        share.is_some_and(|share| (1..100).contains(&share))
    }

    fn begins(&self, at: usize) -> bool {
        at <= self.sentence.start || self.reading.gap(at) == Gap::Line || is_break(self.reading.before(at, 1))
    }

    fn ends(&self, at: usize) -> bool {
        at >= self.sentence.end || self.reading.gap(at) == Gap::Line || is_break(self.reading.word(at))
    }
}
