//! A text cut into the small pieces that the readers of figures share: words, digits and signs, with what stands between them.
//!
//! Finer than the words of [`Text`]: `8xA100` is a figure and a word here, and a dash is told from a space.

use std::cell::OnceCell;

use super::lexicon::{Kinds, LEXICON, Openings};
use super::markup;
use super::number::Number;
use super::text::{Span, Text};
use super::words::{Words, words};
use crate::taxonomy::word_hash;

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
}

/// Words farther apart than this say nothing of each other, even in one endless line: it bounds the work on any text.
const FAR: usize = 400;

/// A text with its tokens.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub text: &'a Text,
    pub tokens: Vec<Token<'a>>,
    /// Read when first asked for; see [`Reading::numbers`].
    pub(super) numbers: OnceCell<Vec<Number>>,
}

impl<'a> Reading<'a> {
    /// Cuts `text` into tokens.
    pub(crate) fn new(text: &'a Text) -> Self {
        let folded = text.folded();
        let tokens = Vec::with_capacity(text.words().len() + text.words().len() / 2 + 4);
        let next_line = line_start(text, 1);
        let mut cutter =
            Cutter { text, folded, tokens, sentence: 0, line: 0, next_line, end: 0, last_line: usize::MAX };
        cutter.enter_clause(0);
        let mut at = 0;
        for (word, span) in text.words().iter().enumerate() {
            // Between most words stands a space, and nothing else.
            let is_space = at + 1 == span.start && folded.as_bytes()[at] == b' ';
            at = if is_space { span.start } else { cutter.others(at, span.start, word) };
            cutter.enter_clause(text.clause_of(word));
            let kinds = text.kinds(word);
            // Plain letters are a token as they are a word.
            if at == span.start && kinds.has(Kinds::LETTERS) {
                cutter.push(span.clone(), Kind::Word, text.word_hash(word), kinds);
                at = span.end;
            } else {
                at = cutter.others(at, span.end, word);
            }
        }
        cutter.others(at, folded.len(), text.words().len());
        Self { text, tokens: cutter.tokens, numbers: OnceCell::new() }
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

    /// The tokens of some kinds.
    pub(crate) fn with(&self, kinds: Kinds) -> impl Iterator<Item = usize> {
        self.tokens.iter().enumerate().filter(move |(_, token)| token.kinds.has(kinds)).map(|(at, _)| at)
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
        range.into_iter().find(|&at| {
            let word = self.word(at);
            let may_begin = |phrase: &str| phrase.as_bytes().first() == word.as_bytes().first();
            phrases.iter().any(|phrase| may_begin(phrase) && phrase.starts_with(word) && self.is_at(at, phrase))
        })
    }

    /// The tokens of the sentence around `index`.
    pub(crate) fn sentence(&self, index: usize) -> std::ops::Range<usize> {
        let Some(here) = self.tokens.get(index) else {
            return 0..0;
        };
        let same = |token: &&Token| token.sentence == here.sentence && token.line == here.line;
        let first = index - self.tokens[..index].iter().rev().take(FAR).take_while(same).count();
        first..index + self.tokens[index..].iter().take(FAR).take_while(same).count()
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
        let near = |t: &&Token| t.line == here.line;
        let first = index - self.tokens[..index].iter().rev().take(FAR).take_while(near).count();
        first..index + self.tokens[index..].iter().take(FAR).take_while(near).count()
    }

    /// The span from one token to another, both included.
    pub(crate) fn span(&self, first: usize, last: usize) -> Span {
        self.tokens[first].span.start..self.tokens[last].span.end
    }
}

/// A text being cut.
struct Cutter<'a> {
    text: &'a Text,
    folded: &'a str,
    tokens: Vec<Token<'a>>,
    /// The sentence and line that have been reached, and where the line after that begins.
    sentence: usize,
    line: usize,
    next_line: usize,
    /// Where the last token ends, and its line.
    end: usize,
    last_line: usize,
}

/// Where a line begins; beyond all text when there are not so many.
fn line_start(text: &Text, line: usize) -> usize {
    text.lines().get(line).map_or(usize::MAX, |line| line.span.start)
}

