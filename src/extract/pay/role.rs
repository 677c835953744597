//! Whose figure a sum is, whether it is a bound, and what it covers.

use std::ops::Range;

use super::east_asian;
use super::range::Sum;

use crate::domain::{Basis, Period};
use crate::extract::lists;
use crate::extract::terms::{Gap, Kind, Reading, is_break};
use crate::extract::words::{one_of, words};

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
    let start =
        (sentence.start..sum.first).rev().find(|&at| reading.word(at) == ";").map_or(sentence.start, |at| at + 1);
    let sentence = start..sentence.end;
    if asked_behind(reading, sum, sentence.end) {
        return PayRole::Expected;
    }
    if let Some(role) = (sentence.start..sum.first).rev().find_map(|at| cue(reading, at, sum.first)) {
        return role;
    }
    let end = sentence.end.min(sum.last + 6).max(sum.last + 1);
    let after = (sum.last + 1..end).find_map(|at| match reading.word(at) {
        "expected" | "desired" => Some(PayRole::Expected),
        // `(currently)`; but `(currently no flexibility)` says nothing of the sum.
        _ if reading.is(at, words!(lists::PAY_ROLE_NOW))
            && (reading.before(at, 1) != "(" || reading.word(at + 1) == ")") =>
        {
            Some(PayRole::Current)
        }
        _ => None,
    });
    after.or_else(|| of_heading(reading, sum)).unwrap_or(PayRole::Band)
}

/// `400k or I stay`: no word of pay, but what somebody does for it, right behind the sum.
pub(super) fn is_price_of_a_move(reading: &Reading, sum: &Sum) -> bool {
    const MOVES: &[&str] = lists::PAY_ROLE_MOVES;
    MOVES.iter().any(|phrase| reading.is_at(sum.last + 1, phrase))
}

/// `$400k is what I ask`, `$245,000 wanted`.
fn asked_behind(reading: &Reading, sum: &Sum, end: usize) -> bool {
    const ASKED: &[&str] = lists::PAY_ROLE_ASKED;
    let near = sum.last + 1..end.min(sum.last + 7);
    // What is asked behind a semicolon or another figure is asked of that.
    let own = near.clone().find(|&at| reading.word(at) == ";" || reading.tokens[at].kind == Kind::Digits);
    reading.find(near.start..own.unwrap_or(near.end), ASKED).is_some() || is_price_of_a_move(reading, sum)
}

/// Whether a sum in a person's own text is what they would work for, where no verb says so: a least figure, a rate, something
/// to negotiate about, the price of a move.
pub(super) fn is_wish(
    reading: &Reading,
    sum: &Sum,
    sentence: &Range<usize>,
    bound: Option<Bound>,
    period: Period,
) -> bool {
    const FOR: &[&str] = lists::PAY_ROLE_FOR;
    /// Right before the sum.
    const CONTENT: &[&str] = lists::PAY_ROLE_CONTENT;
    const OPEN: &[&str] = lists::PAY_ROLE_OPEN;
    let start =
        (sentence.start..sum.first).rev().find(|&at| reading.word(at) == ";").map_or(sentence.start, |at| at + 1);
    let before = start..sum.first;
    let near = sum.first.saturating_sub(8).max(start)..sum.first;
    let stands_before = |words: &&str| sum.first.checked_sub(2).is_some_and(|at| reading.is_at(at, words));
    if reading.find(near, FOR).is_some() || CONTENT.iter().any(stands_before) {
        return true;
    }
    let has = |range: Range<usize>, words: &[&str]| range.into_iter().any(|at| words.contains(&reading.word(at)));
    if has(sum.last + 1..sentence.end.min(sum.last + 10), OPEN) || has(before.clone(), OPEN) {
        return true;
    }
    let rate = matches!(period, Period::Hour | Period::Day);
    if rate && has(before.clone(), lists::PAY_ROLE_RATES) {
        return true;
    }
    let first_person = has(start..sentence.end, lists::PAY_ROLE_FIRST_PERSON);
    let conditional = first_person && has(start..sentence.end, &["would", "i'd", "wouldn't"]);
    let short = sentence.len() <= SHORT + (sum.last - sum.first);
    let named = before.into_iter().any(|at| reading.is(at, words!(PAY)));
    conditional || (bound == Some(Bound::Least) && (short || named || first_person))
}

/// A sentence of so many words beside a sum says little else.
const SHORT: usize = 6;

