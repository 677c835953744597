//! The words that tell pay, what comes beside it, and all other money apart.

use crate::extract::lists;

/// What a word says of a sum near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// It is pay beyond doubt: `salary`.
    Pay,
    /// It may be pay: `range`, `total`.
    Maybe,
    /// It comes beside the pay: `bonus`.
    Extra,
    /// It is other money: `revenue`.
    Other,
    /// Behind a sum it tells what the money is for; before one it is as likely part of a title: `learning`.
    After,
}

impl Sense {
    /// The sense of a key of the lists.
    pub(super) fn of_key(key: &str) -> Self {
        match key {
            "pay" => Self::Pay,
            "maybe" => Self::Maybe,
            "extra" => Self::Extra,
            "other" => Self::Other,
            _ => Self::After,
        }
    }
}

/// The sense of a folded word.
pub(super) fn sense(word: &str) -> Option<Sense> {
    let known = lists::PAY_WORDS_SENSE.of(word).map(Sense::of_key);
    // Jahresbruttogehalt
    known.or_else(|| ["gehalt", "entgelt", "lohn"].iter().any(|end| word.ends_with(end)).then_some(Sense::Pay))
}