impl Cutter<'_> {
    fn enter_clause(&mut self, clause: usize) {
        self.sentence = self.text.clauses().get(clause).map_or(0, |clause| clause.sentence);
    }

    /// Cuts what is there from `at` to `until`, at the `word`th word or before it; returns the end of the last token.
    fn others(&mut self, mut at: usize, until: usize, word: usize) -> usize {
        while at < until {
            let byte = self.folded.as_bytes()[at];
            if byte == b' ' {
                at += 1;
                continue;
            }
            let sign = byte.is_ascii_punctuation();
            let (end, kind) = if sign { (at + 1, Kind::Sign) } else { token_end(self.folded, at, byte) };
            let span = at..end;
            let (hash, kinds) = if self.text.words().get(word).is_some_and(|word| *word == span) {
                (self.text.word_hash(word), self.text.kinds(word))
            } else {
                let word = &self.folded.as_bytes()[span.clone()];
                let hash = word_hash(word);
                (hash, LEXICON.kinds(word, hash))
            };
            self.push(span, kind, hash, kinds);
            at = end;
        }
        at
    }

    fn push(&mut self, span: Span, kind: Kind, hash: u32, kinds: Kinds) {
        while self.next_line <= span.start {
            self.line += 1;
            self.next_line = line_start(self.text, self.line + 1);
        }
        let gap = if self.last_line != self.line {
            Gap::Line
        } else if self.end == span.start {
            Gap::Glued
        } else if self.text.is_one_space(self.end, span.start) {
            Gap::Space
        } else {
            let last = self.tokens.last().map_or(0..0, |last| last.span.clone());
            gap(self.text.original_between(&last, &span))
        };
        (self.end, self.last_line) = (span.end, self.line);
        let capital = kind == Kind::Word && self.text.is_capital(span.start);
        let word = &self.folded[span.clone()];
        let (sentence, line) = (self.sentence, self.line);
        self.tokens.push(Token { word, span, hash, kinds, kind, gap, sentence, line, capital });
    }
}

/// Marks that end a clause.
pub(crate) fn is_break(word: &str) -> bool {
    matches!(word, "," | ";" | ":" | "(" | ")" | "." | "!" | "?" | "|" | "[" | "]" | "•" | "·")
}

/// The ISO 4217 code that a folded word stands for.
pub(crate) fn currency_code(word: &str) -> Option<&'static str> {
    const CODES: &[(&str, &str)] = &[
        ("usd", "USD"),
        ("eur", "EUR"),
        ("gbp", "GBP"),
        ("chf", "CHF"),
        ("cad", "CAD"),
        ("aud", "AUD"),
        ("sgd", "SGD"),
        ("hkd", "HKD"),
        ("nzd", "NZD"),
        ("inr", "INR"),
        ("jpy", "JPY"),
        ("cny", "CNY"),
        ("rmb", "CNY"),
        ("sek", "SEK"),
        ("nok", "NOK"),
        ("dkk", "DKK"),
        ("pln", "PLN"),
        ("czk", "CZK"),
        ("ils", "ILS"),
        ("nis", "ILS"),
        ("krw", "KRW"),
        ("twd", "TWD"),
        ("brl", "BRL"),
        ("mxn", "MXN"),
        ("zar", "ZAR"),
        ("aed", "AED"),
        ("huf", "HUF"),
        ("ron", "RON"),
        ("thb", "THB"),
        ("myr", "MYR"),
    ];
    CODES.iter().find(|(name, _)| *name == word).map(|(_, code)| *code)
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
    const EXACT: Words = words!(
        "t4 l4 l40 l40s a2 a10 a10g a16 a30 a40 h20 k20 k40 k80 p4 p40 tpu tpus trainium trainium1 trainium2 \
         trainium3 inferentia inferentia2 gaudi gaudi2 gaudi3 b60 trn1 trn2 trn3 a6000 a5000 a4000",
    );
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

