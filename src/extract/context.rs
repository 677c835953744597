//! What the author says of a mention: claims it, denies it, wishes for it, has left it; and whether it only stands in a list.
//!
//! Cues are phrases; each has a scope within its sentence. The cues themselves are in `cue`.

use super::cue::{self, Cue, Effect};
use super::mention::{Mention, MentionKind, Stance};
use super::text::Text;
use crate::taxonomy::{ConceptKind, Taxonomy};

/// A line longer than this many bytes is no list, whatever marks stand in it.
const LONGEST_LIST: usize = 4096;

/// More words than a name may have beside it in an item of a list.
const BARE_EXTRA: usize = 1;
/// So many items are a list.
const LIST_ITEMS: usize = 3;
/// A line of so many words is an item of a list.
const ITEM_WORDS: usize = 4;

/// A text's words with what the mentions cover.
pub(super) struct Context<'a> {
    text: &'a Text,
    /// By word: whether a label covers it.
    covered: Vec<bool>,
    /// By clause: nothing but names, but for a word.
    bare: Vec<bool>,
    /// By clause: whether it holds a name.
    named: Vec<bool>,
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
        let clauses = text.clauses();
        let named: Vec<bool> = clauses.iter().map(|c| c.words.clone().any(|w| covered[w])).collect();
        let bare = clauses
            .iter()
            .zip(&named)
            .map(|(clause, named)| {
                let extra = clause.words.clone().filter(|w| !covered[*w] && !cue::CONNECTORS.contains(&text.word(*w)));
                *named && extra.count() <= BARE_EXTRA
            })
            .collect();
        Self { text, covered, bare, named }
    }

    /// Sets stance and listing of each mention.
    pub(super) fn judge(&self, mentions: &mut [Mention]) {
        let stances = self.stances();
        let clauses = self.text.clauses();
        let mut sentence = 0..0;
        let mut lists = false;
        for mention in mentions {
            let Some(clause) = self.text.clause_at(mention.span.start) else {
                continue;
            };
            let first = self.text.word_at(mention.span.start);
            let last = self.text.word_at(mention.span.end.saturating_sub(1));
            mention.stance = match mention.by {
                MentionKind::Label => stances.get(first).copied().unwrap_or(Stance::Stated),
                MentionKind::Doing => stances.get(last).copied().unwrap_or(Stance::Stated),
            };
            if mention.by == MentionKind::Doing {
                // What was left is a tool; the work told of remains.
                mention.stance = if mention.stance == Stance::Former { Stance::Stated } else { mention.stance };
                continue;
            }
            if !sentence.contains(&clause) {
                sentence = self.text.sentence_clauses(clause);
                lists = self.is_list(&sentence);
            }
            let line = &self.text.lines()[clauses[clause].line];
            let short = self.text.folded()[line.span.clone()].split(' ').take(ITEM_WORDS + 1).count() <= ITEM_WORDS;
            mention.listed = self.bare[clause] && (lists || short) && !self.tells_of_work(&sentence);
        }
    }

    fn is_list(&self, sentence: &std::ops::Range<usize>) -> bool {
        // Bars and dots between items end sentences; the line is the list.
        let line = self.text.clauses()[sentence.start].line;
        let span = self.text.lines()[line].span.clone();
        let clauses = self.text.clauses();
        let whole = if span.len() <= LONGEST_LIST && self.text.folded()[span].contains(['|', '•', '·']) {
            clauses.partition_point(|c| c.line < line)..clauses.partition_point(|c| c.line <= line)
        } else {
            sentence.clone()
        };
        let items = whole.filter(|c| self.bare[*c]).count();
        let lead =
            self.text.clauses()[sentence.start].words.clone().any(|w| cue::SKILL_LEADS.contains(&self.text.word(w)));
        items >= LIST_ITEMS || (lead && items >= 1)
    }

    fn tells_of_work(&self, sentence: &std::ops::Range<usize>) -> bool {
        sentence.clone().any(|clause| {
            self.text.clauses()[clause]
                .words
                .clone()
                .any(|word| !self.covered[word] && cue::is_work_verb(self.text.word(word)))
        })
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
            Sentence { context: self, clauses: sentence.clone(), inherited }.read(&mut stances);
            let last = clauses[sentence.end - 1].words.end - 1;
            let opens = lines[line].heading || self.text.folded()[lines[line].span.clone()].trim_end().ends_with(':');
            let ends_line = clauses.get(sentence.end).is_none_or(|next| next.line != line);
            if opens && ends_line && !lines[line].bullet && lines.get(line + 1).is_some_and(|l| l.bullet) {
                inherited = if stances[last] == Stance::Former { Stance::Stated } else { stances[last] };
            }
        }
        stances
    }
}

/// One sentence being read for cues.
struct Sentence<'a> {
    context: &'a Context<'a>,
    clauses: std::ops::Range<usize>,
    inherited: Stance,
}

