//! Rules over the tokens of a text, whose words and patterns are data: which word opens one, what stands around it, what it says.
//!
//! A rule file is TOML. `[words]` names classes of words and phrases; each `[[rule]]` has an `id`, patterns to `match`, conditions, what it
//! says (`emit`), and sentences that it reads (`yes`) and does not read (`no`), which are its tests. At a word the first rule of the file
//! that matches is the only one that speaks; one without `emit` says that the words mean something else. How patterns are written is told
//! in `data/rules/README.md`.

mod files;
mod matching;
mod own;
mod together;
mod watch;
mod written;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;

pub(super) use self::files::all;
use self::matching::At;
pub(super) use self::own::OwnRules;
use self::together::Together;
use self::written::{Class, Pattern, Patterns, Side};
use super::languages;
use super::lexicon::Kinds;
use super::meter::charge;
use super::terms::Reading;
use super::text::Text;
use crate::taxonomy::{ReadingRules, WordTable};

/// Classes of words that all files share.
const SHARED_WORDS: &str = include_str!("data/rules/words.toml");

/// So many tokens on either side are near where a rule does not say: longer than sentences are, so that reading stays linear.
const NEAR: usize = 60;

/// The rules of one matter, in the order in which they are asked.
#[derive(Debug)]
pub(super) struct Rules<T> {
    /// The name of the file, without its ending.
    name: &'static str,
    list: Vec<Rule<T>>,
    classes: Vec<Class>,
    /// The rules and their patterns that a word may open, by the word.
    openings: WordTable<Vec<(u16, u16)>>,
    /// Those of parts in any order.
    together: Together,
    /// Those that are asked of names, by their group.
    groups: BTreeMap<String, Vec<usize>>,
    words: Vec<String>,
}

/// A rule.
#[derive(Debug)]
struct Rule<T> {
    id: String,
    group: String,
    emit: Option<T>,
    /// Whether its words are parts in any order.
    is_of_parts: bool,
    patterns: Vec<Pattern>,
    before: Patterns,
    not_before: Patterns,
    after: Patterns,
    not_after: Patterns,
    near: Patterns,
    unless: Patterns,
    /// So many tokens of the sentence on either side are near.
    within: usize,
    opening: usize,
    foreign: Option<bool>,
    english: Option<bool>,
    yes: Vec<String>,
    no: Vec<String>,
}

/// What is wrong with a file: the rule's id, and what would be right.
type Wrong = (String, String);

/// What a rule has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'r, T> {
    /// The rule's id.
    pub rule: &'r str,
    pub emit: &'r T,
    /// The first token of its words, and the last.
    pub first: usize,
    pub last: usize,
    /// How many words it takes, of a rule of parts those of its parts; and whether no other word stands between them.
    pub words: usize,
    pub is_whole: bool,
    /// Where the number or date begins that its patterns name.
    pub figure: Option<usize>,
}

impl<T: DeserializeOwned> Rules<T> {
    /// The rules of a file of `data/rules`, whose tests say that nothing is wrong with it.
    pub(super) fn built_in(name: &'static str, file: &str) -> Self {
        let name = name.strip_suffix(".toml").unwrap_or(name);
        Self::new(name, file).unwrap_or_else(|problem| panic!("{name}: {problem}"))
    }

    /// The rules of a file.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with the rule's id.
    fn new(name: &'static str, file: &str) -> Result<Self, String> {
        let file: ReadingRules = toml::from_str(file).map_err(|error| error.to_string())?;
        Self::compiled(name, file).map_err(|(id, problem)| format!("{id}: {problem}"))
    }

