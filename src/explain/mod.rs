//! Explanation: what scoring found, rendered in the words of recruiters and as the rows that are answered.
//!
//! Nothing is scored here.

mod background;
mod blind;
mod circumstances;
mod evidence;
mod in_short;
mod naming;
mod questions;
mod render;
pub(crate) mod row;
mod strengths;
mod summary;
mod what_if;
mod words;

pub use row::{
    Bonus, Component, Degraded, EvidenceEffect, EvidenceRow, Gap, Gated, Model, Penalty, Question, UnreadableCandidate,
    Verdict, WeightsRow,
};
pub use what_if::{
    CandidateOutlook, Change, ChangeKind, ChangeSide, ChangeValue, CutOff, CutOffRow, Leaver, Lift, Newcomer,
    PoolCounts, PoolDifference, WhatIf, WhatIfEffect,
};

pub use crate::score::{ComponentName, ComponentState, Flag, PayVerdict};
pub(crate) use render::{Explainer, applied_weights_row, gate_label, hundredths};
pub(crate) use row::{Answer, Match};
pub(crate) use words::{level as level_in_words, list as list_in_words};
