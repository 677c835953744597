//! Practice rules made ready: classes spelled out, forms of words made, ids resolved, and all that is wrong told at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::inflect::{Form, plural, verb_forms};
use super::table::{
    Cue, CueRole, FormsId, Opened, Phrase, PracticeRules, Rule, RuleId, VerbClasses, WordForms, WordRole,
};
use super::written::{RawFunctionWords, RawObjects, RawPractice, RawVerbs};
use crate::taxonomy::check::Problem;
use crate::taxonomy::concept::{Concept, ConceptId};
use crate::taxonomy::data::ConceptFile;
use crate::taxonomy::fold;
use crate::taxonomy::spelling::spelled_elsewhere;
use crate::taxonomy::texts::Texts;
use crate::taxonomy::word_hash::word_hash;
use crate::taxonomy::word_table::WordTable;

/// So many prepositions there may be: each is a bit.
const MAX_PREPOSITIONS: usize = 32;

/// The rules of all files, with the words of each concept's rules for those who liken texts.
pub(in crate::taxonomy) fn compile(
    files: &[ConceptFile],
    concepts: &[Concept],
    by_id: &HashMap<Box<str>, ConceptId>,
    problems: &mut Vec<Problem>,
) -> PracticeRules {
    let mut compiler = Compiler { by_id, concepts, problems, words: BTreeMap::new(), of_concepts: BTreeMap::new() };
    let mut functions = RawFunctionWords::default();
    for raw in files.iter().map(|file| &file.function_words) {
        let lists = [
            (&mut functions.infinitives, &raw.infinitives),
            (&mut functions.partitives, &raw.partitives),
            (&mut functions.measures, &raw.measures),
            (&mut functions.conjunctions, &raw.conjunctions),
            (&mut functions.prepositions, &raw.prepositions),
            (&mut functions.auxiliaries, &raw.auxiliaries),
            (&mut functions.boundaries, &raw.boundaries),
            (&mut functions.determiners, &raw.determiners),
            (&mut functions.followers, &raw.followers),
            (&mut functions.heads, &raw.heads),
            (&mut functions.fixed, &raw.fixed),
        ];
        for (all, more) in lists {
            all.extend(more.iter().cloned());
        }
    }
    let prepositions = compiler.function_words(&functions);
    let always = functions.partitives.iter().filter_map(|word| prepositions.get(&fold(word)));
    let always = always.fold(0, |all, bit| all | bit);
    let raw_verbs: Vec<&RawVerbs> = files.iter().flat_map(|file| &file.verbs).collect();
    let raw_objects: Vec<&RawObjects> = files.iter().flat_map(|file| &file.objects).collect();
    let raw_rules: Vec<&RawPractice> = files.iter().flat_map(|file| &file.practice).collect();
    let verb_classes = compiler.numbered("class of verbs", raw_verbs.iter().map(|raw| &*raw.id), VerbClasses::MAX);
    let through = raw_verbs.iter().map(|raw| compiler.verbs(raw, &verb_classes, &prepositions, always)).collect();
    let objects: BTreeMap<&str, &[String]> = raw_objects.iter().map(|raw| (&*raw.id, &*raw.objects)).collect();
    compiler.numbered("class of objects", raw_objects.iter().map(|raw| &*raw.id), usize::MAX);
    compiler.numbered("practice rule", raw_rules.iter().map(|raw| &*raw.id), usize::from(u16::MAX));
    let rules = (0..).zip(&raw_rules).filter_map(|(number, raw)| compiler.rule(number, raw, &verb_classes, &objects));
    let rules = rules.collect();
    compiler.ready(rules, through)
}

/// A phrase's words with what it is.
#[derive(Default)]
struct Known {
    forms: WordForms,
    fixed: bool,
    cues: BTreeSet<u32>,
}

struct Compiler<'a> {
    by_id: &'a HashMap<Box<str>, ConceptId>,
    concepts: &'a [Concept],
    problems: &'a mut Vec<Problem>,
    /// By phrase, folded.
    words: BTreeMap<String, Known>,
    of_concepts: BTreeMap<ConceptId, BTreeSet<u32>>,
}

