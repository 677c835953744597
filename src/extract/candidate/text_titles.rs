//! Titles in running text: a line or sentence whose first words are one.

use std::borrow::Cow;
use std::ops::Range;

use super::telling::BEFORE_NOW;
use super::trade::is_plain;
use super::{Context, LATER_TITLE_SHARE, OPENING_SENTENCES, OPENING_TITLE_SHARE, Reader, TITLE_WORDS, quote, wish};
use crate::extract::document_form::Standing;
use crate::extract::doers::{self, trade_title};
use crate::extract::extractor::Read;
use crate::extract::families::TitleOf;
use crate::extract::introduced::{By, introduced};
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind, Stance};
use crate::extract::short_titles::names_trade;
use crate::extract::text::{Span, Text};
use crate::extract::titles::{self, TitleSign};
use crate::extract::words::{one_of, words};
use crate::taxonomy::{ConceptKind, Families, Taxonomy};

/// So many titles are taken from a text.
const MAX_TITLES: usize = 4;
/// So many words of a title at most say what the trade is; what it is about comes behind them.
const HEAD_WORDS: usize = 6;
/// A bullet and its space take so many bytes.
const BULLET: usize = 4;
/// Behind a semicolon so many words are a remark of their own.
const SHORT_REMARK: usize = 2;

impl Reader<'_> {
    /// Titles in running text: a line or sentence whose first words are one. Where those of work with computers begin.
    pub(super) fn titles_in(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) -> Vec<usize> {
        let mut in_computing = Vec::new();
        let text = read.text;
        let mut sentence = usize::MAX;
        let mut number = 0;
        let (mut found, mut functions) = (0, 0);
        let families = self.taxonomy.families();
        for (index, clause) in text.clauses().iter().enumerate() {
            if clause.sentence == sentence {
                continue;
            }
            sentence = clause.sentence;
            // `My wife is a nurse` says who she is.
            if is_of_another(text, clause.words.start) {
                continue;
            }
            let passage = context.passages.get(index).copied().unwrap_or(0);
            // `Platform security engineer at a cloud: attestation, firmware signing, enclaves`: the first words of all say who this is.
            let sentence_end = text.clauses()[text.sentence_clauses(index).end - 1].words.end;
            let introduced = introduced(text, clause.words.start..sentence_end, By::Person);
            let trade = introduced.clone().unwrap_or(clause.words.clone());
            let trade = trade.into_iter().find(|word| names_trade(text, *word));
            let has_occupation = trade.is_some();
            number += usize::from(has_occupation || self.form.weighs(passage));
            let opens = number == 1 && has_occupation;
            // What a recruiter notes is of somebody else.
            if clause.words.len() > 1
                && text.is(clause.words.start + 1, doers::NOTES)
                && trade_title(text, clause.words.start).is_some()
            {
                continue;
            }
            // `I design board games`: where nothing of the field stands, a deed is nobody's title.
            let window = clause.words.start..(clause.words.start + TITLE_WORDS).min(text.words().len());
            if !self.form.weighs(passage) && introduced.is_none() && tells_a_deed(text, window) {
                continue;
            }
            // A dated job has a title, whatever stands behind it.
            let begins = text.words()[clause.words.start].start;
            let part = context.dated(begins);
            let dated = part.is_some();
            let standing = self.form.standing(passage);
            if standing < Standing::Lists || (standing == Standing::Lists && !(opens || dated)) {
                continue;
            }
            let says = dated || standing > Standing::Lists;
            let of_sentence = text.clauses()[index..].iter().take_while(|c| c.sentence == sentence);
            // `Race engineer at a circuit; Linux` is no Linux engineer.
            let goes_on = |at: usize| {
                at == index
                    || text.clauses()[at].words.len() > SHORT_REMARK
                    || !text.folded()[text.clause_span(at - 1).end..text.clause_span(at).start].contains(';')
            };
            let whole = of_sentence.enumerate().take_while(|(at, _)| goes_on(index + at)).last().map(|(_, c)| c);
            let whole = whole.filter(|_| says).unwrap_or(clause);
            let end = (clause.words.start + TITLE_WORDS).min(whole.words.end);
            if is_a_name(read, &(text.words()[clause.words.start].start..text.words()[end - 1].end)) {
                continue;
            }
            // `Earlier a computational chemist`: who that was.
            let was = text.is(clause.words.start, BEFORE_NOW);
            let share = match (number <= OPENING_SENTENCES && !was, found) {
                (true, 0) => OPENING_TITLE_SHARE,
                _ => LATER_TITLE_SHARE,
            };
            if speaks_of_others(read, &(text.words()[clause.words.start].start..text.words()[end - 1].end)) {
                continue;
            }
            // Whole words of a sentence are more than a title; only clear signs count.
            let here = clause.words.start..end;
            let tokens = read.reading.tokens_of(&(text.words()[here.start].start..text.words()[end - 1].end));
            let of_all = titles::signs_of(&read.reading, &tokens, families);
            // `Senior software engineer` heads a job with computers, and says of no kind of work that it is this one.
            let heads = part.is_some_and(|part| begins <= part.covers.start + BULLET);
            if heads && !self.titles.are_elsewhere(&of_all) {
                in_computing.push(begins);
            }
            let title: Vec<&str> = here.clone().map(|at| text.word(at)).collect();
            let title = title.join(" ");
            let held = wish::held(&title);
            // With its commas and colons: what is done stands before the first of them.
            let punctuated = &text.folded()[text.words()[here.start].start..text.words()[end - 1].end];
            let punctuated = wish::held(punctuated);
            let is_title = trade.is_some_and(|trade| !is_credential(read, trade, self.taxonomy))
                && (dated || number <= OPENING_SENTENCES)
                && (introduced.is_some() || !tells_a_deed(text, here.clone()));
            let named = introduced.filter(|_| is_title).map(|title| Introduced::of(read, title, families));
            if is_title && functions < MAX_TITLES {
                let share = if functions == 0 && !was { OPENING_TITLE_SHARE } else { LATER_TITLE_SHARE };
                let of = TitleOf::Job(passage);
                let told = match &named {
                    Some(named) => self.signs.function_title(&named.title, &named.signs, share, of, self.taxonomy),
                    None => self.signs.function_title(&punctuated, &of_all, share, of, self.taxonomy),
                };
                functions += usize::from(told);
            }
            let signs = match &held {
                _ if !is_plain(&of_all) => Vec::new(),
                Cow::Borrowed(_) => titles::with_trade(&read.reading, &tokens, of_all, families),
                Cow::Owned(part) => titles::title_signs(part, families),
            };
            // What somebody is introduced as is their title, however little it says.
            let signs = if is_plain(&signs) { signs } else { named.map(|named| named.signs).unwrap_or_default() };
            if !signs.is_empty() {
                let span = text.words()[clause.words.start].start..text.words()[end - 1].end;
                let source = quote(text, &span, pointer);
                let of = if says { TitleOf::Job(passage) } else { TitleOf::Person(passage) };
                self.signs.title(&signs, share, of, Some(&source));
                if !self.titles.are_elsewhere(&signs) {
                    in_computing.push(begins);
                }
                if found == 0 {
                    self.title_level(&held, None, &source);
                }
                // A text says itself whose it is.
                if number <= 1 {
                    let head = clause.words.start..clause.words.end.min(clause.words.start + HEAD_WORDS);
                    let head: Vec<&str> = head.map(|at| text.word(at)).collect();
                    self.trade_talks |= self.titles.of_text(&head.join(" "), &signs);
                }
                found += 1;
                if found == MAX_TITLES {
                    break;
                }
            }
        }
        in_computing
    }
}

