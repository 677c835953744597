//! Who may work where, who needs or gives sponsorship, clearances, and when somebody could start.

use super::place::PlaceReader;
use super::terms::{Reading, one_of};
use super::text::Span;
use super::timeline::date;
use crate::domain::{Month, PartialDate};

/// What is said about the right to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permit {
    /// May work there.
    MayWork,
    /// May not, or only with sponsorship.
    NeedsSponsorship,
    /// The employer sponsors nobody.
    NoSponsorship,
    /// The employer sponsors.
    OffersSponsorship,
    /// A security clearance.
    Clearance,
}

/// A statement about the right to work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authorization {
    pub permit: Permit,
    /// ISO 3166 alpha-2, or `EU`; `None` where no country is named.
    pub country: Option<Box<str>>,
    /// Whether it is asked of others rather than said of oneself.
    pub demanded: bool,
    pub span: Span,
}

/// When somebody could start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Availability {
    /// From this date on.
    From(PartialDate),
    /// So many days after giving notice.
    Notice { days: u16 },
    /// At once.
    Now,
}

/// No honest text has more statements; reading on would only cost time.
const MOST_STATEMENTS: usize = 500;

/// All statements about the right to work, in order.
pub(crate) fn authorizations(reading: &Reading, places: &PlaceReader) -> Vec<Authorization> {
    let mut found: Vec<Authorization> = Vec::new();
    let statements = (0..reading.len()).filter_map(|at| Some((at, permit_at(reading, at)?)));
    for (at, (permit, last)) in statements.take(MOST_STATEMENTS) {
        let sentence = reading.sentence(at);
        // Equal opportunity speaks of citizenship too.
        if reading
            .find(sentence.clone(), &["religion", "race", "gender", "veteran", "discriminate", "discrimination", "?"])
            .is_some()
        {
            continue;
        }
        let demanded = sentence.clone().any(|i| {
            one_of!(reading.word(i), "must required requires require only applicants candidates you you'll we eligible")
                && !(reading.word(i).starts_with("requir") && permit == Permit::NeedsSponsorship)
                && !(i == at && reading.word(i) == "eligible")
                && !(matches!(reading.word(i), "eligible" | "only" | "require")
                    && sentence.clone().any(|j| matches!(reading.word(j), "i" | "my")))
        });
        let permit = if demanded && permit == Permit::NeedsSponsorship { Permit::NoSponsorship } else { permit };
        let country = country_near(reading, places, at, last);
        let repeated = found.last().is_some_and(|old| {
            old.permit == permit
                && (old.country == country || country.is_none())
                && reading.tokens[at].sentence
                    == reading.tokens[reading.tokens.partition_point(|t| t.span.end <= old.span.start)].sentence
        });
        if !repeated {
            found.push(Authorization { permit, country, demanded, span: reading.span(at, last) });
        }
    }
    found
}

/// Whether a word can begin a statement about the right to work.
fn speaks_of_permits(word: &str) -> bool {
    matches!(
        word,
        "authorized"
            | "authorised"
            | "eligible"
            | "entitled"
            | "permitted"
            | "allowed"
            | "right"
            | "work"
            | "employment"
            | "permit"
            | "citizen"
            | "citizens"
            | "citizenship"
            | "person"
            | "persons"
            | "national"
            | "nationals"
            | "passport"
            | "passports"
            | "green"
            | "blue"
            | "permanent"
            | "h1b"
            | "h"
            | "sponsorship"
            | "sponsor"
            | "sponsoring"
            | "sponsored"
            | "clearance"
            | "ts"
    )
}

