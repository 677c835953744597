//! Money that people are paid, expect or were paid, told apart from all the other money in recruiting texts.

use super::number::numbers;
use super::pay_figure::{Figure, basis, figure, period_named};
use super::terms::{Gap, Kind, Reading, is_break, one_of, year_of};
use super::text::Span;
use crate::domain::{Amount, Basis, Currency, Pay, Period};

/// Whose figure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PayRole {
    /// Offered, or simply stated.
    Band,
    /// Somebody asks for it.
    Expected,
    /// Somebody earns or earned it: never to be used.
    Current,
    /// Beside the pay: signing bonus, stipend, retirement plan.
    Extra,
}

/// A figure or range of pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PayMention {
    pub pay: Pay,
    pub role: PayRole,
    /// The words that say for which place, zone or market it holds.
    pub place: Option<Span>,
    pub span: Span,
}

/// All pay in a text, in order. Funding, revenue, budgets, prices and the like are left out.
pub(crate) fn pay_mentions(reading: &Reading) -> Vec<PayMention> {
    let figures: Vec<Figure> = numbers(reading).iter().filter_map(|number| figure(reading, number)).collect();
    let mut found: Vec<PayMention> = Vec::new();
    let mut at = 0;
    let mut free_from = 0;
    while at < figures.len() {
        let pair = figures.get(at + 1).and_then(|next| range(reading, &figures[at], next));
        let sum = pair.clone().unwrap_or_else(|| Sum::of(&figures[at]));
        let place = Place {
            reading,
            free_from,
            next: figures.get(at + 1 + usize::from(pair.is_some())).map_or(reading.len(), |f| f.first),
        };
        if let Some(mut mention) = place.mention(&sum) {
            // "base 184k-287k for level 4, and 224k-356k for level 5": the second is of the same sort.
            let same_sentence =
                free_from > 0 && reading.tokens[free_from - 1].sentence == reading.tokens[sum.first].sentence;
            if mention.pay.basis == Basis::Unstated
                && same_sentence
                && let Some(last) = found.last()
                && last.role == mention.role
                && !(free_from..sum.first).any(|i| one_of(reading.word(i), PAY))
            {
                mention.pay.basis = last.pay.basis;
            }
            found.push(mention);
            free_from = sum.last + 1;
        } else if sum.currency.is_some() {
            free_from = sum.last + 1;
        }
        at += 1 + usize::from(pair.is_some());
    }
    found
}

/// One figure or two that belong together.
#[derive(Clone, Debug)]
struct Sum {
    low: u64,
    high: u64,
    range: bool,
    plus: bool,
    factor: u64,
    currency: Option<Currency>,
    period: Option<Period>,
    first: usize,
    last: usize,
}

impl Sum {
    fn of(figure: &Figure) -> Self {
        let Figure { milli, factor, plus, currency, period, first, last } = *figure;
        Self { low: milli, high: milli, range: false, plus, factor, currency, period, first, last }
    }
}

fn range(reading: &Reading, a: &Figure, b: &Figure) -> Option<Sum> {
    let from = a.last + 1;
    if b.first < from
        || b.first - from > 12
        || (a.currency.is_some() && b.currency.is_some() && a.currency != b.currency)
    {
        return None;
    }
    let between: Vec<&str> = (from..b.first).map(|i| reading.word(i)).collect();
    let joined = match between.as_slice() {
        [] => reading.gap(b.first) == Gap::Dash,
        ["to" | "/" | "~"] | ["up", "to"] | ["and", "up", "to"] => true,
        ["and"] => (1..=6).any(|back| matches!(reading.before(a.first, back), "between" | "from")),
        // $151,300/year in our lowest geographic market up to $261,500/year in our highest.
        words => words.contains(&"lowest") && words.ends_with(&["to"]),
    };
    let (mut low, mut high) = (a.milli, b.milli);
    if a.factor == 1 && b.factor >= 1000 && low < 1_000_000 {
        low = low.saturating_mul(b.factor);
    } else if b.factor == 1 && a.factor >= 1000 && high < 1_000_000 {
        high = high.saturating_mul(a.factor);
    }
    let plausible = low <= high && high <= low.saturating_mul(10) && low > 0;
    let slash = between.as_slice() == ["/"] && !(a.factor == b.factor && a.currency.is_some());
    (joined && plausible && !slash).then(|| Sum {
        low,
        high,
        range: true,
        plus: false,
        factor: a.factor.max(b.factor),
        currency: a.currency.or(b.currency),
        period: b.period.or(a.period),
        first: a.first,
        last: b.last,
    })
}

