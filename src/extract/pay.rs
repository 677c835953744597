//! Money that people are paid, expect or were paid, told apart from all the other money in recruiting texts.
//!
//! From a figure (`pay_figure`) to a range (`range`); its surroundings say what it is (`around`, `nature`), whose and which end
//! (`role`), and where it holds (`place`).

mod around;
mod behind;
pub(super) mod currency;
mod nature;
pub(super) mod period;
mod place;
mod range;
mod role;
pub(super) mod words;

pub(crate) use self::role::PayRole;
pub(super) use self::role::{RULES as ROLE_RULES, SUMS as SUM_RULES};

use std::collections::HashMap;

use self::around::Around;
use self::currency::{
    country, currency_of_text, dollar_of_text, is_likely, likely_period, of_capitals, of_code, of_dollar_code,
    of_label, of_name, of_sign,
};
use self::nature::Nature;
use self::place::place;
use self::range::Sum;
use self::role::{Bound, basis, bound, is_wish, role};
use self::words::{Sense, sense};
use super::lexicon::Kinds;
use super::lists;
use super::pay_figure::figure;
use super::terms::{Gap, Kind, Reading, currency_code};
use super::text::Span;
use super::words::{one_of, words};
use crate::domain::{Amount, Basis, Currency, Pay, Period};

/// A figure or range of pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PayMention {
    pub pay: Pay,
    pub role: PayRole,
    /// The words that say for which place, zone or market it holds.
    pub place: Option<Span>,
    /// Where a person speaks of themselves, it is what they would work for, though no verb of asking says so.
    pub wish: bool,
    pub span: Span,
}

/// All pay in a text, in order. Funding, revenue, budgets, prices and the like are left out.
pub(crate) fn pay_mentions(reading: &Reading) -> Vec<PayMention> {
    let mut reader = Reader { reading, dollar: None, unmarked: None, found: Vec::new(), free_from: 0 };
    let mut next = 0;
    for at in reading.with(Kinds::FIGURE) {
        if reader.found.len() >= MAX_STATEMENTS {
            break;
        }
        if at >= next && reading.tokens[at].kind == Kind::Digits {
            next = reader.read_at(at).unwrap_or(next);
        }
    }
    leave_out_asides(&mut reader.found);
    cover_alike(&mut reader.found);
    reader.found
}

/// Where a band is told, lone sums for other periods are not the pay: on-call premiums by the week, a bonus for whoever refers a
/// friend, what interns get by the hour. What a person would work for stays.
fn leave_out_asides(found: &mut Vec<PayMention>) {
    let is_range = |of: &PayMention| of.role == PayRole::Band && of.pay.min != of.pay.max;
    let periods: Vec<Period> = found.iter().filter(|of| is_range(of)).map(|of| of.pay.period).collect();
    found.retain(|of| {
        let lone = of.role == PayRole::Band && !of.wish && !is_range(of);
        periods.is_empty() || !lone || periods.contains(&of.pay.period)
    });
}

/// What a band covers holds where the same figures stand again: over the text of a job board, then as base pay within it.
fn cover_alike(found: &mut [PayMention]) {
    let band = |of: &PayMention| (of.pay.min, of.pay.max, of.pay.currency, of.pay.period);
    let told = found.iter().filter(|of| of.pay.basis != Basis::Unstated && of.pay.min != of.pay.max);
    let told: HashMap<_, _> = told.map(|of| (band(of), of.pay.basis)).collect();
    for of in found.iter_mut().filter(|of| of.pay.basis == Basis::Unstated && of.role != PayRole::Extra) {
        of.pay.basis = told.get(&band(of)).copied().unwrap_or_default();
    }
}

/// No honest text has more statements; reading on would only cost time.
const MAX_STATEMENTS: usize = 500;

struct Reader<'a> {
    reading: &'a Reading<'a>,
    /// What a bare `$` means here, once somebody asked.
    dollar: Option<Currency>,
    /// What figures without any currency mean here, once somebody asked.
    unmarked: Option<Currency>,
    found: Vec<PayMention>,
    /// The first token that does not belong to the sum before.
    free_from: usize,
}

