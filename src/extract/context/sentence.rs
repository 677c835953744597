//! What the cues of one sentence say of the names in it. Not the cues themselves: those are in `cue`.

use super::super::cue::{self, Cue, Effect};
use super::super::lexicon::Kinds;
use super::super::mention::Stance;
use super::super::meter::charge;
use super::super::words::Words;
use super::Context;
use crate::extract::lists;
use crate::extract::words::one_of;

/// One sentence being read for cues.
pub(super) struct Sentence<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) clauses: std::ops::Range<usize>,
    /// Those of its clauses.
    pub(super) words: std::ops::Range<usize>,
    pub(super) inherited: Stance,
}

impl Sentence<'_> {
    pub(super) fn read(&self, stances: &mut [Stance]) {
        let words = self.first()..self.end();
        if self.inherited != Stance::Stated {
            stances[words.clone()].fill(self.inherited);
        }
        let mut word = words.start;
        while word < words.end {
            if !self.context.text.kinds(word).has(Kinds::CUE) {
                word += 1;
                continue;
            }
            let clause = self.clause_of(word);
            let here = word..self.clause_end(clause);
            let Some((cue, length)) = cue::at(self.context.text, here, self.before(word)) else {
                word += 1;
                continue;
            };
            if self.context.covered[word] && !matches!(cue.effect, Effect::Not | Effect::No) {
                word += 1;
                continue;
            }
            // What a cue does is decided by the words of its clause.
            charge(self.words_of(clause).len());
            self.apply(cue, word, word + length, clause, stances);
            word += length;
        }
        let kinds = self.context.text.kinds_of(words);
        if kinds.has(Kinds::NOW) {
            self.before_now(stances);
        }
        if kinds.has(Kinds::AMOUNT) {
            self.amounts(stances);
        }
        if kinds.has(Kinds::OTHERS) {
            self.deeds_of_others(stances);
        }
        if kinds.has(Kinds::TRADE) {
            self.trade(stances);
        }
        self.names_of_others(stances);
    }

    fn apply(&self, cue: Cue, start: usize, after: usize, clause: usize, stances: &mut [Stance]) {
        match cue.effect {
            Effect::Nothing => {}
            Effect::Not => {
                // `not used since 2021`: real experience, but past.
                let stance = if self.word(start) != "never" && self.is_dated(after, clause) {
                    Stance::Former
                } else {
                    Stance::Negated
                };
                if self.prefers() && self.is(after, cue::NECESSITY) {
                    return;
                }
                if self.denies_what_is_before(start, after, clause) || self.is_relative_remark(clause) {
                    self.backward(start, clause, stance, stances);
                } else {
                    let strong = self.list_follows(clause);
                    self.forward(after, clause, stance, strong, stances);
                }
            }
            Effect::No => {
                let ends = self.whole_clause(start, after, clause);
                let behind = after >= self.clause_end(clause) && self.names_only_before(start, after, clause);
                if behind || (ends && clause > self.clauses.start) {
                    self.backward(start, clause, Stance::Negated, stances);
                } else {
                    self.noun(after, clause, Stance::Negated, stances);
                }
            }
            Effect::Object => self.noun(after, clause, Stance::Negated, stances),
            Effect::Want if self.seeks_people(start, after, clause) => {}
            Effect::Want => {
                // `learning more about` goes on with nothing that is known.
                let more = |w: usize| self.word(w) == "more" && self.word(w + 1) == "about";
                let end = self.clause_end(clause);
                let again = (after..end).any(|w| self.is(w, cue::CONTINUING) && !more(w));
                if again {
                    return;
                }
                let names_follow = (after..self.clause_end(clause)).any(|w| self.context.covered[w]);
                let aside =
                    !self.context.named[clause] && clause > self.clauses.start && after >= self.clause_end(clause);
                // "Slurm and InfiniBand I am learning in the evenings": the names stand before the wish.
                let words = &self.context.text.clauses()[clause].words;
                let learning = (start..after).any(|w| matches!(self.word(w), "learn" | "learning"))
                    || self.is(after, cue::LEARNING);
                let names_before = learning && (words.start..start).any(|w| self.context.covered[w]);
                if aside || (names_before && !names_follow) || (!names_follow && self.is_aside(clause)) {
                    self.backward(start, clause, Stance::Wanted, stances);
                } else {
                    self.forward(after, clause, Stance::Wanted, true, stances);
                }
            }
            Effect::NoLonger => self.forward(after, clause, Stance::Former, false, stances),
            Effect::Moved => self.moved(after, clause, stances),
            Effect::Replaced => self.replaced(start, after, clause, stances),
            Effect::Only if self.names_only_before(start, after, clause) => {
                self.backward(start, clause, Stance::Negated, stances);
            }
            Effect::Only => self.forward(after, clause, Stance::Negated, false, stances),
            Effect::WantBefore => self.backward(start, clause, Stance::Wanted, stances),
            Effect::NotBefore => self.backward(start, clause, Stance::Negated, stances),
            Effect::Once => self.forward(after, clause, Stance::Past, false, stances),
            Effect::Until => {
                if (after..self.clause_end(clause)).take(3).any(|w| self.is_year(w)) {
                    mark(stances, self.words_of(clause), Stance::Past);
                }
            }
            Effect::Little => self.noun(after, clause, Stance::Little, stances),
            Effect::LittleBefore => {
                if after >= self.clause_end(clause) {
                    self.backward(start, clause, Stance::Little, stances);
                } else {
                    self.noun(after, clause, Stance::Little, stances);
                }
            }
            Effect::Learn => {
                if self.clause_has(clause, |word| one_of!(word, lists::CUE_LEARNING_ELSEWHERE)) {
                    self.wherever_named(start, after, clause, Stance::Wanted, stances);
                }
            }
            Effect::NotKnown => {
                if self.clause_has(clause, |word| one_of!(word, lists::CUE_PERSONS_ELSEWHERE))
                    && self.clause_has(clause, |word| one_of!(word, lists::CUE_KNOWING_ELSEWHERE))
                {
                    self.wherever_named(start, after, clause, Stance::Negated, stances);
                }
            }
            Effect::About => {
                if !self.is_hands_on(after..self.clause_end(clause)) {
                    self.forward(after, clause, Stance::About, true, stances);
                }
            }
        }
    }

    /// Whether a word of a clause that is no part of a name is such a one.
    fn clause_has(&self, clause: usize, is: impl Fn(&str) -> bool) -> bool {
        self.words_of(clause).any(|w| !self.context.covered[w] && is(self.word(w)))
    }

    /// What a cue says of the names of its clause where verbs stand last: those behind it, else those before it; a clause that
    /// begins with it and names nothing speaks of what stands before, `CUDA: kenne ich nicht`.
    fn wherever_named(&self, start: usize, after: usize, clause: usize, stance: Stance, stances: &mut [Stance]) {
        let words = self.words_of(clause);
        if (after..words.end).any(|w| self.context.covered[w]) {
            self.forward(after, clause, stance, true, stances);
        } else if self.context.named[clause] || (words.start == start && self.is_aside(clause)) {
            self.backward(start, clause, stance, stances);
        }
    }

    /// `We are looking for a CUDA engineer`: an employer wishes for people, and nobody wishes to learn.
    fn seeks_people(&self, start: usize, after: usize, clause: usize) -> bool {
        let words = &self.context.text.clauses()[clause].words;
        let mut before = words.start..start;
        let mut behind = after..self.clause_end(clause);
        one_of!(self.word(start), lists::CONTEXT_SENTENCE_SEEKING)
            && !behind.clone().any(|w| one_of!(self.word(w), lists::CONTEXT_SENTENCE_WORK))
            && (before.any(|w| one_of!(self.word(w), lists::CONTEXT_SENTENCE_EMPLOYERS))
                || (matches!(self.word(after), "a" | "an")
                    && behind.any(|w| one_of!(self.word(w), lists::CONTEXT_SENTENCE_PEOPLE))))
    }

    /// Whether a clause is a remark on what stands before it, `which I have never used`, and names nothing itself.
    fn is_relative_remark(&self, clause: usize) -> bool {
        let words = self.words_of(clause);
        let relative = self.word(words.start) == "which" && self.is(words.start + 1, cue::PERSONS);
        clause > self.clauses.start && relative && !self.context.named[clause]
    }

    /// `since 2021`, `in 2015`, `in years` behind a denial.
    fn is_dated(&self, from: usize, clause: usize) -> bool {
        (from..self.clause_end(clause)).any(|w| match self.word(w) {
            "since" | "in" => self.is_year(w + 1) || matches!(self.word(w + 1), "years" | "ages"),
            "for" => self.word(w + 1) == "years",
            // `not any more`
            "anymore" => true,
            "any" => self.word(w + 1) == "more",
            _ => false,
        })
    }

    pub(super) fn is_year(&self, word: usize) -> bool {
        let word = self.word(word);
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|b| b.is_ascii_digit())
    }

    pub(super) fn names_only_before(&self, start: usize, after: usize, clause: usize) -> bool {
        let words = &self.context.text.clauses()[clause].words;
        let named = |mut range: std::ops::Range<usize>| range.any(|w| self.context.covered[w]);
        named(words.start..start) && !named(after..words.end)
    }

    /// `not needed`, `not yet`, `isn't mine` after the name.
    fn denies_what_is_before(&self, start: usize, after: usize, clause: usize) -> bool {
        let end = self.clause_end(clause);
        if (after..end).any(|w| self.context.covered[w]) {
            return false;
        }
        let own = self.context.text.clauses()[clause].words.start;
        let before = (own..start).any(|w| self.context.covered[w]);
        let next = self.word(after);
        let said = after >= end || cue::AFTER_NAME.has(next);
        let alone = start == own && clause > self.clauses.start && after + 2 >= end;
        said && (before || alone) && !self.list_follows(clause)
    }

    /// `moved from X to Y`, `migrated off X`.
    fn moved(&self, after: usize, clause: usize, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        let Some(from) = (after..end).take(10).find(|w| matches!(self.word(*w), "from" | "off" | "von")) else {
            return;
        };
        let onwards = |word: usize| one_of!(self.word(word), lists::CONTEXT_SENTENCE_ONWARDS);
        let stop = (from + 1..end).find(|word| onwards(*word)).unwrap_or(end);
        mark(stances, from + 1..stop, Stance::Former);
        if stop < end {
            return;
        }
        // `from GPFS (Spectrum Scale) to Lustre`
        let next = clause + 1;
        if next < self.clauses.end && self.separator(clause).contains('(') && self.context.bare[next] {
            mark(stances, self.context.text.clauses()[next].words.clone(), Stance::Former);
        }
    }

    /// `replaced X with Y`, `X was replaced by Y`.
    fn replaced(&self, start: usize, after: usize, clause: usize, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        let Some(by) = (after..end).find(|w| matches!(self.word(*w), "by" | "with")) else {
            return;
        };
        let own = self.context.text.clauses()[clause].words.start;
        let gone = if by == after { own..start } else { after..by };
        mark(stances, gone, Stance::Former);
    }

    fn prefers(&self) -> bool {
        (self.first()..self.end()).any(|w| self.is(w, cue::PREFERENCE))
    }

    pub(super) fn dash_before(&self, word: usize) -> bool {
        let spans = self.context.text.words();
        self.context.text.has_dash(&(spans[word - 1].end..spans[word].start))
    }

    pub(super) fn separator(&self, clause: usize) -> &str {
        let text = self.context.text;
        text.folded().get(text.clause_span(clause).end..text.clause_span(clause + 1).start).unwrap_or("")
    }

    pub(super) fn clause_of(&self, word: usize) -> usize {
        self.context.text.clause_of(word)
    }

    pub(super) fn clause_end(&self, clause: usize) -> usize {
        self.context.text.clauses()[clause].words.end
    }

    fn before(&self, word: usize) -> &str {
        let start = self.context.text.clauses()[self.clause_of(word)].words.start;
        if word > start { self.context.text.word(word - 1) } else { "" }
    }

    /// A word, or nothing past the sentence's end.
    pub(super) fn word(&self, word: usize) -> &str {
        if word < self.end() { self.context.text.word(word) } else { "" }
    }

    /// Whether a word of the sentence is one of these.
    pub(super) fn is(&self, word: usize, list: Words) -> bool {
        word < self.end() && self.context.text.is(word, list)
    }

    pub(super) fn first(&self) -> usize {
        self.words.start
    }

    pub(super) fn end(&self) -> usize {
        self.words.end
    }
}

/// Says of some words what is said most strongly of them; of none where the range runs backwards.
pub(super) fn mark(stances: &mut [Stance], words: std::ops::Range<usize>, stance: Stance) {
    for place in stances.get_mut(words).into_iter().flatten() {
        *place = (*place).max(stance);
    }
}
