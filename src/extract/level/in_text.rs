//! The rungs that texts name: in titles, and in sentences of those who speak of themselves or of a post.

use std::sync::LazyLock;

use super::level_of_words;
use crate::domain::Level;
use crate::extract::languages as known;
use crate::extract::lexicon::Kinds;
use crate::extract::lists;
use crate::extract::phrases::Phrases;
use crate::extract::place_kind::is_occupation;
use crate::extract::rules::Rules;
use crate::extract::terms::{Gap, Reading, is_break};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};

/// Rungs as other languages name them.
const ELSEWHERE: &[(Level, &[&str])] = &[
    (Level::Director, known::LEVELS_DIRECTOR),
    (Level::Manager, known::LEVELS_MANAGER),
    (Level::Lead, known::LEVELS_LEAD),
    (Level::Entry, known::LEVELS_ENTRY),
    (Level::Senior, known::LEVELS_SENIOR),
    (Level::Staff, known::LEVELS_STAFF),
];

/// By first word, the phrases of those.
static RUNGS_ELSEWHERE: LazyLock<Phrases<Level>> = LazyLock::new(|| Phrases::new(ELSEWHERE));

/// The words that those begin with.
pub(in crate::extract) fn words_elsewhere() -> impl Iterator<Item = &'static str> {
    ELSEWHERE.iter().flat_map(|(_, phrases)| *phrases).filter_map(|phrase| phrase.split(' ').next())
}

/// A rung as another language names it, with its last token.
pub(super) fn rung_elsewhere(reading: &Reading, at: usize) -> Option<(Level, usize)> {
    if reading.text.spoken().is_english() {
        return None;
    }
    let begun = RUNGS_ELSEWHERE.opened_by(reading.word(at).as_bytes(), reading.tokens.get(at)?.hash).iter();
    let longest =
        begun.filter(|phrase| phrase.continues(|next| reading.word(at + next))).max_by_key(|phrase| phrase.len());
    longest.map(|phrase| (phrase.meaning, at + phrase.len() - 1))
}

/// So many opening sentences tell of the present.
const OPENING: usize = 4;

pub(in crate::extract) static RULES: LazyLock<Rules<Level>> =
    LazyLock::new(|| Rules::built_in("level_texts.toml", include_str!("../data/rules/level_texts.toml")));

/// The words that may name a rung in a text.
pub(in crate::extract) fn text_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// A title has no more words from its rung to its trade: `Senior Staff GPU Networking Software Engineer`.
const TITLE_WORDS: usize = 6;

/// The rung of a title in a text, with the last word of the title: `senior engineering manager`, `Staff iOS Engineer`. A title is a title
/// wherever it stands, so it is read as one.
fn level_of_title_at(reading: &Reading, at: usize) -> Option<(Level, usize)> {
    let ends = |at: usize| {
        let word = reading.word(at);
        word.is_empty() || reading.gap(at) == Gap::Line || is_break(word)
    };
    let is_trade = |at: usize| is_occupation(reading.word(at)) || one_of!(reading.word(at), "director scientist lead");
    let within = at + 1..at + 1 + TITLE_WORDS;
    let mut within =
        within.take_while(|at| !ends(*at) && !reading.tokens[*at].kinds.has(Kinds::CONNECTOR | Kinds::LINK));
    let trade = within.find(|at| is_trade(*at))?;
    // `Senior Director, Engineering`, but `lead engineer and manager`.
    let last = if is_trade(trade + 1) && !ends(trade + 1) { trade + 1 } else { trade };
    level_of_words(reading, at..last + 1).map(|level| (level, last))
}

/// The level that a summary or posting names in its sentences, with the words that do.
pub(crate) fn level_in_text(reading: &Reading) -> Option<(Level, Span)> {
    let named = reading.with(Kinds::RUNG).filter_map(|at| {
        let title = level_of_title_at(reading, at).map(|(level, last)| (level, at, last));
        let alone = |(level, at)| (level, at, at);
        let opened = || RULES.at(reading, at).map(|hit| (*hit.emit, at, hit.last));
        let elsewhere = || rung_elsewhere(reading, at).filter(|_| reading.tokens[at].sentence < OPENING).map(alone);
        title.or_else(opened).or_else(elsewhere)
    });
    named.into_iter().find_map(|(level, at, end)| {
        let of_others = RULES.of_group("others", reading, at, end + 1).is_some();
        (!of_others).then(|| {
            let last = end + usize::from(reading.is(end + 1, words!(lists::LEVEL_IN_TEXT_LEVEL_LAST)));
            (level, reading.span(at, last.min(reading.len() - 1)))
        })
    })
}