const EXTRA: &str = "bonus bonuses sign signing 401 retirement stipend relocation referral tuition learning wellness equity \
    rsu rsus stock options commuter allowance reimbursement reimbursements insurance pension match matching \
    hsa shares education conference conferences home equipment training donation charity refer";
const PAY: &str = "salary salaries pay pays paid base compensation comp tc total ote package wage wages remuneration rate \
    money earnings earn ctc gehalt lohn salaire salario hourly annual band expectation expectations looking \
    asking expect expecting expects gross";
const OTHER_MONEY: &str = "raised raise raising funding venture capital series revenue revenues valuation valued spend spent \
    spending budget budgets cost costs costing saving savings saved save saves fined fines invested \
    investment investments investors contract contracts arr profit deal grant grants price prices priced \
    worth donated turnover sales assets purchase prize debt fee fees business portfolio bill won industry \
    capex opex processed transactions payments loan backed hardware";

/// A sum in its surroundings.
struct Place<'a> {
    reading: &'a Reading<'a>,
    /// The first token that does not belong to the sum before.
    free_from: usize,
    /// The first token of the next figure.
    next: usize,
}

impl Place<'_> {
    fn mention(&self, sum: &Sum) -> Option<PayMention> {
        let left = self.left(sum);
        let right = self.right(sum);
        if !self.is_pay(sum, &left, &right) {
            return None;
        }
        let period = sum
            .period
            .or_else(|| left.iter().rev().chain(right.iter().take(4)).find_map(|w| adjective(w)))
            .or_else(|| {
                let rate = left.contains(&"rate") || right.first() == Some(&"rate");
                (rate && sum.high < 1_000_000).then_some(Period::Hour)
            });
        let mut period = period.unwrap_or_default();
        if period == Period::Hour && sum.high > 5_000_000 {
            period = Period::Year;
        }
        let yearly = sum.high / 1000 * u64::try_from(period.per_year()).unwrap_or(1);
        let currency = sum.currency.unwrap_or(Currency::USD);
        let small_coin = matches!(currency.as_str(), "JPY" | "INR" | "KRW" | "HUF" | "TWD" | "CZK");
        if yearly < 10_000 && !Self::is_extra(&left, &right) || (yearly >= 10_000_000 && !small_coin) {
            return None;
        }
        let (mut min, mut max) = (Some(amount(sum.low)), Some(amount(sum.high)));
        if !sum.range {
            match self.bound(sum, &right) {
                Some(Bound::Least) => max = None,
                Some(Bound::Most) => min = None,
                None => {}
            }
        }
        let extra = Self::is_extra(&left, &right);
        let role = if extra { PayRole::Extra } else { self.role(sum) };
        let pay = Pay { min, max, currency, period, basis: basis(&left, &right) };
        Some(PayMention { pay, role, place: self.place(sum), span: self.reading.span(sum.first, sum.last) })
    }

    /// The words before the sum that speak of it: to the sum before or the end of the sentence; a table's label stands a line above.
    fn left(&self, sum: &Sum) -> Vec<&str> {
        let reading = self.reading;
        let sentence = reading.segment(sum.first);
        let start = sentence.start.max(self.free_from);
        let mut words: Vec<&str> = (start..sum.first).rev().take(24).map(|i| reading.word(i)).collect();
        words.reverse();
        let line = reading.line(sum.first);
        if sum.first <= line.start + 3
            && !words.iter().any(|w| one_of(w, PAY) || one_of(w, EXTRA))
            && let Some(end) = line.start.checked_sub(1)
        {
            let above = reading.line(end);
            if above.len() <= 7 && !above.clone().any(|i| reading.tokens[i].kind == Kind::Digits) {
                let mut label: Vec<&str> = above.map(|i| reading.word(i)).collect();
                label.append(&mut words);
                return label;
            }
        }
        words
    }

    /// The words after the sum, to the next figure or the end of the sentence.
    fn right(&self, sum: &Sum) -> Vec<&str> {
        let end = self.reading.segment(sum.last).end.min(self.next).max(sum.last + 1);
        (sum.last + 1..end).take(12).map(|i| self.reading.word(i)).collect()
    }

    fn is_pay(&self, sum: &Sum, left: &[&str], right: &[&str]) -> bool {
        let near_left = |words: &str, reach: usize| left.iter().rev().take(reach).position(|w| one_of(w, words));
        let near_right = |words: &str, reach: usize| {
            right.iter().take(reach).take_while(|w| !is_break(w)).position(|w| one_of(w, words))
        };
        if matches!(
            right,
            [
                "per" | "/" | "a",
                "gpu" | "token" | "million" | "node" | "user" | "seat" | "core" | "quarter" | "kwh" | "unit" | "card",
                ..
            ]
        ) {
            return false;
        }
        if sum.currency.is_some() && sum.factor < 1_000_000 && Self::is_extra(left, right) {
            return true;
        }
        let pay = [near_left(PAY, 12), near_right(PAY, 4)].into_iter().flatten().min();
        let other = [near_left(OTHER_MONEY, 6), near_right(OTHER_MONEY, 5)].into_iter().flatten().min();
        if let Some(other) = other
            && pay.is_none_or(|pay| pay > other)
        {
            return false;
        }
        let currency = sum.currency.map(|c| c.as_str().to_owned());
        let small_coin = matches!(currency.as_deref(), Some("JPY" | "INR" | "KRW"));
        if sum.factor >= 1_000_000 && !small_coin && pay.is_none() {
            return false;
        }
        if sum.currency.is_some() {
            return true;
        }
        // Without a currency: a pay word close by, a likely size, and nothing else that it counts.
        let word = self.reading.word(sum.last);
        let year = year_of(word).is_some() && sum.factor == 1;
        let floor = match sum.period {
            Some(Period::Hour) => 10_000,
            Some(Period::Month) => 1_000_000,
            _ => 20_000_000,
        };
        let strong = near_left(
            "salary pay base compensation comp tc total ote package wage remuneration rate money expectation \
    expectations ctc gross",
            8,
        )
        .is_some()
            || near_right("base total tc ote comp salary gross package compensation ctc", 3).is_some()
            || (sum.factor == 1000 && near_left("looking expect expecting asking want", 4).is_some());
        let followed = right.first().is_none_or(|next| {
            is_break(next)
                || one_of(
                    next,
                    "base total tc ote comp a per p.a pa gross and plus + or depending in for with on \
             negotiable minimum salary package annually all fixed ctc",
                )
        });
        strong && !year && sum.high >= floor && followed
    }

    fn is_extra(left: &[&str], right: &[&str]) -> bool {
        let skip = |w: &&&str| one_of(w, "of in as a the annual yearly worth initial for towards one time -");
        if right.iter().find(|w| !skip(w)).is_some_and(|w| one_of(w, EXTRA) || (*w == "sign")) {
            return true;
        }
        let nearest = left.iter().rev().take(10).position(|w| one_of(w, EXTRA) || one_of(w, PAY));
        nearest
            .is_some_and(|at| one_of(left[left.len() - 1 - at], EXTRA) && !is_joined_before(left, left.len() - 1 - at))
    }

    fn bound(&self, sum: &Sum, right: &[&str]) -> Option<Bound> {
        const MOST: &[&str] = &[
            "up to", "upto", "max", "maximum", "maximum of", "no more than", "at most", "under", "below", "capped at",
            "<",
        ];
        const LEAST: &[&str] = &[
            "from", "starting at", "starting from", "starts at", "starts from", "minimum", "min", "minimum of",
            "at least", "over", "above", "more than", "no less than", "not less than", "not below", "not under",
            "north of", "upwards of", ">", "min .", "floor of", "minimum :",
        ];
        let before = |phrases: &[&str]| {
            phrases.iter().any(|phrase| {
                let words = phrase.split(' ').count();
                sum.first.checked_sub(words).is_some_and(|at| self.reading.is_at(at, phrase))
            })
        };
        if before(LEAST) {
            return Some(Bound::Least);
        }
        if before(MOST) {
            return Some(Bound::Most);
        }
        let least = match right {
            ["minimum" | "min" | "upwards" | "floor", ..]
            | ["and" | "or", "up" | "more" | "above" | "upwards" | "higher", ..]
            | ["at", "least", ..] => true,
            _ => right.windows(3).any(|w| matches!(w, ["not", "go", "lower" | "below"])),
        };
        (least || sum.plus).then_some(Bound::Least)
    }

    fn role(&self, sum: &Sum) -> PayRole {
        let reading = self.reading;
        let sentence = reading.sentence(sum.first);
        let offered = [
            "this role", "this position", "the role", "the position", "this job", "candidates", "applicants", "we pay",
            "we offer", "new hires",
        ];
        if reading.find(sentence.clone(), &offered).is_some() {
            return PayRole::Band;
        }
        let cue = |at: usize| -> Option<PayRole> {
            let (word, before) = (reading.word(at), reading.before(at, 1));
            let current = match word {
                "currently" | "earning" | "earned" | "earns" => true,
                "earn" => before != "will" && before != "can" && before != "to",
                "made" | "make" | "making" => matches!(before, "i" | "have" | "i've" | "currently" | "now" | "am"),
                "paid" => matches!(before, "was" | "am" | "get" | "got" | "been" | "being" | "i'm"),
                "current" | "present" | "previous" | "last" | "past" | "existing" => {
                    (at + 1..at + 4).any(|i| one_of(reading.word(i), PAY)) || matches!(reading.word(at + 1), ":")
                }
                _ => false,
            };
            if current {
                return Some(PayRole::Current);
            }
            let expected = match word {
                "looking" => matches!(reading.word(at + 1), "for" | "at"),
                "like" => matches!(before, "would" | "i'd"),
                "seeking" | "seek" | "expect" | "expects" | "expecting" | "expected" | "expectation"
                | "expectations" | "asking" | "ask" | "asks" | "target" | "targeting" | "targets" | "want"
                | "wants" | "hope" | "hoping" | "desired" | "desires" | "wish" | "need" | "needs" | "interested"
                | "wishes" | "accept" | "consider" => true,
                _ => false,
            };
            expected.then_some(PayRole::Expected)
        };
        let nearest = (sentence.start..sum.first).rev().find_map(cue);
        if let Some(role) = nearest {
            return role;
        }
        let after =
            (sum.last + 1..sentence.end.min(sum.last + 6).max(sum.last + 1)).find_map(|at| match reading.word(at) {
                "expected" | "desired" => Some(PayRole::Expected),
                "now" | "currently" | "current" | "today" => Some(PayRole::Current),
                _ => None,
            });
        after.or_else(|| self.role_of_heading(sum)).unwrap_or(PayRole::Band)
    }

    /// Under a heading such as `EXPECTATIONS`.
    fn role_of_heading(&self, sum: &Sum) -> Option<PayRole> {
        let text = self.reading.text;
        let line = self.reading.tokens[sum.first].line;
        let heading = (line.saturating_sub(8)..line).rev().find(|&at| text.lines()[at].heading)?;
        let words = &text.folded()[text.lines()[heading].span.clone()];
        ["expect", "desired", "looking for"].iter().any(|cue| words.contains(cue)).then_some(PayRole::Expected)
    }

    /// `Berlin: 90k`, `90k in Berlin`, `90k (Berlin)`.
    fn place(&self, sum: &Sum) -> Option<Span> {
        let reading = self.reading;
        let is_label = |range: &std::ops::Range<usize>| {
            !range.is_empty()
                && range.len() <= 6
                && !range.clone().any(|i| {
                    one_of(reading.word(i), PAY)
                        || one_of(reading.word(i), EXTRA)
                        || matches!(
                            reading.word(i),
                            "level" | "range" | "offer" | "expected" | "target" | "minimum" | "current"
                        )
                })
                && (reading.tokens[range.start].capital || reading.word(range.start) == "zone")
        };
        if reading.before(sum.first, 1) == ":" {
            let colon = sum.first - 1;
            let start = (self.free_from..colon)
                .rev()
                .find(|&i| is_break(reading.word(i)) && reading.word(i) != "," || reading.gap(i + 1) == Gap::Line)
                .map_or(self.free_from, |i| i + 1);
            let start = start.max(reading.line(colon).start);
            let label = (start..colon)
                .find(|&i| !is_break(reading.word(i)) && reading.word(i) != "and")
                .map_or(colon..colon, |i| i..colon);
            if is_label(&label) {
                return Some(reading.span(label.start, label.end - 1));
            }
        }
        let next = sum.last + 1;
        let opening = matches!(reading.word(next), "in" | "for" | "(") && reading.gap(next) != Gap::Line;
        if !opening {
            return None;
        }
        let start = next + 1 + usize::from(matches!(reading.word(next + 1), "the" | "our"));
        let end = (start..reading.len().min(start + 7))
            .find(|&i| {
                is_break(reading.word(i))
                    || reading.gap(i) == Gap::Line
                    || matches!(reading.word(i), "and" | "plus" | "+" | "with")
            })
            .unwrap_or(reading.len().min(start + 7));
        let label = start..end;
        (is_label(&label) && !reading.tokens[start..end].iter().any(|t| t.kind == Kind::Digits))
            .then(|| reading.span(start, end - 1))
    }
}

enum Bound {
    Least,
    Most,
}

/// Whether the label at `at` was joined to another sum: `... plus equity. 200k`.
fn is_joined_before(left: &[&str], at: usize) -> bool {
    at > 0 && matches!(left[at - 1], "+" | "plus") && at + 1 == left.len()
}

fn adjective(word: &str) -> Option<Period> {
    matches!(word, "hourly" | "annual" | "annually" | "yearly" | "monthly" | "daily" | "weekly" | "annum")
        .then(|| period_named(word))
        .flatten()
}

fn amount(milli: u64) -> Amount {
    Amount::from_cents(i64::try_from(milli / 10).unwrap_or(i64::MAX))
}
