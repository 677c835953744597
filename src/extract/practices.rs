//! Practices that a sentence tells: a verb of a class that governs an object of a rule, or a noun of that class beside it.
//!
//! The rules and all words are the taxonomy's; here is only the grammar: how far a verb reaches, and in which forms a deed is told.

use std::cell::RefCell;
use std::ops::Range;

use super::extractor::Extractor;
use super::mention::{Mention, MentionKind, Stance};
use super::meter::charge;
use super::text::{Span, Text};
use crate::taxonomy::{
    ConceptId, CueRole, FormsId, PracticeRules, Problem, RuleExample, RuleId, Taxonomy, VerbClasses, WordForms,
    WordRole, rule_examples,
};

/// So many words before an object its verb is looked for, and so many behind it a noun of the deed.
const REACH: usize = 10;
/// A part between commas has no more words in a list of objects.
const MAX_ITEM_WORDS: usize = 5;
/// So many words may follow an object up to its noun: `Lustre and GPFS administration`.
const NOUN_REACH: usize = 4;
/// What may follow a phrase that names a thing to its end.
const FOLLOWERS: WordRole = WordRole::CONJUNCTION
    .or(WordRole::AUXILIARY)
    .or(WordRole::BOUNDARY)
    .or(WordRole::FOLLOWER)
    .or(WordRole::DETERMINER)
    .or(WordRole::HEAD)
    .or(WordRole::GERUND)
    .or(WordRole::PAST);

thread_local! {
    /// Of those who read one text after another.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Working memory, to be used again and again.
#[derive(Default)]
struct Memory {
    words: Vec<Word>,
    found: Vec<Found>,
}

/// A word of a sentence, or the last one of a verb of several words.
#[derive(Clone, Copy, Default)]
struct Word {
    forms: FormsId,
    /// How many words before it the verb begins.
    back: u16,
}

/// A phrase or name that is a cue of a rule, as words of the sentence.
#[derive(Clone, Copy)]
struct Found {
    first: usize,
    last: usize,
    rule: RuleId,
    role: CueRole,
    /// Whether it is the name of a concept: whatever noun follows it, the deed has to do with it.
    is_name: bool,
}

/// Adds the practices that sentences tell, unless their sentence names them, or a kind of them. `mentions` are in order of place.
pub(super) fn told(
    text: &Text,
    taxonomy: &Taxonomy,
    mentions: &mut Vec<Mention>,
    refuted: impl Fn(ConceptId, &Span) -> bool,
) {
    let rules = taxonomy.practices();
    let clauses = text.clauses();
    let named = mentions.len();
    let mut name = 0;
    // Taken out meanwhile: what a reading that unwinds leaves in it is not for the next.
    let mut memory = MEMORY.take();
    let mut at = 0;
    while at < clauses.len() {
        let sentence = text.sentence_clauses(at);
        at = sentence.end;
        let words = clauses[sentence.start].words.start..clauses[sentence.end - 1].words.end;
        let whole = text.words()[words.start].start..text.words()[words.end - 1].end;
        name += mentions[name..named].iter().take_while(|mention| mention.span.start < whole.start).count();
        if text.lines()[clauses[sentence.start].line].heading {
            continue;
        }
        let beside = name + mentions[name..named].iter().take_while(|mention| mention.span.start < whole.end).count();
        let reader = Reader::new(text, rules, words, &mentions[name..beside], memory);
        let mut shown: Vec<(ConceptId, Span, RuleId)> = Vec::new();
        reader.deeds(|rule, words| {
            let concept = rules.shows(rule);
            let known = |m: &Mention| m.concept == concept || taxonomy.concept(m.concept).broader.contains(&concept);
            let span = text.words()[words.start].start..text.words()[words.end - 1].end;
            if !shown.iter().any(|(other, ..)| *other == concept)
                && !mentions[name..beside].iter().any(known)
                && !refuted(concept, &whole)
            {
                shown.push((concept, span, rule));
            }
        });
        memory = reader.memory;
        mentions.extend(shown.into_iter().map(|(concept, span, rule)| {
            let (by, stance) = (MentionKind::Deed(rule), Stance::Stated);
            Mention { concept, span, by, stance, listed: false }
        }));
    }
    MEMORY.set(memory);
}

/// A sentence being read.
struct Reader<'t> {
    text: &'t Text,
    rules: &'t PracticeRules,
    /// Its words.
    words: Range<usize>,
    memory: Memory,
}

/// What stands between two words.
#[derive(PartialEq, Eq)]
enum Joint {
    None,
    Comma,
    /// A dash, a colon, a bracket, another sentence.
    Break,
}

