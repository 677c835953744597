//! A text made ready for reading: folded, cut into lines, sentences, clauses and words, every place traceable to the original.
//!
//! Plain text and HTML alike. What the words mean is for the readers beside this file.

use std::ops::Range;
use std::sync::OnceLock;

use super::languages::{Language, Spoken, spoken_in};
use super::lexicon::Kinds;
use super::meter::charge;
use super::origin::{self, Origin};
use super::words::Words;
use super::{markup, wrap};
use crate::taxonomy::{Folded, START, fold_char};
use cut::{Cut, WordPlaces, cut};
use disguise::{Disguise, disguise};
use line_state::{ITEM_BYTES, LineState};

mod cut;
mod disguise;
mod line_state;

/// A range of bytes in [`Text::folded`].
pub(crate) type Span = Range<usize>;

/// A folded text with its structure. White space of any length is one space; line breaks are spaces too, and known as lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    folded: String,
    origin: Origin,
    words: Vec<Span>,
    known: Vec<Known>,
    clauses: Vec<Clause>,
    places: WordPlaces,
    lines: Vec<Line>,
    /// Folded bytes (spaces) that were a dash between spaces.
    dashes: Vec<usize>,
    /// Letters that the style of the page hides.
    unseen: usize,
    /// Whether it holds characters that may hide something.
    odd: bool,
    spoken: OnceLock<Spoken>,
}

/// What is known of a word.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its [`word_hash`](crate::taxonomy::word_hash).
    hash: u32,
    kinds: Kinds,
    /// Index into [`Text::clauses`].
    clause: u32,
}

/// A line as the author broke it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "five facts of a line, each asked by itself")]
pub(crate) struct Line {
    pub span: Span,
    /// Whether it is an item of a list.
    pub bullet: bool,
    /// Whether markup or form (`### x`, `**x**`, `x:` alone, CAPITALS, `<h2>`) makes it a heading.
    pub heading: bool,
    /// Whether bars or dots part things in it.
    pub parted: bool,
    /// Whether it has so few words that it is an item of a list.
    pub short: bool,
    /// Whether it has no small letter: capitals say nothing in it.
    pub shouts: bool,
}

/// So many bytes are folded, looked through or quoted in a step.
const BYTES_OF_A_STEP: usize = 16;
/// A line of so many words is an item of a list.
const ITEM_WORDS: usize = 4;

/// A run of words between marks of punctuation, within one sentence of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// Indices into [`Text::words`].
    pub words: Range<usize>,
    /// Counts sentences from 0; clauses of one sentence share it. A list item and a line are sentences of their own.
    pub sentence: usize,
    /// The clauses of that sentence: indices into [`Text::clauses`].
    pub beside: Range<usize>,
    /// Index into [`Text::lines`].
    pub line: usize,
}

impl Text {
    /// Reads `original`; HTML is recognised by its tags.
    pub(crate) fn new(original: &str) -> Self {
        let mut text = Self {
            folded: String::with_capacity(original.len() + original.len() / 8),
            origin: Origin::new(original),
            ..Self::default()
        };
        text.fold(original);
        let Cut { words, known, clauses, places } = cut(&text.folded, &text.origin, &mut text.lines);
        charge(words.len() + text.lines.len() + original.len() / BYTES_OF_A_STEP);
        Self { words, known, clauses, places, ..text }
    }

    /// The folded text.
    pub(crate) fn folded(&self) -> &str {
        &self.folded
    }

    /// Words: maximal runs of letters, digits and `+ # . & ' % $ € £ @ ~ ,` inside them, without punctuation at their ends.
    pub(crate) fn words(&self) -> &[Span] {
        &self.words
    }

