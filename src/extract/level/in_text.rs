//! The rungs that texts name: in titles, and in sentences of those who speak of themselves or of a post.

use std::sync::LazyLock;

use super::{level_of_code, level_of_title};
use crate::domain::Level;
use crate::extract::languages as known;
use crate::extract::lexicon::{Kinds, Openings};
use crate::extract::phrases::Phrases;
use crate::extract::place_kind::is_occupation;
use crate::extract::terms::{Gap, Reading, is_break};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};

/// `Staff ML Engineer`, `Staff GPU Networking Engineer`: capital letters up to the trade.
fn is_of_a_staff_title(reading: &Reading, at: usize) -> bool {
    let capital = |at: usize| reading.tokens.get(at).is_some_and(|token| token.capital);
    let title = (at + 1..at + 5).take_while(|&at| capital(at) && reading.gap(at) != Gap::Line);
    capital(at) && title.into_iter().any(|at| one_of!(reading.word(at), "engineer scientist developer architect"))
}

/// Rungs as other languages name them.
const ELSEWHERE: &[(Level, &[&str])] = &[
    (Level::Director, known::LEVELS_DIRECTOR),
    (Level::Manager, known::LEVELS_MANAGER),
    (Level::Lead, known::LEVELS_LEAD),
    (Level::Entry, known::LEVELS_ENTRY),
    (Level::Senior, known::LEVELS_SENIOR),
    (Level::Staff, known::LEVELS_STAFF),
];

/// By first word, the phrases of those, and with their language those that mean something else in another.
static RUNGS_ELSEWHERE: LazyLock<Phrases<(Level, Option<&'static str>)>> = LazyLock::new(|| {
    let everywhere = ELSEWHERE.iter().map(|(level, phrases)| ((*level, None), *phrases));
    let here = known::LEVELS_HERE_ENTRY.iter().map(|(code, phrases)| ((Level::Entry, Some(*code)), *phrases));
    Phrases::new(&everywhere.chain(here).collect::<Vec<_>>())
});

/// The words that those begin with.
pub(in crate::extract) fn words_elsewhere() -> impl Iterator<Item = &'static str> {
    let here = known::LEVELS_HERE_ENTRY.iter().map(|(_, phrases)| *phrases);
    let all = ELSEWHERE.iter().map(|(_, phrases)| *phrases).chain(here);
    all.flatten().filter_map(|phrase| phrase.split(' ').next())
}

/// A rung as another language names it, with its last token.
pub(super) fn rung_elsewhere(reading: &Reading, at: usize) -> Option<(Level, usize)> {
    let spoken = || reading.text.spoken().code();
    if reading.text.spoken().is_english() {
        return None;
    }
    let begun = RUNGS_ELSEWHERE.opened_by(reading.word(at).as_bytes(), reading.tokens.get(at)?.hash).iter();
    let here = begun.filter(|phrase| phrase.meaning.1.is_none_or(|code| spoken() == Some(code)));
    let longest =
        here.filter(|phrase| phrase.continues(|next| reading.word(at + next))).max_by_key(|phrase| phrase.len());
    longest.map(|phrase| (phrase.meaning.0, at + phrase.len() - 1))
}

/// So many opening sentences tell of the present.
const OPENING: usize = 4;