impl<'t> Reader<'t> {
    fn new(
        text: &'t Text,
        rules: &'t PracticeRules,
        words: Range<usize>,
        names: &[Mention],
        mut memory: Memory,
    ) -> Self {
        charge(words.len());
        memory.words.clear();
        memory.words.resize(words.len(), Word::default());
        memory.found.clear();
        // Beyond the sentence no phrase goes on.
        let word = |at: usize| if at < words.end { text.hashed_word(at) } else { (&b""[..], 0) };
        let mut fixed = 0;
        let mut spoken_for = 0;
        for at in words.clone() {
            let here = at - words.start;
            let Some((forms, phrases)) = rules.opened(at, word) else { continue };
            if at >= spoken_for {
                memory.words[here].forms = forms;
            }
            for phrase in phrases {
                let last = here + phrase.words - 1;
                memory.found.extend(phrase.cues().map(|cue| Found {
                    first: here,
                    last,
                    rule: cue.rule,
                    role: cue.role,
                    is_name: false,
                }));
                if phrase.fixed {
                    fixed = fixed.max(at + phrase.words);
                }
                if phrase.words > 1 && phrase.forms != FormsId::default() {
                    // Its other words are no words of their own: the `for` of `responsible for` is no preposition.
                    memory.words[here] = Word::default();
                    let back = u16::try_from(phrase.words - 1).expect("a verb has few words");
                    memory.words[last] = Word { forms: phrase.forms, back };
                    spoken_for = spoken_for.max(at + phrase.words);
                }
            }
            if at < fixed {
                memory.words[here].forms = rules.without_work(memory.words[here].forms);
            }
        }
        for name in names.iter().filter(|name| name.by == MentionKind::Label) {
            let first = text.word_at(name.span.start);
            let last = text.word_at(name.span.end.saturating_sub(1)).min(words.end - 1);
            if first < words.start || first > last {
                continue;
            }
            let (first, last) = (first - words.start, last - words.start);
            memory.found.extend(rules.cues_of(name.concept).map(|cue| Found {
                first,
                last,
                rule: cue.rule,
                role: cue.role,
                is_name: true,
            }));
        }
        charge(memory.found.len());
        Self { text, rules, words, memory }
    }

    /// Every deed, with the words that tell it.
    fn deeds(&self, mut take: impl FnMut(RuleId, Range<usize>)) {
        let found = &self.memory.found;
        let is_object = |found: &&Found| found.role == CueRole::Object;
        if !found.iter().any(|found| is_object(&found))
            || !self.memory.words.iter().any(|word| self.rules.is_of_work(word.forms))
        {
            return;
        }
        for object in found.iter().filter(is_object) {
            let stands = |role: CueRole| {
                let others = found.iter().filter(|other| other.rule == object.rule && other.role == role);
                { others }
                    .any(|other| other.last < object.first || other.first > object.last || role == CueRole::Unless)
            };
            let Some(words) = self.governed(object).or_else(|| self.named(object)) else { continue };
            if !stands(CueRole::Unless) && (!self.rules.needs_near(object.rule) || stands(CueRole::Near)) {
                take(object.rule, self.words.start + words.start..self.words.start + words.end);
            }
        }
    }

    fn word(&self, at: usize) -> &str {
        self.text.word(self.words.start + at)
    }

    fn forms(&self, at: usize) -> &WordForms {
        self.rules.forms(self.memory.words[at].forms)
    }

    /// What stands between the word `at` and the one before.
    fn joint(&self, at: usize) -> Joint {
        let (before, here) = (self.words.start + at - 1, self.words.start + at);
        let between = self.text.words()[before].end..self.text.words()[here].start;
        if self.text.has_dash(&between) {
            return Joint::Break;
        }
        match &self.text.folded()[between] {
            " " => Joint::None,
            other => match other.trim() {
                "" | "/" | "&" => Joint::None,
                "," => Joint::Comma,
                _ => Joint::Break,
            },
        }
    }

