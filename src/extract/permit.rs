//! Who may work where, and who needs or gives sponsorship. Clearances are in `clearance`, when somebody could start in `availability`.

use super::clearance::{by_name, clearance, top_secret};
use super::lexicon::{Kinds, Openings};
use super::place::PlaceReader;
use super::terms::{Reading, is_break};
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
            | "passports" | "green" | "permanent" | "itar" | "ear" | "usc" | "gc" => Self::Person,
            "h1b" | "h1" | "h" | "f" | "l" | "o" | "j" | "e" | "opt" | "cpt" | "tn" | "skilled" => Self::Visa,
            _ => Self::Unstated,
        }
    }
}

/// No honest text has more statements; reading on would only cost time.
const MOST_STATEMENTS: usize = 500;
/// Nor so many stops of abbreviated countries before a statement in its sentence.
const MOST_STOPS: usize = 3;

/// All statements about the right to work, in order.
pub(crate) fn authorizations(reading: &Reading, places: &PlaceReader) -> Vec<Authorization> {
    let mut found: Vec<Authorization> = Vec::new();
    for (at, (permit, last)) in reading.opened(Kinds::PERMIT, OPENINGS).take(MOST_STATEMENTS) {
        let mut sentence = reading.sentence(at);
        // The stop of "U.S." ends no sentence.
        for _ in 0..MOST_STOPS {
            let stop = sentence.start >= 2
                && reading.before(sentence.start, 1) == "."
                && matches!(reading.before(sentence.start, 2), "u.s" | "u.k");
            if stop {
                sentence.start = reading.sentence(sentence.start - 1).start;
            }
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
                && !(reading.word(i).starts_with("requir") && is_of_sponsors(reading, i))
                && !(i == at && reading.word(i) == "eligible")
                && !(matches!(reading.word(i), "eligible" | "only" | "require")
                    && sentence.clone().any(|j| matches!(reading.word(j), "i" | "my")))
        });
        let of_sponsors = reading.word(at).starts_with("sponsor");
        let permit = match permit {
            Permit::NeedsSponsorship if Status::of(reading.word(at)) == Status::Visa => {
                of_visa_holders(reading, at, &sentence)
            }
            Permit::NeedsSponsorship if demanded => Permit::NoSponsorship,
            // `must not require sponsorship`
            Permit::MayWork if demanded && of_sponsors => Permit::NoSponsorship,
            permit => permit,
        };
        // `authorized to work without sponsorship`, said of oneself, is said once.
        let aside = of_sponsors && !demanded && permit == Permit::NoSponsorship;
        if aside
            && (1..=6).any(|back| reading.before(at, back) == "without")
            && found.last().is_some_and(|old| old.permit == Permit::MayWork && !old.demanded)
        {
            continue;
        }
        // The export control of the United States: whoever is bound by it may employ U.S. persons.
        let controlled = matches!(reading.word(at), "itar" | "ear");
        let demanded = demanded || controlled;
        let country = if controlled { Some("US".into()) } else { country_near(reading, places, at, last) };
        let repeated = found.last().is_some_and(|old| {
            old.permit == permit
                && (old.country == country || country.is_none())
                && reading.tokens.partition_point(|t| t.span.end <= old.span.start) >= sentence.start
        });
        if !repeated {
            let status = Status::of(reading.word(at));
            found.push(Authorization { permit, country, demanded, status, span: reading.span(at, last) });
        }
    }
    found
}

/// Whether `require` is said of sponsorship or a visa: `no sponsorship required`, `does not require a visa`.
fn is_of_sponsors(reading: &Reading, at: usize) -> bool {
    let near = at.saturating_sub(1)..at + 6;
    near.into_iter().any(|i| reading.word(i).starts_with("sponsor") || matches!(reading.word(i), "visa" | "visas"))
}

/// What is said of those who hold a visa: of oneself, or whether an employer takes them.
fn of_visa_holders(reading: &Reading, at: usize, sentence: &std::ops::Range<usize>) -> Permit {
    let any = |list: Words| sentence.clone().any(|i| reading.is(i, list));
    let own = any(words!("i i'm my me am need would"));
    if own {
        Permit::NeedsSponsorship
    } else if is_denied(reading, at) || any(words!("cannot can't not unable")) {
        Permit::NoSponsorship
    } else if any(words!(
        "welcome welcomed accept accepted accepting consider considered candidates applicants ok okay"
    )) {
        Permit::OffersSponsorship
    } else {
        Permit::NeedsSponsorship
    }
}

/// What says of the right to work, and the last token of it.
pub(super) type Told = Option<(Permit, usize)>;

