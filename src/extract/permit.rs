//! Who may work where, and who needs or gives sponsorship. What says so is data (`data/rules/permits.toml`); when somebody could start is
//! in `availability`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::lexicon::Kinds;
use super::place::PlaceReader;
use super::rules::Rules;
use super::terms::Reading;
use super::text::Span;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// Nothing more is said.
    #[default]
    Unstated,
    /// Citizenship or permanent residence: a "U.S. person" of export control.
    Person,
    /// A visa that is tied to an employer or to studies.
    Visa,
}

/// What a rule says of its words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::extract) struct Told {
    says: Says,
    /// The country of which they speak, whichever is named beside them.
    country: Option<Box<str>>,
    #[serde(default)]
    status: Status,
    /// Whether it is asked of others whatever the sentence says.
    #[serde(default)]
    asked: bool,
}

/// What the words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Says {
    /// A right to work, which may be denied.
    Right,
    /// The visa of somebody; the group of its name tells what that means.
    VisaHolder,
    /// Help with a visa, which may be denied.
    Support,
    /// A need of a visa or sponsorship, which may be denied.
    Needs,
    MayWork,
    NeedsSponsorship,
    NoSponsorship,
    OffersSponsorship,
    /// `without sponsorship`: beside a right it is said of the same.
    WithoutSponsorship,
    /// What was asked holds.
    Yes,
}

/// No honest text has more statements; reading on would only cost time.
const MAX_STATEMENTS: usize = 500;

pub(in crate::extract) static RULES: LazyLock<Rules<Told>> =
    LazyLock::new(|| Rules::built_in("permits.toml", include_str!("data/rules/permits.toml")));

/// The words that may begin a statement about the right to work.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// All statements about the right to work, in order.
pub(crate) fn authorizations(reading: &Reading, places: &PlaceReader) -> Vec<Authorization> {
    let mut found: Vec<Authorization> = Vec::new();
    for hit in RULES.hits(reading, Kinds::PERMIT).take(MAX_STATEMENTS) {
        let (first, last, told) = (hit.first, hit.last, hit.emit);
        let of_group = |group: &str| RULES.of_group(group, reading, first, last + 1).map(|hit| hit.emit.says);
        if of_group("aside").is_some() {
            continue;
        }
        let demanded = told.asked || of_group("asked").is_some();
        let denied = || of_group("denied").is_some();
        let is_said = |permit: Permit, old: &Authorization| old.permit == permit && !old.demanded;
        let permit = match told.says {
            Says::VisaHolder => match of_group("visa-holder") {
                Some(Says::NoSponsorship) => Permit::NoSponsorship,
                Some(Says::OffersSponsorship) => Permit::OffersSponsorship,
                _ => Permit::NeedsSponsorship,
            },
            Says::Right if !denied() => Permit::MayWork,
            Says::Support if !denied() => Permit::OffersSponsorship,
            Says::OffersSponsorship => Permit::OffersSponsorship,
            // `must not require sponsorship`
            Says::MayWork if !demanded => Permit::MayWork,
            Says::Needs if !demanded && denied() => Permit::MayWork,
            Says::Right | Says::Needs | Says::NeedsSponsorship if !demanded => Permit::NeedsSponsorship,
            // `authorized to work without sponsorship`, said of oneself, is said once.
            Says::WithoutSponsorship if !demanded && found.last().is_some_and(|old| is_said(Permit::MayWork, old)) => {
                continue;
            }
            _ => Permit::NoSponsorship,
        };
        let status = if told.says == Says::VisaHolder { Status::Visa } else { told.status };
        let country = told.country.clone().or_else(|| country_near(reading, places, first, last));
        let sentence = reading.statement(first);
        let repeated = found.last().is_some_and(|old| {
            old.permit == permit
                && (old.country == country || country.is_none())
                && reading.tokens.partition_point(|t| t.span.end <= old.span.start) >= sentence.start
        });
        if !repeated {
            found.push(Authorization { permit, country, demanded, status, span: reading.span(first, last) });
        }
    }
    found
}

/// The country named closest, after the words first.
fn country_near(reading: &Reading, places: &PlaceReader, first: usize, last: usize) -> Option<Box<str>> {
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
