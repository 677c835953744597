//! Whose figure a sum is, whether it is a bound, and what it covers.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::range::Sum;

use crate::domain::{Basis, Period};
use crate::extract::lists;
use crate::extract::rules::Rules;
use crate::extract::terms::Reading;
use crate::extract::words::{one_of, words};

/// Whose figure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// Words of pay that `current`, `last` and the like may speak of.
const PAY: &str = lists::PAY_ROLE_PAY;

/// Phrases of an employer about the post.
const OFFERED: &[&str] = lists::PAY_ROLE_OFFERED;

/// Whose figure `sum` is, when it is pay; `sentence` are the tokens around it.
pub(super) fn role(reading: &Reading, sum: &Sum, sentence: Range<usize>) -> PayRole {
    if reading.find(sentence.clone(), OFFERED).is_some() {
        return PayRole::Band;
    }
    // What is said of a sum before a semicolon is not said of the one behind it.
    let start = reading.segment(sum.first).start.max(sentence.start);
    let sentence = start..sentence.end;
    if says(reading, sum, "earned").is_some() {
        return PayRole::Current;
    }
    if says(reading, sum, "asked").is_some() {
        return PayRole::Expected;
    }
    let cue = |at: usize| RULES.at(reading, at).map(|hit| *hit.emit);
    if let Some(role) = (sentence.start..sum.first).rev().find_map(cue) {
        return role;
    }
    let end = sentence.end.min(sum.last + 6).max(sum.last + 1);
    let after = (sum.last + 1..end).find_map(|at| match reading.word(at) {
        "expected" | "desired" => Some(PayRole::Expected),
        // `(currently no flexibility)` says nothing of the sum.
        _ if reading.is(at, words!(lists::PAY_ROLE_NOW)) && reading.before(at, 1) != "(" => Some(PayRole::Current),
        _ => None,
    });
    after.or_else(|| of_heading(reading, sum)).unwrap_or(PayRole::Band)
}

/// What the words right around a sum say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::extract) enum Says {
    /// It is other money than pay.
    Other,
    Least,
    Most,
    /// Somebody would work for it.
    Wish,
    /// Somebody earns it.
    Earned,
}

pub(in crate::extract) static SUMS: LazyLock<Rules<Says>> =
    LazyLock::new(|| Rules::built_in("pay_sums.toml", include_str!("../data/rules/pay_sums.toml")));

/// What the rules of a group say of a sum.
pub(super) fn says(reading: &Reading, sum: &Sum, group: &str) -> Option<Says> {
    SUMS.of_group(group, reading, sum.first, sum.last + 1).map(|hit| *hit.emit)
}

/// Whether a sum in a person's own text is what they would work for, where no verb says so: a least figure, a rate, something
/// to negotiate about.
pub(super) fn is_wish(
    reading: &Reading,
    sum: &Sum,
    sentence: &Range<usize>,
    bound: Option<Bound>,
    period: Period,
) -> bool {
    let rate = matches!(period, Period::Hour | Period::Day);
    if says(reading, sum, "wish").is_some() || (rate && says(reading, sum, "rate").is_some()) {
        return true;
    }
    let start = reading.segment(sum.first).start.max(sentence.start);
    let short = sentence.len() <= SHORT + (sum.last - sum.first);
    let has = |range: Range<usize>, words: &[&str]| range.into_iter().any(|at| words.contains(&reading.word(at)));
    let first_person = has(start..sentence.end, lists::PAY_ROLE_FIRST_PERSON);
    let conditional = first_person && has(start..sentence.end, &["would", "i'd", "wouldn't"]);
    let named = (start..sum.first).any(|at| reading.is(at, words!(PAY)));
    conditional || (bound == Some(Bound::Least) && (short || named || first_person))
}

/// A sentence of so many words beside a sum says little else.
const SHORT: usize = 6;

/// What a word before the sum says of whose it is. The words are data (`data/rules/pay_roles.toml`).
pub(in crate::extract) static RULES: LazyLock<Rules<PayRole>> =
    LazyLock::new(|| Rules::built_in("pay_roles.toml", include_str!("../data/rules/pay_roles.toml")));