fn permit_at(reading: &Reading, at: usize) -> Option<(Permit, usize)> {
    let (word, next) = (reading.word(at), reading.word(at + 1));
    if !speaks_of_permits(word) {
        return None;
    }
    let sentence = reading.sentence(at);
    let negated = (at.saturating_sub(4).max(sentence.start)..at).any(|i| {
        one_of!(reading.word(i), "no not without lack lacking isn't don't never nor cannot can't unable won't")
    });
    let may = if negated { Permit::NeedsSponsorship } else { Permit::MayWork };
    match word {
        "authorized" | "authorised" | "eligible" | "entitled" | "permitted" | "allowed"
            if next == "to" && reading.word(at + 2) == "work" =>
        {
            // "authorized to work without sponsorship" is still a right.
            Some((may, at + 2))
        }
        "right" if reading.is_at(at + 1, "to work") => Some((may, at + 2)),
        "work" if matches!(next, "rights" | "authorization" | "authorisation" | "permit" | "permission") => {
            Some((may, at + 1))
        }
        "employment" if matches!(next, "authorization" | "authorisation" | "pass") => Some((may, at + 1)),
        "permit" if !matches!(reading.before(at, 1), "work" | "will" | "to" | "that") => Some((may, at)),
        "citizen" | "citizens" | "citizenship" | "person" | "persons" | "national" | "nationals"
            if !matches!(reading.before(at, 1), "senior" | "fellow" | "good")
                && !one_of!(
                    next,
                    "lab labs laboratory laboratories center centre supercomputing institute security guard \
             university science scientist scientists developer developers",
                ) =>
        {
            let of_country = matches!(
                reading.before(at, 1),
                "us" | "u.s" | "uk" | "eu" | "british" | "american" | "canadian" | "german" | "french"
            );
            (word.starts_with("citizen") || of_country).then_some((may, at))
        }
        // Export control speaks of "US persons".
        "person" | "persons" if matches!(reading.before(at, 1), "us" | "u.s") => Some((may, at)),
        "h1b" | "h" if (1..=6).any(|back| reading.before(at, back).starts_with("sponsor")) => None,
        "passport" | "passports" => Some((may, at)),
        "green" if next == "card" => Some((may, at + 1)),
        "blue" if next == "card" && reading.before(at, 1) == "eu" => Some((may, at + 1)),
        "permanent" if next == "resident" || next == "residency" || next == "residence" => Some((may, at + 1)),
        "h1b" => Some((Permit::NeedsSponsorship, at)),
        "h" if next == "1" && reading.word(at + 2) == "b" => Some((Permit::NeedsSponsorship, at + 2)),
        "sponsorship" | "sponsor" | "sponsoring" | "sponsored" => {
            sponsorship(reading, at, negated).map(|permit| (permit, at))
        }
        "clearance" => {
            let near = (at.saturating_sub(5).max(sentence.start)..sentence.end.min(at + 3)).any(|i| {
                one_of!(
                    reading.word(i),
                    "security secret ts sci active dod doe q government nato sc dv uk federal vetting polygraph",
                )
            });
            (near && !negated).then_some((Permit::Clearance, at))
        }
        "ts" if next == "/" && reading.word(at + 2) == "sci" && reading.word(at + 3) != "clearance" => {
            Some((Permit::Clearance, at + 2))
        }
        _ => None,
    }
}

fn sponsorship(reading: &Reading, at: usize, negated: bool) -> Option<Permit> {
    let sentence = reading.sentence(at);
    let before = at.saturating_sub(7).max(sentence.start)..at;
    let has =
        |range: std::ops::Range<usize>, words: &[&str]| range.into_iter().any(|i| words.contains(&reading.word(i)));
    let about_visa =
        has(sentence.clone(), &["visa", "visas", "sponsorship", "immigration", "h1b", "h", "permit", "work"]);
    if !about_visa {
        return None;
    }
    let needs = has(at + 1..at + 2, &["needed", "required", "necessary"])
        || has(before.clone(), &["need", "needs", "require", "requires", "requiring", "needing", "required"]);
    let employer = has(
        sentence.clone(),
        &[
            "we", "company", "employer", "position", "role", "offer", "provide", "available", "unable", "cannot",
            "can't",
        ],
    );
    if needs && !employer {
        return Some(if negated { Permit::MayWork } else { Permit::NeedsSponsorship });
    }
    let denied = negated
        || has(at..sentence.end.min(at + 6), &["not", "unavailable"])
        || has(before, &["not", "no", "unable", "cannot", "can't", "won't", "don't", "without"]);
    if denied {
        return Some(Permit::NoSponsorship);
    }
    (employer || reading.word(at + 1) == "possible").then_some(Permit::OffersSponsorship)
}

/// The country named closest, after the words first.
fn country_near(reading: &Reading, places: &PlaceReader, first: usize, last: usize) -> Option<Box<str>> {
    if reading.is_at(first, "green card") || reading.word(first) == "h1b" || reading.word(first) == "h" {
        return Some("US".into());
    }
    let sentence = reading.sentence(first);
    let named = |i: usize| -> Option<Box<str>> {
        let word = reading.word(i);
        if !reading.tokens.get(i)?.capital {
            return None;
        }
        let pair = match (word, reading.word(i + 1)) {
            ("united", "states") => Some("US"),
            ("united", "kingdom") => Some("GB"),
            ("european", "union") => Some("EU"),
            ("new", "zealand") => Some("NZ"),
            _ => None,
        };
        pair.or_else(|| places.country(word)).map(Into::into)
    };
    let stop = usize::from(reading.before(first, 1) == ".");
    let beside = first.checked_sub(1 + stop).filter(|at| stop > 0 || *at >= sentence.start).and_then(named);
    // A line may be broken before the country.
    let wrapped = if matches!(reading.word(last + 1), "in" | "for") { sentence.end + 4 } else { sentence.end };
    beside
        .or_else(|| (last + 1..wrapped.min(reading.len())).take(12).find_map(named))
        .or_else(|| (sentence.start..first).rev().take(8).find_map(named))
}

