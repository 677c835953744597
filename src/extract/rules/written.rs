//! Rules as they are written: classes of words, and patterns over them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::taxonomy::{ReadingRule, word_hash};

/// A rule file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: serde::de::DeserializeOwned")]
pub(super) struct RuleFile<T> {
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
    pub rule: Vec<RawRule<T>>,
}

/// The file of the classes that all rule files share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordFile {
    pub words: BTreeMap<String, Vec<String>>,
}

/// A rule of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: serde::de::DeserializeOwned")]
pub(super) struct RawRule<T> {
    pub id: String,
    /// What a rule without `match` is asked, where its file asks several things.
    #[serde(default)]
    pub group: String,
    pub emit: Option<T>,
    /// None for a rule that is asked of names.
    #[serde(rename = "match", default)]
    pub patterns: Vec<String>,
    #[serde(default)]
    pub before: Vec<String>,
    #[serde(default)]
    pub not_before: Vec<String>,
    #[serde(default)]
    pub after: Vec<String>,
    #[serde(default)]
    pub not_after: Vec<String>,
    #[serde(default)]
    pub near: Vec<String>,
    #[serde(default)]
    pub unless: Vec<String>,
    pub within: Option<usize>,
    /// Only in so many sentences at the beginning of a text.
    pub opening: Option<usize>,
    /// Only in texts of another language than English; only in others.
    pub foreign: Option<bool>,
    /// Examples, which tests read, and who checks a user's file.
    pub yes: Vec<String>,
    pub no: Vec<String>,
}

impl<T: serde::de::DeserializeOwned> TryFrom<ReadingRule> for RawRule<T> {
    type Error = (String, String);

    fn try_from(rule: ReadingRule) -> Result<Self, Self::Error> {
        let ReadingRule { id, of: _, group, emit, patterns, before, not_before, after, not_after, .. } = rule;
        let ReadingRule { near, unless, within, opening, foreign, yes, no, .. } = rule;
        let emit = emit.map(T::deserialize).transpose();
        let emit = emit.map_err(|error| (id.clone(), format!("emit: {}", error.to_string().trim_end())))?;
        Ok(Self {
            id,
            group,
            emit,
            patterns,
            before,
            not_before,
            after,
            not_after,
            near,
            unless,
            within,
            opening,
            foreign,
            yes,
            no,
        })
    }
}

/// What a token may be.
#[derive(Debug)]
pub(super) enum Part {
    /// One of a class, which may be of several tokens.
    Class(usize),
    /// A token whose original begins with a capital.
    Capital,
    /// Digits.
    Digits,
    /// `60 %`, `25 percent`: more than nothing, and not the whole.
    Share,
    /// No token: a sentence, line or clause begins here.
    Start,
    /// No token: one ends here.
    End,
    /// No token: a sentence begins here.
    Sentence,
    /// No token: a dash stands here.
    Dash,
    /// A word that ends in one of these.
    Ending(Vec<String>),
    /// The same, written in capitals.
    Upper(usize),
    /// A number, and a date, however they are written; where it begins is captured.
    Number,
    Date,
    /// So many tokens at the most.
    Gap(usize, Within),
}

/// What the tokens of a gap may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Within {
    Any,
    /// None of a class.
    But(usize),
    /// All of a class.
    Only(usize),
}

/// No number or date in words has more tokens than that.
const FIGURE_TOKENS: usize = 8;

/// Part after part; each may be left out where it says so.
#[derive(Debug)]
pub(super) struct Pattern {
    pub parts: Vec<(Part, bool)>,
    /// As many tokens at the most, and at the least.
    pub longest: usize,
    pub shortest: usize,
}

/// Words and phrases, each as its tokens; the second of a pair says whether a dash stands before it.
#[derive(Debug)]
pub(super) struct Class {
    /// Of one token, with their hashes, sorted by them.
    pub words: Vec<(u32, String)>,
    /// Of several, the longest first.
    pub phrases: Vec<Vec<(String, bool)>>,
    /// The hashes with which any of them begins, one bit of 64 each: most tokens are told by it that they begin none.
    begins: u64,
}

impl Class {
    fn new<'w>(entries: impl Iterator<Item = &'w str>) -> Self {
        let (mut words, mut phrases) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut tokens = Vec::new();
            for part in entry.split(' ') {
                // `in-office`: a dash between, and nothing else. A dash by itself is no token.
                tokens.extend(part.split('-').enumerate().map(|(at, word)| (word.to_owned(), at > 0)));
            }
            match &*tokens {
                [(word, _)] => words.push((word_hash(word.as_bytes()), word.clone())),
                _ => phrases.push(tokens),
            }
        }
        words.sort_unstable();
        words.dedup();
        phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        let of_phrases = phrases.iter().map(|phrase| word_hash(phrase[0].0.as_bytes()));
        let begins = words.iter().map(|(hash, _)| *hash).chain(of_phrases).fold(0, |all, hash| all | one_of_64(hash));
        Self { words, phrases, begins }
    }

    /// Whether a word or phrase may begin with a token of this hash: a glance that never says no where one does.
    #[inline]
    pub(super) fn may_begin(&self, hash: u32) -> bool {
        self.begins & one_of_64(hash) != 0
    }

    /// Whether a token is one of its single words.
    pub(super) fn has(&self, word: &str, hash: u32) -> bool {
        let from = self.words.partition_point(|(known, _)| *known < hash);
        self.words[from..].iter().take_while(|(known, _)| *known == hash).any(|(_, known)| known == word)
    }

    fn longest(&self) -> usize {
        self.phrases.first().map_or(1, Vec::len)
    }

    fn shortest(&self) -> usize {
        if self.words.is_empty() { self.phrases.last().map_or(1, Vec::len) } else { 1 }
    }
}

