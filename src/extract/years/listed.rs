//! Years without a unit beside them: it stands at the end of their list.

use super::about::MAX_ITEM_LEN;
use super::{MAX_CAREER, YearsAbout, YearsLength, YearsMention};
use crate::extract::lexicon::Kinds;
use crate::extract::meter::charge;
use crate::extract::terms::{Reading, is_break};
use crate::extract::words::{Words, words};

/// A list has so many tokens at most.
const MAX_LIST_LEN: usize = 40;

/// What says that the numbers before it are years.
pub(in crate::extract) const COUNTED: Words = words!("years yrs yoe");

/// `Kubernetes (5+), Terraform (4), Ansible (7) years`: two or more names, each with its number in brackets.
pub(super) fn years_in_lists(reading: &Reading) -> Vec<YearsMention> {
    let mut found = Vec::new();
    for at in reading.with(Kinds::YEARS).filter(|&at| reading.before(at, 1) == ")") {
        let line = reading.tokens[at].line;
        let length =
            reading.tokens[..at].iter().rev().take(MAX_LIST_LEN).take_while(|token| token.line == line).count();
        charge(length);
        let (from, mut name) = (at - length, at - length);
        let mut listed = Vec::new();
        for i in from..at {
            if (1..=MAX_ITEM_LEN).contains(&(i - name)) {
                listed.extend(bracketed(reading, i).map(|tenths| YearsMention {
                    length: YearsLength::Stated { tenths, high: None },
                    about: YearsAbout::Subject(reading.span(name, i - 1)),
                    span: reading.span(i + 1, i + 1),
                }));
            }
            if is_break(reading.word(i)) {
                name = i + 1;
            }
        }
        if listed.len() >= 2 {
            found.extend(listed);
        }
    }
    found
}

/// The tenths of years that stand in the brackets that open at `at`, and nothing else, but for a plus.
fn bracketed(reading: &Reading, at: usize) -> Option<u16> {
    let close = at + 2 + usize::from(reading.word(at + 2) == "+");
    if reading.word(at) != "(" || reading.word(close) != ")" {
        return None;
    }
    let figure = reading.word(at + 1);
    let (whole, part) = figure.split_once('.').unwrap_or((figure, "0"));
    let part = part.get(..1)?.parse::<u16>().ok()?;
    let tenths = whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(part)?;
    (1..=MAX_CAREER).contains(&tenths).then_some(tenths)
}
