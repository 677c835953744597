//! When somebody could start: dates, notice, and what binds them until then. Rights to work are in `permit`.

use super::calendar::date;
use super::lexicon::{Kinds, Openings};
use super::terms::Reading;
use super::text::Span;
use super::words::{one_of, words};
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

/// When somebody could start, as the text says it first.
pub(crate) fn availability(reading: &Reading) -> Option<(Availability, Span)> {
    reading.opened(Kinds::START, OPENINGS).next().map(|(_, found)| found)
}

/// What may say when somebody could start.
pub(super) const OPENINGS: Openings<(Availability, Span)> = &[
    (words!("available availability start starting free begin join"), start),
    (words!("bound contract contracted committed obliged engaged tied enlisted deployed leave"), bound_until),
    (words!("notice"), notice),
];

/// `available from May`, `can start in two weeks`, `cannot start before March 2028`.
fn start(reading: &Reading, at: usize) -> Option<(Availability, Span)> {
    let word = reading.word(at);
    let sentence = reading.sentence(at);
    let personal = matches!(word, "available" | "availability" | "free")
        || one_of!(reading.before(at, 1), "can could i to earliest : cannot can't able couldn't won't");
    if !personal {
        return None;
    }
    let end = sentence.end.min(at + 7);
    if reading
        .find(at + 1..end, &["immediately", "now", "at once", "right away", "straight away"])
        .is_some_and(|i| i <= at + 3)
        && reading.before(at, 1) != "not"
    {
        return Some((Availability::Now, reading.span(at, at + 1)));
    }
    let cue = |i: usize| {
        reading.is(i, words!("from in as of starting : on by date start the after is mid late early before until till earlier no not than sooner \
             work again for within about around roughly"))
    };
    let near = (at + 1..end).take_while(|&i| cue(i) || date(reading, i).is_some() || reading.number_at(i).is_some());
    for i in near {
        if let Some(found) = date(reading, i) {
            return Some((Availability::From(partial(found.first, found.exact)), reading.span(at, found.end - 1)));
        }
        let after = matches!(reading.word(i - 1), "in" | "within" | "after" | "about" | "around" | "roughly" | ":");
        if let Some(number) = reading.number_at(i)
            && after
            && let Some(days) = days(reading, number.last + 1, number.units())
        {
            return Some((Availability::Notice { days }, reading.span(at, number.last + 1)));
        }
    }
    None
}

/// `bound until March 2028`, `under contract through June 2027`.
fn bound_until(reading: &Reading, at: usize) -> Option<(Availability, Span)> {
    let end = reading.sentence(at).end.min(at + 7);
    let until = (at + 1..end).find(|&i| matches!(reading.word(i), "until" | "till" | "through" | "til"))?;
    // A contract that somebody had ended long ago says nothing.
    let past = (1..=5).any(|back| one_of!(reading.before(at, back), "was were had worked been"));
    let found = (until + 1..until + 4).find_map(|i| date(reading, i)).filter(|_| !past)?;
    Some((Availability::From(partial(found.first, found.exact)), reading.span(at, found.end - 1)))
}

fn notice(reading: &Reading, at: usize) -> Option<(Availability, Span)> {
    let numbers = reading.numbers();
    let sentence = reading.sentence(at);
    let near = sentence.start.max(at.saturating_sub(5))..sentence.end.min(at + 7);
    let number = numbers[numbers.partition_point(|n| n.first < near.start)..]
        .iter()
        .take_while(|n| n.first < near.end)
        .find(|n| days(reading, n.last + 1, n.units()).is_some())?;
    let days = days(reading, number.last + 1, number.units())?;
    let (first, last) = (number.first.min(at), (number.last + 1).max(at));
    Some((Availability::Notice { days }, reading.span(first, last)))
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
