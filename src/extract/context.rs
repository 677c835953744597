//! What the author says of a mention: claims it, denies it, wishes for it, has left it; and whether it only stands in a list.
//!
//! Cues are phrases; each has a scope within its sentence. The cues themselves are in `cue`.

use super::lexicon::Kinds;
use super::lists;
use super::mention::{Mention, MentionKind, Stance};
use super::section::{Section, lead_of};
use super::section_headings::heading_section;
use super::text::Text;
use super::words::one_of;
use crate::taxonomy::{ConceptKind, Taxonomy};

mod amount;
mod deeds;
mod reach;
mod sentence;

use sentence::Sentence;

/// A line longer than this many bytes is no list, whatever marks stand in it.
const MAX_LIST: usize = 4096;

/// More words than a name may have beside it in an item of a list.
const BARE_EXTRA: usize = 1;
/// So many items are a list.
const LIST_ITEMS: usize = 3;
/// So many words beside names, years among them, say more than how long a skill is known.
const YEARS_WORDS: usize = 5;
/// And so many of somebody are an account.
const ACCOUNT_WORDS: usize = 6;

/// A text's words with what the mentions cover.
pub(super) struct Context<'a> {
    text: &'a Text,
    /// By word: whether a label covers it.
    covered: Vec<bool>,
    /// By clause: nothing but names, but for a word.
    bare: Vec<bool>,
    /// By clause: whether it holds a name.
    named: Vec<bool>,
    /// By word: whether somebody asks what is said there.
    asked: Vec<bool>,
}

impl<'a> Context<'a> {
    pub(super) fn new(text: &'a Text, mentions: &[Mention], taxonomy: &Taxonomy) -> Self {
        let mut covered = vec![false; text.words().len()];
        // `Eager to learn` is a soft skill by name, and still a cue.
        let is_cover =
            |m: &&Mention| m.by == MentionKind::Label && taxonomy.concept(m.concept).kind != ConceptKind::Soft;
        for mention in mentions.iter().filter(is_cover) {
            let mut word = text.word_at(mention.span.start);
            while text.words().get(word).is_some_and(|span| span.start < mention.span.end) {
                covered[word] = true;
                word += 1;
            }
        }
        let mut asked = vec![false; text.words().len()];
        for mention in mentions {
            let last = deciding_word(text, mention);
            if let Some(asked) = asked.get_mut(last) {
                *asked = true;
            }
        }
        let clauses = text.clauses();
        let named: Vec<bool> = clauses.iter().map(|c| c.words.clone().any(|w| covered[w])).collect();
        let bare = clauses
            .iter()
            .zip(&named)
            .map(|(clause, named)| {
                let extra = clause.words.clone().filter(|w| !covered[*w] && !text.kinds(*w).has(Kinds::CONNECTOR));
                *named && { extra }.nth(BARE_EXTRA).is_none()
            })
            .collect();
        Self { text, covered, bare, named, asked }
    }

    /// Sets stance and listing of each mention.
    pub(super) fn judge(&self, mentions: &mut [Mention]) {
        let stances = self.stances();
        let clauses = self.text.clauses();
        let mut sentence = 0..0;
        let (mut lists, mut tells) = (false, false);
        for mention in mentions {
            let Some(clause) = self.text.clause_at(mention.span.start) else {
                continue;
            };
            mention.stance = self.stance_of(mention, &stances);
            if mention.by != MentionKind::Label {
                // What was left is a tool; the work told of remains.
                mention.stance = match mention.stance {
                    Stance::Former => Stance::Stated,
                    Stance::Past => Stance::Former,
                    other => other,
                };
                continue;
            }
            if !sentence.contains(&clause) {
                sentence = self.text.sentence_clauses(clause);
                lists = self.is_list(&sentence);
                tells = self.tells_of_work(&sentence) || self.is_under_work(&sentence);
            }
            let line = &self.text.lines()[clauses[clause].line];
            mention.listed = self.bare[clause] && !tells && (lists || line.short);
        }
    }

    fn is_list(&self, sentence: &std::ops::Range<usize>) -> bool {
        // Bars and dots between items end sentences; the line is the list.
        let line = self.text.clauses()[sentence.start].line;
        let span = self.text.lines()[line].span.clone();
        let clauses = self.text.clauses();
        let whole = if span.len() <= MAX_LIST && self.text.lines()[line].parted {
            clauses.partition_point(|c| c.line < line)..clauses.partition_point(|c| c.line <= line)
        } else {
            sentence.clone()
        };
        let items = whole.filter(|c| self.bare[*c]).count();
        let lead = self.text.kinds_of(self.text.clauses()[sentence.start].words.clone()).has(Kinds::SKILL_LEAD);
        items >= LIST_ITEMS || (lead && items >= 1)
    }

