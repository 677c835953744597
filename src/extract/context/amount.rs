//! How much of a thing somebody knows, and whether still: `Slurm: basic`, `Basic: Slurm, Lustre`, two stars of five, `first
//! Torque, nowadays Slurm`. Not the phrases (`limited exposure to`): those are cues.

use super::super::cue;
use super::super::mention::Stance;
use super::super::text::Text;
use super::super::words::{Words, words};
use super::sentence::{Sentence, mark};

/// Fewer marks than this are no scale of marks.
const FEWEST_MARKS: usize = 3;
/// Up to this share of the marks, in tenths, somebody knows a little.
const LITTLE_TENTHS: usize = 4;
/// Longer runs are decoration.
const MAX_MARKS: usize = 10;
/// `in my`, and at most so many words to `class`.
const BEFORE_CLASS: usize = 5;
/// Marks stand in so many bytes behind a name, or not at all; it bounds the work on a text of many names.
const BEHIND: usize = 128;

impl Sentence<'_> {
    pub(super) fn amounts(&self, stances: &mut [Stance]) {
        let all = self.words_of(self.clauses.start).start..self.words_of(self.clauses.end - 1).end;
        if all.clone().any(|w| self.is_coursework(w, all.start)) {
            mark(stances, all, Stance::Little);
        }
        for clause in self.clauses.clone() {
            let words = self.words_of(clause);
            let colon = clause + 1 < self.clauses.end && self.separator(clause).contains(':');
            let wish = |w: usize| self.is(w, cue::WISH_LEADS);
            if colon
                && words.len() <= 3
                && words.clone().any(wish)
                && words.clone().all(|w| wish(w) || self.is(w, cue::WISH_FILLERS))
            {
                self.until_next_lead(clause, Stance::Wanted, stances);
                continue;
            }
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
            self.until_next_lead(clause, Stance::Little, stances);
        } else if clause > self.clauses.start && self.separator(clause - 1).contains([':', '(', '[', ',']) {
            let before = self.words_of(clause - 1);
            if before.clone().any(|w| self.context.covered[w]) && self.context.bare[clause - 1] {
                mark(stances, before, Stance::Little);
            }
        }
    }

    /// All clauses after a lead, to the next lead or the end of the sentence.
    fn until_next_lead(&self, lead: usize, stance: Stance, stances: &mut [Stance]) {
        for clause in lead + 1..self.clauses.end {
            let leads = clause + 1 < self.clauses.end && self.separator(clause).contains(':');
            if leads || self.separator(clause - 1).contains(';') {
                return;
            }
            mark(stances, self.words_of(clause), stance);
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

/// What stars, bars or points of five behind a name say: nothing filled denies it, up to two of five are a little.
pub(super) fn marked(text: &Text, end: usize) -> Option<Stance> {
    let folded = text.folded();
    // Behind most names stands a word.
    let next = folded.as_bytes().get(end..)?.iter().find(|byte| !matches!(**byte, b' ' | b':' | b'(' | b'|'))?;
    if next.is_ascii() && !next.is_ascii_digit() {
        return None;
    }
    let near = (end..=folded.len().min(end.saturating_add(BEHIND))).rev().find(|at| folded.is_char_boundary(*at))?;
    let behind = folded.get(end..near)?.trim_start_matches([' ', ':', '(', '|', '\u{2013}']);
    // Marks are no ASCII, and points begin with a figure.
    if behind.starts_with(|c: char| c.is_ascii() && !c.is_ascii_digit()) {
        return None;
    }
    let (filled, all) = of_marks(behind).or_else(|| of_points(behind))?;
    match filled {
        0 => Some(Stance::Negated),
        _ if filled * 10 <= all * LITTLE_TENTHS => Some(Stance::Little),
        _ => None,
    }
}

fn of_marks(behind: &str) -> Option<(usize, usize)> {
    let is_filled = |c: char| matches!(c, '★' | '●' | '⬤' | '■' | '◆' | '▰' | '█' | '✪' | '⭐' | '🌟' | '✭');
    let is_empty = |c: char| matches!(c, '☆' | '○' | '◯' | '□' | '◇' | '▱' | '░' | '✩' | '◌');
    let marks: Vec<bool> = behind
        .chars()
        .filter(|c| *c != ' ')
        .map_while(|c| if is_filled(c) { Some(true) } else { is_empty(c).then_some(false) })
        .take(MAX_MARKS)
        .collect();
    let filled = marks.iter().filter(|filled| **filled).count();
    if marks.len() >= FEWEST_MARKS {
        return Some((filled, marks.len()));
    }
    // One or two stars alone are so many of five.
    (filled > 0 && behind.starts_with(['★', '⭐', '✪'])).then_some((filled, 5))
}

/// `1/5`, `2/10`
fn of_points(behind: &str) -> Option<(usize, usize)> {
    let after = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let points = behind[..behind.len() - after.len()].parse::<usize>().ok()?;
    let rest = after.trim_start().strip_prefix('/')?;
    let all = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<usize>().ok()?;
    (matches!(all, 5 | 10) && points <= all).then_some((points, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted() {
        assert_eq!(of_marks("★☆☆☆☆ more"), Some((1, 5)));
        assert_eq!(of_marks("○○○"), Some((0, 3)));
        assert_eq!(of_marks("★★"), Some((2, 5)));
        assert_eq!(of_marks("- dash"), None);
        assert_eq!(of_points("2/10 and"), Some((2, 10)));
        assert_eq!(of_points("24/7"), None);
    }
}
