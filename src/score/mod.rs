//! The fit of a candidate for a role: pure, in fixed point, with the evidence for every point.
//!
//! No I/O, no clock, no randomness. What scoring finds is rendered elsewhere; nothing is computed a second time to explain it.

mod about;
mod band;
mod bound;
mod claimed;
mod columns;
mod facets;
mod family;
mod fit;
mod fixed;
mod flags;
mod function;
mod introduced;
mod kept_vec;
mod known;
#[cfg(test)]
mod length_tests;
mod level;
mod likeness;
mod lists;
mod location;
mod mix;
#[cfg(test)]
mod location_tests;
mod own_words;
mod pay;
mod profile;
mod scale;
mod scorer;
mod skills;
mod statements;
mod support;
mod unweighed;
mod wanted;

pub use fit::{ComponentName, ComponentState, Flag, PayVerdict};
pub use profile::ScoringProfile;

pub(crate) use bound::{Bound, Judged, Sheet};
pub(crate) use claimed::{claimed_concepts, holds, kinds_of};
pub(crate) use columns::{ColumnMeans, Columns, KeptColumns, MAX_ROWS};
pub(crate) use facets::{ScaleTier, families_of};
pub(crate) use fit::{ComponentScore, Evidence, FULL_FIT, Fit, Gate, PlaceFit, PlaceFound, SkillEvidence};
pub(crate) use fixed::Share;
pub(crate) use known::{Common, Known};
pub(crate) use location::{comes_to, is_at, stays_away_from};
pub(crate) use pay::{PayComparison, Rates, expects_more};
pub(crate) use scale::has_run;
pub(crate) use scorer::{AppliedWeights, Scorer};
pub(crate) use statements::{Statements, Subject};
pub(crate) use unweighed::Unweighed;
