//! Years that are nobody's experience: ages, contracts, courses, stretches of time looked back on, the years of an organisation.

use crate::extract::languages as known;
use crate::extract::lists;
use crate::extract::meter::charge;
use crate::extract::terms::{Gap, Reading, is_break};
use crate::extract::words::{Words, one_of, words};

/// Whether the years are those of something else than work.
pub(super) fn is_other(reading: &Reading, first: usize, unit: usize) -> bool {
    let next = unit + 1;
    let after = reading.word(next);
    let one_after = reading.word(next + 1);
    let spoiled = one_of!(after, lists::YEARS_OF_OTHERS_SPOILED)
        || (after == "post" && reading.gap(next + 1) != Gap::Dash)
        || (after == "of" && one_of!(one_after, lists::YEARS_OF_OTHERS_SPOILED_WORDS,))
        || (after == "of" && is_of_observations(reading, next + 1))
        || (after == "of" && one_after == "support" && reading.find(next + 2..next + 5, RELEASES).is_some())
        || (after == "in" && (one_after == "business" || (one_after == "the" && reading.word(next + 2) == "business")))
        || (after == "or" && matches!(one_after, "older" | "over" | "above"))
        || (after == "running" && matches!(one_after, "we" | "." | "," | "now" | ""))
        || (after == "in" && one_after == "a" && reading.word(next + 2) == "row");
    let before = reading.before(first, 1);
    let earlier = reading.before(first, 2);
    // "lived in the UK for the last 5 years", "a doctorate within the last two years"
    let looked_back = one_of!(before, lists::YEARS_OF_OTHERS_LOOKED_BACK_WORDS)
        && reading.sentence(first).any(|i| reading.is(i, words!(LOOKED_BACK)));
    // "people who have been here for thirty years"
    let stayed = before == "for" && matches!(earlier, "here" | "us");
    // "less than two years of experience", which asks for none; but "no less than two"
    let at_most = before == "than"
        && one_of!(earlier, lists::YEARS_OF_OTHERS_FEWER)
        && !one_of!(reading.before(first, 3), lists::YEARS_OF_OTHERS_NO);
    let bound = looked_back
        || stayed
        || at_most
        || one_of!(before, lists::YEARS_OF_OTHERS_BOUND)
        || (before == "after" && !one_of!(after, lists::YEARS_OF_OTHERS_BOUND_BY))
        || (before == "in" && !matches!(after, "of"))
        || (matches!(before, "the" | "over")
            && one_of!(earlier, lists::YEARS_OF_OTHERS_BOUND_WORDS)
            && matches!(after, "vest" | "vesting"))
        || (before == "next" || earlier == "next")
        || (before == "'s" || before == "our" || before == "its");
    if spoiled || bound {
        return true;
    }
    let sentence = reading.sentence(first);
    let window = first.saturating_sub(8).max(sentence.start)..first;
    // What was founded so long ago is done with: "founded 20 years ago, we ask for 5 years".
    let ago = window.clone().rev().find(|&i| reading.word(i) == "ago").map_or(window.start, |i| i + 1);
    let window = ago..window.end;
    let vests = window.clone().any(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_VESTS)));
    // A company's own years: a company before them, and no word of what it asks for.
    let company = window.clone().any(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_ORGANISATIONS_WORDS)))
        && (unit..sentence.end.min(unit + 8))
            .chain(window.clone())
            .all(|i| !reading.is(i, words!(lists::YEARS_OF_OTHERS_ASKED)));
    // "The position is for two years."
    let lasts = before == "for"
        && one_of!(earlier, lists::YEARS_OF_OTHERS_LASTS)
        && window.clone().any(|i| one_of!(reading.word(i), lists::YEARS_OF_OTHERS_POSTS));
    // "The duration of the internship is 3 months."
    let spans = one_of!(before, lists::YEARS_OF_OTHERS_BEFORE_SPAN)
        && window.clone().any(|i| one_of!(reading.word(i), lists::YEARS_OF_OTHERS_SPAN));
    vests || company || lasts || spans
}

/// `20 years of reanalysis data`, but not `5 years of experience in data science`.
fn is_of_observations(reading: &Reading, from: usize) -> bool {
    let observed = reading.find(from + 1..from + 3, OBSERVED);
    observed.is_some_and(|at| (from..at).all(|between| !reading.is(between, words!(lists::YEARS_OF_OTHERS_WORKED))))
}

/// So many words before a number may say since when, or for how long, and so many around it of whom.
const NEAR: usize = 4;
const AROUND: usize = 10;

