//! Who may work where, who needs or gives sponsorship, and clearances. When somebody could start is in `availability`.

use super::lexicon::{Kinds, Openings};
use super::place::PlaceReader;
use super::terms::{Reading, year_of};
use super::text::Span;
use super::words::{Words, one_of, words};

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
    pub status: Status,
    pub span: Span,
}

/// On what a right to work rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nothing more is said.
    Unstated,
    /// Citizenship or permanent residence: a "U.S. person" of export control.
    Person,
    /// A visa that is tied to an employer or to studies.
    Visa,
}

impl Status {
    fn of(word: &str) -> Self {
        match word {
            "citizen" | "citizens" | "citizenship" | "person" | "persons" | "national" | "nationals" | "passport"
            | "passports" | "green" | "permanent" | "itar" => Self::Person,
            "h1b" | "h" | "f" | "l" | "o" | "j" | "e" | "opt" | "cpt" | "tn" => Self::Visa,
            _ => Self::Unstated,
        }
    }
}

/// No honest text has more statements; reading on would only cost time.
const MOST_STATEMENTS: usize = 500;

/// All statements about the right to work, in order.
pub(crate) fn authorizations(reading: &Reading, places: &PlaceReader) -> Vec<Authorization> {
    let mut found: Vec<Authorization> = Vec::new();
    for (at, (permit, last)) in reading.opened(Kinds::PERMIT, OPENINGS).take(MOST_STATEMENTS) {
        let mut sentence = reading.sentence(at);
        // The stop of "U.S." ends no sentence.
        if sentence.start >= 2
            && reading.before(sentence.start, 1) == "."
            && matches!(reading.before(sentence.start, 2), "u.s" | "u.k")
        {
            sentence.start = reading.sentence(sentence.start - 1).start;
        }
        // Equal opportunity speaks of citizenship too.
        if reading
            .find(sentence.clone(), &["religion", "race", "gender", "veteran", "discriminate", "discrimination", "?"])
            .is_some()
        {
            continue;
        }
        let demanded = sentence.clone().any(|i| {
            reading.is(i, words!("must required requires require only applicants candidates you you'll we eligible"))
                && !(reading.word(i).starts_with("requir") && permit == Permit::NeedsSponsorship)
                && !(i == at && reading.word(i) == "eligible")
                && !(matches!(reading.word(i), "eligible" | "only" | "require")
                    && sentence.clone().any(|j| matches!(reading.word(j), "i" | "my")))
        });
        let permit = if demanded && permit == Permit::NeedsSponsorship { Permit::NoSponsorship } else { permit };
        // The export control of the United States: whoever is bound by it may employ U.S. persons.
        let controlled = reading.word(at) == "itar";
        let demanded = demanded || controlled;
        let country = if controlled { Some("US".into()) } else { country_near(reading, places, at, last) };
        let repeated = found.last().is_some_and(|old| {
            old.permit == permit
                && (old.country == country || country.is_none())
                && reading.tokens[at].sentence
                    == reading.tokens[reading.tokens.partition_point(|t| t.span.end <= old.span.start)].sentence
        });
        if !repeated {
            let status = Status::of(reading.word(at));
            found.push(Authorization { permit, country, demanded, status, span: reading.span(at, last) });
        }
    }
    found
}

/// What says of the right to work, and the last token of it.
type Told = Option<(Permit, usize)>;