/// What may begin a statement about the right to work.
pub(super) const OPENINGS: Openings<(Permit, usize)> = &[
    // "authorized to work without sponsorship" is still a right.
    (words!("authorized authorised eligible entitled permitted allowed right"), |reading, at| {
        let checked = reading.word(at + 3).starts_with("check") || reading.word(at + 3) == "verification";
        (reading.is_at(at + 1, "to work") && !checked).then(|| (may(reading, at), at + 2))
    }),
    (words!("legally"), |reading, at| {
        let works =
            reading.word(at + 1) == "work" || (reading.before(at, 1) == "work" && reading.before(at, 2) == "to");
        works.then(|| (may(reading, at), at + usize::from(reading.word(at + 1) == "work")))
    }),
    (words!("working"), |reading, at| {
        let visa = reading.word(at + 1) == "visa" && is_held(reading, at);
        (reading.word(at + 1) == "rights" || visa).then(|| (may(reading, at), at + 1))
    }),
    (words!("work"), |reading, at| {
        let right =
            matches!(reading.word(at + 1), "rights" | "authorization" | "authorisation" | "permit" | "permission")
                || (reading.word(at + 1) == "visa" && is_held(reading, at));
        (right && !names_visa(reading, at + 2)).then(|| (may(reading, at), at + 1))
    }),
    (words!("employment"), |reading, at| {
        let right = matches!(reading.word(at + 1), "authorization" | "authorisation" | "pass");
        (right && !names_visa(reading, at + 2)).then(|| (may(reading, at), at + 1))
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
    (words!("settled"), |reading, at| (reading.word(at + 1) == "status").then(|| (may(reading, at), at + 1))),
    (words!("indefinite"), |reading, at| reading.is_at(at + 1, "leave to remain").then(|| (may(reading, at), at + 3))),
    (words!("ilr"), |reading, at| is_upper(reading, at).then(|| (may(reading, at), at))),
    (words!("graduate"), |reading, at| {
        let visa = matches!((reading.word(at + 1), reading.word(at + 2)), ("visa", _) | ("route", "visa"));
        visa.then(|| (may(reading, at), at + 1))
    }),
    (words!("skilled"), |reading, at| {
        let visa = reading.is_at(at + 1, "worker visa") && !reading.word(at + 3).starts_with("sponsor");
        (visa && !is_sponsored(reading, at)).then_some((Permit::NeedsSponsorship, at + 2))
    }),
    (words!("niederlassungserlaubnis aufenthaltserlaubnis aufenthaltstitel arbeitserlaubnis"), |reading, at| {
        Some((may(reading, at), at))
    }),
    (words!("usc gc"), usc),
    (words!("pr"), |reading, at| {
        let named = at
            .checked_sub(1)
            .is_some_and(|before| reading.tokens[before].capital && DEMONYMS.has(reading.word(before)));
        (named && is_upper(reading, at)).then(|| (may(reading, at), at))
    }),
    (words!("visa visas"), visa),
    (words!("h1"), |reading, at| {
        (reading.word(at + 1) == "b" && !is_sponsored(reading, at)).then_some((Permit::NeedsSponsorship, at + 1))
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
    (words!("itar ear"), export_control),
    (words!("ts top"), top_secret),
    (words!("sc dv edv q ctc security bpss nv1 nv2 ssbi clearable public secret"), by_name),
];

/// Countries' adjectives before `PR`, which else is a pull request or the press.
const DEMONYMS: Words = words!("canadian canada australian australia singapore sg us hong nz");

/// `Work authorization: H-1B`: what follows says what the right is.
fn names_visa(reading: &Reading, at: usize) -> bool {
    let near = at + 1..at + 4;
    reading.word(at) == ":"
        && near.clone().any(|i| Status::of(reading.word(i)) != Status::Unstated)
        && !near.into_iter().any(|i| reading.word(i) == "or")
}

/// `a valid work visa`
fn is_held(reading: &Reading, at: usize) -> bool {
    (1..=2).any(|back| one_of!(reading.before(at, back), "valid have hold holding possess unrestricted current open"))
}

/// `USC or GC only`, `GC-EAD`: citizens and holders of green cards, as agencies write; `GC` is the collection of garbage, too.
fn usc(reading: &Reading, at: usize) -> Told {
    let own = reading.word(at);
    let paired = (at.saturating_sub(3)..at + 4)
        .any(|i| i != at && reading.word(i) != own && reading.is(i, words!("gc usc ead h1b opt citizen citizens")));
    let marked = matches!(reading.word(at + 1), "only" | "holder" | "holders");
    let told = is_upper(reading, at)
        && (paired || marked || (reading.before(at, 1) == ":" && !reading.before(at, 2).is_empty()));
    told.then(|| (may(reading, at), at))
}

/// `visa support provided`, `no visa required`, `I need a visa`; sponsorship is told by its own word.
fn visa(reading: &Reading, at: usize) -> Told {
    let next = reading.word(at + 1);
    if matches!(next, "support" | "assistance") {
        let offered = if is_denied(reading, at) { Permit::NoSponsorship } else { Permit::OffersSponsorship };
        return Some((offered, at + 1));
    }
    let sentence = reading.sentence(at);
    let of_sponsors = sentence.clone().any(|i| reading.word(i).starts_with("sponsor"));
    let needs = matches!(next, "required" | "needed")
        || (1..=3).any(|back| one_of!(reading.before(at, back), "need needs require requires requiring"));
    let card =
        (1..=2).any(|back| one_of!(reading.before(at, back), "mastercard debit credit skilled")) || next == "card";
    (needs && !of_sponsors && !card)
        .then(|| (if is_denied(reading, at) { Permit::MayWork } else { Permit::NeedsSponsorship }, at))
}

/// Whether a few words before the token deny it.
pub(super) fn is_denied(reading: &Reading, at: usize) -> bool {
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

fn export_control(reading: &Reading, at: usize) -> Told {
    let sentence = reading.sentence(at);
    let any = |list: Words| sentence.clone().any(|i| reading.is(i, list));
    let bound = any(words!(
        "subject controlled restricted regulated governed restrictions regulations requirements comply compliant"
    ));
    let skill = any(words!("experience knowledge familiarity familiar plus bonus audits i my"));
    // `EAR` alone is no more than an ear.
    let named = reading.word(at) == "itar" || any(words!("itar export"));
    (is_upper(reading, at) && named && bound && !skill).then_some((Permit::MayWork, at))
}

fn is_upper(reading: &Reading, at: usize) -> bool {
    reading.text.original(&reading.tokens[at].span).chars().all(char::is_uppercase)
}

fn sponsorship(reading: &Reading, at: usize, negated: bool) -> Option<Permit> {
    let sentence = reading.sentence(at);
    let before = at.saturating_sub(7).max(sentence.start)..at;
    let behind = at + 1..sentence.end.min(at + 6);
    let has = |range: std::ops::Range<usize>, list: Words| range.into_iter().any(|i| reading.is(i, list));
    let refused =
        || negated || has(before.clone(), words!("not no unable cannot can't won't don't without aren't isn't"));
    let next = reading.word(at + 1);
    let about_visa = has(sentence.clone(), words!("visa visas sponsorship immigration h1b h permit work"))
        || (refused() && reading.word(at) == "sponsor" && (at + 1 >= sentence.end || is_break(next) || next == "at"));
    // `We can't sponsor for every role` says nothing of this one.
    if !about_visa || (refused() && has(at + 1..sentence.end.min(at + 9), words!("every"))) {
        return None;
    }
    // `Visa sponsorship: no`, `Sponsorship required: yes`
    let answer = (at + 1..at + 3).find(|i| reading.word(*i) == ":").map_or("", |colon| reading.word(colon + 1));
    let answer = match answer {
        "no" | "none" | "n" | "n/a" | "not" => Some(false),
        "yes" | "y" | "available" | "possible" => Some(true),
        _ => None,
    };
    let needs = has(at + 1..at + 2, words!("needed required necessary"))
        || has(before.clone(), words!("need needs require requires requiring needing required"));
    let employer = has(
        sentence.clone(),
        words!(
            "we company employer position role offer offered provide provided available unable cannot can't considered \
             may"
        ),
    );
    let of_others = has(before.clone(), words!("candidates applicants who anyone people those individuals"));
    if needs && of_others {
        let turned_away = has(sentence.clone(), words!("not no unable cannot can't isn't aren't won't"));
        let taken = has(sentence.clone(), words!("consider considered welcome open eligible apply encouraged happy"));
        return match (turned_away, taken) {
            (true, _) => Some(Permit::NoSponsorship),
            (false, true) => Some(Permit::OffersSponsorship),
            (false, false) => None,
        };
    }
    if needs && (!employer || answer.is_some()) {
        return Some(if negated || answer == Some(false) { Permit::MayWork } else { Permit::NeedsSponsorship });
    }
    if let Some(answer) = answer {
        return Some(if answer { Permit::OffersSponsorship } else { Permit::NoSponsorship });
    }
    if refused() || has(behind, words!("not unavailable")) {
        return Some(Permit::NoSponsorship);
    }
    (employer || next == "possible").then_some(Permit::OffersSponsorship)
}

/// The country named closest, after the words first.
fn country_near(reading: &Reading, places: &PlaceReader, first: usize, last: usize) -> Option<Box<str>> {
    let own = match reading.word(first) {
        "settled" | "indefinite" | "ilr" | "graduate" | "skilled" => Some("GB"),
        "niederlassungserlaubnis" => Some("DE"),
        "ead" | "usc" | "gc" | "green" => Some("US"),
        "permanent" if reading.before(first, 1) == "lawful" => Some("US"),
        word if Status::of(word) == Status::Visa => Some("US"),
        _ => None,
    };
    if let Some(own) = own {
        return Some(own.into());
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

    static READER: LazyLock<PlaceReader> = LazyLock::new(|| PlaceReader::new(&Taxonomy::builtin()));

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
