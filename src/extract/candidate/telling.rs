//! Which sentences of a profile tell of work, which only name or assert skills, and which say nothing of the person.
//!
//! By what a sentence says beside the names in it. Whether its words are a posting's own is for the scorer, which knows the role.

use std::collections::BTreeMap;
use std::ops::Range;

use super::OPENING_SENTENCES;
use crate::extract::document_form::Standing;
use crate::extract::lexicon::Kinds;
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind};
use crate::extract::number::is_numeral;
use crate::extract::text::Text;
use crate::extract::wording::tells_in_words_of_the_field;
use crate::extract::words::{Words, one_of, words};
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

/// So many different words of a sentence are counted: the work on endless ones is bounded.
const MAX_OTHERS: usize = 64;
/// One concept named so often in a sentence is meant for a machine.
const HAMMERED: usize = 4;
/// And so is any other word, named so often and that densely.
const HAMMERED_WORD: usize = 5;
const HAMMERED_SHARE: usize = 6;
/// Where so many words of a text say nothing, and half of all, nothing in it does.
const EMPTY_WORDS: usize = 40;
/// So many sentences with the same words around other names are a list in disguise.
const SAME_FRAME: usize = 3;
/// So many names with fewer words beside them are a list, whatever verb stands there.
const NAMES_OF_A_LIST: usize = 5;
/// And so many, where a verb of work stands there: one sentence about a stack names a handful.
const NAMES_OF_A_WORKED_LIST: usize = 7;
/// So many words of an account are none yet.
const FEW_TELL: usize = 1;
/// A number beside so many names tells something of them.
const FEW_NAMES: usize = 2;
/// So many words that tell are an account of something, unless there are twice as many names.
const ACCOUNT_WORDS: usize = 6;
/// So many sentences of so few words around names are one long list.
const SHORT: usize = 5;
const SHORT_LINES: usize = 15;
/// Words marked as tags, at least so many, and at least every second one.
const TAGS: usize = 4;
/// So many sentences that speak to somebody else, and this share of all, make a text a posting.
const ADDRESSED: usize = 2;
const ADDRESSED_SHARE: usize = 3;

/// The writer, and the reader.
pub(in crate::extract) const ME: Words = words!(lists::TELLING_ME);
pub(in crate::extract) const YOU: Words = words!(lists::TELLING_YOU);

/// Words that only hold others together.
pub(in crate::extract) const LINKS: Words = words!(lists::TELLING_LINKS);

/// Words with which somebody asserts a skill and tells nothing of it.
pub(in crate::extract) const ASSERTIONS: Words = words!(lists::TELLING_ASSERTIONS);

/// Words that belong to a name as often as not, so that they make no other frame.
pub(in crate::extract) const HEADS: Words = words!(lists::TELLING_HEADS);

/// What a pasted advert asks for, and what it says before that somebody will do. (A profile tells of requirements, too, but asks for
/// no years.)
const ASKED: Words = words!("requirements requirement prerequisites");
const DUTIES: Words = words!(lists::TELLING_DUTIES);
/// What opens a part of a profile again.
const PARTS: Words = words!(lists::TELLING_PARTS);

/// What begins a sentence about earlier work; and one about what somebody likes.
pub(super) const BEFORE_NOW: Words = words!(lists::TELLING_BEFORE_NOW);
const INTERESTS: Words = words!("interests interest hobbies");

/// What stands between the parts of names of many languages.
const JOINS_NAMES: Words = words!(lists::TELLING_JOIN);

/// A sentence of a profile.
pub(in crate::extract) struct Sentence {
    pub clauses: Range<usize>,
    pub words: Range<usize>,
    /// How many of the words weigh: all but capitals within it that no label has. Those are names, and whose they are, and how many
    /// parts they have, may make no difference.
    pub weighty: usize,
    /// How many do not begin with a capital.
    pub plain: usize,
    pub standing: Standing,
    /// It names something of the field, shows it, or tells of it in its words. What does not may be about anything, and weighs nothing.
    pub bears: bool,
    /// It says over and over the same, or once more what at least two before it said with other names.
    pub repeats: bool,
}

