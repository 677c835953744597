//! Pay as China, Japan, Korea and Taiwan write it: `年収1,200万円`, `연봉 8,000만원`, `年薪50万`, `30k-50k·15薪`.
//!
//! Only the words and what they are worth; they are asked for by the readers that ask for the English ones.

use std::sync::LazyLock;

use super::range::Sum;
use super::words::Sense;
use crate::domain::{Basis, Currency, Period};
use crate::extract::lists;
use crate::extract::place::PlaceReader;
use crate::extract::terms::{Gap, Kind, Reading};
use crate::taxonomy::fold;

/// What a word glued to digits says of them: `万円`, `만원`, `億2000万円` is cut before its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::extract) struct Unit {
    pub factor: u64,
    pub currency: Option<&'static str>,
    /// `以上`: so much or more.
    pub or_more: bool,
}

/// Words of multitude, which multiply where several stand together (`百万`, `천만`), and the money that the script of some tells.
const MULTIPLES: &[(&str, u64, Option<&str>)] = &[
    ("万", 10_000, None),
    ("萬", 10_000, Some("TWD")),
    ("만", 10_000, Some("KRW")),
    ("億", 100_000_000, None),
    ("亿", 100_000_000, None),
    ("억", 100_000_000, Some("KRW")),
    ("千", 1000, None),
    ("천", 1000, Some("KRW")),
    ("百", 100, None),
    ("백", 100, Some("KRW")),
];

/// Money; the longer names first.
const MONEY: &[(&str, &str)] = &[
    ("人民币", "CNY"),
    ("人民幣", "CNY"),
    ("新台幣", "TWD"),
    ("台幣", "TWD"),
    ("台币", "TWD"),
    ("港币", "HKD"),
    ("港幣", "HKD"),
    ("港元", "HKD"),
    ("日元", "JPY"),
    ("日圓", "JPY"),
    ("美元", "USD"),
    ("美金", "USD"),
    ("ドル", "USD"),
    ("달러", "USD"),
    ("円", "JPY"),
    ("圓", "JPY"),
    ("원", "KRW"),
    ("元", "CNY"),
    ("块", "CNY"),
];

/// Words that tell what a sum is, by any part of the token that they stand in: no spaces part the words of these scripts.
const LABELS: &[(&str, Sense, Option<Period>, Option<&str>)] = &[
    ("年収", Sense::Pay, Some(Period::Year), Some("JPY")),
    ("年俸", Sense::Pay, Some(Period::Year), Some("JPY")),
    ("月収", Sense::Pay, Some(Period::Month), Some("JPY")),
    ("月給", Sense::Pay, Some(Period::Month), Some("JPY")),
    ("月額", Sense::Pay, Some(Period::Month), Some("JPY")),
    ("時給", Sense::Pay, Some(Period::Hour), Some("JPY")),
    ("日給", Sense::Pay, Some(Period::Day), Some("JPY")),
    ("給与", Sense::Pay, None, Some("JPY")),
    ("給料", Sense::Pay, None, Some("JPY")),
    ("基本給", Sense::Pay, Some(Period::Month), Some("JPY")),
    ("年薪", Sense::Pay, Some(Period::Year), Some("CNY")),
    ("月薪", Sense::Pay, Some(Period::Month), Some("CNY")),
    ("时薪", Sense::Pay, Some(Period::Hour), Some("CNY")),
    ("時薪", Sense::Pay, Some(Period::Hour), Some("TWD")),
    ("日薪", Sense::Pay, Some(Period::Day), Some("CNY")),
    ("薪資", Sense::Pay, None, Some("TWD")),
    ("薪", Sense::Pay, None, Some("CNY")),
    ("工资", Sense::Pay, None, Some("CNY")),
    ("待遇", Sense::Pay, None, Some("CNY")),
    ("总包", Sense::Pay, Some(Period::Year), Some("CNY")),
    ("연봉", Sense::Pay, Some(Period::Year), Some("KRW")),
    ("월급", Sense::Pay, Some(Period::Month), Some("KRW")),
    ("시급", Sense::Pay, Some(Period::Hour), Some("KRW")),
    ("일급", Sense::Pay, Some(Period::Day), Some("KRW")),
    ("급여", Sense::Pay, None, Some("KRW")),
    ("賞与", Sense::Extra, None, None),
    ("手当", Sense::Extra, None, None),
    ("交通費", Sense::Extra, None, None),
    ("退職金", Sense::Extra, None, None),
    ("奖金", Sense::Extra, None, None),
    ("补贴", Sense::Extra, None, None),
    ("津贴", Sense::Extra, None, None),
    ("股票", Sense::Extra, None, None),
    ("期权", Sense::Extra, None, None),
    ("상여", Sense::Extra, None, None),
    ("売上", Sense::Other, None, None),
    ("資本金", Sense::Other, None, None),
    ("予算", Sense::Other, None, None),
    ("投資", Sense::Other, None, None),
    ("調達", Sense::Other, None, None),
    ("融资", Sense::Other, None, None),
    ("投资", Sense::Other, None, None),
    ("预算", Sense::Other, None, None),
    ("营收", Sense::Other, None, None),
    ("价格", Sense::Other, None, None),
    ("매출", Sense::Other, None, None),
    ("투자", Sense::Other, None, None),
    ("예산", Sense::Other, None, None),
];

