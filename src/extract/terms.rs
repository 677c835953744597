//! A text cut into the small pieces that the readers of figures share: words, digits and signs, with what stands between them.
//!
//! Finer than the words of [`Text`]: `8xA100` is a figure and a word here, and a dash is told from a space.

use std::cell::OnceCell;
use std::ops::Range;

use super::lexicon::{Kinds, Openings};
use super::lists;
use super::meter::charge;
use super::number::Number;
use super::rules::OwnRules;
use super::text::{Span, Text};
use super::words::{Words, one_of, words};
use cut::{Cut, cut};

mod cut;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters, with digits after them: `h100s`, `node.js`.
    Word,
    /// A run of digits with `,` `.` `'` inside.
    Digits,
    /// One sign: `$`, `/`, `(`.
    Sign,
}

/// What stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing.
    Glued,
    /// White space.
    Space,
    /// A dash, with or without white space.
    Dash,
    /// The end of a line, or the start of the text.
    Line,
}

/// A token.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    /// Its folded form.
    pub word: &'a str,
    pub span: Span,
    /// The hash of its folded form.
    pub hash: u32,
    /// What is known of it by itself.
    pub kinds: Kinds,
    pub kind: Kind,
    pub gap: Gap,
    /// The sentence, as numbered by [`Text`].
    pub sentence: usize,
    /// The line, as numbered by [`Text`].
    pub line: usize,
    /// Whether the original begins with a capital letter.
    pub capital: bool,
    /// Which of [`Reading::sentences`] it belongs to.
    run: u32,
}

/// Words farther apart than this say nothing of each other, even in one endless line: it bounds the work on any text.
const FAR: usize = 400;

/// A text with its tokens.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub text: &'a Text,
    pub tokens: Vec<Token<'a>>,
    /// The tokens of [`Kinds::BEGINNING`], ascending, and those with a capital: nobody looks through the others.
    beginnings: Vec<usize>,
    pub(super) capitals: Vec<usize>,
    /// The tokens of each sentence of a line, and of each line of the text.
    sentences: Vec<Range<usize>>,
    lines: Vec<Range<usize>>,
    /// Whose crowns `kr` means here, looked for when first asked for.
    pub(super) crown: OnceCell<&'static str>,
    /// Whether it speaks to whoever reads it, as postings do; looked for when first asked for.
    pub(super) addresses: OnceCell<bool>,
    /// Rules of a user's file, asked before the built-in ones.
    pub(super) own: Option<&'static OwnRules>,
    /// Read when first asked for; see [`Reading::numbers`].
    pub(super) numbers: OnceCell<Vec<Number>>,
}

impl<'a> Reading<'a> {
    /// Cuts `text` into tokens.
    pub(crate) fn new(text: &'a Text) -> Self {
        let Cut { tokens, beginnings, capitals, sentences, lines } = cut(text);
        charge(tokens.len());
        let (crown, addresses, numbers) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { text, tokens, beginnings, capitals, sentences, lines, crown, addresses, numbers, own: None }
    }