/// Under a heading such as `EXPECTATIONS`.
fn of_heading(reading: &Reading, sum: &Sum) -> Option<PayRole> {
    let text = reading.text;
    let line = reading.tokens[sum.first].line;
    let heading = (line.saturating_sub(8)..line).rev().find(|&at| text.lines()[at].heading)?;
    let words = &text.folded()[text.lines()[heading].span.clone()];
    let asked = lists::PAY_ROLE_ASKING_HEADINGS.iter().any(|cue| words.contains(cue));
    asked.then_some(PayRole::Expected)
}

/// Which end a single figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Least,
    Most,
}

/// Whether a single figure is the least or the most.
pub(super) fn bound(reading: &Reading, sum: &Sum) -> Option<Bound> {
    match says(reading, sum, "bound") {
        Some(Says::Least) => Some(Bound::Least),
        Some(_) => Some(Bound::Most),
        None => sum.plus.then_some(Bound::Least),
    }
}

/// Base or total by the nearest word, first after, then before.
pub(super) fn basis(left: &[&str], right: &[&str]) -> Basis {
    // `The base range is $120,000-$150,000, and is part of a package including stock`
    let base = left.iter().rev().find_map(|word| covers(word)) == Some(Basis::Base);
    let near = if base { &right[..right.len().min(AT_ONCE)] } else { right };
    if includes_more(right).is_some_and(|at| at < near.len()) || is_of_all(left) || is_of_parts(right) {
        return Basis::Total;
    }
    let bracket = matches!(right, ["(", _, ")", ..]);
    let after = right
        .iter()
        .take(4)
        .skip(usize::from(bracket))
        .take_while(|w| !matches!(**w, "." | ";" | "," | "(" | "plus" | "+" | "and" | "/" | "|" | ":"))
        .find_map(|w| covers(w));
    let is_all = |words: &[&str]| words == ["on", "target"] || words == ["all", "in"];
    let on_target = right.get(..2).is_some_and(is_all).then_some(Basis::Total);
    after
        .or(on_target)
        .or_else(|| left.iter().rev().find_map(|w| covers(w)))
        .or_else(|| left.windows(2).any(is_all).then_some(Basis::Total))
        .unwrap_or_default()
}

/// What a sum includes besides base pay is said at once, within so many words.
const AT_ONCE: usize = 3;

/// `(base salary + any variable pay)`
fn is_of_parts(right: &[&str]) -> bool {
    const MAX_LEN: usize = 8;
    let ["(", inside @ ..] = right else { return false };
    let inside = inside.iter().take(MAX_LEN).take_while(|word| **word != ")");
    let mut parts = inside
        .skip_while(|word| covers(word) != Some(Basis::Base))
        .skip_while(|word| !one_of!(word, lists::PAY_WORDS_JOINS));
    parts.any(|word| one_of!(word, lists::PAY_WORDS_VARIABLE))
}

pub(super) fn covers(word: &str) -> Option<Basis> {
    match lists::PAY_ROLE_COVERS.of(word) {
        Some("base") => Some(Basis::Base),
        Some(_) => Some(Basis::Total),
        None => None,
    }
}

/// `total compensation, including base and bonus, ranges from`, `the salary, inclusive of bonus, is`.
fn is_of_all(left: &[&str]) -> bool {
    let from = left.iter().rposition(|word| matches!(*word, "including" | "incl" | "inclusive"));
    from.is_some_and(|from| {
        let rest = &left[from..];
        let ends = rest.iter().rposition(|word| matches!(*word, "," | ")")).unwrap_or(rest.len());
        // What is named again behind the aside is what the sum is.
        let again = rest[ends..].iter().any(|word| matches!(*word, "base" | "basic" | "fixed"));
        let of_pay = left[..from].iter().any(|word| one_of!(word, lists::PAY_ROLE_OF_PAY));
        of_pay && !again && includes_more(&left[from.saturating_sub(1)..]).is_some()
    })
}

/// Where `including equity and bonus` begins.
fn includes_more(right: &[&str]) -> Option<usize> {
    let at = right.iter().position(|w| one_of!(w, lists::PAY_ROLE_INCLUDING))?;
    let refused = at > 0 && right[at - 1] == "not";
    let more = |word: &&str| one_of!(word, lists::PAY_ROLE_INCLUDED);
    (!refused && right[at..].iter().take(7).any(more)).then_some(at)
}
