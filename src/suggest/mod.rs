//! What somebody probably meant who wrote a name that is not known: every "did you mean", and the typing errors that are forgiven.
//!
//! Names are only compared here. Which are known, and what follows from a likeness, is for those who ask.

mod letters;
mod likeness;
mod slips;

pub use likeness::did_you_mean;

pub(crate) use likeness::{likest_field, likest_label};
pub(crate) use slips::{Forms, glue, typing_errors};
