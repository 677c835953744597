//! Whose deeds a sentence tells of: `a colleague administers Lustre`, `I place CUDA developers`. Not the words for people and
//! deeds: those are in `doers`.

use std::ops::Range;

use super::super::cue;
use super::super::doers::{self, Other};
use super::super::lexicon::Kinds;
use super::super::mention::Stance;
use super::super::meter::charge;
use super::super::words::{Words, words};
use super::sentence::{Sentence, mark};
use crate::extract::lists;
use crate::extract::words::one_of;

/// What stands between somebody else and the verb: `who`, `also`, `always`.
const BETWEEN: Words = words!(lists::DEEDS_BETWEEN);
const RELATIVE: Words = words!("who that which");
/// What is done to systems, where `by` says who does it.
const DONE: Words = words!(lists::DEEDS_DONE);
/// So many words before somebody else may say that the work is shared.
const SHARED_WITHIN: usize = 4;
/// What is said of somebody beside what they do has so many words, and begins with one of these.
const ASIDE_WITHIN: usize = 5;
const BESIDE: Words = words!(lists::DEEDS_BESIDE);
/// A subject has so many words before its noun.
const SUBJECT_WORDS: usize = 3;
/// What was done is named at most so many words before it.
const NAMED_WITHIN: usize = 4;
/// So many words behind a verb of trade say what it is about.
const OBJECT_WITHIN: usize = 6;
/// So many words behind a verb of finding people may name them.
const PEOPLE_WITHIN: usize = 10;