/// When somebody could start, as the text says it first.
pub(crate) fn availability(reading: &Reading) -> Option<(Availability, Span)> {
    let numbers = reading.numbers();
    (0..reading.len()).find_map(|at| {
        let word = reading.word(at);
        if !matches!(word, "available" | "availability" | "start" | "starting" | "free" | "begin" | "notice") {
            return None;
        }
        let sentence = reading.sentence(at);
        if matches!(word, "available" | "availability" | "start" | "starting" | "free" | "begin") {
            let personal = matches!(word, "available" | "availability" | "free")
                || matches!(reading.before(at, 1), "can" | "could" | "i" | "to" | "earliest" | ":");
            if !personal {
                return None;
            }
            let end = sentence.end.min(at + 6);
            if reading
                .find(at + 1..end, &["immediately", "now", "at once", "right away", "straight away"])
                .is_some_and(|i| i <= at + 3)
            {
                return Some((Availability::Now, reading.span(at, at + 1)));
            }
            let cue = |i: usize| {
                one_of!(reading.word(i), "from in as of starting : on by date start the after is mid late early")
            };
            let from = (at + 1..end)
                .take_while(|&i| cue(i) || date(reading, i).is_some())
                .find(|&i| date(reading, i).is_some())?;
            let found = date(reading, from)?;
            return Some((Availability::From(partial(found.first, found.exact)), reading.span(at, found.end - 1)));
        }
        if word == "notice" {
            let near = sentence.start.max(at.saturating_sub(5))..sentence.end.min(at + 7);
            let number = numbers[numbers.partition_point(|n| n.first < near.start)..]
                .iter()
                .take_while(|n| n.first < near.end)
                .find(|n| days(reading, n.last + 1, n.units()).is_some())?;
            let days = days(reading, number.last + 1, number.units())?;
            let (first, last) = (number.first.min(at), (number.last + 1).max(at));
            return Some((Availability::Notice { days }, reading.span(first, last)));
        }
        None
    })
}

fn days(reading: &Reading, unit: usize, count: u64) -> Option<u16> {
    let days = match reading.word(unit) {
        "month" | "months" => 30,
        "week" | "weeks" => 7,
        "day" | "days" => 1,
        _ => return None,
    };
    u16::try_from(count.checked_mul(days)?).ok().filter(|days| *days <= 730)
}

fn partial(month: Month, exact: bool) -> PartialDate {
    let year = month.year();
    let number = u8::try_from(month.since(Month::new(year, 1)) + 1).unwrap_or(1);
    exact.then(|| PartialDate::year_month(year, number)).flatten().unwrap_or_else(|| PartialDate::year_only(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cases;
    use crate::extract::text::Text;
    use crate::taxonomy::Taxonomy;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static READER: LazyLock<PlaceReader> = LazyLock::new(|| PlaceReader::new(&Taxonomy::embedded()));

    fn short(text: &str) -> String {
        let text = Text::new(text);
        let one = |a: &Authorization| {
            format!("{:?} {}{}", a.permit, a.country.as_deref().unwrap_or("-"), if a.demanded { " asked" } else { "" })
        };
        authorizations(&Reading::new(&text), &READER).iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_right_to_work_is_read() {
        let cases = [
            ("Authorized to work in the United States.", "MayWork US"),
            ("US citizen", "MayWork US"),
            ("Green card.", "MayWork US"),
            ("EU citizen", "MayWork EU"),
            ("I have the right to work in the UK", "MayWork GB"),
            ("Need visa sponsorship", "NeedsSponsorship -"),
            ("I do not need sponsorship", "MayWork -"),
            ("no UK permit", "NeedsSponsorship GB"),
            (
                "You must be authorised to work in the United States; we can't sponsor visas.",
                "MayWork US asked; NoSponsorship US asked",
            ),
            ("US citizens only", "MayWork US asked"),
            ("No visa sponsorship for this role", "NoSponsorship -"),
            ("We sponsor visas", "OffersSponsorship - asked"),
            ("An active TS/SCI clearance is required", "Clearance - asked"),
            ("We do not discriminate by race, religion or citizenship", ""),
            ("Worked at a national lab", ""),
            ("MacOS bookshops sponsor our club", ""),
        ];
        cases::compare(&cases, short);
    }

    #[test]
    fn permits_are_read_as_people_write_them() {
        cases::check(include_str!("cases/permit.txt"), short);
    }

    #[test]
    fn availability_is_read() {
        let read = |text: &str| {
            let text = Text::new(text);
            availability(&Reading::new(&text)).map(|(a, _)| a)
        };
        let from = |date: &str| Some(Availability::From(date.parse().unwrap()));
        assert_eq!(read("Available from January 2027"), from("2027-01"));
        assert_eq!(read("Boulder. Available from March 2027."), from("2027-03"));
        assert_eq!(read("Notice period 3 months"), Some(Availability::Notice { days: 90 }));
        assert_eq!(read("two weeks' notice"), Some(Availability::Notice { days: 14 }));
        assert_eq!(read("Available immediately"), Some(Availability::Now));
        assert_eq!(read("Can start 02/2027"), from("2027-02"));
        assert_eq!(read("highly available systems since 2020"), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|authorized to work |US |citizen |sponsor|visa |not |available |notice |3 months|from |March 2027){0,15}") {
            let text = Text::new(&text);
            let reading = Reading::new(&text);
            for a in authorizations(&reading, &READER) {
                prop_assert!(text.folded().get(a.span).is_some());
            }
            if let Some((_, span)) = availability(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
