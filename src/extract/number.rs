//! Numbers as people write them: grouped, abbreviated, spelled out, vague.
//!
//! What a number counts is for others; here it only gets its value.

use std::borrow::Cow;

use super::lexicon::Kinds;
use super::lists;
use super::meter::charge;
use super::terms::{Gap, Kind, Reading};
use super::text::Span;
use super::words::{one_of, words};

/// A number in a text. Values are thousandths, so that `1.5` and `85.95` are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Thousandths.
    pub milli: u64,
    /// Token indices, both included.
    pub first: usize,
    pub last: usize,
    pub span: Span,
    /// `k`, `thousand`, `million`, `lakh` ... by which the digits were multiplied, or 1.
    pub factor: u64,
    /// Whether it is vague: `several thousand`, `about 500`.
    pub approximate: bool,
    /// Whether a plus follows.
    pub plus: bool,
    /// Whether it was spelled out in words.
    pub spelled: bool,
}

impl Number {
    /// The whole part.
    pub(crate) fn units(&self) -> u64 {
        self.milli / 1000
    }
}

impl Reading<'_> {
    /// All numbers of the text, in order and without overlap. Version numbers (`24.05.3`), telephone numbers and the like are
    /// none. Several readers ask for them; they are read once.
    pub(crate) fn numbers(&self) -> &[Number] {
        self.numbers.get_or_init(|| numbers(self))
    }

    /// The number that begins with a token.
    pub(crate) fn number_at(&self, first: usize) -> Option<&Number> {
        let numbers = self.numbers();
        numbers.binary_search_by_key(&first, |number| number.first).ok().map(|at| &numbers[at])
    }
}

fn numbers(reading: &Reading) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut free_from = 0;
    for at in reading.with(Kinds::FIGURE | Kinds::NUMBER) {
        if at < free_from {
            continue;
        }
        let token = &reading.tokens[at];
        let number = match token.kind {
            Kind::Digits if is_in_link(reading, at) => None,
            Kind::Digits => digits(reading, at),
            _ if token.kinds.has(Kinds::NUMBER) => spelled(reading, at),
            _ => None,
        };
        if let Some(mut number) = number {
            number.approximate |= is_vague(reading, number.first);
            free_from = number.last + 1;
            found.push(number);
        }
    }
    found
}

/// An address has so many bytes before a number in it that counts as a part of it.
const LINK_BYTES: usize = 200;

/// Whether a token is part of the address of a page or picture: `https://example.org/img/4090-gpu.png`.
fn is_in_link(reading: &Reading, at: usize) -> bool {
    let end = reading.tokens[at].span.start;
    let least = end.saturating_sub(LINK_BYTES);
    let start = (least..end).find(|at| reading.text.folded().is_char_boundary(*at)).unwrap_or(end);
    let before = reading.text.original(&(start..end));
    let chunk = before.rsplit(char::is_whitespace).next().unwrap_or("");
    charge(chunk.len());
    chunk.contains("://")
}

/// The value of digits with separators, in thousandths: `4,096`, `120.000`, `120,000.00`, `160'000`, `12,00,000`, `1.5`.
/// `None` for dates, versions and numbers beyond a million billions.
pub(crate) fn figure(text: &str) -> Option<u64> {
    let separators: Vec<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let groups: Vec<&str> = text.split([',', '.', '\'']).collect();
    let last = *separators.last()?;
    let grouped = |groups: &[&str]| {
        groups.len() > 1
            && (1..=3).contains(&groups[0].len())
            && groups[0] != "0"
            && groups[groups.len() - 1].len() == 3
            && groups[1..groups.len() - 1].iter().all(|g| g.len() == 3 || (g.len() == 2 && groups[0].len() <= 2))
    };
    let uniform = separators.iter().all(|s| *s == separators[0]);
    if uniform && grouped(&groups) {
        return thousandths(&groups.concat(), "");
    }
    let (whole, fraction) = (&groups[..groups.len() - 1], groups[groups.len() - 1]);
    let decimal = separators.iter().filter(|s| **s == last).count() == 1 && last != '\'';
    (decimal && (whole.len() == 1 || (grouped(whole) && fraction.len() <= 2)))
        .then(|| thousandths(&whole.concat(), fraction))
        .flatten()
}

fn thousandths(whole: &str, fraction: &str) -> Option<u64> {
    if whole.len() > 15 {
        return None;
    }
    let units: u64 = whole.parse().ok()?;
    let digit = |byte: u8| byte.is_ascii_digit().then(|| u64::from(byte - b'0'));
    let part = fraction.bytes().chain(*b"000").take(3).try_fold(0, |part, byte| Some(part * 10 + digit(byte)?))?;
    units.checked_mul(1000)?.checked_add(part).filter(|milli| *milli <= 1_000_000_000_000_000_000)
}

