//! How long somebody has done something, or should have: `7 years of Lustre`, `5+ yrs`, `since 2018`.
//!
//! Ages of people and companies, contracts, degrees and repetitions (`once a year`) are not experience.

mod elliptical;
mod others;
mod table;

use self::elliptical::{LONGEST_SUBJECT, begins_another, elliptical};
use self::others::{is_of_an_organisation, is_other};
use super::calendar::month_named;
use super::lexicon::{Kinds, Openings};
use super::number::Number;
use super::terms::{Gap, Reading, is_break, year_of};
use super::text::Span;
use super::words::{one_of, words};
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
    let numbers = reading.numbers();
    let others = reading.opened(Kinds::TIME, WITHOUT_NUMBER).map(|(_, mention)| mention);
    let others: Vec<YearsMention> = others.take(MOST_STATEMENTS).collect();
    let mut found: Vec<YearsMention> = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        if found.len() >= MOST_STATEMENTS {
            break;
        }
        let one = stated(reading, numbers, at, number).or_else(|| told_before(reading, number)).or_else(|| {
            let before = others[..others.partition_point(|other| other.span.end <= number.span.start)].last();
            let whole = found.last().into_iter().chain(before).max_by_key(|whole| whole.span.end)?;
            elliptical(reading, number, whole)
        });
        found.extend(one);
    }
    found.extend(others);
    found.extend(table::years_in_cells(reading).into_iter().take(MOST_STATEMENTS));
    found.sort_by_key(|mention| mention.span.start);
    found
}

/// What tells of years without a number.
pub(super) const WITHOUT_NUMBER: Openings<YearsMention> =
    &[(words!("since"), since), (words!("decade"), decade), (words!("year"), a_year)];

/// More years, in tenths, are those of a company or a country.
const LONGEST_CAREER: u16 = 500;

/// No honest text has more statements; reading on would only cost time.
const MOST_STATEMENTS: usize = 500;

/// `over a decade of Linux`, which has no number.
fn decade(reading: &Reading, at: usize) -> Option<YearsMention> {
    let first = at.checked_sub(1).filter(|&first| matches!(reading.word(first), "a" | "one"))?;
    let span = reading.span(first, first);
    let one =
        Number { milli: 1000, first, last: first, span, factor: 1, approximate: false, plus: false, spelled: true };
    stated(reading, std::slice::from_ref(&one), 0, &one).filter(|_| reading.word(first) == "a")
}

/// `a year of Rust`, `half a year with Ray`, which have no number. A price a year, and what is done twice a year, are none.
fn a_year(reading: &Reading, at: usize) -> Option<YearsMention> {
    if !matches!(reading.word(at + 1), "of" | "with" | "on" | "using") || reading.before(at, 1) != "a" {
        return None;
    }
    let half = reading.before(at, 2) == "half";
    let first = at - 1 - usize::from(half);
    let opens = reading.sentence(at).start == first || is_break(reading.before(first, 1));
    let told = || {
        one_of!(
            reading.before(first, 1),
            "and plus over about almost nearly roughly only just have has had did spent with after least"
        )
    };
    if !opens && !told() {
        return None;
    }
    let milli = if half { 500 } else { 1000 };
    let span = reading.span(at - 1, at - 1);
    let one =
        Number { milli, first: at - 1, last: at - 1, span, factor: 1, approximate: false, plus: false, spelled: true };
    let found = stated(reading, std::slice::from_ref(&one), 0, &one)?;
    matches!(found.about, YearsAbout::Subject(_)).then_some(found)
}

/// `Years of experience: 12`, `YOE: 8`.
fn told_before(reading: &Reading, number: &Number) -> Option<YearsMention> {
    let colon = number.first.checked_sub(1).filter(|&at| matches!(reading.word(at), ":" | "="))?;
    let ends = reading.gap(number.last + 1) == Gap::Line || is_break(reading.word(number.last + 1));
    let before = |back: usize| reading.before(colon, back);
    let told = matches!(before(1), "yoe" | "y.o.e")
        || (matches!(before(1), "experience" | "exp")
            && (matches!(before(2), "years" | "yrs") || matches!((before(3), before(2)), ("years" | "yrs", "of"))));
    let tenths = u16::try_from(number.milli / 100).ok().filter(|tenths| (1..=LONGEST_CAREER).contains(tenths))?;
    (told && ends && number.factor == 1).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        about: YearsAbout::Total,
        span: reading.span(colon - 1, number.last),
    })
}