    fn tells_of_work(&self, sentence: &std::ops::Range<usize>) -> bool {
        sentence.clone().any(|clause| {
            self.text.clauses()[clause]
                .words
                .clone()
                .any(|word| !self.covered[word] && self.text.kinds(word).has(Kinds::WORK))
        })
    }

    /// `Search ranking at a travel site: feature store, Ray, Triton`: what a list is about stands before its colon.
    fn is_under_work(&self, sentence: &std::ops::Range<usize>) -> bool {
        let clauses = self.text.clauses();
        let ends_with_colon = |clause: usize| {
            let from = self.text.clause_span(clause).end;
            clause + 1 < sentence.end && self.text.folded()[from..].trim_start().starts_with(':')
        };
        let Some(heading) = sentence.clone().find(|clause| ends_with_colon(*clause)) else { return false };
        let words = clauses[sentence.start].words.start..clauses[heading].words.end;
        let is = |word: usize, of: &[&str]| of.contains(&self.text.word(word));
        let at_whom = |word: usize| is(word, &["at", "for"]) && is(word + 1, lists::CONTEXT_AT_WHOM);
        // `Weather codes, 12 yrs in a lab and then 4 in industry: ...`
        let own = |word: &usize| !self.covered[*word] && !self.text.kinds(*word).has(Kinds::CONNECTOR);
        let for_years =
            words.clone().any(|word| is(word, &["years", "yrs"])) && words.clone().filter(own).count() >= YEARS_WORDS;
        // `At a hospital she has taken networks from a paper to a box beside the scanner: ...`
        let says = |of: Kinds| words.clone().filter(|word| self.text.kinds(*word).has(of)).count();
        let person = words.clone().any(|word| one_of!(self.text.word(word), lists::CONTEXT_PERSON));
        let account = person && {
            let said = words.clone().filter(|word| !self.covered[*word]).count();
            said.saturating_sub(says(Kinds::LINK) + says(Kinds::ASSERTION)) >= ACCOUNT_WORDS
        };
        // `Tools for the job: ...`, `for my daily stack: ...`
        let leads = |word: usize| self.text.kinds(word).has(Kinds::SKILL_LEAD);
        let mut within = words.start + 1..words.end.saturating_sub(2);
        (for_years || account || within.any(at_whom)) && !leads(words.start) && !leads(words.end - 1)
    }

    /// By word, what is said there.
    fn stances(&self) -> Vec<Stance> {
        let mut stances = vec![Stance::Stated; self.text.words().len()];
        let clauses = self.text.clauses();
        let lines = self.text.lines();
        let mut at = 0;
        // What a line such as `Not familiar with:` says of the items under it.
        let mut inherited = Stance::Stated;
        let mut line_before = usize::MAX;
        while at < clauses.len() {
            let sentence = self.text.sentence_clauses(at);
            at = sentence.end;
            let line = clauses[sentence.start].line;
            if line != line_before && !lines[line].bullet {
                inherited = Stance::Stated;
            }
            line_before = line;
            let words = clauses[sentence.start].words.start..clauses[sentence.end - 1].words.end;
            let last = words.end - 1;
            let opens =
                || lines[line].heading || self.text.folded()[lines[line].span.clone()].trim_end().ends_with(':');
            let ends_line = clauses.get(sentence.end).is_none_or(|next| next.line != line);
            let heads_items =
                ends_line && !lines[line].bullet && lines.get(line + 1).is_some_and(|l| l.bullet) && opens();
            let reader = Sentence { context: self, clauses: sentence.clone(), words: words.clone(), inherited };
            if heads_items || self.asked[words.clone()].contains(&true) {
                reader.read(&mut stances);
            }
            if heads_items {
                // What is not required may still be brought: `Not required:`, `Requisitos no excluyentes:`.
                let is_of_wishes = heading_section(&lead_of(self.text, words)) == Some(Section::Preferred);
                inherited = if is_of_wishes { Stance::Stated } else { stances[last] };
            }
        }
        stances
    }

    /// The stance of the word that decides it.
    fn stance_of(&self, mention: &Mention, stances: &[Stance]) -> Stance {
        stances.get(deciding_word(self.text, mention)).copied().unwrap_or(Stance::Stated)
    }
}

/// The word whose stance is a mention's: the first of a name, the last of what is shown by doing.
fn deciding_word(text: &Text, mention: &Mention) -> usize {
    match mention.by {
        MentionKind::Label => text.word_at(mention.span.start),
        MentionKind::Deed(_) => text.word_at(mention.span.end.saturating_sub(1)),
    }
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;