fn digits(reading: &Reading, first: usize) -> Option<Number> {
    let text = reading.word(first);
    let mut last = first;
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    let mut milli = if plain {
        // Groups of three, parted by spaces: 4 500, 100 000.
        let mut joined = Cow::Borrowed(text);
        let joins = |at: usize| {
            let next = reading.word(at);
            reading.gap(at) == Gap::Space && next.len() == 3 && next.bytes().all(|b| b.is_ascii_digit())
        };
        let after_name = one_of!(reading.before(first, 1), lists::NUMBER_AFTER_NAME);
        while text.len() <= 3 && !text.starts_with('0') && !after_name && joins(last + 1) && joined.len() < 12 {
            last += 1;
            joined.to_mut().push_str(reading.word(last));
        }
        thousandths(&joined, "")?
    } else {
        figure(text)?
    };
    // A retirement plan is no number, in whatever way it is written.
    if matches!(text, "401" | "403" | "457") && matches!(reading.word(last + 1), "k" | "b" | "(") {
        return None;
    }
    // 1000s of nodes, 10s of thousands: as little as it can honestly mean.
    let round = plain && milli >= 10_000 && text.trim_end_matches('0') == "1";
    if round
        && matches!(reading.word(last + 1), "s" | "'s")
        && reading.gap(last + 1) == Gap::Glued
        && reading.word(last + 2) == "of"
    {
        let power = match reading.word(last + 3) {
            "thousands" => 1000,
            "millions" => 1_000_000,
            _ => 1,
        };
        last += 1 + 2 * usize::from(power > 1);
        let milli = (milli * 2).checked_mul(power)?;
        let span = reading.span(first, last);
        return Some(Number { milli, first, last, span, factor: 1, approximate: true, plus: false, spelled: true });
    }
    if plain && text == "10" && last == first && reading.word(last + 1) == "^" && reading.gap(last + 2) == Gap::Glued {
        let power: u32 = reading.word(last + 2).parse().ok().filter(|power| *power <= 12)?;
        last += 2;
        milli = 10_u64.pow(power) * 1000;
    }
    let (factor, end) = factor_after(reading, last);
    last = end;
    milli = milli.checked_mul(factor)?;
    let plus = reading.word(last + 1) == "+" && reading.gap(last + 1) == Gap::Glued;
    last += usize::from(plus);
    // 1,000+s reads as 1,000+.
    Some(Number {
        milli,
        first,
        last,
        span: reading.span(first, last),
        factor,
        approximate: false,
        plus,
        spelled: false,
    })
}

/// The word of multitude after digits, and the last token of the number.
fn factor_after(reading: &Reading, last: usize) -> (u64, usize) {
    let next = last + 1;
    if !matches!(reading.gap(next), Gap::Glued | Gap::Space | Gap::Dash) {
        return (1, last);
    }
    let factor = match reading.word(next) {
        "k" | "thousand" => 1000,
        "hundred" => 100,
        "m" => 1_000_000,
        _ if reading.is(next, words!(lists::NUMBER_MILLION)) => 1_000_000,
        _ if reading.is(next, words!(lists::NUMBER_BILLION)) => 1_000_000_000,
        "trillion" => 1_000_000_000_000,
        _ => return (1, last),
    };
    (factor, next)
}

const SMALL: &[&str] = lists::NUMBER_SMALL;
const TENS: &[&str] = lists::NUMBER_TENS;

fn small(word: &str) -> Option<u64> {
    if !(3..=9).contains(&word.len()) {
        return None;
    }
    let position = |list: &[&str]| list.iter().position(|w| *w == word).map(|p| p as u64);
    position(SMALL).or_else(|| position(TENS).map(|p| (p + 2) * 10))
}

fn power(word: &str) -> Option<u64> {
    Some(match word {
        "hundred" => 100,
        "thousand" => 1000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        "dozen" => 12,
        _ => return None,
    })
}

/// Whether a word is a number or a part of one, in figures or in letters.
pub(super) fn is_numeral(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || small(word).is_some() || power(word).is_some()
}

/// What is said without a figure, by its value: as low as it can honestly mean.
fn vague() -> impl Iterator<Item = (&'static str, &'static str)> {
    lists::NUMBER_VAGUE_VALUES.iter().flat_map(|(units, phrases)| phrases.iter().map(|phrase| (*phrase, *units)))
}

/// The words that a number in words begins with.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let vague = vague().filter_map(|(phrase, _)| phrase.split(' ').next());
    // `a thousand`
    SMALL.iter().chain(TENS).copied().chain(vague).chain(["a"])
}

