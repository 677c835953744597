//! How long somebody has done something, or should have: `7 years of Lustre`, `5+ yrs`, `since 2018`.
//!
//! Ages of people and companies, contracts, degrees and repetitions (`once a year`) are not experience.

use super::number::{Number, numbers};
use super::terms::{Gap, Reading, is_break, month_named, one_of, year_of};
use super::text::Span;
use crate::domain::Month;

/// How long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum YearsLength {
    /// Tenths of years; `high` is the upper end of a range.
    Stated { tenths: u16, high: Option<u16> },
    /// From this month on.
    Since(Month),
}

/// What the years were spent with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum YearsAbout {
    /// Working life as a whole, or nothing that is said.
    Total,
    /// What the words here say.
    Subject(Span),
}

/// A statement of years.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YearsMention {
    pub length: YearsLength,
    pub about: YearsAbout,
    pub span: Span,
}

/// All statements of years of experience, in order.
pub(crate) fn years_mentions(reading: &Reading) -> Vec<YearsMention> {
    let numbers = numbers(reading);
    let mut found: Vec<YearsMention> =
        numbers.iter().enumerate().filter_map(|(at, number)| stated(reading, &numbers, at, number)).collect();
    found.extend((0..reading.len()).filter_map(|at| since(reading, at)));
    found.sort_by_key(|mention| mention.span.start);
    found
}

fn stated(reading: &Reading, numbers: &[Number], at: usize, number: &Number) -> Option<YearsMention> {
    let mut unit = number.last + 1;
    unit += usize::from(reading.word(unit) == "full" || reading.word(unit) == "solid");
    if matches!(reading.gap(unit), Gap::Line) || number.factor > 12 {
        return None;
    }
    let word = reading.word(unit);
    let months = match word {
        "years" | "year" | "yrs" | "yr" | "years'" | "yoe" | "year's" | "jahre" | "ans" | "anos" => false,
        "y" if reading.gap(unit) == Gap::Glued => false,
        "months" => true,
        _ => return None,
    };
    let tenths = |milli: u64| {
        let tenths = if months { milli / 1200 } else { milli / 100 };
        u16::try_from(tenths).ok().filter(|t| (1..=600).contains(t))
    };
    let mut value = tenths(number.milli)?;
    let mut first = number.first;
    let mut high = None;
    if let Some(previous) = at.checked_sub(1).map(|p| &numbers[p])
        && previous.milli < number.milli
        && let Some(lower) = tenths(previous.milli)
    {
        let to = first == previous.last + 2 && matches!(reading.before(first, 1), "to" | "or");
        let dash = first == previous.last + 1 && reading.gap(first) == Gap::Dash;
        if to || dash {
            high = Some(value);
            value = lower;
            first = previous.first;
        }
    }
    unit += usize::from(reading.word(unit + 1) == "'");
    // "3-year contract": a singular after a dash only counts before "experience".
    let next = unit + 1;
    let after = reading.word(next);
    let singular = matches!(word, "year" | "yr") && number.milli != 1000;
    let after_years =
        matches!(reading.before(first, 1), "years" | "yrs" | "year" | "yr" | "of" | "first" | "every" | "last");
    if is_other(reading, first, unit)
        || (months && after_years)
        || (months
            && !(after == "of"
                || is_break(after)
                || reading.gap(next) == Gap::Line
                || matches!(after, "experience" | "with")))
    {
        return None;
    }
    if singular
        && reading.gap(unit) == Gap::Dash
        && !matches!(after, "experience" | "veteran" | "career" | "background" | "track")
    {
        return None;
    }
    let (about, last) = about(reading, first, unit);
    if months && about == YearsAbout::Total {
        return None;
    }
    Some(YearsMention { length: YearsLength::Stated { tenths: value, high }, about, span: reading.span(first, last) })
}