impl Compiler<'_> {
    fn problem(&mut self, subject: &str, message: impl Into<String>) {
        self.problems.push(Problem::new(subject, message));
    }

    /// Names by number; each must be given once.
    fn numbered<'n>(
        &mut self,
        what: &str,
        names: impl Iterator<Item = &'n str>,
        max: usize,
    ) -> BTreeMap<&'n str, usize> {
        let mut numbers = BTreeMap::new();
        for (number, name) in names.enumerate() {
            if numbers.insert(name, number).is_some() {
                self.problem(name, format!("this {what} is given twice"));
            }
        }
        if numbers.len() > max {
            self.problem("", format!("expected at most {max} of: {what}, got {}", numbers.len()));
        }
        numbers
    }

    /// A phrase as texts have it; nothing and a problem for an empty one.
    fn phrase(&mut self, subject: &str, written: &str) -> Option<&mut Known> {
        let folded = fold(written).trim().to_owned();
        if folded.is_empty() {
            self.problem(subject, format!("expected a word or phrase, got {written:?}"));
            return None;
        }
        Some(self.words.entry(folded).or_default())
    }

    /// Takes note of words without work in them; the prepositions with their bits.
    fn function_words(&mut self, raw: &RawFunctionWords) -> BTreeMap<String, u32> {
        for (words, role) in [
            (&raw.infinitives, WordRole::INFINITIVE),
            (&raw.partitives, WordRole::PARTITIVE),
            (&raw.conjunctions, WordRole::CONJUNCTION),
            (&raw.auxiliaries, WordRole::AUXILIARY),
            (&raw.boundaries, WordRole::BOUNDARY),
            (&raw.determiners, WordRole::DETERMINER),
            (&raw.followers, WordRole::FOLLOWER),
        ] {
            for word in words {
                self.phrase("function_words", word).into_iter().for_each(|known| known.forms.role.insert(role));
            }
        }
        for measure in raw.measures.iter().flat_map(|measure| [measure.clone(), plural(measure)]) {
            let known = self.phrase("function_words", &measure);
            if let Some(known) = known {
                known.forms.role.insert(WordRole::MEASURE);
            }
        }
        for head in raw.heads.iter().flat_map(|head| [head.clone(), plural(head)]) {
            self.phrase("function_words", &head).into_iter().for_each(|known| known.forms.role.insert(WordRole::HEAD));
        }
        for fixed in &raw.fixed {
            self.phrase("function_words", fixed).into_iter().for_each(|known| known.fixed = true);
        }
        let all: BTreeSet<String> = raw.prepositions.iter().map(|word| fold(word)).collect();
        if all.len() > MAX_PREPOSITIONS {
            let message = format!("expected at most {MAX_PREPOSITIONS} prepositions, got {}", all.len());
            self.problem("function_words", message);
        }
        let bits: BTreeMap<String, u32> = all.into_iter().zip((0..MAX_PREPOSITIONS).map(|bit| 1 << bit)).collect();
        for (word, bit) in &bits {
            self.phrase("function_words", word).into_iter().for_each(|known| known.forms.preposition |= bit);
        }
        bits
    }

    /// Takes note of a class's words; the prepositions through which they reach their objects.
    fn verbs(
        &mut self,
        raw: &RawVerbs,
        classes: &BTreeMap<&str, usize>,
        prepositions: &BTreeMap<String, u32>,
        mut through: u32,
    ) -> u32 {
        let class = VerbClasses::of(classes[&*raw.id]);
        for written in &raw.verbs {
            let (verb, rest) = written.split_once(' ').unwrap_or((written, ""));
            for spelling in spellings(verb) {
                for (form, kind) in verb_forms(&spelling) {
                    let Some(known) = self.phrase(&raw.id, &format!("{form} {rest}")) else { continue };
                    known.forms.verb.insert(class);
                    match kind {
                        Form::Present => {}
                        Form::Past => known.forms.role.insert(WordRole::PAST),
                        Form::Gerund => known.forms.role.insert(WordRole::GERUND),
                    }
                }
            }
        }
        for noun in raw.nouns.iter().flat_map(|noun| spellings(noun)) {
            self.phrase(&raw.id, &noun).into_iter().for_each(|known| known.forms.noun.insert(class));
        }
        for agent in raw.agents.iter().flat_map(|agent| spellings(agent)).flat_map(|one| [plural(&one), one]) {
            self.phrase(&raw.id, &agent).into_iter().for_each(|known| known.forms.agent.insert(class));
        }
        for word in &raw.through {
            match prepositions.get(&fold(word)) {
                Some(bit) => through |= bit,
                None => self.problem(&raw.id, format!("through: {word:?} is none of the prepositions")),
            }
        }
        through
    }

    fn rule(
        &mut self,
        number: u16,
        raw: &RawPractice,
        classes: &BTreeMap<&str, usize>,
        objects: &BTreeMap<&str, &[String]>,
    ) -> Option<Rule> {
        let mut verbs = VerbClasses::default();
        for class in &raw.verbs {
            match classes.get(&**class) {
                Some(class) => verbs.insert(VerbClasses::of(*class)),
                None => self.problem(&raw.id, format!("verbs: there is no class {class:?}")),
            }
        }
        for (what, list) in [("verbs", &raw.verbs), ("objects", &raw.objects), ("yes", &raw.yes), ("no", &raw.no)] {
            if list.is_empty() {
                self.problem(&raw.id, format!("{what}: expected at least one, got none"));
            }
        }
        for (role, list) in
            [(CueRole::Object, &raw.objects), (CueRole::Near, &raw.near), (CueRole::Unless, &raw.unless)]
        {
            let cue = Cue { rule: RuleId(number), role }.packed();
            for written in list {
                self.cue(&raw.id, written, cue, objects);
            }
        }
        let Some(&shows) = self.by_id.get(&*raw.shows) else {
            self.problem(&raw.id, format!("shows: no concept has the id {:?}", raw.shows));
            return None;
        };
        Some(Rule { id: raw.id.as_str().into(), shows, verbs, needs_near: !raw.near.is_empty() })
    }

    /// Takes note of a phrase, a concept or a class of objects as a cue.
    fn cue(&mut self, subject: &str, written: &str, cue: u32, classes: &BTreeMap<&str, &[String]>) {
        if let Some(class) = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            match classes.get(class) {
                // A class names none, so that there is no circle.
                Some(members) => members.iter().for_each(|member| self.cue(subject, member, cue, &BTreeMap::new())),
                None => self.problem(subject, format!("there is no class of objects {written}")),
            }
        } else if let Some(id) = written.strip_prefix('@') {
            let Some(&concept) = self.by_id.get(id) else {
                return self.problem(subject, format!("no concept has the id {id:?}"));
            };
            for narrower in narrower(self.concepts, concept) {
                self.of_concepts.entry(narrower).or_default().insert(cue);
            }
        } else {
            let singular = spellings(written);
            for phrase in singular.iter().cloned().chain(singular.iter().map(|phrase| plural(phrase))) {
                self.phrase(subject, &phrase).into_iter().for_each(|known| {
                    known.cues.insert(cue);
                });
            }
        }
    }

    fn ready(self, rules: Vec<Rule>, through: Vec<u32>) -> PracticeRules {
        let number = |count: usize| u32::try_from(count).expect("all rules have far fewer words than 2^32");
        let others: BTreeSet<&str> = self.words.keys().flat_map(|phrase| phrase.split(' ').skip(1)).collect();
        let numbers: BTreeMap<&str, u32> = others.iter().copied().zip(0..).collect();
        let mut opened: BTreeMap<&str, Opened> = BTreeMap::new();
        let forms = AllForms::new(self.words.values().map(|known| known.forms));
        let (mut phrases, mut rests, mut cues) = (Vec::new(), Vec::new(), Vec::new());
        // Phrases of one first word stand beside each other, but for those of a word with a sign before the space.
        let mut in_order: Vec<(Vec<&str>, &Known)> =
            self.words.iter().map(|(phrase, known)| (phrase.split(' ').collect(), known)).collect();
        // Those of one first word stand by the hash of their second one, by which they are looked for; one word alone comes first.
        in_order.sort_by(|(one, _), (other, _)| {
            (one[0], second_hash(one), one).cmp(&(other[0], second_hash(other), other))
        });
        for (words, known) in &in_order {
            let from = number(phrases.len());
            let entry = opened.entry(words[0]).or_insert_with(|| Opened { phrases: from..from, ..Opened::default() });
            let is_word = words.len() == 1;
            if is_word {
                entry.forms = forms.id(known.forms);
            }
            if !is_word || !known.cues.is_empty() || known.fixed {
                let (rest, first_cue) = (number(rests.len()), number(cues.len()));
                rests.extend(words[1..].iter().map(|word| numbers[word]));
                cues.extend(&known.cues);
                phrases.push(Phrase {
                    rest: rest..number(rests.len()),
                    second: second_hash(words),
                    forms: if is_word { FormsId::default() } else { forms.id(known.forms) },
                    cues: first_cue..number(cues.len()),
                    fixed: known.fixed,
                });
                entry.phrases.end = number(phrases.len());
            }
        }
        let (mut of_concepts, mut concept_starts) = (Vec::new(), vec![0]);
        for (number_of, _) in (0..=u16::MAX).zip(self.concepts) {
            of_concepts.extend(self.of_concepts.get(&ConceptId(number_of)).into_iter().flatten());
            concept_starts.push(number(of_concepts.len()));
        }
        PracticeRules {
            words: WordTable::new(opened.into_iter().map(|(word, opened)| (word.as_bytes(), opened))),
            without_work: forms.0.iter().map(|of| forms.id(without_work(*of)).0).collect(),
            forms: forms.0,
            phrases,
            rests: rests.into(),
            texts: others.into_iter().collect::<Texts>(),
            cues: cues.into(),
            concept_starts: concept_starts.into(),
            of_concepts: of_concepts.into(),
            rules,
            through: through.into(),
        }
    }
}