/// A title with which somebody is introduced.
struct Introduced<'t> {
    title: Cow<'t, str>,
    signs: Vec<TitleSign>,
}

impl<'t> Introduced<'t> {
    fn of(read: &Read<'t>, title: Range<usize>, families: &Families) -> Self {
        let words = read.text.words();
        let title = wish::held(&read.text.folded()[words[title.start].start..words[title.end - 1].end]);
        Self { signs: titles::title_signs(&title, families), title }
    }
}

/// Whether the writer says what they did, rather than who they are or were.
fn tells_a_deed(text: &Text, mut window: Range<usize>) -> bool {
    let is_who = |verb: usize| {
        let of_being = text.is(verb, words!(lists::CANDIDATE_TEXT_TITLES_OF_BEING));
        of_being || text.word(verb) == "have" && text.is(verb + 1, words!(lists::CANDIDATE_TEXT_TITLES_BEFORE_TITLE))
    };
    let sentence = text.clauses()[text.clause_of(window.start)].sentence;
    let here = |at: usize| text.clauses()[text.clause_of(at)].sentence == sentence;
    window.any(|at| text.word(at) == "i" && here(at) && !is_who(at + 1))
}

/// Whether a sentence begins with somebody or something of the writer's that is no work of theirs.
fn is_of_another(text: &Text, first: usize) -> bool {
    let whose = text.is(first, words!("my our")) && text.is(first + 2, words!(lists::CANDIDATE_TEXT_TITLES_OF_ANOTHER));
    whose && !text.is(first + 1, words!(lists::CANDIDATE_TEXT_TITLES_JOB_NOUNS))
}

/// Whether words are the name of a skill and nothing else: `Research computing support` in a list is nobody's title, but
/// `Slurm administrator` is.
fn is_a_name(read: &Read<'_>, words: &Span) -> bool {
    let from = read.mentions.partition_point(|m| m.span.start < words.start);
    let mut here = read.mentions[from..].iter().take_while(|m| m.span.start == words.start);
    let named = here.any(|m| m.by == MentionKind::Label && m.span.end >= words.end);
    let last = read.text.folded()[words.clone()].rsplit(' ').next().unwrap_or_default();
    named && !one_of!(last, lists::CANDIDATE_TEXT_TITLES_PLAIN_TRADES)
}

/// Whether a trade is that of a certificate's or degree's name: `Certified Kubernetes Administrator` is no title.
fn is_credential(read: &Read<'_>, trade: usize, taxonomy: &Taxonomy) -> bool {
    let word = &read.text.words()[trade];
    let before = read.mentions.iter().take_while(|mention| mention.span.start <= word.start);
    before.filter(|mention| mention.span.end >= word.end).any(|m| names_a_credential(read.text, m, taxonomy))
}

/// Whether a certificate or degree is named, and not the post of whoever works towards one or behind it: `PhD student`, `postdoc`.
pub(super) fn names_a_credential(text: &Text, mention: &Mention, taxonomy: &Taxonomy) -> bool {
    let is_post = || {
        let words = text.word_at(mention.span.start)..(text.word_at(mention.span.end) + 1).min(text.words().len());
        words.into_iter().any(|at| one_of!(text.word(at), lists::CANDIDATE_TEXT_TITLES_POSTS))
    };
    taxonomy.concept(mention.concept).kind == ConceptKind::Credential && !is_post()
}

/// Whether all that the words name is only spoken of, denied or wished for: `We find HPC engineers` is nobody's title.
fn speaks_of_others(read: &Read<'_>, words: &Span) -> bool {
    let from = read.mentions.partition_point(|m| m.span.start < words.start);
    let mut here = read.mentions[from..].iter().take_while(|m| m.span.start < words.end).peekable();
    here.peek().is_some() && here.all(|m| matches!(m.stance, Stance::About | Stance::Wanted | Stance::Negated))
}