/// Whether the years are those of something else than work.
fn is_other(reading: &Reading, first: usize, unit: usize) -> bool {
    let next = unit + 1;
    let after = reading.word(next);
    let one_after = reading.word(next + 1);
    let spoiled = one_of(
        after,
        "old ago contract contracts warranty degree degrees program programme programs lease term \
             plan vesting history anniversary roadmap deal course bachelor bachelor's master diploma \
             visa cliff later earlier college university cycle horizon mission limit agreement grant \
             graduate fixed before from olds life support service olds' project younger older each \
             outlook out",
    ) || (after == "of"
        && one_of(one_after, "age college study studies university school education funding runway leave"))
        || (after == "in" && (one_after == "business" || (one_after == "the" && reading.word(next + 2) == "business")))
        || (after == "in" && one_after == "a" && reading.word(next + 2) == "row");
    let before = reading.before(first, 1);
    let earlier = reading.before(first, 2);
    let bound = one_of(before, "every aged age next within coming another after under turned")
        || (before == "in" && !matches!(after, "of"))
        || (matches!(before, "the" | "over")
            && matches!(earlier, "over" | "for" | "vest" | "vests" | "vesting" | "next" | "in")
            && matches!(after, "vest" | "vesting"))
        || (before == "next" || earlier == "next")
        || (before == "'s" || before == "our" || before == "its");
    if spoiled || bound {
        return true;
    }
    let sentence = reading.sentence(first);
    let window = first.saturating_sub(8).max(sentence.start)..first;
    let vests = window.clone().any(|i| {
        one_of(
            reading.word(i),
            "vest vests vesting vested warranty founded established guarantee lasts lasting contract",
        )
    });
    // A company's own years: a company before them, and no word of what it asks for.
    let company = window.clone().any(|i| {
        matches!(
            reading.word(i),
            "company" | "firm" | "organisation" | "organization" | "institute" | "startup" | "business"
        )
    }) && (unit..sentence.end.min(unit + 8))
        .chain(window)
        .all(|i| !one_of(reading.word(i), "experience you i my required need seek looking least minimum at with of"));
    vests || company
}

/// What the years are about, and the last token of the statement.
fn about(reading: &Reading, first: usize, unit: usize) -> (YearsAbout, usize) {
    let sentence = reading.sentence(first);
    let mut at = unit + 1;
    let mut last = unit;
    let skip = |w: &str| {
        matches!(
            w,
            "of" | "experience"
                | "with"
                | "in"
                | "working"
                | "work"
                | "the"
                | "a"
                | "an"
                | "industry"
                | "relevant"
                | "professional"
                | "hands"
                | "on"
                | "practical"
                | "as"
                | "doing"
                | "using"
                | "total"
                | "overall"
                | "related"
                | "exp"
                | "experiences"
                | "recent"
                | "and"
                | "or"
                | "more"
                | "+"
                | "practice"
                | "managing"
                | "administering"
                | "building"
                | "running"
                | "direct"
                | "proven"
                | "solid"
                | "full"
                | "time"
                | "full time"
                | "prior"
        )
    };
    let leads = one_of(
        reading.word(at),
        "of with in as experience on doing using working or + and relevant professional hands \
             industry practical exp managing administering building running operating designing writing \
             developing",
    ) || reading.word(at).ends_with("ing");
    if leads {
        while at < sentence.end && (skip(reading.word(at))) {
            at += 1;
        }
        let end = (at..sentence.end)
            .find(|&i| {
                is_break(reading.word(i))
                    || (reading.tokens[i].kind == super::terms::Kind::Digits && reading.word(i + 1).starts_with("year"))
            })
            .unwrap_or(sentence.end);
        // What only repeats "experience" says nothing.
        if end > at && !one_of(reading.word(at), "required preferred is are minimum job total field role similar") {
            return (YearsAbout::Subject(reading.span(at, end - 1)), end - 1);
        }
        last = at.saturating_sub(1).max(unit).min(sentence.end.saturating_sub(1));
    }
    // "Slurm: 10 years", "Slurm (6 years)", "ran Slurm for seven years", "Shell - 96 months".
    let mut edge = first;
    while edge > sentence.start
        && one_of(reading.before(edge, 1), "for : ( over about the last past some more than almost nearly around ~ , =")
    {
        edge -= 1;
    }
    let joined = edge < first || reading.gap(first) == Gap::Dash;
    let lasting =
        reading.find(edge..first, &["for", ":", "(", "over", "="]).is_some() || reading.gap(first) == Gap::Dash;
    if !leads && joined && lasting && edge > sentence.start {
        let clause =
            (sentence.start..edge).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        if clause < edge && !is_break(reading.word(clause)) {
            return (YearsAbout::Subject(reading.span(clause, edge - 1)), last);
        }
    } else if !leads && reading.word(unit) == "months" && edge > sentence.start && !is_break(reading.before(first, 1)) {
        let clause =
            (sentence.start..edge).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        return (YearsAbout::Subject(reading.span(clause, edge - 1)), last);
    }
    let plain = |i: usize| {
        reading.tokens.get(i).is_some_and(|t| t.kind == super::terms::Kind::Word) && reading.gap(i) != Gap::Line
    };
    let next = unit + 1;
    if !leads && next < sentence.end && plain(next) && !one_of(reading.word(next), FOLLOWERS) {
        // "8 yrs k8s, 3 yrs ML platform".
        let end = (next..sentence.end.min(next + 6))
            .find(|&i| is_break(reading.word(i)) || one_of(reading.word(i), FOLLOWERS))
            .unwrap_or(sentence.end.min(next + 6));
        return (YearsAbout::Subject(reading.span(next, end - 1)), last);
    }
    if !leads && edge == first {
        // "CUDA 9 years, HIP": a name or two right before.
        let clause =
            (sentence.start..first).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        if (1..=3).contains(&(first - clause))
            && (clause..first).all(|i| plain(i) || (i == clause && reading.tokens[i].kind == super::terms::Kind::Word))
            && !(clause..first).any(|i| one_of(reading.word(i), FOLLOWERS))
        {
            return (YearsAbout::Subject(reading.span(clause, first - 1)), last);
        }
    }
    (YearsAbout::Total, last)
}

