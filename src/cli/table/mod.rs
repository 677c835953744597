//! Results for people: shortlists, explanations, concepts and facts laid out for a terminal. Decides nothing.

mod calibration;
mod concept;
mod evaluation;
mod explanation;
mod extraction;
mod graded_ranking;
mod heading;
mod market;
mod page;
mod shortlist;
mod unrecognized;
mod words;

pub(super) use concept::concept;
pub(super) use evaluation::evaluation;
pub(super) use explanation::pair;
pub(super) use extraction::extraction;
pub(super) use market::market;
pub(super) use page::Page;
pub(super) use shortlist::shortlists;
pub(super) use unrecognized::unrecognized;
