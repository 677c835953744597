//! Years that are nobody's experience: ages, contracts, courses, stretches of time looked back on, the years of an organisation.

use std::sync::LazyLock;

use crate::extract::lists;
use crate::extract::meter::charge;
use crate::extract::rules::Rules;
use crate::extract::terms::Reading;
use crate::extract::words::words;

/// What is said of years around them: whether they are those of something else than work. The words are data
/// (`data/rules/years_of_others.toml`).
pub(in crate::extract) static RULES: LazyLock<Rules<bool>> =
    LazyLock::new(|| Rules::built_in("years_of_others.toml", include_str!("../data/rules/years_of_others.toml")));

/// So many tokens before a number may be `for`: `for over 30 years`, `for more than 30 years`.
const LASTING: usize = 3;

/// Whether a name stands there, in a text that speaks to whoever reads it: a posting tells in the third person of whoever posts it, and a
/// profile of the person.
fn is_somebody_named(reading: &Reading, at: usize) -> bool {
    reading.tokens.get(at).is_some_and(|token| token.capital)
        && !(at..at + 3).any(|at| reading.is(at, words!(lists::YEARS_OF_OTHERS_APPLICANTS)))
        && addresses(reading)
}

/// Whether a text says `you` often enough to be addressed to somebody.
fn addresses(reading: &Reading) -> bool {
    const OFTEN: usize = 3;
    *reading.addresses.get_or_init(|| {
        charge(reading.len());
        let said = (0..reading.len()).filter(|&at| reading.is(at, words!(lists::YEARS_OF_OTHERS_ADDRESSED)));
        said.take(OFTEN).count() == OFTEN
    })
}

/// Whether years are those of whoever posts, where a name tells it: `Acme has been building chips for 35 years`, `One of the best firms
/// for over 30 years, Acme is`, `With over 20 years of experience, Acme, part of Bcme, is`.
pub(super) fn is_of_somebody_named(reading: &Reading, first: usize, unit: usize) -> bool {
    let sentence = reading.sentence(first);
    let start = sentence.start;
    let lasts = (1..=LASTING).any(|back| reading.before(first, back) == "for");
    let has = |from: usize| (from + 1..from + 4).any(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_HAD)));
    let goes_on = || (unit + 2..unit + 9).any(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_GOES_ON)));
    let behind = reading.word(unit + 1) == "," && is_somebody_named(reading, unit + 2) && goes_on();
    let is = |from: usize| (from..sentence.end).any(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_GOES_ON)));
    let with = || {
        reading.find(unit + 1..sentence.end, &[","]).is_some_and(|at| is(at + 2) && is_somebody_named(reading, at + 1))
    };
    if reading.word(start) == "with" && with() {
        return true;
    }
    lasts && (behind || (start + 4 < first && has(start) && is_somebody_named(reading, start)))
}