/// What a word before the sum says of whose it is.
fn cue(reading: &Reading, at: usize, first: usize) -> Option<PayRole> {
    let (word, before) = (reading.word(at), reading.before(at, 1));
    if let Some(earned) = east_asian::is_earned(word) {
        return Some(if earned { PayRole::Current } else { PayRole::Expected });
    }
    let current = match word {
        "currently" => !matches!(before, "are" | "is" | "we're"),
        "earned" | "earns" => true,
        "earning" => reading.word(at + 1) != "potential",
        "was" | "were" => at + 2 == first && matches!(reading.word(at + 1), "at" | "on"),
        // My base is, my salary rose to; my expectation is a word nearer to the sum.
        "my" => {
            let noun = at + 1 + usize::from(matches!(reading.word(at + 1), "base" | "total" | "annual"));
            [at + 1, noun].iter().any(|&i| reading.is(i, words!(lists::PAY_ROLE_OWN_PAY)))
        }
        "earn" => matches!(before, "i" | "currently" | "now"),
        "made" | "make" | "making" => one_of!(before, lists::PAY_ROLE_BEFORE_MADE),
        "paid" if before == "get" => reading.before(at, 2) == "i",
        "paid" => one_of!(before, lists::PAY_ROLE_BEFORE_PAID),
        _ if reading.is(at, words!(lists::PAY_ROLE_CURRENT)) => {
            (at + 1..at + 4).any(|i| reading.is(i, words!(PAY))) || reading.word(at + 1) == ":"
        }
        _ => false,
    };
    if current {
        return Some(PayRole::Current);
    }
    let expected = match word {
        "looking" => matches!(reading.word(at + 1), "for" | "at"),
        "like" => matches!(before, "would" | "i'd"),
        // Expected pay range: an employer's words.
        "target" if one_of!(before, lists::PAY_WORDS_VARIABLE) => false,
        _ if reading.is(at, words!(lists::PAY_ROLE_EXPECTED)) => !is_of_employer(reading, at, first),
        _ if reading.is(at, words!(lists::PAY_ROLE_SEEKING)) => true,
        "requirement" | "requirements" => matches!(before, "salary" | "pay" | "compensation"),
        "my" => reading.is(at + 1, words!(lists::PAY_ROLE_OWN_FLOOR)),
        "won't" | "wouldn't" => reading.is(at + 1, words!(lists::PAY_ROLE_REFUSED_MOVES)),
        _ => false,
    };
    expected.then_some(PayRole::Expected)
}

/// `Expected base salary range`, `is expected to be`, `target total cash`.
fn is_of_employer(reading: &Reading, at: usize, first: usize) -> bool {
    let end = first.min(at + 10);
    reading.before(at, 1) == "is" || (at + 1..end).any(|i| reading.is(i, words!(lists::PAY_ROLE_OF_EMPLOYER)))
}

/// Under a heading such as `EXPECTATIONS`.
fn of_heading(reading: &Reading, sum: &Sum) -> Option<PayRole> {
    let text = reading.text;
    let line = reading.tokens[sum.first].line;
    let heading = (line.saturating_sub(8)..line).rev().find(|&at| text.lines()[at].heading)?;
    let words = &text.folded()[text.lines()[heading].span.clone()];
    let asked = ["expectation", "desired", "looking for"].iter().any(|cue| words.contains(cue));
    asked.then_some(PayRole::Expected)
}

/// Which end a single figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Least,
    Most,
}

const MAX: &[&str] = lists::PAY_ROLE_MOST;
const LEAST: &[&str] = lists::PAY_ROLE_LEAST;

