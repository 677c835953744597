//! Results for people: shortlists, explanations, concepts and facts laid out for a terminal. Decides nothing.

mod calibration;
mod concept;
mod duplicates;
mod evaluated_sets;
mod evaluation;
mod explanation;
mod extraction;
mod found;
mod graded_ranking;
mod heading;
mod kinds_of_work;
mod market;
mod page;
mod shortlist;
mod similar;
mod unrecognized;
mod what_if;
mod words;

pub(super) use concept::concept;
pub(super) use duplicates::{duplicates, origins};
pub(super) use evaluated_sets::evaluated_sets;
pub(super) use evaluation::evaluation;
pub(super) use explanation::pair;
pub(super) use extraction::{extraction, trace};
pub(super) use found::{found_candidates, found_roles};
pub(super) use market::market;
pub(super) use page::Page;
pub(super) use shortlist::shortlists;
pub(super) use similar::{similar_candidates, similar_roles};
pub(super) use unrecognized::unrecognized;
pub(super) use what_if::what_if;