/// Years of other languages that are those of a company or a contract: `Seit 27 Jahren entwickelt unser Unternehmen`, `fondée il y a
/// 15 ans`, `befristet auf 3 Jahre`. What somebody has done for so long is said of a person.
pub(super) fn is_of_others_elsewhere(reading: &Reading, first: usize, unit: usize) -> bool {
    if !reading.is(unit, words!(known::YEARS_UNITS)) {
        return false;
    }
    let sentence = reading.sentence(first);
    let around = first.saturating_sub(AROUND).max(sentence.start)..sentence.end.min(unit + 1 + AROUND);
    let any = |range: std::ops::Range<usize>, words: Words| range.into_iter().any(|at| reading.is(at, words));
    if any(around.clone(), words!(known::YEARS_EXPERIENCE)) {
        return false;
    }
    let before = (first.saturating_sub(NEAR).max(sentence.start)..first).rev();
    let before = before.take_while(|at| !is_break(reading.word(*at))).last().map_or(first..first, |start| start..first);
    let since = any(before.clone(), words!(known::YEARS_SINCE));
    let ago = any(before, words!(known::YEARS_AGO));
    ago || (since && any(around.clone(), words!(known::YEARS_ORGANISATIONS)))
        || any(around.clone(), words!(known::YEARS_TERMS))
        // `fondée il y a 15 ans`, `15 jaar geleden opgericht`
        || any(around, words!(known::YEARS_FOUNDED))
}

/// What a stretch of time is looked back on for, when it is not for work.
const LOOKED_BACK: &str = lists::YEARS_OF_OTHERS_LOOKED_BACK;

/// Years of these are what data cover, not what somebody did.
const OBSERVED: &[&str] = lists::YEARS_OF_OTHERS_OBSERVED;
const RELEASES: &[&str] = lists::YEARS_OF_OTHERS_RELEASES;

/// Words for those whose own years are told in texts.
const ORGANISATIONS: &str = lists::YEARS_OF_OTHERS_ORGANISATIONS;

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

/// Whether the years are those of an organisation or a team: `For over 40 years we have built chips`, `our lab has served
/// science for 35 years`, `100 years of combined experience`.
pub(super) fn is_of_an_organisation(reading: &Reading, first: usize, unit: usize) -> bool {
    let sentence = reading.sentence(first);
    let before = first.saturating_sub(8).max(sentence.start)..first;
    let after = unit + 1..sentence.end.min(unit + 7);
    let any = |range: std::ops::Range<usize>, words: Words| range.into_iter().any(|i| words.has(reading.word(i)));
    if any(before.clone(), words!(lists::YEARS_OF_OTHERS_ASKING)) {
        return false;
    }
    let team = words!(lists::YEARS_OF_OTHERS_TEAM);
    if any(after.clone(), words!("combined collective")) && any(before.clone(), team) {
        return true;
    }
    // "For more than 30 years, our company has", "over the past 20 years the laboratory has", "One of the top firms for over 30 years, we".
    let comma = reading.word(after.start) == ",";
    let lasting = comma && (1..=LASTING).any(|back| reading.before(first, back) == "for");
    let opens = lasting || (sentence.start..first).all(|i| reading.is(i, words!(lists::YEARS_OF_OTHERS_OPENS)));
    let start = after.start + usize::from(comma);
    let subject = match reading.word(start) {
        "we" | "we've" => true,
        "our" | "the" | "this" => any(start + 1..start + 4, words!(ORGANISATIONS)),
        _ => lasting && is_somebody_named(reading, start),
    };
    let goes_on = any(start..start + 7, words!(lists::YEARS_OF_OTHERS_GOES_ON));
    if opens && first > sentence.start && subject && goes_on && !any(after, words!("i my you")) {
        return true;
    }
    // "We were founded in 2012 and have grown for 6 years."
    let since = (sentence.start.max(first.saturating_sub(30))..first).rev().take_while(|&i| reading.word(i) != "ago");
    let grown = since.into_iter().any(|i| matches!(reading.word(i), "founded" | "grown" | "profitable"));
    if grown && matches!(reading.word(sentence.start), "we" | "our" | "the") {
        return true;
    }
    // "We have kept the lights on for 11 years without an outage."
    let kept = matches!(reading.word(sentence.start), "we've")
        || (reading.word(sentence.start) == "we" && matches!(reading.word(sentence.start + 1), "have" | "had"));
    if kept && matches!(reading.before(first, 1), "for" | "over") {
        return true;
    }
    // "Acme has been building chips for 35 years."
    let had = (sentence.start + 1..sentence.start + 4).find(|&i| reading.is(i, words!(lists::YEARS_OF_OTHERS_HAD)));
    if had.is_some_and(|had| had < first)
        && (1..=LASTING).any(|back| reading.before(first, back) == "for")
        && is_somebody_named(reading, sentence.start)
    {
        return true;
    }
    // "Our lab has served science for 35 years."
    let ours = matches!(reading.word(sentence.start), "our" | "the")
        && any(sentence.start + 1..sentence.start + 4, words!(ORGANISATIONS))
        && any(sentence.start + 2..first.min(sentence.start + 6), words!(lists::YEARS_OF_OTHERS_OURS));
    ours && reading.find(before, &["for", "over"]).is_some()
}