    /// `operate the parallel file systems`, `operation of parallel file systems`: the words from verb to object.
    fn governed(&self, object: &Found) -> Option<Range<usize>> {
        if !object.is_name && !self.is_whole(object.last) {
            return None;
        }
        let asked = self.rules.verbs(object.rule);
        let mut prepositions = 0;
        // Whether the object is what a verb before governs, and no part of it.
        let mut governs = true;
        let mut item = 0;
        let mut at = object.first;
        while at > 0 && object.first - at < REACH {
            match self.joint(at) {
                Joint::Break => return None,
                Joint::Comma => item = 0,
                Joint::None => {}
            }
            at -= 1;
            item += 1;
            let (forms, back) = (self.forms(at), usize::from(self.memory.words[at].back));
            let is_none = back == 0 && !forms.verb.is_empty() && !self.is_verb(at) || self.is_item(at);
            let verb = if is_none { VerbClasses::default() } else { forms.verb };
            if governs && self.rules.reaches(verb.among(asked), prepositions) {
                return Some(at - back..object.last + 1);
            }
            // `operation of the file systems`: the noun stands right before its preposition.
            let of = prepositions != 0
                && self.forms(at + 1).preposition != 0
                && self.rules.reaches(forms.noun.or(forms.agent).among(asked), prepositions);
            if of {
                return Some(at - back..object.last + 1);
            }
            // `operate and tune the file systems`: the first verb has the object of the second.
            let goes_on = |first: usize| {
                first > 0
                    && (self.joint(first) == Joint::Comma || self.forms(first - 1).role.has(WordRole::CONJUNCTION))
            };
            if !verb.is_empty() && !goes_on(at - back)
                || forms.role.has(WordRole::BOUNDARY.or(WordRole::AUXILIARY))
                || item > MAX_ITEM_WORDS && self.is_in_list(at, object.first)
            {
                return None;
            }
            // `the fabric of the cluster` is a fabric, `thousands of nodes` are nodes.
            let is_measure = |before: usize| {
                let word = self.word(before);
                self.forms(before).role.has(WordRole::MEASURE) || word.starts_with(|c: char| c.is_ascii_digit())
            };
            if forms.role.has(WordRole::PARTITIVE) && at > 0 && !is_measure(at - 1) {
                governs = false;
            }
            prepositions |= forms.preposition;
            at -= back;
        }
        None
    }

    /// Whether a word that may be a verb is one: `we run jobs`, `to run jobs`, and not `the next run`, `a climate code`. Past forms and
    /// gerunds are.
    fn is_verb(&self, at: usize) -> bool {
        if at > 0 && self.is_in_compound(at) {
            return false;
        }
        if at == 0 || self.joint(at) != Joint::None || self.forms(at).role.has(WordRole::PAST.or(WordRole::GERUND)) {
            return true;
        }
        let (before, word) = (self.forms(at - 1), self.word(at - 1));
        let opens = WordRole::CONJUNCTION.or(WordRole::AUXILIARY).or(WordRole::BOUNDARY).or(WordRole::FOLLOWER);
        let of_many = word.ends_with('s') && !before.role.has(WordRole::DETERMINER) && before.preposition == 0;
        before.role.has(opens) || before.role.has(WordRole::INFINITIVE) || word.ends_with("ly") || of_many
    }

    /// Whether a word opens a list of names, as `scaling` does in `Scaling, Docker, Linux`, and not one of deeds: `deploy, tune and run`.
    fn is_item(&self, at: usize) -> bool {
        if self.joint(at + 1) != Joint::Comma || at > 0 && self.joint(at) == Joint::None {
            return false;
        }
        let is_deed = |at: usize| !self.forms(at).verb.is_empty();
        let after = self.forms(at + 1);
        let goes_on = after.role.has(WordRole::CONJUNCTION.or(WordRole::FOLLOWER)) || self.word(at + 1).ends_with("ly");
        !(goes_on || is_deed(at + 1) || at > 0 && is_deed(at - 1)) && after.preposition == 0
    }

    /// Whether a word goes on a compound: the `serving` of `self-serving`.
    fn is_in_compound(&self, at: usize) -> bool {
        let (before, here) = (self.words.start + at - 1, self.words.start + at);
        let between = self.text.original_between(&self.text.words()[before], &self.text.words()[here]);
        matches!(between, "-" | "\u{2010}" | "\u{2011}")
    }

    /// Whether a comma stands between two words.
    fn is_in_list(&self, from: usize, to: usize) -> bool {
        (from + 1..=to).any(|at| self.joint(at) == Joint::Comma)
    }