/// The hash of the second word; 0 where there is none.
fn second_hash(words: &[&str]) -> u32 {
    words.get(1).map_or(0, |word| word_hash(word.as_bytes()))
}

/// All forms that differ, in order; those of nothing are the first.
struct AllForms(Vec<WordForms>);

impl AllForms {
    fn new(forms: impl Iterator<Item = WordForms>) -> Self {
        let all: BTreeSet<WordForms> =
            forms.flat_map(|of| [of, without_work(of)]).chain([WordForms::default()]).collect();
        Self(all.into_iter().collect())
    }

    fn id(&self, forms: WordForms) -> FormsId {
        let at = self.0.binary_search(&forms).expect("all forms are there");
        FormsId(u16::try_from(at).expect("words have far fewer forms than 2^16"))
    }
}

/// The forms of a word that is no verb, noun or agent here.
fn without_work(forms: WordForms) -> WordForms {
    WordForms { role: forms.role, preposition: forms.preposition, ..WordForms::default() }
}

/// A word or phrase as it is spelled on both sides of the Atlantic.
fn spellings(written: &str) -> Vec<String> {
    let mut all: Vec<String> = std::iter::once(written.to_owned()).chain(spelled_elsewhere(written)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A concept and all that is narrower.
fn narrower(concepts: &[Concept], concept: ConceptId) -> Vec<ConceptId> {
    let mut all = vec![concept];
    let mut at = 0;
    while let Some(&broader) = all.get(at) {
        for (number, other) in (0..=u16::MAX).zip(concepts) {
            let id = ConceptId(number);
            if other.broader.contains(&broader) && !all.contains(&id) {
                all.push(id);
            }
        }
        at += 1;
    }
    all
}