/// Beginnings of words behind a slash, or alone before a sum, that name its period.
const PERIODS: &[(&str, Period)] = &[
    ("年", Period::Year),
    ("연", Period::Year),
    ("년", Period::Year),
    ("月", Period::Month),
    ("월", Period::Month),
    ("日", Period::Day),
    ("天", Period::Day),
    ("일", Period::Day),
    ("時", Period::Hour),
    ("小时", Period::Hour),
    ("小時", Period::Hour),
    ("시간", Period::Hour),
];

/// Who speaks of a sum: whether it is earned (true) or hoped for.
const WISHES: &[(&str, bool)] = &[
    ("現年収", true),
    ("現在", true),
    ("目前", true),
    ("当前", true),
    ("现", true),
    ("현재", true),
    ("希望", false),
    ("期望", false),
    ("희망", false),
];
/// What the sum covers.
const COVERS: &[(&str, Basis)] = &[
    ("基本給", Basis::Base),
    ("固定給", Basis::Base),
    ("底薪", Basis::Base),
    ("总包", Basis::Total),
    ("總包", Basis::Total),
    ("総額", Basis::Total),
];
const OR_MORE: &[(&str, ())] = &[("以上", ()), ("이상", ()), ("起", ())];
/// Words that what else is paid is part of the sum.
const INCLUDED: &[(&str, ())] = &[("含", ()), ("込", ()), ("포함", ())];
/// So much at most, glued to the sum or behind it.
const AT_MOST: &[(&str, ())] = &[
    ("以下", ()),
    ("以内", ()),
    ("以內", ()),
    ("未満", ()),
    ("まで", ()),
    ("이하", ()),
    ("이내", ()),
    ("미만", ()),
    ("까지", ()),
];

/// A table as texts are folded: syllables of Korean in their parts.
type Table<T> = LazyLock<Vec<(String, T)>>;

fn folded<T: Copy>(table: &[(&str, T)]) -> Vec<(String, T)> {
    table.iter().map(|(word, value)| (fold(word), *value)).collect()
}

static FOLDED_MULTIPLES: Table<(u64, Option<&str>)> =
    LazyLock::new(|| MULTIPLES.iter().map(|(word, factor, money)| (fold(word), (*factor, *money))).collect());
static FOLDED_MONEY: Table<&str> = LazyLock::new(|| folded(MONEY));
static FOLDED_LABELS: Table<(Sense, Option<Period>, Option<&str>)> = LazyLock::new(|| {
    LABELS.iter().map(|(word, sense, period, money)| (fold(word), (*sense, *period, *money))).collect()
});
static FOLDED_PERIODS: Table<Period> = LazyLock::new(|| folded(PERIODS));
static FOLDED_WISHES: Table<bool> = LazyLock::new(|| folded(WISHES));
static FOLDED_COVERS: Table<Basis> = LazyLock::new(|| folded(COVERS));
static FOLDED_OR_MORE: Table<()> = LazyLock::new(|| folded(OR_MORE));
static FOLDED_INCLUDED: Table<()> = LazyLock::new(|| folded(INCLUDED));
static FOLDED_AT_MOST: Table<()> = LazyLock::new(|| folded(AT_MOST));

/// Whether a word can be of these scripts at all: a look at one byte, before any table is asked.
pub(in crate::extract) fn may_be(word: &str) -> bool {
    word.as_bytes().first().is_some_and(|byte| *byte >= 0xe1)
}

fn leading<T: Copy>(word: &str, table: &[(String, T)]) -> Option<(T, usize)> {
    table.iter().find(|(known, _)| word.starts_with(known.as_str())).map(|(known, value)| (*value, known.len()))
}

fn within<T: Copy>(word: &str, table: &[(String, T)]) -> Option<T> {
    let known = || table.iter().find(|(known, _)| word.contains(known.as_str()));
    if may_be(word) { known().map(|(_, value)| *value) } else { None }
}

/// What a word behind digits makes of them.
pub(in crate::extract) fn unit(word: &str) -> Option<Unit> {
    if !may_be(word) {
        return None;
    }
    let (mut rest, mut unit) = (word, Unit { factor: 1, currency: None, or_more: false });
    while let Some(((factor, money), length)) = leading(rest, &FOLDED_MULTIPLES) {
        unit.factor = unit.factor.checked_mul(factor).filter(|factor| *factor <= 1_000_000_000_000)?;
        unit.currency = unit.currency.or(money);
        rest = &rest[length..];
    }
    if let Some((money, length)) = leading(rest, &FOLDED_MONEY) {
        unit.currency = Some(money);
        rest = &rest[length..];
    }
    unit.or_more = leading(rest, &FOLDED_OR_MORE).is_some();
    (unit.factor > 1 || unit.currency.is_some()).then_some(unit)
}

