//! Folded lines cut into words, clauses and sentences.

use super::{Clause, Known, Line, Span};
use crate::extract::lexicon::{LEXICON, Lexicon};
use crate::extract::lists;
use crate::extract::origin::Origin;
use crate::extract::words::one_of;
use crate::taxonomy::{START, then};

/// After so many words a sentence is taken to be another one: every reader looks around within sentences, and on an endless
/// one would look for ever. The longest list of skills that anybody reads is shorter.
const MAX_SENTENCE_LEN: usize = 400;
/// And after so many bytes, as names may stand within what is one word by its signs: `Python&Go&Rust`.
const MAX_SENTENCE_BYTES: usize = 4000;
/// A word of more bytes is taken to be several.
const MAX_WORD_LEN: usize = 200;

/// What a text was cut into.
pub(super) struct Cut {
    pub words: Vec<Span>,
    pub known: Vec<Known>,
    pub clauses: Vec<Clause>,
    pub places: WordPlaces,
}

/// For every [`STEP`] bytes of a folded text, a word not behind the first that ends behind them: where to look for the word at a byte.
#[derive(Clone, Debug, Default)]
pub(super) struct WordPlaces(Vec<u32>);

/// Words are nearly as long on average, with their spaces.
const STEP: usize = 8;

impl WordPlaces {
    /// A word at or shortly before the first one that ends behind `byte`.
    pub(super) fn before(&self, byte: usize) -> usize {
        self.0.get(byte / STEP).or(self.0.last()).map_or(0, |word| *word as usize)
    }

    /// Takes note of the next word, the `number`th, before which so many steps were known; how many are now.
    #[inline]
    fn add(&mut self, number: u32, known: usize, end: usize) -> usize {
        // The steps before its end are those at which no earlier word ends later.
        let steps = end.div_ceil(STEP);
        for step in &mut self.0[known..steps] {
            *step = number;
        }
        steps
    }
}

/// Cuts the lines of a folded text, and marks those of them that bars or dots part.
pub(super) fn cut(folded: &str, origin: &Origin, lines: &mut [Line]) -> Cut {
    let words = folded.len() / 5 + 4;
    let cut = Cut {
        words: Vec::with_capacity(words),
        known: Vec::with_capacity(words),
        clauses: Vec::with_capacity(words / 6 + 4),
        places: WordPlaces(vec![0; folded.len() / STEP + 1]),
    };
    let mut cutter = Cutter {
        folded,
        origin,
        lexicon: &LEXICON,
        cut,
        clause_start: 0,
        sentence: 0,
        sentence_start: 0,
        sentence_clause: 0,
        steps: 0,
    };
    for (number, line) in lines.iter_mut().enumerate() {
        line.parted = cutter.line(number, &line.span);
    }
    cutter.cut.places.0.truncate(cutter.steps);
    cutter.cut
}

struct Cutter<'t> {
    folded: &'t str,
    origin: &'t Origin,
    lexicon: &'static Lexicon,
    cut: Cut,
    /// The first word of the clause and of the sentence that is being read.
    clause_start: usize,
    sentence_start: usize,
    /// The first clause of that sentence.
    sentence_clause: usize,
    sentence: usize,
    /// How many steps of the places of words are known.
    steps: usize,
}

/// By byte: 0 for plain letters, 1 for other letters and digits of ASCII, [`ENDS`] for all else.
static SIGNS: [u8; 256] = {
    let mut signs = [ENDS; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            signs[byte as usize] = !byte.is_ascii_lowercase() as u8;
        }
        byte += 1;
    }
    signs
};
const ENDS: u8 = 2;

/// A word being read.
#[derive(Clone, Copy)]
struct Open {
    start: usize,
    /// Of its letters so far.
    hash: u32,
    /// Whether they are plain ones.
    letters: bool,
}

