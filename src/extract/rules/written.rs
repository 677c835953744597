//! Rules as they are written: classes of words, and patterns over them.

use std::collections::BTreeMap;

use crate::extract::terms::{Gap, Token};
use crate::taxonomy::word_hash;

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
    /// None of digits.
    NoDigits,
}

/// No number or date in words has more tokens than that.
const FIGURE_TOKENS: usize = 8;

/// With fewer letters too much begins.
const SHORTEST_STEM: usize = 2;

/// Part after part; each may be left out where it says so.
#[derive(Debug)]
pub(super) struct Pattern {
    pub parts: Vec<(Part, bool)>,
    /// As many tokens at the most, and at the least.
    pub longest: usize,
    pub shortest: usize,
    /// The words of which one stands behind its first word, at a glance; none where something else may, or nothing.
    pub second: Option<Glance>,
}

/// A side of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Last,
}

/// Patterns of which one is looked for beside or near what was found.
#[derive(Debug)]
pub(super) struct Patterns {
    pub list: Vec<Pattern>,
    /// The words with which each of them begins there: those it is begun at, or those that stand before what was found.
    pub glance: Option<Glance>,
}

/// Words and phrases, each as its tokens.
#[derive(Debug)]
pub(super) struct Class {
    /// Of one token, with their hashes, sorted by them.
    pub words: Vec<(u32, String)>,
    /// Beginnings of words, sorted.
    pub stems: Vec<String>,
    /// Of several tokens with the hash of the first, sorted by it, then the longest first.
    phrases: Vec<(u32, Vec<PhraseWord>)>,
    /// With what its words and phrases begin, and with what they end: most tokens are told by it that they do neither.
    begins: Glance,
    ends: Glance,
}

/// Words at a glance: their hashes, one bit of 256 each, and the first letters of beginnings of words, one bit of 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Glance {
    hashes: [u64; 4],
    letters: u64,
}

impl Glance {
    /// A token, which is a word and may begin as any other with its first letter.
    pub(super) fn add(&mut self, token: &Token) {
        self.add_hash(token.hash);
        self.letters |= first_letter(token.word);
    }

    fn add_hash(&mut self, hash: u32) {
        let (part, bit) = one_of_256(hash);
        self.hashes[part] |= bit;
    }

    fn add_word(&mut self, word: &PhraseWord) {
        if word.is_stem {
            self.letters |= first_letter(&word.text);
        } else {
            self.add_hash(word_hash(word.text.as_bytes()));
        }
    }

    fn add_all(&mut self, other: &Self) {
        self.hashes.iter_mut().zip(other.hashes).for_each(|(own, more)| *own |= more);
        self.letters |= other.letters;
    }

    /// Whether a token may be one of the words: never no where it is.
    #[inline]
    pub(super) fn may_be(&self, token: &Token) -> bool {
        let (part, bit) = one_of_256(token.hash);
        self.hashes[part] & bit != 0 || self.letters != 0 && self.letters & first_letter(token.word) != 0
    }

    /// Whether one of the words may be among others.
    fn meets(&self, others: &Self) -> bool {
        self.letters & others.letters != 0
            || self.hashes.iter().zip(&others.hashes).any(|(own, other)| own & other != 0)
    }
}

/// A token of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PhraseWord {
    text: String,
    /// Whether a dash stands before it.
    dashed: bool,
    /// Whether any word will do that begins so.
    is_stem: bool,
}