impl Reader<'_> {
    /// Reads the money whose digits stand at `at`; the token after it, when there is any.
    fn read_at(&mut self, at: usize) -> Option<usize> {
        let reading = self.reading;
        if !may_be_money(reading, at) {
            return None;
        }
        let first = figure(reading, at).filter(|figure| figure.first >= self.free_from)?;
        let sum = Sum::at(reading, &first);
        if sum.currency.is_none() && !may_be_pay(reading, &sum) {
            return Some(sum.last + 1);
        }
        let next = next_figure(reading, sum.last + 1);
        let around = Around::of(reading, &sum, self.free_from, next);
        let end = sum.last + 1;
        match self.mention(&sum, &around) {
            Some(mention) if self.closes(&sum, &mention) => {
                if let Some(last) = self.found.last_mut() {
                    (last.pay.max, last.span.end) = (mention.pay.max, mention.span.end);
                }
                self.free_from = end;
            }
            Some(mention) => {
                self.found.push(mention);
                self.free_from = end;
            }
            None if sum.currency.is_some() => self.free_from = end,
            None => {}
        }
        Some(end)
    }

    fn mention(&mut self, sum: &Sum, around: &Around) -> Option<PayMention> {
        let nature = around.nature(sum, self.in_same_sentence(sum));
        if nature == Nature::Other {
            return None;
        }
        let extra = nature == Nature::Extra;
        let place = place(self.reading, sum, around.sentence.start.max(self.free_from), self.free_from);
        let currency = self.currency(sum, around, place.as_ref());
        let period = if extra { sum.period.unwrap_or_default() } else { period(sum, around, nature, currency)? };
        let (mut min, mut max) = (Some(amount(sum.low)), Some(amount(sum.high)));
        let bound = if sum.range { None } else { bound(self.reading, sum) };
        match bound {
            Some(Bound::Least) => max = None,
            Some(Bound::Most) => min = None,
            None => {}
        }
        let role = if extra { PayRole::Extra } else { role(self.reading, sum, around.sentence.clone()) };
        let mut basis = match role {
            PayRole::Extra => Basis::Unstated,
            _ if around.is_all_of_it() => Basis::Total,
            _ => basis(&around.left, &around.right),
        };
        if basis == Basis::Unstated
            && let Some(last) = self.of_same_sort(sum, around, role)
        {
            basis = last.pay.basis;
        }
        if basis == Basis::Unstated && matches!(role, PayRole::Band | PayRole::Expected) {
            let told = behind::basis(self.reading, sum.last).or_else(|| behind::told_before(self.reading, sum.first));
            basis = told.unwrap_or_default();
        }
        Some(PayMention {
            pay: Pay { min, max, currency, period, basis },
            role,
            place,
            wish: role == PayRole::Band && is_wish(self.reading, sum, &around.sentence, bound, period),
            span: self.reading.span(sum.first, sum.last),
        })
    }

    /// Whether it is the upper end of the band before: `at least $134,000, with a maximum of $168,000`.
    fn closes(&self, sum: &Sum, mention: &PayMention) -> bool {
        const WIDEST: i64 = 3;
        let Some(last) =
            self.found.last().filter(|_| matches!(self.in_same_sentence(sum), Some(PayRole::Band | PayRole::Expected)))
        else {
            return false;
        };
        let (Some(min), None, Some(max)) = (last.pay.min, mention.pay.min, mention.pay.max) else {
            return false;
        };
        // `is $134,000 and can rise to $168,000`
        if last.pay.max.is_some_and(|max| max != min) {
            return false;
        }
        let alike = (last.pay.currency, last.pay.period) == (mention.pay.currency, mention.pay.period);
        alike && min <= max && max.cents() <= min.cents() * WIDEST
    }

    /// What the mention before was, when it stands in the same sentence.
    fn in_same_sentence(&self, sum: &Sum) -> Option<PayRole> {
        let tokens = &self.reading.tokens;
        let last = self.found.last()?;
        let before = tokens.get(self.free_from.checked_sub(1)?)?;
        let here = &tokens[sum.first];
        let adjacent = last.span.end == before.span.end && before.line == here.line && before.sentence == here.sentence;
        adjacent.then_some(last.role)
    }

    /// The mention before, when it is of the same sort: `base 184k-287k for level 4, and 224k-356k for level 5`, or the next row.
    fn of_same_sort(&self, sum: &Sum, around: &Around, role: PayRole) -> Option<&PayMention> {
        let same = |last: &&PayMention| last.role == role || self.in_same_sentence(sum).is_some();
        let last =
            self.found.last().filter(|last| role != PayRole::Extra && last.role != PayRole::Extra && same(last))?;
        let tokens = &self.reading.tokens;
        let before = tokens.get(self.free_from.checked_sub(1)?)?;
        let near = tokens[sum.first].line - before.line <= 3;
        (near && !around.names_pay()).then_some(last)
    }

    /// The dollars that a label or a remark names: `CAN base pay`, `(all figures in CAD)` over a list of zones or behind a sum.
    fn remarked(&self, sum: &Sum, around: &Around) -> Option<&'static str> {
        let reading = self.reading;
        let mut label = around.sentence.start..sum.first;
        if let Some(code) = label.find_map(|at| of_capitals(reading, at)).and_then(of_dollar_code) {
            return Some(code);
        }
        let digits = |at: usize| reading.tokens.get(at).is_some_and(|token| token.kind == Kind::Digits);
        let named = |at: usize| {
            let code = of_dollar_code(reading.word(at)).filter(|_| reading.before(at, 1) == "in")?;
            (!digits(at + 1)).then_some(code)
        };
        let behind = (sum.last + 1..sum.last + 1 + REMARKED_BEHIND)
            .take_while(|&at| !digits(at) && reading.gap(at) != Gap::Line)
            .find_map(named);
        behind.or_else(|| (sum.first.saturating_sub(REMARKED)..sum.first).rev().find_map(named))
    }

    /// The currency: as written, else as the words around say, else that of the text's dollars.
    fn currency(&mut self, sum: &Sum, around: &Around, place: Option<&Span>) -> Currency {
        if let Some(currency) = sum.currency.filter(|_| !sum.dollar) {
            return currency;
        }
        let near = around.left.iter().rev().take(16).chain(around.right.iter().take(6));
        let stated = near.into_iter().filter(|word| word.len() == 3).find_map(|word| currency_code(word));
        // `Salary (EUR): 150,000`, `Gehalt in Euro: 60.000`
        let label = sum.first.saturating_sub(LABEL).max(around.sentence.start)..sum.first;
        let labelled = || label.rev().find_map(|at| of_label(self.reading.word(at)));
        let stated = stated.or_else(labelled);
        let stated = stated.filter(|code| !sum.dollar || of_dollar_code(code).is_some());
        if let Some(currency) = stated.and_then(|code| Currency::new(code).ok()) {
            return currency;
        }
        let words = place.map_or("", |place| &self.reading.text.folded()[place.clone()]);
        let country = words.split(|c: char| !c.is_alphanumeric()).find_map(country);
        let country = country.or_else(|| self.remarked(sum, around));
        if let Some(currency) = country.and_then(|code| Currency::new(code).ok()) {
            return currency;
        }
        if !sum.dollar {
            if let Some(last) = self.found.last() {
                return last.pay.currency;
            }
            return *self.unmarked.get_or_insert_with(|| currency_of_text(self.reading));
        }
        *self.dollar.get_or_insert_with(|| dollar_of_text(self.reading))
    }
}