    fn compiled(name: &'static str, file: ReadingRules) -> Result<Self, Wrong> {
        let shared: ReadingRules = toml::from_str(SHARED_WORDS).expect("a test reads the file of shared words");
        let mut words = shared.words;
        words.extend(languages::classes());
        words.extend(file.words);
        let mut classes = written::Classes::new(&words);
        let mut rules: Vec<Rule<T>> = Vec::with_capacity(file.rules.len());
        let mut together = Vec::new();
        let mut openings: BTreeMap<String, Vec<(u16, u16)>> = BTreeMap::new();
        for (number, raw) in file.rules.into_iter().enumerate() {
            let id = raw.id;
            let has_words = !(raw.patterns.is_empty() && raw.all.is_empty());
            if has_words && !raw.group.is_empty() {
                return Err((id, format!("expected a rule of a group without a match, got {:?}", raw.patterns)));
            }
            let others = [&raw.patterns, &raw.after, &raw.not_after];
            if !raw.all.is_empty() && others.iter().any(|list| !list.is_empty()) {
                return Err((
                    id,
                    "expected a rule of parts without match, after and not_after, got one of them".to_owned(),
                ));
            }
            let emit = raw.emit.map(T::deserialize).transpose();
            let emit = emit.map_err(|error| (id.clone(), format!("emit: {}", error.to_string().trim_end())))?;
            for text in &raw.all {
                let parts = classes.parts(text).map_err(|problem| (id.clone(), problem))?;
                together.push((number, parts));
            }
            if rules.iter().any(|rule| rule.id == id) {
                return Err((id, "expected an id of its own, got one that another rule has".to_owned()));
            }
            let mut compiled = |patterns: &[String]| {
                let patterns: Result<Vec<Pattern>, String> =
                    patterns.iter().map(|text| classes.pattern(text)).collect();
                patterns.map_err(|problem| (id.clone(), problem))
            };
            let patterns = compiled(&raw.patterns)?;
            let [before, not_before, after, not_after, near, unless] =
                [raw.before, raw.not_before, raw.after, raw.not_after, raw.near, raw.unless]
                    .map(|list| compiled(&list));
            let around = |list: Vec<Pattern>, side| Patterns { glance: classes.glance(&list, side), list };
            for (at, pattern) in patterns.iter().enumerate() {
                let words = classes.opening_words(pattern).map_err(|problem| (id.clone(), problem))?;
                let place = small(number).and_then(|number| Ok((number, small(at)?)));
                let place = place.map_err(|problem| (id.clone(), problem))?;
                for word in words {
                    openings.entry(word).or_default().push(place);
                }
            }
            rules.push(Rule {
                id,
                group: raw.group,
                emit,
                is_of_parts: !raw.all.is_empty(),
                patterns,
                before: around(before?, Side::Last),
                not_before: around(not_before?, Side::Last),
                after: around(after?, Side::First),
                not_after: around(not_after?, Side::First),
                near: around(near?, Side::First),
                unless: around(unless?, Side::First),
                within: raw.within.or(file.within).unwrap_or(NEAR),
                opening: raw.opening.unwrap_or(usize::MAX),
                foreign: raw.foreign,
                english: raw.english,
                yes: raw.yes,
                no: raw.no,
            });
        }
        let words: Vec<String> = openings.keys().cloned().collect();
        let entries = words.iter().map(String::as_bytes).zip(openings.into_values());
        let classes = classes.into_all();
        let together = Together::new(together, &classes);
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.patterns.is_empty() && !rule.is_of_parts)
        {
            groups.entry(rule.group.clone()).or_default().push(number);
        }
        Ok(Self { name, list: rules, classes, openings: WordTable::new(entries), together, groups, words })
    }
}

/// A number of a rule or pattern; no file has as many as that.
fn small(number: usize) -> Result<u16, String> {
    u16::try_from(number).map_err(|_| format!("expected at most {} rules and patterns, got {number}", u16::MAX))
}