/// What may begin a statement about the right to work.
pub(super) const OPENINGS: Openings<(Permit, usize)> = &[
    // "authorized to work without sponsorship" is still a right.
    (words!("authorized authorised eligible entitled permitted allowed right"), |reading, at| {
        reading.is_at(at + 1, "to work").then(|| (may(reading, at), at + 2))
    }),
    (words!("work"), |reading, at| {
        let right =
            matches!(reading.word(at + 1), "rights" | "authorization" | "authorisation" | "permit" | "permission");
        right.then(|| (may(reading, at), at + 1))
    }),
    (words!("employment"), |reading, at| {
        let right = matches!(reading.word(at + 1), "authorization" | "authorisation" | "pass");
        right.then(|| (may(reading, at), at + 1))
    }),
    (words!("permit"), |reading, at| {
        let verb = matches!(reading.before(at, 1), "work" | "will" | "to" | "that");
        (!verb).then(|| (may(reading, at), at))
    }),
    (words!("citizen citizens citizenship person persons national nationals"), citizen),
    (words!("passport passports"), |reading, at| Some((may(reading, at), at))),
    (words!("green"), |reading, at| (reading.word(at + 1) == "card").then(|| (may(reading, at), at + 1))),
    (words!("blue"), |reading, at| {
        (reading.word(at + 1) == "card" && reading.before(at, 1) == "eu").then(|| (may(reading, at), at + 1))
    }),
    (words!("permanent"), |reading, at| {
        let resident = matches!(reading.word(at + 1), "resident" | "residency" | "residence");
        resident.then(|| (may(reading, at), at + 1))
    }),
    (words!("h1b"), |reading, at| (!is_sponsored(reading, at)).then_some((Permit::NeedsSponsorship, at))),
    (words!("h"), |reading, at| {
        let visa = reading.word(at + 1) == "1" && reading.word(at + 2) == "b";
        (visa && !is_sponsored(reading, at)).then_some((Permit::NeedsSponsorship, at + 2))
    }),
    (words!("f l o j e"), |reading, at| {
        let visa = matches!(reading.word(at + 1), "1" | "2" | "3")
            && (reading.is(at + 2, words!("visa status holder opt student")) || reading.before(at, 1) == "on");
        visa.then_some((Permit::NeedsSponsorship, at + 1))
    }),
    (words!("opt cpt"), |reading, at| {
        let visa = is_upper(reading, at)
            && (one_of!(reading.before(at, 1), "on stem 1 my") || one_of!(reading.word(at + 1), "ead until through"));
        visa.then_some((Permit::NeedsSponsorship, at))
    }),
    (words!("tn"), |reading, at| {
        let visa = is_upper(reading, at) && matches!(reading.word(at + 1), "visa" | "status");
        visa.then_some((Permit::NeedsSponsorship, at + 1))
    }),
    (words!("ead"), |reading, at| is_upper(reading, at).then(|| (may(reading, at), at))),
    (words!("sponsorship sponsor sponsoring sponsored"), |reading, at| {
        sponsorship(reading, at, is_denied(reading, at)).map(|permit| (permit, at))
    }),
    (words!("clearance"), clearance),
    (words!("itar"), export_control),
    (words!("ts"), |reading, at| {
        let top_secret =
            reading.word(at + 1) == "/" && reading.word(at + 2) == "sci" && reading.word(at + 3) != "clearance";
        top_secret.then_some((Permit::Clearance, at + 2))
    }),
];

/// Whether a few words before the token deny it.
fn is_denied(reading: &Reading, at: usize) -> bool {
    let start = at.saturating_sub(4).max(reading.sentence(at).start);
    (start..at)
        .any(|i| reading.is(i, words!("no not without lack lacking isn't don't never nor cannot can't unable won't")))
}

/// A right, or the lack of it.
fn may(reading: &Reading, at: usize) -> Permit {
    if is_denied(reading, at) { Permit::NeedsSponsorship } else { Permit::MayWork }
}

fn citizen(reading: &Reading, at: usize) -> Told {
    let (word, next) = (reading.word(at), reading.word(at + 1));
    let other = matches!(reading.before(at, 1), "senior" | "fellow" | "good")
        || one_of!(
            next,
            "lab labs laboratory laboratories center centre supercomputing institute security guard \
             university science scientist scientists developer developers",
        );
    // The stop of "U.S." may have been taken for the end of a sentence.
    let stop = usize::from(reading.before(at, 1) == ".");
    let of_country = matches!(
        reading.before(at, 1 + stop),
        "us" | "u.s" | "uk" | "eu" | "british" | "american" | "canadian" | "german" | "french"
    );
    (!other && (word.starts_with("citizen") || of_country)).then(|| (may(reading, at), at))
}

/// `we sponsor H1B visas`
fn is_sponsored(reading: &Reading, at: usize) -> bool {
    (1..=6).any(|back| reading.before(at, back).starts_with("sponsor"))
}

fn clearance(reading: &Reading, at: usize) -> Told {
    let sentence = reading.sentence(at);
    let near = (at.saturating_sub(5).max(sentence.start)..sentence.end.min(at + 3)).any(|i| {
        reading
            .is(i, words!("security secret ts sci active dod doe q government nato sc dv uk federal vetting polygraph"))
    });
    (near && !is_denied(reading, at)).then_some((Permit::Clearance, at))
}