fn stated(reading: &Reading, numbers: &[Number], at: usize, number: &Number) -> Option<YearsMention> {
    let mut unit = number.last + 1;
    let (mut first, mut milli) = (number.first, number.milli);
    // "five (5) years", "5 (five) years".
    if reading.word(unit) == ")"
        && let Some(previous) = at.checked_sub(1).map(|p| &numbers[p])
        && previous.milli == milli
        && previous.last + 2 == first
        && reading.before(first, 1) == "("
    {
        first = previous.first;
        unit += 1;
    }
    unit = ["or more", "and more", "or so"].iter().find_map(|words| reading.phrase_end(unit, words)).unwrap_or(unit);
    unit += usize::from(reading.word(unit) == "plus");
    unit += usize::from(matches!(reading.word(unit), "full" | "solid" | "good" | "consecutive" | "+"));
    if matches!(reading.gap(unit), Gap::Line) || number.factor > 12 {
        return None;
    }
    let word = reading.word(unit);
    let months = match word {
        "years" | "year" | "yrs" | "yr" | "years'" | "yoe" | "y.o.e" | "year's" | "jahre" | "jahren" | "ans"
        | "anos" => false,
        "decade" | "decades" => {
            milli *= 10;
            // half a decade
            if word == "decade" && reading.before(first, 1) == "half" && reading.word(first) == "a" {
                milli /= 2;
                first -= 1;
            }
            false
        }
        "y" if reading.gap(unit) == Gap::Glued || matches!(reading.word(unit + 1), ")" | "]") => false,
        "months" => true,
        _ => return None,
    };
    let tenths = |milli: u64| {
        let tenths = if months { milli / 1200 } else { milli / 100 };
        u16::try_from(tenths).ok().filter(|t| (1..=LONGEST_CAREER).contains(t))
    };
    let mut value = tenths(milli)?;
    let mut high = None;
    if let Some(previous) = at.checked_sub(1).map(|p| &numbers[p])
        && previous.milli < milli
        && previous.last < first
        && let Some(lower) = tenths(previous.milli).or_else(|| (previous.milli == 0).then_some(0))
    {
        let between = reading.before(first, 1) == "and" && reading.before(previous.first, 1) == "between";
        let to = first == previous.last + 2 && (matches!(reading.before(first, 1), "to" | "or") || between);
        let dash = first == previous.last + 1 && reading.gap(first) == Gap::Dash;
        if to || dash {
            high = Some(value);
            value = lower;
            first = previous.first;
        }
    }
    // 11 years 6 months
    let mut with_months = false;
    if !months && high.is_none() {
        let digits = unit + 1 + usize::from(matches!(reading.word(unit + 1), "and" | ","));
        let rest = reading.word(digits).parse::<u64>().ok().filter(|rest| *rest < 12);
        let named = one_of!(reading.word(digits + 1), "months month mos mo");
        if let Some(rest) = rest.filter(|_| named && reading.gap(digits + 1) != Gap::Line) {
            value = tenths(milli + rest * 1000 / 12)?;
            (unit, with_months) = (digits + 1, true);
        }
    }
    unit += usize::from(reading.word(unit + 1) == "'");
    // "six years or more of"
    unit = reading.phrase_end(unit + 1, "or more").map_or(unit, |end| end - 1);
    unit += usize::from(is_abbreviated(reading, first, unit));
    // "3-year contract": a singular after a dash only counts before "experience".
    let next = unit + 1;
    let after = reading.word(next);
    let singular = matches!(word, "year" | "yr" | "decade") && milli != 1000 && milli != 10_000;
    let after_years =
        matches!(reading.before(first, 1), "years" | "yrs" | "year" | "yr" | "of" | "first" | "every" | "last");
    if is_other(reading, first, unit)
        || is_of_an_organisation(reading, first, unit)
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
    // "PhD (4 years)", "Internship: 1 year": how long a course took.
    let opened = matches!(reading.before(first, 1), "(" | ":");
    if opened
        && reading.is(
            first.saturating_sub(2),
            words!("phd doctorate bachelor master bsc msc degree internship apprenticeship"),
        )
    {
        return None;
    }
    let (about, last) = about(reading, first, unit, with_months);
    if months && about == YearsAbout::Total {
        return None;
    }
    Some(YearsMention { length: YearsLength::Stated { tenths: value, high }, about, span: reading.span(first, last) })
}