impl<T: 'static> Rules<T> {
    /// The words that may open a rule.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// What the rules say of a text, in order. `kinds` is what [`Self::words`] are in the lexicon.
    pub(super) fn hits<'r, 't>(
        &'r self,
        reading: &'t Reading<'t>,
        kinds: Kinds,
    ) -> impl Iterator<Item = Hit<'r, T>> + use<'r, 't, T> {
        let mut free_from = 0;
        self.places(reading, kinds).filter_map(move |at| {
            if at < free_from {
                return None;
            }
            let (rule, end, figure) = self.opened_at(reading, at)?;
            free_from = end;
            rule.hit(at, end, figure)
        })
    }

    /// What the rules say of the words that begin at a token.
    pub(super) fn at<'r>(&'r self, reading: &Reading, first: usize) -> Option<Hit<'r, T>> {
        let (rule, end, figure) = self.opened_at(reading, first)?;
        rule.hit(first, end, figure)
    }

    /// What the rules without patterns say of the tokens from `first` up to `end`: the first whose conditions hold around them.
    /// A file may ask several things of what it or a reader has found: the rules of a group are asked, those of none by "".
    pub(super) fn of_group<'r>(
        &'r self,
        group: &str,
        reading: &Reading,
        first: usize,
        end: usize,
    ) -> Option<Hit<'r, T>> {
        let rule = self.asked(group, reading, first, end)?;
        rule.hit(first, end, None)
    }

    fn asked(&self, group: &str, reading: &Reading, first: usize, end: usize) -> Option<&Rule<T>> {
        let own = self.own(reading).and_then(|own| own.asked_here(group, reading, first, end));
        own.or_else(|| self.asked_here(group, reading, first, end))
    }

    fn asked_here(&self, group: &str, reading: &Reading, first: usize, end: usize) -> Option<&Rule<T>> {
        if first >= end || end > reading.len() {
            return None;
        }
        let here = At::new(reading, &self.classes, first);
        let numbers = self.groups.get(group)?;
        charge(numbers.len());
        let mut of_group = numbers.iter().map(|number| &self.list[*number]);
        of_group.find(|rule| rule.holds(&here, end) && watch::speaks(self.name, &rule.id))
    }

    /// What the first rule of the file says that matches anywhere among these tokens, and where its words stand: of short texts such as
    /// titles, in which one word outranks another wherever it stands.
    pub(super) fn foremost<'r>(&'r self, reading: &Reading, range: Range<usize>, kinds: Kinds) -> Option<Hit<'r, T>> {
        let all = reading.with_in(kinds, range.clone()).flat_map(|at| {
            let here = At::inside(reading, &self.classes, at, range.clone());
            let opened = self.opened(reading, at).iter();
            opened.filter_map(move |opened| Some((opened.0, at, self.end_of(&here, *opened)?))).collect::<Vec<_>>()
        });
        let (rule, first, end) = all.min()?;
        self.list[usize::from(rule)].hit(first, end, None)
    }

    /// What all rules of parts say whose parts stand among these tokens: of titles and sentences, which may say several things.
    pub(super) fn together<'r>(&'r self, reading: &Reading, range: &Range<usize>) -> Vec<Hit<'r, T>> {
        let places = self.together.places(reading, &self.classes, range, |rule| self.list[rule].within);
        let speaks = places.into_iter().filter_map(|place| {
            let rule = &self.list[place.rule];
            let here = At::inside(reading, &self.classes, place.first, range.clone());
            // What stands between its parts is near, too.
            let holds = rule.holds(&here, place.first) && watch::speaks(self.name, &rule.id);
            let hit = holds.then(|| rule.hit(place.first, place.last + 1, None)).flatten();
            hit.map(|hit| Hit { words: place.words, is_whole: place.words == place.spread, ..hit })
        });
        speaks.collect()
    }

    /// The first rule that matches at a token, where its words end, and its number or date.
    fn opened_at(&self, reading: &Reading, at: usize) -> Option<(&Rule<T>, usize, Option<usize>)> {
        self.own(reading).and_then(|own| own.opened_here(reading, at)).or_else(|| self.opened_here(reading, at))
    }

    fn opened_here(&self, reading: &Reading, at: usize) -> Option<(&Rule<T>, usize, Option<usize>)> {
        let opened = self.opened(reading, at);
        if opened.is_empty() {
            return None;
        }
        let here = At::new(reading, &self.classes, at);
        opened.iter().find_map(|opened| {
            let end = self.end_of(&here, *opened)?;
            Some((&self.list[usize::from(opened.0)], end, here.figure.get()))
        })
    }

    /// Those of the user's file that are about the same.
    fn own(&self, reading: &Reading) -> Option<&'static Self> {
        reading.own?.rules(self.name)
    }

    /// The tokens at which a rule may open: those of some kinds, and those that open one of the user's.
    fn places<'t>(&self, reading: &'t Reading<'t>, kinds: Kinds) -> impl Iterator<Item = usize> + use<'t, T> {
        let mut more = self.own(reading).map_or_else(Vec::new, |own| own.opened_in(reading)).into_iter().peekable();
        let mut known = reading.with(kinds).peekable();
        std::iter::from_fn(move || match (known.peek(), more.peek()) {
            (Some(one), Some(other)) if one == other => {
                more.next();
                known.next()
            }
            (Some(one), Some(other)) if other < one => more.next(),
            (None, _) => more.next(),
            _ => known.next(),
        })
    }

    fn opened_in(&self, reading: &Reading) -> Vec<usize> {
        charge(reading.len());
        (0..reading.len()).filter(|at| !self.opened(reading, *at).is_empty()).collect()
    }

    /// The rules and patterns that the word of a token may open.
    fn opened(&self, reading: &Reading, at: usize) -> &[(u16, u16)] {
        let opened = reading.tokens.get(at).and_then(|token| self.openings.get(token.word.as_bytes(), token.hash));
        charge(opened.map_or(0, Vec::len));
        opened.map_or(&[], Vec::as_slice)
    }

    /// Where the words of a pattern end, if the conditions of its rule hold around them.
    fn end_of(&self, here: &At, (rule, pattern): (u16, u16)) -> Option<usize> {
        let rule = &self.list[usize::from(rule)];
        // Most rules of other languages are spared here.
        if !here.is_in(rule.opening, rule.foreign, rule.english) {
            return None;
        }
        let end = here.end_of(&rule.patterns[usize::from(pattern)])?;
        (rule.holds(here, end) && watch::speaks(self.name, &rule.id)).then_some(end)
    }
}

