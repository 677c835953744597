//! Where work is done, as other languages say it: `zwei Tage im Büro`, `télétravail partiel`, `op locatie`.

use std::sync::LazyLock;

use crate::domain::WorkMode;
use crate::extract::languages as known;
use crate::extract::phrases::Phrases;
use crate::extract::terms::Reading;
use crate::extract::words::{Words, words};

/// Days and shares stand so many tokens beside what they are days and shares of.
const NEAR: usize = 16;
/// A word of refusal stands so many tokens before what it refuses.
const REFUSED: usize = 2;
/// The days of a working week.
const WEEK: u16 = 5;

/// What a phrase tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Remote,
    Onsite,
    Hybrid,
    /// At home, and in the office, beside a number of days.
    Home,
    Office,
}

static PHRASES: LazyLock<Phrases<Says>> = LazyLock::new(|| {
    Phrases::new(&[
        (Says::Remote, known::MODES_REMOTE),
        (Says::Onsite, known::MODES_ONSITE),
        (Says::Hybrid, known::MODES_HYBRID),
        (Says::Home, known::MODES_HOME),
        (Says::Office, known::MODES_OFFICE),
    ])
});
/// A mode and the last token of what tells it.
type Told = Option<(WorkMode, usize)>;

const DAYS: Words = words!(known::DAYS_UNITS);

/// The words that modes begin with there, and units of days.
pub(in crate::extract) fn first_words() -> impl Iterator<Item = &'static str> {
    let all = [known::MODES_REMOTE, known::MODES_ONSITE, known::MODES_HYBRID].into_iter().flatten();
    all.filter_map(|phrase| phrase.split(' ').next()).chain(DAYS.iter())
}

/// The mode that the token at `at` opens, in any text but one in English: there the words mean other things.
pub(super) fn told(reading: &Reading, at: usize) -> Told {
    if reading.text.spoken().is_english() {
        return None;
    }
    if reading.is(at, DAYS) {
        return days(reading, at);
    }
    let (says, last) = said(reading, at, &[Says::Remote, Says::Onsite, Says::Hybrid])?;
    let around = |range: std::ops::Range<usize>, words: Words| range.into_iter().any(|at| reading.is(at, words));
    if says == Says::Hybrid {
        let of_things = around(at.saturating_sub(1)..at, words!(known::MODES_THINGS))
            || around(last + 1..last + 2, words!(known::MODES_THINGS));
        return (!of_things).then_some((WorkMode::Hybrid, last));
    }
    let refused = around(at.saturating_sub(REFUSED)..at, words!(known::MODES_NOT));
    let partly = around(at.saturating_sub(1)..at, words!(known::MODES_PARTLY))
        || around(last + 1..last + 2, words!(known::MODES_PARTLY));
    let mode = match says {
        _ if partly || is_shared(reading, at) => WorkMode::Hybrid,
        Says::Remote if refused => WorkMode::Onsite,
        Says::Remote => WorkMode::Remote,
        _ if refused => return None,
        _ => WorkMode::Onsite,
    };
    Some((mode, last))
}

/// Whether a word of the languages says that only a part is meant, right before a mode.
pub(super) fn is_partly(reading: &Reading, at: usize) -> bool {
    if reading.text.foreign().is_none() {
        return false;
    }
    let partly = |at: usize| reading.is(at, words!(known::MODES_PARTLY));
    at.checked_sub(1).is_some_and(partly) || partly(at + 1) || is_shared(reading, at)
}

/// The longest phrase of some sorts at a token, and its last token.
fn said(reading: &Reading, at: usize, sorts: &[Says]) -> Option<(Says, usize)> {
    let begun = PHRASES.opened_by(reading.word(at).as_bytes(), reading.tokens.get(at)?.hash).iter();
    let fits = begun.filter(|phrase| sorts.contains(&phrase.meaning));
    let longest =
        fits.filter(|phrase| phrase.continues(|next| reading.word(at + next))).max_by_key(|phrase| phrase.len());
    longest.map(|phrase| (phrase.meaning, at + phrase.len() - 1))
}

/// The sentence around a token, no further than what stands near.
fn near(reading: &Reading, at: usize) -> std::ops::Range<usize> {
    let sentence = reading.sentence(at);
    sentence.start.max(at.saturating_sub(NEAR))..sentence.end.min(at + 1 + NEAR)
}

/// The days that a unit at `at` counts: `2 Tage`, `drei Tage`.
fn counted(reading: &Reading, at: usize) -> Option<u16> {
    let number = reading.before(at, 1);
    number.parse().ok().or_else(|| known::number_named(number)).filter(|days| (1..=WEEK).contains(days))
}

/// Whether some days of the week, or less than all of the time, are told beside a mode.
fn is_shared(reading: &Reading, at: usize) -> bool {
    let days = |at: usize| reading.is(at, DAYS) && counted(reading, at).is_some_and(|days| days < WEEK);
    let share = |at: usize| {
        reading.word(at) == "%" && reading.before(at, 1).parse().is_ok_and(|share: u32| (1..100).contains(&share))
    };
    near(reading, at).any(|at| days(at) || share(at))
}

/// `drei Tage pro Woche im Büro`, `deux jours à la maison`: some days here, the others there.
fn days(reading: &Reading, at: usize) -> Told {
    let days = counted(reading, at)?;
    let where_to = near(reading, at).find_map(|at| said(reading, at, &[Says::Home, Says::Office]))?.0;
    let mode = match where_to {
        _ if days < WEEK => WorkMode::Hybrid,
        Says::Home => WorkMode::Remote,
        _ => WorkMode::Onsite,
    };
    Some((mode, at))
}