/// Whether a single figure is the least or the most.
pub(super) fn bound(reading: &Reading, sum: &Sum, right: &[&str]) -> Option<Bound> {
    // The words of the longest of the phrases that stands right before; none for none.
    let before = |phrases: &[&str]| {
        let stands = |phrase: &&str| {
            let words = phrase.split(' ').count();
            sum.first.checked_sub(words).is_some_and(|at| reading.is_at(at, phrase)).then_some(words)
        };
        phrases.iter().filter_map(stands).max()
    };
    let (least, most) = (before(LEAST), before(MAX));
    // `not more than` is longer than `more than`.
    if least > most {
        return Some(Bound::Least);
    }
    if let Some(words) = most {
        // I won't move for less than that.
        let refused = (words + 1..9).any(|back| {
            one_of!(reading.before(sum.first, back), lists::PAY_ROLE_REFUSED)
                || (reading.before(sum.first, back) == "no"
                    && one_of!(reading.before(sum.first, back - 1), "offer offers"))
        });
        return Some(if refused { Bound::Least } else { Bound::Most });
    }
    // `1500万円以下`, `1억원 이하`
    let behind = right.first().copied().unwrap_or("");
    if east_asian::is_most(reading.word(sum.last)) || east_asian::is_most(behind) {
        return Some(Bound::Most);
    }
    if east_asian::is_least(behind) {
        return Some(Bound::Least);
    }
    if is_maximum(reading, sum, right) || opens_with_to(reading, sum) {
        return Some(Bound::Most);
    }
    // `$129,700 (minimum), $194,500 (maximum)`
    if let ["(", of, ")", ..] = right {
        match *of {
            _ if one_of!(of, lists::PAY_ROLE_MINIMUM) => return Some(Bound::Least),
            _ if one_of!(of, lists::PAY_ROLE_MAXIMUM) => return Some(Bound::Most),
            _ => {}
        }
    }
    let least = match right {
        [word, ..] if one_of!(word, lists::PAY_ROLE_LEAST_BEHIND) => true,
        ["and" | "or", more, ..] if one_of!(more, lists::PAY_ROLE_MORE_BEHIND) => true,
        ["at", "least", ..] => true,
        _ => right.windows(3).any(|w| matches!(w, ["not", "go", "lower" | "below"])),
    };
    if least || sum.plus {
        return Some(Bound::Least);
    }
    // A starting salary is where it starts, a maximum salary where it ends.
    (2..7).find_map(|back| {
        let word = reading.before(sum.first, back);
        // Mindestgehalt
        if word.starts_with("mindest") && word.len() > 10 {
            return Some(Bound::Least);
        }
        let mut next = back - 1;
        while next > 1 && one_of!(reading.before(sum.first, next), lists::PAY_ROLE_BEFORE_PAY) {
            next -= 1;
        }
        let next = reading.before(sum.first, next);
        let pay = one_of!(next, lists::PAY_ROLE_BOUND);
        match word {
            "starting" | "minimum" | "min" if pay => Some(Bound::Least),
            "maximum" | "max" | "top" if pay => Some(Bound::Most),
            _ => None,
        }
    })
}

/// `$175,000 maximum`, and no label of the next figure: `Minimum $150,000 Maximum: $190,000`.
fn is_maximum(reading: &Reading, sum: &Sum, right: &[&str]) -> bool {
    let next = sum.last + 2;
    matches!(right.first(), Some(&("maximum" | "max" | "tops")))
        && !reading.is(next, words!(lists::PAY_ROLE_LABELS))
        && reading.gap(sum.last + 1) != Gap::Line
        && (reading.gap(next) == Gap::Line || is_break(reading.word(next)) || reading.tokens[next].kind == Kind::Word)
}

/// `To £80,000 + bonus`, as British agencies begin a line.
pub(super) fn opens_with_to(reading: &Reading, sum: &Sum) -> bool {
    let opens = || reading.sentence(sum.first).start + 1 == sum.first;
    reading.before(sum.first, 1) == "to" && sum.currency.is_some() && opens()
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
    let all_in = right.starts_with(&["all", "in"]) || right.starts_with(&["on", "target"]);
    after
        .or(all_in.then_some(Basis::Total))
        .or_else(|| {
            left.iter().rev().find_map(|w| covers(w)).or_else(|| {
                let all = |w: &[&str]| w == ["on", "target"] || w == ["all", "in"];
                left.windows(2).any(all).then_some(Basis::Total)
            })
        })
        .or_else(|| is_beside_superannuation(right).then_some(Basis::Base))
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

/// `plus 17% superannuation`: what Australian employers pay into a pension comes on top of base pay.
fn is_beside_superannuation(right: &[&str]) -> bool {
    const NEAR: usize = 6;
    let added = right.iter().take(NEAR).position(|word| one_of!(word, lists::PAY_ROLE_SUPERANNUATION));
    added.is_some_and(|at| right[at..].iter().take(NEAR).any(|word| one_of!(word, "super superannuation")))
}

pub(super) fn covers(word: &str) -> Option<Basis> {
    match lists::PAY_ROLE_COVERS.of(word) {
        Some("base") => Some(Basis::Base),
        Some(_) => Some(Basis::Total),
        None => east_asian::covers(word),
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