/// How many tokens before a sum a remark on the currency of all figures may stand.
const REMARKED: usize = 64;
/// How many behind it, when no other figure comes first.
const REMARKED_BEHIND: usize = 24;

/// How many tokens before a sum its label may name the currency.
const LABEL: usize = 6;

/// The period: as written, else as the label says, else as the size of the figure allows.
fn period(sum: &Sum, around: &Around, nature: Nature, currency: Currency) -> Option<Period> {
    let likely = |period: &Period| is_likely(sum.high, currency, *period);
    let label = around.left.iter().rev().chain(around.right.iter().take(4)).find_map(|word| period::of_label(word));
    let day_rate = around.left.windows(2).any(|pair| pair == ["day", "rate"]).then_some(Period::Day);
    if let Some(stated) = sum.period.filter(likely).or(day_rate.filter(likely)).or(label.filter(likely)) {
        return Some(stated);
    }
    // What is counted by the year but cannot be paid by the year is no pay.
    if sum.period.is_some() {
        return None;
    }
    // `Compensation: CAD 2,000 - 3,500`: nobody's year or hour, so it is a month.
    let monthly = sum.range && around.names_pay() && is_likely(sum.low, currency, Period::Month);
    let by_the_month = || monthly.then_some(Period::Month);
    let guessed = likely_period(sum.high, currency).or_else(by_the_month)?;
    // A small figure without a word of pay is a price.
    let named = around.names_pay() || (sum.range && (nature == Nature::Named || guessed == Period::Month));
    (guessed == Period::Year || named).then_some(guessed)
}