/// All sentences of a text with their standing.
///
/// Sentences that yield no fact count neither for the one nor for the other: one more of them changes the standing of none.
pub(in crate::extract) fn sentences(text: &Text, mentions: &[Mention], taxonomy: &Taxonomy) -> Vec<Sentence> {
    let names: Vec<&Mention> = mentions
        .iter()
        .filter(|m| m.by == MentionKind::Label && taxonomy.concept(m.concept).kind != ConceptKind::Soft)
        .collect();
    let most = text.clauses().last().map_or(0, |last| last.sentence + 1).min(text.clauses().len());
    let mut found: Vec<(Sentence, Said)> = Vec::with_capacity(most);
    let mut tally = Tally { others: Vec::with_capacity(MAX_OTHERS), ..Tally::default() };
    let (mut at, mut name, mut doing) = (0, 0, 0);
    while at < text.clauses().len() {
        let clauses = text.sentence_clauses(at);
        at = clauses.end;
        let words = text.clauses()[clauses.start].words.start..text.clauses()[clauses.end - 1].words.end;
        let end = text.words()[words.end - 1].end;
        let first_name = name;
        name += names[name..].iter().take_while(|m| m.span.start < end).count();
        let within = &names[first_name..name];
        let first_doing = doing;
        doing += mentions[doing..].iter().take_while(|m| m.span.start < end).count();
        let shown = mentions[first_doing..doing].iter().any(|m| m.by != MentionKind::Label);
        let said = Said { shown, ..Said::of(text, &words, within, &mut tally) };
        let (standing, weighty, plain) = (said.standing(), said.weighty, said.plain);
        let named = || within.iter().any(|name| taxonomy.is_of_computing(name.concept));
        let bears = said.shown || named() || tells_in_words_of_the_field(text, &words, taxonomy.vocabulary());
        let repeats = said.is_hammered();
        found.push((Sentence { clauses, words, weighty, plain, standing, bears, repeats }, said));
    }
    let mut frames: Vec<u64> = found.iter().map(|(_, said)| said.frame).filter(|frame| *frame != 0).collect();
    frames.sort_unstable();
    let is_common = |frame: u64| {
        let from = frames.partition_point(|other| *other < frame);
        frames.get(from + SAME_FRAME - 1) == Some(&frame)
    };
    let addresses = |said: &Said| said.voice == Voice::Addresses;
    let addressed = found.iter().filter(|(_, said)| addresses(said)).count();
    let own = found.iter().filter(|found| is_own(found)).count();
    let counted = found.iter().filter(|(sentence, said)| sentence.bears || addresses(said)).count();
    let is_posting = addressed >= ADDRESSED && addressed > own && addressed * ADDRESSED_SHARE >= counted;
    let advert = advert(text, &found);
    let short = |sentence: &Sentence, said: &Said| {
        (said.names > 0 || said.shown)
            && (sentence.words.len() <= SHORT || matches!(sentence.standing, Standing::Asserts | Standing::States))
    };
    let is_wall = found.iter().filter(|(sentence, said)| short(sentence, said)).count() >= SHORT_LINES;
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut empty, mut all, mut before) = (0, 0, 0);
    let mut sentences: Vec<Sentence> = found
        .into_iter()
        .enumerate()
        .map(|(number, (mut sentence, said))| {
            let frame = said.frame;
            let opens = before < OPENING_SENTENCES;
            before += usize::from(sentence.bears);
            if is_wall && (short(&sentence, &said) || sentence.words.len() <= SHORT) {
                // The first lines may say who this is.
                let most = if opens { Standing::Asserts } else { Standing::Lists };
                sentence.standing = sentence.standing.min(most);
            }
            if is_posting || said.voice == Voice::Addresses || advert.contains(&number) {
                sentence.standing = Standing::Empty;
            }
            if is_common(frame) {
                sentence.standing = Standing::Empty;
                let alike = seen.entry(frame).or_default();
                sentence.repeats |= *alike + 1 >= SAME_FRAME;
                *alike += 1;
            }
            all += if sentence.bears || sentence.standing == Standing::Empty { sentence.weighty } else { 0 };
            empty += if sentence.standing == Standing::Empty { sentence.weighty } else { 0 };
            sentence
        })
        .collect();
    if empty >= EMPTY_WORDS && empty * 2 >= all {
        for sentence in &mut sentences {
            sentence.standing = Standing::Empty;
        }
    }
    sentences
}