/// Where the token ends that begins at `at` with the byte `first`, and what it is.
fn token_end(folded: &str, at: usize, first: u8) -> (usize, Kind) {
    let rest = &folded[at..];
    if first.is_ascii_alphanumeric() {
        // Nearly all tokens are plain letters and digits up to a mark that joins nothing.
        let bytes = rest.as_bytes();
        let all_digits = first.is_ascii_digit();
        let plain = if all_digits {
            bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
        } else {
            bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
        };
        let next = bytes.get(plain).copied().unwrap_or(b' ');
        let followed =
            bytes.get(plain + 1).is_some_and(|byte| if all_digits { byte.is_ascii_digit() } else { *byte != b' ' });
        let ends = match next {
            b',' => !all_digits || !followed,
            b'.' => !followed,
            b'\'' => all_digits && !followed,
            b'&' | b'+' | b'#' => all_digits,
            _ => all_digits || next.is_ascii(),
        };
        let coded = !all_digits && plain > 3 && bytes[3].is_ascii_digit();
        if first == b'r' && is_rand(bytes) {
            return (at + 1, Kind::Word);
        }
        if ends && !coded {
            return (at + plain, if all_digits { Kind::Digits } else { Kind::Word });
        }
    }
    let first = rest.chars().next().unwrap_or_default();
    let after = |index: usize, c: char| rest[index + c.len_utf8()..].chars().next();
    if first.is_ascii_digit() {
        let end = rest
            .char_indices()
            .find(|&(index, c)| {
                !(c.is_ascii_digit() || (",.'".contains(c) && after(index, c).is_some_and(|n| n.is_ascii_digit())))
            })
            .map_or(rest.len(), |(index, _)| index);
        return (at + end, Kind::Digits);
    }
    if first.is_alphabetic() {
        // USD180k: a code glued to its figure.
        if rest.as_bytes().get(3).is_some_and(u8::is_ascii_digit)
            && rest.get(..3).is_some_and(|w| currency_code(w).is_some())
        {
            return (at + 3, Kind::Word);
        }
        let end = rest
            .char_indices()
            .find(|&(index, c)| {
                let joined = match c {
                    '\'' | '&' => after(index, c).is_some_and(char::is_alphabetic),
                    '+' | '#' => index <= 2 && matches!(first, 'c' | 'f' | 'g'),
                    '.' => joins(rest, index),
                    // 年収1200万円: no space parts words and figures there.
                    '0'..='9' => first < '\u{1100}',
                    _ => c.is_alphanumeric(),
                };
                !joined
            })
            .map_or(rest.len(), |(index, _)| index);
        return (at + end, Kind::Word);
    }
    (at + first.len_utf8(), Kind::Sign)
}

/// `R900,000`, `R75k`, `R1 200 000`: the rand glued to its figure, which is no name such as `R740`.
fn is_rand(bytes: &[u8]) -> bool {
    let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &bytes[1 + digits..];
    let ends = |at: usize| rest.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let group =
        |at: usize| rest.get(at..at + 3).is_some_and(|group| group.iter().all(u8::is_ascii_digit)) && ends(at + 3);
    match (digits, rest.first()) {
        (1..=3, Some(b',')) if group(1) => true,
        // But not `R740 128 GB`, nor `R1 200 cards`.
        (2..=3, Some(b' ')) => rest.starts_with(b" 000") && ends(4),
        (1, Some(b' ')) => group(1) && group(5),
        (2..=4, Some(b'k')) => ends(1),
        // R1,2m
        (1..=2, Some(b',' | b'.')) => {
            let part = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            matches!(part, 1 | 2) && rest.get(1 + part) == Some(&b'm') && ends(2 + part)
        }
        (5..=7, _) => ends(0),
        _ => false,
    }
}

/// A stop inside a word: `node.js`, `p.a`, `b.sc`, `u.s`, but not a missing space after a sentence.
fn joins(rest: &str, at: usize) -> bool {
    let before = rest[..at].rsplit('.').next().unwrap_or("");
    let after = rest[at + 1..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    !after.is_empty()
        && (matches!(after, "js" | "net" | "io" | "ai" | "com" | "org")
            || (before.len() <= 2 && after.len() <= 5 && after.starts_with(char::is_alphabetic)))
}

/// What stands between two tokens that are not adjacent, by the original text between them.
fn gap(between: &str) -> Gap {
    let is_dash = match between {
        " " => false,
        _ if between.contains('&') => {
            // Markup that was escaped has its own entities escaped twice.
            let once = markup::strip(between);
            has_dash(&once) || (once.contains('&') && has_dash(&markup::strip(&once)))
        }
        _ => has_dash(between),
    };
    match between {
        "" => Gap::Glued,
        _ if is_dash => Gap::Dash,
        _ => Gap::Space,
    }
}

/// A dash, but not within a tag: those of its attributes are none.
fn has_dash(text: &str) -> bool {
    let mut inside_tag = false;
    text.chars().any(|c| {
        match c {
            '<' => inside_tag = true,
            '>' => inside_tag = false,
            _ => {}
        }
        let dash = matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}');
        dash && !inside_tag
    })
}

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