/// A quick look at the neighbours: most numbers of a text are no money.
fn may_be_money(reading: &Reading, at: usize) -> bool {
    let many = reading.word(at).bytes().filter(u8::is_ascii_digit).count() >= 5;
    let near = |index: usize| matches!(reading.gap(index), Gap::Glued | Gap::Space);
    let before = at.checked_sub(1).filter(|_| near(at)).map_or("", |before| reading.word(before));
    let next = reading.word(at + 1);
    // A `13th salary` is no sum.
    let counts = reading.gap(at + 1) == Gap::Glued && one_of!(next, lists::PAY_ORDINALS);
    if counts {
        return false;
    }
    many || is_money_word(before)
        || before == "."
        || goes_on(reading, at + 1)
        || (near(at + 1) && (is_money_word(next) || says_much(next)))
}

fn is_money_word(word: &str) -> bool {
    of_sign(word).is_some() || (matches!(word.len(), 2 | 3) && of_code(word).is_some()) || of_name(word).is_some()
}

/// Words of multitude and signs that may follow the digits of money.
fn says_much(word: &str) -> bool {
    match word.len() {
        1 => one_of!(word, lists::PAY_MUCH_1),
        2 => one_of!(word, lists::PAY_MUCH_2),
        3 => word.bytes().all(|b| b.is_ascii_digit()) || one_of!(word, lists::PAY_MUCH_3),
        _ => one_of!(word, lists::PAY_MUCH_4),
    }
}

/// Whether a range may go on after a bare number: `150 to 200k`, `19-21 USD`.
fn goes_on(reading: &Reading, at: usize) -> bool {
    reading.gap(at) == Gap::Dash || reading.is(at, words!(lists::PAY_GOES_ON))
}

/// Whether figures without a currency may be pay: large, and a word of pay not far.
fn may_be_pay(reading: &Reading, sum: &Sum) -> bool {
    const NEAR: usize = 24;
    let large = sum.factor > 1 || sum.period.is_some() || sum.high >= 20_000_000;
    let mut near = (sum.first.saturating_sub(NEAR)..sum.first).rev().chain(sum.last + 1..sum.last + 5);
    large && near.any(|at| matches!(sense(reading.word(at)), Some(Sense::Pay | Sense::Maybe)))
}

/// The first token of the next figure that may be money.
fn next_figure(reading: &Reading, from: usize) -> usize {
    const FAR: usize = 40;
    let end = reading.len().min(from + FAR);
    (from..end)
        .filter(|&at| reading.tokens[at].kind == Kind::Digits)
        .find_map(|at| {
            figure(reading, at).filter(|f| f.first >= from && (f.currency.is_some() || f.milli >= 1_000_000))
        })
        .map_or(reading.len(), |figure| figure.first)
}

fn amount(milli: u64) -> Amount {
    Amount::from_cents(i64::try_from(milli / 10).unwrap_or(i64::MAX))
}
