//! Two or three figures that belong together: a range in whatever form, a minimum with its maximum.

use super::period;

use crate::domain::{Currency, Period};
use crate::extract::cells::begins_cell;
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

    /// The range from one figure to another, when their sizes allow one.
    pub(super) fn between(a: &Figure, b: &Figure) -> Option<Self> {
        join(a, b, Link::To)
    }

    /// The range that begins with `a`, or `a` alone.
    pub(super) fn at(reading: &Reading, a: &Figure) -> Self {
        let joined = following(reading, a).and_then(|b| join(a, &b.figure, b.by)).or_else(|| labelled(reading, a));
        if let Some(spread) = spread(reading, a).filter(|_| joined.is_none()) {
            return spread;
        }
        let Some(mut sum) = joined else {
            return Self::of(a);
        };
        // £600-700 pd: the second figure shows no currency that would make a bare noun its period.
        if sum.period.is_none()
            && sum.currency.is_some()
            && matches!(reading.gap(sum.last + 1), Gap::Glued | Gap::Space)
            && let Some((period, last)) = period::at(reading, sum.last + 1, true)
        {
            (sum.period, sum.last) = (Some(period), last);
        }
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
        if let Some(third) = following(reading, &end).filter(|b| !matches!(b.by, Link::And | Link::Nothing))
            && let Some(wider) = join(&Figure { milli: sum.low, ..end }, &third.figure, third.by)
            && wider.high >= sum.high
        {
            sum = wider;
        }
        sum
    }
}

/// `150k give or take 10k`.
fn spread(reading: &Reading, a: &Figure) -> Option<Sum> {
    let next = a.last + 1 - usize::from(reading.word(a.last) == "plus");
    let next = next + usize::from(reading.word(next) == ",");
    let start = lists::PAY_RANGE_SPREAD.iter().find_map(|words| reading.phrase_end(next, words))?;
    let b = figure_from(reading, start)?;
    let by = if b.factor == 1 && b.milli < 1_000_000 { b.milli.saturating_mul(a.factor) } else { b.milli };
    let wide = by == 0 || by > a.milli / 3;
    (!wide).then(|| Sum { low: a.milli - by, high: a.milli + by, range: true, plus: false, last: b.last, ..Sum::of(a) })
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
    let long = at > remark + SHORT_REMARK;
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
        ("and", "up") if reading.word(at + 2) == "to" => (Link::To, at + 3),
        ("do" | "дo", _) if is_from(reading.before(a.first, 1)) => (Link::To, at + 1),
        ("|", _) if a.currency.is_some() && is_least_cell(reading, a.first) => (Link::Dash, at + 1),
        _ if a.currency.is_some()
            && reading.gap(at) == Gap::Line
            && begins_cell(reading, at)
            && is_least_cell(reading, a.first) =>
        {
            (Link::Dash, at)
        }
        _ if one_of!(word, lists::PAY_WORDS_TO) => (Link::To, at + 1),
        ("a", _) if (a.currency.is_some() || is_french(reading, a.first)) && reading.gap(at + 1) == Gap::Space => {
            (Link::To, at + 1)
        }
        _ if joins_a_range(reading, at) && reading.gap(at + 1) == Gap::Space => (Link::To, at + 1),
        _ if one_of!(word, lists::PAY_WORDS_AND) && follows_between(reading, a.first) => (Link::And, at + 1),
        // `$130,000 $160,000 USD`: nothing joins the two fields of a form, or a dash was lost between them.
        ("$" | "€" | "£" | "₹", _)
            if a.currency.is_some() && !a.plus && !dash && matches!(reading.gap(at), Gap::Space | Gap::Glued) =>
        {
            (Link::Nothing, at)
        }
        // `$130,000 160,000`
        _ if a.currency.is_some() && !a.plus && !dash && is_grouped_alike(reading, a, at) => (Link::Nothing, at),
        ("/", _) => (Link::Slash, at + 1),
        _ if dash => (Link::Dash, at),
        _ => (Link::To, market_to_market(reading, at)?),
    };
    if long && !matches!(by, Link::Dash | Link::To | Link::And) {
        return None;
    }
    let (start, _) = past_marks(reading, start);
    // to a maximum of $190,000
    let start = (start..start + 4)
        .find(|&at| !reading.is(at, words!(lists::PAY_WORDS_LEADS)) || figure_from(reading, at).is_some())?;
    let figure = figure_from(reading, start)?;
    // `$90,000 $100,000 - $120,000`, `$90,000 USD / $100,000 - $120,000 CAD`: the second begins a range of its own.
    let begins = matches!(by, Link::Nothing | Link::Slash)
        && (reading.gap(figure.last + 1) == Gap::Dash || reading.word(figure.last + 1) == "to");
    (!begins).then_some(Next { figure, by })
}

/// Whether digits in groups of three stand a space behind a figure that is written so itself.
fn is_grouped_alike(reading: &Reading, a: &Figure, at: usize) -> bool {
    let grouped = |at: usize| reading.tokens.get(at).is_some_and(|t| t.kind == Kind::Digits && t.word.contains(','));
    reading.gap(at) == Gap::Space && grouped(at) && grouped(a.last)
}

/// A remark in brackets has so many tokens at most, and a short one so many.
const REMARK: usize = 18;
const SHORT_REMARK: usize = 5;
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
pub(super) fn joins_a_range(reading: &Reading, at: usize) -> bool {
    reading.is(at, words!(known::YEARS_RANGES)) && reading.text.foreign().is_some()
}