fn export_control(reading: &Reading, at: usize) -> Told {
    let sentence = reading.sentence(at);
    let any = |list: Words| sentence.clone().any(|i| reading.is(i, list));
    let bound = any(words!(
        "subject controlled restricted regulated governed restrictions regulations requirements comply compliant"
    ));
    let skill = any(words!("experience knowledge familiarity familiar plus bonus audits i my"));
    (is_upper(reading, at) && bound && !skill).then_some((Permit::MayWork, at))
}

fn is_upper(reading: &Reading, at: usize) -> bool {
    reading.text.original(&reading.tokens[at].span).chars().all(char::is_uppercase)
}

/// When a clearance came to an end, where the text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lapsed {
    In(i16),
    Sometime,
}

/// Whether the words around a clearance say that it is one no more: `my TS/SCI lapsed in 2013`.
pub(crate) fn lapse(reading: &Reading, span: &Span) -> Option<Lapsed> {
    let first = reading.tokens.partition_point(|token| token.span.end <= span.start);
    let end = reading.tokens.partition_point(|token| token.span.start < span.end);
    let held = first >= end || (1..=3).any(|back| one_of!(reading.before(first, back), "active current valid"));
    if held && !(1..=4).any(|back| matches!(reading.before(first, back), "not" | "no")) {
        return None;
    }
    let segment = reading.segment(first);
    let near = first.saturating_sub(5).max(segment.start)..segment.end.min(end + 6);
    let lapsed = |at: usize| {
        let gone = reading
            .is(at, words!("lapsed expired inactive former formerly previously ex terminated surrendered past"))
            || reading.is_at(at, "no longer")
            || reading.is_at(at, "used to")
            || reading.is_at(at, "once held")
            || reading.is_at(at, "not active")
            || reading.is_at(at, "not current");
        gone && !(1..=2).any(|back| matches!(reading.before(at, back), "not" | "never" | "hasn't" | "isn't"))
    };
    // Of "active TS/SCI, previously Secret" each clearance has its own words.
    let comma = near.clone().find(|&at| reading.word(at) == "," && at > end);
    let near = comma.map_or(near.clone(), |comma| near.start..comma);
    let year = || near.clone().find_map(|at| year_of(reading.word(at)));
    near.clone().any(lapsed).then(|| year().map_or(Lapsed::Sometime, Lapsed::In))
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
    if reading.is_at(first, "green card")
        || matches!(Status::of(reading.word(first)), Status::Visa)
        || reading.word(first) == "ead"
    {
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
            ("ITAR: you must be a U.S. person (citizen or permanent resident).", "MayWork US asked"),
            ("This position is subject to ITAR.", "MayWork US asked"),
            ("Experience with ITAR compliance is a plus.", ""),
            ("Permanent resident of the United States.", "MayWork US"),
            ("In the United States on an H-1B visa.", "NeedsSponsorship US"),
            ("On F-1 OPT until spring.", "NeedsSponsorship US"),
            ("TN visa", "NeedsSponsorship US"),
            ("We opt for the simple way; on opt-in", ""),
        ];
        cases::compare(&cases, short);
    }

    #[test]
    fn permits_are_read_as_people_write_them() {
        cases::check(include_str!("cases/permit.txt"), short);
    }

    #[test]
    fn a_clearance_that_has_lapsed_is_told_from_one_that_holds() {
        let lapsed = |text: &str| {
            let text = Text::new(text);
            let at = text.folded().find("ts/sci").expect("the text names one");
            lapse(&Reading::new(&text), &(at..at + 6)).is_some()
        };
        for text in [
            "My TS/SCI lapsed in 2013.", "TS/SCI (expired)", "Formerly TS/SCI cleared", "TS/SCI, inactive",
            "I no longer hold a TS/SCI", "Previously held TS/SCI",
        ] {
            assert!(lapsed(text), "{text}");
        }
        for text in
            ["My TS/SCI is active.", "Active TS/SCI, formerly Secret", "TS/SCI, never lapsed", "TS/SCI has not expired"]
        {
            assert!(!lapsed(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|authorized to work |US |citizen |sponsor|visa |not |available |notice |3 months|from |March 2027){0,15}") {
            let text = Text::new(&text);
            let reading = Reading::new(&text);
            for a in authorizations(&reading, &READER) {
                prop_assert!(text.folded().get(a.span).is_some());
            }
        }
    }
}
