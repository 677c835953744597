//! What the words around a sum say that it is: pay, something beside the pay, or other money.

use super::around::{Around, LEFT};
use super::range::Sum;
use super::role::{PayRole, bound, covers, is_wish, role, says};
use super::words::{Sense, sense};
use crate::domain::Basis;
use crate::extract::lists;
use crate::extract::terms::{Gap, is_accelerator_name, is_break};
use crate::extract::words::one_of;

/// What a sum was found to be, by its surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// Pay, and a word says so.
    Named,
    /// Pay by its form alone.
    Formed,
    /// Beside the pay.
    Extra,
    /// Other money, or no money.
    Other,
}

/// How many words before a single figure may name it.
const NEAR: usize = 14;
/// So many words before a figure may name the machine that it is the price of.
const MACHINE_WITHIN: usize = 8;
/// Words that say what a pay figure covers.
const COVERED: &str = lists::PAY_NATURE_COVERED;
/// Words that may follow a figure of pay that has no currency.
const AFTER_PAY: &str = lists::PAY_NATURE_AFTER_PAY;

impl Around<'_> {
    /// What `sum` is; `after` is what the sum before it in the same sentence was.
    pub(super) fn nature(&self, sum: &Sum, after: Option<PayRole>) -> Nature {
        if says(self.reading, sum, "other").is_some() {
            return Nature::Other;
        }
        let label = self.label(if sum.range || sum.period.is_some() { LEFT } else { NEAR });
        match self.purpose(sum, label) {
            Some(Sense::Extra) => return Nature::Extra,
            Some(_) if label != Some(Sense::Pay) => return Nature::Other,
            _ => {}
        }
        // `The deal`, and in the next line `$200k-$300k base`: the figure's own line says what it is.
        let label = label.filter(|_| !(self.lent && self.pay_follows()));
        if label == Some(Sense::Extra) {
            return Nature::Extra;
        }
        if label == Some(Sense::Other) && !(sum.range && self.is_apart()) {
            return Nature::Other;
        }
        let named = matches!(label, Some(Sense::Pay | Sense::Maybe)) || self.pay_follows();
        if sum.currency.is_none() {
            return if self.is_plain_pay(sum) { Nature::Named } else { Nature::Other };
        }
        if sum.factor >= 1_000_000 && label != Some(Sense::Pay) && !self.pay_follows() {
            return Nature::Other;
        }
        if named {
            Nature::Named
        } else if after == Some(PayRole::Extra) {
            Nature::Extra
        } else if after.is_some() || self.has_form_of_pay(sum) || self.is_somebodys(sum) {
            Nature::Formed
        } else {
            Nature::Other
        }
    }

    /// Whether a word before the sum, or right after it, speaks of pay.
    pub(super) fn names_pay(&self) -> bool {
        self.left.iter().any(|word| matches!(sense(word), Some(Sense::Pay))) || self.pay_follows()
    }

    /// The nearest of so many words before the sum that names money; a word that only may be pay yields to others.
    fn label(&self, reach: usize) -> Option<Sense> {
        let mut perhaps = None;
        if self.is_all_of_it() {
            return Some(Sense::Pay);
        }
        for (back, word) in self.left.iter().rev().take(reach).enumerate() {
            let at = self.left.len() - 1 - back;
            match sense(word) {
                Some(Sense::Pay) => return Some(Sense::Pay),
                Some(Sense::Maybe) => perhaps = Some(Sense::Maybe),
                Some(Sense::Extra) if !self.is_aside(at) => return Some(Sense::Extra),
                Some(Sense::Other) => return Some(Sense::Other),
                _ => {}
            }
        }
        perhaps
    }

    /// `Base + Bonus Target: $180k`: the name of a total of base pay and what comes beside it.
    pub(super) fn is_all_of_it(&self) -> bool {
        let named = self.left.iter().rposition(|word| !one_of!(word, lists::PAY_WORDS_ANNOUNCES));
        let Some(named) = named.filter(|at| one_of!(self.left[*at], lists::PAY_WORDS_VARIABLE)) else { return false };
        let joined = named.checked_sub(1).filter(|at| one_of!(self.left[*at], lists::PAY_WORDS_JOINS));
        let parts = &self.left[..joined.unwrap_or(0)];
        parts.iter().rev().take(2).any(|word| covers(word) == Some(Basis::Base))
    }

    /// Whether the extra at `at` is only mentioned beside the pay: `the salary, with bonus, is $200k`.
    fn is_aside(&self, at: usize) -> bool {
        let closed = self.left[at + 1..].iter().take(3).any(|word| matches!(*word, "," | ")"));
        closed && self.left[..at].iter().any(|word| sense(word) == Some(Sense::Pay))
    }

    /// Whether a mark of punctuation parts the sum from the word that names other money.
    fn is_apart(&self) -> bool {
        let named = self.left.iter().rposition(|word| sense(word) == Some(Sense::Other)).unwrap_or(0);
        self.left[named..].iter().any(|word| matches!(*word, "," | ")" | "(" | ":" | "."))
    }

    /// What the words right after the sum say it is for: `$5,000 signing bonus`, `$2M in savings`.
    fn purpose(&self, sum: &Sum, label: Option<Sense>) -> Option<Sense> {
        // `8,000,000 - 14,000,000 JPY (bonus twice a year)`: what a bracket adds to a range of pay is beside it.
        let named = matches!(label, Some(Sense::Pay | Sense::Maybe));
        let aside = sum.range && named && self.right.first() == Some(&"(");
        for (at, word) in self.right.iter().take(if aside { 0 } else { 7 }).enumerate() {
            // `$150,000-$180,000 (USD) 10% bonus`: the share is of something else.
            let share = self.right.get(at + 1) == Some(&"%");
            if (is_break(word) && *word != "(") || one_of!(word, lists::PAY_WORDS_GOES_ON) || share {
                return None;
            }
            match sense(word) {
                Some(Sense::Pay) => return None,
                None | Some(Sense::Maybe) => {}
                Some(found) => {
                    // A label of its own: `$95,000 - $120,000 Bonus eligible: no`.
                    let index = sum.last + 1 + at;
                    let from = if self.lent { index } else { sum.last + 1 };
                    let capital = |at: usize| self.reading.tokens.get(at).is_some_and(|token| token.capital);
                    let new_label = label == Some(Sense::Pay) && (from..=index).any(capital);
                    return (!new_label).then_some(found);
                }
            }
        }
        None
    }

    /// Whether a word of pay follows the sum at once: `$300k total compensation`, `60k-75k salary`.
    fn pay_follows(&self) -> bool {
        let near =
            self.right.iter().take(4).take_while(|word| !is_break(word) && !matches!(**word, "+" | "plus" | "and"));
        near.into_iter().any(|word| {
            matches!(sense(word), Some(Sense::Pay | Sense::Maybe)) || one_of!(word, lists::PAY_NATURE_PAY_FOLLOWS)
        })
    }

    /// Without a word of pay: a range, a figure with its period, one nearly alone.
    fn has_form_of_pay(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        let sentence = self.sentence.clone();
        let apart = sum.range && self.is_apart();
        // What an accelerator costs by the hour is nobody's pay.
        let mut before = sentence.start.max(sum.first.saturating_sub(MACHINE_WITHIN))..sum.first;
        let machine = !sum.range && before.any(|at| is_accelerator_name(reading.word(at)));
        if machine || !apart && sentence.clone().any(|at| sense(reading.word(at)) == Some(Sense::Other)) {
            return false;
        }
        let others = (sentence.end - sentence.start).saturating_sub(sum.last + 1 - sum.first);
        let labelled = reading.before(sum.first, 1) == ":" || reading.gap(sum.first) == Gap::Line;
        sum.range || sum.period.is_some() || others <= 3 || (labelled && others <= 7) || self.bounded(sum)
    }

    /// Whether somebody says to earn it or to ask for it: `I hope for $80,000`.
    fn is_somebodys(&self, sum: &Sum) -> bool {
        let (reading, sentence) = (self.reading, &self.sentence);
        let wish = || is_wish(reading, sum, sentence, bound(reading, sum), sum.period.unwrap_or_default());
        matches!(role(reading, sum, sentence.clone()), PayRole::Expected | PayRole::Current) || wish()
    }

    /// `starting at $95,500`, `up to $200k`.
    fn bounded(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        lists::PAY_NATURE_BOUNDED.iter().any(|phrase| sum.first >= 2 && reading.is_at(sum.first - 2, phrase))
    }

    /// Without a currency: a word of pay close by, a likely size, and nothing else that is counted.
    fn is_plain_pay(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        // The number in `a-name-of-a-page-138964`.
        if reading.gap(sum.first) == Gap::Dash && !sum.range && sum.factor == 1 {
            return false;
        }
        let near =
            |reach: usize, wanted: Sense| self.left.iter().rev().take(reach).any(|word| sense(word) == Some(wanted));
        let named = near(8, Sense::Pay)
            || (sum.factor == 1000 && near(5, Sense::Maybe))
            || self.right.iter().take(3).any(|word| one_of!(word, COVERED));
        let label_of_next =
            sum.range && near(4, Sense::Pay) && reading.tokens.get(sum.last + 1).is_some_and(|token| token.capital);
        named && (label_of_next || self.nothing_counted())
    }

    /// Whether the next word is not the noun of what the number counts.
    fn nothing_counted(&self) -> bool {
        self.right.first().is_none_or(|next| is_break(next) || one_of!(next, AFTER_PAY))
    }
}