impl<T> Rule<T> {
    /// What it says of the tokens from `first` up to `end`, if anything.
    fn hit(&self, first: usize, end: usize, figure: Option<usize>) -> Option<Hit<'_, T>> {
        Some(Hit {
            rule: &self.id,
            emit: self.emit.as_ref()?,
            first,
            last: end - 1,
            words: end - first,
            is_whole: true,
            figure,
        })
    }

    /// Whether its conditions hold around the tokens from `here` up to `end`.
    fn holds(&self, here: &At, end: usize) -> bool {
        let near = |patterns: &Patterns| here.is_near(patterns, end, self.within);
        here.is_in(self.opening, self.foreign, self.english)
            && (self.before.list.is_empty() || here.is_before(&self.before))
            && !here.is_before(&self.not_before)
            && (self.after.list.is_empty() || here.is_begun(&self.after, end))
            && !here.is_begun(&self.not_after, end)
            && (self.near.list.is_empty() || near(&self.near))
            && !near(&self.unless)
    }
}

impl<T: 'static> Rules<T> {
    /// Examples of `rules`, which are these or a user's of the same matter, that are not read as they say; each has some of both kinds.
    fn wrong_examples(&self, rules: &Self, kinds: Kinds, own: Option<&'static OwnRules>) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        for rule in &rules.list {
            let reads = |example: &str| {
                let name = example.find('{').zip(example.find('}'));
                let text = Text::new(&example.replace(['{', '}'], ""));
                let reading = Reading::new(&text).with_own(own);
                if let Some((open, close)) = name {
                    let end = |at: usize| reading.tokens.partition_point(|token| token.span.end <= at);
                    let asked = self.asked(&rule.group, &reading, end(open), end(close.saturating_sub(1)));
                    return asked.is_some_and(|other| std::ptr::eq(other, rule));
                }
                if rule.is_of_parts {
                    return self.together(&reading, &(0..reading.len())).iter().any(|hit| *hit.rule == rule.id);
                }
                let mut free_from = 0;
                // What readers ask of tokens themselves may stand at any.
                let asked = if kinds == Kinds::default() { self.opened_in(&reading) } else { Vec::new() };
                self.places(&reading, kinds).chain(asked).any(|at| {
                    let opened = if at < free_from { None } else { self.opened_at(&reading, at) };
                    free_from = opened.map_or(free_from, |(_, end, _)| end);
                    opened.is_some_and(|(other, ..)| std::ptr::eq(other, rule))
                })
            };
            let mut problem = |message: String| wrong.push((rule.id.clone(), message));
            if rule.yes.is_empty() || rule.no.is_empty() {
                problem("expected an example of each kind, got none".to_owned());
            }
            rule.yes
                .iter()
                .filter(|yes| !reads(yes))
                .for_each(|yes| problem(format!("expected {yes:?} to be read, got nothing")));
            rule.no
                .iter()
                .filter(|no| reads(no))
                .for_each(|no| problem(format!("expected {no:?} not to be read, got it read")));
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(file: &str) -> String {
        Rules::<u8>::new("a-file", file).err().unwrap_or_default()
    }

    #[test]
    fn rules_read_their_examples() {
        let wrong: Vec<String> = all().iter().flat_map(|file| file.rules.wrong_built_in(file.kinds)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_the_rule() {
        let rule = |more: &str| format!("[[rule]]\nid = \"a\"\n{more}\nyes = []\nno = []\n");
        assert_eq!(problem(&rule("match = [\"<no-such>\"]")), "a: expected a class of [words], got <no-such>");
        assert_eq!(
            problem(&rule("match = [\"..3 home\"]")),
            "a: expected a pattern that begins with words, got ..3 home"
        );
        assert_eq!(problem(&rule("match = [\"..x home\"]")), "a: expected a gap such as ..3 or ..3-<class>, got ..x");
        assert!(problem("[[rule]]\nmatch = [\"a\"]\nyes = []\nno = []").contains("id"));
        let twice = rule("match = [\"x\"]").repeat(2);
        assert_eq!(problem(&twice), "a: expected an id of its own, got one that another rule has");
    }
}