/// A hash as one bit of 64.
#[inline]
fn one_of_64(hash: u32) -> u64 {
    1 << ((hash ^ hash >> 15) & 63)
}

/// The classes of a file, with those that patterns make by listing words.
#[derive(Debug)]
pub(super) struct Classes {
    all: Vec<Class>,
    named: BTreeMap<String, usize>,
    listed: BTreeMap<String, usize>,
}

impl Classes {
    pub(super) fn new(words: &BTreeMap<String, Vec<String>>) -> Self {
        let all = words.values().map(|entries| Class::new(entries.iter().map(String::as_str))).collect();
        let named = words.keys().enumerate().map(|(number, name)| (name.clone(), number)).collect();
        Self { all, named, listed: BTreeMap::new() }
    }

    pub(super) fn into_all(self) -> Vec<Class> {
        self.all
    }

    /// A pattern as it is written: parts with spaces between them.
    pub(super) fn pattern(&mut self, text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let (mut longest, mut shortest) = (0, 0);
        for word in text.split(' ') {
            let (word, optional) = match word.strip_suffix('?') {
                Some(rest) if !rest.is_empty() => (rest, true),
                _ => (word, false),
            };
            let part = if let Some(gap) = word.strip_prefix("..") {
                let signs = gap.find(['-', '=']);
                let (count, class) = signs.map_or((gap, None), |at| (&gap[..at], Some(&gap[at + 1..])));
                let most =
                    count.parse().map_err(|_| format!("expected a gap such as ..3 or ..3-<class>, got {word}"))?;
                let class = class.map(|name| self.class_named(name.trim_matches(['<', '>']))).transpose()?;
                let only = gap.contains('=');
                let of_class = |class| if only { Within::Only(class) } else { Within::But(class) };
                Part::Gap(most, class.map_or(Within::Any, of_class))
            } else if let Some(name) = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
                self.named_part(name)?
            } else if let Some(endings) = word.strip_prefix('*') {
                Part::Ending(endings.split('|').map(str::to_owned).collect())
            } else if word.contains(char::is_uppercase) {
                Part::Upper(self.listed(&word.to_lowercase()))
            } else {
                Part::Class(self.listed(word))
            };
            let (least, most) = match &part {
                Part::Class(class) | Part::Upper(class) => (self.all[*class].shortest(), self.all[*class].longest()),
                Part::Gap(count, _) => (0, *count),
                Part::Capital | Part::Digits | Part::Ending(_) => (1, 1),
                Part::Number | Part::Date => (1, FIGURE_TOKENS),
                Part::Share => (2, 2),
                Part::Start | Part::Sentence | Part::End | Part::Dash => (0, 0),
            };
            longest += most;
            shortest += if optional { 0 } else { least };
            parts.push((part, optional));
        }
        Ok(Pattern { parts, longest, shortest })
    }

    fn named_part(&self, name: &str) -> Result<Part, String> {
        Ok(match name {
            "capital" => Part::Capital,
            "digits" => Part::Digits,
            "number" => Part::Number,
            "date" => Part::Date,
            "share" => Part::Share,
            "start" => Part::Start,
            "end" => Part::End,
            "sentence" => Part::Sentence,
            "dash" => Part::Dash,
            _ => Part::Class(self.class_named(name)?),
        })
    }

    fn class_named(&self, name: &str) -> Result<usize, String> {
        self.named.get(name).copied().ok_or_else(|| format!("expected a class of [words], got <{name}>"))
    }

    /// The class of `a|b|c`.
    fn listed(&mut self, words: &str) -> usize {
        *self.listed.entry(words.to_owned()).or_insert_with(|| {
            // The bar itself is a token, too.
            let bar = words == "|";
            self.all.push(if bar { Class::new(std::iter::once(words)) } else { Class::new(words.split('|')) });
            self.all.len() - 1
        })
    }

    /// The words that a pattern may begin with.
    pub(super) fn opening_words(&self, pattern: &Pattern) -> Result<Vec<String>, String> {
        let Some((Part::Class(class) | Part::Upper(class), false)) = pattern.parts.first() else {
            let gap = pattern.parts.iter().map(|(part, _)| self.name_of(part)).collect::<Vec<_>>().join(" ");
            return Err(format!("expected a pattern that begins with words, got {gap}"));
        };
        let class = &self.all[*class];
        let firsts = class.phrases.iter().filter_map(|phrase| phrase.first()).map(|(word, _)| word);
        let mut all: Vec<String> = class.words.iter().map(|(_, word)| word).chain(firsts).cloned().collect();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn name_of(&self, part: &Part) -> String {
        match part {
            Part::Class(number) | Part::Upper(number) => {
                let names = self.named.iter().chain(&self.listed);
                names.into_iter().find(|(_, of)| *of == number).map_or_else(String::new, |(name, _)| name.clone())
            }
            Part::Capital => "<capital>".to_owned(),
            Part::Digits => "<digits>".to_owned(),
            Part::Number => "<number>".to_owned(),
            Part::Date => "<date>".to_owned(),
            Part::Share => "<share>".to_owned(),
            Part::Start => "<start>".to_owned(),
            Part::End => "<end>".to_owned(),
            Part::Sentence => "<sentence>".to_owned(),
            Part::Dash => "<dash>".to_owned(),
            Part::Ending(endings) => format!("*{}", endings.join("|")),
            Part::Gap(count, _) => format!("..{count}"),
        }
    }
}