    /// A word's folded form; empty beyond the last one, so that looking around needs no care.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| &self.folded[word.clone()])
    }

    /// Whether a word is one of these; beyond the last one none is.
    #[inline]
    pub(crate) fn is(&self, index: usize, list: Words) -> bool {
        self.known.get(index).is_some_and(|known| list.has_of_hash(known.hash, || self.word(index).as_bytes()))
    }

    /// The hash of a word's folded form; beyond the last one that of no letters.
    pub(crate) fn word_hash(&self, index: usize) -> u32 {
        self.known.get(index).map_or(START, |known| known.hash)
    }

    /// Both: the bytes of its folded form, and their hash.
    pub(crate) fn hashed_word(&self, index: usize) -> (&[u8], u32) {
        (self.word(index).as_bytes(), self.word_hash(index))
    }

    /// What is known of a word by itself; nothing beyond the last one.
    pub(crate) fn kinds(&self, index: usize) -> Kinds {
        self.known.get(index).map_or_else(Kinds::default, |known| known.kinds)
    }

    /// All words, with what is known of each: its hash, its kinds and its clause.
    pub(super) fn known_words(&self) -> impl Iterator<Item = (&Span, u32, Kinds, usize)> {
        let known = self.words.iter().zip(&self.known);
        known.map(|(word, known)| (word, known.hash, known.kinds, known.clause as usize))
    }

    /// Those of a range of words that are of some kinds.
    #[inline]
    pub(super) fn of_kinds(&self, words: Range<usize>, kinds: Kinds) -> impl Iterator<Item = usize> {
        let known = self.known[words.clone()].iter().zip(words.start..);
        known.filter(move |(known, _)| known.kinds.has(kinds)).map(|(_, at)| at)
    }

    /// What is known of all these words together.
    pub(crate) fn kinds_of(&self, words: Range<usize>) -> Kinds {
        charge(words.len());
        self.known[words].iter().fold(Kinds::default(), |all, known| all | known.kinds)
    }

    pub(crate) fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The clause that contains a folded byte, or the nearest one before it; `None` for a text without words.
    pub(crate) fn clause_at(&self, byte: usize) -> Option<usize> {
        let after = self.word_at(byte);
        let begun = self.words.get(after).is_some_and(|word| word.start <= byte);
        let word = if begun { after } else { after.saturating_sub(1) };
        (word < self.words.len()).then(|| self.clause_of(word))
    }

    /// The clause of a word; the number of clauses for what is beyond the last word.
    pub(crate) fn clause_of(&self, word: usize) -> usize {
        self.known.get(word).map_or(self.clauses.len(), |known| known.clause as usize)
    }

    /// The clauses of the sentence that a clause belongs to; none beyond the last clause.
    pub(crate) fn sentence_clauses(&self, clause: usize) -> Range<usize> {
        let clauses = self.clauses.get(clause).map_or(self.clauses.len()..self.clauses.len(), |c| c.beside.clone());
        // Whoever asks for them goes through them.
        charge(clauses.len());
        clauses
    }

    /// The folded range of a clause's words; beyond the last clause the end of the text.
    pub(crate) fn clause_span(&self, clause: usize) -> Span {
        match self.clauses.get(clause).map(|clause| &self.words[clause.words.clone()]) {
            Some([first, .., last]) => first.start..last.end,
            Some([only]) => only.clone(),
            Some([]) | None => self.folded.len()..self.folded.len(),
        }
    }

    /// Whether a dash between spaces (`Slurm - daily`), which folding made a space, stands within a folded range.
    pub(crate) fn has_dash(&self, span: &Span) -> bool {
        let at = self.dashes.partition_point(|dash| *dash < span.start);
        self.dashes.get(at).is_some_and(|dash| *dash < span.end)
    }

    /// The index of the word that contains a folded byte, or of the first word after it.
    pub(crate) fn word_at(&self, byte: usize) -> usize {
        let from = self.places.before(byte).min(self.words.len());
        let further = self.words[from..].iter().take_while(|word| word.end <= byte).count();
        charge(further);
        from + further
    }

    /// The folded range of the whole sentence around a byte.
    pub(crate) fn sentence_around(&self, byte: usize) -> Span {
        let Some(here) = self.clause_at(byte) else {
            return 0..self.folded.len();
        };
        let clauses = self.sentence_clauses(here);
        self.clause_span(clauses.start).start..self.clause_span(clauses.end - 1).end
    }

    /// The range of original characters (Unicode scalar values from 0) that a folded range comes from.
    pub(crate) fn original_characters(&self, span: &Span) -> Range<usize> {
        self.origin.characters(span)
    }

    /// The original text of a folded range.
    pub(crate) fn original(&self, span: &Span) -> &str {
        self.origin.text(&self.origin.bytes(span))
    }

    /// Whether the original has ASCII alone.
    pub(crate) fn is_ascii(&self) -> bool {
        self.origin.is_ascii()
    }

    /// The original text between two folded ranges, the second after the first.
    pub(crate) fn original_between(&self, first: &Span, second: &Span) -> &str {
        self.origin.text(&(self.origin.bytes(first).end..self.origin.bytes(second).start))
    }

    /// Whether the original character of a folded byte is a capital letter.
    #[inline]
    pub(crate) fn is_capital(&self, byte: usize) -> bool {
        self.origin.is_capital(byte)
    }

    /// Whether the word at a byte is a verb of work in a line in which all is in capitals, so that they make no name of it.
    pub(crate) fn shouts_a_verb(&self, byte: usize) -> bool {
        let line = |clause: usize| &self.lines[self.clauses[clause].line];
        self.kinds(self.word_at(byte)).has(Kinds::WORK) && self.clause_at(byte).is_some_and(|at| line(at).shouts)
    }

    /// Whether nothing but one space stands between what ends before one folded byte and what begins at another.
    #[inline]
    pub(crate) fn is_one_space(&self, end: usize, start: usize) -> bool {
        self.origin.is_one_space(end, start)
    }

    /// The original text of a folded range as it reads: without markup, white space collapsed.
    pub(crate) fn plain(&self, span: &Span) -> String {
        charge(span.len() / BYTES_OF_A_STEP);
        origin::plain(self.original(span))
    }

    /// The original sentence around a folded range, its white space collapsed, cut to about `longest` characters around the range.
    pub(crate) fn quote(&self, span: &Span, longest: usize) -> String {
        let sentence = self.sentence_around(span.start);
        charge(self.origin.bytes(&sentence).len() / BYTES_OF_A_STEP);
        self.origin.quote(&sentence, span, longest)
    }

    /// What hides names in it, if anything does.
    pub(super) fn disguise(&self) -> Disguise {
        let found = if self.odd { disguise(self.original(&(0..self.folded.len()))) } else { Disguise::default() };
        Disguise { hidden: found.hidden + self.unseen, ..found }
    }

    /// The language that it is in, as far as it tells.
    pub(super) fn spoken(&self) -> Spoken {
        *self.spoken.get_or_init(|| spoken_in(self))
    }

    /// That language, when it is known and not English.
    pub(super) fn foreign(&self) -> Option<&'static Language> {
        self.spoken().foreign()
    }

    fn fold(&mut self, original: &str) {
        let mut line_start = 0;
        let mut state = LineState::default();
        let soft = wrap::soft_breaks(original);
        let mut lost = wrap::LostBreaks::default();
        let mut after_space = true;
        let mut pieces = markup::pieces(original);
        loop {
            let run = pieces.plain_run();
            if !run.is_empty() {
                let before = self.folded.len();
                // A dash that no space follows is a sign or a hyphen.
                if !after_space && self.dashes.last() == before.checked_sub(1).as_ref() {
                    self.dashes.pop();
                }
                after_space = false;
                let plain = &original[run.clone()];
                self.folded.push_str(plain);
                self.folded[before..].make_ascii_lowercase();
                self.origin.extend_each(run);
                state.see_plain(plain);
            }
            let Some(piece) = pieces.next() else { break };
            match piece {
                markup::Piece::Character { character: '\n', at } if soft.binary_search(&at).is_err() => {
                    self.end_line(&mut line_start, &mut state);
                    after_space = true;
                }
                markup::Piece::Break { heading, bullet } => {
                    self.end_line(&mut line_start, &mut state);
                    state.heading |= heading;
                    state.bullet |= bullet;
                }
                markup::Piece::Character { character, at } => {
                    if lost.before(original, character, at) {
                        self.end_line(&mut line_start, &mut state);
                        after_space = true;
                    }
                    let before = self.folded.len();
                    if after_space && before > line_start && matches!(character, '-' | '\u{2012}'..='\u{2015}') {
                        self.dashes.push(before - 1);
                    }
                    // A dash that no space follows is a sign or a hyphen.
                    if !after_space
                        && self.dashes.last() == before.checked_sub(1).as_ref()
                        && !character.is_whitespace()
                    {
                        self.dashes.pop();
                    }
                    after_space = character.is_whitespace();
                    self.fold_other(character, at);
                    state.see(character);
                }
            }
        }
        self.end_line(&mut line_start, &mut state);
        self.unseen = pieces.hidden();
    }

    fn fold_other(&mut self, character: char, at: usize) {
        let before = self.folded.len();
        let outcome = fold_char(character, &mut |c| {
            if c != ' ' || !(self.folded.is_empty() || self.folded.ends_with(' ')) {
                self.folded.push(c);
            }
        });
        self.origin.extend_to(self.folded.len(), at);
        match outcome {
            Folded::Invisible if character != '\u{00ad}' && character != '\u{feff}' => self.odd = true,
            Folded::LookAlike if self.folded[..before].ends_with(|c: char| c.is_ascii_alphabetic()) => {
                self.odd = true;
            }
            _ => {}
        }
    }

    fn end_line(&mut self, line_start: &mut usize, state: &mut LineState) {
        let span = *line_start..self.folded.trim_end().len().max(*line_start);
        let content = self.folded[span.clone()].trim();
        if content.chars().any(char::is_alphanumeric) {
            let line = Line {
                bullet: state.bullet || state.marked_bullet,
                heading: state.is_heading(content),
                parted: false,
                shouts: state.shouts(),
                short: span.len() <= ITEM_BYTES
                    && self.folded[span.clone()].bytes().filter(|byte| *byte == b' ').nth(ITEM_WORDS - 1).is_none(),
                span,
            };
            self.lines.push(line);
        }
        if !self.folded.is_empty() && !self.folded.ends_with(' ') {
            self.folded.push(' ');
            self.origin.repeat_last(self.folded.len());
        }
        *line_start = self.folded.len();
        *state = LineState::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &Text) -> Vec<&str> {
        (0..text.words().len()).map(|i| text.word(i)).collect()
    }

    #[test]
    fn words_keep_signs_and_numbers_whole() {
        let text = Text::new("C++, C# and .NET; 4,096 H100s, R&D, $180k-$250k, node.js. Next");
        assert_eq!(
            words(&text),
            ["c++", "c#", "and", ".net", "4,096", "h100s", "r&d", "$180k", "$250k", "node.js", "next"]
        );
    }

    #[test]
    fn offsets_are_those_of_the_original() {
        let text = Text::new("Größe: 4\u{202f}500\u{202f}H100, All\u{2011}Reduce");
        let at = text.folded().find("all reduce").unwrap();
        let span = at..at + "all reduce".len();
        assert_eq!(text.original(&span), "All\u{2011}Reduce");
        assert_eq!(text.original_characters(&span), 19..29);
    }

    #[test]
    fn lines_know_headings_and_bullets() {
        let text = Text::new("### What we ask\n\n* Slurm\n- Lustre.\n**Nice to have:**\nPlain line of text.");
        let forms: Vec<(bool, bool)> = text.lines().iter().map(|l| (l.heading, l.bullet)).collect();
        assert_eq!(forms, [(true, false), (false, true), (false, true), (true, false), (false, false)]);
    }

    #[test]
    fn html_is_read_as_lines() {
        let text = Text::new("<h2>Must have</h2><ul><li>Slurm &amp; Lustre</li><li>RDMA</li></ul><p>We pay.</p>");
        let lines: Vec<&str> = text.lines().iter().map(|l| text.folded()[l.span.clone()].trim()).collect();
        assert_eq!(lines, ["must have", "slurm & lustre", "rdma", "we pay."]);
        assert!(text.lines()[0].heading && text.lines()[1].bullet);
        let at = text.folded().find("lustre").unwrap();
        assert_eq!(text.original(&(at..at + 6)), "Lustre");
    }

    #[test]
    fn lines_that_were_run_together_are_lines() {
        let text = Text::new("QualificationsSix years of Slurm.Pay: $70,000 per yearBenefits:401(k)");
        let lines: Vec<&str> = text.lines().iter().map(|l| text.original(&l.span).trim()).collect();
        let escaped = Text::new(r"Requirements\n- Slurm\n- Lustre\n- MPI");
        assert_eq!(escaped.lines().len(), 4);
        assert_eq!(lines, ["Qualifications", "Six years of Slurm.", "Pay: $70,000 per year", "Benefits:401(k)"]);
    }

    #[test]
    fn garbled_and_lost_signs_are_read_as_what_they_were() {
        for (garbled, meant) in [
            ("What youâ€™ll do: Slurm, $150k â€“ $190k", "What you’ll do: Slurm, $150k – $190k"),
            ("MÃ¼nchen, Â£95k", "München, £95k"),
            ("What you\\'ll do", "What you'll do"),
            ("you\u{fffd}ll run 4 \u{fffd} 8 nodes", "you'll run 4 – 8 nodes"),
        ] {
            assert_eq!(words(&Text::new(garbled)), words(&Text::new(meant)), "{garbled}");
        }
        let text = Text::new("weâ€™re using CUDA");
        let at = text.folded().find("cuda").unwrap();
        assert_eq!(text.original(&(at..at + 4)), "CUDA");
        assert_eq!(text.quote(&(at..at + 4), 100), "we’re using CUDA");
    }

    #[test]
    fn quotes_are_the_sentence() {
        let text = Text::new("First one. We ran Lustre for years. Last.");
        let at = text.folded().find("lustre").unwrap();
        assert_eq!(text.quote(&(at..at + 6), 200), "We ran Lustre for years");

        let text = Text::new("(Bonus) You know Lustre");
        let at = text.folded().find("lustre").unwrap();
        assert_eq!(text.quote(&(at..at + 6), 200), "(Bonus) You know Lustre", "a bracket that the sentence closes");
    }

    #[test]
    fn hidden_text_is_counted() {
        let text = Text::new("Sl\u{200b}urm and CUDА");
        assert_eq!(text.disguise(), Disguise { hidden: 1, look_alike: 1 });
        assert_eq!(words(&text), ["slurm", "and", "cuda"]);
    }
}
