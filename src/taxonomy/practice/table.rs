//! Practice rules as tables: what each word, phrase and concept says to them.

use std::ops::Range;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::taxonomy::ConceptId;
use crate::taxonomy::column::{Column, read_list};
use crate::taxonomy::texts::Texts;
use crate::taxonomy::word_table::WordTable;

/// Classes of verbs, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) struct VerbClasses([u64; 4]);

impl VerbClasses {
    /// So many classes there may be.
    pub(super) const MAX: usize = 256;

    /// The class of a number below [`VerbClasses::MAX`].
    pub(super) fn of(class: usize) -> Self {
        let mut bits = [0; 4];
        bits[class / 64 % 4] = 1 << (class % 64);
        Self(bits)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// Those that are in both.
    pub(crate) fn among(self, others: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & others.0[at]))
    }

    /// Those that are in either.
    pub(crate) fn or(self, others: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | others.0[at]))
    }

    pub(crate) fn insert(&mut self, others: Self) {
        *self = self.or(others);
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::MAX).filter(move |class| self.0[class / 64] & 1 << (class % 64) != 0)
    }
}

/// What a word is in a sentence, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) struct WordRole(u16);

impl WordRole {
    pub(crate) const CONJUNCTION: Self = Self(1);
    pub(crate) const AUXILIARY: Self = Self(1 << 1);
    pub(crate) const BOUNDARY: Self = Self(1 << 2);
    pub(crate) const FOLLOWER: Self = Self(1 << 3);
    pub(crate) const HEAD: Self = Self(1 << 4);
    pub(crate) const DETERMINER: Self = Self(1 << 7);
    /// `thousands`, `health`, `fleet`: with `of` they say how much or which side of a thing.
    pub(crate) const MEASURE: Self = Self(1 << 9);
    /// `of`
    pub(crate) const PARTITIVE: Self = Self(1 << 10);
    /// `to`
    pub(crate) const INFINITIVE: Self = Self(1 << 8);
    /// Forms of verbs.
    pub(crate) const PAST: Self = Self(1 << 5);
    pub(crate) const GERUND: Self = Self(1 << 6);

    pub(crate) fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    pub(super) fn insert(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Any of both.
    pub(crate) const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// A word, or the last word of a verb of several, by its forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) struct WordForms {
    /// Classes of which it is a verb, a noun and an agent.
    pub verb: VerbClasses,
    pub noun: VerbClasses,
    pub agent: VerbClasses,
    pub role: WordRole,
    /// The preposition that it is, as a bit.
    pub preposition: u32,
}

/// The forms of a word, by number: see [`PracticeRules::forms`]. Words have few different ones, and hand on no more than this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct FormsId(pub(super) u16);

/// A rule, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RuleId(pub(super) u16);

/// What a phrase or concept is to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cue {
    pub rule: RuleId,
    pub role: CueRole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CueRole {
    /// To it something is done.
    Object,
    /// It must be near.
    Near,
    /// It must not be.
    Unless,
}

impl Cue {
    const ROLES: [CueRole; 3] = [CueRole::Object, CueRole::Near, CueRole::Unless];

    pub(super) fn packed(self) -> u32 {
        u32::from(self.rule.0) * 3 + self.role as u32
    }

    fn unpacked(packed: u32) -> Self {
        let rule = u16::try_from(packed / 3).expect("packed of a rule's number");
        Self { rule: RuleId(rule), role: Self::ROLES[packed as usize % 3] }
    }
}

/// A rule as it is asked for.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Rule {
    pub id: Box<str>,
    pub shows: ConceptId,
    pub verbs: VerbClasses,
    pub needs_near: bool,
}

/// What begins with a word: the word itself, and phrases of several words.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Opened {
    pub forms: FormsId,
    /// In [`PracticeRules::phrases`].
    pub phrases: Range<u32>,
}

/// A phrase behind its first word.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Phrase {
    /// The other words, in [`PracticeRules::rests`].
    pub rest: Range<u32>,
    /// The hash of the first of them; 0 where there is none. Phrases of one first word stand in order of it.
    pub second: u32,
    /// What it is as a verb, noun or agent of several words.
    pub forms: FormsId,
    /// In [`PracticeRules::cues`].
    pub cues: Range<u32>,
    /// No word of it is a verb.
    pub fixed: bool,
}

/// A phrase found in a text.
pub(crate) struct FoundPhrase<'r> {
    /// How many words it has.
    pub words: usize,
    pub forms: FormsId,
    pub fixed: bool,
    cues: &'r [u32],
}

impl FoundPhrase<'_> {
    pub(crate) fn cues(&self) -> impl Iterator<Item = Cue> {
        self.cues.iter().map(|packed| Cue::unpacked(*packed))
    }
}

