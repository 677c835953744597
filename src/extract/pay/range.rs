//! Two or three figures that belong together: a range in whatever form, a minimum with its maximum.

use crate::domain::{Currency, Period};
use crate::extract::languages as known;
use crate::extract::lists;
use crate::extract::pay_figure::{Figure, figure};
use crate::extract::terms::{Gap, Kind, Reading};
use crate::extract::words::{one_of, words};

/// One figure or a range of them.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub low: u64,
    pub high: u64,
    pub range: bool,
    pub plus: bool,
    pub factor: u64,
    pub currency: Option<Currency>,
    /// Whether the currency is no more than a `$`.
    pub dollar: bool,
    pub period: Option<Period>,
    pub first: usize,
    pub last: usize,
}

impl Sum {
    /// A figure by itself.
    pub(super) fn of(figure: &Figure) -> Self {
        let Figure { milli, factor, plus, currency, dollar, period, first, last } = *figure;
        Self { low: milli, high: milli, range: false, plus, factor, currency, dollar, period, first, last }
    }

    /// The range that begins with `a`, or `a` alone.
    pub(super) fn at(reading: &Reading, a: &Figure) -> Self {
        let joined = following(reading, a).and_then(|b| join(a, &b.figure, b.by)).or_else(|| labelled(reading, a));
        let Some(mut sum) = joined else {
            return Self::of(a);
        };
        // Minimum - midpoint - maximum.
        let (currency, dollar) = (sum.currency, sum.dollar);
        let end = Figure {
            milli: sum.high,
            factor: sum.factor,
            last: sum.last,
            first: a.first,
            currency,
            dollar,
            ..a.clone()
        };
        if let Some(third) = following(reading, &end)
            && let Some(wider) = join(&Figure { milli: sum.low, ..end }, &third.figure, third.by)
            && wider.high >= sum.high
        {
            sum = wider;
        }
        sum
    }
}

/// What joins two figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Dash,
    To,
    And,
    Slash,
    /// White space between two amounts that both show their currency.
    Nothing,
}

struct Next {
    figure: Figure,
    by: Link,
}

/// The figure that a dash or a word joins to `a`.
fn following(reading: &Reading, a: &Figure) -> Option<Next> {
    let (mut at, mut dashed) = past_marks(reading, a.last + 1);
    let remark = at;
    at = after_bracket(reading, at);
    if at > remark {
        (at, dashed) = past_marks(reading, at);
    }
    // 110'000.- bis, 5.000,- tot
    let goes_on = |next: usize| reading.gap(next) == Gap::Dash || reading.is(next, words!(lists::PAY_WORDS_TO));
    if matches!(reading.word(at), "." | ",") && reading.gap(at) == Gap::Glued && goes_on(at + 1) {
        at += 1;
    }
    let word = reading.word(at);
    let dash =
        dashed || reading.gap(at) == Gap::Dash || (reading.gap(at) == Gap::Line && dash_at_line_end(reading, at));
    // 25-to-64
    let (by, start) = match (word, reading.word(at + 1)) {
        ("up", "to") => (Link::To, at + 2),
        // `od 18 000 do 24 000 PLN`, in Polish and Czech.
        ("do" | "дo", _) => (Link::To, at + 1),
        _ if one_of!(word, lists::PAY_WORDS_TO) => (Link::To, at + 1),
        ("a", _) if a.currency.is_some() => (Link::To, at + 1),
        _ if joins_a_range(reading, at) => (Link::To, at + 1),
        _ if one_of!(word, lists::PAY_WORDS_AND) && follows_between(reading, a.first) => (Link::And, at + 1),
        // `$130,000 $160,000 USD`: nothing joins the two fields of a form, or a dash was lost between them.
        ("$" | "€" | "£" | "₹", _)
            if a.currency.is_some() && !dash && matches!(reading.gap(at), Gap::Space | Gap::Glued) =>
        {
            (Link::Nothing, at)
        }
        ("/", _) => (Link::Slash, at + 1),
        _ if dash => (Link::Dash, at),
        _ => return None,
    };
    let (start, _) = past_marks(reading, start);
    // to a maximum of $190,000
    let start = (start..start + 4).find(|&at| !reading.is(at, words!(lists::PAY_WORDS_LEADS)))?;
    let figure = figure_from(reading, start)?;
    // `$90,000 $100,000 - $120,000`, `$90,000 USD / $100,000 - $120,000 CAD`: the second begins a range of its own.
    let begins = matches!(by, Link::Nothing | Link::Slash) && reading.gap(figure.last + 1) == Gap::Dash;
    (!begins).then_some(Next { figure, by })
}

/// A remark in brackets has so many tokens at most.
const REMARK: usize = 18;
/// So many marks of markup may stand between two figures.
const MARKS: usize = 12;

/// Past what markup leaves between two figures, `**` and the escape of a dash, and whether a dash is among it.
fn past_marks(reading: &Reading, from: usize) -> (usize, bool) {
    let mut dash = false;
    let mut at = from;
    while at < from + MARKS && reading.gap(at) != Gap::Line && lists::PAY_WORDS_MARKS.contains(&reading.word(at)) {
        dash |= reading.gap(at) == Gap::Dash;
        at += 1;
    }
    (at, dash)
}