/// Whether the stop behind `yrs` ends no sentence: `10 yrs. of CUDA`, and `10 yrs. CUDA` where nothing stands before.
fn is_abbreviated(reading: &Reading, first: usize, unit: usize) -> bool {
    let stop = matches!(reading.word(unit), "yrs" | "yr" | "y.o.e") && reading.word(unit + 1) == ".";
    let goes_on = || matches!(reading.word(unit + 2), "of" | "with" | "in" | "as" | "exp" | "experience");
    let opens = || {
        let before = reading.before(first, 1);
        reading.sentence(first).start == first || is_break(before) || matches!(before, ">" | "min" | "minimum")
    };
    stop && reading.gap(unit + 2) == Gap::Space && (goes_on() || opens())
}

/// What the years are about, and the last token of the statement.
fn about(reading: &Reading, first: usize, unit: usize, with_months: bool) -> (YearsAbout, usize) {
    let sentence = reading.sentence(first);
    if let Some(name) = name_in_row(reading, first, unit) {
        return (YearsAbout::Subject(name), unit);
    }
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
                | "prior"
                | "erfahrung"
                | "berufserfahrung"
                | "mit"
                | "im"
                | "als"
                | "de"
                | "en"
                | "con"
                | "d'experience"
                | "experiencia"
        )
    };
    let mut silent = false;
    // "C++ for six years and with Python for four": what follows has years of its own.
    let turns = reading.word(at) == "and"
        && reading.before(first, 1) == "for"
        && (matches!(reading.word(at + 1), "with" | "on" | "using" | "in")
            || (at + 2..at + 2 + LONGEST_SUBJECT).any(|i| reading.word(i) == "for"));
    let leads = !turns
        && reading.is(
            at,
            words!(
                "of with in as experience on doing using working + and relevant professional hands \
             industry practical exp managing administering building running operating designing writing \
             developing erfahrung berufserfahrung mit de d'experience"
            ),
        )
        || reading.word(at).ends_with("ing");
    if leads {
        while at < sentence.end && (skip(reading.word(at))) {
            at += 1;
        }
        // "You should know Kubernetes well, with 4 years of using it."
        if reading.word(at) == "it" && !reading.tokens[at].capital && first > sentence.start {
            return (YearsAbout::Subject(reading.span(sentence.start, first - 1)), at);
        }
        let end = (at..sentence.end)
            .find(|&i| {
                is_break(reading.word(i))
                    || begins_another(reading, i)
                    || reading.is(i, words!("is are was were required preferred desired desirable needed"))
                    || (reading.tokens[i].kind == super::terms::Kind::Digits && reading.word(i + 1).starts_with("year"))
            })
            .unwrap_or(sentence.end);
        let end = end - usize::from(end > at && matches!(reading.word(end - 1), "and" | "or" | "plus" | "with"));
        // What only repeats "experience" says nothing.
        if end > at
            && !reading.is(at, words!("bachelor bachelor's master's masters degree bs ms phd required preferred is are minimum job total field role similar to for you we our your across that which who if when"))
        {
            return (YearsAbout::Subject(reading.span(at, end - 1)), end - 1);
        }
        last = at.saturating_sub(1).max(unit).min(sentence.end.saturating_sub(1));
        // "Slurm: 6 years of experience", "CUDA - 10 yrs. exp.": what they are years of stands before them.
        let ends = at >= sentence.end || (is_break(reading.word(at)) && reading.word(at) != "(");
        silent = ends && !reading.is(unit + 1, words!("+ and or"));
    }
    // "Slurm: 10 years", "Slurm (6 years)", "ran Slurm for seven years", "Shell - 96 months".
    let mut edge = first;
    while edge > sentence.start
        && one_of!(
            reading.before(edge, 1),
            "for : ( [ over about the last past some more than almost nearly around ~ , = at least minimum min"
        )
    {
        edge -= 1;
    }
    let joined = edge < first || reading.gap(first) == Gap::Dash;
    let lasting =
        reading.find(edge..first, &["for", ":", "(", "[", "over", "="]).is_some() || reading.gap(first) == Gap::Dash;
    // `with InfiniBand since 2014 and with Lustre for 9 years`
    let parts = |i: usize| {
        is_break(reading.word(i))
            || (reading.word(i) == "and" && matches!(reading.word(i + 1), "with" | "on" | "using"))
    };
    let clause = (sentence.start..edge).rev().find(|&i| parts(i)).map_or(sentence.start, |i| i + 1);
    // "Capacity planning, 5+ years", an item of its own.
    let ends = is_break(reading.word(unit + 1)) || unit + 1 >= sentence.end || reading.gap(unit + 1) == Gap::Line;
    // But not "Senior engineer, 10 years".
    let person = edge > clause && reading.is(edge - 1, words!(PERSONS));
    let item = clause == sentence.start && edge - clause <= LONGEST_ITEM && ends && !person;
    // Nor "Insurer, 2 yrs 2 months": how long a job was.
    let lasting = lasting || (item && !with_months && reading.find(edge..first, &[","]).is_some());
    if (!leads || silent) && joined && lasting && edge > sentence.start {
        // "Total experience: 12 years"
        if (clause..edge).all(|i| is_break(reading.word(i)) || reading.is(i, words!(GENERAL))) {
            return (YearsAbout::Total, last);
        }
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
    if !leads && next < sentence.end && plain(next) && !reading.is(next, words!(FOLLOWERS)) {
        // "8 yrs k8s, 3 yrs ML platform".
        let end = (next..sentence.end.min(next + 6))
            .find(|&i| is_break(reading.word(i)) || reading.is(i, words!(FOLLOWERS)))
            .unwrap_or(sentence.end.min(next + 6));
        return (YearsAbout::Subject(reading.span(next, end - 1)), last);
    }
    if (!leads || (silent && reading.word(unit + 1) == "exp")) && edge == first {
        // "CUDA 9 years, HIP": a name or two right before.
        let clause =
            (sentence.start..first).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        if (1..=3).contains(&(first - clause))
            && (clause..first).all(|i| plain(i) || (i == clause && reading.tokens[i].kind == super::terms::Kind::Word))
            && !(clause..first).any(|i| reading.is(i, words!(FOLLOWERS)))
        {
            return (YearsAbout::Subject(reading.span(clause, first - 1)), last);
        }
    }
    (YearsAbout::Total, last)
}