/// All rules, ready to be asked.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct PracticeRules {
    pub(super) words: WordTable<Opened>,
    /// All that differ; the first is that of a word that is nothing.
    #[borsh(deserialize_with = "read_list")]
    pub(super) forms: Vec<WordForms>,
    /// By number of forms, those of the same word where it is no verb, noun or agent.
    pub(super) without_work: Column<u16>,
    #[borsh(deserialize_with = "read_list")]
    pub(super) phrases: Vec<Phrase>,
    /// Numbers of words in `texts`.
    pub(super) rests: Column<u32>,
    pub(super) texts: Texts,
    pub(super) cues: Column<u32>,
    /// By concept, where its cues begin in `of_concepts`; and one more for their end.
    pub(super) concept_starts: Column<u32>,
    pub(super) of_concepts: Column<u32>,
    #[borsh(deserialize_with = "read_list")]
    pub(super) rules: Vec<Rule>,
    /// By class of verbs, the prepositions through which it reaches its object, as bits.
    pub(super) through: Column<u32>,
}

impl PracticeRules {
    /// The forms of the word `at`, and the phrases that begin with it: `word` gives any word of the text with its hash, an empty one
    /// beyond its end.
    #[inline]
    pub(crate) fn opened<'w>(
        &self,
        at: usize,
        word: impl Fn(usize) -> (&'w [u8], u32) + Copy,
    ) -> Option<(FormsId, impl Iterator<Item = FoundPhrase<'_>>)> {
        let (here, hash) = word(at);
        let opened = self.words.get(here, hash)?;
        let phrases = &self.phrases[opened.phrases.start as usize..opened.phrases.end as usize];
        // The word alone stands first, then those that the next word goes on with are looked for.
        let is_alone = phrases.first().is_some_and(|phrase| phrase.rest.is_empty());
        let (alone, longer) = phrases.split_at(usize::from(is_alone));
        let second = if longer.is_empty() { 0 } else { word(at + 1).1 };
        let longer = &longer[longer.partition_point(|phrase| phrase.second < second)..];
        let going_on = longer.iter().take_while(move |phrase| phrase.second == second);
        let found = alone.iter().chain(going_on).filter_map(move |phrase| {
            let rest = &self.rests[phrase.rest.start as usize..phrase.rest.end as usize];
            let is_there = |(number, next): (&u32, usize)| self.texts.get(*number as usize).as_bytes() == word(next).0;
            rest.iter().zip(at + 1..).all(is_there).then(|| FoundPhrase {
                words: rest.len() + 1,
                forms: phrase.forms,
                fixed: phrase.fixed,
                cues: &self.cues[phrase.cues.start as usize..phrase.cues.end as usize],
            })
        });
        Some((opened.forms, found))
    }

    /// The forms of a number.
    #[inline]
    pub(crate) fn forms(&self, forms: FormsId) -> &WordForms {
        &self.forms[usize::from(forms.0)]
    }

    /// Whether a word of these forms is of some class of verbs: as a verb, a noun or an agent.
    pub(crate) fn is_of_work(&self, forms: FormsId) -> bool {
        self.without_work(forms) != forms
    }

    /// Those of the same word where it is no verb, noun or agent.
    pub(crate) fn without_work(&self, forms: FormsId) -> FormsId {
        FormsId(self.without_work[usize::from(forms.0)])
    }

    /// What a concept is to rules.
    pub(crate) fn cues_of(&self, concept: ConceptId) -> impl Iterator<Item = Cue> {
        let at = concept.index();
        let (from, to) = (self.concept_starts[at] as usize, self.concept_starts[at + 1] as usize);
        self.of_concepts[from..to].iter().map(|packed| Cue::unpacked(*packed))
    }

    /// All rules.
    pub(crate) fn ids(&self) -> impl Iterator<Item = RuleId> {
        (0..=u16::MAX).map(RuleId).take(self.rules.len())
    }

    /// What a rule shows.
    pub(crate) fn shows(&self, rule: RuleId) -> ConceptId {
        self.rules[usize::from(rule.0)].shows
    }

    /// How the files call a rule.
    pub(crate) fn id(&self, rule: RuleId) -> &str {
        &self.rules[usize::from(rule.0)].id
    }

    pub(crate) fn verbs(&self, rule: RuleId) -> VerbClasses {
        self.rules[usize::from(rule.0)].verbs
    }

    /// Whether something must stand near.
    pub(crate) fn needs_near(&self, rule: RuleId) -> bool {
        self.rules[usize::from(rule.0)].needs_near
    }

    /// Whether a verb of one of these classes reaches its object through these prepositions.
    pub(crate) fn reaches(&self, classes: VerbClasses, prepositions: u32) -> bool {
        !classes.is_empty() && classes.iter().any(|class| prepositions & !self.through[class] == 0)
    }
}
