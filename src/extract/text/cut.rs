//! Folded lines cut into words, clauses and sentences.

use std::ops::Range;

use super::{Clause, Line, Span};
use crate::extract::lexicon::{Kinds, LEXICON, Lexicon};
use crate::taxonomy::{START, then};

/// After so many words a sentence is taken to be another one: every reader looks around within sentences, and on an endless
/// one would look for ever. The longest list of skills that anybody reads is shorter.
const LONGEST_SENTENCE: usize = 400;

/// What a text was cut into.
pub(super) struct Cut {
    pub words: Vec<Span>,
    /// By word, its hash and its kinds.
    pub known: Vec<(u32, Kinds)>,
    pub clauses: Vec<Clause>,
}

/// Cuts the lines of a folded text, and marks those of them that bars or dots part.
pub(super) fn cut(folded: &str, lines: &mut [Line]) -> Cut {
    let words = folded.len() / 6;
    let cut = Cut {
        words: Vec::with_capacity(words),
        known: Vec::with_capacity(words),
        clauses: Vec::with_capacity(words / 8),
    };
    let mut cutter = Cutter { folded, lexicon: &LEXICON, cut, clause_start: 0, sentence: 0, sentence_start: 0 };
    for (number, line) in lines.iter_mut().enumerate() {
        line.parted = cutter.line(number, &line.span);
    }
    cutter.cut
}

struct Cutter<'t> {
    folded: &'t str,
    lexicon: &'static Lexicon,
    cut: Cut,
    /// The first word of the clause and of the sentence that is being read.
    clause_start: usize,
    sentence_start: usize,
    sentence: usize,
}

impl Cutter<'_> {
    /// Cuts a line; whether bars or dots part things in it.
    fn line(&mut self, number: usize, span: &Span) -> bool {
        let mut parted = false;
        let text = &self.folded[span.clone()];
        // Where a word began, and its hash so far.
        let mut open: Option<(usize, u32)> = None;
        let mut after = 0;
        while let Some(&byte) = text.as_bytes().get(after) {
            let at = after;
            if byte.is_ascii_alphanumeric() {
                let (start, mut hash) = open.unwrap_or((at, START));
                while let Some(letter) = text.as_bytes().get(after).filter(|byte| byte.is_ascii_alphanumeric()) {
                    hash = then(hash, *letter);
                    after += 1;
                }
                open = Some((start, hash));
                continue;
            }
            if byte == b' ' {
                after += 1;
                if let Some((start, hash)) = open.take() {
                    self.word(span.start + start..span.start + at, hash);
                    if self.is_endless() {
                        self.end_clause(number);
                        self.end_sentence();
                    }
                }
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            after += c.len_utf8();
            let next = text[after..].chars().next();
            let inside = c.is_alphanumeric()
                || matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '+' | '#' | '@' | '~')
                || (c == '.' && next.is_some_and(char::is_alphanumeric) && !ends_sentence(text, at))
                || ("'&,".contains(c) && is_inner(text, at, c, next));
            if inside {
                let (start, hash) = open.unwrap_or((at, START));
                open = Some((start, text.as_bytes()[at..after].iter().fold(hash, |hash, byte| then(hash, *byte))));
                continue;
            }
            if let Some((start, hash)) = open.take() {
                self.word(span.start + start..span.start + at, hash);
            }
            parted |= matches!(c, '|' | '•' | '·');
            match c {
                '.' | '!' | '?'
                    if next.is_none_or(|n| n.is_whitespace() || "\"')*".contains(n)) && !abbreviation(text, at) =>
                {
                    self.end_clause(number);
                    self.end_sentence();
                }
                ',' | ';' | ':' | '(' | ')' | '|' | '•' | '·' | '…' | '[' | ']' | '"' | '“' | '”' | '.' => {
                    self.end_clause(number);
                    if matches!(c, '•' | '|') || self.is_endless() {
                        self.end_sentence();
                    }
                }
                _ => {}
            }
        }
        if let Some((start, hash)) = open {
            self.word(span.start + start..span.end, hash);
        }
        self.end_clause(number);
        self.end_sentence();
        parted
    }

    fn word(&mut self, span: Range<usize>, hash: u32) {
        let word = &self.folded[span.clone()];
        self.cut.known.push((hash, self.lexicon.kinds(word, hash)));
        self.cut.words.push(span);
    }

    fn is_endless(&self) -> bool {
        self.cut.words.len() >= self.sentence_start + LONGEST_SENTENCE
    }

    fn end_clause(&mut self, line: usize) {
        let words = self.clause_start..self.cut.words.len();
        if !words.is_empty() {
            self.clause_start = words.end;
            self.cut.clauses.push(Clause { words, sentence: self.sentence, line });
        }
    }

    fn end_sentence(&mut self) {
        self.sentence += 1;
        self.sentence_start = self.cut.words.len();
    }
}

/// Whether `c` at `at` joins what stands on both sides: `4,096`, `R&D`, `don't`.
fn is_inner(text: &str, at: usize, c: char, next: Option<char>) -> bool {
    let before = text[..at].chars().next_back();
    match c {
        ',' => before.is_some_and(|b| b.is_ascii_digit()) && three_digits_follow(text, at),
        _ => before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric),
    }
}

fn three_digits_follow(text: &str, at: usize) -> bool {
    let rest = &text.as_bytes()[at + 1..];
    rest.len() >= 3 && rest[..3].iter().all(u8::is_ascii_digit)
}

/// A full stop between a word and a capital would end a sentence, but folding lost the case: after four or more letters a
/// stop glued to a long word is taken as a missing space (`clusters.Responsible`), unless the pair is a known file or domain form.
fn ends_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let after: &str = text[at + 1..].split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    before.len() >= 4 && after.len() >= 4 && !text[..at].ends_with(|c: char| c.is_ascii_digit())
}

/// Stops that do not end a sentence.
fn abbreviation(text: &str, at: usize) -> bool {
    let before = text[..at].rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    matches!(
        before,
        "e.g"
            | "i.e"
            | "eg"
            | "ie"
            | "etc"
            | "incl"
            | "approx"
            | "ca"
            | "vs"
            | "sr"
            | "jr"
            | "st"
            | "dr"
            | "no"
            | "dept"
    ) && text[at + 1..].trim_start().chars().next().is_some_and(char::is_alphanumeric)
}