/// Whether a word joins the ends of a range in the language of the text: `de 65 000 à 80 000 euros`.
fn joins_a_range(reading: &Reading, at: usize) -> bool {
    reading.is(at, words!(known::YEARS_RANGES)) && reading.text.foreign().is_some()
}

/// The figure whose first token, currency included, is `start`.
fn figure_from(reading: &Reading, start: usize) -> Option<Figure> {
    let digits =
        (start..start + 4 + MARKS).find(|&at| reading.tokens.get(at).is_some_and(|t| t.kind == Kind::Digits))?;
    figure(reading, digits).filter(|figure| figure.first == start)
}

/// Past a remark in brackets: `(minimum)`, `[least pay in the lowest of our markets]`.
fn after_bracket(reading: &Reading, at: usize) -> usize {
    let close = match reading.word(at) {
        "(" => ")",
        "[" => "]",
        _ => return at,
    };
    let closing = (at + 1..at + REMARK).find(|&end| reading.word(end) == close);
    let plain = |end: usize| (at + 1..end).all(|i| reading.tokens[i].kind == Kind::Word);
    closing.filter(|&end| plain(end)).map_or(at, |end| end + 1)
}

/// `between 150 and 200k`.
fn follows_between(reading: &Reading, first: usize) -> bool {
    (1..=6).any(|back| one_of!(reading.before(first, back), lists::PAY_WORDS_BETWEEN))
}

/// Whether only dashes stand between a token and the one before it, the first of them above the token's line: `$1 -` and `$2` under it. A
/// dash that opens the line of the token is the mark of a list.
fn dash_at_line_end(reading: &Reading, at: usize) -> bool {
    let (Some(before), Some(token)) = (at.checked_sub(1), reading.tokens.get(at)) else {
        return false;
    };
    let between = reading.text.original_between(&reading.tokens[before].span, &token.span);
    let above = between.rsplit_once('\n').map_or("", |(above, _)| above.trim());
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    !above.is_empty() && above.chars().all(|c| is_dash(c) || c.is_whitespace())
}

/// The range of two figures, when their sizes allow one.
fn join(a: &Figure, b: &Figure, by: Link) -> Option<Sum> {
    let differ = a.currency.is_some() && b.currency.is_some() && a.currency != b.currency;
    if differ && !(a.dollar || b.dollar) {
        return None;
    }
    if by == Link::Slash && !(a.factor == b.factor && a.currency.is_some()) {
        return None;
    }
    let (mut low, mut high) = (a.milli, b.milli);
    if a.factor == 1 && b.factor >= 1000 && low < 1_000_000 {
        low = low.saturating_mul(b.factor);
    } else if b.factor == 1 && a.factor >= 1000 && high < 1_000_000 {
        high = high.saturating_mul(a.factor);
    } else if a.factor == 1 && low < 1_000_000 && low.is_multiple_of(1000) && high >= 10_000_000 {
        // 40-50 000: the thousands are said once.
        low = low.saturating_mul(1000);
    }
    // `$139,000 - $192`, `$139,000 - $192,00`
    let thousands = high.saturating_mul(1000);
    if a.factor == 1 && b.factor == 1 && low >= 20_000_000 && (low..low.saturating_mul(3)).contains(&thousands) {
        high = thousands;
    }
    if low > high && high.saturating_mul(4) >= low && low >= 1_000_000 {
        (low, high) = (high, low);
    }
    let widest = if by == Link::Nothing { 3 } else { 10 };
    if low == 0 || low > high || high > low.saturating_mul(widest) {
        return None;
    }
    let explicit = |f: &Figure| f.currency.filter(|_| !f.dollar);
    Some(Sum {
        low,
        high,
        range: true,
        plus: false,
        factor: a.factor.max(b.factor),
        currency: explicit(a).or(explicit(b)).or(a.currency).or(b.currency),
        dollar: explicit(a).is_none() && explicit(b).is_none() && (a.dollar || b.dollar),
        period: b.period.or(a.period),
        first: a.first,
        last: b.last,
    })
}

/// How far the maximum may stand from the minimum, in tokens.
const REACH: usize = 16;

/// `Minimum: $120,000 Maximum: $160,000`, a midpoint between them passed over.
fn labelled(reading: &Reading, a: &Figure) -> Option<Sum> {
    let is_least = |at: usize| reading.is(at, words!(lists::PAY_RANGE_LEAST_WORDS));
    let label = a.first.saturating_sub(6)..a.first;
    if !label.into_iter().any(is_least) {
        return None;
    }
    let mut at = a.last + 1;
    let mut most = false;
    let end = reading.len().min(a.last + 1 + REACH);
    while at < end {
        most |= one_of!(reading.word(at), lists::PAY_RANGE_MOST_WORDS);
        if reading.tokens[at].kind == Kind::Digits
            && let Some(b) = figure(reading, at)
        {
            if most {
                return join(a, &b, Link::To);
            }
            at = b.last;
        }
        at += 1;
    }
    None
}
