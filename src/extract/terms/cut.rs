//! Words cut into tokens: what is digits and what a sign, and what stands between them.

use std::ops::Range;

use super::{Gap, Kind, Token, currency_code};
use crate::extract::lexicon::{Kinds, LEXICON};
use crate::extract::markup;
use crate::extract::text::{Span, Text};
use crate::taxonomy::{START, then, word_hash};

/// What a text was cut into.
pub(super) struct Cut<'a> {
    pub tokens: Vec<Token<'a>>,
    /// The tokens of [`Kinds::BEGINNING`], and those with a capital.
    pub beginnings: Vec<usize>,
    pub capitals: Vec<usize>,
    /// The tokens of each sentence of a line, and of each line of the text.
    pub sentences: Vec<Range<usize>>,
    pub lines: Vec<Range<usize>>,
}

/// Cuts a text into tokens.
pub(super) fn cut(text: &Text) -> Cut<'_> {
    let folded = text.folded();
    let words = text.words().len();
    let mut cutter = Cutter {
        text,
        folded,
        cut: Cut {
            tokens: Vec::with_capacity(words * 2 + 4),
            beginnings: Vec::with_capacity(words / 2 + 4),
            capitals: Vec::with_capacity(words / 2 + 4),
            sentences: Vec::with_capacity(words / 8 + 4),
            lines: vec![0..0; text.lines().len().max(1)],
        },
        run: (usize::MAX, usize::MAX),
        runs: 0,
        clause: 0,
        sentence: 0,
        line: 0,
        next_line: line_start(text, 1),
        end: 0,
        last_line: usize::MAX,
    };
    cutter.enter_clause(0);
    let mut at = 0;
    for (word, (span, hash, kinds, clause)) in text.known_words().enumerate() {
        // Between most words stands a space, and nothing else.
        let is_space = at + 1 == span.start && folded.as_bytes()[at] == b' ';
        at = if is_space { span.start } else { cutter.others(at, span.start, word) };
        if clause != cutter.clause {
            cutter.enter_clause(clause);
        }
        // Plain letters are a token as they are a word.
        if at == span.start && kinds.has(Kinds::LETTERS) {
            cutter.push(span.clone(), Kind::Word, hash, kinds);
            at = span.end;
        } else {
            at = cutter.others(at, span.end, word);
        }
    }
    cutter.others(at, folded.len(), text.words().len());
    cutter.end_run();
    cutter.cut
}

/// A text being cut.
struct Cutter<'a> {
    text: &'a Text,
    folded: &'a str,
    cut: Cut<'a>,
    /// The clause, sentence and line that have been reached, and where the line after that begins.
    clause: usize,
    sentence: usize,
    line: usize,
    next_line: usize,
    /// The sentence and line of the last token.
    run: (usize, usize),
    /// How many of these there are.
    runs: u32,
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
        self.clause = clause;
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
            let (hash, kinds) = if sign {
                (then(START, byte), LEXICON.kinds_of_sign(byte))
            } else if self.text.words().get(word).is_some_and(|word| *word == span) {
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

    #[inline]
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
            let last = self.cut.tokens.last().map_or(0..0, |last| last.span.clone());
            gap(self.text.original_between(&last, &span))
        };
        (self.end, self.last_line) = (span.end, self.line);
        let capital = kind == Kind::Word && self.text.is_capital(span.start);
        if capital {
            self.cut.capitals.push(self.cut.tokens.len());
        }
        if kinds.has(Kinds::BEGINNING) {
            self.cut.beginnings.push(self.cut.tokens.len());
        }
        let word = &self.folded[span.clone()];
        let (sentence, line) = (self.sentence, self.line);
        if self.run != (sentence, line) {
            self.begin_run();
        }
        let run = self.runs - 1;
        self.cut.tokens.push(Token { word, span, hash, kinds, kind, gap, sentence, line, capital, run });
    }

    /// Another sentence or line begins with the next token.
    fn begin_run(&mut self) {
        self.end_run();
        let here = self.cut.tokens.len();
        if self.run.1 != self.line {
            self.cut.lines[self.line].start = here;
        }
        self.run = (self.sentence, self.line);
        self.runs += 1;
        self.cut.sentences.push(here..here);
    }

    /// The sentence of the last token ends, and perhaps its line.
    fn end_run(&mut self) {
        let here = self.cut.tokens.len();
        if let Some(sentence) = self.cut.sentences.last_mut() {
            sentence.end = here;
            self.cut.lines[self.run.1].end = here;
        }
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
        // RM12,500
        if bytes.starts_with(b"rm") && is_rand(&bytes[1..]) {
            return (at + 2, Kind::Word);
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

/// `R900,000`, `R75k`, `R1,2m`: the rand glued to its figure, which is no name such as `R740`.
fn is_rand(bytes: &[u8]) -> bool {
    let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &bytes[1 + digits..];
    let ends = |at: usize| rest.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let group =
        |at: usize| rest.get(at..at + 3).is_some_and(|group| group.iter().all(u8::is_ascii_digit)) && ends(at + 3);
    match (digits, rest.first()) {
        (1..=3, Some(b',')) if group(1) => true,
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