/// The words by which a text names a rung, with the token that does: that word, or the code behind `level`.
pub(in crate::extract) const RUNGS: Openings<(Level, usize)> = &[
    (words!("senior sr smts"), |_, at| Some((Level::Senior, at))),
    (words!("junior fresher"), |_, at| Some((Level::Entry, at))),
    (words!("principal pmts"), |reading, at| {
        // `le rôle principal`
        let title = reading.tokens[at].sentence < OPENING || reading.text.foreign().is_none();
        title.then_some((Level::Principal, at))
    }),
    (words!("mts"), |_, at| Some((Level::Mid, at))),
    (words!("staff"), |reading, at| {
        let named = matches!(reading.word(at + 1), "engineer" | "level" | "software" | "sre" | "site");
        (named || is_of_a_staff_title(reading, at)).then_some((Level::Staff, at))
    }),
    (words!("mid"), |reading, at| matches!(reading.word(at + 1), "level" | "career").then_some((Level::Mid, at))),
    (words!("entry"), |reading, at| (reading.word(at + 1) == "level").then_some((Level::Entry, at))),
    (words!("graduate"), |reading, at| {
        let asked = matches!(reading.word(at + 1), "role" | "position" | "engineer" | "programme" | "program");
        asked.then_some((Level::Entry, at))
    }),
    // An internship further down is one of long ago.
    (words!("intern interns"), |reading, at| (reading.tokens[at].sentence < OPENING).then_some((Level::Entry, at))),
    (words!("student"), |reading, at| {
        let of = one_of!(
            reading.before(at, 1),
            "science engineering phd doctoral graduate undergraduate bachelor's master's masters",
        );
        (of && reading.tokens[at].sentence < OPENING).then_some((Level::Entry, at))
    }),
    (words!("member"), |reading, at| {
        let staff = reading.is_at(at + 1, "of technical staff") || reading.is_at(at + 1, "of the technical staff");
        staff.then_some((Level::Mid, at))
    }),
    (words!("lead"), |reading, at| {
        let next = reading.word(at + 1);
        let title = matches!(next, "engineer" | "developer" | "architect" | "sre" | "administrator")
            || (matches!(reading.before(at, 1), "tech" | "technical" | "team")
                && !matches!(next, "the" | "a" | "to" | "and" | "by"));
        title.then_some((Level::Lead, at))
    }),
    (words!("distinguished"), |reading, at| {
        let title = matches!(reading.word(at + 1), "engineer" | "scientist" | "architect" | "member");
        title.then_some((Level::Principal, at))
    }),
    (words!("internship"), |reading, at| matches!(reading.before(at, 1), "this" | "our").then_some((Level::Entry, at))),
    (words!("grad"), |reading, at| {
        let role = matches!(reading.word(at + 1), "role" | "position" | "engineer" | "program" | "programme");
        (role && reading.before(at, 1) == "new").then_some((Level::Entry, at))
    }),
    (words!("vp svp evp"), |reading, at| {
        let opens = reading.sentence(at).start + 2 >= at && reading.before(at, 1) != "the";
        (opens && matches!(reading.word(at + 1), "of" | "," | "engineering" | "infrastructure"))
            .then_some((Level::Director, at))
    }),
    (words!("head"), |reading, at| {
        let of_things = (at + 2..at + 4).any(|i| reading.is(i, words!("queue line list table file pipeline stack")));
        let opens = reading.sentence(at).start + 3 >= at;
        (reading.word(at + 1) == "of" && !of_things && opens).then_some((Level::Director, at))
    }),
    (words!("director"), |reading, at| (reading.sentence(at).start + 2 >= at).then_some((Level::Director, at))),
    (words!("manager"), |reading, at| (reading.before(at, 1) == "engineering").then_some((Level::Manager, at))),
    // `level 5`, `level: ic5`
    (words!("level"), |reading, at| {
        let code = at + 1 + usize::from(reading.is_at(at, "level :"));
        Some((level_of_code(reading.word(code))?, code))
    }),
];

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
    let span = reading.span(at, last);
    level_of_title(&reading.text.folded()[span], None).map(|level| (level, last))
}

/// The level that a summary or posting names in its sentences, with the words that do.
pub(crate) fn level_in_text(reading: &Reading) -> Option<(Level, Span)> {
    let named = reading.with(Kinds::RUNG).filter_map(|at| {
        let title = level_of_title_at(reading, at).map(|(level, last)| (level, at, last));
        let alone = |(level, at)| (level, at, at);
        let opened = || reading.opened_at(at, RUNGS).map(alone);
        let elsewhere = || rung_elsewhere(reading, at).filter(|_| reading.tokens[at].sentence < OPENING).map(alone);
        title.or_else(opened).or_else(elsewhere)
    });
    named.into_iter().find_map(|(level, at, end)| {
        // Somebody else's rung: "works with senior leadership", "mentor of two juniors", "report to the director".
        let next = reading.word(end + 1);
        let others = one_of!(
            next,
            "leadership management colleagues colleague staff leaders stakeholders executives advocate \
             investigator secondary school citizens people component components managers and",
        );
        let before = (1..=6).map(|back| at.checked_sub(back).map_or("", |i| reading.word(i)));
        let about_others = before.take_while(|w| !is_break(w)).any(|w| {
            one_of!(
                w,
                "mentor mentored mentoring report reports reporting under with hire hired train trained \
             helped former formerly to was than",
            )
        });
        let asks = before_any(reading, at, &["looking", "need", "seek", "seeking", "hiring", "want", "search"]);
        let several =
            next.ends_with("ers") || next.ends_with("ors") || next.ends_with("ists") || next.ends_with("ects");
        (!others && (!(about_others || several) || asks)).then(|| {
            let last = end + usize::from(matches!(next, "level" | "of" | "engineer" | "career"));
            (level, reading.span(at, last.min(reading.len() - 1)))
        })
    })
}

fn before_any(reading: &Reading, at: usize, words: &[&str]) -> bool {
    (at.saturating_sub(7)..at).any(|i| words.contains(&reading.word(i)))
}