/// The sentences of an advert that stands in the text: its duties, and what it asks for, to where the writer speaks again.
fn advert(text: &Text, found: &[(Sentence, Said)]) -> Range<usize> {
    let lead = |(sentence, _): &(Sentence, Said), of: Words| {
        let first = sentence.words.start;
        let end = text.words()[first].end;
        text.is(first, of) && text.folded()[end..].trim_start_matches([' ', '\n']).starts_with(':')
    };
    let years = |(sentence, _): &(Sentence, Said)| {
        sentence.words.clone().any(|at| matches!(text.word(at), "years" | "yrs" | "year"))
    };
    let others = |found: &(Sentence, Said)| !is_own(found) && !PARTS.has(text.word(found.0.words.start));
    let Some(asked) = found.iter().position(|s| lead(s, ASKED) && years(s)) else { return 0..0 };
    let end = found[asked + 1..].iter().position(|s| !others(s)).map_or(found.len(), |length| asked + 1 + length);
    let before = found[..asked].iter().rposition(|s| !others(s)).map_or(0, |own| own + 1);
    let start = found[before..asked].iter().position(|s| lead(s, DUTIES)).map_or(asked, |duties| before + duties);
    start..end
}

/// Whether its writer tells of the field there.
fn is_own((sentence, said): &(Sentence, Said)) -> bool {
    said.voice == Voice::Own && sentence.bears
}

/// Who a sentence speaks of or to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// Of its writer.
    Own,
    /// To a reader: what they will do, must bring, will get.
    Addresses,
    Neither,
}

/// Whether a sentence has a verb of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    None,
    /// One that need not be its own: `six years running`.
    Named,
    /// `ran`
    Done,
}

/// What a sentence says of its names, by its form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saying {
    /// Nothing: most words are marked as tags, or it tells of interests.
    Nothing,
    /// Of few names for how long, or that they are somebody's to do.
    TimeOrDuty,
    /// What its words say.
    Words,
}

/// What a sentence says beside its names.
struct Said {
    /// Names, each place counted once.
    names: usize,
    /// How often the commonest is named, and how often any other word stands there.
    most_named: usize,
    most_other: usize,
    words: usize,
    /// As of a [`Sentence`].
    weighty: usize,
    plain: usize,
    /// A phrase of doing shows something.
    shown: bool,
    /// Words that tell something.
    telling: usize,
    /// What the strongest of them says of work done.
    work: Work,
    saying: Saying,
    /// The words around the names, hashed; 0 for a sentence without names or without words around them.
    frame: u64,
    voice: Voice,
}

/// What is counted in a sentence: working memory, to be used again and again.
#[derive(Default)]
struct Tally {
    /// Concepts, and how often each is named.
    counts: Vec<(ConceptId, usize)>,
    /// What names cover.
    covers: Vec<Range<usize>>,
    /// Other words by their hashes, and how often each stands there.
    others: Vec<(u32, usize)>,
    /// Those words as bits of 64: what is not among them has not been seen.
    glance: u64,
}

impl Tally {
    fn other(&mut self, hash: u32) {
        let bit = 1 << (hash >> 26);
        let known =
            if self.glance & bit == 0 { None } else { self.others.iter_mut().find(|(known, _)| *known == hash) };
        if let Some((_, count)) = known {
            *count += 1;
        } else if self.others.len() < MAX_OTHERS {
            self.others.push((hash, 1));
            self.glance |= bit;
        }
    }
}

/// Whether a word that no label has and that opens no sentence weighs: capitals are names, `van der` and `de la` parts of them.
pub(in crate::extract) fn weighs(text: &Text, at: usize) -> bool {
    let word = text.word(at);
    let joins = word.len() <= 3 && JOINS_NAMES.has(word);
    !joins && !text.is_capital(text.words()[at].start)
}