impl Class {
    fn new<'w>(entries: impl Iterator<Item = &'w str>) -> Self {
        let (mut words, mut stems, mut phrases) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let (entry, is_stem) = entry.strip_suffix('*').map_or((entry, false), |entry| (entry, true));
            let mut tokens: Vec<PhraseWord> = Vec::new();
            for part in entry.split(' ') {
                // `in-office`: a dash between, and nothing else. A dash by itself is no token.
                let words = part.split('-').enumerate();
                tokens.extend(words.map(|(at, word)| PhraseWord {
                    text: word.to_owned(),
                    dashed: at > 0,
                    is_stem: false,
                }));
            }
            match (&mut *tokens, is_stem) {
                ([word], false) => words.push((word_hash(word.text.as_bytes()), word.text.clone())),
                ([word], true) => stems.push(word.text.clone()),
                ([.., last], _) => {
                    last.is_stem = is_stem;
                    phrases.push(tokens);
                }
                ([], _) => {}
            }
        }
        words.sort_unstable();
        words.dedup();
        stems.sort_unstable();
        let mut phrases: Vec<(u32, Vec<PhraseWord>)> =
            phrases.into_iter().map(|phrase: Vec<PhraseWord>| (word_hash(phrase[0].text.as_bytes()), phrase)).collect();
        phrases.sort_by_key(|(hash, phrase)| (*hash, std::cmp::Reverse(phrase.len())));
        let mut begins = Glance::default();
        for (hash, _) in &words {
            begins.add_hash(*hash);
        }
        begins.letters = stems.iter().fold(0, |all, stem| all | first_letter(stem));
        let mut ends = begins;
        for (hash, phrase) in &phrases {
            begins.add_hash(*hash);
            if let Some(last) = phrase.last() {
                ends.add_word(last);
            }
        }
        Self { words, stems, phrases, begins, ends }
    }

    /// Whether a word or phrase may begin with a token.
    #[inline]
    pub(super) fn may_begin(&self, token: &Token) -> bool {
        self.begins.may_be(token)
    }

    /// Whether one of these tokens may begin a word or phrase.
    pub(super) fn may_begin_among(&self, seen: &Glance) -> bool {
        self.begins.meets(seen)
    }

    /// Whether a token is one of its single words.
    pub(super) fn has(&self, word: &str, hash: u32) -> bool {
        let from = self.words.partition_point(|(known, _)| *known < hash);
        self.words[from..].iter().take_while(|(known, _)| *known == hash).any(|(_, known)| known == word)
            || self.begins.letters & first_letter(word) != 0 && self.has_stem_of(word)
    }

    fn has_stem_of(&self, word: &str) -> bool {
        let first = word.bytes().next();
        let from = self.stems.partition_point(|stem| stem.bytes().next() < first);
        self.stems[from..]
            .iter()
            .take_while(|stem| stem.bytes().next() == first)
            .any(|stem| word.starts_with(stem.as_str()))
    }

    #[inline]
    pub(super) fn has_phrases(&self) -> bool {
        !self.phrases.is_empty()
    }

    /// Its phrases whose first word has this hash, the longest first.
    #[inline]
    pub(super) fn phrases_of(&self, hash: u32) -> impl Iterator<Item = &[PhraseWord]> {
        let from = self.phrases.partition_point(|(known, _)| *known < hash);
        self.phrases[from..].iter().take_while(move |(known, _)| *known == hash).map(|(_, phrase)| &**phrase)
    }

    fn longest(&self) -> usize {
        self.phrases.iter().map(|(_, phrase)| phrase.len()).max().unwrap_or(1)
    }

    fn shortest(&self) -> usize {
        let of_phrases = || self.phrases.iter().map(|(_, phrase)| phrase.len()).min().unwrap_or(1);
        if self.words.is_empty() && self.stems.is_empty() { of_phrases() } else { 1 }
    }

    /// The words with which its words and phrases begin, each once.
    pub(super) fn openings(&self) -> Vec<&str> {
        let firsts = self.phrases.iter().filter_map(|(_, phrase)| phrase.first()).map(|word| &*word.text);
        let mut all: Vec<&str> = self.words.iter().map(|(_, word)| &**word).chain(firsts).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl PhraseWord {
    pub(super) fn is_slash(&self) -> bool {
        self.text == "/"
    }

    /// Whether a token is it.
    pub(super) fn is(&self, token: &Token) -> bool {
        let same =
            if self.is_stem { token.word.starts_with(self.text.as_str()) } else { token.word == self.text.as_str() };
        same && (!self.dashed || token.gap == Gap::Dash)
    }
}

/// The first letter of a word as one bit of 64.
#[inline]
fn first_letter(word: &str) -> u64 {
    word.bytes().next().map_or(0, |letter| 1 << (letter & 63))
}

/// A hash as one bit of 256: which of four numbers has it, and as a number.
#[inline]
fn one_of_256(hash: u32) -> (usize, u64) {
    let mixed = hash ^ hash >> 15;
    ((mixed >> 6 & 3) as usize, 1 << (mixed & 63))
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

    /// Parts that stand in any order, as they are written: the class of each.
    pub(super) fn parts(&mut self, text: &str) -> Result<Vec<usize>, String> {
        text.split(" + ").map(|part| self.part(part.trim())).collect()
    }

    fn part(&mut self, part: &str) -> Result<usize, String> {
        if let Some(name) = part.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return self.class_named(name);
        }
        let is_wrong = |entry: &&str| {
            let words = entry.strip_suffix('*').unwrap_or(entry);
            let last = words.rsplit(' ').next().unwrap_or_default();
            last.is_empty() || words.contains('*') || words.len() < entry.len() && last.len() < SHORTEST_STEM
        };
        match part.split('|').find(is_wrong) {
            Some(entry) => Err(format!("expected words such as cluster|file system|supercomput*, got {entry:?}")),
            None => Ok(self.listed(part)),
        }
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
                let within = match class.map(|name| name.trim_matches(['<', '>'])) {
                    None => Within::Any,
                    Some("digits") => Within::NoDigits,
                    Some(name) if gap.contains('=') => Within::Only(self.class_named(name)?),
                    Some(name) => Within::But(self.class_named(name)?),
                };
                Part::Gap(most, within)
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
        let second = self.second(&parts);
        Ok(Pattern { parts, longest, shortest, second })
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

    /// The words of which one stands on a side of every pattern, at a glance; none where a pattern may have something else there, or
    /// nothing.
    pub(super) fn glance(&self, patterns: &[Pattern], side: Side) -> Option<Glance> {
        let mut all = Glance::default();
        let told = patterns.iter().all(|pattern| self.stand_first(pattern.parts.iter(), side, &mut all));
        told.then_some(all)
    }

    fn second(&self, parts: &[(Part, bool)]) -> Option<Glance> {
        let ((Part::Class(first) | Part::Upper(first), false), others) = parts.split_first()? else { return None };
        let mut all = Glance::default();
        for (_, phrase) in &self.all[*first].phrases {
            all.add_word(&phrase[1]);
            // A slash may stand between: `AI/HPC`.
            all.add_hash(word_hash(b"/"));
        }
        self.stand_first(others.iter(), Side::First, &mut all).then_some(all)
    }

    /// Adds the words of which one stands on a side of some parts; whether nothing else may.
    fn stand_first<'p>(
        &self,
        mut parts: impl DoubleEndedIterator<Item = &'p (Part, bool)>,
        side: Side,
        all: &mut Glance,
    ) -> bool {
        loop {
            let part = if side == Side::First { parts.next() } else { parts.next_back() };
            let Some((Part::Class(class) | Part::Upper(class), optional)) = part else { return false };
            let class = &self.all[*class];
            all.add_all(if side == Side::First { &class.begins } else { &class.ends });
            if !optional {
                return true;
            }
        }
    }

    /// The words that a pattern may begin with.
    pub(super) fn opening_words(&self, pattern: &Pattern) -> Result<Vec<String>, String> {
        let Some((Part::Class(class) | Part::Upper(class), false)) = pattern.parts.first() else {
            let gap = pattern.parts.iter().map(|(part, _)| self.name_of(part)).collect::<Vec<_>>().join(" ");
            return Err(format!("expected a pattern that begins with words, got {gap}"));
        };
        let class = &self.all[*class];
        match class.stems.first() {
            Some(stem) => Err(format!("expected a pattern that begins with whole words, got {stem}*")),
            None => Ok(class.openings().into_iter().map(str::to_owned).collect()),
        }
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
