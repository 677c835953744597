//! Gating and ordering: which candidates stand on the shortlist, and in what order.
//!
//! The order is total and depends on each pair alone, so shortlists of parts of a pool merge into that of the whole.

mod order;
mod top;

pub(crate) use order::Rank;
pub(crate) use top::{Placed, Shortlist};