    /// The same, read by a user's rules, too.
    pub(super) fn with_own(self, own: Option<&'static OwnRules>) -> Self {
        Self { own, ..self }
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The token's folded form; empty beyond the ends, so that looking around needs no care.
    pub(crate) fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.word)
    }

    /// Whether the token is one of these words.
    pub(crate) fn is(&self, index: usize, list: Words) -> bool {
        self.tokens.get(index).is_some_and(|token| list.has_hashed(token.word.as_bytes(), token.hash))
    }

    /// The tokens of some kinds, which are among those of [`Kinds::BEGINNING`].
    pub(crate) fn with(&self, kinds: Kinds) -> impl Iterator<Item = usize> {
        debug_assert!(kinds.are_among(Kinds::BEGINNING), "{kinds:?} begin nothing");
        self.beginnings.iter().copied().filter(move |at| self.tokens[*at].kinds.has(kinds))
    }

    /// The same, of a range of tokens.
    pub(crate) fn with_in(&self, kinds: Kinds, range: Range<usize>) -> impl Iterator<Item = usize> {
        let first = self.beginnings.partition_point(|at| *at < range.start);
        let within = self.beginnings[first..].iter().copied().take_while(move |at| *at < range.end);
        within.filter(move |at| self.tokens[*at].kinds.has(kinds))
    }

    /// What words of these kinds open, in order, with the token that opens it. The kinds are those of the openings' words.
    pub(crate) fn opened<T>(&self, kinds: Kinds, openings: Openings<T>) -> impl Iterator<Item = (usize, T)> {
        self.with(kinds).filter_map(move |at| Some((at, self.opened_at(at, openings)?)))
    }

    /// What the token at `at` opens.
    pub(crate) fn opened_at<T>(&self, at: usize, openings: Openings<T>) -> Option<T> {
        openings.iter().filter(|(words, _)| self.is(at, *words)).find_map(|(_, read)| read(self, at))
    }

    /// The word `back` tokens before `index`.
    pub(crate) fn before(&self, index: usize, back: usize) -> &'a str {
        index.checked_sub(back).map_or("", |at| self.word(at))
    }

    pub(crate) fn gap(&self, index: usize) -> Gap {
        self.tokens.get(index).map_or(Gap::Line, |token| token.gap)
    }

    /// Whether the tokens from `index` on are these words, on one line.
    pub(crate) fn is_at(&self, index: usize, phrase: &str) -> bool {
        self.phrase_end(index, phrase).is_some()
    }

    /// The index after the words of `phrase`, when the tokens from `index` on are just these.
    pub(crate) fn phrase_end(&self, index: usize, phrase: &str) -> Option<usize> {
        let mut at = index;
        let mut rest = phrase;
        loop {
            let word = self.word(at);
            if word.is_empty()
                || (at > index && self.gap(at) == Gap::Line && self.tokens[at].line != self.tokens[at - 1].line + 1)
            {
                return None;
            }
            rest = rest.strip_prefix(word)?;
            at += 1;
            if rest.is_empty() {
                return Some(at);
            }
            rest = rest.strip_prefix(' ')?;
        }
    }

    /// The first place in `range` where one of `phrases` begins.
    pub(crate) fn find(&self, range: std::ops::Range<usize>, phrases: &[&str]) -> Option<usize> {
        // How phrases begin as bits, so that most words are looked at but once; a word of one letter goes on with a space there.
        let begun = |word: &str| match word.as_bytes() {
            [first, second, ..] => 1_u64 << ((first.wrapping_mul(7) ^ second) % 64),
            [first] => 1 << ((first.wrapping_mul(7) ^ b' ') % 64),
            [] => 0,
        };
        let begin = phrases.iter().fold(0, |all, phrase| all | begun(phrase));
        let end = range.end;
        let found = range.clone().find(|&at| {
            let word = self.word(at);
            begun(word) & begin != 0 && phrases.iter().any(|phrase| phrase.starts_with(word) && self.is_at(at, phrase))
        });
        charge(found.unwrap_or(end).saturating_sub(range.start));
        found
    }

    /// The tokens of the sentence around `index`.
    pub(crate) fn sentence(&self, index: usize) -> std::ops::Range<usize> {
        let Some(here) = self.tokens.get(index) else {
            return 0..0;
        };
        let sentence = near(index, &self.sentences[here.run as usize]);
        // Whoever asks for it goes through it, too.
        charge(sentence.len());
        sentence
    }

    /// The sentence around `index`, with those before it that end in the stop of `U.S.` or other letters with stops between them, or of `Min.`
    pub(crate) fn statement(&self, index: usize) -> std::ops::Range<usize> {
        let mut sentence = self.sentence(index);
        let stops = |start: usize| {
            let letters = self.before(start, 2).as_bytes();
            let abbreviated = one_of!(self.before(start, 2), "min max");
            self.before(start, 1) == "." && (abbreviated || letters.len() == 3 && letters[1] == b'.')
        };
        while index - sentence.start < FAR && stops(sentence.start) {
            sentence.start = self.sentence(sentence.start - 1).start;
        }
        sentence
    }

    /// The tokens around `index` up to `;` or the ends of the sentence.
    pub(crate) fn segment(&self, index: usize) -> std::ops::Range<usize> {
        let sentence = self.sentence(index);
        let first = (sentence.start..index).rev().find(|&at| self.word(at) == ";").map_or(sentence.start, |at| at + 1);
        let last = (index..sentence.end).find(|&at| self.word(at) == ";").unwrap_or(sentence.end);
        first..last
    }

    /// The tokens of the line around `index`; of a very long line those near it.
    pub(crate) fn line(&self, index: usize) -> std::ops::Range<usize> {
        let Some(here) = self.tokens.get(index) else {
            return 0..0;
        };
        let line = near(index, &self.lines[here.line]);
        charge(line.len());
        line
    }

    /// The tokens of a span.
    pub(super) fn tokens_of(&self, span: &Span) -> Range<usize> {
        let first = self.tokens.partition_point(|token| token.span.end <= span.start);
        first..self.tokens.partition_point(|token| token.span.start < span.end).max(first)
    }

    /// The span from one token to another, both included.
    pub(crate) fn span(&self, first: usize, last: usize) -> Span {
        self.tokens[first].span.start..self.tokens[last].span.end
    }
}

