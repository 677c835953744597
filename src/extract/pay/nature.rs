//! What the words around a sum say that it is: pay, something beside the pay, or other money.

use super::around::{Around, LEFT};
use super::currency::is_small_coin;
use super::extras_follow;
use super::range::Sum;
use super::role::{PayRole, bound, covers, is_price_of_a_move, is_wish, opens_with_to, role, says};
use super::words::{Sense, sense};
use crate::domain::{Basis, Period};
use crate::extract::lists;
use crate::extract::terms::{Gap, Kind, is_accelerator_name, is_break, year_of};
use crate::extract::words::{Words, one_of, words};

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
/// What is rented.
const MACHINES: &str = lists::PAY_NATURE_MACHINES;
/// Words that say what a pay figure covers.
const COVERED: &str = lists::PAY_NATURE_COVERED;
/// Words that may follow a figure of pay that has no currency.
const AFTER_PAY: &str = lists::PAY_NATURE_AFTER_PAY;

impl Around<'_> {
    /// What `sum` is; `after` is what the sum before it in the same sentence was.
    pub(super) fn nature(&self, sum: &Sum, after: Option<PayRole>) -> Nature {
        // Lakhs per annum are always pay.
        if (sum.first..=sum.last).any(|at| matches!(self.reading.word(at), "lpa" | "cpa")) {
            return Nature::Named;
        }
        let is_said = |group: &str| says(self.reading, sum, group).is_some();
        if is_said("other") || (!sum.range && is_said("other-lone")) {
            return Nature::Other;
        }
        if self.is_of_learners(sum) {
            return Nature::Named;
        }
        let label = self.label(if sum.range || sum.period.is_some() { LEFT } else { NEAR });
        match self.purpose(sum, label) {
            Some(Sense::Extra) => return Nature::Extra,
            Some(_) if label != Some(Sense::Pay) || self.somebody_pays() => return Nature::Other,
            // `$1,000 home office budget`, below a sentence about pay.
            Some(_) if self.lent && !sum.range && sum.period.is_none() => return Nature::Other,
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
        let yen = (sum.period.is_some() || sum.range) && sum.currency.is_some_and(is_small_coin);
        if sum.factor >= 1_000_000 && label != Some(Sense::Pay) && !self.pay_follows() && !yen {
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
                Some(Sense::Pay) if self.is_insured(at) => return Some(Sense::Extra),
                Some(Sense::Pay) => return Some(Sense::Pay),
                Some(Sense::Maybe) => perhaps = Some(Sense::Maybe),
                Some(Sense::Extra) if !self.is_aside(at) => return Some(Sense::Extra),
                Some(Sense::Other) if !self.is_cost_of_living(at) => return Some(Sense::Other),
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

    /// `Stipend: $2,500 per month`, `an internship stipend of €1,400 gross`, `$12,500/month stipend`: what those who learn are paid
    /// to live on. A stipend for something, and a small one, is beside the pay.
    fn is_of_learners(&self, sum: &Sum) -> bool {
        const WHOSE: &str = lists::PAY_NATURE_WHOSE;
        let named = self.left.iter().rposition(|word| sense(word).is_some()).filter(|at| self.left[*at] == "stipend");
        let whose = named.and_then(|at| at.checked_sub(1)).map_or("", |at| self.left[at]);
        let period = sum.period.or(match whose {
            "monthly" => Some(Period::Month),
            "weekly" => Some(Period::Week),
            _ => None,
        });
        let living = match period {
            Some(Period::Month) => 700_000,
            Some(Period::Week) => 150_000,
            _ => return false,
        };
        let before = named.is_some() && (whose.is_empty() || is_break(whose) || one_of!(whose, WHOSE));
        let behind = matches!(self.right.as_slice(), ["stipend", rest @ ..] if !matches!(rest.first(), Some(&"for")));
        sum.high >= living && (before || behind)
    }

    /// Whether `pay` is what somebody does: `we pay up to $12,000 for childcare`.
    fn somebody_pays(&self) -> bool {
        let verb = self.left.iter().rposition(|word| sense(word) == Some(Sense::Pay));
        verb.is_some_and(|at| {
            at > 0 && one_of!(self.left[at], "pay pays") && one_of!(self.left[at - 1], lists::PAY_NATURE_SOMEBODY_PAYS)
        })
    }

    /// Whether the pay at `at` only measures an insurance: `life insurance of twice the salary, up to $500,000`.
    fn is_insured(&self, at: usize) -> bool {
        let near = self.left[..at].iter().rev().take(6).take_while(|word| !is_break(word));
        near.into_iter().any(|word| one_of!(word, lists::PAY_WORDS_INSURES))
            || self.left[..at].iter().rev().take(2).any(|word| one_of!(word, lists::PAY_WORDS_TIMES))
    }

    /// Whether the extra at `at` is only mentioned beside the pay: `plus equity, $200k`, `the salary, with bonus, is $200k`.
    fn is_aside(&self, at: usize) -> bool {
        let joined = at > 0 && matches!(self.left[at - 1], "+" | "plus");
        let last = at + 1 == self.left.len();
        if joined && last {
            return true;
        }
        let closed = self.left[at + 1..].iter().take(3).any(|word| matches!(*word, "," | ")"));
        closed && self.left[..at].iter().any(|word| sense(word) == Some(Sense::Pay))
    }

    fn is_cost_of_living(&self, at: usize) -> bool {
        matches!(self.left.get(at + 1..at + 3), Some(["of", "labor" | "labour" | "living"]))
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
                Some(Sense::Pay) if !self.more_follows(at) => return None,
                None | Some(Sense::Pay | Sense::Maybe) => {}
                Some(found) => {
                    // A label of its own: `$95,000 - $120,000 Bonus eligible: no`.
                    let index = sum.last + 1 + at;
                    let from = if self.lent { index } else { sum.last + 1 };
                    let new_label = label == Some(Sense::Pay)
                        && ((from..=index).any(|at| self.reading.tokens.get(at).is_some_and(|token| token.capital))
                            || matches!(self.right.get(at + 1), Some(&("eligible" | "potential" | "target"))));
                    return (!new_label).then_some(found);
                }
            }
        }
        None
    }

    fn more_follows(&self, at: usize) -> bool {
        self.right.get(at + 1).and_then(|word| sense(word)).is_some()
    }

    /// Whether a word of pay follows the sum at once: `$300k total compensation`, `60k-75k salary`.
    fn pay_follows(&self) -> bool {
        let near =
            self.right.iter().take(4).take_while(|word| !is_break(word) && !matches!(**word, "+" | "plus" | "and"));
        near.into_iter().any(|word| {
            matches!(sense(word), Some(Sense::Pay | Sense::Maybe)) || one_of!(word, lists::PAY_NATURE_PAY_FOLLOWS)
        })
    }

    /// Without a word of pay: a range, a figure with its period, one alone on its line or in its cell.
    fn has_form_of_pay(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        let sentence = self.sentence.clone();
        // What a semicolon parts from the sum says nothing of it: `$150-180K; we manage $3bn of assets`.
        let parted = |at: usize| at > sum.last && (sum.last + 1..at).any(|between| reading.word(between) == ";");
        let other = |at: usize| sense(reading.word(at)) == Some(Sense::Other) && !parted(at);
        let apart = sum.range && self.is_apart();
        // What a machine costs by the hour or month.
        let machine = |at: usize| reading.is(at, words!(MACHINES)) || is_accelerator_name(reading.word(at));
        let before = sentence.start.max(sum.first.saturating_sub(8))..sum.first;
        if (!apart && sentence.clone().any(other))
            || (!sum.range && sum.period.is_some() && before.into_iter().any(machine))
        {
            return false;
        }
        let cell = reading.gap(sum.first) == Gap::Glued
            && sum.first.checked_sub(1).is_some_and(|before| reading.tokens[before].kind == Kind::Word);
        let others = (sentence.end - sentence.start).saturating_sub(sum.last + 1 - sum.first);
        // A deposit of so much.
        let governed = reading.before(sum.first, 1) == "of";
        let labelled = reading.before(sum.first, 1) == ":" || reading.gap(sum.first) == Gap::Line;
        sum.range
            || sum.period.is_some()
            || cell
            || (others <= 3 && !governed)
            || (labelled && others <= 7)
            || self.bounded(sum)
    }

    /// Whether somebody says to earn it or to ask for it: `I hope for $80,000`.
    fn is_somebodys(&self, sum: &Sum) -> bool {
        let (reading, sentence) = (self.reading, &self.sentence);
        let wish = || {
            let bound = if sum.range { None } else { bound(reading, sum, &self.right) };
            is_wish(reading, sum, sentence, bound, sum.period.unwrap_or_default())
        };
        matches!(role(reading, sum, sentence.clone()), PayRole::Expected | PayRole::Current) || wish()
    }

    /// `starting at $95,500`, `up to $200k`.
    fn bounded(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        lists::PAY_NATURE_BOUNDED.iter().any(|phrase| sum.first >= 2 && reading.is_at(sum.first - 2, phrase))
            || opens_with_to(reading, sum)
    }

    /// Without a currency: a word of pay close by, a likely size, and nothing else that is counted.
    fn is_plain_pay(&self, sum: &Sum) -> bool {
        let reading = self.reading;
        // The number in `a-name-of-a-page-138964`.
        let of_name = reading.gap(sum.first) == Gap::Dash
            && sum.first.checked_sub(1).is_some_and(|at| reading.tokens[at].kind == Kind::Word);
        if (year_of(reading.word(sum.first)).is_some() && sum.factor == 1) || (of_name && !sum.range && sum.factor == 1)
        {
            return false;
        }
        let in_thousands = sum.factor == 1000 || sum.factor == 100_000 || sum.factor == 10_000_000;
        let near =
            |reach: usize, wanted: Sense| self.left.iter().rev().take(reach).any(|word| sense(word) == Some(wanted));
        let any = |side: &[&str], list: Words| side.iter().any(|word| list.has(word));
        let before = &self.left[self.left.len().saturating_sub(6)..];
        let priced = in_thousands && is_price_of_a_move(reading, sum);
        let added = sum.range && in_thousands && extras_follow(reading, sum);
        let named = near(8, Sense::Pay)
            || added
            || priced
            || (in_thousands && near(5, Sense::Maybe))
            || any(&self.right[..self.right.len().min(3)], words!(COVERED))
            || (in_thousands && any(before, words!(lists::PAY_NATURE_PLAIN_PAY)));
        let floor = if sum.period.is_some() { 10_000 } else { 20_000_000 };
        let label_of_next =
            sum.range && near(4, Sense::Pay) && reading.tokens.get(sum.last + 1).is_some_and(|t| t.capital);
        named && sum.high >= floor && sum.factor < 1_000_000_000 && (label_of_next || priced || self.nothing_counted())
    }

    /// Whether the next word is not the noun of what the number counts.
    fn nothing_counted(&self) -> bool {
        self.right.first().is_none_or(|next| is_break(next) || one_of!(next, AFTER_PAY))
    }
}