impl Said {
    fn of(text: &Text, words: &Range<usize>, mentions: &[&Mention], tally: &mut Tally) -> Self {
        tally.counts.clear();
        tally.covers.clear();
        tally.others.clear();
        tally.glance = 0;
        let Tally { counts, covers, .. } = tally;
        let (mut names, mut covered_to) = (0, 0);
        for mention in mentions {
            match counts.iter_mut().find(|(concept, _)| *concept == mention.concept) {
                Some((_, count)) => *count += 1,
                None => counts.push((mention.concept, 1)),
            }
            if mention.span.start >= covered_to {
                names += 1;
                covers.push(mention.span.clone());
            }
            if mention.span.end > covered_to {
                covered_to = mention.span.end;
                if let Some(last) = covers.last_mut() {
                    last.end = covered_to;
                }
            }
        }
        let mut cover = 0;
        let (mut telling, mut weighty, mut plain, mut frame) = (0, 0, 0, 0_u64);
        let mut counts_something = false;
        let (mut me, mut you, mut work) = (false, false, Work::None);
        let mut tags = 0;
        for at in words.clone() {
            let span = &text.words()[at];
            let kinds = text.kinds(at);
            me |= kinds.has(Kinds::ME);
            you |= kinds.has(Kinds::YOU);
            tags += usize::from(!kinds.has(Kinds::LETTERS) && text.word(at).starts_with('#'));
            while tally.covers.get(cover).is_some_and(|c| c.end <= span.start) {
                cover += 1;
            }
            let named = tally.covers.get(cover).is_some_and(|c| c.start < span.end);
            let weighs = weighs(text, at);
            plain += usize::from(weighs);
            weighty += usize::from(named || at == words.start || weighs);
            if named || kinds.has(Kinds::LINK) {
                continue;
            }
            if is_numeral(text.word(at)) {
                counts_something = true;
                continue;
            }
            let hash = text.word_hash(at);
            tally.other(hash);
            telling += usize::from(!kinds.has(Kinds::ASSERTION));
            if kinds.has(Kinds::WORK) {
                work = work.max(if text.word(at).ends_with("ing") { Work::Named } else { Work::Done });
            }
            if !kinds.has(Kinds::HEAD) {
                frame = (frame.rotate_left(5) ^ u64::from(hash)).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1);
            }
        }
        // In figures or in words, and however many of them. A list has years, too, and tells of nothing by them.
        telling += usize::from(counts_something && names <= FEW_NAMES);
        // `Six years of Slurm` says as much of Slurm as `I ran Slurm for six years`, and `responsible for Slurm` as `I run Slurm`.
        // Where more words tell, it is an account anyway.
        let states = (1..=FEW_NAMES).contains(&names)
            && telling <= FEW_TELL
            && words.clone().any(|at| {
                (counts_something && one_of!(text.word(at), lists::TELLING_TIMES))
                    || one_of!(text.word(at), lists::TELLING_THEIRS)
            });
        // `His talk is about why your kernel is slow`: whoever is told of is not the reader.
        let told_of = one_of!(text.word(words.start), lists::TELLING_THIRD_PERSON);
        let voice = match (me, you && !told_of) {
            (true, _) => Voice::Own,
            (false, true) => Voice::Addresses,
            (false, false) => Voice::Neither,
        };
        let most_named = tally.counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let most_other = tally.others.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let first = text.word(words.start);
        let behind = text.folded()[text.words()[words.start].end..].trim_start();
        let interests = INTERESTS.has(first) && behind.starts_with(':');
        let words = words.len();
        let tagged = tags >= TAGS && tags * 2 >= words;
        Self {
            names,
            most_named,
            most_other,
            words,
            weighty,
            plain,
            shown: false,
            telling,
            work,
            saying: if tagged || interests {
                Saying::Nothing
            } else if states {
                Saying::TimeOrDuty
            } else {
                Saying::Words
            },
            frame: if names == 0 { 0 } else { frame },
            voice,
        }
    }

    /// Whether a name or word is said over and over.
    fn is_hammered(&self) -> bool {
        self.most_named >= HAMMERED
            || (self.most_other >= HAMMERED_WORD && self.most_other * HAMMERED_SHARE >= self.words)
    }

    fn standing(&self) -> Standing {
        let list = if self.work == Work::Done { NAMES_OF_A_WORKED_LIST } else { NAMES_OF_A_LIST };
        let account = self.telling >= ACCOUNT_WORDS && self.telling * 2 >= self.names;
        let lists = self.telling < self.names && self.names >= list && !account;
        if self.is_hammered() {
            Standing::Empty
        } else if lists || self.saying == Saying::Nothing {
            Standing::Lists
        } else if self.names > 0 && (self.telling == 0 || (self.telling == 1 && !self.shown && self.work == Work::None))
        {
            if self.saying == Saying::TimeOrDuty { Standing::States } else { Standing::Asserts }
        } else {
            Standing::Tells
        }
    }
}

#[cfg(test)]
#[path = "telling_tests.rs"]
mod tests;