    /// `file system administration`, `storage administrator`, `kernels were tuned`: the words from object to noun.
    fn named(&self, object: &Found) -> Option<Range<usize>> {
        let asked = self.rules.verbs(object.rule);
        let mut passive = false;
        for at in object.last + 1..self.memory.words.len().min(object.last + 1 + NOUN_REACH) {
            if self.joint(at) == Joint::Break {
                return None;
            }
            let forms = self.forms(at);
            let noun = !forms.noun.among(asked).is_empty() || !forms.agent.among(asked).is_empty();
            // `our team, running since 1990`
            let gerund = forms.role.has(WordRole::GERUND)
                && !forms.verb.among(asked).is_empty()
                && self.joint(at) == Joint::None;
            let done = passive && forms.role.has(WordRole::PAST) && !forms.verb.among(asked).is_empty();
            // `chip design, verification and test` lists three things.
            let parted = self.joint(at) == Joint::Comma;
            if (!passive && !parted && (noun || gerund) && self.is_whole(at)) || done {
                return Some(object.first..at + 1);
            }
            passive |= forms.role.has(WordRole::AUXILIARY);
            if forms.role.has(WordRole::BOUNDARY) || forms.preposition != 0 {
                return None;
            }
            let goes_on = forms.role.has(WordRole::CONJUNCTION.or(WordRole::HEAD).or(WordRole::AUXILIARY))
                || passive && forms.role.has(WordRole::FOLLOWER)
                || self.is_object_of(object.rule, at);
            if !goes_on {
                return None;
            }
        }
        None
    }

    fn is_object_of(&self, rule: RuleId, at: usize) -> bool {
        let of_rule = |other: &&Found| other.rule == rule && other.role == CueRole::Object;
        self.memory.found.iter().filter(of_rule).any(|other| (other.first..=other.last).contains(&at))
    }

    /// Whether the thing that is named up to a word is not a part of another's name: no noun follows that makes it one.
    fn is_whole(&self, last: usize) -> bool {
        let next = last + 1;
        if next >= self.memory.words.len() || self.joint(next) != Joint::None {
            return true;
        }
        let forms = self.forms(next);
        // `help researchers run their jobs`
        let is_deed_of_many = || !forms.verb.is_empty() && self.word(last).ends_with('s');
        forms.role.has(FOLLOWERS)
            || forms.preposition != 0
            || is_deed_of_many()
            || self.word(next).starts_with(|c: char| c.is_ascii_digit())
    }
}

impl Extractor {
    /// The practice rules by which this extractor reads: the id of each, and that of the concept which it shows.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &str)> {
        let taxonomy = self.taxonomy();
        let rules = taxonomy.practices();
        rules.ids().map(|rule| (rules.id(rule), &*taxonomy.concept(rules.shows(rule)).id))
    }

    /// The examples of practice rules in a taxonomy file that are not read as the file says; the extractor's taxonomy has the file's
    /// rules in it. Empty when each sentence of `yes` tells or names the practice, or a kind of it, and none of `no` tells it by a rule.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rolefit::extract::Extractor;
    /// use rolefit::taxonomy::Taxonomy;
    ///
    /// let file = r#"
    ///     [[practice]]
    ///     id = "flies-kites"
    ///     shows = "numa"
    ///     verbs = ["operate"]
    ///     objects = ["kite"]
    ///     yes = ["I operate kites.", "We sleep."]
    ///     no = ["I operate kite shops."]
    /// "#;
    /// let extractor = Extractor::new(Arc::new(Taxonomy::extended(file)?));
    /// let problems = extractor.check_rules(file);
    /// assert_eq!(problems.len(), 1);
    /// assert_eq!(problems[0].to_string(), "flies-kites: expected \"We sleep.\" to tell numa, got nothing");
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    pub fn check_rules(&self, file: &str) -> Vec<Problem> {
        let taxonomy = self.taxonomy();
        let problem = |example: RuleExample| {
            let RuleExample { rule, concept: asked, sentence, shown } = example;
            let mentions = self.scan(&Text::new(&sentence));
            let of_practice = |mention: &&Mention| {
                let concept = taxonomy.concept(mention.concept);
                let is_kind = || concept.broader.iter().any(|broader| *taxonomy.concept(*broader).id == *asked);
                mention.stance == Stance::Stated && (*concept.id == *asked || is_kind())
            };
            let found: Vec<&Mention> = mentions.iter().filter(of_practice).collect();
            let by_rule = found.iter().find_map(|mention| match mention.by {
                MentionKind::Deed(rule) => Some(taxonomy.practices().id(rule)),
                MentionKind::Label => None,
            });
            let message = match by_rule {
                _ if shown && found.is_empty() => format!("expected {sentence:?} to tell {asked}, got nothing"),
                Some(other) if !shown => format!("expected {sentence:?} not to tell {asked}, got it by rule {other}"),
                _ => return None,
            };
            Some(Problem::new(rule, message))
        };
        rule_examples(file).into_iter().filter_map(problem).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_example_of_every_rule_is_read_as_its_file_says() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/taxonomy/data/practices");
        let mut n_examples = 0;
        let mut problems = Vec::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            n_examples += rule_examples(&text).len();
            problems.extend(extractor.check_rules(&text).iter().map(ToString::to_string));
        }
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        assert!(n_examples > 0);
    }
}