impl Cutter<'_> {
    /// Cuts a line; whether bars or dots part things in it.
    fn line(&mut self, number: usize, span: &Span) -> bool {
        let mut parted = false;
        let text = &self.folded[span.clone()];
        let bytes = text.as_bytes();
        let mut open: Option<Open> = None;
        let mut after = 0;
        while let Some(&byte) = bytes.get(after) {
            let at = after;
            if byte.is_ascii_alphanumeric() {
                let mut word = open.take().unwrap_or(Open { start: at, hash: START, letters: true });
                let mut signs = 0;
                let ends = loop {
                    let Some(&letter) = bytes.get(after) else { break b' ' };
                    if after >= word.start + MAX_WORD_LEN {
                        break letter;
                    }
                    let sign = SIGNS[usize::from(letter)];
                    if sign == ENDS {
                        break letter;
                    }
                    signs |= sign;
                    word.hash = then(word.hash, letter);
                    after += 1;
                };
                word.letters &= signs == 0;
                if ends == b' ' {
                    self.word_before_space(number, span.start, &word, after);
                    after += 1;
                } else if after >= word.start + MAX_WORD_LEN {
                    self.word_before_space(number, span.start, &word, after);
                } else {
                    open = Some(word);
                }
                continue;
            }
            if byte == b' ' {
                after += 1;
                if let Some(word) = open.take() {
                    self.word_before_space(number, span.start, &word, at);
                }
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            after += c.len_utf8();
            let next = text[after..].chars().next();
            let inside = c.is_alphanumeric()
                || matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '+' | '#' | '@' | '~')
                || (c == '.' && next.is_some_and(char::is_alphanumeric) && !ends_sentence(text, at))
                || (matches!(c, '\'' | '&' | ',') && is_inner(text, at, c, next));
            if inside {
                if let Some(word) = open.take_if(|word| at >= word.start + MAX_WORD_LEN) {
                    self.word_before_space(number, span.start, &word, at);
                }
                let (start, hash) = open.map_or((at, START), |word| (word.start, word.hash));
                let hash = bytes[at..after].iter().fold(hash, |hash, byte| then(hash, *byte));
                open = Some(Open { start, hash, letters: false });
                continue;
            }
            if let Some(word) = open.take() {
                self.word_before_space(number, span.start, &word, at);
            }
            parted |= matches!(c, '|' | '•' | '·');
            match c {
                '.' | '!' | '?'
                    if next.is_none_or(|n| n.is_whitespace() || matches!(n, '"' | '\'' | ')' | '*'))
                        && !(c == '.' && self.is_abbreviation(text, span.start, at)) =>
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
        if let Some(word) = open {
            self.word(span.start, &word, text.len());
        }
        self.end_clause(number);
        self.end_sentence();
        parted
    }

    /// Takes a word as below, of the `number`th line, behind which its sentence ends where it is endless.
    #[inline]
    fn word_before_space(&mut self, number: usize, line: usize, word: &Open, end: usize) {
        self.word(line, word, end);
        if self.is_endless() {
            self.end_clause(number);
            self.end_sentence();
        }
    }

    /// Takes a word of a line that begins at `line`, within which it ends at `end`.
    #[inline]
    fn word(&mut self, line: usize, word: &Open, end: usize) {
        let span = line + word.start..line + end;
        let hash = word.hash;
        let kinds = self.lexicon.kinds_of(&self.folded.as_bytes()[span.clone()], hash, word.letters);
        let (number, clause) = (number(self.cut.words.len()), number(self.cut.clauses.len()));
        self.cut.known.push(Known { hash, kinds, clause });
        self.steps = self.cut.places.add(number, self.steps, span.end);
        self.cut.words.push(span);
    }

    /// Whether the stop at `at` of a line that begins at `line` belongs to the word before it and ends no sentence.
    fn is_abbreviation(&self, text: &str, line: usize, at: usize) -> bool {
        // No abbreviation is as long: what goes on further back is none.
        let near = at.saturating_sub(MAX_ABBREVIATION_LEN)..at;
        let from = near.into_iter().find(|from| text.is_char_boundary(*from)).unwrap_or(at);
        let before = text[from..at].rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
        let behind = text[at + 1..].trim_start();
        // `Must be a U.S. citizen`, and not `Based in the U.S. You will ...`
        let opens = || {
            let capital = self.origin.is_capital(line + text.len() - behind.len());
            capital
                && one_of!(behind.split(|c: char| !is_of_a_word(c)).next().unwrap_or(""), lists::TEXT_OPENS_A_SENTENCE)
        };
        let known = one_of!(before, lists::TEXT_ABBREVIATIONS) || (is_initialism(before) && !opens());
        let goes_on = || {
            // `(zoning, etc.) is a plus`
            let behind = behind.strip_prefix(')').map_or("", str::trim_start);
            behind.starts_with(char::is_alphanumeric) && !self.origin.is_capital(line + text.len() - behind.len())
        };
        known && (behind.starts_with(char::is_alphanumeric) || goes_on())
    }

    fn is_endless(&self) -> bool {
        let first = self.cut.words.get(self.sentence_start).map_or(usize::MAX, |word| word.start);
        self.cut.words.len() >= self.sentence_start + MAX_SENTENCE_LEN
            || self.cut.words.last().is_some_and(|last| last.end > first.saturating_add(MAX_SENTENCE_BYTES))
    }

    fn end_clause(&mut self, line: usize) {
        let words = self.clause_start..self.cut.words.len();
        if !words.is_empty() {
            self.clause_start = words.end;
            self.cut.clauses.push(Clause { words, sentence: self.sentence, beside: 0..0, line });
        }
    }

    fn end_sentence(&mut self) {
        let beside = self.sentence_clause..self.cut.clauses.len();
        for clause in &mut self.cut.clauses[beside.clone()] {
            clause.beside = beside.clone();
        }
        self.sentence_clause = beside.end;
        self.sentence += 1;
        self.sentence_start = self.cut.words.len();
    }
}

/// Texts are shorter than four billion words.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
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

/// Bytes to look back for an abbreviation.
const MAX_ABBREVIATION_LEN: usize = 16;

fn is_of_a_word(c: char) -> bool {
    c.is_alphabetic() || c == '\''
}

/// `u.s`, `e.u`, `ph.d`, `b.tech`: letters with points between them, of which one stands alone.
fn is_initialism(word: &str) -> bool {
    let letters = |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase());
    word.contains('.') && word.split('.').all(letters) && word.split('.').any(|part| part.len() == 1)
}
