//! How much of a thing somebody knows, and whether still: `Slurm: basic`, `Basic: Slurm, Lustre`, `first
//! Torque, nowadays Slurm`. Not the phrases (`limited exposure to`): those are cues.

use super::super::cue;
use super::super::mention::Stance;
use super::super::words::{Words, words};
use super::sentence::{Sentence, mark};

/// `in my`, and at most so many words to `class`.
const BEFORE_CLASS: usize = 5;
impl Sentence<'_> {
    pub(super) fn amounts(&self, stances: &mut [Stance]) {
        let all = self.words_of(self.clauses.start).start..self.words_of(self.clauses.end - 1).end;
        if all.clone().any(|w| self.is_coursework(w, all.start)) {
            mark(stances, all, Stance::Little);
        }
        for clause in self.clauses.clone() {
            let words = self.words_of(clause);
            let colon = clause + 1 < self.clauses.end && self.separator(clause).contains(':');
            if words.clone().any(|w| self.is(w, cue::LITTLE_LEVELS)) {
                self.level(clause, colon, stances);
            }
        }
    }

    /// `Course projects: ...`, `in my parallel programming class`: done once, to learn it.
    fn is_coursework(&self, word: usize, start: usize) -> bool {
        let in_my = |w: usize| self.is(w, words!("in for")) && self.is(w + 1, words!("my a our"));
        self.is(word, cue::COURSEWORK)
            || (word > start && self.is(word, cue::SCHOOL_WORK) && self.is(word - 1, cue::SCHOOL))
            || (self.is(word, words!("class course"))
                && (word.saturating_sub(BEFORE_CLASS).max(start)..word).any(in_my))
    }

    /// A clause with a word of a low level: a lead, the level of what stands before it, or something else.
    fn level(&self, clause: usize, colon: bool, stances: &mut [Stance]) {
        let words = self.words_of(clause);
        let is_level =
            |w: usize| !self.context.covered[w] && (self.is(w, cue::LITTLE_LEVELS) || self.is(w, cue::LEVEL_FILLERS));
        // From where on there are nothing but words of a level.
        let from = words.clone().rev().take_while(|w| is_level(*w)).last().unwrap_or(words.end);
        if !(from..words.end).any(|w| self.is(w, cue::LITTLE_LEVELS)) {
            return;
        }
        if from > words.start {
            // `C++ - beginner`
            let named = (words.start..from).all(|w| self.context.covered[w] || self.is(w, cue::CONNECTORS));
            if named {
                mark(stances, words.start..from, Stance::Little);
            }
        } else if colon {
            self.until_next_lead(clause, stances);
        } else if clause > self.clauses.start && self.separator(clause - 1).contains([':', '(', '[', ',']) {
            let before = self.words_of(clause - 1);
            if before.clone().any(|w| self.context.covered[w]) && self.context.bare[clause - 1] {
                mark(stances, before, Stance::Little);
            }
        }
    }

    /// All clauses after a lead, to the next lead or the end of the sentence.
    fn until_next_lead(&self, lead: usize, stances: &mut [Stance]) {
        for clause in lead + 1..self.clauses.end {
            let leads = clause + 1 < self.clauses.end && self.separator(clause).contains(':');
            if leads || self.separator(clause - 1).contains(';') {
                return;
            }
            mark(stances, self.words_of(clause), Stance::Little);
        }
    }

    /// `first Torque with Maui, nowadays Slurm`.
    pub(super) fn before_now(&self, stances: &mut [Stance]) {
        let clauses = self.context.text.clauses();
        if self.clauses.len() < 2 || !self.clauses.clone().any(|clause| self.context.named[clause]) {
            return;
        }
        let opens = |clause: usize, list: Words| {
            let words = clauses[clause].words.clone();
            words.take(2).any(|w| self.is(w, list))
        };
        let Some(now) = self.clauses.clone().rev().find(|c| opens(*c, cue::NOW)) else { return };
        let earlier = self.clauses.start..now;
        // `Fifteen years ago I wrote CUDA; today I sell shoes.`
        let ago = |clause: usize| clauses[clause].words.clone().any(|w| self.word(w) == "ago");
        for clause in earlier.filter(|c| self.context.named[*c] && (opens(*c, cue::BEFORE_NOW) || ago(*c))) {
            mark(stances, clauses[clause].words.clone(), Stance::Former);
        }
    }

    pub(super) fn words_of(&self, clause: usize) -> std::ops::Range<usize> {
        self.context.text.clauses()[clause].words.clone()
    }
}
