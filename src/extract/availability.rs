//! When somebody could start: dates, notice, and what binds them until then. Rights to work are in `permit`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::calendar::date;
use super::lexicon::Kinds;
use super::rules::Rules;
use super::terms::Reading;
use super::text::Span;
use crate::domain::{Month, PartialDate};

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

/// What a rule says of its words.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::extract) enum Told {
    Now,
    /// From its date on.
    From,
    /// After its number of days, weeks or months.
    Notice,
    /// So many days each of its units has.
    Each(u64),
}

/// Nobody's notice is longer.
const MAX_NOTICE_DAYS: u16 = 730;

pub(in crate::extract) static RULES: LazyLock<Rules<Told>> =
    LazyLock::new(|| Rules::built_in("availability.toml", include_str!("data/rules/availability.toml")));

/// The words that may begin what says when somebody could start.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// When somebody could start, as the text says it first.
pub(crate) fn availability(reading: &Reading) -> Option<(Availability, Span)> {
    RULES.hits(reading, Kinds::START).find_map(|hit| {
        let (available, last) = match hit.emit {
            Told::Now => (Availability::Now, hit.last),
            Told::From => {
                let date = date(reading, hit.figure?)?;
                (Availability::From(partial(date.first, date.exact)), date.end - 1)
            }
            Told::Notice => {
                let number = reading.number_at(hit.figure?)?;
                let unit = RULES.of_group("unit", reading, number.first, number.last + 1)?;
                let Told::Each(each) = *unit.emit else { return None };
                let days = number.units().checked_mul(each)?;
                let days = u16::try_from(days).ok().filter(|days| *days <= MAX_NOTICE_DAYS)?;
                (Availability::Notice { days }, hit.last.max(number.last + 1))
            }
            Told::Each(_) => return None,
        };
        let first = hit.figure.map_or(hit.first, |figure| figure.min(hit.first));
        Some((available, reading.span(first, last)))
    })
}

fn partial(month: Month, exact: bool) -> PartialDate {
    let year = month.year();
    let number = u8::try_from(month.since(Month::new(year, 1)) + 1).unwrap_or(1);
    exact.then(|| PartialDate::year_month(year, number)).flatten().unwrap_or_else(|| PartialDate::year_only(year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::text::Text;
    use proptest::prelude::*;

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

    #[test]
    fn whoever_is_bound_could_start_afterwards() {
        let read = |text: &str| {
            let text = Text::new(text);
            availability(&Reading::new(&text)).map(|(found, _)| found)
        };
        let from = |date: &str| Some(Availability::From(date.parse().unwrap()));
        assert_eq!(read("I am bound until March 2028 and cannot start before."), from("2028-03"));
        assert_eq!(read("I cannot start before June 2027."), from("2027-06"));
        assert_eq!(read("Under contract until May 2027"), from("2027-05"));
        assert_eq!(read("Not available before May 2027"), from("2027-05"));
        assert_eq!(read("I can start within two weeks"), Some(Availability::Notice { days: 14 }));
        assert_eq!(read("Available in 3 months"), Some(Availability::Notice { days: 90 }));
        assert_eq!(read("I worked under contract until May 2019"), None);
        assert_eq!(read("Memory-bound kernels, tuned until they flew"), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|available |bound |until |cannot start |before |notice |in |3 months|from |March 2027){0,15}") {
            let text = Text::new(&text);
            if let Some((_, span)) = availability(&Reading::new(&text)) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