/// The part of a range around one of it that is not too far away.
fn near(index: usize, range: &Range<usize>) -> Range<usize> {
    range.start.max(index.saturating_sub(FAR))..range.end.min(index + FAR)
}

/// Marks that end a clause.
pub(crate) fn is_break(word: &str) -> bool {
    matches!(word, "," | ";" | ":" | "(" | ")" | "." | "!" | "?" | "|" | "[" | "]" | "•" | "·")
}

/// The ISO 4217 code that a folded word stands for.
pub(crate) fn currency_code(word: &str) -> Option<&'static str> {
    lists::TERMS_CURRENCY.of(word)
}

/// Four plain digits that can be a year of somebody's life.
pub(crate) fn year_of(word: &str) -> Option<i16> {
    (word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
        .filter(|year| (1950..=2060).contains(year))
}

/// Whether the name is that of an accelerator, by form: `h100s`, `mi300x`, `gb200`, `tpuv4`.
pub(crate) fn is_accelerator_name(word: &str) -> bool {
    const EXACT: Words = words!(lists::TERMS_ACCELERATORS,);
    // But for a few, all have a figure.
    if !word.starts_with(['t', 'i', 'g']) && !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let stem = if word.len() > 2 { word.strip_suffix('s').unwrap_or(word) } else { word };
    if EXACT.has(word) || EXACT.has(stem) {
        return true;
    }
    if let Some(rest) = stem.strip_prefix("tpuv").or_else(|| stem.strip_prefix("tpu")) {
        return rest.starts_with(|c: char| c.is_ascii_digit());
    }
    let letters = stem.find(|c: char| c.is_ascii_digit()).unwrap_or(stem.len());
    let (family, rest) = stem.split_at(letters);
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number: u32 = rest[..digits].parse().unwrap_or(0);
    let tail = &rest[digits..];
    match family {
        "a" => matches!(number, 100 | 800) && tail.is_empty(),
        "h" | "b" | "v" | "gb" | "gh" | "p" | "vr" => {
            (100..=800).contains(&number) && number.is_multiple_of(100) && matches!(tail, "" | "s" | "nvl")
                || (matches!(family, "gb") && number == 10 && tail.is_empty())
        }
        "mi" => (6..=500).contains(&number) && matches!(tail, "" | "x" | "a"),
        _ => false,
    }
}

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