impl Sentence<'_> {
    /// What others do is not the writer's.
    pub(super) fn deeds_of_others(&self, stances: &mut [Stance]) {
        for clause in self.clauses.clone() {
            let words = self.words_of(clause);
            let mut word = words.start;
            while word < words.end {
                let here = word;
                word += 1;
                // `Network engineers` may be a name of the field and are people all the same.
                let named = self.context.covered[here] && !self.is(here, doers::OTHER_TRADES);
                if named || !self.context.text.kinds(here).has(Kinds::OTHERS) {
                    continue;
                }
                charge(words.len());
                if self.word(here) == "by" && self.is_done_by_others(here, &words) {
                    self.bracket_before(here, clause, &words, stances);
                    self.backward(here, clause, Stance::About, stances);
                    continue;
                }
                if self.is_team_beside(here, clause, &words) {
                    // `who own the fabrics, and the storage team, who run`: the next group is told of by its own clause.
                    mark(stances, self.words_of(clause + 1), Stance::About);
                    continue;
                }
                let Some(verb) = self.deed_of_another(here, &words) else { continue };
                let trade = (words.start..=here).rev().take_while(|w| self.context.covered[*w]).last();
                mark(stances, trade.unwrap_or(verb)..verb, Stance::About);
                let stop = (verb..words.end).find(|w| self.own_again(*w)).unwrap_or(words.end);
                let names_follow = (verb..stop).any(|w| self.context.covered[w]);
                mark(stances, verb..stop, Stance::About);
                // `infrastructure that others run code on: a cloud, a CI service`
                if stop == words.end && (names_follow || self.list_follows(clause)) {
                    self.follow_list(clause, Stance::About, true, stances);
                }
                word = stop.max(word);
            }
        }
    }

    /// `beside our networking team, who own the fabric`: a group at the end of a clause that the writer only works beside, of whom
    /// the next clause tells.
    fn is_team_beside(&self, at: usize, clause: usize, words: &Range<usize>) -> bool {
        let group = matches!(doers::other(self.context.text, at), Some(Other::Group | Other::Trade));
        let ends = at + 1 == words.end && clause + 1 < self.clauses.end && self.separator(clause).contains(',');
        if !(group && ends) {
            return false;
        }
        let next = self.words_of(clause + 1);
        let told = self.is(next.start, RELATIVE) && self.is_deed(next.start + 1, Other::Group);
        told && (self.first()..at).any(|w| one_of!(self.word(w), lists::DEEDS_BESIDE_TEAM))
    }

    /// The verb of what somebody else at `at` does.
    fn deed_of_another(&self, at: usize, words: &Range<usize>) -> Option<usize> {
        let other = doers::other(self.context.text, at)?;
        let mut verb = at + 1;
        let mut related = false;
        while verb < words.end && self.is(verb, BETWEEN) {
            related |= self.is(verb, RELATIVE);
            verb += 1;
        }
        let person = other == Other::Person;
        if verb < words.end && !self.is_deed(verb, other) && person && (related || self.is(verb, BESIDE)) {
            // `the students in my group programmed`, `the contractor who came after me rewrote`
            let reach = verb + 1..words.end.min(verb + 1 + ASIDE_WITHIN);
            verb = reach.take_while(|w| !self.ends_aside(*w)).find(|w| self.is_deed(*w, other))?;
        }
        if verb >= words.end || !self.is_deed(verb, other) {
            return None;
        }
        let before = words.start.max(at.saturating_sub(SHARED_WITHIN))..at;
        let any_before = |list: Words| before.clone().any(|w| self.is(w, list));
        let shared = any_before(doers::SHARED_WORK);
        // `with a colleague who`, `together with the vendor`
        let together = before.clone().any(|w| matches!(self.word(w), "together" | "jointly" | "and"));
        let is_other = match other {
            Other::Person => !together || related,
            Other::Trade if related => true,
            Other::Trade | Other::Group => any_before(doers::NOT_OWN) || self.is_set_against_me(at, verb, words),
        };
        (is_other && !shared).then_some(verb)
    }

    /// Whether a word says what somebody else does, or is.
    fn is_deed(&self, at: usize, other: Other) -> bool {
        if self.context.covered[at] {
            return false;
        }
        let next = self.word(at + 1);
        match self.word(at) {
            "is" | "was" | "are" | "were" => match other {
                Other::Person => one_of!(next, lists::DEEDS_BEFORE_DEED),
                Other::Group | Other::Trade => next == "responsible",
            },
            word => doers::is_deed_of_others(word),
        }
    }

    /// Where what is said of somebody beside what they do ends.
    fn ends_aside(&self, at: usize) -> bool {
        self.context.covered[at] || one_of!(self.word(at), lists::DEEDS_ENDS_ASIDE)
    }

    /// `The storage group ran Ceph; I only saw`: the subject of a clause behind which the sentence tells of the writer.
    fn is_set_against_me(&self, at: usize, verb: usize, words: &Range<usize>) -> bool {
        let is_part =
            |w: usize| !self.is(w, cue::PERSONS) && !self.is(w, cue::PREPOSITIONS) && !self.is(w, cue::WORK_VERBS);
        at - words.start <= SUBJECT_WORDS
            && (words.start..at).all(is_part)
            && (verb + 1..self.end()).any(|w| self.word(w) == "i")
    }

    /// Where the writer speaks of their own deeds again.
    fn own_again(&self, at: usize) -> bool {
        !self.context.covered[at] && one_of!(self.word(at), lists::DEEDS_OWN_AGAIN)
    }

    /// `run by the vendor`, `maintained by another team`; not `used by`, which says for whom it is.
    fn is_done_by_others(&self, by: usize, words: &Range<usize>) -> bool {
        if by == words.start {
            return false;
        }
        let done = self.is(by - 1, DONE);
        let own = (by + 1..words.end.min(by + 5)).any(|w| one_of!(self.word(w), lists::DEEDS_OWN));
        let people = (by + 1..words.end.min(by + 5)).any(|w| match doers::other(self.context.text, w) {
            Some(Other::Person) => !one_of!(self.word(w), lists::DEEDS_DONE_BY),
            Some(Other::Group) => (by + 1..w).any(|w| self.is(w, doers::NOT_OWN)),
            // `written by my 300 people`, `maintained by an agency`; not `done by Mixture of Experts`
            Some(Other::Trade) => !(by + 1..w).any(|w| self.word(w) == "of") && self.is_of_a_name(by - 1, words),
            None => one_of!(self.word(w), lists::DEEDS_DONE_BY_WHOM) && self.is_of_a_name(by - 1, words),
        });
        done && people && !own
    }

    /// Whether what was done is a name that stands right before: `CUDA kernels are maintained`, `Lustre, run`; not `decisions in Rust, so
    /// that good and lasting tools are built`.
    fn is_of_a_name(&self, done: usize, words: &Range<usize>) -> bool {
        match (words.start..done).rev().find(|w| self.context.covered[*w]) {
            Some(name) => done - name <= NAMED_WITHIN,
            None => done == words.start,
        }
    }

    /// `the service (Slurm, Lustre) is maintained by another team`
    fn bracket_before(&self, by: usize, clause: usize, words: &Range<usize>, stances: &mut [Stance]) {
        let closes = clause > self.clauses.start && self.separator(clause - 1).contains(')');
        if !closes || (words.start..by).any(|w| self.context.covered[w]) {
            return;
        }
        let open = (self.clauses.start..clause - 1).rev().find(|c| self.separator(*c).contains('('));
        if let Some(open) = open {
            mark(stances, self.words_of(open + 1).start..self.words_of(clause - 1).end, Stance::About);
        }
    }

    /// Selling, hiring, arranging, bringing people round: all that the sentence names is spoken of, unless it tells of work by hand, too.
    pub(super) fn trade(&self, stances: &mut [Stance]) {
        let all = self.first()..self.end();
        if !all.clone().any(|w| self.context.covered[w]) {
            return;
        }
        if self.is_hands_on(all) {
            return;
        }
        let by_title = self.clauses.clone().find_map(|clause| {
            let words = self.words_of(clause);
            words.clone().find(|w| self.is_own_trade(*w, &words))
        });
        if by_title.is_some() {
            mark(stances, self.first()..self.end(), Stance::About);
            return;
        }
        let found = self.clauses.clone().find_map(|clause| {
            let words = self.words_of(clause);
            let verb = words.clone().find(|w| {
                self.context.text.kinds(*w).has(Kinds::TRADE)
                    && self.opens_a_deed(*w, &words)
                    && self.is_trade(*w, words.end)
            });
            verb.map(|verb| (clause, verb))
        });
        let Some((clause, verb)) = found else { return };
        let ends = |c: &usize| c + 1 == self.clauses.end || self.separator(*c).contains(';');
        let last = (clause..self.clauses.end).find(ends).unwrap_or(clause);
        mark(stances, verb..self.words_of(last).end, Stance::About);
    }

    /// `Account executive:`: what the writer is, by whose trade tools are spoken of.
    fn is_own_trade(&self, at: usize, words: &Range<usize>) -> bool {
        if !self.context.text.kinds(at).has(Kinds::TRADE) {
            return false;
        }
        let Some(length) = doers::trade_title(self.context.text, at) else { return false };
        if self.is(at + 1, doers::NOTES) {
            return false;
        }
        at + 1 == words.start + length
    }

    /// `the Kubernetes podcast`: a name that says what something else is about.
    pub(super) fn names_of_others(&self, stances: &mut [Stance]) {
        let words = self.first()..self.end();
        for word in words.clone() {
            if self.context.covered[word]
                && word + 1 < words.end
                && !self.context.covered[word + 1]
                && self.is(word + 1, doers::NAMED_AFTER)
            {
                let first = (words.start..word).rev().take_while(|w| self.context.covered[*w]).last().unwrap_or(word);
                mark(stances, first..word + 1, Stance::About);
            }
        }
    }

    /// Where a verb of the writer's stands: first in a clause, or behind `I`, `we`, `and`.
    fn opens_a_deed(&self, at: usize, words: &Range<usize>) -> bool {
        !self.context.covered[at] && (at == words.start || one_of!(self.word(at - 1), lists::DEEDS_OPENS_A_DEED))
    }

    fn is_trade(&self, at: usize, end: usize) -> bool {
        let word = self.word(at);
        let object = |is: &dyn Fn(&str) -> bool| (at + 1..end.min(at + 1 + OBJECT_WITHIN)).any(|w| is(self.word(w)));
        // `sourced CUDA, Slurm and InfiniBand engineers`: the people stand behind what they are to know.
        let people =
            || (at + 1..self.end().min(at + 1 + PEOPLE_WITHIN)).any(|w| doers::is_several_people(self.word(w)));
        doers::TRADING.has(word)
            || (doers::HIRING.has(word) && people())
            || (doers::ALIGNING.has(word) && object(&doers::is_of_an_organisation))
            || (doers::ARRANGING.has(word) && object(&doers::is_event_or_audience))
    }

    pub(super) fn is_hands_on(&self, words: Range<usize>) -> bool {
        words.into_iter().any(|w| !self.context.covered[w] && doers::is_hands_on(self.context.text, w))
    }
}