/// Words beside a number of years that name no subject.
const FOLLOWERS: &str = "that which after later before i we and or at for ago to from is are was has have now on the a an since \
    then when until required preferred minimum plus by as so last past over about with least more than nearly \
    almost some my his her their these those only up took take took spent it out earlier afterwards old \
    combined together total experience not quite half each veteran career background track";

/// `since 2018 I run X`, `X since March 2018`.
fn since(reading: &Reading, at: usize) -> Option<YearsMention> {
    if reading.word(at) != "since" || reading.word(at + 1) == "then" {
        return None;
    }
    let month = month_named(reading.word(at + 1)).or_else(|| match reading.word(at + 1) {
        "spring" => Some(4),
        "summer" => Some(7),
        "autumn" | "fall" => Some(10),
        "early" => Some(1),
        _ => None,
    });
    let mut year_at = at + 1 + usize::from(month.is_some());
    year_at += usize::from(matches!(reading.word(year_at), "of" | "late" | "mid"));
    let year = year_of(reading.word(year_at))?;
    let sentence = reading.sentence(at);
    let other = sentence.clone().any(|i| {
        one_of(reading.word(i), "founded company firm established profitable born lived live living married citizen")
            || (reading.word(i) == "we" && i < at + 6)
    });
    if other {
        return None;
    }
    let mut from = year_at + 1;
    while from < sentence.end && is_break(reading.word(from)) {
        from += 1;
    }
    let after = (from..sentence.end).find(|&i| matches!(reading.word(i), ";" | "." | ":")).unwrap_or(sentence.end);
    let before = (sentence.start..at)
        .rev()
        .find(|&i| matches!(reading.word(i), "," | ";" | ":" | "(" | "."))
        .map_or(sentence.start, |i| i + 1);
    let about = if before < at && !is_break(reading.word(before)) {
        YearsAbout::Subject(reading.span(before, at - 1))
    } else if from < after {
        YearsAbout::Subject(reading.span(from, after - 1))
    } else {
        YearsAbout::Total
    };
    Some(YearsMention {
        length: YearsLength::Since(Month::new(year, month.unwrap_or(1))),
        about,
        span: reading.span(at, year_at),
    })
}