/// The cell before that of the years, in a row of a table: `Rust | 3 years`.
fn name_in_row(reading: &Reading, first: usize, unit: usize) -> Option<Span> {
    let line = reading.tokens.get(first)?.line;
    let on_line = |at: usize| reading.tokens.get(at).is_some_and(|token| token.line == line);
    let bare = |at: usize| {
        reading.is(at, words!("+ experience exp minimum min at least over required preferred of total approx ~ >"))
    };
    let mut bar = first.checked_sub(1)?;
    while bar > 0 && on_line(bar) && bare(bar) {
        bar -= 1;
    }
    let mut end = unit + 1;
    while on_line(end) && bare(end) {
        end += 1;
    }
    let closed = !on_line(end) || reading.word(end) == "|";
    if !closed || reading.word(bar) != "|" || !on_line(bar) {
        return None;
    }
    let near = (0..bar).rev().take(LONGEST_ITEM + 1);
    let cell = near.take_while(|&at| on_line(at) && reading.word(at) != "|").count();
    let cell = bar - cell..bar;
    let named = (1..=LONGEST_ITEM).contains(&cell.len()) && !cell.clone().any(|at| reading.is(at, words!(PERSONS)));
    let general = cell.clone().all(|at| is_break(reading.word(at)) || reading.is(at, words!(GENERAL)));
    (named && !general).then(|| reading.span(cell.start, cell.end - 1))
}

const PERSONS: &str = "engineer engineers developer admin administrator architect manager scientist researcher programmer sre \
    lead specialist consultant technician analyst professional sysadmin operator physicist chemist postdoc";

/// So many words before a comma are what the years after it are years of.
const LONGEST_ITEM: usize = 4;

/// Words before a number of years that only say that it is experience.
const GENERAL: &str =
    "experience total overall work working professional industry career years of relevant minimum required exp";

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
        reading.is(i, words!("founded company firm established profitable born lived live living married citizen"))
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