/// The money that a word behind the digits and their multiple names: `5천만 원`.
pub(in crate::extract) fn money(word: &str) -> Option<&'static str> {
    if may_be(word) { leading(word, &FOLDED_MONEY).map(|(money, _)| money) } else { None }
}

/// What a label says that a sum is.
pub(super) fn sense(word: &str) -> Option<Sense> {
    let sense = within(word, &FOLDED_LABELS).map(|(sense, _, _)| sense)?;
    // 賞与含む: what is part of the sum is not beside it.
    let included = sense == Sense::Extra && within(word, &FOLDED_INCLUDED).is_some();
    Some(if included { Sense::Maybe } else { sense })
}

/// The period that a label names, or a word that is nothing else.
pub(super) fn period_of_label(word: &str) -> Option<Period> {
    let alone = || FOLDED_PERIODS.iter().find(|(known, _)| known == word).map(|(_, period)| *period);
    within(word, &FOLDED_LABELS).and_then(|(_, period, _)| period).or_else(|| if may_be(word) { alone() } else { None })
}

/// The money that a label is written for.
pub(super) fn currency_of_label(word: &str) -> Option<&'static str> {
    within(word, &FOLDED_LABELS).and_then(|(_, _, money)| money)
}

/// The period behind a slash: `/月`.
pub(super) fn period(word: &str) -> Option<Period> {
    if may_be(word) { leading(word, &FOLDED_PERIODS).map(|(period, _)| period) } else { None }
}

/// Whether a word says that a sum is earned, or that it is hoped for.
pub(super) fn is_earned(word: &str) -> Option<bool> {
    within(word, &FOLDED_WISHES)
}

/// `이상` behind a sum, apart from its unit.
pub(super) fn is_least(word: &str) -> bool {
    may_be(word) && leading(word, &FOLDED_OR_MORE).is_some()
}

/// `以下`, `이하`: whether a word says, by itself or glued to a unit, that the sum before it is the most.
pub(super) fn is_most(word: &str) -> bool {
    within(word, &FOLDED_AT_MOST).is_some()
}

pub(super) fn covers(word: &str) -> Option<Basis> {
    within(word, &FOLDED_COVERS)
}

/// Whether one of the few tokens before the digits is a label of pay: there `50w` is `50万`.
pub(in crate::extract) fn is_labelled(reading: &Reading, digits: usize) -> bool {
    (1..=LABEL).any(|back| sense(reading.before(digits, back)) == Some(Sense::Pay))
}

/// A label stands so many tokens before the digits at most, those of a range before them included.
const LABEL: usize = 6;
/// Months that a year is paid for.
const MONTHS: std::ops::RangeInclusive<u64> = 12..=24;

/// `30k-50k·15薪`, `35k x 14 months`: so many months' pay make the year.
pub(super) fn by_months(reading: &Reading, sum: &mut Sum) {
    let mut at = sum.last + 1;
    let mut marked = false;
    let times = matches!(reading.word(at), "*" | "x" | "×");
    while at <= sum.last + 2 && matches!(reading.word(at), "·" | "・" | "*" | "x" | "×" | "," | "•") {
        at += 1;
        marked = true;
    }
    let digits = reading.tokens.get(at).filter(|token| marked && token.kind == Kind::Digits);
    let Some(months) = digits.and_then(|token| token.word.parse::<u64>().ok()).filter(|n| MONTHS.contains(n)) else {
        return;
    };
    let word = reading.word(at + 1);
    let salaries = sense(word) == Some(Sense::Pay);
    // `$98,000, 12-month appointment` multiplies nothing.
    let months_of_pay = times && matches!(word, "months" | "month");
    let counted = salaries || word.starts_with('个') || word.starts_with('個') || months_of_pay;
    let monthly = matches!(sum.period, None | Some(Period::Month));
    if !counted || !monthly || reading.gap(at + 1) == Gap::Line {
        return;
    }
    let (Some(low), Some(high)) = (sum.low.checked_mul(months), sum.high.checked_mul(months)) else { return };
    (sum.low, sum.high, sum.period, sum.last) = (low, high, Some(Period::Year), at + 1);
    if sum.currency.is_none() && salaries {
        sum.currency = Currency::new("CNY").ok();
    }
}

/// Whose `¥` it is: the yuan where the text speaks of China or writes its words of pay, else the yen.
pub(super) fn is_yuan(reading: &Reading, places: &PlaceReader) -> bool {
    let any = |country: &str, currency: &str, words: &[&str]| {
        reading.tokens.iter().any(|token| {
            token.kind == Kind::Word
                && (words.contains(&token.word)
                    || places.country_of_place(token.word) == Some(country)
                    || currency_of_label(token.word) == Some(currency))
        })
    };
    any("CN", "CNY", lists::PAY_EAST_ASIAN_YUAN) && !any("JP", "JPY", &["japanese", "jpy", "yen"])
}