impl Sentence<'_> {
    fn read(&self, stances: &mut [Stance]) {
        let words = self.first()..self.end();
        if self.inherited != Stance::Stated {
            stances[words.clone()].fill(self.inherited);
        }
        let mut word = words.start;
        while word < words.end {
            let clause = self.clause_of(word);
            let here = self.words_from(word, clause);
            let Some((cue, length)) = cue::at(&here, self.before(word)) else {
                word += 1;
                continue;
            };
            if self.context.covered[word] && !matches!(cue.effect, Effect::Not | Effect::No) {
                word += 1;
                continue;
            }
            self.apply(cue, word, word + length, clause, stances);
            word += length;
        }
    }

    fn apply(&self, cue: Cue, start: usize, after: usize, clause: usize, stances: &mut [Stance]) {
        match cue.effect {
            Effect::Nothing => {}
            Effect::Not => {
                if self.prefers() && cue::NECESSITY.contains(&self.word(after)) {
                    return;
                }
                if self.denies_what_is_before(start, after, clause) {
                    self.backward(start, clause, Stance::Negated, stances);
                } else {
                    let strong = self.is_strong(after, clause) || self.list_follows(clause);
                    self.forward(after, clause, Stance::Negated, strong, stances);
                }
            }
            Effect::No => {
                if self.whole_clause(start, after, clause) && clause > self.clauses.start {
                    self.backward(start, clause, Stance::Negated, stances);
                } else {
                    self.noun(after, clause, stances);
                }
            }
            Effect::Object => self.noun(after, clause, stances),
            Effect::Want => {
                let again = self.words_from(after, clause).iter().any(|w| cue::CONTINUING.contains(w));
                if again {
                    return;
                }
                let names_follow = (after..self.clause_end(clause)).any(|w| self.context.covered[w]);
                let aside =
                    !self.context.named[clause] && clause > self.clauses.start && after >= self.clause_end(clause);
                // "Slurm and InfiniBand I am learning in the evenings": the names stand before the wish.
                let words = &self.context.text.clauses()[clause].words;
                let learning = (start..after).any(|w| matches!(self.word(w), "learn" | "learning"));
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
        }
    }

    /// `not needed`, `not yet`, `isn't mine` after the name.
    fn denies_what_is_before(&self, start: usize, after: usize, clause: usize) -> bool {
        let end = self.clause_end(clause);
        if (after..end).any(|w| self.context.covered[w]) {
            return false;
        }
        let before = (self.context.text.clauses()[clause].words.start..start).any(|w| self.context.covered[w]);
        let next = self.word(after);
        let said = after >= end || cue::AFTER_NAME.contains(&next);
        let alone =
            start == self.context.text.clauses()[clause].words.start && clause > self.clauses.start && after + 2 >= end;
        said && (before || alone) && !self.list_follows(clause)
    }

    /// Whether a colon after this clause opens a list.
    fn list_follows(&self, clause: usize) -> bool {
        clause + 1 < self.clauses.end && self.separator(clause).contains(':')
    }

    /// An aside that says of the name before it `(keen to learn it)`, `- learning`.
    fn is_aside(&self, clause: usize) -> bool {
        if clause == self.clauses.start || self.context.named[clause] {
            return false;
        }
        let words = self.context.text.clauses()[clause].words.clone();
        words.len() <= 3
            || words.clone().any(|w| matches!(self.word(w), "it" | "this" | "that" | "these" | "them" | "which"))
    }

    /// Everything after a cue until its clause ends or turns, and the items of a list that it opens.
    fn forward(&self, from: usize, clause: usize, stance: Stance, strong: bool, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        let turns = |word: usize| {
            (cue::TURNS.contains(&self.word(word)) && !self.context.covered[word])
                || (word > from && self.dash_before(word))
        };
        let stop = (from..end).find(|word| turns(*word)).unwrap_or(end);
        mark(stances, from..stop, stance);
        if stop == end {
            self.follow_list(clause, stance, strong, stances);
        }
    }

    /// The thing that `no` or `without` takes: it ends at a preposition, unless it is experience with something.
    fn noun(&self, from: usize, clause: usize, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        let mut strong = false;
        let stop = (from..end).find(|word| {
            let here = self.word(*word);
            let covered = self.context.covered[*word];
            strong |= cue::EXPERIENCE.contains(&here);
            let turns = !covered && (cue::TURNS.contains(&here) || (*word > from && self.dash_before(*word)));
            let verb = *word > from && here.ends_with("ing");
            let ends = !strong && !covered && (verb || cue::PREPOSITIONS.contains(&here));
            // `no Kubernetes and Docker experience`
            let joined = !strong && here == "and" && !self.experience_ahead(*word, end);
            turns || ends || joined
        });
        mark(stances, from..stop.unwrap_or(end), Stance::Negated);
        if stop.is_none() {
            self.follow_list(clause, Stance::Negated, strong, stances);
        }
    }

    fn experience_ahead(&self, from: usize, end: usize) -> bool {
        (from..end)
            .take_while(|w| !cue::PREPOSITIONS.contains(&self.word(*w)))
            .any(|w| cue::EXPERIENCE.contains(&self.word(w)))
    }

    /// Goes on over `, X, Y or Z` after a clause that a cue governs.
    fn follow_list(&self, clause: usize, stance: Stance, strong: bool, stances: &mut [Stance]) {
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
            let turned = words.clone().any(|w| cue::TURNS.contains(&self.word(w)) && !self.context.covered[w]);
            if turned || separator.contains(';') || separator.contains(')') || !(listed || opens_alternative) {
                return;
            }
            let first = self.word(words.start);
            if cue::at(&[first], "").is_some_and(|(cue, _)| cue.effect != Effect::Nothing) {
                return;
            }
            mark(stances, words, stance);
        }
    }

    /// An item of a list: a name, or a few words without a verb.
    fn is_item(&self, clause: usize) -> bool {
        let words = self.context.text.clauses()[clause].words.clone();
        self.context.bare[clause]
            || (words.len() <= 3
                && !words.clone().any(|w| cue::is_work_verb(self.word(w)) || cue::PERSONS.contains(&self.word(w))))
    }

    /// The names before a cue in its clause, or the clause before it, with the list that they end.
    fn backward(&self, start: usize, clause: usize, stance: Stance, stances: &mut [Stance]) {
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

    fn alternatives(&self, clause: usize) -> bool {
        self.context.text.clauses()[clause].words.clone().any(|w| matches!(self.word(w), "or" | "and" | "nor"))
    }

    /// `moved from X to Y`, `migrated off X`.
    fn moved(&self, after: usize, clause: usize, stances: &mut [Stance]) {
        let end = self.clause_end(clause);
        let Some(from) = (after..end).take(10).find(|w| matches!(self.word(*w), "from" | "off")) else {
            return;
        };
        let onwards = |word: usize| matches!(self.word(word), "to" | "onto" | "into" | "toward" | "towards" | "and");
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
        let left = if by == after { self.context.text.clauses()[clause].words.start..start } else { after..by };
        mark(stances, left, Stance::Former);
    }

    /// Whether a denial is of knowing or needing things, so that a list after it is denied too.
    fn is_strong(&self, after: usize, clause: usize) -> bool {
        let end = self.clause_end(clause).min(after + 5);
        (after..end).any(|w| cue::EXPERIENCE.contains(&self.word(w)) || cue::KNOWING.contains(&self.word(w)))
    }

    fn prefers(&self) -> bool {
        (self.first()..self.end()).any(|w| cue::PREFERENCE.contains(&self.word(w)))
    }

    fn whole_clause(&self, start: usize, after: usize, clause: usize) -> bool {
        let words = &self.context.text.clauses()[clause].words;
        let rest = (after..words.end)
            .all(|w| matches!(self.word(w), "yet" | "experience" | "so" | "far" | "thanks" | "sorry"));
        start == words.start && rest
    }

    fn dash_before(&self, word: usize) -> bool {
        let spans = self.context.text.words();
        self.context.text.has_dash(&(spans[word - 1].end..spans[word].start))
    }

    fn separator(&self, clause: usize) -> &str {
        let text = self.context.text;
        text.folded().get(text.clause_span(clause).end..text.clause_span(clause + 1).start).unwrap_or("")
    }

    fn clause_of(&self, word: usize) -> usize {
        self.context.text.clauses().partition_point(|clause| clause.words.end <= word)
    }

    fn clause_end(&self, clause: usize) -> usize {
        self.context.text.clauses()[clause].words.end
    }

    fn words_from(&self, word: usize, clause: usize) -> Vec<&str> {
        (word..self.clause_end(clause)).map(|w| self.context.text.word(w)).collect()
    }

    fn before(&self, word: usize) -> &str {
        let start = self.context.text.clauses()[self.clause_of(word)].words.start;
        if word > start { self.context.text.word(word - 1) } else { "" }
    }

    /// A word, or nothing past the sentence's end.
    fn word(&self, word: usize) -> &str {
        if word < self.end() { self.context.text.word(word) } else { "" }
    }

    fn first(&self) -> usize {
        self.context.text.clauses()[self.clauses.start].words.start
    }

    fn end(&self) -> usize {
        self.clause_end(self.clauses.end - 1)
    }
}

fn mark(stances: &mut [Stance], words: std::ops::Range<usize>, stance: Stance) {
    for place in &mut stances[words] {
        *place = (*place).max(stance);
    }
}

#[cfg(test)]
#[path = "context_tests.rs"]
mod tests;