/// The figure whose first token, currency included, is `start`.
fn figure_from(reading: &Reading, start: usize) -> Option<Figure> {
    let digits =
        (start..start + 4 + MARKS).find(|&at| reading.tokens.get(at).is_some_and(|t| t.kind == Kind::Digits))?;
    figure(reading, digits).filter(|figure| figure.first == start)
}

/// Past a remark in brackets: `(minimum)`, `(step 1)`, `[least pay in the lowest of our markets]`.
fn after_bracket(reading: &Reading, at: usize) -> usize {
    let close = match reading.word(at) {
        "(" => ")",
        "[" => "]",
        _ => return at,
    };
    let closing = (at + 1..at + REMARK).find(|&end| reading.word(end) == close || reading.gap(end) == Gap::Line);
    let closing = closing.filter(|&end| reading.word(end) == close);
    let rung = |i: usize| reading.word(i).len() <= 2 && one_of!(reading.word(i - 1), lists::PAY_RANGE_AFTER_BRACKET);
    let plain = |end: usize| (at + 1..end).all(|i| reading.tokens[i].kind == Kind::Word || rung(i));
    closing.filter(|&end| plain(end)).map_or(at, |end| end + 1)
}

/// `od 18 000 do 24 000 PLN`, in Polish and Czech.
fn is_from(word: &str) -> bool {
    matches!(word, "od" | "oт")
}

/// Whether a figure is the least of a row under a heading that names a least and a most: `Location | Minimum | Maximum`.
fn is_least_cell(reading: &Reading, first: usize) -> bool {
    const ABOVE: usize = 160;
    let least = |at: &usize| one_of!(reading.word(*at), lists::PAY_RANGE_LEAST);
    let most = |at: usize| one_of!(reading.word(at), lists::PAY_RANGE_MOST) && begins_cell(reading, at);
    let mut headed = (first.saturating_sub(ABOVE)..first).filter(least);
    let heading = headed.any(|at| begins_cell(reading, at) && (at + 1..at + 5).any(most));
    // Its own cell is the first with money in its row.
    let row =
        (0..first).rev().take(ROW).take_while(|&at| reading.gap(at + 1) != Gap::Line || begins_cell(reading, at + 1));
    heading && !row.into_iter().any(|at| one_of!(reading.word(at), "$ € £"))
}

/// A row has so many tokens before its money.
const ROW: usize = 24;

/// Whether French words of pay stand before: `Rémunération annuelle brute : 48 à 58 K€`.
fn is_french(reading: &Reading, first: usize) -> bool {
    (1..=6).any(|back| one_of!(reading.before(first, back), lists::PAY_RANGE_FRENCH))
}

/// `between 150 and 200k`.
fn follows_between(reading: &Reading, first: usize) -> bool {
    (1..=6).any(|back| one_of!(reading.before(first, back), lists::PAY_WORDS_BETWEEN))
}

/// $151,300/year in our lowest geographic market up to $261,500/year in our highest.
fn market_to_market(reading: &Reading, at: usize) -> Option<usize> {
    let end = reading.len().min(at + 12);
    let lowest = (at..end).find(|&i| reading.word(i) == "lowest")?;
    (lowest..end).find(|&i| reading.word(i) == "to" && reading.gap(i) != Gap::Line).map(|to| to + 1)
}

/// Whether a dash stands at one of the ends of lines before a token, by itself or closing the line above: `$1 -` and `$2` under it.
/// A dash that opens the line of the token is the mark of a list.
fn dash_at_line_end(reading: &Reading, at: usize) -> bool {
    let (Some(before), Some(token)) = (at.checked_sub(1), reading.tokens.get(at)) else {
        return false;
    };
    let (above, below) = (reading.tokens[before].span.end.saturating_sub(1), token.span.start);
    let between = reading.text.original(&(above..below + 1));
    let mut parts = between.lines();
    let Some(rest) = parts.next() else {
        return false;
    };
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let parts: Vec<&str> = parts.collect();
    let own_line = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && line.chars().all(is_dash)
    };
    let markup = between.contains('<');
    rest.trim_end().ends_with(is_dash)
        || parts.iter().rev().skip(1).any(own_line)
        || (markup && only_dash_in_markup(between, is_dash))
}

/// Whether all that stands between two figures in HTML, tags aside, is one dash.
fn only_dash_in_markup(between: &str, is_dash: impl Fn(char) -> bool) -> bool {
    let mut inside = false;
    let mut dashes = 0;
    let mut characters = between.chars().skip(1).peekable();
    let mut others = 0;
    while let Some(c) = characters.next() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            _ if inside || c.is_whitespace() => {}
            c if is_dash(c) => dashes += 1,
            // The last character is the next figure's.
            _ if characters.peek().is_some() => others += 1,
            _ => {}
        }
    }
    dashes == 1 && others == 0
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
    let backwards = low > high && high.saturating_mul(4) >= low && matches!(by, Link::Dash | Link::To | Link::Slash);
    let backwards = backwards && low >= 1_000_000;
    if backwards {
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
    if !label.clone().any(is_least) || label.clone().any(|at| is_most(reading.word(at))) {
        return None;
    }
    let mut at = a.last + 1;
    let mut most = false;
    let end = reading.len().min(a.last + 1 + REACH);
    while at < end {
        most |= is_most(reading.word(at));
        if reading.tokens[at].kind == Kind::Digits
            && let Some(b) = figure(reading, at)
        {
            if most {
                return join(a, &b, Link::To).filter(|sum| sum.low == a.milli);
            }
            at = b.last;
        }
        at += 1;
    }
    None
}

fn is_most(word: &str) -> bool {
    one_of!(word, lists::PAY_RANGE_MOST_WORDS)
}
