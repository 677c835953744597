//! What reading one document costs, counted in steps, and the guard behind which it is read.
//!
//! A step is a word, token, mention or piece of markup that a loop looks at. Loops whose length depends on the text charge what they
//! are about to look at. The count serves three ends: reading ends at a budget in proportion to the document, it ends when nobody
//! waits for it any more, and tests hold the count of a text against that of four such texts.
//!
//! The count is kept by thread, because one thread reads a document from its first to its last word, and the loops to be counted are
//! in functions that share nothing but the text. It changes no answer.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use serde::Serialize;

use crate::domain::{CancelToken, Error, StopReason, UnreadableReason};

/// How many steps the reading of a document may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// For a document without a character.
    pub base: u64,
    /// More for every byte of its texts.
    pub per_byte: u64,
}

impl Budget {
    /// The base is what the longest sentence may take whose every word every other one is held against, several times over: no short
    /// document is refused. Beyond it the annotated and invented documents take up to 120 steps a byte, and are left three times as
    /// many, see `linear_tests::ordinary_documents_take_little_of_the_budget`. A step takes some two nanoseconds: a million bytes
    /// that take more than this allows end within a second.
    pub(super) const DEFAULT: Self = Self { base: 20_000_000, per_byte: 400 };

    fn of(self, bytes: usize) -> u64 {
        self.base.saturating_add(self.per_byte.saturating_mul(u64::try_from(bytes).unwrap_or(u64::MAX)))
    }
}

/// After so many steps, which take less than a millisecond, the guard looks whether anybody still waits.
const STEPS_BETWEEN_LOOKS: u64 = 10_000;

/// Why reading ends before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Unreadable(UnreadableReason),
    Stopped(StopReason),
}

impl Ended {
    /// The error for the document that `name` tells.
    pub(super) fn into_error(self, name: impl FnOnce() -> String) -> Error {
        match self {
            Self::Unreadable(reason) => Error::Unreadable { document: name(), reason },
            Self::Stopped(reason) => Error::Cancelled(reason),
        }
    }
}

#[derive(Debug)]
struct Meter {
    steps: Cell<u64>,
    /// The count at which to look at the limits; never where nobody reads behind a guard.
    look_at: Cell<u64>,
    limits: RefCell<Option<Limits>>,
}

#[derive(Debug)]
struct Limits {
    most_steps: u64,
    cancel: CancelToken,
}

thread_local! {
    static METER: Meter =
        const { Meter { steps: Cell::new(0), look_at: Cell::new(u64::MAX), limits: RefCell::new(None) } };
}

/// Counts so many steps. Leaves the reader by unwinding, up to [`guarded`], where the budget is used up or nobody waits any more.
#[inline]
pub(super) fn charge(steps: usize) {
    METER.with(|meter| {
        let count = meter.steps.get() + steps as u64;
        meter.steps.set(count);
        if count >= meter.look_at.get() {
            meter.look(count);
        }
    });
}

impl Meter {
    #[cold]
    fn look(&self, count: u64) {
        let ended = match &*self.limits.borrow() {
            None => None,
            Some(limits) if count > limits.most_steps => Some(Ended::Unreadable(UnreadableReason::BudgetExceeded)),
            Some(limits) => match limits.cancel.check() {
                Err(Error::Cancelled(reason)) => Some(Ended::Stopped(reason)),
                _ => None,
            },
        };
        self.look_at.set(count.saturating_add(STEPS_BETWEEN_LOOKS));
        if let Some(ended) = ended {
            // No panic: the hook is not called, and nothing is printed.
            resume_unwind(Box::new(ended));
        }
    }
}

/// Reads a document of so many bytes behind a guard: a panic, a budget used up or a cancelled token ends this reading alone. Tells also
/// how many steps were taken.
pub(super) fn guarded<T>(
    budget: Budget,
    cancel: &CancelToken,
    bytes: usize,
    read: impl FnOnce() -> T,
) -> (Result<T, Ended>, u64) {
    let limits = Limits { most_steps: budget.of(bytes), cancel: cancel.clone() };
    // A reader that was called by another goes back to that one's count.
    let outer = METER.with(|meter| {
        (meter.steps.replace(0), meter.look_at.replace(STEPS_BETWEEN_LOOKS), meter.limits.replace(Some(limits)))
    });
    // What is shared with others is written only when it is whole, see `scanner`'s working memory.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        charge(0);
        read()
    }));
    let steps = METER.with(|meter| {
        meter.look_at.set(outer.1);
        meter.limits.replace(outer.2);
        meter.steps.replace(outer.0)
    });
    (outcome.map_err(|payload| ended(&*payload)), steps)
}

fn ended(payload: &(dyn Any + Send)) -> Ended {
    payload.downcast_ref::<Ended>().copied().unwrap_or(Ended::Unreadable(UnreadableReason::Panicked))
}

/// How many bytes a document takes as JSON: what its reading may cost grows with them, whatever field they stand in.
pub(super) fn written_bytes(document: &impl Serialize) -> usize {
    struct Counted(usize);
    impl Write for Counted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counted = Counted(0);
    // What cannot be written counts as far as it can.
    let _ = serde_json::to_writer(&mut counted, document);
    counted.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Budget = Budget { base: 50_000, per_byte: 1 };

    fn read<T>(bytes: usize, read: impl FnOnce() -> T) -> (Result<T, Ended>, u64) {
        guarded(SMALL, &CancelToken::default(), bytes, read)
    }

    #[test]
    fn steps_are_counted_and_others_begin_anew() {
        charge(7);
        assert_eq!(read(0, || charge(5)), (Ok(()), 5));
        assert_eq!(read(0, || (charge(1), read(0, || charge(40)).1)), (Ok(((), 40)), 1));
    }

    #[test]
    fn reading_ends_at_a_budget_that_grows_with_the_document() {
        let endless = || {
            loop {
                charge(1);
            }
        };
        let (outcome, steps) = read(10_000, endless);
        assert_eq!(outcome, Err(Ended::Unreadable(UnreadableReason::BudgetExceeded)));
        assert!((60_000..80_000).contains(&steps), "{steps}");
        assert_eq!(read(20_000, || charge(65_000)).0, Ok(()));
    }

    #[test]
    fn reading_ends_when_nobody_waits() {
        let token = CancelToken::new();
        let work = || {
            charge(usize::try_from(STEPS_BETWEEN_LOOKS).unwrap());
            token.cancel();
            charge(usize::try_from(STEPS_BETWEEN_LOOKS).unwrap());
            "went on"
        };
        assert_eq!(guarded(Budget::DEFAULT, &token, 0, work).0, Err(Ended::Stopped(StopReason::Cancelled)));
    }

    #[test]
    fn a_panic_ends_one_reading() {
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let outcome = read(0, || panic!("a defect"));
        std::panic::set_hook(quiet);
        assert_eq!(outcome.0, Err(Ended::Unreadable(UnreadableReason::Panicked)));
        assert_eq!(read(0, || 1), (Ok(1), 0));
    }
}
