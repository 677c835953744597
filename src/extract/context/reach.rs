//! How far a cue reaches in its sentence: forward over a list, over the thing it takes, back over the names before it. Not what
//! the cues do: that is in `sentence`.

use super::super::cue;
use super::super::mention::Stance;
use super::sentence::{Sentence, mark};
use crate::extract::lists;
use crate::extract::words::one_of;

impl Sentence<'_> {
    /// Whether a colon after this clause opens a list.
    pub(super) fn list_follows(&self, clause: usize) -> bool {
        clause + 1 < self.clauses.end && self.separator(clause).contains(':')
    }

    /// An aside that says of the name before it `(keen to learn it)`, `- learning`.
    pub(super) fn is_aside(&self, clause: usize) -> bool {
        if clause == self.clauses.start || self.context.named[clause] {
            return false;
        }
        let words = self.context.text.clauses()[clause].words.clone();
        words.len() <= 3 || words.clone().any(|w| one_of!(self.word(w), lists::CONTEXT_REACH_ASIDES))
    }

    /// Everything after a cue until its clause ends or turns, and the items of a list that it opens.
    pub(super) fn forward(&self, from: usize, clause: usize, stance: Stance, strong: bool, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        // `I used to sell shoes and now write CUDA`
        let is_over = stance == Stance::Past;
        let turns = |word: usize| {
            (self.is(word, cue::TURNS) && !self.context.covered[word])
                || (word > from && (self.dash_before(word) || (is_over && self.is(word, cue::NOW))))
        };
        let stop = (from..end).find(|word| turns(*word)).unwrap_or(end);
        mark(stances, from..stop, stance);
        if stop == end {
            self.follow_list(clause, stance, strong, stances);
        }
    }

    /// The thing that `no` or `without` takes: it ends at a preposition, unless it is experience with something.
    pub(super) fn noun(&self, from: usize, clause: usize, stance: Stance, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        // `limited exposure to`, `dabbled in`: the cue says already that it is about knowing.
        let preposition = from < end && self.is(from, cue::PREPOSITIONS);
        let knowing =
            from > self.first() && (self.is(from - 1, cue::EXPERIENCE) || self.is(from - 1, cue::PREPOSITIONS));
        let zero = from > self.first() && preposition && self.is(from - 1, cue::EXPERIENCE);
        // `Skills I lack: Terraform, Helm`, `Weak spots: CUDA, Go`
        let listed = from >= end && self.list_follows(clause);
        let mut strong = zero || listed || (stance == Stance::Little && (knowing || preposition));
        let stop = (from..end).find(|word| {
            let here = self.word(*word);
            let covered = self.context.covered[*word];
            strong |= cue::EXPERIENCE.has(here);
            let turns = !covered && (cue::TURNS.has(here) || (*word > from && self.dash_before(*word)));
            let verb = *word > from && here.ends_with("ing");
            let ends = !strong && !covered && (verb || cue::PREPOSITIONS.has(here));
            // `no Kubernetes and Docker experience`
            let joined = !strong && here == "and" && !self.experience_ahead(*word, end);
            turns || ends || joined
        });
        mark(stances, from..stop.unwrap_or(end), stance);
        if stop.is_none() {
            self.follow_list(clause, stance, strong, stances);
        }
    }

    pub(super) fn experience_ahead(&self, from: usize, end: usize) -> bool {
        (from..end).take_while(|w| !self.is(*w, cue::PREPOSITIONS)).any(|w| self.is(w, cue::EXPERIENCE))
    }

    /// Goes on over `, X, Y or Z` after a clause that a cue governs.
    pub(super) fn follow_list(&self, clause: usize, stance: Stance, strong: bool, stances: &mut [Stance]) {
        let alternative = |c: usize| {
            let words = self.context.text.clauses()[c].words.clone();
            words.clone().any(|w| matches!(self.word(w), "or" | "nor"))
        };
        for next in clause + 1..self.clauses.end {
            let separator = self.separator(next - 1);
            let words = self.context.text.clauses()[next].words.clone();
            let opens_alternative = matches!(self.word(words.start), "or" | "nor");
            let listed = self.is_item(next)
                && (strong || (next..self.clauses.end).take_while(|c| self.is_item(*c)).any(alternative));
            let turned = words.clone().any(|w| self.is(w, cue::TURNS) && !self.context.covered[w]);
            let aside = separator.contains('(') && self.context.bare[next];
            if aside {
                mark(stances, words, stance);
                // `no parallel file system (Lustre, GPFS)`
                for further in next + 1..self.clauses.end {
                    if self.separator(further - 1).contains(')') || !self.context.bare[further] {
                        return;
                    }
                    mark(stances, self.context.text.clauses()[further].words.clone(), stance);
                }
                return;
            }
            if turned || separator.contains(';') || separator.contains(')') || !(listed || opens_alternative) {
                return;
            }
            mark(stances, words, stance);
        }
    }

    /// An item of a list: a name, or a few words without a verb.
    pub(super) fn is_item(&self, clause: usize) -> bool {
        let words = self.context.text.clauses()[clause].words.clone();
        let plain = |word: usize| self.context.covered[word] || self.is(word, cue::CONNECTORS);
        // `Lustre or InfiniBand is needed`
        let needed = |word: usize| matches!(self.word(word), "is" | "are") || self.is(word, cue::NECESSITY);
        self.context.bare[clause]
            || (self.context.named[clause] && words.clone().all(|word| plain(word) || needed(word)))
            || (words.len() <= 3 && !words.clone().any(|w| self.is(w, cue::WORK_VERBS)))
    }

    /// The names before a cue in its clause, or the clause before it, with the list that they end.
    pub(super) fn backward(&self, start: usize, clause: usize, stance: Stance, stances: &mut [Stance]) {
        let own = self.context.text.clauses()[clause].words.start;
        let mut current = clause;
        if (own..start).any(|w| self.context.covered[w]) {
            mark(stances, own..start, stance);
        } else if clause > self.clauses.start {
            current = clause - 1;
            mark(stances, self.context.text.clauses()[current].words.clone(), stance);
            if !self.context.bare[current] || !self.alternatives(current) {
                return;
            }
        }
        let listed = self.alternatives(current);
        while listed
            && current > self.clauses.start
            && self.context.bare[current - 1]
            && self.separator(current - 1).contains(',')
        {
            current -= 1;
            mark(stances, self.context.text.clauses()[current].words.clone(), stance);
        }
    }

    pub(super) fn alternatives(&self, clause: usize) -> bool {
        self.context.text.clauses()[clause].words.clone().any(|w| matches!(self.word(w), "or" | "and" | "nor"))
    }

    pub(super) fn whole_clause(&self, start: usize, after: usize, clause: usize) -> bool {
        let words = &self.context.text.clauses()[clause].words;
        let rest = (after..words.end).all(|w| one_of!(self.word(w), lists::CONTEXT_REACH_WHOLE_CLAUSE));
        start == words.start && rest
    }
}