fn spelled(reading: &Reading, first: usize) -> Option<Number> {
    let number = |units: u64, factor: u64, last: usize, approximate: bool| Number {
        milli: units.saturating_mul(1000),
        first,
        last,
        span: reading.span(first, last),
        factor,
        approximate,
        plus: false,
        spelled: true,
    };
    let word = reading.word(first);
    // Hardly any article begins a number.
    let next = reading.word(first + 1);
    if word == "a" && !matches!(next, "quarter" | "few" | "couple") && power(next).is_none() {
        return None;
    }
    let is_small = small(word).is_some();
    let said = vague().filter(|(phrase, _)| !is_small && phrase.starts_with(word));
    let said = said.filter_map(|(phrase, units)| Some((units.parse().ok()?, reading.phrase_end(first, phrase)?)));
    // `tens of thousands` is more than `tens of`.
    if let Some((units, end)) = said.max_by_key(|(_, end)| *end) {
        let last = if reading.word(end - 1) == "of" { end - 2 } else { end - 1 };
        return Some(number(units, 1, last, true));
    }
    let mut at = first;
    let (mut total, mut part, mut seen, mut factor) = (0u64, 0u64, false, 1);
    loop {
        let word = reading.word(at);
        let gap_fits = at == first || matches!(reading.gap(at), Gap::Space | Gap::Dash);
        if !gap_fits {
            break;
        }
        if let Some(value) = small(word) {
            let dash_needed = part % 100 >= 20 && part % 10 == 0 && value < 10;
            if seen && !(dash_needed || part == 0 || (part % 100 == 0 && value < 100)) {
                break;
            }
            part += value;
        } else if let Some(power) = power(word) {
            if !seen && at == first {
                return None;
            }
            if power == 100 || power == 12 {
                part = part.max(1) * power;
            } else {
                total += part.max(1).checked_mul(power)?;
                part = 0;
            }
            factor = factor.max(power);
        } else if word == "a" && at == first && power(reading.word(at + 1)).is_some() {
            part = 0;
        } else if word == "and"
            && seen
            && factor > 1
            && small(reading.word(at + 1)).is_some()
            && part.is_multiple_of(100)
        {
            at += 1;
            continue;
        } else {
            break;
        }
        seen = true;
        at += 1;
    }
    let last = at.checked_sub(1)?;
    let found = seen.then(|| number(total + part, factor, last, false))?;
    // Two and a half years, two and a half thousand.
    let half = (factor == 1).then(|| reading.phrase_end(last + 1, "and a half")).flatten();
    Some(match half {
        None => found,
        Some(end) => {
            let power = power(reading.word(end)).filter(|power| *power >= 1000 && reading.gap(end) == Gap::Space);
            let last = end - usize::from(power.is_none());
            let milli = (found.milli + 500).saturating_mul(power.unwrap_or(1));
            Number { milli, last, span: reading.span(first, last), factor: power.unwrap_or(1), ..found }
        }
    })
}

/// Whether a word before the number makes it rough.
fn is_vague(reading: &Reading, first: usize) -> bool {
    one_of!(reading.before(first, 1), lists::NUMBER_VAGUE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::text::Text;

    fn read(text: &str) -> Vec<u64> {
        let text = Text::new(text);
        numbers(&Reading::new(&text)).iter().map(|n| n.milli).collect()
    }

    #[test]
    fn numbers_are_read_in_every_form() {
        let cases: &[(&str, &[u64])] = &[
            ("4,096", &[4_096_000]),
            ("4 096 cards", &[4_096_000]),
            ("4\u{202f}500\u{202f}H100", &[4_500_000]),
            ("100 000 cores", &[100_000_000]),
            ("10k+", &[10_000_000]),
            ("1.5k", &[1_500_000]),
            ("2M", &[2_000_000_000]),
            ("120.000 euros", &[120_000_000]),
            ("120,000.00", &[120_000_000]),
            ("120.000,00", &[120_000_000]),
            ("160'000", &[160_000_000]),
            ("45,00,000", &[4_500_000_000]),
            ("5,8 years", &[5800]),
            ("85.95", &[85_950]),
            ("two thousand", &[2_000_000]),
            ("two and a half years", &[2500]),
            ("three and a half thousand", &[3_500_000]),
            ("half a million", &[500_000_000]),
            ("100s of nodes, 10s of thousands", &[200_000, 20_000_000]),
            ("the 1980s of old", &[1_980_000]),
            ("twelve thousand five hundred", &[12_500_000]),
            ("sixty-four", &[64_000]),
            ("one hundred and twenty", &[120_000]),
            ("a hundred", &[100_000]),
            ("a dozen", &[12_000]),
            ("several thousand", &[3_000_000]),
            ("hundreds of cards", &[200_000]),
            ("tens of thousands", &[20_000_000]),
            ("half a dozen", &[6000]),
            ("200-800", &[200_000, 800_000]),
            ("200 800 things", &[200_800_000]),
            ("1.8 million hours", &[1_800_000_000]),
            ("version 24.05.3", &[]),
            ("401(k) and 401k", &[]),
            ("eight H200", &[8000]),
            ("one two", &[1000, 2000]),
            ("1,2 and 3", &[1200, 3000]),
            ("99999999999999999999", &[]),
        ];
        for (text, wanted) in cases {
            assert_eq!(read(text), *wanted, "{text}");
        }
    }
}
